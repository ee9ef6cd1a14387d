package successors

import (
	"slices"

	"deaddrop/adjudicator"
)

// namedProvinces has the provinces that are known by name (K9). India has a northern and a southern one.
var namedProvinces = []string{"North India", "Persia", "South India", "Thrace"}

// known checks that an edition agrees with everything that is publicly known of the published game. Where an edition
// leaves a card to the game master, the game master knows its text.
func (r *packReader) known() {
	var missing []string
	for _, name := range namedProvinces {
		if _, ok := r.place(name, false); !ok {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		r.Fault("provinces: %s must be there (K9); missing: %s", adjudicator.Listed(namedProvinces, "and"),
			adjudicator.Listed(missing, "and"))
	}
	r.knownEvents()
	r.knownChits()
}

// knownEvents checks the cells of the event tables that the errata mention (K5).
func (r *packReader) knownEvents() {
	b := r.board
	for n := 25; n <= 26; n++ {
		r.must(b.Odd[n], "odd", n, "K5", "hurt fleets, and exempt those on patrol", func(e Effect) bool {
			return e.Op == OpStorm && e.Patrol
		})
	}
	for n := 41; n <= 44; n++ {
		r.must(b.Odd[n], "odd", n, "K5", "send the roller's leader home", func(e Effect) bool {
			return e.Op == OpHome && e.Own()
		})
	}
	r.must(b.Odd[53], "odd", 53, "K5", "give the roller units", func(e Effect) bool {
		return e.Op == OpUnits && e.Own() && e.Units.Total() > 0
	})
	r.must(b.Odd[54], "odd", 54, "K5", "be a revolt of Persia with two white levies", func(e Effect) bool {
		return e.Op == OpRevolt && e.Place == "Persia" && e.Units == Units{Levy: 2}
	})
	for n := 51; n <= 56; n++ {
		r.must(b.Even[n], "even", n, "K5", "offer elephants to the roller", func(e Effect) bool {
			return e.Op == OpOffer && e.Own()
		})
	}
	r.must(b.Even[56], "even", 56, "K5", "give 4 talents to who controls both North India and South India",
		func(e Effect) bool {
			both := e.Place == "North India" && e.Also == "South India" ||
				e.Place == "South India" && e.Also == "North India"
			gains := e.Op == OpGain && e.Target == toController
			return gains && both && e.Amount == 4
		})
}

// knownChits checks the chits that the errata mention (K6).
func (r *packReader) knownChits() {
	for n := 2; n <= 20; n++ {
		chit := r.board.chit(n)
		if chit == nil {
			r.Fault("chit %d: it is missing, and chits are numbered from 2 to 20 at least (K6, U3)", n)
			continue
		}
		switch c := *chit; {
		case 2 <= n && n <= 4:
			r.must(c, "chit", n, "K6", "bring mercenaries", func(e Effect) bool { return e.Op == OpHire && e.Own() })
			r.when(c, AnyTurn)
		case 12 <= n && n <= 14:
			r.when(c, AtTurnStart)
		case 15 <= n && n <= 17:
			r.must(c, "chit", n, "K6", "cancel a revolt", func(e Effect) bool { return e.Op == OpCancel })
			r.when(c, OnRevolt)
		case 19 <= n && n <= 20:
			r.must(c, "chit", n, "K6", "be a raid of cavalry that is lost on a 6", func(e Effect) bool {
				return e.Op == OpRaid && e.Hit == 6
			})
		}
	}
}

func (r *packReader) when(c Card, when When) {
	if c.When != when {
		r.Fault("chit %d: when is %q, and must be %q (K6)", c.Number, c.When, when)
	}
}

// must checks that a card, if it is there, does what is known of it.
func (r *packReader) must(c Card, table string, n int, rule, what string, is func(Effect) bool) {
	if c.Title != "" && !slices.ContainsFunc(c.Effects, func(e Effect) bool { return is(e) || e.Op == OpGM }) {
		r.Fault("%s %d: it must %s (%s)", table, n, what, rule)
	}
}
