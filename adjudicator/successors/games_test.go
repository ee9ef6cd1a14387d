package successors_test

import (
	"cmp"
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
	"deaddrop/adjudicator/successors"
	"deaddrop/adjudicator/successors/robot"
	"deaddrop/tier"
)

var (
	robotGames = flag.Int("successors.games", tier.Pick(5, 20), "how many games of robots are played under all kinds of rulings")
	firstGame  = flag.Uint64("successors.first", 1, "the first seed of those games")
)

// Whatever robots do under whatever rulings, units, money and chits stay what the rules let them be, and the game comes
// to its end.
func TestGames(t *testing.T) {
	all := play(t, *robotGames, func(i int) *robotGame {
		seed := *firstGame + uint64(i)
		r := rand.New(rand.NewPCG(seed, 7))
		options := adjudicatortest.DrawnOptions(successors.Rules, r)
		return &robotGame{seed: seed, players: 3 + i%2, options: options, whims: true}
	})
	t.Logf("%d games of 3 and 4 robots\n%s", len(all), tallied(all))
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
	whims   bool // the robots file more than they would by themselves
	ahead   bool // the robots look ahead

	board *successors.Board
	luck  adjudicator.Luck
	r     *rand.Rand
	phase string

	order  []string // of play
	homes  map[string]string
	counts map[string]int   // events by kind
	purse  int              // what players had together when the phase began
	units  successors.Units // and what there was on the board
	turns  int
	winner string
	scores []successors.Score
	rounds int // of battle
}

// Play plays the game to its end.
func (g *robotGame) Play() error {
	g.board, g.r, g.counts = successors.House(), rand.New(rand.NewPCG(g.seed, 8)), map[string]int{}
	g.homes = map[string]string{}
	g.luck.Secret = fmt.Append(nil, "robots ", g.seed)
	config, err := successors.Rules.Configure(adjudicator.Config{Seats: successors.Rules.Seats[:g.players], Options: g.options})
	if err != nil {
		return err
	}
	p, err := successors.Rules.Setup(adjudicator.NewTable(g.luck, adjudicator.Record{}), config)
	if err != nil {
		return err
	}
	g.options, g.purse = config.Options, 5*g.players
	for err = g.check(p); err == nil && p.Phase() != ""; {
		if g.luck.Phase++; g.luck.Phase > 200 {
			return fmt.Errorf("the game does not end")
		}
		g.phase = p.Phase()
		var told []adjudicator.EventRecord
		if p, told, err = adjudicatortest.PlayPhase(successors.Rules, p, g.luck, g.answer); err == nil {
			err = cmp.Or(g.note(p, told), g.check(p))
		}
	}
	return err
}

func truth(p adjudicator.Position) successors.Truth {
	return p.View(adjudicator.GM).(successors.Truth)
}

// answer returns a robot's answer, as it is put on file. None of its lines may be refused, except those that it adds
// on a whim.
func (g *robotGame) answer(p adjudicator.Position, req adjudicator.Request) (answer string, heard bool, err error) {
	v, ok := p.View(req.Seat).(successors.View)
	if !ok {
		return req.Default, false, fmt.Errorf("%s is asked for %s", req.Seat, req.Kind)
	}
	words := robot.Robot{Board: g.board, Ahead: g.ahead}.Answer(v, req.Kind, g.r)
	var reading adjudicator.Reading
	if g.whims && g.r.IntN(2) == 0 {
		reading = v.Read(req.Kind, req.Filed, words+"\n"+scrawl(v, req.Kind, g.r))
	} else if reading = v.Read(req.Kind, req.Filed, words); len(reading.Faults()) > 0 {
		return "", false, fmt.Errorf("%s, asked for %s: %v\nin:\n%s", req.Seat, req.Kind, reading.Faults(), words)
	}
	if reading.Answer == "" {
		return req.Default, false, nil
	}
	if again := v.Read(req.Kind, "", reading.Answer); again.Answer != reading.Answer || len(again.Faults()) > 0 {
		return "", false, fmt.Errorf("%s, asked for %s: what is on file is read otherwise:\n%s\n%s\n%v", req.Seat, req.Kind, reading.Answer, again.Answer, again.Faults())
	}
	return reading.Answer, false, nil
}

