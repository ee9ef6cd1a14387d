package gate

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"

	"deaddrop/adjudicator"
)

// over reports whether there is nothing left to compare.
func (p *pair) over() bool { return p.alike || p.worlds[0].truth.at.Phase() == "" }

// play plays the game in both worlds, until it is over or the worlds can no longer differ secretly.
func (p *pair) play() error {
	var err error
	if !p.Dry {
		err = p.same()
	}
	for err == nil && !p.over() {
		if p.Turns > 0 && p.n >= p.Turns {
			break
		}
		err = p.turn()
	}
	return err
}

// turn plays one turn in both worlds and compares what the watcher gets.
func (p *pair) turn() error {
	p.n++
	p.phase = p.worlds[0].truth.at.Phase()
	if err := errors.Join(p.rule(), p.back(), p.edit()); err != nil {
		return err
	}
	if err := p.compare("what he knows and is asked", p.asked(0), p.asked(1)); err != nil {
		return err
	}
	if err := p.compare("what his orders would come to", p.foresees(0), p.foresees(1)); err != nil {
		return err
	}
	one, two := p.worlds[0], p.worlds[1]
	for _, req := range one.truth.open {
		p.questions[req.Seat]++
	}
	one.choices = p.choices(one, func(s adjudicator.Seat) *rand.Rand { return p.drawn(p.n, s) })
	two.choices = p.choices(two, p.likewise)
	if err := p.compare("what is made of his words", one.choices[p.watcher].answer,
		two.choices[p.watcher].answer); err != nil {
		return err
	}
	next, turn, err := one.truth.play(one.choices.answers(one.truth.open))
	if err != nil {
		return err
	}
	other, twin, err := p.fit(p.knows(turn))
	if err != nil {
		return err
	}
	if p.alike = other == nil; p.alike {
		p.tally.Alike++
		return nil
	}
	if p.Dry {
		err = p.told(turn, twin)
	} else {
		err = p.live()
	}
	one.truth, two.truth = next, *other
	if err == nil && !p.Dry {
		err = p.same()
	}
	if err == nil {
		p.count()
	}
	return err
}

// told compares what the rules tell the watcher, which is everything at the end of a game.
func (p *pair) told(one, two Turn) error {
	if p.Discloses && one.After.Phase() == "" {
		return nil
	}
	return p.compare("what the rules tell him", toldTo(one, p.watcher), toldTo(two, p.watcher))
}

// asked returns what the watcher knows and is asked before a turn.
func (p *pair) asked(world int) string {
	t := p.worlds[world].truth
	req := ""
	if r := t.request(p.watcher); r != nil {
		req = text(r)
	}
	return text(t.at.View(p.watcher)) + "\n" + req
}

// choices are the choices of all seats in a turn.
type choices map[adjudicator.Seat]choice

func (c choices) answers(reqs []adjudicator.Request) (answers []string, heard []adjudicator.Seat) {
	for _, req := range reqs {
		answers = append(answers, c[req.Seat].answer)
		if c[req.Seat].how != silent {
			heard = append(heard, req.Seat)
		}
	}
	return answers, heard
}

func (p *pair) choices(w *World, luck func(adjudicator.Seat) *rand.Rand) choices {
	out := choices{}
	for _, s := range p.seats() {
		out[s] = p.choose(s, w, luck(s))
	}
	return out
}

// seats returns all seats that may be asked something.
func (p *pair) seats() []adjudicator.Seat {
	return append(slices.Clone(p.Config.Seats), adjudicator.GM)
}

// tries is the number of attempts to let the others act differently before a pair is given up.
const tries = 20

// fit finds choices for the others in the second world after which the watcher knows exactly what they know in the
// first: at first everybody chooses differently, then fewer and fewer. If the second world began differently, nobody
// needs to. It returns the resulting truth and turn, or nil if no choices fit.
func (p *pair) fit(known string) (*truth, Turn, error) {
	w, from := p.worlds[1], 0
	if len(p.parts) > 0 {
		from = p.drawn("calm").IntN(3) * tries / 2
	}
	for try := range tries {
		change := p.drawn(p.n, "change", try)
		w.choices = p.choices(w, func(s adjudicator.Seat) *rand.Rand {
			if s != p.watcher && change.IntN(tries) >= from+try {
				return p.drawn(p.n, s, "otherwise", try)
			}
			return p.likewise(s)
		})
		next, turn, err := w.truth.play(w.choices.answers(w.truth.open))
		if err != nil {
			return nil, turn, err
		}
		if p.knows(turn) == known {
			return &next, turn, nil
		}
	}
	return nil, Turn{}, nil
}

// likewise returns the random source for a seat that acts in the second world as in the first.
func (p *pair) likewise(s adjudicator.Seat) *rand.Rand { return p.drawn(p.n, cmp.Or(p.parts[s], s)) }

func (p *pair) knows(t Turn) string {
	if p.Knows == nil {
		return toldTo(t, p.watcher)
	}
	return p.Knows(t, p.watcher)
}
