// Package gate holds games to non-interference: two worlds that differ only in what a seat cannot know
// must give that seat the same letters, to the byte.
//
// It plays a game in two worlds at once, each with a game master and a store of its own, from letters in
// to mails out. One player, the watcher, is the same in both: they do what their own letters and view lead
// them to. The others order, amend, spy, write press, are late or silent, and in the second world they do it
// otherwise, as far as the rules give the watcher nothing to see of it. What that is the gate asks Knows,
// before a turn is played, with the rules alone and no game master. Then all that the watcher gets must be
// the same: how many mails, when each was sent, its header, subject, text and length.
//
// The package is for tests. It knows no title, and is not in charge of what the rules may tell: that
// is Knows' business, which for a title with secrets is best a model that shares no code with its rules.
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
	"deaddrop/gm/post"
	"deaddrop/templates"
)

// A Gate is how one title is put through non-interference.
type Gate struct {
	Rules  *adjudicator.Rules
	Config adjudicator.Config // options that it does not give are drawn for each pair of worlds
	Words  *templates.Set
	Draw   *post.Draftsman // of maps; nil: letters have none
	Turns  int             // after so many a pair of games is left; 0: each is played to its end

	// Player answers a request at random, in words that may be wrong, given nothing but its view.
	Player func(v adjudicator.View, req adjudicator.Request, r *rand.Rand) string

	// Watcher chooses who watches, by the game master's view. Nil: any seat.
	Watcher func(truth adjudicator.View, r *rand.Rand) adjudicator.Seat

	// Twin makes of the first position another one that the watcher can't tell from it, for the second world, and says
	// whose part each seat plays there. Nil: the worlds begin alike.
	Twin func(p adjudicator.Position, watcher adjudicator.Seat,
		r *rand.Rand) (adjudicator.Position, map[adjudicator.Seat]adjudicator.Seat)

	// Knows is what the rules give a seat of a turn. Nil: what they do give it, as they are: its view afterwards and an
	// observer's, what it was told, what it is asked, and who is asked aside, as a model must have it, too. Then the
	// gate finds what the game master gives away, and not what the rules do.
	Knows func(Turn, adjudicator.Seat) string

	// Discloses says that the last letters of a game show what was secret. Of those only the headers are compared.
	Discloses bool

	// Apart is in how much two worlds differ, by the game master's views. Nil: in how many lines of their JSON.
	Apart func(one, other adjudicator.View) int

	// Deadlines has turns end at their deadlines only: for rules that put questions for whose answers nobody waits, so
	// that a turn might else be over before all have written what the gate has them write.
	Deadlines bool

	// Dry leaves the game masters and their letters out, and compares what the rules tell the watcher: many more turns
	// in the same time.
	Dry bool

	// Alter changes a world before its game begins: so a test plants a leak, to see that the gate finds it.
	Alter func(*World)
}

// A Leak is what the watcher can tell two worlds by.
type Leak struct {
	Seed    uint64
	Turn    int
	Phase   string
	Watcher adjudicator.Seat
	What    string // "letter 12", "their view"
	Lines   string // of both, with - and + before those that differ
	Secrets string // in what the worlds differ, and may
}

func (l *Leak) Error() string {
	return fmt.Sprintf("seed %d, turn %d (%s): %s can tell two worlds by %s:\n%s\nThe worlds differ so:\n%s",
		l.Seed, l.Turn, l.Phase, l.Watcher, l.What, l.Lines, l.Secrets)
}

// A Tally says how much was compared, so that a gate can't pass by comparing what is the same anyway.
type Tally struct {
	Pairs  int // of worlds
	Turns  int // that were compared
	Apart  int // turns after which the positions differed
	Things int // in how much they did, all in all
	Acts   int // turns in which the others did not do the same
	Events int // letters to the game masters, and their own acts
	Open   int // letters with orders of which something was left open
	Mails  int // compared
	Alike  int // pairs that were left early, since the watcher would have seen every difference that was tried
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
	a.Alike += b.Alike
}

// Share is how many of a hundred turns ended in positions that differ.
func (a Tally) Share() int { return 100 * a.Apart / max(1, a.Turns) }

func (a Tally) String() string {
	return fmt.Sprintf("%d pairs of worlds, %d turns: in %d the others did not do the same, after %d (%d%%) the "+
		"positions differed, by %.1f things; %d letters and acts, %d of them left something open, %d mails compared; "+
		"%d pairs left early",
		a.Pairs, a.Turns, a.Acts, a.Apart, a.Share(), float64(a.Things)/float64(max(1, a.Apart)), a.Events, a.Open,
		a.Mails, a.Alike)
}

// Run compares at least so many turns, in as many pairs of worlds as that takes, of the seeds from first on. It
// ends with the first leak.
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

// A runner plays pairs of worlds for several goroutines.
type runner struct {
	Gate
	ctx   context.Context
	dir   string
	turns int // to compare

	mu   sync.Mutex
	next uint64 // seed
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
			err = errors.Join(err, os.RemoveAll(dir)) // thousands of them would fill a disk
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

// Play plays the pair of worlds of one seed, which is always the same, with its stores in dir. What the watcher
// gets in the first world is written to w. Its error is a [*Leak], or says what is wrong with the gate itself.
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

// begun is when every game begins.
var begun = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
