package successors

import (
	"cmp"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// TestOrders reads the lines of testdata/orders.txt, whose head says how they are written.
func TestOrders(t *testing.T) {
	adjudicatortest.Orders(t, "testdata/orders.txt", ";", func(t testing.TB, section string) adjudicatortest.Asker { return asking(t, section).reads() })
}

// An asker is the view of a section, what its lines are read for, and what is on file.
type asker struct {
	view adjudicator.View
	kind string
	old  string
}

// reads returns an asker as the house has it.
func (a asker) reads() adjudicatortest.Asker {
	return adjudicatortest.Asker{View: a.view, Kind: a.kind, Old: a.old, Again: func(answer string) (string, error) { return again(House(), a.kind, answer) }, AnyOrder: true, Verbatim: true}
}

func (a asker) readAgain(t *testing.T, text string) {
	t.Helper()
	a.reads().ReadAgain(t, text)
}

// asking returns the view that the head of a section makes: lines of a case, and what is asked of whom.
func asking(t testing.TB, body string) asker {
	t.Helper()
	a, seat := asker{kind: "turn"}, adjudicator.Seat("Red")
	var head []string
	battle, file, offer := "", "", false
	for text := range strings.Lines(body) {
		text = strings.TrimSpace(text)
		word, rest, _ := strings.Cut(text, " ")
		switch {
		case strings.Contains(text, "###"):
		case word == "asks":
			a.kind = rest
		case word == "writer":
			seat = adjudicator.Seat(rest)
		case word == "file":
			file = strings.ReplaceAll(rest, " | ", "\n")
		case word == "battle":
			battle = rest
		case word == "offer":
			offer = true
		default:
			head = append(head, text)
		}
	}
	begun, _ := script().Begin(t, strings.Join(head, "\n"))
	p := begun.(*position)
	p.Offer = offer
	switch {
	case a.kind == "home":
		p.Turn = 0
	case battle != "":
		p.battle = &Battle{At: battle, Attacker: p.Mover, Defender: "Blue"}
	case a.kind == "ruling":
		p.ruling, seat = &Ruling{Seat: "Red", Card: "A comet", Text: "What does it mean?"}, adjudicator.GM
	}
	a.view = p.View(seat)
	a.old = a.view.Read(a.kind, "", file).Answer // in normal form
	return a
}

// again returns an answer as the rules take it apart, written again in normal form.
func again(b *Board, kind, answer string) (string, error) {
	switch kind {
	case "battle":
		d, err := parseDecision(b, answer)
		return d.words(b), err
	case "ruling":
		effects, err := parseRuling(b, answer)
		return rulingWords(effects), err
	}
	s, err := parseSheet(b, kind, answer)
	if kind == "standing" {
		return cmp.Or(s.words(b), noOrders), err
	}
	return s.words(b), err
}
