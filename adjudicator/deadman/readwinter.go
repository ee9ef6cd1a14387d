package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// winter reads what is not an order to a unit on the board: the set-up, builds, removals and peeks. Any other
// piece is left for later.
func (r *reader) winter(p piece) (later bool) {
	words := r.turned(p.words)
	first, rest := words[0], words[1:]
	if r.heading != "" && bareUnit(words) {
		r.list(p, r.heading, words, map[string]taker{"setup": r.setUp, "build": r.build, "remove": r.remove}[r.heading])
		return false
	}
	r.heading = ""
	rest = skip(rest, isNumber)                                     // "Build 2: A Par, F Bre"
	if err := r.notPlayed(words); err != nil && !isDisband(first) { // which may be a removal
		r.object(p.text, err)
		return false
	}
	switch {
	case first == "setup", first == "set" && len(rest) > 0 && rest[0] == "up", first == "set" && len(rest) > 1 && rest[1] == "up", first == "start", first == "starting":
		return r.start(p, first, rest)
	case one(first, "standard", "usual") && len(rest) > 0 && one(rest[0], "setup", "set", "start"):
		return r.start(p, "setup", words[:1])
	case isBuild(first) && len(rest) == 1 && one(rest[0], "nothing", "none", "waived"), first == "no" && len(rest) == 1 && isBuild(rest[0]),
		strings.HasPrefix(first, "waive") && !slices.ContainsFunc(rest, notOfWaive):
		r.waive(p.text)
	case isBuild(first):
		r.list(p, "build", rest, r.build)
	case isRemove(first), r.Removals > 0 && (isDisband(first) || first == "r" && len(rest) > 0):
		r.list(p, "remove", rest, r.remove)
	case first == "no" && len(rest) == 1 && isPeek(rest[0]):
		r.peeks = nil
		r.taken++
	case isPeek(first):
		if first == "sap" {
			r.notes = append(r.notes, `"sap" was read as PAS.`)
		}
		r.look(p.text, rest)
	default:
		return true
	}
	return false
}

// turned puts the word for building or removing first: "A Par build", "Paris: build army", "A Ser removed".
func (r *reader) turned(words []string) []string {
	t, place := unitType(words)
	_, used := r.places.Prefix(place)
	if used == 0 || used >= len(place) || !isBuild(place[used]) && !isRemove(place[used]) {
		return words
	}
	kind, behind := place[used:used+1], place[used+1:]
	switch {
	case len(behind) == 0 && len(place) < len(words):
		return slices.Concat(kind, []string{strings.ToLower(t.String())}, place[:used])
	case len(behind) == 1 && isUnit(behind[0]), len(behind) == 0:
		return slices.Concat(kind, behind, place[:used])
	}
	return words
}

// start reads a set-up; "SETUP standard" writes out the usual one (DM-3). What begins so and has no unit is
// prose.
func (r *reader) start(p piece, first string, words []string) (later bool) {
	words = skip(words, func(w string) bool {
		return one(w, "up", "with", "units", "unit", "position", "positions", "is", parser.Dash)
	})
	usual := len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !one(w, "standard", "usual", "normal", "as", "default") })
	_, place := unitType(words)
	_, used := r.places.Prefix(place)
	switch {
	case usual && len(r.homes) > 0:
		r.setup = nil
		for _, home := range r.homes {
			r.setup = append(r.setup, r.standard(home))
		}
		slices.SortFunc(r.setup, r.byProvince)
		r.taken++
	case one(first, "start", "starting", "set") && len(words) > 0 && used == 0 && len(place) == len(words):
		r.spoken(p.text)
	case len(words) > 0 && one(words[0], "fleet", "fleets", "army", "armies") && used == 0:
		r.refuse(p.text, "Say which unit starts where. For example: SETUP %s.", joinUnits(r.usual()))
	default:
		r.list(p, "setup", words, r.setUp)
	}
	return false
}

// standard is the usual unit of a home centre, as the player's own.
func (r *reader) standard(home diplomacy.Loc) diplomacy.Unit {
	u := standardUnit(home)
	u.Power = r.own
	return u
}

func (r *reader) usual() []diplomacy.Unit {
	var out []diplomacy.Unit
	for _, home := range r.homes {
		out = append(out, r.standard(home))
	}
	return out
}

// A taker puts a unit on the sheet, or says why not.
type taker func(t diplomacy.UnitType, typed bool, at diplomacy.Loc) error

// notOfWaive reports whether a word says more than that builds are waived.
func notOfWaive(w string) bool {
	return !one(w, "one", "two", "all", "both", "my", "rest") && !isNumber(w) && !isBuild(w)
}

