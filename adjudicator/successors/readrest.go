package successors

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/parser/order"
)

// This file reads the short lines of a turn, standing orders, and lines that take orders back.

const (
	howToBuy  = "Which units, and where? For example: BUY 2 INF, 1 CAV AT Babylonia."
	howToGive = "How many talents, and to whom? For example: GIVE 3 TO Blue."
	howToPlay = "Which chit? For example: PLAY 3, PLAY 3 AT Babylonia, or PLAY 15 WHEN REVOLT."
	howToLend = "Which units, where, to whom? For example: LEND 2 CAV AT Babylonia TO Blue; or for a raid: LEND CAV " +
		"FOR RAID TO Blue PRICE 2."
	howToHome = "Which provinces would be your home, best first? For example: HOME Babylonia, Lower Egypt."
)

// homeList reads a list of home provinces, best first: "HOME Babylonia, Lower Egypt".
func (a *author) homeList(m *order.Match, c *order.Context) order.Outcome {
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
	if err := a.checkHome(list); err != nil {
		return refusal(err)
	}
	a.homes = list
	o := filed("HOME", sheet{home: list}.words(a.b))
	o.Adds = adds
	return o
}

// plays reads chits to be played, in this turn or whenever they can be.
func (a *author) plays(m *order.Match, c *order.Context) order.Outcome {
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
func (a *author) askChit(m *order.Match, c *order.Context) order.Outcome {
	return order.Outcome{Ask: "Do you play this chit?", Suggest: linesOf(a.plays(m, c))}
}

// playing returns the outcome of playing one chit.
func (a *author) playing(x react, timed bool) order.Outcome {
	timed = timed || a.kind == "standing"
	x.at = slices.Clone(x.at)
	if err := a.checkChit(&x, &timed); err != nil {
		return refusal(err)
	}
	switch {
	case timed:
		return filed(fmt.Sprint("REACT ", x.chit), x.words(a.b))
	case len(x.at) > 1:
		return order.Outcome{Ask: "A chit is played in one place. Which one?"}
	}
	p := play{chit: x.chit, at: nowhere, with: x.with}
	if len(x.at) == 1 {
		p.at = x.at[0]
	}
	return filed(fmt.Sprint("PLAY ", p.chit), p.words(a.b))
}

// gives reads gifts: "GIVE 3 TO Blue" or "pay Blue 3 talents".
func (a *author) gives(m *order.Match, c *order.Context) order.Outcome {
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
	if err := a.checkGift(g); err != nil {
		return refusal(err)
	}
	return filed("GIVE "+to, g.words())
}

// ransoms reads "RANSOM" or "RANSOM AT Media".
func (a *author) ransoms(m *order.Match, _ *order.Context) order.Outcome {
	if err := a.checkRansom(); err != nil {
		return refusal(err)
	}
	to := ""
	if p, ok := m.Get("p"); ok {
		to = a.b.Name(a.area(p))
	}
	return filed("RANSOM", ransomWords(to))
}

// buys reads purchases: "BUY 2 INF, 1 CAV AT Babylonia, 1 FLEET AT Thrace".
func (a *author) buys(m *order.Match, c *order.Context) order.Outcome {
	groups := m.All("gr")
	if len(groups) == 0 {
		return order.Outcome{Ask: howToBuy}
	}
	type lot struct {
		at    Area
		units []portion
	}
	var lots []lot // the purchases, one for each place
	for _, gr := range groups {
		p, err := a.party(m, gr, c)
		if err != nil {
			return refusal(err)
		}
		if n := numberAt(m, "nn", c); n > 0 && len(p.units) == 1 && p.units[0].n < 0 { // such as "..., just one"
			p.units[0].n = n
		}
		at := a.where(m, gr, p)
		if away := a.onlyFleets(p.units, at); len(away) > 0 { // such as "2 inf and a fleet in Phoenicia"
			lots = append(lots, lot{at, away})
			p.units, at = slices.DeleteFunc(p.units, func(x portion) bool { return x.unit == Fleet }), nowhere
		}
		i := slices.IndexFunc(lots, func(l lot) bool { return l.at == at })
		if i < 0 {
			i, lots = len(lots), append(lots, lot{at: at})
		}
		for _, x := range p.units {
			if lots[i].units, err = merged(lots[i].units, x); err != nil {
				return refusal(err)
			}
		}
	}
	var out order.Outcome
	for i, l := range lots {
		key := ""
		if slot := numberAt(m, "k", c); slot > 0 && i == 0 {
			key = fmt.Sprint("BUY ", slot)
		}
		o := a.bought(key, l.at, l.units, m, c)
		if failed(o) {
			return o
		}
		out.And(o)
		out.Adds = out.Adds || o.Adds
	}
	return out
}

// onlyFleets returns the fleets among units that are bought in a place where no other units can be.
func (a *author) onlyFleets(units []portion, at Area) []portion {
	if at == nowhere || one(a.b.Name(at), a.me().Home, a.me().Leader.At) {
		return nil
	}
	fleets := slices.DeleteFunc(slices.Clone(units), func(x portion) bool { return x.unit != Fleet })
	if len(fleets) == len(units) {
		return nil
	}
	return fleets
}

// where returns the place of a purchase: the place that is named, the player's home or where their leader is; nowhere
// stands for home.
func (a *author) where(m *order.Match, gr order.Bind, p troop) Area {
	name := ""
	switch {
	case len(m.Within("b", gr)) > 0:
		return a.area(m.Within("b", gr)[0])
	case m.Has("b0"):
		return a.area(m.All("b0")[0])
	case len(m.Within("at1", gr)) > 0:
		name = a.me().Home
	case p.leader || len(m.Within("at2", gr)) > 0:
		name = a.me().Leader.At
	}
	if at, ok := a.b.Area(name); ok {
		return at
	}
	return nowhere
}

// bought files one purchase, under a key or as a new line.
func (a *author) bought(key string, at Area, units []portion, m *order.Match, c *order.Context) order.Outcome {
	p := purchase{at: at}
	for _, x := range units {
		if x.n < 0 {
			return question("How many %s? %s", x.unit.short(), howToBuy)
		}
		p.units[x.unit] += x.n
	}
	if p.units.Total() == 0 {
		return order.Outcome{Ask: howToBuy}
	}
	if err := a.checkPurchase(p); err != nil {
		return refusal(err)
	}
	last := a.lineOf(c.Given[c.Last.Key]).buy
	switch listed := a.listed == "BUY" && len(last) == 1 && last[0].at == at; {
	case key != "":
		o := filed(key, p.words(a.b))
		o.Adds = m.Form == "FIXU"
		return o
	case listed && a.inList(c): // one line for a list below a heading
		for t, n := range last[0].units {
			p.units[t] += n
		}
		return a.amended(c.Last.Key, filed(c.Last.Key, p.words(a.b)))
	}
	return a.put("BUY", p.words(a.b), 0, m, c)
}

// inList reports whether the last order of the letter is in the list below a heading.
func (a *author) inList(c *order.Context) bool {
	return slices.ContainsFunc(c.Parts[min(a.begun, len(c.Parts)):], func(p order.Part) bool {
		return p.Fate == order.Filed && slices.Contains(p.Keys, c.Last.Key)
	})
}

// buyBy asks about "by two infantry", which speech recognition may have heard for "buy".
func (a *author) buyBy(m *order.Match, c *order.Context) order.Outcome {
	o := a.buys(m, c)
	if o.Refuse != "" {
		return order.Outcome{Talk: true}
	}
	return order.Outcome{Ask: "Do you buy these?", Suggest: linesOf(o)}
}

// rebuy reads a purchase that replaces another one: the one with the units that the letter rejects, or the only one.
func (a *author) rebuy(m *order.Match, c *order.Context) order.Outcome {
	o := a.buys(m, c)
	if failed(o) {
		return o
	}
	keys := slices.DeleteFunc(a.keys(c, "BUY"), func(key string) bool {
		s := a.lineOf(c.Sheet.Get(key))
		return !a.hasNamed(s.buy[0], m)
	})
	if len(keys) != 1 || len(o.Orders) != 1 {
		return order.Outcome{Ask: "Which purchase is this to take the place of?", Suggest: linesOf(o)}
	}
	o = filed(keys[0], o.Orders[0].Line)
	o.Adds = true
	return o
}

// hasNamed reports whether a purchase has the units that a match rejects.
func (a *author) hasNamed(p purchase, m *order.Match) bool {
	no, ok := m.Get("no")
	if !ok {
		return true
	}
	for _, t := range m.Within("t", no) {
		if p.units[t.Vals[0]-typeThing] == 0 {
			return false
		}
	}
	return true
}

// ranks reads a ranking of types of units: which get the leader's bonus, or are lost, first.
func (a *author) ranks(m *order.Match, _ *order.Context) order.Outcome {
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
func (a *author) allies(m *order.Match, _ *order.Context) order.Outcome {
	var out order.Outcome
	for _, b := range m.All("k") {
		seat := seatName(b.Vals[0])
		if err := a.checkOther(seat, "be allied with"); err != nil {
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
func (a *author) unallies(m *order.Match, c *order.Context) order.Outcome {
	var out order.Outcome
	for _, b := range m.All("k") {
		out.Drop = append(out.Drop, "ALLY "+seatName(b.Vals[0]))
	}
	if len(out.Drop) == 0 {
		out.Drop = a.keys(c, "ALLY")
	}
	return out
}

// keys returns the keys of the lines of a kind on the sheet.
func (a *author) keys(c *order.Context, kind string) []string {
	return slices.DeleteFunc(c.Sheet.Keys(), func(key string) bool { return kindOf(key) != kind })
}

// lends reads a loan of units.
func (a *author) lends(m *order.Match, c *order.Context) order.Outcome {
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
	if err := a.checkOther(to, "lend to"); err != nil {
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
	if err := a.checkLoan(l); err != nil {
		return refusal(err)
	}
	return filed("LEND "+to+a.b.atPlace(l.at), standing{lend: []loan{l}}.words(a.b))
}

// raids reads a loan of cavalry for a raid.
func (a *author) raids(m *order.Match, c *order.Context) order.Outcome {
	x := ride{seatOf(m, "s"), numberAt(m, "pr", c)}
	if err := a.checkOther(x.to, "lend to"); err != nil {
		return refusal(err)
	}
	if x.price > maxUnits {
		return order.Outcome{Ask: "At which price in talents? For example: PRICE 2."}
	}
	return filed("RAID "+x.to, standing{raid: []ride{x}}.words(a.b))
}

// lendsOff takes back loans, either all of them or those to one player.
func (a *author) lendsOff(m *order.Match, c *order.Context) order.Outcome {
	to := seatOf(m, "s")
	return order.Outcome{Drop: slices.DeleteFunc(c.Sheet.Keys(), func(key string) bool {
		loan := one(kindOf(key), "LEND", "RAID")
		return !loan || to != "" && !slices.Contains(strings.Fields(key), to)
	})}
}

const passOrOrders = "This letter has orders for this turn, and PASS takes them back. " +
	"Are they all that you want done? Leave PASS out then; or send just PASS."

// passes reads that the player does nothing. If there are also orders for the turn, it asks.
func (a *author) passes(_ *order.Match, c *order.Context) order.Outcome {
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

// hasTurn reports whether the letter has filed orders for the turn.
func (a *author) hasTurn(c *order.Context) bool {
	for key := range c.Given {
		if key != "PASS" && ofTurn(kindOf(key)) {
			return true
		}
	}
	return false
}

// listWords maps the beginnings of list names in letters to the kinds of lists.
var listWords = [...]struct{ word, kind string }{
	{"mov", "MOVE"}, {"mar", "MOVE"}, {"sail", "MOVE"}, {"voy", "MOVE"}, {"zug", "MOVE"}, {"zu", "MOVE"},
	{"bew", "MOVE"}, {"buy", "BUY"}, {"purch", "BUY"}, {"kau", "BUY"}, {"ka", "BUY"}, {"figh", "FIGHT"},
	{"batt", "FIGHT"}, {"att", "FIGHT"}, {"kam", "FIGHT"}, {"schl", "FIGHT"}, {"gi", "GIVE"}, {"play", "PLAY"},
	{"chit", "PLAY"}, {"ran", "RANSOM"},
}

// drops takes back a numbered line of a list, or all of it: "delete move 2", "no moves", "BUY NONE".
func (a *author) drops(m *order.Match, c *order.Context) order.Outcome {
	b, _ := m.Get("kind")
	kind := ""
	for _, w := range listWords {
		if strings.HasPrefix(c.Word(b.From), w.word) {
			kind = w.kind
			break
		}
	}
	var out order.Outcome
	n := numberAt(m, "k", c)
	for _, key := range a.keys(c, kind) {
		if n == 0 || numberOf(key) == n {
			out.Drop = append(out.Drop, key)
		}
	}
	a.cleared[kind] = a.cleared[kind] || n == 0
	return out
}

// dropAll asks for confirmation of words that take everything back.
func (a *author) dropAll(*order.Match, *order.Context) order.Outcome {
	out := question("Do you take back everything that is on file? Write PASS for a turn without orders, or NONE to " +
		"take back standing orders too.")
	if a.kind == "turn" {
		out.Suggest = []string{passes}
	}
	return out
}

// dropGift takes back a gift to a player.
func (a *author) dropGift(m *order.Match, _ *order.Context) order.Outcome {
	return order.Outcome{Drop: []string{"GIVE " + seatOf(m, "s")}}
}

// dropRule takes back a standing order.
func (a *author) dropRule(m *order.Match, c *order.Context) order.Outcome {
	kind := "LOSE"
	switch {
	case m.Has("bn"):
		kind = "BONUS"
	case m.Has("in1"):
		kind = "INSIST"
	}
	keys := a.keys(c, kind)
	if at := a.areasOf(m.All("b")); len(at) > 0 {
		keys = []string{"INSIST" + a.b.atPlace(at[0])}
	}
	return order.Outcome{Drop: keys}
}

// dropAttacked takes back an order for being attacked.
func (a *author) dropAttacked(m *order.Match, _ *order.Context) order.Outcome {
	var out order.Outcome
	for _, at := range a.areasOf(m.All("b")) {
		out.Drop = append(out.Drop, "ATTACKED"+a.b.atPlace(at))
	}
	if m.Has("any") || len(out.Drop) == 0 {
		out.Drop = append(out.Drop, "ATTACKED")
	}
	return out
}

// dropTo takes back the move or battle to, from or in a place, if there is just one.
func (a *author) dropTo(m *order.Match, c *order.Context) order.Outcome {
	return a.dropOnly(c, m.Has("bo"), func(s sheet) bool {
		for _, d := range m.All("d") {
			at := a.area(d)
			moves := slices.ContainsFunc(s.moves, func(x move) bool { return destination(x) == at || x.path[0] == at })
			if !moves && !slices.ContainsFunc(s.fights, func(f fight) bool { return f.at == at }) {
				return false
			}
		}
		return true
	})
}

// dropBought takes back a purchase of units.
func (a *author) dropBought(m *order.Match, c *order.Context) order.Outcome {
	return a.dropOnly(c, false, func(s sheet) bool {
		return slices.ContainsFunc(s.buy, func(p purchase) bool { return a.hasNamed(p, m) })
	})
}

// dropOnly takes back the only line on the sheet that is meant; both allows a march with its battle.
func (a *author) dropOnly(c *order.Context, both bool, is func(sheet) bool) order.Outcome {
	var keys []string
	for _, key := range c.Sheet.Keys() {
		s := a.lineOf(c.Sheet.Get(key))
		if one(kindOf(key), "BUY", "MOVE", "FIGHT") && is(s) {
			keys = append(keys, key)
		}
	}
	pair := both && len(keys) == 2 && kindOf(keys[0]) != kindOf(keys[1])
	if len(keys) != 1 && !pair {
		return order.Outcome{Ask: "Which line is to be taken back? Write, for example, MOVE 2: NONE."}
	}
	return order.Outcome{Drop: keys}
}

// dropLast takes back the last line of the letter.
func (a *author) dropLast(_ *order.Match, c *order.Context) order.Outcome {
	if _, given := c.Given[c.Last.Key]; !given {
		return order.Outcome{Ask: "Which line is to be taken back? Write, for example, MOVE 2: NONE."}
	}
	return order.Outcome{Undo: []string{c.Last.Key}}
}

// stays reads that units stay where they are, which needs no line. If they are ordered to move, it asks.
func (a *author) stays(m *order.Match, c *order.Context) order.Outcome {
	g, err := a.marching(m, c)
	f, placed := m.Get("f")
	for _, key := range a.keys(c, "MOVE") {
		was := a.lineOf(c.Sheet.Get(key)).moves[0]
		if err != nil || !placed || was.path[0] != a.area(f) || !was.has(g) {
			continue
		}
		out := question("Do these units stay, or move? On file is %s. MOVE %d: NONE takes it back.", c.Sheet.Get(key),
			numberOf(key))
		if rest := was.without(g.party); len(rest.units) > 0 || rest.leader {
			out.Suggest = []string{a.inPlace(c, key, rest.words(a.b))}
		}
		if c.Given[key] != "" {
			out.Undo, out.Suggest = []string{key}, append(out.Suggest, c.Given[key])
		}
		return out
	}
	return order.Outcome{Blank: true}
}

// has reports whether any units of a move are among the named ones; if none are named, all count.
func (m move) has(g marching) bool {
	if g.everything || len(g.party.units) == 0 && !g.party.leader {
		return true
	}
	return m.leader && g.party.leader || len(m.without(g.party).units) < len(m.units)
}

// without returns a move without some units.
func (m move) without(p troop) move {
	m.leader = m.leader && !p.leader
	m.units = slices.DeleteFunc(slices.Clone(m.units), func(x portion) bool {
		return slices.ContainsFunc(p.units, func(y portion) bool { return y.unit == x.unit })
	})
	return m
}
