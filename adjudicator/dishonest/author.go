package dishonest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	kit "deaddrop/parser/order"
)

// An author is the player whose letter is being read. It knows only the player's view and the board, so its answers
// reveal nothing else.
type author struct {
	*View
	b    *Board
	kind string // kind of the request that the letter answers
	old  sheet  // the sheet on file before the letter
	// number of the turn that the current lines are for, counted from the player's next one; 0 if none can be meant
	turn    int
	last    int // number of the last turn that the letter can have
	alone   map[int]bool
	build   bool         // whether the letter has said that the units that follow are built
	guard   bool         // whether the letter has said that the lines that follow are for defence
	assumed *Type        // the type of units whose type is not given; nil if none is assumed
	none    map[int]bool // turns that are taken back, each with the later ones
}

// A resolver turns a match of a form into its outcome.
type resolver func(a *author, m *kit.Match, c *kit.Context) kit.Outcome

// by returns the resolver of a form that a reader for one kind of lines resolves.
func by[T ~struct{ *author }](resolve func(T, *kit.Match, *kit.Context) kit.Outcome) resolver {
	return func(a *author, m *kit.Match, c *kit.Context) kit.Outcome { return resolve(T{a}, m, c) }
}

// forms has the resolvers of the forms of orders on a sheet.
var forms = map[string]resolver{
	"TACTICS": by(turnReader.tactics), "MOVES": by(turnReader.tactics), "ROW": by(turnReader.tactics),
	"OPS": by(turnReader.tactics),
	"PAY": by(turnReader.tactics), "INTO": by(turnReader.tactics), "SUBJECT": by(turnReader.subjects),
	"BUILDS": by(turnReader.builds),
	"BUYS":   by(turnReader.mobilize), "CARDROW": by(turnReader.playCard), "DEFLINE": by(standingReader.defends),
	"DEFHEAD": by(standingReader.defenceHead), "NUMBER": by(standingReader.bareNumber),
	"SEATS": by(standingReader.ally), "CARDS": by(standingReader.draw),
	"ELSEWHERE": by(turnReader.elsewhere), "CHANGE": by(turnReader.change), "MYTILE": by(turnReader.playTile),
	"RAISE": by(standingReader.raise), "MOBILIZE": by(turnReader.mobilize), "GARRISON": by(turnReader.garrison),
	"TILE": by(turnReader.playTile), "PASS": by(turnReader.pass), "PLAY": by(turnReader.playCard),
	"SCORE":  by(turnReader.playCard),
	"BATTLE": by(turnReader.battle), "BATTLEOFF": by(turnReader.battle), "ANNEX": by(turnReader.annex),
	"ANNEXOFF": by(turnReader.annex),
	"DEFEND":   by(standingReader.defends), "DEFROW": by(standingReader.defends),
	"DEFENDOFF": by(standingReader.defends),
	"WISHES":    (*author).more,
	"SECONDARY": by(standingReader.reacts), "SECONDARYOFF": by(standingReader.reacts),
	"LOSE":    by(standingReader.losing),
	"LOSEOFF": by(standingReader.losing), "TIES": by(standingReader.breaksTies),
	"TIESOFF": by(standingReader.breaksTies), "STOP": by(standingReader.stops),
	"STOPOFF": by(standingReader.stops), "DRAW": by(standingReader.draw), "POOL": by(standingReader.pool),
	"BID":  by(standingReader.bid),
	"ALLY": by(standingReader.ally), "AMOUNT": by(standingReader.amount), "PROVIDED": by(standingReader.provided),
	"OTHERS":   (*author).others,
	"IDEOLOGY": by(standingReader.tiles), "TILES": by(standingReader.tiles), "WANTED": by(standingReader.tiles),
	"IDEOLOGYOFF": by(standingReader.tiles),
	"OFFTURN":     (*author).turnOff, "CANCEL": (*author).cancel, "UNDO": (*author).undo, "WHERE": (*author).lacking,
	"WHICH": (*author).lacking, "NOWAY": (*author).lacking, "FROM": (*author).lacking, "RETAKE": (*author).retakes,
}

