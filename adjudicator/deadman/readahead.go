package deadman

import (
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// No player needs more.
const (
	maxNext   = 40
	maxAlways = 20
)

var (
	nextWord   = regexp.MustCompile(`(?i)^\W*(?:next|n(?:ä|ae)chste[rsnm]?)(?:\s+(?:season|turn|move|year|saison|jahreszeit|runde)\b)?[\s:,-]*`)
	alwaysWord = regexp.MustCompile(`(?i)^\W*(?:always|standing|immer|stets|dauerbefehle?)(?:\s+orders?\b)?[\s:,-]*`)
	ifWord     = regexp.MustCompile(`(?i)^\W*(?:if|wenn|falls)\b`)
	thenWord   = regexp.MustCompile(`(?i)\b(?:then|dann)\b`)
	elseWord   = regexp.MustCompile(`(?i)\b(?:else|otherwise|sonst|andernfalls)\b`)
	anotherIf  = regexp.MustCompile(`(?i)\b(?:if|unless|wenn)\b`)
	stop       = regexp.MustCompile(`[,:]`)
)

// ahead reads what is not for this season alone: standing orders, orders for the next season, votes. It
// reports whether the piece is one of those. NEXT, ALWAYS and IF go for the whole line.
func (r *reader) ahead(p piece) bool {
	words := p.words
	if err := r.notPlayed(words); err != nil && (words[0] == "next" || words[0] == "if") {
		r.object(p.text, err)
		return true
	}
	switch words[0] {
	case "next":
		return r.nextLine(p.text, p.rest[len(nextWord.FindString(p.rest)):])
	case "always", "standing":
		return r.alwaysLine(p.text, p.rest[len(alwaysWord.FindString(p.rest)):])
	case "if":
		r.ifLine(p.text, p.rest)
		return true
	}
	if words = courteous(skip(words, isFiller)); len(words) == 0 {
		return false
	}
	if r.clear(p.text, words) {
		return true
	}
	switch rest := words[1:]; words[0] {
	case "vote", "votes":
		r.ballot(p.text, rest)
	case "draw", "dias":
		if len(rest) > 1 || len(rest) == 1 && !isOff(rest) && rest[0] != "yes" {
			return false
		}
		r.ballot(p.text, words)
	case "concede":
		r.ballot(p.text, rest)
	default:
		return r.autoLine(words)
	}
	return true
}

// ballot reads a vote for how the game should end (DM-37). Without one it takes the vote back.
func (r *reader) ballot(text string, words []string) {
	if !r.Votes {
		r.refuse(text, noVotes)
		return
	}
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return one(w, "for", "a", "to", "yes", "the", "win", "concede", "concession", "victory", parser.Dash)
	})
	power, used := r.powers.Prefix(words)
	switch {
	case strings.HasSuffix(text, "?"):
		r.object(text, complaint{text: whichVote, asks: true, orders: []string{strings.TrimRight(text, " ?")}})
		return
	case len(words) > 0 && (isOff(words) || words[0] == "no" || words[0] == "against"):
		r.vote = ""
	case len(words) == 1 && (words[0] == "draw" || words[0] == "dias"):
		r.vote = "Draw"
	case len(words) == 2 && (words[0] == "draw" || words[0] == "dias") && isOff(words[1:]):
		r.vote = ""
	case used > 0 && used == len(words):
		r.vote = r.board.power(power[0])
	default:
		r.ask(text, whichVote)
		return
	}
	r.taken++
}

const noVotes = "In this game there are no votes."

const whichVote = "What is your vote? VOTE DRAW, VOTE FRANCE (that France wins), or VOTE NONE."

// elsewhere is a reader of orders for a time when the units are others: they are checked against the map
// alone.
func (r *reader) elsewhere() *reader {
	v := View{Power: r.Power, Phase: r.Phase, Peeks: 1, own: r.own, rules: r.rules, open: r.open}
	e := v.reader("")
	e.anyUnit = true
	return e
}

