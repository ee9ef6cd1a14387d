package successors

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
	"deaddrop/parser/strict"
)

// rule asks the game master what an effect does that only they can know, and has it happen. All wait for them.
func (r *turn) rule(c Card, e Effect, seat string) {
	r.ruling = &Ruling{Seat: seat, Card: c.Title, Text: e.Text}
	answer := r.t.Ask(adjudicator.Request{Seat: adjudicator.GM, Kind: "ruling", Aside: true})[0]
	r.ruling = nil
	told := ruled{Seat: seat, Title: c.Title}
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
			r.effect(c, e, seat, nowhere, "")
		}
	}
}
