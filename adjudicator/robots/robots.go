// Package robots contains what the robots of all games have in common. They play by letters alone, as people do.
//
// Each game has a package robot, whose robots understand the game's letters and know how to play it. This package
// knows which letters need an answer, and what an answer must contain besides orders. Sending and receiving letters
// is up to the caller.
package robots

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// A Game is a title that robots can play, with functions for reporting on it.
type Game struct {
	Rules *adjudicator.Rules
	// New returns the robot for a seat. It is nil for a title without robots. After a number of game years, the robot
	// votes for a draw, if the title has draws.
	New func(seat string, luck *rand.Rand, years int) Player
	// Plain returns a robot for a seat that plays carelessly and thinks for no time, where many games are to be played
	// fast. It is nil if New does so.
	Plain func(seat string, luck *rand.Rand, years int) Player
	// By returns the game with robots that play by the edition of a view, and take nothing else from it. It is nil for
	// a title without editions.
	By func(adjudicator.View) Game
	// Votes returns the line by which a robot that plays among people votes in a phase, in answer to a question of a
	// kind; "" for none. It is nil for a title without votes.
	Votes func(phase, kind string) string
	// Sample reports whether the letter of a phase is a good example to show. first is the first seat.
	Sample func(seat, phase, first string) bool
	// Line describes the state of a game, from the game master's view.
	Line func(view []byte) (string, error)
	// Ending returns the result of a game, from a player's last letter.
	Ending func(last string) string
	// Round is the word for a phase in which no player has to write twice; "" if the title has none.
	Round string
}

// Plainly returns the game with the robots that think least.
func (g Game) Plainly() Game {
	if g.Plain != nil {
		g.New = g.Plain
	}
	if by := g.By; by != nil {
		g.By = func(v adjudicator.View) Game { return by(v).Plainly() }
	}
	return g
}

// WithBoards returns a game with editions. g has what does not depend on the edition. player returns the robot for a seat
// on a board, which thinks ahead or not; house returns the board of the house edition, for views without one.
func WithBoards[Board any](g Game, house func() *Board,
	player func(seat string, luck *rand.Rand, b *Board, ahead bool) Player) Game {
	var on func(board func() *Board) Game
	on = func(board func() *Board) Game {
		g := g
		g.New = func(seat string, luck *rand.Rand, _ int) Player { return player(seat, luck, board(), true) }
		g.Plain = func(seat string, luck *rand.Rand, _ int) Player { return player(seat, luck, board(), false) }
		g.By = func(v adjudicator.View) Game {
			b := v.(interface{ Board() *Board }).Board()
			return on(func() *Board { return cmp.Or(b, house()) })
		}
		return g
	}
	return on(house)
}

// OfTruth returns a function for [Game.Line] from one that describes the game master's view as the game decodes it.
func OfTruth[Truth any](line func(*Truth) string) func([]byte) (string, error) {
	return func(view []byte) (string, error) {
		truth := new(Truth)
		if err := json.Unmarshal(view, truth); err != nil {
			return "", err
		}
		return line(truth), nil
	}
}

// SecondYear is for [Game.Sample] of games with the phases "Year 2, 5th turn, Red".
func SecondYear(seat, phase, first string) bool {
	return seat == first && strings.HasPrefix(phase, "Year 2, ") && strings.HasSuffix(phase, " turn, "+seat)
}

// A Player plays a seat. It knows the board and the letter that it answers, and nothing else.
type Player interface {
	// Answer returns the lines of an answer to a letter. ok is false if it does not answer.
	Answer(letter string) (lines string, ok bool)
}

// A Writer writes a player's letters: it answers each question once, and sends READY once more if READY was not
// noted.
type Writer struct {
	Player
	Seat     string
	Answered int // number of the last question answered
	ready    int // number of the last question for which it sent READY once more
}

// Reply returns the answer to a letter that asks something new; ok is false if there is nothing to answer.
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
		if w.Answered == 0 { // it does not remember earlier answers
			text = "SET LETTERS FULL\n" + text
		}
	case number == w.Answered && number > w.ready && strings.Contains(letter, "READY was not noted"):
		w.ready, text = number, "READY\n" // refused orders are not sent again
	default:
		return "", false
	}
	w.Answered = number
	return text + "\n> " + headline + "\n", true // quoted as mail programs do, which shows which question is answered
}

// Luck returns the random source of a robot.
func Luck(seed uint64, seat string) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "%d %s", seed, seat))))
}
