package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// winter reads what is not an order to a unit on the board: the set-up, builds, removals and peeks. Any other piece
// is left for later.
func (r *reader) winter(piece string) (later bool) {
	words, err := r.lead(piece)
	if err != nil {
		r.refuse(piece, "%s", err)
		return false
	}
	if len(words) == 0 {
		return false
	}
	rest := words[1:]
	if r.heading != "" && bareUnit(words) {
		r.list(piece, r.heading, words, map[string]taker{"setup": r.setUp, "build": r.build, "remove": r.remove}[r.heading])
		return false
	}
	r.heading = ""
	for len(rest) > 0 && strings.Trim(rest[0], "0123456789") == "" { // "Build 2: A Par, F Bre"
		rest = rest[1:]
	}
	if err := r.notPlayed(words); err != nil && !isDisband(words[0]) { // which may be a removal
		r.refuse(piece, "%s", err)
		return false
	}
	switch first := words[0]; {
	case first == "setup" || first == "set" && len(rest) > 0 && rest[0] == "up":
		if first == "set" {
			rest = rest[1:]
		}
		r.list(piece, "setup", rest, r.setUp)
	case first == "build" || first == "builds" || first == "b":
		r.list(piece, "build", rest, r.build)
	case slices.Contains([]string{"remove", "removes", "removal", "removals"}, first), r.Removals > 0 && (isDisband(first) || first == "r" && len(rest) > 0):
		r.list(piece, "remove", rest, r.remove)
	case strings.HasPrefix(first, "waive") && !slices.ContainsFunc(rest, notOfWaive), first == "no" && len(rest) == 1 && strings.HasPrefix(rest[0], "build"):
		r.waive(piece)
	case first == "pas":
		r.look(piece, rest)
	case first == "peekasneak" || first == "peek":
		for len(rest) > 0 && (rest[0] == "a" || rest[0] == "sneak" || rest[0] == "at" || rest[0] == parser.Dash) {
			rest = rest[1:]
		}
		r.look(piece, rest)
	default:
		return true
	}
	return false
}

// A taker puts a unit on the sheet, or says why not.
type taker func(t diplomacy.UnitType, typed bool, at diplomacy.Loc) error

// bareUnit reports whether words are a unit, with its type, and nothing else.
func bareUnit(words []string) bool {
	_, rest := unitType(words)
	_, used := standard().places.Prefix(rest)
	return len(rest) < len(words) && used > 0 && used == len(rest)
}

// notOfWaive reports whether a word says more than that builds are waived.
func notOfWaive(w string) bool {
	return w != "one" && w != "two" && w != "all" && w != "both" && w != "my" && !strings.HasPrefix(w, "build")
}

// waive takes back what earlier letters build, and waives what this one does not.
func (r *reader) waive(piece string) {
	if r.Builds == 0 && !r.anyUnit {
		r.refuse(piece, "You have no builds to waive.")
		return
	}
	r.builds = slices.DeleteFunc(r.builds, func(u diplomacy.Unit) bool { return r.filed[r.Province(u.At)] })
	r.waives, r.waived = true, true
}

// list reads the units of a set-up, of builds or of removals; without any, it is the heading of those below
// it.
func (r *reader) list(piece, kind string, words []string, take taker) {
	if len(words) == 0 {
		r.heading = kind
	}
	for len(words) > 0 {
		t, rest := unitType(words)
		at, n, err := r.place(piece, rest)
		if err != nil {
			r.refuse(piece, "%s", err)
			return
		}
		if err := take(t, len(rest) < len(words), at); err != nil { // the others of the list are none the worse
			r.refuse(piece, "%s", err)
		}
		words = rest[n:]
		for len(words) > 0 && (words[0] == parser.Dash || words[0] == "and") {
			words = words[1:]
		}
	}
}

// put puts a unit on a list of set-ups or builds, in place of one of an earlier letter in the same province.
// It reports whether there is one of this letter already.
func (r *reader) put(list []diplomacy.Unit, u diplomacy.Unit) (out []diplomacy.Unit, twice bool) {
	where := r.Province(u.At)
	i := slices.IndexFunc(list, func(o diplomacy.Unit) bool { return r.Province(o.At) == where })
	if i >= 0 && !r.filed[where] && list[i] != u {
		return list, true
	}
	if i >= 0 {
		list = slices.Delete(slices.Clone(list), i, i+1)
	}
	delete(r.filed, where)
	return append(slices.Clip(list), u), false
}

func (r *reader) setUp(t diplomacy.UnitType, typed bool, at diplomacy.Loc) error {
	home := r.Province(at)
	switch {
	case len(r.homes) == 0:
		return complain("The set-up is over; it was for Spring 1901.")
	case !slices.Contains(r.homes, home):
		return complain("%s is not one of your home centres (%s).", r.Name(home), strings.Join(r.Homes, ", "))
	case !typed:
		return complain("An army or a fleet in %s? Write A %s or F %s.", r.Name(home), r.Abbr(home), r.Abbr(home))
	}
	at, err := r.stand(t, at)
	if err != nil {
		return err
	}
	units, twice := r.put(r.setup, diplomacy.Unit{Power: r.own, Type: t, At: at})
	if twice {
		return complain("Only one unit starts in each home centre (DM-2).")
	}
	r.setup = units
	slices.SortFunc(r.setup, func(a, b diplomacy.Unit) int { return int(r.Province(a.At)) - int(r.Province(b.At)) })
	return nil
}

