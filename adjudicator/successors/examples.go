package successors

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser/strict"
)

// mostExamples is the largest number of examples in a letter.
const mostExamples = 6

// An exhibit is a kind of order of which letters show an example, with candidate lines, the best first.
type exhibit struct {
	kind  string
	tries func(*View) [][]string
}

// exhibits has the kinds of orders shown for each question, the most useful first.
var exhibits = map[string][]exhibit{
	"home": {{"home", (*View).homesToTake}},
	"turn": {
		{"ransom", always("RANSOM")}, {"raid", (*View).raidsWithAllies},
		{"chit", (*View).chitsNow}, {"buy", (*View).purchases},
		{"march", (*View).marches}, {"attack", (*View).attacks}, {"fight", (*View).battlesHere}, {"sail", (*View).voyages},
		{"sea fight", (*View).battlesAtSea}, {"guard", (*View).guards}, {"lend", (*View).loans}, {"ally", (*View).offers},
		{"pass", (*View).idleness},
	},
	"standing": {
		{"guard", (*View).guards}, {"chit later", (*View).chitsLater}, {"sea insist", (*View).insistences},
		{"lend", (*View).loans}, {"ally", (*View).offers}, {"gift", (*View).gifts},
		{"losses", always("LOSE levy, el, inf, cav, fleet")},
	},
	"battle": {{"fight on", always("FIGHT")}, {"retreat", (*View).retreats}, {"rear guard", (*View).rearGuards}},
}

// Examples returns orders for the reader's own position, each of which can be sent as it stands.
func (v View) Examples(kind string) []adjudicator.Example {
	if v.board == nil || v.player(v.Seat) == nil {
		return nil
	}
	var out []adjudicator.Example
	for _, x := range exhibits[kind] {
		tries := x.tries(&v)
		i := slices.IndexFunc(tries, func(lines []string) bool { return v.canSend(kind, lines) })
		if i >= 0 && len(out) < mostExamples {
			out = append(out, adjudicator.Example{Kind: x.kind, Lines: tries[i]})
		}
	}
	return out
}

// canSend reports whether lines are new, would be filed without objection, and can be carried out as far as the
// reader knows.
func (v *View) canSend(kind string, lines []string) bool {
	if slices.Contains(strings.Split(v.Standing, "\n"), lines[0]) {
		return false
	}
	r := v.Read(kind, "", strings.Join(lines, "\n"))
	spoilt := slices.ContainsFunc(r.Parts, func(p adjudicator.Part) bool { return p.Open() || p.Why != "" })
	if r.Answer == "" || spoilt {
		return false
	}
	return kind == "battle" || len(v.doubts(kind, strict.Must(parseSheet(v.board, kind, r.Answer))).doubts) == 0
}

// byValue returns the provinces that satisfy want, the most valuable first, and those of equal value in the order of
// the board.
func (v *View) byValue(want func(Area) bool) []Area {
	out := slices.DeleteFunc(v.board.areas(), func(a Area) bool { return v.board.IsSea(a) || !want(a) })
	slices.SortStableFunc(out, func(x, y Area) int {
		return cmp.Compare(v.board.Places[y].Value, v.board.Places[x].Value)
	})
	return out
}

// own returns the provinces in which the reader has land units, the most valuable first.
func (v *View) own() []Area {
	return v.byValue(func(a Area) bool { return v.units(a, v.Seat).Army() > 0 })
}

// foes returns the provinces in which the reader has nothing and others have land units, the most valuable first.
func (v *View) foes() []Area {
	return v.byValue(func(a Area) bool { return v.units(a, v.Seat).Total() == 0 && v.hostile(a, v.Seat) })
}

// others returns the other players who are in the game, allies first.
func (v *View) others() []string {
	out := slices.DeleteFunc(v.left(), func(s string) bool { return s == v.Seat })
	slices.SortStableFunc(out, func(x, y string) int { return v.distance(x) - v.distance(y) })
	return out
}