// note counts what was told of a phase, and holds money against it: what players have more or less together is what the
// bank has given and got.
func (g *robotGame) note(p adjudicator.Position, told []adjudicator.EventRecord) error {
	g.turns++
	bank := 0
	for _, event := range told {
		g.counts[event.Kind]++
		var data struct {
			Seat, Home, Captor, Winner, Rider, Victim string
			Total, Paid, Talents                      int
			Price                                     int
			Unpaid                                    bool
			Rounds                                    []struct{}
			Scores                                    []successors.Score
			Order                                     []string
		}
		switch event.Kind {
		case "revenue", "maintenance", "talents", "purchase", "ransom", "eliminated", "battle", "end", "order", "home":
			if err := json.Unmarshal(event.Data, &data); err != nil {
				return fmt.Errorf("%s: %w", event.Kind, err)
			}
		}
		switch event.Kind {
		case "order":
			g.order = data.Order
		case "home":
			g.homes[data.Seat] = data.Home
		case "revenue":
			bank += data.Total
		case "maintenance":
			bank -= data.Paid
		case "talents":
			if !data.Unpaid {
				bank += data.Talents
			}
		case "purchase", "eliminated":
			bank -= data.Talents
		case "ransom":
			if data.Captor == "White" {
				bank -= data.Talents
			}
		case "battle":
			g.rounds += len(data.Rounds)
		case "end":
			g.winner, g.scores = data.Winner, data.Scores
		}
	}
	now := 0
	for _, player := range truth(p).Players {
		now += player.Talents
	}
	if now != g.purse+bank {
		return fmt.Errorf("players had %d talents, the bank gave %d, and they have %d", g.purse, bank, now)
	}
	g.purse = now
	if err := g.balance(p, told); err != nil {
		return err
	}
	return g.replay(told)
}

// homeIsHeld reports whether enemies alone hold a player's home.
func (g *robotGame) homeIsHeld(s successors.Truth, q successors.Player) bool {
	home, _ := g.board.Area(q.Home)
	held := false
	for _, k := range s.Areas[home].Stacks {
		if k.Units.Army() > 0 {
			if k.Side == q.Seat || slices.Contains(q.Allies, k.Side) {
				return false
			}
			held = true
		}
	}
	return held
}

