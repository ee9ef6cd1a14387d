package successors

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/parser/order"
)

// An otherReader reads the other lines of a turn, and standing orders that say nothing of battles.
type otherReader struct{ *author }

const (
	howToGive = "How many talents, and to whom? For example: GIVE 3 TO Blue."
	howToPlay = "Which chit? For example: PLAY 3, PLAY 3 AT Babylonia, or PLAY 15 WHEN REVOLT."
	howToLend = "Which units, where, to whom? For example: LEND 2 CAV AT Babylonia TO Blue; or for a raid: LEND CAV " +
		"FOR RAID TO Blue PRICE 2."
	howToHome = "Which provinces would you like as your home, best first? For example: HOME Babylonia, Lower Egypt."
)

// homeList reads a list of home provinces, best first: "HOME Babylonia, Lower Egypt".
func (a otherReader) homeList(m *order.Match, c *order.Context) order.Outcome {
	list := a.areasOf(m.All("rp"))
	adds := a.listed == "HOME" || m.Form == "HOMES"
	if was := c.Given["HOME"]; was != "" && adds { // a list below a heading
		s := a.lineOf(was)
		list = append(s.home, slices.DeleteFunc(list, func(at Area) bool { return slices.Contains(s.home, at) })...)
	}
	for _, at := range list {
		if a.b.IsSea(at) {
			return refusal(order.Complain("%s is a sea. %s", a.b.Name(at), howToHome))
		}
	}
	if err := a.checks().checkHome(list); err != nil {
		return refusal(err)
	}
	a.homes = list
	o := filed("HOME", sheet{home: list}.words(a.b))
	o.Adds = adds
	return o
}

// plays reads chits to be played, in this turn or whenever they can be.
func (a otherReader) plays(m *order.Match, c *order.Context) order.Outcome {
	var numbers []int
	if t, ok := m.Get("ct"); ok {
		numbers = append(numbers, t.Vals[0]-chitThing)
	}
	for _, b := range m.All("c") {
		numbers = append(numbers, numeral(b, c))
	}
	if len(numbers) == 0 {
		return order.Outcome{Ask: howToPlay}
	}
	if m.Has("rg") {
		for n := numbers[0] + 1; n < numbers[1] && n <= maxLines; n++ {
			numbers = append(numbers, n)
		}
		if numbers[1] <= numbers[0] {
			return order.Outcome{Ask: howToPlay}
		}
		slices.Sort(numbers)
	}
	x := react{when: AnyTurn, at: a.areasOf(m.All("b")), with: seatOf(m, "w")}
	timed := m.Has("nw") || m.Has("rv") || m.Has("tu")
	switch {
	case m.Has("rv"):
		x.when = OnRevolt
	case m.Has("tu"):
		x.when = AtTurnStart
	}
	if x.with == a.Seat {
		x.with = ""
	}
	var out order.Outcome
	for _, x.chit = range numbers {
		if m.Has("off") {
			out.Drop = append(out.Drop, fmt.Sprint("PLAY ", x.chit), fmt.Sprint("REACT ", x.chit))
			continue
		}
		o := a.playing(x, timed)
		if failed(o) {
			return o
		}
		out.And(o)
	}
	return out
}

// askChit asks whether a chit that is named is to be played.
func (a otherReader) askChit(m *order.Match, c *order.Context) order.Outcome {
	return order.Outcome{Ask: "Do you want to play this chit?", Suggest: linesOf(a.plays(m, c))}
}

// gives reads gifts: "GIVE 3 TO Blue" or "pay Blue 3 talents".
func (a otherReader) gives(m *order.Match, c *order.Context) order.Outcome {
	to, counted := seatOf(m, "s"), m.Has("n")
	if to == "" && m.Form == "GIVE" {
		to = a.named
	}
	if m.Form == "ASKGIVE" || !counted || to == "" {
		return order.Outcome{Ask: howToGive}
	}
	g := gift{numberAt(m, "n", c), to}
	if g.talents == 0 {
		return order.Outcome{Drop: []string{"GIVE " + to}}
	}
	if err := a.checks().checkGift(g); err != nil {
		return refusal(err)
	}
	return filed("GIVE "+to, g.words())
}

// ransoms reads "RANSOM" or "RANSOM AT Media".
func (a otherReader) ransoms(m *order.Match, _ *order.Context) order.Outcome {
	if err := a.checks().checkRansom(); err != nil {
		return refusal(err)
	}
	to := ""
	if p, ok := m.Get("p"); ok {
		to = a.b.Name(a.area(p))
	}
	return filed("RANSOM", ransomWords(to))
}

