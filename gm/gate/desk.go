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

// unseen returns acts of the game masters that the watcher must not notice. They differ between the worlds in kind or
// time.
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

// act returns an act of the game master at a time of the turn. If the act has no effect or is refused, that is not an
// error.
func act(at float64, do func(context.Context, time.Time, *desk.Operator, *World) error) event {
	return both(at, func(ctx context.Context, now time.Time, w *World) error {
		err := do(ctx, now, desk.At(w.Master, gm.ActOptions{}), w)
		if refused := (*refusal.Error)(nil); errors.As(err, &refused) {
			return nil
		}
		return err
	})
}

// letters returns the game master's letters to one seat: sometimes to the watcher, the same in both worlds.
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

// orders returns acts by which the game master files or deletes orders for a seat, before the seat sends its real
// ones.
func (p *pair) orders(world int, w *World) []event {
	if !p.sealed() { // otherwise they might be acted on before the seat's real orders arrive
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
		if p.robot && s == p.watcher { // the robot does not answer again
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

// leaving returns acts that make a seat lose its player, get another player, or be filled.
func (p *pair) leaving(world int, w *World) []event {
	r := p.drawn(p.n, "leaving", world)
	if !p.sealed() { // otherwise nobody would wait for a seat without a player, which everybody would notice
		return nil
	}
	if seat := w.vacant; seat != "" {
		p.gone[seat] = true
		if r.IntN(2) == 0 {
			return nil
		}
		return []event{seated(r.Float64()*trying, seat, address(seat))}
	}
	i := slices.IndexFunc(p.hidden(), func(s adjudicator.Seat) bool { return !p.absent[s] && r.IntN(6) == 0 })
	if i < 0 {
		return nil
	}
	seat := p.hidden()[i]
	p.gone[seat] = true
	c, steps := w.choices[seat], p.drawn(p.n, "robot", world).IntN(3) == 0
	if p.Robots != nil && !p.robot && steps && c.req != nil && c.how == sends {
		return steppedIn(seat)
	}
	if r.IntN(4) == 0 {
		return []event{seated(r.Float64()*trying, seat, fmt.Sprintf("another.%d@players.example", p.n))}
	}
	leaves, next, stays := r.Float64()*trying/2, (1+r.Float64())*trying/2, r.IntN(4) == 0
	if stays { // the seat is left without a player; only what the player sent before counts
		leaves, next = meaning+0.01, talking*0.99
	}
	answer := (&author{rand: r}).pick("YES", "NO", "")
	out := []event{act(leaves, func(ctx context.Context, now time.Time, d *desk.Operator, w *World) error {
		return d.Eject(ctx, now, w.Game, string(seat))
	})}
	if r.IntN(2) == 0 { // the player resigns
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

// steppedIn returns acts that give a seat to a robot for a while, after everything that counts was sent.
func steppedIn(seat adjudicator.Seat) []event {
	return []event{act(meaning+0.01, func(ctx context.Context, now time.Time, d *desk.Operator, w *World) error {
		return d.Seat(ctx, now, w.Game, string(seat), game.RobotWord)
	}), seated(talking*0.99, seat, address(seat))}
}

// seated returns an act that gives a seat to somebody.
func seated(at float64, seat adjudicator.Seat, to string) event {
	return act(at, func(ctx context.Context, now time.Time, d *desk.Operator, w *World) error {
		return w.seat(ctx, now, d, seat, to)
	})
}

// follow makes a standby accept or decline a seat that they were offered.
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

// seat makes the game master give a seat to somebody.
func (w *World) seat(ctx context.Context, now time.Time, d *desk.Operator, seat adjudicator.Seat, to string) error {
	w.vacant, w.sits[seat] = "", to
	return d.Seat(ctx, now, w.Game, string(seat), to)
}

// says makes the player of a seat write a letter.
func says(seat adjudicator.Seat, r *rand.Rand, text string) deed {
	id := r.Uint64()
	return func(ctx context.Context, now time.Time, w *World) error {
		return w.Receive(ctx, now, letter.Letter{ID: fmt.Sprintf("%x@players.example", id), From: w.address(seat),
			Subject: tagged, Text: text})
	}
}

// address returns the address of a seat's player in a world.
func (w *World) address(seat adjudicator.Seat) string { return cmp.Or(w.sits[seat], address(seat)) }

// edit sometimes makes the game masters correct the position before anything else happens in a turn, differently in
// each world, as far as the watcher can't tell the new position from the old.
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

// edited returns the truth with another position at the start of the phase. ok is false if the watcher could tell the
// difference, or if part of the phase was played.
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

// shown returns what a seat sees, was told and is asked, and what an observer sees.
func (t truth) shown(seat adjudicator.Seat) string {
	turn := Turn{Told: t.rec.Told, After: t.at}
	if req := t.request(seat); req != nil {
		turn.Next = []adjudicator.Request{*req}
	}
	return toldTo(turn, seat)
}

// hidden returns the seats whose fate is secret from the watcher.
func (p *pair) hidden() []adjudicator.Seat {
	return slices.DeleteFunc(slices.Clone(p.Config.Seats), func(s adjudicator.Seat) bool { return s == p.watcher })
}
