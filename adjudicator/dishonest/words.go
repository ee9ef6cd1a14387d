package dishonest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file writes the normal form: lines that are read back as the same orders.

// words returns a sheet in normal form, one part a line; "" if it is empty.
func (s sheet) words(b *Board) string { return strings.Join(s.lines(b), "\n") }

func (s sheet) lines(b *Board) []string {
	lines := s.income.lines()
	lines = append(lines, s.turns.Lines(func(d deed) []string { return d.lines(b) })...)
	return append(lines, s.rules.lines(b)...)
}

// lines returns a player's decisions in the income phase.
func (x income) lines() []string {
	var lines []string
	if x.draw != unsaid {
		lines = append(lines, fmt.Sprintf("DRAW %d", x.draw))
	}
	if x.pool != nil {
		lines = append(lines, "POOL "+x.pool.words())
	}
	if x.bid != nil {
		lines = append(lines, "BID "+x.bid.words())
	}
	if len(x.ideology) > 0 {
		lines = append(lines, "IDEOLOGY "+strings.Join(x.ideology, ", "))
	}
	if len(x.ally) > 0 {
		lines = append(lines, "ALLY "+strings.Join(x.ally, ", "))
	}
	for _, p := range x.ifs {
		lines = append(lines, p.words())
	}
	if x.none && len(lines) == 0 {
		lines = append(lines, noOrders)
	}
	return lines
}

// words returns a conditional line.
func (x provided) words() string { return x.head() + strings.Join(x.says.lines(), "") }

// head returns the condition with which a conditional line begins.
func (x provided) head() string {
	if x.drawn == 0 {
		return ifWon
	}
	return fmt.Sprintf("IF DRAWN %d ", x.drawn)
}

// ifWon is the condition of a line for a player who wins the bidding.
const ifWon = "IF BID WON "

// incomeKey returns the key under which a line of an income is on file.
func incomeKey(line string) string {
	words := strings.SplitN(line, " ", 5)
	if words[0] == "IF" {
		return strings.Join(words[:4], " ")
	}
	return words[0]
}

// words returns cubes as in orders: "3", "2 MONEY 1 OIL"; "0" if there are none.
func (c bundle) words() string {
	var out []string
	if c.any != 0 {
		out = append(out, number(c.any))
	}
	if c.cubes.Total() > 0 {
		out = append(out, c.cubes.words())
	}
	if len(out) == 0 {
		return "0"
	}
	return strings.Join(out, ", ")
}

// words returns cubes as in orders: "2 MONEY 1 OIL"; "" if there are none.
func (c Cubes) words() string {
	var out []string
	for _, r := range Resources {
		if c[r] != 0 {
			out = append(out, fmt.Sprintf("%d %s", c[r], strings.ToUpper(r.String())))
		}
	}
	return strings.Join(out, " ")
}

// number returns a number in words, or ALL.
func number(n int) string {
	if n == all {
		return "ALL"
	}
	return strconv.Itoa(n)
}

// words returns one alternative for a turn in one line.
func (d deed) words(b *Board) string { return strings.Join(d.lines(b), "; ") }

// lines returns the parts of a deed: card, action, battles, annexing.
func (d deed) lines(b *Board) []string {
	var lines []string
	if d.play != nil {
		lines = append(lines, d.play.words(b))
	}
	if w := d.act.words(b); w != "" {
		lines = append(lines, w)
	}
	for _, o := range d.battles {
		lines = append(lines, "BATTLE "+b.anywhere(o.at)+": "+o.words(b))
	}
	if d.annex != nowhere {
		lines = append(lines, "ANNEX "+b.Name(d.annex))
	}
	return lines
}

// anywhere returns the words for the place of an order.
func (b *Board) anywhere(a Area) string {
	if a == nowhere {
		return "ANY"
	}
	return b.Name(a)
}

func (p play) words(b *Board) string {
	if p.score {
		return fmt.Sprintf("SCORE %d", p.card)
	}
	return fmt.Sprintf("PLAY %d%s", p.card, p.choice.words(b))
}

// words returns the action; "" if there is none.
func (a act) words(b *Board) string {
	switch a.kind {
	case actTactics:
		s := "TACTICS"
		if a.ops > 0 {
			s += fmt.Sprintf(" %d", a.ops)
		}
		return s + ": " + joined(a.moves, "; ", func(m move) string { return m.words(b) })
	case actMobilize:
		return "MOBILIZE " + purchases(b, a.buy)
	case actGarrison:
		return "GARRISON " + b.Name(a.at)
	case actIdeology:
		return "IDEOLOGY" + a.choice.words(b)
	case actPass:
		return passes
	}
	return ""
}

// joined returns the words of the elements of a list, joined.
func joined[T any](list []T, between string, words func(T) string) string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = words(x)
	}
	return strings.Join(out, between)
}

