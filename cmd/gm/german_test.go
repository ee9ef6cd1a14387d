//go:build !race

package main

import (
	"bytes"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"deaddrop/examples"
	"deaddrop/templates"
)

var (
	// english are words that no German sentence has, and which hardly a sentence of ours does without.
	english = regexp.MustCompile(`\b(?:the|The|you|You|your|Your|is|are|not|and|of|for|what|which|that|it|with|have|has|there|There|this|no|No|to|from|or|unit|units|orders|place|peek)\b`)
	reason  = regexp.MustCompile(`(?s)Der\s+Grund:.*?\n\n`) // in a game master's words
	cited   = regexp.MustCompile(`"[^"]*"|\[[^\]]*\]|[\w.]+@[\w.]+|ON orders (?:DO|OFF)|kein Befehl: .*|https?:\S+|mailto:\S+`)
)

// The letters of a game of Deadman or Diplomacy are German from their first line to their last to who wants them so: all those of
// the example games. What players and game masters wrote stays as it is, and so does what is to a game master.
func TestLettersInGerman(t *testing.T) {
	t.Parallel()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.Glob(examples.Stories, "*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	seen, told := 0, map[string]bool{}
	watched := words.Watched(func(kind string, p templates.Page) {
		if p.Rules != "deadman" && p.Rules != "diplomacy" || p.Desk || p.Seat == "GM" {
			return
		}
		p.Language = "de"
		w, err := words.Letter(kind, p)
		if err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		seen++
		for line := range strings.Lines(reason.ReplaceAllString(w.Text, "\n\n")) {
			line = strings.TrimRight(line, "\n")
			if n := len([]rune(line)); n > 76 && !strings.Contains(line, "mailto:") {
				t.Errorf("%s: %d columns: %s", kind, n, line)
			}
			if strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "  > ") || told[line] {
				continue
			}
			if in := english.FindString(cited.ReplaceAllString(line, "")); in != "" {
				told[line] = true
				t.Errorf("%s: %q in: %s", kind, in, line)
			}
		}
	})
	for _, file := range files {
		text, err := fs.ReadFile(examples.Stories, file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte("deadman")) && !bytes.Contains(text, []byte("diplomacy")) {
			continue // it is a game of another title
		}
		if err := nowhere().playStory(t.Context(), watched, file); err != nil {
			t.Fatal(err)
		}
	}
	if seen < 100 {
		t.Fatalf("only %d letters were seen", seen)
	}
}
