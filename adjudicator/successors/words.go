package successors

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file writes the normal form: one line for each order on file, which is read back as the same order.

// The normal forms of an empty turn and of empty standing orders.
const (
	passes   = "PASS"
	noOrders = "NONE"
)

// words returns a sheet in normal form, one order a line; "" if it is empty.
func (s sheet) words(b *Board) string { return strings.Join(s.lines(b), "\n") }

func (s sheet) lines(b *Board) []string {
	var lines []string
	if s.pass {
		lines = append(lines, passes)
	}
	if len(s.home) > 0 {
		lines = append(lines, "HOME "+b.names(s.home))
	}
	for _, p := range s.play {
		lines = append(lines, p.words(b))
	}
	for _, g := range s.give {
		lines = append(lines, g.words())
	}
	if s.ransom {
		lines = append(lines, ransomWords(s.refuge))
	}
	for _, p := range s.buy {
		lines = append(lines, p.words(b))
	}
	for _, m := range s.moves {
		lines = append(lines, m.words(b))
	}
	for _, f := range s.fights {
		lines = append(lines, f.words(b))
	}
	return append(lines, s.rules.lines(b)...)
}

func (p play) words(b *Board) string {
	return "PLAY " + strconv.Itoa(p.chit) + b.atPlace(p.at) + withRider(p.with)
}

// withRider returns the words for whose cavalry rides; "" for the player's own.
func withRider(seat string) string {
	if seat == "" {
		return ""
	}
	return " WITH " + seat
}

// atPlace returns the words for a place; "" for nowhere.
func (b *Board) atPlace(a Area) string {
	if a == nowhere {
		return ""
	}
	return " AT " + b.Name(a)
}

// atOrAnywhere returns the words for a place, or for anywhere.
func (b *Board) atOrAnywhere(a Area) string {
	if a == nowhere {
		return "ANYWHERE"
	}
	return "AT " + b.Name(a)
}

func (g gift) words() string { return fmt.Sprintf("GIVE %d TO %s", g.talents, g.to) }

func (p purchase) words(b *Board) string { return "BUY " + p.units.words() + b.atPlace(p.at) }

// shorts has the names of the types in orders, by type.
var shorts = [...]string{"LEVY", "EL", "INF", "CAV", "FLEET"}

// short returns the name of the type in orders.
func (t Type) short() string { return shorts[t] }

// words returns units as in orders: "2 INF, 1 CAV".
func (u Units) words() string {
	var out []string
	for _, t := range Types {
		if u[t] != 0 {
			out = append(out, fmt.Sprintf("%d %s", u[t], t.short()))
		}
	}
	return strings.Join(out, ", ")
}

func (p portion) words() string {
	if p.n == all {
		return "ALL " + p.unit.short()
	}
	return fmt.Sprintf("%d %s", p.n, p.unit.short())
}

// portions returns units as in orders; "ALL" for an empty list, or if all of each type are named.
func portions(list []portion) string {
	if len(list) == 0 || slices.Equal(list, allLand()) {
		return "ALL"
	}
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = p.words()
	}
	return strings.Join(out, ", ")
}

// allLand returns the portions for all land units, the best first.
func allLand() []portion {
	var out []portion
	for _, t := range Land {
		out = append(out, portion{all, t})
	}
	return out
}

func (m move) words(b *Board) string {
	s := "MOVE "
	if m.sail {
		s = "SAIL "
	}
	s += b.path(m.path)
	switch {
	case m.sail:
		if m.fleets != 0 && m.fleets != all {
			s += fmt.Sprintf(" %d FLEET", m.fleets)
		} else {
			s += " ALL FLEET"
		}
		if len(m.units) > 0 {
			s += " CARRY " + portions(m.units)
		}
	case len(m.units) > 0 || !m.leader:
		s += " " + portions(m.units)
	}
	if m.leader {
		s += " LEADER"
	}
	if m.land != nowhere {
		s += " LAND " + b.Name(m.land)
	}
	if m.of != "" {
		s += " OF " + m.of
	}
	return s
}

// path returns the names of areas along a path.
func (b *Board) path(areas []Area) string {
	out := make([]string, len(areas))
	for i, a := range areas {
		out[i] = b.Name(a)
	}
	return strings.Join(out, "-")
}

func (b *Board) names(areas []Area) string {
	out := make([]string, len(areas))
	for i, a := range areas {
		out[i] = b.Name(a)
	}
	return strings.Join(out, ", ")
}

func (f fight) words(b *Board) string {
	s := "FIGHT " + b.Name(f.at)
	if f.against != "" {
		s += " AGAINST " + f.against
	}
	return s + f.limit.words(b)
}

