package dishonest

import (
	"slices"

	kit "deaddrop/parser/order"
)

// This file sketches moves: which units leave which places, by which way, and for where.

// A source is units that leave a place.
type source struct {
	units []counted
	from  Area
	via   []Area
	to    Area
}

// A mover finds moves in the words of a sentence.
type mover struct {
	*sketch
	words   []kit.Bind
	all     []source
	targets []Area
	home    Area // where fighters return; nowhere if it is not said
	last    int  // index of the place before the current one; -1 if there is none
	passing bool // whether that is on the way
	more    bool // whether the current place is joined to it by "and"
}

// moves returns the moves that words may mean: from places where the player has units to the next place that is a
// destination, or to the only one.
func (k *sketch) moves(words []kit.Bind) []move {
	m := mover{sketch: k, words: words, home: nowhere, last: -1}
	for i, b := range words {
		if b.Class != "place" || k.isDenied(b) {
			continue
		}
		m.more = one(k.before(b.From), "and", "+", "&", ",", "und")
		if !m.place(i) {
			return nil
		}
		m.last = i
	}
	return m.found()
}

// place says what a place is for; false if that can't be.
func (m *mover) place(i int) bool {
	at, passed := Area(m.words[i].Vals[0]), m.passing
	m.passing = false
	switch now := m.now(); {
	case m.isHome(m.words, i):
		m.home = at
	case now != nil && m.isOnWay(i, passed):
		now.via, m.passing = append(now.via, at), true
	case m.isSource(m.words, i):
		units := m.units(i)
		if len(units) == 0 {
			return false
		}
		s := source{units: units, from: at, to: nowhere}
		if len(m.targets) > 0 && !m.goesOn(m.words[i+1:]) {
			s.to = m.targets[len(m.targets)-1]
		}
		m.all = append(m.all, s)
	case now != nil && now.to != nowhere && (m.isFurther(m.words[i]) || m.isChained(i)): // "and from there on to Libya"
		now.via, now.to = append(now.via, now.to), at
	default:
		m.targets = append(m.targets, at)
		for j := range m.all {
			if m.all[j].to == nowhere {
				m.all[j].to = at
			}
		}
	}
	return true
}

// now returns the units that were named last; nil if there are none.
func (m *mover) now() *source {
	if len(m.all) == 0 {
		return nil
	}
	return &m.all[len(m.all)-1]
}

// isOnWay reports whether the units that were named last go through a place: it stands behind a word such as
// "across", or is a sea-zone, for units of the land.
func (m *mover) isOnWay(i int, passed bool) bool {
	b := m.words[i]
	before := m.before(b.From)
	if m.b.lexicon().Is(before, "via") || one(before, "across", "past", "quer") {
		return before != "over" || m.word(b.From-1) != "to"
	}
	onLand := !slices.ContainsFunc(m.now().units, func(u counted) bool { return !u.unit.IsLand() })
	if passed && m.more && m.b.IsSea(Area(m.words[m.last].Vals[0])) == m.b.IsSea(Area(b.Vals[0])) {
		return true
	}
	return m.b.IsSea(Area(b.Vals[0])) && onLand && !has(m.words[m.last:i], "ftr", "flt", "sqn")
}

// isChained reports whether a place is a further step of the move before it: "from Paris to Bordeaux to Spain".
func (m *mover) isChained(i int) bool {
	if m.last < 0 || !m.isTarget(m.words[i]) {
		return false
	}
	for at := m.words[m.last].To; at < m.words[i].From; at++ {
		if !one(m.word(at), "-", "to", "then", "on", "the", "into", "nach", "die", "den", "das", ">") {
			return false
		}
	}
	return true
}

