package dealers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// What letters print of events, and of an assault or a turn in which somebody is asked.

// Less is how many points were lost.
func (s scored) Less() int { return -s.Points }

// The names of those who have won: "Black and Red".
func (e ended) Who() string { return adjudicator.Listed(e.Winners, "and") }

// Words are what a leader scored for: "3 territories taken".
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

// Now are the markers that a player has of the value for which a card was played.
func (p played) Now() int { return p.Markers[p.Value] }

// List are the cards that an event names.
func (d dismisses) List() string { return Heap(d.Cards) }

// List are the cards that an event names.
func (d readied) List() string { return Heap(d.Cards) }

// List are the cards that an event names.
func (d plunder) List() string { return Heap(d.Cards) }

// List are the cards that an event names.
func (d drawnCards) List() string { return Heap(d.Cards) }

// List are the cards that an event names.
func (d discardedCards) List() string { return Heap(d.Cards) }

// At is the territory that is attacked, and From that from which it is.
func (a assaulted) At() string { return a.Path[len(a.Path)-1] }

// From is the territory from which an assault comes.
func (a assaulted) From() string { return a.Path[0] }

// Over are the seas that an assault crosses: "North Sea and English Channel"; "" for none.
func (a assaulted) Over() string { return adjudicator.Listed(a.Path[1:len(a.Path)-1], "and") }

// Against is what stands against an assault: "native 3, interior 3".
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

// A Stake is how the assault stands about which somebody is asked, and what is at stake.
type Stake struct {
	Battle
	Needs int      // how much more the one who is asked needs
	Mine  bool     // that is the reader,
	Most  int      // who can add so much at most,
	Cards []string // with these cards: "Veteran 3"
}

// Stakes are those of the assault that goes on; nil if none does.
func (v View) Stakes() *Stake {
	if v.Battle == nil {
		return nil
	}
	b, tie := *v.Battle, 0 // how much more than the defence takes a territory
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
			out.Cards = append(out.Cards, fmt.Sprintf("%s %d", plain(c), v.edition().card(c).Values[x]))
		}
	}
	return out
}

// Best are the two cards of the reader that help most in the assault, as an example of an answer.
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

// Laid are the cards in the reader's play area.
func (v View) Laid() string { return Heap(v.mine().Play) }

// Choice are markers of which only one kind can be had: "5 attack, 4 defence or 7 support".
func (x Strengths) Choice() string {
	return fmt.Sprintf("%d attack, %d defence or %d support", x[Attack], x[Defence], x[Support])
}

// A Holding is what a player has that is secret, as the game master reads it.
type Holding struct{ Seat, Hand, Draw, Discard, Standing string }

// Holdings are those of all players, in the order of the table.
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

// orNone lists some names; "none" if there are none.
func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
