package dishonest

import (
	"fmt"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file suggests meanings for words that don't form an order: their places, units, cards, powers and numbers are
// filled into shapes of orders.

// kindsOfWords has the words for units and resources, which shapes treat as names.
const kindsOfWords = `
=unit : inf, arm, ftr, flt, sqn
=cube : money, supply, oper, oil
`

// The shapes of orders in a letter: for a turn and standing orders, for the income phase, and for a battle.
var (
	turnShapes = kit.ParseShapes(kindsOfWords + `
garrison : garrison | at = own place 1
annex    : annex | at = place
pass     : passw
play     : play, cardw | card = card | n = number < cardw play
move?    : go, send, attack, tactics, move | unit = unit 0-1 each | from = own place 1 < from in | to = place 0-2 < to
           | n = number < tactics spend | cube = cube 0-1 each | home = own place <! retreat
ops      : oper, tactics | cube = cube 1 each
mobilize?: mobilize, build | unit = unit 1-3 each | at = own place 1-3 < in
defend   : defend, attacked, attack+foe, everyw | at = own place | against = seat | cube = cube 0-1 each | card = card
           | n = number < cardw play | retreat = place 0-2 <! retreat | lose = unit 0-3 <! lose
battle   : battle | at = place 1 | cube = cube 0-1 each | card = card | n = number < cardw play
           | retreat = place 0-2 <! retreat | lose = unit 0-3 <! lose
stop     : stopw
`)
	incomeShapes = kit.ParseShapes(kindsOfWords + `
draw      : draw, drawx, cardw | n = number
pool      : pool, poolx | cube = cube 0-2 each | n = number
bid       : bid, for1 | cube = cube 0-3 each | n = number
ideology? : ideology, wantw | tile = tile 1-5
ally      : ally | seat = seat 1
`)
	battleShapes = kit.ParseShapes(kindsOfWords + `
wish?     : deploy, put, retreat, lose | deploy = own place <! deploy from | cube = cube 0-1 each | card = card
            | n = number < cardw play | retreat = place 0-2 <! retreat to | lose = unit 0-3 <! lose
`)
)

// Shapes returns the shapes of orders for the question that the player is asked.
func (a *author) Shapes() kit.Shapes {
	switch {
	case a.kind == "income":
		return incomeShapes
	case one(a.kind, "turn", "standing"):
		return turnShapes
	case one(a.kind, "defence", "commit"):
		return battleShapes
	}
	return kit.Shapes{}
}

// Suggest returns possible meanings of the places, units, cards, powers and numbers in words that don't form an
// order.
func (a *author) Suggest(said []kit.Bind, c *kit.Context) (out []string) {
	if a.turn == 0 {
		return nil
	}
	for _, lines := range kit.Spans(a, said, c) {
		for _, line := range lines {
			out = append(out, a.Place(line, c.Lexemes[said[0].From].From, c))
		}
	}
	return out
}

// Draft returns the orders that the names and numbers filling a shape may stand for.
func (a *author) Draft(f kit.Fill, before string, _ *kit.Context) []string {
	g := guess{a, f, before}
	line := ""
	if make := drafts[f.Form]; make != nil {
		line = make(g)
	}
	if line == "" || !a.Fits(line) {
		return nil
	}
	return []string{line}
}

// Join combines consecutive moves or builds into one action, or consecutive wishes for a battle into one answer; ok
// is false if they can't be combined.
func (a *author) Join(before, line string) (string, bool) {
	if one(a.kind, "defence", "commit") {
		x, err := parseOrder(a.b, a.kind, before)
		y, bad := parseOrder(a.b, a.kind, line)
		if err != nil || bad != nil {
			return "", false
		}
		x.deploy, x.stakes = append(x.deploy, y.deploy...), append(x.stakes, y.stakes...)
		x.lose, x.retreat = append(x.lose, y.lose...), append(x.retreat, y.retreat...)
		joined := x.words(a.b)
		return joined, a.Fits(joined)
	}
	x, err := parseSheet(a.b, "turn", before)
	y, bad := parseSheet(a.b, "turn", line)
	if err != nil || bad != nil || len(x.turns) == 0 || len(y.turns) == 0 {
		return "", false
	}
	was, now := x.turns[0][0].act, y.turns[0][0].act
	paid := now
	paid.ops = was.ops
	switch {
	case was.kind != now.kind:
		return "", false
	// the same moves with the operations paid for them
	case now.kind == actTactics && was.words(a.b) == paid.words(a.b):
		return line, true
	case now.kind == actTactics:
		was = was.goingOn(now)
	case now.kind == actMobilize:
		was.buy = append(slices.Clone(was.buy), now.buy...)
	default:
		return "", false
	}
	joined := was.words(a.b)
	return joined, a.Fits(joined)
}

// Fits reports whether a line can be on file.
func (a *author) Fits(line string) bool {
	if one(a.kind, "defence", "commit") {
		o, err := parseOrder(a.b, a.kind, line)
		return err == nil && a.checkWanted(o) == nil
	}
	x, err := parseSheet(a.b, a.kind, bare(line))
	if err != nil || len(x.turns) == 0 || len(x.turns[0]) == 0 {
		return err == nil
	}
	d := x.turns[0][0]
	switch d.act.kind {
	case actGarrison:
		return a.checkGarrison(d.act.at) == nil
	case actMobilize, actTactics:
		return a.kind != "turn" || a.View.check(d) == nil
	}
	return true
}

// Spell returns the spelling of a name in lines.
func (a *author) Spell(b kit.Bind) string {
	switch v := b.Vals[0]; b.Class {
	case "place":
		return a.b.Name(Area(v))
	case "seat":
		return string(seats()[v])
	case "tile":
		return a.b.Tiles[v].Name
	case "unit":
		return unitTypes[v].short()
	case "cube":
		return strings.ToUpper(resourceTypes[v].String())
	default:
		return fmt.Sprint(v)
	}
}

// unitTypes and resourceTypes have the values of the words in kindsOfWords.
var (
	unitTypes     = []Type{Infantry, Armour, Fighter, Fleet, Squadron}
	resourceTypes = []Resource{Money, Supply, Operations, Oil}
)

// Place returns a line for the turn that the current lines are for, or for the next one if the sentence says so,
// added to others if it says that.
func (a *author) Place(line string, at int, c *kit.Context) string {
	word, _, _ := strings.Cut(line, " ")
	if !one(a.kind, "turn", "standing") || one(word, "DEFEND", "STOP", "LOSE", "SECONDARY", "TURN", "OR") {
		return line
	}
	begin := slices.IndexFunc(c.Lexemes, func(x kit.Lexeme) bool { return x.From >= at })
	from, _ := c.Around(begin, begin+1)
	said := func(class string, from, to int) bool { return len(c.Find(class, from, to)) > 0 }
	turn, near := max(1, a.turn), max(from, begin-nearElse)
	if said("nextturn", near, begin) {
		turn++
	}
	if said("orw", near, begin) || said("else", near, begin) {
		return lineOf(turn, 2, true, line)
	}
	return lineOf(turn, 1, false, line)
}

const nearElse = 7 // number of lexemes between "otherwise" and an order

// A guess is the names and numbers that fill a shape, and the order before it.
type guess struct {
	*author
	kit.Fill
	before string
}

// drafts has a function for each form that returns the line that a fill may stand for; "" if none.
var drafts = map[string]func(guess) string{
	"garrison": func(g guess) string { return "GARRISON " + g.name("at") },
	"annex": func(g guess) string {
		if at := g.name("at"); at != "" {
			return "ANNEX " + at
		}
		if _, to, ok := strings.Cut(g.before, "TACTICS"); ok { // such as "annex the place"
			return "ANNEX " + to[strings.LastIndexByte(to, '-')+1:]
		}
		return ""
	},
	"pass": func(guess) string { return passes },
	"play": func(g guess) string {
		if card := g.card(); card != "" {
			return "PLAY " + card
		}
		return ""
	},
	"move":     guess.move,
	"mobilize": guess.mobilize,
	"ops":      guess.payment,
	"defend":   guess.defence,
	"stop":     func(guess) string { return "STOP IF ATTACKED" },
	"draw":     func(g guess) string { return "DRAW " + g.number() },
	"pool":     func(g guess) string { return "POOL " + g.bundle() },
	"bid":      func(g guess) string { return "BID " + g.bundle() },
	"ideology": func(g guess) string { return "IDEOLOGY " + g.names("tile") },
	"ally":     func(g guess) string { return "ALLY " + g.names("seat") },
	"wish":     guess.wish,
	"battle": func(g guess) string {
		if wish := g.wish(); wish != "" {
			return "BATTLE " + g.name("at") + ": " + wish
		}
		return ""
	},
}

// name returns the spelling of the first name in a slot; "" if there is none.
func (g guess) name(slot string) string {
	if len(g.Slots[slot]) == 0 {
		return ""
	}
	return g.Spell(g.Slots[slot][0])
}

// names returns the names in a slot as a list.
func (g guess) names(slot string) string {
	var out []string
	for _, b := range g.Slots[slot] {
		out = append(out, g.Spell(b))
	}
	return strings.Join(out, ", ")
}

// number returns the number in the guess, where words for nothing count as 0; "" if there is none.
func (g guess) number() string {
	if n, ok := g.Is("n"); ok && n >= 0 {
		return fmt.Sprint(n)
	}
	if g.Says("none", "naught", "noway") {
		return "0"
	}
	return ""
}

// bundle returns the resources in the guess, or a number of them.
func (g guess) bundle() string {
	var out []string
	for _, b := range g.Slots["cube"] {
		if b.Count > 0 {
			out = append(out, fmt.Sprintf("%d %s", b.Count, g.Spell(b)))
		}
	}
	if len(out) == 0 {
		return g.number()
	}
	return strings.Join(out, " ")
}

// card returns the number of the named card.
func (g guess) card() string {
	if len(g.Slots["card"]) > 0 {
		return g.name("card")
	}
	if n, ok := g.Is("n"); ok && n > 0 {
		return fmt.Sprint(n)
	}
	return ""
}

// force returns a number of units of a type: the named type, or the only one that the player has there.
func (g guess) force(at Area) (n int, t Type, ok bool) {
	have := g.State.force(at, g.Seat)
	if named := g.Slots["unit"]; len(named) > 0 {
		t, n = unitTypes[named[0].Vals[0]], named[0].Count
		if n == kit.Everything {
			n = have[t]
		}
		return max(1, n), t, true
	}
	for u, k := range have {
		if k > 0 && ok {
			return 0, 0, false
		}
		if k > 0 {
			n, t, ok = k, Type(u), true
		}
	}
	return n, t, ok
}

// move returns a move of units to one or two places.
func (g guess) move() string {
	from, _ := g.Is("from")
	n, t, ok := g.force(Area(from))
	if !ok {
		return ""
	}
	x := move{n: n, unit: t, path: []Area{Area(from)}, home: nowhere}
	for _, b := range g.Slots["to"] {
		x.path = append(x.path, Area(b.Vals[0]))
	}
	if before := g.moves(); len(x.path) == 1 && len(before) > 0 { // such as "with the fighter from Marseilles"
		to := before[len(before)-1].path
		x.path = append(x.path, to[len(to)-1])
	}
	if home, ok := g.Is("home"); ok {
		x.home = Area(home)
	}
	if len(x.path) < 2 || !(turnReader{g.author}).completes(&x) || x.path[0] == x.path[len(x.path)-1] {
		return ""
	}
	return act{kind: actTactics, ops: g.operations(), moves: []move{x}, at: nowhere}.words(g.b)
}

// moves returns the moves of the order before.
func (g guess) moves() []move {
	x, err := parseSheet(g.b, "turn", g.before)
	if err != nil || len(x.turns) == 0 || len(x.turns[0]) == 0 {
		return nil
	}
	return x.turns[0][0].act.moves
}

// operations returns the number of operations paid; 0 if not given.
func (g guess) operations() int {
	if cubes := g.Slots["cube"]; len(cubes) > 0 && resourceTypes[cubes[0].Vals[0]] == Operations {
		return max(0, cubes[0].Count)
	}
	n, _ := g.Is("n")
	return max(0, n)
}

// payment returns the moves of the order before with the operations paid for them: "two ops' worth".
func (g guess) payment() string {
	moves, n := g.moves(), g.operations()
	if len(moves) == 0 || n == 0 {
		return ""
	}
	return act{kind: actTactics, ops: n, moves: moves, at: nowhere}.words(g.b)
}

// mobilize returns an order that builds units.
func (g guess) mobilize() string {
	isOnFile := len(g.old.turns) > 0 && len(g.old.turns[0]) > 0 && g.old.turns[0][0].act.kind == actMobilize
	if !g.Says("mobilize", "build") && !strings.HasPrefix(g.before, "MOBILIZE") && !isOnFile {
		return ""
	}
	var out []string
	for i, b := range g.Slots["unit"] {
		at := g.Slots["at"]
		out = append(out, fmt.Sprintf("%d %s AT %s", max(1, b.Count), g.Spell(b), g.Spell(at[min(i, len(at)-1)])))
	}
	return "MOBILIZE " + strings.Join(out, ", ")
}

// defence returns an order for being attacked.
func (g guess) defence() string {
	at := "ANY"
	if name := g.name("at"); name != "" {
		at = name
	} else if !g.Says("everyw", "attacked", "attack", "foe") {
		return ""
	}
	if who := g.name("against"); who != "" && who != g.Seat {
		at += " AGAINST " + who
	}
	wish := g.wish()
	if wish == "" {
		return ""
	}
	return "DEFEND " + at + ": " + wish
}

// wish returns an order for a battle.
func (g guess) wish() string {
	var out []string
	if at := g.name("deploy"); at != "" && g.Says("deploy", "ftr") {
		out = append(out, "DEPLOY 1 FTR "+at)
	}
	supply, card := -1, g.card()
	if cubes := g.Slots["cube"]; len(cubes) > 0 && resourceTypes[cubes[0].Vals[0]] == Supply {
		supply = max(1, cubes[0].Count)
	} else if g.Says("naught", "none") {
		supply = 0
	}
	switch {
	case card != "":
		out = append(out, strings.TrimPrefix(fmt.Sprintf("SUPPLY %d CARD %s", max(0, supply), card), "SUPPLY 0 "))
	case supply >= 0:
		out = append(out, fmt.Sprintf("SUPPLY %d", supply))
	}
	if lose := g.names("lose"); lose != "" {
		out = append(out, "LOSE "+lose)
	}
	if to := g.names("retreat"); to != "" {
		out = append(out, "RETREAT "+to)
	}
	return strings.Join(out, "; ")
}
