package successors

import (
	"fmt"
	"slices"
)

// bank is the payer or recipient of talents that is not a player.
const bank = ""

// lastGifts is the last game turn in which players may give each other money (SU-8, K8).
const lastGifts = 8

// freedom is the ransom for a leader, in talents (SU-20).
const freedom = 5

// pay transfers up to n talents from one seat to another, as many as the payer has, and returns the number paid; the
// bank always has enough. All payments in the game go through it.
func (s *State) pay(from, to string, n int) int {
	n = max(0, n)
	if p := s.player(from); p != nil {
		n = min(n, p.Talents)
		p.Talents -= n
	}
	if p := s.player(to); p != nil {
		p.Talents += n
	}
	return n
}

// yields returns the revenue of each of a player's provinces (SU-5, SU-6).
func (s *State) yields(b *Board, rules map[string]string, seat string) []Yield {
	var out []Yield
	for i, h := range s.Areas {
		a := Area(i)
		n := b.Places[a].Value
		unpaid := h.Unrest != "" && rules[optUnrest] != "revenue"
		if unpaid || b.IsSea(a) || n == 0 {
			continue
		}
		if holder := s.controls(rules, a); holder != seat {
			sides := s.largest(a)
			tied := holder == "" && len(sides) > 1 && slices.Contains(sides, seat)
			if !tied || rules[optTied] != "half" {
				continue
			}
			n /= len(sides)
		}
		if n > 0 {
			out = append(out, Yield{h.Area, n})
		}
	}
	return out
}

// revenue pays the mover the revenue of their provinces (SU-5).
func (r *turn) revenue() {
	told := revenue{Seat: r.mover, From: r.yields(r.edition(), r.Options, r.mover)}
	for _, y := range told.From {
		told.Total += r.pay(bank, r.mover, y.Talents)
	}
	told.Purse = r.player(r.mover).Talents
	r.tell("revenue", told)
}

// maintenance charges the mover one talent for each unit. Units that they can't pay for are removed, in the order
// that the mover prefers (SU-7).
func (r *turn) maintenance() {
	told := maintenance{Seat: r.mover, Units: r.allUnits(r.mover).Total()}
	if told.Units == 0 {
		return
	}
	told.Paid = r.pay(r.mover, bank, told.Units)
	told.Lost = r.shed(r.mover, told.Units-told.Paid, nil)
	told.Purse = r.player(r.mover).Talents
	r.tell("maintenance", told)
	r.settleAll(told.Lost)
}

// gifts carries out the players' gifts of this turn (SU-8): first those of the others, in the order of play, so that
// the mover can spend them, then the mover's.
func (r *turn) gifts() {
	for _, seat := range r.left() {
		if seat != r.mover {
			r.gives(seat)
		}
	}
	r.gives(r.mover)
}

// gives carries out a player's gifts to others.
func (r *turn) gives(from string) {
	for _, g := range r.sheets[from].give {
		line := g.words()
		to := r.player(g.to)
		switch {
		case to == nil || to.Out || g.to == from:
			r.skip(from, line, fmt.Sprintf("%s is no player who can be given money.", g.to))
			continue
		case r.Turn > lastGifts:
			r.skip(from, line, fmt.Sprintf("Money changes hands through turn %d only (SU-8).", lastGifts))
			continue
		}
		n := r.pay(from, g.to, g.talents)
		if n < g.talents {
			r.skip(from, line, fmt.Sprintf("You had only %s.", talents(n)))
		}
		if n > 0 {
			r.tell("gift", given{From: from, To: g.to, Talents: n})
		}
	}
}

// ransom frees the mover's leader if the mover wants to pay, or has to (SU-20).
func (r *turn) ransom() {
	b, p := r.edition(), r.player(r.mover)
	wants := r.sheets[r.mover].ransom
	captor := p.Leader.Captor
	if !wants && (captor == "" || !r.is(optRansom, "compulsory")) {
		return
	}
	if why := r.unransomed(b, r.Options, r.mover); why != "" {
		if wants {
			r.skip(r.mover, sheet{ransom: true}.words(b), why)
		}
		return
	}
	r.pay(r.mover, captor, freedom)
	p.Leader = r.freed(b, r.mover, r.sheets[r.mover].refuge)
	r.tell("ransom", ransomed{Seat: r.mover, Captor: captor, Talents: freedom, At: p.Leader.At})
}

// freed returns the place of a leader who is freed: the province that the owner asks for, or any if to is "". A
// leader for whom there is no place stays off the board until home is free (SU-28).
func (s *State) freed(b *Board, seat, to string) Leader {
	if at := s.refuge(b, seat, to); at != nowhere {
		return Leader{At: b.Name(at)}
	}
	return Leader{}
}

// homecoming puts leaders into their homes who were freed while enemies held these, as soon as no enemy is there
// (SU-28).
func (r *turn) homecoming() {
	for i := range r.Players {
		p := &r.Players[i]
		home, ok := r.edition().Area(p.Home)
		if !ok || p.Out || p.Leader != (Leader{}) {
			continue
		}
		if r.lost(home, p.Seat) {
			continue
		}
		p.Leader.At = p.Home
		r.tell("returned", returned{Seat: p.Seat, To: p.Home})
	}
}

// unransomed returns the reason that a player can't ransom their leader now; "" if they can (SU-20, SU-28).
func (s *State) unransomed(b *Board, rules map[string]string, seat string) string {
	p := s.player(seat)
	switch {
	case p.Leader.Captor == "":
		return "Nobody holds your leader."
	case p.Talents < freedom:
		return fmt.Sprintf("The ransom is %d talents, and you have %d (SU-20).", freedom, p.Talents)
	case s.isHomeless(b, rules, seat):
		return fmt.Sprintf("Enemies hold %s, and you have no land units to which the leader could come.", p.Home)
	}
	return ""
}

// isHomeless reports whether there is no place for a freed leader of a player, and the rulings require one (SU-28).
func (s *State) isHomeless(b *Board, rules map[string]string, seat string) bool {
	return rules[optOut] == "turn" && s.refuge(b, seat, "") == nowhere
}

// refuge returns the province to which a freed leader goes: home, or if enemies hold it and would capture the leader,
// to land units of the owner in the province that the owner asks for, or else where the owner has the most; nowhere
// if there is no such place.
func (s *State) refuge(b *Board, seat, to string) Area {
	if home, ok := b.Area(s.player(seat).Home); ok && !s.lost(home, seat) {
		return home
	}
	best, most := nowhere, 0
	for i, h := range s.Areas {
		a, n := Area(i), s.units(Area(i), seat).Army()
		switch {
		case b.IsSea(a) || n == 0:
		case h.Area == to:
			return a
		case n > most:
			best, most = a, n
		}
	}
	return best
}

// talents returns a sum of money in words.
func talents(n int) string {
	if n == 1 {
		return "1 talent"
	}
	return fmt.Sprintf("%d talents", n)
}
