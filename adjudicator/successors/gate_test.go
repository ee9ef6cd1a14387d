package successors_test

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
	"deaddrop/adjudicator/successors"
	"deaddrop/adjudicator/successors/robot"
	"deaddrop/gm/gate"
)

// TestGate plays Successors in pairs of worlds that differ in what one player can't know: others' chits, sheets and
// standing orders, and the draw pile. The watcher's letters must be the same to the byte.
func TestGate(t *testing.T) {
	theGate(t).Test(t, 40)
}

// watcher is the player who looks on. Dice say in which order players choose and move, so that the watcher is like
// any other.
const watcher = "Red"

// theGate returns the gate of Successors, with all its options.
func theGate(t testing.TB) gate.Gate {
	t.Helper()
	draw := gate.Draftsman(t)
	return gate.Gate{
		Tries: []string{"home", "turn", "standing"},
		Draw:  draw, Rules: midst.Begun(), Words: draw.Words, Config: adjudicator.Config{Seats: successors.Rules.Seats[:4], Pack: successors.Rules.House}, Turns: 12, Deadlines: true,
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
	Rules: successors.Rules, Options: map[string]string{"speed": "fast"}, Sides: 5,
	Turns: func(t *adjudicator.Table) int { return 16 + t.Roll("midst", 10) },
	Robot: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
		return chitless(robot.Robot{Board: successors.House()}.Answer(v.(successors.View), req.Kind, r))
	},
}

// otherSecrets returns a position with other chits where the watcher can't see them: in the hands of others and in
// the draw pile, but for the first ones there, which an event may give the watcher before anybody is asked. Where
// hands are open, only the pile is another.
func otherSecrets(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) (adjudicator.Position, map[adjudicator.Seat]adjudicator.Seat) {
	k := truth(p)
	switch {
	case r.IntN(10) == 0:
		return p, nil
	case adjudicatortest.OptionsOf(p)["chits"] == "open":
		deck := k.Draw[min(reach, len(k.Draw)):]
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	default:
		swapHands(&k, watcher, reach, r)
	}
	return rewritten(p, k), nil
}

// secretsApart counts the chits and orders, of those that not everybody may see, in which two worlds differ.
func secretsApart(one, other adjudicator.View) int {
	a, b := one.(successors.Truth), other.(successors.Truth)
	n := gate.Differences(a.Draw, b.Draw)
	for i, s := range a.Secrets {
		n += gate.Differences(s.Hand, b.Secrets[i].Hand)
		n += gate.Differences(strings.Split(s.Standing, "\n"), strings.Split(b.Secrets[i].Standing, "\n"))
	}
	return n
}

// mayKnow returns what a player may know of a turn, by a model that looks at what was chosen and at nothing that
// follows from it. What everybody did is public; so is all that comes of it, and dice are the same in both worlds as
// long as everybody does the same.
func mayKnow(t gate.Turn, seat adjudicator.Seat) string {
	lines := []string{"then: " + t.After.Phase()}
	for _, told := range t.Told {
		if line := chosen(told); line != "" && told.To.Has(seat) {
			lines = append(lines, line)
		}
	}
	if k := t.After.View(adjudicator.Observer); k != nil {
		if v, ok := own(k); ok && v.Battle != nil {
			js, err := json.Marshal(v.Battle)
			if err != nil {
				panic(err)
			}
			lines = append(lines, "battle "+fought(js))
		}
	}
	// Where players are asked within battles, who is asked depends on standing orders, which is accepted unless the
	// pace is even.
	options := adjudicatortest.OptionsOf(t.After)
	patient := options["speed"] == "patient" && options["pace"] == "swift"
	for _, req := range t.Next {
		if req.Seat == seat || patient && req.Aside {
			lines = append(lines, fmt.Sprintf("%s is asked for %s", req.Seat, req.Kind))
		}
	}
	return strings.Join(lines, "\n")
}

