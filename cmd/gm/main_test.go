package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm/config"
	"deaddrop/gm/serve"
	"deaddrop/tier"
)

// A child process of a test runs the real program, or the pipeline that it is measured by.
func TestMain(m *testing.M) {
	what := os.Getenv("GM_TEST_MAIN")
	if len(os.Args) > 1 && os.Args[1] == "load" { // as gm load starts its workers
		what = "load"
	}
	switch what {
	case "":
		// Tests that run in parallel wait for mail, for the disk and for other processes half of the time, so
		// that there is room for twice as many as there are processors. Under the race detector they compute
		// all the time. The flag -parallel of go test overrides this.
		room := 2 * runtime.NumCPU()
		if raced {
			room = runtime.NumCPU()
		}
		if err := flag.Set("test.parallel", strconv.Itoa(room)); err != nil {
			panic(err)
		}
		debug.SetGCPercent(400) // a tenth of the time goes into collecting garbage otherwise
		os.Exit(m.Run())
	case "pipeline":
		pipeline()
	case "hurry":
		os.Exit(runProgram(hurried()))
	default:
		os.Exit(profiled(func() int { return runProgram(time.Now) }))
	}
}

// profiled runs f, and writes its CPU and memory profiles to cpu and mem in the directory that GM_TEST_PROFILE names.
func profiled(f func() int) int {
	dir := os.Getenv("GM_TEST_PROFILE")
	if dir == "" {
		return f()
	}
	cpu, err := os.Create(filepath.Join(dir, "cpu"))
	if err != nil {
		panic(err)
	}
	if err := pprof.StartCPUProfile(cpu); err != nil {
		panic(err)
	}
	code := f()
	pprof.StopCPUProfile()
	mem, err := os.Create(filepath.Join(dir, "mem"))
	if err == nil {
		err = errors.Join(pprof.Lookup("allocs").WriteTo(mem, 0), mem.Close(), cpu.Close())
	}
	if err != nil {
		panic(err)
	}
	return code
}

// nowhere returns a desk with all commands, and without games.
func nowhere() *console { return &console{now: time.Now, tree: commandTree} }

// serviceOf returns what a service of a configuration is told, with the commands of this program.
func serviceOf(path string, c config.Config, log *slog.Logger) serve.Options {
	d := nowhere()
	d.config = path
	return d.service(c, log)
}

// gmRun carries out a command line and returns what it printed.
func gmRun(t testing.TB, args ...string) (out, complaint string, err error) {
	t.Helper()
	return gmRunOn(t.Context(), "", args...)
}

// gmRunOn is like gmRun, with something on standard input.
func gmRunOn(ctx context.Context, in string, args ...string) (out, complaint string, err error) {
	return runConsole(ctx, &console{args: args, now: time.Now}, in)
}

// runConsole carries out the command line of a console.
func runConsole(ctx context.Context, d *console, in string) (out, complaint string, err error) {
	var o, c bytes.Buffer
	root := commandTree(d)
	d.completed(root)
	root.SetArgs(d.args)
	root.SetIn(strings.NewReader(in))
	root.SetOut(&o)
	root.SetErr(&c)
	if err = root.ExecuteContext(ctx); err != nil {
		complain(&c, err)
	}
	return o.String(), c.String(), err
}

// mustRun is like gmRun, for commands that must succeed.
func mustRun(t testing.TB, args ...string) string {
	t.Helper()
	out, complaint, err := gmRun(t, args...)
	if err != nil {
		t.Fatalf("gm %s: %v\n%s%s", strings.Join(args, " "), err, out, complaint)
	}
	return out
}