// lackings has the questions for incomplete orders, by form.
var lackings = map[string]string{
	"WHERE": "Where are these units built? " + howToMobilize,
	"WHICH": "Which units are built there? " + howToMobilize,
	"NOWAY": "Where do these units go? " + howToMove,
	"FROM":  "From where do these units go? " + howToMove,
}

const (
	howToMove     = "For example: TACTICS 1: INF Ukraine-Romania; 2 INF Caucasus-Ukraine."
	howToMobilize = "For example: MOBILIZE 2 INF AT Moscow, 1 SQN AT Black Sea."
)

// incomeForms has the forms for decisions in the income phase alone.
var incomeForms = map[string]string{"DRAW": "DRAW", "POOL": "POOL", "BID": "BID", "ALLY": "ALLY"}

// Plays reports whether a form can be an order now.
func (a *author) Plays(form string) bool {
	inBattle := one(a.kind, "defence", "commit")
	switch form {
	case "RULE":
		return a.kind == "ruling"
	case "ANSWER":
		return a.kind == "secondary"
	case "BIDS":
		return a.kind == "bid"
	case "NIL":
		return labels[a.kind] != ""
	case "ANSWERED":
		return inBattle
	case "WISHES":
		return inBattle || one(a.kind, "turn", "standing")
	case "AMOUNT", "CARDS", "NUMBER", "SEATS", "PROVIDED":
		return a.kind == "income"
	case "CARDROW", "NOTHING", "BUILDS", "BUYS", "PAY", "INTO", "SUBJECT", "ELSEWHERE", "CHANGE":
		return one(a.kind, "turn", "standing")
	case "MYTILE":
		return a.kind != "income"
	case "DEFLINE", "DEFHEAD", "RAISE":
		return labels[a.kind] == "" && a.kind != "ruling"
	case "TILES", "WANTED":
		return one(a.kind, "income", "ideology")
	case "LOSE", "DEFENDOFF", "BATTLEOFF":
		return !inBattle
	case "ROW", "DEFROW":
		return labels[a.kind] == ""
	}
	return a.kind != "ruling"
}

// Own reports whether a name stands for something that belongs to the player.
func (a *author) Own(class string, vals []int) bool {
	switch class {
	case "place":
		return slices.ContainsFunc(vals, func(v int) bool { return a.holds(Area(v)) && !a.isEmbattled(Area(v)) })
	case "seat":
		return slices.ContainsFunc(vals, func(v int) bool { return string(seats()[v]) == a.Seat })
	case "tile":
		return slices.ContainsFunc(vals, func(v int) bool {
			return a.player(a.Seat) != nil && a.b.Tiles[v].Name == a.player(a.Seat).Tile
		})
	case "card":
		return slices.ContainsFunc(vals, func(v int) bool { return slices.Contains(a.Hand, v) })
	}
	return false
}

// holds reports whether the player has units or a colony in a place.
func (a *author) holds(at Area) bool {
	return a.Areas[at].Colony == a.Seat || a.force(at, a.Seat).Total() > 0
}

// isEmbattled reports whether the question is about a battle in a place, so that both sides may refer to it.
func (a *author) isEmbattled(at Area) bool {
	return labels[a.kind] != "" && a.Battle != nil && a.Battle.Area == a.b.Name(at)
}

// Resolve returns the outcome of a form. A name that may stand for several places is asked about, with an order for
// each place as a suggestion.
func (a *author) Resolve(m *kit.Match, c *kit.Context) kit.Outcome {
	binds := m.Binds()
	i := slices.IndexFunc(binds, func(b kit.Bind) bool { return b.Class == "place" && len(b.Vals) > 1 })
	if i < 0 {
		return a.resolve(m, c)
	}
	all := binds[i].Vals
	var names, lines []string
	var about []string
	for _, v := range all {
		binds[i].Vals = []int{v}
		names = append(names, a.b.Name(Area(v)))
		o := a.Resolve(m, c)
		if about = append(about, o.About...); o.Refuse == "" && o.Ask == "" {
			for _, x := range o.Orders {
				lines, about = append(lines, x.Line), append(about, x.Key)
			}
		}
	}
	binds[i].Vals = all
	why := fmt.Sprintf("Which one is %q: %s?", c.Quote(binds[i].From, binds[i].To), adjudicator.Listed(names, "or"))
	return kit.Outcome{Ask: why, Suggest: lines, About: about}
}

