package mailer

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// Reasons for Letter.Defect. The letter's author reads them after "could not be read:".
var (
	errDepth    = fmt.Errorf("more than %d parts within parts", maxDepth)
	errParts    = fmt.Errorf("more than %d parts", maxParts)
	errText     = fmt.Errorf("more than %d KiB of text", MaxText>>10)
	errHTML     = fmt.Errorf("more than %d KiB of HTML or %d tags", maxHTML>>10, maxTags)
	errBoundary = errors.New("boundary is too long")
	errNoText   = errors.New("it holds files, but no text")
)

// A part is a node of a mail's MIME tree (RFC 2045, 2046). Its content is not decoded yet.
type part struct {
	head  Header
	body  []byte
	kind  string // "text/plain"
	param params
	parts []part // parts of a multipart; or the mail in a message/rfc822 or in a signed part
}

func (p part) is(family string) bool { return strings.HasPrefix(p.kind, family) }

// encoding returns the part's Content-Transfer-Encoding.
func (p part) encoding() string { return p.head.Get("content-transfer-encoding") }

// decoded returns the part's body with the Content-Transfer-Encoding undone.
func (p part) decoded() []byte { return decodeTransfer(p.encoding(), p.body) }

// each calls do for the part and everything within it, in order, until do returns true. It reports whether do did.
func (p part) each(do func(part) (stop bool)) bool {
	if do(p) {
		return true
	}
	for _, child := range p.parts {
		if child.each(do) {
			return true
		}
	}
	return false
}

// A splitter builds the tree of a mail's parts. It takes time proportional to the mail's size times the depth, which
// is at most maxDepth, and enforces all limits before anything is decoded.
type splitter struct{ parts int }

// split returns the tree of a part. unlabelled is the content type to assume if the header names none.
func (s *splitter) split(head Header, body []byte, unlabelled string, depth int) (part, error) {
	if depth > maxDepth {
		return part{}, errDepth
	}
	p := part{head: head, body: body}
	p.kind, p.param = contentType(head, unlabelled)
	var err error
	switch {
	case p.kind == "message/rfc822", p.kind == "message/global", p.kind == "message/news":
		p.parts, err = s.splitMail(p.decoded(), depth)
	case isSealed(p):
		if content := signedContent(p.decoded()); content != nil {
			p.parts, err = s.splitMail(content, depth)
		}
	case p.is("multipart/"):
		p.parts, err = s.splitParts(p, depth)
	}
	return p, err
}

// splitMail returns the tree of a mail that is contained in a part.
func (s *splitter) splitMail(raw []byte, depth int) ([]part, error) {
	if s.parts++; s.parts > maxParts {
		return nil, errParts
	}
	head, body, err := splitHeader(raw)
	if err != nil {
		return nil, err
	}
	child, err := s.split(head, body, "text/plain", depth+1)
	return []part{child}, err
}

func (s *splitter) splitParts(p part, depth int) ([]part, error) {
	if depth == 0 && tooDeep(p) {
		return nil, errDepth
	}
	body, delimiter, err := p.delimiter()
	if err != nil {
		return nil, err
	}
	unlabelled := "text/plain"
	if p.kind == "multipart/digest" {
		unlabelled = "message/rfc822"
	}
	if delimiter == "" { // a multipart in name only
		child, err := s.split(p.head.without("content-type"), body, unlabelled, depth+1)
		return []part{child}, err
	}
	var parts []part
	for raw := range cutParts(body, delimiter) {
		if s.parts++; s.parts > maxParts {
			return nil, errParts
		}
		head, body, err := splitHeader(raw)
		if err != nil {
			return nil, err
		}
		child, err := s.split(head, body, unlabelled, depth+1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, child)
	}
	return parts, nil
}

// tooDeep reports whether multiparts are nested too deeply. It looks only at the beginning of each level, so it finds
// the worst cases cheaply.
func tooDeep(p part) bool {
	for range maxDepth {
		if !p.is("multipart/") || p.param.get("boundary") == "" {
			return false
		}
		_, rest, last := cutDelimiter(p.body, "--"+p.param.get("boundary"))
		if last {
			return false
		}
		head, body, err := splitHeader(rest)
		if err != nil {
			return false // split will report the error
		}
		p = part{head: head, body: body}
		p.kind, p.param = contentType(head, "text/plain")
	}
	return p.is("multipart/")
}