// demoExample returns the example in the help of gm demo for a title, or the first one, as arguments; it is played
// into dir.
func demoExample(t *testing.T, title, dir string) []string {
	t.Helper()
	for line := range strings.Lines(newDemo(&console{}).Example) {
		words := strings.Fields(line)[1:]
		if title != "" && words[1] != title {
			continue
		}
		if at := slices.Index(words, "--dir"); at >= 0 {
			words = slices.Delete(words, at, at+2)
		}
		return append(words, "--dir", dir)
	}
	t.Fatalf("the help of gm demo has no example for %s", title)
	return nil
}

// wholeGame leaves a demo of a whole game to the full tier. What TestDemo looks at is the same in each title, and the
// robots of the others play in the tests of what they read, such as TestDealersRobotReads.
func wholeGame(t *testing.T) {
	t.Helper()
	if !tier.Full() {
		t.Skip("plays a whole game; .ci/run does")
	}
}

// unraced leaves a whole game to the run without the race detector, under which it takes minutes. What goes on at once in a
// demo is the same in each title, and watched in TestDemo.
func unraced(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("takes minutes under the race detector; .ci/run runs this without it")
	}
}

func TestDemo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := mustRun(t, demoExample(t, "", dir)...)
	for _, want := range []string{"→ Fall 1901", "→ the game is over", "THE GAME IS A DRAW", "most centres: ", "each of them its own", filepath.Join(dir, "chronicle.txt")} {
		if !strings.Contains(out, want) {
			t.Errorf("the demo does not print %q:\n%s", want, out)
		}
	}
	config := filepath.Join(dir, "deaddrop.toml")
	if out := mustRun(t, "-c", config, "show", "demo", "--as", "GM"); !strings.Contains(out, "THE BOARD") {
		t.Errorf("the game that a demo leaves is shown as:\n%s", out)
	}
	letters, err := filepath.Glob(filepath.Join(dir, "letters", "*-to-france.eml"))
	if err != nil || len(letters) < 5 {
		t.Errorf("letters to France: %v, %v", letters, err)
	}
	if _, _, err := gmRun(t, "demo", "--dir", dir); err == nil {
		t.Error("a second demo overwrites the letters of the first")
	}
}

// A demo of an unknown title, or with fewer or more players than its title takes, is refused.
func TestDemoRefuses(t *testing.T) {
	for _, args := range [][]string{
		{"whist"}, {"decatur", "--players", "8"}, {"decatur", "--players", "1"}, {"successors", "--players", "2"},
		{"successors", "--players", "5"}, {"dishonest", "--players", "8"}, {"dealers", "--players", "6"},
	} {
		if _, _, err := gmRun(t, append([]string{"demo"}, args...)...); err == nil {
			t.Errorf("a demo of %q is done", args)
		}
	}
}

func TestTry(t *testing.T) {
	file := filepath.Join(t.TempDir(), "story.txtar")
	story := "A story.\n\n-- game d1 deadman --\n"
	for _, p := range powers() {
		story += p + ": " + strings.ToLower(p) + "@example.org\n"
	}
	story += "-- from france@example.org: [d1.1] --\nA Par-Bur\n"
	if err := os.WriteFile(file, []byte(story), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, complaint, err := gmRun(t, "try", file); err == nil || !strings.Contains(complaint, "but it came out as") {
		t.Errorf("a story without its letters is accepted: %v\n%s", err, complaint)
	}
	link := filepath.Join(t.TempDir(), "link.txtar")
	if err := errors.Join(os.Chmod(file, 0o640), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "try", "--update", link)
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o640 {
		t.Errorf("others can read it as little as %v, %v", info.Mode(), err)
	}
	out := mustRun(t, "try", file)
	text, err := os.ReadFile(file)
	if err != nil || out != string(text) || !strings.Contains(out, "-- to france@example.org: [d1.1] France: on file for Spring 1901, revision 1 --") {
		t.Errorf("the story came out as:\n%s", out)
	}
}

// powers are the seats of Deadman Diplomacy.
func powers() []string {
	var out []string
	for _, seat := range deadman.Rules.Seats {
		out = append(out, string(seat))
	}
	return out
}
