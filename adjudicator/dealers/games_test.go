package dealers_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/dealers/robot"
	"deaddrop/tier"
)

var (
	robotGames = flag.Int("dealers.games", tier.Pick(3, 12), "how many games of robots are played under all kinds of rulings")
	firstGame  = flag.Uint64("dealers.first", 1, "the first seed of those games")
)

// Whatever robots do under whatever rulings, no card, cube or piece is lost or made, and the game comes to its end.
func TestGames(t *testing.T) {
	all, errs := adjudicatortest.PlayGames(*robotGames, func(i int) *robotGame {
		seed := *firstGame + uint64(i)
		return newGame(seed, 3+i%3, adjudicatortest.DrawnOptions(dealers.Rules, rand.New(rand.NewPCG(seed, 7))), true)
	})
	for i, err := range errs {
		if g := all[i]; err != nil {
			t.Errorf("seed %d, %d players, %v: %s: %v", g.Seed, g.players, g.Config.Options, g.Phase, err)
		}
	}
	t.Logf("%d games of 3 to 5 robots\n%s", len(all), tallied(all))
	shown := map[string]int{}
	for _, g := range all {
		for what, n := range g.shown {
			shown[what] += n
		}
	}
	for _, what := range []string{"train", "assault", "reorganize", "pass", "defend", "more", "done", "defence", "final", "tidy"} {
		if shown[what] == 0 {
			t.Errorf("no example shows %q: %v", what, shown)
		}
	}
}

// Short games whose turns are filed together are won by somebody who has got more than others.
func TestShortGames(t *testing.T) {
	all, errs := adjudicatortest.PlayGames(*robotGames, func(i int) *robotGame {
		return newGame(*firstGame+uint64(i), 3+i%3, map[string]string{"turns": "together", "years": "half"}, true)
	})
	for i, err := range errs {
		g := all[i]
		if err != nil {
			t.Errorf("seed %d, %d players: %s: %v", g.Seed, g.players, g.Phase, err)
			continue
		}
		points := slices.Collect(maps.Values(g.points))
		if most := slices.Max(points); most < 3 || most == slices.Min(points) {
			t.Errorf("seed %d, %d players: %v has won with these points: %v", g.Seed, g.players, g.won, g.points)
		}
	}
	t.Logf("%d games\n%s", len(all), tallied(all))
}

// A robotGame is a match of robots that know their views.
type robotGame struct {
	adjudicatortest.Match
	players int
	whims   bool // the robots file more than they would by themselves
	ahead   bool // the robots look ahead

	r        *rand.Rand
	families []string
	factions map[string]string // by seat
	capitals map[string]string
	starter  string
	year     int
	won      []string
	points   map[string]int
	shown    map[string]int // examples of orders, by what they show
}

func newGame(seed uint64, players int, options map[string]string, whims bool) *robotGame {
	g := &robotGame{players: players, whims: whims, r: rand.New(rand.NewPCG(seed, 8)),
		factions: map[string]string{}, capitals: map[string]string{}, points: map[string]int{}, shown: map[string]int{}}
	g.Match = adjudicatortest.Match{
		Rules: dealers.Rules, Config: adjudicator.Config{Seats: dealers.Rules.Seats[:players], Options: options}, Seed: seed, Most: 1000,
		Answer: g.answer, Watch: func(p adjudicator.Position, _ []adjudicator.EventRecord) error { return g.check(p) },
	}
	return g
}

func truth(p adjudicator.Position) dealers.Truth { return p.View(adjudicator.GM).(dealers.Truth) }

