package decatur_test

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
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/decatur/robot"
	"deaddrop/gm/gate"
)

// TestGate plays Decatur in pairs of worlds that differ in what one player can't know: others' cards and orders, and
// the decks. The watcher's letters must be the same to the byte.
func TestGate(t *testing.T) {
	theGate(t).Test(t, 100)
}

// watcher is the player who looks on. The seating is by lot, so that the watcher is like any other player, but seldom
// draws from a deck that is not the same in both worlds.
const watcher = "Red"

// theGate returns the gate of Decatur, with all its options.
func theGate(t testing.TB) gate.Gate {
	t.Helper()
	draw := gate.Draftsman(t)
	return gate.Gate{
		Tries: []string{"round", "turn", "coming", "standing", "bid", "excess"},
		Draw:  draw, Rules: midst.Begun(), Words: draw.Words, Config: adjudicator.Config{Seats: decatur.Rules.Seats[:4], Pack: decatur.Rules.House}, Turns: 16,
		Robots: &robot.Game,
		Player: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
			return gateOrders(own(v), req.Kind, r)
		},
		Watcher:   func(adjudicator.View, *rand.Rand) adjudicator.Seat { return watcher },
		Deadlines: true, // all others file ahead while one is asked (DC-36), and nobody waits for them
		Twin:      otherSecrets, Knows: mayKnow, Apart: secretsApart,
	}
}

var midst = &gate.Midst{
	Rules: decatur.Rules, Options: map[string]string{"speed": "fast"}, Sides: 4,
	Turns: func(t *adjudicator.Table) int { return t.Roll("midst", 14) },
	Robot: func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string {
		return robot.Answer(v.(decatur.View), req.Kind, r)
	},
}

// otherSecrets returns a position with other cards where the watcher can't see them: in the hands of others and in
// the deck, or a part of it, and face down before others, at times with those that were not dealt.
func otherSecrets(p adjudicator.Position, watcher adjudicator.Seat, r *rand.Rand) (adjudicator.Position, map[adjudicator.Seat]adjudicator.Seat) {
	k := truthOf(p)
	if r.IntN(10) == 0 {
		return p, nil
	}
	var influence []*decatur.Commonwealth
	var prosperity []*decatur.Region
	for i := range k.Secrets {
		if k.Secrets[i].Seat != string(watcher) {
			influence = append(influence, pointers(k.Secrets[i].Hand)...)
			prosperity = append(prosperity, pointers(k.Secrets[i].Prosperity)...)
		}
	}
	deck := pointers(k.Draw)
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	influence = append(influence, deck[:len(deck)*r.IntN(3)/2]...)
	if r.IntN(5) == 0 {
		prosperity = append(prosperity, pointers(k.Rest)...)
	}
	shuffle(influence, r)
	shuffle(prosperity, r)
	return rewritten(p, k), nil
}

// secretsApart counts in how many cards and orders two worlds differ that are not for all to see.
func secretsApart(one, other adjudicator.View) int {
	a, b := one.(decatur.Truth), other.(decatur.Truth)
	n := gate.Differences(a.Draw, b.Draw) + gate.Differences(a.Rest, b.Rest)
	for i, s := range a.Secrets {
		n += gate.Differences(s.Hand, b.Secrets[i].Hand) + gate.Differences(s.Prosperity, b.Secrets[i].Prosperity)
		n += gate.Differences(strings.Split(s.Standing, "\n"), strings.Split(b.Secrets[i].Standing, "\n"))
	}
	return n
}

// mayKnow returns what a player may know of a turn, by a model that looks at what was chosen and at nothing that
// follows from it. What everybody did is public; so is all that comes of it, and dice and new cards are the same in
// both worlds as long as everybody does the same. Of the choices those for which somebody has given no orders must
// follow from what is public, and so are left out.
func mayKnow(t gate.Turn, seat adjudicator.Seat) string {
	after := t.After.View(adjudicator.GM).(decatur.Truth)
	lines := []string{"then: " + t.After.Phase()}
	for _, told := range t.Told {
		if line := chosen(told, t, after); line != "" && (told.To.But || slices.Contains(told.To.Seats, seat)) {
			lines = append(lines, line)
		}
	}
	if k := own(t.After.View(adjudicator.Observer)).Takeover; k != nil {
		lines = append(lines, fmt.Sprintf("takeover %s-%s: %s", k.From, k.To, bids(k.Bids)))
	}
	// At the speed "standard", who is asked depends on standing orders, which is accepted unless the pace is even; at
	// other speeds it depends on nothing secret.
	options := adjudicatortest.OptionsOf(t.After)
	standard := options["speed"] == "standard" && options["pace"] == "swift"
	for _, req := range t.Next {
		if req.Kind == "excess" { // what they exchanged is public, and reported when they have parted with the others
			lines = append(lines, fmt.Sprint("exchanged ", after.Discards))
		}
		if req.Kind == "excess" && req.Seat == seat { // and what they drew is in their hand, before it is told as an event
			lines = append(lines, fmt.Sprint("hand ", own(t.After.View(seat)).Hand))
		}
		if req.Seat == seat || standard && req.Aside {
			lines = append(lines, fmt.Sprintf("%s is asked for %s", req.Seat, req.Kind))
		}
	}
	return strings.Join(lines, "\n")
}

