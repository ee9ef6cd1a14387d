package successors

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser/order"
)

// A checker refuses orders that the rules or the position never allow, as far as the writer can know. Orders that may
// still become possible only raise doubts: see readdoubts.go.
type checker struct{ *author }

// checks returns what refuses impossible orders.
func (a *author) checks() checker { return checker{a} }

// checkOther returns an error if a seat does not exist, is the writer's, or is out of the game.
func (a checker) checkOther(seat, what string) error {
	switch {
	case seat == white:
		return order.Complain("White is not a player.")
	case seat == a.Seat:
		return order.Complain("You are %s yourself.", seat)
	case a.player(seat) == nil:
		return order.Complain("Nobody plays %s in this game, so there is nobody to %s.", seat, what)
	case a.player(seat).Out: // a line on file may be older than that
		a.note("%s is out of the game.", seat)
	}
	return nil
}

func (a checker) checkHome(list []Area) error {
	for _, at := range list {
		if owner := a.homeOf(at); owner != "" && owner != a.Seat {
			return order.Complain("%s is %s's home already. Name another province (SU-1).", a.b.Name(at), owner)
		}
	}
	return nil
}

func (a checker) checkGift(g gift) error {
	if err := a.checkOther(g.to, "give money to"); err != nil {
		return err
	}
	if a.player(g.to).Out {
		return order.Complain("%s is out of the game.", g.to)
	}
	if a.Turn > lastGifts {
		return order.Complain("Money changes hands through turn %d only (SU-8).", lastGifts)
	}
	return nil
}

func (a checker) checkRansom() error {
	if a.me().Leader.Captor == "" {
		return order.Complain("Nobody holds your leader, so there is no ransom to pay.")
	}
	return nil
}

// holds reports whether the writer has a chit with an effect of one of these kinds.
func (v *View) holds(ops ...Op) bool {
	return slices.ContainsFunc(v.board.chits(v.Hand), func(c Card) bool { return slices.ContainsFunc(ops, c.has) })
}

// checkPurchase returns an error if something can't be bought, whatever happens before.
func (a checker) checkPurchase(p purchase) error {
	if a.kind == "home" && p.at == nowhere {
		return nil
	}
	for _, t := range Types {
		switch {
		case p.units[t] == 0:
		case p.units[t] > a.b.Counters[t]:
			return order.Complain("Each colour has only %d counters for %s, so nobody can buy %d (SU-9).",
				a.b.Counters[t], t, p.units[t])
		case a.kind == "home":
			if !slices.Contains(a.homes, p.at) && !(t == Fleet && a.b.IsSea(p.at)) {
				return order.Complain("What you begin with goes into your home; leave out AT %s.", a.b.Name(p.at))
			}
		case p.at == nowhere:
		case t != Fleet && a.b.IsSea(p.at):
			return order.Complain("Only fleets are put into a sea.")
		case t == Fleet && !a.b.IsSea(p.at) && !a.b.Coastal(p.at):
			return order.Complain("%s is on no sea, so no fleet can be built there (SU-9).", a.b.Name(p.at))
		case t == Elephant && !a.b.Raises(p.at, Elephant):
			return order.Complain("%s raises no elephants; they are put into a province that does, and that you "+
				"control (SU-9).", a.b.Name(p.at))
		case one(t, Levy, Infantry, Cavalry) && a.b.Name(p.at) != a.me().Home && a.b.Name(p.at) != a.me().Leader.At:
			return order.Complain("%s is not your home, and your leader is not there, so no units can be bought "+
				"there (SU-9). Leave AT out to buy them at home.", a.b.Name(p.at))
		}
	}
	offered := a.Offer || a.holds(OpOffer, OpDraw)
	if p.units[Elephant] > 0 && a.kind == "turn" && !offered {
		return order.Complain("Elephants can be bought only in a turn in which the event offers them (SU-9).")
	}
	return nil
}

// checkMove returns an error for a path that nobody can take.
func (a checker) checkMove(m move) error {
	if m.of != "" {
		if err := a.checkOther(m.of, "borrow from"); err != nil {
			return err
		}
	}
	if m.sail {
		return a.checkVoyage(m)
	}
	cost := 0
	for _, at := range m.path[1:] {
		cost += a.b.Cost(at)
	}
	points, why := a.points(m)
	if cost > points && !(a.rules[optMinimum] == "one" && len(m.path) == 2) {
		return order.Complain("%s costs %s, and they have %d%s (SU-10). Name a shorter way.", a.b.path(m.path),
			counting(cost, "movement point"), points, why)
	}
	return a.checkStart(m)
}

