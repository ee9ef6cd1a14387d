package decatur

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"deaddrop/adjudicator/pack"
)

// houseText is the text of the house edition.
//
//go:embed house.toml
var houseText []byte

var house = pack.House[Board]{Text: houseText, Parse: parseBoard}

// House returns the board of the house edition. It is the same value each time.
func House() *Board { return house.Board() }

// checkPack describes an edition, or returns an error with everything that makes it invalid.
func checkPack(text []byte) (string, error) {
	b, err := house.Check(text)
	if err != nil {
		return "", err
	}
	prosperity, influence := 0, 0
	for _, n := range b.Prosperity {
		prosperity += n
	}
	for _, n := range b.Influence {
		influence += n
	}
	return fmt.Sprintf("%s, %s (%s): %d locations, a round track of %d spaces, %d prosperity cards and %d "+
		"influence cards",
		b.Title, b.Edition, b.Provenance, len(b.Locations), len(b.Track), prosperity, influence), nil
}

// An edition is the TOML form of a pack.
type edition struct {
	pack.Head
	Precedence, Track     string
	Attrition             map[string]string
	Prosperity, Influence map[string]int
	Location              []locationText
}

type locationText struct{ Name, Region, Commonwealth, Coast, Links string }

// Limits for editions. They do not come from the rules, but catch slips and nonsense.
const (
	MostLocations = 60 // locations of a board
	maxSpaces     = 60
	maxCards      = 99 // number of cards of a kind
	maxName       = 20 // length of a location's name in bytes, for which the tables in letters have room
)

// parseBoard parses an edition's pack, in the format of the house edition, which is explained at its top. The error
// has a line for each fault: the location or table, what it needs, and the rule or known fact that requires it.
func parseBoard(text []byte) (*Board, error) {
	var p edition
	var r packReader
	if err := r.Decode(text, &p); err != nil {
		return nil, err
	}
	r.board = &Board{Head: p.Head}
	r.Head(p.Head)
	r.precedence(p.Precedence)
	r.track(p.Track)
	r.attrition(p.Attrition)
	r.prosperity(p.Prosperity)
	r.influence(p.Influence)
	if n := len(p.Location); n < len(namedLocations) || n > MostLocations {
		r.Fault("locations: from %d to %d needed, %d given (K8)", len(namedLocations), MostLocations, n)
	}
	if len(p.Location) <= MostLocations {
		r.locations(p.Location)
		r.links(p.Location)
		r.connected()
		r.known()
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	r.board.words = sync.OnceValue(r.board.lexicon)
	return r.board, nil
}

// A packReader converts a pack to a board, and collects faults.
type packReader struct {
	pack.Reader
	board *Board
}

func (r *packReader) precedence(text string) {
	given := pack.List[Region](text)
	if !pack.Complete(&r.Reader, "precedence (DC-27)", "regions", Regions, given) {
		return
	}
	if first, last := given[0], given[len(given)-1]; first != Europe || last != EastAsia {
		r.Fault("precedence: it begins with %s and ends with %s, and must begin with Europe and end with East "+
			"Asia (K7)", first, last)
	}
	r.board.Precedence = given
}

func (r *packReader) track(text string) {
	spaces := pack.List[string](text)
	clocks, shaded := 0, 0
	for i, s := range spaces {
		var space Space
		words := strings.Fields(s)
		if len(words) > 0 && words[0] == "clock" {
			space.Clock = true
			clocks++
			words = words[1:]
		} else if s == "plain" {
			words = nil
		} else if len(words) == 0 {
			words = []string{""}
		}
		if len(words) > 0 {
			n, err := strconv.Atoi(strings.Join(words, " "))
			if err != nil || n < 1 || n > 12 {
				r.Fault(`track: space %d is %q, and must be "plain", "clock" or a number from 1 to 12 (DC-7)`, i+1, s)
			}
			space.Multiple = n
			shaded++
		}
		r.board.Track = append(r.board.Track, space)
	}
	if len(spaces) < 2 || len(spaces) > maxSpaces {
		r.Fault("track: from 2 to %d spaces needed, %d given (DC-7)", maxSpaces, len(spaces))
	}
	if clocks != 1 {
		r.Fault("track: 1 clock space needed, %d given (DC-7)", clocks)
	}
	if shaded == 0 {
		r.Fault("track: 1 shaded space or more needed, none given, so no interval would end (DC-7)")
	}
}

func (r *packReader) attrition(given map[string]string) {
	var totals []string
	for total := 2; total <= 12; total++ {
		totals = append(totals, strconv.Itoa(total))
	}
	r.board.Attrition = map[int]Hit{}
	pack.Complete(&r.Reader, "attrition (DC-23)", "results", totals, sortedKeys(given))
	for i, total := range totals {
		result, ok := given[total]
		switch result {
		case "none", "contender", "defender", "both":
			r.board.Attrition[i+2] = Hit{Contender: result == "contender" || result == "both",
				Defender: result == "defender" || result == "both"}
		default:
			if ok {
				r.Fault(`attrition: the result of %s is %q, `+
					`and must be "none", "contender", "defender" or "both" (DC-23)`, total, result)
			}
		}
	}
}

// cardCounts reads the number of cards of each kind. sum is the total; ok is false if it is unknown because of
// faults.
func cardCounts[K ~string](r *packReader, table, rule string, kinds []K,
	given map[string]int) (of map[K]int, sum int, ok bool) {
	var keys []K
	for _, key := range sortedKeys(given) {
		keys = append(keys, K(key))
	}
	ok = pack.Complete(&r.Reader, table+" ("+rule+")", "counts", kinds, keys)
	of = map[K]int{}
	for _, k := range kinds {
		n, there := given[string(k)]
		if there && (n < 1 || n > maxCards) {
			r.Fault("%s: %d cards of %s; there must be from 1 to %d (%s)", table, n, k, maxCards, rule)
			ok = false
			continue
		}
		of[k] = n
		sum += n
	}
	return of, sum, ok
}

func (r *packReader) prosperity(given map[string]int) {
	of, sum, ok := cardCounts(r, "prosperity", "DC-4", Regions, given)
	if ok && sum < 21 {
		r.Fault("prosperity: 21 cards needed for seven players, %d given (K15)", sum)
	}
	r.board.Prosperity = of
}

func (r *packReader) influence(given map[string]int) {
	of, sum, ok := cardCounts(r, "influence", "DC-12", Commonwealths, given)
	if ok && sum < 14 {
		r.Fault("influence: 14 cards needed, one to be dealt and one to be drawn for each of seven players, %d "+
			"given (DC-12)", sum)
	}
	r.board.Influence = of
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