// waive takes back what earlier letters build, and waives what this one does not.
func (r *reader) waive(text string) {
	if r.Builds == 0 && !r.anyUnit {
		r.refuse(text, "You have no builds to waive.")
		return
	}
	r.builds = slices.DeleteFunc(r.builds, func(u diplomacy.Unit) bool { return r.earlier[r.Province(u.At)] })
	r.waives, r.waived = true, true
	r.taken++
}

// list reads the units of a set-up, of builds or of removals; without any, it is the heading of those below
// it. One that is refused does not keep the others off.
func (r *reader) list(p piece, kind string, words []string, take taker) {
	if len(words) == 0 && kind != "disband" {
		r.heading = kind
	}
	words, err := typesFirst(kind, words)
	if err == nil && slices.ContainsFunc(words, isChoice) {
		err = ask("Which ones? Write each unit that you mean, and nothing else.")
	}
	if err != nil {
		r.object(p.text, err)
		return
	}
	const most = 5 // of them are refused before the rest is not read at all
	bad := 0
	for words = skip(words, between); len(words) > 0; words = skip(words, between) {
		t, rest := unitType(words)
		at, n, err := r.place(rest)
		if err == nil {
			err = take(t, len(rest) < len(words), at)
		}
		if isUnknown(err) && endsSentence(p.text, rest) {
			r.spoken(tail(p.text, rest)) // "Build A Kie. Good luck!"
			return
		}
		if err != nil {
			if bad++; bad > most {
				r.refuse(p.text, "The rest of this list was not read.")
				return
			}
			r.object(p.text, err)
		}
		words = rest[n:]
		if n > 0 {
			continue
		}
		for words = rest[min(1, len(rest)):]; len(words) > 0 && !isUnit(words[0]); { // on to the next unit
			words = words[1:]
		}
	}
}

// endsSentence reports whether a sentence of a text ends before the last words of it.
func endsSentence(text string, last []string) bool {
	text = strings.TrimRight(strings.TrimSuffix(text, tail(text, last)), " ")
	return strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!")
}

// typesFirst puts the types of a list's units before their places, if all of them stand behind: "Ber A, Mun A, Kie F".
// A list with both is asked back, since there each type could belong to either of its neighbours.
func typesFirst(kind string, words []string) ([]string, error) {
	var out []string
	behind, others := 0, 0
	for rest := skip(words, between); len(rest) > 0; rest = skip(rest, between) {
		_, place := unitType(rest)
		_, used := standard().places.Prefix(place)
		if used == 0 {
			others++
			break
		}
		if len(place) == len(rest) && used < len(place) && isUnit(place[used]) {
			behind++
			out = append(append(out, place[used]), place[:used]...)
			rest = place[used+1:]
			continue
		}
		others++
		rest = place[used:]
	}
	switch {
	case behind == 0, others > 0 && kind != "setup" && kind != "build":
		return words, nil
	case others > 0:
		return nil, ask("Which type belongs to which place? Write each before its place: A Par, F Bre.")
	}
	return out, nil
}

// isChoice reports whether a word makes a list of units one of which it can't be told what is on it.
func isChoice(w string) bool {
	return one(w, "or", "but", "except", "excepting", "excluding", "instead", "rather", "not", "without", "either")
}

// between reports whether a word may stand between the units of a list.
func between(w string) bool {
	return w == parser.Dash || one(w, "my", "me", "us", "one", "new", "another") || isJoint(w) || isNumber(w)
}

// put puts a unit on a list of set-ups or builds, in place of one of an earlier letter in the same province.
// It reports whether there is one of this letter already.
func (r *reader) put(list []diplomacy.Unit, u diplomacy.Unit) (out []diplomacy.Unit, twice bool) {
	where := r.Province(u.At)
	i := slices.IndexFunc(list, func(o diplomacy.Unit) bool { return r.Province(o.At) == where })
	if i >= 0 && !r.earlier[where] && list[i] != u {
		return list, true
	}
	if i >= 0 {
		list = slices.Delete(slices.Clone(list), i, i+1)
	}
	delete(r.earlier, where)
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
		return ask("An army or a fleet in %s? Write A %s or F %s.", r.Name(home), r.Abbr(home), r.Abbr(home))
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
	r.taken++
	slices.SortFunc(r.setup, r.byProvince)
	return nil
}

