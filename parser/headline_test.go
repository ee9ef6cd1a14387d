package parser_test

import (
	"strings"
	"testing"

	"deaddrop/parser"
)

func TestHeadlineIsTakenOff(t *testing.T) {
	check := func(text, line, rest string) {
		t.Helper()
		if gotLine, gotRest := parser.Headline(text); gotLine != line || gotRest != rest {
			t.Errorf("%q is %q and %q, want %q and %q", text, gotLine, gotRest, line, rest)
		}
	}
	check("[dm1.4] France: Fall 1901\n\ndm1, Deadman Diplomacy: you are France.\n", "[dm1.4] France: Fall 1901",
		"dm1, Deadman Diplomacy: you are France.\n")
	check("[dm1] GM: for your attention\n\nx", "[dm1] GM: for your attention", "x")
	check("Your letter reached no game.\n\nx", "", "Your letter reached no game.\n\nx")
	check("[dm1.4] France: Fall 1901\nx\n\ny", "", "[dm1.4] France: Fall 1901\nx\n\ny")
	check("", "", "")
}

const (
	headline = "[dm1.4] France: on file for Spring 1901, revision 2"
	head     = "dm1, Deadman Diplomacy: you are France."
)

// quoted returns a letter of ours as mail programs quote it.
func quoted(text string) string { return "> " + strings.ReplaceAll(text, "\n", "\n> ") }

// The letter that is answered is found in what is quoted of it, however that is done, and no line of it is taken
// for one of the author's.
func TestQuotedHeadline(t *testing.T) {
	check := func(name, text, want string) {
		t.Helper()
		if l := parser.Read("", text); l.Headline != want || strings.Join(l.Lines, "|") != "A Par H" {
			t.Errorf("%s: headline %q, lines %q in\n%s", name, l.Headline, l.Lines, text)
		}
	}
	letter := headline + "\n\n" + head + "\nWanted: x\n"
	const gmail, outlook = "On Tue, 1 Jan 2030 at 12:00, Deaddrop <gm@x.example> wrote:\n",
		"From: Deaddrop\nSent: Tuesday\nTo: Felix\nSubject: [dm1] Deadman Diplomacy: France\n\n"
	check("quoted", "A Par H\n\n"+gmail+quoted(letter), headline)
	check("quoted above", gmail+quoted(letter)+"\n\nA Par H", headline)
	check("deep in quotes", "A Par H\n"+quoted(quoted(letter)), headline)
	check("marks without spaces", "A Par H\n"+strings.ReplaceAll(quoted(letter), "> ", ">"), headline)
	check("only its first line", "A Par H\n> "+headline, headline)
	check("wrapped", "A Par H\n> [dm1.4] France: on file for Spring\n> 1901, revision 2\n>\n> dm1, Deadman "+
		"Diplomacy: you are\n> France.", headline)
	check("without the empty line", "A Par H\n> "+headline+"\n> "+head, headline)
	check("with more empty lines", "A Par H\n"+headline+"\n\n\n"+head+"\n", headline)
	check("below an attribution", "A Par H\n\n"+gmail+"\n"+letter, headline)
	check("below Outlook's header", "A Par H\n\n"+outlook+letter, headline)
	check("below a signature", "A Par H\n-- \nFelix\n\n"+quoted(letter), headline)
	check("in a language that nobody knows", "A Par H\n\n"+letter+"F Lon H", headline)
	check("the first counts", "A Par H\n"+quoted(letter)+"\n>> [dm1.3] France: Spring 1901\n>>\n>> "+head, headline)
	check("press from the game master", "A Par H\n> [dm1.4] France: press from the\n> game master\n>\n> "+head,
		"[dm1.4] France: press from the game master")
	check("behind a bar", "A Par H\n> | [dm1.9] France: x\n> |\n> | "+head+"\n> "+strings.ReplaceAll(letter, "\n",
		"\n> "), headline)
	check("nothing but behind a bar", "A Par H\n> | [dm1.9] France: x\n> |\n> | "+head, "")
	check("in press of one's own", "PRESS TO Italy\n> [dm1.9] France: x\n> "+head+"\nENDPRESS\nA Par H", "")
	check("above a bar", "A Par H\n> [dm1.4] France: press from Italy\n> | and from Germany",
		"[dm1.4] France: press from Italy")
	check("none", "A Par H\n> [dm1.4]\n> [x] y\n> [dm1.4] France\n>\n> France: x", "")
	check("too long a line", "A Par H\n> [dm1.4] France: "+strings.Repeat("x", 300), "")
	if l := parser.Read("", "[dm1.4] France: my orders\nA Par H"); l.Headline != "" || len(l.Lines) != 2 {
		t.Errorf("a line of the author's own is the headline %q and leaves %q", l.Headline, l.Lines)
	}
}

// A question that stands in the subject is meant; then comes what is quoted, and then what else the subject has.
func TestTagsOfAnAnswer(t *testing.T) {
	check := func(subject, text, want string) {
		t.Helper()
		var got []string
		for _, tag := range parser.Read(subject, text).Tags {
			words := strings.TrimSpace(tag.String() + " " + tag.Seat)
			if tag.Quoted {
				words += " quoted"
			}
			got = append(got, words)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q above %q has the tags %q, want %q", subject, text, got, want)
		}
	}
	const form = "> ORDER FORM [dm1.5] Italy, revision 0\n>   A Ven -\n> END OF FORM\n"
	check("Re: [dm1] Deadman Diplomacy: France", "x\n> "+headline+"\n"+form,
		"[dm1.4] France quoted, [dm1.5] Italy quoted, [dm1]")
	check("[EXT] Re: [dm1.7] France: x [dm2]", "x\n> "+headline+"\n",
		"[dm1.7] France, [dm1.4] France quoted, [ext] Re, [dm2]")
	check("Re: [dm1] Deadman Diplomacy: France", "x\n"+form, "[dm1.5] Italy quoted, [dm1]")
	check("orders", "x\n> [dm1] GM: for your attention\n", "[dm1] GM quoted")
}

// PressFrom finds the sender of press in the subject of an answer to it, whatever mail programs add.
func TestPressFromStableSubjects(t *testing.T) {
	for text, want := range map[string]string{"Re: [d1] Austria: press from Italy": "Italy",
		"[EXT] AW: [d1] Austria: press from Italy [x]": "Italy",
		"[d1.4] Austria: press from the game master":   "the game master", "Re: [d1] Deadman Diplomacy: Austria": ""} {
		if who, _ := parser.PressFrom(text); who != want {
			t.Errorf("%q answers press of %q, want %q", text, who, want)
		}
	}
}

// Whatever is found as a headline is one, in one line.
func FuzzHeadline(f *testing.F) {
	f.Add("> [dm1.9] France: x", "A Par H")
	f.Add("[dm1.9] France: a\n\ndm1, Deadman Diplomacy: you are France.", "[dm1")
	f.Fuzz(func(t *testing.T, above, below string) {
		l := parser.Read("", above+"\n"+below)
		if line, _ := parser.Headline(l.Headline + "\n\n"); line != l.Headline {
			t.Errorf("%q is no headline", l.Headline)
		}
		if strings.Contains(l.Headline, "\n") {
			t.Errorf("a headline of several lines: %q", l.Headline)
		}
	})
}
