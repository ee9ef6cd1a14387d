package parser_test

import (
	"testing"

	"deaddrop/parser"
)

// ALSO has an address behind it, as mail programs write it, or OFF. A sentence that begins so is left to the game.
func TestAlso(t *testing.T) {
	check := func(line, want string) {
		t.Helper()
		l := parser.Read("", line)
		if len(l.Commands) != 1 || l.Commands[0].Name != "ALSO" || parser.SecondAddress(l.Commands[0].Args) != want {
			t.Errorf("%q is read as %+v, lines %q", line, l.Commands, l.Lines)
		}
	}
	check("ALSO me@work.example", "me@work.example")
	check("Also: <Me.Too+x@work.example>", "Me.Too+x@work.example")
	check("also me@work.example.", "me@work.example")
	check("ALSO me@work.example <mailto:me@work.example>", "me@work.example")
	check("ALSO me@work.example<mailto:me@work.example>", "me@work.example")
	check("ALSO OFF", "")
	check("also off", "")
	for _, prose := range []string{"Also", "ALSO", "Also, A Par H", "Also A Mar-Spa", "also write to me@work.example",
		"ALSO me@work.example and you@work.example", "ALSO @", "ALSO me@"} {
		if l := parser.Read("", prose); len(l.Commands) > 0 {
			t.Errorf("%q is taken for %+v", prose, l.Commands)
		}
	}
}
