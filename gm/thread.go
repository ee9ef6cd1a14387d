package gm

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A thread is what mail programs show as one conversation: the letters of a game to one seat, or the press of one
// correspondent with its receipts. It has one subject, and each of its letters refers to the first one, so that its
// letters hang together however many of them are lost or thrown away, and side by side rather than one below another.
type thread struct {
	Root string // Message-ID of the first letter
	Last string // and of the newest
}

// has reports whether a Message-ID is known to be of the thread.
func (t thread) has(id string) bool { return id != "" && (id == t.Root || id == t.Last) }

// correspondent says whose press a letter to a seat belongs to: press to its writer's, and the receipt of an answer to
// press to the same. It is nobody where the letter belongs to the game's thread.
func (s *step) correspondent(to *seat, kind string, page templates.Page, answer *Letter) adjudicator.Seat {
	if kind == "press" {
		return cmp.Or(adjudicator.Seat(page.Press[0].From), somebody)
	}
	if answer == nil || kind == "confirm" { // nobody knows what that letter answers
		return ""
	}
	ids := append(slices.Clone(answer.References), answer.InReplyTo)
	for _, id := range slices.Backward(ids) {
		if id != "" && id == to.Thread {
			return ""
		}
		for with, talk := range to.Talks { // in any order: a letter is in one
			if talk.has(id) {
				return with
			}
		}
	}
	if with := pressFrom(answer.Subject); to.Talks[with].Root != "" {
		return with
	}
	return ""
}

// somebody is with whom a reader's thread of grey press is.
const somebody adjudicator.Seat = "somebody"

// pressFrom is whose press a letter of ours brings, by its subject; "" if it brings none.
func pressFrom(subject string) adjudicator.Seat {
	who, _ := parser.PressFrom(subject)
	if who == "the game master" {
		return adjudicator.GM
	}
	return adjudicator.Seat(who)
}

// thread is that of a seat's letters with a correspondent; without one, the game's.
func (s *seat) thread(with adjudicator.Seat) thread {
	if with == "" {
		return thread{Root: s.Thread}
	}
	return s.Talks[with]
}

// joined notes that a letter has been written to a seat in the thread with a correspondent.
func (s *seat) joined(with adjudicator.Seat, id string) {
	t := s.thread(with)
	if t.Last = id; t.Root == "" {
		t.Root = id
	}
	if with == "" {
		s.Thread = t.Root
		return
	}
	if s.Talks == nil {
		s.Talks = map[adjudicator.Seat]thread{}
	}
	s.Talks[with] = t
}

const maxReferences = 20

// refer sets what a letter of the thread refers to (RFC 5322, 3.6.4): an answer to the letter that it answers and to what
// that one refers to in this thread, any other to the thread's first letter alone. The first one of all is always there.
func (t thread) refer(l *Letter, answer *Letter) {
	if t.Root != "" {
		l.InReplyTo, l.References = t.Root, []string{t.Root}
	}
	if answer == nil || answer.ID == "" {
		return
	}
	var refs []string
	if i := slices.Index(answer.References, t.Root); i >= 0 { // others would tie another conversation of the reader's to this one
		refs = answer.References[i+1:]
	}
	l.InReplyTo = answer.ID
	l.References = slices.Concat(l.References, refs[max(0, len(refs)-maxReferences):], []string{answer.ID})
}
