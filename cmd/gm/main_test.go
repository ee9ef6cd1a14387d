package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
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

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
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
		os.Exit(run(hurried()))
	default:
		os.Exit(profiled(func() int { return run(time.Now) }))
	}
}

// profiled runs f, and writes what it took to the files cpu and mem in the directory that GM_TEST_PROFILE names.
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

// gmRun carries out a command line and returns what it printed.
func gmRun(t testing.TB, args ...string) (out, complaint string, err error) {
	t.Helper()
	return gmRunOn(t.Context(), "", args...)
}

// gmRunOn is gmRun with something on standard input.
func gmRunOn(ctx context.Context, in string, args ...string) (out, complaint string, err error) {
	var o, c bytes.Buffer
	d := &desk{args: args, now: time.Now}
	root := command(d)
	d.completed(root)
	root.SetArgs(args)
	root.SetIn(strings.NewReader(in))
	root.SetOut(&o)
	root.SetErr(&c)
	if err = root.ExecuteContext(ctx); err != nil {
		complain(&c, err)
	}
	return o.String(), c.String(), err
}

// mustRun is gmRun for what has to work.
func mustRun(t testing.TB, args ...string) string {
	t.Helper()
	out, complaint, err := gmRun(t, args...)
	if err != nil {
		t.Fatalf("gm %s: %v\n%s%s", strings.Join(args, " "), err, out, complaint)
	}
	return out
}

// town is a post office with mailboxes for a game master and players, and a configuration for it.
type town struct {
	held   time.Duration // for how long letters may wait that a machine had in hand when it was killed
	office *postoffice.Office
	config string
}

const townDomain = "town.invalid"

func newTown(t testing.TB, players ...string) *town {
	t.Helper()
	return newTownOf(t, postoffice.Options{}, players...)
}

// newTownOf is newTown with a post office that is out of the ordinary.
func newTownOf(t testing.TB, o postoffice.Options, players ...string) *town {
	t.Helper()
	o.Domain = townDomain
	office, err := postoffice.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { office.Close() })
	for _, name := range append([]string{"gm", "desk"}, players...) {
		if err := office.Add(name, "secret"); err != nil {
			t.Fatal(err)
		}
	}
	w := &town{office: office, config: filepath.Join(t.TempDir(), "deaddrop.toml")}
	text := fmt.Sprintf("address = %[1]q\ngm = \"desk@%[2]s\"\npoll = \"5s\"\n[imap]\naddr = %[3]q\ntls = \"none\"\nuser = %[1]q\npassword_file = \"password\"\n[smtp]\naddr = %[4]q\ntls = \"none\"\nuser = %[1]q\npassword = \"secret\"\n",
		"gm@"+townDomain, townDomain, office.IMAP(), office.SMTP())
	for name, text := range map[string]string{w.config: text, filepath.Join(filepath.Dir(w.config), "password"): "secret\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// write sends a letter of a player to the game master.
func (w *town) write(ctx context.Context, from, id, subject, text string) error {
	s := &mailer.Sender{Server: mailer.Server{Addr: w.office.SMTP(), TLS: "none", User: from + "@" + townDomain, Password: "secret"}}
	defer s.Close()
	return s.Send(ctx, from+"@"+townDomain, mailer.Draft{ID: id, From: from + "@" + townDomain, To: "gm@" + townDomain, Subject: subject, Text: text, Date: time.Now()})
}

// watch hands every letter in a mailbox to f until the test ends.
func (w *town) watch(t testing.TB, name string, f func(mailer.Letter)) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	in := &mailer.Inbox{Server: mailer.Server{Addr: w.office.IMAP(), TLS: "none", User: name + "@" + townDomain, Password: "secret"}, Log: slog.New(slog.DiscardHandler)}
	go func() {
		defer close(done)
		if err := in.Watch(ctx, func(_ context.Context, l mailer.Letter) error { f(l); return nil }); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { stop(); <-done })
}

// demoExample is the example in the help of gm demo for a title, or the first one, as arguments; it is played into dir.
func demoExample(t *testing.T, title, dir string) []string {
	t.Helper()
	for line := range strings.Lines(newDemo(&desk{}).Example) {
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
