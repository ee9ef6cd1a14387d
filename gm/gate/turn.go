package gate

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"

	"deaddrop/adjudicator"
)

// over reports whether nothing is left to be compared.
func (p *pair) over() bool { return p.alike || p.worlds[0].truth.at.Phase() == "" }

// play plays the game in both worlds, until it is over or the worlds can't be kept apart in secret.
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

// turn plays one turn in both worlds and compares what the watcher gets of it.
func (p *pair) turn() error {
	p.n++
	p.phase = p.worlds[0].truth.at.Phase()
	if err := errors.Join(p.rule(), p.back(), p.edit()); err != nil {
		return err
	}
	if err := p.compare("what he knows and is asked", p.asked(0), p.asked(1)); err != nil {
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

// told compares what the rules tell the watcher; in the end that is everything.
func (p *pair) told(one, two Turn) error {
	if p.Discloses && one.After.Phase() == "" {
		return nil
	}
	return p.compare("what the rules tell him", toldTo(one, p.watcher), toldTo(two, p.watcher))
}

// asked is what the watcher knows and is asked before a turn.
func (p *pair) asked(world int) string {
	t := p.worlds[world].truth
	req := ""
	if r := t.request(p.watcher); r != nil {
		req = text(r)
	}
	return text(t.at.View(p.watcher)) + "\n" + req
}

// choices are what everybody does in a turn.
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

// seats are all that may be asked something.
func (p *pair) seats() []adjudicator.Seat {
	return append(slices.Clone(p.Config.Seats), adjudicator.GM)
}

// tries is how many other deeds of the others are tried before a pair is given up.
const tries = 20

// fit finds what the others might do in the second world so that the watcher knows no more and no less than in
// the first, at first everybody something else, then fewer and fewer. Where the second world began otherwise, it may
// be that nobody need do so. It returns where that leads; nil if nothing fits.
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

// likewise is the luck of a seat in the second world that does what it does in the first.
func (p *pair) likewise(s adjudicator.Seat) *rand.Rand { return p.drawn(p.n, cmp.Or(p.parts[s], s)) }

func (p *pair) knows(t Turn) string {
	if p.Knows == nil {
		return toldTo(t, p.watcher)
	}
	return p.Knows(t, p.watcher)
}
