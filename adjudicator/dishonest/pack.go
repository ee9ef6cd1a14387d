package dishonest

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

// The text of the house edition: the board, and its cards.
//
//go:embed house.toml
var houseBoard []byte

//go:embed cards.toml
var houseCards []byte

// houseText is the text of the house edition as a single pack.
var houseText = slices.Concat(houseBoard, houseCards)

var house = pack.House[Board]{Text: houseText, Parse: parseBoard}

// House returns the house edition of the board. It is the same board each time.
func House() *Board { return house.Board() }

// checkPack returns a summary of an edition, or an error with everything that keeps it from being played.
func checkPack(text []byte) (string, error) {
	b, err := house.Check(text)
	if err != nil {
		return "", err
	}
	seas, objectives := 0, 0
	for _, p := range b.Places {
		if p.Sea {
			seas++
		}
		if p.Objective {
			objectives++
		}
	}
	return fmt.Sprintf("%s, %s (%s): %d regions with %d objectives, %d sea-zones, %d cards, %d tiles and scenarios "+
		"for %s players",
		b.Title, b.Edition, b.Provenance, len(b.Places)-seas, objectives, seas, len(b.Cards), len(b.Tiles),
		b.numbersOfPlayers()), nil
}

// numbersOfPlayers returns the numbers of players for which there are scenarios, in words.
func (b *Board) numbersOfPlayers() string {
	var out []string
	for n := range len(seats()) + 1 {
		if _, ok := b.Scenarios[n]; ok {
			out = append(out, strconv.Itoa(n))
		}
	}
	return adjudicator.Listed(out, "or")
}

// An edition is the text form of a pack.
type edition struct {
	pack.Head
	Points   int
	Pieces   piecesText
	Region   []regionText
	Sea      []seaText
	Canal    []canalText
	Card     map[string]cardText
	Tile     []tileText
	Scenario map[string]scenarioText
}

type piecesText struct {
	Units                         string
	Markers, Garrisons, Quagmires int
}

// The limits of an edition. They are not from the rules, but guard against slips and nonsense.
const (
	maxPlaces = 120 // regions and sea-zones together
	maxCanals = 12
	maxPoints = 40
	maxCount  = 60 // pieces of one type
	maxYield  = 6  // symbols of one kind in a region
	maxStrong = 9  // strength of a neutral garrison
	maxAlso   = 8  // other names of a place
	maxName   = 18 // bytes in the name of a place, for which the tables in letters have room
)

// parseBoard reads an edition of the board from a pack in the format of the house edition, which is explained at the
// top of that file. The error has a line for every fault: which place, card or tile it is in, what is needed, and the
// rule or the known fact behind it, or the number of the entry (U1 to U10) that is not publicly known and has to be
// typed in.
func parseBoard(text []byte) (*Board, error) {
	var p edition
	var r packReader
	if err := r.Decode(text, &p); err != nil {
		return nil, err
	}
	r.board = &Board{Head: p.Head, Points: p.Points, Continents: continents()}
	r.Head(p.Head)
	if p.Points < 1 || p.Points > maxPoints {
		r.Fault("points: %d given; they must be from 1 to %d, and 10 end the printed game (K1, DD-42)",
			p.Points, maxPoints)
	}
	r.pieces(p.Pieces)
	r.places(&p)
	r.canals(p.Canal)
	r.known()
	r.forms = r.board.forms()
	r.cards(p.Card)
	r.tiles(p.Tile)
	r.scenarios(p.Scenario)
	if err := r.Err(); err != nil {
		return nil, err
	}
	r.board.spoken = &vocabulary{}
	return r.board, nil
}

// A packReader turns a pack into a board and collects its faults.
type packReader struct {
	pack.Reader
	board *Board
	forms map[Op]pack.Form
}

// pieces reads the numbers of pieces (U8).
func (r *packReader) pieces(p piecesText) {
	b := r.board
	b.Counters = r.units("pieces: units", p.Units)
	for _, t := range Types {
		if b.Counters[t] == 0 {
			r.Fault("pieces: each power needs units of the type %s (K2, U8)", t)
		}
	}
	for _, e := range []struct {
		name  string
		given int
		least int
		into  *int
	}{{"markers", p.Markers, 1, &b.Markers}, {"garrisons", p.Garrisons, 2, &b.Garrisons},
		{"quagmires", p.Quagmires, 1, &b.Quagmires}} {
		if e.given < e.least || e.given > maxCount {
			r.Fault("pieces: %d %s given, and there must be from %d to %d (K2, U8)", e.given, e.name, e.least, maxCount)
		}
		*e.into = e.given
	}
}

// units reads a list of units such as "2 infantry, 1 squadron".
func (r *packReader) units(what, text string) (f Force) {
	r.Count(what, text, "infantry, armour, fighters, fleets or squadrons", maxCount, func(word string) *int {
		i := slices.Index(typeNames[:], strings.TrimSuffix(word, "s"))
		if i < 0 {
			return nil
		}
		return &f[i]
	})
	return f
}
