package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/load"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store/postgres/postgrestest"
)

var (
	loadGames     = flag.Int("load.games", 6, "how many games TestThreeWorkers plays")
	loadTurns     = flag.Int("load.turns", 2, "after how many reports it ends them; 0: when they end by themselves")
	loadYears     = flag.Int("load.years", 1, "after how many game years the robots of deadman and diplomacy vote for a draw")
	loadTitles    = flag.String("load.titles", "all", "of which titles")
	loadSeed      = flag.Uint64("load.seed", 1, "of all luck in it")
	loadKill      = flag.Duration("load.kill", 100*time.Millisecond, "how often a worker is killed in it")
	loadProcesses = flag.Int("load.processes", 3, "how many there are")
	loadKeep      = flag.String("load.keep", "", "a directory that gets the chronicles and figures")
)

// chronicled plays the games of a load, and returns what each game's chronicle has.
func chronicled(t *testing.T, o loadOptions, hand func(string, *letter.Letter) bool) (map[string]string, load.Figures) {
	t.Helper()
	out := map[string]string{}
	f, err := o.play(t.Context(), time.Now, hand, func(game, text string) error {
		out[game] = text
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, f
}

// lone returns a load on a new file with one worker in this process, which all others are compared with.
func lone(t *testing.T) loadOptions {
	t.Helper()
	return loadOptions{games: *loadGames, titles: *loadTitles, seed: *loadSeed, turns: *loadTurns, years: *loadYears, workers: 1, store: filepath.Join(t.TempDir(), "games.db")}
}

// firstDifference returns where two chronicles differ; "" if they don't.
func firstDifference(a, b string) string {
	one, two := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(one), len(two)) {
		var x, y string
		if i < len(one) {
			x = one[i]
		}
		if i < len(two) {
			y = two[i]
		}
		if x != y || i >= len(one) || i >= len(two) {
			return fmt.Sprintf("line %d:\n  %s\n  %s", i+1, clipped(x), clipped(y))
		}
	}
	return ""
}

func clipped(line string) string { return line[:min(len(line), 300)] }

// compare compares games as they were played twice, byte for byte.
func compare(t *testing.T, want, got map[string]string) {
	t.Helper()
	if len(want) != len(got) {
		t.Errorf("%d games and %d", len(want), len(got))
	}
	for name, text := range want {
		if d := firstDifference(text, got[name]); d != "" {
			t.Errorf("%s has another chronicle, from %s", name, d)
		}
	}
}

// keep leaves what a run has made for who wants to look at it.
func keep(t *testing.T, run string, games map[string]string, f load.Figures) {
	t.Helper()
	var b strings.Builder
	f.Print(&b)
	t.Logf("%s:\n%s", run, b.String())
	if *loadKeep == "" {
		return
	}
	dir := filepath.Join(*loadKeep, run)
	js, err := json.MarshalIndent(f, "", "  ")
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "figures.json"), js, 0o666)
	}
	for name, text := range games {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name+".txt"), []byte(text), 0o666)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Several workers on one database play games of all kinds, get each letter twice, and are killed all the time. Each game has
// the same chronicle as with one worker on a file, byte for byte: the same letters in the same order, with the same times. So
// it has when the one process that has a file is killed. This test does not run in parallel with others: on a
// busy machine workers are killed before they have done anything.
//
//	go test ./cmd/gm -run ThreeWorkers -v -timeout 3h -load.games 200 -load.turns 0 -load.years 5 -load.kill 1s
func TestThreeWorkers(t *testing.T) {
	want, single := chronicled(t, lone(t), nil)
	keep(t, "one", want, single)
	again := func(t *testing.T, o loadOptions) load.Figures {
		t.Helper()
		o.kill = *loadKill
		got, f := chronicled(t, o, nil)
		keep(t, filepath.Base(t.Name()), got, f)
		compare(t, want, got)
		if f.In != single.In || f.Out != single.Out {
			t.Errorf("%d letters came in and %d went out, but %d and %d with one worker", f.In, f.Out, single.In, single.Out)
		}
		if o.kill > 0 && f.Kills == 0 {
			t.Error("nobody was killed")
		}
		return f
	}
	t.Run("database", func(t *testing.T) {
		o := lone(t)
		o.store, o.workers, o.processes, o.twice = postgrestest.Start(t, postgrestest.Options{}).DSN(t), 4*(*loadProcesses), *loadProcesses, true
		if f := again(t, o); o.processes > 1 && f.Conflicts == 0 {
			t.Error("no letter was taken in by two workers at once")
		}
	})
	t.Run("file", func(t *testing.T) {
		o := lone(t)
		o.workers, o.processes = 4, 1
		again(t, o)
	})
}

