package dealers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// This file has the methods with which letters print events, and an assault or a turn that waits for an answer.

// Less returns the number of points lost.
func (s scored) Less() int { return -s.Points }

// Who returns the names of the winners: "Black and Red".
func (e ended) Who() string { return adjudicator.Listed(e.Winners, "and") }

// Words returns what a leader scored for, in words: "3 territories taken".
func (p Part) Words() string {
	one, some := "", ""
	switch p.Per {
	case PerTerritories:
		one, some = "territory", "territories"
	case PerCoast:
		one, some = "territory on a coast", "territories on a coast"
	case PerInland:
		one, some = "territory inland", "territories inland"
	case PerCities:
		one, some = "city", "cities"
	case PerMasters:
		one, some = "master", "masters"
	case PerSpoils:
		one, some = "card of spoils", "cards of spoils"
	case PerTaken:
		one, some = "territory taken", "territories taken"
	case PerWon:
		one, some = "territory taken from a player", "territories taken from players"
	case PerTrained:
		one, some = "card trained", "cards trained"
	case PerDefended:
		one, some = "assault beaten off", "assaults beaten off"
	case PerReady:
		one, some = "card ready", "cards ready"
	case PerMost:
		if p.N == 0 {
			return "not most territories"
		}
		return "most territories"
	}
	if p.N == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", p.N, some)
}

// Now returns the number of the player's markers of the strength for which the card was played.
func (p played) Now() int { return p.Markers[p.Value] }

// List returns the dismissed cards in words.
func (d dismisses) List() string { return Heap(d.Cards) }

// List returns the readied cards in words.
func (d readied) List() string { return Heap(d.Cards) }

// List returns the spoils in words.
func (d plunder) List() string { return Heap(d.Cards) }

// List returns the drawn cards in words.
func (d drawnCards) List() string { return Heap(d.Cards) }

// List returns the discarded cards in words.
func (d discardedCards) List() string { return Heap(d.Cards) }

// At returns the territory that is attacked.
func (a assaulted) At() string { return a.Path[len(a.Path)-1] }

// From returns the territory from which an assault comes.
func (a assaulted) From() string { return a.Path[0] }

// Over returns the seas that an assault crosses: "North Sea and English Channel"; "" if none.
func (a assaulted) Over() string { return adjudicator.Listed(a.Path[1:len(a.Path)-1], "and") }

// Against returns the defence against an assault, by component: "native 3, interior 3".
func (a assaulted) Against() string {
	wall := "interior"
	if a.Oversea {
		wall = "border"
	}
	var out []string
	parts := []Credit{{"native", a.Native}, {wall, a.Wall}, {"sea", a.Seas}}
	if a.Passives == nil {
		parts = append(parts, Credit{"cities, leader and masters", a.Passive})
	}
	parts = append(append(parts, a.Passives...), Credit{"assault actions", a.Shield}, Credit{"markers", a.Markers})
	for _, x := range parts {
		if x.N > 0 {
			out = append(out, fmt.Sprintf("%s %d", x.From, x.N))
		}
	}
	return strings.Join(out, ", ")
}

// A Stake is the state of the assault that somebody is asked about.
type Stake struct {
	Battle
	Needs int      // how much more the player who is asked needs
	Mine  bool     // whether that player is the reader
	Most  int      // the most that the reader can add
	Cards []string // cards that the reader can add, such as "Veteran (3)"
}

// Stakes returns the stake of the current assault; nil if there is none.
func (v View) Stakes() *Stake {
	if v.Battle == nil {
		return nil
	}
	b, tie := *v.Battle, 0 // how much attack has to exceed the defence to take a territory
	if v.is(optTie, "defender") {
		tie = 1
	}
	out, x := &Stake{Battle: b, Needs: b.Attack + 1 - tie - b.Defence, Mine: v.Seat == b.Defender}, Defence
	if b.Final {
		out.Needs, out.Mine, x = b.Defence+tie-b.Attack, v.Seat == b.Attacker, Attack
	}
	if out.Mine {
		out.Most = v.Most()[x]
		for _, c := range v.strongest(x) {
			out.Cards = append(out.Cards, fmt.Sprintf("%s (%d)", plain(c), v.edition().card(c).Values[x]))
		}
	}
	return out
}

// Best returns the two cards of the reader that help most in the assault, as an example of an answer.
func (v View) Best() string {
	x := Defence
	if v.Battle != nil && v.Battle.Final {
		x = Attack
	}
	b := v.edition()
	cards := slices.Concat(v.mine().Ready, v.Hand)
	slices.SortStableFunc(cards, func(c, d string) int { return cmp.Compare(b.card(d).Values[x], b.card(c).Values[x]) })
	var out []string
	for _, c := range cards[:min(len(cards), 2)] {
		out = append(out, plain(c))
	}
	return cmp.Or(strings.Join(out, ", "), "Veteran, Recruit")
}

// Going reports whether the reader is asked in the middle of their own turn.
func (v View) Going() bool {
	inTurn := v.Acting != nil && v.Battle == nil
	return inTurn && v.Seat != "" && v.Seat == v.Mover
}

// Laid returns the cards in the reader's play area.
func (v View) Laid() string { return Heap(v.mine().Play) }

// Choice returns markers of which only one kind can be had, in words: "5 attack, 4 defence or 7 support".
func (x Strengths) Choice() string {
	return fmt.Sprintf("%d attack, %d defence or %d support", x[Attack], x[Defence], x[Support])
}

// A Holding is a player's secret cards and orders, as the game master reads them.
type Holding struct{ Seat, Hand, Draw, Discard, Standing string }

// Holdings returns the holdings of all players, in the order of the table.
func (t Truth) Holdings() []Holding {
	var out []Holding
	row := func(cards []string) string {
		names := make([]string, len(cards))
		for i, c := range cards {
			names[i] = plain(c)
		}
		return orNone(names)
	}
	for _, s := range t.Secrets {
		var draw []string
		for _, layer := range s.Draw {
			draw = append(draw, layer...)
		}
		out = append(out, Holding{s.Seat, Heap(s.Hand), row(draw), row(s.Discard), s.Standing})
	}
	return out
}

// orNone returns a list of names; "none" if it is empty.
func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
