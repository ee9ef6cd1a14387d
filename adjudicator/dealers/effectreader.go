package dealers

import (
	"deaddrop/adjudicator/pack"
)

// forms returns the fields that an effect of each kind has.
func forms() map[Op]pack.Form {
	many := []string{pack.ToOthers, pack.ToAll, toChosen, toLeader}
	return map[Op]pack.Form{
		OpGain:    {Targets: many, What: strengthNames[:], Least: 1, Most: maxAmount},
		OpDraw:    {Targets: many, Least: 1, Most: maxAmount},
		OpPoints:  {Targets: many, Least: -maxAmount, Most: maxAmount},
		OpDismiss: {Least: 1, Most: maxAmount},
		OpReady:   {Least: 1, Most: maxAmount},
		OpRecover: {Least: 1, Most: maxAmount},
		OpTrain: {What: []string{"", string(Masses), string(Citizen), string(Professional)}, Least: 1,
			Most: maxAmount},
		OpSpoils:  {Targets: many, What: []string{"2", "3"}, Least: 1, Most: maxAmount},
		OpDiscard: {Targets: many, Least: 1, Most: maxAmount},
		OpShuffle: {},
		OpGM:      {},
		OpNone:    {},
	}
}

// effects reads the effects of one thing.
func (r *packReader) effects(where string, given []Effect) (out []Effect) {
	if n := len(given); n > maxEffects {
		r.Fault("%s: at most %d effects, %d given", where, maxEffects, n)
	}
	for _, g := range given {
		out = append(out, r.effect(where, g))
	}
	return out
}

// effect reads an effect, and checks that it has the fields of its kind.
func (r *packReader) effect(where string, g Effect) Effect {
	e := Effect{Effect: g.Whole(), Cost: g.Cost}
	f, ok := forms()[e.Op]
	if !ok {
		r.NoEffect(where, g.Op, forms())
		return e
	}
	where += ": " + string(e.Op)
	r.Effect(where, e.Effect, 0, f)
	switch {
	case e.Op == OpTrain:
		r.number(where+": its cost", e.Cost, 1, maxNumber)
	case e.Cost != 0:
		r.Fault("%s: its cost is %d, and must be left out", where, e.Cost)
	}
	return e
}

// passive checks a passive ability.
func (r *packReader) passive(where string, p Passive) Passive {
	for _, x := range p.parts() {
		r.number(where+": passive: "+x.entry, x.n, 0, maxAmount)
	}
	return p
}

// winter reads the scoring rules of a leader in winter.
func (r *packReader) winter(where string, given []Scoring) (out []Scoring) {
	if n := len(given); n > maxEffects {
		r.Fault("%s: winter: at most %d scorings, %d given", where, maxEffects, n)
	}
	for _, s := range given {
		if s.Each == 0 {
			s.Each = 1
		}
		r.Word(where+": winter", "per", string(s.Per), measures())
		r.number(where+": winter: each", s.Each, 1, maxNumber)
		r.number(where+": winter: points", s.Points, 1, maxAmount)
		r.number(where+": winter: most", s.Most, 1, maxNumber)
		out = append(out, s)
	}
	return out
}

// measures returns everything that can be counted.
func measures() (out []string) {
	for _, m := range measureWords {
		out = append(out, string(m.measure))
	}
	return out
}
