package mailer

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"mime"
	"strings"
)

var (
	errDepth    = fmt.Errorf("more than %d parts within parts", maxDepth)
	errParts    = fmt.Errorf("more than %d parts", maxParts)
	errText     = fmt.Errorf("more than %d KiB of text", MaxText>>10)
	errBoundary = errors.New("boundary is too long")
)

// How good a text is that was found.
type quality int

const (
	noText quality = iota
	fromHTML
	plainText
)

// A partReader walks through a mail's parts. Each level of nesting looks at the
// bytes once, and there are at most maxDepth levels.
type partReader struct{ parts int }

func readText(head header, body []byte) (string, error) {
	var r partReader
	text, _, err := r.read(head, body, "text/plain", 0)
	if err != nil {
		return "", err
	}
	if text = tidy(text); len(text) > MaxText {
		return "", errText
	}
	return text, nil
}

// read gives the text of a part; unlabelled is the type of one that has none.
func (r *partReader) read(head header, body []byte, unlabelled string, depth int) (string, quality, error) {
	if depth > maxDepth {
		return "", noText, errDepth
	}
	kind, params := contentType(head, unlabelled)
	switch {
	case kind == "multipart/alternative":
		return r.best(body, params["boundary"], depth)
	case kind == "multipart/digest":
		return "", noText, nil // other people's mails
	case strings.HasPrefix(kind, "multipart/"):
		return r.join(body, params["boundary"], depth)
	case isAttachment(head), kind != "text/plain" && kind != "text/markdown" && kind != "text/html":
		return "", noText, nil
	}
	text := toUTF8(params["charset"], decodeTransfer(head.get("content-transfer-encoding"), body))
	if kind == "text/html" {
		return htmlText(text), fromHTML, nil
	}
	if strings.EqualFold(params["format"], "flowed") {
		text = unflow(text, strings.EqualFold(params["delsp"], "yes"))
	}
	return text, plainText, nil
}

// best gives the text of the part that has the best one.
func (r *partReader) best(body []byte, boundary string, depth int) (string, quality, error) {
	var (
		best string
		rank quality
	)
	err := r.each(body, boundary, func(head header, body []byte) error {
		text, q, err := r.read(head, body, "text/plain", depth+1)
		if q > rank && strings.TrimSpace(text) != "" {
			best, rank = text, q
		}
		return err
	})
	return best, rank, err
}

// join gives the text of all parts, one below the other.
func (r *partReader) join(body []byte, boundary string, depth int) (string, quality, error) {
	var (
		all  []string
		rank quality
	)
	err := r.each(body, boundary, func(head header, body []byte) error {
		text, q, err := r.read(head, body, "text/plain", depth+1)
		if q != noText && strings.TrimSpace(text) != "" {
			all, rank = append(all, strings.TrimRight(text, "\r\n")), max(rank, q)
		}
		return err
	})
	return strings.Join(all, "\n"), rank, err
}

func (r *partReader) each(body []byte, boundary string, do func(header, []byte) error) error {
	if len(boundary) > maxBoundary {
		return errBoundary
	}
	if boundary == "" {
		boundary = guessBoundary(body)
	}
	if _, _, none := cutDelimiter(body, "--"+boundary); none { // it only says that it has parts
		return do(nil, body)
	}
	for part := range cutParts(body, "--"+boundary) {
		if r.parts++; r.parts > maxParts {
			return errParts
		}
		head, body, err := splitHeader(part)
		if err != nil {
			return err
		}
		if err := do(head, body); err != nil {
			return err
		}
	}
	return nil
}

// cutParts gives what stands between the delimiter lines. A last part that is
// not closed ends where the body ends.
func cutParts(body []byte, delimiter string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		_, rest, last := cutDelimiter(body, delimiter)
		for !last {
			var part []byte
			part, rest, last = cutDelimiter(rest, delimiter)
			if !yield(part) {
				return
			}
		}
	}
}

// cutDelimiter cuts at the next delimiter line. last says that nothing follows.
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
			continue // a longer boundary that begins like this one
		}
		before = bytes.TrimSuffix(bytes.TrimSuffix(b[:i], []byte("\n")), []byte("\r"))
		return before, rest, closing
	}
}

// guessBoundary takes the first line that looks like a delimiter.
func guessBoundary(body []byte) string {
	for rest := body; len(rest) > 0; {
		var line []byte
		line, rest = cutLine(rest)
		if len(line) > 4 && len(line) <= maxBoundary && bytes.HasPrefix(line, []byte("--")) {
			return strings.TrimSpace(string(line[2:]))
		}
	}
	return ""
}

// contentType gives the type in lower case and its parameters, also of a field
// that breaks the rules.
func contentType(head header, unlabelled string) (string, map[string]string) {
	value := head.get("content-type")
	if kind, params, err := mime.ParseMediaType(value); err == nil && strings.Contains(kind, "/") {
		return kind, params
	}
	kind, rest, _ := strings.Cut(value, ";")
	kind = strings.ToLower(strings.Trim(kind, " \t\"'"))
	if kind == "text" || !strings.Contains(kind, "/") {
		kind = unlabelled
	}
	return kind, carelessParams(rest)
}

// carelessParams reads name=value; name="value" with whatever is around them.
func carelessParams(s string) map[string]string {
	params := make(map[string]string)
	for s != "" {
		name, rest, found := strings.Cut(s, "=")
		if !found {
			break
		}
		if i := strings.LastIndexAny(name, "; \t"); i >= 0 && strings.TrimSpace(name[i:]) != "" {
			name = name[i+1:]
		}
		var value string
		if rest = strings.TrimLeft(rest, " \t"); strings.HasPrefix(rest, `"`) {
			value, s, _ = strings.Cut(rest[1:], `"`)
		} else {
			value, s, _ = strings.Cut(rest, ";")
		}
		name = strings.ToLower(strings.Trim(name, "; \t"))
		if _, twice := params[name]; !twice {
			params[name] = strings.TrimSpace(value)
		}
	}
	return params
}

func isAttachment(head header) bool {
	kind, _, _ := strings.Cut(head.get("content-disposition"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "attachment")
}
