package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// What is on file is in normal form, exactly as [sheet.String] writes it, and is parsed here. Nothing else is
// accepted. Other forms that people may write are handled by the reader of letters, which may change without
// affecting what is on file.

// parse parses a sheet in normal form. Its units belong to no power yet.
func parse(text string) (sheet, error) {
	s, err := parseLines(text)
	byBoard := func(a, b order) int { return standard().compare(a.at, b.at) }
	if err == nil && (!slices.IsSortedFunc(s.orders, byBoard) || s.String() != text) {
		err = fmt.Errorf("the lines of %q are not in their order", text)
	}
	if err != nil {
		return sheet{}, err
	}
	return s, nil
}

// parseLines parses the lines of a sheet in any order. No two of them may be about the same thing.
func parseLines(text string) (s sheet, err error) {
	if text == "" {
		return s, nil
	}
	seen := map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		about, ok := s.parseLine(line)
		switch {
		case !ok:
			return s, fmt.Errorf("%q is no line of a sheet in normal form", line)
		case seen[about]:
			return s, fmt.Errorf("%q is not the first line about that", line)
		}
		seen[about] = true
	}
	return s, nil
}

// parseLine parses a line of a sheet, and returns what it is about.
func (s *sheet) parseLine(line string) (about string, ok bool) {
	switch word, rest, _ := strings.Cut(line, " "); {
	case word == "SETUP":
		s.setup, ok = parseSetup(rest)
		return word, ok
	case word == "Build":
		u, ok := parseUnit(rest)
		s.builds = append(s.builds, u)
		return subject(line), ok
	case line == "Waive":
		s.waives = true
		return line, true
	case word == "Remove":
		at, ok := parseProvince(rest)
		s.removes = append(s.removes, at)
		return line, ok
	case strings.HasPrefix(line, "PAS-"):
		at, ok := parseProvince(line[len("PAS-"):])
		s.peeks = append(s.peeks, at)
		return line, ok
	case word == "VOTE":
		s.vote = rest
		return word, rest == draw || standard().Power(rest) != diplomacy.Nobody
	case line == retreatAuto:
		s.auto = true
		return line, true
	case word == "ALWAYS":
		s.always = append(s.always, rest)
		_, ok = parseStanding(rest)
		return word + " " + subject(rest), ok
	case word == "NEXT":
		a, ok := parseAhead(rest)
		s.next = append(s.next, a)
		if a.isPeek() {
			return line, ok
		}
		return word + " IF " + a.guard + " THEN " + subject(a.then), ok
	}
	o, ok := parseOrder(line)
	s.orders = append(s.orders, o)
	return subject(line), ok
}

// parsePlace returns the place with an abbreviation of the board.
func parsePlace(text string) (diplomacy.Loc, bool) {
	at, ok := standard().abbreviated[text]
	return at, ok
}

// parseProvince is like parsePlace, but does not accept coasts.
func parseProvince(text string) (diplomacy.Loc, bool) {
	at, ok := parsePlace(text)
	return at, ok && standard().Province(at) == at
}

// parseUnit parses a unit such as "F Spa(sc)".
func parseUnit(text string) (u diplomacy.Unit, ok bool) {
	kind, place, _ := strings.Cut(text, " ")
	u.Power, u.Type = diplomacy.Nobody, diplomacy.Army
	if kind == "F" {
		u.Type = diplomacy.Fleet
	}
	u.At, ok = parsePlace(place)
	return u, ok && kind == u.Type.String()
}

// parseSetup parses a set-up such as "F Edi, A Lvp, F Lon", in the order of the provinces.
func parseSetup(text string) ([]diplomacy.Unit, bool) {
	var us []diplomacy.Unit
	for part := range strings.SplitSeq(text, ", ") {
		u, ok := parseUnit(part)
		if n := len(us); !ok || n > 0 && standard().byProvince(us[n-1], u) >= 0 {
			return nil, false
		}
		us = append(us, u)
	}
	return us, true
}