// units returns the units that leave a place: those that are named before it or behind it, or the only ones there.
func (m *mover) units(i int) (out []counted) {
	from := Area(m.words[i].Vals[0])
	have := m.State.force(from, m.Seat)
	take := func(j int) {
		t, is := unit(m.words[j])
		if is && have[t] > 0 && !slices.ContainsFunc(out, func(u counted) bool { return u.unit == t }) {
			out = append(out, counted{m.counted(m.words, j), t})
		}
	}
	next := i + 1
	for ; next < len(m.words) && m.words[next].Class != "place"; next++ {
	}
	for j := m.last + 1; j < i; j++ {
		take(j)
	}
	for j := i + 1; j < next && len(out) == 0; j++ {
		take(j)
	}
	if next == i+1 { // such as "Algeria - Libya: 1 infantry"
		for j := next + 1; j < len(m.words) && m.words[j].Class != "place" && len(out) == 0; j++ {
			take(j)
		}
	}
	if now := m.now(); len(out) == 0 && now != nil { // such as "the infantry from Bordeaux and Marseilles"
		for _, u := range now.units {
			if have[u.unit] > 0 {
				out = append(out, counted{0, u.unit})
			}
		}
	}
	if len(out) == 0 {
		out = m.unnamed(i, have)
	}
	return m.numbered(out, i, have)
}

// unnamed returns the units of a place whose types are not named: the only ones, all of them if the words say so, or
// the infantry if they are people.
func (m *mover) unnamed(i int, have Force) (out []counted) {
	for _, t := range Types {
		if have[t] > 0 {
			out = append(out, counted{0, t})
		}
	}
	near := m.words[m.last+1 : i]
	if m.has(m.words[0].From-4, m.end, "fly", "flies", "fliegt") && have[Fighter] > 0 {
		return []counted{{0, Fighter}}
	}
	men := slices.ContainsFunc(near, func(b kit.Bind) bool { return one(m.word(b.From), people...) })
	whole := m.has(m.words[max(0, m.last+1)].From-2, m.words[i].To, entirely...)
	switch {
	case len(out) <= 1:
	case whole:
		for j := range out {
			out[j].n = kit.Everything
		}
	case men && have[Infantry] > 0:
		out = []counted{{0, Infantry}}
	default:
		return nil
	}
	return out
}

// Words that say which units leave a place, and that they return to theirs.
var (
	people    = []string{"men", "lads", "boys", "guys", "troops"}
	entirely  = []string{"whole", "entire", "all", "everything", "everyone", "alle", "ganze"}
	returning = []string{"home", "return", "returns", "returning", "back", "rtb", "zuruck"}
	onwards   = []string{"there", "then", "on", "onward", "onwards", "further", "continuing", "dort", "dann", "weiter"}
)

// has reports whether one of some words stands in a range of lexemes.
func (k *sketch) has(from, to int, words ...string) bool {
	for at := max(0, from); at < to; at++ {
		if slices.Contains(words, k.word(at)) {
			return true
		}
	}
	return false
}

// numbered fills in how many units leave a place; nil if there are fewer.
func (m *mover) numbered(units []counted, i int, have Force) []counted {
	all := i+1 < len(m.words) && one(m.words[i+1].Class, "bothw", "allw") && !isUnitAt(m.words, i+2) ||
		i > 0 && one(m.words[i-1].Class, "bothw", "allw", "evw")
	for j := range units {
		u := &units[j]
		if u.n == kit.Everything || u.n == 0 && all {
			u.n = have[u.unit]
		}
		if u.n = max(1, u.n); u.n > have[u.unit] {
			return nil
		}
	}
	return units
}

// found returns the moves of the units that were named, each to its place; nil if one of them is impossible.
func (m *mover) found() (out []move) {
	isTable := len(m.targets) == 0 && m.aim == nowhere && !m.more
	if n := len(m.all); isTable && n > 1 && !m.isFrom() { // such as "Bordeaux | Paris"
		m.targets, m.all = []Area{m.all[n-1].from}, m.all[:n-1]
	}
	now := m.current()
	switch {
	case len(m.targets) > 0:
	case now != nil && len(now.act.moves) > 0:
		path := now.act.moves[len(now.act.moves)-1].path
		m.targets = []Area{path[len(path)-1]}
	case m.aim != nowhere:
		m.targets = []Area{m.aim}
	}
	if len(m.all) == 0 && len(m.targets) > 0 && m.last >= 0 {
		m.all = m.only()
	}
	for _, s := range m.all {
		switch n := len(s.via); {
		case s.to != nowhere:
		case len(m.targets) > 0:
			s.to = m.targets[len(m.targets)-1]
		case n > 0:
			s.to, s.via = s.via[n-1], s.via[:n-1]
		}
		for _, u := range s.units {
			x := move{n: u.n, unit: u.unit, path: slices.Concat([]Area{s.from}, s.via, []Area{s.to}), home: nowhere}
			if u.unit == Fighter {
				x.home = m.homeOf(s)
			}
			if s.to == nowhere || s.to == s.from || !(turnReader{m.author}).completes(&x) {
				return nil
			}
			out = append(out, x)
		}
	}
	return out
}

