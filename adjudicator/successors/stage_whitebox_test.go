package successors

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// position is that at the start of a case: a game as it is set up, with what the case puts on the board.
func (s *scene) position(t testing.TB, rulings map[string]string) (*position, knowledge) {
	t.Helper()
	said := knowledge{}
	players := []string{"Red", "Blue", "Green"}
	pack := Rules.House
	for _, l := range s.put {
		switch l.word {
		case "players":
			players = commas(l.rest)
		case "pack": // pack hit cavalry = 7 => a line of the edition that is another here
			was, is, _ := strings.Cut(l.rest, " => ")
			if !bytes.Contains(pack, []byte(was)) {
				t.Fatalf("the house edition has no %q", was)
			}
			pack = bytes.Replace(pack, []byte(was), []byte(is), 1)
		}
	}
	var seats []adjudicator.Seat
	for _, seat := range Rules.Seats {
		if slices.Contains(players, string(seat)) {
			seats = append(seats, seat)
		}
	}
	s.phases[0].rule(rulings)
	config, err := Rules.Configure(adjudicator.Config{Seats: seats, Options: maps.Clone(rulings), Pack: pack})
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(rulings, config.Options)
	table := adjudicator.NewTable(adjudicator.Luck{Secret: []byte(t.Name())}, adjudicator.Record{})
	q, err := Rules.Setup(table, config)
	if err != nil {
		t.Fatal(err)
	}
	p := q.(*position)
	if s.setup {
		(&game{t: t, act: newAct(), said: said}).tell(p, table.News())
		for _, l := range s.put {
			if l.word == "choose" {
				p.Choose = commas(l.rest)
				p.line(p.Choose)
			}
		}
		return p, said
	}
	p.Choose, p.Turn, p.Mover, p.Next = nil, 2, players[0], 0
	p.Players = nil
	for _, seat := range players {
		p.Players = append(p.Players, Player{Seat: seat})
	}
	for _, l := range s.put {
		p.putLine(t, l)
	}
	return p, said
}

// commas are the parts of a list; "none" has none.
func commas(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" && part != "none" {
			out = append(out, part)
		}
	}
	return out
}

// putLine puts a line of a case on the board.
func (p *position) putLine(t testing.TB, l line) {
	t.Helper()
	word, rest, _ := strings.Cut(l.rest, " ")
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("%s %s: %v", l.word, l.rest, err)
		}
		return n
	}
	numbers := func(s string) []int {
		var out []int
		for _, n := range commas(s) {
			out = append(out, number(n))
		}
		return out
	}
	switch l.word {
	case "turn":
		p.Turn = number(l.rest)
	case "mover":
		p.Mover, p.Next = l.rest, p.rank(l.rest)
		p.Opened = p.Next > 0
	case "board":
		for part := range strings.SplitSeq(l.rest, ";") {
			p.putArea(t, part)
		}
	case "home":
		p.player(word).Home = rest
		if p.player(word).Leader == (Leader{}) {
			p.player(word).Leader.At = rest
		}
	case "talents":
		p.player(word).Talents = number(rest)
	case "chits":
		hand := numbers(rest)
		p.secret(word).Hand, p.player(word).Chits = hand, len(hand)
		p.Draw = slices.DeleteFunc(p.Draw, func(n int) bool { return slices.Contains(hand, n) })
		p.Deck = len(p.Draw)
	case "draw":
		top := numbers(l.rest)
		p.Draw = append(top, slices.DeleteFunc(p.Draw, func(n int) bool { return slices.Contains(top, n) })...)
	case "standing":
		who, text, _ := strings.Cut(l.rest, ":")
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
	for _, stack := range commas(stacks) {
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
