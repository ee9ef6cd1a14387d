package dishonest_test

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/dishonest/robot"
	"deaddrop/gm/gate"
)

// TestGate plays Dishonest Decade in pairs of worlds that differ in what one player can't know: others' cards and cubes,
// sealed letters, queues, standing orders and commitments, and the deck. The watcher's letters must be the same to the byte.
func TestGate(t *testing.T) {
	theGate(t).Test(t, 40)
}

// watcher is who looks on.
const watcher = "UK"

// theGate returns the gate of Dishonest Decade, with all its options.
func theGate(t testing.TB) gate.Gate {
	t.Helper()
	draw := gate.Draftsman(t)
	return gate.Gate{
		Tries: []string{"turn", "standing", "income"},
		Draw:  draw, Rules: midst.Begun(), Words: draw.Words, Config: adjudicator.Config{Seats: seatsOf(4), Pack: dishonest.Rules.House}, Turns: 10, Deadlines: true,
		Robots: &robot.Game,
		Player: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
			view, ok := own(v)
			if !ok {
				return "NOTHING"
			}
			return gateOrders(view, req.Kind, r)
		},
		Watcher: func(adjudicator.View, *rand.Rand) adjudicator.Seat { return watcher },
		Twin:    otherSecrets, Knows: mayKnow, Apart: secretsApart,
	}
}

var midst = &gate.Midst{
	Rules: dishonest.Rules, Options: map[string]string{"speed": "fast"}, Sides: 4,
	Turns: func(t *adjudicator.Table) int { return 10 + t.Roll("midst", 30) },
	Robot: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
		view, ok := v.(dishonest.View)
		if !ok {
			return "NOTHING"
		}
		return robot.Answer(view, req.Kind, req.Filed, r)
	},
}

// otherSecrets returns a position with other cards where the watcher can't see them, in the hands of others and in
// the deck, but for those that come next; and with other cubes behind others' screens.
func otherSecrets(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) (adjudicator.Position, map[adjudicator.Seat]adjudicator.Seat) {
	if r.IntN(10) == 0 {
		return p, nil
	}
	k := truth(p)
	swapHands(&k, watcher, r)
	for i := range k.Secrets {
		if s := &k.Secrets[i]; s.Seat != string(watcher) && r.IntN(3) == 0 {
			s.Stock[r.IntN(4)] += 1 + r.IntN(2)
		}
	}
	return rewritten(p, k), nil
}

// swapHands deals the cards of all but the watcher anew among them and the deck, without the first ones of it.
func swapHands(k *dishonest.Truth, watcher adjudicator.Seat, r *rand.Rand) {
	var at []*int
	add := func(cards []int) {
		for i := range cards {
			at = append(at, &cards[i])
		}
	}
	for i := range k.Secrets {
		if k.Secrets[i].Seat != string(watcher) {
			add(k.Secrets[i].Hand)
		}
	}
	add(k.Draw[min(reach, len(k.Draw)):])
	r.Shuffle(len(at), func(i, j int) { *at[i], *at[j] = *at[j], *at[i] })
}

// secretsApart counts in how many cards, cubes and orders two worlds differ that are not for all to see.
func secretsApart(one, other adjudicator.View) int {
	a, b := one.(dishonest.Truth), other.(dishonest.Truth)
	n := gate.Differences(a.Draw, b.Draw)
	for i, s := range a.Secrets {
		n += gate.Differences(s.Hand, b.Secrets[i].Hand) + gate.Differences(s.Stock[:], b.Secrets[i].Stock[:])
		n += gate.Differences(strings.Split(s.Standing, "\n"), strings.Split(b.Secrets[i].Standing, "\n"))
	}
	return n
}

// mayKnow returns what a player may know of a turn, by a model that looks at what was chosen, or drawn, and at
// nothing that follows from it.
func mayKnow(t gate.Turn, seat adjudicator.Seat) string {
	lines := []string{"then: " + t.After.Phase()}
	for _, told := range t.Told {
		if slices.Contains(choices, told.Kind) && told.To.Has(seat) {
			lines = append(lines, told.Kind+" "+string(told.Data))
		}
	}
	// Which player is asked within a turn depends on what is on file, which is accepted; so is the fact that a queue
	// goes on by itself.
	options := adjudicatortest.OptionsOf(t.After)
	even := options["pace"] == "even" // then it is accepted no more
	asks := options["speed"] != "fast" && !even
	for _, req := range t.Next {
		if req.Seat == seat || asks && req.Aside || req.Kind == "turn" {
			lines = append(lines, fmt.Sprintf("%s is asked for %s, %v", req.Seat, req.Kind, req.Stands && !even))
		}
	}
	if v, ok := own(t.After.View(adjudicator.Observer)); ok && v.Battle != nil {
		js, err := json.Marshal(v.Battle)
		if err != nil {
			panic(err)
		}
		lines = append(lines, "battle "+string(js))
	}
	return strings.Join(lines, "\n")
}

