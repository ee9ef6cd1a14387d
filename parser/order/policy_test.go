package order

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// fateNames are how the table says what became of a part.
var fateNames = map[Fate]string{Filed: "filed", Asked: "asked", Refused: "refused", Talk: "talk", ToGM: "gm"}

// The results for whole letters: the lines on file, and the fates of their parts in order, except filed ones.
func TestPolicy(t *testing.T) {
	l := toyLexicon(t)
	for _, c := range []struct{ letter, lines, fates string }{
		// Orders and what says nothing about them.
		{"Ashford-Dover", "Ashford-Dover", ""},
		{"Ashford to Dover, Bath holds", "Ashford-Dover; Bath holds", ""},
		{"Ashford to Dover and Bath holds.", "Ashford-Dover; Bath holds", ""},
		{"Hi GM,\n\nplease move Ashford\n", "", "asked"},
		{"Hi!\n1. Ashford-Dover\n2. Bath holds\nThanks, Tom", "Ashford-Dover; Bath holds", "talk"},
		{"Please, Ashford goes to Dover, thanks!", "Ashford-Dover", ""},
		{"I'll go with Ashford to Dover this turn.", "Ashford-Dover", ""},
		{"My orders are: Ashford-Dover.", "Ashford-Dover", ""},
		{"Bitte Ashford nach Dover", "", "talk"},
		{"Bitte, Ashford-Dover, danke", "Ashford-Dover", ""},
		{"Ashford-Dover; wish me luck, old friend", "Ashford-Dover", "talk"},
		{"It rained all day in Leeds.\nAshford-Dover", "Ashford-Dover", "talk"},
		{"Ashford\nto Dover", "Ashford-Dover", ""},
		// Orders with something that is not understood.
		{"Ashford to Dover behind the lines", "", "asked"},
		{"Ashford to Dover secretly", "", "asked"},
		{"Ashford to Dover and helps", "", "asked asked"},
		{"Ashford to Dover / Epsom", "", "asked talk"},
		{"Ashfrod to Dover", "Ashford-Dover", ""},
		{"Ashford to Dver", "", "asked"},
		{"Move Ashford.", "", "asked"},
		{"man Ashford", "", "asked"},
		// More than any turn needs.
		{strings.Repeat("Ashford-Dover\n", 150), "Ashford-Dover", ""},
		{strings.Repeat("Ashford-Dover\n", 201), "", "asked"},
		{strings.Repeat("My man. ", 1201) + "Ashford-Dover", "", "asked"},
		// Orders that are impossible.
		{"Dover to Epsom", "", "refused"},
		{"Ashford to Ashford", "", "refused"},
		{"Ashford to Dover. Dover to Epsom.", "Ashford-Dover", "refused"},
		{"Dover to Epsom, Epsom to Lindau", "", "talk talk"},
		// Words that say no.
		{"not Ashford to Dover", "", "asked"},
		{"Ashford to Dover: no", "", "asked talk"},
		{"Ashford to Dover, but no", "", "asked talk"},
		{"Under no circumstances Ashford to Dover", "", "asked"},
		{"Never Ashford-Dover!", "", "asked"},
		{"Don't move Ashford to Dover", "", "asked"},
		{"Just kidding: Ashford-Dover", "", "talk asked"},
		{"Ashford-Dover? No way.", "", "asked talk"},
		// Conditions.
		{"If yes Ashford-Dover", "", "asked"},
		{"Ashford-Dover and 1 knight", "", "asked talk"},
		{"If Dover is free, Ashford-Dover", "", "talk asked"},
		{"Ashford-Dover unless Dover holds", "", "asked talk"},
		{"Ashford-Dover (if you let me)", "", "asked talk"},
		{"Provided that all is well, Ashford-Dover", "", "talk asked"},
		{"Ashford to Dover because it is nearer", "Ashford-Dover", "talk"},
		// Thoughts and plans.
		{"I might go Ashford-Dover", "", "asked"},
		{"Maybe Ashford-Dover", "", "asked"},
		{"Perhaps: Ashford-Dover", "", "talk asked"},
		{"I am planning Ashford-Dover", "", "asked"},
		{"Draft: Ashford-Dover", "", "talk asked"},
		{"next year Ashford-Dover", "", "asked"},
		// What another letter will bring. A word of time announces none, and what begins as an order is asked about.
		{"Perhaps Ashford-Dover. My orders come tonight.", "", "talk talk"},
		{"Perhaps Ashford-Dover. I'll write again.", "", "talk talk"},
		{"Perhaps Ashford-Dover. The weather is nicer later.", "", "asked talk"},
		{"Ashford to Dover secretly. I'll write again.", "", "asked talk"},
		{"Last turn I moved Ashford to Dover. Bath holds. More later.", "Bath holds", "talk talk"},
		// Alternatives.
		{"Ashford-Dover or Ashford-Epsom", "", "asked asked"},
		{"Either Ashford-Dover or Bath holds", "", "asked asked"},
		{"Ashford-Dover or Epsom or Lindau", "", "asked"},
		{"Epsom, or Ashford-Dover", "", "talk asked"},
		{"Ashford-Dover or so", "", "asked"},
		{"Ashford-Dover, I hope.", "Ashford-Dover", "talk"},
		{"I hope: Ashford-Dover", "", "talk asked"},
		{"Ashford-Dover, maybe. Bath holds", "Bath holds", "asked"},
		{"Ashford-Dover, I hope that it works", "Ashford-Dover", "talk"},
		{"Options:\nAshford-Dover\nAshford-Epsom", "", "talk asked asked"},
		{"Options:\nAshford-Dover\n\nBath holds", "Bath holds", "talk asked"},
		// The past, and what others say.
		{"Ashford-Dover was it last turn", "", "talk"},
		{"I had Ashford-Dover last turn", "", "talk"},
		{"She says Ashford-Dover", "", "talk"},
		{`He wrote "Ashford-Dover" to me`, "", "talk talk talk"},
		{`"Ashford-Dover"`, "Ashford-Dover", ""},
		{"They want Ashford-Dover", "", "talk"},
		// Questions.
		{"Ashford-Dover?", "", "asked"},
		{"Should I order Ashford-Dover?", "", "gm"},
		{"Is Ashford-Dover legal?", "", "gm"},
		{"Can I have a day more?", "", "gm"},
		{"When is the deadline?", "", "gm"},
		{"Could you please move Ashford to Dover?", "Ashford-Dover", ""},
		{"Where is my man?\nAshford-Dover", "Ashford-Dover", "gm"},
		// Sentences that are addressed to others.
		{"You could go Ashford-Dover", "", "asked"},
		{"You should order Dover-Epsom, and I go to Dover", "", "talk talk"},
		{"What a week, talk to you soon.", "", "gm"},
		{"I was in Leeds.", "", "talk"},
		{"", "", ""},
		{"Thanks!", "", ""},
		{"Hello", "", ""},
		// Corrections, and what takes back.
		{"Ashford-Dover. No, wait. Ashford-Epsom.", "Ashford-Epsom", ""},
		{"Ashford-Dover\nCorrection: Ashford-Epsom", "Ashford-Epsom", ""},
		{"Ashford-Dover, sorry, I meant Ashford-Epsom", "Ashford-Epsom", ""},
		{"Ashford-Dover. Make that Cassel.", "", "asked"},
		{"Correction: Ashford-Epsom", "Ashford-Epsom", ""},
		// Clashes.
		{"Ashford-Dover\nAshford-Epsom", "", "asked"},
		{"Ashford-Dover\nBath holds\nAshford holds", "Bath holds", "asked"},
		{"Ashford-Dover\nAshford-Dover", "Ashford-Dover", ""},
		// The end of a letter.
		{"Ashford-Dover\n\nKind regards,\nMan of Bath", "Ashford-Dover", ""},
		{"Ashford-Dover\n\nSent from my iPhone", "Ashford-Dover", ""},
		{"PASS", "PASS", ""},
		{"pass please", "PASS", ""},
		{"I won't pass", "", "asked"},
		// Headings.
		{"Next: Ashford-Dover", "", "refused"},
		{"Next:\nAshford-Dover\n\nBath holds", "Bath holds", "refused"},
		{"Bath holds\nNext: Ashford-Dover\nCassel holds", "Bath holds; Cassel holds", "refused"},
		{strings.Repeat("Ashford-Dover\n", 201), "", "asked"},
		{strings.Repeat("Ashford-Dover\n", 199), "Ashford-Dover", ""},
	} {
		on := NewSheet()
		r := Read(l, toy{}, on, c.letter)
		var fates []string
		for _, p := range r.Parts {
			if p.Fate != Filed {
				fates = append(fates, fateNames[p.Fate])
			}
		}
		if got := strings.Join(on.Lines(), "; "); got != c.lines || strings.Join(fates, " ") != c.fates {
			t.Errorf("%.60q:\n\thave %q, %q\n\twant %q, %q\n\t%.300s", c.letter, got, strings.Join(fates, " "), c.lines, c.fates, fmt.Sprint(r.Parts))
		}
	}
}

