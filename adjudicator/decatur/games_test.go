package decatur_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/decatur/robot"
	"deaddrop/tier"
)

var (
	robotGames = flag.Int("decatur.games", tier.Pick(6, 16), "how many games of robots are played under all kinds of rulings")
	firstGame  = flag.Uint64("decatur.first", 1, "the first seed of those games")
)

// Whatever robots do under whatever rulings, the pieces and the cards stay what the rules let them be, and the game
// comes to its end.
func TestGames(t *testing.T) {
	all := play(t, *robotGames, func(i int) *robotGame {
		seed := *firstGame + uint64(i)
		r := rand.New(rand.NewPCG(seed, 7))
		options := adjudicatortest.DrawnOptions(decatur.Rules, r)
		return &robotGame{seed: seed, players: 2 + i%6, options: options, whims: true}
	})
	t.Logf("%d games of 2 to 7 robots\n%s", len(all), tallied(all))
	shown := map[string]int{}
	for _, g := range all {
		for what, n := range g.shown {
			shown[what] += n
		}
	}
	for _, what := range []string{"begin", "attack", "settle", "expand", "port", "gather", "draw", "defend", "with factors",
		"with cards", "with both", "concede", "flee", "all"} {
		if shown[what] == 0 {
			t.Errorf("no example shows %q: %v", what, shown)
		}
	}
}

// play plays games side by side, and reports what is wrong with them. They come back in their order.
func play(t *testing.T, n int, start func(i int) *robotGame) []*robotGame {
	t.Helper()
	games, errs := adjudicatortest.PlayGames(n, start)
	for i, err := range errs {
		if g := games[i]; err != nil {
			t.Errorf("seed %d, %d players, %v: %s: %v", g.seed, g.players, g.options, g.phase, err)
		}
	}
	return games
}

// A robotGame is played by robots that know their views, through the contract alone, and watched at every phase.
type robotGame struct {
	seed    uint64
	players int
	options map[string]string
	opening func(v decatur.View, r *rand.Rand) string // lines before a robot's own in the first round; nil for none

	whims bool // the robots file more than they would by themselves
	ahead bool // the robots look ahead

	board *decatur.Board
	luck  adjudicator.Luck
	r     *rand.Rand
	phase string

	order     []string          // of play, in the first interval
	starts    map[string]string // where a player first restructured
	rounds    int               // phases; at patient speed, turns
	actions   map[string]int    // turns by what was done
	takeovers int
	won       int            // of them
	calls     int            // of "Decatur"
	asked     map[string]int // questions in the midst of a phase, by kind
	shown     map[string]int // examples of orders, by what they show
	winner    string
	end       string // by what
}

// Play plays the game to its end.
func (g *robotGame) Play() error {
	g.board, g.r = decatur.House(), rand.New(rand.NewPCG(g.seed, 8))
	g.starts, g.actions, g.asked, g.shown = map[string]string{}, map[string]int{}, map[string]int{}, map[string]int{}
	g.luck.Secret = fmt.Append(nil, "robots ", g.seed)
	config, err := decatur.Rules.Configure(adjudicator.Config{Seats: decatur.Rules.Seats[:g.players], Options: g.options})
	if err != nil {
		return err
	}
	p, err := decatur.Rules.Setup(adjudicator.NewTable(g.luck, adjudicator.Record{}), config)
	if err != nil {
		return err
	}
	for _, player := range truth(p).Players {
		g.order = append(g.order, player.Seat)
	}
	g.options = config.Options
	for err = g.check(p); err == nil && p.Phase() != ""; {
		if g.luck.Phase++; g.luck.Phase > 2000 {
			return fmt.Errorf("the game does not end")
		}
		g.phase = p.Phase()
		if p, err = g.step(p); err == nil {
			err = g.check(p)
		}
	}
	return err
}

func truth(p adjudicator.Position) decatur.Truth { return p.View(adjudicator.GM).(decatur.Truth) }

// step plays one phase to its end. What asks before anything has changed plays on as it is; later questions play the
// phase again from how it was saved.
func (g *robotGame) step(p adjudicator.Position) (adjudicator.Position, error) {
	saved, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	g.rounds++
	var rec adjudicator.Record
	for questions := 0; ; questions++ {
		table := adjudicator.NewTable(g.luck, rec)
		if err := table.Run(p); err != nil {
			return nil, err
		}
		if table.Open() == nil {
			return p, g.note(table.Record().Told)
		}
		if questions > 500 {
			return nil, fmt.Errorf("it asks without an end")
		}
		rec = table.Record()
		for i, req := range table.Open() {
			if questions > 0 {
				g.asked[req.Kind]++
			}
			if rec.Asked[questions].Answers[i], err = g.answer(p.View(req.Seat).(decatur.View), req); err != nil {
				return nil, err
			}
		}
		now, err := json.Marshal(p)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(now, saved) {
			p = decatur.Rules.Blank()
			if err := json.Unmarshal(saved, p); err != nil {
				return nil, err
			}
		}
	}
}

