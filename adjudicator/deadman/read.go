package deadman

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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
	parts    []adjudicator.Part
	notes    []string
	aside    []string                 // lines that are not orders
	heading  string                   // "setup", "build" or "remove" on a line of its own, with a list below it
	earlier  map[diplomacy.Loc]bool   // where set-ups, builds and removals are from earlier letters
	waived   bool                     // by this letter
	peeksNow int                      // by this letter
	when     when                     // which season the lines are for
	anyUnit  bool                     // orders are for whatever units there will be
	before   sheet                    // what was on file
	given    map[diplomacy.Loc]string // the letter's orders so far, by unit
	several  map[diplomacy.Loc]bool   // units for which it has more than one
	lists    map[diplomacy.Loc]bool   // units whose list of retreats it gives or takes back,
	asks     map[diplomacy.Loc]bool   // and those for which it begins one and leaves it empty
}

// Read reads orders onto the sheet on file: a line for a unit replaces that unit's order, one for a home
// centre its set-up, and a peek the peek. A build or removal is added; when they are too many, one of
// an earlier letter makes room.
func (v View) Read(kind, old, text string) adjudicator.Reading {
	text = parser.Plain(text)
	if t := strings.TrimSpace(text); strings.EqualFold(t, noOrders) || strings.EqualFold(t, "NMR") {
		empty := v.Read(kind, "", "")
		empty.Answer = noOrders
		return empty
	}
	if kind == "retreats" {
		return v.readRetreats(old, text)
	}
	r := v.reader(old)
	r.lines(text)
	r.prune()
	r.remark()
	r.noteAside()
	return adjudicator.Reading{Answer: answer(old, r.sheet.String()), Parts: r.parts, Notes: r.notes, Missing: v.missing(r.sheet), Form: v.form(r.sheet)}
}

// answer is what is on file once a letter was read. Who takes back the last thing on his sheet has an empty one, and
// not one from which nothing could be read.
func answer(old, now string) string {
	if old != "" && now == "" {
		return noOrders
	}
	return now
}

// noteAside says what was taken for no order.
func (r *reader) noteAside() {
	r.notes = slices.Compact(r.notes)
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
	r := &reader{View: v, board: standard(), earlier: map[diplomacy.Loc]bool{}, given: map[diplomacy.Loc]string{},
		several: map[diplomacy.Loc]bool{}, lists: map[diplomacy.Loc]bool{}, asks: map[diplomacy.Loc]bool{}}
	if old != "" {
		r.sheet = v.sheetOf(old)
		r.before = r.sheet.clone()
		for _, u := range slices.Concat(r.setup, r.builds) {
			r.earlier[r.Province(u.At)] = true
		}
		for _, at := range r.removes {
			r.earlier[at] = true
		}
	}
	return r
}

// lines reads a letter's text.
func (r *reader) lines(text string) {
	if !r.plain(text) {
		r.free(text)
	}
}

// free reads what people write: what each line is for, then what it says.
func (r *reader) free(text string) {
	var mine []string
	all, aside := lines(text)
	r.aside = append(r.aside, aside...)
	lone := "" // a heading that nothing stands below yet
	for _, line := range all {
		head := line
		if line = r.headed(line); len(wordsIn(line)) == 0 {
			r.refuseLone(lone)
			lone = ""
			if slices.ContainsFunc(wordsIn(head), isAheadWord) {
				lone = head
			}
			continue
		}
		lone = ""
		switch r.when {
		case thisSeason:
			mine = append(mine, line)
		case nextSeason, standing:
			r.headedLine(line)
		}
	}
	r.refuseLone(lone)
	r.read(mine)
}

// refuseLone asks what was to stand below a heading such as NEXT.
func (r *reader) refuseLone(head string) {
	words := wordsIn(head)
	err := r.notPlayed(words)
	switch {
	case len(words) == 0:
	case err != nil:
		r.refuse(head, "%s", err)
	case slices.Contains(words, "next"):
		r.refuse(head, bareNext)
	default:
		r.refuse(head, bareAlways)
	}
}

// headedLine reads a line below a heading that says for which season it is. Votes and the like are for none.
func (r *reader) headedLine(line string) {
	for _, p := range pieces(line) {
		if r.ahead(p) {
			continue
		}
		if r.when == nextSeason {
			r.nextLine(p.rest, p.rest)
		} else {
			r.alwaysLine(p.rest, p.rest)
		}
		return
	}
}

// read reads lines for the season that is asked for. Orders come after the builds, whose units they may
// be for.
func (r *reader) read(lines []string) {
	var orders []piece
	for _, line := range lines {
		orders = append(orders, r.line(line)...)
	}
	for _, p := range orders {
		r.order(p)
	}
}

