package dishonest

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// passive returns the effect of a power's tile throughout the action phase, played or not.
func (s *State) passive(seat string) Passive {
	p := s.player(seat)
	if p == nil {
		return Passive{}
	}
	if t := s.edition().tile(p.Tile); t != nil {
		return t.Passive
	}
	return Passive{}
}

// checkIdeology returns an error if a player can't play their tile with this choice (DD-39). They need not choose
// anything.
func (v *View) checkIdeology(c choice) error {
	p := v.player(v.Seat)
	t := v.edition().tile(p.Tile)
	switch {
	case t == nil:
		return complain("You have no ideology in this year (DD-39).")
	case p.Spent:
		return complain("You have played your ideology, %s, in this year already (DD-39).", t.Name)
	}
	if err := v.outlook().checkChoice(t.Primary, c, false); err != nil {
		return complain("Your ideology, %s: %s", t.Name, err)
	}
	return nil
}

// ideology plays a player's tile: its primary effects for the player, then the secondary effects for all others who
// want them, in turn order (DD-39).
func (r *turn) ideology(seat string, c choice, battles []order) {
	t := r.board.tile(r.player(seat).Tile)
	r.player(seat).Spent = true
	r.tell("ideology", ideology{seat, t.Name})
	r.apply(t.Name, t.Primary, seat, c, battles)
	r.score()
	if r.Over || len(t.Secondary) == 0 {
		return
	}
	others := r.following(seat)
	wanted := r.secondaries(*t, seat, others)
	used := false
	for i, other := range others {
		if !r.Over && !wanted[i].no {
			used = r.second(*t, seat, other, wanted[i]) || used
		}
	}
	if !used && len(others) > 0 {
		r.tell("declined", declined{seat, t.Name})
	}
}

// following returns the players who may use the secondary effects of a player's tile, in turn order from the one
// after the player.
func (r *turn) following(seat string) []string {
	order := r.order()
	i := r.rank(seat)
	return slices.DeleteFunc(slices.Concat(order[i+1:], order[:i]), func(other string) bool {
		return r.is(optLate, "no") && r.player(other).Passed
	})
}

// secondaries returns the other players' reactions to a tile, by their standing orders, or by their answers when they
// are asked, all at once.
func (r *turn) secondaries(t Tile, seat string, others []string) []secondary {
	out := make([]secondary, len(others))
	var reqs []adjudicator.Request
	var asked []int
	for i, other := range others {
		x, ok := r.sheets[other].rules.secondaryFor(t.Name)
		x = x.fit(t.Secondary)
		if out[i] = x; r.is(optSpeed, fast) || ok && r.is(optPace, "swift") {
			continue
		}
		req := adjudicator.Request{Seat: adjudicator.Seat(other), Kind: "secondary", Aside: true,
			Short: true, Default: "NO"}
		if ok {
			req.Filed = x.words(r.board)
		}
		reqs, asked = append(reqs, req), append(asked, i)
	}
	if len(reqs) == 0 {
		return out
	}
	r.tile = &Played{seat, t.Name}
	for k, answer := range r.Within(reqs...) {
		out[asked[k]] = strict.Must(parseSecondary(r.board, answer))
	}
	r.tile = nil
	return out
}

// secondaryFor returns a player's reaction to a tile: an order for the tile takes precedence over one for any. If
// there is no order, ok is false, and the player declines.
func (s standing) secondaryFor(tile string) (x secondary, ok bool) {
	for _, name := range []string{tile, ""} {
		if i := slices.IndexFunc(s.secondary, func(x secondary) bool { return x.tile == name }); i >= 0 {
			return s.secondary[i], true
		}
	}
	return secondary{no: true}, false
}

// second has another player use the secondary effects of a tile, and reports whether that was still possible.
func (r *turn) second(t Tile, seat, other string, x secondary) bool {
	if err := r.viewOf(other).outlook().checkChoice(t.Secondary, x.choice, true); err != nil {
		queue.Skip(r.Table, other, "SECONDARY "+t.Name+": "+x.words(r.board), err.Error())
		return false
	}
	r.tell("secondary", seconds{seat, t.Name, other})
	r.apply(t.Name, t.Secondary, other, x.choice, nil)
	r.score()
	return true
}
