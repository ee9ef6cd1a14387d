package robot

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator/successors"
)

// A robot that looks ahead thinks of several turns, each in a temper of its own, and takes the one after which it
// stands best when all others have had a plain turn, too.

// A deed is a part of a turn.
type deed struct {
	kind     deedKind
	from, to successors.Area
	units    successors.Units
}

type deedKind int

const (
	buys deedKind = iota
	goes
	fights
)

func only(t successors.Type, n int) (u successors.Units) {
	u[t] = n
	return u
}

const (
	considered = 24        // turns that a robot thinks of
	futures    = uint64(2) // number of sequels that are tried for each turn
)

// ahead returns the orders for the robot's own turn.
func (m *mind) ahead() string {
	var best []string
	most := math.Inf(-1)
	seed := m.r.Uint64() // sequels have the same luck after each of the turns
	for i := range considered {
		one := *m
		if i > 0 {
			one.temper = temper{odds: 1 + m.r.Float64(), most: m.r.IntN(7), keep: m.r.IntN(5) / 3, mass: m.r.IntN(2) == 0}
		}
		lines := one.turn()
		v := 0.0
		for n := range futures {
			v += m.position(m.later(one.outcome(), rand.New(rand.NewPCG(seed, n))))
		}
		if v > most {
			best, most = lines, v
		}
	}
	return strings.Join(best, "\n")
}

// later returns the position some turns after the robot's, if all players go on with plain ones.
func (m *mind) later(w successors.View, r *rand.Rand) successors.View {
	const rounds = 3
	for i := range rounds {
		if w.Turn > w.Turns {
			break
		}
		if i > 0 {
			w = m.reply(w, m.v.Seat, r)
		}
		for _, seat := range m.others() {
			w = m.reply(w, seat, r)
		}
		w.Turn++
	}
	return w
}

// others returns the other players in the order in which they move after this one.
func (m *mind) others() []string {
	var out, before []string
	for _, p := range m.v.Players {
		switch {
		case p.Seat == m.v.Seat:
			before, out = out, nil
		case !p.Out:
			out = append(out, p.Seat)
		}
	}
	return append(out, before...)
}

// reply returns the position after a plain turn of another player, as far as it can be foreseen.
func (m *mind) reply(w successors.View, seat string, r *rand.Rand) successors.View {
	other := &mind{Board: m.Board, v: w, r: r, temper: calm}
	other.v.Seat, other.v.Hand = seat, nil
	for i, p := range w.Players {
		if p.Seat == seat {
			other.v.Players = slices.Clone(w.Players)
			other.v.Players[i].Talents = max(0, p.Talents+other.income())
		}
	}
	other.turn()
	return other.outcome()
}

// outcome returns the position after the robot's turn, as it may come to be: battles end as they do on average.
func (m *mind) outcome() successors.View {
	w := m.v
	w.Players, w.Areas = slices.Clone(w.Players), slices.Clone(w.Areas)
	for i := range w.Players {
		if w.Players[i].Seat == w.Seat {
			w.Players[i].Talents = m.talents
		}
	}
	for _, d := range m.did {
		switch d.kind {
		case buys:
			put(&w.Areas[d.to], w.Seat, d.units)
		case goes:
			put(&w.Areas[d.from], w.Seat, successors.Units{}.Minus(d.units))
			put(&w.Areas[d.to], w.Seat, d.units)
		case fights:
			m.fought(&w.Areas[d.to])
		}
	}
	return w
}

// put adds units of a side to an area.
func put(h *successors.Holding, side string, u successors.Units) {
	h.Stacks = slices.Clone(h.Stacks)
	for i := range h.Stacks {
		if h.Stacks[i].Side == side {
			h.Stacks[i].Units = h.Stacks[i].Units.Plus(u)
			return
		}
	}
	h.Stacks = append(h.Stacks, successors.Stack{Side: side, Units: u})
}

// An army is a number of land units by type, as it is on average.
type army [5]float64

func (a army) total() float64 { return a[0] + a[1] + a[2] + a[3] }

// hits returns how many hits an army makes in a round.
func (m *mind) hits(a army) float64 {
	n := 0.0
	for _, t := range successors.Land {
		n += a[t] * float64(max(0, 7-m.Hit.Of(t))) / 6
	}
	return n
}

// less returns an army after some hits.
func (a army) less(hits float64) army {
	left := max(0, a.total()-hits)
	if left == 0 {
		return army{}
	}
	share := left / a.total()
	for t := range a {
		a[t] *= share
	}
	return a
}

// fought has the robot fight all enemies in an area: who is weaker gives way.
func (m *mind) fought(h *successors.Holding) {
	var us, them army
	allies := m.me().Allies
	for _, k := range h.Stacks {
		for _, t := range successors.Land {
			switch {
			case k.Side == m.v.Seat:
				us[t] += float64(k.Units[t])
			case !slices.Contains(allies, k.Side):
				them[t] += float64(k.Units[t])
			}
		}
	}
	const rounds = 12
	for range rounds {
		ours, theirs := m.hits(us), m.hits(them)
		if us.total() < 0.5 || them.total() < 0.5 {
			break
		}
		us, them = us.less(theirs), them.less(ours)
		if m.hits(us) < m.hits(them) { // the attacker breaks off
			break
		}
	}
	won := us.total() >= 0.5 && m.hits(us) >= m.hits(them)
	var stacks []successors.Stack
	for _, k := range h.Stacks {
		switch {
		case k.Side == m.v.Seat:
			k.Units = us.counted(k.Units)
		case slices.Contains(allies, k.Side):
		case won: // the rest of them is somewhere else now
			k.Units = k.Units.Only(successors.Fleet)
		default:
			k.Units = them.counted(k.Units)
		}
		if k.Units.Total() > 0 {
			stacks = append(stacks, k)
		}
	}
	h.Stacks = stacks
}

// counted returns what is left of some units, by the army that remains.
func (a army) counted(u successors.Units) successors.Units {
	for _, t := range successors.Land {
		u[t] = min(u[t], int(a[t]+0.5))
	}
	return u
}

// position returns how well the robot stands in a position, in points at the end.
func (m *mind) position(w successors.View) float64 {
	mine, best := 0.0, 0.0
	for _, p := range w.Players {
		v := m.points(w, p)
		if p.Seat == m.v.Seat {
			mine = v
		} else {
			best = max(best, v)
		}
	}
	return mine - 0.3*best
}

// points returns what a player may have at the end if nothing more is won or lost.
func (m *mind) points(w successors.View, p successors.Player) float64 {
	left := float64(max(0, w.Turns-w.Turn))
	const talent = 0.5
	sum := talent * float64(p.Talents)
	for a := range w.Areas {
		alone, here := true, successors.Units{}
		for _, k := range w.Areas[a].Stacks {
			if k.Side == p.Seat {
				here = k.Units
			} else if k.Units.Army() > 0 {
				alone = false
			}
		}
		force := 0.0
		for _, t := range successors.Land {
			force += float64(here[t] * max(0, 7-m.Hit.Of(t)))
		}
		sum -= talent * left * float64(here.Total())
		sum += min(left, 4) * 0.16 * force
		if alone && here.Army() > 0 && w.Areas[a].Unrest == "" {
			sum += float64(m.Places[a].Value) * (1 + talent*left*1.2)
		}
	}
	return sum
}
