package dishonest

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/queue"
)

// What the writer is told of lines that can't be carried out as things stand, or that he may not mean. They stay on file.

// doubts say what of a sheet may not come as it is written.
func (v *View) doubts(kind string, s sheet) []string {
	d := doubter{View: v, b: v.edition(), kind: kind}
	if kind == "income" && !s.income.none {
		if d.notes = v.beyond(s.income); s.income.pool != nil && s.income.pool.cubes.Total()+s.income.pool.any <= 1 {
			d.note("With this pool you may have 1 unit in each region and sea-zone, all year (DD-8).")
		}
	}
	for i, p := range s.turns {
		d.turn(i+1, p)
		if asked := kind == "turn" && i == 1; i > 0 && len(s.turns[i-1]) == 0 && !asked { // of TURN 1 it is said that it is missing
			d.note("Nothing is on file for TURN %d: when it comes you are asked.", i)
		}
		if passing := slices.IndexFunc(p, func(d deed) bool { return d.act.kind == actPass }); passing == 0 && i+1 < len(s.turns) {
			d.note("PASS ends your turns in this year, so TURN %d waits for the next one.", i+2)
		}
	}
	d.twice(s.turns)
	d.standing(s.rules)
	return d.notes
}

// A doubter looks at a sheet as things stand.
type doubter struct {
	*View
	b     *Board
	kind  string
	notes []string
}

func (d *doubter) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

// turn looks at one of the queue.
func (d *doubter) turn(number int, p queue.Plan[deed]) {
	if number == 1 && d.Turn > 0 {
		d.now(p)
	}
	for _, x := range p {
		var cards []int
		if x.play != nil {
			cards = append(cards, x.play.card)
			if !slices.Contains(d.Hand, x.play.card) && number > 1 {
				d.note("%q: you don't have card %d now.", x.play.words(d.b), x.play.card)
			}
		}
		for _, o := range x.battles {
			line := "BATTLE " + d.b.anywhere(o.at) + ": " + o.words(d.b)
			d.stakes(line, o)
			if at := slices.IndexFunc(o.stakes, func(k stake) bool { return slices.Contains(cards, k.card) }); at >= 0 {
				d.note("%q: card %d is played in this turn already.", line, o.stakes[at].card)
			}
			if o.at != nowhere && !x.reaches(o.at) {
				d.note("%q: no unit goes there in this turn.", line)
			}
		}
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

// now looks at the writer's next turn: which of its alternatives can't be carried out as things stand.
func (d *doubter) now(p queue.Plan[deed]) {
	for i, x := range p {
		err := d.check(x)
		switch {
		case err == nil && i > 0:
			d.note("As things stand TURN 1 is %q.", x.words(d.b))
			return
		case err == nil:
			return
		}
		d.note("%q can't be carried out as things stand: %v", x.words(d.b), err)
	}
}

// twice looks for cards that are played in several turns.
func (d *doubter) twice(turns queue.Queue[deed]) {
	seen := map[int]int{} // the turn that has a card
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

// stakes looks at what is to be committed.
func (d *doubter) stakes(line string, o order) {
	for _, k := range o.stakes {
		if k.card != 0 && d.b.card(k.card).Battle == nil {
			d.note("%q: card %d has no battle effect, so it is not committed (DD-27).", line, k.card)
		} else if k.card != 0 && !slices.Contains(d.Hand, k.card) {
			d.note("%q: you don't have card %d now. The line counts when you do.", line, k.card)
		}
		if have := d.Stock[Supply] + d.Stock[Oil]; k.supply > have && d.kind != "income" {
			d.note("%q: you have %d supply and oil now; those are committed that you have then.", line, have)
		}
	}
	if n := len(o.stakes); n > 1 {
		if i := slices.IndexFunc(o.stakes[:n-1], func(k stake) bool { return len(k.when) == 0 }); i >= 0 {
			d.note("%q: what stands behind the commitment without IF is never reached.", line)
		}
	}
}

// standing looks at orders for others' turns.
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
