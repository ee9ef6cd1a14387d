package decatur

import (
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// Read reads a player's words. On a sheet, actions without a number make a new list of alternatives, one with a number
// takes the place of that alternative, and a standing order that of the one for the same location or of the same sort. An
// answer to any other question is a whole one.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	text = parser.Plain(text)
	if v.board == nil || v.player(v.Seat) == nil {
		return adjudicator.Reading{Answer: old}
	}
	switch kind {
	case "round", "turn":
		return v.readSheet(kind, old, text)
	case "bid":
		return v.readAnswer(old, text, "BID: ", v.bid)
	case "excess":
		return v.readAnswer(old, text, "CARDS: ", v.parting)
	case "relocation":
		return v.readAnswer(old, text, "RELOCATE: ", v.relocation)
	case "advance":
		return v.readAnswer(old, text, "MOVE: ", v.advance)
	}
	return adjudicator.Reading{Answer: old}
}

func (v *View) readSheet(kind, old, text string) adjudicator.Reading {
	r := newReader(v)
	before := strict.Must(parseSheet(v.board, old))
	var out adjudicator.Reading
	now := before
	if isNoOrders(text) {
		now, out.Answer = sheet{}, noOrders
		out.Parts = []adjudicator.Part{filed(text, nil)}
		if before.rules.words(v.board) != "" && old != noOrders {
			out.Notes = append(out.Notes, "Your standing orders are taken back as well.")
		}
	} else {
		s := r.sheetReader(before)
		s.first = kind == "turn" || v.Players[0].Seat == v.Seat
		s.read(wholeLines(text))
		now = s.sheet()
		v.suggest(s, before, now, text)
		out.Parts, out.Notes = s.parts, s.notes
		if out.Answer = now.words(v.board); out.Answer == "" && old != "" {
			if out.Answer = noOrders; old != noOrders {
				out.Notes = append(out.Notes, "Nothing is left on file now, and NO ORDERS stands for that.")
			}
		}
	}
	out.Notes = order.Unique(out.Notes)
	if len(now.turn) == 0 {
		out.Missing = append(out.Missing, v.silence())
	}
	out.Form = v.form(now)
	return out
}

// silence says what is done for a player without an action.
func (v *View) silence() string {
	if v.rules[optPass] == "draw" {
		return "You have no action on file: you draw an influence card."
	}
	return "You have no action on file: you pass."
}

func isNoOrders(text string) bool {
	t := strings.Trim(text, " \n.")
	return strings.EqualFold(t, noOrders) || strings.EqualFold(t, "NMR")
}
