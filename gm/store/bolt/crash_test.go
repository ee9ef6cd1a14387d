package bolt_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
)

// crashFile is the environment variable that makes the test binary the program
// that TestCrash kills, and names the file that it writes to.
const crashFile = "BOLT_TEST_CRASH_FILE"

const crashGames = 3

func TestMain(m *testing.M) {
	if path := os.Getenv(crashFile); path != "" {
		if err := commitForEver(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// commitForEver commits to some games at once and prints what was acknowledged, as
// "c GAME REV" for a commit and "t GAME TRIES" for a task that was taken.
func commitForEver(path string) error {
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	ended := make(chan error)
	for i := range crashGames {
		go func() { ended <- commitTo(db, fmt.Sprint("g", i)) }()
	}
	go func() { ended <- takeFrom(db) }()
	return <-ended
}

func commitTo(db *bolt.DB, game string) error {
	ctx := context.Background()
	for {
		g, err := db.Load(ctx, game)
		if err != nil {
			return err
		}
		rev, err := db.Commit(ctx, game, crashChange(g.Rev))
		if err != nil {
			return err
		}
		fmt.Printf("c %s %d\n", game, rev)
	}
}

// crashChange is what is committed at that revision. The first sets the task that
// lives for ever and is only taken.
func crashChange(rev uint64) store.Change {
	c := store.Change{Rev: rev, Head: fmt.Append(nil, rev+1), Set: []store.Task{
		{Name: fmt.Sprint("t", rev%7), Due: at(int(rev)), Body: make([]byte, 100*(rev%50))},
	}, Done: []string{fmt.Sprint("t", (rev+3)%7)}}
	if rev == 0 {
		c.Set = append(c.Set, store.Task{Name: "taken", Due: at(-1000)})
	}
	for i := range 2 {
		c.Log = append(c.Log, store.Entry{Key: fmt.Sprint(rev+1, "/", i), Body: make([]byte, 1000*(rev%10))})
	}
	return c
}

func takeFrom(db *bolt.DB) error {
	ctx := context.Background()
	for {
		tasks, err := db.Take(ctx, at(-1000), at(-999), crashGames)
		if err != nil {
			return err
		}
		for _, k := range tasks {
			fmt.Printf("t %s %d\n", k.Game, k.Tries)
			if err := db.Settle(ctx, k, at(-1000)); err != nil {
				return err
			}
		}
	}
}

// TestCrash kills a program that writes, several times over, and finds all that it
// was told.
func TestCrash(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	path := filepath.Join(t.TempDir(), "games")
	acked := map[string]uint64{}
	for round := range 5 {
		kill(t, path, time.Duration(30+45*round)*time.Millisecond, acked)
		survived(t, path, acked)
	}
	if acked["c g0"] < 20 || acked["c g2"] < 20 || acked["t g0"] == 0 {
		t.Errorf("little was done: %v", acked)
	}
	t.Log(acked)
}

// kill starts the program, lets it run for a while after its first
// acknowledgement, kills it, and adds all it was told to acked.
func kill(t *testing.T, path string, after time.Duration, acked map[string]uint64) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), crashFile+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for first := true; lines.Scan(); first = false {
		if first {
			time.AfterFunc(after, func() { child.Process.Kill() })
		}
		var what, game string
		var n uint64
		if k, _ := fmt.Sscan(lines.Text(), &what, &game, &n); k == 3 && strings.HasPrefix(game, "g") {
			acked[what+" "+game] = max(acked[what+" "+game], n)
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.Exited() {
		t.Fatalf("it was not killed but ended: %v", err)
	}
}

// survived opens the file and says that all that was acknowledged is in it, and
// nothing by halves.
func survived(t *testing.T, path string, acked map[string]uint64) {
	t.Helper()
	db, err := bolt.Open(path, bolt.Options{Check: true})
	if err != nil {
		t.Fatal(err)
	}
	tries := taken(t, db)
	for i := range crashGames {
		game := fmt.Sprint("g", i)
		g, err := db.Load(t.Context(), game)
		if err != nil || g.Rev < acked["c "+game] || string(g.Head) != fmt.Sprint(g.Rev) || g.Next != 2*g.Rev+1 {
			t.Errorf("%s is %d %d %q, %v; revision %d was acknowledged", game, g.Rev, g.Next, g.Head, err, acked["c "+game])
		}
		seq := uint64(0)
		for e, err := range db.Log(t.Context(), game, 1) {
			if seq++; err != nil || e.Seq != seq || e.Key != fmt.Sprint((seq+1)/2, "/", (seq+1)%2) {
				t.Fatalf("%s: entry %d is %d, %q, %v", game, seq, e.Seq, e.Key, err)
			}
		}
		if _, ok := tries[game]; !ok && g.Rev > 0 {
			t.Errorf("%s has lost its task", game)
		}
		if seq != 2*g.Rev {
			t.Errorf("%s: %d entries at revision %d", game, seq, g.Rev)
		}
	}
	for game, n := range tries {
		if n <= acked["t "+game] {
			t.Errorf("%s: take %d was acknowledged, but this is the %dth", game, acked["t "+game], n)
		}
		acked["t "+game] = n
	}
	closeDB(t, db)
}

// taken takes the tasks that are only taken, held or not, gives them back, and
// returns each game's Tries.
func taken(t *testing.T, db *bolt.DB) map[string]uint64 {
	t.Helper()
	tasks, err := db.Take(t.Context(), at(-999), at(-998), 100)
	if err != nil {
		t.Fatal(err)
	}
	tries := map[string]uint64{}
	for _, k := range tasks {
		tries[k.Game] = uint64(k.Tries)
		if err := db.Settle(t.Context(), k, at(-1000)); err != nil {
			t.Fatal(err)
		}
	}
	return tries
}
