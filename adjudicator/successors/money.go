package successors

import (
	"fmt"
	"slices"
)

// bank is where talents come from and go to that are no player's.
const bank = ""

// lastGifts is the last game turn in which players may give each other money (SU-8, K8).
const lastGifts = 8

// freedom is the ransom of a leader, in talents (SU-20).
const freedom = 5

// pay moves talents from one to another, as many as there are, and returns how many; the bank always has enough. All
// money of the game moves through it.
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

// yields are what the provinces give a player (SU-5, SU-6).
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

// revenue is what the mover's provinces give them (SU-5).
func (r *turn) revenue() {
	told := revenue{Seat: r.mover, From: r.yields(r.edition(), r.Options, r.mover)}
	for _, y := range told.From {
		told.Total += r.pay(bank, r.mover, y.Talents)
	}
	told.Purse = r.player(r.mover).Talents
	r.tell("revenue", told)
}

// maintenance is one talent for each of the mover's units. Those that they can't pay vanish, in the order that they
// want (SU-7).
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

// gifts are what players give each other in this turn (SU-8): the others first, in the order of play, so that the mover
// has what they give, then the mover.
func (r *turn) gifts() {
	for _, seat := range r.left() {
		if seat != r.mover {
			r.gives(seat)
		}
	}
	r.gives(r.mover)
}

// gives is what a player gives to others.
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

// ransom frees the mover's leader if they want to pay, or have to (SU-20).
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

// freed is where a leader stands who is free again, if the owner wants the leader in a province; "" is any.
// A leader for whom there is no place is off the board until home is free (SU-28).
func (s *State) freed(b *Board, seat, to string) Leader {
	if at := s.refuge(b, seat, to); at != nowhere {
		return Leader{At: b.Name(at)}
	}
	return Leader{}
}

// homecoming puts leaders into their homes who were freed while enemies held them, as soon as no enemy is there
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

// unransomed says why a player can't ransom their leader now; "" if they can (SU-20, SU-28).
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

// isHomeless reports whether there is no place for a player's leader who is freed, and the rulings want one for them
// (SU-28).
func (s *State) isHomeless(b *Board, rules map[string]string, seat string) bool {
	return rules[optOut] == "turn" && s.refuge(b, seat, "") == nowhere
}

// refuge is where a leader comes who is free again: home, or if enemies hold it, who would capture the leader, to land
// units of theirs in the province that their owner wants, or else where most of them are; nowhere if there is no such
// place.
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

// talents is a sum of money as a sentence has it.
func talents(n int) string {
	if n == 1 {
		return "1 talent"
	}
	return fmt.Sprintf("%d talents", n)
}
