package deadman

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// verb reads what the unit is to do, and returns the words behind it.
func (r *reader) verb(o *order, words []string) ([]string, error) {
	dashed := false
	words = skip(words, isAux)
	for len(words) > 0 && (words[0] == parser.Dash || isMove(words[0]) || dashed && (words[0] == "for" || isAux(words[0]))) {
		dashed, words = true, words[1:]
	}
	if len(words) == 0 {
		if dashed {
			return nil, ask("Where to?")
		}
		o.verb = hold
		return nil, nil
	}
	if to, routed := r.routeFirst(words); routed && o.unit == diplomacy.Army {
		rest, err := r.moves(o, to)
		o.via = true
		return rest, err
	}
	if again := r.sameAgain(o, words); again != nil { // "F Nth - F Nth - Nwy"
		return r.verb(o, again)
	}
	_, place := r.named(words)
	if place == 0 && !isVerb(words[0]) {
		words = r.corrected(words, r.verbs)
	}
	if err := r.notPlayed(words); err != nil {
		return nil, err
	}
	if one(words[0], "which", "that", "who") {
		return nil, r.asClause(o, words)
	}
	switch w := words[0]; {
	case isHold(w):
		o.verb = hold
		return skip(words[1:], isStill), nil
	case isDisband(w): // "F Nth-DB" is no move
		o.verb = disband
		return words[1:], nil
	case isSpy(w) && place < 2:
		return r.spyOn(o, words[1:])
	case isSupport(w) && place < 2:
		return r.supports(o, words[1:])
	case isConvoy(w), w == "con" && len(words) > 1 && isUnit(words[1]):
		return r.convoys(o, words[1:])
	case isRetreat(w):
		return words, nil
	}
	if guessed, n := r.guess(words); !dashed && place == 0 && (len(guessed) == 0 || n < len(words)) { // a word that is near a place's name is no destination
		return nil, ask("What does %q mean here?", strings.Join(words, " "))
	}
	return r.moves(o, words)
}

// sameAgain are the words behind the unit, if it is named a second time.
func (r *reader) sameAgain(o *order, words []string) []string {
	t, rest := unitType(words)
	found, used := r.places.Prefix(rest)
	if len(rest) == len(words) || used == 0 || used == len(rest) || len(found) != 1 || r.Province(found[0]) != r.Province(o.at) || t != o.unit {
		return nil
	}
	return rest[used:]
}

const ownSpy = "You can't spy on yourself." // DM-15

func (r *reader) spyOn(o *order, words []string) ([]string, error) {
	words = skip(words, func(w string) bool { return one(w, "on", "against", "vs", "upon", parser.Dash) })
	power, used := r.onePower(words)
	if used == 0 {
		return nil, ask("Spy on which power? For example: F Nth E France.")
	}
	words = skip(words[used:], func(w string) bool { return one(w, "unit", "units", "army", "armies", "fleet", "fleets") })
	if next := skip(words, func(w string) bool { return one(w, "and", "or", parser.Dash) }); len(next) > 0 {
		if _, more := r.powers.Prefix(next); more > 0 {
			return nil, ask("A spy names one power: %s or %s?", r.board.power(power), next[0])
		}
	}
	if power == r.own {
		return nil, complain(ownSpy)
	}
	o.verb, o.on = spy, power
	return words, nil
}

// onePower finds the power that words begin with: by name, by a judge's letter if nothing but retreats
// stands behind it, or with a typing error.
func (r *reader) onePower(words []string) (diplomacy.Power, int) {
	if power, used := r.powers.Prefix(words); used > 0 {
		return power[0], used
	}
	if len(words) == 0 {
		return diplomacy.Nobody, 0
	}
	if isPowerLetter(words[0]) && (len(words) == 1 || isRetreat(words[1])) {
		return r.powerLetter(words[0]), 1
	}
	if power := r.powers.Near(words[0]); len(power) == 1 {
		r.notes = append(r.notes, fmt.Sprintf("%q was read as %s.", words[0], r.board.power(power[0])))
		return power[0], 1
	}
	return diplomacy.Nobody, 0
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
	if o.verb == move && u.Type == diplomacy.Fleet {
		o.to, _ = r.reach(u.Type, u.At, o.to) // with its coast, if there is one
	}
	if o.verb == move && u.Type == diplomacy.Army && !r.CanReach(u.Type, u.At, o.to) && r.inVain(*o) == "" {
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