// parseOrder parses the results of [order.text] and [order.retreats].
func parseOrder(line string) (o order, ok bool) {
	line, list, listed := strings.Cut(line, " R ")
	end := len(line)
	if len(line) > 2 {
		end = 2 + strings.IndexAny(line[2:]+" ", " -")
	}
	u, ok := parseUnit(line[:end])
	o = blank(u)
	ok = ok && o.parseVerb(line[end:])
	if !listed {
		return o, ok && o.verb != none
	}
	return o, ok && o.verb != disband && o.parseRetreats(list) // DM-44: no retreats for a unit that disbands
}

// parseVerb parses the text after the unit of an order.
func (o *order) parseVerb(text string) (ok bool) {
	const verbs = 3 // length of verbs in bytes, including blanks
	what := text[min(verbs, len(text)):]
	switch {
	case text == "":
		return true
	case text == " H":
		o.verb = hold
		return true
	case text == " DB":
		o.verb = disband
		return true
	case text[0] == '-':
		o.verb = move
		text, o.via = strings.CutSuffix(text[1:], " via convoy")
		o.to, ok = parsePlace(text)
		return ok
	case strings.HasPrefix(text, " S "):
		o.verb = support
		return o.parseOther(what)
	case strings.HasPrefix(text, " C "):
		o.verb = convoy
		return o.parseOther(what) && o.said == "A " && o.to != diplomacy.NoLoc
	case strings.HasPrefix(text, " E "):
		o.verb, o.on = spy, standard().Power(what)
		return o.on != diplomacy.Nobody
	}
	return false
}

// parseOther parses the unit and order that is supported or convoyed, such as "A Mar-Bur".
func (o *order) parseOther(text string) (ok bool) {
	if strings.HasPrefix(text, "A ") || strings.HasPrefix(text, "F ") {
		o.said, text = text[:2], text[2:]
	}
	at, to, moves := strings.Cut(text, "-")
	if o.target, ok = parseProvince(at); ok && moves {
		o.to, ok = parsePlace(to)
	}
	return ok
}

// parseRetreats parses a list of retreats, such as "Ber, Kie, DB".
func (o *order) parseRetreats(list string) bool {
	for name := range strings.SplitSeq(list, ", ") {
		to, ok := parsePlace(name)
		switch {
		case o.off: // nothing may follow DB
			return false
		case name == "DB":
			o.off = true
		case !ok || slices.Contains(o.retreat, to):
			return false
		default:
			o.retreat = append(o.retreat, to)
		}
	}
	return true
}

// parseStanding parses the text after ALWAYS: an order, a peek, or the list of retreats for any unit, which is
// represented as an order without a unit.
func parseStanding(text string) (s sheet, ok bool) {
	if list, any := strings.CutPrefix(text, "R "); any {
		o := order{at: diplomacy.NoLoc, target: diplomacy.NoLoc, to: diplomacy.NoLoc, on: diplomacy.Nobody}
		ok = o.parseRetreats(list)
		s.orders = append(s.orders, o)
		return s, ok && o.retreats() == " "+text
	}
	_, ok = s.parseLine(text)
	return s, ok && len(s.orders)+len(s.peeks) == 1 && s.String() == text
}

// parseAhead parses the text after NEXT.
func parseAhead(text string) (a ahead, ok bool) {
	a.then = text
	if rest, if_ := strings.CutPrefix(text, "IF "); if_ {
		a.guard, rest, _ = strings.Cut(rest, " THEN ")
		a.then, a.not, _ = strings.Cut(rest, " ELSE ")
		_, ok = parseGuard(a.guard)
		if a.not != "" {
			_, not := parseThen(a.not)
			ok = ok && not
		}
		if !ok || a.String() != text {
			return a, false
		}
	}
	_, ok = parseThen(a.then)
	return a, ok
}

// parseThen parses an order for another season: an order to a unit, a peek, a build, a removal, or a waiver of
// builds.
func parseThen(text string) (s sheet, ok bool) {
	_, ok = s.parseLine(text)
	other := len(s.setup)+len(s.always)+len(s.next) > 0 || s.vote != "" || s.auto
	return s, ok && !other && s.String() == text
}
