package gate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/inspect"
)

// live plays the turn in both worlds: letters come in and go out until the turn is resolved.
func (p *pair) live() error {
	now, err := p.worlds[0].now, p.look()
	if err != nil {
		return err
	}
	span := p.deadline.Sub(now)
	for _, moment := range moments(p.events()) {
		at := now.Add(time.Duration(moment[0].at * float64(span)).Truncate(time.Second))
		if over, err := p.pass(at); over || err != nil {
			return err
		}
		for _, e := range moment {
			if err := p.happens(e, at); err != nil {
				return err
			}
		}
		ends := slices.ContainsFunc(moment, func(e event) bool { return e.ends })
		if over, err := p.pass(at); over || err != nil || ends {
			return err
		}
	}
	if over, err := p.closing(p.deadline.Add(-time.Minute)); over || err != nil {
		return err
	}
	if err := p.samePages(); err != nil { // now that most has been filed
		return err
	}
	_, err = p.pass(p.deadline)
	return err
}

// closing lets time pass until shortly before the deadline, and reports whether the turn ended before that.
func (p *pair) closing(at time.Time) (over bool, err error) {
	over, err = p.pass(at)
	for _, w := range p.worlds {
		if w.Closing != nil && !over && err == nil {
			err = w.Closing(p.ctx, at)
		}
	}
	return over, err
}

// happens carries out an event in the worlds in which it takes place.
func (p *pair) happens(e event, at time.Time) error {
	for i, w := range p.worlds {
		if e.do[i] == nil {
			continue
		}
		p.tally.Events++
		if err := e.do[i](p.ctx, at, w); err != nil {
			return err
		}
	}
	if e.moves {
		return p.look()
	}
	return nil
}

// look updates the time until which answers are accepted, and the text that identifies the current turn.
func (p *pair) look() error {
	o, err := inspect.OverviewOf(p.ctx, p.worlds[0].Master, gameName)
	p.asks = fmt.Sprint(o.Phase, o.Deadline)
	for _, s := range o.Seats {
		p.asks += fmt.Sprint(s.Asked)
	}
	if err == nil && o.Paused.IsZero() { // a paused game gets its deadline when it goes on
		p.deadline = o.Deadline.Add(p.clock.Grace)
	}
	return err
}

// pass lets time pass in both worlds and reports whether the turn is over. It may be over before its deadline if
// answers are not secret; then time stops there.
func (p *pair) pass(to time.Time) (over bool, err error) {
	for {
		at := to
		for _, w := range p.worlds {
			if !p.sealed() && len(w.due.times) > 0 && w.due.times[0].Before(at) {
				at = w.due.times[0]
			}
		}
		for _, w := range p.worlds {
			if err := w.until(p.ctx, at); err != nil {
				return false, err
			}
		}
		if p.sealed() {
			return false, nil
		}
		was := p.asks
		if err := p.look(); err != nil || p.asks != was || at.Equal(to) {
			return p.asks != was, err
		}
	}
}

// moments sorts events by time and groups those that happen at the same time, in one world or the other.
func moments(events []event) [][]event {
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	var out [][]event
	for i, e := range events {
		if i == 0 || events[i-1].at != e.at {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], e)
	}
	return out
}

// events returns everything that happens in a turn.
func (p *pair) events() []event {
	p.gone = map[adjudicator.Seat]bool{}
	out := p.unseen()
	out = append(out, p.public()...)
	for _, s := range p.seats() {
		for i, w := range p.worlds {
			if w.vacant == s || p.robot && s == p.watcher {
				continue
			}
			purpose := i
			if s == p.watcher {
				purpose = -1
			}
			a := author{pair: p, seat: s, view: w.truth.at.View(s), choice: w.choices[s],
				rand: p.drawn(p.n, s, "letters", purpose)}
			for _, e := range a.events() {
				e.do[1-i] = nil
				out = append(out, e)
			}
		}
	}
	return out
}

// knowledge returns what the service shows to somebody who asks as a seat.
func (w *World) knowledge(ctx context.Context, seat adjudicator.Seat) (string, error) {
	words, view, err := inspect.As(ctx, w.Master, w.now, w.Game, string(seat))
	return words + string(view), err
}