// A told is what of the events shows somebody's choice.
type told struct {
	Seat, Action, Kind, From, To, Ocean string
	FromHand, FromPlay                  int
	Moved                               []decatur.Move
	Played, Dropped                     []string
	Cards, Hand                         json.RawMessage // drawn by the watcher
	Lines                               json.RawMessage // skipped, of the watcher's
	Contender, Defender                 string
	Bids                                []decatur.Bid
	MovedIn                             int
	Relocated                           string
	RelocatedN                          int
	Fleet                               string
	By, Location                        string
	Regions                             json.RawMessage // of an upheaval, with its cards
}

// chosen returns what somebody chose according to an event; "" if nothing.
func chosen(e adjudicator.EventRecord, t gate.Turn, after decatur.Truth) string {
	if !slices.Contains([]string{"turn", "takeover", "called", "upheaval", "drew", "skipped", "nmr", "end"}, e.Kind) {
		return ""
	}
	var d told
	if err := json.Unmarshal(e.Data, &d); err != nil {
		panic(err)
	}
	switch e.Kind {
	case "turn":
		return fmt.Sprint("turn ", d.Seat, d.Action, d.Kind, d.From, d.To, d.Ocean, d.FromHand, d.FromPlay, d.Moved, d.Played, d.Dropped)
	case "takeover":
		line := fmt.Sprint("takeover ", d.Contender, d.Defender, d.From, d.To, bids(d.Bids), d.MovedIn)
		if said(t, after, d.Defender) {
			line += fmt.Sprint(d.Relocated, d.RelocatedN, d.Fleet)
		}
		return line
	case "called":
		return fmt.Sprint("called ", d.By, d.Location)
	case "upheaval":
		return fmt.Sprintf("upheaval %s", d.Regions)
	case "drew":
		return fmt.Sprintf("drew %s %s", d.Cards, d.Hand)
	case "skipped":
		return fmt.Sprintf("skipped %s", d.Lines)
	case "nmr":
		return "silence of " + d.Seat
	case "end": // which lays all hands open
		return "end " + string(e.Data)
	}
	return ""
}

// bids returns the bids of a takeover, without their effect.
func bids(list []decatur.Bid) string {
	var out []string
	for _, b := range list {
		out = append(out, fmt.Sprint(b.Seat, b.Commits, b.Plays, b.Discards, b.Concedes))
	}
	return strings.Join(out, "; ")
}

// said reports whether a player has said, in standing orders or when asked, where their factors go.
func said(t gate.Turn, after decatur.Truth, seat string) bool {
	for _, a := range t.Asked {
		if slices.ContainsFunc(a.Requests, func(r adjudicator.Request) bool { return string(r.Seat) == seat && r.Kind == "relocation" }) {
			return true
		}
	}
	return slices.ContainsFunc(after.Secrets, func(s decatur.Secret) bool { return s.Seat == seat && strings.Contains(s.Standing, "RELOCATE") })
}

// gateOrders returns orders of a player who does in public what anybody in that seat might do, and in secret
// anything, so that the two worlds look alike for a long time.
func gateOrders(v decatur.View, kind string, r *rand.Rand) string {
	h := fnv.New64a()
	js, err := json.Marshal(v.State)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(h, "%s %s %s %s", js, v.Seat, v.Phase, kind)
	open := &writer{Rand: rand.New(rand.NewPCG(h.Sum64(), 1)), v: v, b: decatur.House()}
	secret := &writer{Rand: r, v: v, b: open.b}
	if open.IntN(16) == 0 {
		return scrawl(v, kind, r)
	}
	switch kind {
	case "bid":
		return open.openBid()
	case "excess":
		return open.openExcess()
	case "relocation":
		return robot.Answer(v, kind, open.Rand)
	case "advance":
		return open.pick("MOVE ALL", "")
	}
	return strings.Join(slices.Concat(secret.vain(), []string{open.openAction(secret), open.pick("EXPAND "+open.own(), "PASS"), "PASS", "DRAW"}, secret.vain(), secret.hidden(open)), "\n")
}

func (w *writer) openBid() string {
	if k := w.v.Takeover; k != nil && k.Contender == w.v.Seat {
		return w.pick("COMMIT ALL", "PAT", "CONCEDE")
	}
	return w.pick("CONCEDE", "CONCEDE", "PLAY 1 matching")
}

