package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/gm"
	"deaddrop/templates"
)

// wording is that of tic-tac-toe, a template a line.
const wording = `{{define "tictactoe welcome"}}You are {{.Seat}}.{{end}}
{{define "tictactoe wants square"}}the number of a free square,{{end}}
{{define "tictactoe ask square"}}Send a number from 1 to 9.{{end}}
{{define "tictactoe view"}}The squares: {{.Squares}}{{end}}
{{define "tictactoe GM view"}}The squares: {{.Squares}}{{end}}
{{define "tictactoe taken"}}{{.By}} takes square {{.Square}}.{{end}}
`

// A fallible position fails in the third move.
type fallible struct{ adjudicator.Position }

func (f *fallible) Play(t *adjudicator.Table) {
	if f.Phase() == "Move 3" {
		var moves []int
		_ = moves[len(f.Phase())]
	}
	f.Position.Play(t)
}

// failingRules returns tic-tac-toe whose position fails.
func failingRules() *adjudicator.Rules {
	rules := *adjudicatortest.TicTacToe
	blank, setup := rules.Blank, rules.Setup
	rules.Blank = func() adjudicator.Position { return &fallible{blank()} }
	rules.Setup = func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		p, err := setup(t, c)
		return &fallible{p}, err
	}
	return &rules
}

// noRules returns tic-tac-toe that can't be set up.
func noRules() *adjudicator.Rules {
	rules := *adjudicatortest.TicTacToe
	rules.Setup = func(*adjudicator.Table, adjudicator.Config) (adjudicator.Position, error) {
		panic("there is no board")
	}
	return &rules
}

// A trial is what came of gm try: what it printed, what it complained of, and the file afterwards.
type trial struct {
	out, complaint, file string
	err                  error
}

// tried has gm try play a correspondence with the given rules and wording.
func tried(t *testing.T, story string, rules *adjudicator.Rules, words string, update bool) trial {
	t.Helper()
	file := filepath.Join(t.TempDir(), "story.txtar")
	if err := os.WriteFile(file, []byte(story), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, complaint strings.Builder
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	cmd.SetOut(&out)
	cmd.SetErr(&complaint)
	failed := tryFile(cmd, file, update, func(dir string) (*gm.Master, error) {
		m, err := nowhere().tryMaster(dir)
		if err != nil {
			return nil, err
		}
		m.Rules = []*adjudicator.Rules{rules}
		m.Words, err = templates.New(fstest.MapFS{"tictactoe.tmpl": {Data: []byte(words)}})
		return m, err
	})
	if failed != nil {
		complain(&complaint, failed)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return trial{out.String(), complaint.String(), string(text), failed}
}

const (
	begun = "-- game d1 tictactoe --\nX: ann@example.org\nO: bob@example.org\n"
	moved = begun + "-- clock 72h --\n-- clock 73h --\n-- date 2030-01-08 12:00 --\n"
)

// gm try prints the letters, and then tells which game died, where and of what.
func TestTryTellsDeaths(t *testing.T) {
	for _, c := range []struct {
		name, story, words string
		rules              *adjudicator.Rules
		letters            int
		want               []string
	}{
		{"rules fail", moved, wording, failingRules(), 4, []string{"\n\tat gm/try_test.go:",
			"the game d1 died in section -- clock 73h --: runtime error: index out of range [6] with length 0"}},
		{"rules fail in the second section of a name", strings.ReplaceAll(moved, "73h", "72h"), wording, failingRules(), 4,
			[]string{"section -- clock 72h -- (number 2 of that name): runtime error"}},
		{"a template fails", moved, strings.ReplaceAll(wording, ".Square}}.", ".Nothing}}."),
			adjudicatortest.TicTacToe, 2,
			[]string{"the game d1 died in section -- clock 72h --: ", "tictactoe.tmpl:6:"}},
		{"a template of the first letter is missing", begun, strings.ReplaceAll(wording, "welcome", "farewell"),
			adjudicatortest.TicTacToe, 0, []string{"-- game d1 tictactoe --: d1: the program failed: ", "tictactoe welcome"}},
		{"a game can't be set up", begun, wording, noRules(), 0,
			[]string{"-- game d1 tictactoe --: setting up tictactoe: the rules failed: there is no board"}},
	} {
		got := tried(t, c.story, c.rules, c.words, false)
		if got.err == nil {
			t.Errorf("%s: gm try ends well", c.name)
		}
		for _, want := range c.want {
			if !strings.Contains(got.complaint, want) {
				t.Errorf("%s: it complains\n%s\nwithout %q", c.name, got.complaint, want)
			}
		}
		if n := strings.Count(got.out, "\n-- to "); n != c.letters || !strings.HasPrefix(got.out, begun) {
			t.Errorf("%s: it prints %d letters, want %d:\n%s", c.name, n, c.letters, got.out)
		}
		if got.file != c.story {
			t.Errorf("%s: the file is changed to\n%s", c.name, got.file)
		}
	}
}

// With --update the letters are written to the last section, and the death is reported nevertheless. It is reported
// again where the file already has those letters.
func TestTryUpdatesDeaths(t *testing.T) {
	const died = "the game d1 died"
	got := tried(t, moved, failingRules(), wording, true)
	if got.file != got.out || !strings.HasSuffix(got.file, "-- date 2030-01-08 12:00 --\n") {
		t.Errorf("the file is\n%s\nand it prints\n%s", got.file, got.out)
	}
	if got.err == nil || !strings.Contains(got.complaint, died) {
		t.Errorf("it complains\n%s", got.complaint)
	}
	again := tried(t, got.file, failingRules(), wording, false)
	if again.err == nil || !strings.Contains(again.complaint, died) {
		t.Errorf("once the letters are written down it says\n%s", again.complaint)
	}
	const end = "-- nonsense --\n-- clock 1h --\n"
	cut := tried(t, begun+end, adjudicatortest.TicTacToe, wording, true)
	if cut.err == nil || !strings.HasSuffix(cut.file, end) {
		t.Errorf("a file that can't be played to its end is then\n%s", cut.file)
	}
}

// A game that its game master stops, or that waits for a player, is not dead.
func TestTryStoppedGame(t *testing.T) {
	for _, more := range []string{"-- gm pause d1 --\n-- clock 100h --\n", "missing: then=hold\n-- clock 100h --\n"} {
		if got := tried(t, begun+more, adjudicatortest.TicTacToe, wording, true); got.err != nil {
			t.Errorf("%s\nit says\n%s", more, got.complaint)
		}
	}
}
