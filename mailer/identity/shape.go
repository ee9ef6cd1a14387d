package identity

import (
	"bytes"
	"encoding/base64"
	"mime"
	"regexp"
	"slices"
	"strings"

	"deaddrop/mailer"
)

// Most providers sign the body of a letter, and many do not sign the fields that say how to interpret it:
// Content-Type and Content-Transfer-Encoding. Anybody with a copy could resend it with others, for instance with a
// boundary that makes one passage look like the whole letter. Such a letter is proved only if the signed body itself
// shows that these fields are right.

const unclear = "the signature does not cover the field content-type, and "

// unshown returns the reason if a letter might be read otherwise than it was signed, or "". names are the signed
// fields.
func unshown(head mailer.Header, body []byte, names []string) string {
	covered := func(name string) bool { return slices.Contains(names, name) }
	if covered("content-type") && covered("content-transfer-encoding") {
		return ""
	}
	kind, params, ok := plainType(head.Get("content-type"))
	if !ok && !covered("content-type") {
		return unclear + "it is written in an unusual way"
	}
	encoding := strings.ToLower(strings.TrimSpace(head.Get("content-transfer-encoding")))
	inner := delimiter(body)
	if strings.HasPrefix(kind, "multipart/") {
		switch {
		case covered("content-type"): // its parts say themselves how they are encoded
			return ""
		case encoded(encoding), inner == "", params["boundary"] != inner:
			return unclear + "the text does not begin and end as a letter of such parts does"
		}
		return ""
	}
	if why := encodedAs(encoding, body); why != "" && !covered("content-transfer-encoding") {
		return why
	}
	if covered("content-type") {
		return ""
	}
	switch {
	case inner != "":
		return unclear + "the text is one of several parts"
	case kind != "" && kind != "text/plain" && kind != "text/html":
		return unclear + "it is of the type " + kind
	case !likeASCII.MatchString(params["charset"]):
		return unclear + "its letters are in the charset " + params["charset"]
	case kind != "" && (kind == "text/html") != markup.Match(decoded(encoding, body)):
		return unclear + "the text does not look as its type says"
	}
	return ""
}

var (
	// usual matches a Content-Type that all programs interpret alike.
	usual = regexp.MustCompile(`^[\w.+-]+/[\w.+-]+(?:\s*;\s*[\w-]+=(?:"[^"\\]*"|[^\s";()<>@,\\]+))*\s*;?\s*$`)

	// likeASCII matches the charsets in which all ASCII characters have their ASCII codes.
	likeASCII = regexp.MustCompile(`(?i)^(?:|utf-?8|(?:us-)?ascii|iso-8859-\d+|windows-125\d|koi8-[ru])$`)

	// markup matches the beginning of an HTML text.
	markup = regexp.MustCompile(`(?i)^\s*<(?:!doctype|html|head|meta|body|div|p|span|font|table|br|style)\b`)
)

// plainType returns the content type, "" if the field is missing, and its parameters. ok is false if programs may
// interpret it differently.
func plainType(value string) (kind string, params map[string]string, ok bool) {
	if strings.TrimSpace(value) == "" {
		return "", nil, true
	}
	kind, params, err := mime.ParseMediaType(value)
	return kind, params, err == nil && usual.MatchString(value)
}

// delimiter returns the boundary of a body that begins with one and is properly closed by it, or "". A preamble for
// old programs may precede it.
func delimiter(body []byte) string {
	for line := range bytes.Lines(body) {
		line = bytes.TrimRight(line, " \t\r\n")
		note := bytes.HasPrefix(line, []byte("This is a")) && bytes.Contains(line, []byte("MIME"))
		if len(line) == 0 || note {
			continue
		}
		boundary, ok := bytes.CutPrefix(line, []byte("--"))
		if !ok || len(boundary) == 0 || !closes(body, boundary) {
			return ""
		}
		return string(boundary)
	}
	return ""
}

// closes reports whether a body contains the closing line for a boundary.
func closes(body, boundary []byte) bool {
	end := slices.Concat([]byte("--"), boundary, []byte("--"))
	for line := range bytes.Lines(body) {
		if bytes.Equal(bytes.TrimRight(line, " \t\r\n"), end) {
			return true
		}
	}
	return false
}

// encoded reports whether a transfer encoding changes the text.
func encoded(encoding string) bool {
	return !slices.Contains([]string{"", "7bit", "8bit", "binary"}, encoding)
}

var (
	softBreak = regexp.MustCompile(`=[ \t]*\r?\n`)
	notEscape = regexp.MustCompile(`=(?:[^0-9A-Fa-f \t\r\n]|[0-9A-Fa-f][^0-9A-Fa-f]|[ \t]+[^ \t\r\n])`)
)

// encodedAs returns the reason if a body may not be in an unsigned transfer encoding; otherwise "".
func encodedAs(encoding string, body []byte) string {
	const why = "the signature does not cover the field content-transfer-encoding, and the text "
	quoted := softBreak.Match(body) && !notEscape.Match(body) // a soft line break would join two lines
	switch {
	case !encoded(encoding) && quoted:
		return why + "looks like quoted-printable"
	case encoding == "quoted-printable" && notEscape.Match(body):
		return why + "is not quoted-printable"
	case encoding == "base64" && !isBase64(body):
		return why + "is not base64"
	case encoded(encoding) && encoding != "quoted-printable" && encoding != "base64":
		return why + "would be in " + encoding
	}
	return ""
}

func isBase64(body []byte) bool {
	_, err := base64.StdEncoding.DecodeString(string(bytes.Join(bytes.Fields(body), nil)))
	return err == nil
}

// decoded returns the beginning of a body without its transfer encoding, enough to recognise markup.
func decoded(encoding string, body []byte) []byte {
	if encoding != "base64" {
		return body
	}
	text, _ := base64.StdEncoding.DecodeString(string(bytes.Join(bytes.Fields(body), nil)))
	return text
}
