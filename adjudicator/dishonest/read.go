package dishonest

import (
	"strings"

	"deaddrop/adjudicator"
	orders "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// Read reads a player's words. On a sheet a letter amends what is on file: turns as readturn.go says, and each other line
// takes the place of that for the same thing; the rest stays. An answer to a question within a turn is a whole one.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	if v.player(v.Seat) == nil {
		return adjudicator.Reading{Answer: old}
	}
	text = plain(text)
	switch kind {
	case "income", "turn", "standing":
		return v.readSheet(kind, old, text)
	}
	return v.readAnswer(kind, old, text)
}

func (v *View) readSheet(kind, old, text string) adjudicator.Reading {
	r := newReader(v.edition(), v)
	before := strict.Must(parseSheet(r.b, kind, old))
	if kind != "income" {
		before.income = income{draw: unsaid}
	}
	s := r.sheetReader(kind, before)
	if saysNone(text) {
		s.sheet = sheet{income: income{draw: unsaid, none: true}}
		s.said = []spoken{{Part: adjudicator.Part{Fate: adjudicator.Filed, Quote: strings.TrimSpace(text)}}}
		if len(before.rules.lines(r.b)) > 0 {
			s.note("Your standing orders are taken back as well.")
		}
	} else {
		s.read(s.apart(text), noPiece, "")
		s.suggest(before)
	}
	now := s.sheet
	out := adjudicator.Reading{Answer: now.words(r.b)}
	if out.Answer == "" && (old != "" || saysNone(text)) {
		out.Answer = noOrders
	}
	out.Notes = orders.Unique(append(s.notes, v.doubts(s)...))
	out.Parts = s.parts()
	out.Missing = v.missing(kind, now)
	out.Form = v.form(kind, now)
	return out
}

// saysNone reports whether a letter is nothing but NONE, or another word for it.
func saysNone(text string) bool {
	t := strings.ToUpper(strings.Trim(text, " \n."))
	return t == noOrders || t == "NO ORDERS" || t == "NOTHING"
}