// line reads a line, and returns the pieces of it that can only be orders to units.
func (r *reader) line(line string) (orders []piece) {
	doubt := "" // why the rest of the line can't be taken as it stands
	before, line, reworded := reword(line)
	if reworded && slices.ContainsFunc(wordsIn(before), func(w string) bool { return !isFiller(w) }) {
		r.aside = append(r.aside, strings.TrimSpace(before))
	}
	for _, p := range pieces(line) {
		if doubt == "" && !r.anyUnit && r.ahead(p) {
			continue
		}
		first := p.words[0]
		words, err := r.lead(&p)
		if err == nil && doubt == "" {
			doubt = r.doubtful(first, words)
		}
		switch {
		case err != nil:
			r.refuse(p.text, "%s", err)
		case doubt != "":
			r.refuse(p.text, "%s", doubt)
		case p.told:
			r.refuse(p.text, justTheOrder)
		case len(words) > 0 && r.winter(p) && !r.indoors(p):
			orders = append(orders, p)
		}
	}
	return orders
}

// doubtful says why what begins with those words is not taken, nor what follows it on its line. first is the
// first word as written: "was: A Par-Bur" is doubtful, "I was away" is not.
func (r *reader) doubtful(first string, words []string) string {
	switch {
	case len(words) == 0, one(words[0], "was", "were", "old", "wrong", "ignore", "never") && words[0] != first:
		return ""
	case isCondition(words[0]) && ofRetreat(words):
		return askRetreat
	case one(words[0], "unless", "otherwise", "else"), isCondition(words[0]) && orderly(words):
		return r.noConditions()
	case isDenial(words[0]), isUndo(words[0]) && namesUnit(words[1:]), allBut(words):
		return justTheOrder
	}
	return ""
}

// namesUnit reports whether words begin with a unit: "No A Par-Bur", and not "No peeks".
func namesUnit(words []string) bool {
	_, rest := unitType(skip(words, func(w string) bool { return isJoint(w) || one(w, "my", "order", "orders", "for", parser.Dash) }))
	_, used := standard().places.Prefix(rest)
	return used > 0
}

// allBut reports whether words leave something out of all: "Everything but A Par holds", "Standard setup but F Ber".
func allBut(words []string) bool {
	i := slices.IndexFunc(words, isExcept)
	return i > 0 && slices.ContainsFunc(words[:i], isAll) && slices.ContainsFunc(words[i:], isUnit)
}

const justTheOrder = "Is this an order? Write just the order, on a line of its own."

// noConditions says where conditions can be (DM-40).
func (r *reader) noConditions() string {
	if r.open {
		return "There are no conditions in orders."
	}
	return "A condition can be for the next season only (DM-40): NEXT IF PAS Nth occupied THEN F Lon-Nth ELSE F Lon H."
}

// A complaint is a sentence for the player, who gets it with the line that it is about.
type complaint string

func (c complaint) Error() string { return string(c) }

func complain(format string, args ...any) error { return complaint(fmt.Sprintf(format, args...)) }

// refuse says why a line was not taken.
func (r *reader) refuse(line, format string, args ...any) {
	const most = 200 // letters
	if len(line) > most {
		if short := []rune(line[:min(len(line), most*utf8.UTFMax)]); len(short) > most {
			line = string(short[:most]) + "..."
		}
	}
	r.parts = append(r.parts, adjudicator.Part{Fate: adjudicator.Refused, Quote: line, Why: fmt.Sprintf(format, args...)})
}

// lead takes off a piece what stands before an order and says nothing: numbers, bullets, fillers, the
// writer's own power. It returns the words that are left.
func (r *reader) lead(p *piece) ([]string, error) {
	words := skip(p.words, func(w string) bool { return isFiller(w) || isNumber(w) })
	words = courteous(words)
	power, used := r.powers.Prefix(words)
	_, place := r.places.Prefix(words)
	if used > 0 && (place == 0 || used < len(words) && !isVerb(words[used]) && words[used] != parser.Dash) {
		behind := skip(words[used:], func(w string) bool { return w == parser.Dash })
		switch {
		case used == len(words) && power[0] == r.own:
			words = nil
		case len(behind) == 0 || !isUnit(behind[0]) && !strings.Contains(p.text, ":"):
		case power[0] != r.own:
			return nil, complain("You play %s, so you have no orders to give for %s.", r.Power, r.board.power(power[0]))
		default:
			words = skip(behind, func(w string) bool { return isFiller(w) || isNumber(w) })
		}
	}
	p.words = r.spelt(words)
	return p.words, nil
}

// courteous is words without those of courtesy at their end.
func courteous(words []string) []string {
	for len(words) > 0 && isThanks(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

func skip(words []string, these func(string) bool) []string {
	for len(words) > 0 && these(words[0]) {
		words = words[1:]
	}
	return words
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
