package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// What is on file is in normal form, exactly as [sheet.String] writes it, and is read back here. Nothing else is taken:
// what people may write instead is the business of the reader of letters, which may change without changing what they
// have filed.

// parse reads a sheet in normal form. Its units are nobody's.
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

// parseLines reads the lines of a sheet in any order. No two of them are about the same.
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

// parseLine puts a line on the sheet, and returns what it is about.
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

// parsePlace finds a place by its abbreviation, as the board writes it.
func parsePlace(text string) (diplomacy.Loc, bool) {
	at, ok := standard().abbreviated[text]
	return at, ok
}

// parseProvince is parsePlace for what is no coast.
func parseProvince(text string) (diplomacy.Loc, bool) {
	at, ok := parsePlace(text)
	return at, ok && standard().Province(at) == at
}

// parseUnit reads "F Spa(sc)".
func parseUnit(text string) (u diplomacy.Unit, ok bool) {
	kind, place, _ := strings.Cut(text, " ")
	u.Power, u.Type = diplomacy.Nobody, diplomacy.Army
	if kind == "F" {
		u.Type = diplomacy.Fleet
	}
	u.At, ok = parsePlace(place)
	return u, ok && kind == u.Type.String()
}

// parseSetup reads "F Edi, A Lvp, F Lon", in the order of the provinces.
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

// parseOrder reads what [order.text] and [order.retreats] write.
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
	return o, ok && o.verb != disband && o.parseRetreats(list)
}

// parseVerb reads what stands behind the unit of an order.
func (o *order) parseVerb(text string) (ok bool) {
	const verbs = 3 // letters, with blanks
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

// parseOther reads the unit that is supported or convoyed, "A Mar-Bur".
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

// parseRetreats reads a list of retreats, "Ber, Kie, DB".
func (o *order) parseRetreats(list string) bool {
	for name := range strings.SplitSeq(list, ", ") {
		to, ok := parsePlace(name)
		switch {
		case o.off: // nothing comes behind DB
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

// parseStanding reads what stands behind ALWAYS: an order, a peek, or the list of retreats for any unit, which is kept
// as an order for none.
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

// parseAhead reads what stands behind NEXT.
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

// parseThen reads an order for another season: one to a unit, a peek, a build, a removal or that builds are waived.
func parseThen(text string) (s sheet, ok bool) {
	_, ok = s.parseLine(text)
	other := len(s.setup)+len(s.always)+len(s.next) > 0 || s.vote != "" || s.auto
	return s, ok && !other && s.String() == text
}
