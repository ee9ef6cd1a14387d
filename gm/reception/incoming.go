package reception

import (
	"context"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/writing"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A taking says how to process a letter: in one step of a game or of the lobby.
type taking struct {
	game string
	step func(*gm.Step) error        // may be nil
	then func(context.Context) error // called when the step is committed; may be nil
	why  string                      // if set, the letter goes to the game master's inbox instead, for that reason
}

// sender returns who wrote a letter to the step's game.
func sender(s *gm.Step, l letter.Letter, words parser.Letter) intake.Sender {
	return intake.From(l, words, s.Game.Known(), intake.Known{Key: s.Master.Key, Tokens: s.Master.Tokens(l)},
		s.Game.SeatByName)
}

// admit records that a letter was processed, so that it is not processed again. A signed letter is recognised even if
// somebody resends it under another Message-ID.
func admit(s *gm.Step, l letter.Letter) {
	l.Becomes(letter.FateTaken)
	s.Admitted, s.Letter = s.Write(gm.KindLetter, l.Key(), l), l
	if l.Seal != "" {
		s.Write(gm.KindSeal, "seal/"+l.Seal, nil)
	}
}

// An incoming is a letter to a game that is being processed.
type incoming struct {
	s *gm.Step
	letter.Letter
	by        *letter.Letter // the letter that is answered: this one, or the one that confirmed it
	words     parser.Letter
	tag       parser.Tag
	Answers   *letter.Token // token of the letter of ours to the seat that it answers; nil: none
	seat      *game.Seat
	reply     *templates.Page
	r         *templates.Receipt
	read      adjudicator.Reading // how its lines were read as an answer to the seat's question
	said      bool                // whether it contains a plain YES or NO
	elsewhere string              // for which other game its lines look like orders, in a sentence; or ""
	changed   bool                // whether it has changed the answer on file
	// whether nobody is waited for any more, so that the turn is resolved after the receipt
	closes bool
	late   bool // whether it answers an older question
	keeps  bool // whether its orders are kept for the next question of the same kind

	resigned bool // whether its writer leaves the game
	sure     bool // whether it is answered in spite of the daily limit
	again    bool // whether its writer was sent something about the past again
	pressed  int  // number of pieces of press in it
	trial    bool // whether this is a dry run, which only shows how it would be read
}

// newIncoming returns a letter from a seat to a game at a position, before it is processed.
func newIncoming(s *gm.Step, p adjudicator.Position, seat *game.Seat, l letter.Letter, words parser.Letter) *incoming {
	page := writing.PageFor(s, p, seat)
	page.Receipt = &templates.Receipt{Subject: l.Subject}
	return &incoming{s: s, Letter: l, by: &l, words: words, seat: seat, reply: &page, r: page.Receipt}
}

// note adds sentences about the letter's effects to the answer.
func (in *incoming) note(texts ...string) { in.r.Notes = append(in.r.Notes, texts...) }

// fault adds to the answer why a line was not accepted.
func (in *incoming) fault(line, why string) {
	in.r.Faults = append(in.r.Faults, adjudicator.Fault{Line: line, Text: why})
}
