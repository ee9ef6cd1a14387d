package parser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/parser"
)

func TestTag(t *testing.T) {
	check := func(subject string, want ...parser.Tag) {
		t.Helper()
		if got := parser.Read(subject, "").Tags; !slices.Equal(got, want) {
			t.Errorf("%q has tags %+v, want %+v", subject, got, want)
		}
	}
	check("[dm1.12] Spring 1901", parser.Tag{Game: "dm1", Question: 12})
	check("Re: AW: [DM1.3] France: what you saw", parser.Tag{Game: "dm1", Question: 3, Seat: "France"})
	check("[dm1] orders", parser.Tag{Game: "dm1"})
	check("[DM1 France] orders", parser.Tag{Game: "dm1", Seat: "France"})
	check("[dm1.4 United Kingdom]", parser.Tag{Game: "dm1", Question: 4, Seat: "United Kingdom"})
	check("\uff3bdm1.5\uff3d", parser.Tag{Game: "dm1", Question: 5})
	check("[EXTERNAL] Re: [d1.1] France: x", parser.Tag{Game: "d1", Question: 1, Seat: "France"},
		parser.Tag{Game: "external", Seat: "Re"})
	ours := parser.Tag{Game: "dm1", Last: "France"}
	for _, subject := range []string{"Re: [dm1] Deadman Diplomacy: France", "AW: [dm1] Deadman Diplomacy: France",
		"SV: [DM1] Deadman Diplomacy: France",
		"Antwort: [dm1] Deadman Diplomacy: France (fwd)", "RE: RE: [dm1] Deadman Diplomacy:  France ",
		"[dm1] Deadman Diplomacy: France"} {
		check(subject, ours)
	}
	check("[EXT] Re: [dm1] Deadman Diplomacy: France [spam]", parser.Tag{Game: "ext", Seat: "Re"}, ours,
		parser.Tag{Game: "spam"})
	check("Re: [dc1] Decatur: Red", parser.Tag{Game: "dc1", Seat: "Decatur", Last: "Red"})
	check("[dm1] Re: Deadman Diplomacy: United Kingdom", parser.Tag{Game: "dm1", Seat: "Re", Last: "United Kingdom"})
	check("no tag")
	check("[]")
	check("[dm1.99999999999999999999]")
	check("Re: "+parser.Tag{Game: "g1", Question: 7}.String(), parser.Tag{Game: "g1", Question: 7})
}

// lines checks what is left of a letter for the game.
func lines(t *testing.T, text string, want ...string) {
	t.Helper()
	if l := parser.Read("", text); strings.Join(l.Lines, "|") != strings.Join(want, "|") {
		t.Errorf("%q:\nleaves %q\nwant   %q", text, l.Lines, want)
	}
}

