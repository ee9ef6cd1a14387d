package deadman

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// A reader reads a letter's lines onto a sheet. It knows the view of the letter's author and the board,
// and so can't say more than those (DM-6).
type reader struct {
	View
	board
	sheet
	faults  []adjudicator.Fault
	notes   []string
	aside   []string // lines that are not orders
	renewed map[string]bool
	heading string                   // "setup", "build" or "remove" on a line of its own, with a list below it
	ordered map[diplomacy.Loc]string // the letter's orders so far, by unit
}

// Read reads orders onto the sheet on file: a line for a unit replaces that unit's order; builds,
// removals, the set-up and the peek are replaced as a whole by those of the letter.
func (v View) Read(_, old, text string) adjudicator.Reading {
	if t := strings.TrimSpace(text); strings.EqualFold(t, noOrders) || strings.EqualFold(t, "NMR") {
		return adjudicator.Reading{Answer: noOrders}
	}
	r := v.reader(old)
	r.lines(text)
	r.prune()
	if n := len(r.aside); n > 0 {
		const most = 10
		r.aside = r.aside[:min(n, most)]
		for i, piece := range r.aside {
			if len([]rune(piece)) > 60 {
				r.aside[i] = string([]rune(piece)[:60]) + "..."
			}
		}
		if n > most {
			r.aside = append(r.aside, fmt.Sprintf("and %d more", n-most))
		}
		r.notes = append(r.notes, "Left aside, since it is no order: "+strings.Join(r.aside, " / "))
	}
	return adjudicator.Reading{Answer: r.sheet.String(), Faults: r.faults, Notes: r.notes, Missing: v.missing(r.sheet)}
}

// sheetOf is the sheet of an answer in normal form.
func (v View) sheetOf(answer string) sheet {
	r := v.reader("")
	if answer != noOrders {
		r.lines(answer)
	}
	return r.sheet
}

func (v View) reader(old string) *reader {
	r := &reader{View: v, board: standard(), sheet: emptySheet(), renewed: map[string]bool{}, ordered: map[diplomacy.Loc]string{}}
	if old != "" {
		r.sheet = v.sheetOf(old)
	}
	return r
}

// lines reads a text. Orders come after the builds, whose units they may be for.
func (r *reader) lines(text string) {
	var orders []string
	for line := range strings.SplitSeq(unbroken(text), "\n") {
		for _, piece := range pieces(line) {
			if later := r.winter(piece); later {
				orders = append(orders, piece)
			}
		}
	}
	for _, piece := range orders {
		r.order(piece)
	}
}

// broken is a line that ends with a dash, and the place that belongs to it on the next.
var broken = regexp.MustCompile(`([-–—>→])[ \t]*\n[ \t]*(\pL[\pL. ]*\pL)[ \t]*(\n|$)`)

// unbroken puts together what a mail program has broken: "A Rom-" and "Ven" below it.
func unbroken(text string) string {
	return broken.ReplaceAllStringFunc(text, func(s string) string {
		m := broken.FindStringSubmatch(s)
		if words := parser.Words(m[2]); len(standard().places.Find(m[2])) == 0 || isUnit(words[0]) {
			return s
		}
		return m[1] + m[2] + m[3]
	})
}

// sentence is where an order begins behind other words: "I was away. A Con-Bul".
var sentence = regexp.MustCompile(`[.!?:]\s+([AaFf]|Army|Fleet|army|fleet)\s`)

// pieces splits a line into orders. A comma separates orders, and the items of a list as well.
func pieces(line string) []string {
	var out []string
	for part := range strings.SplitSeq(line, ";") {
		for i, piece := range strings.Split(part, ",") {
			piece = strings.TrimSpace(piece)
			if i > 0 && len(out) > 0 && continues(out[len(out)-1], piece) {
				out[len(out)-1] += ", " + piece
				continue
			}
			for at := sentence.FindStringIndex(piece); at != nil && !unfinished(piece[:at[0]]); at = sentence.FindStringIndex(piece) {
				out, piece = append(out, piece[:at[0]+1]), strings.TrimSpace(piece[at[0]+1:])
			}
			out = append(out, piece)
		}
	}
	return slices.DeleteFunc(out, func(piece string) bool { return len(parser.Words(piece)) == 0 })
}

// unfinished reports whether a text belongs to the unit behind it: "France: A Par-Bur", "A Mar s. A Par".
func unfinished(text string) bool {
	words := parser.Words(text)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return len(standard().powers.Find(text)) > 0 || isSupport(last) || isConvoy(last) || isUnit(last)
}

