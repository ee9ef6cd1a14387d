package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/desk"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/reception"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/towntest"
	"deaddrop/gm/work"
	"deaddrop/tier"
)

// everyCommand walks over the commands that people can carry out.
func everyCommand(t *testing.T) []*cobra.Command {
	t.Helper()
	var all []*cobra.Command
	var add func(*cobra.Command)
	add = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			if sub.Runnable() && !sub.Hidden {
				all = append(all, sub)
			}
			add(sub)
		}
	}
	add(commandTree(&console{now: time.Now}))
	return all
}

// refused are the examples that this test's game, which has just begun, has nothing for, and what is said instead.
var refused = map[string]string{
	"gm doctor":           "", // a town has no domain
	"gm answer dm1":       "Nothing in dm1 waits for a ruling",
	"gm resume dm1":       "neither paused nor held",
	"gm clock --is-right": "already trusted",
	"gm inbox accept":     "Nobody with the address",
	"gm inbox reopen":     "is on your list",
	"gm outbox restore":   "was not dropped",
	"gm reopen":           "You have not ended",
	"gm edit dm1":         "You have changed nothing",
	"gm edit dm1 --file":  "dm1 has exactly that position already",
	"gm archive restore":  `There is no "dm0" in the archive`,
}

// long are commands that play whole games, and what the short tier has in place of their examples.
var long = map[string]string{
	"gm letters": "plays all games of the examples; .ci/run does",
	"gm load":    "plays whole games, as TestLoadAndModel does; .ci/run runs the examples",
	"gm model":   "plays whole games, as TestLoadAndModel does; .ci/run runs the examples",
	"gm try":     "plays a whole year, as the tests of the package examples do; .ci/run runs the example",
}

// elsewhere are commands whose examples other tests run, as they stand there.
var elsewhere = map[string]string{"gm demo": "TestDemo and those of each title do", "gm ping": "TestPing does", "gm login": "TestLoginCommand does"}

