package dishonest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/pack"
)

const caseFiles = "testdata/rules*.txt"

// TestRules plays the cases of testdata/rules*.txt; the head of testdata/rules.txt says how they are written.
func TestRules(t *testing.T) { script().Play(t, caseFiles) }

// Every rule has a case, and so has each value of each option.
func TestEveryRuleHasACase(t *testing.T) {
	adjudicatortest.EachRule(t, caseFiles, "DD", 53, options)
}

func script() adjudicatortest.Script {
	return adjudicatortest.Script{
		Rules:  Rules,
		Sheets: []string{"income", "turn", "standing"},
		Put: []string{"players", "year", "turn", "mover", "income", "empty", "board", "hand", "stock", "pool", "tile", "allies", "order", "points", "scored",
			"passed", "ruled", "draw", "discard", "standing", "won", "silent", "pack"},
		Stage: stage,
		Sees:  func(p adjudicator.Position, seat adjudicator.Seat) []string { return p.(*position).inWords(seat) },
	}
}

// stage returns the position at the start of a case: a game as it is set up, in the first year's first turn, with
// what the case puts there.
func stage(t testing.TB, put []adjudicatortest.Put, rulings map[string]string) (adjudicator.Position, []adjudicator.EventRecord) {
	t.Helper()
	var players []string
	for _, l := range put {
		if l.Word == "players" {
			players = adjudicatortest.Commas(l.Rest)
		}
	}
	if players == nil {
		for _, p := range House().Scenarios[4].Powers {
			players = append(players, p.Seat)
		}
	}
	var seats []adjudicator.Seat
	for _, seat := range Rules.Seats {
		if slices.Contains(players, string(seat)) {
			seats = append(seats, seat)
		}
	}
	q, _ := adjudicatortest.Begun(t, Rules, seats, put, rulings)
	p := q.(*position).ready()
	p.Year, p.Turn, p.Mover = 1, 1, p.Players[0].Seat
	for i := range p.Players {
		p.Players[i].Extra = 0 // which is a matter of balance
	}
	for _, l := range put {
		p.putLine(t, l)
	}
	if p.Turn > 0 && !slices.ContainsFunc(put, func(l adjudicatortest.Put) bool { return l.Word == "mover" }) {
		p.Mover = p.Players[0].Seat
	}
	if p.Turn > 0 {
		p.Round = p.order()[p.rank(p.Mover)+1:]
	}
	// Open facts, and points, follow from the secret ones. The report leaves out what the case itself put there.
	for i := range p.Players {
		p.Players[i].Cards = len(p.secret(p.Players[i].Seat).Hand)
	}
	p.Deck = len(p.Draw)
	p.settle()
	return p, nil
}

// settle sets the points to what stands on the board, as if it had been there before; a case gives more with "points".
func (p *position) settle() {
	for i := range p.Players {
		q := &p.Players[i]
		q.Points = q.Extra + len(q.Scored)
		for a := range p.Areas {
			if p.board.Places[a].Objective && p.holder(Area(a)) == q.Seat {
				q.Points++
			}
		}
	}
}

// putLine puts a line of a case on the board.
func (p *position) putLine(t testing.TB, l adjudicatortest.Put) {
	t.Helper()
	who, rest, _ := strings.Cut(l.Rest, " ")
	who = strings.TrimSuffix(who, ":")
	number := func(s string) int {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil {
			t.Fatalf("%s %s: %v", l.Word, l.Rest, err)
		}
		return n
	}
	numbers := func(s string) []int {
		var out []int
		for _, n := range adjudicatortest.Commas(s) {
			out = append(out, number(n))
		}
		return out
	}
	without := func(list, gone []int) []int {
		return slices.DeleteFunc(slices.Clone(list), func(n int) bool { return slices.Contains(gone, n) })
	}
	switch l.Word {
	case "year":
		p.Year = number(l.Rest)
	case "turn":
		p.Turn = number(l.Rest)
	case "mover":
		p.Mover = l.Rest
	case "income":
		p.Turn, p.Mover = 0, ""
	case "empty": // empty board, and nobody has a marker
		for a := range p.Areas {
			p.Areas[a] = Holding{Area: p.Areas[a].Area}
		}
	case "board":
		for part := range strings.SplitSeq(l.Rest, ";") {
			p.putArea(t, part)
		}
	case "hand":
		hand := numbers(rest)
		p.secret(who).Hand = hand
		for i := range p.Secrets {
			if p.Secrets[i].Seat != who {
				p.Secrets[i].Hand = without(p.Secrets[i].Hand, hand)
			}
		}
		p.Draw, p.Discard = without(p.Draw, hand), without(p.Discard, hand)
	case "stock":
		p.secret(who).Stock = stockOf(t, rest)
	case "pool":
		p.player(who).Pool = number(rest)
	case "tile":
		name, spent := strings.CutSuffix(rest, " spent")
		p.player(who).Tile, p.player(who).Spent = name, spent
	case "allies":
		p.player(who).Ally, p.player(rest).Ally = rest, who
	case "order":
		p.Players = inOrder(p.Players, adjudicatortest.Commas(l.Rest))
	case "points":
		p.player(who).Extra = number(rest)
	case "scored":
		p.player(who).Scored = numbers(rest)
	case "passed":
		p.player(who).Passed = true
	case "won":
		p.player(who).Won = number(rest)
	case "silent":
		p.secret(who).Silent = true
	case "ruled": // a card, its text, and what was ruled, with / between
		of := strings.Split(l.Rest, " / ")
		p.Ruled = append(p.Ruled, pack.Precedent{Card: of[0], Text: of[1], Ruling: of[2]})
	case "draw": // the next cards, or "draw none": the deck is empty
		top := numbers(l.Rest)
		if p.Draw = append(top, without(p.Draw, top)...); l.Rest == "none" {
			p.Draw = nil
		}
	case "discard":
		p.Discard = numbers(l.Rest)
		p.Draw = without(p.Draw, p.Discard)
	case "standing":
		s := p.secret(who)
		s.Standing = strings.TrimSpace(s.Standing + "\n" + strings.TrimSpace(rest))
	}
}

