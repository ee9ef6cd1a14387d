package successors

// captured tells everybody that a leader was captured (SU-20): kind "captured".
type captured struct {
	Seat string
	By   string // the captor, a seat or White
	At   string
}

// caught tells everybody what happened to the fleets in a port that fell (SU-21): kind "caught".
type caught struct {
	Seat string // owner of the fleets
	By   string // the captor, a seat or White
	At   string
	Dice []int // one roll for each fleet
	// one for each fleet; a fleet is also sunk if the captor has no counter for it, or if it has no sea to escape to
	Fates []Fate
	To    string `json:",omitempty"` // the sea to which fleets escaped; "" if none did
}

// calmed tells everybody that the last rebels or invaders are gone from a province, and the chit with them (SU-22):
// kind "calmed".
type calmed struct {
	At     string
	Unrest Unrest
}

// settle carries out what follows from which units are left in a province: leaders alone among enemies are captured
// (SU-20), fleets among enemies without an army are caught (SU-21), and the chit of a revolt or invasion is removed
// if others have land units there and white has none (SU-22).
func (r *turn) settle(a Area) {
	b := r.edition()
	if b.IsSea(a) {
		return
	}
	for i := range r.Players {
		p := &r.Players[i]
		if by := r.captor(a, p.Seat); by != "" && r.leads(a, p.Seat) {
			p.Leader = Leader{Captor: by}
			r.tell("captured", captured{p.Seat, by, b.Name(a)})
		}
	}
	for _, k := range r.Areas[a].Stacks {
		if by := r.captor(a, k.Side); by != "" && k.Units[Fleet] > 0 {
			r.catch(a, k, by)
		}
	}
	if h := &r.Areas[a]; h.Unrest != "" && r.units(a, white).Army() == 0 && r.garrisoned(a) {
		was := h.Unrest
		h.Unrest = ""
		r.tell("calmed", calmed{b.Name(a), was})
	}
}

// captor returns the side that captures what a side has in a province besides land units: the unfriendly side with
// the most land units there, on a tie the first in the order of play, white last. It is "" if the side or a friend
// has land units there, or no enemy has.
func (s *State) captor(a Area, side string) string {
	best, n := "", 0
	for _, k := range s.Areas[a].Stacks {
		switch army := k.Units.Army(); {
		case army > 0 && s.friendly(side, k.Side):
			return ""
		case army > n:
			best, n = k.Side, army
		}
	}
	return best
}

// garrisoned reports whether a player has land units in a province.
func (s *State) garrisoned(a Area) bool {
	for _, k := range s.Areas[a].Stacks {
		if k.Side != white && k.Units.Army() > 0 {
			return true
		}
	}
	return false
}

// catch rolls for the fleets of a side in a port that fell (SU-21).
func (r *turn) catch(a Area, k Stack, by string) {
	b := r.edition()
	told := caught{Seat: k.Side, By: by, At: b.Name(a)}
	hired := r.take(a, k.Side, k.Units.Only(Fleet))
	sea, open := r.haven(a, k.Side)
	for i := range k.Units[Fleet] {
		d := r.roll("fleets in " + told.At)
		fate := b.Caught[d-1]
		one, white := unitsOf(1, Fleet), Units{}
		if i < hired[Fleet] {
			white = one
		}
		switch {
		case fate == Kept && r.free(b, by, Fleet) > 0:
			r.add(a, by, one, Units{})
		case fate == Escape && open:
			r.add(sea, k.Side, one, white)
			told.To = b.Name(sea)
		default:
			fate = Sunk
		}
		told.Dice, told.Fates = append(told.Dice, d), append(told.Fates, fate)
	}
	r.tell("caught", told)
}

// haven returns the sea to which fleets escape from a province: the first adjacent one without unfriendly fleets;
// false if there is none.
func (r *turn) haven(a Area, side string) (Area, bool) {
	for _, o := range r.edition().Next(a, false) {
		if r.edition().IsSea(o) && r.safe(o, side) {
			return o, true
		}
	}
	return nowhere, false
}