// continues reports whether a piece behind a comma goes on with a list: of units, or of retreats.
func continues(list, piece string) bool {
	b := standard()
	words := parser.Words(piece)
	first := parser.Words(list)
	if len(words) == 0 || len(first) == 0 {
		return false
	}
	switch first[0] {
	case "setup", "set", "build", "builds", "b", "remove", "removes":
		_, words = unitType(words)
		_, used := b.places.Prefix(words)
		return used > 0 && used == len(words)
	}
	if !slices.ContainsFunc(first, isRetreat) {
		return false
	}
	_, used := b.places.Prefix(words)
	words = words[used:]
	return len(words) == 0 || len(words) == 1 && isDisband(words[0])
}

// A complaint is a sentence for the player, who gets it with the line that it is about.
type complaint string

func (c complaint) Error() string { return string(c) }

func complain(format string, args ...any) error { return complaint(fmt.Sprintf(format, args...)) }

// refuse says why a line was not taken.
func (r *reader) refuse(line, format string, args ...any) {
	r.faults = append(r.faults, adjudicator.Fault{Line: line, Text: fmt.Sprintf(format, args...)})
}

// lead takes off what stands before an order: numbers, bullets and the writer's own power.
func (r *reader) lead(piece string) ([]string, error) {
	words := parser.Words(piece)
	for len(words) > 0 && (words[0] == parser.Dash || words[0] == "orders" || strings.Trim(words[0], "0123456789") == "") {
		words = words[1:]
	}
	power, used := r.powers.Prefix(words)
	if used == 0 || !strings.Contains(piece, ":") && (used == len(words) || !isUnit(words[used])) {
		return words, nil
	}
	if power[0] != r.own {
		return nil, complain("You play %s, so you have no orders to give for %s.", r.Power, r.board.power(power[0]))
	}
	return words[used:], nil
}

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
	switch first := words[0]; {
	case first == "setup" || first == "set" && len(rest) > 0 && rest[0] == "up":
		if first == "set" {
			rest = rest[1:]
		}
		r.list(piece, "setup", rest, r.setUp)
	case first == "build" || first == "builds" || first == "b":
		r.list(piece, "build", rest, r.build)
	case first == "remove" || first == "removes", r.Removals > 0 && (isDisband(first) || first == "r") && len(rest) > 0:
		r.list(piece, "remove", rest, r.remove)
	case strings.HasPrefix(first, "waive") && len(rest) == 0:
		if r.Builds == 0 {
			r.refuse(piece, "You have no builds to waive.")
			return false
		}
		r.waives = true
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

// list reads the units of a set-up, of builds or of removals; without any, it is the heading of those below
// it. The first list of a kind in a letter replaces what is on file of that kind, if anything in it is taken.
func (r *reader) list(piece, kind string, words []string, take taker) {
	if len(words) == 0 {
		r.heading = kind
		return
	}
	before := r.sheet
	if !r.renewed[kind] {
		switch kind {
		case "setup":
			r.setup = nil
		case "build":
			r.builds, r.waives = nil, false
		case "remove":
			r.removes = nil
		}
	}
	taken := false
	for len(words) > 0 {
		t, rest := unitType(words)
		typed := len(rest) < len(words)
		at, n, err := r.place(piece, rest)
		if err == nil {
			err = take(t, typed, at)
		}
		if err != nil {
			r.refuse(piece, "%s", err)
			break
		}
		taken = true
		words = rest[n:]
		for len(words) > 0 && (words[0] == parser.Dash || words[0] == "and") {
			words = words[1:]
		}
	}
	if !taken {
		r.sheet = before
		return
	}
	r.renewed[kind] = true
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
	case slices.ContainsFunc(r.setup, func(u diplomacy.Unit) bool { return r.Province(u.At) == home }):
		return complain("Only one unit starts in each home centre (DM-2).")
	}
	at, err := r.stand(t, at)
	if err != nil {
		return err
	}
	r.setup = append(r.setup, diplomacy.Unit{Power: r.own, Type: t, At: at})
	slices.SortFunc(r.setup, func(a, b diplomacy.Unit) int { return int(r.Province(a.At)) - int(r.Province(b.At)) })
	return nil
}

func (r *reader) build(t diplomacy.UnitType, typed bool, at diplomacy.Loc) error {
	where := r.Province(at)
	switch {
	case r.Builds == 0:
		return complain("You have no build now.")
	case !typed:
		return complain("An army or a fleet in %s? Write Build A %s or Build F %s.", r.Name(where), r.Abbr(where), r.Abbr(where))
	case !slices.Contains(r.vacant, where): // DM-29: the owner knows both
		return complain("%s is not a vacant centre of yours; you may build in %s.", r.Name(where), strings.Join(r.Vacant, ", "))
	case slices.ContainsFunc(r.builds, func(u diplomacy.Unit) bool { return r.Province(u.At) == where }):
		return complain("There is a build in %s already.", r.Name(where))
	case len(r.builds) == r.Builds: // DM-28: the first listed count
		return complain("You have only %s, and listed first: %s.", plural(r.Builds, "build"), joinUnits(r.builds))
	}
	at, err := r.stand(t, at)
	if err != nil {
		return err
	}
	r.builds = append(r.builds, diplomacy.Unit{Power: r.own, Type: t, At: at})
	return nil
}

