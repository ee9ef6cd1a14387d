package identity

import (
	"errors"
	"strings"
)

var errSyntax = errors.New("it does not follow RFC 8601")

// A scanner reads tokens of a structured field (RFC 5322 section 3.2). It keeps the first error, and then behaves as
// at the end of the field.
type scanner struct {
	s   string
	i   int
	err error
}

func (s *scanner) fail() {
	s.err = errSyntax
	s.i = len(s.s)
}

// peek returns the next byte, or 0 at the end. A NUL in the field is an error anyway.
func (s *scanner) peek() byte {
	if s.i < len(s.s) {
		return s.s[s.i]
	}
	return 0
}

// skip skips spaces and comments, and reports whether there were any.
func (s *scanner) skip() bool {
	from := s.i
	for s.i < len(s.s) {
		switch s.s[s.i] {
		case ' ', '\t', '\r', '\n':
			s.i++
		case '(':
			s.comment()
		default:
			return s.i > from
		}
	}
	return s.i > from
}

// comment skips a comment, which may contain others. A server that copies an address into a comment without escaping
// it lets the author end the comment: `envelope-from="x) ; dmarc=pass ..."`. Therefore an opening quote without a
// closing one is an error.
func (s *scanner) comment() {
	depth, quotes := 0, 0
	for ; s.i < len(s.s); s.i++ {
		switch c := s.s[s.i]; {
		case c == '\\' && s.i+1 < len(s.s):
			s.i++
			if control(s.s[s.i]) {
				s.fail()
				return
			}
		case c == '"':
			quotes++
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				s.i++
				if quotes%2 != 0 {
					s.fail()
				}
				return
			}
		case control(c):
			s.fail()
			return
		}
	}
	s.fail()
}

// quoted reads the quoted string that begins here.
func (s *scanner) quoted() string {
	var b strings.Builder
	for s.i++; s.i < len(s.s); s.i++ {
		c := s.s[s.i]
		switch {
		case c == '"':
			s.i++
			return b.String()
		case c == '\\' && s.i+1 < len(s.s):
			s.i++
			c = s.s[s.i]
		}
		if control(c) {
			break
		}
		b.WriteByte(c)
	}
	s.fail()
	return ""
}

// run reads one or more bytes for which fit returns true.
func (s *scanner) run(fit func(c byte) bool) string {
	from := s.i
	for s.i < len(s.s) && fit(s.s[s.i]) {
		s.i++
	}
	if s.i == from {
		s.fail()
		return ""
	}
	return s.s[from:s.i]
}

// end reports whether a value ends here.
func (s *scanner) end() bool {
	switch s.peek() {
	case 0, ' ', '\t', '\r', '\n', ';', '(':
		return s.i >= len(s.s) || s.s[s.i] != 0
	}
	return false
}

// accept skips c if it is the next byte, and reports whether it was.
func (s *scanner) accept(c byte) bool {
	if s.i < len(s.s) && s.s[s.i] == c {
		s.i++
		return true
	}
	return false
}

func control(c byte) bool { return c == 0x7f || c < ' ' && strings.IndexByte("\t\r\n", c) < 0 }

func keyword(c byte) bool {
	return strings.IndexByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_", c) >= 0
}

// plain reports whether c may occur in an unquoted value. Servers write more than an RFC 2045 token there: addresses,
// base64, IPv6.
func plain(c byte) bool {
	return c > ' ' && c != 0x7f && strings.IndexByte(`;()"\`, c) < 0
}