// delimiter returns the body and the prefix of the lines that separate its parts, or "" if it has no parts.
// Multiparts must not be encoded as a whole (RFC 2045, 6.4), but some are, so the body may have been decoded.
func (p part) delimiter() ([]byte, string, error) {
	boundary := p.param.get("boundary")
	if len(boundary) > maxBoundary {
		return nil, "", errBoundary
	}
	if boundary != "" && !lacks(p.body, "--"+boundary) {
		return p.body, "--" + boundary, nil
	}
	body := p.body
	if boundary != "" && isEncoded(p.encoding()) {
		if body = p.decoded(); !lacks(body, "--"+boundary) {
			return body, "--" + boundary, nil
		}
	}
	return body, guessDelimiter(body), nil
}

func lacks(body []byte, delimiter string) bool {
	_, _, none := cutDelimiter(body, delimiter)
	return none
}

// guessDelimiter returns the first line that looks like a delimiter, because a part's header follows or because it is
// long, or "".
func guessDelimiter(body []byte) string {
	for rest := body; len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		line = bytes.TrimRight(line, " \t")
		if len(line) <= 3 || len(line) > maxBoundary || !bytes.HasPrefix(line, []byte("--")) {
			continue
		}
		if next, _ := cutLine(rest[:min(len(rest), 20)]); bytes.HasPrefix(bytes.ToLower(next), []byte("content-")) {
			return string(line)
		}
	}
	return ""
}

// cutParts yields the texts between the delimiter lines. If the last part is not closed, it ends with the body.
func cutParts(body []byte, delimiter string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		_, rest, last := cutDelimiter(body, delimiter)
		for !last {
			var part []byte
			part, rest, last = cutDelimiter(rest, delimiter)
			if last && len(rest) == 0 && len(bytes.TrimSpace(part)) == 0 {
				return // the body was truncated after a delimiter
			}
			if !yield(part) {
				return
			}
		}
	}
}

// cutDelimiter cuts b at the next delimiter line. last reports that it was the closing one, or that there was none.
func cutDelimiter(b []byte, delimiter string) (before, after []byte, last bool) {
	for from := 0; ; {
		i := bytes.Index(b[from:], []byte(delimiter))
		if i < 0 {
			return b, nil, true
		}
		i += from
		from = i + len(delimiter)
		if i > 0 && b[i-1] != '\n' {
			continue
		}
		line, rest := cutLine(b[from:])
		closing := bytes.HasPrefix(line, []byte("--"))
		if !closing && len(bytes.TrimSpace(line)) > 0 {
			continue // a longer boundary with the same beginning
		}
		before = bytes.TrimSuffix(bytes.TrimSuffix(b[:i], []byte("\n")), []byte("\r"))
		return before, rest, closing
	}
}

// contentType returns the content type in lower case, and its parameters. It tolerates malformed fields.
func contentType(head Header, unlabelled string) (string, params) {
	value := head.Get("content-type")
	if value == "" {
		return unlabelled, nil
	}
	kind, rest, _ := strings.Cut(value, ";")
	if i := strings.IndexByte(kind, '('); i >= 0 {
		kind = kind[:i]
	}
	kind = strings.ToLower(strings.Trim(kind, " \t\"'"))
	if i := strings.IndexAny(kind, " \t,"); i > 0 { // such as "text/plain charset=utf-8"
		kind, rest = kind[:i], value[i:]
	}
	major, minor, _ := strings.Cut(kind, "/")
	kind = strings.TrimSpace(major) + "/" + strings.TrimSpace(minor)
	if major == "" || minor == "" || kind == "text/text" {
		kind = unlabelled
	}
	return kind, readParams(rest)
}

// isAttachment reports whether a part is to be saved as a file rather than displayed (RFC 2183).
func isAttachment(head Header) bool {
	kind, _, _ := strings.Cut(head.Get("content-disposition"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "attachment")
}
