// Package robot plays Dealers in Hope from the information that a player has, in the words that a player writes.
//
// It plays a modest game: it takes what its hand is strong enough for, trains what it can pay for, gets rid of
// masses, keeps leader cards for later, and defends where it can win. A robot that looks ahead tries out what it thinks
// of by the rules, and takes the turn after which it stands best. It knows no more than a player's letter says.
package robot

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator/dealers"
)

// A Robot plays by its view.
type Robot struct {
	Ahead bool // whether it weighs all turns that it thinks of; a plain one takes the first that is possible
}

// Answer returns the answer of a plain robot.
func Answer(v dealers.View, kind, filed string, r *rand.Rand) string {
	return Robot{}.Answer(v, kind, filed, r)
}

// Answer returns the robot's letter in reply to a request of a kind, for a player's view and the orders on file; ""
// if it has nothing to say. r makes its play vary: two robots with the same view need not act alike.
func (b Robot) Answer(v dealers.View, kind, filed string, r *rand.Rand) string {
	m := &mind{View: v, b: v.Board(), on: v.On(), r: r, me: v.Me(), filed: filed}
	switch kind {
	case "draft":
		return m.draft()
	case "turn":
		if b.Ahead {
			return m.ahead()
		}
		return m.turn()
	case "more":
		return m.more()
	case "defence":
		if b.Ahead {
			return "READY, HAND" // if those cards are enough
		}
		return m.defence()
	case "final":
		return m.final()
	case "winter":
		return m.winter()
	}
	return ""
}

// A mind is the robot's analysis of a view.
type mind struct {
	dealers.View
	b     *dealers.Board
	on    *dealers.Map
	r     *rand.Rand
	me    dealers.Player
	filed string
}

// draft returns all leaders and cities that are left, in random order.
func (m *mind) draft() string {
	var out []string
	if m.Draft != nil {
		out = slices.Concat(m.Draft.Factions, m.Draft.Cities)
	}
	m.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return "TAKE " + strings.Join(out, ", ")
}

// can reports whether an order would be accepted as it is.
func (m *mind) can(words string) bool { return len(m.Read("turn", m.rules(), words).Faults()) == 0 }

// rules returns the orders on file except turns, which the robot decides again.
func (m *mind) rules() string {
	var out strings.Builder
	for line := range strings.Lines(m.filed) {
		if word, _, _ := strings.Cut(line, " "); slices.Contains([]string{"DEFEND", "WINTER", "STOP"},
			strings.TrimSpace(word)) {
			out.WriteString(line)
		}
	}
	return out.String()
}

// turn returns the turn that seems best now: the first idea that is possible, or else a pass. Now and then it adds an
// order for defence.
func (m *mind) turn() string {
	words := "PASS"
	for _, idea := range m.ideas() {
		if idea != "" && m.can(idea) {
			words = m.using(idea)
			break
		}
	}
	if m.r.IntN(6) == 0 {
		words += "\nDEFEND ANY: READY, HAND"
	}
	return words
}

// ideas returns turns, the best first: mostly assaults before training before reorganizing.
func (m *mind) ideas() []string {
	assaults, trainings, others := m.assaults(), m.trainings(), m.reorganizings()
	order := [][]string{assaults, trainings, others}
	switch m.r.IntN(6) {
	case 0:
		order = [][]string{trainings, assaults, others}
	case 1:
		order = [][]string{others, assaults, trainings}
	}
	return slices.Concat(order...)
}

// box returns the words that choose the first free action that satisfies fits, or, late in an era, one with the
// leader cube.
func (m *mind) box(fits func(dealers.Action) bool) []string {
	var out, by []string
	for _, a := range m.Era().Actions {
		switch {
		case !fits(a):
		case m.Free(&a) && (m.me.Cubes > 0 || m.me.Token):
			out = append(out, "ACTION "+a.Name)
		case m.me.Leader:
			by = append(by, "ACTION "+a.Name+" BY LEADER")
		}
	}
	return append(out, by...)
}

// value returns a card's value of a strength.
func (m *mind) value(card string, s dealers.Strength) int {
	if c := m.b.Card(card); c != nil {
		return c.Values[s]
	}
	return 0
}

// worth returns the overall value of a card.
func (m *mind) worth(card string) int {
	return m.value(card, dealers.Attack) + m.value(card, dealers.Support) + m.value(card, dealers.Defence)/2
}

