package dealers_test

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
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/dealers/robot"
	"deaddrop/gm/gate"
)

// TestGate plays Dealers in Hope in pairs of worlds that differ in what one player can't know: others' hands, the order of
// all draw piles, the watcher's own as well, queues, standing orders, and the stacks. The watcher's letters must be the same to the byte.
func TestGate(t *testing.T) {
	theGate(t).Test(t, 40)
}

// watcher is who looks on.
const watcher = "Blue"

// theGate returns the gate of Dealers in Hope, with all its options.
func theGate(t testing.TB) gate.Gate {
	t.Helper()
	draw := gate.Draftsman(t)
	return gate.Gate{
		Tries: []string{"turn", "standing", "winter"},
		Draw:  draw, Rules: midst.Begun(), Words: draw.Words, Config: adjudicator.Config{Seats: dealers.Rules.Seats[:4], Pack: dealers.Rules.House}, Turns: 10, Deadlines: true,
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
	Rules: dealers.Rules, Options: map[string]string{"speed": "fast"}, Sides: 4,
	Turns: func(t *adjudicator.Table) int { return 3 + t.Roll("midst", 40) },
	Robot: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
		view, ok := v.(dealers.View)
		if !ok {
			return "NOTHING"
		}
		return robot.Answer(view, req.Kind, req.Filed, r)
	},
}

// otherSecrets returns a position in which others' cards are otherwise in their hands and draw piles, in which the
// watcher's own draw pile and the stacks have another order where they can't be reached.
func otherSecrets(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) (adjudicator.Position, map[adjudicator.Seat]adjudicator.Seat) {
	if r.IntN(10) == 0 {
		return p, nil
	}
	k := truth(p)
	for i := range k.Secrets {
		x := &k.Secrets[i]
		if x.Seat == string(watcher) {
			below(x.Draw, soon, r)
			continue
		}
		at := pointers(x.Hand)
		for _, layer := range x.Draw {
			at = append(at, pointers(layer)...)
		}
		r.Shuffle(len(at), func(i, j int) { *at[i], *at[j] = *at[j], *at[i] })
		slices.Sort(x.Hand)
	}
	return unseen(rewritten(p, k), watcher, r), nil
}

// soon is how many cards the watcher draws in the next turn or two. A watcher who draws more may know which.
const soon = 5

func pointers(cards []string) []*string {
	var out []*string
	for i := range cards {
		out = append(out, &cards[i])
	}
	return out
}

// secretsApart counts in how many cards and orders two worlds differ that are not for all to see.
func secretsApart(one, other adjudicator.View) int {
	a, b := one.(dealers.Truth), other.(dealers.Truth)
	n := gate.Differences(a.Pile, b.Pile) + gate.Differences(a.Hidden[0], b.Hidden[0]) + gate.Differences(a.Hidden[1], b.Hidden[1])
	for i, s := range a.Secrets {
		o := b.Secrets[i]
		n += gate.Differences(s.Hand, o.Hand) + gate.Differences(slices.Concat(s.Draw...), slices.Concat(o.Draw...))
		n += gate.Differences(strings.Split(s.Standing, "\n"), strings.Split(o.Standing, "\n"))
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
	// Which player is asked within a turn depends on what is on file, which is accepted unless the pace is even; so
	// is the fact that a queue goes on by itself.
	options := adjudicatortest.OptionsOf(t.After)
	even := options["pace"] == "even"
	asks := options["speed"] != "fast" && !even
	for _, req := range t.Next {
		if req.Seat == seat || asks && req.Aside || req.Kind == "turn" {
			lines = append(lines, fmt.Sprintf("%s is asked for %s, %v", req.Seat, req.Kind, req.Stands && !even))
		}
	}
	v, ok := own(t.After.View(adjudicator.Observer))
	if !ok {
		return strings.Join(lines, "\n")
	}
	if v.Battle != nil {
		lines = append(lines, "battle "+inJSON(v.Battle))
	}
	for _, q := range v.Players { // how many cards of a hand were thrown away, and the one on top, is a choice that all see
		lines = append(lines, fmt.Sprint(q.Seat, q.Hand, q.Draw, q.Discard, q.Top, q.Open))
	}
	return strings.Join(lines, "\n")
}

// choices are the kinds of events that somebody has chosen, or that brought something to light.
var choices = []string{"action", "passed", "played", "used", "recovered", "discards", "trained", "dismissed", "readied", "assault", "spoils", "drawn", "skipped", "silent", "void", "discarded", "reshuffled", "draft"}

func inJSON(v any) string {
	js, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(js)
}

// gateOrders returns orders of a player who does in public what anybody in that seat might do, and in secret anything, so
// that the two worlds look alike for a long time.
func gateOrders(v dealers.View, kind string, r *rand.Rand) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s %s %s", inJSON(v.State), v.Seat, v.Phase, kind)
	open := rand.New(rand.NewPCG(h.Sum64(), 1))
	if open.IntN(24) == 0 {
		return scrawl(v, r)
	}
	if v.Seat != watcher {
		v.Hand, v.Draw, v.Discard = nil, nil, nil // cards that are played tell the worlds apart
	}
	words := robot.Answer(v, kind, "", open)
	switch kind {
	case "turn", "standing":
		return strings.TrimSpace(words + "\n" + vain(v, r))
	}
	return words
}

// vain returns standing orders that mostly come to nothing, whatever they are.
func vain(v dealers.View, r *rand.Rand) string {
	on := v.On()
	area := func() string { return on.Places[r.IntN(len(on.Places))].Name }
	card := func() string { return v.Board().Cards[r.IntN(len(v.Board().Cards))].Name }
	var out []string
	for range 1 + r.IntN(4) {
		out = append(out, []string{
			fmt.Sprintf("DEFEND %s AGAINST %s: %s, HAND", area(), v.Seat, card()),
			"STOP IF ATTACKED AT " + area(),
		}[r.IntN(2)])
	}
	return strings.Join(out, "\n")
}

// own returns the part of a view that is its player's; not ok for the game master's.
func own(v adjudicator.View) (dealers.View, bool) {
	if n, ok := v.(nosy); ok {
		return n.View, true
	}
	view, ok := v.(dealers.View)
	return view, ok
}

// A nosy view has something in it that is not its player's to know: words that are printed, a state that is not, or
// another way to read orders.
type nosy struct {
	dealers.View
	Hints []string       `json:",omitempty"`
	State *dealers.Truth `json:",omitempty"`
	read  func(kind, old, text string) adjudicator.Reading
}

// Read reads as the leak does, if it is one of reading.
func (n nosy) Read(kind, old, text string) adjudicator.Reading {
	if n.read != nil {
		return n.read(kind, old, text)
	}
	return n.View.Read(kind, old, text)
}
