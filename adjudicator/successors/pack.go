package successors

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"deaddrop/adjudicator/pack"
)

// houseText is the house edition as it is written.
//
//go:embed house.toml
var houseText []byte

var house = pack.House[Board]{Text: houseText, Parse: parseBoard}

// House returns the house edition of the board. It is the same board each time.
func House() *Board { return house.Board() }

// checkPack returns a summary of an edition, or an error with everything that keeps it from being played.
func checkPack(text []byte) (string, error) {
	b, err := house.Check(text)
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

// An edition is the text form of a pack.
type edition struct {
	pack.Head
	Turns int
	Units struct {
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
	pack.Effect
	Units, Also string
	Hit         int
	Patrol      bool
}

// The limits of an edition. They are not from the rules, but guard against slips and nonsense.
const (
	maxPlaces  = 80 // provinces and seas together
	maxTurns   = 40
	maxCount   = 60 // number of counters of one type, of talents, and the like
	maxChits   = 60
	maxEffects = 6
	maxName    = 20 // bytes in the name of a province or sea, for which the tables in letters have room
)

// parseBoard reads an edition of the board from a pack in the format of the house edition, which is explained at the
// top of that file. The error has a line for every fault: which province, table or card it is in, what is needed, and
// the rule or the known fact behind it, or the number of the entry (U1 to U7) that is not publicly known and has to
// be typed in.
func parseBoard(text []byte) (*Board, error) {
	var p edition
	var r packReader
	if err := r.Decode(text, &p); err != nil {
		return nil, err
	}
	r.board = &Board{Head: p.Head, Turns: p.Turns}
	r.Head(p.Head)
	r.turns(&p)
	r.counters(&p)
	r.hits(p.Hit)
	r.caught(p.Caught)
	r.places(&p)
	r.forms = r.board.forms()
	r.board.Odd = r.table("odd", p.Odd)
	r.board.Even = r.table("even", p.Even)
	r.chits(p.Chit)
	r.known()
	if err := r.Err(); err != nil {
		return nil, err
	}
	r.board.lexicon = sync.OnceValue(r.board.words)
	return r.board, nil
}

// A packReader turns a pack into a board and collects its faults.
type packReader struct {
	pack.Reader
	board *Board
	forms map[Op]pack.Form
}

// turns reads the number of turns.
func (r *packReader) turns(p *edition) {
	switch {
	case p.Turns == 0:
		r.Fault("turns: it is missing (U6)")
	case p.Turns < 9 || p.Turns > maxTurns:
		r.Fault("turns: %d given; there must be more than 8, and at most %d (K8)", p.Turns, maxTurns)
	}
}

// counters reads the number of counters (U7) and the price of an elephant.
func (r *packReader) counters(p *edition) {
	b := r.board
	b.Counters = r.units("units: counters of each colour (U7)", p.Units.Counters)
	b.White = r.units("units: white counters (U7)", p.Units.White)
	for _, t := range Types {
		if b.Counters[t] == 0 {
			r.Fault("units: each colour needs counters of %s (U7, SU-9)", t)
		}
	}
	if n := b.White[Levy]; n < 2 {
		r.Fault("units: 2 white levies or more needed, %d given (K5)", n)
	}
	if b.Elephant = p.Units.Elephant; b.Elephant < 1 || b.Elephant > maxCount {
		r.Fault("units: elephant is what an elephant costs, from 1 to %d talents, and %d given (U2, SU-9)",
			maxCount, b.Elephant)
	}
}

// units reads a list of units such as "2 levies, 1 cavalry".
func (r *packReader) units(what, text string) (u Units) {
	r.Count(what, text, "cavalry, infantry, elephants, levies or fleets", maxCount, func(word string) *int {
		i := slices.IndexFunc(Types, func(t Type) bool {
			return slices.Contains([]string{t.String(), t.String() + "s", strings.TrimSuffix(t.String(), "y") + "ies"},
				word)
		})
		if i < 0 {
			return nil
		}
		return &u[Types[i]]
	})
	return u
}

// hits reads the lowest rolls that hit (U4).
func (r *packReader) hits(given map[string]int) {
	b := r.board
	into := map[string]*int{"prebattle": &b.First, "sea": &b.Hit[Fleet]}
	kinds := []string{"prebattle", "sea"}
	for _, t := range Land {
		into[t.String()] = &b.Hit[t]
		kinds = append(kinds, t.String())
	}
	pack.Complete(&r.Reader, "hit (U4, SU-16)", "numbers", kinds, slices.Sorted(maps.Keys(given)))
	for _, kind := range kinds {
		n, ok := given[kind]
		switch {
		case !ok:
		case kind == "sea" && n != 5:
			r.Fault("hit: at sea a roll of 5 or 6 kills, and %d is given (SU-12)", n)
		case n < 2 || n > 6:
			r.Fault("hit: %s hits with a throw of %d or more; it must be from 2 to 6 (SU-16)", kind, n)
		default:
			*into[kind] = n
		}
	}
}

// caught reads the fates of captured fleets (U5).
func (r *packReader) caught(given map[string]string) {
	dice := []string{"1", "2", "3", "4", "5", "6"}
	pack.Complete(&r.Reader, "caught (U5, SU-21)", "results", dice, slices.Sorted(maps.Keys(given)))
	for i, d := range dice {
		fate, ok := given[d]
		if ok && !slices.Contains([]Fate{Kept, Sunk, Escape}, Fate(fate)) {
			r.Fault("caught: the result of %s is %q, and must be %q, %q or %q (SU-21)", d, fate, Kept, Sunk, Escape)
		}
		r.board.Caught[i] = Fate(fate)
	}
}