// openExcess parts with the first cards that there are of kinds in an order that hangs on nothing secret.
func (w *writer) openExcess() string {
	kinds := slices.Clone(decatur.Commonwealths)
	w.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	by := func(x, y decatur.Commonwealth) int { return slices.Index(kinds, x) - slices.Index(kinds, y) }
	hand := slices.SortedFunc(slices.Values(w.v.Hand), by)
	if w.v.Excess == nil || len(hand) < w.v.Excess.ToPlay {
		return ""
	}
	play := hand[:w.v.Excess.ToPlay]
	i := slices.IndexFunc(w.v.Players, func(p decatur.Player) bool { return p.Seat == w.v.Seat })
	inPlay := slices.SortedFunc(slices.Values(slices.Concat(w.v.Players[i].InPlay, play)), by)
	return "PLAY " + joined(play) + "\nDISCARD " + joined(inPlay[:w.v.Excess.ToDiscard])
}

func joined(cards []decatur.Commonwealth) string {
	var out []string
	for _, c := range cards {
		out = append(out, string(c))
	}
	return strings.Join(out, ", ")
}

// openAction returns the action of a player who looks only at what is public; in a takeover the ladder is their
// secret.
func (w *writer) openAction(secret *writer) string {
	i := slices.IndexFunc(w.v.Players, func(p decatur.Player) bool { return p.Seat == w.v.Seat })
	me := w.v.Players[i]
	if !slices.ContainsFunc(w.v.Locations, func(h decatur.Holding) bool { return h.Owner == me.Seat }) {
		return "RESTRUCTURE " + w.place()
	}
	from, to := w.near()
	odds := 2 // of a draw
	if me.Seat == watcher {
		odds = 8
	}
	switch {
	case me.Hand < 3 && w.IntN(odds) == 0:
		return "DRAW"
	case len(me.InPlay) > 0 && w.IntN(10) == 0:
		return fmt.Sprintf("EXCHANGE %s PLAY 1", me.InPlay[0])
	case w.IntN(2) == 0:
		return w.pick("EXPAND "+from, "PORT "+from+" "+w.ocean(), fmt.Sprintf("CONSOLIDATE %s FROM %s ALL", from, w.own()), "RESTRUCTURE "+to)
	}
	line := fmt.Sprintf("VENTURE %s-%s COMMIT %d", from, to, 1+w.IntN(4))
	for _, part := range []string{fmt.Sprint(" MAX ", 4+secret.IntN(4)), " PLAY " + secret.kinds(), " DISCARD " + secret.kind(), " FIRST cards"} {
		if secret.IntN(3) == 0 {
			line += part
		}
	}
	return line + w.pick("", " MOVE ALL", "", " INTERACTIVE")
}

// vain are alternatives that come to nothing, whatever they are.
func (w *writer) vain() []string {
	var out []string
	for range w.IntN(3) {
		from, to := w.near()
		out = append(out, w.pick(w.venture(from, to), "EXPAND "+w.places(), "DRAW", "RESTRUCTURE "+to, "EXCHANGE ALL "+w.kind())+
			" IF "+w.pick("MYHAND("+w.kind()+") >= 4", "HAND(Blue) > 3 AND "+w.condition(1), "NOT (HAND(Green) < 4)"))
	}
	return out
}

// hidden are standing orders. Most come to the same: who has nothing that matches or plays none concedes. Whether
// somebody is to be asked is seen, so that hangs on nothing secret.
func (w *writer) hidden(open *writer) []string {
	out := []string{open.pick("DEFEND OFF", "DEFEND ALL INTERACTIVE", "", "", "", "")}
	if out[0] == "" {
		out[0] = "DEFEND " + w.pick("ALL PLAY NONE", "ALL PLAY "+w.kind(), "ALL PLAY matching ONLY IF WINS", "ALL PLAY matching")
	}
	if w.IntN(2) == 0 {
		out = append(out, "DEFEND "+w.own()+" PLAY "+w.pick(w.kinds(), "NONE", "matching"))
	}
	if w.IntN(3) == 0 {
		out = append(out, "RELOCATE "+w.pick("ALL", w.own())+" TO "+w.places())
	}
	if open.IntN(4) > 0 {
		out = append(out, "KEEP "+w.kinds())
	} else {
		out = append(out, "KEEP OFF")
	}
	if w.IntN(2) == 0 {
		out = append(out, "DISCARD "+w.kinds())
	}
	return out
}

// own is the part of a view that is its player's.
func own(v adjudicator.View) decatur.View {
	if n, ok := v.(nosy); ok {
		return n.View
	}
	return v.(decatur.View)
}

// A nosy view has something in it that is not its player's to know: words that are printed, a state that is not, or
// another way to read orders.
type nosy struct {
	decatur.View
	Hints []string       `json:",omitempty"`
	State *decatur.Truth `json:",omitempty"`
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
