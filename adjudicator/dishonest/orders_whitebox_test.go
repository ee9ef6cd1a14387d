package dishonest

import (
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// TestOrders reads the lines of testdata/orders.txt, whose head says how they are written.
func TestOrders(t *testing.T) {
	adjudicatortest.Orders(t, "testdata/orders.txt", " / ", func(t testing.TB, section string) adjudicatortest.Asker { return asking(t, section).reads() })
}

// An asker is the view of a section, what its lines are read for, and what is on file.
type asker struct {
	view adjudicator.View
	kind string
	old  string
}

// reads returns an asker as the house has it.
func (a asker) reads() adjudicatortest.Asker {
	return adjudicatortest.Asker{
		View: a.view, Kind: a.kind, Old: a.old, Alone: true, Unsaid: "and you pay 2.", Verbatim: true,
		Again: func(answer string) (string, error) { return again(House(), a.kind, answer) },
	}
}

func (a asker) readAgain(t *testing.T, text string) {
	t.Helper()
	a.reads().ReadAgain(t, text)
}

// asking returns the view that the head of a section makes: lines of a case, and what is asked of whom.
func asking(t testing.TB, body string) asker {
	t.Helper()
	a, seat := asker{kind: "turn"}, adjudicator.Seat("UK")
	rulings := map[string]string{}
	put := []adjudicatortest.Put{{Word: "order", Rest: "UK, USSR, Germany, Japan"}, {Word: "mover", Rest: "UK"}}
	var fight *Battle
	var tile *Played
	var left []string
	for text := range strings.Lines(body) {
		text = strings.TrimSpace(text)
		word, rest, _ := strings.Cut(text, " ")
		switch {
		case strings.Contains(text, "###"), text == "":
		case word == "asks":
			a.kind = rest
		case word == "writer":
			seat = adjudicator.Seat(rest)
		case word == "file":
			a.old = strings.ReplaceAll(rest, " / ", "\n")
		case word == "option":
			name, value, _ := strings.Cut(rest, "=")
			rulings[name] = value
		case word == "left":
			left = adjudicatortest.Commas(rest)
		case word == "battle": // battle Egypt USSR UK [committing]
			f := strings.Fields(rest)
			fight = &Battle{Area: f[0], Attacker: f[1], Defender: f[2], Committing: len(f) > 3}
		case word == "played":
			who, name, _ := strings.Cut(rest, " ")
			tile = &Played{who, name}
		default:
			put = append(put, adjudicatortest.Put{Word: word, Rest: rest})
		}
	}
	if !strings.Contains(body, "\npool ") { // enough for everybody
		for _, seat := range []string{"UK", "USSR", "Germany", "Japan"} {
			put = append(put, adjudicatortest.Put{Word: "pool", Rest: seat + " 99"})
		}
	}
	staged, _ := stage(t, put, rulings)
	p := staged.(*position)
	p.battle, p.tile = fight, tile
	if left != nil {
		p.league = &League{Tiles: left}
	}
	if a.kind == "ruling" {
		p.ruling, seat = &Ruling{Seat: "UK", Card: "A comet", Text: "What does it mean?"}, adjudicator.GM
	}
	a.view = p.View(seat)
	return a
}

// again returns an answer as the rules take it apart, written again in normal form.
func again(b *Board, kind, answer string) (string, error) {
	switch kind {
	case "defence", "commit":
		o, err := parseOrder(b, kind, answer)
		return o.words(b), err
	case "secondary":
		x, err := parseSecondary(b, answer)
		return x.words(b), err
	case "ruling":
		effects, err := parseRuling(b, answer)
		return rulingWords(effects), err
	}
	s, err := parseSheet(b, kind, answer)
	return s.words(b), err
}
