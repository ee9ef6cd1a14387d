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
	kind     string // of what is asked; "" for a reader that suggests nothing
	parts    []part
	spot     spot   // of the part that is read,
	line     string // and its line as written
	taken    int    // how often something was put on the sheet, or taken off it
	vain     string // why an order that was put on it can't be carried out, as far as the player knows
	notes    []string
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
	return v.read(kind, old, text, true)
}

// read is Read, with or without suggestions of what else a part may mean.
func (v View) read(kind, old, text string, suggests bool) adjudicator.Reading {
	text = parser.Plain(text)
	if t := strings.TrimSpace(text); strings.EqualFold(t, noOrders) || strings.EqualFold(t, "NMR") {
		empty := v.read(kind, "", "", false)
		empty.Answer = noOrders
		empty.Parts = []adjudicator.Part{{Fate: adjudicator.Filed, Quote: t}}
		return empty
	}
	suggested := ""
	if suggests {
		suggested = kind
	}
	if kind == retreats {
		return v.readRetreats(old, text, suggested)
	}
	r := v.reader(old)
	r.kind = suggested
	r.lines(text)
	r.prune()
	r.remark()
	return adjudicator.Reading{
		Answer: answer(old, r.sheet.String()), Parts: r.told(), Notes: slices.Compact(r.notes),
		Missing: v.missing(r.sheet), Form: v.form(r.sheet),
	}
}

// answer is what is on file once a letter was read. Whoever takes back the last thing on his sheet has an empty one, and
// not one from which nothing could be read.
func answer(old, now string) string {
	if old != "" && now == "" {
		return noOrders
	}
	return now
}

func (v View) reader(old string) *reader {
	r := &reader{View: v, board: standard(), earlier: map[diplomacy.Loc]bool{}, given: map[diplomacy.Loc]string{},
		several: map[diplomacy.Loc]bool{}, lists: map[diplomacy.Loc]bool{}, asks: map[diplomacy.Loc]bool{}}
	if old != "" {
		r.sheet = v.sheetOf("orders", old)
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
	if !r.plain(text) && !r.strictly("orders", text) {
		r.free(text)
	}
}

// free reads what people write: what each line is for, then what it says.
func (r *reader) free(text string) {
	var mine []line
	var lone line // a heading that nothing stands below yet
	for i, l := range lines(text) {
		r.begin(i, &l)
		head := l.text
		if l.text = r.headed(head); len(wordsIn(head)) == 0 {
			continue // all of it are remarks
		}
		if len(wordsIn(l.text)) == 0 {
			r.refuseLone(lone)
			lone = line{}
			if slices.ContainsFunc(wordsIn(head), isAheadWord) {
				lone = line{text: head, raw: l.raw, spot: l.spot}
			}
			continue
		}
		lone = line{}
		switch r.when {
		case thisSeason:
			mine = append(mine, l)
		case nextSeason, standing:
			r.headedLine(l.text)
		}
	}
	r.refuseLone(lone)
	r.read(mine)
	r.line, r.spot = "", spot{}
}

// begin begins with a line of the letter. The remarks in it are no orders.
func (r *reader) begin(i int, l *line) {
	l.spot, r.spot, r.line = spot{line: i}, spot{i, lastPiece}, l.raw
	for _, remark := range l.remarks {
		r.spoken(remark)
	}
	r.spot = l.spot
}

// lastPiece is behind all pieces of a line.
const lastPiece = 1 << 20

// refuseLone asks what was to stand below a heading such as NEXT.
func (r *reader) refuseLone(head line) {
	r.spot, r.line = head.spot, head.raw
	words := wordsIn(head.text)
	err := r.notPlayed(words)
	switch {
	case len(words) == 0:
	case err != nil:
		r.object(head.text, err)
	case slices.Contains(words, "next"):
		r.ask(head.text, bareNext)
	default:
		r.ask(head.text, bareAlways)
	}
}

// headedLine reads a line below a heading that says for which season it is. Votes and the like are for none.
func (r *reader) headedLine(line string) {
	for _, p := range pieces(line) {
		done := false
		r.piece(p.text, func() { done = r.ahead(p) })
		if done {
			continue
		}
		r.piece(p.rest, func() {
			if r.when == nextSeason {
				r.nextLine(p.rest, p.rest)
			} else {
				r.alwaysLine(p.rest, p.rest)
			}
		})
		return
	}
}

// read reads lines for the season that is asked for. Orders come after the builds, whose units they may
// be for.
func (r *reader) read(lines []line) {
	r.when = thisSeason
	var orders []piece
	for _, l := range lines {
		r.spot, r.line = l.spot, l.raw
		orders = append(orders, r.readLine(l)...)
	}
	for _, p := range orders {
		r.spot, r.line = p.spot, p.line
		r.piece(p.text, func() { r.order(p) })
	}
}

// readLine reads a line, and returns the pieces of it that can only be orders to units.
func (r *reader) readLine(l line) (orders []piece) {
	var doubt error // why the rest of the line can't be taken as it stands
	before, text, reworded := reword(l.text)
	if reworded && slices.ContainsFunc(wordsIn(before), func(w string) bool { return !isFiller(w) }) {
		r.spoken(strings.TrimSpace(before))
	}
	for i, p := range pieces(text) {
		p.spot, p.line = spot{l.spot.line, 1 + i}, l.raw
		r.spot = p.spot
		r.piece(p.text, func() {
			if doubt == nil && !r.anyUnit && r.ahead(p) {
				return
			}
			first := p.words[0]
			words, err := r.lead(&p)
			if err == nil && doubt == nil {
				doubt = r.doubtful(first, words)
			}
			switch {
			case err != nil:
				r.object(p.text, err)
			case doubt != nil:
				r.object(p.text, doubt)
			case p.told && namesPlace(p.words):
				r.hearsay(p)
			case len(words) > 0 && r.winter(p) && !r.indoors(p):
				orders = append(orders, p)
			}
		})
	}
	return orders
}

// hearsay asks whether an order is meant as one, for what stands before it may say otherwise.
func (r *reader) hearsay(p piece) {
	order := strings.TrimRight(p.text, " ?!.")
	told := r.objection(p.text, complaint{text: justTheOrder, asks: true, orders: []string{order}})
	told.goesOn = true
	r.add(told)
}

// doubtful says why what begins with those words is not taken, nor what follows it on its line. first is the
// first word as written: "was: A Par-Bur" is doubtful, "I was away" is not.
func (r *reader) doubtful(first string, words []string) error {
	switch {
	case len(words) == 0, one(words[0], "was", "were", "old", "wrong", "ignore", "never") && words[0] != first,
		one(words[0], "was", "were") && !namesPlace(words): // "Was my letter late?"
		return nil
	case isCondition(words[0]) && ofRetreat(words):
		return complain(askRetreat)
	case one(words[0], "unless", "otherwise", "else"), isCondition(words[0]) && orderly(words):
		return complain("%s", r.noConditions())
	case isDenial(words[0]), isUndo(words[0]) && namesUnit(words[1:]), allBut(words):
		return ask(justTheOrder)
	}
	return nil
}

// namesUnit reports whether words begin with a unit: "No A Par-Bur", and not "No peeks".
func namesUnit(words []string) bool {
	_, rest := unitType(skip(words, func(w string) bool { return isJoint(w) || one(w, "my", "order", "orders", "for", parser.Dash) }))
	_, used := standard().places.Prefix(rest)
	return used > 0
}

// namesPlace reports whether a place is among words.
func namesPlace(words []string) bool {
	for i := range words {
		if _, used := standard().places.Prefix(words[i:]); used > 0 {
			return true
		}
	}
	return false
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