// check looks for what the rules do not let be between turns.
func (g *robotGame) check(p adjudicator.Position) error {
	s := truth(p)
	used := map[string]successors.Units{}
	for i, h := range s.Areas {
		place := g.board.Places[i]
		if h.Area != place.Name {
			return fmt.Errorf("%s stands for %s", h.Area, place.Name)
		}
		if h.Unrest != "" && place.Sea {
			return fmt.Errorf("unrest at sea, in %s", h.Area)
		}
		for j, k := range h.Stacks {
			if slices.ContainsFunc(h.Stacks[:j], func(o successors.Stack) bool { return o.Side == k.Side }) || k.Units.Total() == 0 {
				return fmt.Errorf("%s: %v", h.Area, h.Stacks)
			}
			for _, t := range successors.Types {
				if k.Units[t] < 0 || k.Hired[t] < 0 || k.Hired[t] > k.Units[t] || k.Side == "White" && k.Hired[t] > 0 {
					return fmt.Errorf("%s in %s has %v, of them %v hired", k.Side, h.Area, k.Units, k.Hired)
				}
			}
			if place.Sea && k.Units.Army() > 0 {
				return fmt.Errorf("%s has troops in the %s", k.Side, h.Area)
			}
			if k.Units.Of(successors.Fleet) > 0 && !place.Sea && !g.board.Coastal(successors.Area(i)) {
				return fmt.Errorf("%s has fleets in %s", k.Side, h.Area)
			}
			used[k.Side] = used[k.Side].Plus(k.Units.Minus(k.Hired))
			used["White"] = used["White"].Plus(k.Hired)
		}
	}
	for side, units := range used {
		most := g.board.Counters
		if side == "White" {
			most = g.board.White
		}
		if !most.Has(units) {
			return fmt.Errorf("%s has %v of %v counters", side, units, most)
		}
	}
	for _, q := range s.Players {
		switch {
		case q.Talents < 0:
			return fmt.Errorf("%s has %d talents", q.Seat, q.Talents)
		case q.Out && (q.Talents > 0 || used[q.Seat].Total() > 0 || q.Chits > 0):
			return fmt.Errorf("%s is out, and has %d talents and %v", q.Seat, q.Talents, used[q.Seat])
		case q.Leader.At != "" && q.Leader.Captor != "":
			return fmt.Errorf("the leader of %s is in %s and held by %s", q.Seat, q.Leader.At, q.Leader.Captor)
		case q.Leader.At != "":
			if a, ok := g.board.Area(q.Leader.At); !ok || g.board.IsSea(a) {
				return fmt.Errorf("the leader of %s is in %s", q.Seat, q.Leader.At)
			}
		case q.Home != "" && q.Leader.Captor == "" && !q.Out && !g.homeIsHeld(s, q):
			return fmt.Errorf("the leader of %s is nowhere", q.Seat)
		}
	}
	for _, check := range []func(successors.Truth) error{g.checkChits, g.checkPlaces, g.checkSeats, g.checkEnd} {
		if err := check(s); err != nil {
			return err
		}
	}
	return nil
}

// checkChits looks for chits that were lost or made.
func (g *robotGame) checkChits(s successors.Truth) error {
	all := slices.Concat(s.Draw, s.Spent)
	for _, x := range s.Secrets {
		i := slices.IndexFunc(s.Players, func(p successors.Player) bool { return p.Seat == x.Seat })
		if len(x.Hand) != s.Players[i].Chits {
			return fmt.Errorf("%s has chits %v, and all are told %d", x.Seat, x.Hand, s.Players[i].Chits)
		}
		all = append(all, x.Hand...)
	}
	slices.Sort(all)
	var want []int
	for _, c := range g.board.Chits {
		want = append(want, c.Number)
	}
	if !slices.Equal(all, want) {
		return fmt.Errorf("the chits are %v", all)
	}
	if s.Deck != len(s.Draw) {
		return fmt.Errorf("%d chits can be drawn, and all are told %d", len(s.Draw), s.Deck)
	}
	return nil
}

// tallied returns a line on each size of game: what happened on average.
func tallied(games []*robotGame) string {
	var out strings.Builder
	for players := 3; players <= 4; players++ {
		n, turns, rounds := 0.0, 0, 0
		counts := map[string]int{}
		wins := map[int]int{} // by place in the order of play
		for _, g := range games {
			if g.players != players {
				continue
			}
			n, turns, rounds = n+1, turns+g.turns, rounds+g.rounds
			for k, c := range g.counts {
				counts[k] += c
			}
			wins[slices.Index(g.order, g.winner)+1]++
		}
		if n == 0 {
			continue
		}
		var events []string
		for _, k := range slices.Sorted(maps.Keys(counts)) {
			events = append(events, fmt.Sprintf("%s %.1f", k, float64(counts[k])/n))
		}
		fmt.Fprintf(&out, "%d players, %4.0f games: %.1f phases, %.1f rounds of battle; wins by place in the order of play %v; events: %s\n",
			players, n, float64(turns)/n, float64(rounds)/n, wins, strings.Join(events, ", "))
	}
	return out.String()
}
