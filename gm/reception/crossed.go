package reception

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/parser"
)

const (
	maxCrossed = 2 << 10 // largest length of a crossed letter that is kept, in bytes
)

// crosses reports whether the letter answers a question that is closed, although the open one has the same number
// because it was put without a letter. An answer to a letter that was written since then does not count as such.
func (in *incoming) crosses(q *game.Question) bool {
	if in.Answers != nil && in.Answers.Letter > q.Since {
		return false
	}
	kind := in.seat.Kind(in.tag.Question)
	return q.Quiet() && kind != "" && kind != q.Kind
}

// cross handles a letter that answers a closed question. None of it takes effect by itself, as it might change a turn
// that its writer has not seen. Orders that fit the open question are offered; others are kept for a later one.
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

// isOut is the answer to orders of an eliminated player.
const isOut = "You are out of the game: you have no more orders to give, and no vote. You can still send and read " +
	"press."

const crossedWhy = "Your letter answers an older question, which is closed. Its orders could count for what you are " +
	"being asked now, as follows."
