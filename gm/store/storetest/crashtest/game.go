package crashtest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"deaddrop/gm/store"
)

// The game: in each phase, a letter from each seat arrives (entry in/PHASE/SEAT), some of them twice. After the last
// one the deadline is due. It ends the phase (entry phase/PHASE, with the sum of all letters so far) and creates a
// letter to each seat (entry out/PHASE/SEAT) and a task to send it; then the letters of the next phase arrive.

const seats = 5

// state is the head of a game.
type state struct {
	Phase int
	In    [seats]bool
	Sum   uint64 // checksum of all letters
}

func (s state) all() bool { return s.In == [seats]bool{true, true, true, true, true} }

// encode returns s as the head of a game.
func (s state) encode() []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("crashtest: a state is not encoded: %v", err))
	}
	return b
}

func gameName(i int) string { return fmt.Sprintf("g%03d", i) }

// The keys of events, which are also the names of their tasks.
func inKey(phase, seat int) string  { return fmt.Sprintf("in/%d/%d", phase, seat) }
func outKey(phase, seat int) string { return fmt.Sprintf("out/%d/%d", phase, seat) }
func phaseKey(phase int) string     { return fmt.Sprintf("phase/%d", phase) }

// split parses a key: "in/3/1" gives in, 3, 1.
func split(key string) (what string, phase, seat int) {
	parts := append(strings.Split(key, "/"), "", "")
	phase, _ = strconv.Atoi(parts[1])
	seat, _ = strconv.Atoi(parts[2])
	return parts[0], phase, seat
}

// hash returns a pseudo-random number that depends on the words.
func hash(words ...any) uint64 {
	sum := sha256.Sum256(fmt.Append(nil, words...))
	return binary.BigEndian.Uint64(sum[:])
}

// worth returns what a letter adds to the sum.
func worth(game string, phase, seat int) uint64 { return hash(game, inKey(phase, seat)) % 1000 }

// body returns the text of an entry: some 1.5 KB for incoming letters, 3 KB for others, and all different.
func body(game, key string) []byte {
	size := 3000
	if strings.HasPrefix(key, "in/") {
		size = 1500
	}
	b := make([]byte, 0, size+32)
	for sum := sha256.Sum256([]byte(game + " " + key)); len(b) < size; sum = sha256.Sum256(sum[:]) {
		b = append(b, sum[:]...)
	}
	return b[:size]
}

// begin creates a game.
func begin(ctx context.Context, s store.Store, game string, now time.Time) error {
	_, err := s.Commit(ctx, game, store.Change{
		Head: state{Phase: 1}.encode(),
		Log:  []store.Entry{{Kind: "begin", Key: "begin", At: now, Body: body(game, "begin")}},
		Set:  comeIn(game, 1, now),
	})
	return err
}

// comeIn returns the tasks to receive the letters of a phase: one in five letters arrives twice.
func comeIn(game string, phase int, now time.Time) []store.Task {
	var set []store.Task
	for seat := range seats {
		key := inKey(phase, seat)
		set = append(set, store.Task{Name: key, Due: now})
		if hash(game, key, "twice")%5 == 0 {
			set = append(set, store.Task{Name: key + "/again", Due: now})
		}
	}
	return set
}

// receive returns the change by which a game receives a letter for the first time.
func receive(game string, g store.Game, phase, seat int, now time.Time) (store.Change, error) {
	s, err := decode(g)
	if err != nil {
		return store.Change{}, err
	}
	key := inKey(phase, seat)
	c := store.Change{Rev: g.Rev, Log: []store.Entry{{Kind: "in", Key: key, At: now, Body: body(game, key)}}}
	s.Sum += worth(game, phase, seat)
	if s.In[seat] = true; s.all() {
		c.Set = []store.Task{{Name: "deadline", Due: now, Body: strconv.AppendInt(nil, int64(phase), 10)}}
	}
	c.Head = s.encode()
	return c, nil
}

// resolve returns the change that ends the current phase of a game.
func resolve(game string, g store.Game, phase, phases int, now time.Time) (store.Change, error) {
	s, err := decode(g)
	if err != nil {
		return store.Change{}, err
	}
	c := store.Change{Rev: g.Rev, Head: state{Phase: phase + 1, Sum: s.Sum}.encode()}
	c.Log = []store.Entry{{Kind: "phase", Key: phaseKey(phase), At: now, Body: strconv.AppendUint(nil, s.Sum, 10)}}
	for seat := range seats {
		key := outKey(phase, seat)
		c.Log = append(c.Log, store.Entry{Kind: "out", Key: key, At: now, Body: body(game, key)})
		c.Set = append(c.Set, store.Task{Name: key, Due: now})
	}
	if phase < phases {
		c.Set = append(c.Set, comeIn(game, phase+1, now)...)
	}
	return c, nil
}

func decode(g store.Game) (s state, err error) {
	if err := json.Unmarshal(g.Head, &s); err != nil {
		return s, fmt.Errorf("the head at revision %d: %w", g.Rev, err)
	}
	return s, nil
}
