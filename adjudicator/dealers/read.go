package dealers

import (
	"regexp"
	"strings"

	"deaddrop/adjudicator"
	orders "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// Read reads a player's words. On a sheet a letter amends what is on file: turns as readturn.go says, and each other
// line takes the place of that for the same thing; the rest stays. What is said in the midst of a turn goes beside
// what is on file for the rest of it (readmore.go). An answer to a question of the draft, of an assault or in winter
// is a whole one.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	if v.player(v.Seat) == nil {
		return adjudicator.Reading{Answer: old}
	}
	if kind == "standing" && v.Draft != nil { // the list for when it is one's turn to choose
		kind = "draft"
	}
	text = plainly(text)
	out, slips := v.read(kind, old, text)
	v.suggest(&out, kind, old, text, slips)
	return out
}

// read reads words, and finds names in them that may be misspelt.
func (v *View) read(kind, old, text string) (adjudicator.Reading, []slip) {
	r := newReader(v.edition(), v.on(), v)
	var out adjudicator.Reading
	switch kind {
	case "turn", "standing":
		out = v.readSheet(r, kind, old, text)
	case "more":
		out = v.readMore(r, old, text)
	case "draft":
		out = v.readDraft(r, old, text)
	case "defence", "final", "winter":
		out = v.readShort(r, kind, old, text)
	default:
		out.Answer = old
	}
	return out, r.slips
}

func (v *View) readSheet(r *reader, kind, old, text string) adjudicator.Reading {
	before := strict.Must(parseSheet(r.b, r.m, old))
	s := r.sheetReader(kind, before)
	if saysNone(text) {
		s.sheet = sheet{}
		s.add(adjudicator.Part{Fate: adjudicator.Filed, Quote: strings.TrimSpace(text)}, origin{})
		if len(before.rules.lines(r.m)) > 0 {
			s.note("Your standing orders are taken back as well.")
		}
	} else {
		s.read(text)
	}
	now := s.sheet
	out := adjudicator.Reading{Answer: now.words(r.m)}
	if out.Answer == "" && (old != "" || saysNone(text)) {
		out.Answer = noOrders
	}
	doubts := s.doubts(now)
	out.Notes = orders.Unique(append(s.notes, doubts...))
	out.Parts = s.parts
	out.Missing = v.missing(kind, now)
	out.Form = v.form(now)
	return out
}

// saysNone reports whether a letter is nothing but NONE, or another word for it.
func saysNone(text string) bool {
	t := strings.ToUpper(strings.Trim(text, " \n."))
	return t == noOrders || t == "NO ORDERS" || t == "NOTHING"
}

// A slip is a word that is no name, and the only name that is like it.
type slip struct {
	written, name string
	part          int // of the words, which is asked about
}

// mend puts the name in the place of the word.
func (s slip) mend(text string) string {
	return regexp.MustCompile(`(?i)\b`+regexp.QuoteMeta(s.written)+`\b`).ReplaceAllLiteralString(text, s.name)
}

// suggest has the first part with a misspelt name suggest what all would be with the right ones, if that can be taken.
func (v *View) suggest(out *adjudicator.Reading, kind, old, text string, slips []slip) {
	if len(slips) == 0 {
		return
	}
	for _, s := range slips {
		text = s.mend(text)
	}
	meant, _ := v.read(kind, old, text)
	if meant.Answer == "" || meant.Answer == out.Answer || len(meant.Faults()) > 0 {
		return
	}
	for _, lines := range []string{added(meant.Answer, out.Answer), meant.Answer} {
		now, _ := v.read(kind, out.Answer, lines)
		if now.Answer == meant.Answer && len(now.Faults()) == 0 {
			p := &out.Parts[slips[0].part]
			p.Fate, p.Suggest = adjudicator.Unsure, []string{lines}
			return
		}
	}
}

// added are the lines of a text that another one does not have.
func added(text, other string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.Contains("\n"+other+"\n", "\n"+line+"\n") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}
