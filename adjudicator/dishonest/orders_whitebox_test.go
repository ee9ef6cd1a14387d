package dishonest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// TestOrders reads the lines of testdata/orders.txt, whose head says how they are written.
func TestOrders(t *testing.T) {
	text, err := os.ReadFile("testdata/orders.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, sections, _ := strings.Cut(string(text), "\n== ")
	for section := range strings.SplitSeq(sections, "\n== ") {
		name, body, _ := strings.Cut(section, "\n")
		t.Run(name, func(t *testing.T) {
			a := asking(t, body)
			for line := range strings.Lines(body) {
				if letter, want, ok := strings.Cut(line, "###"); ok {
					a.check(t, strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n"), strings.TrimSpace(want))
				}
			}
		})
	}
}

// An asker is the view of a section, what its lines are read for, and what is on file.
type asker struct {
	view adjudicator.View
	kind string
	old  string
}

// asking is the view that the head of a section makes: lines of a case, and what is asked of whom.
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
			left = commas(rest)
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

func (a asker) check(t *testing.T, letter, want string) {
	t.Helper()
	r := a.view.Read(a.kind, a.old, letter)
	var order, told, noted []string // expected
	for item := range strings.SplitSeq(want, " / ") {
		switch item = strings.TrimSpace(item); {
		case item == "":
		case item == "-":
			noted = append(noted, "Left aside")
		case strings.HasPrefix(item, "?"):
			told = append(told, strings.TrimSpace(item[1:]))
		case strings.HasPrefix(item, "~"):
			noted = append(noted, strings.TrimSpace(item[1:]))
		default:
			order = append(order, item)
		}
	}
	var answer, faults []string
	if r.Answer != "" {
		answer = strings.Split(r.Answer, "\n")
	}
	for _, f := range r.Faults {
		faults = append(faults, f.Text)
	}
	if !slices.Equal(answer, order) || !covered(faults, told) || !covered(r.Notes, noted) {
		t.Errorf("%q\n\twant %s\n\thave %s\n\tfaults %q\n\tnotes %q", letter, want, strings.Join(answer, " / "), faults, r.Notes)
		return
	}
	a.readAgain(t, letter)
}

// readAgain checks that what was taken of a letter comes back as it is, and so does its form.
func (a asker) readAgain(t *testing.T, text string) {
	t.Helper()
	first := a.view.Read(a.kind, "", text)
	if first.Answer == "" {
		return
	}
	again := a.view.Read(a.kind, "", first.Answer)
	if again.Answer != first.Answer || len(again.Faults) > 0 {
		t.Errorf("%s: %q is read as %q, which is read as %q with faults %v", a.kind, text, first.Answer, again.Answer, again.Faults)
	}
	form := a.view.Read(a.kind, first.Answer, strings.Join(first.Form, "\n"))
	if form.Answer != first.Answer || len(form.Faults) > 0 {
		t.Errorf("%s: %q is read as %q, whose form %q is read as %q with faults %v", a.kind, text, first.Answer, first.Form, form.Answer, form.Faults)
	}
	for _, line := range first.Form { // one that was changed and changed back comes alone
		if alone := a.view.Read(a.kind, first.Answer, line); alone.Answer != first.Answer || len(alone.Faults) > 0 {
			t.Errorf("%s: of %q the line %q of the form is read as %q with faults %v", a.kind, first.Answer, line, alone.Answer, alone.Faults)
		}
	}
	if back := takenApart(House(), a.kind, first.Answer); back != first.Answer {
		t.Errorf("%s: %q is read as %q, which the rules take for %q", a.kind, text, first.Answer, back)
	}
}

// takenApart is an answer in normal form as the rules take it apart, in normal form again.
func takenApart(b *Board, kind, answer string) string {
	switch kind {
	case "defence", "commit":
		return parseOrder(b, answer).words(b)
	case "secondary":
		return parseSecondary(b, answer).words(b)
	case "ruling":
		var out []string
		for _, e := range parseRuling(b, answer) {
			out = append(out, e.words())
		}
		if len(out) == 0 {
			return noEffect
		}
		return strings.Join(out, "\n")
	}
	return parseSheet(b, answer).words(b)
}

// covered reports whether each text has one of the parts in it, in any case, and each part is in one.
func covered(texts, parts []string) bool {
	has := func(text, part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) }
	return !slices.ContainsFunc(texts, func(text string) bool {
		return !slices.ContainsFunc(parts, func(part string) bool { return has(text, part) })
	}) && !slices.ContainsFunc(parts, func(part string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return has(text, part) })
	})
}
