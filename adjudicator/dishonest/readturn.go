package dishonest

import (
	"fmt"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// A turnReader reads the orders for a turn: its action, battle, card and tile.
type turnReader struct{ *author }

const mostOps = 3 // most operations that a tactics action can cost

// tactics reads a tactics action. Moves by themselves continue the one that the letter already has.
func (a turnReader) tactics(m *kit.Match, c *kit.Context) kit.Outcome {
	x := act{kind: actTactics, at: nowhere}
	if o, ok := m.Get("o"); ok {
		if x.ops = a.number(m, o, c); x.ops < 1 || x.ops > mostOps {
			return a.refused(actPart, complain("A tactics action costs 1, 2 or 3 operations, for 3, 5 or 6 movements "+
				"(K4)."))
		}
	}
	was, begun := a.begun(c)
	moves, note, err := a.moves(m, whole(m), was.moves, c)
	if m.Form == "ROW" {
		moves, note, err = a.moving(m, whole(m), nil, c)
	}
	if err != nil {
		return a.ofWhichType(m, c, a.refused(actPart, err))
	}
	x.moves = moves
	if filed, ok := a.onFileTactics(); ok && !begun && m.Form == "PAY" {
		was, begun = filed, true
	}
	goesOn := begun && (a.addsTo(m, c) || len(was.moves) == 0)
	if goesOn {
		if x.ops == 0 {
			x.ops = was.ops
		}
		x.moves = was.with(x.moves, c.Fixes)
	}
	line := strings.TrimSuffix(strings.TrimSuffix(x.words(a.b), " "), ":")
	if n, ok := m.Get("n"); ok && m.Form == "TACTICS" && a.b.lexicon().Is(c.Word(n.From-1), "tactics") {
		note = strings.TrimSpace(fmt.Sprintf("%q was read as units; operations stand before a colon: TACTICS 2: INF "+
			"Ukraine-Romania. ", c.Quote(n.From, n.To+1)) + note)
	}
	out := a.part(m, c, actPart, line)
	out.Note, out.Adds = note, goesOn
	return out
}

// ofWhichType adds suggestions to a refusal of a move without a type of units: one for each type that the player has
// at the start.
func (a turnReader) ofWhichType(m *kit.Match, c *kit.Context, refusal kit.Outcome) kit.Outcome {
	anyUnit := slices.ContainsFunc(m.All("t"), func(t kit.Bind) bool { return t.Class == "anyunit" })
	from := listed(m, whole(m))
	if a.assumed != nil || !anyUnit || len(from) == 0 {
		return refusal
	}
	defer func() { a.assumed = nil }()
	for _, t := range Types {
		a.assumed = &t
		if a.force(from[0], a.Seat)[t] == 0 {
			continue
		}
		if o := a.tactics(m, c); len(o.Orders) > 0 {
			refusal.Suggest, refusal.Either = append(refusal.Suggest, o.Orders[0].Line), true
		}
	}
	return refusal
}

// addsTo reports whether a form continues the tactics action before it.
func (a turnReader) addsTo(m *kit.Match, c *kit.Context) bool {
	return m.Form != "OPS" && !m.Has("kw") && !isOther(m, c)
}

// onFileTactics returns the tactics action that was on file for the turn; false if there was none.
func (a turnReader) onFileTactics() (act, bool) {
	p := a.filed(a.turn)
	if len(p) == 0 || p[0].act.kind != actTactics {
		return act{}, false
	}
	return p[0].act, true
}

// with returns the moves of an action with more of them. With fixes, a move replaces an earlier one of the same
// units.
func (was act) with(more []move, fixes bool) []move {
	out := slices.Clone(was.moves)
	for _, x := range more {
		same := func(m move) bool { return m.unit == x.unit && m.path[0] == x.path[0] }
		if i := slices.IndexFunc(out, same); fixes && i >= 0 {
			out[i] = x
		} else {
			out = append(out, x)
		}
	}
	return out
}

// begun returns the tactics action in the letter for the current alternative; false if there is none.
func (a turnReader) begun(c *kit.Context) (act, bool) {
	line, ok := strings.CutPrefix(bare(c.Given[a.key(a.alternative(c, a.turn), actPart)]), "TACTICS")
	if !ok {
		return act{}, false
	}
	if strings.Contains(line, ":") {
		x, err := parseSheet(a.b, "turn", "TACTICS"+line)
		if err == nil {
			return x.turns[0][0].act, true
		}
	}
	ops, _ := kit.Numeral(strings.TrimSpace(line))
	return act{kind: actTactics, ops: ops, at: nowhere}, true
}

// builds notes that the units below are built.
func (a turnReader) builds(_ *kit.Match, _ *kit.Context) kit.Outcome {
	a.build = true
	return kit.Outcome{Blank: true}
}

// mobilize reads units to be built. Units and places alone count if the letter has said so before them.
func (a turnReader) mobilize(m *kit.Match, c *kit.Context) kit.Outcome {
	buy, err := a.purchases(m, whole(m), c)
	if err != nil {
		return a.refused(actPart, err)
	}
	if m.Has("dg") { // "an infantry in Paris and one in Xanadu"
		return kit.Outcome{Ask: lackings["WHERE"], Suggest: []string{act{kind: actMobilize, buy: buy}.words(a.b)},
			About: []string{a.key(1, actPart)}}
	}
	was, begun := a.bought(c)
	adds := m.Form == "BUYS" && begun && !c.Fixes
	if adds {
		buy = append(was, buy...)
	}
	out := a.part(m, c, actPart, act{kind: actMobilize, buy: buy}.words(a.b))
	out.Adds = adds
	if m.Form == "BUYS" && !begun && !a.build && !m.Has("nw") && len(out.Orders) > 0 {
		return kit.Outcome{Ask: "Are these units to be built? " + howToMobilize, Suggest: []string{out.Orders[0].Line},
			About: []string{a.key(1, actPart)}}
	}
	return out
}

// bought returns the units that the letter builds in the turn; false if it builds none.
func (a turnReader) bought(c *kit.Context) ([]purchase, bool) {
	line := bare(c.Given[a.key(a.alternative(c, a.turn), actPart)])
	if !strings.HasPrefix(line, "MOBILIZE ") {
		return nil, false
	}
	return strict.Must(parseSheet(a.b, "turn", line)).turns[0][0].act.buy, true
}

func (a turnReader) garrison(m *kit.Match, c *kit.Context) kit.Outcome {
	at := listed(m, whole(m))[0]
	if err := a.region(at, "Which region gets a garrison? For example: GARRISON Egypt."); err != nil {
		return a.refused(actPart, err)
	}
	return a.part(m, c, actPart, act{kind: actGarrison, at: at}.words(a.b))
}

// playTile reads the action that plays a tile.
func (a turnReader) playTile(m *kit.Match, c *kit.Context) kit.Outcome {
	if tl, ok := m.Get("tl"); ok {
		if p := a.player(a.Seat); p != nil && p.Tile != a.b.Tiles[tl.Vals[0]].Name {
			return a.refused(actPart, complain("Your ideology is not %s.", a.b.Tiles[tl.Vals[0]].Name))
		}
	}
	x, note, err := a.choice(m, c)
	if err != nil {
		return a.refused(actPart, err)
	}
	out := a.part(m, c, actPart, act{kind: actIdeology, choice: x, at: nowhere}.words(a.b))
	out.Note = note
	return out
}

func (a turnReader) pass(m *kit.Match, c *kit.Context) kit.Outcome {
	return a.part(m, c, actPart, passes)
}

func (a turnReader) playCard(m *kit.Match, c *kit.Context) kit.Outcome {
	n, err := a.cardOf(m, "c", c)
	if err != nil {
		return a.refused(playPart, err)
	}
	x, note, err := a.choice(m, c)
	if err != nil {
		return a.refused(playPart, err)
	}
	p := play{card: n, score: m.Form == "SCORE", choice: x}
	out := a.part(m, c, playPart, p.words(a.b))
	out.Note = note
	return out
}

// battle reads an attacker's order for a battle.
func (a turnReader) battle(m *kit.Match, c *kit.Context) kit.Outcome {
	at := nowhere
	if p, ok := m.Get("bp"); ok {
		at = Area(p.Vals[0])
	} else if m.Has("ba") {
		if at, ok = a.conquest(m, c); !ok {
			return kit.Outcome{Ask: "In which battle? Write BATTLE and the place before it. " + howToFight}
		}
	}
	part := battlePart + " " + a.b.anywhere(at)
	if m.Has("nn") {
		return kit.Outcome{Drop: []string{a.key(a.alternative(c, a.turn), part)}}
	}
	o, err := a.wishes(m, c)
	if err == nil && len(o.deploy) > 0 {
		err = complain("Only the defender deploys fighters (DD-26); those that attack are named in the moves.")
	}
	if err != nil {
		return a.refused(part, err)
	}
	o.at = at
	return a.part(m, c, part, "BATTLE "+a.b.anywhere(at)+": "+o.words(a.b))
}

func (a turnReader) annex(m *kit.Match, c *kit.Context) kit.Outcome {
	if m.Form == "ANNEXOFF" {
		return kit.Outcome{Drop: []string{a.key(a.alternative(c, a.turn), annexPart)}}
	}
	at, named := a.conquest(m, c)
	if _, begun := a.begun(c); !named && !begun && m.From == 0 && m.To == len(c.Lexemes) { // a line that was left blank
		return kit.Outcome{Blank: true}
	}
	if !named {
		return kit.Outcome{Ask: "Which region is annexed? For example: ANNEX Egypt.",
			About: []string{a.key(1, annexPart)}}
	}
	if err := a.region(at, "Which region is annexed? For example: ANNEX Egypt."); err != nil {
		return a.refused(annexPart, err)
	}
	return a.part(m, c, annexPart, "ANNEX "+a.b.Name(at))
}

// elsewhere reads an alternative that gives only a place: "Garrison Algeria, or else the Levant".
func (a turnReader) elsewhere(m *kit.Match, c *kit.Context) kit.Outcome {
	line := bare(c.Given[a.key(a.alternative(c, a.turn), actPart)])
	if !strings.HasPrefix(line, "GARRISON ") {
		return kit.Outcome{Talk: true}
	}
	return a.garrison(m, c)
}

// change reads a change of units of an action: "Make the fighter an infantry".
func (a turnReader) change(m *kit.Match, c *kit.Context) kit.Outcome {
	p := a.filed(a.turn)
	now := m.All("now2")
	if len(p) != 1 || len(now) == 0 {
		return kit.Outcome{Talk: true}
	}
	place, was := nowhere, Type(-1)
	for _, at := range listed(m, whole(m)) {
		place = at
	}
	for _, t := range m.All("was") {
		was = types[t.Class]
	}
	d, found := p[0], 0
	d.act.buy = slices.Clone(d.act.buy)
	for i, x := range d.act.buy {
		if (place == nowhere || x.at == place) && (was < 0 || x.unit == was) {
			d.act.buy[i].unit = types[now[0].Class]
			found++
		}
	}
	if found != 1 {
		return kit.Outcome{Ask: "What do you want to change? Write the line again.", About: []string{a.key(1, actPart)}}
	}
	return kit.Outcome{Orders: a.again(d)}
}

// again returns the lines of a changed turn that is on file.
func (a turnReader) again(d deed) []kit.Order {
	a.alone[a.turn] = true
	var out []kit.Order
	for i, x := range d.keyed(a.b) {
		out = append(out, kit.Order{Key: partKey(a.turn, 1, x.Key), Line: lineOf(a.turn, 1, i == 0, x.Line)})
	}
	return out
}

// conquest returns the place that a form names; "it" is the only place to which units go in the turn and where the
// player has none.
func (a turnReader) conquest(m *kit.Match, c *kit.Context) (at Area, named bool) {
	if p := listed(m, whole(m)); len(p) > 0 {
		return p[0], true
	}
	x, begun := a.begun(c)
	if !begun {
		x, _ = a.onFileTactics()
	}
	for _, mv := range x.moves {
		to := mv.path[len(mv.path)-1]
		if a.holds(to) || a.b.IsSea(to) {
			continue
		}
		if named && to != at {
			return nowhere, false
		}
		at, named = to, true
	}
	return at, named
}

// subjects reads moves whose units are given only by their place: "Bordeaux moves to Paris".
func (a turnReader) subjects(m *kit.Match, c *kit.Context) kit.Outcome {
	x := act{kind: actTactics, at: nowhere}
	if was, begun := a.begun(c); begun {
		x = was
	}
	for _, mv := range m.All("mv2") {
		path, err := a.path(m, mv, x.moves)
		if err != nil {
			return a.refused(actPart, err)
		}
		for _, t := range Types {
			n := a.force(path[0], a.Seat)[t]
			one := move{n: n, unit: t, path: path, home: nowhere}
			if n > 0 && a.completes(&one) {
				x.moves = append(x.moves, one)
			}
		}
	}
	if len(x.moves) == 0 {
		return a.refused(actPart, complain("Which units go from where to where? %s", howToMove))
	}
	return a.part(m, c, actPart, x.words(a.b))
}

// completes completes a move, and reports whether that is possible.
func (a turnReader) completes(x *move) bool {
	_, err := a.complete(x)
	return err == nil
}
