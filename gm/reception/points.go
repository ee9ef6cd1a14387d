package reception

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/parser"
)

// nothingOpen is the answer to a YES or NO that nothing waits for.
const nothingOpen = "Nothing was waiting for a %s, so it changed nothing."

// verdict removes a plain YES or NO from the letter's lines, unless it answers the question itself. It returns the
// orders that a YES accepts.
func (in *incoming) verdict(q *game.Question) (offered []string) {
	said := in.plain(q)
	if said.verdict == "" || q != nil && in.reads(q, said.line).Has(adjudicator.Filed) {
		return nil
	}
	in.words.Lines, in.said = said.rest, true
	switch {
	case in.late: // its writer is told that the question is closed
	case q == nil || len(q.Points) == 0:
		in.fault(said.line, fmt.Sprintf(nothingOpen, said.verdict))
	case said.verdict == parser.No:
		in.note("Nothing was put on file for what is open.")
	default:
		taken, why := in.taken(q, said)
		if why != "" {
			in.fault(said.line, why)
			return nil
		}
		in.changed, q.Heard = true, true
		return q.Accept(taken)
	}
	return nil
}

// taken returns the numbers of the offers that a YES accepts, or why it accepts none. If the rest of the letter answers
// all that is open but one offer, a YES without a number accepts that one.
func (in *incoming) taken(q *game.Question, said spoken) (offers []int, why string) {
	offers, why = q.Taken(said.numbers, in.Answers)
	if why == "" || len(said.numbers) > 0 || len(said.rest) == 0 {
		return offers, why
	}
	left := *q
	left.Points = slices.Clone(q.Points)
	left.AnswerPoints(in.reads(q, strings.Join(said.rest, "\n")), q.Answer)
	if offers, unclear := left.Taken(nil, in.Answers); unclear == "" {
		return offers, ""
	}
	return nil, why
}

// A spoken is the plain YES or NO of a letter.
type spoken struct {
	verdict parser.Verdict
	line    string   // the words that say it
	numbers []int    // the offers that it names
	rest    []string // the other lines of the letter
}

// plain finds a plain YES or NO among the first lines of the letter, possibly after a greeting, or with the number of
// an offer on any line. Further lines that say the same with numbers belong to it, and so does the beginning of a line
// that goes on with orders.
func (in *incoming) plain(q *game.Question) spoken {
	const first = 3
	var out spoken
	for i, line := range in.words.Lines {
		v, numbers := parser.PlainVerdict(line)
		rest := ""
		if v == "" && i < first && out.verdict == "" {
			v, numbers, rest = in.begins(q, line)
		}
		unsaid := v == "" || i >= first && len(numbers) == 0
		differs := out.verdict != "" && v != out.verdict
		switch {
		case unsaid || differs:
			out.rest = append(out.rest, line)
			continue
		case rest != "":
			line = strings.TrimSpace(strings.TrimSuffix(line, rest))
			out.rest = append(out.rest, rest)
		}
		out.verdict, out.numbers = v, append(out.numbers, numbers...)
		out.line = strings.TrimPrefix(out.line+", "+line, ", ")
	}
	return out
}

// begins reads a line that begins with a YES to an offer and goes on with orders, which are returned as rest.
func (in *incoming) begins(q *game.Question, line string) (v parser.Verdict, numbers []int, rest string) {
	v, numbers, rest = parser.BeginsWithVerdict(line)
	if v != parser.Yes || q == nil || len(q.Points) == 0 || !whole(in.reads(q, rest)) {
		return "", nil, ""
	}
	return v, numbers, rest
}

// reads returns how the seat's view reads a text as an answer, in addition to the answer on file.
func (in *incoming) reads(q *game.Question, text string) adjudicator.Reading {
	return in.reply.View.Read(q.Kind, q.Answer, text)
}