func TestLinesOfTheAuthor(t *testing.T) {
	lines(t, "F Nth E France\r\n\r\n  PAS-Nth  \r\n", "F Nth E France", "PAS-Nth")
	lines(t, "F Lon-Nth\n-- \nF Edi-Nwg", "F Lon-Nth")
	lines(t, "F Lon-Nth\n--\nAnn", "F Lon-Nth")
	lines(t, "F Lon-Nth\nEND\nF Edi-Nwg", "F Lon-Nth")
	lines(t, "F Lon-Nth\nsignoff\nF Edi-Nwg", "F Lon-Nth")
	lines(t, "F Lon-Nth\n\nOn Monday, the game master wrote:\n> F Lon - Eng\n>> A Par H", "F Lon-Nth")
	lines(t, "F Lon-Nth\n\nOn Mon, 1 Jan 2030 at 10:00, The Game Master <gm@example.org>\nwrote:\n> x", "F Lon-Nth")
	lines(t, "F Lon-Nth\nAm 1. Januar 2030 um 10:00 schrieb GM:\n> x", "F Lon-Nth")
	lines(t, "F Lon-Nth\n-----Original Message-----\nF Lon-Eng", "F Lon-Nth")
	lines(t, "> -----Original Message-----\n> | Original Message\n| Forwarded message\nF Lon-Nth", "F Lon-Nth")
	lines(t, "F Lon-Nth\nFrom: GM\nSent: Monday\nTo: Ann\n\nF Lon-Eng", "F Lon-Nth")
	lines(t, "F Lon-Nth\n\nSent from my telephone", "F Lon-Nth")
	lines(t, "F Lon-Nth\nOn Tue, Jan 1, 2030 at 12:00 PM GM <gm@example.org> wrote:\nF Lon-Eng", "F Lon-Nth")
	lines(t, "F Lon-Nth\nLe mar. 1 janv. 2030 à 12:00, GM <gm@example.org> a écrit :\n\nF Lon-Eng", "F Lon-Nth")
	lines(t, "On Tue, GM wrote:\n> F Lon-Eng\nF Lon-Nth", "F Lon-Nth")
	lines(t, "F Lon-Nth\nOddi wrth: GM\nAnfonwyd: dydd Llun\n\nd1, Deadman Diplomacy: you are France.\nA Par DB\n",
		"F Lon-Nth", "Oddi wrth: GM", "Anfonwyd: dydd Llun")
	lines(t, "F Lon-Nth\n| A Par DB", "F Lon-Nth")
	lines(t, "On second thought I wrote:\nF Lon-Nth", "On second thought I wrote:", "F Lon-Nth")
	lines(t, "#1 F Lon-Nth\n# 2 no", "#1 F Lon-Nth")
	lines(t, "On Mon, 1 Jan GM <a@b> wrote:\n| foo\nF Lon-Nth", "F Lon-Nth")
	lines(t, "// F Lon-Eng\n# F Lon-Wal\nF Lon-Nth // to Norway", "F Lon-Nth")
	lines(t, "A\u00a0Par\u2013Bur", "A Par\u2013Bur")
	lines(t, "\ufeffA Par\u200b-Bur", "A Par-Bur")
	lines(t, "AMEND\nA Par-Bur", "A Par-Bur")
	lines(t, "Amend my orders: A Par-Bur\nAs usual Mar holds", "Amend my orders: A Par-Bur", "As usual Mar holds")
	lines(t, "On the whole I wait.\nStatus of things?", "On the whole I wait.", "Status of things?")
}

func TestCommands(t *testing.T) {
	check := func(text string, want ...string) {
		t.Helper()
		var got []string
		for _, c := range parser.Read("", text).Commands {
			got = append(got, strings.TrimSpace(c.Name+" "+c.Args))
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%q: commands %q, want %q", text, got, want)
		}
	}
	check("status\nREADY.\nWait\nStatus please", "STATUS", "READY", "WAIT", "STATUS")
	check("I hope that all is\nclear.\nI can\nwait.", []string{}...)
	check("ORDERS\nA Par H", "ORDERS")
	check("ORDERS:\nA Par H")
	check("Orders\nA Par H")
	check("Help me", []string{}...)
	check("clear out of my way", []string{}...)
	check("Status?", "STATUS")
	check("MAP\nmap Spring 1902\nMap 3\nHISTORY Fall 1901.\nHistory", "MAP", "MAP Spring 1902", "MAP 3",
		"HISTORY Fall 1901.", "HISTORY")
	check("MAP Year 1, income\nHISTORY Year 12, 3rd turn, UK\nhistory Year 1, 2nd turn, Red.", "MAP Year 1, income",
		"HISTORY Year 12, 3rd turn, UK", "HISTORY Year 1, 2nd turn, Red.")
	check("MAP Year 2, winter\nHISTORY Turn 6, Green\nhistory Interval 2, round 3, Red.", "MAP Year 2, winter",
		"HISTORY Turn 6, Green", "HISTORY Interval 2, round 3, Red.")
	check("History Year 12, turn 3, UK", "HISTORY Year 12, turn 3, UK")
	check("Map me a way to 1902, please\nHistory will tell\nMap of 1901: see below\nHistory, 1902 and all that",
		[]string{}...)
	check("SET\nset map png\nSet map = SVG\nSET MAP\nSET LANGUAGE: Deutsch", "SET", "SET map png", "SET map = SVG",
		"SET MAP", "SET LANGUAGE: Deutsch")
	check("Set up F Lon\nSet map and compass aside\nSet languages are hard", []string{}...)
	lines(t, "As discussed, my orders:\nA Par H", "As discussed, my orders:", "A Par H")
	lines(t, "Game on!\nPress is quiet.\nPress on, Ann.\nA Par H", "Game on!", "Press is quiet.", "Press on, Ann.",
		"A Par H")
	if l := parser.Read("", "game [DM1]\nas France"); l.Game != "dm1" || l.As != "France" {
		t.Errorf("GAME and AS lines are read as %+v", l)
	}
}