// The comparison sees one letter that is lost, one order that is another, and one letter that comes in another's
// place; and nothing of that in other games.
func TestComparisonOfLoads(t *testing.T) {
	t.Parallel()
	o := func() loadOptions {
		return loadOptions{games: 2, titles: "deadman,decatur", seed: 1, turns: 1, workers: 4, store: filepath.Join(t.TempDir(), "games.db")}
	}
	const changed, other = "g000000", "g000001"
	want, _ := chronicled(t, o(), nil)
	for name, change := range map[string]func(l *letter.Letter) (lost bool){
		"a letter is lost":  func(l *letter.Letter) bool { return true },
		"an order is other": func(l *letter.Letter) bool { l.Text = strings.Replace(l.Text, "A ", "F ", 1); return false },
		"READY is missing":  func(l *letter.Letter) bool { l.Text = strings.Replace(l.Text, "READY\n", "", 1); return false },
	} {
		t.Run(name, func(t *testing.T) {
			nth := 0
			got, _ := chronicled(t, o(), func(game string, l *letter.Letter) bool {
				if game != changed {
					return false
				}
				if nth++; nth != 2 {
					return false
				}
				return change(l)
			})
			if firstDifference(want[changed], got[changed]) == "" {
				t.Error("it is not seen")
			}
			if d := firstDifference(want[other], got[other]); d != "" {
				t.Errorf("another game is other, too: %s", d)
			}
		})
	}
	with := o()
	with.seed = 2
	if lucky, _ := chronicled(t, with, nil); firstDifference(want[other], lucky[other]) == "" {
		t.Error("another seed gives the same game")
	}
}

// A load has a store of its own: it does not play where somebody has games.
func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	used := filepath.Join(t.TempDir(), "games.db")
	mustRun(t, "load", "--games", "1", "--titles", "decatur", "--turns", "1", "--processes", "0", "--store", used)
	for _, args := range [][]string{
		{"--store", used}, {"--games", "0"}, {"--titles", "whist"}, {"--processes", "2"}, {"--kill", "1s", "--processes", "0"}, {"--workers", "0"}, {"--turns", "-1"},
	} {
		out, complaint, err := gmRun(t, append([]string{"load"}, args...)...)
		if err == nil {
			t.Errorf("%q is done:\n%s", args, out)
		}
		if !strings.HasSuffix(complaint, ".\n") {
			t.Errorf("%q: that is no sentence: %q", args, complaint)
		}
	}
}

