package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/strict"
)

// rule carries out the game master's ruling on a card, or asks for it while everybody waits (DH-42).
func (r *turn) rule(seat, card, text string) {
	answer, known := r.Ruled.On(card, text)
	if !known {
		r.ruling = &Ruling{Seat: seat, Card: card, Text: text}
		answer = r.within(adjudicator.Request{Seat: adjudicator.GM, Kind: "ruling"})
		r.ruling = nil
	}
	told := ruled{Seat: seat, Card: card}
	effects := strict.Must(parseRuling(r.board, answer))
	if !known && r.Ruled != nil && r.general(effects) {
		r.Ruled = append(r.Ruled, pack.Precedent{Card: card, Text: text, Ruling: answer})
	}
	if len(effects) > 0 {
		told.Effects = strings.Split(answer, "\n")
	}
	r.tell("ruled", told)
	for _, e := range effects {
		if err := r.viewOf(seat).walk().lacks(e, choice{}); err != nil {
			r.Table.Tell(adjudicator.Event{Kind: "void", Data: void{card, err.Error()}}, adjudicator.To(adjudicator.GM))
			continue
		}
		r.effect(seat, card, e, choice{})
	}
}

// general reports whether a ruling also applies to later plays of the card.
func (r *turn) general(effects []Effect) bool {
	var all []pack.Effect
	for _, e := range effects {
		all = append(all, e.Effect)
	}
	return pack.General(all, r.Seats())
}

// rulings has the kinds of effects that the game master can rule: those that need no choice by a player.
var rulings = []Op{OpGain, OpDraw, OpPoints, OpSpoils, OpDiscard, OpShuffle, OpNone}

// unruled returns what a ruling lacks, as an effect of that form without a choice; "" if it is complete.
func (e Effect) unruled(f pack.Form) string {
	switch {
	case !slices.Contains(rulings, e.Op):
		return "an effect that needs nobody's choice"
	case e.Target == "" && e.Op != OpNone:
		return "a player"
	case f.What != nil && e.What == "":
		return "one of " + strings.Join(f.What, ", ")
	case f.Most > 0 && e.Amount == 0:
		return "a number"
	}
	return ""
}

// line returns an effect as a line of a ruling.
func (e Effect) line() string {
	switch e.Op {
	case OpNone:
		return noEffect
	case OpSpoils:
		return fmt.Sprintf("SPOILS %s %d OF VALUE %s", e.Target, e.Amount, e.What)
	}
	return e.Line("")
}

// rulingWords returns a ruling in normal form.
func rulingWords(effects []Effect) string {
	if len(effects) == 0 {
		return noEffect
	}
	return joined(effects, "\n", Effect.line)
}
