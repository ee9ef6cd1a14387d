package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/serve"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/setup"
	"deaddrop/gm/towntest"
	"deaddrop/mailer"
	"deaddrop/parser"
)

// pageCommands returns the commands of a page of the docs that are shown as " gm ...", in its order.
func pageCommands(t *testing.T, page string) [][]string {
	t.Helper()
	var out [][]string
	for line := range strings.Lines(string(mustRead(t, page))) {
		command, ok := strings.CutPrefix(line, "    gm ")
		if !ok {
			continue
		}
		var args []string
		for i, part := range strings.Split(strings.TrimSpace(command), "'") {
			if i%2 == 1 {
				args = append(args, part) // quoted
			} else {
				args = append(args, strings.Fields(part)...)
			}
		}
		out = append(out, args)
	}
	return out
}

// The commands of each page run as they stand there, with the service and without it. A page that
// starts no game begins with one.
func TestPagesCommands(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	games, err := filepath.Glob("../../docs/games/*.md")
	if err != nil {
		t.Fatal(err)
	}
	least := map[string]int{"README.md": 6, "gamemaster.md": 30, "operating.md": 3, "decatur.md": 3, "wording.md": 2}
	for _, page := range slices.Concat([]string{"../../README.md"}, pages, games) {
		commands := pageCommands(t, page)
		if n := least[filepath.Base(page)]; len(commands) < n {
			t.Errorf("%s has only %d commands", page, len(commands))
		}
		if len(commands) == 0 {
			continue
		}
		t.Run(filepath.Base(page), func(t *testing.T) { runPage(t, commands, false) })
		if slices.ContainsFunc(commands, func(args []string) bool { return args[0] == "serve" || args[0] == "deadline" }) {
			t.Run(filepath.Base(page)+" beside the service", func(t *testing.T) { runPage(t, commands, true) })
		}
	}
}

