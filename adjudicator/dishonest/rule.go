package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/strict"
)

// rule carries out what the game master has ruled on something on a card, or asks them, and all wait for them (DD-53).
// Whether a card is scored they are asked each time. It reports whether they have it scored.
func (r *turn) rule(card, text, seat string) (scored bool) {
	answer, known := r.Ruled.On(card, text)
	if !known {
		r.ruling = &Ruling{Seat: seat, Card: card, Text: text}
		answer = r.consult(adjudicator.Request{Seat: adjudicator.GM, Kind: "ruling", Aside: true})[0]
		r.ruling = nil
	}
	told := ruled{Seat: seat, Title: card}
	effects := strict.Must(parseRuling(r.board, answer))
	if !known && r.Ruled != nil && general(effects, r.seats()) {
		r.Ruled = append(r.Ruled, pack.Precedent{Card: card, Text: text, Ruling: answer})
	}
	if len(effects) > 0 {
		told.Effects = strings.Split(answer, "\n")
	}
	r.tell("ruled", told)
	for _, e := range effects {
		switch err := r.viewOf(seat).lacks(e, choice{}); {
		case e.Op == OpScore:
			scored = true
		case e.Op == OpGM:
		case err != nil:
			r.t.Tell(adjudicator.Event{Kind: "void", Data: void{card, err.Error()}}, adjudicator.To(adjudicator.GM))
		default:
			r.effect(card, e, seat, choice{}, nil)
		}
	}
	return scored
}

// general reports whether a ruling holds for later plays of the card, too: not one on whether it is scored, nor one on
// a place or a power.
func general(effects []Effect, seats []string) bool {
	var all []pack.Effect
	for _, e := range effects {
		if e.Op == OpScore {
			return false
		}
		all = append(all, e.Effect)
	}
	return pack.General(all, seats)
}

// ruledFor are whom a ruling can be for, beside a power.
var ruledFor = []string{"all", "others", "player", "speaker", "last", "leader"}

// rulings are what the game master can rule: what needs no choice of a player's.
var rulings = []Op{OpGain, OpSteal, OpDraw, OpUnits, OpGarrison, OpSubvert, OpColony, OpQuagmire,
	OpOrder, OpPool, OpPoints, OpScore, OpNone}

// unruled says what a ruling lacks, as an effect of that form without a choice; "" if it has all.
func (e Effect) unruled(f pack.Form) string {
	switch {
	case !slices.Contains(rulings, e.Op):
		return "an effect that needs nobody's choice"
	case f.Targets != nil && e.Target == "":
		return "a power"
	case e.takes():
		return "a resource"
	case f.Places != nil && e.Place == "":
		return "a place"
	case e.Op == OpUnits && e.Units.Total() == 0 && e.Amount >= 0:
		return "units"
	case f.Most > 0 && f.Places == nil && e.Amount == 0:
		return "a number"
	}
	return ""
}
