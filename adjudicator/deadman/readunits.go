package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// An ordered is a unit that a form is an order for.
type ordered struct {
	diplomacy.Unit
	outcome kit.Outcome // the refusal or question if there is no such unit
	note    string
	meant   units // units of which a misspelt name may be the name
	unnamed bool  // whether only its type is given
	all     units // if so, all units of that type
}

// typeOf returns the type that words name. The article "a" names none.
func typeOf(c *kit.Context, b kit.Bind) (t diplomacy.UnitType, ok bool) {
	for at := b.From; at < b.To; at++ {
		switch word := c.Word(at); {
		case isWord("a", word) && (word != "a" || at+1 == b.To || c.Word(at+1) == "."):
			return diplomacy.Army, true
		case isWord("f", word):
			return diplomacy.Fleet, true
		}
	}
	return diplomacy.Army, false
}

// typeWithin returns the type named within a part of a form, if any.
func typeWithin(m *kit.Match, b kit.Bind, c *kit.Context) (t diplomacy.UnitType, typed bool) {
	if types := m.Within("t", b); len(types) > 0 {
		return typeOf(c, types[0])
	}
	return diplomacy.Army, false
}

// placesWithin returns the names of places within a part of a form, which may itself be one.
func placesWithin(m *kit.Match, b kit.Bind) []kit.Bind {
	if b.Class == "place" {
		return []kit.Bind{b}
	}
	return m.Within("p", b)
}

// subjects returns the units that a form is an order for, without duplicates.
func (a *author) subjects(m *kit.Match, c *kit.Context) []ordered {
	var out []ordered
	for _, b := range append(m.All("u"), m.All("n1")...) {
		s := a.subject(m, b, c)
		if !slices.ContainsFunc(out, func(o ordered) bool { return o.Unit == s.Unit && !failed(s.outcome) }) {
			out = append(out, s)
		}
	}
	// in that case, the form as a whole is the player's
	if slices.ContainsFunc(out, func(o ordered) bool { return !failed(o.outcome) }) {
		for i := range out {
			out[i].outcome.Foreign = false
		}
	}
	return out
}

// unitsOf returns the units that a form is an order for, or the outcome if one of them is invalid.
func (a *author) unitsOf(m *kit.Match, c *kit.Context) (units, kit.Outcome) {
	var out units
	for _, s := range a.subjects(m, c) {
		if failed(s.outcome) {
			return nil, s.outcome
		}
		out = append(out, s.Unit)
	}
	return out, kit.Outcome{}
}

// every returns the units meant by "all", "the armies" or "the fleets", except for those with orders in the letter.
func (a *author) every(m *kit.Match, c *kit.Context) []ordered {
	var out []ordered
	for _, u := range a.pool() {
		isMeant := m.Has("all") || m.Has(allOf[u.Type])
		if isMeant && c.Given[a.key(u.At)] == "" {
			out = append(out, ordered{Unit: u})
		}
	}
	return out
}

// allOf contains the names in patterns for words for all units of a type.
var allOf = map[diplomacy.UnitType]string{diplomacy.Army: "alla", diplomacy.Fleet: "allf"}

// namedBefore returns the place of the unit that was named last, or NoLoc.
func (a *author) namedBefore(c *kit.Context) diplomacy.Loc {
	if len(c.Said) == 0 {
		return diplomacy.NoLoc
	}
	return a.Province(diplomacy.Loc(c.Said[len(c.Said)-1]))
}

// subject returns the unit that a part of a form names.
func (a *author) subject(m *kit.Match, b kit.Bind, c *kit.Context) ordered {
	t, typed := typeWithin(m, b, c)
	named := placesWithin(m, b)
	switch {
	case len(named) == 0 && len(m.Within("t", b)) == 0:
		return a.pronounOf(b, c)
	case len(named) == 0:
		return a.unnamed(b, t, typed, c)
	case a.then:
		return a.unitThen(t, typed, named[0].Vals)
	}
	u, bad := a.unitNamed(c, named[0], t, typed)
	at := locOf(named[0])
	switch {
	case failed(bad.outcome):
		return bad
	case a.isHome(u.At):
		return a.starting(m, c, u, t, typed, at)
	case typed && u.Type != t:
		return ordered{Unit: u, note: fmt.Sprintf("Your unit in %s is %s.", a.Name(a.Province(u.At)), noun(u.Type))}
	case u.Type == diplomacy.Fleet && u.At != at && at != a.Province(at):
		return ordered{Unit: u, note: fmt.Sprintf("Your fleet in %s is %s.", a.Name(a.Province(u.At)), a.unit(u))}
	}
	return ordered{Unit: u}
}