func (a *author) resolve(m *kit.Match, c *kit.Context) kit.Outcome {
	if one(m.Form, "BLANK", "BARE", "NOTHING", "KEEPS") {
		return kit.Outcome{Blank: true}
	}
	if m.Form == "UNDO" {
		return a.undo(m, c)
	}
	if labels[a.kind] != "" {
		return a.answer(m, c)
	}
	if name := incomeForms[m.Form]; name != "" && a.kind != "income" {
		return kit.Outcome{Refuse: name + " is for the income phase."}
	}
	return forms[m.Form](a, m, c)
}

// lacking asks for what an order does not say. If the units of a move are missing, it suggests those that can make
// it.
func (a *author) lacking(m *kit.Match, c *kit.Context) kit.Outcome {
	out := kit.Outcome{Ask: lackings[m.Form], About: []string{a.key(1, actPart)}}
	if m.Form != "FROM" {
		return out
	}
	us, err := a.units(m, whole(m), c)
	if err != nil {
		return a.refused(actPart, err)
	}
	out.Suggest = a.comers(us[0].unit, us[0].n, Area(m.All("p")[0].Vals[0]))
	return out
}

// comers returns orders for n units of a type to go to a place, one order for each place where the player has them.
func (a *author) comers(t Type, n int, to Area) (out []string) {
	for from := range a.Areas {
		has := a.force(Area(from), a.Seat)[t]
		if way, _ := a.wayTo(t, Area(from), to); has >= max(n, 1) && way != nil {
			x := act{kind: actTactics, at: nowhere, moves: []move{{n: max(n, 1), unit: t, path: way, home: nowhere}}}
			out = append(out, lineOf(a.turn, 1, false, x.words(a.b)))
		}
	}
	return out
}

// retakes asks from where a region is attacked: "Take Paris back." It suggests all land units that are next to it.
func (a *author) retakes(m *kit.Match, _ *kit.Context) kit.Outcome {
	at := listed(m, whole(m))[0]
	out := kit.Outcome{Ask: "With which units? " + howToMove, About: []string{a.key(1, actPart)}, Either: true}
	for _, from := range a.b.Next(at) {
		for _, t := range []Type{Infantry, Armour} {
			has := a.force(from, a.Seat)[t]
			if has == 0 || a.b.IsSea(from) || a.holder(at) == a.Seat {
				continue
			}
			x := act{kind: actTactics, at: nowhere,
				moves: []move{{n: has, unit: t, path: []Area{from, at}, home: nowhere}}}
			out.Suggest = append(out.Suggest, lineOf(a.turn, 1, false, x.words(a.b)))
		}
	}
	return out
}

