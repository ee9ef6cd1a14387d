// Package load plays many games at once on one store, by letter and with a simulated clock. It measures what a store
// and its machines can handle, and shows that games take the same course whichever worker does the work. It simulates
// players, time and letters in transit; a [Crew] of workers runs the games, in this process or in others that may be
// killed at any moment. It knows no rules and no engine of a store: callers provide players and stores.
//
// The same seed gives the same games, letter for letter, with any crew. To ensure this, the clock stands still until
// nothing is due, then the players answer their letters, those of one game one after another in the order of its
// seats, and then the clock advances by half a day. The tasks of a killed worker are due again two milliseconds
// later; letters show minutes and logs seconds, so games don't notice.
//
// The second part of the package is [Site.Need], which extrapolates from the measurements what a site with a given
// number of games needs.
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
	// Reply returns the answer to a letter; writes reports whether there is one. It is called once for each letter,
	// in the order in which they were written.
	Reply(letter string) (text string, writes bool)
}

// A Game is a game that is to be played. Its deadlines should be at [NoonAt], and each turn should last at least a
// day.
type Game struct {
	Plan    desk.Plan // plan of the game, in which each of Players has a seat and an address of their own
	Players []Player  // players in the order of Plan.Players
}

// NoonAt is the time of day, in UTC, at which deadlines should be: between the letters of two rounds.
const NoonAt = "12:00"

// Retake is the value that workers must use for Master.LeaseTimeout.
const Retake = time.Millisecond

// Domain is the domain of all addresses. It is reserved by RFC 2606.
const Domain = "load.invalid"

// Options configure a run. Games, Crew and Now are required.
type Options struct {
	Games []Game
	Crew  Crew
	Now   func() time.Time // the real clock, for measurements

	// Turns is the number of reports after which the game master ends a game; 0 to play games to their end.
	Turns int
	Kill  time.Duration // interval at which a worker is killed, if the crew is Mortal; 0 for never
	Luck  *rand.Rand    // chooses which worker is killed; required with Kill

	// Twice passes each letter to two workers at once, as happens when a mail server does not get a reply.
	Twice bool

	// Hand, if set, is called with each letter to the game master, and may change or lose it. It is for tests.
	Hand func(game string, l *letter.Letter) (lost bool)

	// Tell, if set, is called at intervals during the run.
	Tell  func(Progress)
	Every time.Duration

	// Chronicle, if set, gets the chronicle of each game at the end of the run.
	Chronicle func(game, text string) error
}

// Progress says how far a run has come.
type Progress struct {
	Took                        time.Duration
	Games, Over, Turns, In, Out int
}

// Run plays the games to their end and returns the measurements, which are incomplete if ctx ends first. It returns
// an error if a store or a process fails, if games make no progress, or if a letter was lost.
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

// epoch is the simulated time at which a run begins.
var epoch = time.Date(2030, time.January, 1, 0, 0, 0, 0, time.UTC)

// The schedule of a round: times since its beginning, unless noted otherwise.
const (
	round = 12 * time.Hour
	// first everything due is done, including the deadlines at NoonAt
	aMoment  = time.Second
	soon     = 2*time.Minute + time.Second   // then everything that was put off briefly, such as reminders
	ending   = 3 * time.Minute               // then games that have lasted long enough are ended
	answers  = 11*time.Hour + 30*time.Minute // then players answer
	lagStep  = 2 * Retake                    // how long until the tasks of a killed worker are due again
	patience = 40                            // number of rounds without a letter after which a run fails
)

// play plays all games to their end.
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
