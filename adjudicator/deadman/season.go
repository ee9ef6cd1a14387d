package deadman

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// A season is the state of a season while it is resolved. Lists about units are indexed like was, those about powers
// by number of the power.
type season struct {
	*position
	phase  string
	sheets []sheet // the sheets, completed from standing orders
	files  []sheet // the sheets as they were sent
	asked  []bool
	silent []bool // by power: nothing was received (DM-33)
	absent []bool // by power: nothing was received, and the power was in civil disorder already (DM-34)
	winter []adjusted

	was    units   // the units before the movement
	orders []order // the order of each unit; one without an order holds
	m      diplomacy.Movement
	result []diplomacy.Result
	failed []bool              // whether the order is underlined (DM-21)
	end    []diplomacy.Loc     // location at the season's end; NoLoc if removed
	lost   []*diplomacy.Unit   // the unit before it was dislodged; nil if it was not
	by     []diplomacy.Power   // the power that dislodged it
	found  [][]diplomacy.Loc   // where a successful espionage order found units
	seenBy [][]diplomacy.Power // the powers that found the unit, one for each star
	units  units               // the units at the season's end
	peeks  [][]Peek
	year   []change // what changed for each power, after a Fall
	last   bool     // whether it is the Fall of the last year (DM-42)
}

// An adjusted is what a power built and removed in Winter.
type adjusted struct{ Built, Removed []string }

// collect asks for orders and parses the answers.
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
		if !s.absent[power] { // otherwise not even standing orders count
			s.sheets[power] = v.withStanding(file)
		}
	}
}

// requests returns the requests for orders to all powers in the game. It tells powers which of their orders filed in
// advance are impossible now.
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

// idle reports whether a sheet contains nothing for this season except standing orders.
func (s sheet) idle() bool {
	return len(s.setup)+len(s.builds)+len(s.removes)+len(s.orders)+len(s.peeks)+len(s.next) == 0 && !s.waives &&
		s.vote == ""
}

// ahead returns the part of a sheet that is kept for the next season.
func (s sheet) ahead() sheet { return sheet{auto: s.auto, always: s.always, next: s.next} }

// setUp initialises the units; before Spring 1901 it puts them on the board (DM-2, DM-3).
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

// adjust carries out builds and removals (DM-28, DM-29, DM-30, DM-31).
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

// adjustOf carries out a power's builds and removals, and returns its units.
func (s *season) adjustOf(power diplomacy.Power) units {
	b, v := standard(), s.view(power)
	gone := s.sheets[power].removes
	if n := v.Removals - len(gone); n > 0 { // DM-30: too few were ordered, so the units farthest from home are removed
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

// farthest returns the n units that are removed without an order: those farthest from home (DM-30), or on an open
// board by the rulebook.
func (s *season) farthest(power diplomacy.Power, rest []diplomacy.Unit, n int) []diplomacy.Unit {
	if s.open {
		return standard().Adjust(rest, s.Owners, nil, s.rulebook()).Disorder
	}
	return standard().Farthest(rest, standard().Homes(power), n)
}

// move resolves the movement (DM-5). Units that spy or disband hold (DM-8, DM-16).
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

// orderFor returns the order of a unit; it holds without one.
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

// goneBefore reports whether a unit is removed before the movement (DM-16, as an option).
func (s *season) goneBefore(i int) bool {
	return s.orders[i].verb == disband && s.is(optDB, "before")
}

// number returns the index of the unit that was in a province before the movement.
func (s *season) number(at diplomacy.Loc) int {
	b := standard()
	return slices.IndexFunc(s.was, func(u diplomacy.Unit) bool { return b.Province(u.At) == b.Province(at) })
}

// fails reports whether an order is underlined, which must tell its owner only that it failed, and nothing else about
// what others did (DM-21).
func (s *season) fails(i int) bool {
	o, r := s.orders[i], s.result[i]
	switch o.verb {
	case disband: // DM-16: it can't fail
		return false
	case move: // an army that has no convoy at all holds, and so fails
		return r.Order.Verb != diplomacy.Move || !r.OK
	case spy: // DM-9: any attack cuts espionage
		return s.lost[i] != nil || s.attacked(i, diplomacy.NoLoc)
	case support:
		except := diplomacy.NoLoc
		if o.to != diplomacy.NoLoc { // the unit attacked with its support cuts it only by dislodging
			except = standard().Province(o.to)
		}
		cut := !r.OK && s.attacked(i, except) // in an older rulebook, an attack by convoy may not cut it
		return s.lost[i] != nil || cut || s.discloses(i)
	case convoy: // DM-23
		return s.lost[i] != nil || s.discloses(i)
	}
	return s.lost[i] != nil
}

// discloses reports whether a support or convoy is underlined because the other unit did something else. For a unit
// of the same power this is so, by the orders as written; the resolution, such as whether there was a fleet for a
// convoy at all, would reveal foreign units. For other units it is so only if the options say so.
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
	// a support with a coast matches only that coast
	coast := s.was[j].Type == diplomacy.Fleet && o.to != b.Province(o.to)
	if other.verb != move || b.Province(other.to) != b.Province(o.to) {
		return true
	}
	return coast && other.to != o.to
}

// attacked reports whether a unit of another power attacked the unit's space, except from the space except. An
// impossible move does not count as an attack (DM-9).
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
