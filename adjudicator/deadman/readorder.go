package deadman

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// order reads an order to a unit. What names neither a unit with its type nor something to do is no
// order, whatever place it names: "Paris" may be where the letter was written.
func (r *reader) order(p piece) {
	if r.everybody(p) {
		return
	}
	words, err := r.imperative(p.words)
	if err != nil {
		r.object(p.text, err)
		return
	}
	if isDisband(words[0]) && len(words) > 1 && (words[0] != "d" || isUnit(words[1])) { // "D. Paris" is a name
		r.list(p, "disband", words[1:], r.disbandUnit)
		return
	}
	t, rest := unitType(words)
	typed := len(rest) < len(words)
	if !r.isOrder(p, words) {
		r.noOrder(p, words)
		return
	}
	if r.blank(rest) {
		if at, _, err := r.place(rest); err == nil && rest[len(rest)-1] == "r" {
			r.asks[r.Province(at)] = true
		}
		return
	}
	if bareUnit(words) && slices.Contains(rest, parser.Dash) { // "F Wes-Med"
		r.ask(p.text, "Is this a unit that holds, or a move? Write H behind the unit, or its move with the full names.")
		return
	}
	if len(r.homes) > 0 && strings.Contains(p.text, "/") && !orderly(words) { // "A Ber/Mun, F Kie"
		r.ask(p.text, "Is this a move, or are these two units? Write A Ber-Mun, or SETUP A Ber, A Mun.")
		return
	}
	noted := len(r.notes)
	at, used, err := r.place(rest)
	var o order
	if err == nil {
		o, err = r.orderFor(p, t, typed, at, rest[used:])
	}
	switch {
	case isUnknown(err) && !typed && len(words) > 6:
		r.notes = r.notes[:noted]
		r.spoken(p.text)
	case err != nil:
		r.object(p.text, err)
	case o.verb == hold && bareUnit(words) && r.of(r.Province(o.at)) != nil:
		r.notes = append(r.notes, fmt.Sprintf("%q says nothing to do, so the unit's order stays.", p.text))
		r.taken++
	default:
		if o.verb == hold && bareUnit(words) {
			r.notes = append(r.notes, fmt.Sprintf("%q was read as %s.", p.text, o.text("")))
		}
		r.accept(p, o, rest)
	}
}

// noOrder notes a piece that is no order to a unit. "Hold" alone may be one to all of them.
func (r *reader) noOrder(p piece, words []string) {
	_, rest := unitType(words)
	switch {
	case len(words) == 1 && isHold(words[0]) && len(words[0]) > 1:
		r.object(p.text, complaint{text: justTheOrder, asks: true, orders: []string{"All units hold"}})
	case len(rest) > 0 || len(rest) == len(words):
		r.spoken(p.text)
	}
}

// accept puts an order on the sheet, and says so where it may have been something else: a question, or a removal.
func (r *reader) accept(p piece, o order, words []string) {
	if strings.HasSuffix(p.text, "?") {
		r.notes = append(r.notes, fmt.Sprintf("%q was taken as an order.", p.text))
	}
	if r.disbandsLate(o) && words[len(words)-1] == "d" { // as judges write it in Winter
		if err := r.remove(o.unit, true, r.Province(o.at)); err != nil {
			r.object(p.text, err)
			return
		}
		r.notes = append(r.notes, fmt.Sprintf("%q was read as Remove %s.", p.text, r.Abbr(r.Province(o.at))))
		return
	}
	r.noteDisbands(o)
	r.give(o)
}

// disbandsLate reports whether an order disbands a unit in the season, where removals are due before it.
func (r *reader) disbandsLate(o order) bool { return o.verb == disband && r.Removals > 0 && !r.anyUnit }

// noteDisbands notes that a unit that disbands is no removal, where some are due.
func (r *reader) noteDisbands(o order) {
	if !r.disbandsLate(o) {
		return
	}
	abbr := r.Abbr(r.Province(o.at))
	r.notes = append(r.notes, fmt.Sprintf("%s disbands in the season and is no removal, of which you owe %d: Remove %s is one.", o.text(""), r.Removals, abbr))
}

