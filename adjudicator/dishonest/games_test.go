package dishonest_test

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
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/dishonest/robot"
	"deaddrop/tier"
)

var (
	robotGames = flag.Int("dishonest.games", tier.Pick(2, 12), "how many games of robots are played under all kinds of rulings")
	firstGame  = flag.Uint64("dishonest.first", 1, "the first seed of those games")
)

// Whatever robots do under whatever rulings, units, cards, tokens and points stay what the rules let them be, and the game
// comes to its end.
func TestGames(t *testing.T) {
	all, errs := adjudicatortest.PlayGames(*robotGames, func(i int) *robotGame {
		seed := *firstGame + uint64(i)
		options := adjudicatortest.DrawnOptions(dishonest.Rules, rand.New(rand.NewPCG(seed, 7)))
		if options["years"] == "unlimited" {
			options["years"] = "10"
		}
		return newGame(seed, 4+i%4, options, true)
	})
	for i, err := range errs {
		if g := all[i]; err != nil {
			t.Errorf("seed %d, %d players, %v: %s: %v", g.Seed, g.players, g.Config.Options, g.Phase, err)
		}
	}
	t.Logf("%d games of 4 to 7 robots\n%s", len(all), tallied(all))
}

// Short games whose turns are filed together are won by somebody who has got more than others.
func TestShortGames(t *testing.T) {
	all, errs := adjudicatortest.PlayGames(*robotGames, func(i int) *robotGame {
		return newGame(*firstGame+uint64(i), 4+i%4, map[string]string{"turns": "together", "years": "4", "speed": "fast"}, true)
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

	r      *rand.Rand
	year   int
	start  []string // the order on the League track at the start
	won    []string
	points map[string]int
}

func newGame(seed uint64, players int, options map[string]string, whims bool) *robotGame {
	g := &robotGame{players: players, whims: whims, r: rand.New(rand.NewPCG(seed, 8)), points: map[string]int{}}
	g.Match = adjudicatortest.Match{
		Rules: dishonest.Rules, Config: adjudicator.Config{Seats: seatsOf(players), Options: options}, Seed: seed, Most: 4000,
		Answer: g.answer, Watch: func(p adjudicator.Position, _ []adjudicator.EventRecord) error { return g.check(p) },
	}
	return g
}

// seatsOf returns the powers of the opening for a number of players.
func seatsOf(players int) []adjudicator.Seat {
	var out []adjudicator.Seat
	for _, s := range dishonest.Rules.Seats {
		if slices.ContainsFunc(dishonest.House().Scenarios[players].Powers, func(p dishonest.Start) bool { return p.Seat == string(s) }) {
			out = append(out, s)
		}
	}
	return out
}

func truth(p adjudicator.Position) dishonest.Truth {
	return p.View(adjudicator.GM).(dishonest.Truth)
}

// answer returns a robot's answer, as it is put on file. None of its lines may be refused, except those that it adds
// on a whim.
func (g *robotGame) answer(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
	if req.Seat == adjudicator.GM {
		return req.Default, false, fmt.Errorf("the game master is asked for %s", req.Kind)
	}
	v := p.View(req.Seat).(dishonest.View)
	words, sound := robot.Robot{Ahead: g.ahead}.Answer(v, req.Kind, req.Filed, g.r), true
	if g.whims && g.r.IntN(8) == 0 {
		words, sound = words+"\n"+scrawl(v, g.r), false
	}
	return adjudicatortest.Filed(v, req, words, sound)
}

// scrawl returns a line of what a player might write beside what is sensible.
func scrawl(v dishonest.View, r *rand.Rand) string {
	b := v.Board()
	area := func() string { return b.Places[r.IntN(len(b.Places))].Name }
	seat := func() string { return v.Players[r.IntN(len(v.Players))].Seat }
	unit := []string{"INF", "2 ARM", "FTR", "FLT", "SQN"}[r.IntN(5)]
	switch r.IntN(12) {
	case 0:
		return fmt.Sprintf("DEFEND %s AGAINST %s: SUPPLY %d; LOSE INF, FTR; RETREAT %s", area(), seat(), r.IntN(4), area())
	case 1:
		return fmt.Sprintf("DEFEND ANY: DEPLOY 1 FTR %s; SUPPLY 1 CARD %d IF ODDS >= 1:2 ELSE SUPPLY 0", area(), 1+r.IntN(90))
	case 2:
		return "SECONDARY ANY: NO"
	case 3:
		return "LOSE ARM, INF"
	case 4:
		return "STOP IF ATTACKED AT " + area()
	case 5:
		return "TIES " + seat()
	case 6:
		return fmt.Sprintf("TURN 2\nTACTICS 1: %s %s-%s | PASS", unit, area(), area())
	case 7:
		return fmt.Sprintf("TURN 2\nMOBILIZE %s AT %s\nOR GARRISON %s\nOR PASS", unit, area(), area())
	case 8:
		return "ANNEX " + area()
	case 9:
		return fmt.Sprintf("PLAY %d AT %s ON %s", 1+r.IntN(90), area(), seat())
	case 10:
		return fmt.Sprintf("BATTLE %s: SUPPLY 2 IF DEPLOYED >= 1; RETREAT %s", area(), area())
	default:
		return fmt.Sprintf("TURN 3\nIDEOLOGY AT %s ON %s TAKE OIL", area(), seat())
	}
}

// check looks for what the rules do not let be between turns.
func (g *robotGame) check(p adjudicator.Position) error {
	s := truth(p)
	if g.year = s.Year; g.start == nil {
		for _, q := range s.Players {
			g.start = append(g.start, q.Seat)
		}
	}
	for _, check := range []func(dishonest.Truth) error{g.checkPlaces, g.checkCounters, g.checkCards, g.checkPlayers} {
		if err := check(s); err != nil {
			return err
		}
	}
	if p.Phase() == "" {
		return g.checkEnd(p, s)
	}
	return nil
}

// checkPlaces looks for units where they can't be.
func (g *robotGame) checkPlaces(s dishonest.Truth) error {
	b := dishonest.House()
	for i, h := range s.Areas {
		a, place := dishonest.Area(i), b.Places[i]
		if h.Area != place.Name {
			return fmt.Errorf("%s stands for %s", h.Area, place.Name)
		}
		if len(h.Stacks) > 1 {
			return fmt.Errorf("%s: %v stand together", h.Area, h.Stacks)
		}
		for _, k := range h.Stacks {
			switch {
			case slices.Min(k.Force[:]) < 0 || k.Force.Total() == 0:
				return fmt.Errorf("%s has %v in %s", k.Seat, k.Force, h.Area)
			case place.Sea != (k.Force.Ships() > 0) || place.Sea && k.Force.Ships() != k.Force.Total():
				return fmt.Errorf("%s has %v in %s", k.Seat, k.Force, h.Area)
			case s.Closed(a):
				return fmt.Errorf("%s has %v in %s, which is impassable", k.Seat, k.Force, h.Area)
			case h.Neutral > 0:
				return fmt.Errorf("%s has %v in %s beside a neutral garrison", k.Seat, k.Force, h.Area)
			}
		}
		switch {
		case place.Sea && (h.Colony != "" || h.Garrison > 0 || h.Neutral > 0 || h.Quagmire):
			return fmt.Errorf("at sea: %+v", h)
		case h.Colony != "" && place.Home != "" && g.plays(s, place.Home):
			return fmt.Errorf("a colony of %s in a homeland, %s", h.Colony, h.Area)
		case (h.Garrison > 0) != (h.Keeper != "") || h.Garrison < 0 || h.Garrison > 2:
			return fmt.Errorf("garrison: %+v", h)
		}
	}
	return nil
}

func (g *robotGame) plays(s dishonest.Truth, seat string) bool {
	return slices.ContainsFunc(s.Players, func(p dishonest.Player) bool { return p.Seat == seat })
}

// checkCounters looks for more units, markers and tokens than there are, and for stacks beyond the supply limit.
func (g *robotGame) checkCounters(s dishonest.Truth) error {
	b := dishonest.House()
	quagmires := 0
	for _, q := range s.Players {
		var units dishonest.Force
		markers, garrisons := 0, 0
		for i, h := range s.Areas {
			f := s.Force(dishonest.Area(i), q.Seat)
			units = units.Plus(f)
			n := f.Total()
			if h.Keeper == q.Seat {
				garrisons += h.Garrison // tokens: strength 2 takes two
				n++
			}
			if h.Colony == q.Seat {
				markers++
			}
			if s.Turn > 1 && s.Phase != "" && f.Total() > 0 && n > max(1, q.Pool)+tileLimit(q) {
				return fmt.Errorf("%s has %v and a garrison of %d in %s, with a pool of %d", q.Seat, f, h.Garrison, h.Area, q.Pool)
			}
		}
		if !b.Counters.Has(units) || markers > b.Markers || garrisons > b.Garrisons {
			return fmt.Errorf("%s has %v, %d markers and %d garrisons on the board", q.Seat, units, markers, garrisons)
		}
	}
	for _, h := range s.Areas {
		if h.Quagmire {
			quagmires++
		}
	}
	if quagmires > b.Quagmires {
		return fmt.Errorf("%d quagmires", quagmires)
	}
	return nil
}

// tileLimit returns what a player's ideology adds to their supply limit.
func tileLimit(q dishonest.Player) int {
	for _, t := range dishonest.House().Tiles {
		if t.Name == q.Tile {
			return t.Passive.Limit
		}
	}
	return 0
}

// checkCards looks for cards that were lost or made.
func (g *robotGame) checkCards(s dishonest.Truth) error {
	all := slices.Concat(s.Draw, s.Discard)
	for _, x := range s.Secrets {
		i := slices.IndexFunc(s.Players, func(p dishonest.Player) bool { return p.Seat == x.Seat })
		if len(x.Hand) != s.Players[i].Cards || len(x.Hand) > 5 {
			return fmt.Errorf("%s has cards %v, and all are told %d", x.Seat, x.Hand, s.Players[i].Cards)
		}
		all = append(all, x.Hand...)
		all = append(all, s.Players[i].Scored...)
	}
	slices.Sort(all)
	var want []int
	for _, c := range dishonest.House().Cards {
		want = append(want, c.Number)
	}
	if !slices.Equal(all, want) {
		return fmt.Errorf("the cards are %v", all)
	}
	if s.Deck != len(s.Draw) {
		return fmt.Errorf("%d cards can be drawn, and all are told %d", len(s.Draw), s.Deck)
	}
	return nil
}

// checkPlayers looks at stocks, points, allies and tiles.
func (g *robotGame) checkPlayers(s dishonest.Truth) error {
	b := dishonest.House()
	tiles := map[string]bool{}
	for i, q := range s.Players {
		if slices.ContainsFunc(s.Players[:i], func(o dishonest.Player) bool { return o.Seat == q.Seat }) {
			return fmt.Errorf("%s is twice on the League track", q.Seat)
		}
		x := s.Secrets[slices.IndexFunc(s.Secrets, func(x dishonest.Secret) bool { return x.Seat == q.Seat })]
		if slices.Min(x.Stock[:]) < 0 || q.Pool < 0 {
			return fmt.Errorf("%s has %v and a pool of %d", q.Seat, x.Stock, q.Pool)
		}
		points := q.Extra
		if g.Config.Options["scored"] != "lapses" {
			points += len(q.Scored)
		} else {
			points = -1
		}
		for a := range s.Areas {
			if b.Places[a].Objective && s.Holder(dishonest.Area(a)) == q.Seat {
				points++
			}
		}
		if points != q.Points && g.Config.Options["scored"] != "lapses" && s.Phase != "" {
			return fmt.Errorf("%s has %d points, and all are told %d", q.Seat, points, q.Points)
		}
		if q.Ally != "" && !s.Allied(q.Ally, q.Seat) {
			return fmt.Errorf("%s is allied with %s, who is not", q.Seat, q.Ally)
		}
		if q.Tile != "" && tiles[q.Tile] {
			return fmt.Errorf("two have %s", q.Tile)
		}
		tiles[q.Tile] = true
		g.points[q.Seat] = q.Points
	}
	return nil
}

// checkEnd looks at how the game ended.
func (g *robotGame) checkEnd(p adjudicator.Position, s dishonest.Truth) error {
	if g.won = adjudicatortest.Winners(p); len(g.won) == 0 {
		return fmt.Errorf("nobody has won")
	}
	most := 0
	for _, q := range s.Players {
		most = max(most, q.Points)
	}
	if first := g.won[0]; g.points[first] < min(most, dishonest.House().Points) {
		return fmt.Errorf("%v has won with %d points, and another has %d", g.won, g.points[first], most)
	}
	return nil
}

// tallied returns a line on each size of game: what happened on average, and which power won how often over its
// share.
func tallied(games []*robotGame) string {
	var out strings.Builder
	for players := 4; players <= 7; players++ {
		var matches []*adjudicatortest.Match
		years, wins := 0, map[string]float64{}
		for _, g := range games {
			if g.players != players || len(g.won) == 0 {
				continue
			}
			matches, years = append(matches, &g.Match), years+g.year
			for _, seat := range g.won {
				wins[seat] += 1 / float64(len(g.won))
			}
		}
		if matches == nil {
			continue
		}
		n := float64(len(matches))
		var shares []string
		for _, seat := range slices.Sorted(maps.Keys(wins)) {
			shares = append(shares, fmt.Sprintf("%s %.2f", seat, wins[seat]/n*float64(players)))
		}
		fmt.Fprintf(&out, "%d players, %.1f years; wins over the share: %s; %s\n", players, float64(years)/n, strings.Join(shares, ", "), adjudicatortest.Averages(matches))
	}
	return out.String()
}
