package order

import "slices"

// A Sheet is what is on file: a line for each thing that is decided, under a key that the game gives the thing.
type Sheet struct {
	keys  []string
	lines map[string]string
}

// NewSheet returns an empty sheet.
func NewSheet() *Sheet { return &Sheet{lines: map[string]string{}} }

// Get returns the line of a thing, or "".
func (s *Sheet) Get(key string) string { return s.lines[key] }

// Set sets the line of a thing, replacing its present one; "" removes it.
func (s *Sheet) Set(key, line string) {
	_, on := s.lines[key]
	switch {
	case line == "":
		delete(s.lines, key)
		s.keys = slices.DeleteFunc(s.keys, func(k string) bool { return k == key })
		return
	case !on:
		s.keys = append(s.keys, key)
	}
	s.lines[key] = line
}

// Keys returns the things that have a line, in the order in which they were added.
func (s *Sheet) Keys() []string { return slices.Clone(s.keys) }

// Lines returns all lines, in the order in which their things were added.
func (s *Sheet) Lines() []string {
	out := make([]string, len(s.keys))
	for i, k := range s.keys {
		out[i] = s.lines[k]
	}
	return out
}
