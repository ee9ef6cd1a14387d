package game

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

// maxPoints is the number of points kept for a question; further ones are merged into one.
const maxPoints = 20

// Unclear reports whether a part of the player's letters is still open.
func (q *Question) Unclear() bool { return q.Doubt || len(q.Points) > 0 }

// Clear closes all points, and reports whether there were any.
func (q *Question) Clear() bool {
	was := q.Unclear()
	q.Doubt, q.Points = false, nil
	return was
}

// Raise adds points, which the letter with that number reports to the seat. A point replaces older ones that quote
// the same words, or that are about the same problem with the orders on file.
func (q *Question) Raise(parts []adjudicator.Part, letter int) {
	if more := len(parts) - maxPoints; more > 0 {
		parts = append(parts[:maxPoints:maxPoints], adjudicator.Part{Quote: "...", Why: MoreLines(more)})
	}
	for i, p := range parts {
		if slices.ContainsFunc(parts[:i], func(o adjudicator.Part) bool { return o.Quote == p.Quote }) {
			continue
		}
		at := point{Quote: p.Quote, Why: p.Why, Filed: p.Fate == adjudicator.Filed, Offers: p.Suggest,
			First: q.Offered + 1, Letter: letter}
		q.Points = slices.DeleteFunc(q.Points, func(old point) bool {
			both := old.Filed && at.Filed
			return old.Quote == p.Quote || both && old.Why == p.Why
		})
		if at.Filed && len(at.Offers) == 0 {
			at.Offers = []string{""}
		}
		q.Offered += len(at.Offers)
		q.Points = append(q.Points, at)
	}
	q.Points = q.Points[max(0, len(q.Points)-maxPoints-1):]
}

// MoreLines returns a text that replaces n further lines.
func MoreLines(n int) string { return fmt.Sprintf("And %d more lines like these.", n) }

// AnswerPoints closes the points that new orders answer, and reports whether there were any. was is what was on file
// before. Complete orders answer all points; others answer points about the same unit, place or line. A letter that
// files nothing answers none. A letter without open parts that answers the whole question again answers all points
// except those about lines of other kinds, such as standing orders.
func (q *Question) AnswerPoints(read adjudicator.Reading, was string) bool {
	var about []string
	for _, p := range read.Parts {
		if p.Fate == adjudicator.Filed {
			about = append(about, subject(p.Quote))
		}
	}
	if len(about) == 0 {
		return false
	}
	if len(read.Open()) == 0 && (len(q.Points) == 0 || decided(read, len(about))) {
		return q.Clear()
	}
	n := len(q.Points)
	if read.Anew && len(read.Open()) == 0 {
		q.Points = slices.DeleteFunc(q.Points, func(p point) bool { return !beside(p.Quote, read.Beside) })
		if len(q.Points) == 0 {
			return q.Clear() || n > 0
		}
	}
	for _, line := range Beyond(read.Answer, was) {
		about = append(about, ordered(line))
	}
	q.Points = slices.DeleteFunc(q.Points, func(p point) bool {
		of := []string{subject(p.Quote)}
		for _, o := range p.Offers {
			of = append(of, ordered(o))
		}
		return slices.ContainsFunc(about, func(a string) bool {
			return slices.ContainsFunc(of, func(b string) bool { return same(a, b) })
		})
	})
	return len(q.Points) < n
}

// beside reports whether an order begins with one of the words.
func beside(order string, words []string) bool {
	said := apart(order)
	return len(said) > 0 && slices.Contains(words, said[0])
}

