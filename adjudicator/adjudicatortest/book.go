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

// A Book is a whole game in a text file: every letter that a player wrote, and all public results. Lines that begin
// with ">" are letters; "-" stands for a question within a turn that was not answered by letter.
type Book struct {
	File string
	Head string // first line of the file, which says what game it is

	// Standings returns lines about the position after a phase, to be written in the file. It may be nil.
	Standings func(adjudicator.Position) []string
}

// Replay plays a match with the letters in the book, and reports the first line in which the result differs from the
// book. A seat without a letter sends nothing. With the flag -book.write, the match's own answers are written to the
// book; with -book.update, only the results.
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

// A bookWriter writes a game as a text.
type bookWriter struct {
	strings.Builder
	standings func(adjudicator.Position) []string
	phase     string
	left      []string // letters of an existing book that have not been used yet
}

// head writes the heading of a phase.
func (w *bookWriter) head(phase string) {
	if w.phase != phase {
		w.phase = phase
		fmt.Fprintf(w, "\n== %s\n", phase)
	}
}

// robots returns an Answerer that lets robots answer and writes their letters down.
func (w *bookWriter) robots(robots Answerer) Answerer {
	return func(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
		answer, heard, err := robots(p, req)
		switch {
		case err != nil:
		case heard:
			w.head(p.Phase())
			w.letter(req, answer)
		case req.Aside: // the seat may be asked again, and write a letter then
			w.head(p.Phase())
			w.letter(req, silence)
		}
		return answer, heard, err
	}
}

// silence stands for a missing letter.
const silence = "-"

func (w *bookWriter) letter(req adjudicator.Request, text string) {
	fmt.Fprintf(w, "> %s, %s: %s\n", req.Seat, req.Kind, strings.ReplaceAll(text, "\n", " / "))
}

// letters returns an Answerer that answers with the letters of a book, one after another.
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

// tells writes what was told to everybody, and the standings.
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

// firstDifference returns the first line in which two texts differ, with the line before it.
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
