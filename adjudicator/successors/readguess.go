package successors

import (
	"slices"

	"deaddrop/parser/order"
)

// This file suggests meanings for names and order words that don't form an order.

// A hearing is what such words name.
type hearing struct {
	verbs      map[string]bool // classes of the order words
	places     []Area          // start, areas on the way and destination
	goesTo     bool            // whether a destination is given
	back       []Area          // areas to retreat to
	party      troop
	fleets     bool
	everything bool
	seat       string // another side that is named
	chit       int
	chits      bool  // whether it is about a chit
	number     int   // a number that does not count units
	limit      limit // limit of a battle
	attacked   bool  // whether it is about being attacked
	not        Area  // the area after "instead of"
}

// A guess returns the lines that a hearing may stand for.
type guess func(*author, hearing, *order.Context) []string

// guesses has the guesses for each kind of question, the likeliest first.
var guesses = map[string][]guess{
	"turn": {(*author).guessInstead, (*author).guessDefence, (*author).guessRanks, (*author).guessDeal,
		(*author).guessChit,
		(*author).guessPurchase, (*author).guessMove, (*author).guessBattle},
	"standing": {(*author).guessDefence, (*author).guessRanks, (*author).guessDeal},
}

// Suggest returns possible meanings of names and order words that don't form an order.
func (a *author) Suggest(said []order.Bind, c *order.Context) []string {
	if len(said) == 0 {
		return nil
	}
	notes, vague := a.notes, a.vague
	defer func() { a.notes, a.vague = notes, vague }()
	h := a.hears(said, c)
	var out []string
	for _, g := range guesses[a.kind] {
		out = append(out, g(a, h, c)...)
	}
	return slices.DeleteFunc(out, func(line string) bool {
		_, err := parseSheet(a.b, a.kind, line)
		return err != nil
	})
}

// hears analyses words. If a place is named twice, the last mention counts.
func (a *author) hears(said []order.Bind, c *order.Context) hearing {
	h := hearing{verbs: map[string]bool{}, not: nowhere}
	var from, over, to []Area
	for _, b := range said {
		role := a.role(b, c)
		switch {
		case len(b.Vals) == 0:
			h.verbs[b.Class] = true
		case b.Class == "place":
			at := a.likeliest(b)
			switch {
			case role == "not":
				h.not = at
			case h.verbs["retreat"]:
				h.back = append(h.back, at)
			case role == "from" && a.Own("place", []int{int(at)}):
				from = append(from, at)
			case role != "":
				to = append(to, at)
			default:
				over = append(over, at)
			}
			if a.hostile(at, a.Seat) {
				a.foe = at
			}
		case b.Class == "seat" && seatName(b.Vals[0]) != a.Seat:
			h.seat = seatName(b.Vals[0])
		case b.Class == "leader":
			h.party.leader = true
		case b.Class == "title":
			h.chit = b.Vals[0] - chitThing
		case slices.Contains(typeClasses[:], b.Class) && role != "not":
			h.add(portion{a.counting(b, c), Type(b.Vals[0] - typeThing)})
		}
	}
	h.places = slices.Concat(from, over, to)
	for i, at := range h.places {
		if slices.Contains(h.places[i+1:], at) {
			h.places[i] = nowhere
		}
	}
	h.places = slices.DeleteFunc(h.places, func(at Area) bool { return at == nowhere })
	h.goesTo = len(to) > 0
	a.hearsRest(&h, said, c)
	return h
}

// add adds units. Units of a type that is named twice are the same.
func (h *hearing) add(p portion) {
	h.fleets = h.fleets || p.unit == Fleet
	i := slices.IndexFunc(h.party.units, func(was portion) bool { return was.unit == p.unit })
	if i < 0 {
		h.party.units = append(h.party.units, p)
		return
	}
	h.party.units[i].n = max(h.party.units[i].n, p.n)
}