// give puts an order on the sheet.
func (r *reader) give(o order) {
	unit := r.Province(o.at)
	if o.verb != none {
		was := r.given[unit]
		r.several[unit] = r.several[unit] || was != "" && was != o.text("")
		r.given[unit] = o.text("")
	}
	r.lists[unit] = r.lists[unit] || o.hasList() || o.bare
	r.vain = cmp.Or(r.vain, r.inVain(o))
	r.set(o)
	r.taken++
}

// everybody reads "All units hold", or all others.
func (r *reader) everybody(p piece) bool {
	all, others, holds, kind := false, false, false, ""
	for _, w := range p.words[:min(len(p.words), 8)] {
		switch {
		case isHold(w) && len(w) > 1:
			holds = true
		case one(w, "other", "others", "else", "rest", "remaining"):
			others = true
		case one(w, "all", "everybody", "everyone", "everything", "every"):
			all = true
		case one(w, "armies", "fleets"):
			all, kind = true, w
		case !isFiller(w) && !isAux(w) && !isStill(w) && w != "units" && w != "unit" && w != "them":
			return false
		}
	}
	switch {
	case !holds || !all && !others:
		return false
	case r.anyUnit:
		r.refuse(p.text, "Name the units: which there will be is not known now.")
		return true
	}
	us := r.standing(r.sheet)
	for _, home := range r.homes {
		us = append(us, r.starting(r.sheet, home))
	}
	for _, u := range us {
		if kind != "" && (kind == "fleets") != (u.Type == diplomacy.Fleet) {
			continue
		}
		if o := r.of(r.Province(u.At)); !others || o == nil || o.verb == none {
			r.give(order{unit: u.Type, at: u.At, verb: hold, target: diplomacy.NoLoc, to: diplomacy.NoLoc, on: diplomacy.Nobody})
		}
	}
	return true
}

// imperative turns words that begin with what to do into those of an order: "Move A Par to Bur", "Support A
// Mar-Bur with A Gas".
func (r *reader) imperative(words []string) ([]string, error) {
	if _, used := r.places.Prefix(words); used > 1 || len(words) < 2 {
		return words, nil // "E Channel"
	}
	w := words[0]
	rest := skip(words[1:], func(w string) bool { return w == parser.Dash || w == "on" })
	_, place := unitType(rest)
	typed := len(place) < len(rest)
	_, used := r.places.Prefix(place)
	_, power := r.powers.Prefix(rest)
	switch {
	case isHold(w) && (typed || len(w) > 1) && used > 0 && !slices.ContainsFunc(place[used:], func(w string) bool { return !isStill(w) }):
		return append(slices.Clone(rest), "h"), nil
	case isMove(w) && len(w) > 1 && used > 0:
		return rest, nil
	case isSupport(w) && (typed || len(w) > 1) && used > 0:
		return with(rest, "s", "Support it with which unit? For example: A Par S A Mar-Bur.")
	case isConvoy(w) && (typed || len(w) > 1) && used > 0:
		return with(rest, "c", "Convoy it with which unit? For example: F Nth C A Lon-Nwy.")
	case isSpy(w) && typed && used > 0 && used < len(place):
		return rest, nil
	case isSpy(w) && power > 0:
		return with(rest, "e", "Spy with which unit? For example: F Nth E France.")
	}
	if _, used := r.places.Prefix(words); used > 0 && used+1 < len(words) && one(words[used], "army", "fleet") && !isUnit(words[used+1]) {
		if _, place := r.places.Prefix(words[used+1:]); place == 0 { // "The Paris army moves"
			return slices.Concat(words[used:used+1], words[:used], words[used+1:]), nil
		}
	}
	return words, nil
}

// with puts the unit that stands behind "with" before what it is to do.
func with(words []string, verb, ask string) ([]string, error) {
	for i, w := range words {
		if (w == "with" || w == "by" || w == "from") && i+1 < len(words) && isUnit(words[i+1]) {
			return slices.Concat(words[i+1:], []string{verb}, words[:i]), nil
		}
	}
	return nil, complain("%s", ask)
}