// choices are the kinds of events that somebody has chosen, or the deck, and what the watcher alone gets to know.
var choices = []string{"draws", "pools", "league", "bids", "ideologies", "alliances", "card", "scored", "unscored", "ideology", "secondary", "tactics", "moved",
	"mobilized", "garrisoned", "annexed", "passed", "battle", "supply", "removed", "stolen", "gained", "drawn", "skipped", "silent", "void", "cut", "committed less"}

// gateOrders returns orders of a player who does in public what anybody in that seat might do, and in secret anything, so
// that the two worlds look alike for a long time.
func gateOrders(v dishonest.View, kind string, r *rand.Rand) string {
	h := fnv.New64a()
	js, err := json.Marshal(v.State)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(h, "%s %s %s %s", js, v.Seat, v.Phase, kind)
	open := rand.New(rand.NewPCG(h.Sum64(), 1))
	if open.IntN(24) == 0 {
		return scrawl(v, r)
	}
	if v.Seat != watcher {
		v.Hand = nil // cards that are played tell the worlds apart
	}
	words := robot.Answer(v, kind, "", open)
	if kind == "turn" && v.Seat != watcher && !strings.Contains(words, "PASS") && !strings.Contains(words, "ANNEX") && r.IntN(3) == 0 {
		words += annexed(v, r.IntN(len(v.Areas)))
	}
	switch kind {
	case "turn", "standing":
		return strings.TrimSpace(words + "\n" + vain(v, r))
	}
	return words
}

// annexed returns the line that annexes an area, which mostly can't be; nothing where it is clear beforehand that it
// can't.
func annexed(v dishonest.View, at int) string {
	if p := v.Board().Places[at]; p.Sea || p.Home != "" || v.Areas[at].Colony == v.Seat {
		return ""
	}
	return "\nANNEX " + v.Areas[at].Area
}

// vain are standing orders that mostly come to nothing, whatever they are: odds that there never are, places that nobody
// enters.
func vain(v dishonest.View, r *rand.Rand) string {
	b := v.Board()
	area := func() string { return b.Places[r.IntN(len(b.Places))].Name }
	var out []string
	for range 1 + r.IntN(4) {
		out = append(out, []string{
			fmt.Sprintf("DEFEND %s: SUPPLY %d IF ODDS >= %d:1", area(), 1+r.IntN(3), 20+r.IntN(50)),
			fmt.Sprintf("DEFEND ANY: SUPPLY %d IF DEPLOYED >= %d", 1+r.IntN(3), 20+r.IntN(50)),
			"STOP IF ATTACKED AT " + area(),
			fmt.Sprintf("SECONDARY %s: NO", b.Tiles[r.IntN(len(b.Tiles))].Name),
		}[r.IntN(4)])
	}
	return strings.Join(out, "\n")
}

// own is the part of a view that is its player's; not ok for the game master's.
func own(v adjudicator.View) (dishonest.View, bool) {
	if n, ok := v.(nosy); ok {
		return n.View, true
	}
	view, ok := v.(dishonest.View)
	return view, ok
}

// A nosy view has something in it that is not its player's to know: words that are printed, a state that is not, or
// another way to read orders.
type nosy struct {
	dishonest.View
	Hints []string         `json:",omitempty"`
	State *dishonest.Truth `json:",omitempty"`
	read  func(kind, old, text string) adjudicator.Reading
	try   func(adjudicator.Trial) adjudicator.Tried
}

// Try tries orders as the leak does, if it is one of trials.
func (n nosy) Try(t adjudicator.Trial) adjudicator.Tried {
	if n.try != nil {
		return n.try(t)
	}
	return n.View.Try(t)
}

// Read reads as the leak does, if it is one of reading.
func (n nosy) Read(kind, old, text string) adjudicator.Reading {
	if n.read != nil {
		return n.read(kind, old, text)
	}
	return n.View.Read(kind, old, text)
}
