package dishonest

import (
	"fmt"
	"maps"
	"slices"

	"deaddrop/adjudicator/pack"
)

// cardText is the text form of a card, or of several with the same effects.
type cardText struct {
	Title, Text    string
	League, Action bool
	Strategy       []effectText
	Scoring        []conditionText
	Battle         *Battling
}

// effectText is the text form of an effect.
type effectText struct {
	pack.Effect
	Units string
	Less  int
}

// conditionText is the text form of a condition.
type conditionText struct {
	If, What, Unit, Places, GM string
	Amount                     int
}

// tileText is the text form of a tile.
type tileText struct {
	Name, Text         string
	Primary, Secondary []effectText
	Passive            Passive
}

// The limits of cards and tiles. The first three are known (K2); the others guard against slips and nonsense.
const (
	cardCount  = 90
	tileCount  = 7
	cardKinds  = 2 // kinds of effects on a card: strategy, scoring and battle
	maxEffects = 4 // effects of one kind on a card
	maxBattle  = 9 // strength, swords, shields and explosions of a battle effect, each
	maxPassive = 3
	maxLess    = 3 // discount on the price of units, in money
)

// forms returns the fields that an effect of each kind has.
func (b *Board) forms() map[Op]pack.Form {
	var regions, all []string
	for _, p := range b.Places {
		if all = append(all, p.Name); !p.Sea {
			regions = append(regions, p.Name)
		}
	}
	in := func(places []string) []string { return slices.Concat([]string{""}, places) }
	many := []string{pack.ToOthers, pack.ToAll, toChosen, toSpeaker, toLast, toLeader}
	for _, seat := range seats() {
		many = append(many, string(seat))
	}
	what := slices.Concat([]string{""}, resourceNames[:])
	return map[Op]pack.Form{
		OpGain:     {Targets: many, What: what, Least: -9, Most: 9},
		OpSteal:    {Targets: many, What: what, Least: 1, Most: 9},
		OpDraw:     {Targets: many, Least: 1, Most: 5},
		OpUnits:    {Targets: many, Places: in(all), Least: -9},
		OpBuild:    {Least: 1, Most: 6},
		OpMove:     {Least: 1, Most: 9},
		OpGarrison: {Targets: many, Places: in(regions), Least: 1, Most: 5},
		OpSubvert:  {Places: in(regions), Least: 1, Most: 9},
		OpColony:   {Targets: many, Places: in(regions), Least: 1, Most: 3},
		OpQuagmire: {Places: in(regions)},
		OpOrder:    {Targets: many, Least: -6, Most: 6},
		OpPool:     {Targets: many, Least: -9, Most: 9},
		OpPoints:   {Targets: many, Least: -3, Most: 3},
		OpGM:       {},
		OpNone:     {},
	}
}

// placeless reports whether an effect would need a choice of places for several other players, which is not possible.
func (e Effect) placeless() bool {
	switch {
	case e.Own() || e.Place != "":
		return false
	case e.Op == OpGarrison, e.Op == OpColony:
		return true
	}
	return e.Op == OpUnits && (e.Target == pack.ToOthers || e.Target == pack.ToAll)
}

// cards reads the deck (U5).
func (r *packReader) cards(given map[string]cardText) {
	var all []int
	for n := range cardCount {
		all = append(all, n+1)
	}
	such := fmt.Sprintf(`numbers from 1 to %d, such as "1" or "2-4" (K2)`, cardCount)
	cards := pack.Numbered(&r.Reader, "card", such, all, given, r.card)
	for _, n := range slices.Sorted(maps.Keys(cards)) {
		c := cards[n]
		c.Number = n
		r.board.Cards = append(r.board.Cards, c)
	}
	pack.Missing(&r.Reader, "cards", "numbers", "K2, U5", all, cards)
}

// card reads a card.
func (r *packReader) card(where string, given cardText) Card {
	r.Line(where+": title", given.Title, true)
	r.Line(where+": text", given.Text, false)
	c := Card{Title: given.Title, Text: given.Text, League: given.League, Action: given.Action, Battle: given.Battle}
	c.Strategy = r.effects(where+": strategy", given.Strategy)
	for _, g := range given.Scoring {
		c.Scoring = append(c.Scoring, r.condition(where+": scoring", g))
	}
	kinds := 0
	for _, has := range []bool{len(c.Strategy) > 0, len(c.Scoring) > 0, c.Battle != nil} {
		if has {
			kinds++
		}
	}
	switch {
	case kinds == 0:
		r.Fault("%s: it needs a strategy, a scoring or a battle effect (U5)", where)
	case kinds > cardKinds:
		r.Fault("%s: a card has at most %d effects, and strategy, scoring and battle are given (K2)", where, cardKinds)
	}
	if c.Action && len(c.Strategy) == 0 {
		r.Fault("%s: only a strategy effect can be the action of a turn (DD-14)", where)
	}
	if n := len(c.Scoring); n > maxEffects {
		r.Fault("%s: scoring: at most %d conditions, %d given", where, maxEffects, n)
	}
	if b := c.Battle; b != nil {
		values := []int{b.Strength, b.Swords, b.Shields, b.Explosions}
		if slices.Min(values) < 0 || slices.Max(values) > maxBattle || slices.Max(values) == 0 {
			r.Fault("%s: battle: strength, swords, shields and explosions are from 0 to %d each, and not all 0",
				where, maxBattle)
		}
	}
	return c
}