// isRetreat reports whether a limit is to retreat as soon as possible, which is after the first round.
func (l limit) isRetreat() bool {
	once := l.rounds == 1 && l.losses == 0
	return once && !l.odds && !l.stay
}

// isDefault reports whether a limit is the default.
func (l limit) isDefault() bool {
	ends := l.rounds != 0 || l.losses != 0 || l.odds
	return !ends && !l.stay && len(l.retreat)+len(l.rear) == 0
}

// words returns the part of a fight order that gives its limit.
func (l limit) words(b *Board) string {
	s := ""
	if l.rounds > 0 {
		s += fmt.Sprintf(" ROUNDS %d", l.rounds)
	}
	if l.losses > 0 {
		s += fmt.Sprintf(" UNTIL LOSSES %d", l.losses)
	}
	if l.odds {
		s += " WHILE NOT WEAKER"
	}
	if l.stay {
		return s + " TO THE END"
	}
	if len(l.retreat) > 0 || len(l.rear) > 0 {
		s += " ELSE RETREAT" + l.whither(b)
	}
	return s
}

// whither returns the words for where units retreat to, and which stay.
func (l limit) whither(b *Board) string {
	s := ""
	for i, f := range l.retreat {
		if i > 0 {
			s += ","
		}
		if len(f.units) > 0 {
			s += " " + portions(f.units) + " TO"
		}
		if f.to == nowhere {
			s += " NEAREST"
		} else {
			s += " " + b.Name(f.to)
		}
	}
	if len(l.rear) > 0 {
		s += " LEAVE " + portions(l.rear)
	}
	return s
}

// words returns standing orders in normal form, one a line; "" if there are none.
func (s standing) words(b *Board) string { return strings.Join(s.lines(b), "\n") }

func (s standing) lines(b *Board) []string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, a := range s.attacked {
		if a.limit.isRetreat() {
			add("IF ATTACKED %s RETREAT%s", b.atOrAnywhere(a.at), a.limit.whither(b))
		} else {
			add("IF ATTACKED %s FIGHT%s", b.atOrAnywhere(a.at), a.limit.words(b))
		}
	}
	for _, i := range s.insist {
		add("INSIST ON BATTLE %s%s", b.atOrAnywhere(i.at), i.odds())
	}
	if len(s.bonus) > 0 {
		add("LEADER BONUS TO %s", ranked(s.bonus))
	}
	if len(s.lose) > 0 {
		add("LOSE %s", ranked(s.lose))
	}
	for _, r := range s.react {
		add("%s", r.words(b))
	}
	for _, seat := range s.ally {
		add("ALLY %s", seat)
	}
	for _, l := range s.lend {
		add("LEND %s%s TO %s", portions(l.units), b.atPlace(l.at), l.to)
	}
	for _, r := range s.raid {
		add("LEND CAV FOR RAID TO %s PRICE %d", r.to, r.price)
	}
	return lines
}

// odds returns the words for the odds at which a battle is wanted.
func (i insist) odds() string {
	if i.num == 0 {
		return ""
	}
	return fmt.Sprintf(" IF ODDS >= %d:%d", i.num, i.den)
}

// ranked returns a list of types in words.
func ranked(types []Type) string {
	out := make([]string, len(types))
	for i, t := range types {
		out[i] = strings.ToLower(t.short())
	}
	return strings.Join(out, ", ")
}

// whenPlayed has the words for the time at which standing orders play a chit.
var whenPlayed = map[When]string{OnRevolt: " WHEN REVOLT", AtTurnStart: " WHEN TURN STARTS", AnyTurn: " NOW"}

func (r react) words(b *Board) string {
	s := fmt.Sprintf("PLAY %d", r.chit) + whenPlayed[r.when]
	if len(r.at) > 0 {
		s += " AT " + b.names(r.at)
	}
	return s + withRider(r.with)
}

// words returns a decision in normal form.
func (d decision) words(b *Board) string {
	if len(d.retreat) == 0 {
		return "FIGHT"
	}
	l := limit{retreat: d.retreat, rear: d.rear}
	if len(d.retreat) == 1 && d.retreat[0].to == nowhere && len(d.retreat[0].units) == 0 {
		l.retreat = nil
	}
	return "RETREAT" + l.whither(b)
}

// ransomWords returns the line that pays for a leader, who goes to a province; "" is any.
func ransomWords(to string) string {
	if to == "" {
		return "RANSOM"
	}
	return "RANSOM AT " + to
}