// answer returns a robot's answer, as it is put on file. None of its lines may be refused, except those that it adds
// on a whim.
func (g *robotGame) answer(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
	if req.Seat == adjudicator.GM {
		return "NOTHING", true, nil
	}
	v := p.View(req.Seat).(dealers.View)
	if err := adjudicatortest.CheckExamples(v, req.Kind, g.shown); err != nil {
		return "", false, fmt.Errorf("%s: %w", req.Seat, err)
	}
	words, sound := robot.Robot{Ahead: g.ahead}.Answer(v, req.Kind, req.Filed, g.r), true
	if g.whims && g.r.IntN(8) == 0 {
		words, sound = words+"\n"+scrawl(v, g.r), false
	}
	return adjudicatortest.Filed(v, req, words, sound)
}

// scrawl returns a line of what a player might write beside what is sensible.
func scrawl(v dealers.View, r *rand.Rand) string {
	b, on := v.Board(), v.On()
	area := func() string { return on.Places[r.IntN(len(on.Places))].Name }
	seat := func() string { return v.Players[r.IntN(len(v.Players))].Seat }
	card := func() string { return b.Cards[r.IntN(len(b.Cards))].Name }
	action := func() string { return v.Era().Actions[r.IntN(len(v.Era().Actions))].Name }
	switch r.IntN(12) {
	case 0:
		return fmt.Sprintf("DEFEND %s AGAINST %s: %s, READY", area(), seat(), card())
	case 1:
		return fmt.Sprintf("DEFEND ANY: HAND BY %d", r.IntN(3))
	case 2:
		return "WINTER DISCARD " + card()
	case 3:
		return "WINTER DISCARD ALL"
	case 4:
		return "STOP IF ATTACKED AT " + area()
	case 5:
		return fmt.Sprintf("TURN 2\nACTION %s\nPLAY %s=A, %s=A\nASSAULT %s FINAL %s\nOR PASS", action(), card(), card(), area(), card())
	case 6:
		return fmt.Sprintf("TURN 2\nACTION %s\nPLAY %s=S (TAKE %s)\nTRAIN %s | PASS", action(), card(), card(), card())
	case 7:
		return "TURN 2\nPASS YEAR"
	case 8:
		return fmt.Sprintf("PLAY IF DRAWN %s=D (ON %s)", card(), seat())
	case 9:
		return fmt.Sprintf("USE %s", b.Locations[r.IntN(len(b.Locations))].Name)
	case 10:
		return "DISCARD ALL\nDONE"
	default:
		return fmt.Sprintf("TURN 2\nACTION %s BY LEADER\nBONUS DISMISS %s\nREADY %s\nKEEP %s", action(), card(), card(), card())
	}
}

// check looks for what the rules do not let be between turns.
func (g *robotGame) check(p adjudicator.Position) error {
	s := truth(p)
	g.year = s.Year
	if g.families == nil {
		g.families, g.starter = s.Families, s.Starter
	}
	for _, check := range []func(dealers.Truth) error{g.checkCards, g.checkNumbers, g.checkPieces, g.checkLocations} {
		if err := check(s); err != nil {
			return err
		}
	}
	if p.Phase() == "" {
		return g.checkEnd(p, s)
	}
	return nil
}

// checkCards looks for cards that were lost or made: each is in a deck or in the supply, and a faction's own are in no deck
// but its own, or were dismissed.
func (g *robotGame) checkCards(s dealers.Truth) error {
	b, have := s.Board(), map[string]int{}
	for i, x := range s.Secrets {
		q := s.Players[i]
		if q.Seat != x.Seat {
			return fmt.Errorf("%s stands for %s", x.Seat, q.Seat)
		}
		var mine []string
		for _, card := range slices.Concat(append(slices.Clone(x.Draw), x.Hand, x.Discard, q.Play, q.Ready)...) {
			if b.Card(card) == nil {
				return fmt.Errorf("%s has %q, which is no card", x.Seat, card)
			}
			if strings.HasSuffix(card, "*") {
				mine = append(mine, dealers.Plain(card))
			} else {
				have[card]++
			}
		}
		deck := slices.Clone(deckOf(b, q.Faction))
		for _, card := range mine {
			i := slices.Index(deck, card)
			if i < 0 {
				return fmt.Errorf("%s has more cards %s of %s than there are", x.Seat, card, q.Faction)
			}
			deck = slices.Delete(deck, i, i+1)
		}
	}
	for _, card := range s.Pile {
		have[card]++
	}
	for _, pile := range s.Supply {
		if pile.N < 0 {
			return fmt.Errorf("%d cards %s in the supply", pile.N, pile.Card)
		}
		have[pile.Card] += pile.N
	}
	for _, c := range b.Cards {
		want := c.Copies
		if c.Kind == dealers.Professional && !slices.Contains(g.families, c.Family) {
			want = 0
		}
		if have[c.Name] != want {
			return fmt.Errorf("there are %d cards %s, not %d", have[c.Name], c.Name, want)
		}
	}
	return nil
}

