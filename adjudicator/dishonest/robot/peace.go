package robot

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/dishonest"
)

// builds returns mobilize actions, in regions with room and a neighbour to watch.
func (m *mind) builds() []string {
	money := m.Stock[dishonest.Money]
	if money == 0 {
		return nil
	}
	var sites []dishonest.Area
	for _, a := range m.areas() {
		if m.Controls(a, m.Seat) && m.b.Places[a].Yield[dishonest.Money] > 0 {
			sites = append(sites, a)
		}
	}
	m.r.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	var out []string
	for _, a := range sites {
		room := max(1, m.me.Pool) - m.Force(a, m.Seat).Total() - m.Areas[a].Garrison
		for _, unit := range []dishonest.Type{dishonest.Armour, dishonest.Infantry} {
			n := min(m.b.Places[a].Yield[dishonest.Money], 2, room, money/unit.Cost())
			if n > 0 && (unit != dishonest.Armour || m.r.IntN(2) == 0) {
				out = append(out, fmt.Sprintf("MOBILIZE %d %s AT %s", n, words[unit], m.b.Name(a)))
			}
		}
		for _, sea := range m.b.Next(a) {
			free := m.b.IsSea(sea) && m.open(sea) && m.Force(sea, m.Seat).Ships() == 0
			if free && money >= 2 && m.r.IntN(3) == 0 {
				out = append([]string{"MOBILIZE 1 SQN AT " + m.b.Name(sea)}, out...)
			}
		}
		if m.r.IntN(6) == 0 && m.Areas[a].Garrison < 2 {
			out = append(out, "GARRISON "+m.b.Name(a))
		}
	}
	return out[:min(6, len(out))]
}

// plays returns turns that play cards for their strategy effects, with guesses for the choices.
func (m *mind) plays() []string {
	var out []string
	for _, n := range m.Hand {
		c := m.numbered(n)
		if c == nil || len(c.Strategy) == 0 {
			continue
		}
		words := fmt.Sprintf("PLAY %d%s", n, m.choice(c.Strategy))
		if c.Action {
			out = append(out, words)
			continue
		}
		for _, idea := range append(m.builds(), "PASS") {
			out = append(out, words+"\n"+idea)
		}
	}
	return out
}

// ideology returns turns that play the tile, with guesses, or else without a choice.
func (m *mind) ideology() []string {
	for _, t := range m.b.Tiles {
		if t.Name == m.me.Tile && !m.me.Spent {
			return []string{"IDEOLOGY" + m.choice(t.Primary), "IDEOLOGY" + m.choice(t.Primary), "IDEOLOGY"}
		}
	}
	return nil
}

// secondary returns an answer that accepts what another player's tile gives, with guesses.
func (m *mind) secondary() string {
	if m.Tile == nil {
		return "NO"
	}
	for _, t := range m.b.Tiles {
		if t.Name == m.Tile.Tile {
			for range 3 {
				if words := "YES" + m.choice(t.Secondary); len(m.Read("secondary", "", words).Faults()) == 0 {
					return words
				}
			}
		}
	}
	return "NO"
}

// choice returns guesses for the choices that effects leave open.
func (m *mind) choice(effects []dishonest.Effect) string {
	var out string
	for _, e := range effects {
		switch e.Op {
		case dishonest.OpGain, dishonest.OpSteal:
			if e.What == "" {
				out += " TAKE " + strings.ToUpper(dishonest.Resources[m.r.IntN(4)].String())
			}
		case dishonest.OpBuild:
			if builds := m.builds(); len(builds) > 0 && !strings.HasPrefix(builds[0], "GARRISON") {
				out += " BUILD " + strings.TrimPrefix(builds[0], "MOBILIZE ")
			}
		case dishonest.OpMove:
			if moves := m.advances(); len(moves) > 0 {
				_, text, _ := strings.Cut(moves[0], ": ")
				out += " MOVE " + text
			}
		case dishonest.OpUnits, dishonest.OpGarrison, dishonest.OpSubvert, dishonest.OpColony, dishonest.OpQuagmire:
			if at := m.site(e); at != "" && !strings.Contains(out, " AT ") {
				out += " AT " + at
			}
		}
		if e.Target == "chosen" && !strings.Contains(out, " ON ") {
			others := slices.DeleteFunc(slices.Clone(m.Players), func(p dishonest.Player) bool {
				return p.Seat == m.Seat
			})
			out += " ON " + others[m.r.IntN(len(others))].Seat
		}
	}
	return out
}

// site returns a guess for the place of an effect: where the robot builds, or adjacent to an area that it holds.
func (m *mind) site(e dishonest.Effect) string {
	var sites []string
	for _, a := range m.areas() {
		p := m.b.Places[a]
		home := m.Controls(a, m.Seat)
		beside := slices.ContainsFunc(m.b.Next(a), func(o dishonest.Area) bool { return m.mine(o) })
		fits := false
		switch e.Op {
		case dishonest.OpUnits, dishonest.OpGarrison:
			fits = home && (e.Op == dishonest.OpGarrison || p.Yield[dishonest.Money] > 0)
		case dishonest.OpSubvert:
			fits = beside && m.Areas[a].Neutral > 0
		case dishonest.OpColony:
			free := m.Holder(a) == "" && m.Areas[a].Neutral == 0
			fits = beside && free && p.Home == ""
		case dishonest.OpQuagmire:
			fits = p.Home == "" && !m.mine(a)
		}
		if fits && !p.Sea {
			sites = append(sites, p.Name)
		}
	}
	if len(sites) == 0 {
		return ""
	}
	return sites[m.r.IntN(len(sites))]
}

// defence returns standing orders that commit a little where it is useful.
func (m *mind) defence() string {
	n := m.r.IntN(1 + min(3, m.Stock[dishonest.Supply]))
	return fmt.Sprintf("SUPPLY %d%s", n, m.battleCard())
}
