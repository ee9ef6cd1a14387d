package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net/mail"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/adjudicator/robots"
	"deaddrop/gm/config"
	"deaddrop/gm/inspect"
	"deaddrop/gm/serve/control"
	"deaddrop/mailer"
	"deaddrop/mailer/peertest"
)

var weekDay = flag.Duration("week.day", 0, "how long a day of TestWeek is by the clock of its service, such as 2h")

const (
	weekHaste    = 1000          // how much faster that clock is
	weekBegins   = 20            // at what hour by it, so that the daily letter to the game master comes in the midst
	weekOutage   = 2 * time.Hour // how long the service is off, by it
	mostCommands = 12            // that a game master should have to type in a week of five games
)

// A weekGame is a game of the week.
type weekGame struct {
	name, title string
	seats       []string
	clock       []string // flags of gm new
}

// weekGames returns the five games. The two of turns one after another go on as soon as their players have written.
func weekGames() []weekGame {
	atDeadline, early := []string{"--ends", "deadline"}, []string{"--ends", "early", "--delay", "1h"}
	return []weekGame{
		{"g1", "deadman", powers(), nil},
		{"g2", "diplomacy", powers(), atDeadline},
		{"g3", "decatur", []string{"Red", "Blue", "Green"}, atDeadline},
		{"g4", "dealers", []string{"Black", "Blue", "Green"}, early},
		{"g5", "successors", []string{"Red", "Blue", "Green"}, early},
	}
}

// mailboxOf returns the part before the @ of the address of a seat's player.
func mailboxOf(game, seat string) string { return strings.ToLower(seat) + "-" + game }

// A week is a week of five games with Postfix and Dovecot, robots as their players, and a game master.
type week struct {
	*testing.T
	*street
	now     func() time.Time // by the service's clock
	began   time.Time
	service *exec.Cmd
	players map[string]*weekPlayer // by mailbox
	typed   []string               // the game master's commands

	mu   sync.Mutex
	desk []mailer.Letter // letters that the game master got
}

// A weekPlayer is a robot with a mailbox, and whatever keeps it from playing as it should.
type weekPlayer struct {
	robots.Writer
	*week
	name   string // of the mailbox
	sender *mailer.Sender
	sent   atomic.Int64

	silent, late, leaves atomic.Bool
	waiting              *mailer.Letter // what a late player has not answered yet
	gone                 bool           // they have left their seat
}

// TestWeek plays five games for a week, by a fast clock: with players who are late, one who leaves, one who vanishes, an
// address that is wrong, a turn that is taken back, and a service that is off for some hours. It counts what the game
// master has to type and what is left for them to do.
//
//	go test ./cmd/gm -run TestWeek$ -v -week.day 2h
func TestWeek(t *testing.T) {
	if *weekDay == 0 {
		t.Skip("plays for some minutes; .ci/long does")
	}
	w := newWeek(t)
	for _, g := range weekGames() {
		args := append([]string{"new", g.name, g.title, "--every", span{weekDay}.String()}, g.clock...)
		for _, seat := range g.seats {
			address := mailboxOf(g.name, seat) + "@" + streetDomain
			if g.name == "g3" && seat == "Blue" {
				address = "blue@elsewhere.invalid" // nobody's
			}
			args = append(args, "--player", seat+"="+address)
		}
		w.types(args...)
	}
	w.types("standby", "g1", "add", "hal@"+streetDomain)
	w.types("standby", "g4", "add", "ida@"+streetDomain)
	w.hears("g3", "came back")
	w.types("seat", "g3", "Blue="+mailboxOf("g3", "Blue")+"@"+streetDomain)

	w.player("g1", "Turkey").silent.Store(true) // from the first turn on
	w.until(1)
	w.player("g2", "Italy").late.Store(true)
	w.until(2)
	w.types("rollback", "g2", "--reason", "Two orders were read wrongly.")
	w.player("g2", "Italy").late.Store(false)
	w.until(3)
	w.player("g4", "Black").leaves.Store(true)
	w.until(4.3)
	kill(w.service)
	time.Sleep(weekOutage / weekHaste)
	w.serve()
	w.until(7)
	w.reckon()
}

