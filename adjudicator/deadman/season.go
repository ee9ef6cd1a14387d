package deadman

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// A season is the board from the orders to the season's end. What becomes of the units is kept by their
// number in was, and what concerns powers by theirs.
type season struct {
	*position
	phase  string
	sheets []sheet // with what standing orders fill in
	files  []sheet // as they were sent
	asked  []bool
	silent []bool // nothing was received (DM-33)
	absent []bool // nothing was, and so it was in civil disorder already (DM-34)
	winter []adjusted

	was    units   // before the movement
	orders []order // one for each; a unit without one holds
	m      diplomacy.Movement
	result []diplomacy.Result
	failed []bool              // underlined (DM-21)
	end    []diplomacy.Loc     // where it is at the season's end; NoLoc: gone
	lost   []*diplomacy.Unit   // dislodged: the unit as it was
	by     []diplomacy.Power   // who dislodged it
	found  [][]diplomacy.Loc   // by an espionage order that worked: where units are
	seenBy [][]diplomacy.Power // a power for each star
	units  units               // at the end
	peeks  [][]Peek
	year   []change // after a Fall
	last   bool     // it is the Fall of the last year (DM-42)
}

// adjusted is what became of a power's Winter.
type adjusted struct{ Built, Removed []string }

// collect asks for the orders, and makes sheets of them.
func (s *season) collect(t *adjudicator.Table) {
	n := len(standard().Powers())
	s.sheets, s.files = make([]sheet, n), make([]sheet, n)
	s.asked, s.silent, s.absent = make([]bool, n), make([]bool, n), make([]bool, n)
	reqs := s.requests(t)
	for i, answer := range t.Ask(reqs...) {
		power := standard().Power(string(reqs[i].Seat))
		v := s.view(power)
		file := v.sheetOf("orders", answer)
		s.files[power], s.asked[power] = file, true
		nothingNew := answer == noOrders || answer == reqs[i].Filed
		s.silent[power] = nothingNew && file.idle() && !t.Responded(reqs[i].Seat)
		s.absent[power] = s.silent[power] && s.disordered(power)
		if !s.absent[power] { // else not even standing orders count
			s.sheets[power] = v.withStanding(file)
		}
	}
}

// requests are for the orders of all who are in the game. What was filed ahead and can't be given now is
// told to whoever filed it.
func (s *season) requests(t *adjudicator.Table) []adjudicator.Request {
	var reqs []adjudicator.Request
	for power, in := range s.seats() {
		if !in {
			continue
		}
		v := s.view(power)
		kind := "orders"
		if s.Season == winter {
			kind = "adjustments"
			if v.Builds+v.Removals == 0 {
				continue
			}
		}
		filed := v.filed(v.sheetOf("orders", s.Ahead[v.Power]))
		if len(filed.Faults()) > 0 {
			t.Tell(adjudicator.Event{Kind: "ahead", Data: Ahead{Phase: s.phase, Faults: filed.Faults()}},
				adjudicator.To(seat(power)))
		}
		reqs = append(reqs, adjudicator.Request{Seat: seat(power), Kind: kind, Default: noOrders,
			Filed: filed.Answer, Short: kind != "orders"})
	}
	return reqs
}

// idle reports whether a sheet has nothing for this season but standing orders.
func (s sheet) idle() bool {
	return len(s.setup)+len(s.builds)+len(s.removes)+len(s.orders)+len(s.peeks)+len(s.next) == 0 && !s.waives &&
		s.vote == ""
}

// ahead is what of a sheet is kept for the season after it.
func (s sheet) ahead() sheet { return sheet{auto: s.auto, always: s.always, next: s.next} }

// setUp has the units on the board; before Spring 1901 it puts them there (DM-2, DM-3).
func (s *season) setUp() {
	s.was = s.Units
	if !s.settingUp() {
		return
	}
	s.was = nil
	for power := range s.seats() {
		v := s.view(power)
		for _, home := range v.homes {
			s.was = append(s.was, v.starting(s.sheets[power], home))
		}
	}
	s.was.sort()
}

// adjust builds and removes (DM-28 to DM-31).
func (s *season) adjust() {
	s.winter = make([]adjusted, len(s.sheets))
	if s.open && s.Season != winter || s.Season == fall {
		return
	}
	if s.Year == 1901 && !s.open {
		return
	}
	s.was = nil
	for power := range s.seats() {
		s.was = append(s.was, s.adjustOf(power)...)
	}
	s.was.sort()
}

// adjustOf are the units of a power after its Winter.
func (s *season) adjustOf(power diplomacy.Power) units {
	b, v := standard(), s.view(power)
	gone := s.sheets[power].removes
	if n := v.Removals - len(gone); n > 0 { // DM-30: none ordered, so the farthest from home
		rest := slices.DeleteFunc(slices.Clone(v.units), func(u diplomacy.Unit) bool {
			return slices.Contains(gone, b.Province(u.At))
		})
		for _, u := range s.farthest(power, rest, n) {
			gone = append(slices.Clip(gone), b.Province(u.At))
		}
	}
	var after units
	done := &s.winter[power]
	for _, u := range v.units {
		if slices.Contains(gone, b.Province(u.At)) {
			done.Removed = append(done.Removed, b.unit(u))
		} else {
			after = append(after, u)
		}
	}
	for _, u := range s.sheets[power].builds {
		done.Built = append(done.Built, b.unit(u))
		after = append(after, u)
	}
	return after
}