// tiles reads the ideologies (U6), one of which has to be Fascism with a sword (K9).
func (r *packReader) tiles(given []tileText) {
	for _, g := range given {
		where := "tile " + pack.Named("place", g.Name)
		r.Line(where+": name", g.Name, true)
		r.Line(where+": text", g.Text, false)
		if r.board.tile(g.Name) != nil {
			r.Fault("%s: it comes twice (U6)", where)
		}
		t := Tile{Name: g.Name, Text: g.Text, Passive: g.Passive}
		t.Primary = r.effects(where+": primary", g.Primary)
		t.Secondary = r.effects(where+": secondary", g.Secondary)
		if len(t.Primary) == 0 {
			r.Fault("%s: it needs a primary effect (U6)", where)
		}
		values := []int{g.Passive.Swords, g.Passive.Shields, g.Passive.Moves, g.Passive.Limit}
		if slices.Min(values) < 0 || slices.Max(values) > maxPassive {
			r.Fault("%s: passive: swords, shields, moves and limit are from 0 to %d each", where, maxPassive)
		}
		r.board.Tiles = append(r.board.Tiles, t)
	}
	if n := len(r.board.Tiles); n != tileCount {
		r.Fault("tiles: %d needed, %d given (K2, U6)", tileCount, n)
	}
	if t := r.board.tile("Fascism"); t == nil || t.Passive.Swords < 1 {
		r.Fault("tiles: Fascism must be there, with a sword or more all through the action phase (K9)")
	}
}

// effects reads the effects of one kind.
func (r *packReader) effects(where string, given []effectText) (out []Effect) {
	if n := len(given); n > maxEffects {
		r.Fault("%s: at most %d effects, %d given", where, maxEffects, n)
	}
	for _, g := range given {
		out = append(out, r.effect(where, g))
	}
	return out
}

// effect reads an effect, and checks that it has the fields of its kind.
func (r *packReader) effect(where string, g effectText) Effect {
	e := Effect{Effect: g.Whole(), Less: g.Less}
	f, ok := r.forms[e.Op]
	if !ok {
		r.NoEffect(where, g.Op, r.forms)
		return e
	}
	where += ": " + string(e.Op)
	e.Units = r.units(where, g.Units)
	r.Effect(where, e.Effect, e.Units.Total(), f)
	switch {
	case e.Op == OpSteal && e.Own():
		r.Fault("%s: it needs a target that is not the player", where)
	case e.placeless():
		r.Fault("%s: for others than the player it needs a place", where)
	case e.Op == OpGain && e.Amount < 0 && e.What == "":
		r.Fault("%s: what is lost must be said", where)
	case e.Op == OpUnits && e.Amount < 0 && e.Units.Total() > 0:
		r.Fault("%s: units come, or an amount below 0 of units goes", where)
	case e.Less != 0 && e.Op != OpBuild:
		r.Fault("%s: its less is %d, and must be left out", where, e.Less)
	case e.Less < 0 || e.Less > maxLess:
		r.Fault("%s: its less is %d, and must be from 0 to %d", where, e.Less, maxLess)
	}
	return e
}

// seatOf returns the power with a name; false if there is none.
func seatOf(name string) (string, bool) {
	for _, s := range seats() {
		if string(s) == name {
			return name, true
		}
	}
	return "", false
}

// condition reads a condition, and checks that it has the fields of its kind.
func (r *packReader) condition(where string, g conditionText) Condition {
	c := Condition{Kind: Test(g.If), What: g.What, Amount: g.Amount, Areas: pack.List[string](g.Places), Text: g.GM}
	if g.GM != "" && g.If == "" {
		c.Kind = IfGM
	}
	counted := []Test{IfObjectives, IfRegions, IfColonies, IfSymbols, IfUnits, IfSeas, IfWon}
	if !slices.Contains(append(counted, IfPlaces, IfSpeaker, IfGM), c.Kind) {
		r.Fault("%s: there is no condition %q", where, g.If)
		return c
	}
	where += ": " + string(c.Kind)
	switch counts := slices.Contains(counted, c.Kind); {
	case counts && c.Amount < 1:
		r.Fault("%s: its amount is %d, and must be 1 or more", where, c.Amount)
	case !counts && c.Amount != 0:
		r.Fault("%s: its amount is %d, and must be left out", where, c.Amount)
	}
	r.Word(where, "what", c.What, map[Test][]string{IfRegions: slices.Concat([]string{""}, r.board.Continents),
		IfSymbols: resourceNames[:]}[c.Kind])
	r.Word(where, "unit", g.Unit, map[Test][]string{IfUnits: typeNames[:]}[c.Kind])
	if g.Unit != "" {
		c.Type = Type(slices.Index(typeNames[:], g.Unit))
	}
	for _, name := range c.Areas {
		if _, ok := r.board.Area(name); !ok {
			r.Fault("%s: there is no place %q", where, name)
		}
	}
	if (c.Kind == IfPlaces) != (len(c.Areas) > 0) {
		r.Fault("%s: %s", where,
			map[bool]string{true: "it needs places", false: "it has no places"}[c.Kind == IfPlaces])
	}
	if (c.Kind == IfGM) != (c.Text != "") {
		r.Fault("%s: gm says what the game master has to rule, and stands for a condition of its own", where)
	}
	r.Line(where+": gm", c.Text, false)
	return c
}