// newWeek starts the servers, the service and the robots.
func newWeek(t *testing.T) *week {
	t.Helper()
	w := &week{T: t, players: map[string]*weekPlayer{}, began: time.Now()}
	mailboxes := []string{"hal", "ida"}
	for _, g := range weekGames() {
		for _, seat := range g.seats {
			mailboxes = append(mailboxes, mailboxOf(g.name, seat))
		}
	}
	w.street = newStreet(t, peertest.FreeAddr(t), mailboxes...)
	until := w.began.UTC().Truncate(24 * time.Hour).Add((24 + weekBegins) * time.Hour).Sub(w.began)
	t.Setenv("GM_TEST_EPOCH", strconv.FormatInt(w.began.Add(-until/(weekHaste-1)).UnixNano(), 10))
	t.Setenv("GM_TEST_HASTE", strconv.Itoa(weekHaste))
	w.now = hurried()
	text := string(mustRead(t, w.config)) // by which a machine that is busy for some seconds was not off
	if err := os.WriteFile(w.config, []byte(strings.Replace(text, `poll = "5s"`, `poll = "30m"`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	w.serve()
	w.watch("desk", func(_ context.Context, l mailer.Letter) error {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.desk = append(w.desk, l)
		return nil
	})
	for _, g := range weekGames() {
		for _, seat := range g.seats {
			w.joins(mailboxOf(g.name, seat), g.title, seat)
		}
	}
	w.joins("hal", "deadman", "Turkey")
	w.joins("ida", "dealers", "Black")
	return w
}

// serve starts the service, and waits until it takes commands.
func (w *week) serve() {
	w.Helper()
	w.service = child(w.T, "hurry", w.config)
	c, err := config.Read(w.config)
	if err != nil {
		w.Fatal(err)
	}
	for began := time.Now(); !control.Running(c.Socket()); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > stuck {
			w.Fatal("the service does not take commands")
		}
	}
}

// watch hands the letters of a mailbox to f until the test ends.
func (w *week) watch(name string, f func(context.Context, mailer.Letter) error) {
	in := &mailer.Inbox{Server: mailer.Server{Addr: w.dovecot.IMAP, TLS: "none", User: name, Password: peertest.Password},
		Log: slog.New(slog.DiscardHandler)}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- in.Watch(ctx, f) }()
	w.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			w.Errorf("the mailbox %s: %v", name, err)
		}
	})
}

// joins has a robot play a seat from a mailbox.
func (w *week) joins(name, title, seat string) {
	i := slices.IndexFunc(robotGames(), func(g robots.Game) bool { return g.Rules.Name == title })
	p := &weekPlayer{week: w, name: name,
		Writer: robots.Writer{Player: robotGames()[i].New(seat, robots.Luck(uint64(len(w.players)), seat), 20), Seat: seat},
		sender: &mailer.Sender{Server: mailer.Server{Addr: w.postfix.MX, TLS: "none"}}}
	w.Cleanup(func() { _ = p.sender.Close() })
	w.players[name] = p
	w.watch(name, p.read)
}

func (w *week) player(game, seat string) *weekPlayer { return w.players[mailboxOf(game, seat)] }

// read answers a letter, or not.
func (p *weekPlayer) read(ctx context.Context, l mailer.Letter) error {
	asks := strings.Contains(l.Text, "\nWanted: ")
	switch {
	case p.gone || p.silent.Load():
		return nil
	case strings.Contains(l.Subject, "will you take over a seat?"), strings.Contains(l.Text, "did you write this?"):
		return p.answer(ctx, l, "YES\n")
	case strings.Contains(l.Text, "RESIGN YES"):
		p.gone = true
		return p.answer(ctx, l, "RESIGN YES\n")
	case p.leaves.Load() && asks:
		return p.answer(ctx, l, "RESIGN\n")
	case p.late.Load() && asks && p.waiting == nil:
		p.waiting = &l
		return nil
	}
	if late := p.waiting; late != nil && asks { // its turn is over by now
		p.waiting = nil
		if err := p.orders(ctx, *late); err != nil {
			return err
		}
	}
	return p.orders(ctx, l)
}

// orders answers a letter with orders, if it asks for any.
func (p *weekPlayer) orders(ctx context.Context, l mailer.Letter) error {
	if text, ok := p.Reply(l.Text); ok {
		return p.answer(ctx, l, text)
	}
	return nil
}

