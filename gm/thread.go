package gm

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/parser"
	"deaddrop/templates"
)

// correspondent says whose press a letter to a seat belongs to: press to its writer's, and the receipt of an answer to
// press to the same. It is nobody where the letter belongs to the game's thread.
func (s *step) correspondent(to *seat, kind string, page templates.Page, answer *letter.Letter) adjudicator.Seat {
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
			if talk.Has(id) {
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
func (s *seat) thread(with adjudicator.Seat) letter.Thread {
	if with == "" {
		return letter.Thread{Root: s.Thread}
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
		s.Talks = map[adjudicator.Seat]letter.Thread{}
	}
	s.Talks[with] = t
}
