package dishonest

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/queue"
	kit "deaddrop/parser/order"
)

// This file finds lines that can't be carried out as things stand, or that the writer may not mean, and tells the
// writer so. The lines stay on file.

// A doubter checks a sheet as things stand. Impossible orders for a turn that is carried out now are marked in their
// part of the letter; everything else becomes a note.
type doubter struct {
	*View
	b      *Board
	kind   string
	letter *kit.Context
	notes  []string
}

func (d *doubter) doubts(s sheet) {
	if d.kind == "income" && !s.income.none {
		d.notes = d.beyond(s.income)
		if pool := s.income.pool; pool != nil && pool.cubes.Total()+pool.any <= 1 {
			d.note("With this pool you may have 1 unit in each region and sea-zone, all year (DD-8).")
		}
		d.allies(s.income)
	}
	for i, p := range s.turns {
		d.turn(i+1, p)
		asked := d.kind == "turn" && i == 1 // the missing turn is reported elsewhere
		if i > 0 && len(s.turns[i-1]) == 0 && !asked {
			d.note("Nothing is on file for TURN %d: when it comes, you will be asked.", i)
		}
		if len(p) > 0 && p[0].act.kind == actPass && i+1 < len(s.turns) {
			d.note("PASS ends your turns this year, so TURN %d waits for the next one.", i+2)
		}
	}
	d.twice(s.turns)
	d.standing(s.rules)
}

func (d *doubter) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

// part returns the part of the letter that has filed something under a key; nil if none has.
func (d *doubter) part(key string) *kit.Part {
	for i := range d.letter.Parts {
		if p := &d.letter.Parts[i]; p.Fate == kit.Filed && slices.Contains(p.Keys, key) {
			return p
		}
	}
	return nil
}

// doubt marks the part of the letter that has filed something that can't be carried out; if there is none, or it is
// not for now, it adds a note.
func (d *doubter) doubt(now bool, key, line, why string) {
	if p := d.part(key); now && p != nil && p.Why == "" {
		p.Why = why
		return
	}
	d.note("%q: %s", line, why)
}

// allies checks whether an alliance is possible at all.
func (d *doubter) allies(in income) {
	p := d.part("ALLY")
	if len(in.ally) == 0 || p == nil {
		return
	}
	if _, ok := d.Stock.Pay(1, Operations); !ok {
		p.Why = "An alliance costs 1 operation, and you have none (DD-12)."
	} else if d.is(optMarkers, "all") && !d.hasMarker(d.Seat) {
		p.Why = "An alliance takes a control marker, and you have none left (DD-48)."
	}
}

// turn checks one turn of the queue.
func (d *doubter) turn(number int, p queue.Plan[deed]) {
	now := number == 1 && d.Turn > 0
	if now {
		d.now(p)
	}
	first := p.First(d.check)
	for i, x := range p {
		if x.play != nil && !slices.Contains(d.Hand, x.play.card) && number > 1 {
			d.note("%q: you don't have card %d now.", x.play.words(d.b), x.play.card)
		}
		done := now && d.kind == "turn" && i == first
		d.battles(done, x, number, i+1)
		d.annexing(done, x, partKey(number, i+1, annexPart))
	}
}

// battles checks the orders for the battles of a turn; now is whether it is carried out now.
func (d *doubter) battles(now bool, x deed, turn, alt int) {
	for _, o := range x.battles {
		line := "BATTLE " + d.b.anywhere(o.at) + ": " + o.words(d.b)
		key := partKey(turn, alt, battlePart+" "+d.b.anywhere(o.at))
		d.stakes(line, o)
		if x.play != nil {
			if at := slices.IndexFunc(o.stakes, func(k stake) bool { return k.card == x.play.card }); at >= 0 {
				d.doubt(now, key, line, fmt.Sprintf("Card %d is already being played this turn.", o.stakes[at].card))
			}
		}
		if o.at != nowhere && !x.reaches(o.at) {
			d.doubt(now, key, line, "No unit goes there this turn.")
		}
	}
}

// annexing checks whether a turn annexes a region that can never be annexed.
func (d *doubter) annexing(now bool, x deed, key string) {
	if x.annex == nowhere {
		return
	}
	line := "ANNEX " + d.b.Name(x.annex)
	home := d.b.Places[x.annex].Home
	switch {
	case x.act.kind == actPass:
		d.doubt(now, key, line, "After a pass nothing is annexed: that needs an action before it (DD-40).")
	case home != "":
		why := fmt.Sprintf("%s is a homeland, of %s, and can't be annexed (DD-40).", d.b.Name(x.annex), home)
		d.doubt(now, key, line, why)
	case now && d.Areas[x.annex].Colony == d.Seat:
		d.doubt(now, key, line, d.b.Name(x.annex)+" is your colony already.")
	}
}

// reaches reports whether units may go to an area in a turn.
func (x deed) reaches(a Area) bool {
	moves := slices.Concat(x.act.moves, x.act.choice.move)
	if x.play != nil {
		moves = append(moves, x.play.choice.move...)
	}
	return slices.ContainsFunc(moves, func(m move) bool { return m.path[len(m.path)-1] == a })
}