func deckOf(b *dealers.Board, faction string) []string {
	for _, f := range b.Factions {
		if f.Name == faction {
			return f.Deck
		}
	}
	return nil
}

// checkNumbers holds what all are told of cards against what there is.
func (g *robotGame) checkNumbers(s dealers.Truth) error {
	for i, x := range s.Secrets {
		q, n, top := s.Players[i], len(slices.Concat(x.Draw...)), ""
		if len(x.Discard) > 0 {
			top = x.Discard[len(x.Discard)-1]
		}
		if q.Hand != len(x.Hand) || q.Draw != n || q.Discard != len(x.Discard) || dealers.Plain(q.Top) != dealers.Plain(top) {
			return fmt.Errorf("%s has %d, %d and %d cards, top %q, and all are told %+v", q.Seat, len(x.Hand), n, len(x.Discard), top, q)
		}
		if !slices.IsSorted(x.Hand) || slices.ContainsFunc(x.Draw, func(layer []string) bool { return len(layer) == 0 }) {
			return fmt.Errorf("%s: %+v", q.Seat, x)
		}
		if q.Points < 0 && g.Config.Options["points"] != "below" {
			return fmt.Errorf("%s has %d points", q.Seat, q.Points)
		}
		if slices.Min(q.Markers[:]) < 0 || q.Shield < 0 || len(q.Play) > 0 && g.Config.Options["defenders_cards"] != "stay" {
			return fmt.Errorf("%s between turns: %+v", q.Seat, q)
		}
		g.points[q.Seat], g.factions[q.Seat], g.capitals[q.Seat] = q.Points, q.Faction, q.Capital
	}
	if s.Masses.N != len(s.Pile) || s.Spoils[0].N != len(s.Hidden[0]) || s.Spoils[1].N != len(s.Hidden[1]) || s.Masses.N > 0 && s.Masses.Top != s.Pile[0] {
		return fmt.Errorf("masses %+v of %v, spoils %+v of %v", s.Masses, s.Pile, s.Spoils, s.Hidden)
	}
	return nil
}

// checkPieces counts cubes and markers.
func (g *robotGame) checkPieces(s dealers.Truth) error {
	b := s.Board()
	for i, p := range s.On().Places {
		if p.Sea && s.Owners[i] != "" {
			return fmt.Errorf("%s holds a sea", s.Owners[i])
		}
	}
	tokens := 0
	for _, q := range s.Players {
		held, cubes := 0, 0
		for _, o := range s.Owners {
			if o == q.Seat {
				held++
			}
		}
		held += len(q.Masters) - min(held, 1) // the capital has a marker of its own
		if pieces := held + q.Pieces; s.Year > 0 && pieces != b.Pieces && g.Config.Options["pieces"] != "unlimited" || q.Pieces < 0 && g.Config.Options["pieces"] != "unlimited" {
			return fmt.Errorf("%s has %d pieces on the board and on masters, and %d left", q.Seat, held, q.Pieces)
		}
		for _, c := range s.Placed {
			if c.Seat == q.Seat && c.By == dealers.ByCube {
				cubes++
			}
		}
		if n := cubes + q.Cubes; s.Year > 0 && s.Turn > 0 && n != b.Cubes[g.players] && g.Config.Options["cubes"] == "winter" || q.Cubes < 0 {
			return fmt.Errorf("%s has %d cubes on the action board and %d left", q.Seat, cubes, q.Cubes)
		}
		if q.Token {
			if tokens++; q.Seat != s.Starter {
				return fmt.Errorf("%s has the start player token of %s", q.Seat, s.Starter)
			}
		}
	}
	era := s.Era()
	for _, a := range era.Actions {
		n := 0
		for _, c := range s.Placed {
			if c.Action == a.Name && c.By != dealers.ByLeader {
				n++
			}
		}
		if a.Slots > 0 && n > a.Slots && s.Turn > 0 && g.Config.Options["cubes"] == "winter" {
			return fmt.Errorf("%d cubes on %s", n, a.Name)
		}
	}
	return nil
}

