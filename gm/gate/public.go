package gate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

// public returns what the watcher sees before the turn is over, which is therefore the same in both worlds: press to
// them or to everybody, and public acts of the game master.
func (p *pair) public() []event {
	var out []event
	r := p.drawn(p.n, "public")
	for _, s := range p.Config.Seats {
		if s != p.watcher && r.IntN(5) == 0 && !p.gone[s] {
			out = append(out, p.press(s, trying*r.Float64()))
		}
	}
	if r.IntN(3) == 0 && len(p.gone) < len(p.hidden()) {
		out = append(out, p.grey(r))
	}
	if r.IntN(6) == 0 {
		out = append(out, p.circular(r))
	}
	if r.IntN(8) == 0 {
		by := time.Duration(1+r.IntN(48))*time.Hour + p.clock.Grace
		e := both(meaning*r.Float64(), func(ctx context.Context, now time.Time, w *World) error {
			return desk.At(w.Master, gm.ActOptions{}).Extend(ctx, now, w.Game, by)
		})
		e.moves = true
		out = append(out, e)
	} else if p.sealed() { // otherwise a turn might end when the game goes on
		out = append(out, p.pause()...)
	}
	if o := p.drawn(p.n, "observer"); o.IntN(3) == 0 {
		out = append(out, p.watched(o)...)
	}
	if a := p.drawn(p.n, "absence"); a.IntN(8) == 0 {
		out = append(out, p.absence(a))
	}
	if r.IntN(8) == 0 && p.sealed() {
		e := both(talking, func(ctx context.Context, now time.Time, w *World) error {
			return desk.At(w.Master, gm.ActOptions{}).Resolve(ctx, now, w.Game, "")
		})
		e.ends = true
		out = append(out, e)
	}
	if s := p.drawn(p.n, "status"); p.Robots != nil && !p.robot && s.IntN(2) == 0 { // while robots sit in others' seats
		out = append(out, both((meaning+talking)/2, says(p.watcher, s, "STATUS")))
	}
	return append(out, p.outage()...)
}

func both(at float64, do deed) event { return event{at: at, do: [2]deed{do, do}} }

// press returns press from a seat to the watcher or to everybody, in a letter with orders that the watcher may not
// know.
func (p *pair) press(s adjudicator.Seat, at float64) event {
	e := event{at: at}
	for i, w := range p.worlds {
		a := author{pair: p, seat: s, view: w.truth.at.View(s), choice: w.choices[s], rand: p.drawn(p.n, s, "press")}
		words := press(a.pick("ALL", string(p.watcher)), a.prose())
		if a.rand.IntN(4) == 0 { // diaries are shown to everybody when the game is over
			words += "DIARY\n" + a.prose() + "\nENDDIARY\n"
		}
		a.rand = p.drawn(p.n, s, "press", i)
		e.do[i] = a.event(at, letter.Letter{Subject: tagged, Text: a.pick("", "STATUS\n", a.tried()) + words}).do[i]
	}
	return e
}

// pause returns acts of the game master that stop the clock for a while and make later turns longer.
func (p *pair) pause() []event {
	r := p.drawn(p.n, "pause")
	if r.IntN(6) > 0 {
		return nil
	}
	stop, every := r.Float64()*trying, p.clock.Every+time.Duration(r.IntN(10))*time.Hour
	out := []event{both(stop, func(ctx context.Context, now time.Time, w *World) error {
		return desk.At(w.Master, gm.ActOptions{}).Pause(ctx, now, w.Game)
	}), both(stop+r.Float64()*(meaning-stop), func(ctx context.Context, now time.Time, w *World) error {
		return desk.At(w.Master, gm.ActOptions{}).Resume(ctx, now, w.Game)
	})}
	out[0].moves, out[1].moves = true, true
	if every != p.clock.Every {
		out = append(out, both(talking, func(ctx context.Context, now time.Time, w *World) error {
			err := desk.At(w.Master, gm.ActOptions{}).Retime(ctx, now, w.Game, func(c *calendar.Clock) error {
				c.Every = every
				return nil
			})
			if refused := (*refusal.Error)(nil); errors.As(err, &refused) { // the game is in that state already
				return nil
			}
			return err
		}))
	}
	return out
}

// outage returns an outage of the service across the deadline. The deadline is then postponed, whoever has answered,
// and everybody is told.
func (p *pair) outage() []event {
	r := p.drawn(p.n, "outage")
	if p.worlds[0].Master.OutageThreshold == 0 || r.IntN(4) > 0 {
		return nil
	}
	lasts := guard + time.Duration(1+r.IntN(40))*time.Hour
	e := both((1+talking)/2, func(ctx context.Context, now time.Time, w *World) error {
		return w.off(ctx, now, now.Add(lasts))
	})
	e.moves = true
	return []event{e}
}

