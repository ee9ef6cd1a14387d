package dishonest

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
	"deaddrop/adjudicator/pack"
	"deaddrop/adjudicator/queue"
)

// besieged is the strength of the neutral garrisons in the regions of a conquerable power without a player (DD-43).
const besieged = 3

// powers returns the seats for a number of players: the powers of the scenario, in the order of the table.
func powers(players int, pack []byte) []adjudicator.Seat {
	b, err := house.Of(string(pack))
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(seats(), func(s adjudicator.Seat) bool {
		return !slices.ContainsFunc(b.Scenarios[players].Powers, func(p Start) bool { return p.Seat == string(s) })
	})
}

// setup returns the initial position by the scenario for the number of players: units, markers, cubes and cards, the
// League track, and powers that nobody plays.
func setup(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
	b, err := house.Of(string(c.Pack))
	if err != nil {
		return nil, fmt.Errorf("reading the board: %w", err)
	}
	sc, ok := b.Scenarios[len(c.Seats)]
	if !ok {
		return nil, fmt.Errorf("there is no scenario for %d players", len(c.Seats))
	}
	p := &position{Pack: string(c.Pack), Options: c.Options}
	p.Year, p.Ruled = 1, pack.Precedents{}
	for _, place := range b.Places {
		p.Areas = append(p.Areas, Holding{Area: place.Name, Neutral: place.Garrison})
	}
	for _, s := range c.Seats {
		p.Secrets = append(p.Secrets, Secret{OnFile: queue.OnFile{Seat: string(s)}})
	}
	p.ready()
	p.leave(sc)
	for _, power := range sc.Powers {
		p.deploy(power)
	}
	for _, pair := range sc.Allies {
		p.ally(pair[0], pair[1])
	}
	for _, card := range b.Cards {
		p.Draw = append(p.Draw, card.Number)
	}
	p.Deck = len(p.Draw)
	r := p.begin(t)
	deck.Shuffle(t, "deck", p.Draw)
	for _, power := range sc.Powers {
		r.deal(power.Seat, power.Cards)
	}
	for i := range p.Players {
		p.Players[i].Points = r.points(p.Players[i].Seat)
	}
	r.tell("opening", opening{Order: p.order(), Unplayed: p.Unplayed})
	return p, nil
}

// leave sets what happens to the powers that nobody plays, by the scenario or the ruling (DD-43).
func (p *position) leave(sc Scenario) {
	for _, s := range seats() {
		seat := string(s)
		if slices.ContainsFunc(sc.Powers, func(o Start) bool { return o.Seat == seat }) {
			continue
		}
		u := Unplayed{
			seat, p.is(optUnplayed, "conquerable") ||
				p.is(optUnplayed, "scenario") && slices.Contains(sc.Conquered, seat),
		}
		p.Unplayed = append(p.Unplayed, u)
		for a, place := range p.board.Places {
			if place.Home != seat || place.Impassable {
				continue
			}
			if p.Areas[a].Neutral = 0; u.Conquerable {
				p.Areas[a].Neutral = besieged
			}
		}
	}
}

// deploy puts a power on the board and at the end of the League track.
func (p *position) deploy(power Start) {
	p.Players = append(p.Players, Player{Seat: power.Seat, Extra: power.Points})
	p.secret(power.Seat).Stock = power.Cubes
	for _, a := range power.Colonies {
		p.Areas[a].Colony, p.Areas[a].Neutral = power.Seat, 0
	}
	for _, k := range power.Units {
		p.add(k.Area, power.Seat, k.Force)
		p.Areas[k.Area].Neutral = 0
	}
	for a := range p.Areas {
		if n := power.Garrison[Area(a)]; n > 0 {
			p.Areas[a].Garrison, p.Areas[a].Keeper, p.Areas[a].Neutral = n, power.Seat, 0
		}
	}
}