// unitNamed returns the only unit in the places that a name may stand for, of the given type if there are several.
func (a *author) unitNamed(c *kit.Context, b kit.Bind, t diplomacy.UnitType, typed bool) (diplomacy.Unit, ordered) {
	var found units
	for _, at := range places(b.Vals) {
		if u, ok := a.unitAt(at); ok && !slices.Contains(found, u) {
			found = append(found, u)
		}
	}
	if len(found) > 1 && typed {
		found = slices.DeleteFunc(found, func(u diplomacy.Unit) bool { return u.Type != t })
	}
	at := locOf(b)
	switch {
	case len(found) == 1:
		return found[0], ordered{}
	case len(found) > 1 || len(b.Vals) > 1:
		return diplomacy.Unit{}, ordered{outcome: a.whichPlace(c, b)}
	case a.kind == retreats:
		return diplomacy.Unit{}, ordered{outcome: foreign(refusal("You have no unit in %s that must retreat, only %s.",
			a.the(a.Province(at)), strings.Join(a.Dislodged, ", ")))}
	case len(a.homes) > 0:
		return diplomacy.Unit{}, ordered{outcome: foreign(refusal("You start in %s only.",
			strings.Join(a.Homes, ", ")))}
	}
	return diplomacy.Unit{}, ordered{outcome: a.noUnit(at), meant: a.unitLike(c.Word(b.From))}
}

// unitLike returns the units whose place's name differs from a word by one typing error.
func (a *author) unitLike(word string) units {
	return slices.DeleteFunc(a.pool(), func(u diplomacy.Unit) bool {
		return !kit.OneApart(word, strings.ToLower(a.key(u.At)))
	})
}

// pronoun returns the unit that "it" refers to: the one named last, or the only one that must retreat.
func (a *author) pronoun(c *kit.Context) ordered {
	if u, ok := a.unitAt(a.namedBefore(c)); ok {
		return ordered{Unit: u}
	}
	if only := a.pool(); a.kind == retreats && len(only) == 1 {
		return ordered{Unit: only[0]}
	}
	return ordered{outcome: foreign(question(whichUnit))}
}

// pronounOf returns the unit that a word such as "it" or "the boat" refers to. A boat is the last fleet that was
// named, or the only one.
func (a *author) pronounOf(b kit.Bind, c *kit.Context) ordered {
	if word := c.Word(b.To - 1); word == "former" || word == "latter" {
		return referenceReader{a}.ofTwo(b, c, word == "former")
	}
	it := a.pronoun(c)
	t, typed := typeOf(c, b)
	if !typed || !failed(it.outcome) && it.Type == t {
		return it
	}
	return a.unnamed(b, t, true, c)
}

// unnamed returns the unit meant by "the fleet" or "the new one".
func (a *author) unnamed(b kit.Bind, t diplomacy.UnitType, typed bool, c *kit.Context) ordered {
	isNew := slices.ContainsFunc(c.Lexemes[b.From:b.To], func(x kit.Lexeme) bool { return isWord("newly", x.Word) })
	var all units
	for _, u := range a.pool() {
		if (!typed || u.Type == t) && (!isNew || slices.Contains(a.raised, u)) {
			all = append(all, u)
		}
	}
	if len(all) == 1 {
		return ordered{Unit: all[0]}
	}
	return ordered{outcome: question(whichUnit), unnamed: true, all: all}
}

