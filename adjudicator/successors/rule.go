package successors

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/strict"
)

// rule carries out the game master's ruling on an effect that only the game master can decide, or asks for it while
// everybody waits (SU-37).
func (r happening) rule() {
	answer, known := r.Ruled.On(r.card.Title, r.effect.Text)
	if !known {
		r.ruling = &Ruling{Seat: r.seat, Card: r.card.Title, Text: r.effect.Text}
		answer = r.Put(adjudicator.Request{Seat: adjudicator.GM, Kind: "ruling", Aside: true})[0]
		r.ruling = nil
	}
	told := ruled{Seat: r.seat, Title: r.card.Title}
	effects := slices.DeleteFunc(strict.Must(parseRuling(r.edition(), answer)), func(e Effect) bool {
		return e.Op == OpNone
	})
	if !known && r.Ruled != nil && general(effects, r.seats()) {
		r.Ruled = append(r.Ruled, pack.Precedent{Card: r.card.Title, Text: r.effect.Text, Ruling: answer})
	}
	if len(effects) > 0 {
		told.Effects = strings.Split(answer, "\n")
	}
	r.tell("ruled", told)
	for _, e := range effects {
		if e.Target == "" && (e.Op == OpStorm || e.Op == OpPlague) {
			e.Target = pack.ToAll
		}
		if e.Op != OpGM {
			happening{turn: r.turn, card: r.card, effect: e, seat: r.seat, at: nowhere}.happen()
		}
	}
}

// general reports whether a ruling can also be applied when the card is drawn again.
func general(effects []Effect, seats []string) bool {
	var all []pack.Effect
	for _, e := range effects {
		all = append(all, e.Effect)
	}
	return pack.General(all, seats)
}