// inOrder puts some players first, in an order, and the others behind them.
func inOrder(players []Player, first []string) []Player {
	rank := func(p Player) int {
		if i := slices.Index(first, p.Seat); i >= 0 {
			return i
		}
		return len(first)
	}
	out := slices.Clone(players)
	slices.SortStableFunc(out, func(x, y Player) int { return rank(x) - rank(y) })
	return out
}

// stockOf reads "3 supply 2 operations".
func stockOf(t testing.TB, text string) (c Cubes) {
	t.Helper()
	words := strings.Fields(strings.ReplaceAll(text, ",", " "))
	for i := 0; i+1 < len(words); i += 2 {
		n, err := strconv.Atoi(words[i])
		k := slices.IndexFunc(resourceNames[:], func(name string) bool { return strings.HasPrefix(name, words[i+1]) })
		if err != nil || k < 0 {
			t.Fatalf("what is %q?", text)
		}
		c[k] += n
	}
	return c
}

// putArea reads "Egypt: UK 1 inf 1 ftr, garrison 1 UK, colony UK, neutral 2, quagmire"; what was there is gone.
func (p *position) putArea(t testing.TB, text string) {
	t.Helper()
	name, stacks, _ := strings.Cut(text, ":")
	a, ok := p.board.Area(strings.TrimSpace(name))
	if !ok {
		t.Fatalf("there is no %q", name)
	}
	p.Areas[a] = Holding{Area: p.Areas[a].Area}
	h := &p.Areas[a]
	for _, stack := range adjudicatortest.Commas(stacks) {
		words := strings.Fields(stack)
		strength := func() int {
			n, err := strconv.Atoi(words[1])
			if err != nil {
				t.Fatalf("what is %q?", stack)
			}
			return n
		}
		switch words[0] {
		case "colony":
			h.Colony = words[1]
		case "garrison":
			if h.Garrison, h.Keeper = strength(), p.owner(a); len(words) > 2 {
				h.Keeper = words[2]
			}
		case "neutral":
			h.Neutral = strength()
		case "quagmire":
			h.Quagmire = true
		default:
			p.add(a, words[0], caseForce(t, words[1:]))
		}
	}
}

// caseForce reads "1 inf 2 ftr".
func caseForce(t testing.TB, words []string) (f Force) {
	t.Helper()
	short := map[string]Type{"inf": Infantry, "arm": Armour, "ftr": Fighter, "flt": Fleet, "sqn": Squadron}
	for i := 0; i+1 < len(words); i += 2 {
		n, err := strconv.Atoi(words[i])
		kind, ok := short[words[i+1]]
		if err != nil || !ok {
			t.Fatalf("what is %q?", words)
		}
		f[kind] += n
	}
	return f
}

// inWords returns what is public, in a line for each area and player, and a seat's own secrets; nil if nobody has the
// seat.
func (p *position) inWords(seat adjudicator.Seat) []string {
	p.ready()
	if seat != adjudicator.GM && seat != adjudicator.Observer && p.player(string(seat)) == nil {
		return nil
	}
	var out []string
	for _, h := range p.Areas {
		var parts []string
		for _, k := range h.Stacks {
			parts = append(parts, k.Seat+" "+forceInWords(k.Force))
		}
		if h.Colony != "" {
			parts = append(parts, "colony "+h.Colony)
		}
		if h.Garrison > 0 {
			parts = append(parts, fmt.Sprintf("garrison %d %s", h.Garrison, h.Keeper))
		}
		if h.Neutral > 0 {
			parts = append(parts, fmt.Sprintf("neutral %d", h.Neutral))
		}
		if h.Quagmire {
			parts = append(parts, "quagmire")
		}
		if parts == nil {
			parts = []string{"empty"}
		}
		out = append(out, "then "+h.Area+": "+strings.Join(parts, ", "))
	}
	for _, q := range p.Players {
		text := fmt.Sprintf("then %s: %d points, pool %d, %d cards", q.Seat, q.Points, q.Pool, q.Cards)
		if q.Tile != "" {
			text += ", " + q.Tile
			if q.Spent {
				text += " spent"
			}
		}
		if q.Ally != "" {
			text += ", ally " + q.Ally
		}
		if q.Passed {
			text += ", passed"
		}
		out = append(out, text)
	}
	out = append(out, "then order "+strings.Join(p.order(), ", "), fmt.Sprintf("then discarded %v", p.Discard), fmt.Sprintf("then %q", p.Phase()))
	for _, r := range p.Ruled {
		out = append(out, fmt.Sprintf("then ruled %s: %s", r.Card, r.Ruling))
	}
	if len(p.Winner) > 0 {
		out = append(out, "then won by "+strings.Join(p.Winner, ", "))
	}
	if p.player(string(seat)) != nil {
		x := p.secret(string(seat))
		var cubes []string
		for _, r := range Resources {
			if n := x.Stock[r]; n > 0 {
				cubes = append(cubes, fmt.Sprintf("%d %v", n, r))
			}
		}
		out = append(out, fmt.Sprintf("then hand %v", x.Hand), "then stock "+strings.Join(cubes, " "))
	}
	return out
}

func forceInWords(f Force) string {
	var out []string
	for _, t := range Types {
		if n := f[t]; n > 0 {
			out = append(out, fmt.Sprintf("%d %v", n, t))
		}
	}
	return strings.Join(out, " ")
}