// points returns the most movement points that the units of a move can have, and an explanation.
func (a checker) points(m move) (int, string) {
	v, me := a.View, a.me()
	more := me.March
	for _, c := range a.b.chits(v.Hand) {
		for _, e := range c.Effects {
			if e.Op == OpMarch {
				more += e.Amount
			}
		}
	}
	from := a.b.Name(m.path[0])
	led := me.Leader.At == from || me.Leader.Captor != "" // the leader may be freed, and arrive there
	if led && v.rules[optMarch] == "along" && !m.leader {
		return landPoints + more, ", since the leader does not go along"
	}
	if led {
		return leaderPoints + more, ""
	}
	if m.leader {
		return leaderPoints + more, ""
	}
	return landPoints + more, ", since your leader is not in " + from
}

// counting returns a number of things in words.
func counting(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// checkStart returns an error for a march from a province where the writer has nothing and can't have anything.
func (a checker) checkStart(m move) error {
	v, at := a.View, m.path[0]
	name := a.b.Name(at)
	if m.of != "" || v.units(at, v.Seat).Army() > 0 || v.holds(OpHire, OpUnits, OpDraw) {
		return nil
	}
	if a.me().Home == name || a.me().Leader.At == name {
		return nil
	}
	for from := range v.Areas {
		u := v.units(Area(from), v.Seat)
		if u[Fleet] > 0 && a.b.Coastal(at) {
			return nil
		}
		if u.Army() > 0 && !a.b.IsSea(Area(from)) {
			if way := v.way(Area(from), at, true, false); way != nil && len(way) <= leaderPoints+a.me().March+1 {
				return nil
			}
		}
	}
	return order.Complain("You have no units in %s, and none can get there in this turn. Your land units are in %s.",
		name, a.camps())
}

// camps returns the provinces where the writer has land units, in words.
func (v *View) camps() string {
	var out []string
	for a, h := range v.Areas {
		if v.units(Area(a), v.Seat).Army() > 0 {
			out = append(out, h.Area)
		}
	}
	if len(out) == 0 {
		return "no province"
	}
	return adjudicator.Listed(out, "and")
}

// checkVoyage returns an error for a voyage that no fleet can make.
func (a checker) checkVoyage(m move) error {
	b, last := a.b, m.path[len(m.path)-1]
	for i := 1; i < len(m.path); i++ {
		if !b.Sails(m.path[i-1], m.path[i]) {
			return a.noWay(m.path[i-1], m.path[i], true)
		}
	}
	troops := len(m.units) > 0 || m.leader
	switch {
	case len(m.path)-1 > fleetPoints:
		return order.Complain("%s is %d steps, and fleets have %d movement points (SU-11).", b.path(m.path),
			len(m.path)-1, fleetPoints)
	case m.land != nowhere && b.IsSea(m.land):
		return order.Complain("%s is a sea, and troops LAND in a province.", b.Name(m.land))
	case m.land != nowhere && (!b.IsSea(last) || !b.Sails(last, m.land)):
		return order.Complain("%s is not on %s, where the fleets are then.", b.Name(m.land), b.Name(last))
	case m.land != nowhere && !troops:
		return order.Complain("Who lands? Name the troops after CARRY. %s", howToSail)
	case m.land == nowhere && b.IsSea(last) && troops:
		return order.Complain("Troops don't stay at sea: say where they LAND, or take CARRY out of the line (SU-11).")
	case b.IsSea(m.path[0]) && troops:
		return order.Complain("There are no troops at sea in %s that could be carried.", b.Name(m.path[0]))
	}
	return nil
}

// checkFight returns an error for a battle that is not possible.
func (a checker) checkFight(f fight) error {
	if err := a.checkSeaFight(f.at, f.limit); err != nil {
		return err
	}
	if err := a.checkLimit(f.at, f.limit); err != nil {
		return err
	}
	switch {
	case f.against == a.Seat:
		return order.Complain("You are %s yourself.", f.against)
	case f.against != "" && f.against != white && a.player(f.against) == nil:
		return order.Complain("Nobody plays %s in this game.", f.against)
	}
	return nil
}

// checkSeaFight returns an error for a battle at sea that can't be sought, or not with this limit: it is a single
// round (SU-12, SU-26).
func (a checker) checkSeaFight(at Area, l limit) error {
	switch name := a.b.Name(at); {
	case !a.b.IsSea(at):
		return nil
	case !l.isDefault():
		return order.Complain("%s is a sea, where a battle is one round and nobody retreats (SU-12): FIGHT %s.", name,
			name)
	}
	return nil
}

func (a checker) checkAttacked(x attacked) error {
	if a.rules[optSpeed] != patient && x.limit.isDefault() {
		a.note("FIGHT by itself fights on while you are not weaker, as without the line; FIGHT TO THE END never " +
			"retreats.")
	}
	if x.at == nowhere {
		return nil
	}
	return a.checkLimit(x.at, x.limit)
}

// checkLimit returns an error for a retreat to a province that can't be reached.
func (a checker) checkLimit(at Area, l limit) error {
	for _, f := range l.retreat {
		if f.to != nowhere && !a.b.Walks(at, f.to) {
			var near []string
			for _, next := range a.b.Next(at, true) {
				near = append(near, a.b.Name(next))
			}
			return order.Complain("%s is not next to %s by land, so nobody retreats there; next to it are %s (SU-18).",
				a.b.Name(f.to), a.b.Name(at), orNone(near))
		}
	}
	return nil
}

func (a checker) checkLoan(l loan) error {
	if l.at != nowhere && a.b.IsSea(l.at) &&
		slices.ContainsFunc(l.units, func(p portion) bool { return p.unit != Fleet }) {
		return order.Complain("Only fleets are at sea.")
	}
	return nil
}

// checkDecision returns an error for a retreat to a province that can't be reached.
func (a checker) checkDecision(d decision) error {
	if a.Battle == nil {
		return nil
	}
	at, ok := a.b.Area(a.Battle.At)
	if !ok {
		return nil
	}
	if err := a.checkLimit(at, limit{retreat: d.retreat}); err != nil {
		return err
	}
	for _, f := range d.retreat {
		if f.to != nowhere && !a.safe(f.to, a.Seat) {
			return order.Complain("%s has unfriendly units, so nobody retreats there (SU-18).", a.b.Name(f.to))
		}
	}
	return nil
}

// checkChit returns an error for a chit that can't be played in this way, and replaces the time of play by the
// card's.
func (a checker) checkChit(re *react, when *bool) error {
	c := a.b.chit(re.chit)
	if c == nil {
		return order.Complain("There is no chit %d in this edition.", re.chit)
	}
	has := slices.Contains(a.Hand, re.chit)
	switch {
	case one(c.When, OnRevolt, AtTurnStart) && re.when != c.When:
		if *when && re.when != AnyTurn {
			return order.Complain("Chit %d is played %s.", re.chit, c.When.words())
		}
		re.when, *when = c.When, true
		a.note("Chit %d is played %s, so this was read as %s.", re.chit, c.When.words(), re.words(a.b))
	case *when && re.when == OnRevolt && c.When != OnRevolt, *when && re.when == AtTurnStart && c.When == InTurn:
		return order.Complain("Chit %d is played %s.", re.chit, c.When.words())
	case !has && !*when && !a.holds(OpDraw):
		return order.Complain("You don't have chit %d; you have %s.", re.chit, a.hand())
	}
	if !has {
		a.note("You don't have chit %d now; the line stays on file for when you do.", re.chit)
	}
	return a.checkChitPlace(c, re)
}

// checkChitPlace returns an error for a place that a chit can't be for, and removes places that it does not use.
func (a checker) checkChitPlace(c *Card, re *react) error {
	raids := c.has(OpRaid)
	if re.with != "" && !raids {
		a.note("Chit %d is not a raid, so WITH %s was left out.", re.chit, re.with)
		re.with = ""
	}
	if re.with != "" {
		if err := a.checkOther(re.with, "ride with"); err != nil {
			return err
		}
	}
	chooses := c.chooses() || c.When == OnRevolt
	switch {
	case len(re.at) > 0 && !chooses:
		a.note("Chit %d has no place to choose, so AT %s was left out.", re.chit, a.b.names(re.at))
		re.at = nil
	case raids && len(re.at) == 0:
		return order.Complain("Which province does the cavalry raid? PLAY %d AT and the province.", re.chit)
	case c.has(OpHire), c.has(OpUnits):
	case len(re.at) == 0 && c.chooses():
		return order.Complain("Where? PLAY %d AT and the place.", re.chit)
	}
	return nil
}

// words returns the time in words.
func (w When) words() string {
	switch w {
	case InTurn:
		return "in your own turn"
	case AtTurnStart:
		return "at the start of a game turn"
	case OnRevolt:
		return "when a revolt breaks out in a province of yours"
	}
	return "in any player's turn"
}

// hand returns the writer's chits in words.
func (v *View) hand() string {
	if len(v.Hand) == 0 {
		return "none"
	}
	var out []string
	for _, n := range v.Hand {
		out = append(out, fmt.Sprint(n))
	}
	return strings.Join(out, ", ")
}