// answer returns a robot's answer, as it is put on file. None of its lines may be refused.
func (g *robotGame) answer(v decatur.View, req adjudicator.Request) (string, error) {
	if err := adjudicatortest.CheckExamples(v, req.Kind, g.shown); err != nil {
		return "", fmt.Errorf("%s: %w", req.Seat, err)
	}
	words := robot.Robot{Board: g.board, Ahead: g.ahead}.Answer(v, req.Kind, g.r)
	if g.opening != nil && v.Interval == 1 && v.Round == 1 {
		words = g.opening(v, g.r) + "\n" + words
	}
	if g.whims && (req.Kind == "round" || req.Kind == "turn") {
		if first := g.reckless(v); len(v.Read(req.Kind, "", first).Faults()) == 0 {
			words = first + "\n" + words
		}
		words += "\n" + strings.Join(g.more(v), "\n")
	}
	reading := v.Read(req.Kind, req.Filed, words)
	if len(reading.Faults()) > 0 {
		return "", fmt.Errorf("%s, asked for %s: %v\nin:\n%s", req.Seat, req.Kind, reading.Faults(), words)
	}
	if reading.Answer == "" {
		return req.Default, nil
	}
	return reading.Answer, nil
}

// reckless returns an alternative that may or may not be possible, of those that robots think about before they file
// them, or never file.
func (g *robotGame) reckless(v decatur.View) string {
	var own []string
	for _, h := range v.Locations {
		if h.Owner == v.Seat {
			own = append(own, h.Location)
		}
	}
	if len(own) == 0 {
		return ""
	}
	some := func() string { return own[g.r.IntN(len(own))] }
	switch g.r.IntN(12) {
	case 0, 5, 6:
		return fmt.Sprintf("PORT %s %s", some(), decatur.Oceans[g.r.IntN(3)])
	case 1:
		return fmt.Sprintf("CONSOLIDATE %s FROM %s ALL", some(), some())
	case 2:
		return fmt.Sprintf("VENTURE %s-%s", some(), v.Locations[g.r.IntN(len(v.Locations))].Location)
	case 3:
		return "EXPAND " + some()
	case 4:
		return "EXCHANGE ALL " + string(decatur.Commonwealths[g.r.IntN(5)])
	}
	return ""
}

// more returns what people may file, but robots don't: about the clock marker (DC-6), and defences that they want to
// see to.
func (g *robotGame) more(v decatur.View) []string {
	var out, firsts []string
	for _, h := range v.Locations {
		if h.Owner == v.Players[0].Seat {
			firsts = append(firsts, h.Location)
		}
		if h.Owner == v.Seat && g.r.IntN(20) == 0 {
			out = append(out, "DEFEND "+h.Location+" INTERACTIVE")
		}
	}
	switch {
	case g.options["decatur_call"] != "on":
	case v.Seat == v.Players[0].Seat && g.r.IntN(2) == 0:
		out = append(out, "CLOCK")
	case v.Seat != v.Players[0].Seat && len(firsts) > 0:
		out = append(out, "DECATUR "+strings.Join(firsts, ", "))
	}
	return out
}

// note counts what was told of a phase.
func (g *robotGame) note(told []adjudicator.EventRecord) error {
	for _, event := range told {
		var data struct {
			Seat, Action, To string
			Won              bool
			Winner, By       string
		}
		switch event.Kind {
		case "turn", "takeover", "end":
			if err := json.Unmarshal(event.Data, &data); err != nil {
				return err
			}
		}
		switch event.Kind {
		case "turn":
			g.actions[data.Action]++
			if data.Action == "restructure" && g.starts[data.Seat] == "" {
				g.starts[data.Seat] = data.To
			}
		case "takeover":
			g.takeovers++
			if data.Won {
				g.won++
			}
		case "called":
			g.calls++
		case "end":
			g.winner, g.end = data.Winner, data.By
		}
	}
	return nil
}

