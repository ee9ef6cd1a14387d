package dishonest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/parser/strict"
)

// letters runs check for each letter of testdata/orders.txt, with its writer.
func letters(t *testing.T, check func(t *testing.T, a asker, letter string, r adjudicator.Reading)) {
	t.Helper()
	for name, section := range adjudicatortest.Cases(t, "testdata/orders.txt") {
		t.Run(name, func(t *testing.T) {
			a := asking(t, section)
			for line := range strings.Lines(section) {
				if letter, _, ok := strings.Cut(line, "###"); ok {
					letter = strings.ReplaceAll(strings.TrimSpace(letter), `\n`, "\n")
					check(t, a, letter, a.view.Read(a.kind, a.old, letter))
				}
			}
		})
	}
}

// Each part of a letter quotes its writer's own words, and there is a filed one if something was taken. What is read
// back of an answer or of its form is all on file, and so is a suggestion that is taken.
func TestParts(t *testing.T) {
	suggested := 0
	letters(t, func(t *testing.T, a asker, letter string, r adjudicator.Reading) {
		suggested += a.checkParts(t, letter, r)
		for _, p := range r.Parts {
			words := func(text string) string { return strings.Join(strings.Fields(strings.TrimSuffix(text, "...")), " ") }
			for quote := range strings.SplitSeq(p.Quote, " / ") { // several of one thing
				if quote == "" || !strings.Contains(words(letter), words(quote)) {
					t.Errorf("%q: %q is quoted, which nobody has written", letter, p.Quote)
				}
			}
		}
	})
	if suggested < 8 {
		t.Errorf("only %d orders are suggested", suggested)
	}
}

// checkParts checks what became of a letter, and counts what is suggested.
func (a asker) checkParts(t *testing.T, letter string, r adjudicator.Reading) (suggested int) {
	t.Helper()
	for _, p := range r.Parts {
		open := p.Fate == adjudicator.Unsure || p.Fate == adjudicator.Refused
		if open != (p.Why != "") && p.Fate != adjudicator.Filed || len(p.Suggest) > 3 ||
			len(p.Suggest) > 0 && p.Fate != adjudicator.Unsure {
			t.Errorf("%q: the part %+v", letter, p)
		}
		for _, order := range p.Suggest {
			suggested++
			again := a.view.Read(a.kind, r.Answer, order)
			if len(again.Faults()) > 0 || !again.Has(adjudicator.Filed) ||
				!strings.Contains(again.Answer, strings.Split(order, "\n")[0]) {
				t.Errorf("%q: %q is suggested, and read as %q with %+v", letter, order, again.Answer, again.Parts)
			}
		}
	}
	if r.Answer == a.old || r.Answer == "" {
		return suggested
	}
	if r.Answer != noOrders && !r.Has(adjudicator.Filed) {
		t.Errorf("%q: %q is on file, and no part of the letter is: %+v", letter, r.Answer, r.Parts)
	}
	back := a.view.Read(a.kind, "", r.Answer)
	if lines := strings.Split(r.Answer, "\n"); len(back.Parts) != len(lines) {
		t.Errorf("%q: of %q, read back, are filed %+v", letter, lines, back.Parts)
	}
	for _, p := range append(back.Parts, a.view.Read(a.kind, r.Answer, strings.Join(r.Form, "\n")).Parts...) {
		if p.Fate != adjudicator.Filed {
			t.Errorf("%q: read back is %+v", letter, p)
		}
	}
	return suggested
}

