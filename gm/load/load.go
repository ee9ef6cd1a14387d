// Package load plays many games at once on one store, by letter and on a clock of its own: it measures what a store and
// its machines can bear, and shows that games go the same way whoever does the work. It has the players, the time and
// the letters in flight; games are moved by a [Crew] of workers, in this process or in others that may be killed at any
// moment. It knows no rules and no engine of a store: players and stores are handed in.
//
// The same seed gives the same games, letter for letter, whatever the crew. For that the clock stands still until
// nothing is due any more, then the players answer what has come to them, those of one game one after another in the
// order of its seats, and then the clock moves on by half a day. What a worker had in hand when it was killed is due
// again two milliseconds later; letters tell times by the minute and logs by the second, so that no game can see it.
//
// [Site.Need] is the other half: from what was measured it reckons what a site of so many games needs.
package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"deaddrop/gm/desk"
	"deaddrop/gm/letter"
)

// A Player writes the letters of a seat.
type Player interface {
	// Reply is the answer to a letter that has come, and says whether there is one. It is asked about each letter once,
	// in the order in which they were written.
	Reply(letter string) (text string, writes bool)
}

// A Game is one to be played. Its clock should set deadlines at [NoonAt], and give at least a day.
type Game struct {
	Plan    desk.Plan // each of Players has a seat and an address of its own
	Players []Player  // of Plan.Players, in their order
}

// NoonAt is the time of day at which deadlines should fall, by UTC: each has its place between the letters of two
// rounds then.
const NoonAt = "12:00"

// Retake is the Master.Retake that workers have to have.
const Retake = time.Millisecond

// Domain is that of all addresses: nobody's, by RFC 2606.
const Domain = "load.invalid"

// Options are of one run. Games, Crew and Now have to be there.
type Options struct {
	Games []Game
	Crew  Crew
	Now   func() time.Time // the real clock, for what is measured

	// after so many reports a game is ended by its game master; 0: it goes on until it ends by itself
	Turns int
	Kill  time.Duration // how often a worker is killed, of a crew that can be; 0: never
	Luck  *rand.Rand    // which one; needed with Kill

	// Twice has each letter handed to two workers at once, as when a mail server did not hear that it was taken.
	Twice bool

	// Hand may change a letter on its way to the game master, or lose it. For tests of what depends on that. Nil: none
	// is.
	Hand func(game string, l *letter.Letter) (lost bool)

	// Tell is called every so often while the games go on. Nil: it is not.
	Tell  func(Progress)
	Every time.Duration

	// Chronicle gets the whole of each game when all are over. Nil: nobody does.
	Chronicle func(game, text string) error
}

// Progress is how far a run is.
type Progress struct {
	Took                        time.Duration
	Games, Over, Turns, In, Out int
}

// Run plays the games to their end, and returns what was measured, up to then if ctx ends before. Its error is an
// operator's (the store, a process) or says that the games don't go on, or that a letter went astray.
func Run(ctx context.Context, o Options) (Figures, error) {
	c := newConductor(o)
	began := o.Now()
	silence := c.tell(began)
	err := c.play(ctx)
	silence()
	c.figures.Left = c.left()
	c.figures.Wall = o.Now().Sub(began).Seconds()
	if err == nil && o.Chronicle != nil {
		err = c.chronicles(ctx)
	}
	cpu, failed := o.Crew.Close()
	c.figures.CPU = cpu.Seconds()
	c.figures.sum(c.took)
	return c.figures, errors.Join(err, failed)
}

// The clock of a run: when it begins, and what happens when in each of its rounds.
var epoch = time.Date(2030, time.January, 1, 0, 0, 0, 0, time.UTC)

const (
	round = 12 * time.Hour
	// after the beginning of a round what is due is done, deadlines at NoonAt among it
	aMoment  = time.Second
	soon     = 2*time.Minute + time.Second   // and then what was put off by moments, such as reminders
	ending   = 3 * time.Minute               // games that have lasted long enough are ended
	answers  = 11*time.Hour + 30*time.Minute // players answer
	lagStep  = 2 * Retake                    // what a dead worker had in hand is due again
	patience = 40                            // rounds without a letter
)

// play has all games played to their end.
func (c *conductor) play(ctx context.Context) error {
	err := c.each(ctx, func(t *table) error {
		_, err := c.job(ctx, Job{Do: DoNew, At: epoch, Plan: &t.Plan})
		return err
	})
	if err != nil {
		return fmt.Errorf("beginning the games: %w", err)
	}
	calm := c.unrest(ctx)
	defer calm()
	for at, quiet := epoch, 0; ; at = at.Add(round) {
		before := c.figures.Out
		for _, moment := range []time.Duration{aMoment, soon} {
			if err := c.drain(ctx, at.Add(moment)); err != nil {
				return err
			}
		}
		if err := c.closeLong(ctx, at.Add(ending)); err != nil {
			return err
		}
		if c.over() {
			return c.drain(ctx, at.Add(round))
		}
		if quiet++; c.figures.Out > before {
			quiet = 0
		}
		if quiet > patience {
			return fmt.Errorf("nothing has happened for %d rounds, and %d games are not over, %s among them",
				patience, c.left(), c.anyLeft())
		}
		if err := c.answer(ctx, at.Add(answers)); err != nil {
			return err
		}
	}
}