// A letter that takes back what it filed leaves what was on file before it.
func TestOnFile(t *testing.T) {
	for _, c := range []struct{ letter, lines string }{
		{"Bath holds", "Ashford holds; Bath holds"},
		{"Ashford-Dover", "Ashford-Dover"},
		{"Ashford-Dover\nAshford-Epsom", "Ashford holds"},
		{"Ashford-Dover. Make that Cassel.", "Ashford holds"},
		{"Did you get Ashford holds?", "Ashford holds"},
	} {
		on := NewSheet()
		on.Set("Ashford", "Ashford holds")
		Read(toyLexicon(t), toy{}, on, c.letter)
		if got := strings.Join(on.Lines(), "; "); got != c.lines {
			t.Errorf("%q: %q, want %q", c.letter, got, c.lines)
		}
	}
}

// Whatever a letter is, it is read in the same way twice, and what is said of it is in the player's own words.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"Ashford-Dover. No, wait. Ashford-Epsom.", "Next: Ashford-Dover\n\nif Bath (holds)\n- x? not", `"Ashford-Dover", or "Bath`,
		"Ashford to Dover/Epsom and helps", "make that Cassel... Hi, sorry: Ashford", "(((Ashford", "pass\nnext:next:\n\n"} {
		f.Add(s)
	}
	l := toyLexicon(f)
	f.Fuzz(func(t *testing.T, text string) {
		on, again := NewSheet(), NewSheet()
		c, d := Read(l, toy{}, on, text), Read(l, toy{}, again, text)
		if !slices.Equal(on.Lines(), again.Lines()) || len(c.Parts) != len(d.Parts) {
			t.Fatalf("%q: %q and then %q", text, on.Lines(), again.Lines())
		}
		filed := false
		for _, p := range c.Parts {
			filed = filed || p.Fate == Filed
			for quote := range strings.SplitSeq(p.Quote, " / ") {
				if !strings.Contains(text, quote) && !strings.Contains(text, p.Quote) {
					t.Fatalf("%q: the quote %q does not stand in it", text, quote)
				}
			}
			if strings.TrimSpace(p.Quote) == "" {
				t.Fatalf("%q: a part without words", text)
			}
		}
		if len(on.Lines()) > 0 && !filed {
			t.Fatalf("%q: %q is on file, and no part of the letter says so", text, on.Lines())
		}
	})
}