func (r *reader) build(t diplomacy.UnitType, typed bool, at diplomacy.Loc) error {
	where := r.Province(at)
	switch {
	case r.anyUnit && typed && r.IsCentre(where): // later
	case r.anyUnit && !r.IsCentre(where):
		return complain("There is no centre in %s.", r.the(where))
	case r.Builds == 0 && !r.anyUnit:
		return complain("You have no build now.")
	case !typed:
		return complain("An army or a fleet in %s? Write Build A %s or Build F %s.", r.Name(where), r.Abbr(where), r.Abbr(where))
	case !slices.Contains(r.vacant, where) && r.open:
		return complain("You may build in %s, and not in %s.", strings.Join(r.Vacant, ", "), r.Name(where))
	case !slices.Contains(r.vacant, where): // DM-29: the owner knows both
		return complain("%s is not a vacant centre of yours; you may build in %s.", r.Name(where), strings.Join(r.Vacant, ", "))
	}
	at, err := r.stand(t, at)
	if err != nil {
		return err
	}
	units, twice := r.put(r.builds, diplomacy.Unit{Power: r.own, Type: t, At: at})
	if twice {
		return complain("There is a build in %s already.", r.Name(where))
	}
	if len(units) > r.Builds && !r.anyUnit { // DM-28: the first listed count
		i := slices.IndexFunc(units, func(u diplomacy.Unit) bool { return r.filed[r.Province(u.At)] })
		if i < 0 {
			return complain("You have only %s, and listed first: %s.", plural(r.Builds, "build"), joinUnits(r.builds))
		}
		r.notes = append(r.notes, fmt.Sprintf("Build %s of an earlier letter makes room: you have only %s.", r.board.unit(units[i]), plural(r.Builds, "build")))
		units = slices.Delete(units, i, i+1)
	}
	r.builds, r.waives = units, r.waived
	return nil
}

func (r *reader) remove(_ diplomacy.UnitType, _ bool, at diplomacy.Loc) error {
	where := r.Province(at)
	_, own := r.View.units.in(where)
	if r.anyUnit {
		if !slices.Contains(r.removes, where) {
			r.removes = append(r.removes, where)
		}
		return nil
	}
	switch {
	case r.Removals == 0:
		return complain("You have no unit to remove now. To disband one in the season, write DB: F Nth DB.")
	case !own:
		return complain("You have no unit in %s.", r.the(where))
	case slices.Contains(r.removes, where):
		delete(r.filed, where)
		return nil
	}
	if len(r.removes) == r.Removals {
		i := slices.IndexFunc(r.removes, func(at diplomacy.Loc) bool { return r.filed[at] })
		if i < 0 {
			return complain("You have to remove only %s.", plural(r.Removals, "unit"))
		}
		r.notes = append(r.notes, fmt.Sprintf("Remove %s of an earlier letter makes room: you have to remove only %s.", r.Abbr(r.removes[i]), plural(r.Removals, "unit")))
		r.removes = slices.Delete(slices.Clone(r.removes), i, i+1)
	}
	r.removes = append(slices.Clip(r.removes), where)
	return nil
}

// stand finds where exactly a unit would stand; a fleet on a split coast needs its coast.
func (r *reader) stand(t diplomacy.UnitType, at diplomacy.Loc) (diplomacy.Loc, error) {
	if t == diplomacy.Army {
		at = r.Province(at)
	}
	coasts := r.Coasts(at)
	switch {
	case r.CanStand(t, at):
		return at, nil
	case t == diplomacy.Fleet && len(coasts) > 0:
		return at, complain("Which coast? Write F %s.", strings.Join(r.abbrs(coasts), " or F "))
	case t == diplomacy.Fleet:
		return at, complain("A fleet can't stand in %s.", r.the(at))
	}
	return at, complain("An army can't stand in %s.", r.the(at))
}

// look reads a peek (DM-18).
func (r *reader) look(piece string, words []string) {
	for len(words) > 0 && words[0] == parser.Dash {
		words = words[1:]
	}
	if len(words) == 0 { // a line of the form that was left blank
		return
	}
	at, n, err := r.place(piece, words)
	switch {
	case err != nil:
		r.refuse(piece, "%s", err)
	case n < len(words):
		r.refuse(piece, "One space a season, so just PAS-%s?", r.Abbr(r.Province(at)))
	case r.Peeks == 0: // DM-20
		r.notes = append(r.notes, fmt.Sprintf("%s was left out: peeks begin in 1902.", piece))
	case r.peeked == r.Peeks:
		r.refuse(piece, "You have %s a season; on file: PAS-%s.", plural(r.Peeks, "peek"), strings.Join(r.abbrs(r.peeks), ", PAS-"))
	default:
		if r.peeked == 0 { // those of earlier letters
			r.peeks = nil
		}
		r.peeks, r.peeked = append(r.peeks, r.Province(at)), r.peeked+1
	}
}
