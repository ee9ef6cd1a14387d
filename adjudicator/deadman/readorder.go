package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// order reads an order to a unit. What names neither a unit with its type nor something to do is no
// order, whatever place it names: "Paris" may be where the letter was written.
func (r *reader) order(piece string) {
	words, _ := r.lead(piece) // its error was reported before
	if len(words) > 1 && isDisband(words[0]) && words[0] != "d" {
		words = append(slices.Clone(words[1:]), "db") // "Disband F Nth"
	}
	t, rest := unitType(words)
	typed := len(rest) < len(words)
	noted := len(r.notes)
	prose := func() { r.notes, r.aside = r.notes[:noted], append(r.aside, piece) }
	if len(rest) == 0 || !ordered(words) && !bareUnit(words) {
		prose()
		return
	}
	if r.blank(rest) {
		return
	}
	at, used, err := r.place(piece, rest)
	if err != nil && !typed && len(words) > 6 {
		prose()
		return
	}
	var o order
	if err == nil {
		o, err = r.orderFor(piece, t, typed, at, rest[used:])
	}
	switch {
	case err != nil:
		r.refuse(piece, "%s", err)
	case o.verb == hold && bareUnit(words) && r.of(r.Province(o.at)) != nil:
		r.notes = append(r.notes, fmt.Sprintf("%q says nothing to do, so the unit's order stays.", piece))
	default:
		unit := r.Province(o.at)
		if was := r.ordered[unit]; was != "" && o.verb != none && was != o.text("") {
			r.notes = append(r.notes, fmt.Sprintf("There are two orders for %s; the last one counts.", r.board.unit(diplomacy.Unit{Type: o.unit, At: o.at})))
		}
		if o.verb != none {
			r.ordered[unit] = o.text("")
		}
		r.set(o)
	}
}

// blank reports whether words are a place with nothing but a dash behind it: a line of the form that was
// not filled in.
func (r *reader) blank(words []string) bool {
	_, used := r.places.Prefix(words)
	return used > 0 && used < len(words) && !slices.ContainsFunc(words[used:], func(w string) bool { return w != parser.Dash && w != "r" })
}

// orderFor reads what the unit at a place is to do.
func (r *reader) orderFor(piece string, t diplomacy.UnitType, typed bool, at diplomacy.Loc, words []string) (order, error) {
	o := order{to: diplomacy.NoLoc, target: diplomacy.NoLoc, on: diplomacy.Nobody}
	u, err := r.unitAt(t, typed, at, words)
	if err != nil {
		return o, err
	}
	o.unit, o.at = u.Type, u.At
	rest, err := r.verb(piece, &o, words)
	if err == nil {
		rest, err = r.retreatList(piece, &o, rest)
	}
	if err == nil && len(rest) > 0 {
		err = complain("What does %q mean here? One order a line is best.", strings.Join(rest, " "))
	}
	if err == nil {
		err = r.possible(u, &o)
	}
	return o, err
}

// ordered reports whether words look like an order rather than like prose: with a dash, or something to do
// behind a unit.
func ordered(words []string) bool {
	for i, w := range words {
		if w == parser.Dash || i > 0 && i < 5 && (isVerb(w) || isMove(w)) {
			return len(words) < 16
		}
	}
	_, rest := unitType(words)
	return len(rest) < len(words) && len(rest) <= 2 // "A Pzr", "A Par Bur"
}

// isVerb reports whether a word says what a unit is to do.
func isVerb(w string) bool {
	return isHold(w) || isDisband(w) || isSpy(w) || isSupport(w) || isConvoy(w) || isRetreat(w)
}

func isMove(w string) bool {
	return w == "to" || w == "m" || w == "move" || w == "moves" || w == "go" || w == "goes"
}

func isSupport(w string) bool { return w == "s" || w == "sup" || strings.HasPrefix(w, "support") }
func isConvoy(w string) bool  { return w == "c" || strings.HasPrefix(w, "convoy") }

// unitAt is the writer's own unit in a place. Before Spring 1901 the order itself may choose it (DM-3).
func (r *reader) unitAt(t diplomacy.UnitType, typed bool, at diplomacy.Loc, order []string) (diplomacy.Unit, error) {
	home := r.Province(at)
	if r.anyUnit {
		return r.unitThen(t, typed, at)
	}
	if len(r.homes) > 0 {
		return r.startingAt(t, typed, at, order)
	}
	u, ok := r.standing(r.sheet).in(home)
	if !ok { // DM-39
		return u, complain("You have no unit in %s.", r.the(home))
	}
	if typed && u.Type != t {
		r.notes = append(r.notes, fmt.Sprintf("Your unit in %s is %s.", r.Name(home), noun(u.Type)))
	}
	return u, nil
}

