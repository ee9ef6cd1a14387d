package dealers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// TestOrders reads the lines of testdata/orders*.txt; orders.txt says how they are written.
func TestOrders(t *testing.T) {
	adjudicatortest.Orders(t, "testdata/orders*.txt", " / ", func(t testing.TB, section string) adjudicatortest.Asker { return asking(t, section).reads() })
}

// TestSuggestions: each suggestion on a letter of testdata/orders.txt is taken as it is, with what was on file before
// the letter and with what is since. There are some for all that is asked with names in it.
func TestSuggestions(t *testing.T) {
	asked := map[string]int{}
	for _, section := range adjudicatortest.Cases(t, "testdata/orders*.txt") {
		a := asking(t, section)
		for line := range strings.Lines(section) {
			letter, _, ok := strings.Cut(line, "###")
			if !ok {
				continue
			}
			r := a.view.Read(a.kind, a.old, strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n"))
			for _, p := range r.Parts {
				if len(p.Suggest) > 0 && p.Fate != adjudicator.Unsure {
					t.Errorf("%q: %+v is in no doubt", letter, p)
				}
				for _, lines := range p.Suggest {
					asked[a.kind]++
					for _, old := range []string{a.old, r.Answer} {
						if taken := a.view.Read(a.kind, old, lines); len(taken.Faults()) > 0 || !taken.Has(adjudicator.Filed) {
							t.Errorf("%q suggests %q, which is read as %+v", letter, lines, taken)
						}
					}
				}
			}
		}
	}
	for _, kind := range []string{"turn", "standing", "more", "draft", "defence", "final", "winter"} {
		if asked[kind] == 0 {
			t.Errorf("there are no suggestions on %s: %v", kind, asked)
		}
	}
}

// An asker is the view of a section, what its lines are read for, and what is on file.
type asker struct {
	view adjudicator.View
	kind string
	old  string
}

// reads returns an asker as the house has it.
func (a asker) reads() adjudicatortest.Asker {
	return adjudicatortest.Asker{View: a.view, Kind: a.kind, Old: a.old, Again: a.again, Alone: true, Verbatim: true, Unsaid: "nothing is on file for it."}
}

func (a asker) readAgain(t *testing.T, text string) {
	t.Helper()
	a.reads().ReadAgain(t, text)
}

// asking returns the view that the head of a section makes: lines of a case, and what is asked of whom.
func asking(t testing.TB, body string) asker {
	t.Helper()
	a, seat := asker{kind: "turn"}, adjudicator.Seat("Black")
	rulings := map[string]string{}
	var put []adjudicatortest.Put
	var fight *Battle
	var acting *Acting
	var gone []string // leaders and cities that were taken in the draft
	drafting := false
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
		case word == "battle": // battle Milan Bern Blue Black [final]
			f := strings.Fields(rest)
			fight = &Battle{Area: f[0], From: f[1], Attacker: f[2], Defender: f[3], Final: len(f) > 4}
		case word == "stakes": // stakes 9 3
			if _, err := fmt.Sscan(rest, &fight.Attack, &fight.Defence); err != nil {
				t.Fatal(err)
			}
		case word == "drafted":
			gone = append(gone, rest)
		case word == "acting":
			acting = &Acting{Action: rest, Did: true}
		default:
			drafting = drafting || word == "draft"
			put = append(put, adjudicatortest.Put{Word: word, Rest: rest})
		}
	}
	staged, _ := stage(t, put, rulings)
	p := staged.(*position)
	if a.kind == "more" {
		acting.Left = a.old
	}
	p.battle, p.acting = fight, acting
	if drafting {
		p.pick = p.without(gone)
	}
	if a.kind == "ruling" {
		p.ruling, seat = &Ruling{Seat: "Black", Card: "A comet", Text: "What does it mean?"}, adjudicator.GM
	}
	a.view = p.View(seat)
	return a
}

// without returns a draft in which some leaders are gone.
func (p *position) without(gone []string) *Draft {
	d := &Draft{Cities: p.on().cities()}
	for _, f := range p.board.Factions {
		if !slices.Contains(gone, f.Name) {
			d.Factions = append(d.Factions, f.Name)
		}
	}
	return d
}

// again returns an answer as the rules take it apart, written again in normal form.
func (a asker) again(answer string) (string, error) {
	if a.kind == "ruling" {
		effects, err := parseRuling(House(), answer)
		return rulingWords(effects), err
	}
	v := a.view.(View)
	b, m, kind := v.edition(), v.on(), a.kind
	if v.Draft != nil {
		kind = "draft"
	}
	switch kind {
	case "defence":
		d, err := parseDefence(b, m, answer)
		return d.words(), err
	case "final":
		x, err := parseFinal(b, m, answer)
		return x.finalWords(), err
	case "winter":
		x, err := parseTidy(b, answer)
		return x.words(), err
	case "draft":
		list, err := parseDraft(b, m, answer)
		return draftWords(list), err
	case "more":
		p, err := parseRest(b, m, answer)
		return restWords(p, m), err
	}
	s, err := parseSheet(b, m, answer)
	return cmp.Or(s.words(m), noOrders), err
}
