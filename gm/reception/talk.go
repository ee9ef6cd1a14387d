package reception

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/writing"
	"deaddrop/parser"
)

// talk processes text that is not an order: "hold on" means WAIT, a question goes to the game master, and so does a
// letter that was not understood at all. The writer is told about all of it.
func (in *incoming) talk(q *game.Question) {
	in.hears(q)
	if in.elsewhere == "" && len(in.words.Lines) > 0 {
		in.elsewhere = in.fitsElsewhere()
	}
	if in.elsewhere != "" {
		in.note(in.elsewhere)
	}
	if in.nothing() {
		in.explain()
		return
	}
	var questions []string
	for _, p := range in.parts(q) {
		if p.Fate == adjudicator.ToGM {
			questions = append(questions, p.Quote)
		}
	}
	if q != nil {
		in.tellIgnored(q)
	}
	in.toDesk(q, questions, "A letter from "+string(in.seat.Name)+
		" may contain something for you. Orders in it are not shown.", gm.Briefly(questions))
}

// tellIgnored tells the writer what was not read as orders.
func (in *incoming) tellIgnored(q *game.Question) {
	if ignored := in.ignored(q); len(ignored) > 0 {
		in.note("Not read as orders: " + gm.Briefly(ignored))
	}
}

// ignored returns the parts of the letter that were read as talk and are for nobody. A single word is a name or a thank-you.
func (in *incoming) ignored(q *game.Question) []string {
	var out []string
	for _, p := range in.parts(q) {
		words := p.Fate == adjudicator.Talk && strings.Contains(p.Quote, " ")
		if words && !parser.AsksToWait(p.Quote) {
			out = append(out, p.Quote)
		}
	}
	return out
}

// parts returns what became of the letter's lines. If nothing is asked, they may still be for the game master.
func (in *incoming) parts(q *game.Question) []adjudicator.Part {
	if q != nil || len(in.read.Parts) > 0 {
		return in.read.Parts
	}
	var out []adjudicator.Part
	for _, line := range in.words.Lines {
		out = append(out, adjudicator.Spoken(line, ""))
	}
	return out
}

// hears processes a WAIT that is not written as a command. In a game that never ends turns early, it has no effect.
func (in *incoming) hears(q *game.Question) {
	if q == nil || q.Stands || !in.s.Game.EndsEarly() {
		return
	}
	if in.words.Has("WAIT") || in.words.Has("READY") {
		return
	}
	i := slices.IndexFunc(in.read.Parts, func(p adjudicator.Part) bool {
		return p.Fate != adjudicator.Filed && parser.AsksToWait(p.Quote)
	})
	if i >= 0 {
		in.flag(q, "WAIT")
		in.note("Read as WAIT: " + in.read.Parts[i].Quote)
	}
}

// nothing reports whether no part of the letter was understood.
func (in *incoming) nothing() bool {
	if in.changed || in.said || in.keeps {
		return false
	}
	if in.elsewhere != "" || len(in.words.Commands) > 0 || len(in.r.Faults) > 0 {
		return false
	}
	return len(in.read.Open()) == 0 && !in.read.Has(adjudicator.Filed)
}

// explain tells the writer of a letter that was not understood why, or passes it on to the game master.
func (in *incoming) explain() {
	switch {
	case in.Defect != "":
		in.note("Your letter could not be read: " + in.Defect +
			". Write your orders as plain text, in the letter itself.")
	case len(in.words.Lines) > 0:
		quoted, _, _ := in.Quoted()
		words, q := []string{quoted}, in.s.Game.Question(in.seat, 0)
		switch desk := in.s.Game.Seat(adjudicator.GM); {
		case desk == nil && q != nil:
			in.tellIgnored(q)
		case desk != nil && in.s.Game.Several(desk) && !in.s.Game.Blindfold:
			words = in.words.Lines // a game master who is also a player gets only a part of it
		}
		in.toDesk(q, words, "Nothing in a letter from "+string(in.seat.Name)+
			" was read as orders. It may be meant for you.", "your letter")
	case in.words.Form == nil:
		in.note("Nothing in your letter could be read. If you sent an attachment, write your orders into the " +
			"letter itself. Lines that your mail program quotes are not read, except an order form with its first " +
			"and last line.")
	case len(in.r.Notes) == 0: // otherwise the notes say what became of the form
		in.note("Nothing was changed in the order form, and there is nothing else in your letter.")
	}
}

// toDesk writes to the game master about a part of a player's letter, and tells the writer so; what describes the
// part. A game master who also plays gets only what addresses them as game master: the rest may reveal plans.
func (in *incoming) toDesk(q *game.Question, words []string, notice, what string) {
	desk, all := in.s.Game.Seat(adjudicator.GM), len(words)
	// an automatic responder must not fill the game master's mailbox
	if all == 0 || desk == in.seat || in.seat.Withheld > 0 {
		return
	}
	defer in.hint(words)
	switch {
	case desk == nil:
		in.note("Nothing was passed on: this game has no game master.")
		return
	case in.s.Game.Several(desk) && !in.s.Game.Blindfold:
		words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !adjudicator.Addressed(w) })
		what = gm.Briefly(words)
	}
	if len(words) < all {
		in.note("Not everything was passed on, because the game master is also a player. To write to the game " +
			"master, begin a line with GM.")
	}
	if len(words) == 0 {
		return
	}
	page := writing.PageFor(in.s, nil, desk)
	page.Notice, page.Quoted = notice, strings.Join(words, "\n")
	writing.Send(in.s, desk, "desk", page, nil)
	said := "Passed on to the game master: " + strings.TrimRight(what, ".") + "."
	endsEarly := in.s.Game.State == game.Running && in.s.Game.EndsEarly()
	waits := q != nil && !q.Stands && !in.seat.Wait
	if endsEarly && waits {
		said += " The turn does not wait for an answer unless you answer WAIT."
	}
	in.note(said)
}

// Limits for quotations of a letter in its answer.
const (
	maxFaults  = 20  // largest number of faulty lines
	maxSubject = 200 // largest length of the quoted subject, in bytes
)

// shorten shortens a receipt that consists of faults to a readable size, and gives a reason that consecutive lines
// share only once, after the last of them.
func (in *incoming) shorten() {
	if more := len(in.r.Faults) - maxFaults; more > 0 {
		in.r.Faults = append(in.r.Faults[:maxFaults], adjudicator.Fault{Line: "...", Text: game.MoreLines(more)})
	}
	for i, f := range in.r.Faults {
		if i > 0 && in.r.Faults[i-1].Text == f.Text {
			in.r.Faults[i-1].Text = ""
		}
	}
}
