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

// Most providers sign the text of a letter, and many do not sign the fields that say how it is to be read:
// Content-Type and Content-Transfer-Encoding. Whoever has a copy could hand it in with others, such as with a
// boundary that makes a passage the whole. Of such a letter a proof counts only where the signed text itself shows
// that these fields are right.

const unclear = "the signature does not cover the field content-type, and "

// unshown says why a letter might be read otherwise than it was signed, or gives "". names are the fields that are.
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
		case covered("content-type"): // its parts say of themselves how they are encoded
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
	// usual is a Content-Type that all programs read alike.
	usual = regexp.MustCompile(`^[\w.+-]+/[\w.+-]+(?:\s*;\s*[\w-]+=(?:"[^"\\]*"|[^\s";()<>@,\\]+))*\s*;?\s*$`)

	// likeASCII are charsets in which the letters, signs and digits of ASCII are what they are there.
	likeASCII = regexp.MustCompile(`(?i)^(?:|utf-?8|(?:us-)?ascii|iso-8859-\d+|windows-125\d|koi8-[ru])$`)

	// markup is how a text in HTML begins.
	markup = regexp.MustCompile(`(?i)^\s*<(?:!doctype|html|head|meta|body|div|p|span|font|table|br|style)\b`)
)

// plainType is a content type, "" where the field is not there, and its parameters. ok is false for one that
// programs may read in different ways.
func plainType(value string) (kind string, params map[string]string, ok bool) {
	if strings.TrimSpace(value) == "" {
		return "", nil, true
	}
	kind, params, err := mime.ParseMediaType(value)
	return kind, params, err == nil && usual.MatchString(value)
}

// delimiter is the boundary of a text that begins with one and has its end, as the parts of a letter do; "" if it
// does neither. Above it may stand what programs write there for others that know no parts.
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

// closes reports whether a text has the line that ends the parts of a boundary.
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

// encodedAs says why a text may not be in a transfer encoding that is not signed, or gives "".
func encodedAs(encoding string, body []byte) string {
	const why = "the signature does not cover the field content-transfer-encoding, and the text "
	quoted := softBreak.Match(body) && !notEscape.Match(body) // a line that goes on would be read as two
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

// decoded is the beginning of a text without its transfer encoding, as far as markup shows in it.
func decoded(encoding string, body []byte) []byte {
	if encoding != "base64" {
		return body
	}
	text, _ := base64.StdEncoding.DecodeString(string(bytes.Join(bytes.Fields(body), nil)))
	return text
}