// now checks which alternatives of the writer's next turn can't be carried out as things stand.
func (d *doubter) now(p queue.Plan[deed]) {
	none := p.First(d.check) == len(p)
	for i, x := range p {
		err := d.check(x)
		switch part := d.deed(i+1, x); {
		case err == nil:
			if i > 0 {
				d.note("As things stand TURN 1 is %q.", x.words(d.b))
			}
			d.overpaid(x)
			d.unchosen(x)
			d.crowded(x)
			return
		case none && d.kind == "turn" && part != nil:
			part.Why = fmt.Sprintf("As things stand this can't be carried out: %v", err)
		default:
			d.note("%q can't be carried out as things stand: %v", x.words(d.b), err)
		}
	}
}

// overpaid checks whether a tactics action pays more operations than its moves need.
func (d *doubter) overpaid(x deed) {
	if x.play != nil || x.act.kind != actTactics {
		return
	}
	if need, err := d.checkMoves(x.act.moves, unsaid); err == nil {
		if ops, ok := d.operations(d.Seat, need); ok && ops < x.act.ops {
			d.note("These moves need %s, and you pay %d.", count(ops, "operation"), x.act.ops)
		}
	}
}

// crowded notes places where a turn brings together more units than the writer's pool supplies, and nobody resists.
func (d *doubter) crowded(x deed) {
	buys, moves := slices.Concat(x.act.buy, x.act.choice.buy), slices.Concat(x.act.moves, x.act.choice.move)
	if x.play != nil {
		buys, moves = append(buys, x.play.choice.buy...), append(moves, x.play.choice.move...)
	}
	more := map[Area]int{}
	for _, p := range buys {
		more[p.at] += p.n
	}
	for _, m := range moves {
		to := m.path[len(m.path)-1]
		if m.home != nowhere {
			to = m.home
		}
		more[m.path[0]] -= m.n
		more[to] += m.n
	}
	if x.act.kind == actGarrison && d.Areas[x.act.at].Garrison == 0 {
		more[x.act.at]++
	}
	limit := d.limit(d.Seat)
	for a := range d.Areas {
		at := Area(a)
		beyond := d.burden(at, d.Seat) + more[at] - limit
		if more[at] > 0 && beyond > 0 && !d.resists(at, d.Seat) {
			d.note("Your pool supplies only %s in one place, a garrison included: in %s %d would be lost (DD-41).",
				count(limit, "unit"), d.b.Name(at), beyond)
		}
	}
}

// unchosen notes which parts of a card or a tile come to nothing because the rest of the choice leaves them out.
func (d *doubter) unchosen(x deed) {
	if t := d.b.tile(d.player(d.Seat).Tile); t != nil && x.act.kind == actIdeology {
		d.leftOut(t.Name, t.Primary, x.act.choice)
	}
	if x.play != nil && !x.play.score {
		c := d.b.card(x.play.card)
		d.leftOut(fmt.Sprintf("card %d", c.Number), c.Strategy, x.play.choice)
	}
}

func (d *doubter) leftOut(name string, effects []Effect, c choice) {
	if c.words(d.b) == "" {
		return
	}
	parts := d.outlook().share(effects, c)
	for i, err := range d.outlook().prospects(effects, parts) {
		if err != nil && !effects[i].says(parts[i]) {
			d.note("As things stand a part of %s comes to nothing, %q: %v", name, effects[i].String(), err)
		}
	}
}

// deed returns the part of the letter with the impossible part of an alternative of the next turn: its card, or else
// its action.
func (d *doubter) deed(alt int, x deed) *kit.Part {
	if x.play != nil && (d.checkPlay(*x.play) != nil || x.act.kind == actNone) {
		return d.part(partKey(1, alt, playPart))
	}
	return d.part(partKey(1, alt, actPart))
}

// twice finds cards that are played in several turns.
func (d *doubter) twice(turns queue.Queue[deed]) {
	seen := map[int]int{} // the turn that plays each card
	for i, p := range turns {
		for _, x := range p {
			if x.play == nil {
				continue
			}
			if was := seen[x.play.card]; was > 0 && was != i+1 {
				d.note("Card %d is played in TURN %d and in TURN %d.", x.play.card, was, i+1)
			}
			seen[x.play.card] = i + 1
		}
	}
}

// stakes checks what is to be committed.
func (d *doubter) stakes(line string, o order) {
	for _, k := range o.stakes {
		if k.card != 0 && d.b.card(k.card).Battle == nil {
			d.note("%q: card %d has no battle effect, so it is not committed (DD-27).", line, k.card)
		} else if k.card != 0 && !slices.Contains(d.Hand, k.card) {
			d.note("%q: you don't have card %d now. The line will count once you do.", line, k.card)
		}
		if have := d.Stock[Supply] + d.Stock[Oil]; k.supply > have && d.kind != "income" {
			d.note("%q: you have %d supply and oil now; what you have then will be committed.", line, have)
		}
	}
	if n := len(o.stakes); n > 1 {
		if i := slices.IndexFunc(o.stakes[:n-1], func(k stake) bool { return len(k.when) == 0 }); i >= 0 {
			d.note("%q: nothing after the commitment without IF is ever reached.", line)
		}
	}
}

// standing checks orders for other players' turns.
func (d *doubter) standing(s standing) {
	for _, o := range s.defend {
		line := standing{defend: []order{o}}.lines(d.b)[0]
		d.stakes(line, o)
		for _, x := range o.deploy {
			if n := d.force(x.from, d.Seat)[Fighter]; x.n != all && n < x.n {
				d.note("%q: you have %d fighters in %s now.", line, n, d.b.Name(x.from))
			}
		}
	}
}
