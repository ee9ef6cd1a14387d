package decatur

import (
	"fmt"
	"strconv"
	"strings"
)

// This file writes normal forms: a line for each thing that a player has filed, which is parsed to itself.

// noOrders is the normal form of an empty sheet.
const noOrders = "NO ORDERS"

// words returns a sheet in normal form, a line each; "" when there is nothing on it.
func (s sheet) words(b *Board) string {
	var lines []string
	for i, a := range s.turn {
		lines = append(lines, strconv.Itoa(i+1)+": "+a.words(b))
	}
	lines = append(lines, s.rules.lines(b)...)
	return strings.Join(append(lines, s.call.lines(b)...), "\n")
}

// words returns an alternative without its number.
func (a alternative) words(b *Board) string {
	if a.when == nil {
		return a.do.words(b)
	}
	return a.do.words(b) + " IF " + a.when.words(b)
}

func (pass) words(*Board) string     { return "PASS" }
func (drawCard) words(*Board) string { return "DRAW" }

func (e exchange) words(*Board) string {
	if e.hand == 0 && e.inPlay == 0 {
		return "EXCHANGE ALL " + string(e.kind)
	}
	s := "EXCHANGE " + string(e.kind)
	if e.hand > 0 {
		s += fmt.Sprintf(" HAND %d", e.hand)
	}
	if e.inPlay > 0 {
		s += fmt.Sprintf(" PLAY %d", e.inPlay)
	}
	return s
}

func (r restructure) words(b *Board) string { return "RESTRUCTURE " + b.Name(r.at) }

func (e expand) words(b *Board) string { return "EXPAND " + b.names(e.at) }

func (p port) words(b *Board) string {
	if p.ocean == "" {
		return "PORT " + b.Name(p.at)
	}
	return "PORT " + b.Name(p.at) + " " + string(p.ocean)
}

func (k consolidate) words(b *Board) string {
	from := make([]string, len(k.from))
	for i, o := range k.from {
		from[i] = b.Name(o.at) + " " + orAll(o.n, 0)
	}
	return "CONSOLIDATE " + b.Name(k.to) + " FROM " + strings.Join(from, ", ")
}

func (v venture) words(b *Board) string {
	return "VENTURE " + b.Name(v.from) + "-" + b.Name(v.to) + v.ladder.words()
}

// words returns the part of a venture order that gives the ladder, after its locations.
func (l ladder) words() string {
	s := option("COMMIT", l.commit) + option("MAX", l.max) + cardList("PLAY", l.play) + cardList("DISCARD", l.discard)
	if l.cardsFirst {
		s += " FIRST cards"
	}
	s += option("MOVE", l.move)
	if l.interactive {
		s += " INTERACTIVE"
	}
	return s
}

// words returns standing orders in normal form, a line each; "" for none.
func (s standing) words(b *Board) string { return strings.Join(s.lines(b), "\n") }

func (s standing) lines(b *Board) []string {
	var lines []string
	for _, d := range s.defend {
		lines = append(lines, d.words(b))
	}
	for _, r := range s.relocate {
		lines = append(lines, "RELOCATE "+b.orEverywhere(r.at)+r.words(b))
	}
	if len(s.keep) > 0 {
		lines = append(lines, strings.TrimSpace(cardList("KEEP", s.keep)))
	}
	if len(s.discard) > 0 {
		lines = append(lines, strings.TrimSpace(cardList("DISCARD", s.discard)))
	}
	return lines
}

func (d defence) words(b *Board) string {
	s := "DEFEND " + b.orEverywhere(d.at)
	switch {
	case d.interactive:
		return s + " INTERACTIVE"
	case d.matching:
		s += " PLAY matching"
	case len(d.play) == 0:
		return s + " PLAY NONE"
	default:
		s += cardList("PLAY", d.play)
	}
	s += option("UP TO", d.upTo)
	if d.onlyIfWins {
		s += " ONLY IF WINS"
	}
	return s
}

// words returns a relocation without its beginning.
func (r relocation) words(b *Board) string {
	s := ""
	if len(r.to) > 0 {
		s = " TO " + b.names(r.to)
	}
	s += option("FACTORS", r.n)
	if r.ocean != "" {
		s += " FLEET " + string(r.ocean)
	}
	return s
}

func (c call) lines(b *Board) []string {
	var lines []string
	if c.clock {
		lines = append(lines, "CLOCK")
	}
	if len(c.decatur) > 0 {
		lines = append(lines, "DECATUR "+b.names(c.decatur))
	}
	return lines
}

// words returns a bid in normal form.
func (d bidding) words() string {
	if d.concede {
		return "CONCEDE"
	}
	s := option("COMMIT", d.commit) + cardList("PLAY", d.play) + cardList("DISCARD", d.discard)
	if s == "" {
		return "PAT"
	}
	return strings.TrimSpace(s)
}

// words returns cards parted with in normal form, in one line or two.
func (p parting) words() string {
	return strings.TrimSpace(strings.ReplaceAll(strings.TrimSpace(cardList("PLAY", p.play)+"\n"+
		cardList("DISCARD", p.discard)), "\n ", "\n"))
}

// answer returns where driven-out factors go, or a fleet, in the normal form of the answer to that question.
func (r relocation) answer(b *Board) string {
	if len(r.to) == 0 {
		return strings.TrimSpace(r.words(b))
	}
	return "RELOCATE" + r.words(b)
}

// advanceWords returns how many factors move in, in normal form.
func advanceWords(n int) string { return "MOVE " + orAll(n, all) }

// defence returns the defence of a location: its own line, or else the line for all others.
func (s standing) defence(l Loc) *defence {
	for i := range s.defend {
		if at := s.defend[i].at; at == l || at == everywhere { // the line for all others comes last
			return &s.defend[i]
		}
	}
	return nil
}

// relocation returns where factors driven out of a location go: by its own line, or else the line for all others.
func (s standing) relocation(l Loc) *relocation {
	for i := range s.relocate {
		if at := s.relocate[i].at; at == l || at == everywhere {
			return &s.relocate[i]
		}
	}
	return nil
}

// option returns a word with its number, or "" if the number is unset.
func option(word string, n int) string {
	if n == unset {
		return ""
	}
	return " " + word + " " + orAll(n, all)
}

func orAll(n, all int) string {
	if n == all {
		return "ALL"
	}
	return strconv.Itoa(n)
}

func cardList(word string, cards []Commonwealth) string {
	if len(cards) == 0 {
		return ""
	}
	return " " + word + " " + joined(cards, ", ")
}

func joined[T ~string](list []T, sep string) string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = string(x)
	}
	return strings.Join(out, sep)
}

func (b *Board) names(at []Loc) string {
	out := make([]string, len(at))
	for i, l := range at {
		out[i] = b.Name(l)
	}
	return strings.Join(out, ", ")
}

func (b *Board) orEverywhere(l Loc) string {
	if l == everywhere {
		return "ALL"
	}
	return b.Name(l)
}
