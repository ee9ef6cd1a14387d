package successors

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// TestRules plays the cases of testdata/rules*.txt; the head of testdata/rules.txt says how they are written.
func TestRules(t *testing.T) { script().Play(t, caseFiles) }

// Every rule has a case, and so has each value of each option, in a line of its own.
func TestEveryRuleHasACase(t *testing.T) {
	adjudicatortest.EachRule(t, caseFiles, "SU", 39, options)
}

const caseFiles = "testdata/rules*.txt"

func script() adjudicatortest.Script {
	return adjudicatortest.Script{
		Rules: Rules, Sheets: []string{"home", "turn", "standing"},
		Put: []string{"setup", "players", "turn", "mover", "board", "home", "talents", "chits", "standing", "allies", "captive", "marker", "pack", "draw", "choose", "ruled"},
		// The event is one of which nothing comes, unless the case has dice for it.
		Stage: stage, Dice: map[string][]int{"event": nothingHappens()}, Sees: sees,
	}
}

// sees returns what stands on the board, and a player's chits.
func sees(q adjudicator.Position, seat adjudicator.Seat) []string {
	p := q.(*position)
	if seat == adjudicator.GM || seat == adjudicator.Observer {
		return p.inWords()
	}
	if p.player(string(seat)) == nil {
		return nil
	}
	return append(p.inWords(), fmt.Sprintf("then chits %v", p.secret(string(seat)).Hand))
}

// nothingHappens returns dice of an event without an effect.
func nothingHappens() []int {
	b := House()
	for n := 11; n <= 66; n++ {
		if c, ok := b.Odd[n]; ok && !slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Op != OpNone }) {
			return []int{1, n / 10, n % 10}
		}
	}
	panic("something happens with each throw")
}

// inWords returns what stands on the board, a line for each area and each player.
func (p *position) inWords() []string {
	var out []string
	for a, h := range p.Areas {
		var stacks []string
		for _, k := range h.Stacks {
			words := []string{k.Side}
			for _, t := range Types {
				if n := k.Units[t]; n > 0 {
					words = append(words, fmt.Sprintf("%d %v", n, t))
				}
				if n := k.Hired[t]; n > 0 {
					words = append(words, fmt.Sprintf("(%d hired)", n))
				}
			}
			if p.leads(Area(a), k.Side) {
				words = append(words, "leader")
			}
			stacks = append(stacks, strings.Join(words, " "))
		}
		text := strings.Join(stacks, ", ")
		if text == "" {
			text = "empty"
		}
		if h.Unrest != "" {
			text += "; " + string(h.Unrest)
		}
		out = append(out, "then "+h.Area+": "+text)
	}
	for _, q := range p.Players {
		text := fmt.Sprintf("then %s: %d talents, leader in %s", q.Seat, q.Talents, q.Leader.At)
		switch {
		case q.Out:
			text = "then " + q.Seat + ": out"
		case q.Leader.Captor != "":
			text = fmt.Sprintf("then %s: %d talents, leader held by %s", q.Seat, q.Talents, q.Leader.Captor)
		}
		out = append(out, text)
		if q.Home != "" {
			out = append(out, "then home of "+q.Seat+": "+q.Home)
		}
		for _, ally := range q.Allies {
			out = append(out, "then "+q.Seat+" is allied with "+ally)
		}
	}
	for _, r := range p.Ruled {
		out = append(out, fmt.Sprintf("then ruled %s: %s", r.Card, r.Ruling))
	}
	return append(out, fmt.Sprintf("then %q", p.Phase()))
}