// distance returns 0 for an ally, and 1 for anybody else.
func (v *View) distance(seat string) int {
	if v.friendly(v.Seat, seat) {
		return 0
	}
	return 1
}

// weakest returns the weakest type of land unit among some units; false if there are none.
func weakest(u Units) (t Type, ok bool) {
	for _, t := range slices.Backward(Land) {
		if u[t] > 0 {
			return t, true
		}
	}
	return 0, false
}

// spared returns the land units except the weakest one; all if there is only one.
func spared(u Units) Units {
	u = u.Only(Land...)
	if t, ok := weakest(u); ok && u.Army() > 1 {
		u[t]--
	}
	return u
}

// homesToTake returns lines that list as many homes as there are players, so that one of them is left whoever chooses
// first, with units that can be bought in each of them.
func (v *View) homesToTake() (out [][]string) {
	free := v.byValue(func(a Area) bool { return v.homeOf(a) == "" })
	free = free[:min(len(v.Players), len(free))]
	for _, units := range []Units{{Infantry: 2, Levy: 1}, {Levy: 5}} {
		if units[Infantry] > 0 && slices.ContainsFunc(free, func(a Area) bool { return !v.board.Raises(a, Infantry) }) {
			continue
		}
		out = append(out, []string{"HOME " + v.board.names(free), purchase{units, nowhere}.words(v.board)})
	}
	return out
}

func (v *View) raidsWithAllies() (out [][]string) {
	for _, r := range v.Rides {
		out = append(out, []string{fmt.Sprintf("PLAY %d AT %s WITH %s", r.Chit, r.At[0], r.From)})
	}
	return out
}

func (v *View) chitsNow() (out [][]string) {
	for _, c := range v.Cards() {
		if !one(c.When, InTurn, AnyTurn) {
			continue
		}
		out = append(out, v.playedAt(c, "")...)
	}
	return out
}

func (v *View) chitsLater() (out [][]string) {
	for _, c := range v.Cards() {
		if c.When != InTurn {
			out = append(out, v.playedAt(c, whenPlayed[c.When])...)
		}
	}
	return out
}

// playedAt returns lines that play a chit where it helps its owner most.
func (v *View) playedAt(c Card, when string) (out [][]string) {
	line := fmt.Sprint("PLAY ", c.Number, when)
	if !c.chooses() || c.When == OnRevolt {
		return [][]string{{line}}
	}
	for _, a := range v.choices(c) {
		out = append(out, []string{line + v.board.atPlace(a)})
	}
	return out
}

// choices returns the places for a chit: where a harmful one hurts others, or the reader's own places for a helpful
// one.
func (v *View) choices(c Card) []Area {
	switch {
	case c.has(OpStorm):
		return slices.DeleteFunc(v.board.areas(), func(a Area) bool { return len(v.squadrons(a, v.Seat)) == 0 })
	case c.has(OpRaid):
		return v.byValue(func(a Area) bool { return v.isRich(a) })
	case c.has(OpHire), slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Op == OpUnits && e.Amount >= 0 }):
		return v.own()
	}
	return v.foes()
}

// isRich reports whether a province belongs to another player who has talents and is no ally.
func (v *View) isRich(a Area) bool {
	p := v.player(v.controls(v.rules, a))
	return p != nil && p.Talents > 0 && !v.friendly(v.Seat, p.Seat)
}

func (v *View) purchases() [][]string {
	return [][]string{{"BUY 2 INF, 1 LEVY"}, {"BUY 1 INF, 1 LEVY"}, {"BUY 1 CAV"}, {"BUY 1 INF"}, {"BUY 1 LEVY"}}
}