// listed reads orders for another time, and returns them in normal form. What is wrong with them goes to
// the letter's author with the whole line.
func (r *reader) listed(line, text string) []string {
	e := r.elsewhere()
	e.lines(text)
	e.remark()
	for _, p := range e.parts {
		switch {
		case p.spoken:
			r.spoken(p.Quote)
		case p.cause != nil:
			r.object(line, about(p.cause))
		}
	}
	r.notes = append(r.notes, e.notes...)
	if e.sheet.String() == "" {
		if len(e.parts) == 0 && text != "" {
			r.spoken(line)
		}
		return nil
	}
	return strings.Split(e.sheet.String(), "\n")
}

// isVote reports whether words are a vote.
func isVote(words []string) bool {
	words = skip(words, isFiller)
	return len(words) > 0 && one(words[0], "vote", "votes", "dias", "concede") || len(words) == 1 && words[0] == "draw"
}

// How what stands for other seasons is written.
const (
	bareAlways = "Which order stands? Write it behind ALWAYS on the same line, ALWAYS A Mun H R Ber, or below a line ALWAYS: with a colon. ALWAYS OFF drops what stands."
	bareNext   = "Which order is for the next season? Write it behind NEXT on the same line, NEXT A Mun-Bur, or below it. NEXT OFF drops what is on file for it."
)

// alwaysLine reads a standing order.
func (r *reader) alwaysLine(line, text string) bool {
	words := wordsIn(text)
	about, off := r.dropped(words)
	switch {
	case len(words) == 0:
		r.ask(line, bareAlways)
		return true
	case isOff(words):
		r.always = nil
		r.taken++
		return true
	case off:
		r.dropAlways(line, about)
		return true
	case r.autoLine(words), r.dropLists(line, words):
		return true
	case isVote(words):
		r.refuse(line, "A vote is for the season that it is sent in: write it without ALWAYS.")
		return true
	}
	if isRetreat(words[0]) && len(words) > 1 && !isUnit(words[1]) {
		o := order{at: diplomacy.NoLoc, to: diplomacy.NoLoc}
		if err := r.anyRetreat(&o, text); err != nil {
			r.object(line, err)
			return true
		}
		r.keep(line, strings.TrimSpace(o.retreats()))
		return true
	}
	for _, order := range r.listed(line, text) {
		if word, _, _ := strings.Cut(order, " "); word == "Build" || word == "Remove" || word == "Waive" {
			r.refuse(line, "Only orders, retreats and a peek can stand; builds and removals are for NEXT.")
			continue
		}
		r.keep(line, order)
	}
	return true
}

// keep puts a standing order on the sheet, in place of the one for the same unit.
func (r *reader) keep(line, order string) {
	r.always = slices.DeleteFunc(slices.Clone(r.always), func(old string) bool { return subject(old) == subject(order) })
	if len(r.always) == maxAlways {
		r.refuse(line, "There are %d standing orders already, and no room for more. ALWAYS OFF drops them all.", maxAlways)
		return
	}
	r.always = append(r.always, order)
	r.taken++
}

// subject is what an order in normal form is about: the province of its unit, retreats, or the peek. A
// later order about the same takes an earlier one's place.
func subject(order string) string {
	word, rest, _ := strings.Cut(order, " ")
	switch {
	case strings.HasPrefix(order, "PAS-"):
		return "PAS"
	case word == "Build":
		return word + subject(rest)
	case word == "R":
		return word
	case word == "Remove", word == "Waive":
		return order
	}
	return rest[:strings.IndexAny(rest+"-", " -(")]
}

// anyRetreat reads the list of retreats for any unit.
func (r *reader) anyRetreat(o *order, text string) error {
	words := wordsIn(text)
	for len(words) > 0 && (isRetreat(words[0]) || words[0] == parser.Dash || words[0] == "or" || words[0] == "to") {
		words = words[1:]
	}
	for len(words) > 0 {
		if isDisband(words[0]) {
			o.off = true
			break
		}
		to, used, err := r.place(words)
		if err != nil {
			return err
		}
		if !slices.Contains(o.retreat, to) {
			o.retreat = append(o.retreat, to)
		}
		for words = words[used:]; len(words) > 0 && (words[0] == parser.Dash || words[0] == "or" || words[0] == "then"); {
			words = words[1:]
		}
	}
	if len(o.retreat) == 0 && !o.off {
		return ask("Retreat where to? For example: ALWAYS R Ber, Kie, DB.")
	}
	return nil
}

