package reception

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/parser"
)

const (
	maxCrossed = 2 << 10 // bytes of a crossed letter
)

// crosses reports whether the letter answers a question that is closed, though the one that is open has its number:
// that was put without a letter. A letter that answers one written since does not.
func (in *incoming) crosses(q *game.Question) bool {
	if in.Answers != nil && in.Answers.Letter > q.Since {
		return false
	}
	kind := in.seat.Kind(in.tag.Question)
	return q.Quiet() && kind != "" && kind != q.Kind
}

// cross says what becomes of a letter that answers a question which is closed, not even of lines of it that would stand
// for years: they might change a turn that its writer has not seen. What it would put on file for the open question is
// offered; what has no place there is kept.
func (in *incoming) cross(open *game.Question) {
	in.late, in.r.Unchanged = true, true
	if adjudicator.IsOut(in.reply.View) {
		in.r.Closed = isOut
		return
	}
	in.r.Closed = "Your letter answers an older question, which is closed."
	if in.tag.Question > in.seat.Asked {
		in.r.Closed = fmt.Sprintf("Your letter answers question %d, which you have not been asked.", in.tag.Question)
	}
	text := strings.Join(in.words.Lines, "\n")
	if v, _ := parser.PlainVerdict(text); text == "" || v != "" {
		return
	}
	if open != nil {
		in.read = in.reads(open, text)
		if offer := strings.Join(game.Beyond(in.read.Answer, open.Answer), "\n"); in.read.Has(adjudicator.Filed) &&
			offer != "" {
			in.changed, in.seat.Ready, in.r.Unchanged = true, false, false
			open.Raise([]adjudicator.Part{
				{Fate: adjudicator.Unsure, Quote: in.words.Lines[0], Why: crossedWhy, Suggest: []string{offer}},
			}, in.seat.Sent+1)
			return
		}
	}
	if open != nil && len(in.read.Open()) == 0 {
		return
	}
	kind := in.seat.Kind(in.tag.Question)
	if kind == "" || len(text) > maxCrossed {
		return
	}
	in.seat.Crossed, in.keeps = &game.Crossed{Kind: kind, Number: in.tag.Question, Text: text}, true
	in.r.Closed += " If it has orders, they are kept, and offered to you the next time you are asked for the " +
		"same thing."
}

// isOut is said to players who write orders though they are out of the game.
const isOut = "You are out of the game: you have no more orders to give, and no vote. You can still send and read " +
	"press."

const crossedWhy = "Your letter answers an older question, which is closed. Its orders could count for what you " +
	"are asked now, as follows."
