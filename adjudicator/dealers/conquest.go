package dealers

import "slices"

// spoilsOfVictory is the number of points for a territory that is taken from a player (DH-26).
const spoilsOfVictory = 2

// conquer gives the territory to the attacker: their marker is placed there, they score if it was a player's, and
// they get the card that belongs to it: spoils by the native defence, or the card of the city, which its holder loses
// (DH-21, DH-26). atOnce is whether they did not need their last step.
func (f *fight) conquer(atOnce bool) {
	a := f.order.at
	place := f.on().Places[a]
	p := f.player(f.attacker)
	attack, defence := f.totals()
	told := conquered{Seat: f.attacker, At: place.Name, From: f.holder, Attack: attack, Defence: defence}
	f.Owners = slices.Clone(f.Owners)
	f.Owners[a] = f.attacker
	p.Pieces = max(0, p.Pieces-1)
	p.Taken++
	if loser := f.player(f.holder); loser != nil {
		p.Won++
		f.takeBack(loser)
		is := func(name string) bool { return name == place.Name }
		loser.Locations = slices.DeleteFunc(slices.Clone(loser.Locations), is)
		if atOnce || f.is(optVictory, "always") {
			told.Points = spoilsOfVictory + f.passive(f.attacker).Victory
			f.award(f.attacker, told.Points)
		}
	}
	told.Total = p.Points
	if place.Native >= startCity {
		told.City = true
		p.Locations = append(slices.Clone(p.Locations), place.Name)
	}
	f.tell("conquered", told)
	if !told.City {
		f.gainSpoils(f.attacker, place.Native, 1)
	}
}

// takeBack gives the marker of a lost territory back to its player, unless all their markers were in use and they have
// trained masters without one (DH-29).
func (f *fight) takeBack(p *Player) {
	used := len(f.territories(p.Seat)) - 1 + len(p.Masters) // not counted: the capital, which has a marker of its own
	p.Pieces = min(p.Pieces+1, max(0, f.board.Pieces-used))
}

// fail leaves the territory as it was (DH-28).
func (f *fight) fail() {
	attack, defence := f.totals()
	if p := f.player(f.holder); p != nil {
		p.Defended++
	}
	f.tell("repelled", repelled{f.attacker, f.at(), f.holder, attack, defence})
}
