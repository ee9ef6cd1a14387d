package successors_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/successors"
	"deaddrop/adjudicator/successors/robot"
	"deaddrop/gm/gate"
	drafts "deaddrop/gm/post"
	"deaddrop/templates"
	"deaddrop/templates/atlas"
)

var (
	gateTurns = flag.Int("gate.turns", 40, "how many turns the gate compares")
	gateSeed  = flag.Uint64("gate.seed", 0, "play the gate's worlds of this seed only, and print the watcher's letters")
	gateDry   = flag.Bool("gate.dry", false, "leave the game masters and their letters out of the gate")
	gateSpeed = flag.String("gate.speed", "", "the only speed that the gate plays at")
)

// TestGate plays Successors in pairs of worlds that differ in what one player can't know: others' chits, sheets and
// standing orders, and the draw pile. His letters must be the same to the byte.
func TestGate(t *testing.T) {
	g := theGate(t)
	g.Dry = *gateDry
	if *gateSpeed != "" {
		g.Config.Options = map[string]string{"speed": *gateSpeed}
	}
	if *gateSeed > 0 {
		tally, err := g.Play(t.Context(), t.TempDir(), *gateSeed, os.Stdout)
		t.Log(tally)
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	turns := *gateTurns
	switch {
	case raced: // which is slow, and .ci/run plays them all without the race detector
		turns /= 10
		g.Turns = turns
	case testing.Short():
		turns /= 4
	}
	tally := g.Run(t, 1, turns)
	t.Log(tally)
	if tally.Share() < 70 || tally.Things < 4*tally.Apart || tally.Acts < tally.Turns/2 {
		t.Error("the worlds differ too little for this to prove anything")
	}
}

// watcher is who looks on. Dice say in which order players choose and move, so that he is like any other.
const watcher = "Red"

// theGate is that of Successors, over all its options.
func theGate(t testing.TB) gate.Gate {
	t.Helper()
	draw, err := draftsman()
	if err != nil {
		t.Fatal(err)
	}
	return gate.Gate{
		Draw: draw, Rules: inTheMidst(successors.Rules), Words: draw.Words, Config: adjudicator.Config{Seats: successors.Rules.Seats[:4], Pack: successors.Rules.House}, Turns: 12, Discloses: true, Deadlines: true,
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

// draftsman is one for all gates: their worlds begin alike, and what they have in common is drawn once.
var draftsman = sync.OnceValues(func() (*drafts.Draftsman, error) {
	words, err := templates.New()
	return &drafts.Draftsman{Atlas: sync.OnceValues(atlas.New), Words: words, Log: slog.New(slog.DiscardHandler)}, err
})

// inTheMidst has robots play the first turns of most games, fast.
func inTheMidst(rules *adjudicator.Rules) *adjudicator.Rules {
	midst := *rules
	midst.Setup = func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		p, err := rules.Setup(t, c)
		if err != nil || t.Roll("midst", 5) == 1 {
			return p, err
		}
		luck := adjudicator.Luck{Secret: []byte{byte(t.Roll("midst", 256)), byte(t.Roll("midst", 256)), byte(t.Roll("midst", 256))}}
		rules.Switch(p, with(c.Options, "speed", "fast"))
		p, over, err := robotsPlayed(p, luck, 16+t.Roll("midst", 10))
		if err == nil && !over {
			rules.Switch(p, c.Options)
		}
		return p, err
	}
	return &midst
}

// played are games of robots that were played before, as each seed's is set up for both worlds and with every leak: from where,
// with what luck and for how many turns, and the bout that came of it.
var played sync.Map

type bout struct {
	at   []byte // the position
	over bool   // after which the game ends
}

// robotsPlayed is the position after so many turns of robots, or before the one that ends the game.
func robotsPlayed(p adjudicator.Position, luck adjudicator.Luck, turns int) (_ adjudicator.Position, over bool, _ error) {
	js, err := json.Marshal(p)
	if err != nil {
		return nil, false, err
	}
	key := fmt.Sprintf("%x %d %s", luck.Secret, turns, js)
	was, ok := played.Load(key)
	if !ok {
		for luck.Phase < uint64(turns) && !over {
			luck.Phase++
			next, err := byRobots(p, luck)
			if err != nil {
				return nil, false, err
			}
			if over = next.Phase() == ""; !over {
				p = next
			}
		}
		if js, err = json.Marshal(p); err != nil {
			return nil, false, err
		}
		was = bout{js, over}
		played.Store(key, was)
	}
	p = successors.Rules.Blank()
	return p, was.(bout).over, json.Unmarshal(was.(bout).at, p)
}

// byRobots is the position after a turn of robots.
func byRobots(p adjudicator.Position, luck adjudicator.Luck) (adjudicator.Position, error) {
	js, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	rec := adjudicator.Record{}
	for {
		next := successors.Rules.Blank()
		if err := json.Unmarshal(js, next); err != nil {
			return nil, err
		}
		table := adjudicator.NewTable(luck, rec)
		if err := table.Run(next); err != nil || table.Open() == nil {
			return next, err
		}
		rec = table.Record()
		for i, req := range table.Open() {
			v := next.View(req.Seat).(successors.View)
			words := robot.Robot{Board: successors.House()}.Answer(v, req.Kind, rand.New(rand.NewPCG(luck.Phase, uint64(i))))
			if answer := v.Read(req.Kind, req.Filed, chitless(words)).Answer; answer != "" {
				rec.Asked[len(rec.Asked)-1].Answers[i] = answer
			} else {
				rec.Asked[len(rec.Asked)-1].Answers[i] = req.Default
			}
		}
	}
}

func with(options map[string]string, name, value string) map[string]string {
	out := map[string]string{name: value}
	for k, v := range options {
		if k != name {
			out[k] = v
		}
	}
	return out
}

// otherSecrets is a position with other chits where the watcher can't see them: in the hands of others and in the draw
// pile, but for the first ones there, which an event may give him before anybody is asked. Where hands are open, only the
// pile is another.
func otherSecrets(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) (adjudicator.Position, map[adjudicator.Seat]adjudicator.Seat) {
	k := truth(p)
	switch {
	case r.IntN(10) == 0:
		return p, nil
	case optionsOf(p)["chits"] == "open":
		deck := k.Draw[min(reach, len(k.Draw)):]
		r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	default:
		swapHands(&k, watcher, reach, r)
	}
	return rewritten(p, k), nil
}

// secretsApart counts in how many chits and orders two worlds differ that are not for all to see.
func secretsApart(one, other adjudicator.View) int {
	a, b := one.(successors.Truth), other.(successors.Truth)
	n := apart(a.Draw, b.Draw)
	for i, s := range a.Secrets {
		n += apart(s.Hand, b.Secrets[i].Hand)
		n += apart(strings.Split(s.Standing, "\n"), strings.Split(b.Secrets[i].Standing, "\n"))
	}
	return n
}

func apart[T comparable](a, b []T) int {
	n := max(len(a), len(b)) - min(len(a), len(b))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// mayKnow is what a player may know of a turn, by a model that looks at what was chosen and at nothing that follows from
// it. What everybody did is public; so is all that comes of it, and dice are the same in both worlds as long as everybody
// does the same.
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
	// Where players are asked within battles, who is asked hangs on standing orders, which is accepted.
	patient := optionsOf(t.After)["speed"] == "patient"
	for _, req := range t.Next {
		if req.Seat == seat || patient && req.Aside {
			lines = append(lines, fmt.Sprintf("%s is asked for %s", req.Seat, req.Kind))
		}
	}
	return strings.Join(lines, "\n")
}

// chosen is what somebody chose by an event that the game has, or what the watcher alone gets to know; "" if nothing.
func chosen(e adjudicator.Told) string {
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

// gateOrders are orders of a player who does in public what anybody in his place might do, and in secret whatever he
// likes: so that for long nobody can tell two worlds.
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