// farthest are the units that go when no others are removed by order: those farthest from home (DM-30), and on an
// open board whatever the rulebook says.
func (s *season) farthest(power diplomacy.Power, rest []diplomacy.Unit, n int) []diplomacy.Unit {
	if s.open {
		return standard().Adjust(rest, s.Owners, nil, s.rulebook()).Disorder
	}
	return standard().Farthest(rest, standard().Homes(power), n)
}

// move resolves the movement (DM-5). Spies and those that disband stand (DM-8, DM-16).
func (s *season) move() {
	b := standard()
	n := len(s.was)
	s.orders, s.result, s.failed = make([]order, n), make([]diplomacy.Result, n), make([]bool, n)
	s.end, s.lost, s.by = make([]diplomacy.Loc, n), make([]*diplomacy.Unit, n), make([]diplomacy.Power, n)
	var standing units
	var index []int
	var orders []diplomacy.Order
	for i, u := range s.was {
		s.orders[i], s.end[i] = s.orderFor(u), diplomacy.NoLoc
		if s.goneBefore(i) {
			continue
		}
		standing, index = append(standing, u), append(index, i)
		orders = append(orders, s.orders[i].resolved())
	}
	s.m = b.Resolve(standing, orders, s.rulebook())
	for j, r := range s.m.Results {
		s.result[index[j]] = r
	}
	for _, d := range s.m.Dislodged {
		i := s.number(d.Unit.At)
		s.lost[i], s.by[i] = &d.Unit, s.was[s.number(d.By)].Power
	}
	for i := range s.was {
		s.failed[i] = s.fails(i)
	}
}

// orderFor is the order of a unit; it holds without one.
func (s *season) orderFor(u diplomacy.Unit) order {
	sheet := &s.sheets[u.Power]
	o := blank(u)
	if given := sheet.of(standard().Province(u.At)); given != nil {
		o = *given
	}
	if o.verb == none {
		o.verb = hold
	}
	return o
}

// goneBefore reports whether a unit is off the board before the movement (DM-16, as an option).
func (s *season) goneBefore(i int) bool {
	return s.orders[i].verb == disband && s.is(optDB, "before")
}

// number finds the unit that stood in a province before the movement.
func (s *season) number(at diplomacy.Loc) int {
	b := standard()
	return slices.IndexFunc(s.was, func(u diplomacy.Unit) bool { return b.Province(u.At) == b.Province(at) })
}

// fails tells whether an order is underlined, which must tell its owner nothing of what others did but that
// it failed (DM-21).
func (s *season) fails(i int) bool {
	o, r := s.orders[i], s.result[i]
	switch o.verb {
	case disband: // DM-16: it can't fail
		return false
	case move: // an army for which there is no convoy at all holds, and fails
		return r.Order.Verb != diplomacy.Move || !r.OK
	case spy: // DM-9: any attack cuts espionage
		return s.lost[i] != nil || s.attacked(i, diplomacy.NoLoc)
	case support:
		except := diplomacy.NoLoc
		if o.to != diplomacy.NoLoc { // who is attacked with it cuts it only by dislodging
			except = standard().Province(o.to)
		}
		cut := !r.OK && s.attacked(i, except) // an older rulebook may let it stand against an attack by convoy
		return s.lost[i] != nil || cut || s.discloses(i)
	case convoy: // DM-23
		return s.lost[i] != nil || s.discloses(i)
	}
	return s.lost[i] != nil
}

// discloses reports whether a support or convoy is underlined since the other unit did something else.
// That is so for a unit of the same power, by the orders as they were written: what the board made
// of them, such as whether there was a fleet at all for a convoy, would disclose foreign units. For others
// it is so only if the game's option says so.
func (s *season) discloses(i int) bool {
	o, b := s.orders[i], standard()
	j := s.number(o.target)
	if j < 0 || s.was[j].Power != s.was[i].Power {
		why := s.result[i].Why
		return s.is(optVoidSupport, "underline") && o.verb == support &&
			(why == diplomacy.Void || why == diplomacy.Illegal)
	}
	other := s.orders[j]
	if o.to == diplomacy.NoLoc {
		return other.verb == move || s.goneBefore(j)
	}
	coast := s.was[j].Type == diplomacy.Fleet && o.to != b.Province(o.to) // a support that names one is for no other
	if other.verb != move || b.Province(other.to) != b.Province(o.to) {
		return true
	}
	return coast && other.to != o.to
}

// attacked reports whether another power's unit attacked the unit's space, other than from the space
// except. A move that can't take place is no attack (DM-9).
func (s *season) attacked(i int, except diplomacy.Loc) bool {
	b := standard()
	for _, r := range s.m.Results {
		switch {
		case r.Order.Verb != diplomacy.Move || b.Province(r.Order.To) != b.Province(s.was[i].At):
		case r.Unit.Power == s.was[i].Power || b.Province(r.Unit.At) == except:
		case r.Why == diplomacy.NoConvoy || r.Why == diplomacy.Disrupted || r.Why == diplomacy.Paradox:
		default:
			return true
		}
	}
	return false
}
