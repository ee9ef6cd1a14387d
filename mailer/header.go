package mailer

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/mail"
	"slices"
	"strings"
	"unicode/utf8"
)

var errHeader = errors.New("header is too long")

// A Header is the list of fields of a mail or of a MIME part, in their order.
type Header []Field

// A Field is one field of a header.
type Field struct {
	Key   string // in lower case
	Value string // unfolded, valid UTF-8, not yet decoded
}

// All returns the values of all fields named key, which must be in lower case.
func (h Header) All(key string) []string {
	var values []string
	for _, f := range h {
		if f.Key == key {
			values = append(values, f.Value)
		}
	}
	return values
}

// Get returns the value of the first field named key, which must be in lower case, or "".
func (h Header) Get(key string) string {
	for _, f := range h {
		if f.Key == key {
			return f.Value
		}
	}
	return ""
}

// without returns the header without the fields of that name.
func (h Header) without(key string) Header {
	return slices.DeleteFunc(slices.Clone(h), func(f Field) bool { return f.Key == key })
}

// splitHeader splits a mail at the first empty line. It skips lines in the header that are not fields; if no field
// follows them, it takes them for the beginning of the body, after a forgotten empty line. If the header is too long,
// it returns what it has read, with an error.
func splitHeader(raw []byte) (Header, []byte, error) {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if bytes.IndexByte(raw, '\n') < 0 {
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	var (
		body  []byte
		err   error
		ended bool
		rest  = raw
	)
	for len(rest) > 0 && !ended {
		line, after := cutLine(rest)
		if len(raw)-len(after) > MaxHeader {
			err = errHeader
			break
		}
		if ended = len(line) == 0; ended {
			body = after
		}
		rest = after
	}
	head, junk := readFields(string(raw[:len(raw)-len(rest)]))
	if junk >= 0 && err == nil {
		body = raw[junk:]
	}
	return head, body, err
}

// readFields reads the lines of a header. junk is the offset of the trailing lines that are not fields, not even
// malformed ones, or -1.
func readFields(text string) (head Header, junk int) {
	r := fieldReader{head: make(Header, 0, 24), names: make([]byte, 0, 384), lens: make([]int, 0, 32),
		folded: make([]byte, 0, 1024)}
	junk = -1
	for rest := text; rest != ""; {
		line, after, _ := strings.Cut(rest, "\n")
		n := len(r.head)
		for strings.HasSuffix(line, "\r") {
			line = line[:len(line)-1]
		}
		if !r.line(line) && junk < 0 && !strings.Contains(line, ":") {
			junk = len(text) - len(rest)
		} else if len(r.head) > n {
			junk = -1
		}
		rest = after
	}
	r.flush()
	names := string(r.names)
	for i, n := range r.lens {
		r.head[i].Key, names = names[:n], names[n:]
	}
	return r.head, junk
}

// A fieldReader assembles fields from lines.
type fieldReader struct {
	head   Header
	names  []byte // names of all fields so far, in lower case
	lens   []int  // lengths of those names
	open   bool   // the last field may be continued
	folded []byte // its value, if it is continued
}

// line adds a line, and reports whether it can be part of a header.
func (r *fieldReader) line(line string) bool {
	if line == "" {
		return true
	}
	if line[0] == ' ' || line[0] == '\t' {
		if r.open {
			if len(r.folded) == 0 {
				r.folded = append(r.folded, r.head[len(r.head)-1].Value...)
			}
			r.folded = append(append(r.folded, ' '), strings.TrimSpace(line)...)
		}
		return true
	}
	r.flush()
	name, value, found := strings.Cut(line, ":")
	name = strings.TrimRight(name, " \t")
	if r.open = found && name != "" && visibleBytes.holds(name); r.open {
		r.head = append(r.head, Field{Value: strings.TrimSpace(value)})
		r.names, r.lens = appendLower(r.names, name), append(r.lens, len(name))
	}
	return r.open
}

// flush completes the last field.
func (r *fieldReader) flush() {
	if !r.open {
		return
	}
	last := &r.head[len(r.head)-1]
	if len(r.folded) > 0 {
		last.Value, r.folded = string(bytes.TrimSpace(r.folded)), r.folded[:0]
	}
	if !utf8.ValidString(last.Value) {
		last.Value = toUTF8("", []byte(last.Value))
	}
	r.open = false
}

func appendLower(b []byte, s string) []byte {
	for i := range len(s) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return b
}

// cutLine cuts off the first line, and returns it without CR and LF at its end.
func cutLine(b []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(b, []byte("\n"))
	for len(line) > 0 && line[len(line)-1] == '\r' { // some gateways write CR CR LF
		line = line[:len(line)-1]
	}
	return line, rest
}

// decodeWords decodes encoded words (RFC 2047). It leaves those that cannot be decoded as they are.
func decodeWords(s string) string {
	text, err := wordDecoder().DecodeHeader(s)
	if err != nil {
		return s
	}
	return text
}

func wordDecoder() *mime.WordDecoder {
	return &mime.WordDecoder{CharsetReader: func(label string, r io.Reader) (io.Reader, error) {
		b, err := io.ReadAll(r)
		return strings.NewReader(toUTF8(label, b)), err
	}}
}

// author returns the one address of the only From field. It returns "" for a mail with several authors, a group or
// control characters, since programs disagree about who wrote such a mail.
func author(head Header) (address, name string) {
	values := head.All("from")
	if len(values) != 1 || len(values[0]) > 2000 || strings.ContainsFunc(values[0], isControl) {
		return "", ""
	}
	if address, name, ok := simpleAddress(values[0]); ok {
		return address, name
	}
	bare := stripQuoted(values[0])
	if strings.ContainsAny(bare, ":;") {
		return "", ""
	}
	parser := mail.AddressParser{WordDecoder: wordDecoder()}
	list, err := parser.ParseList(values[0])
	if err != nil {
		return carelessAuthor(bare)
	}
	if len(list) != 1 {
		return "", ""
	}
	return foldDomain(list[0].Address), oneLine(list[0].Name, maxSubject)
}

// simpleAddress parses the forms that nearly all addresses have: Ann Lee <ann@example.org>, "Lee, Ann"
// <ann@example.org> or ann@example.org.
func simpleAddress(s string) (address, name string, ok bool) {
	address = s
	if i := strings.IndexByte(s, '<'); i >= 0 && s[len(s)-1] == '>' {
		name, address = strings.TrimSpace(s[:i]), s[i+1:len(s)-1]
		may := &nameBytes
		inner, quoted := strings.CutPrefix(name, `"`)
		if quoted {
			if inner, quoted = strings.CutSuffix(inner, `"`); !quoted {
				return "", "", false
			}
			name, may = inner, &quotedBytes
		}
		if !may.holds(name) || strings.Contains(name, "  ") {
			return "", "", false
		}
	}
	local, domain, _ := strings.Cut(address, "@")
	simple := isDotted(local, &localBytes) && isDotted(domain, &domainBytes)
	if !simple || len(address) > maxAddress {
		return "", "", false
	}
	if lower := strings.ToLower(domain); lower != domain {
		address = local + "@" + lower
	}
	return address, name, true
}

// isDotted reports whether s consists of bytes of that set, without a dot at either end or two in a row.
func isDotted(s string, of *byteSet) bool {
	return of.holds(s) && !strings.Contains("."+s+".", "..")
}

// carelessAuthor parses invalid but common forms such as "J. (Jo) Doe, but no commas <jo@example.org>". Nothing
// before the brackets may look like an address.
func carelessAuthor(bare string) (address, name string) {
	name, rest, _ := strings.Cut(bare, "<")
	address, after, closed := strings.Cut(rest, ">")
	if !closed || strings.TrimSpace(after) != "" || strings.ContainsAny(name, "@,>") {
		return "", ""
	}
	return foldDomain(address), oneLine(decodeWords(name), maxSubject)
}

// stripQuoted removes quoted strings and comments from a field, as their content is not syntax.
func stripQuoted(s string) string {
	var (
		out    strings.Builder
		depth  int
		quoted bool
	)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && (quoted || depth > 0):
			i++
		case c == '"' && depth == 0:
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth == 0:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// addresses returns the addresses of a To or Cc field that can be parsed. complete is false if there may be others.
func addresses(value string) (all []string, complete bool) {
	if len(value) > 16<<10 {
		return nil, false
	}
	if address, _, ok := simpleAddress(value); ok {
		return []string{address}, true
	}
	list, err := (&mail.AddressParser{WordDecoder: wordDecoder()}).ParseList(value)
	if err != nil {
		if address, _ := carelessAuthor(stripQuoted(value)); address != "" {
			return []string{address}, true
		}
		return nil, !strings.Contains(value, "@")
	}
	complete = true
	for _, a := range list {
		address := foldDomain(a.Address)
		if complete = complete && address != ""; address != "" {
			all = append(all, address)
		}
	}
	return all, complete
}

// foldDomain returns the address with its domain in lower case, or "" if it is not a plain address.
func foldDomain(address string) string {
	local, domain, _ := strings.Cut(address, "@")
	if local == "" || domain == "" || len(address) > maxAddress {
		return ""
	}
	if strings.ContainsAny(address, `<>()[],:;\" `) || strings.Contains(domain, "@") ||
		strings.ContainsFunc(address, isControl) {
		return ""
	}
	return local + "@" + strings.ToLower(domain)
}
