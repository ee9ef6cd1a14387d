package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/strict"
)

// rule carries out what the game master has ruled on something on a card, or asks them, and all wait for them (DH-42).
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
			r.t.Tell(adjudicator.Event{Kind: "void", Data: void{card, err.Error()}}, adjudicator.To(adjudicator.GM))
			continue
		}
		r.effect(seat, card, e, choice{})
	}
}

// general reports whether a ruling holds for later plays of the card, too.
func (r *turn) general(effects []Effect) bool {
	var all []pack.Effect
	for _, e := range effects {
		all = append(all, e.Effect)
	}
	return pack.General(all, r.seats())
}

// rulings are what the game master can rule: what needs no choice of a player's.
var rulings = []Op{OpGain, OpDraw, OpPoints, OpSpoils, OpDiscard, OpShuffle, OpNone}

// unruled says what a ruling lacks, as an effect of that form without a choice; "" if it has all.
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

// line is an effect as a line of a ruling.
func (e Effect) line() string {
	switch e.Op {
	case OpNone:
		return noEffect
	case OpSpoils:
		return fmt.Sprintf("SPOILS %s %d OF VALUE %s", e.Target, e.Amount, e.What)
	}
	return e.Line("")
}

// rulingWords is a ruling in normal form.
func rulingWords(effects []Effect) string {
	if len(effects) == 0 {
		return noEffect
	}
	return joined(effects, "\n", Effect.line)
}