// marches returns lines that send one unit into an empty province and leave one behind.
func (v *View) marches() (out [][]string) {
	b := v.board
	for _, to := range v.byValue(func(a Area) bool { return v.row(a).isEmpty() }) {
		for _, from := range v.own() {
			u := v.units(from, v.Seat)
			if t, ok := weakest(u); ok && u.Army() > 1 && b.Walks(from, to) {
				out = append(out, []string{"MOVE " + b.path([]Area{from, to}) + " 1 " + t.short()})
			}
		}
	}
	return out
}

// attacks returns lines that send all but one unit against fewer enemies, and fight them.
func (v *View) attacks() (out [][]string) {
	b := v.board
	for _, to := range v.foes() {
		for _, from := range v.own() {
			u := spared(v.units(from, v.Seat))
			if !b.Walks(from, to) || strength(b, u, false) <= v.against(to) {
				continue
			}
			out = append(out, []string{"MOVE " + b.path([]Area{from, to}) + " " + u.words(),
				"FIGHT " + b.Name(to) + v.whom(to) + " UNTIL LOSSES 2 ELSE RETREAT " + b.Name(from)})
		}
	}
	return out
}

// against returns the strength of all land units in a province that are unfriendly to the reader.
func (v *View) against(a Area) int {
	n := 0
	for _, k := range v.Areas[a].Stacks {
		if !v.friendly(v.Seat, k.Side) {
			n += strength(v.board, k.Units, v.leads(a, k.Side))
		}
	}
	return n
}

// whom returns the opponent's name for a fight if there are several enemies in a province; "" if there is only one.
func (v *View) whom(a Area) string {
	var out []string
	for _, k := range v.Areas[a].Stacks {
		if k.Units.Army() > 0 && !v.friendly(v.Seat, k.Side) {
			out = append(out, k.Side)
		}
	}
	if len(out) < 2 {
		return ""
	}
	return " AGAINST " + out[0]
}

// refuges returns the provinces to which the reader may retreat from one, their own first (SU-18).
func (v *View) refuges(at Area) []Area {
	if at == nowhere {
		return nil
	}
	out := slices.DeleteFunc(v.board.Next(at, true), func(a Area) bool { return !v.safe(a, v.Seat) })
	slices.SortStableFunc(out, func(x, y Area) int {
		return cmp.Compare(v.units(y, v.Seat).Army(), v.units(x, v.Seat).Army())
	})
	return out
}

// battlesHere returns lines that fight enemies in a province in which the reader has units.
func (v *View) battlesHere() (out [][]string) {
	b := v.board
	for _, at := range v.own() {
		if !v.hostile(at, v.Seat) {
			continue
		}
		line := "FIGHT " + b.Name(at) + v.whom(at)
		for _, to := range v.refuges(at) {
			out = append(out, []string{line + " ROUNDS 2 ELSE RETREAT " + b.Name(to)})
		}
		out = append(out, []string{line})
	}
	return out
}

// voyages returns lines that carry a unit over the sea to an empty province, or that only move a fleet.
func (v *View) voyages() (out [][]string) {
	b := v.board
	for _, from := range b.areas() {
		u := v.units(from, v.Seat)
		if u[Fleet] == 0 {
			continue
		}
		t, carries := weakest(u)
		for _, sea := range b.Next(from, false) {
			way := b.path([]Area{from, sea})
			for _, land := range v.byValue(func(a Area) bool { return b.lands(sea, a) && v.row(a).isEmpty() }) {
				if carries && u.Army() > 1 {
					out = append(out, []string{fmt.Sprintf("SAIL %s 1 FLEET CARRY 1 %s LAND %s", way, t.short(), b.Name(land))})
				}
			}
			out = append(out, []string{"SAIL " + way + " 1 FLEET"})
		}
	}
	return out
}

func (v *View) battlesAtSea() (out [][]string) {
	for _, sea := range v.Waters() {
		if a, _ := v.board.Area(sea); len(v.squadrons(a, v.Seat)) > 0 {
			out = append(out, []string{"FIGHT " + sea})
		}
	}
	return out
}

