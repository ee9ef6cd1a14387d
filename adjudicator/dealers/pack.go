package dealers

import (
	_ "embed"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

// houseCards is the text of the cards and the action board of the house edition.
//
//go:embed cards.toml
var houseCards []byte

// houseText is the text of the house edition as a single pack.
var houseText = slices.Concat(houseMaps, houseCards)

var house = pack.House[Board]{Text: houseText, Parse: parseBoard}

// House returns the house edition of the board. It is the same board each time.
func House() *Board { return house.Board() }

// checkPack returns a summary of an edition, or an error with everything that keeps it from being played.
func checkPack(text []byte) (string, error) {
	b, err := house.Check(text)
	if err != nil {
		return "", err
	}
	var maps []string
	for _, m := range b.Maps {
		maps = append(maps, m.told())
	}
	copies := 0
	for _, c := range b.Cards {
		copies += c.Copies
	}
	return fmt.Sprintf("%s, %s (%s): %s; %d cards to train, %d families, %d location cards and %d leaders",
		b.Title, b.Edition, b.Provenance, adjudicator.Listed(maps, "and"), copies, len(b.Families),
		b.locations(), len(b.Factions)), nil
}

// locations returns the number of location cards.
func (b *Board) locations() int {
	n := 0
	for _, l := range b.Locations {
		n += l.Copies
	}
	return n
}

// An edition is the text form of a pack.
type edition struct {
	pack.Head
	Map             []mapText
	Game            gameText
	Early, Late     eraText
	Masses, Citizen []cardText
	Family          []familyText
	City            []cityText
	Spoils          []spoilsText
	Faction         []factionText
}

// gameText is the text form of the table of numbers.
type gameText struct {
	Families, Hand, Pieces, Worth int
	Cubes                         map[string]int
}

// The limits of an edition. They are not from the rules, but guard against slips and nonsense.
const (
	maxHand    = 12
	maxPieces  = 60
	maxCubes   = 9
	maxNumber  = 20 // attack, defence or support of a card, its cost, its copies, and points
	maxEffects = 4  // effects of a card
	maxAmount  = 9  // amount of an effect, a passive or an action
	maxBoxes   = 20 // boxes on a side of the action board
	maxCards   = 80 // different cards of a kind
)

// parseBoard reads an edition of the board from a pack in the format of the house edition, which is explained at the
// top of that file. The error has a line for every fault: which place, card or box it is in, what is needed, and the
// rule or the known fact behind it, or the number of the entry (U1 to U11) that is not publicly known and has to be
// typed in.
func parseBoard(text []byte) (*Board, error) {
	var p edition
	var r packReader
	if err := r.Decode(text, &p); err != nil {
		return nil, err
	}
	r.board = &Board{Head: p.Head}
	r.Head(p.Head)
	r.board.Maps = readMaps(&r.Reader, p.Map)
	r.game(p.Game)
	r.era(0, p.Early)
	r.era(1, p.Late)
	r.cards(&p)
	r.locations(p.City, p.Spoils)
	r.factions(p.Faction)
	r.names()
	knownMaps(&r.Reader, r.board.Maps)
	r.knownCards()
	if err := r.Err(); err != nil {
		return nil, err
	}
	r.board.spoken = r.board.lexicons()
	return r.board, nil
}

// A packReader turns a pack into a board and collects its faults.
type packReader struct {
	pack.Reader
	board *Board
}

// number checks that an entry is within its bounds, and returns it.
func (r *packReader) number(where string, n, least, most int) int {
	if n < least || n > most {
		r.Fault("%s is %d, and must be from %d to %d", where, n, least, most)
	}
	return n
}

// game reads the numbers of the game.
func (r *packReader) game(g gameText) {
	b := r.board
	b.InPlay = r.number("game: families", g.Families, 1, familyCount)
	b.Hand = r.number("game: hand", g.Hand, 1, maxHand)
	b.Pieces = r.number("game: pieces", g.Pieces, 1, maxPieces)
	b.TerritoryWorth = r.number("game: worth", g.Worth, 0, maxAmount)
	b.Cubes = map[int]int{}
	for n := minSeats; n <= maxSeats; n++ {
		b.Cubes[n] = r.number(fmt.Sprintf("game: cubes for %d players", n), g.Cubes[fmt.Sprint(n)], 1, maxCubes)
	}
	if len(g.Cubes) > len(b.Cubes) {
		r.Fault("game: cubes: they are for %d to %d players (K1)", minSeats, maxSeats)
	}
}