// words returns the part of an order that gives the choice for a card or a tile; "" if it is empty.
func (c choice) words(b *Board) string {
	s := ""
	if len(c.at) > 0 {
		s += " AT " + b.names(c.at)
	}
	if len(c.on) > 0 {
		s += " ON " + strings.Join(c.on, ", ")
	}
	if c.take != nil {
		s += " TAKE " + strings.ToUpper(c.take.String())
	}
	if len(c.buy) > 0 {
		s += " BUILD " + purchases(b, c.buy)
	}
	if len(c.move) > 0 {
		s += " MOVE " + joined(c.move, "; ", func(m move) string { return m.words(b) })
	}
	return s
}

// names returns the names of areas, separated by commas.
func (b *Board) names(areas []Area) string { return joined(areas, ", ", b.Name) }

func purchases(b *Board, list []purchase) string {
	return joined(list, ", ", func(p purchase) string {
		return fmt.Sprintf("%d %s AT %s", p.n, p.unit.short(), b.Name(p.at))
	})
}

// shorts has the names of the types in orders, by type.
var shorts = [...]string{Infantry: "INF", Squadron: "SQN", Fighter: "FTR", Armour: "ARM", Fleet: "FLT"}

// short returns the name of the type in orders.
func (t Type) short() string { return shorts[t] }

// ranked returns a list of types in words.
func ranked(types []Type) string { return joined(types, ", ", Type.short) }

func (m move) words(b *Board) string {
	s := m.unit.short() + " " + joinedPath(b, m.path)
	if m.n > 1 {
		s = fmt.Sprintf("%d %s", m.n, s)
	}
	if m.home != nowhere {
		s += " RETURN " + b.Name(m.home)
	}
	return s
}

// words returns an order for a battle; "NONE" if it is empty.
func (o order) words(b *Board) string {
	var out []string
	if len(o.deploy) > 0 {
		out = append(out, "DEPLOY "+joined(o.deploy, ", ", func(d deploy) string {
			return number(d.n) + " FTR " + b.Name(d.from)
		}))
	}
	if len(o.stakes) > 0 {
		out = append(out, joined(o.stakes, " ELSE ", stake.words))
	}
	if len(o.lose) > 0 {
		out = append(out, "LOSE "+ranked(o.lose))
	}
	if len(o.retreat) > 0 {
		out = append(out, "RETREAT "+b.names(o.retreat))
	}
	if len(out) == 0 {
		return noOrders
	}
	return strings.Join(out, "; ")
}

func (k stake) words() string {
	s := "SUPPLY " + number(k.supply)
	if k.card != 0 {
		s += fmt.Sprintf(" CARD %d", k.card)
		if k.supply == 0 {
			s = fmt.Sprintf("CARD %d", k.card)
		}
	}
	if len(k.when) > 0 {
		s += " IF " + joined(k.when, " AND ", when.words)
	}
	return s
}

func (w when) words() string {
	sign := ">="
	if w.less {
		sign = "<"
	}
	s := fmt.Sprintf("%s %s %d", strings.ToUpper(string(w.kind)), sign, w.n)
	if w.kind == whenOdds {
		s += fmt.Sprintf(":%d", w.m)
	}
	return s
}

// lines returns standing orders, one each.
func (s standing) lines(b *Board) []string {
	var lines []string
	for _, o := range s.defend {
		lines = append(lines, "DEFEND "+b.anywhere(o.at)+against(o.against)+": "+o.words(b))
	}
	for _, x := range s.secondary {
		tile := x.tile
		if tile == "" {
			tile = "ANY"
		}
		lines = append(lines, "SECONDARY "+tile+": "+x.words(b))
	}
	if len(s.lose) > 0 {
		lines = append(lines, "LOSE "+ranked(s.lose))
	}
	if len(s.ties) > 0 {
		lines = append(lines, "TIES "+strings.Join(s.ties, ", "))
	}
	for _, x := range s.stop {
		line := "STOP IF ATTACKED"
		if x.at != nowhere {
			line += " AT " + b.Name(x.at)
		}
		lines = append(lines, line)
	}
	return lines
}

func against(seat string) string {
	if seat == "" {
		return ""
	}
	return " AGAINST " + seat
}

// words returns the answer to another player's tile: NO, YES, or the choice.
func (x secondary) words(b *Board) string {
	w := strings.TrimSpace(x.choice.words(b))
	switch {
	case x.no:
		return "NO"
	case w == "":
		return "YES"
	case x.fitting:
		return "YES " + w
	}
	return w
}

// lastly moves the orders for all others behind those for one, and keeps the order otherwise.
func lastly[T any](list []T, rank func(T) int) []T {
	slices.SortStableFunc(list, func(x, y T) int { return rank(x) - rank(y) })
	return list
}
