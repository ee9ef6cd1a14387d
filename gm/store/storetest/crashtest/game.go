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

// The game: in each phase, a letter of each seat comes in (the entry in/PHASE/SEAT), some of them twice. With the last
// one, the deadline is now. It ends the phase (the entry phase/PHASE, with the sum of all letters so far) and has a
// letter for each seat (the entry out/PHASE/SEAT), which is to be sent, and the letters of the next phase come in.

const seats = 5

// state is the head of a game.
type state struct {
	Phase int
	In    [seats]bool
	Sum   uint64 // of all letters
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

// What happens, and its key in the log and the name of its task.
func inKey(phase, seat int) string  { return fmt.Sprintf("in/%d/%d", phase, seat) }
func outKey(phase, seat int) string { return fmt.Sprintf("out/%d/%d", phase, seat) }
func phaseKey(phase int) string     { return fmt.Sprintf("phase/%d", phase) }

// split reads a key: "in/3/1" is in, 3, 1.
func split(key string) (what string, phase, seat int) {
	parts := append(strings.Split(key, "/"), "", "")
	phase, _ = strconv.Atoi(parts[1])
	seat, _ = strconv.Atoi(parts[2])
	return parts[0], phase, seat
}

// hash is a number that looks like chance.
func hash(words ...any) uint64 {
	sum := sha256.Sum256(fmt.Append(nil, words...))
	return binary.BigEndian.Uint64(sum[:])
}

// worth is what a letter adds to the sum.
func worth(game string, phase, seat int) uint64 { return hash(game, inKey(phase, seat)) % 1000 }

// body is the text of an entry: letters in have some 1.5 KB, others 3 KB, and no two the same.
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

// begin makes a game.
func begin(ctx context.Context, s store.Store, game string, now time.Time) error {
	_, err := s.Commit(ctx, game, store.Change{
		Head: state{Phase: 1}.encode(),
		Log:  []store.Entry{{Kind: "begin", Key: "begin", At: now, Body: body(game, "begin")}},
		Set:  comeIn(game, 1, now),
	})
	return err
}

// comeIn returns the letters of a phase that are coming in: one in five comes twice.
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

// receive returns what a letter does to a game that it was not in yet.
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

// resolve returns what the end of a phase does to a game that is in it.
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
