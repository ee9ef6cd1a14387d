// Package pack reads editions of games in TOML format: boards, cards and tables with a title and a provenance. It
// checks what is the same in all packs; each game checks the rest.
package pack

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"deaddrop/adjudicator"
)

// Limits for packs.
const (
	maxPack = 1 << 18 // largest length of a pack, in bytes
	maxLine = 300
)

// A Head is the description that every edition begins with.
type Head struct {
	Title      string
	Edition    string // which edition it is, in a few words
	Provenance string // "house", "published" or "gm-typed"
	Note       string // a remark on the provenance for first letters; "" for none
	Picture    string // a map file for drawing the board; "" for none
}

// A House is the edition that comes with a game, as a board.
type House[Board any] struct {
	Text  []byte
	Parse func(text []byte) (*Board, error) // parses any edition

	once  sync.Once
	board *Board

	mu     sync.Mutex
	others map[string]*Board // cache of other editions' boards, by their text
}

// Check parses an edition and returns its board, or an error with all faults and their lines.
func (h *House[Board]) Check(text []byte) (*Board, error) {
	b, err := h.Of(string(text))
	return b, At(text, err)
}

// kept is the number of other editions' boards that are cached. Otherwise each letter of a game would parse its
// edition again.
const kept = 8

// Board returns the board of the house edition. It is parsed only once.
func (h *House[Board]) Board() *Board {
	h.once.Do(func() {
		var err error
		if h.board, err = h.Parse(h.Text); err != nil {
			panic(fmt.Sprintf("pack: the house edition of %T: %v", h.board, err))
		}
	})
	return h.board
}

// Of returns the board of an edition from its text, which usually is the house edition. Boards are shared between
// games and must not be modified.
func (h *House[Board]) Of(text string) (*Board, error) {
	if text == string(h.Text) {
		return h.Board(), nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if b := h.others[text]; b != nil {
		return b, nil
	}
	b, err := h.Parse([]byte(text))
	if err != nil {
		return nil, err
	}
	if h.others == nil || len(h.others) == kept {
		h.others = map[string]*Board{}
	}
	h.others[text] = b
	return b, nil
}

// A Reader reads a pack and collects faults.
type Reader struct{ faults []error }

// Fault adds a fault: the place, what is needed there, and the number of the rule.
func (r *Reader) Fault(format string, args ...any) {
	r.faults = append(r.faults, &Fault{Text: fmt.Sprintf(format, args...)})
}

// Err returns all faults, one per line, or nil if there are none.
func (r *Reader) Err() error { return errors.Join(r.faults...) }

// Decode decodes a text into a game's struct. It returns an error if the text is not TOML. Unknown entries are
// faults, because otherwise a misspelt entry would be ignored.
func (r *Reader) Decode(text []byte, into any) error {
	if len(text) > maxPack {
		return fmt.Errorf("%d bytes are too many for a pack; it has at most %d", len(text), maxPack)
	}
	text = straightened(bytes.TrimPrefix(text, []byte("\ufeff")))
	var raw map[string]any
	if _, err := toml.Decode(string(text), &raw); err != nil {
		return unreadable(string(text), err)
	}
	var fit Reader
	fit.fitting(blocksOf(string(text)), raw, reflect.TypeOf(into), "")
	if _, err := toml.Decode(string(text), into); err != nil {
		return cmp.Or(fit.Err(), err)
	}
	r.faults = append(r.faults, fit.faults...)
	return nil
}

// Named returns the designation of something of a kind, for faults.
func Named(kind, name string) string {
	if name == "" {
		return "a " + kind + " without a name"
	}
	return name
}

// Head checks the description of an edition.
func (r *Reader) Head(h Head) {
	r.Line("title", h.Title, true)
	r.Line("edition", h.Edition, true)
	r.Line("note", h.Note, false)
	if known := []string{"house", "gm-typed", "published"}; !slices.Contains(known, h.Provenance) {
		r.Fault(`provenance: it is %q, and must be "house", "gm-typed" or "published"`, h.Provenance)
	}
}

// Line checks a line of text for people; needed says whether it is required.
func (r *Reader) Line(name, text string, needed bool) {
	switch {
	case needed && strings.TrimSpace(text) == "":
		r.Fault("%s: it is missing", name)
	case len(text) > maxLine || strings.ContainsFunc(text, func(c rune) bool { return !strconv.IsPrint(c) }):
		r.Fault("%s: it must be one line of text, of at most %d bytes", name, maxLine)
	}
}

// Names checks the names of things of a kind: they must be suitable for orders, be sortable in lists, fit into
// letters (at most most bytes), and be different from each other.
func (r *Reader) Names(kind string, most int, names []string) {
	seen := map[string]string{}
	for _, name := range names {
		if !IsName(name, most) {
			r.Fault("%s: a name has plain letters with single spaces, hyphens or apostrophes between them, begins "+
				"with a capital, and has at most %d of all", Named(kind, name), most)
		}
		key := strings.ToLower(strings.ReplaceAll(name, "-", " "))
		if other, twice := seen[key]; twice && name != "" {
			r.Fault("%s: its name is that of %s, too", name, other)
		}
		seen[key] = name
	}
}

// IsName reports whether a text can be used as a name of at most most bytes.
func IsName(text string, most int) bool {
	if text == "" || len(text) > most {
		return false
	}
	if text[0] < 'A' || text[0] > 'Z' {
		return false
	}
	letter := false
	for _, c := range []byte(text) {
		was := letter
		lower := c | 0x20
		letter = 'a' <= lower && lower <= 'z'
		if !letter && (!was || !strings.ContainsRune(" -'", rune(c))) {
			return false
		}
	}
	return letter
}

// List splits a text at its commas.
func List[T ~string](text string) []T {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var out []T
	for part := range strings.SplitSeq(text, ",") {
		out = append(out, T(strings.TrimSpace(part)))
	}
	return out
}

// Complete adds faults for required kinds that are missing in a table, and for entries that are unknown or duplicate.
// It reports whether there were none.
func Complete[T ~string](r *Reader, table, what string, kinds, given []T) bool {
	before := len(r.faults)
	for i, g := range given {
		if !slices.Contains(kinds, g) {
			r.Fault("%s: %q is not %s", table, g, adjudicator.Listed(kinds, "or"))
		} else if slices.Contains(given[:i], g) {
			r.Fault("%s: %s comes twice", table, g)
		}
	}
	var missing []T
	for _, k := range kinds {
		if !slices.Contains(given, k) {
			missing = append(missing, k)
		}
	}
	if len(missing) > 0 {
		r.Fault("%s: %d %s needed, %d given; missing: %s", table, len(kinds), what, len(kinds)-len(missing),
			adjudicator.Listed(missing, "and"))
	}
	return len(r.faults) == before
}

// Numbered parses tables that are headed by numbers, such as "11", "13-16" or "21, 23-26", and together cover all
// numbers in order. such describes the headers for faults; read parses one table. It returns the result by number.
func Numbered[Given, Read any](r *Reader, kind, such string, all []int, given map[string]Given, read func(where string,
	given Given) Read) map[int]Read {
	out := map[int]Read{}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		where := kind + " " + key
		some, ok := numbers(key, all)
		if !ok {
			r.Fault("%s: it must be %s", where, such)
			continue
		}
		table := read(where, given[key])
		for _, n := range some {
			if _, twice := out[n]; twice {
				r.Fault("%s: %d comes twice", where, n)
			}
			out[n] = table
		}
	}
	return out
}