func (r *reader) remove(_ diplomacy.UnitType, _ bool, at diplomacy.Loc) error {
	where := r.Province(at)
	_, own := r.View.units.in(where)
	switch {
	case r.Removals == 0:
		return complain("You have no unit to remove now. To disband one in the season, write DB: F Nth DB.")
	case !own:
		return complain("You have no unit in %s.", r.the(where))
	case slices.Contains(r.removes, where):
		return complain("The unit in %s is removed already.", r.Name(where))
	case len(r.removes) == r.Removals:
		return complain("You have to remove only %s.", plural(r.Removals, "unit"))
	}
	r.removes = append(r.removes, where)
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
	at, n, err := r.place(piece, words)
	switch {
	case err != nil:
		r.refuse(piece, "%s", err)
	case n < len(words):
		r.refuse(piece, "One space a season, so just PAS-%s?", r.Abbr(r.Province(at)))
	case !r.Peek: // DM-20
		r.notes = append(r.notes, fmt.Sprintf("%s was left out: peeks begin in 1902.", piece))
	case r.renewed["peek"]:
		r.refuse(piece, "You have one peek a season; PAS-%s stays.", r.Abbr(r.peek))
	default:
		r.peek, r.renewed["peek"] = r.Province(at), true
	}
}

// place reads the place that words begin with, and says how many of them it takes. A typing error with
// one possible meaning is taken, and said so; a name with several is asked back.
func (r *reader) place(piece string, words []string) (diplomacy.Loc, int, error) {
	if len(words) > 1 && words[0] == "the" {
		at, used, err := r.place(piece, words[1:])
		return at, used + 1, err
	}
	if len(words) == 0 || words[0] == parser.Dash {
		return diplomacy.NoLoc, 0, complain("A place is missing.")
	}
	found, used := r.places.Prefix(words)
	if used == 0 {
		found, used = r.places.Near(words[0]), 1
		if len(found) == 1 {
			r.notes = append(r.notes, fmt.Sprintf("%q was read as %s.", words[0], r.Name(found[0])))
		}
	}
	switch len(found) {
	case 0:
		return diplomacy.NoLoc, 0, complain("There is no place %q on the board.", words[0])
	case 1:
		return found[0], used, nil
	}
	names := make([]string, len(found))
	for i, l := range found {
		names[i] = r.Name(l)
	}
	return diplomacy.NoLoc, 0, complain("%q may be %s or %s. Which one?", strings.Join(words[:used], " "), strings.Join(names[:len(names)-1], ", "), names[len(names)-1])
}

// prune takes orders off the sheet that the set-up, builds or removals have left without a unit.
func (r *reader) prune() {
	standing := r.standing(r.sheet)
	for _, o := range slices.Clone(r.orders) {
		home := r.Province(o.at)
		var u diplomacy.Unit
		ok := slices.Contains(r.homes, home)
		if ok {
			u = r.starting(r.sheet, home)
			ok = u.Type == o.unit && u.At == o.at
		} else {
			u, ok = standing.in(home)
			ok = ok && u.Type == o.unit && u.At == o.at
		}
		if !ok {
			r.drop(home)
			r.notes = append(r.notes, fmt.Sprintf("%s is off the sheet: that unit is not there any more.", o.text("")))
		}
	}
}

func unitType(words []string) (diplomacy.UnitType, []string) {
	if len(words) == 0 || !isUnit(words[0]) {
		return diplomacy.Army, words
	}
	t, rest := diplomacy.Army, words[1:]
	if words[0][0] == 'f' {
		t = diplomacy.Fleet
	}
	if len(rest) > 1 && (rest[0] == "in" || rest[0] == "at") {
		rest = rest[1:]
	}
	return t, rest
}

func isUnit(w string) bool { return w == "a" || w == "f" || w == "army" || w == "fleet" }
func isRetreat(w string) bool {
	return w == "r" || w == "retreat" || w == "retreats"
}
func isDisband(w string) bool {
	return w == "db" || w == "d" || strings.HasPrefix(w, "disband")
}
func isHold(w string) bool {
	return w == "h" || w == "hold" || w == "holds" || w == "stand" || w == "stands"
}
func isSpy(w string) bool {
	return w == "e" || w == "esp" || strings.HasPrefix(w, "espion") || w == "spy" || w == "spies"
}