// The steps of matching grow with the length of a letter, and no faster.
func TestSteps(t *testing.T) {
	l := toyLexicon(t)
	steps := func(text string) int {
		lexemes := l.unglued(Scan(text))
		m := newMatcher(l, lexemes, l.tagged(lexemes))
		n := 0
		for i := range lexemes {
			for k := range l.forms {
				n += len(m.match(l.forms[k].pattern, i))
			}
		}
		for _, ways := range m.memo {
			for _, k := range ways {
				n += 1 + len(k.ways)
			}
		}
		return n
	}
	for _, of := range []string{"Ashford-Dover\n", "Ashford, ", "the the ", "(", "- ", "Ashford to ", "to to Dover ", "will go to - "} {
		short, long := steps(strings.Repeat(of, 100)), steps(strings.Repeat(of, 800))
		if long > 9*short+100 {
			t.Errorf("%q: %d steps a hundred times, and %d eight hundred times", of, short, long)
		}
	}
}

// A question about words says which one is not understood, if there is just one.
func TestUnclear(t *testing.T) {
	l := toyLexicon(t)
	for letter, word := range map[string]string{
		"Ashford-Xyzzy":              "Xyzzy",
		"Ashford to Dover secretly":  "secretly",
		"Ashford-Dover-Xyzzy":        "Xyzzy",
		"Ashford to Dover xyzzy foo": "",
	} {
		want := l.Says("unclear")
		if word != "" {
			want = fmt.Sprintf(l.Says("unknown"), word)
		}
		r := Read(l, toy{}, NewSheet(), letter)
		if len(r.Parts) != 1 || r.Parts[0].Fate != Asked || r.Parts[0].Why != want {
			t.Errorf("%q:\n\t%+v\n\tis not asked by: %s", letter, r.Parts, want)
		}
	}
}

// A number that belongs to no order is asked about where numbers count something, and so is the order before it.
func TestNumbersCount(t *testing.T) {
	l := toyLexicon(t)
	if err := l.Load("[words]\ncounted : men\n"); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Ashford holds\n3 men", "Ashford holds w/ 3", "Ashford holds, 3"} {
		c := Read(l, toy{}, NewSheet(), text)
		if !slices.ContainsFunc(c.Parts, func(p Part) bool { return p.Fate == Asked }) {
			t.Errorf("%q comes to %+v, and nothing is asked", text, c.Parts)
		}
	}
}
