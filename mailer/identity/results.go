package identity

import "strings"

// results is the content of one Authentication-Results field (RFC 8601 section 2.2).
type results struct {
	id   string // name of the server that wrote the results
	list []result
}

// A result is the result of one method.
type result struct {
	method string // in lower case: "dmarc", "dkim", "spf" ...
	value  string // in lower case: "pass", "fail" ...
	props  []prop
}

// A prop is a property that a method checked.
type prop struct{ name, value string } // the name is in lower case, as "header.from"

// prop returns the value of a property, or "" unless it occurs exactly once.
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

// Authserv returns the name of the server that wrote an Authentication-Results field (RFC 8601 section 2.5), or "" if
// it has none.
func Authserv(field string) string {
	r, _ := parseResults(field) // the name precedes any syntax error
	return r.id
}

// parseResults parses the value of a field. With an error, it returns what precedes the syntax error: the server's
// name may be known then, but the results prove nothing.
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
		s.fail() // Microsoft begins with the first result, without a name
	}
	if s.err != nil {
		return r, s.err
	}
	if s.skip(); s.peek() == '=' {
		return r, errSyntax // others do the same, with spaces
	}
	r.id = id
	if '0' <= s.peek() && s.peek() <= '9' {
		s.run(keyword) // the version
		s.skip()
	}
	for s.accept(';') {
		s.skip()
		if s.i >= len(s.s) || s.peek() == ';' {
			continue // some servers write a semicolon at the end
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

// result parses `method/1 = value reason=... ptype.property = value ...`. ok is false for "none".
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

// prop parses a property, a reason, or an extension without a dot such as Microsoft's action=none.
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

// value parses a token, a quoted string or an address, whose local part may contain quoted parts. Quotes in any other
// place show that the server copies text without escaping it, so they are an error.
func (s *scanner) value() string {
	if s.end() {
		return "" // the empty smtp.mailfrom= of a DSN
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

// lower converts ASCII letters only: U+212A, the Kelvin sign, must not become k.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
