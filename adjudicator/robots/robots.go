// Package robots is what the robots of all games have in common: they play by letters alone, as people do.
//
// A robot is part of its game, in the package robot below it: that one reads the letters of the game, and knows how to
// play it. This package knows which letters want an answer and what surrounds the lines of one. It is not in charge of
// how letters come and go.
package robots

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// A Game is a title as robots play it, with what somebody who watches them is told.
type Game struct {
	Rules *adjudicator.Rules
	// New returns the robot of a seat; nil for a title that no robot plays. After years game years the robot votes for a
	// draw, if the title has that.
	New func(seat string, luck *rand.Rand, years int) Player
	// Sample reports whether the letter of a phase is a good example. first is the first seat.
	Sample func(seat, phase, first string) bool
	// Line says how a game stands, from the game master's view.
	Line func(view []byte) (string, error)
	// Ending is the result of a game, from a player's last letter.
	Ending func(last string) string
	// Round is what a phase is called in which no player has to write twice, "" if the title has none.
	Round string
}

// A Player plays a seat. Other than its board it knows only its last letter.
type Player interface {
	// Answer returns the lines of an answer to a letter that wants one. ok is false if it is not answered.
	Answer(letter string) (lines string, ok bool)
}

// A Writer writes a player's letters: it answers each question once, and says READY once more where that was not noted.
type Writer struct {
	Player
	Seat     string
	Answered int // the number of the last question
	ready    int // and of the last for which it said READY once more
}

// Reply returns the answer to a letter that asks something new, and reports whether there is one.
func (w *Writer) Reply(letter string) (text string, ok bool) {
	tags := parser.Read("", letter).Tags
	if len(tags) == 0 {
		return "", false
	}
	headline, _ := parser.Headline(letter)
	number := tags[0].Question
	switch {
	case number > w.Answered && strings.Contains(letter, "\nWanted: "):
		lines, ok := w.Answer(letter)
		if !ok {
			return "", false
		}
		text = lines + "\nREADY\n-- \nThe " + w.Seat + " robot\n"
		if w.Answered == 0 { // it remembers nothing
			text = "SET LETTERS FULL\n" + text
		}
	case number == w.Answered && number > w.ready && strings.Contains(letter, "READY was not noted"):
		w.ready, text = number, "READY\n" // what was refused is not sent again
	default:
		return "", false
	}
	w.Answered = number
	return text + "\n> " + headline + "\n", true // as mail programs quote: it says which question is answered
}

// Luck is the luck of a robot.
func Luck(seed uint64, seat string) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, seat))))
}
