package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// What an order says of another unit, and of places where units go.

// supports reads what stands behind S: "A Mar-Bur", "the Italian army in Marseilles", "move to Bur from Mar".
func (r *reader) supports(o *order, words []string) ([]string, error) {
	o.verb = support
	words = skip(words, func(w string) bool { return w == parser.Dash || one(w, "move", "moves", "attack", "hold", "of", "by") })
	if len(words) == 0 {
		return nil, ask("Support what? For example: A Par S A Mar-Bur.")
	}
	if words[0] == "to" {
		if to, from, rest, ok := r.toFrom(words[1:]); ok {
			o.to, o.target = to, from
			return rest, nil
		}
		words = words[1:]
	}
	if to, from, rest, ok := r.toFrom(words); ok {
		o.to, o.target = to, from
		return rest, nil
	}
	words, err := r.other(o, words)
	if err != nil || len(words) == 0 {
		return words, err
	}
	next := skip(words, toward)
	switch {
	case len(next) > 0 && isHold(next[0]):
		return skip(next[1:], isStill), nil
	case len(next) > 1 && next[0] == "in" && next[1] == "place":
		return next[2:], nil
	case len(next) < len(words):
		return r.destination(o, next)
	}
	if _, used := r.places.Prefix(next); used > 0 { // "A Par S A Mar Bur"
		return r.destination(o, next)
	}
	return words, nil
}

// toward reports whether a word stands between a unit and where it goes.
func toward(w string) bool { return w == parser.Dash || isMove(w) }

// toFrom reads "Burgundy from Paris".
func (r *reader) toFrom(words []string) (to, from diplomacy.Loc, rest []string, ok bool) {
	first, n := r.places.Prefix(words)
	if n == 0 || len(first) != 1 || n+1 >= len(words) || words[n] != "from" {
		return 0, 0, nil, false
	}
	_, place := unitType(words[n+1:])
	second, used := r.places.Prefix(place)
	if used == 0 || len(second) != 1 {
		return 0, 0, nil, false
	}
	return first[0], r.Province(second[0]), place[used:], true
}

// other reads the unit that is supported or convoyed: "A Par", "French A Par", "Par". Whether it is
// there is not looked at (DM-6), nor whether its type is right (DM-7).
func (r *reader) other(o *order, words []string) ([]string, error) {
	words = skip(words, func(w string) bool { return one(w, "my", "our", "his", "their", "own", "unit") })
	words = r.nationality(words)
	t, rest := unitType(words)
	if len(rest) < len(words) {
		o.said = t.String() + " "
	}
	if len(rest) == 0 || rest[0] != "eng" { // "A Eng" is the Channel
		rest = r.nationality(rest)
	}
	rest = skip(rest, func(w string) bool { return w == "from" })
	at, used, err := r.place(rest)
	if err != nil {
		return nil, err
	}
	o.target = r.Province(at)
	if rest = rest[used:]; o.said == "" && len(rest) > 0 && one(rest[0], "army", "fleet") { // "the Vienna army to Galicia"
		t, _ := unitType(rest[:1])
		o.said, rest = t.String()+" ", rest[1:]
	}
	if _, used := r.powers.Prefix(rest); used > 0 && rest[0] != "eng" && (used == len(rest) || toward(rest[used]) || isHold(rest[used])) { // "A Mar (French) - Bur"
		rest = rest[used:]
	}
	return rest, nil
}

// nationality takes off words the power whose unit it is.
func (r *reader) nationality(words []string) []string {
	_, used := r.powers.Prefix(words)
	if used == 0 && len(words) > 2 && isPowerLetter(words[0]) && isUnit(words[1]) && words[2] != parser.Dash {
		return words[1:] // "G A Ruh"
	}
	if used == 0 || used >= len(words) {
		return words
	}
	if _, place := r.places.Prefix(words[used:]); place > 0 || isUnit(words[used]) {
		return words[used:]
	}
	return words
}