// grey returns anonymous press to the watcher or to everybody. Its writer is a different player in each world.
func (p *pair) grey(r *rand.Rand) event {
	at := talking * r.Float64()
	seats := slices.DeleteFunc(p.hidden(), func(s adjudicator.Seat) bool { return p.gone[s] })
	e := event{at: at}
	for i := range p.worlds {
		a := author{pair: p, seat: seats[r.IntN(len(seats))], rand: p.drawn(p.n, "grey")}
		words := strings.Replace(press(a.pick("ALL", string(p.watcher)), a.prose()), "PRESS", "PRESS GREY", 1)
		e.do[i] = a.event(at, letter.Letter{Subject: tagged, Text: words}).do[i]
	}
	return e
}

// circular returns press from the game master to everybody.
func (p *pair) circular(r *rand.Rand) event {
	a := author{pair: p, rand: r}
	to, said := a.pick("ALL", string(p.watcher)), a.prose()
	return both(r.Float64()*talking, func(ctx context.Context, now time.Time, w *World) error {
		return desk.At(w.Master, gm.ActOptions{}).Press(ctx, now, w.Game, to, said)
	})
}

// watched returns letters from an observer, who asks for the state of the game, talks, or leaves and comes back.
func (p *pair) watched(r *rand.Rand) []event {
	a := author{pair: p, rand: r}
	texts := [][]string{{"STATUS\n"}, {a.prose()}, {press("ALL", a.prose())},
		{"OBSERVE OFF\n", "OBSERVE " + gameName + "\n", "YES\n"}}[r.IntN(4)]
	var out []event
	at := 0.0
	for _, text := range texts {
		at += talking * r.Float64() / float64(len(texts))
		l := letter.Letter{ID: fmt.Sprintf("%016x@elsewhere.example", r.Uint64()), From: observer,
			Text: text, Proof: letter.Proved}
		out = append(out, both(at, func(ctx context.Context, now time.Time, w *World) error {
			l := l
			l.InReplyTo = w.shown.ID
			return w.Receive(ctx, now, l)
		}))
	}
	return out
}

// absence records that a player is away over the next deadlines. That these are later is public; whose absence it is,
// is secret in a blind game. There, it is always the same other player's in the second world, so that the absences on
// file fit together.
func (p *pair) absence(r *rand.Rand) event {
	others := p.hidden()
	n, apart := r.IntN(len(others)), 0
	if p.Rules.Blind {
		apart = p.drawn("away").IntN(len(others))
	}
	from, days := 1+r.IntN(6), r.IntN(5)
	e := event{at: meaning * r.Float64()}
	for i := range e.do {
		if p.gone[others[(n+i*apart)%len(others)]] {
			return event{}
		}
	}
	for i := range e.do {
		seat := others[(n+i*apart)%len(others)]
		p.absent[seat] = true
		who := string(seat)
		e.do[i] = func(ctx context.Context, now time.Time, w *World) error {
			first := now.AddDate(0, 0, from)
			dates := []string{first.Format(time.DateOnly), first.AddDate(0, 0, days).Format(time.DateOnly)}
			return desk.At(w.Master, gm.ActOptions{}).Absence(ctx, now, w.Game, who, dates, true)
		}
	}
	return e
}

// rule now and then makes the game masters change an option before anything else happens in a turn.
func (p *pair) rule() error {
	r := p.drawn(p.n, "ruling")
	if p.Rules.Switch == nil || len(p.free) == 0 || r.IntN(8) > 0 {
		return nil
	}
	o := p.free[r.IntN(len(p.free))]
	options := maps.Clone(p.Config.Options)
	options[o.Name] = o.Values[r.IntN(len(o.Values))]
	ruled := [2]truth{p.worlds[0].truth, p.worlds[1].truth}
	for i := range ruled {
		if ok, err := ruled[i].rule(options); !ok || err != nil {
			return err
		}
	}
	if options[o.Name] == p.Config.Options[o.Name] {
		return nil
	}
	for i, w := range p.worlds {
		w.truth = ruled[i]
		if p.Dry {
			continue
		}
		now := w.now.Add(time.Second)
		if err := desk.At(w.Master, gm.ActOptions{}).Switch(p.ctx, now, w.Game,
			map[string]string{o.Name: options[o.Name]}); err != nil {
			return err
		}
		if err := w.until(p.ctx, now); err != nil {
			return err
		}
	}
	p.Config.Options = options
	return nil
}

// back now and then makes the game masters take the game back and forth again before anything else happens in a turn,
// which leaves the truth as it was.
func (p *pair) back() error {
	if p.Dry || p.n == 1 || p.drawn(p.n, "back").IntN(8) > 0 {
		return nil
	}
	how := desk.Back{WithoutOrders: p.drawn(p.n, "without").IntN(2) == 0}
	for _, w := range p.worlds {
		for _, act := range []func(*desk.Operator, time.Time) error{
			func(d *desk.Operator, now time.Time) error { return d.Rollback(p.ctx, now, w.Game, how) },
			func(d *desk.Operator, now time.Time) error { return d.Rollforward(p.ctx, now, w.Game) },
		} {
			now := w.now.Add(time.Second)
			if err := act(desk.At(w.Master, gm.ActOptions{}), now); err != nil {
				return err
			}
			if err := w.until(p.ctx, now); err != nil {
				return err
			}
		}
	}
	return nil
}