// Block reads the text after a heading on its line, or below it.
func (a *author) Block(b kit.Block, c *kit.Context) {
	n := a.turn
	if n > 0 && len(c.Parts) > 0 {
		a.last = max(a.last, n)
	}
	tn, numbered := b.Heading.Get("tn")
	switch {
	case numbered:
		n = a.number(b.Heading, tn, c)
	case b.Heading.Has("on"):
		on, _ := b.Heading.Get("on")
		n = kit.Ordinal(c.Word(on.From))
	case a.isFirst(b, c):
	case b.Heading.Has("nx") && !a.isGiven(c, n):
		c.Add(kit.Part{Fate: kit.Asked, Quote: b.Quote, Suggest: c.Guess(b.Text),
			Why: "For which turn is this? Turns are counted from your next one, which is TURN 1: write TURN and its " +
				"number above it."})
		return
	case b.Heading.Has("nx"):
		n++
	case labels[a.kind] != "": // such as "this turn"
		c.ReadAll(b.Text)
		return
	default:
		n = 1
	}
	if n < 1 || n > a.last+1 || n > queue.MaxTurns {
		a.turn = 0
		c.Add(kit.Part{Fate: kit.Refused, Quote: b.Quote, Why: a.farTurn()})
		return
	}
	if a.turn, a.last = n, max(a.last, n); n > 0 {
		c.Under = strconv.Itoa(n)
	}
	text := strings.TrimSpace(b.Text)
	switch word := strings.ToLower(strings.Trim(text, ".! ")); {
	case a.b.lexicon().Is(word, "none"):
		a.none[n] = true
		c.Add(kit.Part{Fate: kit.Filed, Quote: b.Quote, Keys: []string{a.key(0, "")}})
	case text == "":
		c.Add(kit.Part{Fate: kit.Filed, Quote: b.Head, Keys: []string{a.key(0, "")}})
	default:
		behind := strings.TrimSuffix(b.Quote[min(len(b.Head), len(b.Quote)):], text)
		if isBelow := strings.Contains(behind, "\n"); isBelow {
			c.Add(kit.Part{Fate: kit.Filed, Quote: b.Head, Keys: []string{a.key(0, "")}})
		} else {
			a.alone[n] = a.alone[n] || !a.isGiven(c, n)
		}
		c.ReadAll(text)
	}
	if a.alone[n] && labels[a.kind] != "" { // what stands below may be the answer
		c.Under = ""
	}
}

// isFirst reports whether "my next turn" heads the first turn that there is: it is another's turn, and neither the letter
// nor the sheet has any before it.
func (a *author) isFirst(b kit.Block, c *kit.Context) bool {
	saysNext := strings.Contains(strings.ToLower(b.Head), "next") || strings.Contains(strings.ToLower(b.Head), "nächste")
	if !saysNext || !b.Heading.Has("nx") || a.kind != "standing" || len(a.old.turns) > 0 {
		return false
	}
	return a.turn == 1 && !slices.ContainsFunc(slices.Collect(maps.Keys(c.Given)), func(key string) bool {
		_, _, _, ok := partOf(key)
		return ok
	})
}

func (a *author) farTurn() string {
	return fmt.Sprintf("Turns are counted from your next one, whatever turn the game is in, and a queue can have at "+
		"most %d: the last one that you can write now is TURN %d.", queue.MaxTurns, min(a.last+1, queue.MaxTurns))
}

// turnOff takes back a turn and all later ones.
func (a *author) turnOff(m *kit.Match, c *kit.Context) kit.Outcome {
	n, last := a.turnOf(m, c), 0
	var keys []string
	for _, key := range c.Sheet.Keys() {
		if turn, _, _, ok := partOf(key); ok {
			last = max(last, turn)
			if turn == n {
				keys = append(keys, key)
			}
		}
	}
	switch {
	case len(keys) == 0:
		return kit.Outcome{Refuse: fmt.Sprintf("Nothing is on file for TURN %d.", n)}
	case n == last:
		return kit.Outcome{Drop: keys}
	}
	return kit.Outcome{Ask: fmt.Sprintf("Do you want to take back TURN %d and those after it? Write TURN %d: NONE.", n,
		n)}
}

// turnOf returns the number of the turn that is named in a match: "turn 2", "my next turn".
func (a *author) turnOf(m *kit.Match, c *kit.Context) int {
	b, ok := m.Get("n")
	switch {
	case ok:
		return a.number(m, b, c)
	case m.Has("n1"):
		return 1
	case m.Has("on"):
		on, _ := m.Get("on")
		return kit.Ordinal(c.Word(on.From))
	}
	return 2
}

// others refuses an order for another player.
func (a *author) others(m *kit.Match, c *kit.Context) kit.Outcome {
	if seat := seatsIn(m, whole(m))[0]; seat != a.Seat {
		return kit.Outcome{Refuse: fmt.Sprintf("You play %s, so you have no orders to give for %s.", a.Seat, seat),
			Foreign: true, About: []string{"OTHERS"}}
	}
	if m.Has("b") { // "France builds an infantry in Paris"
		return turnReader{a}.mobilize(m, c)
	}
	return kit.Outcome{Ask: "Is this an order? Write it without your name.", About: []string{a.key(1, actPart)}}
}

