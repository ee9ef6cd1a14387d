package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/strict"
)

// rule asks the game master about something on a card that only they can know, and carries out what they say. All wait
// for them. It reports whether they have the card scored.
func (r *turn) rule(card, text, seat string) (scored bool) {
	r.ruling = &Ruling{Seat: seat, Card: card, Text: text}
	answer := r.consult(adjudicator.Request{Seat: adjudicator.GM, Kind: "ruling", Aside: true})[0]
	r.ruling = nil
	told := ruled{Seat: seat, Title: card}
	effects := strict.Must(parseRuling(r.board, answer))
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