// chosen returns what somebody chose by an event that the game has, or what the watcher alone gets to know; "" if
// nothing.
func chosen(e adjudicator.EventRecord) string {
	switch e.Kind {
	case "home", "chit", "cancelled", "gift", "ransom", "purchase", "alliances", "loans", "marched", "skipped", "silent", "drawn", "lost":
		return e.Kind + " " + string(e.Data)
	case "battle":
		return "battle " + fought(e.Data)
	}
	var d struct {
		Seat, Of, Land, Rider string
		Path                  []string
		Price                 int
		Lost                  json.RawMessage
		Drowned               successors.Units
	}
	if !slices.Contains([]string{"sailed", "raid", "maintenance", "sea battle"}, e.Kind) {
		return ""
	}
	if err := json.Unmarshal(e.Data, &d); err != nil {
		panic(err)
	}
	switch e.Kind {
	case "sailed":
		return fmt.Sprint("sailed ", d.Seat, d.Of, d.Path, d.Land)
	case "raid":
		return fmt.Sprint("raid ", d.Rider, d.Price)
	case "maintenance":
		return fmt.Sprint("maintenance ", d.Seat, string(d.Lost))
	}
	return fmt.Sprint("sea battle ", d.Drowned)
}

// fought is what was chosen in a battle, without its dice and what they hit.
func fought(js []byte) string {
	var d struct {
		At, Attacker, Defender string
		Insisted               bool
		Rounds                 []struct {
			Throws   [2][]struct{ Unit, Bonus json.RawMessage }
			Retreats json.RawMessage
		}
	}
	if err := json.Unmarshal(js, &d); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%s %s %s %v %s", d.At, d.Attacker, d.Defender, d.Insisted, d.Rounds)
}

// gateOrders returns orders of a player who does in public what anybody in that seat might do, and in secret
// anything, so that the two worlds look alike for a long time.
func gateOrders(v successors.View, kind string, r *rand.Rand) string {
	h := fnv.New64a()
	js, err := json.Marshal(v.State)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(h, "%s %s %s %s", js, v.Seat, v.Phase, kind)
	open := rand.New(rand.NewPCG(h.Sum64(), 1))
	if open.IntN(16) == 0 {
		return scrawl(v, kind, r)
	}
	words := chitless(robot.Robot{Board: successors.House()}.Answer(v, kind, open))
	switch kind {
	case "battle":
		return []string{"FIGHT", "RETREAT"}[open.IntN(2)]
	case "home", "ruling":
		return words
	}
	return strings.Join(append([]string{words}, vain(v, r)...), "\n")
}

// vain are standing orders that mostly come to nothing, whatever they are: chits that nobody has, odds that there never
// are, loans to who is no ally.
func vain(v successors.View, r *rand.Rand) []string {
	s := scribe{v: v, r: r}
	var out []string
	for range 1 + r.IntN(6) {
		out = append(out, []string{
			fmt.Sprintf("IF ATTACKED AT %s FIGHT%s", s.area(), s.limit()),
			fmt.Sprintf("INSIST ON BATTLE AT %s IF ODDS >= %d:1", s.area(), 12+r.IntN(50)),
			"LEADER BONUS TO INF, EL",
			fmt.Sprintf("LEND %s AT %s TO %s", s.units(), s.area(), s.seat()),
			fmt.Sprintf("PLAY %d WHEN REVOLT AT %s", 15+r.IntN(3), s.area()),
			fmt.Sprintf("PLAY %d WHEN TURN STARTS AT %s", 12+r.IntN(3), s.area()),
			fmt.Sprintf("LEND CAV FOR RAID TO %s PRICE %d", s.seat(), 1+r.IntN(9)),
		}[r.IntN(7)])
	}
	return out
}

// own is the part of a view that is its player's; not ok for the game master's.
func own(v adjudicator.View) (successors.View, bool) {
	if n, ok := v.(nosy); ok {
		return n.View, true
	}
	view, ok := v.(successors.View)
	return view, ok
}

// A nosy view has something in it that is not its player's to know: words that are printed, a state that is not, or
// another way to read orders.
type nosy struct {
	successors.View
	Hints []string          `json:",omitempty"`
	State *successors.Truth `json:",omitempty"`
	read  func(kind, old, text string) adjudicator.Reading
}

// Read reads as the leak does, if it is one of reading.
func (n nosy) Read(kind, old, text string) adjudicator.Reading {
	if n.read != nil {
		return n.read(kind, old, text)
	}
	return n.View.Read(kind, old, text)
}
