package gate

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
)

// unseen is what the game masters do of which the watcher must learn nothing. In each world it is something else, or at
// another time, or not done at all.
func (p *pair) unseen() []event {
	var out []event
	for i, w := range p.worlds {
		for _, e := range slices.Concat(p.letters(i), p.orders(i, w), p.leaving(i, w)) {
			e.do[1-i] = nil
			out = append(out, e)
		}
	}
	return out
}

// act is what a game master does at some time. That it is so already, or can't be done now, is no fault.
func act(at float64, do func(context.Context, time.Time, *desk.Operator, *World) error) event {
	return both(at, func(ctx context.Context, now time.Time, w *World) error {
		err := do(ctx, now, desk.At(w.Master, gm.ActOptions{}), w)
		if refused := (*refusal.Error)(nil); errors.As(err, &refused) {
			return nil
		}
		return err
	})
}

// letters are those of the game master to one seat: now and then to the watcher, the same in both worlds.
func (p *pair) letters(world int) []event {
	var out []event
	if r := p.drawn(p.n, "letter", world); r.IntN(4) == 0 {
		seats := p.hidden()
		out = append(out, p.letter(r, seats[r.IntN(len(seats))]))
	}
	if r := p.drawn(p.n, "letter to him"); r.IntN(8) == 0 {
		out = append(out, p.letter(r, p.watcher))
	}
	return out
}

func (p *pair) letter(r *rand.Rand, to adjudicator.Seat) event {
	a := author{pair: p, rand: r}
	subject, said := a.pick("", "About your orders"), a.prose()
	return act(talking*r.Float64(), func(ctx context.Context, now time.Time, d *desk.Operator, w *World) error {
		return d.Letter(ctx, now, w.Game, string(to), subject, said)
	})
}

// orders are those that the game master puts on file for a seat, or takes off it, before it sends what counts.
func (p *pair) orders(world int, w *World) []event {
	if !p.sealed() { // they would be acted on
		return nil
	}
	var out []event
	for _, s := range p.Config.Seats {
		purpose := []any{p.n, "orders", s}
		if s != p.watcher {
			purpose = append(purpose, world)
		}
		r, c := p.drawn(purpose...), w.choices[s]
		if r.IntN(6) > 0 || c.req == nil || c.how == silent {
			continue
		}
		v := w.truth.at.View(s)
		words := v.Read(c.req.Kind, "", p.Player(v, *c.req, r)).Answer
		if r.IntN(3) == 0 {
			words = ""
		}
		out = append(out, act(trying*r.Float64(), func(ctx context.Context, now time.Time, d *desk.Operator,
			w *World) error {
			return d.Orders(ctx, now, w.Game, string(s), words, false)
		}))
	}
	return out
}

// leaving is a seat that loses its player for a while, or gets another one, in one of many ways; and one that has none
// gets one.
func (p *pair) leaving(world int, w *World) []event {
	r := p.drawn(p.n, "leaving", world)
	if !p.sealed() { // nobody is waited for who has left, and all see that
		return nil
	}
	if seat := w.vacant; seat != "" {
		p.gone[seat] = true
		if r.IntN(2) == 0 {
			return nil
		}
		return []event{act(r.Float64()*trying, func(ctx context.Context, now time.Time, d *desk.Operator,
			w *World) error {
			return w.seat(ctx, now, d, seat, address(seat))
		})}
	}
	i := slices.IndexFunc(p.hidden(), func(s adjudicator.Seat) bool { return !p.absent[s] && r.IntN(6) == 0 })
	if i < 0 {
		return nil
	}
	seat := p.hidden()[i]
	p.gone[seat] = true
	if r.IntN(4) == 0 {
		return []event{act(r.Float64()*trying, func(ctx context.Context, now time.Time, d *desk.Operator,
			w *World) error {
			return w.seat(ctx, now, d, seat, fmt.Sprintf("another.%d@players.example", p.n))
		})}
	}
	leaves, next, stays := r.Float64()*trying/2, (1+r.Float64())*trying/2, r.IntN(4) == 0
	if stays { // without a player, but for what they have sent
		leaves, next = meaning+0.01, talking*0.99
	}
	answer := (&author{rand: r}).pick("YES", "NO", "")
	out := []event{act(leaves, func(ctx context.Context, now time.Time, d *desk.Operator, w *World) error {
		return d.Eject(ctx, now, w.Game, string(seat))
	})}
	if r.IntN(2) == 0 { // they resign
		out = []event{both(leaves*r.Float64(), says(seat, r, "RESIGN")), both(leaves, says(seat, r, "RESIGN YES"))}
	}
	standby := fmt.Sprintf("standby.%d@players.example", p.n)
	if r.IntN(2) == 0 {
		out = append(out, act(leaves*r.Float64(), func(ctx context.Context, now time.Time, d *desk.Operator,
			w *World) error {
			return d.Standby(ctx, now, w.Game, reception.ListAdd, []string{standby})
		}))
	}
	return append(out, both(next, func(ctx context.Context, now time.Time, w *World) error {
		if err := w.follow(ctx, now, seat, standby, answer); err != nil || w.sits[seat] == standby {
			return err
		}
		if w.vacant = seat; stays {
			return nil
		}
		return w.seat(ctx, now, desk.At(w.Master, gm.ActOptions{}), seat, address(seat))
	}))
}