// unitThen is a unit of another time, of which only the map can say whether it may be there.
func (r *reader) unitThen(t diplomacy.UnitType, typed bool, at diplomacy.Loc) (diplomacy.Unit, error) {
	switch terrain := r.Terrain(r.Province(at)); {
	case !typed && terrain == diplomacy.Sea:
		t = diplomacy.Fleet
	case !typed && terrain == diplomacy.Coastal:
		return diplomacy.Unit{}, complain("An army or a fleet in %s? Write A %s or F %s.", r.Name(at), r.Abbr(at), r.Abbr(at))
	}
	at, err := r.stand(t, at)
	return diplomacy.Unit{Power: r.own, Type: t, At: at}, err
}

func (r *reader) startingAt(t diplomacy.UnitType, typed bool, at diplomacy.Loc, order []string) (diplomacy.Unit, error) {
	home := r.Province(at)
	found := false
	for _, h := range r.homes {
		found = found || h == home
	}
	if !found {
		return diplomacy.Unit{}, complain("You start in %s only.", strings.Join(r.Homes, ", "))
	}
	for _, u := range r.setup {
		if r.Province(u.At) == home {
			if typed && u.Type != t {
				return u, complain("Your set-up has %s there. To change it, write the whole SETUP again.", r.board.unit(u))
			}
			return u, nil
		}
	}
	if !typed {
		u := r.starting(r.sheet, home)
		return u, nil
	}
	if t == diplomacy.Fleet && at == home && len(r.Coasts(home)) > 0 {
		at = r.coastFor(home, order)
	}
	at, err := r.stand(t, at)
	return diplomacy.Unit{Power: r.own, Type: t, At: at}, err
}

// coastFor is the only coast of a home centre from which a fleet could obey, if there is just one.
func (r *reader) coastFor(home diplomacy.Loc, order []string) diplomacy.Loc {
	if len(order) < 2 || order[0] != parser.Dash {
		return home
	}
	to, used := r.places.Prefix(order[1:])
	if used == 0 || len(to) != 1 {
		return home
	}
	coast := home
	for _, c := range r.Coasts(home) {
		if r.CanReach(diplomacy.Fleet, c, to[0]) {
			if coast != home {
				return home
			}
			coast = c
		}
	}
	return coast
}

// verb reads what the unit is to do, and returns the words behind it.
func (r *reader) verb(piece string, o *order, words []string) ([]string, error) {
	dashed := false
	for len(words) > 0 && (words[0] == parser.Dash || isMove(words[0])) {
		dashed, words = true, words[1:]
	}
	if _, used := r.places.Prefix(words); !dashed && used == 0 && len(words) > 0 && !isVerb(words[0]) { // a word that is near a place's name is no destination
		return nil, complain("What does %q mean here?", strings.Join(words, " "))
	}
	if len(words) == 0 {
		if dashed {
			return nil, complain("Where to?")
		}
		o.verb = hold
		return nil, nil
	}
	if err := r.notPlayed(words); err != nil {
		return nil, err
	}
	switch w := words[0]; {
	case isHold(w):
		o.verb = hold
		return words[1:], nil
	case isDisband(w): // "F Nth-DB" is no move
		o.verb = disband
		return words[1:], nil
	case isSpy(w):
		return r.spyOn(o, words[1:])
	case isSupport(w):
		return r.supports(piece, o, words[1:])
	case isConvoy(w):
		return r.convoys(piece, o, words[1:])
	case isRetreat(w):
		return words, nil
	}
	return r.moves(piece, o, words)
}

func (r *reader) spyOn(o *order, words []string) ([]string, error) {
	for len(words) > 1 && (words[0] == "on" || words[0] == "against" || words[0] == parser.Dash) {
		words = words[1:]
	}
	power, used := r.powers.Prefix(words)
	if used == 0 {
		power, used = r.powers.Near(strings.Join(words, "")), len(words)
	}
	if len(power) != 1 {
		return nil, complain("Spy on which power? For example: F Nth E France.")
	}
	if power[0] == r.own { // DM-15
		return nil, complain("You can't spy on yourself.")
	}
	o.verb, o.on = spy, power[0]
	return words[used:], nil
}

// other reads the unit that is supported or convoyed: "A Par", "French A Par", "Par". Whether it is
// there is not looked at (DM-6), nor whether its type is right (DM-7).
func (r *reader) other(piece string, o *order, words []string) ([]string, error) {
	if _, used := r.powers.Prefix(words); used > 0 && used < len(words) {
		next := words[used]
		_, place := r.places.Prefix(words[used:])
		if isUnit(next) || place > 0 {
			words = words[used:] // a nationality
		}
	}
	t, rest := unitType(words)
	if len(rest) < len(words) {
		o.said = t.String() + " "
	}
	if _, used := r.powers.Prefix(rest); used > 0 && used < len(rest) && rest[used] != parser.Dash {
		if _, place := r.places.Prefix(rest[used:]); place > 0 {
			rest = rest[used:]
		}
	}
	if len(rest) > 1 && rest[0] == "from" {
		rest = rest[1:]
	}
	at, used, err := r.place(piece, rest)
	if err != nil {
		return nil, err
	}
	o.target = r.Province(at)
	return rest[used:], nil
}

