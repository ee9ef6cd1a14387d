package decatur

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"deaddrop/adjudicator"
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
		panic("decatur: house.toml: " + err.Error())
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
	prosperity, influence := 0, 0
	for _, n := range b.Prosperity {
		prosperity += n
	}
	for _, n := range b.Influence {
		influence += n
	}
	return fmt.Sprintf("%s, %s (%s): %d locations, a round track of %d spaces, %d prosperity cards and %d influence cards",
		b.Title, b.Edition, b.Provenance, len(b.Locations), len(b.Track), prosperity, influence), nil
}

// pack is an edition as it is written.
type pack struct {
	Title, Edition, Provenance, Note string
	Precedence, Track                string
	Attrition                        map[string]string
	Prosperity, Influence            map[string]int
	Location                         []locationText
}

type locationText struct{ Name, Region, Commonwealth, Coast, Links string }

// What an edition can have. The rules tell none of these; they only keep slips and nonsense out.
const (
	maxPack      = 1 << 18 // bytes
	maxLocations = 60
	maxSpaces    = 60
	maxCards     = 99 // of a kind
	maxName      = 20 // bytes of a location's name, for which the tables of letters have room
	maxLine      = 300
)

// parseBoard reads an edition of the board from its pack, in the form of the house edition, whose head explains it.
// An error has a line for every fault that was found: which location or table, what it needs, and the rule or the
// known fact that says so.
func parseBoard(text []byte) (*Board, error) {
	if len(text) > maxPack {
		return nil, fmt.Errorf("%d bytes are too many for a pack; it has at most %d", len(text), maxPack)
	}
	var p pack
	md, err := toml.Decode(string(text), &p)
	if err != nil {
		return nil, err
	}
	r := packReader{board: &Board{Title: p.Title, Edition: p.Edition, Provenance: p.Provenance, Note: p.Note, links: map[[2]Loc]bool{}}}
	r.unknown(md, &p)
	r.head(&p)
	r.precedence(p.Precedence)
	r.track(p.Track)
	r.attrition(p.Attrition)
	r.prosperity(p.Prosperity)
	r.influence(p.Influence)
	if n := len(p.Location); n < len(namedLocations) || n > maxLocations {
		r.fault("locations: from %d to %d needed, %d given (K8)", len(namedLocations), maxLocations, n)
	}
	if len(p.Location) <= maxLocations {
		r.locations(p.Location)
		r.links(p.Location)
		r.connected()
		r.known()
	}
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
	at := -1 // the location that the keys belong to, which are in the order of the text
	for _, key := range md.Keys() {
		location := strings.EqualFold(key[0], "location")
		if location && len(key) == 1 {
			at++
		}
		switch {
		case !unread[key.String()]:
		case location && len(key) > 1 && 0 <= at && at < len(p.Location):
			r.fault("%s: there is no entry %q in a location", orUnnamed(p.Location[at].Name), key[1:].String())
		default:
			r.fault("%s: there is no such entry in a pack", key)
		}
	}
}

func orUnnamed(name string) string {
	if name == "" {
		return "a location without a name"
	}
	return name
}

func (r *packReader) head(p *pack) {
	for _, e := range []struct {
		name, text string
		needed     bool
	}{{"title", p.Title, true}, {"edition", p.Edition, true}, {"note", p.Note, false}} {
		switch {
		case e.needed && strings.TrimSpace(e.text) == "":
			r.fault("%s: it is missing", e.name)
		case len(e.text) > maxLine || strings.ContainsFunc(e.text, func(c rune) bool { return !strconv.IsPrint(c) }):
			r.fault("%s: it must be one line of text, of at most %d bytes", e.name, maxLine)
		}
	}
	if known := []string{"house", "gm-typed", "published"}; !slices.Contains(known, p.Provenance) {
		r.fault(`provenance: it is %q, and must be "house", "gm-typed" or "published"`, p.Provenance)
	}
}

// packList takes apart what commas separate.
func packList[T ~string](text string) []T {
	var out []T
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		out = append(out, T(strings.TrimSpace(part)))
	}
	return out
}