// gm load refuses at the start an output file that can't be written at the end, and one that would overwrite the
// games.
func TestLoadLooksBefore(t *testing.T) {
	t.Chdir(t.TempDir())
	for want, args := range map[string][]string{
		"can't hold both the games and the figures": {"--json", "x.db", "--store", "./x.db"},
		"there is no directory nowhere":             {"--json", "nowhere/figures.json"},
		"--seed takes a whole number, 0 or more":    {"--seed", "abc"},
		"--kill takes a time with its unit":         {"--kill", "3"},
	} {
		refusesAtOnce(t, want, append([]string{"load", "--games", "1", "--titles", "decatur", "--turns", "1", "--processes", "0"}, args...)...)
	}
	if left, err := filepath.Glob("*"); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

func refusesAtOnce(t *testing.T, want string, args ...string) {
	t.Helper()
	out, complaint, err := gmRun(t, args...)
	if err == nil || out != "" || !strings.Contains(complaint, want) {
		t.Errorf("%q: %q, %q; want %q", args, out, complaint, want)
	}
}

// A load that is interrupted tells what it has seen so far, and leaves nothing behind.
func TestLoadIsInterrupted(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	ctx, interrupt := context.WithCancel(t.Context())
	var asked atomic.Int64
	now := func() time.Time {
		if asked.Add(1) == 2000 {
			interrupt()
		}
		return time.Now()
	}
	figures := filepath.Join(t.TempDir(), "figures.json")
	var out strings.Builder
	err := loadOptions{games: 20, titles: "decatur", workers: 2, seed: 1, json: figures}.run(ctx, &out, "", now)
	if refused := (*refusal.Error)(nil); !errors.As(err, &refused) || !strings.Contains(refused.Text, "No figures were written to "+figures) {
		t.Errorf("it ends with %v", err)
	}
	if !strings.Contains(out.String(), "20 of the games were not over") || !strings.Contains(out.String(), "in 1 process,") || strings.Contains(out.String(), "  0.0/s") {
		t.Errorf("it tells:\n%s", out.String())
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
	if _, err := os.Stat(figures); err == nil {
		t.Error("it leaves figures")
	}
	var told strings.Builder
	loadOptions{tell: &told}.progress()(load.Progress{Took: 70 * time.Second, Games: 12, Over: 3, Turns: 1, In: 45, Out: 78})
	if want := "after 1m10s: 3 of 12 games over, 1 turn, 45 letters in, 78 out\n"; told.String() != want {
		t.Errorf("who waits is told %q", told.String())
	}
}

// Games that can't be removed when a load is over are told of.
func TestLoadSaysWhatItLeaves(t *testing.T) {
	temp := filepath.Join(t.TempDir(), "temp")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", temp)
	now := func() time.Time {
		if dirs, err := filepath.Glob(filepath.Join(temp, "*", "games.db")); err == nil && len(dirs) > 0 { // the store is open: a file gets in the way
			if err := errors.Join(os.Rename(temp, temp+".old"), os.WriteFile(temp, nil, 0o600)); err != nil {
				t.Error(err)
			}
		}
		return time.Now()
	}
	var out strings.Builder
	err := loadOptions{games: 1, titles: "decatur", workers: 1, seed: 1, turns: 1}.run(t.Context(), &out, "", now)
	if err == nil || !strings.Contains(err.Error(), temp) || out.Len() == 0 {
		t.Errorf("it ends with %v and tells:\n%s", err, out.String())
	}
}

// The figures of a load are what a model reckons with.
func TestLoadAndModel(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "figures.json")
	out := mustRun(t, "load", "--games", "2", "--titles", "decatur,diplomacy", "--turns", "1", "--draw", "--json", file)
	for _, want := range []string{"2 games on bbolt", "a letter drawn", "processors: "} {
		if !strings.Contains(out, want) {
			t.Errorf("the figures don't say %q:\n%s", want, out)
		}
	}
	out = mustRun(t, "model", "--from", file, "--games", "1e6", "--days", "2")
	for _, want := range []string{"MEASURED, in " + file + ": 2 titles, ", "5.79", "PostgreSQL", "days from one turn of a game to the next (--days)"} {
		if !strings.Contains(out, want) {
			t.Errorf("the model does not say %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "BUILT IN") {
		t.Errorf("figures of that run are said to be built in:\n%s", out)
	}
	if one := mustRun(t, "model", "--titles", "deadman", "--games", "100"); !strings.Contains(one, "a file") {
		t.Errorf("100 games need:\n%s", one)
	}
	for _, args := range [][]string{{"--days", "0"}, {"--games", "many"}, {"--titles", "whist"}, {"--from", "nowhere.json"}, {"--peak", "25"},
		{"--from", file, "--titles", "decatur"}, {"--titles", "decatur,deadman,decatur"}, {"--days", "Inf"}, {"--games", "NaN"}, {"--maps", "300"}} {
		if out, _, err := gmRun(t, append([]string{"model"}, args...)...); err == nil {
			t.Errorf("%q is done:\n%s", args, out)
		}
	}
}
