package decatur

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/reading"
	"deaddrop/parser/order"
)

// An answerReader reads answers to the short questions within a round. Such an answer replaces the earlier one as a
// whole; unrelated text is left alone.
type answerReader struct{ *author }

// A question describes a kind of such questions: the blank form, and how the letter's words are combined.
type question struct {
	label string
	read  func(a answerReader, line string) (answer string, notes []string, err error)
}

// questions contains the questions by kind.
var questions = map[string]question{
	"bid": {"BID: ", answerReader.wholeBid}, "excess": {"CARDS: ", answerReader.wholeParting},
	"relocation": {"RELOCATE: ", answerReader.wholeRefuge}, "advance": {"MOVE: ", answerReader.wholeAdvance},
}

// answerKey is the key under which an answer is filed.
const answerKey = "BID"

// readAnswer reads an answer as a whole: if anything in it is refused, nothing is filed.
func (v *View) readAnswer(kind, old, text string) adjudicator.Reading {
	a, sheet := answerReader{newAuthor(v, kind)}, order.NewSheet()
	sheet.Set(answerKey, old)
	c := order.Read(v.board.words(), a.author, sheet, numberFirst.ReplaceAllString(text, "$1,$2"))
	out := adjudicator.Reading{Answer: old}
	line, given := c.Given[answerKey]
	isOpen := func(p order.Part) bool {
		return (p.Fate == order.Asked || p.Fate == order.Refused) && !a.apart[p.Quote]
	}
	open := slices.ContainsFunc(c.Parts, isOpen)
	switch {
	case given && open:
		other := c.Parts[slices.IndexFunc(c.Parts, isOpen)].Quote
		a.untake(c, order.Asked, adjudicator.Beside("answer", other))
		if answer, _, err := questions[kind].read(a, line); err == nil {
			a.offer(c, answer)
		}
	case given:
		answer, notes, err := questions[kind].read(a, line)
		if err != nil {
			a.untake(c, order.Refused, err.Error())
			break
		}
		out.Answer, out.Notes = answer, append(c.Notes, notes...)
	}
	if !given && !open {
		a.askTalk(c)
	}
	out.Parts, out.Notes = reading.Parts(c.Parts), order.Unique(out.Notes)
	out.Form = answerForm(questions[kind].label, out.Answer)
	return out
}

// numberFirst matches a number at the beginning of an answer that is not the number of a list item: "5. If he raises,
// I concede".
var numberFirst = regexp.MustCompile(`(?im)^(\s*\d)\.(\s+if\b)`)

// askTalk asks about the first talk in a letter without an answer, if it contains a word used in answers: "put in a
// few more".
func (a answerReader) askTalk(c *order.Context) {
	for i := range c.Parts {
		p := &c.Parts[i]
		isAnswer := func(x order.Lexeme) bool {
			return slices.ContainsFunc([]string{"commit", "play", "raise", "more", "move", "relocate", "concede",
				"add"}, func(class string) bool {
				return a.b.words().Is(x.Word, class)
			})
		}
		if p.Fate == order.Talk && slices.ContainsFunc(order.Scan(p.Quote), isAnswer) {
			p.Fate, p.Why, p.Suggest = order.Asked, a.b.words().Says("unclear"), a.answers()
			return
		}
	}
}

// untake takes back what was filed, with a reason.
func (a answerReader) untake(c *order.Context, fate order.Fate, why string) {
	for i := range c.Parts {
		if p := &c.Parts[i]; p.Fate == order.Filed {
			p.Fate, p.Why = fate, why
		}
	}
}

// offer adds an answer as the first suggestion of the first question.
func (a answerReader) offer(c *order.Context, answer string) {
	i := slices.IndexFunc(c.Parts, func(p order.Part) bool { return p.Fate == order.Asked })
	c.Parts[i].Suggest = order.Unique(append([]string{answer}, c.Parts[i].Suggest...))
}

// answered returns an outcome that files a line. adds says that the line continues what the letter said before.
func answered(line, note string, adds bool) order.Outcome {
	return order.Outcome{Orders: []order.Order{{Key: answerKey, Line: line}}, Note: note, Adds: adds}
}

func (a answerReader) wholeBid(line string) (string, []string, error) {
	d := a.bids[line]
	if a.Takeover == nil {
		return "", nil, order.Complain("There is no bid to make.")
	}
	err := a.checkBid(&d)
	return d.words(), nil, err
}

