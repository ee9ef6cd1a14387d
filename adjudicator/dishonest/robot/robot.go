// Package robot plays Dishonest Decade from the information that a player has, in the words that a player writes.
//
// It plays a modest game: it attacks weaker defenders, neutral regions and objectives first, also by sea, annexes
// what it holds, builds near its enemies, scores its cards, plays its ideology, and passes when its operations are
// spent. A robot that looks ahead thinks of more turns, tries each out by the rules, and takes the one after which it
// stands best. It knows no more than a player's letter says.
package robot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator/dishonest"
)

// A Robot plays by its view.
type Robot struct {
	Ahead bool // whether it weighs all turns that it thinks of; a plain one takes the first that is possible
}

// Answer returns the answer of a plain robot.
func Answer(v dishonest.View, kind, filed string, r *rand.Rand) string {
	return Robot{}.Answer(v, kind, filed, r)
}

// Answer returns the robot's letter in reply to a request of a kind, for a player's view and the orders on file; ""
// if it has nothing to say. r makes its play vary: two robots with the same view need not act alike.
func (b Robot) Answer(v dishonest.View, kind, filed string, r *rand.Rand) string {
	m := &mind{View: v, b: v.Board(), r: r, me: v.Me(), filed: filed}
	if b.Ahead {
		switch kind {
		case "income":
			return m.sealed()
		case "ideology":
			return "IDEOLOGY " + strings.Join(m.preferred(), ", ")
		case "turn":
			return m.ahead()
		case "defence", "commit":
			return m.holding()
		}
	}
	switch kind {
	case "income":
		return m.income()
	case "bid":
		return fmt.Sprintf("BID %d MONEY", r.IntN(1+min(2, v.Stock[dishonest.Money])))
	case "ideology":
		return "IDEOLOGY " + strings.Join(m.ideologies(), ", ")
	case "turn":
		return m.turn()
	case "defence", "commit":
		return m.defence()
	case "secondary":
		return m.secondary()
	}
	return ""
}

// A mind is the robot's analysis of a view.
type mind struct {
	dishonest.View
	b     *dishonest.Board
	r     *rand.Rand
	me    dishonest.Player
	filed string
}

// areas returns all areas of the board.
func (m *mind) areas() []dishonest.Area {
	out := make([]dishonest.Area, len(m.b.Places))
	for i := range out {
		out[i] = dishonest.Area(i)
	}
	return out
}

// mine reports whether the robot holds an area.
func (m *mind) mine(a dishonest.Area) bool { return m.Holder(a) == m.Seat }

// can reports whether an order would be accepted as it is.
func (m *mind) can(words string) bool {
	r := m.Read("turn", m.rest(), words)
	return len(r.Faults()) == 0
}

// rest returns the orders on file except turns, which the robot decides again.
func (m *mind) rest() string {
	_, rules := m.split()
	return rules
}

// split splits the orders on file into turns and standing orders.
func (m *mind) split() (turns, rules string) {
	for line := range strings.Lines(m.filed) {
		if word, _, _ := strings.Cut(line, " "); slices.Contains([]string{"DEFEND", "SECONDARY",
			"LOSE", "TIES", "STOP"}, strings.TrimSpace(word)) {
			rules += line
		} else {
			turns += line
		}
	}
	return turns, rules
}

// income returns the sealed letter: cards, a pool for its largest stacks, a small bid, and ideologies and allies at
// random.
func (m *mind) income() string {
	largest := 2
	for _, a := range m.areas() {
		largest = max(largest, m.Force(a, m.Seat).Total())
	}
	pool := min(m.Stock[dishonest.Supply], max(largest, 2)+m.r.IntN(2))
	lines := []string{"DRAW 2", fmt.Sprintf("POOL %d", pool), "IDEOLOGY " + strings.Join(m.ideologies(), ", ")}
	if n := min(3, m.Stock[dishonest.Money]); n > 0 && m.r.IntN(2) == 0 {
		lines = append(lines, fmt.Sprintf("BID %d MONEY", m.r.IntN(n+1)))
	}
	if m.r.IntN(4) == 0 {
		var others []string
		for _, p := range m.Players {
			if p.Seat != m.Seat {
				others = append(others, p.Seat)
			}
		}
		m.r.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
		lines = append(lines, "ALLY "+strings.Join(others[:1+m.r.IntN(len(others))], ", "))
	}
	if m.r.IntN(2) == 0 {
		lines = append(lines, "DEFEND ANY: SUPPLY 1 IF ODDS >= 1:2")
	}
	return strings.Join(lines, "\n")
}

// ideologies returns all tiles in random order.
func (m *mind) ideologies() []string {
	var out []string
	for _, t := range m.b.Tiles {
		out = append(out, t.Name)
	}
	m.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// turn returns the turn that seems best now: the first idea that is possible, or else a pass.
func (m *mind) turn() string {
	var ideas []string
	if s := m.score(); s != "" {
		ideas = append(ideas, s)
	}
	ideas = append(ideas, m.attacks()...)
	if m.r.IntN(3) == 0 {
		ideas = append(ideas, m.plays()...)
	}
	ideas = append(ideas, m.builds()...)
	ideas = append(ideas, m.advances()...)
	if m.me.Tile != "" && !m.me.Spent {
		ideology := m.ideology()
		if at := len(ideas); at > 0 && m.r.IntN(3) == 0 {
			ideas = slices.Insert(ideas, 0, ideology...)
		} else {
			ideas = append(ideas, ideology...)
		}
	}
	if !m.funded() {
		ideas = m.ideology()
	}
	for _, idea := range append(ideas, "PASS") {
		if idea == "" {
			continue
		}
		for _, words := range []string{m.with(idea), idea} {
			if m.can(words) {
				return words
			}
		}
	}
	return "PASS"
}

// funded reports whether there are operations or oil for an action.
func (m *mind) funded() bool {
	return m.Stock[dishonest.Operations]+m.Stock[dishonest.Oil] > 0
}

// with adds a region to annex to a turn, if there is one that is worth it.
func (m *mind) with(idea string) string {
	if strings.HasPrefix(idea, "PASS") || strings.Contains(idea, "ANNEX") ||
		m.Stock[dishonest.Operations]+m.Stock[dishonest.Oil] < 2 {
		return idea
	}
	best, at := 0.0, ""
	for _, a := range m.areas() {
		p := m.b.Places[a]
		free := !p.Sea && p.Home == "" && m.Areas[a].Colony != m.Seat
		if free && m.Force(a, m.Seat).Army() > 0 {
			if w := m.worth(a) + m.r.Float64(); w > best {
				best, at = w, p.Name
			}
		}
	}
	if at == "" {
		return idea
	}
	return idea + "\nANNEX " + at
}

// worth returns the value of a region.
func (m *mind) worth(a dishonest.Area) float64 {
	p := m.b.Places[a]
	w := 0.3 + float64(p.Yield.Total())
	if p.Objective {
		w += 4
	}
	return w
}

// score returns an order that scores a card.
func (m *mind) score() string {
	for _, n := range m.Hand {
		if m.Meets(n) {
			for _, idea := range append(m.builds(), append(m.ideology(), "PASS")...) {
				if words := fmt.Sprintf("SCORE %d\n%s", n, idea); m.can(words) {
					return words
				}
			}
		}
	}
	return ""
}

// strength returns the total strength of everybody who would defend an area.
func (m *mind) strength(a dishonest.Area) int {
	h := m.Areas[a]
	n := h.Neutral + h.Garrison
	for _, k := range h.Stacks {
		n += k.Force.Strength()
	}
	return n
}