// complete finds what is missing of the kinds that a table needs, and what it has beside them or twice. It reports
// whether all is there.
func complete[T ~string](r *packReader, table, what string, kinds, given []T) bool {
	before := len(r.faults)
	for i, g := range given {
		if !slices.Contains(kinds, g) {
			r.fault("%s: %q is not %s", table, g, adjudicator.Listed(kinds, "or"))
		} else if slices.Contains(given[:i], g) {
			r.fault("%s: %s comes twice", table, g)
		}
	}
	var missing []T
	for _, k := range kinds {
		if !slices.Contains(given, k) {
			missing = append(missing, k)
		}
	}
	if len(missing) > 0 {
		r.fault("%s: %d %s needed, %d given; missing: %s", table, len(kinds), what, len(kinds)-len(missing), adjudicator.Listed(missing, "and"))
	}
	return len(r.faults) == before
}

func (r *packReader) precedence(text string) {
	given := packList[Region](text)
	if !complete(r, "precedence (DC-27)", "regions", Regions, given) {
		return
	}
	if first, last := given[0], given[len(given)-1]; first != Europe || last != EastAsia {
		r.fault("precedence: it begins with %s and ends with %s, and must begin with Europe and end with East Asia (K7)", first, last)
	}
	r.board.Precedence = given
}

func (r *packReader) track(text string) {
	spaces := packList[string](text)
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
				r.fault(`track: space %d is %q, and must be "plain", "clock" or a number from 1 to 12 (DC-7)`, i+1, s)
			}
			space.Multiple = n
			shaded++
		}
		r.board.Track = append(r.board.Track, space)
	}
	if len(spaces) < 2 || len(spaces) > maxSpaces {
		r.fault("track: from 2 to %d spaces needed, %d given (DC-7)", maxSpaces, len(spaces))
	}
	if clocks != 1 {
		r.fault("track: 1 clock space needed, %d given (DC-7)", clocks)
	}
	if shaded == 0 {
		r.fault("track: 1 shaded space or more needed, none given, so no interval would end (DC-7)")
	}
}

func (r *packReader) attrition(given map[string]string) {
	var totals []string
	for total := 2; total <= 12; total++ {
		totals = append(totals, strconv.Itoa(total))
	}
	r.board.Attrition = map[int]Hit{}
	complete(r, "attrition (DC-23)", "results", totals, sortedKeys(given))
	for i, total := range totals {
		result, ok := given[total]
		switch result {
		case "none", "contender", "defender", "both":
			r.board.Attrition[i+2] = Hit{Contender: result == "contender" || result == "both", Defender: result == "defender" || result == "both"}
		default:
			if ok {
				r.fault(`attrition: the result of %s is %q, and must be "none", "contender", "defender" or "both" (DC-23)`, total, result)
			}
		}
	}
}

// cardCounts reads how many cards there are of each kind. sum is how many in all; ok is false if that can't be said.
func cardCounts[K ~string](r *packReader, table, rule string, kinds []K, given map[string]int) (of map[K]int, sum int, ok bool) {
	var keys []K
	for _, key := range sortedKeys(given) {
		keys = append(keys, K(key))
	}
	ok = complete(r, table+" ("+rule+")", "counts", kinds, keys)
	of = map[K]int{}
	for _, k := range kinds {
		n, there := given[string(k)]
		if there && (n < 1 || n > maxCards) {
			r.fault("%s: %d cards of %s; there must be from 1 to %d (%s)", table, n, k, maxCards, rule)
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
		r.fault("prosperity: 21 cards needed for seven players, %d given (K15)", sum)
	}
	r.board.Prosperity = of
}

func (r *packReader) influence(given map[string]int) {
	of, sum, ok := cardCounts(r, "influence", "DC-12", Commonwealths, given)
	if ok && sum < 14 {
		r.fault("influence: 14 cards needed, one to be dealt and one to be drawn for each of seven players, %d given (DC-12)", sum)
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
