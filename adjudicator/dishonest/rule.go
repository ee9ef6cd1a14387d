package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/strict"
)

// rule carries out the game master's ruling on a part of a card, or asks for it while everybody waits (DD-53). The
// question whether a card is scored is asked each time; rule reports whether it is.
func (r *turn) rule(card, text, seat string) (scored bool) {
	answer, known := r.Ruled.On(card, text)
	if !known {
		r.ruling = &Ruling{Seat: seat, Card: card, Text: text}
		answer = r.Within(adjudicator.Request{Seat: adjudicator.GM, Kind: "ruling", Aside: true})[0]
		r.ruling = nil
	}
	told := ruled{Seat: seat, Title: card}
	effects := strict.Must(parseRuling(r.board, answer))
	if !known && r.Ruled != nil && general(effects, r.Seats()) {
		r.Ruled = append(r.Ruled, pack.Precedent{Card: card, Text: text, Ruling: answer})
	}
	if len(effects) > 0 {
		told.Effects = strings.Split(answer, "\n")
	}
	r.tell("ruled", told)
	for _, e := range effects {
		switch err := r.viewOf(seat).outlook().lacks(e, choice{}); {
		case e.Op == OpScore:
			scored = true
		case e.Op == OpGM:
		case err != nil:
			r.Table.Tell(adjudicator.Event{Kind: "void", Data: void{card, err.Error()}}, adjudicator.To(adjudicator.GM))
		default:
			r.effect(card, e, seat, choice{}, nil)
		}
	}
	return scored
}

// general reports whether a ruling also applies to later plays of the card: it does not if it is about scoring, a
// place or a power.
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

// ruledFor has the targets of a ruling other than powers.
var ruledFor = []string{"all", "others", "player", "speaker", "last", "leader"}

// rulings has the kinds of effects that the game master can rule: those that need no choice by a player.
var rulings = []Op{OpGain, OpSteal, OpDraw, OpUnits, OpGarrison, OpSubvert, OpColony, OpQuagmire,
	OpOrder, OpPool, OpPoints, OpScore, OpNone}

// unruled returns what a ruling lacks, as an effect of that form without a choice; "" if it is complete.
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