// answer answers a letter as mail programs do.
func (p *weekPlayer) answer(ctx context.Context, l mailer.Letter, text string) error {
	to, err := mail.ParseAddress(l.Header.Get("reply-to"))
	if err != nil {
		return nil // it is not to be answered
	}
	n := p.sent.Add(1)
	address := p.name + "@" + streetDomain
	return p.sender.Send(ctx, address, mailer.Draft{ID: fmt.Sprintf("%d.%s", n, address), From: address, To: to.Address,
		Subject: "Re: " + l.Subject, Text: text, Date: p.now(), InReplyTo: l.ID, References: append(slices.Clone(l.References), l.ID)})
}

// types carries out a command of the game master's, and counts it.
func (w *week) types(args ...string) {
	w.Helper()
	w.typed = append(w.typed, strings.Join(args[:min(len(args), 4)], " "))
	mustRun(w.T, append([]string{"-c", w.config}, args...)...)
}

// until waits for a time of the week, in days.
func (w *week) until(day float64) {
	time.Sleep(time.Until(w.began.Add(time.Duration(day * float64(*weekDay) / weekHaste))))
}

// hears waits for a letter to the game master about a game that has some words.
func (w *week) hears(game, words string) {
	w.Helper()
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		w.mu.Lock()
		heard := slices.ContainsFunc(w.desk, func(l mailer.Letter) bool {
			return strings.HasPrefix(l.Subject, "["+game+"]") && strings.Contains(strings.Join(strings.Fields(l.Text), " "), words)
		})
		w.mu.Unlock()
		switch {
		case heard:
			return
		case time.Since(began) > stuck:
			w.Fatalf("the game master does not hear of %s that it %s", game, words)
		}
	}
}

// reckon logs what the week has cost the game master, and what it has left undone.
func (w *week) reckon() {
	w.Helper()
	left := w.left()
	for began := time.Now(); len(left) > 0 && time.Since(began) < stuck/10; left = w.left() { // a turn may just have begun
		time.Sleep(time.Second)
	}
	w.looks()
	w.mu.Lock()
	defer w.mu.Unlock()
	asides, sent := 0, 0
	for _, l := range w.desk {
		if strings.Contains(l.Text, "for your attention") || strings.Contains(l.Subject, "waits for you") {
			asides++
		}
	}
	for _, p := range w.players {
		sent += int(p.sent.Load())
	}
	w.Logf("%d commands: %s", len(w.typed), strings.Join(w.typed, "; "))
	w.Logf("the players wrote %d letters, and the game master got %d, of which %d ask for their attention; %d things are left in the inbox",
		sent, len(w.desk), asides, len(left))
	if n := len(w.typed); n > mostCommands {
		w.Errorf("the game master had to type %d commands", n)
	}
	for _, text := range left {
		w.Errorf("left in the inbox: %s", text)
	}
}

// left returns the things that wait in the game master's inbox, and what else there is to do.
func (w *week) left() (all []string) {
	w.Helper()
	var box struct {
		Waits  []inboxItem
		Chores []struct{ Game, Text string }
	}
	if err := json.Unmarshal([]byte(mustRun(w.T, "-c", w.config, "inbox", "--json")), &box); err != nil {
		w.Fatal(err)
	}
	for _, it := range box.Waits {
		from := ""
		if it.Letter != nil {
			from = it.Letter.From + " " + it.Letter.Subject
		}
		all = append(all, it.Name+": "+from+": "+it.Why)
	}
	for _, c := range box.Chores {
		all = append(all, c.Game+": "+c.Text)
	}
	return all
}

// looks looks whether the games are as they should be: they go on, or are over; each can be verified; and those who came
// later have their seats.
func (w *week) looks() {
	w.Helper()
	var games []inspect.Overview
	if err := json.Unmarshal([]byte(mustRun(w.T, "-c", w.config, "list", "--json")), &games); err != nil {
		w.Fatal(err)
	}
	seats := map[string]string{}
	for _, o := range games {
		for _, s := range o.Seats {
			seats[o.Name+" "+string(s.Name)] = s.Address
		}
		if o.State != "running" && o.State != "over" {
			w.Errorf("%s is %s: %s", o.Name, o.State, o.Why)
		}
		w.Logf("%s: %s", o.Name, stateLine(o))
		mustRun(w.T, "-c", w.config, "verify", o.Name)
	}
	for seat, who := range map[string]string{"g1 Turkey": "hal", "g3 Blue": "blue-g3", "g4 Black": "ida"} {
		if seats[seat] != who+"@"+streetDomain {
			w.Errorf("%s is %s's, and not %s's", seat, seats[seat], who)
		}
	}
}