// only returns the units that words name by their type alone, if the player has such units in one place only.
func (m *mover) only() (out []source) {
	for i, b := range m.words {
		t, is := unit(b)
		if !is {
			continue
		}
		var from []Area
		for at := range m.Areas {
			if n := m.State.force(Area(at), m.Seat)[t]; n > 0 && Area(at) != m.targets[0] {
				from = append(from, Area(at))
			}
		}
		if len(from) != 1 {
			return nil
		}
		n := m.counted(m.words, i)
		if n == kit.Everything {
			n = m.State.force(from[0], m.Seat)[t]
		}
		out = append(out, source{units: []counted{{max(1, n), t}}, from: from[0], to: nowhere})
	}
	return out
}

// isFrom reports whether the last place stands behind a word such as "from".
func (m *mover) isFrom() bool {
	return one(m.before(m.words[m.last].From), "from", "in", "at", "of", "aus", "von")
}

// homeOf returns where the fighters of a place return: the place that was named, or that one if they go "back home".
func (m *mover) homeOf(s source) Area {
	if m.home == nowhere && m.has(m.words[0].From, m.end, returning...) {
		return s.from
	}
	return m.home
}

// isFurther reports whether words before a place say that units go on there from where they have come to.
func (k *sketch) isFurther(b kit.Bind) bool {
	return k.has(b.From-5, b.From, onwards...)
}

// goOn lets the units that moved last go on to the place that words name, "From there on to Libya", or return there.
func (k *sketch) goOn(words []kit.Bind) {
	now := k.current()
	i := slices.IndexFunc(words, func(b kit.Bind) bool { return b.Class == "place" })
	if now == nil || len(now.act.moves) == 0 || !k.isTarget(words[i]) {
		return
	}
	last := &now.act.moves[len(now.act.moves)-1]
	at := Area(words[i].Vals[0])
	if last.unit == Fighter && k.isReturn(words[i]) {
		last.home = at
		return
	}
	if k.drops { // such as "No, that's suicide. To the Low Countries."
		k.redirect(now, at)
		return
	}
	if !k.isFurther(words[i]) {
		return
	}
	x := *last
	x.path = append(slices.Clone(x.path), at)
	if (turnReader{k.author}).completes(&x) {
		*last = x
	}
}

// redirect sends the units that moved last to another place.
func (k *sketch) redirect(now *deed, to Area) {
	n := len(now.act.moves) - 1
	x := now.act.moves[n]
	x.path = []Area{x.path[0], to}
	if (turnReader{k.author}).completes(&x) {
		now.act.moves[n] = x
	}
}

// isReturn reports whether words before a place say that units return there.
func (k *sketch) isReturn(b kit.Bind) bool {
	return k.has(b.From-3, b.From, returning...)
}

// isHome reports whether a place is where fighters return.
func (k *sketch) isHome(words []kit.Bind, i int) bool {
	return k.isReturn(words[i]) && has(words[:i], "ftr")
}

// goesOn reports whether further places follow.
func (k *sketch) goesOn(words []kit.Bind) bool {
	return slices.ContainsFunc(words, func(b kit.Bind) bool {
		return b.Class == "place" && k.isTarget(b) && !k.isReturn(b)
	})
}

// isTarget reports whether a place stands behind a word for where units go.
func (k *sketch) isTarget(b kit.Bind) bool {
	before := k.before(b.From)
	l := k.b.lexicon()
	if one(before, "from", "in", "at", "of", "aus", "von") {
		return false
	}
	return l.Is(before, "to") || l.Is(before, "attack") || l.Is(before, "go") || before == "-" || before == "nach"
}

// isSource reports whether units leave a place: the player has some there, and it is no destination.
func (k *sketch) isSource(words []kit.Bind, i int) bool {
	have := k.State.force(Area(words[i].Vals[0]), k.Seat)
	some := slices.ContainsFunc(have[:], func(n int) bool { return n > 0 })
	return some && !k.isTarget(words[i])
}
