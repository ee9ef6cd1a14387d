package adjudicatortest

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

var (
	writeBooks  = flag.Bool("book.write", false, "have robots play the whole games anew, and write them down")
	updateBooks = flag.Bool("book.update", false,
		"play the whole games with the letters that are written down, and write down what comes of them now")
)

// A Book is a whole game that is written down in a file: every letter that a player wrote, and all that lies open of
// what came of it. Lines that begin with ">" are the letters; "-" is a question within a turn to which none came.
type Book struct {
	File string
	Head string // the first line: what game it is

	// Standings are the lines on a position after a phase that are to stand there; nil or none for nothing.
	Standings func(adjudicator.Position) []string
}

// Replay plays a match with the letters of the book, and finds the first line in which what comes of it is not what the
// book has; who has no letter there is silent. With -book.write the answers are the match's own, and are written down;
// with -book.update what comes of the letters is.
func (b Book) Replay(t *testing.T, m *Match, end func() string) {
	t.Helper()
	written, err := os.ReadFile(b.File)
	if err != nil && !*writeBooks {
		t.Fatal(err)
	}
	w := &bookWriter{standings: b.Standings}
	robots, watch := m.Answer, m.Watch
	m.Answer = w.letters(string(written))
	if *writeBooks {
		m.Answer = w.robots(robots)
	}
	m.Watch = func(p adjudicator.Position, told []adjudicator.EventRecord) error {
		if m.Phase != "" {
			w.tells(m.Phase, p, told)
		}
		return watch(p, told)
	}
	fmt.Fprintln(w, b.Head)
	if err := m.Play(); err != nil {
		t.Fatalf("%s: %v", m.Phase, err)
	}
	fmt.Fprintf(w, "\n%s\n", end())
	if *writeBooks || *updateBooks {
		if err := os.WriteFile(b.File, []byte(w.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if is := w.String(); is != string(written) {
		t.Errorf("%s: %s", b.File, firstDifference(string(written), is))
	}
}

// A bookWriter writes a game down.
type bookWriter struct {
	strings.Builder
	standings func(adjudicator.Position) []string
	phase     string
	left      []string // letters of the game that is written down
}

// head begins a phase.
func (w *bookWriter) head(phase string) {
	if w.phase != phase {
		w.phase = phase
		fmt.Fprintf(w, "\n== %s\n", phase)
	}
}

// robots are the answers of robots, written down.
func (w *bookWriter) robots(robots Answerer) Answerer {
	return func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
		answer, heard, err := robots(p, req)
		switch {
		case err != nil:
		case heard:
			w.head(p.Phase())
			w.letter(req, answer)
		case req.Aside: // they may be asked again, and have something to say then
			w.head(p.Phase())
			w.letter(req, silence)
		}
		return answer, heard, err
	}
}

// silence stands for no letter.
const silence = "-"

func (w *bookWriter) letter(req adjudicator.Request, text string) {
	fmt.Fprintf(w, "> %s, %s: %s\n", req.Seat, req.Kind, strings.ReplaceAll(text, "\n", " / "))
}

// letters are those of a game that is written down, one after another.
func (w *bookWriter) letters(text string) Answerer {
	for line := range strings.Lines(text) {
		if letter, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> "); ok {
			w.left = append(w.left, letter)
		}
	}
	return func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
		w.head(p.Phase())
		if len(w.left) > 0 {
			if letter, ok := strings.CutPrefix(w.left[0], fmt.Sprintf("%s, %s: ", req.Seat, req.Kind)); ok {
				w.left = w.left[1:]
				if letter == silence {
					w.letter(req, silence)
					return cmp.Or(req.Filed, req.Default), false, nil
				}
				reading := p.View(req.Seat).Read(req.Kind, "", strings.ReplaceAll(letter, " / ", "\n"))
				if len(reading.Faults()) > 0 {
					return "", true, fmt.Errorf("%s: %v", letter, reading.Faults())
				}
				w.letter(req, reading.Answer)
				return reading.Answer, true, nil
			}
		}
		return cmp.Or(req.Filed, req.Default), false, nil
	}
}

// tells writes down what was told to all, and the standings.
func (w *bookWriter) tells(phase string, p adjudicator.Position, told []adjudicator.EventRecord) {
	w.head(phase)
	for _, event := range told {
		if event.To.Has(adjudicator.Observer) {
			fmt.Fprintf(w, "%s: %s\n", event.Kind, Flat(event.Data))
		}
	}
	if w.standings == nil {
		return
	}
	for _, line := range w.standings(p) {
		fmt.Fprintf(w, "  %s\n", line)
	}
}

// firstDifference shows the first line in which two texts differ, with the line before it.
func firstDifference(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "nothing", "nothing"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return fmt.Sprintf("line %d was\n\t%s\nand is\n\t%s\nafter\n\t%s", i+1, x, y,
				strings.Join(a[max(0, i-1):min(i, len(a))], ""))
		}
	}
	return "they are alike"
}
