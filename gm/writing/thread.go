package writing

import (
	"cmp"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/parser"
	"deaddrop/templates"
)

// correspondent returns whose thread of press a letter to a seat belongs to: press belongs to its author's thread,
// and so does the answer to a reply. It returns "" if the letter belongs to the game's thread.
func correspondent(s *gm.Step, to *game.Seat, kind string, page templates.Page,
	answer *letter.Letter) adjudicator.Seat {
	if kind == "press" {
		return cmp.Or(adjudicator.Seat(page.Press[0].From), Somebody)
	}
	if answer == nil || kind == "confirm" { // it is unknown what that letter answers
		return ""
	}
	ids := append(slices.Clone(answer.References), answer.InReplyTo)
	for _, id := range slices.Backward(ids) {
		if id != "" && id == to.Thread {
			return ""
		}
		for with, talk := range to.Talks { // in any order: a letter is in one thread only
			if talk.Has(id) {
				return with
			}
		}
	}
	if with := PressFrom(answer.Subject); to.Talks[with].Root != "" {
		return with
	}
	return ""
}

// Somebody is the correspondent for anonymous press.
const Somebody adjudicator.Seat = "somebody"

// PressFrom returns whose press a letter of ours delivers, by its subject, or "".
func PressFrom(subject string) adjudicator.Seat {
	who, _ := parser.PressFrom(subject)
	if who == "the game master" {
		return adjudicator.GM
	}
	return adjudicator.Seat(who)
}