// nextLine reads an order for the next season.
func (r *reader) nextLine(line, text string) bool {
	words := wordsIn(text)
	about, off := r.dropped(words)
	switch {
	case len(words) == 0:
		r.ask(line, bareNext)
	case isOff(words):
		r.next = nil
		r.taken++
	case off:
		r.dropNext(line, about)
	case isAuto(words):
		r.refuse(line, "RETREAT AUTO stands for every season until it is taken back: write it without NEXT.")
	case isVote(words):
		r.refuse(line, "A vote is for the season that it is sent in: write it without NEXT.")
	case words[0] == "if":
		r.ifLine(line, text)
	default:
		for _, order := range r.listed(line, text) {
			r.plan(line, ahead{then: order})
		}
	}
	return true
}

// ifLine reads "IF PAS Nth occupied THEN F Lon-Nth ELSE F Lon H". Only in the next season can its author
// know whether the condition holds (DM-40).
func (r *reader) ifLine(line, text string) {
	if ofRetreat(wordsIn(text)) {
		r.refuse(line, askRetreat)
		return
	}
	text = text[len(ifWord.FindString(text)):]
	at := thenWord.FindStringIndex(text)
	if at == nil {
		at = stop.FindStringIndex(text)
	}
	if at == nil && !slices.ContainsFunc(wordsIn(text), func(w string) bool { return isUnit(w) || w == "pas" || w == parser.Dash }) {
		r.spoken(line)
		return
	}
	if at == nil || anotherIf.MatchString(text[at[1]:]) {
		r.refuse(line, "Write one condition a line, with THEN before its order: IF PAS Nth occupied THEN F Lon-Nth ELSE F Lon H.")
		return
	}
	guards, err := r.conditions(text[:at[0]])
	if err != nil {
		r.object(line, err)
		return
	}
	then, not, split := text[at[1]:], "", false
	if at := elseWord.FindStringIndex(then); at != nil {
		then, not, split = then[:at[0]], then[at[1]:], true
	}
	faults := len(r.parts)
	yes, no := r.listed(line, then), []string(nil)
	if split {
		no = r.listed(line, not)
	}
	switch {
	case len(r.parts) > faults: // half an IF may be the opposite of what was meant
	case len(yes) == 0, split && len(no) == 0:
		r.refuse(line, "Write an order behind THEN and ELSE: IF PAS Nth occupied THEN F Lon-Nth ELSE F Lon H.")
	case len(no) > 0 && len(yes)+len(no) > 2:
		r.refuse(line, "Write one order behind THEN and one behind ELSE, and another IF line for the rest.")
	default:
		a := ahead{guard: joinConditions(guards), not: strings.Join(no, "")}
		for _, a.then = range yes {
			r.plan(line, a)
		}
	}
}

// plan puts an order for the next season on the sheet, behind those it has, since of two for a unit the
// last counts. One with the same condition for the same unit goes.
func (r *reader) plan(line string, a ahead) {
	r.next = slices.DeleteFunc(slices.Clone(r.next), func(old ahead) bool {
		same := subject(old.then) == subject(a.then) && !(a.isPeek() && r.Peeks > 1)
		return old.String() == a.String() || old.guard == a.guard && same
	})
	if len(r.next) == maxNext {
		r.refuse(line, "There are %d orders for the next season already, and no room for more. NEXT OFF drops them all.", maxNext)
		return
	}
	r.next = append(r.next, a)
	r.taken++
}

func (a ahead) isPeek() bool { return strings.HasPrefix(a.then, "PAS-") }
