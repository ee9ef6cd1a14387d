package mailer

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/mail"
	"strings"
)

var errHeader = errors.New("header is too long")

// A header is the fields of a mail or of a part, in their order.
type header []field

type field struct {
	key   string // in lower case
	value string // unfolded, valid UTF-8, not yet decoded
}

func (h header) all(key string) []string {
	var values []string
	for _, f := range h {
		if f.key == key {
			values = append(values, f.value)
		}
	}
	return values
}

// get gives the first field of that name, or "".
func (h header) get(key string) string {
	for _, f := range h {
		if f.key == key {
			return f.value
		}
	}
	return ""
}

// splitHeader reads the header up to the first empty line and passes over lines
// that are none of it. When the header is too long, it gives what it read.
func splitHeader(raw []byte) (header, []byte, error) {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if bytes.IndexByte(raw, '\n') < 0 {
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	var (
		head header
		key  string
		open []byte // the value being read
		rest = raw
	)
	flush := func() {
		if key != "" {
			head = append(head, field{key, toUTF8("", open)})
		}
		key, open = "", nil
	}
	for len(rest) > 0 {
		var line []byte
		line, rest = cutLine(rest)
		if len(raw)-len(rest) > MaxHeader {
			flush()
			return head, nil, errHeader
		}
		switch {
		case len(line) == 0:
			flush()
			return head, rest, nil
		case line[0] == ' ' || line[0] == '\t':
			open = append(append(open, ' '), bytes.TrimSpace(line)...)
		default:
			flush()
			key, open = cutField(line)
		}
	}
	flush()
	return head, nil, nil
}

// cutField gives "" as key when the line is no field.
func cutField(line []byte) (key string, value []byte) {
	name, value, found := bytes.Cut(line, []byte(":"))
	name = bytes.TrimRight(name, " \t")
	if !found || len(name) == 0 || !printable(string(name)) {
		return "", nil
	}
	return strings.ToLower(string(name)), bytes.Clone(bytes.TrimSpace(value))
}

// cutLine cuts off the first line, and CR and LF from its end.
func cutLine(b []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(b, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

// decodeWords decodes encoded words; what cannot be decoded stays as it is.
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

// author gives the one address of the one From field. Programs differ over who
// wrote a mail with several, with a group or with control characters, so those
// have no author.
func author(head header) (address, name string) {
	values := head.all("from")
	if len(values) != 1 || len(values[0]) > 2000 || strings.ContainsFunc(values[0], isControl) {
		return "", ""
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

// carelessAuthor reads "J. (Jo) Doe, but no commas <jo@example.org>", given that
// nothing before the brackets could be taken for an address.
func carelessAuthor(bare string) (address, name string) {
	name, rest, found := strings.Cut(bare, "<")
	address, after, closed := strings.Cut(rest, ">")
	if !found || !closed || strings.TrimSpace(after) != "" || strings.ContainsAny(name, "@,>") {
		return "", ""
	}
	return foldDomain(address), oneLine(decodeWords(name), maxSubject)
}

// stripQuoted takes quoted strings and comments out of a field, for what stands
// in them is no syntax.
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

// addresses gives what addresses of a To or Cc field can be read.
func addresses(value string) []string {
	if len(value) > 16<<10 {
		return nil
	}
	list, err := (&mail.AddressParser{WordDecoder: wordDecoder()}).ParseList(value)
	if err != nil {
		return nil
	}
	var all []string
	for _, a := range list {
		if address := foldDomain(a.Address); address != "" {
			all = append(all, address)
		}
	}
	return all
}

// foldDomain puts the domain in lower case; it gives "" for what is no plain
// address.
func foldDomain(address string) string {
	local, domain, found := strings.Cut(address, "@")
	plain := found && local != "" && domain != "" && len(address) <= 254 &&
		!strings.ContainsAny(address, "<>()[],:;\\\" ") &&
		!strings.Contains(domain, "@") &&
		!strings.ContainsFunc(address, isControl)
	if !plain {
		return ""
	}
	return local + "@" + strings.ToLower(domain)
}