func TestSetting(t *testing.T) {
	for args, want := range map[string][2]string{"": {}, "map": {"MAP", ""}, "map = png.": {"MAP", "PNG"},
		"Language: Deutsch": {"LANGUAGE", "DEUTSCH"}} {
		if name, value := parser.Setting(args); name != want[0] || value != want[1] {
			t.Errorf("SET %s sets %q to %q", args, name, value)
		}
	}
}

func TestPress(t *testing.T) {
	l := parser.Read("", "A Par H\nPRESS to France, Italy:\nDear all,\n\nA Mun-Bur.\nend press\nA Mar H")
	if len(l.Commands) != 1 || l.Commands[0] != (parser.Command{Name: "PRESS", Args: "France, Italy",
		Text: "Dear all,\n\nA Mun-Bur."}) {
		t.Errorf("commands %+v", l.Commands)
	}
	lines(t, "A Par H\nPRESS TO ALL\nx\nENDPRESS\nA Mar H", "A Par H", "A Mar H")
	l = parser.Read("", "PRESS TO ALL\nHello.\n-- \nAnn\n# 1\nEndpress.\nA Par H")
	if len(l.Commands) != 1 || l.Commands[0].Text != "Hello.\n--\nAnn\n# 1" || len(l.Lines) != 1 {
		t.Errorf("press with a signature in it: commands %+v, lines %q", l.Commands, l.Lines)
	}
	refused := func(text, why string) {
		t.Helper()
		l := parser.Read("", text)
		if len(l.Commands) != 0 || len(l.Faults) != 1 || !strings.Contains(l.Faults[0].Text, why) {
			t.Errorf("%q: commands %+v, faults %q", text, l.Commands, l.Faults)
		}
	}
	refused("PRESS\nx\nENDPRESS", "Say who it is for")
	refused("PRESS France\nx\nENDPRESS", "Say who it is for")
	refused("PRESS TO Italy\nTrust me.\nA Par-Bur\nPRESS TO Germany\nI attack Italy.\nENDPRESS", "ENDPRESS is missing")
	refused("PRESS TO Italy\nTrust me.\nFrom: GM\nSent: now\nPRESS\nENDPRESS", "ENDPRESS is missing")
	refused("PRESS ITALY: hello", "To send press")
	lines(t, "PRESS ITALY: hello\nA Par H", "A Par H")
	refused("PRESS TO ALL\n\nENDPRESS", "nothing between")
	refused("PRESS TO ALL\nx\nA Par H", "ENDPRESS is missing")
	lines(t, "A Mar H\nPRESS TO ALL\nx\nA Par H", "A Mar H") // the rest may be press
}

// An ordinary letter: orders, a few words, and a quotation.
func BenchmarkReadOrdinary(b *testing.B) {
	text := "A Par - Bur\nA Mar S A Par - Bur\nF Bre - Eng\nI hope that this is what we said.\n\nOn 05/01/2026 " +
		"09:00, The Game Master wrote:\n" +
		strings.Repeat("> Orders are due on Monday, and here is what you know.\n", 20)
	for b.Loop() {
		parser.Read("Re: [dm1] Deadman Diplomacy: France", text)
	}
}

