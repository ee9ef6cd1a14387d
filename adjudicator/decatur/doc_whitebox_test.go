package decatur

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/templates"
	"deaddrop/templates/templatestest"
)

// The examples in the short rules are read as written, for a player who has what they need.
func TestDocIsRead(t *testing.T) {
	v := settled()
	other := v
	other.Players = []Player{{Seat: "Red", Hand: 3, InPlay: []Commonwealth{Orient}}, v.Players[1]}
	const old = "1: PASS\n2: DRAW\nDEFEND Egypt PLAY matching\nKEEP Russian"
	forms := 0
	for form := range templatestest.Forms(templatestest.Told(t, Rules, "decatur_call=on")) {
		forms++
		taken := false
		for _, v := range []View{v, other} {
			r := v.Read("round", old, form)
			taken = taken || len(r.Faults()) == 0 && r.Answer != old && !slices.ContainsFunc(r.Notes, func(n string) bool { return !strings.HasPrefix(n, "Read as ") })
		}
		if !taken {
			t.Errorf("%q is not taken: %+v", form, v.Read("round", old, form))
		}
	}
	if forms < 4 {
		t.Errorf("there are only %d forms", forms)
	}
}

// settled returns the view of a player who has some locations, a neighbour and cards.
func settled() View {
	b := House()
	v := View{Seat: "Red", Phase: "Interval 1, round 2", board: b, rules: map[string]string{optSpeed: standard, optCall: "on"}, Hand: []Commonwealth{Orient, Orient, Crescent}}
	v.Interval, v.Intervals, v.Round, v.Space, v.Deck = 1, 4, 2, 2, 20
	v.Players = []Player{{Seat: "Red", Hand: 3, InPlay: []Commonwealth{Russian}}, {Seat: "Blue", Hand: 2}}
	own := map[string]int{"India": 5, "Persia": 3, "Arabia": 3, "Egypt": 4}
	for _, l := range b.Locations {
		h := Holding{Location: l.Name}
		if n := own[l.Name]; n > 0 {
			h.Owner, h.Factors = "Red", n
		}
		if l.Name == "Indo-China" {
			h.Owner, h.Factors = "Blue", 2
		}
		v.Locations = append(v.Locations, h)
	}
	return v
}

// The answers that a question shows are read as they stand there.
func TestAnswersAreRead(t *testing.T) {
	check := func(kind string, forms int, change func(*View)) {
		t.Helper()
		v := settled()
		change(&v)
		text := write(t, templates.Page{Seat: "Red", View: v, Ask: &templates.Ask{Kind: kind, Examples: v.Examples(kind)}})
		_, text, _ = strings.Cut(text, "YOUR CARDS")
		var answers []string
		for line := range strings.Lines(text) {
			if form, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "    "); ok {
				form, _, _ = strings.Cut(form, "     ")
				answers = append(answers, form)
			}
		}
		if len(answers) != forms {
			t.Errorf("%s: there are %q", kind, answers)
		}
		for _, answer := range answers {
			if r := v.Read(kind, "", answer); len(r.Faults())+len(r.Notes) > 0 || r.Answer == "" {
				t.Errorf("%s: %q is not taken: %+v", kind, answer, r)
			}
		}
	}
	takeover := func(contender, defender, from, to string, strength, against int) func(*View) {
		return func(v *View) {
			v.Takeover = &Takeover{Contender: contender, Defender: defender, From: from, To: to, Strength: strength, Against: against, Left: 5, Bidding: true}
		}
	}
	check("bid", 3, takeover("Red", "Blue", "India", "Indo-China", 0, 4))
	check("bid", 4, takeover("Red", "Blue", "India", "Indo-China", 5, 4))
	check("bid", 2, takeover("Blue", "Red", "Indo-China", "Egypt", 5, 4))
	check("bid", 1, takeover("Blue", "Red", "Indo-China", "Egypt", 9, 4))
	check("relocation", 2, func(v *View) {
		takeover("Blue", "Red", "Indo-China", "Egypt", 9, 4)(v)
		v.Takeover.Bidding, v.Takeover.Won, v.Takeover.Goes = false, true, []string{"Arabia", "Persia"}
	})
	check("relocation", 3, func(v *View) {
		takeover("Blue", "Red", "Indo-China", "Egypt", 9, 4)(v)
		v.Takeover.Bidding, v.Takeover.Won, v.Takeover.Goes, v.Takeover.Fleets = false, true, []string{"Arabia", "Persia"}, []Ocean{Atlantic, Indian}
		v.rules[optRelocation] = "choice"
	})
	check("relocation", 1, func(v *View) {
		takeover("Blue", "Red", "Indo-China", "Egypt", 9, 4)(v)
		v.Takeover.Bidding, v.Takeover.Won, v.Takeover.Fleets = false, true, []Ocean{Atlantic, Indian}
	})
	check("advance", 3, func(v *View) {
		takeover("Red", "Blue", "India", "Indo-China", 5, 4)(v)
		v.Takeover.Bidding, v.Takeover.Won = false, true
	})
}

// The rules in short have every word of an order.
func TestDocIsComplete(t *testing.T) {
	for word := range strings.SplitSeq("DRAW EXCHANGE RESTRUCTURE EXPAND PORT CONSOLIDATE VENTURE PASS COMMIT MAX PLAY FIRST MOVE INTERACTIVE DEFEND UP_TO ONLY_IF_WINS RELOCATE FLEET KEEP DISCARD"+
		" IF EMPTY MINE HOSTILE FACTORS( FLEETS( PORTS( INPLAY( HAND( MYHAND( TAKEN_OVER CLOCK_UP NOT AND OR CLOCK DECATUR OFF NONE", " ") {
		if !strings.Contains(summary, strings.ReplaceAll(word, "_", " ")) {
			t.Errorf("the rules in short have no %s", word)
		}
	}
}
