package crashtest

import (
	"bytes"
	"context"
	"strconv"

	"deaddrop/gm/store"
)

// Check opens the store and fails the test if an acknowledged entry is missing, anything happened twice, or anything
// impossible happened. With complete, the games must have ended, too, few letters may have been sent twice, and, if
// nothing was disturbed, no worker may have got an error. All workers must be dead.
func (c *Crash) Check(complete bool) Report {
	c.t.Helper()
	c.look()
	s := c.open()
	k := &checker{Crash: c, s: s, complete: complete}
	for i := range c.o.Games {
		k.game(gameName(i))
	}
	if err := s.Close(); err != nil {
		c.t.Errorf("closing the store: %v", err)
	}
	k.world()
	return c.report
}

// checker counts faults and reports the first ones.
type checker struct {
	*Crash
	s        store.Store
	complete bool
	faults   int
}

// enough is the largest number of faults that are reported.
const enough = 20

func (k *checker) fault(format string, args ...any) {
	k.t.Helper()
	if k.faults++; k.faults <= enough {
		k.t.Errorf(format, args...)
	}
}

func (k *checker) lost(format string, args ...any) {
	k.t.Helper()
	k.report.Lost++
	k.fault("lost: "+format, args...)
}

func (k *checker) doubled(format string, args ...any) {
	k.t.Helper()
	k.report.Doubled++
	k.fault("twice: "+format, args...)
}

// game replays a game.
func (k *checker) game(game string) {
	k.t.Helper()
	ctx := context.Background()
	g, err := k.s.Load(ctx, game)
	if err != nil {
		k.fault("%s: %v", game, err)
		return
	}
	var keys []string // the key of entry n is at n-1
	seen := map[string]bool{}
	now := state{Phase: 1}
	for e, err := range k.s.Log(ctx, game, 1) {
		if err != nil {
			k.fault("%s: %v", game, err)
			break
		}
		if keys = append(keys, e.Key); e.Seq != uint64(len(keys)) {
			k.lost("%s: entry %d follows entry %d", game, e.Seq, len(keys)-1)
		}
		if seen[e.Key] {
			k.doubled("%s: %s", game, e.Key)
			continue
		}
		seen[e.Key] = true
		k.step(game, &now, e)
	}
	k.report.Entries += len(keys)
	if g.Next != uint64(len(keys))+1 || !bytes.Equal(g.Head, now.encode()) {
		k.fault("%s: the game is at %d with %s, but its log at %d with %s", game, g.Next, g.Head,
			len(keys)+1, now.encode())
	}
	for _, a := range k.acked[game] {
		if a.seq > uint64(len(keys)) || keys[a.seq-1] != a.key {
			k.lost("%s: entry %d, %s, was acknowledged", game, a.seq, a.key)
		}
	}
	k.report.Acknowledged += len(k.acked[game])
	if want := 1 + k.o.Phases*(2*seats+1); k.complete && len(seen) < want {
		k.lost("%s has %d entries of %d", game, len(seen), want)
	}
}

// step applies one entry of the log to a game, and reports a fault if it is impossible.
func (k *checker) step(game string, s *state, e store.Entry) {
	k.t.Helper()
	what, phase, seat := split(e.Key)
	want := body(game, e.Key)
	switch what {
	case "in":
		if phase != s.Phase || seat >= seats {
			k.fault("%s: %s in phase %d", game, e.Key, s.Phase)
			return
		}
		s.In[seat] = true
		s.Sum += worth(game, phase, seat)
	case "phase":
		if phase != s.Phase || !s.all() {
			k.fault("%s: %s in phase %d with letters of %v", game, e.Key, s.Phase, s.In)
		}
		want = strconv.AppendUint(nil, s.Sum, 10)
		*s = state{Phase: phase + 1, Sum: s.Sum}
	case "out":
		if phase != s.Phase-1 {
			k.fault("%s: %s in phase %d", game, e.Key, s.Phase)
		}
	}
	if !bytes.Equal(e.Body, want) {
		k.fault("%s: %s is not what was written", game, e.Key)
	}
}

// world checks the letters that were sent, the tasks that were taken, and the errors of the workers.
func (k *checker) world() {
	k.t.Helper()
	k.mu.Lock()
	defer k.mu.Unlock()
	r := &k.report
	for letter, n := range k.sent {
		r.Sent++
		r.Copies += n - 1
		if what, phase, seat := split(letter[len(gameName(0))+1:]); what != "out" || phase > k.o.Phases ||
			seat >= seats {
			k.fault("%s was sent, which was never written", letter)
		}
	}
	for take, n := range k.takes {
		if n > 1 {
			k.doubled("task taken: %s", take)
		}
	}
	r.Late, r.Troubles = k.late, len(k.troubles)
	// With each death or disturbance, and at the end, each line of work may leave one letter that was sent and not
	// settled, or sent late without a report.
	deaths := r.Kills*k.o.Lines + (r.Disturbed+1)*k.o.Lines*k.o.Processes
	if k.complete && r.Copies > deaths+r.Late {
		k.fault("%d letters were sent once more, with at most %d under way when somebody died", r.Copies, deaths)
	}
	if k.complete && len(k.o.Disturb) == 0 {
		for _, what := range k.troubles {
			k.fault("%s", what)
		}
	}
	if k.faults > enough {
		k.t.Errorf("and %d more", k.faults-enough)
	}
}