// check looks for what the rules do not let be between turns.
func (g *robotGame) check(p adjudicator.Position) error {
	s := truth(p)
	for i, h := range s.Locations {
		l := g.board.Locations[i]
		switch {
		case h.Location != l.Name:
			return fmt.Errorf("%s stands for %s", h.Location, l.Name)
		case h.Factors < 0 || h.Factors > 7: // DC-10
			return fmt.Errorf("%s has %d factors", l.Name, h.Factors)
		case (h.Owner == "") != (h.Factors == 0 && h.Port == ""): // DC-11
			return fmt.Errorf("%s is %q's with %d factors and port %q", l.Name, h.Owner, h.Factors, h.Port)
		case h.Port != "" && !slices.Contains(l.Oceans, h.Port): // DC-16
			return fmt.Errorf("%s has a port on the %s", l.Name, h.Port)
		case h.Owner != "" && !slices.Contains(g.order, h.Owner):
			return fmt.Errorf("%s is %s's, who does not play", l.Name, h.Owner)
		}
	}
	for _, player := range s.Players {
		for _, o := range decatur.Oceans {
			if n := s.Fleets(player.Seat, o); n > 2 {
				return fmt.Errorf("%s has %d fleets in the %s", player.Seat, n, o)
			}
		}
		switch {
		case s.Ports(player.Seat) > 6:
			return fmt.Errorf("%s has %d ports", player.Seat, s.Ports(player.Seat))
		case len(player.InPlay) > 3: // DC-12
			return fmt.Errorf("%s has %v in play", player.Seat, player.InPlay)
		case g.options["factors"] == "42" && s.Factors(player.Seat) > 42:
			return fmt.Errorf("%s has %d factors", player.Seat, s.Factors(player.Seat))
		}
	}
	return g.checkCards(s)
}

// checkCards looks for cards that were lost or made.
func (g *robotGame) checkCards(s decatur.Truth) error {
	influence := slices.Concat(s.Draw, s.Discards)
	prosperity := slices.Concat(s.Open, s.Rest)
	for _, x := range s.Secrets {
		i := slices.IndexFunc(s.Players, func(p decatur.Player) bool { return p.Seat == x.Seat })
		if n := len(x.Hand); n > 3 || n != s.Players[i].Hand {
			return fmt.Errorf("%s has %v in hand, and all are told %d cards", x.Seat, x.Hand, s.Players[i].Hand)
		}
		influence = slices.Concat(influence, x.Hand, s.Players[i].InPlay)
		prosperity = append(prosperity, x.Prosperity...)
	}
	if s.Deck != len(s.Draw) {
		return fmt.Errorf("the deck has %d cards, and all are told %d", len(s.Draw), s.Deck)
	}
	if got := counted(influence); !maps.Equal(got, g.board.Influence) {
		return fmt.Errorf("the influence cards are %v of %v", got, g.board.Influence)
	}
	if got := counted(prosperity); !maps.Equal(got, g.board.Prosperity) {
		return fmt.Errorf("the prosperity cards are %v of %v", got, g.board.Prosperity)
	}
	return nil
}

func counted[T comparable](list []T) map[T]int {
	n := map[T]int{}
	for _, x := range list {
		n[x]++
	}
	return n
}

// tallied is a line on each size of game: what happened on average.
func tallied(games []*robotGame) string {
	var out strings.Builder
	for players := 2; players <= 7; players++ {
		n, rounds, takeovers, won, calls := 0.0, 0, 0, 0, 0
		asked, actions, ends := map[string]int{}, map[string]int{}, map[string]int{}
		for _, g := range games {
			if g.players != players {
				continue
			}
			n, takeovers, won = n+1, takeovers+g.takeovers, won+g.won
			rounds, calls = rounds+g.rounds, calls+g.calls
			add(asked, g.asked)
			add(actions, g.actions)
			ends[g.end]++
		}
		if n == 0 {
			continue
		}
		fmt.Fprintf(&out, "%d players, %4.0f games: %5.1f phases, %4.1f takeovers (%4.1f won), %.1f calls; turns: %s; asked in the midst: %s; decided by %s\n",
			players, n, float64(rounds)/n, float64(takeovers)/n, float64(won)/n, float64(calls)/n, per(actions, n), per(asked, n), per(ends, n))
	}
	return out.String()
}

func add(to, from map[string]int) {
	for k, n := range from {
		to[k] += n
	}
}

// per is counts as averages: "bid 0.2, excess 1.5".
func per(counts map[string]int, n float64) string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, fmt.Sprintf("%s %.2f", k, float64(counts[k])/n))
	}
	if len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, ", ")
}
