package decatur

import (
	"cmp"
	"slices"

	"deaddrop/parser/strict"
)

// This file implements what follows the bidding: attrition, and the movement of factors.

// attrition removes a committed factor of one side, both or none (DC-23).
func (c *contest) attrition() {
	c.told.Dice = []int{c.Table.Roll("attrition", 6), c.Table.Roll("attrition", 6)}
	hit := c.edition().Attrition[c.told.Dice[0]+c.told.Dice[1]]
	c.told.Hit = Hit{Contender: hit.Contender && c.told.Committed > 0, Defender: hit.Defender && c.at(c.to).Factors > 0}
	if c.told.Hit.Contender {
		c.told.Committed--
		c.add(c.told.Contender, c.from, -1, nil)
	}
	if c.told.Hit.Defender {
		c.add(c.told.Defender, c.to, -1, nil)
	}
	c.told.Left = c.at(c.from).Factors - c.told.Committed
}

// relocate moves the defender's factors to one other location. Factors without room are removed, and so is a port
// with its fleet (DC-25, DC-26).
func (c *contest) relocate(out *takenOver) {
	seat, to := c.told.Defender, c.at(c.to)
	goes := c.refuges()
	for _, l := range goes {
		c.told.Goes = append(c.told.Goes, c.edition().Name(l))
	}
	if c.told.LostPort = to.Port != ""; c.told.LostPort && c.is(optFleet, "choice") {
		c.told.Fleets = c.spareFleets()
	}
	choice := c.refuge(goes)
	if len(goes) > 0 {
		into := choice.to[0]
		n := min(to.Factors, maxFactors-c.at(into).Factors)
		if choice.n >= 0 {
			n = min(n, choice.n)
		}
		if out.RelocatedN = n; n > 0 {
			out.Relocated = c.edition().Name(into)
			c.add(seat, into, n, nil)
		}
	}
	out.Removed = to.Factors - out.RelocatedN
	out.Port = c.told.LostPort
	if out.Port {
		out.Fleet = to.Port
		if choice.ocean != "" && choice.ocean != to.Port && slices.Contains(c.told.Fleets, choice.ocean) {
			out.Fleet = choice.ocean
			c.at(c.twin(choice.ocean)).Port = to.Port
		}
	}
	*to = Holding{Location: to.Location}
}

// refuges returns the locations to which the defender's factors can go: adjacent ones that are empty or their own, or
// their own on the same ocean, with room for at least one (DC-25). If no factor is left, there are none.
func (c *contest) refuges() []Loc {
	if c.at(c.to).Factors == 0 {
		return nil
	}
	var out []Loc
	b := c.edition()
	for i := range c.Locations {
		l, h := Loc(i), c.at(Loc(i))
		empty := h.Owner == "" && b.Adjacent(c.to, l)
		own := h.Owner == c.told.Defender && b.Near(c.to, l)
		open := l != c.to && h.Factors < maxFactors
		if open && (empty || own) {
			out = append(out, l)
		}
	}
	return out
}

// refuge returns the defender's choice: by standing orders, by their answer, or else their own location with most
// room, or an empty one.
func (c *contest) refuge(goes []Loc) relocation {
	seat := c.told.Defender
	choice := relocation{at: c.to, n: unset}
	said := c.standing(seat).relocation(c.to)
	if said != nil {
		if slices.Contains(c.told.Fleets, said.ocean) {
			choice.ocean = said.ocean
		}
		if c.is(optRelocation, "choice") {
			choice.n = min(said.n, c.at(c.to).Factors)
		}
		for _, l := range said.to {
			if slices.Contains(goes, l) {
				choice.to = []Loc{l}
				break
			}
		}
	}
	listed := len(choice.to) > 0
	if !listed && len(goes) > 0 {
		best := slices.MinFunc(goes, func(x, y Loc) int {
			own := func(l Loc) int {
				if c.owns(seat, l) {
					return 0
				}
				return 1
			}
			return cmp.Or(cmp.Compare(own(x), own(y)), cmp.Compare(c.at(x).Factors, c.at(y).Factors), cmp.Compare(x, y))
		})
		choice.to = []Loc{best}
	}
	where := len(goes) > 1 || len(goes) == 1 && c.is(optRelocation, "choice")
	fleet := len(c.told.Fleets) > 0
	open := where && !listed
	if fleet && choice.ocean == "" {
		choice.ocean, open = c.at(c.to).Port, true
	}
	asks := open && !c.is(optSpeed, fast)
	if c.AsksAlways() {
		asks = where || fleet
	}
	if asks {
		choice = strict.Must(parseRelocation(c.edition(), c.ask(seat, "relocation", choice.answer(c.edition()))))
	}
	return choice
}

// spareFleets returns the oceans whose fleet may be lost with the defender's port, if another port of theirs is on
// the same two oceans and has its fleet in the other; nil if there is no choice (DC-26).
func (c *contest) spareFleets() []Ocean {
	port := c.at(c.to).Port
	for _, o := range Oceans {
		if o != port && c.twin(o) >= 0 {
			fleets := []Ocean{port, o}
			slices.SortFunc(fleets, func(x, y Ocean) int { return slices.Index(Oceans, x) - slices.Index(Oceans, y) })
			return fleets
		}
	}
	return nil
}

// twin returns another location of the defender on the same two oceans as the target, with its fleet in ocean o, or
// -1.
func (c *contest) twin(o Ocean) Loc {
	here := c.edition().Locations[c.to].Oceans
	if len(here) != 2 {
		return -1
	}
	for i, l := range c.edition().Locations {
		if Loc(i) == c.to || !c.owns(c.told.Defender, Loc(i)) {
			continue
		}
		if c.at(Loc(i)).Port == o && slices.Equal(l.Oceans, here) {
			return Loc(i)
		}
	}
	return -1
}

// advance moves the contender's committed factors into the vacated location, and more if they choose (DC-25).
func (c *contest) advance(out *takenOver) {
	most := min(maxFactors, c.at(c.from).Factors)
	n := c.ladder.move
	if n != all {
		n = min(most, max(n, c.told.Committed))
	}
	if most > c.told.Committed && c.asks(c.ladder.interactive) {
		n = strict.Must(parseAdvance(c.ask(c.told.Contender, "advance", advanceWords(n))))
	}
	if n == all {
		n = most
	}
	n = min(most, max(n, c.told.Committed))
	c.add(c.told.Contender, c.from, -n, nil)
	c.add(c.told.Contender, c.to, n, nil)
	out.MovedIn = n
}
