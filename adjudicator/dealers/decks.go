package dealers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator/pack"
)

// cardText is the text form of a card.
type cardText struct {
	Name, Also, Text                       string
	Attack, Defence, Support, Cost, Copies int
	Effects                                []Effect
}

// familyText is the text form of a family of professionals.
type familyText struct {
	Name, Also string
	One, Two   cardText
	Master     masterText
}

type masterText struct {
	Cost, Points int
	Effects      []Effect
	Passive      Passive
	Text         string
}

// cityText is the text form of the card of a city, and spoilsText that of a spoils card.
type cityText struct {
	Name    string
	Effects []Effect
	Passive Passive
	Text    string
}

type spoilsText struct {
	Name, Also, Text string
	Value, Copies    int
	Effects          []Effect
}

// factionText is the text form of a leader.
type factionText struct {
	Name, Also, Deck string
	Leader           []cardText
	Effects          []Effect
	Passive          Passive
	Winter           []Scoring
	Start            map[string]int
	Text             string
}

// cards reads the masses, the citizens and the families (U5, U6).
func (r *packReader) cards(p *edition) {
	if max(len(p.Masses), len(p.Citizen), len(p.Family)) > maxCards {
		r.Fault("cards: at most %d different ones of a kind (U5, U6)", maxCards)
		return
	}
	b := r.board
	for _, g := range p.Masses {
		b.Cards = append(b.Cards, r.card(pack.Named("masses card", g.Name), Masses, g))
	}
	for _, g := range p.Citizen {
		b.Cards = append(b.Cards, r.card(pack.Named("citizen card", g.Name), Citizen, g))
	}
	for _, g := range p.Family {
		r.family(g)
	}
}

// card reads a card.
func (r *packReader) card(where string, kind Kind, g cardText) Card {
	c := Card{Name: g.Name, Also: pack.List[string](g.Also), Kind: kind,
		Values: Strengths{g.Attack, g.Defence, g.Support}, Cost: g.Cost, Copies: g.Copies, Text: g.Text}
	for i, n := range c.Values {
		r.number(where+": "+Strength(i).String(), n, 0, maxNumber)
	}
	if c.Values == (Strengths{}) {
		r.Fault("%s: it needs attack, defence or support (U5)", where)
	}
	if kind == Leader {
		if c.Cost != 0 || c.Copies != 0 {
			r.Fault("%s: a leader card can't be trained, so it has no cost and no copies", where)
		}
	} else {
		r.number(where+": cost", g.Cost, 1, maxNumber)
		r.number(where+": copies", g.Copies, 1, maxNumber)
	}
	c.Effects = r.effects(where, g.Effects)
	c.Text = r.text(where, g.Text, sentence(c.Effects))
	return c
}

// family reads the two cards of a family and its master.
func (r *packReader) family(g familyText) {
	b, name := r.board, pack.Named("family", g.Name)
	for i, card := range []cardText{g.One, g.Two} {
		level := strconv.Itoa(i + 1)
		if card.Name != "" || card.Also != "" {
			r.Fault("%s %s: it is called by its family and level, so it has no name and no also", name, level)
		}
		c := r.card(name+" "+level, Professional, card)
		c.Name, c.Family, c.Level = g.Name+" "+level, g.Name, i+1
		for _, also := range pack.List[string](g.Also) {
			c.Also = append(c.Also, also+" "+level)
		}
		b.Cards = append(b.Cards, c)
	}
	m, where := g.Master, name+" master"
	f := Family{Name: g.Name, Also: pack.List[string](g.Also), Cost: r.number(where+": cost", m.Cost, 1, maxNumber),
		Points: r.number(where+": points", m.Points, 0, maxNumber)}
	f.Effects, f.Passive = r.effects(where, m.Effects), r.passive(where, m.Passive)
	f.Text = r.text(where, m.Text, ability(f.Passive, f.Effects))
	b.Families = append(b.Families, f)
}

// text returns the text of a card: the one that the edition gives, or else a description of its effects.
func (r *packReader) text(where, given, does string) string {
	if given == "" {
		return does
	}
	r.Line(where+": text", given, true)
	return given
}

// locations reads the cards of the cities of all maps, and the spoils cards (U2, U3).
func (r *packReader) locations(cities []cityText, spoils []spoilsText) {
	b := r.board
	if max(len(cities), len(spoils)) > maxCards {
		r.Fault("locations: at most %d different ones of a kind (U3)", maxCards)
		return
	}
	native := map[string]int{} // native defence of cities
	var names []string
	for _, m := range b.Maps {
		for _, p := range m.Places {
			if p.Native > 3 {
				native[p.Name] = p.Native
				names = append(names, p.Name)
			}
		}
	}
	for _, g := range cities {
		where := "city " + g.Name
		if native[g.Name] == 0 {
			r.Fault("%s: there is no territory of that name that has native defence 5 or 6 (U2)", where)
		}
		if b.location(g.Name) != nil {
			r.Fault("%s: it comes twice (U2)", where)
		}
		l := Location{Name: g.Name, Value: native[g.Name], Copies: 1, Effects: r.effects(where, g.Effects),
			Passive: r.passive(where, g.Passive)}
		if len(l.Effects) == 0 && l.Passive == (Passive{}) {
			r.Fault("%s: it needs an effect or a passive (U2)", where)
		}
		l.Text = r.text(where, g.Text, ability(l.Passive, l.Effects))
		b.Locations = append(b.Locations, l)
	}
	for _, name := range names {
		if b.location(name) == nil {
			r.Fault("cities: the card of %s is missing (U2)", name)
		}
	}
	stacks := [4]bool{}
	for _, g := range spoils {
		where := pack.Named("spoils card", g.Name)
		r.number(where+": copies", g.Copies, 1, maxNumber)
		if r.number(where+": value", g.Value, 2, 3); g.Value == 2 || g.Value == 3 {
			stacks[g.Value] = true
		}
		l := Location{Name: g.Name, Also: pack.List[string](g.Also), Value: g.Value, Copies: g.Copies,
			Effects: r.effects(where, g.Effects)}
		if len(l.Effects) == 0 {
			r.Fault("%s: it needs an effect (U3)", where)
		}
		l.Text = r.text(where, g.Text, sentence(l.Effects))
		b.Locations = append(b.Locations, l)
	}
	for value := 2; value <= 3; value++ {
		if !stacks[value] {
			r.Fault("spoils: there must be some of value %d (U3)", value)
		}
	}
}