// ranks reads a ranking of types of units: which get the leader's bonus, or are lost, first.
func (a otherReader) ranks(m *order.Match, _ *order.Context) order.Outcome {
	const howBonus = "Which units get the leader's bonus, best first? For example: LEADER BONUS TO cav, inf."
	const howLose = "Which units go first where you have to choose? For example: LOSE levy, el, inf, cav, fleet."
	var types []Type
	for _, b := range m.All("t") {
		if t := Type(b.Vals[0] - typeThing); !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	switch {
	case m.Form == "ASKRANK":
		return order.Outcome{Ask: howBonus + " " + howLose}
	case m.Form == "LOSE":
		return filed("LOSE", standing{lose: types}.words(a.b))
	case slices.Contains(types, Fleet):
		return refusal(order.Complain("A leader has no bonus at sea; name land units. For example: LEADER BONUS TO " +
			"cav, inf."))
	}
	return filed("BONUS", standing{bonus: types}.words(a.b))
}

// allies reads the players with whom the writer wants to be allied.
func (a otherReader) allies(m *order.Match, _ *order.Context) order.Outcome {
	var out order.Outcome
	for _, b := range m.All("k") {
		seat := seatName(b.Vals[0])
		if err := a.checks().checkOther(seat, "be allied with"); err != nil {
			return refusal(err)
		}
		if !a.friendly(a.Seat, seat) {
			a.note("ALLY %s takes effect in the player turn in which %s has ALLY %s on file as well (SU-13).", seat,
				seat, a.Seat)
		}
		out.Orders = append(out.Orders, order.Order{Key: "ALLY " + seat, Line: "ALLY " + seat})
	}
	if m.Has("hm") && a.named != "" {
		return filed("ALLY "+a.named, "ALLY "+a.named)
	}
	if len(out.Orders) == 0 {
		out.Ask = "Allied with whom? For example: ALLY Blue."
	}
	return out
}

// unallies reads the players with whom the writer no longer wants to be allied, which may be everybody.
func (a otherReader) unallies(m *order.Match, c *order.Context) order.Outcome {
	var out order.Outcome
	for _, b := range m.All("k") {
		out.Drop = append(out.Drop, "ALLY "+seatName(b.Vals[0]))
	}
	if len(out.Drop) == 0 {
		out.Drop = a.keys(c, "ALLY")
	}
	return out
}

// lends reads a loan of units.
func (a otherReader) lends(m *order.Match, c *order.Context) order.Outcome {
	to := seatOf(m, "s")
	g, err := a.marching(m, c)
	switch {
	case err != nil:
		return refusal(err)
	case to == "":
		return order.Outcome{Ask: "To whom? " + howToLend}
	case m.Form == "ASKLEND":
		return order.Outcome{Ask: howToLend}
	}
	if err := a.checks().checkOther(to, "lend to"); err != nil {
		return refusal(err)
	}
	l := loan{at: nowhere, to: to}
	if b, ok := m.Get("b"); ok {
		l.at = a.area(b)
	}
	if !g.everything {
		for _, p := range g.party.units {
			if p.n == someUnits {
				return question("How many %s? %s", p.unit.short(), howToLend)
			}
			if p.n < all {
				p.n = all
			}
			l.units = append(l.units, p)
		}
		if len(l.units) == 0 || g.party.leader {
			return order.Outcome{Ask: howToLend}
		}
	}
	if err := a.checks().checkLoan(l); err != nil {
		return refusal(err)
	}
	return filed("LEND "+to+a.b.atPlace(l.at), standing{lend: []loan{l}}.words(a.b))
}

// raids reads a loan of cavalry for a raid.
func (a otherReader) raids(m *order.Match, c *order.Context) order.Outcome {
	x := ride{seatOf(m, "s"), numberAt(m, "pr", c)}
	if err := a.checks().checkOther(x.to, "lend to"); err != nil {
		return refusal(err)
	}
	if x.price > maxUnits {
		return order.Outcome{Ask: "At which price in talents? For example: PRICE 2."}
	}
	return filed("RAID "+x.to, standing{raid: []ride{x}}.words(a.b))
}

// lendsOff takes back loans, either all of them or those to one player.
func (a otherReader) lendsOff(m *order.Match, c *order.Context) order.Outcome {
	to := seatOf(m, "s")
	return order.Outcome{Drop: slices.DeleteFunc(c.Sheet.Keys(), func(key string) bool {
		loan := one(kindOf(key), "LEND", "RAID")
		return !loan || to != "" && !slices.Contains(strings.Fields(key), to)
	})}
}

const passOrOrders = "This letter has orders for this turn, and PASS takes them back. " +
	"Are they all that you want done? Leave PASS out then; or send just PASS."

// passes reads that the player does nothing. If there are also orders for the turn, it asks.
func (a otherReader) passes(_ *order.Match, c *order.Context) order.Outcome {
	beside := slices.ContainsFunc(c.Parts, func(p order.Part) bool {
		return p.Fate == order.Asked || p.Fate == order.Refused
	})
	switch {
	case beside || a.hasTurn(c):
		return order.Outcome{Ask: passOrOrders}
	case a.kind == "standing":
		return order.Outcome{Drop: a.keys(c, "GIVE")}
	}
	o := filed("PASS", passes)
	for _, key := range c.Sheet.Keys() {
		if ofTurn(kindOf(key)) && key != "PASS" {
			o.Drop = append(o.Drop, key)
		}
	}
	return o
}

// saysAlso reports whether the sentence of a match says that it adds to what is on file.
func saysAlso(m *order.Match, c *order.Context) bool {
	ends := func(x order.Lexeme) bool { return x.Kind == order.Line || strings.Contains(".;!?", x.Word) }
	from := m.From
	for from > 0 && !ends(c.Lexemes[from-1]) {
		from--
	}
	for i, x := range c.Lexemes[from:] {
		if from+i >= m.To && ends(x) {
			break
		}
		isBefore := from+i < m.From && one(x.Word, "also", "additionally", "addition", "besides", "plus", "add", "auch",
			"zusaetzlich", "zusatzlich", "moreover")
		if isBefore || one(c.Word(from+i-1)+" "+x.Word, "as well", "on top") {
			return true
		}
	}
	return false
}