// guards returns standing orders for the most valuable of the reader's provinces.
func (v *View) guards() (out [][]string) {
	b := v.board
	for _, at := range v.own() {
		for _, to := range v.refuges(at) {
			out = append(out, []string{fmt.Sprintf("IF ATTACKED AT %s FIGHT ROUNDS 2 ELSE RETREAT %s", b.Name(at), b.Name(to))})
		}
	}
	return out
}

func (v *View) insistences() (out [][]string) {
	for _, sea := range v.Waters() {
		out = append(out, []string{"INSIST ON BATTLE AT " + sea})
	}
	return out
}

// loans returns lines that lend a unit to an ally.
func (v *View) loans() (out [][]string) {
	for _, seat := range v.others() {
		for _, at := range v.own() {
			t, ok := weakest(v.units(at, v.Seat))
			if ok && v.friendly(v.Seat, seat) {
				out = append(out, []string{fmt.Sprintf("LEND 1 %s AT %s TO %s", t.short(), v.board.Name(at), seat)})
			}
		}
	}
	return out
}

// offers returns lines that offer an alliance to each other player who is no ally yet.
func (v *View) offers() (out [][]string) {
	for _, seat := range v.others() {
		if !v.friendly(v.Seat, seat) {
			out = append(out, []string{"ALLY " + seat})
		}
	}
	return out
}

// gifts returns lines that give a talent to another player, allies first.
func (v *View) gifts() (out [][]string) {
	for _, seat := range v.others() {
		if v.player(v.Seat).Talents > 0 {
			out = append(out, []string{"GIVE 1 TO " + seat})
		}
	}
	return out
}

// idleness returns lines for a player who has no land units.
func (v *View) idleness() [][]string {
	if len(v.own()) > 0 {
		return nil
	}
	return [][]string{{passes}}
}

// always returns a function for a line that is possible in every position.
func always(line string) func(*View) [][]string {
	return func(*View) [][]string { return [][]string{{line}} }
}

// retreats returns answers within a battle that name a province to retreat to.
func (v *View) retreats() (out [][]string) {
	for _, to := range v.refuges(v.battlefield()) {
		out = append(out, []string{"RETREAT " + v.board.Name(to)})
	}
	return out
}

// rearGuards returns answers within a battle by which one unit stays and fights on.
func (v *View) rearGuards() (out [][]string) {
	at := v.battlefield()
	for _, to := range v.refuges(at) {
		u := v.units(at, v.Seat)
		if t, ok := weakest(u); ok && u.Army() > 1 {
			out = append(out, []string{fmt.Sprintf("RETREAT %s LEAVE 1 %s", v.board.Name(to), t.short())})
		}
	}
	return out
}

// battlefield returns the place of the current battle.
func (v *View) battlefield() Area {
	if v.Battle == nil {
		return nowhere
	}
	at, _ := v.board.Area(v.Battle.At)
	return at
}

// Examples returns rulings that fit the current position.
func (v Truth) Examples(kind string) []adjudicator.Example {
	if kind != "ruling" || v.board == nil || v.Ruling == nil {
		return nil
	}
	seat := v.Ruling.Seat
	var out []adjudicator.Example
	add := func(kind, line string) {
		if r := v.Read("ruling", "", line); r.Answer == line {
			out = append(out, adjudicator.Example{Kind: kind, Lines: []string{line}})
		}
	}
	add("rule gain", "GAIN "+seat+" 2 TALENTS")
	of := v.View
	of.Seat = seat
	if own := of.own(); len(own) > 0 {
		t, _ := weakest(v.units(own[0], seat))
		add("rule units", fmt.Sprintf("UNITS %s -1 %s AT %s", seat, t.short(), v.board.Name(own[0])))
		add("rule revolt", "REVOLT 2 LEVY AT "+v.board.Name(own[len(own)-1]))
	}
	add("rule home", "HOME "+seat)
	add("rule draw", "DRAW "+seat+" 1")
	add("rule nothing", noEffect)
	return out
}