// runPage runs the commands of a page in a directory of its own.
func runPage(t *testing.T, commands [][]string, serving bool) {
	w := towntest.New(t)
	if !slices.ContainsFunc(commands, func(args []string) bool { return args[0] == "new" }) {
		newGame(t, w)
	}
	if serving {
		startServing(t, w)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("france.txt", []byte("F Bre-Mid\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range commands {
		switch {
		case args[0] == "serve", args[0] == "init": // startServing; a town has begun its site
			continue
		case args[0] == "login": // it takes a provider: TestLoginCommand
			continue
		case args[0] == "move", slices.Contains(args, "restore"): // it takes a database, or a game that is over: TestMove..., TestArchive...
			continue
		}
		file := ""
		if i := slices.Index(args, ">"); i >= 0 {
			args, file = args[:i], args[i+1]
		}
		out := mustRun(t, append([]string{"-c", w.Config}, args...)...)
		if file == "" {
			continue
		}
		if err := os.WriteFile(file, []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// startServing runs the service in this process until the test ends.
func startServing(t *testing.T, w *towntest.Town) {
	t.Helper()
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve.Run(ctx, serviceOf(w.Config, c, slog.New(slog.DiscardHandler))) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("the service ended with: %v", err)
		}
	})
	for range 6000 {
		if control.Running(c.Socket()) { // its file is there before it listens
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the service does not take commands")
}

// newGame starts a game of all seven in a town.
func newGame(t *testing.T, w *towntest.Town) {
	t.Helper()
	args := []string{"-c", w.Config, "new", "d1", "deadman", "--every", "1h", "--delay", "0s", "--trust", "open"}
	for _, p := range powers() {
		args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
	}
	mustRun(t, args...)
}

// masterOf returns a game master on the store of a town in which no service runs. It is closed when the test ends.
func masterOf(t *testing.T, w *towntest.Town) *gm.Master {
	t.Helper()
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	m, err := setup.Open(c, titles(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Store.Close() }) // it may be closed already
	return m
}

// putLettersAside has two letters wait for the game master, where no service runs: a stranger's, and one that nothing
// proves to be of ann@x.org, who plays d1.
func putLettersAside(t *testing.T, w *towntest.Town) {
	t.Helper()
	m := masterOf(t, w)
	err := errors.Join(reception.Receive(t.Context(), m, time.Now(), letter.Letter{ID: "1@x.org", From: "eve@x.org", Subject: "hello", Text: "Let me in."}),
		reception.Receive(t.Context(), m, time.Now(), letter.Letter{ID: "2@x.org", From: "ann@x.org", Subject: "[d1] my orders", Text: "1: DRAW"}), m.Store.Close())
	if err != nil {
		t.Fatal(err)
	}
}

// eitherWay runs a test in a town with a game, beside the service and without it.
func eitherWay(t *testing.T, test func(t *testing.T, w *towntest.Town)) {
	t.Helper()
	for name, serving := range map[string]bool{"beside the service": true, "without the service": false} {
		t.Run(name, func(t *testing.T) {
			w := towntest.New(t)
			newGame(t, w)
			if serving {
				startServing(t, w)
			}
			test(t, w)
		})
	}
}

// Letters by mail are answered by mail, except those of strangers.
func TestServe(t *testing.T) {
	t.Parallel()
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia", "turkey", "eve")
	got := make(chan mailer.Letter, 100)
	w.Watch(t, "france", func(l mailer.Letter) { got <- l })
	w.Watch(t, "eve", func(l mailer.Letter) { t.Errorf("the stranger is answered: %s", l.Subject) })
	startServing(t, w)
	newGame(t, w)
	next := func(headline, kind string) mailer.Letter {
		t.Helper()
		for {
			select {
			case l := <-got:
				if first, _ := parser.Headline(l.Text); strings.Contains(first, headline) {
					if l.Subject != "[d1] Deadman Diplomacy: France - "+kind {
						t.Errorf("a letter of the game has the subject %q", l.Subject)
					}
					return l
				}
			case <-time.After(time.Minute):
				t.Fatalf("no letter %q came", headline)
			}
		}
	}
	welcome := next("welcome", "welcome")
	if err := w.Write(t.Context(), "eve", "e1@test.invalid", "[d1] let me in", "A Par-Bur"); err != nil {
		t.Fatal(err)
	}
	if err := w.Write(t.Context(), "france", "f1@test.invalid", "Re: "+welcome.Subject, "A Par-Bur\nA Mun-Ruh"); err != nil {
		t.Fatal(err)
	}
	receipt := next("on file", "not all accepted")
	if receipt.InReplyTo != "f1@test.invalid" || !strings.Contains(receipt.Text, "  A Par-Bur\n") || !strings.Contains(receipt.Text, "> A Mun-Ruh") || receipt.Automatic == "" {
		t.Errorf("the receipt, in reply to %q, automatic %q, is:\n%s", receipt.InReplyTo, receipt.Automatic, receipt.Text)
	}
	if out := mustRun(t, "-c", w.Config, "inbox"); !strings.Contains(out, "eve@"+towntest.Domain) {
		t.Errorf("the stranger's letter is not shown:\n%s", out)
	}
	mustRun(t, "-c", w.Config, "resolve", "d1", "Spring", "1901")
	if l := next("Fall 1901", "report"); !strings.Contains(l.Text, "A Par-Bur") {
		t.Errorf("the report is:\n%s", l.Text)
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGame(t, w)
	show := func(args ...string) string {
		t.Helper()
		return mustRun(t, append([]string{"-c", w.Config, "show", "d1"}, args...)...)
	}
	if out := show(); !strings.Contains(out, "Spring 1901, 0 of 7 in") || !strings.Contains(out, "france@"+towntest.Domain) {
		t.Errorf("show prints:\n%s", out)
	}
	if out := show("--as", "france"); !strings.Contains(out, "Home centres: Bre, Mar, Par") || strings.Contains(out, "Ber") {
		t.Errorf("as France:\n%s", out)
	}
	if out := show("--as", "Observer", "--json"); out != "{\n  \"Phase\": \"Spring 1901\"\n}\n" {
		t.Errorf("as an observer:\n%s", out)
	}
	var o struct{ Name string }
	if err := json.Unmarshal([]byte(show("--json")), &o); err != nil || o.Name != "d1" {
		t.Errorf("as JSON: %v, %v", o, err)
	}
}

// A command that can't be carried out says why, and what to do.
func TestComplaints(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGame(t, w)
	bad := func(want string, args ...string) {
		t.Helper()
		out, complaint, err := gmRun(t, append([]string{"-c", w.Config}, args...)...)
		if err == nil || !strings.Contains(complaint, want) {
			t.Errorf("gm %s: %v\n%s%s\nwant a complaint with %q", strings.Join(args, " "), err, out, complaint, want)
		}
	}
	bad(`no game "d9"`, "show", "d9")
	bad("is in Spring 1901, not in Fall 1901", "resolve", "d1", "Fall", "1901")
	bad("is no time; write it as", "deadline", "d1", "soon")
	bad("which has passed", "deadline", "d1", "-99h")
	bad("nothing to send", "press", "d1", " ")
	bad(`no "Spain"`, "press", "d1", "--to", "Spain", "x")
	bad(`no "Spain" in this game`, "show", "d1", "--as", "Spain")
	bad("a game called d1 already", "new", "d1", "deadman", "--player", "a@x.org", "--player", "b@x.org", "--player", "c@x.org", "--player", "d@x.org", "--player", "e@x.org", "--player", "f@x.org", "--player", "g@x.org")
	bad("for 7 players, not for 1", "new", "d2", "deadman", "--player", "a@x.org")
	bad(`no rules called "chess"`, "new", "d2", "chess", "--player", "a@x.org")
	bad("can't be a game's name", "new", "d 2", "deadman", "--player", "a@x.org")
	bad("no time zone", "new", "d2", "deadman", "--zone", "Mars/Olympus", "--player", "a@x.org")
	bad("not a mail address", "new", "d2", "deadman", "--player", "a", "--player", "b@x.org", "--player", "c@x.org", "--player", "d@x.org", "--player", "e@x.org", "--player", "f@x.org", "--player", "g@x.org")

	path := filepath.Join(t.TempDir(), "c.toml")
	config := func(want, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, complaint, err := gmRun(t, "-c", path, "serve"); err == nil || !strings.Contains(complaint, want) {
			t.Errorf("%s: %v\n%s\nwant a complaint with %q", text, err, complaint, want)
		}
	}
	config("address is missing", "")
	config(`no setting "adress"`, `adress = "gm@example.org"`)
	config("not a mail address", `address = "gm"`)
	mustRun(t, "-c", w.Config, "store", "backup", filepath.Join(filepath.Dir(path), "deaddrop.db")) // so that there are games
	config("no addr under [imap]", `address = "gm@example.org"`)
	config("reading the password", "address = \"gm@example.org\"\n[imap]\naddr = \"127.0.0.1:1\"\npassword_file = \"none\"")
	if _, complaint, err := gmRun(t, "-c", filepath.Join(t.TempDir(), "none.toml"), "list"); err == nil || !strings.Contains(complaint, "copy examples/deaddrop.toml") {
		t.Errorf("without a configuration: %v\n%s", err, complaint)
	}
}

// The example configuration is a whole one.
func TestExampleConfig(t *testing.T) {
	c, err := config.Read("../../examples/deaddrop.toml")
	if err != nil {
		t.Fatal(err)
	}
	if c.Address != "gm@example.org" || c.IMAP.TLS != "tls" || c.SMTP.Addr == "" || c.Poll.Duration != time.Minute || filepath.Base(c.Data) != "deaddrop.db" {
		t.Errorf("it is read as %+v", c)
	}
}

// The commands in the example for systemd are such as there are, on the configuration of its user.
func TestExampleService(t *testing.T) {
	text, err := os.ReadFile("../../examples/deaddrop.service")
	if err != nil {
		t.Fatal(err)
	}
	_, home, _ := strings.Cut(string(text), "\nWorkingDirectory=")
	home, _, _ = strings.Cut(home, "\n")
	if !strings.HasSuffix(home, "/deaddrop") || !strings.Contains(string(text), "--home-dir "+home+" ") {
		t.Errorf("the service works in %q, and its user is at home elsewhere", home)
	}
	found := []string{}
	for line := range strings.Lines(string(text)) {
		_, args, ok := strings.Cut(line, "gm -c ")
		if !ok {
			continue
		}
		cmd, rest, err := commandTree(&console{}).Find(strings.Fields("-c " + args))
		if err != nil || !strings.Contains(args, home+"/deaddrop.toml ") {
			t.Errorf("%s%v", line, err)
			continue
		}
		found = append(found, cmd.Name())
		if err := errors.Join(cmd.ParseFlags(rest), cmd.ValidateArgs(cmd.Flags().Args())); err != nil {
			t.Errorf("%s%v", line, err)
		}
	}
	if !slices.Equal(found, []string{"init", "doctor", "serve"}) {
		t.Errorf("its commands are %q", found)
	}
}

// The example for systemd takes from the service what it does not need.
func TestExampleServiceIsShutIn(t *testing.T) {
	const unit = "../../examples/deaddrop.service"
	text, err := os.ReadFile(unit)
	if err != nil {
		t.Fatal(err)
	}
	for _, needs := range []string{"StateDirectory=deaddrop", "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX", "SystemCallFilter=@system-service"} {
		if !strings.Contains(string(text), "\n"+needs+"\n") {
			t.Errorf("it has no line %s", needs)
		}
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not here")
	}
	out, err := exec.CommandContext(t.Context(), analyze, "security", "--offline=true", unit).Output()
	_, level, found := strings.Cut(string(out), "Overall exposure level for deaddrop.service: ")
	if !found {
		t.Skipf("systemd-analyze says nothing of a unit that is not installed: %v", err)
	}
	level, _, _ = strings.Cut(level, " ")
	if exposure, err := strconv.ParseFloat(level, 64); err != nil || exposure > 2.5 {
		t.Errorf("its exposure is %q, %v", level, err)
	}
}
