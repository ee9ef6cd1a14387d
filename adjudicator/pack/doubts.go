package pack

import (
	"fmt"
	"slices"
	"strings"
)

// Doubts returns remarks, with line numbers, on parts of an edition that are valid but probably mistakes: an entry
// that a table lacks although all tables of its kind in the house edition have it, a name in capitals, or a
// description copied from the house edition.
func Doubts(house, text []byte) []string {
	ours, theirs := blocksOf(string(house)), blocksOf(string(straightened(text)))
	var out []string
	doubt := func(line int, format string, args ...any) {
		out = append(out, fmt.Sprintf("line %d: %s", line, fmt.Sprintf(format, args...)))
	}
	always := map[string][]string{} // the entries that all tables of a kind have
	for _, b := range ours[1:] {
		kind := plainPath(b.path)
		if !strings.HasSuffix(b.path, "]") {
			continue
		}
		keys, ok := always[kind]
		if !ok {
			always[kind] = slices.Clone(b.keys)
			continue
		}
		always[kind] = slices.DeleteFunc(keys, func(key string) bool { return !slices.Contains(b.keys, key) })
	}
	for _, b := range theirs[1:] {
		const short = 3
		if name := b.value("name"); len(name) > short && name == strings.ToUpper(name) {
			doubt(b.first(), "%s: its name is in capitals, as letters and pictures will have it", name)
		}
		for _, key := range always[plainPath(b.path)] {
			if b.has(key) {
				continue
			}
			empty := `""`
			if value := b.like(ours, key); value != "" && value[0] != '"' {
				empty = "0"
			}
			doubt(b.first(), "%s: %q is left out, as if it were %s; write %s = %s if that is meant",
				Named(b.kind, b.name()), key, empty, key, empty)
		}
	}
	head, was := theirs[0], ours[0]
	for _, key := range []string{"edition", "note"} {
		if head.value("provenance") != was.value("provenance") && head.value(key) == was.value(key) &&
			head.value(key) != "" {
			doubt(head.lines[key], "%s: it is that of the house edition, and provenance is %q; players read it", key,
				head.value("provenance"))
		}
	}
	return out
}

// has reports whether a block has an entry, ignoring case.
func (b *block) has(key string) bool {
	return slices.ContainsFunc(b.keys, func(k string) bool { return strings.EqualFold(k, key) })
}

// value returns the text of an entry of a block.
func (b *block) value(key string) string { return unquoted(b.values[key]) }

// like returns the value of an entry in a table of the same kind.
func (b *block) like(blocks []*block, key string) string {
	for _, other := range blocks {
		if plainPath(other.path) == plainPath(b.path) && other.values[key] != "" {
			return other.values[key]
		}
	}
	return ""
}
