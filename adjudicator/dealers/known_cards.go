package dealers

import "slices"

// The numbers of cards (K2).
const (
	massesCount       = 15
	citizenCount      = 50
	professionalCount = 123 // in the supply and in the decks of the leaders
	familyCount       = 12
	locationCount     = 50
	factionCount      = 6
	deckSize          = 14
	leaderCards       = 2
)

// knownCards checks that an edition agrees with everything that is publicly known of the cards of the published game.
func (r *packReader) knownCards() {
	r.knownNumbers()
	b := r.board
	for _, name := range []string{"Navaa", "Hilge", "Karol", "Norris"} {
		if b.faction(name) == nil {
			r.Fault("factions: there must be one that is called %s (K4)", name)
		}
	}
	if f := b.faction("Navaa"); f != nil {
		r.same("Navaa: her hand", b.Hand+f.Passive.Hand, 5, "K4")
	}
	r.same("game: hand", b.Hand, 4, "DH-2")
	citizens := []string{"Tutor", "Veteran", "Recruit"}
	for _, c := range b.Cards {
		switch {
		case c.Kind == Citizen && !slices.Contains(citizens, c.Name):
			r.Fault("%s: the citizens are Tutor, Veteran and Recruit (K4)", c.Name)
		case c.Kind == Masses && c.Values[Attack]+c.Values[Defence]+c.Values[Support] != 1:
			r.Fault("%s: masses have just one of attack, defence and support, and it is 1 (K6)", c.Name)
		}
	}
	for _, name := range citizens {
		if c := b.card(name); c == nil || c.Kind != Citizen {
			r.Fault("citizens: there must be one that is called %s (K4)", name)
		} else if name == "Tutor" {
			r.same("Tutor: its support", c.Values[Support], 3, "K5")
		}
	}
	if c := b.card("Migrating Masses"); c == nil || c.Kind != Masses || c.Values[Support] != 1 {
		r.Fault("masses: there must be Migrating Masses, with support 1 (K4, K5)")
	}
	r.knownPrivateers()
	r.knownBoxes()
}

// same reports a fault if a publicly known number differs.
func (r *packReader) same(what string, is, want int, fact string) {
	if is != want {
		r.Fault("%s is %d, and must be %d (%s)", what, is, want, fact)
	}
}

// knownNumbers checks the numbers of cards (K2).
func (r *packReader) knownNumbers() {
	b := r.board
	copies := map[Kind]int{}
	for _, c := range b.Cards {
		copies[c.Kind] += c.Copies
	}
	for _, f := range b.Factions {
		for _, name := range f.Deck {
			if c := b.card(name); c != nil && c.Kind == Professional {
				copies[Professional]++
			}
		}
	}
	for _, x := range []struct {
		what    string
		n, want int
		from    string
	}{
		{"masses", copies[Masses], massesCount, "K2, U5"},
		{"citizens", copies[Citizen], citizenCount, "K2, U5"},
		{"families", len(b.Families), familyCount, "K2, U6"},
		{"professionals of the supply and of the decks", copies[Professional], professionalCount, "K2, U6"},
		{"location cards, of cities and of spoils", b.locations(), locationCount, "K2, U3"},
		{"factions", len(b.Factions), factionCount, "K2, U4"},
	} {
		if x.n != x.want {
			r.Fault("%s: %d needed, %d given (%s)", x.what, x.want, x.n, x.from)
		}
	}
}

// knownPrivateers checks the one family that the rules mention (K5).
func (r *packReader) knownPrivateers() {
	b := r.board
	f := b.family("Privateers")
	if f == nil {
		r.Fault("families: there must be one that is called Privateers (K4)")
		return
	}
	one, two := b.card("Privateers 1"), b.card("Privateers 2")
	r.same("Privateers 1: its cost", one.Cost, 4, "K5")
	r.same("Privateers 1: its support", one.Values[Support], 1, "K5")
	r.same("Privateers 2: its cost", two.Cost, 6, "K5")
	r.same("Privateers 2: its support", two.Values[Support], 2, "K5")
	r.same("Privateers 2: its defence", two.Values[Defence], 2, "K5")
	r.same("Privateers master: its cost", f.Cost, 4, "K5")
}

// knownBoxes checks what the rules say about the action board (DH-11, DH-18).
func (r *packReader) knownBoxes() {
	eras := r.board.Eras
	r.same("early: dismiss", eras[0].Dismiss, 2, "DH-11")
	r.same("early: points", eras[0].Points, 0, "DH-11")
	r.same("late: dismiss", eras[1].Dismiss, 0, "DH-11")
	r.same("late: points", eras[1].Points, 1, "DH-11")
	for side, support := range []int{2, 1} {
		such := func(a Action) bool {
			two := a.Least == 2 && a.Most == 2
			return a.Group == Train && two && a.Support == support
		}
		if !slices.ContainsFunc(eras[side].Actions, such) {
			r.Fault("%s: there must be an action that trains 2 cards with support %d (DH-18)", eraNames[side], support)
		}
	}
}
