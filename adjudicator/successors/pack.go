package successors

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// houseText is the house edition as it is written.
//
//go:embed house.toml
var houseText []byte

// House returns the house edition of the board. It is the same board each time.
func House() *Board { return house() }

var house = sync.OnceValue(func() *Board {
	b, err := parseBoard(houseText)
	if err != nil {
		panic("successors: house.toml: " + err.Error())
	}
	return b
})

// boardOf returns the board of an edition as a game has it.
func boardOf(text string) (*Board, error) {
	if text == string(houseText) {
		return House(), nil
	}
	return parseBoard([]byte(text))
}

// checkPack says what an edition is, or all that keeps it from being played.
func checkPack(text []byte) (string, error) {
	b, err := parseBoard(text)
	if err != nil {
		return "", err
	}
	seas := 0
	for _, p := range b.Places {
		if p.Sea {
			seas++
		}
	}
	return fmt.Sprintf("%s, %s (%s): %d provinces, %d seas, %d turns, %d results of the event tables and %d chits",
		b.Title, b.Edition, b.Provenance, len(b.Places)-seas, seas, b.Turns, len(b.Odd)+len(b.Even), len(b.Chits)), nil
}

// pack is an edition as it is written.
type pack struct {
	Title, Edition, Provenance, Note string
	Turns                            int
	Units                            struct {
		Counters, White string
		Elephant        int
	}
	Hit      map[string]int
	Caught   map[string]string
	Odd      map[string]cardText
	Even     map[string]cardText
	Chit     map[string]cardText
	Province []provinceText
	Sea      []seaText
}

type provinceText struct {
	Name                         string
	Value                        int
	Terrain, Raises, Links, Seas string
	Port                         bool
}

type seaText struct{ Name, Links string }

type cardText struct {
	Title, Text, When string
	Effect            []effectText
}

type effectText struct {
	Op, Target, Place, Also, Units, GM string
	Amount, Hit                        int
	Patrol                             bool
}

// What an edition can have. The rules tell none of these; they only keep slips and nonsense out.
const (
	maxPack    = 1 << 18 // bytes
	maxPlaces  = 80      // provinces and seas together
	maxTurns   = 40
	maxCount   = 60 // counters of one type, talents, and so on
	maxChits   = 60
	maxEffects = 6
	maxName    = 20 // bytes of the name of a province or sea, for which the tables of letters have room
	maxLine    = 300
)

// parseBoard reads an edition of the board from its pack, in the form of the house edition, whose head explains it.
// An error has a line for every fault that was found: which province, table or card, what it needs, and the rule or
// the known fact that says so, or the number of what is not publicly known and has to be typed in.
func parseBoard(text []byte) (*Board, error) {
	if len(text) > maxPack {
		return nil, fmt.Errorf("%d bytes are too many for a pack; it has at most %d", len(text), maxPack)
	}
	var p pack
	md, err := toml.Decode(string(text), &p)
	if err != nil {
		return nil, err
	}
	r := packReader{board: &Board{Title: p.Title, Edition: p.Edition, Provenance: p.Provenance, Note: p.Note, Turns: p.Turns, links: map[[2]Area]bool{}}}
	r.unknown(md, &p)
	r.head(&p)
	r.counters(&p)
	r.hits(p.Hit)
	r.caught(p.Caught)
	r.places(&p)
	r.board.Odd = r.table("odd", p.Odd)
	r.board.Even = r.table("even", p.Even)
	r.chits(p.Chit)
	r.known()
	if len(r.faults) > 0 {
		return nil, errors.Join(r.faults...)
	}
	r.board.named = r.board.finder()
	return r.board, nil
}

// A packReader turns a pack into a board and gathers what is wrong with it.
type packReader struct {
	board  *Board
	faults []error
}

func (r *packReader) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf(format, args...))
}

// unknown finds entries that no edition has, as a misspelt one would be left out unseen.
func (r *packReader) unknown(md toml.MetaData, p *pack) {
	unread := map[string]bool{}
	for _, key := range md.Undecoded() {
		unread[key.String()] = true
	}
	at := map[string]int{"province": -1, "sea": -1} // the place that the keys belong to, which are in the order of the text
	for _, key := range md.Keys() {
		kind := strings.ToLower(key[0])
		_, place := at[kind]
		if place && len(key) == 1 {
			at[kind]++
		}
		i := at[kind]
		switch {
		case !unread[key.String()]:
		case place && len(key) > 1 && kind == "province" && 0 <= i && i < len(p.Province):
			r.fault("%s: there is no entry %q in a province", orUnnamed(p.Province[i].Name), key[1:].String())
		case place && len(key) > 1 && kind == "sea" && 0 <= i && i < len(p.Sea):
			r.fault("%s: there is no entry %q in a sea", orUnnamed(p.Sea[i].Name), key[1:].String())
		default:
			r.fault("%s: there is no such entry in a pack", key)
		}
	}
}

func orUnnamed(name string) string {
	if name == "" {
		return "a place without a name"
	}
	return name
}