// hearsRest takes in the words between names and order words.
func (a *author) hearsRest(h *hearing, said []order.Bind, c *order.Context) {
	from, to := c.Around(said[0].From, said[len(said)-1].To)
	has := func(class string) bool { return len(c.Find(class, from, to)) > 0 }
	h.everything, h.attacked = has("everything"), has("if") && has("attack") || has("assailed")
	h.chits = has("chit")
	h.limit.stay, h.limit.odds = has("stayto"), has("weaker")
	for _, to := range h.back {
		h.limit.retreat = append(h.limit.retreat, flight{to: to})
	}
	for _, b := range c.Find("roundw", from, to) {
		h.limit.rounds, _ = order.Numeral(c.Word(b.From - 1))
	}
	for i := from; i < to; i++ {
		counts := slices.ContainsFunc(typeClasses[:], func(class string) bool {
			return a.b.lexicon().Is(c.Word(i+1), class)
		})
		if n, ok := order.Numeral(c.Word(i)); ok && !counts && n > 0 && n != h.limit.rounds {
			h.number = n
		}
	}
}

// role returns the role that the words before a name give it: "from", "to", "not" or "".
func (a *author) role(b order.Bind, c *order.Context) string {
	l := a.b.lexicon()
	at := b.From - 1
	for l.Is(c.Word(at), "det") {
		at--
	}
	for n := at; n > at-3; n-- {
		if l.Is(c.Word(n), "negated") {
			return "not"
		}
	}
	for _, class := range []string{"to", "from", "address"} {
		if l.Is(c.Word(at), class) {
			return class
		}
	}
	return ""
}

// likeliest returns the area that a name stands for; if it may be several, the one in which the player has units.
func (a *author) likeliest(b order.Bind) Area {
	for _, v := range b.Vals {
		if a.Own("place", []int{v}) {
			return Area(v)
		}
	}
	return Area(b.Vals[0])
}

// counting returns the number before units.
func (a *author) counting(b order.Bind, c *order.Context) int {
	l := a.b.lexicon()
	for at := b.From - 1; at >= max(0, b.From-3); at-- {
		word := c.Word(at)
		n, ok := order.Numeral(word)
		switch {
		case ok && n > 0 && n <= maxUnits:
			return n
		case word == "both":
			return 2
		case l.Is(word, "an"):
			return 1
		case l.Is(word, "every"):
			return all
		case !l.Is(word, "det"):
			return theUnits
		}
	}
	return theUnits
}

// guessing returns the lines that an outcome stands for, for a guessed line.
func guessing(o order.Outcome) []string {
	if failed(o) {
		return o.Suggest
	}
	return linesOf(o)
}

// guessed returns a match of a form for a guessed line.
func guessed(form string) *order.Match { return &order.Match{Form: form} }

// guessInstead suggests a line on file with a different place: "Susiana instead of Media".
func (a *author) guessInstead(h hearing, c *order.Context) []string {
	if h.not == nowhere || len(h.places) == 0 {
		return nil
	}
	to := h.places[len(h.places)-1]
	var out []string
	for _, key := range c.Sheet.Keys() {
		s := a.lineOf(c.Sheet.Get(key))
		switch {
		case len(s.moves) == 1 && destination(s.moves[0]) == h.not:
			for _, line := range guessing(fixReader{a}.redirected(s.moves[0], to, guessed("MOVE"), c)) {
				out = append(out, a.InPlace(key, line, c))
			}
		case len(s.fights) == 1 && s.fights[0].at == h.not:
			f := s.fights[0]
			f.at = to
			for _, line := range guessing(battleReader{a}.fighting(f, 0, guessed("FIGHT"), c)) {
				out = append(out, a.InPlace(key, line, c))
			}
		}
	}
	return out
}

// guessDefence suggests orders for a battle that another player seeks: "Syria falls back to Phoenicia".
func (a *author) guessDefence(h hearing, c *order.Context) []string {
	if len(h.places) == 0 {
		return nil
	}
	isDefence := h.attacked || a.kind == "standing" || h.verbs["defend"]
	limited := h.limit.stay || h.limit.odds || h.limit.rounds > 0
	holds := limited || h.does("defend", "fight", "stay")
	if !isDefence || !holds && !h.verbs["retreat"] {
		return nil
	}
	x := attacked{h.places[0], h.limit}
	if a.units(x.at, a.Seat).Total() == 0 {
		return nil
	}
	if h.verbs["retreat"] && !x.limit.stay {
		if !holds {
			x.limit.rounds = 1
		}
	}
	if a.checks().checkAttacked(x) != nil {
		return nil
	}
	return []string{standing{attacked: []attacked{x}}.words(a.b)}
}

