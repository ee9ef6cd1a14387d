package parser_test

import (
	"strings"
	"testing"

	"deaddrop/parser"
)

func TestWaysOfPress(t *testing.T) {
	check := func(line, to string, signed parser.Signing, quiet bool) {
		t.Helper()
		l := parser.Read("", line+"\nhello\nENDPRESS\nA Par H")
		want := parser.Command{Name: "PRESS", Args: to, Text: "hello", Signed: signed, Quiet: quiet}
		if len(l.Commands) != 1 || l.Commands[0] != want || strings.Join(l.Lines, "|") != "A Par H" {
			t.Errorf("%q: %+v, faults %v, lines %q", line, l.Commands, l.Faults, l.Lines)
		}
	}
	check("PRESS TO ALL BUT France and Italy", "ALL BUT France and Italy", "", false)
	check("press grey to France", "France", parser.Grey, false)
	check("PRESS ANONYMOUS TO ALL:", "ALL", parser.Grey, false)
	check("PRESS WHITE QUIET TO the game master", "the game master", parser.White, true)
	check("Press quiet, gray to ALL", "ALL", parser.Grey, true)
	check("BROADCAST", "ALL", "", false)
	check("broadcast grey", "ALL", parser.Grey, false)
	check("Broadcast to all:", "ALL", "", false)
	for _, prose := range []string{"Broadcast news today.", "Press on regardless, my friend.", "Diary of a king:",
		"Mute swans are white. Why?"} {
		if l := parser.Read("", prose); len(l.Commands)+len(l.Faults) > 0 {
			t.Errorf("%q is taken for %+v, %v", prose, l.Commands, l.Faults)
		}
	}
}

func TestDiary(t *testing.T) {
	l := parser.Read("", "DIARY\nGermany lies.\nA Mun-Bur\nENDDIARY\nA Par H")
	if len(l.Commands) != 1 || l.Commands[0] != (parser.Command{Name: "DIARY", Text: "Germany lies.\nA Mun-Bur"}) ||
		strings.Join(l.Lines, "|") != "A Par H" {
		t.Errorf("a diary is %+v, and leaves %q", l.Commands, l.Lines)
	}
	for text, why := range map[string]string{"DIARY\nGermany lies.\nA Par H": "ENDDIARY is missing",
		"DIARY\n\nENDDIARY": "nothing between"} {
		if l := parser.Read("", text); len(l.Faults) != 1 || !strings.Contains(l.Faults[0].Text, why) ||
			len(l.Lines)+len(l.Commands) > 0 {
			t.Errorf("%q: %+v", text, l)
		}
	}
}

// The first line of a letter to an old judge does no harm, and its password is repeated to nobody.
func TestSignOn(t *testing.T) {
	l := parser.Read("", "SIGNON fdm1 xyzzy\nA Par H\nSIGNOFF\nA Mar H")
	if len(l.Commands) != 1 || l.Commands[0] != (parser.Command{Name: "STATUS"}) || len(l.Faults) > 0 ||
		strings.Join(l.Lines, "|") != "A Par H" {
		t.Errorf("%+v", l)
	}
}
