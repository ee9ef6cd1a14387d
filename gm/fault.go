package gm

import (
	"fmt"
	"path"
	"runtime/debug"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/parser"
	"deaddrop/templates"
)

// An untakenError is a failure on a letter that was being taken in, while nothing was played.
type untakenError struct{ stack string }

func (e *untakenError) Error() string { return firstLine(e.stack) }

// guarded runs fn and returns the stack if it panics. This is the one place where a fault of ours is
// caught: it must not take the other games with it.
func guarded(fn func() error) (stack string, err error) {
	defer func() {
		if r := recover(); r != nil {
			stack = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
		}
	}()
	return "", fn()
}

// A failure is what the rules, or the program around them, failed with.
type failure struct {
	line  string // what it says, in one line
	stack string
	what  string // failed: "The rules" or "The program"
}

const theProgram = "The program"

// failed is a failure by its stack, or by what else there is to say of it. What panics while a phase is played is the
// rules' failure, and so is a phase that is played otherwise than before; all else is the program's.
func failed(stack string, rules bool) failure {
	f := failure{line: firstLine(stack), stack: stack, what: theProgram}
	if rules || strings.Contains(stack, "adjudicator.(*Table).Run(") {
		f.what = "The rules"
	}
	return f
}

// hold stops a game on which the program failed, and writes to the game master. The letter that was being taken
// in is put aside, so that it does not come back, and its writer is told.
func (s *step) hold(l *letter.Letter, f failure) {
	if l != nil {
		s.item(l.HeldKey(), Item{Why: f.line, Letter: l})
	}
	if s.g == nil {
		return
	}
	if s.g.State == forming { // nothing is played yet that could be wrong
		s.stall(l, f)
		return
	}
	s.g.State, s.g.Why = held, f.line
	s.noDeadline()
	text := f.what + " failed, so the game waits for you. Nothing was changed. When that is mended, gm resume lets it go on."
	if l != nil {
		text += " The letter that was being taken in came from " + l.From + ", who was asked to send it again then."
	}
	s.tellFault(l, f, text, "The game master has been told, and the game waits. Please send your letter again when you hear that it goes on.")
}

// putAside keeps a letter on which the program failed before it had changed anything for the game master, who is
// written to, as is its writer. The game goes on: else anybody who knows such a letter could stop it.
func (s *step) putAside(l *letter.Letter, f failure) {
	s.item(l.HeldKey(), Item{Why: f.line, Letter: l})
	s.tellFault(l, f, "The program failed on a letter from "+l.From+", who was asked to write it in other words. Nothing was changed by it, and the game goes on.",
		"What was on file stays, and the game goes on. The game master has been told. Please write what you mean in other words, an order a line.")
}

// tellFault tells the game master, and the writer of the letter if there is one, that the program failed on it.
func (s *step) tellFault(l *letter.Letter, f failure, toDesk, toWriter string) {
	for _, seat := range s.g.Seats {
		page := s.page(nil, seat)
		switch {
		case seat.Name == adjudicator.GM:
			page.Notice, page.Trace = toDesk, f.stack
			if l != nil {
				page.Quoted, _, _ = l.Quoted()
			}
			s.sendPlain(seat, "desk", page, nil)
		case l != nil && seat.of(l.From):
			page.Notice = "Your letter met a fault of this program, and nothing was changed by it. " + toWriter
			s.sendPlain(seat, "notice", page, l)
		}
	}
}

// sendPlain is send for when something is wrong already: if it is the templates, the letter is what there
// is to say and nothing else.
func (s *step) sendPlain(to *seat, kind string, page templates.Page, answer *letter.Letter) {
	if to.Address == "" {
		return
	}
	if stack, _ := guarded(func() error { s.send(to, kind, page, answer); return nil }); stack != "" {
		s.m.Log.Error("templates failed", "game", s.name, "why", place(stack))
		tag := parser.Tag{Game: s.name}.String()
		l := letter.Letter{To: to.writtenAt(answer), Subject: tag + " " + page.Title + ": " + page.Seat,
			Text: tag + " " + page.Seat + ": a word from the game master\n\n" + page.Notice + "\n\n" + page.Quoted + "\n\n" + page.Trace + "\n"}
		to.thread("").Refer(&l, answer)
		s.post(to, letter.Reply, 0, l)
	}
}

// place is where the program failed, from a panic's value and its stack, for a log: logs are read by more people than may
// know what is in letters and positions, and a panic's value may quote them. What Go itself says quotes nothing. All of it
// is in the letter to the game master, or in what waits for him.
func place(stack string) string {
	value, trace, _ := strings.Cut(stack, "\n")
	if !strings.Contains(trace, "\npanic(") { // it was no panic
		return ""
	}
	var out []string
	if strings.HasPrefix(value, "runtime error: ") {
		out = append(out, value)
	}
	for line := range strings.Lines(trace[max(0, strings.LastIndex(trace, "\npanic(")):]) { // a function, and below it its file behind a tab
		file, ok := strings.CutPrefix(line, "\t")
		if !ok || len(out) == maxPlaces {
			continue
		}
		file, _, _ = strings.Cut(strings.TrimSpace(file), " +0x")
		if strings.Contains(file, "/runtime/") {
			continue
		}
		out = append(out, path.Join(path.Base(path.Dir(file)), path.Base(file)))
	}
	return strings.Join(out, " < ")
}

const maxPlaces = 8 // lines of source code in a log entry

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