// guessRanks suggests the order in which units get the leader's bonus, or are lost.
func (a *author) guessRanks(h hearing, _ *order.Context) []string {
	var types []Type
	for _, p := range h.party.units {
		types = append(types, p.unit)
	}
	switch {
	case len(types) == 0:
	case h.verbs["bonus"]:
		return []string{standing{bonus: types}.words(a.b)}
	case h.verbs["lose"]:
		return []string{standing{lose: types}.words(a.b)}
	}
	return nil
}

// guessDeal suggests an alliance or a gift.
func (a *author) guessDeal(h hearing, _ *order.Context) []string {
	if h.seat == "" || h.seat == white || a.player(h.seat) == nil {
		return nil
	}
	g := gift{h.number, h.seat}
	switch {
	case h.verbs["ally"]:
		return []string{"ALLY " + h.seat}
	case h.verbs["give"] && h.number > 0 && a.checks().checkGift(g) == nil:
		return []string{g.words()}
	}
	return nil
}

// guessChit suggests playing a chit.
func (a *author) guessChit(h hearing, _ *order.Context) []string {
	x := react{chit: h.chit, when: AnyTurn}
	if x.chit == 0 && (h.verbs["play"] || h.chits) {
		x.chit = h.number
	}
	if !slices.Contains(a.Hand, x.chit) {
		return nil
	}
	if len(h.places) > 0 {
		x.at = h.places[:1]
	}
	return guessing(a.playing(x, false))
}

// guessPurchase suggests buying units.
func (a *author) guessPurchase(h hearing, c *order.Context) []string {
	bare := len(h.verbs)+len(h.places) == 0 && h.seat == "" && !h.party.leader
	if len(h.party.units) == 0 || !h.verbs["buy"] && !bare {
		return nil
	}
	at := nowhere
	if len(h.places) > 0 {
		at = h.places[0]
	}
	return guessing(purchaseReader{a}.bought("", at, h.party.units, guessed("BUY"), c))
}

// does reports whether any of some classes of order words was heard.
func (h hearing) does(verbs ...string) bool {
	return slices.ContainsFunc(verbs, func(verb string) bool { return h.verbs[verb] })
}

// guessMove suggests a march or a voyage of the units that are named.
func (a *author) guessMove(h hearing, c *order.Context) []string {
	goes := h.does("go", "goon", "sail", "fight")
	named := len(h.party.units) > 0 || h.party.leader || h.everything
	stays := h.attacked || h.does("stay", "buy", "play")
	switch n := len(h.places); {
	case stays, n == 0, !named && !goes, !named && n < 2:
		return nil
	case n == 1 && !h.goesTo && a.Own("place", []int{int(h.places[0])}):
		return nil
	}
	last := h.places[len(h.places)-1]
	g := marching{move: move{land: nowhere, sail: h.verbs["sail"]}, from: nowhere, seq: h.places, party: h.party,
		everything: h.everything}
	if h.fleets && len(h.places) > 1 && a.hostile(last, a.Seat) {
		g.land, g.seq = last, h.places[:len(h.places)-1]
	}
	return guessing(a.settled(g, guessed("MOVE"), c))
}

// guessBattle suggests a battle that the player seeks, in the last of the named places where others have units.
func (a *author) guessBattle(h hearing, c *order.Context) []string {
	limited := h.limit.rounds > 0 || h.limit.stay || h.limit.odds
	if !h.verbs["fight"] && !limited || h.attacked {
		return nil
	}
	for _, at := range slices.Backward(h.places) {
		if a.hostile(at, a.Seat) {
			return guessing(battleReader{a}.fighting(fight{at: at, limit: h.limit}, 0, guessed("FIGHT"), c))
		}
	}
	return nil
}