func (b board) byProvince(u, v diplomacy.Unit) int {
	return int(b.Province(u.At)) - int(b.Province(v.At))
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
		army, fleet := "Build A "+r.Abbr(where), "Build F "+r.Abbr(where)
		text := fmt.Sprintf("An army or a fleet in %s? Write %s or %s.", r.Name(where), army, fleet)
		return complaint{text: text, asks: true, orders: []string{army, fleet}}
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
		i := slices.IndexFunc(units, func(u diplomacy.Unit) bool { return r.earlier[r.Province(u.At)] })
		if i < 0 {
			return complain("You have only %s, and listed first: %s.", plural(r.Builds, "build"), joinUnits(r.builds))
		}
		r.notes = append(r.notes, fmt.Sprintf("Build %s of an earlier letter makes room: you have only %s.", r.board.unit(units[i]), plural(r.Builds, "build")))
		units = slices.Delete(units, i, i+1)
	}
	r.builds, r.waives = units, r.waived
	r.taken++
	return nil
}

func (r *reader) remove(_ diplomacy.UnitType, _ bool, at diplomacy.Loc) error {
	where := r.Province(at)
	_, own := r.View.units.in(where)
	if r.anyUnit {
		if !slices.Contains(r.removes, where) {
			r.removes = append(r.removes, where)
		}
		r.taken++
		return nil
	}
	switch {
	case r.Removals == 0:
		return complain("You have no unit to remove now. To disband one in the season, write DB: F Nth DB.")
	case !own:
		return complain("You have no unit in %s.", r.the(where))
	case slices.Contains(r.removes, where):
		delete(r.earlier, where)
		r.taken++
		return nil
	}
	if len(r.removes) == r.Removals {
		i := slices.IndexFunc(r.removes, func(at diplomacy.Loc) bool { return r.earlier[at] })
		if i < 0 {
			return complain("You have to remove only %s.", plural(r.Removals, "unit"))
		}
		r.notes = append(r.notes, fmt.Sprintf("Remove %s of an earlier letter makes room: you have to remove only %s.", r.Abbr(r.removes[i]), plural(r.Removals, "unit")))
		r.removes = slices.Delete(slices.Clone(r.removes), i, i+1)
	}
	r.removes = append(slices.Clip(r.removes), where)
	r.taken++
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
		return at, ask("Which coast? Write F %s.", strings.Join(r.abbrs(coasts), " or F "))
	case t == diplomacy.Fleet:
		return at, complain("A fleet can't stand in %s.", r.the(at))
	}
	return at, complain("An army can't stand in %s.", r.the(at))
}

// look reads peeks (DM-18). Without a space there is none.
func (r *reader) look(text string, words []string) {
	spaces := 0
	for words = skip(words, toPeek); len(words) > 0; words = skip(words, toPeek) {
		if one(words[0], "none", "nothing", "off", "pas") && len(words) == 1 && words[0] != "pas" {
			r.peeks = nil
			r.taken++
			return
		}
		_, rest := unitType(words)
		at, n, err := r.place(rest)
		if err != nil {
			r.object(text, and(err, " For example: PAS-Nth."))
			return
		}
		twice := r.peeksNow > 0 && slices.Contains(r.peeks, r.Province(at))
		words = rest[n:]
		if twice {
			r.notes = append(r.notes, fmt.Sprintf("PAS-%s stands there twice; once is enough.", r.Abbr(r.Province(at))))
			r.taken++
			continue
		}
		if spaces > 0 && r.Peeks == 1 {
			r.ask(text, "One space a season, so just PAS-%s or PAS-%s?", r.Abbr(r.peeks[0]), r.Abbr(r.Province(at)))
			r.peeks, r.peeksNow = nil, 0
			r.taken -= spaces
			return
		}
		spaces++
		if !r.peek(text, r.Province(at)) {
			return
		}
	}
}

// toPeek reports whether a word may stand before the space of a peek.
func toPeek(w string) bool {
	return one(w, parser.Dash, "a", "sneak", "at", "in", "into", "on", "to", "over", "and", "or")
}

// peek puts a space on the sheet, in place of those of earlier letters.
func (r *reader) peek(text string, at diplomacy.Loc) bool {
	switch {
	case r.Peeks == 0: // DM-20
		r.refuse(text, "%s was left out: %s.", text, r.noPeeks())
		return false
	case r.peeksNow == r.Peeks:
		r.refuse(text, "You have %s a season; on file: PAS-%s.", plural(r.Peeks, "peek"), strings.Join(r.abbrs(r.peeks), ", PAS-"))
		return false
	case r.peeksNow == 0:
		r.peeks = nil
	}
	r.peeks, r.peeksNow = append(r.peeks, at), r.peeksNow+1
	r.taken++
	return true
}