func (r *reader) supports(piece string, o *order, words []string) ([]string, error) {
	o.verb = support
	words, err := r.other(piece, o, words)
	if err != nil {
		return nil, err
	}
	if len(words) > 0 && isHold(words[0]) {
		return words[1:], nil
	}
	if len(words) == 0 || words[0] != parser.Dash && words[0] != "to" {
		return words, nil
	}
	return r.destination(piece, o, words[1:])
}

func (r *reader) convoys(piece string, o *order, words []string) ([]string, error) {
	o.verb = convoy
	words, err := r.other(piece, o, words)
	if err != nil {
		return nil, err
	}
	if o.said == "F " {
		return nil, complain("Only armies are convoyed.")
	}
	o.said = "A "
	if len(words) == 0 || words[0] != parser.Dash && words[0] != "to" {
		return nil, complain("Convoy it where to? For example: F Nth C A Lon-Nwy.")
	}
	return r.destination(piece, o, words[1:])
}

func (r *reader) moves(piece string, o *order, words []string) ([]string, error) {
	o.verb = move
	rest, err := r.destination(piece, o, words)
	if err != nil {
		return nil, err
	}
	if len(rest) == 0 || rest[0] != "via" && rest[0] != "by" && !isConvoy(rest[0]) {
		return rest, nil
	}
	if o.unit == diplomacy.Fleet {
		return nil, complain("Only armies are convoyed.")
	}
	o.via = true
	for len(rest) > 0 && !isRetreat(rest[0]) { // the route is not needed (DM-23)
		_, used := r.places.Prefix(rest)
		if used == 0 && rest[0] != parser.Dash && rest[0] != "via" && rest[0] != "by" && rest[0] != "and" && !isConvoy(rest[0]) {
			return rest, nil
		}
		rest = rest[max(1, used):]
	}
	return rest, nil
}

// destination reads where a unit goes. Seas on the way make it a convoy: "Lon-Nth-Nwy".
func (r *reader) destination(piece string, o *order, words []string) ([]string, error) {
	for {
		to, used, err := r.place(piece, words)
		if err != nil {
			return nil, err
		}
		words = words[used:]
		if o.to = to; len(words) < 2 || words[0] != parser.Dash && words[0] != "to" {
			return words, nil
		}
		if r.Terrain(r.Province(to)) != diplomacy.Sea {
			return nil, complain("An order has one destination; here %s is followed by another.", r.Name(to))
		}
		o.via = o.verb == move && o.unit == diplomacy.Army
		words = words[1:]
	}
}

// retreatList reads "R Ber, Kie, DB" behind an order.
func (r *reader) retreatList(piece string, o *order, words []string) ([]string, error) {
	if len(words) == 0 || !isRetreat(words[0]) {
		return words, nil
	}
	for words = words[1:]; len(words) > 0 && !o.off; { // nothing comes behind DB
		switch {
		case words[0] == parser.Dash || words[0] == "or" || words[0] == "to":
			words = words[1:]
			continue
		case isDisband(words[0]) || words[0] == "off" || words[0] == "otb":
			o.off, words = true, words[1:]
			continue
		}
		to, used, err := r.place(piece, words)
		if err == nil {
			to, err = r.reach(o.unit, o.at, to)
		}
		if err != nil { // the order itself is none the worse
			r.refuse(piece, "%s That was left out of the list of retreats.", err)
		} else if !slices.Contains(o.retreat, to) {
			o.retreat = append(o.retreat, to)
		}
		words = words[max(1, used):]
	}
	if len(o.retreat) == 0 && !o.off && o.verb == none {
		return nil, complain("Retreat where to? For example: A Mun R Ber, Kie, DB.")
	}
	return nil, nil
}

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
	return to, complain("Retreat to which coast, %s?", strings.Join(b.abbrs(coasts), " or "))
}

// possible checks an order against the board alone, so that the answer tells nothing of other units (DM-6).
func (r *reader) possible(u diplomacy.Unit, o *order) error {
	if u.Type == diplomacy.Army && o.verb == move || o.verb == convoy {
		o.to = r.Province(o.to)
	}
	if o.verb == none {
		return nil
	}
	if err := r.Possible(u, o.resolved(), r.rules); err != nil {
		return complain("That can't be: %s.", err)
	}
	if o.verb == move && u.Type == diplomacy.Army && !r.CanReach(u.Type, u.At, o.to) {
		r.notes = append(r.notes, o.text("")+" goes by sea: it needs fleets that convoy it.")
	}
	return nil
}

// resolved is an order as the board resolves it: whoever spies or disbands stands (DM-8, DM-16).
func (o order) resolved() diplomacy.Order {
	d := diplomacy.Order{Unit: standard().Province(o.at), Target: o.target, To: o.to, Via: o.via}
	switch o.verb {
	case move:
		d.Verb = diplomacy.Move
	case support:
		d.Verb = diplomacy.Support
	case convoy:
		d.Verb = diplomacy.Convoy
	default:
		d.Verb, d.Target, d.To = diplomacy.Hold, diplomacy.NoLoc, diplomacy.NoLoc
	}
	return d
}