// follow has a standby answer whether they take a seat, if they are offered that one.
func (w *World) follow(ctx context.Context, now time.Time, seat adjudicator.Seat, standby, answer string) error {
	o, err := inspect.OverviewOf(ctx, w.Master, w.Game)
	offered := slices.ContainsFunc(o.Standbys, func(b game.StandbyOverview) bool {
		return b.Address == standby && b.Seat == seat
	})
	if err != nil || !offered || answer == "" {
		return err
	}
	if answer == "YES" {
		w.sits[seat] = standby
	}
	offer := w.others[standby]
	return w.Receive(ctx, now, letter.Letter{ID: "answer." + standby, From: standby, Subject: "Re: " + offer.Subject,
		Text: answer, InReplyTo: offer.ID})
}

// seat has the game master give a seat to somebody.
func (w *World) seat(ctx context.Context, now time.Time, d *desk.Operator, seat adjudicator.Seat, to string) error {
	w.vacant, w.sits[seat] = "", to
	return d.Seat(ctx, now, w.Game, string(seat), to)
}

// says has the player of a seat write something.
func says(seat adjudicator.Seat, r *rand.Rand, text string) deed {
	id := r.Uint64()
	return func(ctx context.Context, now time.Time, w *World) error {
		return w.Receive(ctx, now, letter.Letter{ID: fmt.Sprintf("%x@players.example", id), From: w.address(seat),
			Subject: tagged, Text: text})
	}
}

// address is that of a seat's player in a world.
func (w *World) address(seat adjudicator.Seat) string { return cmp.Or(w.sits[seat], address(seat)) }

// edit has the game masters correct the position, now and then, before anything else happens in a turn: in each world
// otherwise, as far as the watcher can't tell it from the one before.
func (p *pair) edit() error {
	if p.Dry || p.Twin == nil || p.drawn(p.n, "edit").IntN(6) > 0 {
		return nil
	}
	var edited [2]truth
	for i, w := range p.worlds {
		var ok bool
		var err error
		if edited[i], ok, err = w.truth.edited(p, i); !ok || err != nil {
			return err
		}
	}
	for i, w := range p.worlds {
		now := w.now.Add(time.Second)
		if err := desk.At(w.Master, gm.ActOptions{}).Edit(p.ctx, now, w.Game, edited[i].saved, ""); err != nil {
			return err
		}
		if err := w.until(p.ctx, now); err != nil {
			return err
		}
		w.truth = edited[i]
	}
	return nil
}

// edited is a truth with another position at the start of the phase; ok is false if the watcher could tell, or part of
// the phase was played.
func (t truth) edited(p *pair, world int) (other truth, ok bool, err error) {
	if len(t.rec.Asked) != 1 {
		return t, false, nil
	}
	at := t.rules.Blank()
	if err := json.Unmarshal(t.saved, at); err != nil {
		return t, false, fmt.Errorf("reading a position: %w", err)
	}
	at, _ = p.Twin(at, p.watcher, p.drawn(p.n, "edited", world))
	was, open := t.shown(p.watcher), t.open
	other = t
	other.saved, other.rec = []byte(text(at)), adjudicator.Record{}
	if _, err = other.run(); err != nil {
		return t, false, err
	}
	same := slices.EqualFunc(open, other.open, func(a, b adjudicator.Request) bool {
		return a.Seat == b.Seat && a.Kind == b.Kind
	})
	return other, same && other.shown(p.watcher) == was && !bytes.Equal(other.saved, t.saved), nil
}

// shown is what a seat sees, was told and is asked, and what an observer sees.
func (t truth) shown(seat adjudicator.Seat) string {
	turn := Turn{Told: t.rec.Told, After: t.at}
	if req := t.request(seat); req != nil {
		turn.Next = []adjudicator.Request{*req}
	}
	return toldTo(turn, seat)
}

// hidden are the seats of which the watcher is not to know what becomes of them.
func (p *pair) hidden() []adjudicator.Seat {
	return slices.DeleteFunc(slices.Clone(p.Config.Seats), func(s adjudicator.Seat) bool { return s == p.watcher })
}
