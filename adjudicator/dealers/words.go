package dealers

import (
	"cmp"
	"fmt"
	"strings"

	"deaddrop/adjudicator/queue"
)

// This file writes the normal form: lines that are read back as the same orders.

// words returns a sheet in normal form, one order a line; "" if it is empty.
func (s sheet) words(m *Map) string { return strings.Join(s.lines(m), "\n") }

func (s sheet) lines(m *Map) []string {
	turns := s.turns.Lines(func(d deed) []string { return d.lines(m) })
	return append(turns, s.rules.lines(m)...)
}

// restWords returns the rest of a turn in normal form.
func restWords(p queue.Plan[deed], m *Map) string {
	if len(p) == 0 {
		return noOrders
	}
	return cmp.Or(sheet{turns: queue.Queue[deed]{p}}.words(m), noOrders)
}

// draftWords returns a list of leaders and cities for the draft, best first; LOT if it is empty.
func draftWords(list []string) string {
	if len(list) == 0 {
		return byLot
	}
	return "TAKE " + strings.Join(list, ", ")
}

// words returns one alternative for a turn in one line.
func (d deed) words(m *Map) string { return strings.Join(d.lines(m), "; ") }

// lines returns the parts of a deed, one step a line.
func (d deed) lines(m *Map) []string {
	switch d.pass {
	case passOnce:
		return []string{passes}
	case passYear:
		return []string{passes + " YEAR"}
	}
	var lines []string
	if d.action != "" {
		lines = append(lines, "ACTION "+d.action+d.by())
	}
	if len(d.bonus) > 0 {
		lines = append(lines, "BONUS DISMISS "+strings.Join(d.bonus, ", "))
	}
	for _, s := range d.steps {
		lines = append(lines, s.words(m))
	}
	if d.tidy.keep || len(d.tidy.cards) > 0 {
		lines = append(lines, d.tidy.words())
	}
	if d.done {
		lines = append(lines, "DONE")
	}
	return lines
}

// by returns the words for the cube with which an action is chosen; "" for the default.
func (d deed) by() string {
	switch {
	case d.leader:
		return " BY LEADER"
	case d.token:
		return " BY TOKEN"
	}
	return ""
}

// words returns one step of a turn.
func (s step) words(m *Map) string {
	switch s.kind {
	case stepPlay:
		return "PLAY " + s.play.words(unsaid)
	case stepUse:
		return s.play.words(unsaid)
	case stepAssault:
		return "ASSAULT " + s.battle.words(m)
	case stepDo:
		return "DO"
	}
	return strings.ToUpper(string(s.kind)) + " " + strings.Join(s.cards, ", ")
}

// words returns a card or an ability; the strength of a card is omitted if it is the usual one.
func (p play) words(usual Strength) string {
	if p.use {
		return "USE " + p.card + p.choice.words()
	}
	s := ""
	if p.drawn {
		s += "IF DRAWN "
	}
	if p.ready {
		s += "READY "
	}
	s += p.card
	if p.value != usual && p.value != unsaid {
		s += "=" + p.value.Letter()
	}
	return s + p.choice.words()
}

// words returns the choices for effects, in brackets; "" if there are none.
func (c choice) words() string {
	var out []string
	if c.none {
		out = append(out, "NO EFFECT")
	}
	if c.on != "" {
		out = append(out, "ON "+c.on)
	}
	for _, x := range []struct {
		word  string
		cards []string
	}{{"TAKE", c.take}, {"DISMISS", c.dismiss}, {"READY", c.ready}} {
		if len(x.cards) > 0 {
			out = append(out, x.word+" "+strings.Join(x.cards, ", "))
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, " ") + ")"
}

// words returns an assault in normal form, without the keyword before it.
func (b battle) words(m *Map) string {
	s := m.Name(b.at)
	if b.from != nowhere {
		s += " FROM " + m.Name(b.from)
	}
	switch {
	case len(b.first) > 0 && b.min:
		s += " FIRST MIN " + playsWords(b.first, Attack)
	case len(b.first) > 0:
		s += " FIRST " + playsWords(b.first, Attack)
	}
	if b.said {
		s += " FINAL " + b.finalWords()
	}
	return s
}

// finalWords returns the last step of an assault: cards, or NONE.
func (b battle) finalWords() string {
	switch {
	case len(b.final) == 0:
		return nothingFinal
	case b.all:
		return "ALL " + playsWords(b.final, Attack)
	}
	return playsWords(b.final, Attack)
}

// playsWords returns a list of plays, omitting the usual strength.
func playsWords(list []play, usual Strength) string {
	return joined(list, ", ", func(p play) string { return p.words(usual) })
}

// words returns which cards are discarded or kept.
func (x tidy) words() string {
	switch {
	case x.keep && len(x.cards) == 0:
		return "DISCARD ALL"
	case x.keep:
		return "KEEP " + strings.Join(x.cards, ", ")
	case len(x.cards) == 0:
		return keepAll
	}
	return "DISCARD " + strings.Join(x.cards, ", ")
}

// lines returns standing orders, one each.
func (s standing) lines(m *Map) []string {
	var lines []string
	for _, d := range s.defend {
		line := "DEFEND " + m.anywhere(d.at)
		if d.against != "" {
			line += " AGAINST " + d.against
		}
		lines = append(lines, line+": "+d.words())
	}
	if s.winter != nil {
		lines = append(lines, "WINTER "+s.winter.words())
	}
	for _, x := range s.stop {
		line := "STOP IF ATTACKED"
		if x.at != nowhere {
			line += " AT " + m.Name(x.at)
		}
		lines = append(lines, line)
	}
	return lines
}

// anywhere returns the words for the place of an order.
func (m *Map) anywhere(a Area) string {
	if a == nowhere {
		return "ANY"
	}
	return m.Name(a)
}

// words returns which cards are played in a defence, and how: "Veteran, READY IF ENOUGH"; NOTHING if none.
func (d defence) words() string {
	if d.isNothing() {
		return "NOTHING"
	}
	out := make([]string, 0, len(d.plays)+2)
	for _, p := range d.plays {
		out = append(out, p.words(Defence))
	}
	if d.area {
		out = append(out, "READY")
	}
	if d.hand {
		out = append(out, "HAND")
	}
	s := strings.Join(out, ", ")
	if d.more > 0 {
		s += fmt.Sprintf(" BY %d", d.more)
	}
	if d.all {
		s += " ALL"
	}
	if d.anyway {
		return s + " ANYWAY"
	}
	return s + " IF ENOUGH"
}

// joined returns the words of the elements of a list, joined.
func joined[T any](list []T, between string, words func(T) string) string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = words(x)
	}
	return strings.Join(out, between)
}
