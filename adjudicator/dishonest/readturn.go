package dishonest

import (
	"fmt"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// What is done in a turn: the card, the action, battles and annexing.

const mostOps = 3 // that a tactics action costs

// tactics reads a tactics action. Moves that stand by themselves go on with the one that the letter has.
func (a *author) tactics(m *kit.Match, c *kit.Context) kit.Outcome {
	x := act{kind: actTactics, at: nowhere}
	if o, ok := m.Get("o"); ok {
		if x.ops = a.number(m, o, c); x.ops < 1 || x.ops > mostOps {
			return a.refused(actPart, complain("A tactics action costs 1, 2 or 3 operations, for 3, 5 or 6 movements (K4)."))
		}
	}
	moves, note, err := a.moves(m, whole(m), c)
	if m.Form == "ROW" {
		moves, note, err = a.moving(m, whole(m), nil, c)
	}
	if err != nil {
		return a.refused(actPart, err)
	}
	x.moves = moves
	was, begun := a.begun(c)
	goesOn := begun && (m.Form != "OPS" && !m.Has("kw") && !isOther(m, c) || len(was.moves) == 0)
	if goesOn {
		if x.ops == 0 {
			x.ops = was.ops
		}
		x.moves = was.with(x.moves, c.Fixes)
	}
	line := strings.TrimSuffix(strings.TrimSuffix(x.words(a.b), " "), ":")
	if n, ok := m.Get("n"); ok && m.Form == "TACTICS" && a.b.lexicon().Is(c.Word(n.From-1), "tactics") {
		note = strings.TrimSpace(fmt.Sprintf("%q was read as units; operations stand before a colon: TACTICS 2: INF Ukraine-Romania. ", c.Quote(n.From, n.To+1)) + note)
	}
	out := a.part(m, c, actPart, line)
	out.Note, out.Adds = note, goesOn
	return out
}

// with are the moves of an action with more of them. One that corrects takes the place of that of the same units.
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

// begun is the tactics action that the letter has for the alternative that lines are for.
func (a *author) begun(c *kit.Context) (act, bool) {
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

func (a *author) mobilize(m *kit.Match, c *kit.Context) kit.Outcome {
	buy, err := a.purchases(m, whole(m), c)
	if err != nil {
		return a.refused(actPart, err)
	}
	return a.part(m, c, actPart, act{kind: actMobilize, buy: buy}.words(a.b))
}

func (a *author) garrison(m *kit.Match, c *kit.Context) kit.Outcome {
	at := listed(m, whole(m))[0]
	if err := a.region(at, "Which region gets a garrison? For example: GARRISON Egypt."); err != nil {
		return a.refused(actPart, err)
	}
	return a.part(m, c, actPart, act{kind: actGarrison, at: at}.words(a.b))
}

// playTile reads the action with which a tile is played.
func (a *author) playTile(m *kit.Match, c *kit.Context) kit.Outcome {
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

func (a *author) pass(m *kit.Match, c *kit.Context) kit.Outcome {
	return a.part(m, c, actPart, passes)
}

func (a *author) playCard(m *kit.Match, c *kit.Context) kit.Outcome {
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

// battle reads what an attacker wants in a battle.
func (a *author) battle(m *kit.Match, c *kit.Context) kit.Outcome {
	at := nowhere
	if p, ok := m.Get("bp"); ok {
		at = Area(p.Vals[0])
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

func (a *author) annex(m *kit.Match, c *kit.Context) kit.Outcome {
	if m.Form == "ANNEXOFF" {
		return kit.Outcome{Drop: []string{a.key(a.alternative(c, a.turn), annexPart)}}
	}
	at := listed(m, whole(m))[0]
	if err := a.region(at, "Which region is annexed? For example: ANNEX Egypt."); err != nil {
		return a.refused(annexPart, err)
	}
	return a.part(m, c, annexPart, "ANNEX "+a.b.Name(at))
}

// Suggest says what may be meant by names and words of orders that are no order together.
func (a *author) Suggest(said []kit.Bind, _ *kit.Context) []string {
	if labels[a.kind] != "" || a.turn == 0 {
		return nil
	}
	var verbs []string
	var at []Area
	for _, b := range said {
		switch {
		case b.Class == "place" && len(b.Vals) == 1:
			at = append(at, Area(b.Vals[0]))
		case len(b.Vals) == 0:
			verbs = append(verbs, b.Class)
		}
	}
	region := len(at) == 1 && !a.b.IsSea(at[0])
	switch {
	case region && slices.Contains(verbs, "garrison"):
		return []string{lineOf(a.turn, 1, false, "GARRISON "+a.b.Name(at[0]))}
	case region && slices.Contains(verbs, "annex"):
		return []string{lineOf(a.turn, 1, false, "ANNEX "+a.b.Name(at[0]))}
	case len(verbs) == 1 && verbs[0] == "passw" && len(at) == 0:
		return []string{lineOf(a.turn, 1, false, passes)}
	}
	return nil
}