// Reading takes time in proportion to the letter, whatever its lines.
func BenchmarkRead(b *testing.B) {
	for _, line := range []string{"A Par-Bur\n", "On a wrote:\n", "PRESS\n", "From: x\nSent: y\n", "> quoted\n",
		"-\n"} {
		for _, n := range []int{16, 256} {
			text := strings.Repeat(line, n<<10/len(line))
			b.Run(fmt.Sprintf("%.6q/%dKiB", line, n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					parser.Read("", text)
				}
			})
		}
	}
}

func TestTooMuch(t *testing.T) {
	l := parser.Read("", strings.Repeat("A Par H\n", 1000)+"STATUS")
	if len(l.Lines) != 400 || len(l.Faults) != 1 || len(l.Commands) != 0 {
		t.Errorf("of 1000 lines %d are taken, with %q", len(l.Lines), l.Faults)
	}
	l = parser.Read("", "A Par H\n"+strings.Repeat("A Par-Bur, ", 100)+"\nA Mar H")
	if strings.Join(l.Lines, "|") != "A Par H|A Mar H" || len(l.Faults) != 1 || len(l.Faults[0].Line) > 50 {
		t.Errorf("beside a long line, %q are taken, with %q", l.Lines, l.Faults)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("[dm1.3] France: x", "PRESS TO ALL\nx\nENDPRESS\nA Par H\n> quoted")
	f.Add("", "From:\nSent:\n\n")
	f.Fuzz(func(t *testing.T, subject, text string) {
		l := parser.Read(subject, text)
		for _, line := range l.Lines {
			if line == "" || line != strings.TrimSpace(line) || strings.HasPrefix(line, ">") {
				t.Errorf("line %q is left", line)
			}
		}
	})
}

func TestPressFrom(t *testing.T) {
	check := func(subject, want string) {
		t.Helper()
		if who, _ := parser.PressFrom(subject); who != want {
			t.Errorf("%q answers press of %q, want %q", subject, who, want)
		}
	}
	check("Re: [d1.1] Austria: press from Italy", "Italy")
	check("AW: RE: [d1] Austria: press from the game master", "the game master")
	check("Re: [d1.1] Austria: Fall 1901", "")
	check("press from Italy", "")
}

// JOIN is a command only if a game follows, and perhaps seats. Any other sentence that begins with such a word is
// left to the game.
func TestJoin(t *testing.T) {
	check := func(line, name, args string) {
		t.Helper()
		l := parser.Read("", line)
		game := ""
		if args != "" {
			game = "dm1"
		}
		switch {
		case name == "" && (len(l.Commands) > 0 || len(l.Lines) != 1):
			t.Errorf("%q is read as %+v", line, l.Commands)
		case name != "" && (len(l.Commands) != 1 ||
			l.Commands[0] != parser.Command{Name: name, Args: args, Line: line, Game: game}):
			t.Errorf("%q is read as %+v, want %s %q", line, l.Commands, name, args)
		}
	}
	check("JOIN dm1", "JOIN", "dm1")
	check("join [dm1] France, Italy or Turkey", "JOIN", "[dm1] France, Italy or Turkey")
	check("Join dm1: France/Italy, *.", "JOIN", "dm1: France/Italy, *.")
	check("SIGNON ?dm1 Österreich", "JOIN", "dm1 Österreich")
	check("LEAVE", "LEAVE", "")
	check("leave dm1", "LEAVE", "dm1")
	check("JOIN", "", "")
	check("Join me! We shall win.", "", "")
	check("Leave Burgundy to me", "", "")
	for _, list := range []string{"LIST", "games"} {
		if l := parser.Read("", list); len(l.Commands) != 1 || l.Commands[0].Name != "LIST" {
			t.Errorf("%q is read as %+v", list, l.Commands)
		}
	}
}