const onlyArmies = "Only armies are convoyed."

func (r *reader) convoys(o *order, words []string) ([]string, error) {
	if o.unit == diplomacy.Army && len(words) > 0 && toward(words[0]) { // "A Lon convoys to Nwy"
		rest, err := r.moves(o, skip(words, toward))
		o.via = true
		return rest, err
	}
	if words = skip(words, func(w string) bool { return w == parser.Dash }); len(words) == 0 {
		return nil, ask("Convoy what? For example: F Nth C A Lon-Nwy.")
	}
	o.verb = convoy
	words, err := r.other(o, words)
	if err != nil {
		return nil, err
	}
	if o.said == "F " {
		return nil, complain(onlyArmies)
	}
	o.said = "A "
	if words = skip(words, toward); len(words) == 0 {
		return nil, ask("Convoy it where to? For example: F Nth C A Lon-Nwy.")
	}
	return r.destination(o, words)
}

func (r *reader) moves(o *order, words []string) ([]string, error) {
	o.verb = move
	rest, err := r.destination(o, words)
	if err != nil || len(rest) == 0 || !isVia(rest[0]) && !isConvoy(rest[0]) && (o.unit == diplomacy.Fleet || !r.atSea(rest)) {
		return rest, err
	}
	if o.unit == diplomacy.Fleet {
		return nil, complain(onlyArmies)
	}
	o.via = true
	return r.route(rest), nil
}

// atSea reports whether words begin with a sea.
func (r *reader) atSea(words []string) bool {
	_, rest := unitType(words)
	at, used := r.places.Prefix(rest)
	return used > 0 && len(at) == 1 && r.Terrain(r.Province(at[0])) == diplomacy.Sea
}

// route takes the route of a convoy off words; it is not needed (DM-23).
func (r *reader) route(rest []string) []string {
	for len(rest) > 0 && !isRetreat(rest[0]) {
		_, used := r.places.Prefix(rest)
		if _, power := r.powers.Prefix(rest); power > 0 && power < len(rest) && isUnit(rest[power]) {
			used = power
		}
		if used == 0 && rest[0] != parser.Dash && rest[0] != "and" && !isUnit(rest[0]) && !isVia(rest[0]) && !isConvoy(rest[0]) {
			return rest
		}
		rest = rest[max(1, used):]
	}
	return rest
}

// routeFirst takes off words a route that stands before where it leads: "via Nth to Nwy".
func (r *reader) routeFirst(words []string) ([]string, bool) {
	if len(words) == 0 || !isVia(words[0]) && !(isConvoy(words[0]) && r.atSea(words[1:])) {
		return words, false
	}
	for i, w := range words[1:] {
		behind := words[i+2:]
		if _, used := r.places.Prefix(behind); (toward(w) || w == parser.Dash) && used > 0 && !r.atSea(behind) {
			return behind, true
		}
	}
	return words, false
}

// destination reads where a unit goes. Seas on the way make it a convoy: "Lon-Nth-Nwy".
func (r *reader) destination(o *order, words []string) ([]string, error) {
	for {
		if t, rest := unitType(words); t == diplomacy.Fleet && len(rest) < len(words) { // "Lon - F Nth - Nwy"
			if at, used := r.places.Prefix(rest); used > 0 && len(at) == 1 && r.Terrain(r.Province(at[0])) == diplomacy.Sea && used < len(rest) {
				words = rest
			}
		}
		if t, rest := unitType(words); len(rest) < len(words) && len(words) > 1 {
			if at, used := r.places.Prefix(rest); used > 0 {
				return nil, ask("Is %s %s where it goes, or another unit? Write one order a line, and a destination without A or F.", t, r.Abbr(at[0]))
			}
		}
		to, used, err := r.place(words)
		if err != nil {
			return nil, err
		}
		words = words[used:]
		o.to = to
		if !r.goesOn(words) {
			return words, nil
		}
		if r.Terrain(r.Province(to)) != diplomacy.Sea {
			return nil, complain("An order has one destination; here %s is followed by another.", r.Name(to))
		}
		o.via = o.verb == move && o.unit == diplomacy.Army
		words = words[1:]
	}
}