// Missing adds faults for numbers for which nothing was read.
func Missing[Read any](r *Reader, table, what, rule string, all []int, read map[int]Read) {
	var missing []string
	for _, n := range all {
		if _, ok := read[n]; !ok {
			missing = append(missing, strconv.Itoa(n))
		}
	}
	if len(missing) > 0 {
		r.Fault("%s: %d %s needed, %d given (%s); missing: %s", table, len(all), what, len(all)-len(missing),
			rule, adjudicator.Listed(missing, "and"))
	}
}

func numbers(key string, all []int) (out []int, ok bool) {
	index := func(text string) int {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return -1
		}
		return slices.Index(all, n)
	}
	for _, part := range List[string](key) {
		first, last, found := strings.Cut(part, "-")
		if !found {
			last = first
		}
		i, j := index(first), index(last)
		if i < 0 || j < i {
			return nil, false
		}
		out = append(out, all[i:j+1]...)
	}
	return out, len(out) > 0
}

// Count parses counts of several kinds, such as "2 levies, 1 cavalry". into returns where to store the count for a
// word; counts are from 1 to most. such describes the words for faults.
func (r *Reader) Count(where, text, such string, most int, into func(word string) *int) {
	for _, part := range List[string](text) {
		count, word, _ := strings.Cut(part, " ")
		n, err := strconv.Atoi(count)
		of := into(strings.ToLower(strings.TrimSpace(word)))
		switch {
		case err != nil || of == nil, n < 1 || n > most:
			r.Fault("%s: %q must be from 1 to %d and %s", where, part, most, such)
		case *of > 0:
			r.Fault("%s: %s comes twice", where, word)
		default:
			*of = n
		}
	}
}