// singles has the keys of orders of which only one can be on file, by the classes of their words.
var singles = map[string]string{"bid": "BID", "pool": "POOL", "ally": "ALLY", "ideology": "IDEOLOGY", "draw": "DRAW",
	"lose": "LOSE", "ties": "TIES"}

const takeBack = "What do you want to take back? Write its line with NONE in place of what it says, such as ANNEX " +
	"NONE or TURN 2: NONE; or write the turn again."

// cancel takes back the order that a line names, or asks which one is to be taken back.
func (a *author) cancel(m *kit.Match, c *kit.Context) kit.Outcome {
	of, _ := m.Get("of")
	key := singles[of.Class]
	switch {
	case of.Class == "annex" && a.turn > 0:
		key = a.key(a.alternative(c, a.turn), annexPart)
	case standingLines[of.Class] != "":
		key = a.onlyStanding(m, c, standingLines[of.Class])
	case a.isOnlyAction(actions[of.Class]):
		return kit.Outcome{Drop: slices.DeleteFunc(c.Sheet.Keys(), func(k string) bool {
			return !strings.HasPrefix(k, "1/")
		})}
	}
	if cp, ok := m.Get("cp"); ok {
		key = a.onlyAt(c, Area(cp.Vals[0]))
	}
	if key != "" && c.Sheet.Get(key) != "" {
		return kit.Outcome{Drop: []string{key}}
	}
	return kit.Outcome{Ask: takeBack, About: []string{"CANCEL"}}
}

// onlyAt returns the key of the only line on file that names a place; "" if there are more, or none.
func (a *author) onlyAt(c *kit.Context, at Area) string {
	keys := slices.DeleteFunc(c.Sheet.Keys(), func(k string) bool {
		return !strings.Contains(c.Sheet.Get(k), a.b.Name(at))
	})
	if len(keys) != 1 {
		return ""
	}
	return keys[0]
}

// standingLines has the first words of standing orders, and actions the kinds of actions of a turn, by the classes of
// their words.
var (
	standingLines = map[string]string{"defend": "DEFEND ", "secondary": "SECONDARY ", "stopw": "STOP"}
	actions       = map[string]actKind{"mobilize": actMobilize, "garrison": actGarrison, "tactics": actTactics}
)

// isOnlyAction reports whether only one turn is on file, with an action of a kind.
func (a *author) isOnlyAction(kind actKind) bool {
	turns := a.old.turns
	if a.turn != 1 || len(turns) != 1 || len(turns[0]) != 1 {
		return false
	}
	return kind != actNone && turns[0][0].act.kind == kind
}

// onlyStanding returns the key of the only line on file that begins with a word and has the place that a form names,
// if it names one; "" if there is none, or more than one.
func (a *author) onlyStanding(m *kit.Match, c *kit.Context, begins string) string {
	name := ""
	for _, p := range listed(m, whole(m)) {
		name = a.b.Name(p)
	}
	if m.Has("an") {
		name = "ANY"
	}
	keys := slices.DeleteFunc(c.Sheet.Keys(), func(k string) bool {
		return !strings.HasPrefix(k, begins) || !strings.Contains(k, name)
	})
	if len(keys) != 1 {
		return ""
	}
	return keys[0]
}

// undo takes back the order before it.
func (a *author) undo(_ *kit.Match, c *kit.Context) kit.Outcome {
	switch {
	case c.Given[c.Last.Key] != "":
		return kit.Outcome{Undo: []string{c.Last.Key}}
	case len(c.Sheet.Keys()) == 0 && c.Last.Key == "":
		return kit.Outcome{Talk: true}
	}
	return kit.Outcome{Ask: takeBack, About: []string{"CANCEL"}}
}

// The parts of a turn, in the order in which they stand on a sheet.
const (
	playPart   = "PLAY"
	actPart    = "ACT"
	battlePart = "BATTLE"
	annexPart  = "ANNEX"
)

