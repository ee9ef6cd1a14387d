package successors

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/pack"
)

// stage returns the position at the start of a case: a game as it is set up, with what the case puts on the board.
func stage(t testing.TB, put []adjudicatortest.Put, rulings map[string]string) (adjudicator.Position, []adjudicator.EventRecord) {
	t.Helper()
	setup := false
	players := []string{"Red", "Blue", "Green"}
	for _, l := range put {
		switch l.Word {
		case "setup":
			setup = true
		case "players":
			players = adjudicatortest.Commas(l.Rest)
		}
	}
	var seats []adjudicator.Seat
	for _, seat := range Rules.Seats {
		if slices.Contains(players, string(seat)) {
			seats = append(seats, seat)
		}
	}
	q, table := adjudicatortest.Begun(t, Rules, seats, put, rulings)
	p := q.(*position)
	if setup {
		for _, l := range put {
			if l.Word == "choose" {
				p.Choose = adjudicatortest.Commas(l.Rest)
				p.line(p.Choose)
			}
		}
		return p, table.News()
	}
	p.Choose, p.Turn, p.Mover, p.Next = nil, 2, players[0], 0
	p.Players = nil
	for _, seat := range players {
		p.Players = append(p.Players, Player{Seat: seat})
	}
	for _, l := range put {
		p.putLine(t, l)
	}
	return p, nil
}

// putLine puts a line of a case on the board.
func (p *position) putLine(t testing.TB, l adjudicatortest.Put) {
	t.Helper()
	word, rest, _ := strings.Cut(l.Rest, " ")
	number := func(s string) int {
		n, err := strconv.Atoi(s)
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
	switch l.Word {
	case "turn":
		p.Turn = number(l.Rest)
	case "mover":
		p.Mover, p.Next = l.Rest, p.rank(l.Rest)
		p.Opened = p.Next > 0
	case "board":
		for part := range strings.SplitSeq(l.Rest, ";") {
			p.putArea(t, part)
		}
	case "home":
		p.player(word).Home = rest
		if p.player(word).Leader == (Leader{}) {
			p.player(word).Leader.At = rest
		}
	case "ruled": // a card, its text, and what was ruled, with / between
		of := strings.Split(l.Rest, " / ")
		p.Ruled = append(p.Ruled, pack.Precedent{Card: of[0], Text: of[1], Ruling: of[2]})
	case "talents":
		p.player(word).Talents = number(rest)
	case "chits":
		hand := numbers(rest)
		p.secret(word).Hand, p.player(word).Chits = hand, len(hand)
		p.Draw = slices.DeleteFunc(p.Draw, func(n int) bool { return slices.Contains(hand, n) })
		p.Deck = len(p.Draw)
	case "draw":
		top := numbers(l.Rest)
		p.Draw = append(top, slices.DeleteFunc(p.Draw, func(n int) bool { return slices.Contains(top, n) })...)
	case "standing":
		who, text, _ := strings.Cut(l.Rest, ":")
		s := p.secret(who)
		s.Standing = strings.TrimSpace(s.Standing + "\n" + strings.TrimSpace(text))
	case "allies":
		p.player(word).Allies = append(p.player(word).Allies, rest)
		p.player(rest).Allies = append(p.player(rest).Allies, word)
	case "captive":
		p.player(word).Leader = Leader{Captor: rest}
	case "marker":
		a, ok := p.edition().Area(rest)
		if !ok {
			t.Fatalf("there is no %q", rest)
		}
		p.Areas[a].Marker = word
	}
}

// putArea reads "Babylonia: Red 2 inf 1 cav leader, Blue 1 levy, revolt".
func (p *position) putArea(t testing.TB, text string) {
	t.Helper()
	name, stacks, _ := strings.Cut(text, ":")
	a, ok := p.edition().Area(strings.TrimSpace(name))
	if !ok {
		t.Fatalf("there is no %q", name)
	}
	for _, stack := range adjudicatortest.Commas(stacks) {
		words := strings.Fields(stack)
		if stack == string(Revolt) || stack == string(Invasion) {
			p.Areas[a].Unrest = Unrest(stack)
			continue
		}
		side, words := words[0], words[1:]
		var units, hired Units
		for len(words) > 0 {
			if words[0] == "leader" {
				p.player(side).Leader = Leader{At: p.edition().Name(a)}
				words = words[1:]
				continue
			}
			to := &units
			if len(words) > 2 && words[2] == "hired" {
				to = &hired
			}
			n, err := strconv.Atoi(words[0])
			i := -1
			if err == nil && len(words) > 1 {
				i = slices.IndexFunc(typeNames[:], func(name string) bool { return strings.HasPrefix(name, words[1]) })
			}
			if i < 0 {
				t.Fatalf("what is %q?", stack)
			}
			to[i] += n
			if words = words[2:]; to == &hired {
				words, units[i] = words[1:], units[i]+n
			}
		}
		p.add(a, side, units, hired)
	}
}