// unitThen returns a unit at another time, which is valid if the map allows it.
func (a *author) unitThen(t diplomacy.UnitType, typed bool, vals []int) ordered {
	at := diplomacy.Loc(vals[0])
	if len(vals) > 1 {
		return ordered{outcome: question("Which one: %s?", a.either(vals))}
	}
	switch terrain := a.Terrain(a.Province(at)); {
	case !typed && terrain == diplomacy.Sea:
		t = diplomacy.Fleet
	case !typed && terrain == diplomacy.Coastal:
		if u, ok := a.now.units.in(a.Province(at)); ok && a.guarded {
			return ordered{Unit: u}
		}
		return ordered{outcome: a.whichType(at)}
	}
	return a.standing(t, at)
}

// whichType asks whether an army or a fleet is meant in a place.
func (a *author) whichType(at diplomacy.Loc) kit.Outcome {
	return question(whichType, a.Name(at), a.Abbr(at), a.Abbr(at))
}

// standing returns a unit of the player's in a place, if such a unit can be there.
func (a *author) standing(t diplomacy.UnitType, at diplomacy.Loc) ordered {
	at, bad := a.stand(t, at)
	return ordered{Unit: diplomacy.Unit{Power: a.own, Type: t, At: at}, outcome: bad}
}

// starting returns the unit that an order chooses for a home centre: the type that it names, or a fleet if it goes to
// sea (DM-3).
func (a *author) starting(m *kit.Match, c *kit.Context, u diplomacy.Unit, t diplomacy.UnitType, typed bool,
	at diplomacy.Loc) ordered {
	home := a.Province(u.At)
	to, _ := m.Get("w")
	_, chosen := a.starts[home]
	switch {
	case chosen && typed && u.Type != t:
		return ordered{outcome: refusal("Your set-up has %s there. To change it, write the whole SETUP again.",
			a.unit(u))}
	case chosen:
		return ordered{Unit: u}
	case !typed && m.Form == "MOVE" && a.atSea(to):
		t = diplomacy.Fleet
	case !typed && (a.doubts(c, u) || a.asksSetUp(c)): // the player is asked about the set-up
		return ordered{outcome: a.whichType(home), meant: a.bothIn(home)}
	case !typed:
		return ordered{Unit: u}
	}
	if t == diplomacy.Fleet && at == home && len(a.Coasts(home)) > 0 {
		at = a.coastFor(home, to.Vals)
	}
	return a.standing(t, at)
}

// asksSetUp reports whether the letter contains a queried statement about the set-up.
func (a *author) asksSetUp(c *kit.Context) bool {
	return slices.ContainsFunc(c.Parts, func(p kit.Part) bool {
		isSetUp := func(line string) bool { return strings.HasPrefix(line, "SETUP ") }
		return p.Fate == kit.Asked && (slices.Contains(p.Keys, "SETUP") || slices.ContainsFunc(p.Suggest, isSetUp))
	})
}

// bothIn returns the army and the fleet that may start in a home centre.
func (a *author) bothIn(home diplomacy.Loc) (out units) {
	for _, t := range []diplomacy.UnitType{diplomacy.Army, diplomacy.Fleet} {
		if s := a.standing(t, home); !failed(s.outcome) {
			out = append(out, s.Unit)
		}
	}
	return out
}

// atSea reports whether all places that a name may stand for are seas.
func (a *author) atSea(b kit.Bind) bool {
	return len(b.Vals) > 0 && !slices.ContainsFunc(places(b.Vals), func(at diplomacy.Loc) bool {
		return a.Terrain(a.Province(at)) != diplomacy.Sea
	})
}

// coastFor returns the coast of a home centre from which a fleet can reach a place, if there is exactly one.
func (a *author) coastFor(home diplomacy.Loc, to []int) diplomacy.Loc {
	coasts := slices.DeleteFunc(a.Coasts(home), func(coast diplomacy.Loc) bool {
		return !slices.ContainsFunc(places(to), func(at diplomacy.Loc) bool {
			return a.CanReach(diplomacy.Fleet, coast, at)
		})
	})
	if len(coasts) == 1 {
		return coasts[0]
	}
	return home
}
