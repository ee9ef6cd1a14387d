package successors

import (
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
	"deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// Read reads a player's words. On a sheet, lines of a sort without a number, such as moves, are a new list of that sort, one
// with a number takes the place of that line of the form, and a standing order that of the one for the same place, player
// or sort; the rest stays. An answer within a battle is a whole one.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	text = parser.Plain(text)
	if v.board == nil || v.player(v.Seat) == nil {
		return adjudicator.Reading{Answer: old}
	}
	switch kind {
	case "turn", "standing", "home":
		return v.readSheet(kind, old, text)
	case "battle":
		return v.readBattle(old, text)
	}
	return adjudicator.Reading{Answer: old}
}

func (v *View) readSheet(kind, old, text string) adjudicator.Reading {
	r := newReader(v.board)
	before := strict.Must(parseSheet(v.board, kind, old))
	s := r.sheetReader(v, kind, before)
	var out adjudicator.Reading
	if isNone(text) {
		s = r.sheetReader(v, kind, sheet{home: before.home})
		s.parts = []adjudicator.Part{filedPart(text)}
		if before.rules.words(v.board) != "" {
			s.note("Your standing orders are taken back as well.")
		}
	} else {
		s.read(wholeLines(text))
	}
	now := s.sheet()
	s.noteLists(before, now)
	s.doubt(v.doubts(kind, now))
	v.suggest(s, before, now, text)
	out.Parts, out.Notes = s.parts, s.notes
	if out.Answer = now.words(v.board); out.Answer == "" && (old != "" || isNone(text)) {
		out.Answer = nothing(kind)
	}
	out.Notes = order.Unique(out.Notes)
	out.Missing = v.missing(kind, now)
	out.Form = v.form(kind, now)
	return out
}

// nothing is the normal form of a sheet with nothing on it.
func nothing(kind string) string {
	if kind == "standing" {
		return noOrders
	}
	return passes
}

// isNone reports whether a letter is nothing but NONE, or another word for it.
func isNone(text string) bool {
	t := strings.ToUpper(strings.Trim(text, " \n."))
	return t == noOrders || t == "NO ORDERS" || t == "NMR" || t == "NO STANDING ORDERS"
}

// missing says what a sheet leaves open.
func (v *View) missing(kind string, s sheet) []string {
	switch {
	case kind == "turn" && !s.pass && len(s.play)+len(s.give)+len(s.buy)+len(s.moves)+len(s.fights) == 0 && !s.ransom:
		return []string{"You have no orders for this turn on file: nothing is bought, moved or fought. PASS says that you mean it."}
	case kind == "home" && len(s.home) == 0:
		return []string{"You have no home on file, and one is chosen for you. For example: HOME Babylonia, Lower Egypt."}
	}
	return nil
}
