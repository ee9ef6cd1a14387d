package reception

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/parser"
)

// Answers to an ambiguous YES.
const (
	nothingOpen = "Nothing was waiting for a %s, so it changed nothing."
	restOpen    = "It was not carried out, because something else in your letter is still open. Send it again if " +
		"you still mean it."
)

// verdict removes a plain YES or NO from the letter's lines, unless it answers the question itself. A YES is replaced
// by the orders that it accepts.
func (in *incoming) verdict(q *game.Question) (offered []string) {
	said, verdict, numbers := in.plain()
	if verdict == "" || q != nil && in.reads(q, said).Has(adjudicator.Filed) {
		return nil
	}
	rest := slices.DeleteFunc(slices.Clone(in.words.Lines), func(line string) bool { return line == said })
	in.words.Lines, in.said = rest, true
	switch {
	case in.late: // its writer is told that the question is closed
	case q == nil || len(q.Points) == 0:
		in.fault(said, fmt.Sprintf(nothingOpen, verdict))
	case verdict == parser.No:
		in.note("Nothing was put on file for what is open.")
	case len(rest) > 0 && len(in.reads(q, strings.Join(rest, "\n")).Open()) > 0:
		in.fault(said, restOpen)
	default:
		taken, why := q.Taken(numbers, in.Answers)
		if why != "" {
			in.fault(said, why)
			return nil
		}
		in.changed, q.Heard = true, true
		return q.Accept(taken)
	}
	return nil
}

// plain finds a plain YES or NO among the first lines of the letter, possibly after a greeting.
func (in *incoming) plain() (line string, v parser.Verdict, numbers []int) {
	const first = 3
	for _, line := range in.words.Lines[:min(first, len(in.words.Lines))] {
		if v, numbers := parser.PlainVerdict(line); v != "" {
			return line, v, numbers
		}
	}
	return "", "", nil
}

// reads returns how the seat's view reads a text as an answer, in addition to the answer on file.
func (in *incoming) reads(q *game.Question, text string) adjudicator.Reading {
	return in.reply.View.Read(q.Kind, q.Answer, text)
}
