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

// A taking is how a letter is taken in: by one step of a game, or of the lobby.
type taking struct {
	game string
	step func(*gm.Step) error        // nil: nothing is to be done
	then func(context.Context) error // is done when the step is in the store; nil: nothing is
	why  string                      // in place of all that: it is put into the game master's inbox, for that reason
}

// sender is who wrote a letter to the step's game.
func sender(s *gm.Step, l letter.Letter, words parser.Letter) intake.Sender {
	return intake.From(l, words, s.Game.Known(), intake.Known{Key: s.Master.Key, Tokens: s.Master.Tokens(l)},
		s.Game.SeatByName)
}

// admit notes that a letter is taken in, so that it is not taken in again. A signed one is the same under another
// Message-ID: then somebody has sent it on.
func admit(s *gm.Step, l letter.Letter) {
	l.Becomes(letter.FateTaken)
	s.Admitted, s.Letter = s.Write(gm.KindLetter, l.Key(), l), l
	if l.Seal != "" {
		s.Write(gm.KindSeal, "seal/"+l.Seal, nil)
	}
}

// An incoming letter, while it is taken in.
type incoming struct {
	s *gm.Step
	letter.Letter
	by        *letter.Letter // that is answered: this one, or one that confirmed it
	words     parser.Letter
	tag       parser.Tag
	Answers   *letter.Token // of the letter of ours to the seat that it answers; nil: none
	seat      *game.Seat
	reply     *templates.Page
	r         *templates.Receipt
	read      adjudicator.Reading // of its lines, for what its seat is asked
	said      bool                // a plain YES or NO
	elsewhere string              // for which other game its lines look like orders, in a sentence; "": for none
	changed   bool                // something on file
	closes    bool                // by that, nobody is waited for any more, and the turn is resolved after the receipt
	late      bool                // for an older question
	keeps     bool                // its orders are kept for the next question like that one

	resigned bool // its writer leaves the game
	sure     bool // it is answered however many were before
	again    bool // it was told again of what is past
	pressed  int  // pieces of press
	trial    bool // it is only tried how it would be read
}

// newIncoming is a letter from a seat to a game at a position, before anything of it is taken in.
func newIncoming(s *gm.Step, p adjudicator.Position, seat *game.Seat, l letter.Letter, words parser.Letter) *incoming {
	page := writing.PageFor(s, p, seat)
	page.Receipt = &templates.Receipt{Subject: l.Subject}
	return &incoming{s: s, Letter: l, by: &l, words: words, seat: seat, reply: &page, r: page.Receipt}
}

// note tells the writer something of what the letter did.
func (in *incoming) note(texts ...string) { in.r.Notes = append(in.r.Notes, texts...) }

// fault tells the writer why a line of it was not taken.
func (in *incoming) fault(line, why string) {
	in.r.Faults = append(in.r.Faults, adjudicator.Fault{Line: line, Text: why})
}