// factions reads the leaders with their decks (U4).
func (r *packReader) factions(given []factionText) {
	if len(given) > maxCards {
		r.Fault("factions: %d needed, %d given (K2, U4)", factionCount, len(given))
		return
	}
	b := r.board
	for _, g := range given {
		where := pack.Named("faction", g.Name)
		f := Faction{Name: g.Name, Also: pack.List[string](g.Also), Deck: r.deck(where, g.Deck)}
		for _, given := range g.Leader {
			c := r.card(where+": "+pack.Named("leader card", given.Name), Leader, given)
			c.Faction = g.Name
			b.Cards = append(b.Cards, c)
			f.Deck = append(f.Deck, c.Name)
		}
		if n := len(g.Leader); n != leaderCards {
			r.Fault("%s: %d leader cards needed, %d given (U4)", where, leaderCards, n)
		}
		if n := len(f.Deck); n != deckSize {
			r.Fault("%s: a deck has %d cards with those of the leader, %d given (DH-2, U4)", where, deckSize, n)
		}
		f.Effects, f.Passive, f.Winter = r.effects(where, g.Effects), r.passive(where, g.Passive),
			r.winter(where, g.Winter)
		if len(f.Winter) == 0 {
			r.Fault("%s: it needs what scores in winter (DH-10, U4)", where)
		}
		f.Start = r.start(where, g.Start)
		f.Text = r.text(where, g.Text, f.does())
		b.Factions = append(b.Factions, f)
	}
}

// start reads the points with which the player of a leader begins. It has no entry for numbers of players with none.
func (r *packReader) start(where string, given map[string]int) map[int]int {
	out := map[int]int{}
	for n := minSeats; n <= maxSeats; n++ {
		if points, ok := given[strconv.Itoa(n)]; ok {
			out[n] = r.number(fmt.Sprintf("%s: start for %d players", where, n), points, 1, maxNumber)
		}
	}
	if len(given) > len(out) {
		r.Fault("%s: start: it is for %d to %d players (K1)", where, minSeats, maxSeats)
	}
	return out
}

// deck reads the cards of a deck, such as "2 Huddled Masses, 1 Tutor", and returns them in the order of the board.
func (r *packReader) deck(where, text string) (out []string) {
	counts := make([]int, len(r.board.Cards))
	r.Count(where+": deck (U4)", text, "masses, citizens or professionals of level 1", deckSize,
		func(word string) *int {
			i := slices.IndexFunc(r.board.Cards, func(c Card) bool {
				return strings.EqualFold(c.Name, word) && c.Kind != Leader && c.Level < 2
			})
			if i < 0 {
				return nil
			}
			return &counts[i]
		})
	for i, n := range counts {
		out = append(out, slices.Repeat([]string{r.board.Cards[i].Name}, n)...)
	}
	return out
}

// names checks that the names of cards, families, spoils, leaders and cities are unambiguous.
func (r *packReader) names() {
	b := r.board
	var names, places []string
	var also [][2]string
	add := func(name string, others []string) {
		names = append(names, name)
		if len(others) > maxAlso {
			r.Fault("%s: at most %d other names, %d given", name, maxAlso, len(others))
		}
		for _, other := range others {
			also = append(also, [2]string{name, other})
		}
	}
	for _, c := range b.Cards {
		if c.Kind != Professional {
			add(c.Name, c.Also)
		}
	}
	for _, f := range b.Families {
		add(f.Name, f.Also)
	}
	for _, f := range b.Factions {
		add(f.Name, f.Also)
	}
	for _, l := range b.Locations {
		if l.Spoils() {
			add(l.Name, l.Also)
		}
	}
	r.Names("card", maxName-len(" 2"), names)
	for _, m := range b.Maps {
		for _, p := range m.Places {
			places = append(places, append([]string{p.Name}, p.Also...)...)
		}
	}
	seen := map[string]string{}
	for _, place := range places {
		seen[loose(place)] = place
	}
	for _, name := range names {
		if place, twice := seen[loose(name)]; twice && slices.Contains(places, place) {
			r.Fault("%s: its name is that of the place %s, too", name, place)
		}
		seen[loose(name)] = name
	}
	for _, a := range also {
		if !pack.IsName(a[1], maxName) {
			r.Fault("%s: it is also called %q, which is no name of plain letters", a[0], a[1])
		}
		if other, twice := seen[loose(a[1])]; twice {
			r.Fault("%s: it is also called %s, and that is %s", a[0], a[1], other)
		}
		seen[loose(a[1])] = a[0]
	}
}

// loose returns a name in the form in which names are compared: in lower case, with spaces for hyphens.
func loose(name string) string { return strings.ToLower(strings.ReplaceAll(name, "-", " ")) }

// isBoxName reports whether a text can be the name of a box of the action board, which may contain digits.
func isBoxName(text string) bool {
	letters := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return 'n'
		}
		return c
	}, text)
	return pack.IsName(letters, maxName)
}