// Every command has examples in its help, and they run as they stand there.
func TestExamplesOfHelp(t *testing.T) {
	t.Setenv("VISUAL", "true") // an editor that changes nothing
	first := newBooth(t)
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, cmd := range everyCommand(t) {
		t.Run(strings.ReplaceAll(strings.TrimPrefix(cmd.CommandPath(), "gm "), " ", "-"), func(t *testing.T) {
			if cmd.Example == "" {
				t.Fatal("its help has no example")
			}
			if tests := elsewhere[cmd.CommandPath()]; tests != "" {
				t.Skip(tests)
			}
			if why := long[cmd.CommandPath()]; why != "" && !tier.Full() {
				t.Skip(why)
			}
			if raced && cmd.CommandPath() == "gm letters" {
				t.Skip("takes minutes under the race detector, which watches such games in TestDemo; .ci/run runs this without it")
			}
			dir := t.TempDir()
			t.Chdir(dir)
			if err := os.Symlink(filepath.Join(repo, "examples"), "examples"); err != nil {
				t.Fatal(err)
			}
			for name, from := range map[string]string{"letter.txt": "examples/deaddrop.toml", "games.jsonl": "examples/opening.jsonl"} {
				if err := os.Symlink(filepath.Join(repo, from), name); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile("christmas.ics", []byte("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20301224\r\nDTEND;VALUE=DATE:20301227\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("france.txt", []byte("A Par-Bur\nF Bre-Mid\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("italy.txt", []byte("A Ven H\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			b := first.again(t)
			if cmd.Name() == "init" {
				b.Town.Unbegin(t)
			}
			for line := range strings.Lines(strings.ReplaceAll(cmd.Example, "\\\n", "")) {
				if strings.TrimSpace(line) != "" {
					b.run(t, strings.TrimSpace(line))
				}
			}
		})
	}
}

// A booth is where examples are tried: a town with a game that has just begun and has not sent any letter.
type booth struct {
	*towntest.Town
	words map[string]string // that examples make up, and what this town has instead
}

func newBooth(t *testing.T) *booth {
	t.Helper()
	b := &booth{Town: towntest.New(t)}
	args := []string{"-c", b.Config, "new", "dm1", "deadman", "--every", "72h"}
	for _, p := range powers() {
		args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
	}
	mustRun(t, args...)
	m := masterOf(t, b.Town)
	at := desk.At(m, gm.ActOptions{})
	_, failed := work.Due(t.Context(), m, time.Now(), func(context.Context, letter.Letter) error { return errors.New("try later") })
	err := errors.Join(failed, at.Trusting(t.Context(), time.Now(), "dm1", intake.TrustSigned), reception.Receive(t.Context(), m, time.Now(), letter.Letter{ID: "1@example.org", From: "eve@example.org", Subject: "hello", Text: "Let me in."}))
	if err := m.Store.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var box struct{ Waits []inboxItem }
	var unsent []outbox.Unsent
	for words, to := range map[string]any{"inbox": &box, "outbox": &unsent} {
		if err := json.Unmarshal([]byte(mustRun(t, "-c", b.Config, words, "--json")), to); err != nil {
			t.Fatal(err)
		}
	}
	args[3] = "dm2"
	mustRun(t, append(args, "--open")...)
	for _, p := range powers() {
		mustRun(t, "-c", b.Config, "seat", "dm2", "add", strings.ToLower(p)+"@"+towntest.Domain, "--confirmed")
	}
	b.words = map[string]string{"dm1/45": box.Waits[0].Name, "42": "9", "ann@example.org": "france@" + towntest.Domain,
		"2026-12-24": tomorrow(), "2027-01-06": tomorrow()} // or the example could be tried in one year alone
	return b
}

// again returns another booth, with a copy of the games and a post office of its own, in which no example has changed
// anything yet.
func (b *booth) again(t *testing.T) *booth {
	t.Helper()
	w := towntest.New(t)
	games, err := os.ReadFile(fileOf(t, b.Town))
	if err == nil {
		err = os.WriteFile(fileOf(t, w), games, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &booth{w, b.words}
}

// run carries out an example.
func (b *booth) run(t *testing.T, example string) {
	t.Helper()
	line, out, _ := strings.Cut(example, " > ")
	line, in, _ := strings.Cut(line, " < ")
	words := split(line)
	if words[0] != "gm" {
		t.Fatalf("%s is no example of gm", example)
	}
	for i, w := range words {
		if to, ok := b.words[w]; ok {
			words[i] = to
		}
	}
	args := append([]string{"-c", b.Config}, words[1:]...)
	if words[1] == "-c" {
		args = append(args[:2], words[3:]...)
	}
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	if args[2] == "serve" {
		go b.until(ctx, stop)
	}
	var text []byte
	if in != "" {
		var err error
		if text, err = os.ReadFile(in); err != nil {
			t.Fatal(err)
		}
	}
	said, complaint, err := gmRunOn(ctx, string(text), args...)
	for prefix, want := range refused {
		if strings.HasPrefix(example, prefix) && err != nil && strings.Contains(complaint, want) {
			return
		}
	}
	if err != nil {
		t.Errorf("%s\nfails: %v\n%s%s", example, err, said, complaint)
	}
	if out != "" {
		if err := os.WriteFile(out, []byte(said), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// until calls stop as soon as a service takes commands, or the context ends.
func (b *booth) until(ctx context.Context, stop func()) {
	c, err := config.Read(b.Config)
	for err == nil && ctx.Err() == nil && !control.Running(c.Socket()) {
		time.Sleep(10 * time.Millisecond)
	}
	stop()
}

// Each command is listed here as one that a letter can carry out, or can't: whoever adds a command checks whether it
// reads or writes files, or is about the machine.
func TestByMail(t *testing.T) {
	here := "adjudicate archive archive-list archive-restore demo doctor edit export import init letters load login model move pack ping play serve site store store-backup store-check store-compact try"
	mailed := "absence answer calendar clock deadline diff eject end history inbox inbox-accept inbox-done inbox-reopen inbox-show letter list log map master missing mute new notify observer orders outbox outbox-drop outbox-list outbox-restore " +
		"outbox-retry pause player player-forget player-name press press-rules preview read reopen resolve resume rollback rollforward rulings seat show standby start stats switch trust undo unstart verify"
	for _, cmd := range everyCommand(t) {
		path := strings.ReplaceAll(strings.TrimPrefix(cmd.CommandPath(), "gm "), " ", "-")
		list := mailed
		if barred(cmd) != "" {
			list = here
		}
		if !slices.Contains(strings.Fields(list), path) {
			t.Errorf("gm %s is in none of the lists above; %q", path, barred(cmd))
		}
	}
}
