package identity

import "strings"

// results is what one Authentication-Results field says (RFC 8601 section 2.2).
type results struct {
	id   string // of the server that wrote it
	list []result
}

// A result is what one method found.
type result struct {
	method string // in lower case: "dmarc", "dkim", "spf" ...
	value  string // in lower case: "pass", "fail" ...
	props  []prop
}

// A prop is a property that a method looked at.
type prop struct{ name, value string } // the name in lower case: "header.from"

// prop gives the value of a property, and "" if it is not there exactly once.
func (r result) prop(name string) string {
	value, seen := "", false
	for _, p := range r.props {
		if p.name == name {
			if seen {
				return ""
			}
			value, seen = p.value, true
		}
	}
	return value
}

// Authserv gives the name of the server that wrote an Authentication-Results field (RFC 8601 section 2.5), or "" where
// there is none.
func Authserv(field string) string {
	r, _ := parseResults(field) // who wrote it stands before any fault
	return r.id
}

// parseResults reads a field's value. With an error it gives what stands before the fault: who wrote it can
// be known then, but nothing in it proves anything.
func parseResults(value string) (results, error) {
	s := &scanner{s: value}
	var r results
	s.skip()
	id := ""
	if s.peek() == '"' {
		id = s.quoted()
	} else {
		id = s.run(func(c byte) bool { return plain(c) && c != '=' })
	}
	if s.err == nil && !s.end() {
		s.fail() // Microsoft begins with its first result, and no name
	}
	if s.err != nil {
		return r, s.err
	}
	if s.skip(); s.peek() == '=' {
		return r, errSyntax // so do others, with spaces
	}
	r.id = id
	if '0' <= s.peek() && s.peek() <= '9' {
		s.run(keyword) // the version
		s.skip()
	}
	for s.accept(';') {
		s.skip()
		if s.i >= len(s.s) || s.peek() == ';' {
			continue // some end with a semicolon
		}
		found, ok := s.result()
		if s.err != nil {
			break
		}
		if ok {
			r.list = append(r.list, found)
		}
	}
	if s.err == nil && s.i < len(s.s) {
		s.fail()
	}
	return r, s.err
}

// result reads `method/1 = value reason=... ptype.property = value ...`; ok is false for "none".
func (s *scanner) result() (r result, ok bool) {
	method := s.run(keyword)
	s.skip()
	if s.accept('/') {
		s.skip()
		s.run(keyword)
		s.skip()
	}
	if !s.accept('=') {
		if !strings.EqualFold(method, "none") {
			s.fail()
		}
		return r, false
	}
	s.skip()
	r.method, r.value = lower(method), lower(s.run(keyword))
	for s.skip(); s.err == nil && s.i < len(s.s) && s.peek() != ';'; s.skip() {
		r.props = append(r.props, s.prop())
	}
	return r, true
}

// prop reads a property, or a reason, or a remark without a dot like Microsoft's action=none.
func (s *scanner) prop() prop {
	name := s.run(keyword)
	if s.skip(); s.accept('.') {
		s.skip()
		name += "." + s.run(func(c byte) bool { return keyword(c) || c == '.' })
		s.skip()
	}
	if !s.accept('=') {
		s.fail()
		return prop{}
	}
	s.skip()
	if s.peek() == '"' && !strings.Contains(name, ".") { // a reason
		value := s.quoted()
		if !s.end() {
			s.fail()
		}
		return prop{lower(name), value}
	}
	return prop{lower(name), s.value()}
}

// value reads a token, a quoted string or an address, whose local part may be quoted in whole or between
// dots. Quotes at any other place come from a server that does not mask what it copies.
func (s *scanner) value() string {
	if s.end() {
		return "" // smtp.mailfrom= of a DSN
	}
	var b strings.Builder
	for dot := true; s.err == nil && !s.end(); {
		if s.peek() != '"' {
			part := s.run(plain)
			b.WriteString(part)
			dot = strings.HasSuffix(part, ".")
			continue
		}
		if !dot {
			s.fail()
			break
		}
		b.WriteString(s.quoted())
		if c := s.peek(); !s.end() && c != '@' && c != '.' {
			s.fail()
		}
		dot = false
	}
	return b.String()
}

// lower folds ASCII only: U+212A is no k.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
