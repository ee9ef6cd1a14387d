package successors

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/strict"
)

// rule asks the game master what an effect does that only they can know, and has it happen. All wait for them.
func (r happening) rule() {
	r.ruling = &Ruling{Seat: r.seat, Card: r.card.Title, Text: r.effect.Text}
	answer := r.ask(adjudicator.Request{Seat: adjudicator.GM, Kind: "ruling", Aside: true})[0]
	r.ruling = nil
	told := ruled{Seat: r.seat, Title: r.card.Title}
	effects := slices.DeleteFunc(strict.Must(parseRuling(r.edition(), answer)), func(e Effect) bool {
		return e.Op == OpNone
	})
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
