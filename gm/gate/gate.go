// Package gate tests games for non-interference: two worlds that differ only in what a seat cannot know must give
// that seat the same letters, byte for byte.
//
// It plays a game in two worlds, each with its own game master and store, from incoming letters to outgoing mails.
// One player, the watcher, is the same in both and acts only on their own letters and view. The others order, amend,
// spy, write press, are late or silent; in the second world they do it differently, as far as the rules let the
// watcher see nothing of it. What the watcher may see is determined by Knows before a turn is played, with the rules
// alone. After the turn, everything that the watcher gets must be equal: the number of mails, and the time, header,
// subject, text and length of each.
//
// The package is for tests. It knows no title. Knows decides what the rules may reveal; for a title with secrets it
// is best a model that shares no code with the rules.
package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/robots"
	"deaddrop/gm"
	"deaddrop/gm/pages"
	"deaddrop/gm/post"
	"deaddrop/templates"
)

// A Gate configures the non-interference test of a title.
type Gate struct {
	Rules  *adjudicator.Rules
	Config adjudicator.Config // options that are not set here are chosen at random for each pair of worlds
	Words  *templates.Set
	Draw   *post.Draftsman // draws maps; nil if letters have none
	Turns  int             // number of turns after which a pair of games is abandoned; 0 to play games to their end

	// Player returns a random answer to a request, possibly with mistakes, from the view alone.
	Player func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string

	// Suppose returns words that may follow SUPPOSE in a letter, or WHY. It may be nil.
	Suppose func(v adjudicator.View, r *rand.Rand) string

	// Tries lists the kinds of questions whose answers can be tried. A long run must have tried each.
	Tries []string

	// Watcher chooses the watcher from the game master's view. If it is nil, any seat may be the watcher.
	Watcher func(truth adjudicator.View, r *rand.Rand) adjudicator.Seat

	// Twin derives another initial position for the second world, which the watcher can't distinguish from the first,
	// and says whose part each seat plays there. If it is nil, both worlds begin alike.
	Twin func(p adjudicator.Position, watcher adjudicator.Seat,
		r *rand.Rand) (adjudicator.Position, map[adjudicator.Seat]adjudicator.Seat)

	// Knows returns what the rules let a seat know about a turn. If it is nil, that is what the rules really reveal:
	// the seat's and an observer's view afterwards, what the seat was told and is asked, and who is asked within the
	// turn. The gate then finds leaks of the game master, but not of the rules.
	Knows func(Turn, adjudicator.Seat) string

	// Discloses says that the last letters of a game reveal secrets, so that only their headers are compared.
	Discloses bool

	// Apart returns how far two worlds differ, by the game masters' views. If it is nil, the gate counts the JSON
	// lines that differ.
	Apart func(one, other adjudicator.View) int

	// Robots are the robots of the title. In some pairs of worlds one of them plays the watcher's seat: then what it files
	// must be equal, and when. In others, robots take over seats of others for a while. Nil: everybody is a person.
	Robots *robots.Game

	// Deadlines makes turns end only at their deadlines. It is for rules with questions that need no answer:
	// otherwise a turn might end before everybody has written the letters that the gate has planned.
	Deadlines bool

	// Dry leaves out the game masters and their letters, and only compares what the rules tell the watcher. Many more
	// turns can be played in the same time.
	Dry bool

	// Pages returns the public pages of a world's game. Nil: those of package pages, with the data of pictures in place
	// of what is drawn of it. Tests have it leak, to see that the gate finds that.
	Pages func(ctx context.Context, m *gm.Master, game string) (pages.Files, error)

	// Alter changes a world before its game begins. Tests use it to plant leaks that the gate must find.
	Alter func(*World)
}

// A Leak is a difference by which the watcher can distinguish two worlds.
type Leak struct {
	Seed    uint64
	Turn    int
	Phase   string
	Watcher adjudicator.Seat
	What    string // what differs, such as "letter 12" or "their view"
	Lines   string // lines of both texts, with - and + before those that differ
	Secrets string // the secrets in which the worlds differ, and may differ
}

func (l *Leak) Error() string {
	return fmt.Sprintf("seed %d, turn %d (%s): %s can tell two worlds by %s:\n%s\nThe worlds differ so:\n%s",
		l.Seed, l.Turn, l.Phase, l.Watcher, l.What, l.Lines, l.Secrets)
}

