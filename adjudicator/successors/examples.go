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
	tries func(sampler) [][]string
}

// A sampler finds orders that the reader of a view could send now.
type sampler struct{ view *View }

// exhibits has the kinds of orders shown for each question, the most useful first.
var exhibits = map[string][]exhibit{
	"home": {{"home", sampler.homesToTake}},
	"turn": {
		{"ransom", always("RANSOM")}, {"raid", sampler.raidsWithAllies},
		{"chit", sampler.chitsNow}, {"buy", sampler.purchases},
		{"march", sampler.marches}, {"attack", sampler.attacks}, {"fight", sampler.battlesHere}, {"sail", sampler.voyages},
		{"sea fight", sampler.battlesAtSea}, {"guard", sampler.guards}, {"lend", sampler.loans}, {"ally", sampler.offers},
		{"pass", sampler.idleness},
	},
	"standing": {
		{"guard", sampler.guards}, {"chit later", sampler.chitsLater}, {"sea insist", sampler.insistences},
		{"lend", sampler.loans}, {"ally", sampler.offers}, {"gift", sampler.gifts},
		{"losses", always("LOSE levy, el, inf, cav, fleet")},
	},
	"battle": {{"fight on", always("FIGHT")}, {"retreat", sampler.retreats}, {"rear guard", sampler.rearGuards}},
}

// Examples returns orders for the reader's own position, each of which can be sent as it stands.
func (v View) Examples(kind string) []adjudicator.Example {
	if v.board == nil || v.player(v.Seat) == nil {
		return nil
	}
	s := sampler{&v}
	var out []adjudicator.Example
	for _, x := range exhibits[kind] {
		tries := x.tries(s)
		i := slices.IndexFunc(tries, func(lines []string) bool { return s.canSend(kind, lines) })
		if i >= 0 && len(out) < mostExamples {
			out = append(out, adjudicator.Example{Kind: x.kind, Lines: tries[i]})
		}
	}
	return out
}