// parts reads cards to part with, and cards to be kept (DC-12).
func (a answerReader) parts(m *order.Match, c *order.Context) order.Outcome {
	d := &parting{}
	if was, given := c.Given[answerKey]; given {
		*d = *a.cards[was]
	}
	for _, x := range []struct {
		name string
		to   *[]Commonwealth
	}{{"xp", &d.play}, {"xd", &d.discard}, {"xk", &a.kept}} {
		cards, err := allListed(m, x.name, c)
		if err != nil {
			return refusal(err)
		}
		*x.to = slices.Concat(*x.to, cards)
	}
	line := d.words() + strings.Repeat(" ", len(a.kept))
	a.cards[line] = d
	return answered(line, "", true)
}

func (a answerReader) whichCards(m *order.Match, c *order.Context) order.Outcome {
	said := c.Quote(m.From, m.To)
	return order.Outcome{Ask: fmt.Sprintf("PLAY %s, or DISCARD, or KEEP? Write which.", said)}
}

func (a answerReader) wholeParting(line string) (string, []string, error) {
	d := *a.cards[line]
	notes, err := a.checkParting(&d, a.kept)
	return d.words(), notes, err
}

// refuge reads where factors that were driven out go, and which fleet goes with the port (DC-25, DC-26).
func (a answerReader) refuge(m *order.Match, c *order.Context) order.Outcome {
	d, err := standingReader(a).relocating(m, c)
	if err != nil {
		return refusal(err)
	}
	if len(d.to) == 0 && d.ocean == "" && d.n == unset {
		return order.Outcome{Blank: true}
	}
	adds := false
	if was, given := c.Given[answerKey]; given {
		old := a.refuges[was]
		both := d.filled(old)
		if adds = both.answer(a.b) == old.filled(d).answer(a.b); adds {
			d = both
		}
	}
	line := d.answer(a.b)
	a.refuges[line] = d
	return answered(line, "", adds)
}

// filled completes a relocation from another one.
func (r relocation) filled(o relocation) relocation {
	if len(r.to) == 0 {
		r.to = o.to
	}
	if r.ocean = cmp.Or(r.ocean, o.ocean); r.n == unset {
		r.n = o.n
	}
	return r
}

func (a answerReader) wholeRefuge(line string) (string, []string, error) {
	d := a.refuges[line]
	notes, err := a.checkRelocation(&d)
	return d.answer(a.b), notes, err
}

// advances reads how many factors move into the location that was taken over (DC-25).
func (a answerReader) advances(m *order.Match, c *order.Context) order.Outcome {
	n := amount(m, order.Bind{From: m.From, To: m.To}, c)
	if m.Has("zero") {
		n = 0
	}
	if n == unset || n < all || n > maxFactors {
		return order.Outcome{Ask: "Move how many factors in, in all? For example: MOVE 3, or MOVE ALL."}
	}
	return answered(advanceWords(n), "", false)
}

func (a answerReader) wholeAdvance(line string) (string, []string, error) {
	if a.Takeover == nil {
		return "", nil, order.Complain("Nothing was taken over.")
	}
	most := min(a.origin(), maxFactors)
	least := min(a.Takeover.Committed, most)
	n := all
	fmt.Sscanf(line, "MOVE %d", &n)
	switch {
	case n == all:
	case n < least:
		return "", nil, order.Complain("The %d committed move in any case (DC-25). Name a number from %d to %d, or "+
			"ALL.", least, least, most)
	case n > most:
		return "", nil, order.Complain("At most %d can move. Name a number from %d to %d, or ALL.", most,
			least, most)
	}
	return advanceWords(n), nil, nil
}

// named returns the names of locations.
func (v *View) named(at []Loc) []string {
	out := make([]string, len(at))
	for i, l := range at {
		out[i] = v.board.Name(l)
	}
	return out
}