// A Tally counts what was compared, to show that a passed gate means something.
type Tally struct {
	Pairs  int // pairs of worlds
	Turns  int // turns that were compared
	Apart  int // turns after which the positions differed
	Things int // total of the differences after these turns
	Acts   int // turns in which the other players acted differently
	Events int // letters to the game masters, and the game masters' own acts
	Open   int // letters with orders that left something unresolved
	Mails  int // mails that were compared
	Robots int // number of robots' answers that were compared
	Alike  int // pairs given up early, since the watcher would have noticed every difference that was tried

	Tried map[string]int // trials of which something was said, by the kind of question
}

// tries counts a trial of which something was said.
func (a *Tally) tries(kind string, n int) {
	if a.Tried == nil {
		a.Tried = map[string]int{}
	}
	a.Tried[kind] += n
}

func (a *Tally) add(b Tally) {
	a.Pairs += b.Pairs
	a.Turns += b.Turns
	a.Apart += b.Apart
	a.Things += b.Things
	a.Acts += b.Acts
	a.Events += b.Events
	a.Open += b.Open
	a.Mails += b.Mails
	a.Robots += b.Robots
	a.Alike += b.Alike
	for kind, n := range b.Tried {
		a.tries(kind, n)
	}
}

// Share returns the percentage of turns after which the positions differed.
func (a Tally) Share() int { return 100 * a.Apart / max(1, a.Turns) }

func (a Tally) String() string {
	return fmt.Sprintf("%d pairs of worlds, %d turns: in %d the others did not do the same, after %d (%d%%) the "+
		"positions differed, by %.1f things; %d letters and acts, %d of them left something open, %d mails and %d "+
		"answers of robots compared; %d pairs left early; orders tried: %v",
		a.Pairs, a.Turns, a.Acts, a.Apart, a.Share(), float64(a.Things)/float64(max(1, a.Apart)), a.Events, a.Open,
		a.Mails, a.Robots, a.Alike, a.Tried)
}

// Run compares at least the given number of turns, in as many pairs of worlds as necessary, with seeds from first on.
// It stops at the first leak.
func (g Gate) Run(t testing.TB, first uint64, turns int) Tally {
	t.Helper()
	r := runner{Gate: g, ctx: t.Context(), dir: t.TempDir(), next: first, turns: turns}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(r.run)
	}
	workers.Wait()
	if r.err != nil {
		t.Fatal(r.err)
	}
	return r.all
}

// A runner plays pairs of worlds in several goroutines.
type runner struct {
	Gate
	ctx   context.Context
	dir   string
	turns int // number of turns to compare

	mu   sync.Mutex
	next uint64 // the next seed
	all  Tally
	err  error
}

func (r *runner) run() {
	for {
		r.mu.Lock()
		seed, done := r.next, r.all.Turns >= r.turns || r.err != nil
		r.next++
		r.mu.Unlock()
		if done {
			return
		}
		dir := filepath.Join(r.dir, strconv.FormatUint(seed, 10))
		err := os.Mkdir(dir, 0o700)
		var tally Tally
		if err == nil {
			tally, err = r.Play(r.ctx, dir, seed, io.Discard)
			err = errors.Join(err, os.RemoveAll(dir)) // thousands of stores would fill the disk
		}
		r.mu.Lock()
		r.all.add(tally)
		if err == nil && r.all.Pairs > 10*(1+r.all.Turns) {
			err = fmt.Errorf("whatever others do, the watcher sees it: %v", r.all)
		}
		if r.err == nil {
			r.err = err
		}
		r.mu.Unlock()
	}
}

// Play plays the pair of worlds of a seed, reproducibly, with its stores in dir. It writes the watcher's letters in
// the first world to w. The error is a [*Leak] if the watcher can distinguish the worlds; any other error is a fault
// of the gate itself.
func (g Gate) Play(ctx context.Context, dir string, seed uint64, w io.Writer) (Tally, error) {
	p, err := g.pair(ctx, dir, seed)
	if err != nil {
		return Tally{}, fmt.Errorf("seed %d: %w", seed, err)
	}
	p.tally.Pairs = 1
	err = p.play()
	for _, m := range p.worlds[0].mails {
		fmt.Fprintln(w, m)
	}
	p.tally.Mails = len(p.worlds[0].mails)
	return p.tally, errors.Join(err, p.close())
}

// begun is the time at which every game begins.
var begun = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