// canSend reports whether lines are new, would be filed without objection, and can be carried out as far as the
// reader knows.
func (s sampler) canSend(kind string, lines []string) bool {
	if slices.Contains(strings.Split(s.view.Standing, "\n"), lines[0]) {
		return false
	}
	r := s.view.Read(kind, "", strings.Join(lines, "\n"))
	spoilt := slices.ContainsFunc(r.Parts, func(p adjudicator.Part) bool { return p.Open() || p.Why != "" })
	if r.Answer == "" || spoilt {
		return false
	}
	return kind == "battle" || len(s.view.doubts(kind, strict.Must(parseSheet(s.view.board, kind, r.Answer))).doubts) == 0
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
func (s sampler) own() []Area {
	return s.view.byValue(func(a Area) bool { return s.view.units(a, s.view.Seat).Army() > 0 })
}

// foes returns the provinces in which the reader has nothing and others have land units, the most valuable first.
func (s sampler) foes() []Area {
	return s.view.byValue(func(a Area) bool {
		return s.view.units(a, s.view.Seat).Total() == 0 && s.view.hostile(a, s.view.Seat)
	})
}

// others returns the other players who are in the game, allies first.
func (s sampler) others() []string {
	out := slices.DeleteFunc(s.view.left(), func(seat string) bool { return seat == s.view.Seat })
	slices.SortStableFunc(out, func(x, y string) int { return s.distance(x) - s.distance(y) })
	return out
}

// distance returns 0 for an ally, and 1 for anybody else.
func (s sampler) distance(seat string) int {
	if s.view.friendly(s.view.Seat, seat) {
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
func (s sampler) homesToTake() (out [][]string) {
	free := s.view.byValue(func(a Area) bool { return s.view.homeOf(a) == "" })
	free = free[:min(len(s.view.Players), len(free))]
	for _, units := range []Units{{Infantry: 2, Levy: 1}, {Levy: 5}} {
		if units[Infantry] > 0 && slices.ContainsFunc(free, func(a Area) bool { return !s.view.board.Raises(a, Infantry) }) {
			continue
		}
		out = append(out, []string{"HOME " + s.view.board.names(free), purchase{units, nowhere}.words(s.view.board)})
	}
	return out
}

func (s sampler) raidsWithAllies() (out [][]string) {
	for _, r := range s.view.Rides {
		out = append(out, []string{fmt.Sprintf("PLAY %d AT %s WITH %s", r.Chit, r.At[0], r.From)})
	}
	return out
}

func (s sampler) chitsNow() (out [][]string) {
	for _, c := range s.view.Cards() {
		if !one(c.When, InTurn, AnyTurn) {
			continue
		}
		out = append(out, s.playedAt(c, "")...)
	}
	return out
}

func (s sampler) chitsLater() (out [][]string) {
	for _, c := range s.view.Cards() {
		if c.When != InTurn {
			out = append(out, s.playedAt(c, whenPlayed[c.When])...)
		}
	}
	return out
}

// playedAt returns lines that play a chit where it helps its owner most.
func (s sampler) playedAt(c Card, when string) (out [][]string) {
	line := fmt.Sprint("PLAY ", c.Number, when)
	if !c.chooses() || c.When == OnRevolt {
		return [][]string{{line}}
	}
	for _, a := range s.choices(c) {
		out = append(out, []string{line + s.view.board.atPlace(a)})
	}
	return out
}

// choices returns the places for a chit: where a harmful one hurts others, or the reader's own places for a helpful
// one.
func (s sampler) choices(c Card) []Area {
	switch {
	case c.has(OpStorm):
		return slices.DeleteFunc(s.view.board.areas(), func(a Area) bool {
			return len(s.view.squadrons(a, s.view.Seat)) == 0
		})
	case c.has(OpRaid):
		return s.view.byValue(func(a Area) bool { return s.isRich(a) })
	case c.has(OpHire), slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Op == OpUnits && e.Amount >= 0 }):
		return s.own()
	}
	return s.foes()
}

// isRich reports whether a province belongs to another player who has talents and is not an ally.
func (s sampler) isRich(a Area) bool {
	p := s.view.player(s.view.controls(s.view.rules, a))
	return p != nil && p.Talents > 0 && !s.view.friendly(s.view.Seat, p.Seat)
}

func (s sampler) purchases() [][]string {
	return [][]string{{"BUY 2 INF, 1 LEVY"}, {"BUY 1 INF, 1 LEVY"}, {"BUY 1 CAV"}, {"BUY 1 INF"}, {"BUY 1 LEVY"}}
}

// marches returns lines that send one unit into an empty province and leave one behind.
func (s sampler) marches() (out [][]string) {
	b := s.view.board
	for _, to := range s.view.byValue(func(a Area) bool { return s.view.row(a).isEmpty() }) {
		for _, from := range s.own() {
			u := s.view.units(from, s.view.Seat)
			if t, ok := weakest(u); ok && u.Army() > 1 && b.Walks(from, to) {
				out = append(out, []string{"MOVE " + b.path([]Area{from, to}) + " 1 " + t.short()})
			}
		}
	}
	return out
}

// attacks returns lines that send all but one unit against fewer enemies, and fight them.
func (s sampler) attacks() (out [][]string) {
	b := s.view.board
	for _, to := range s.foes() {
		for _, from := range s.own() {
			u := spared(s.view.units(from, s.view.Seat))
			if !b.Walks(from, to) || strength(b, u, false) <= s.against(to) {
				continue
			}
			out = append(out, []string{"MOVE " + b.path([]Area{from, to}) + " " + u.words(),
				"FIGHT " + b.Name(to) + s.whom(to) + " UNTIL LOSSES 2 ELSE RETREAT " + b.Name(from)})
		}
	}
	return out
}

// against returns the strength of all land units in a province that are unfriendly to the reader.
func (s sampler) against(a Area) int {
	n := 0
	for _, k := range s.view.Areas[a].Stacks {
		if !s.view.friendly(s.view.Seat, k.Side) {
			n += strength(s.view.board, k.Units, s.view.leads(a, k.Side))
		}
	}
	return n
}

// whom returns the opponent's name for a fight if there are several enemies in a province; "" if there is only one.
func (s sampler) whom(a Area) string {
	var out []string
	for _, k := range s.view.Areas[a].Stacks {
		if k.Units.Army() > 0 && !s.view.friendly(s.view.Seat, k.Side) {
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
func (s sampler) battlesHere() (out [][]string) {
	b := s.view.board
	for _, at := range s.own() {
		if !s.view.hostile(at, s.view.Seat) {
			continue
		}
		line := "FIGHT " + b.Name(at) + s.whom(at)
		for _, to := range s.view.refuges(at) {
			out = append(out, []string{line + " ROUNDS 2 ELSE RETREAT " + b.Name(to)})
		}
		out = append(out, []string{line})
	}
	return out
}

// voyages returns lines that carry a unit over the sea to an empty province, or that only move a fleet.
func (s sampler) voyages() (out [][]string) {
	b := s.view.board
	for _, from := range b.areas() {
		u := s.view.units(from, s.view.Seat)
		if u[Fleet] == 0 {
			continue
		}
		t, carries := weakest(u)
		for _, sea := range b.Next(from, false) {
			way := b.path([]Area{from, sea})
			for _, land := range s.view.byValue(func(a Area) bool { return b.lands(sea, a) && s.view.row(a).isEmpty() }) {
				if carries && u.Army() > 1 {
					out = append(out, []string{fmt.Sprintf("SAIL %s 1 FLEET CARRY 1 %s LAND %s", way, t.short(), b.Name(land))})
				}
			}
			out = append(out, []string{"SAIL " + way + " 1 FLEET"})
		}
	}
	return out
}

func (s sampler) battlesAtSea() (out [][]string) {
	for _, sea := range s.view.Waters() {
		if a, _ := s.view.board.Area(sea); len(s.view.squadrons(a, s.view.Seat)) > 0 {
			out = append(out, []string{"FIGHT " + sea})
		}
	}
	return out
}

// guards returns standing orders for the most valuable of the reader's provinces.
func (s sampler) guards() (out [][]string) {
	b := s.view.board
	for _, at := range s.own() {
		for _, to := range s.view.refuges(at) {
			out = append(out, []string{fmt.Sprintf("IF ATTACKED AT %s FIGHT ROUNDS 2 ELSE RETREAT %s", b.Name(at), b.Name(to))})
		}
	}
	return out
}

func (s sampler) insistences() (out [][]string) {
	for _, sea := range s.view.Waters() {
		out = append(out, []string{"INSIST ON BATTLE AT " + sea})
	}
	return out
}

// loans returns lines that lend a unit to an ally.
func (s sampler) loans() (out [][]string) {
	for _, seat := range s.others() {
		for _, at := range s.own() {
			t, ok := weakest(s.view.units(at, s.view.Seat))
			if ok && s.view.friendly(s.view.Seat, seat) {
				out = append(out, []string{fmt.Sprintf("LEND 1 %s AT %s TO %s", t.short(), s.view.board.Name(at), seat)})
			}
		}
	}
	return out
}

// offers returns lines that offer an alliance to each other player who is not an ally yet.
func (s sampler) offers() (out [][]string) {
	for _, seat := range s.others() {
		if !s.view.friendly(s.view.Seat, seat) {
			out = append(out, []string{"ALLY " + seat})
		}
	}
	return out
}

// gifts returns lines that give a talent to another player, allies first.
func (s sampler) gifts() (out [][]string) {
	for _, seat := range s.others() {
		if s.view.player(s.view.Seat).Talents > 0 {
			out = append(out, []string{"GIVE 1 TO " + seat})
		}
	}
	return out
}

// idleness returns lines for a player who has no land units.
func (s sampler) idleness() [][]string {
	if len(s.own()) > 0 {
		return nil
	}
	return [][]string{{passes}}
}

// always returns a function for a line that is possible in every position.
func always(line string) func(sampler) [][]string {
	return func(sampler) [][]string { return [][]string{{line}} }
}

// retreats returns answers within a battle that name a province to retreat to.
func (s sampler) retreats() (out [][]string) {
	for _, to := range s.view.refuges(s.view.battlefield()) {
		out = append(out, []string{"RETREAT " + s.view.board.Name(to)})
	}
	return out
}

// rearGuards returns answers within a battle by which one unit stays and fights on.
func (s sampler) rearGuards() (out [][]string) {
	at := s.view.battlefield()
	for _, to := range s.view.refuges(at) {
		u := s.view.units(at, s.view.Seat)
		if t, ok := weakest(u); ok && u.Army() > 1 {
			out = append(out, []string{fmt.Sprintf("RETREAT %s LEAVE 1 %s", s.view.board.Name(to), t.short())})
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
	if own := (sampler{&of}).own(); len(own) > 0 {
		t, _ := weakest(v.units(own[0], seat))
		add("rule units", fmt.Sprintf("UNITS %s -1 %s AT %s", seat, t.short(), v.board.Name(own[0])))
		add("rule revolt", "REVOLT 2 LEVY AT "+v.board.Name(own[len(own)-1]))
	}
	add("rule home", "HOME "+seat)
	add("rule draw", "DRAW "+seat+" 1")
	add("rule nothing", noEffect)
	return out
}