// checkParting checks cards to part with against the number that is due.
func (v *View) checkParting(d *parting, kept []Commonwealth) (notes []string, err error) {
	x, hand := v.Excess, v.Hand
	if x == nil {
		return nil, order.Complain("You have no cards to give up.")
	}
	if err := v.has(slices.Concat(d.play, kept)); err != nil {
		return nil, err
	}
	if len(kept) > 0 {
		rest := slices.Clone(hand)
		for _, k := range kept {
			rest = without(rest, k, 1)
		}
		if len(d.play) > 0 && !slices.Equal(slices.Sorted(slices.Values(rest)), slices.Sorted(slices.Values(d.play))) {
			return nil, order.Complain("What you keep and what you play don't make up your whole hand.")
		}
		if d.play = rest; len(rest) == x.ToPlay {
			notes = append(notes, fmt.Sprintf("Read as%s.", cardList("PLAY", rest)))
		}
	}
	if same(hand) && len(d.play) == 0 && x.ToPlay > 0 && len(hand) >= x.ToPlay {
		d.play = slices.Clone(hand[:x.ToPlay])
	}
	if len(d.play) != x.ToPlay {
		return notes, order.Complain("%d of your cards %s into play, and you named %d. For example: PLAY %s.", x.ToPlay,
			goOrGoes(x.ToPlay), len(d.play), joined(hand[:min(len(hand), max(1, x.ToPlay))], ", "))
	}
	inPlay := slices.Concat(v.player(v.Seat).InPlay, d.play)
	if len(d.discard) == 0 && x.ToDiscard > 0 && (same(inPlay) || x.ToDiscard == len(inPlay)) {
		d.discard = slices.Clone(inPlay[:min(len(inPlay), x.ToDiscard)])
		notes = append(notes, fmt.Sprintf("Read with%s: there is no choice.", cardList("DISCARD", d.discard)))
	}
	if len(d.discard) != x.ToDiscard {
		return notes, order.Complain("Then %d of the cards in play %s discarded (%s), and you named %d. For example: "+
			"DISCARD %s.", x.ToDiscard, isOrAre(x.ToDiscard), joined(inPlay, ", "), len(d.discard),
			joined(inPlay[:min(len(inPlay), max(1, x.ToDiscard))], ", "))
	}
	for _, k := range Commonwealths {
		if want, have := countOf(d.discard, k), countOf(inPlay, k); want > have {
			return notes, order.Complain("You would have %d %s in play then, not %d.", have,
				plural(have, string(k)+" card"), want)
		}
	}
	return notes, nil
}

func goOrGoes(n int) string {
	if n == 1 {
		return "goes"
	}
	return "go"
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// same reports whether all cards are of one kind.
func same(cards []Commonwealth) bool {
	return len(cards) > 0 && countOf(cards, cards[0]) == len(cards)
}

// checkRelocation checks a relocation against where factors may go.
func (v *View) checkRelocation(d *relocation) (notes []string, err error) {
	t := v.Takeover
	if t == nil {
		return notes, order.Complain("There is nothing to relocate.")
	}
	if len(d.to) > 1 { // of a standing order, the first possible place counts
		can := func(l Loc) bool { return slices.Contains(t.Goes, v.board.Name(l)) }
		if i := slices.IndexFunc(d.to, can); i >= 0 {
			d.to = d.to[i : i+1]
			notes = append(notes, fmt.Sprintf("All factors go to one location, and the first of these that can be is "+
				"%s.", v.board.Name(d.to[0])))
		}
	}
	switch {
	case len(t.Goes) == 0 && len(d.to) > 0:
		return notes, order.Complain("There is no location that your factors can go to.")
	case len(t.Goes) > 0 && len(d.to) == 0:
		return notes, order.Complain("Where do your factors go: %s? For example: RELOCATE TO %s.", listedOr(t.Goes),
			t.Goes[0])
	case len(d.to) > 1 || len(d.to) == 1 && !slices.Contains(t.Goes, v.board.Name(d.to[0])):
		return notes, order.Complain("Your factors can't go to %s, but to %s.", listedOr(v.named(d.to)),
			listedOr(t.Goes))
	case len(t.Fleets) == 0 && d.ocean != "":
		return notes, order.Complain("There is no fleet to choose here (DC-26).")
	case d.ocean != "" && !slices.Contains(t.Fleets, d.ocean):
		return notes, order.Complain("The fleet that is lost can be the one in the %s.", listedOr(t.Fleets))
	case len(d.to) == 0 && d.ocean == "":
		return notes, order.Complain("Which fleet is lost: %s? For example: FLEET %s.", listedOr(t.Fleets),
			joined(t.Fleets[:min(1, len(t.Fleets))], ""))
	}
	if len(d.to) == 0 {
		d.n = unset
	}
	if d.n != unset && v.rules[optRelocation] != "choice" {
		notes = append(notes, "All factors that fit relocate in this game (DC-25).")
		d.n = unset
	}
	if l, ok := v.board.Loc(t.To); ok && d.n != unset && len(t.Goes) > 0 && d.n > v.at(l).Factors {
		return notes, order.Complain("You have %d factors to relocate.", v.at(l).Factors)
	}
	return notes, nil
}