// checkLocations looks for location cards that were lost or made, and for cities without their holder.
func (g *robotGame) checkLocations(s dealers.Truth) error {
	b, have := s.Board(), map[string]int{}
	for _, q := range s.Players {
		for _, l := range q.Locations {
			have[l]++
			if b.Location(l).Spoils() {
				continue
			}
			if a, ok := s.On().Area(l); !ok || s.Owner(a) != q.Seat {
				return fmt.Errorf("%s has the card of %s, which he does not hold", q.Seat, l)
			}
		}
		if q.Capital != "" {
			if a, _ := s.On().Area(q.Capital); s.Owner(a) != q.Seat || !slices.Contains(q.Locations, q.Capital) {
				return fmt.Errorf("%s has lost the capital %s", q.Seat, q.Capital)
			}
		}
	}
	for _, l := range slices.Concat(s.Hidden[0], s.Hidden[1]) {
		have[l]++
	}
	for _, l := range b.Locations {
		switch a, ok := s.On().Area(l.Name); {
		case l.Spoils() && have[l.Name] != l.Copies:
			return fmt.Errorf("there are %d cards of spoils %s, not %d", have[l.Name], l.Name, l.Copies)
		case !l.Spoils() && ok && (s.Owner(a) != "") != (have[l.Name] == 1):
			return fmt.Errorf("%s is %q's, and there are %d cards of it", l.Name, s.Owner(a), have[l.Name])
		}
	}
	return nil
}

// checkEnd looks at how the game ended.
func (g *robotGame) checkEnd(p adjudicator.Position, s dealers.Truth) error {
	g.won = adjudicatortest.Winners(p)
	if len(g.won) == 0 {
		return fmt.Errorf("nobody has won")
	}
	for _, q := range s.Players {
		if q.Points > g.points[g.won[0]] {
			return fmt.Errorf("%v has won, and %s has more points", g.won, q.Seat)
		}
	}
	return nil
}

// tallied returns a line on each size of game: what happened on average, and which faction won how often over its
// share.
func tallied(games []*robotGame) string {
	var out strings.Builder
	for players := 3; players <= 5; players++ {
		var matches []*adjudicatortest.Match
		points, wins, plays := 0, map[string]float64{}, map[string]float64{}
		for _, g := range games {
			if g.players != players || len(g.won) == 0 {
				continue
			}
			matches = append(matches, &g.Match)
			for seat, faction := range g.factions {
				plays[faction]++
				points += g.points[seat]
				if slices.Contains(g.won, seat) {
					wins[faction] += 1 / float64(len(g.won))
				}
			}
		}
		if matches == nil {
			continue
		}
		var shares []string
		for _, faction := range slices.Sorted(maps.Keys(plays)) {
			shares = append(shares, fmt.Sprintf("%s %.2f", faction, wins[faction]/plays[faction]*float64(players)))
		}
		fmt.Fprintf(&out, "%d players, %.1f points each; wins over the share: %s; %s\n", players, float64(points)/float64(len(matches)*players),
			strings.Join(shares, ", "), adjudicatortest.Averages(matches))
	}
	return out.String()
}