// same reports whether two subjects are equal, or one abbreviates the other: "war" for "warsaw".
func same(a, b string) bool {
	switch {
	case a == "" || b == "":
		return false
	case strings.Contains(a+b, " "):
		return a == b
	}
	return strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

// decided reports whether a letter with that number of orders is complete: it has everything that is on file, and no
// line of its form is blank.
func decided(read adjudicator.Reading, orders int) bool {
	blank := func(line string) bool {
		line = strings.TrimSpace(line)
		return strings.HasSuffix(line, ":") || strings.HasSuffix(line, "-")
	}
	return orders > strings.Count(read.Answer, "\n") && len(read.Missing) == 0 && !slices.ContainsFunc(read.Form, blank)
}

// subject returns what an order is about, in the player's words, or "". That is its line number if it has one;
// otherwise the second word, as the first is usually a verb or a unit type, or the first later word of three or more
// letters; or a number with the word before it, such as "turn 2".
func subject(order string) string {
	words := apart(order)
	for i, w := range words {
		number := unicode.IsDigit(rune(w[0]))
		switch {
		case i == 0 && number:
			return "line " + w
		case i == 0:
		case number:
			return words[i-1] + " " + w
		case len(w) >= leastLetters:
			return w
		}
	}
	return ""
}

// ordered returns the first two words of an order in normal form, such as "A Mun".
func ordered(line string) string {
	words := apart(line)
	return strings.Join(words[:min(2, len(words))], " ")
}

// apart splits an order into lower-case words and numbers, without punctuation.
func apart(order string) []string {
	return strings.FieldsFunc(strings.ToLower(order), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// Settle closes points about orders that are no longer on file, or that have become possible.
func (q *Question) Settle(view adjudicator.View) {
	filed := func(p point) bool { return p.Filed }
	if !slices.ContainsFunc(q.Points, filed) {
		return
	}
	still := view.Read(q.Kind, "", q.Answer).Open()
	q.Points = slices.DeleteFunc(q.Points, func(p point) bool {
		return p.Filed && !slices.ContainsFunc(still, func(s adjudicator.Part) bool { return s.Why == p.Why })
	})
}

// Outdated closes the points about things for which the sheet has an answer since it was another one, in whatever words
// it was given: what a point offers is on file now, or would replace what was filed since; or the point is about a
// number, as in "POOL lots", and the number is on file now.
func (q *Question) Outdated(view adjudicator.View, was, is string) (closed bool) {
	news := Beyond(is, was)
	if len(news) == 0 || !slices.ContainsFunc(q.Points, func(p point) bool { return !p.Filed }) {
		return false
	}
	n := len(q.Points)
	q.Points = slices.DeleteFunc(q.Points, func(p point) bool {
		if p.Filed {
			return false
		}
		return counted(p.Quote, news) || slices.ContainsFunc(p.Offers, func(offer string) bool {
			return offer != "" && answered(view, q.Kind, offer, was, is)
		})
	})
	return len(q.Points) < n
}

// answered reports whether the new lines of an answer decide what an offer is about. Of an offer that repeats what was
// on file, only the other lines count.
func answered(view adjudicator.View, kind, offer, was, is string) bool {
	fresh := Beyond(offer, was)
	if len(fresh) == 0 || len(Beyond(strings.Join(fresh, "\n"), is)) == 0 {
		return len(fresh) > 0
	}
	// a numbered line is one of several alternatives, whose numbers change
	if strings.Contains(offer, "\n") || unicode.IsDigit(rune(offer[0])) {
		return false
	}
	after := view.Read(kind, is, offer).Answer
	return slices.ContainsFunc(Beyond(is, after), func(gone string) bool {
		grows := func(line string) bool { return strings.HasPrefix(line, gone) }
		isNew := !slices.Contains(strings.Split(was, "\n"), gone)
		return isNew && !slices.ContainsFunc(Beyond(after, is), grows)
	})
}

// counted reports whether one of some lines is a word and a number, and a quote gives something else for that word.
func counted(quote string, lines []string) bool {
	said := apart(quote)
	if len(said) < 2 || len(said) > 2 && unicode.IsDigit(rune(said[1][0])) { // "TURN 2: TACTICS" is about a turn
		return false
	}
	return slices.ContainsFunc(lines, func(line string) bool {
		words := apart(line)
		return len(words) == 2 && words[0] == said[0] && unicode.IsDigit(rune(words[1][0]))
	})
}

// Tells records that a letter to the seat lists the open points.
func (q *Question) Tells(letter int) {
	if len(q.Points) > 0 {
		q.Told = append(q.Told, letter)
		q.Told = q.Told[max(0, len(q.Told)-maxTold):]
	}
}

// maxTold is the number of remembered letters that list points. For a YES to an older one, the player is asked what
// it means.
const maxTold = 20

// ShowsPoints reports whether letters of that kind list the open points.
func ShowsPoints(kind string) bool {
	return slices.Contains([]string{"turn", "receipt", "reminder", "late", "notice", "anew", "state"}, kind)
}

// has reports whether an offer with that number belongs to the point.
func (p point) has(number int) bool { return p.First <= number && number < p.First+len(p.Offers) }

// OpenPoints returns the points for display in a letter. Points that were first reported by a letter before fresh are
// marked as old.
func (q *Question) OpenPoints(fresh int) []templates.Point {
	var out []templates.Point
	for _, p := range q.Points {
		at := templates.Point{Quote: p.Quote, Why: p.Why, Filed: p.Filed, Old: p.Letter < fresh}
		for i, text := range p.Offers {
			at.Offers = append(at.Offers, templates.Offer{Number: p.First + i,
				Text: strings.ReplaceAll(text, "\n", "; ")})
		}
		out = append(out, at)
	}
	return out
}

const (
	notOffered = "There is no open offer with the number %d."
	whichOffer = "It does not say which of the open offers it accepts. Answer YES and its number, as they stand " +
		"here."
	offersDiffer = "It accepts two offers for the same words, and only one of them can be on file. Answer YES and " +
		"one number."
	noOffer = "There is no offer that a YES could accept. Write what you mean as an order."
)

// Accept closes the points of the accepted offers, and returns the offers as lines of orders.
func (q *Question) Accept(offers []int) (lines []string) {
	for _, n := range offers {
		i := slices.IndexFunc(q.Points, func(p point) bool { return p.has(n) })
		if text := q.Points[i].Offers[n-q.Points[i].First]; text != "" {
			lines = append(lines, text)
		}
		q.Points = slices.Delete(q.Points, i, i+1)
	}
	return lines
}

// Taken returns the numbers of the offers that a YES accepts, or why it accepts none. A YES without numbers must
// answer a letter of ours that shows exactly one open point, with exactly one offer.
func (q *Question) Taken(numbers []int, answers *letter.Token) (offers []int, why string) {
	for _, n := range numbers {
		i := slices.IndexFunc(q.Points, func(p point) bool { return p.has(n) })
		switch {
		case i < 0:
			return nil, fmt.Sprintf(notOffered, n)
		case slices.ContainsFunc(offers, q.Points[i].has):
			return nil, offersDiffer
		}
		offers = append(offers, n)
	}
	if len(numbers) > 0 {
		return offers, ""
	}
	if !slices.ContainsFunc(q.Points, func(p point) bool { return len(p.Offers) > 0 }) {
		return nil, noOffer
	}
	var told []point
	if answers != nil && slices.Contains(q.Told, answers.Letter) {
		for _, p := range q.Points {
			if p.Letter <= answers.Letter {
				told = append(told, p)
			}
		}
	}
	if len(told) == 1 && len(told[0].Offers) == 1 {
		return []int{told[0].First}, ""
	}
	return nil, whichOffer
}

// OfferCrossed turns the orders of a crossed letter into an offer for a question of the same kind.
func (q *Question) OfferCrossed(seat *Seat, view adjudicator.View) {
	c := seat.Crossed
	if c == nil || c.Kind != q.Kind {
		return
	}
	seat.Crossed = nil
	read := view.Read(q.Kind, q.Answer, c.Text)
	offer := strings.Join(Beyond(read.Answer, q.Answer), "\n")
	if read.Has(adjudicator.Filed) && offer != "" {
		first, _, _ := strings.Cut(c.Text, "\n")
		q.Raise([]adjudicator.Part{{Fate: adjudicator.Unsure, Quote: first, Why: keptWhy, Suggest: []string{offer}}},
			seat.Sent+1)
	}
}

const keptWhy = "This came too late for an earlier question of the same kind. It can count for this one."

// Examine records what is missing and what is open in the answer on file when a question is put. The letter with that
// number reports it.
func (q *Question) Examine(view adjudicator.View, letter int) {
	read := view.Read(q.Kind, "", q.Answer)
	q.Missing = read.Missing
	if !q.Stands {
		q.Raise(read.Open(), letter)
	}
}