// key returns the key of a part of an alternative, for the turn that the current lines are for.
func (a *author) key(alt int, part string) string { return partKey(a.turn, alt, part) }

func partKey(turn, alt int, part string) string { return fmt.Sprintf("%d/%d/%s", turn, alt, part) }

// partOf splits a key; ok is whether it is the key of a part of a turn.
func partOf(key string) (turn, alt int, part string, ok bool) {
	first, rest, ok := strings.Cut(key, "/")
	second, part, more := strings.Cut(rest, "/")
	turn, _ = strconv.Atoi(first)
	alt, _ = strconv.Atoi(second)
	return turn, alt, part, ok && more
}

// lineOf returns a part of a turn as a letter may write it; opens is whether an alternative begins with it.
func lineOf(turn, alt int, opens bool, line string) string {
	if alt > 1 && opens {
		line = "OR " + line
	}
	if turn > 1 {
		line = fmt.Sprintf("TURN %d: %s", turn, line)
	}
	return line
}

// bare returns a line of a turn without the words that say which turn it is for.
func bare(line string) string {
	if strings.HasPrefix(line, "TURN ") {
		_, line, _ = strings.Cut(line, ": ")
	}
	return strings.TrimPrefix(line, "OR ")
}

// isGiven reports whether the letter has orders for a turn, accepted or not.
func (a *author) isGiven(c *kit.Context, turn int) bool {
	for key := range c.Given {
		if n, _, part, ok := partOf(key); ok && n == turn && one(part, playPart, actPart) {
			return true
		}
	}
	return slices.ContainsFunc(c.Parts, func(p kit.Part) bool { return isOpen(p) && a.breaks(p) == turn })
}

// alternative returns the number of the current alternative in the letter for a turn.
func (a *author) alternative(c *kit.Context, turn int) int {
	alt := 1
	for key := range c.Given {
		if n, k, _, ok := partOf(key); ok && n == turn {
			alt = max(alt, k)
		}
	}
	return alt
}

// part returns the outcome of a form that is a part of a turn.
func (a *author) part(m *kit.Match, c *kit.Context, part, line string) kit.Outcome {
	if a.turn == 0 {
		return kit.Outcome{Refuse: a.farTurn()}
	}
	alt, given := 1, a.isGiven(c, a.turn)
	if given {
		alt = a.alternative(c, a.turn)
	}
	if isOther(m, c) {
		if !given {
			alt = len(a.filed(a.turn))
		}
		if alt++; alt == 1 {
			return kit.Outcome{Ask: "What is this an alternative to? Write that first, and this after OR.",
				Suggest: []string{lineOf(a.turn, 1, false, line)}}
		}
	}
	opens := one(part, playPart, actPart) && c.Given[a.key(alt, playPart)] == ""
	out := kit.Outcome{Either: one(part, playPart, actPart)}
	out.Orders = []kit.Order{{Key: a.key(alt, part), Line: lineOf(a.turn, alt, opens, line)}}
	return out
}

// isOther reports whether an order begins with OR, or with the slash of a form, which is not that of a table.
func isOther(m *kit.Match, c *kit.Context) bool {
	or, ok := m.Get("or")
	begins := or.From == 0 || c.Lexemes[or.From-1].Kind == kit.Line
	return ok && !(begins && c.Word(or.From) == "|")
}

// filed returns the plan on file for a turn before the letter.
func (a *author) filed(turn int) queue.Plan[deed] {
	if turn < 1 || turn > len(a.old.turns) {
		return nil
	}
	return a.old.turns[turn-1]
}

// refused returns an outcome that refuses a part of a turn.
func (a *author) refused(part string, err error) kit.Outcome {
	return kit.Outcome{Refuse: err.Error(), About: []string{a.key(1, part)}}
}

func failed(o kit.Outcome) bool { return o.Refuse != "" || o.Ask != "" }

func one[T comparable](w T, of ...T) bool { return slices.Contains(of, w) }

// complain returns an error with a sentence for the player: what is wrong, and what is needed.
func complain(format string, args ...any) error { return kit.Complain(format, args...) }