// A suggestion is a whole turn, or the one line that was meant.
func TestSuggested(t *testing.T) {
	check := func(a asker, old, letter string, want ...string) {
		t.Helper()
		var got []string
		for _, p := range a.view.Read(a.kind, old, letter).Parts {
			got = append(got, p.Suggest...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q suggests %q, want %q", letter, got, want)
		}
	}
	turn := asking(t, strings.Replace(someGame, "Fascism", "Fascism spent", 1))
	check(turn, "", "TACTICS 1: INF Egypt-Levzzz\nBATTLE Levant: SUPPLY 2",
		"TACTICS 1: INF Egypt-Levant\nBATTLE Levant: SUPPLY 2")
	check(turn, "GARRISON Egypt\nTURN 2\nGARRISON Libya\nTURN 3\nPASS", "TURN 2\nBATTLE Levzzz: SUPPLY 2",
		"TURN 2\nBATTLE Levant: SUPPLY 2")
	check(turn, "GARRISON Egypt", "DEFEND Levzzz: SUPPLY 2", "DEFEND Levant: SUPPLY 2")
	check(turn, "", "GARRISON Narnia")
	check(turn, "", "GARRISON Levzzz")
	check(turn, "", "Pass?", "PASS")
	check(turn, "", "My first pass", "PASS")
	check(turn, "", "Ideolgy")
	defence := asking(t, someGame+"writer USSR\nasks defence\nbattle Levant UK USSR\n")
	check(defence, "", "DEFEND ANY: SUPPLY 2", "SUPPLY 2")
	check(defence, "", "SUPPLY 1\nDEFEND ANY: SUPPLY 2")
	check(defence, "", "supply 2?", "SUPPLY 2")
	check(asking(t, someGame+"writer USSR\nasks secondary\nplayed UK Democracy\n"), "", "SECONDARY ANY: NO", "NO")
}

// While one player is asked a small question, all others can change what they have on file: it is kept, and the phase
// played again has the same result. A game that was saved before they were asked can be played on.
func TestOthersWriteAhead(t *testing.T) {
	put := func(word, rest string) adjudicatortest.Put { return adjudicatortest.Put{Word: word, Rest: rest} }
	staged, _ := stage(t, []adjudicatortest.Put{put("empty", "board"), put("order", "UK, USSR, Germany, Japan"), put("mover", "UK"),
		put("tile", "UK Communism"), put("board", "England: UK 1 inf; Moscow: USSR 1 inf"),
		put("standing", "Germany: SECONDARY ANY: NO"), put("standing", "Japan: SECONDARY ANY: NO")}, map[string]string{})
	saved, err := json.Marshal(staged)
	if err != nil {
		t.Fatal(err)
	}
	play := func(rec adjudicator.Record) (*position, *adjudicator.Table) {
		t.Helper()
		p := Rules.Blank().(*position)
		if err := json.Unmarshal(saved, p); err != nil {
			t.Fatal(err)
		}
		table := adjudicator.NewTable(adjudicator.Luck{}, rec)
		if err := table.Run(p); err != nil {
			t.Fatal(err)
		}
		return p, table
	}
	_, table := play(adjudicator.Record{})
	rec := table.Record()
	for i, q := range rec.Asked[0].Requests {
		if rec.Asked[0].Answers[i] = q.Filed; q.Seat == "UK" {
			rec.Asked[0].Answers[i] = "IDEOLOGY"
		}
	}
	_, table = play(rec)
	rec = table.Record()
	for i, q := range rec.Asked[1].Requests {
		switch rec.Asked[1].Answers[i] = q.Filed; {
		case q.Seat == "USSR":
			rec.Asked[1].Answers[i] = "NO"
		case !q.Stands || !q.Aside || !q.Short || q.Kind != "standing":
			t.Errorf("beside USSR is asked %+v", q)
		case q.Seat == "Germany":
			rec.Asked[1].Answers[i], rec.Asked[1].Heard = "IDEOLOGY\nLOSE FTR", []adjudicator.Seat{"Germany"}
		}
	}
	if len(rec.Asked[1].Requests) != 4 {
		t.Errorf("asked are %+v", rec.Asked[1].Requests)
	}
	p, table := play(rec)
	again, _ := play(table.Record())
	for _, p := range []*position{p, again} {
		if p.secret("Germany").Standing != "IDEOLOGY\nLOSE FTR" || p.secret("Japan").Standing != "SECONDARY ANY: NO" ||
			p.Turn != 2 {
			t.Errorf("turn %d, on file are %+v", p.Turn, p.Secrets)
		}
	}
	early := adjudicator.Record{Asked: slices.Clone(rec.Asked), Told: rec.Told}
	early.Asked[1] = adjudicator.QuestionRecord{Requests: rec.Asked[1].Requests[:1], Answers: []string{"NO"}}
	if p, _ := play(early); p.secret("Germany").Standing != "SECONDARY ANY: NO" || p.Turn != 2 {
		t.Errorf("of an earlier version: turn %d, on file are %+v", p.Turn, p.Secrets)
	}
}

// Turns that are filed ahead while a bid is open leave the sealed letter unchanged.
func TestWriteAheadKeepsIncome(t *testing.T) {
	staged, _ := stage(t, []adjudicatortest.Put{{Word: "income"}, {Word: "standing", Rest: "UK: LOSE INF"}}, map[string]string{})
	r := staged.(*position).begin(nil)
	r.sheets["UK"] = strict.Must(parseSheet(r.board, "income", "IDEOLOGY Fascism\nLOSE INF"))
	bid := adjudicator.Request{Seat: "USSR", Kind: "bid", Default: "BID 0", Short: true, Aside: true}
	run := func(rec adjudicator.Record) adjudicator.Record {
		t.Helper()
		r.Table = adjudicator.NewTable(adjudicator.Luck{}, rec)
		if err := r.Table.Run(asks(func() { r.Within(bid) })); err != nil {
			t.Fatal(err)
		}
		return r.Table.Record()
	}
	rec := run(adjudicator.Record{})
	for i, q := range rec.Asked[0].Requests {
		rec.Asked[0].Answers[i] = map[adjudicator.Seat]string{"USSR": "BID 0", "UK": "PASS\nLOSE ARM"}[q.Seat]
		if rec.Asked[0].Answers[i] == "" {
			rec.Asked[0].Answers[i] = q.Filed
		}
	}
	run(rec)
	got, standing := r.sheets["UK"].words(r.board), r.secret("UK").Standing
	if got != "IDEOLOGY Fascism\nPASS\nLOSE ARM" || standing != "PASS\nLOSE ARM" {
		t.Errorf("UK's sheet is %q, on file is %q", got, standing)
	}
}

// asks is a phase that does that.
type asks func()

func (asks) Phase() string                          { return "Year 1, income" }
func (asks) View(adjudicator.Seat) adjudicator.View { return nil }
func (a asks) Play(*adjudicator.Table)              { a() }