func (r *packReader) head(p *pack) {
	for _, e := range []struct {
		name, text string
		needed     bool
	}{{"title", p.Title, true}, {"edition", p.Edition, true}, {"note", p.Note, false}} {
		r.line(e.name, e.text, e.needed)
	}
	if known := []string{"house", "gm-typed", "published"}; !slices.Contains(known, p.Provenance) {
		r.fault(`provenance: it is %q, and must be "house", "gm-typed" or "published"`, p.Provenance)
	}
	switch {
	case p.Turns == 0:
		r.fault("turns: it is missing (U6)")
	case p.Turns < 9 || p.Turns > maxTurns:
		r.fault("turns: %d given; there must be more than 8, and at most %d (K8)", p.Turns, maxTurns)
	}
}

// line checks a line that people are to read.
func (r *packReader) line(name, text string, needed bool) {
	switch {
	case needed && strings.TrimSpace(text) == "":
		r.fault("%s: it is missing", name)
	case len(text) > maxLine || strings.ContainsFunc(text, func(c rune) bool { return !strconv.IsPrint(c) }):
		r.fault("%s: it must be one line of text, of at most %d bytes", name, maxLine)
	}
}

// counters reads how many pieces there are (U7), and what an elephant costs.
func (r *packReader) counters(p *pack) {
	b := r.board
	b.Counters = r.units("units: counters of each colour (U7)", p.Units.Counters)
	b.White = r.units("units: white counters (U7)", p.Units.White)
	for _, t := range Types {
		if b.Counters[t] == 0 {
			r.fault("units: each colour needs counters of %s (U7, SU-9)", t)
		}
	}
	if n := b.White[Levy]; n < 2 {
		r.fault("units: 2 white levies or more needed, %d given (K5)", n)
	}
	if b.Elephant = p.Units.Elephant; b.Elephant < 1 || b.Elephant > maxCount {
		r.fault("units: elephant is what an elephant costs, from 1 to %d talents, and %d given (U2, SU-9)", maxCount, b.Elephant)
	}
}

// units reads a list of units such as "2 levies, 1 cavalry".
func (r *packReader) units(what, text string) (u Units) {
	for _, part := range packList(text) {
		count, name, _ := strings.Cut(part, " ")
		n, err := strconv.Atoi(count)
		i := slices.IndexFunc(Types, func(t Type) bool {
			name := strings.ToLower(strings.TrimSpace(name))
			return slices.Contains([]string{t.String(), t.String() + "s", strings.TrimSuffix(t.String(), "y") + "ies"}, name)
		})
		if err != nil || n < 1 || n > maxCount || i < 0 {
			r.fault(`%s: %q must be from 1 to %d and cavalry, infantry, elephants, levies or fleets`, what, part, maxCount)
			continue
		}
		u[Types[i]] += n
	}
	return u
}

// hits reads the least throws that hit (U4).
func (r *packReader) hits(given map[string]int) {
	b := r.board
	into := map[string]*int{"prebattle": &b.First, "sea": &b.Hit[Fleet]}
	kinds := []string{"prebattle", "sea"}
	for _, t := range Land {
		into[t.String()] = &b.Hit[t]
		kinds = append(kinds, t.String())
	}
	r.complete("hit (U4, SU-16)", "numbers", kinds, slices.Sorted(maps.Keys(given)))
	for _, kind := range kinds {
		n, ok := given[kind]
		switch {
		case !ok:
		case kind == "sea" && n != 5:
			r.fault("hit: at sea a roll of 5 or 6 kills, and %d is given (SU-12)", n)
		case n < 2 || n > 6:
			r.fault("hit: %s hits with a throw of %d or more; it must be from 2 to 6 (SU-16)", kind, n)
		default:
			*into[kind] = n
		}
	}
}

// caught reads what becomes of captured fleets (U5).
func (r *packReader) caught(given map[string]string) {
	dice := []string{"1", "2", "3", "4", "5", "6"}
	r.complete("caught (U5, SU-21)", "results", dice, slices.Sorted(maps.Keys(given)))
	for i, d := range dice {
		fate, ok := given[d]
		if ok && !slices.Contains([]Fate{Kept, Sunk, Escape}, Fate(fate)) {
			r.fault("caught: the result of %s is %q, and must be %q, %q or %q (SU-21)", d, fate, Kept, Sunk, Escape)
		}
		r.board.Caught[i] = Fate(fate)
	}
}

// packList takes apart what commas separate.
func packList(text string) []string {
	var out []string
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		out = append(out, strings.TrimSpace(part))
	}
	return out
}

// complete finds what is missing of the kinds that a table needs, and what it has beside them or twice.
func (r *packReader) complete(table, what string, kinds, given []string) {
	for _, g := range given {
		if !slices.Contains(kinds, g) {
			r.fault("%s: %q is not %s", table, g, listed(kinds, "or"))
		}
	}
	var missing []string
	for _, k := range kinds {
		if !slices.Contains(given, k) {
			missing = append(missing, k)
		}
	}
	if len(missing) > 0 {
		r.fault("%s: %d %s needed, %d given; missing: %s", table, len(kinds), what, len(kinds)-len(missing), listed(missing, "and"))
	}
}

// listed are names as a sentence has them.
func listed(names []string, and string) string {
	var b strings.Builder
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(" " + and + " ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(name)
	}
	return b.String()
}