// strong returns the cards in hand and ready area, the strongest first.
func (m *mind) strong(s dealers.Strength) []string {
	cards := slices.Concat(m.Hand, m.me.Ready)
	slices.SortStableFunc(cards, func(x, y string) int { return cmp.Compare(m.value(y, s), m.value(x, s)) })
	return slices.DeleteFunc(cards, func(c string) bool { return m.value(c, s) == 0 })
}

// spoils returns the robot's spoils that give a strength, and how much of it.
func (m *mind) spoils(s dealers.Strength) (names []string, n int) {
	for _, name := range m.me.Locations {
		l := m.b.Location(name)
		if l == nil || !l.Spoils() || slices.Contains(names, name) {
			continue
		}
		for _, e := range l.Effects {
			if e.Op == dealers.OpGain && e.Own() && e.What == s.String() {
				names, n = append(names, name), n+e.Amount
			}
		}
	}
	return names, n
}

// played returns a card with a value, and with the choices that it may need.
func (m *mind) played(card string, s dealers.Strength) string {
	out := dealers.Plain(card) + "=" + s.Letter()
	if c := m.b.Card(card); c != nil {
		if words := m.choice(c.Effects, card); words != "" {
			out += " (" + words + ")"
		}
	}
	return out
}

// choice returns random choices for what effects leave open.
func (m *mind) choice(effects []dealers.Effect, but string) string {
	var words []string
	left := slices.DeleteFunc(slices.Clone(m.Hand), func(c string) bool { return c == but })
	for _, e := range effects {
		switch {
		case e.Op == dealers.OpDismiss:
			if cards := m.masses(slices.Concat(m.Discard, left), e.Amount); cards != nil {
				words = append(words, "DISMISS "+strings.Join(cards, ", "))
			}
		case e.Op == dealers.OpReady && len(left) > 0 && m.r.IntN(2) == 0:
			words = append(words, "READY "+dealers.Plain(left[m.r.IntN(len(left))]))
		case e.Op == dealers.OpRecover && len(m.Discard) > 0:
			words = append(words, "TAKE "+dealers.Plain(slices.MaxFunc(m.Discard, func(x, y string) int {
				return cmp.Compare(m.worth(x), m.worth(y))
			})))
		case e.Op == dealers.OpTrain:
			if cards := m.wanted(e.Cost, nil); len(cards) > 0 {
				words = append(words, "TAKE "+cards[m.r.IntN(min(3, len(cards)))])
			}
		case e.Target == "chosen":
			if other := m.Players[m.r.IntN(len(m.Players))].Seat; other != m.Seat {
				words = append(words, "ON "+other)
			}
		}
	}
	return strings.Join(words, " ")
}

// masses returns the cards of least value, at most most of them.
func (m *mind) masses(cards []string, most int) []string {
	var out []string
	for _, c := range cards {
		if card := m.b.Card(c); card != nil && card.Kind == dealers.Masses && len(out) < most {
			out = append(out, dealers.Plain(c))
		}
	}
	return out
}

// ending returns the order for the cards that are left: those of little value are discarded.
func (m *mind) ending(used []string) string {
	left := slices.Clone(m.Hand)
	for _, c := range used {
		if i := slices.Index(left, c); i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
	}
	var out []string
	for _, c := range left {
		if card := m.b.Card(c); card != nil && card.Kind != dealers.Leader && m.worth(c) <= 2+m.r.IntN(3) {
			out = append(out, dealers.Plain(c))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "\nDISCARD " + strings.Join(out, ", ")
}

// winter returns the cards to discard in winter: masses.
func (m *mind) winter() string {
	cards := m.masses(m.Hand, len(m.Hand))
	if len(cards) == 0 {
		return "KEEP ALL"
	}
	return "DISCARD " + strings.Join(cards, ", ")
}

// more returns the orders after cards were drawn: mostly the earlier ones, now and then with one more card.
func (m *mind) more() string {
	if m.r.IntN(2) == 0 || len(m.Hand) == 0 {
		return ""
	}
	s := dealers.Attack
	if a := byName(m.Era().Actions, m.Acting.Action); a != nil && a.Group == dealers.Train {
		s = dealers.Support
	}
	words := fmt.Sprintf("PLAY %s\n%s", m.played(m.Hand[m.r.IntN(len(m.Hand))], s), m.filed)
	if r := m.Read("more", "", words); len(r.Faults()) > 0 {
		return ""
	}
	return words
}

func byName(actions []dealers.Action, name string) *dealers.Action {
	i := slices.IndexFunc(actions, func(a dealers.Action) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return &actions[i]
}
