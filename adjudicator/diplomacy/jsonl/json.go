package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"unicode/utf8"
)

// A scanner reads a line of JSON value by value. It is bad once it has found invalid JSON.
type scanner struct {
	b     []byte // ends with a newline, which is not part of any value
	i     int
	bad   bool
	depth int // how many more levels of nested objects and lists are allowed
}

const deepest = 10000 // largest nesting depth of objects and lists, as in encoding/json

// open begins a line.
func (s *scanner) open(line []byte) {
	*s = scanner{b: line, depth: deepest}
	s.space()
}

// close ends a line. If the line is invalid, it returns the error of encoding/json.
func (s *scanner) close() error {
	s.space()
	if !s.bad && s.i == len(s.b)-1 {
		return nil
	}
	var raw json.RawMessage
	err := json.Unmarshal(s.b[:len(s.b)-1], &raw)
	if bad, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("byte %d: %w", bad.Offset, err)
	}
	return err
}

// space skips white space except newlines, which end the line.
func (s *scanner) space() {
	b, i := s.b, s.i
	for b[i] == ' ' || b[i] == '\t' || b[i] == '\r' {
		i++
	}
	s.i = i
}

// at reports whether the next value begins with c, which determines its type except for numbers.
func (s *scanner) at(c byte) bool { return s.b[s.i] == c && !s.bad }

// members yields the keys of the next value, which must be an object. The caller must read or skip the value of each
// key.
func (s *scanner) members() iter.Seq[[]byte] {
	return func(yield func(key []byte) bool) {
		for more := s.enter('}'); more; more = s.next('}') {
			key, _ := s.text()
			s.space()
			if s.bad = s.bad || s.b[s.i] != ':'; s.bad {
				return
			}
			s.i++
			s.space()
			if !yield(key) {
				return
			}
		}
	}
}

// elements yields the indexes of the next value, which must be a list. The caller must read or skip each element.
func (s *scanner) elements() iter.Seq[int] {
	return func(yield func(n int) bool) {
		n := 0
		for more := s.enter(']'); more; more = s.next(']') {
			if !yield(n) {
				return
			}
			n++
		}
	}
}

// enter moves to the first member of an object or list, and reports whether there is one.
func (s *scanner) enter(bracket byte) bool {
	s.depth--
	s.bad = s.bad || s.depth < 0
	s.i++
	s.space()
	if s.bad || s.b[s.i] != bracket {
		return !s.bad
	}
	s.i++
	s.depth++
	return false
}

// next moves to the next member of an object or list, and reports whether there is one.
func (s *scanner) next(bracket byte) bool {
	s.space()
	c := s.b[s.i]
	if s.bad = s.bad || c != ',' && c != bracket; s.bad {
		return false
	}
	s.i++
	if c == bracket {
		s.depth++
		return false
	}
	s.space()
	return true
}

// text reads a string. For any other value, it skips the value, and ok is false.
func (s *scanner) text() (content []byte, ok bool) {
	if !s.at('"') {
		s.skip()
		return nil, false
	}
	b, start := s.b, s.i+1
	for i := start; ; i++ {
		switch c := b[i]; {
		case c == '"':
			s.i = i + 1
			return b[start:i], true
		case c < ' ', c == '\\', c >= utf8.RuneSelf:
			return s.oddText()
		}
	}
}

// textOrNull reads a string, or null, which counts as an empty string.
func (s *scanner) textOrNull() ([]byte, error) {
	null := s.at('n')
	content, ok := s.text()
	if !ok && !null {
		return nil, errors.New("not a string")
	}
	return content, nil
}

// oddText reads a string that contains escapes or invalid UTF-8.
func (s *scanner) oddText() ([]byte, bool) {
	start := s.i
	s.skip()
	if s.bad {
		return nil, false
	}
	var text string
	err := json.Unmarshal(s.b[start:s.i], &text)
	return []byte(text), err == nil
}

// skip skips a value.
func (s *scanner) skip() {
	switch {
	case s.bad:
	case s.at('"'):
		s.skipString()
	case s.at('{'):
		for range s.members() {
			s.skip()
		}
	case s.at('['):
		for range s.elements() {
			s.skip()
		}
	default: // a number, true, false or null
		end := s.i + bytes.IndexAny(s.b[s.i:], ",]} \t\r\n")
		word := s.b[s.i:end]
		s.bad = string(word) != "null" && !json.Valid(word)
		s.i = end
	}
}

func (s *scanner) skipString() {
	b, i, escapes := s.b, s.i+1, false
	for ; b[i] != '"'; i++ {
		if b[i] == '\\' {
			escapes = true
			i++
		}
		if b[i] < ' ' {
			s.bad = true
			return
		}
	}
	value := b[s.i : i+1]
	s.bad = escapes && !json.Valid(value)
	s.i = i + 1
}
