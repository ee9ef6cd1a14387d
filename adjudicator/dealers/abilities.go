package dealers

import "deaddrop/adjudicator/pack"

// passive returns a player's permanent bonuses: the sum of those of their faction, location cards and masters.
func (s *State) passive(seat string) Passive {
	var sum Passive
	for _, from := range s.sources(seat) {
		sum = sum.plus(from.gives)
	}
	return sum
}

// A source is a faction, a location card or a master of a player, by name, with its permanent bonuses.
type source struct {
	name  string
	gives Passive
}

// sources returns all sources of a player.
func (s *State) sources(seat string) (out []source) {
	p, b := s.player(seat), s.edition()
	if f := b.faction(p.Faction); f != nil {
		out = append(out, source{f.Name, f.Passive})
	}
	for _, name := range p.Locations {
		out = append(out, source{name, b.location(name).Passive})
	}
	for _, name := range p.Masters {
		out = append(out, source{"the master of " + name, b.family(name).Passive})
	}
	return out
}

// A Credit is the part of a sum that comes from one source (DH-36).
type Credit struct {
	From string
	N    int
}

// credits returns the parts of a bonus that each of a player's sources gives, in the order of sources; counts returns
// the bonus in a Passive.
func (s *State) credits(seat string, counts func(Passive) int) (out []Credit) {
	for _, from := range s.sources(seat) {
		if n := counts(from.gives); n != 0 {
			out = append(out, Credit{from.name, n})
		}
	}
	return out
}

// plus returns the sum of two passives.
func (x Passive) plus(y Passive) Passive {
	x.Hand += y.Hand
	x.Attack += y.Attack
	x.Oversea += y.Oversea
	x.Raid += y.Raid
	x.Defence += y.Defence
	x.Support += y.Support
	x.Sea += y.Sea
	x.Victory += y.Victory
	x.Masses += y.Masses
	x.Citizen += y.Citizen
	x.Level1 += y.Level1
	x.Level2 += y.Level2
	x.Master += y.Master
	return x
}

// handSize returns the number of cards to which a player's hand is refilled (DH-2).
func (s *State) handSize(seat string) int { return max(0, s.edition().Hand+s.passive(seat).Hand) }

// price returns the price for a player to train a card, or the master of a family: the printed price less the
// player's discounts.
func (s *State) price(seat, name string) int {
	b, less := s.edition(), s.passive(seat)
	c := b.card(name)
	switch {
	case c == nil:
		return max(0, b.family(name).Cost-less.Master)
	case c.Kind == Masses:
		return max(0, c.Cost-less.Masses)
	case c.Kind == Citizen:
		return max(0, c.Cost-less.Citizen)
	case c.Level == 2:
		return max(0, c.Cost-less.Level2)
	default:
		return max(0, c.Cost-less.Level1)
	}
}

// A skill is what can be played or used: its name, its effects, and a description of them.
type skill struct {
	name, text string
	effects    []Effect
}

// skill returns the skill of a play, whose name must be on the board.
func (b *Board) skill(p play) skill {
	name := plain(p.card)
	if !p.use {
		c := b.card(name)
		return skill{name, c.Text, c.Effects}
	}
	if l := b.location(name); l != nil {
		return skill{name, l.Text, l.Effects}
	}
	if f := b.faction(name); f != nil {
		return skill{name, f.Text, f.Effects}
	}
	f := b.family(name)
	return skill{name, f.Text, f.Effects}
}

// values returns the markers that a play certainly gives a player: the chosen value of a card, and those of its
// effects.
func (v *View) values(seat string, p play) Strengths {
	var x Strengths
	b := v.edition()
	if c := b.card(p.card); !p.use && c != nil && p.value >= Attack {
		x[p.value] = c.Values[p.value]
	}
	if p.choice.none {
		return x
	}
	for _, e := range b.skill(p).effects {
		if e.Op == OpGain && (e.Own() || e.Target == pack.ToAll) {
			x[e.strength()] += e.Amount
		}
	}
	return x
}
