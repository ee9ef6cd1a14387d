package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/config"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/reception"
	"deaddrop/gm/setup"
	"deaddrop/gm/site"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/towntest"
	"deaddrop/gm/transcript"
	"deaddrop/gm/work"
)

// A bench is several game masters who write, and what they and the players get.
type bench struct {
	*testing.T
	m    *gm.Master
	now  time.Time
	sent int
	got  []letter.Letter
}

// newBench has boss@ for the whole site, aide@ too, and one who reads g2 by the configuration; g1 and g2 are theirs.
func newBench(t *testing.T, blindfold bool, players ...string) *bench {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "games.db"), bolt.Options{NoSync: true, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	c := config.Config{Address: "gm@deaddrop.example", GM: "boss@example.org", Masters: map[string]config.GameMaster{
		"aide@example.org":    {Rights: "site"},
		"auditor@example.org": {Rights: "read", Games: []string{"g2"}},
	}}
	m, err := setup.NewMaster(db, c, titles(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	m.Commands = newClerk(m, nil, commandTree)
	b := &bench{T: t, m: m, now: transcript.Start}
	for _, name := range []string{"g1", "g2"} {
		plan := desk.Plan{Name: name, Rules: "deadman", Secret: []byte("0123456789abcdef"), Blindfold: blindfold,
			Clock: calendar.Clock{Every: 72 * time.Hour}}
		for _, seat := range powers() {
			plan.Players = append(plan.Players, game.Player{Seat: adjudicator.Seat(seat), Address: strings.ToLower(seat) + "@example.org"})
		}
		for i, addr := range players {
			plan.Players[i].Address = addr
		}
		if err := b.desk().New(t.Context(), b.now, plan); err != nil {
			t.Fatal(err)
		}
	}
	b.deliver()
	return b
}

func (b *bench) desk() *desk.Operator { return desk.At(b.m, gm.ActOptions{}) }

// deliver has all letters go out that are due.
func (b *bench) deliver() {
	b.Helper()
	b.got = nil
	for n := 1; n > 0; {
		var err error
		n, err = work.Due(b.Context(), b.m, b.now, func(_ context.Context, l letter.Letter) error { b.got = append(b.got, l); return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
}

// writes takes a letter in, and returns the text of what its writer gets.
func (b *bench) writes(from, text string, proof letter.Proof) string {
	b.Helper()
	b.sent++
	b.now = b.now.Add(time.Minute)
	l := letter.Letter{ID: fmt.Sprintf("%d@example.org", b.sent), From: from, Subject: "a letter", Text: text + "\n", Proof: proof}
	if err := reception.Receive(b.Context(), b.m, b.now, l); err != nil {
		b.Fatal(err)
	}
	b.deliver()
	return b.to(from)
}

func (b *bench) to(addr string) string {
	var out []string
	for _, l := range b.got {
		if l.To == addr {
			out = append(out, strings.Join(strings.Fields(strings.ReplaceAll(l.Text, "\n|", "\n")), " "))
		}
	}
	return strings.Join(out, "\n\n")
}

// deadline returns the present deadline of a game.
func (b *bench) deadline(name string) time.Time {
	b.Helper()
	s, err := b.m.Load(b.Context(), name)
	if err != nil {
		b.Fatal(err)
	}
	return s.Game.Deadline
}

func (b *bench) master(addr string, rights game.Rights) {
	b.Helper()
	if err := b.desk().AddMaster(b.Context(), b.now, "g1", addr, rights); err != nil {
		b.Fatal(err)
	}
	b.deliver()
}

// Each game master does by mail what their rights allow, is told which right is missing, and changes nothing beyond.
func TestRightsByMail(t *testing.T) {
	t.Parallel()
	b := newBench(t, false)
	b.master("fellow@example.org", game.RightsGame)
	b.master("reader@example.org", game.RightsRead)
	for _, test := range []struct {
		from, line, want string
		moves            string // the game whose deadline it moves; "": it moves none
	}{
		{"fellow@example.org", "gm deadline g1 +1d", "takes it back", "g1"},
		{"fellow@example.org", "gm deadline g2 +1d", "You are not the game master of g2, so nothing was done", ""},
		{"fellow@example.org", "gm show g2", "You are not the game master of g2, so nothing was done", ""},
		{"fellow@example.org", "gm deadline g1,g2 +1d", "You are not the game master of g2, so nothing was done", ""},
		{"fellow@example.org", "gm pause --all", "it needs the right site", ""},
		{"fellow@example.org", "gm new g3 deadman --open", "it needs the right site", ""},
		{"fellow@example.org", "gm inbox lobby", "You are not the game master of lobby", ""},
		{"fellow@example.org", "gm deadline g1 +1d --as boss@example.org", "only at the command line", ""},
		{"reader@example.org", "gm show g1", "Spring 1901", ""},
		{"reader@example.org", "gm master g1", "reads only (read)", ""},
		{"reader@example.org", "gm deadline g1 +1d", `You may read g1 and change nothing in it; for that you need the right "game"`, ""},
		{"reader@example.org", "gm deadline g1 +1d --dry-run", `you need the right "game"`, ""},
		{"reader@example.org", "gm master g1 add reader@example.org --rights game", `you need the right "game"`, ""},
		{"reader@example.org", "gm seat g1 GM=reader@example.org", `you need the right "game"`, ""},
		{"reader@example.org", "gm undo g1", `you need the right "game"`, ""},
		{"reader@example.org", "gm inbox done g1", "Nothing like that is waiting", ""},
		{"auditor@example.org", "gm show g2", "Spring 1901", ""},
		{"auditor@example.org", "gm deadline g2 +1d", `you need the right "game"`, ""},
		{"auditor@example.org", "gm show g1", "You are not the game master of g1", ""},
		{"aide@example.org", "gm deadline g2 +1d", "takes it back", "g2"},
		{"boss@example.org", "gm deadline g1 +1d", "takes it back", "g1"},
	} {
		was := map[string]time.Time{"g1": b.deadline("g1"), "g2": b.deadline("g2")}
		if got := b.writes(test.from, test.line, letter.Proved); !strings.Contains(got, test.want) {
			t.Errorf("%s, who writes %q, gets\n%s\nwant %s", test.from, test.line, got, test.want)
		}
		for name, before := range was {
			if moved := !b.deadline(name).Equal(before); moved != (name == test.moves) {
				t.Errorf("%s, who writes %q, moved the deadline of %s: %v", test.from, test.line, name, moved)
			}
		}
	}
	log := b.writes("boss@example.org", "gm log g1 --acts", letter.Proved)
	for _, want := range []string{"by fellow@example.org, by mail", "by boss@example.org, by mail"} {
		if !strings.Contains(log, want) {
			t.Errorf("%q is not in the log:\n%s", want, log)
		}
	}
}

// A letter without proof in a game master's name changes nothing; that game master is asked.
func TestForgedMasters(t *testing.T) {
	t.Parallel()
	b := newBench(t, false)
	b.master("fellow@example.org", game.RightsGame)
	for _, from := range []string{"fellow@example.org", "aide@example.org"} {
		before := b.deadline("g1")
		for _, proof := range []letter.Proof{letter.Unproven, letter.Lacking, letter.Disowned} {
			got := b.writes(from, "gm deadline g1 +1d", proof)
			if !b.deadline("g1").Equal(before) {
				t.Fatalf("a letter in the name of %s that is %v moved the deadline", from, proof)
			}
			if asked := strings.Contains(got, "did you write this"); strings.Contains(got, "takes it back") || proof == letter.Unproven && !asked && got == "" {
				t.Errorf("%s gets\n%s", from, got)
			}
		}
	}
}

// Rights that are taken away are gone at once: also for a letter that was put aside before, and for one that is being
// carried out.
func TestMasterIsRemoved(t *testing.T) {
	t.Parallel()
	b := newBench(t, false)
	b.master("fellow@example.org", game.RightsGame)
	held := func() letter.Letter {
		b.writes("fellow@example.org", "gm deadline g1 +1d", letter.Unproven)
		i := slices.IndexFunc(b.got, func(l letter.Letter) bool { return l.To == "fellow@example.org" })
		if i < 0 {
			t.Fatal("they are not asked whether they wrote it")
		}
		return b.got[i]
	}
	confirm := func(asks letter.Letter) {
		b.sent++
		yes := letter.Letter{ID: fmt.Sprintf("yes%d@example.org", b.sent), From: "fellow@example.org", Text: "YES\n",
			Subject: "Re: " + asks.Subject, InReplyTo: asks.ID, Proof: letter.Proved}
		if err := reception.Receive(t.Context(), b.m, b.now, yes); err != nil {
			t.Fatal(err)
		}
		b.deliver()
	}
	before := b.deadline("g1")
	if confirm(held()); b.deadline("g1").Equal(before) {
		t.Fatal("a letter that a game master confirms is not carried out")
	}
	asks := held()
	before = b.deadline("g1")
	if err := b.desk().RemoveMaster(t.Context(), b.now, "g1", "fellow@example.org"); err != nil {
		t.Fatal(err)
	}
	b.deliver()
	confirm(asks)
	b.writes("fellow@example.org", "gm deadline g1 +1d", letter.Proved)
	if !b.deadline("g1").Equal(before) {
		t.Error("somebody who is no game master any more moved the deadline")
	}
	late := desk.At(b.m, gm.ActOptions{By: "fellow@example.org", Way: game.ByMail})
	if err := late.Extend(t.Context(), b.now, "g1", time.Hour); err == nil || !b.deadline("g1").Equal(before) {
		t.Errorf("an act of theirs that was under way is carried out: %v", err)
	}
}

// All who act on a game get what goes to its game master; those with the right to read only do not.
func TestLettersToAllMasters(t *testing.T) {
	t.Parallel()
	b := newBench(t, false)
	b.master("fellow@example.org", game.RightsGame)
	b.master("reader@example.org", game.RightsRead)
	b.writes("france@example.org", "[g1]\nGM may I ask who is the boss of this?", letter.Proved)
	b.writes("france@example.org", "GAME g1\nGM may I ask who is the boss of this?", letter.Proved)
	for addr, gets := range map[string]bool{"boss@example.org": true, "aide@example.org": true, "fellow@example.org": true,
		"reader@example.org": false, "auditor@example.org": false} {
		if got := b.to(addr); strings.Contains(got, "who is the boss") != gets {
			t.Errorf("%s gets %q", addr, got)
		}
	}
}

// A game master who plays in a game that was begun with --blind learns nothing by mail, whatever they command.
func TestBlindfold(t *testing.T) {
	t.Parallel()
	b := newBench(t, true, "boss@example.org")
	for _, l := range b.got {
		if l.To == "boss@example.org" && strings.Contains(l.Text, "You see everything") {
			t.Errorf("the first letter to the game master goes to one who plays:\n%s", l.Text)
		}
	}
	b.writes("france@example.org", "GAME g1\nF Bre-Eng\nA Par-Pic\nA Mar-Gas", letter.Proved)
	secrets := []string{"Eng", "Pic", "Gas", "france@", "Mar", "in, until"}
	lines := []string{"show g1", "show g1 --as France", "map g1", "map g1 --as France", "history g1", "log g1", "log g1 --acts",
		"orders g1", "orders g1 France", "preview g1", "preview g1 --letters", "diff g1 France Germany", "verify g1", "inbox g1", "outbox g1",
		"list g1", "list", "inbox", "inbox lobby", "outbox", "calendar g1", "calendar", "calendar --player france@example.org", "rollback g1 --dry-run",
		"rollback g1 --dry-run --letters", "resolve g1 --dry-run --letters", "orders g1 France clear --dry-run", "undo g1 --dry-run",
		"seat g1 France=x@example.org --dry-run --letters", "master g1 add x@example.org", "standby g1", "missing g1", "rule g1", "absence g1 France",
		"trust g1", "press-rules g1", "observer g1", "read g1 --seat France F Bre", "end g1 --dry-run", "letter g1 France hello --dry-run --letters",
		"deadline g1 +1h --letters", "deadline g1 +1h --dry-run --letters --json", "pause g1", "resume g1 --letters", "clock g1 --grace 2h --letters",
		"press g1 hello --letters", "press g1 --to France hello", "notify g1", "stats", "player france@example.org", "deadline g1 1999-01-01"}
	for _, line := range lines {
		got := b.writes("boss@example.org", "gm "+line, letter.Proved)
		_, answer, _ := strings.Cut(got, "> gm "+line)
		for _, secret := range secrets {
			if strings.Contains(line, "player") || line == "stats" {
				break // these count nothing of such a game; what they print is an address that was asked for
			}
			if strings.Contains(answer, secret) {
				t.Errorf("gm %s tells %q:\n%s", line, secret, got)
			}
		}
		if got == "" {
			t.Errorf("gm %s is not answered", line)
		}
	}
	for line, want := range map[string]string{"show g1": "You play in g1, and its game masters who play see no secrets of it",
		"deadline g1 +1h": "g1: done. As you play in it, you are not shown what changes.", "list": "You play in g1 and g2"} {
		if got := b.writes("boss@example.org", "gm "+line, letter.Proved); !strings.Contains(got, want) {
			t.Errorf("gm %s gets %s", line, got)
		}
	}
	if got := b.writes("aide@example.org", "gm orders g1 France", letter.Proved); !strings.Contains(got, "Bre") {
		t.Errorf("a game master who does not play gets %s", got)
	}
	if got := b.writes("germany@example.org", "GAME g1\nSTATUS", letter.Proved); !strings.Contains(got, "A game master of this game also plays in it. The program shows that person none of its secrets.") {
		t.Errorf("STATUS gets %s", got)
	}
	for _, word := range []string{"STATUS", "HISTORY", "MAP", "READY"} {
		if got := b.writes("boss@example.org", "GAME g1\nAS GM\n"+word, letter.Proved); !strings.Contains(got, "its game masters who play see no secrets of it") || strings.Contains(got, "Eng") {
			t.Errorf("AS GM, %s gets %s", word, got)
		}
	}
	b.master("fellow@example.org", game.RightsRead)
	for _, line := range []string{"seat g1 Italy=fellow@example.org", "standby g1 add aide@example.org"} {
		if got := b.writes("aide@example.org", "gm "+line, letter.Proved); !strings.Contains(got, "may have seen its secrets") {
			t.Errorf("gm %s gets %s", line, got)
		}
	}
	b.writes("germany@example.org", "GAME g1\nGM my spy sits in Moscow, is that allowed?", letter.Proved)
	if got := b.to("aide@example.org"); !strings.Contains(got, "Moscow") {
		t.Errorf("what is for the game master does not reach the one who does not play: %s", got)
	}
	if got := b.to("boss@example.org"); got != "" {
		t.Errorf("the one who plays gets %s", got)
	}
	b.now = b.now.AddDate(0, 0, 5)
	b.deliver()
	for _, l := range b.got {
		own := strings.Contains(l.Text, "you are Austria") || strings.Contains(l.Text, "] Austria:")
		if l.To == "boss@example.org" && !own {
			t.Errorf("the one who plays gets\n%s", l.Text)
		}
	}
}

// Without --blind a game master who plays sees what they always saw, and the players are told.
func TestMasterWhoPlays(t *testing.T) {
	t.Parallel()
	b := newBench(t, false, "boss@example.org")
	b.writes("france@example.org", "GAME g1\nF Bre-Eng\nA Par-Pic\nA Mar-Gas", letter.Proved)
	if got := b.writes("boss@example.org", "gm orders g1 France", letter.Proved); !strings.Contains(got, "Bre-Eng") {
		t.Errorf("they get %s", got)
	}
	if got := b.writes("germany@example.org", "GAME g1\nSTATUS", letter.Proved); !strings.Contains(got, "and as game master can see all secrets") {
		t.Errorf("STATUS gets %s", got)
	}
}

// On the command line, --as and $DEADDROP_AS say who acts. It is logged, and a game master who plays in the game is
// shown no secrets; the operator is.
func TestPersonOnTheCommandLine(t *testing.T) {
	t.Parallel()
	eitherWay(t, func(t *testing.T, w *towntest.Town) {
		t.Helper()
		args := []string{"-c", w.Config, "new", "b1", "deadman", "--every", "72h", "--blind"}
		for _, p := range powers() {
			args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
		}
		mustRun(t, args...)
		person, file := "austria@"+towntest.Domain, filepath.Join(t.TempDir(), "out.ics")
		mustRun(t, "-c", w.Config, "deadline", "b1", "+1h", "--as", "kim@example.org")
		if out := mustRun(t, "-c", w.Config, "deadline", "b1", "+1h", "--as", person); out != "b1: done. As you play in it, you are not shown what changes.\n" {
			t.Errorf("a player who moves the deadline is told %s", out)
		}
		for _, line := range []string{"show b1", "show b1 --as France", "map b1", "history b1", "log b1", "orders b1", "preview b1", "list", "verify b1", "inbox",
			"outbox b1", "map b1 --out " + file + ".png", "calendar --out " + file, "calendar b1", "export b1 " + file, "edit b1 --text", "inbox lobby"} {
			words := strings.Fields(line)
			if !strings.Contains(line, "--as") {
				words = append(words, "--as", person)
			}
			d := &console{args: append([]string{"-c", w.Config}, words...), now: time.Now, as: person}
			out, said, err := runConsole(t.Context(), d, "")
			if _, drawn := os.Stat(file); err == nil || !strings.Contains(said, "You play in b1") || out != "" || drawn == nil {
				t.Errorf("gm %s says %s%s, %v", line, out, said, err)
			}
		}
		log := mustRun(t, "-c", w.Config, "log", "b1", "--acts")
		for _, want := range []string{", by kim@example.org, on the command line", ", by " + person + ", on the command line"} {
			if !strings.Contains(log, want) {
				t.Errorf("%q is not in\n%s", want, log)
			}
		}
		if _, said, err := gmRun(t, "-c", w.Config, "pause", "b1", "--as", "France"); err == nil || !strings.Contains(said, "--as takes the address") {
			t.Errorf("a seat for --as: %s, %v", said, err)
		}
	})
}

// Orders for a seat by mail, a line AS and orders below it, are an act; a place in a game is asked for as by anybody.
func TestSeatsByMail(t *testing.T) {
	t.Parallel()
	b := newBench(t, false)
	b.master("fellow@example.org", game.RightsGame)
	b.master("reader@example.org", game.RightsRead)
	if err := b.desk().Open(t.Context(), b.now, desk.Plan{Name: "o1", Rules: "deadman", Secret: []byte("0123456789abcdef"),
		Clock: calendar.Clock{Every: 72 * time.Hour}}, 0, false); err != nil {
		t.Fatal(err)
	}
	b.deliver()
	const orders = "AS France\nF Bre-Eng\nA Par-Pic"
	if got := b.writes("reader@example.org", orders, letter.Proved); !strings.Contains(got, `you need the right "game"`) {
		t.Errorf("who only reads files orders: %s", got)
	}
	if got := b.writes("fellow@example.org", orders, letter.Proved); !strings.Contains(got, "F Bre-Eng") {
		t.Errorf("who acts on the game files no orders: %s", got)
	}
	for _, from := range []string{"reader@example.org", "fellow@example.org"} {
		if got := b.writes(from, "JOIN o1 Turkey", letter.Proved); !strings.Contains(got, "Turkey") {
			t.Errorf("%s asks for a place, and gets %q", from, got)
		}
	}
}

// Game masters whose addresses are wrong get no letters about each other for ever.
func TestMastersWithoutMailboxes(t *testing.T) {
	t.Parallel()
	b := newBench(t, false)
	b.master("one@example.org", game.RightsGame)
	b.master("two@example.org", game.RightsGame)
	if err := b.desk().Letter(t.Context(), b.now, "g1", "France", "A word", "Hello."); err != nil {
		t.Fatal(err)
	}
	l := letter.Letter{ID: "q@example.org", From: "france@example.org", Subject: "[g1]", Text: "GAME g1\nGM is anybody there?\n", Proof: letter.Proved}
	if err := reception.Receive(t.Context(), b.m, b.now, l); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for range 200 {
		n, err := work.Due(t.Context(), b.m, b.now, func(_ context.Context, l letter.Letter) error {
			if l.To == "one@example.org" || l.To == "two@example.org" {
				tried++
				return &outbox.Undeliverable{Err: errors.New("550 5.1.1 no such user"), Nobody: true}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		b.now = b.now.Add(time.Minute)
		if n == 0 {
			break
		}
	}
	if tried == 0 || tried > 4 {
		t.Errorf("%d letters went to addresses without mailboxes", tried)
	}
}

// What waits is reported daily to all who act on a game, to each of them once, and to nobody else; a game master who
// plays gets only the number.
func TestDigestToAllMasters(t *testing.T) {
	t.Parallel()
	b := newBench(t, true, "boss@example.org")
	b.master("fellow@example.org", game.RightsGame)
	b.master("reader@example.org", game.RightsRead)
	b.writes("france@example.org", "GAME g1\nF Bre-Eng", letter.Unproven)
	b.now = b.now.AddDate(0, 0, 1)
	if _, err := site.Digest(t.Context(), b.m, b.now); err != nil {
		t.Fatal(err)
	}
	b.deliver()
	for addr, want := range map[string]string{"aide@example.org": "france@example.org", "fellow@example.org": "france@example.org",
		"boss@example.org": "g1: one new thing waits for you", "reader@example.org": "", "auditor@example.org": ""} {
		got := b.to(addr)
		if !strings.Contains(got, want) || want == "" && got != "" || addr == "boss@example.org" && strings.Contains(got, "france@") {
			t.Errorf("%s gets %q", addr, got)
		}
		if n := strings.Count(got, "This came into your inbox"); want != "" && n != 1 {
			t.Errorf("%s gets %d letters", addr, n)
		}
	}
}