// disbandUnit gives the order that a list below "Disband" has for each of its units.
func (r *reader) disbandUnit(t diplomacy.UnitType, typed bool, at diplomacy.Loc) error {
	if err := r.notPlayed([]string{"db"}); err != nil {
		return err
	}
	u, err := r.unitAt(t, typed, at, nil)
	if err == nil {
		r.give(order{unit: u.Type, at: u.At, verb: disband, target: diplomacy.NoLoc, to: diplomacy.NoLoc, on: diplomacy.Nobody})
	}
	return err
}

// isOrder tells an order from prose. An order has a unit with its type, or a place, and right behind it a
// dash or something to do.
func (r *reader) isOrder(p piece, words []string) bool {
	_, rest := unitType(words)
	typed := len(rest) < len(words)
	_, used := r.named(rest)
	switch {
	case len(rest) == 0:
		return false
	case used == 0 && typed:
		return orderly(rest) || len(rest) <= 2 && !isAux(rest[0]) && !isFiller(rest[0]) && (len(words[0]) > 1 || p.text[0] == 'A' || p.text[0] == 'F')
	case used == 0:
		found, n := r.guess(rest)
		if n = max(n, 1); n >= len(rest) || rest[n] != parser.Dash && !isVerb(rest[n]) && !isMove(rest[n]) {
			return false
		}
		_, to := r.named(rest[min(n+1, len(rest)):])
		return len(found) > 0 || rest[n] == parser.Dash && to > 0 && len(rest) < 6
	}
	behind := skip(rest[used:], isAux)
	switch {
	case len(behind) == 0:
		return typed && !r.isArticle(p, rest)
	case behind[0] == parser.Dash, isVerb(behind[0]), isMove(behind[0]):
		return true
	}
	if _, routed := r.routeFirst(behind); routed {
		return true
	}
	_, place := r.named(behind)
	return typed && (place > 0 || len(behind) <= 2 || orderly(behind)) || len(r.verbs.Near(behind[0])) > 0
}

// isArticle reports whether the unit's type before a place is rather an article before a word of everyday life: "a nap",
// where no unit is in Naples.
func (r *reader) isArticle(p piece, place []string) bool {
	at, _ := r.places.Prefix(place)
	if len(place) > 1 || !isEveryday(place[0]) || !strings.Contains(p.text, "a "+place[0]) || len(at) != 1 {
		return false
	}
	_, own := r.standing(r.sheet).in(r.Province(at[0]))
	return !own
}

// orderly reports whether there is a dash or something to do among words.
func orderly(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return w == parser.Dash || isVerb(w) || isMove(w) && w != "to" })
}

// blank reports whether words are a place with nothing but a dash behind it: a line of the form that was
// not filled in.
func (r *reader) blank(words []string) bool {
	_, used := r.places.Prefix(words)
	return used > 0 && used < len(words) && !slices.ContainsFunc(words[used:], func(w string) bool { return w != parser.Dash && w != "r" })
}

// orderFor reads what the unit at a place is to do.
func (r *reader) orderFor(p piece, t diplomacy.UnitType, typed bool, at diplomacy.Loc, words []string) (order, error) {
	o := order{to: diplomacy.NoLoc, target: diplomacy.NoLoc, on: diplomacy.Nobody}
	u, err := r.unitAt(t, typed, at, words)
	if err != nil {
		return o, err
	}
	o.unit, o.at = u.Type, u.At
	rest, err := r.verb(&o, words)
	if err == nil {
		rest, err = r.retreatList(p.text, &o, rest)
	}
	if words := skip(rest, func(w string) bool { return w == parser.Dash }); doubts(words) {
		return o, ask("What does %q mean here? One order a line is best.", strings.Join(words, " "))
	}
	remark, asked := r.behind(&o, rest)
	if err == nil {
		err = asked
	}
	if err == nil {
		err = r.possible(u, &o)
	}
	if err == nil && len(remark) > 0 {
		r.spoken(tail(p.text, remark))
	}
	return o, err
}

