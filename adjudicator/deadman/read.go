package deadman

import (
	"fmt"
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
	aside   []string                 // lines that are not orders
	heading string                   // "setup", "build" or "remove" on a line of its own, with a list below it
	filed   map[diplomacy.Loc]bool   // where set-ups, builds and removals are from earlier letters
	waived  bool                     // by this letter
	peeked  int                      // by this letter
	when    when                     // which season the lines are for
	anyUnit bool                     // orders are for whatever units there will be
	ordered map[diplomacy.Loc]string // the letter's orders so far, by unit
}

// Read reads orders onto the sheet on file: a line for a unit replaces that unit's order, one for a home
// centre its set-up, and a peek the peek. A build or removal is added; when they are too many, one of
// an earlier letter makes room.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	if t := strings.TrimSpace(text); strings.EqualFold(t, noOrders) || strings.EqualFold(t, "NMR") {
		return adjudicator.Reading{Answer: noOrders}
	}
	if kind == "retreats" {
		return v.readRetreats(old, text)
	}
	r := v.reader(old)
	r.lines(text)
	r.prune()
	r.noteAside()
	return adjudicator.Reading{Answer: r.sheet.String(), Faults: r.faults, Notes: r.notes, Missing: v.missing(r.sheet), Form: v.form(r.sheet)}
}

// noteAside says what was taken for no order.
func (r *reader) noteAside() {
	n := len(r.aside)
	if n == 0 {
		return
	}
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

// sheetOf is the sheet of an answer in normal form.
func (v View) sheetOf(answer string) sheet {
	r := v.reader("")
	if answer != noOrders {
		r.lines(answer)
	}
	return r.sheet
}

func (v View) reader(old string) *reader {
	r := &reader{View: v, board: standard(), filed: map[diplomacy.Loc]bool{}, ordered: map[diplomacy.Loc]string{}}
	if old != "" {
		r.sheet = v.sheetOf(old)
		for _, u := range slices.Concat(r.setup, r.builds) {
			r.filed[r.Province(u.At)] = true
		}
		for _, at := range r.removes {
			r.filed[at] = true
		}
	}
	return r
}

// lines reads a letter's text: what each line is for, then what it says.
func (r *reader) lines(text string) {
	var mine []string
	for _, line := range lines(text) {
		if line = r.headed(line); len(parser.Words(line)) == 0 {
			continue
		}
		switch r.when {
		case now:
			mine = append(mine, line)
		case later:
			if !r.ahead(line) {
				r.nextLine(line, line)
			}
		}
	}
	r.read(mine)
}

// read reads lines for the season that is asked for. Orders come after the builds, whose units they may
// be for.
func (r *reader) read(lines []string) {
	var orders []string
	for _, line := range lines {
		orders = append(orders, r.line(line)...)
	}
	for _, piece := range orders {
		r.order(piece)
	}
}

// line reads a line, and returns the pieces of it that can only be orders to units.
func (r *reader) line(line string) (orders []string) {
	doubt := "" // why the rest of the line can't be taken as it stands
	for parts := strings.Split(line, ";"); len(parts) > 0; parts = parts[1:] {
		if doubt == "" && !r.anyUnit {
			if lasts(parts[0]) {
				r.ahead(strings.Join(parts, ";"))
				return orders
			}
			if r.ahead(parts[0]) {
				continue
			}
		}
		for _, piece := range pieces(parts[0]) {
			words := parser.Words(piece)
			if words[0] == "if" || words[0] == "unless" {
				doubt = "There are no conditions in orders (DM-40)."
			} else if slices.Contains([]string{"not", "was", "cancel", "instead"}, words[0]) {
				doubt = "Is this an order? Write just the order, on a line of its own."
			}
			if doubt != "" {
				r.refuse(piece, "%s", doubt)
			} else if r.winter(piece) && !r.indoors(piece) {
				orders = append(orders, piece)
			}
		}
	}
	return orders
}

// A complaint is a sentence for the player, who gets it with the line that it is about.
type complaint string

func (c complaint) Error() string { return string(c) }

func complain(format string, args ...any) error { return complaint(fmt.Sprintf(format, args...)) }

// refuse says why a line was not taken.
func (r *reader) refuse(line, format string, args ...any) {
	if short := []rune(line); len(short) > 200 {
		line = string(short[:200]) + "..."
	}
	r.faults = append(r.faults, adjudicator.Fault{Line: line, Text: fmt.Sprintf(format, args...)})
}

// lead takes off what stands before an order: numbers, bullets and the writer's own power.
func (r *reader) lead(piece string) ([]string, error) {
	words := slices.DeleteFunc(parser.Words(piece), func(w string) bool { return w == "the" })
	for len(words) > 1 && slices.Contains([]string{parser.Dash, "orders", "winter", "spring", "fall", "autumn", "please"}, words[0]) ||
		len(words) > 0 && strings.Trim(words[0], "0123456789") == "" {
		words = words[1:]
	}
	if len(words) > 0 && words[len(words)-1] == "please" {
		words = words[:len(words)-1]
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

// place reads the place that words begin with, and says how many of them it takes. A typing error with
// one possible meaning is taken, and said so; a name with several is asked back.
func (r *reader) place(piece string, words []string) (diplomacy.Loc, int, error) {
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
			r.notes = append(r.notes, fmt.Sprintf("%s is off the sheet: that unit will not be there.", o.text("")))
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
	return slices.Contains([]string{"h", "hold", "holds", "hld", "stand", "stands", "stay", "stays", "halt", "halten"}, w)
}
func isSpy(w string) bool {
	return w == "e" || w == "esp" || strings.HasPrefix(w, "espion") || w == "spy" || w == "spies"
}
