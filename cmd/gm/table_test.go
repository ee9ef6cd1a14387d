package main

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"deaddrop/gm/config"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/towntest"
)

// The columns of a table are as wide as what stands in them, and its lines no wider than the terminal.
func TestAligned(t *testing.T) {
	rows := [][]string{{"GAME", "N", "STATE"}, {"dm1", "12", "Spring 1901, Zürich"}, {"a-long-name", "3", "over"}}
	right := func(column int) bool { return column == 1 }
	const whole = "GAME          N  STATE\ndm1          12  Spring 1901, Zürich\na-long-name   3  over\n"
	if got := aligned(rows, 0, right); got != whole {
		t.Errorf("it is\n%s", got)
	}
	if got, want := aligned(rows, 30, right), strings.Replace(whole, "1901, Zürich", "1901,…", 1); !strings.Contains(got, "…\n") || utf8.RuneCountInString(strings.Split(got, "\n")[1]) != 30 {
		t.Errorf("on a narrow terminal it is\n%s, and not\n%s", got, want)
	}
	if screenWidth(&strings.Builder{}) != 0 {
		t.Error("what is no terminal has a width")
	}
}

// Lists have headers, and fit the terminal of whoever asks for them; what is piped is whole.
func TestListsFitTheTerminal(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGame(t, w)
	putLettersAside(t, w)
	startServing(t, w)
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	for command, head := range map[string]string{"list": "GAME  TITLE", "inbox": "ITEM", "log d1": "ENTRY  TIME"} {
		whole := mustRun(t, append([]string{"-c", w.Config}, strings.Fields(command)...)...)
		r, done, err := control.Ask(t.Context(), c.Socket(), control.Call{Args: strings.Fields(command), Width: 45}, time.Minute, nil)
		if err != nil || !done || r.Failed {
			t.Fatalf("%v, %s", err, r.Complaint)
		}
		if !strings.HasPrefix(whole, head) || strings.Contains(whole, "…") {
			t.Errorf("gm %s is\n%s", command, whole)
		}
		first, _, _ := strings.Cut(r.Output, "\n\n")
		if !strings.Contains(first+"\n", "…\n") {
			t.Errorf("on a terminal gm %s is\n%s", command, r.Output)
		}
		for line := range strings.Lines(first) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 45 && !strings.HasPrefix(line, "    ") {
				t.Errorf("on a terminal gm %s has a line of %d columns: %s", command, n, line)
			}
		}
	}
}