// behind looks at what stands behind an order. A remark is left aside; what may change the order is asked
// back.
func (r *reader) behind(o *order, words []string) (remark []string, err error) {
	words = skip(words, func(w string) bool { return w == parser.Dash || isNumber(w) })
	for len(words) > 0 && one(words[len(words)-1], parser.Dash, "please", "instead", "now") {
		words = words[:len(words)-1]
	}
	if _, power := r.powers.Prefix(words); len(words) == power { // nothing, or "A Par S A Mar-Bur (French)"
		return nil, nil
	}
	text := strings.Join(words, " ")
	rest := words
	if words[0] == "or" && len(words) > 1 {
		rest = words[1:]
	}
	_, place := r.named(rest)
	_, rest = unitType(rest)
	_, farther := r.named(rest)
	switch other := r.doing(words); {
	case ofRetreat(words):
		return nil, complain(askRetreat)
	case r.otherSeason(words):
		return nil, ask("Is this for another season than %s? Write what is for the next season as NEXT A Par-Bur.", r.Phase)
	case slices.ContainsFunc(words, isCondition):
		return nil, complain("%s", r.noConditions())
	case other != none && other != o.verb && deeds[o.verb] != "":
		return nil, ask("A unit does one thing: it %s or it %s. Which?", deeds[o.verb], deeds[other])
	case one(words[0], "which", "that", "who"):
		return nil, r.asClause(o, words)
	case place > 0 && o.to != diplomacy.NoLoc:
		to, _, err := r.place(rest)
		if err != nil {
			return nil, err
		}
		return nil, ask("An order has one destination. Which one, %s or %s?", r.Name(o.to), r.Name(to))
	case place > 0, farther > 0, slices.ContainsFunc(words, isDenial), r.says(words), one(words[0], "wc", "west"):
		return nil, ask("What does %q mean here? One order a line is best.", text)
	}
	return words, nil
}

// deeds are what units do, as players say it.
var deeds = map[verb]string{hold: "holds", move: "moves", support: "supports", convoy: "convoys", disband: "disbands", spy: "spies"}

// doing is what words behind an order say that its unit does beside it: "e Germany", "and supports A Mun".
func (r *reader) doing(words []string) verb {
	words = skip(words, func(w string) bool { return isJoint(w) || w == "or" || w == parser.Dash })
	if len(words) == 0 {
		return none
	}
	_, power := r.powers.Prefix(words[1:])
	_, place := unitType(words[1:])
	_, used := r.places.Prefix(place)
	switch w := words[0]; {
	case isSpy(w) && power > 0:
		return spy
	case isSupport(w) && used > 0:
		return support
	case isConvoy(w) && used > 0 && len(place) < len(words)-1:
		return convoy
	case isHold(w) && len(words) == 1:
		return hold
	case isDisband(w) && len(words) == 1:
		return disband
	}
	return none
}

// asClause asks for an order in place of a clause: "A Fin which goes to Sweden", alone or behind S.
func (r *reader) asClause(o *order, words []string) error {
	to, used := r.places.Prefix(skip(words[1:], func(w string) bool { return toward(w) || isAux(w) }))
	moved := *o
	moved.verb, moved.to = max(o.verb, move), diplomacy.NoLoc
	if used == 0 || len(to) != 1 || o.verb != none && o.verb != support {
		return complain("Write what the unit does without %q: A Fin-Swe, or F Nwy S A Fin-Swe.", words[0])
	}
	moved.to = to[0]
	text := fmt.Sprintf("Is this a move? Then write it without %q: %s.", words[0], moved.text(""))
	return complaint{text: text, asks: true, orders: []string{moved.text("")}}
}

// says reports whether words may be part of an order.
func (r *reader) says(words []string) bool {
	for i, w := range words {
		if _, used := r.places.Prefix(words[i:]); used > 0 || w == parser.Dash || isVerb(w) || isMove(w) && w != "to" && w != "x" && w != "m" {
			return true
		}
	}
	return false
}