// goesOn reports whether one more place of a route follows.
func (r *reader) goesOn(words []string) bool {
	if len(words) < 2 || words[0] != parser.Dash && words[0] != "to" {
		return false
	}
	_, rest := unitType(words[1:])
	_, place := r.places.Prefix(rest)
	found, _ := r.guess(rest)
	return place > 0 || words[0] == parser.Dash && len(found) > 0
}

// retreatList reads "R Ber, Kie, DB" behind an order.
func (r *reader) retreatList(text string, o *order, words []string) ([]string, error) {
	if len(words) > 1 && words[0] == parser.Dash && isRetreat(words[1]) { // a line of the form
		words = words[1:]
	}
	if len(words) == 0 || !isRetreat(words[0]) {
		return words, nil
	}
	words = skip(words[1:], func(w string) bool { return w == parser.Dash })
	switch {
	case isOff(words):
		o.bare = true
		return nil, nil
	case len(words) == 0:
		r.asks[r.Province(o.at)] = true
	case slices.ContainsFunc(words, func(w string) bool { return one(w, "not", "never", "anywhere", "wherever") || isExcept(w) }):
		r.refuse(text, "A list of retreats has places in it, and DB at its end: R Par, Gas, DB. This one was left out.")
		return nil, nil
	}
	const most = 5 // of them are refused before the rest is not read at all
	for bad := 0; len(words) > 0 && !o.off; {
		switch {
		case strings.HasPrefix(words[0], "auto"):
			r.refuse(text, "RETREAT AUTO is for all your units: write it on a line of its own.")
			return nil, nil
		case words[0] == parser.Dash || isRetreat(words[0]) || one(words[0], "or", "to", "then", "and", "else"):
			words = words[1:]
			continue
		case isDisband(words[0]) || words[0] == "off":
			o.off, words = true, words[1:]
			continue
		}
		to, used, err := r.place(words)
		if err == nil {
			to, err = r.reach(o.unit, o.at, to)
		}
		if err != nil { // the order itself is none the worse
			if bad++; bad > most {
				r.refuse(text, "The rest of this list was not read.")
				return nil, nil
			}
			r.object(text, and(err, leftOut))
		} else if !slices.Contains(o.retreat, to) {
			o.retreat = append(o.retreat, to)
		}
		words = words[max(1, used):]
	}
	if _, used := r.places.Prefix(skip(words, func(w string) bool { return w == parser.Dash || one(w, "or", "to", "then", "and", "else") })); used > 0 {
		r.notes = append(r.notes, "Nothing comes behind DB in a list of retreats, so the rest of it was left out.")
	}
	if len(o.retreat) == 0 && !o.off && o.verb == none {
		return nil, ask(whereTo)
	}
	return nil, nil
}

const (
	leftOut = " That was left out of the list of retreats."
	whereTo = "Retreat where to? For example: A Mun R Ber, Kie, DB."
)

// reach finds where exactly a unit would come when it retreats.
func (b board) reach(t diplomacy.UnitType, from, to diplomacy.Loc) (diplomacy.Loc, error) {
	if t == diplomacy.Army {
		to = b.Province(to)
	}
	if b.CanReach(t, from, to) {
		return to, nil
	}
	var coasts []diplomacy.Loc
	for _, c := range b.Coasts(to) {
		if b.CanReach(t, from, c) {
			coasts = append(coasts, c)
		}
	}
	switch len(coasts) {
	case 0:
		return to, complain("%s can't retreat to %s.", b.unit(diplomacy.Unit{Type: t, At: from}), b.the(to))
	case 1:
		return coasts[0], nil
	}
	return to, ask("Retreat to which coast, %s?", strings.Join(b.abbrs(coasts), " or "))
}
