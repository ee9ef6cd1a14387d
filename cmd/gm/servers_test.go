package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net/mail"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/adjudicator/robots"
	"deaddrop/gm/inspect"
	"deaddrop/mailer"
	"deaddrop/mailer/peertest"
)

var serversAll = flag.Bool("servers.all", false, "whether TestWholeGames plays with each pair of servers, and not just with each server")

// A pair is a server with mailboxes and one that leaves mail in them.
type pair struct{ boxes, carrier string }

// serverPairs returns the pairs that TestWholeGames plays with.
func serverPairs() []pair {
	if !*serversAll {
		return []pair{{"dovecot", "exim"}, {"cyrus", "opensmtpd"}, {"courier", "chasquid"}}
	}
	var out []pair
	for _, boxes := range []string{"dovecot", "cyrus", "courier"} {
		for _, carrier := range []string{"exim", "opensmtpd", "chasquid"} {
			out = append(out, pair{boxes, carrier})
		}
	}
	return out
}

// TestWholeGames has seven robots play a game to its end through the mail servers that people use, with the service that gm serve
// runs, after gm doctor has found no fault. The servers come from the directory that .ci/servers has filled.
//
//	DEADDROP_TESTS=full DEADDROP_SERVERS=DIR go test ./cmd/gm -run TestWholeGames -v -servers.all
func TestWholeGames(t *testing.T) {
	t.Parallel()
	unraced(t)
	d := peertest.OpenDebian(t)
	for _, p := range serverPairs() {
		t.Run(p.boxes+"+"+p.carrier, func(t *testing.T) {
			t.Parallel()
			newQuarter(t, d, p).plays()
		})
	}
}

// A quarter is a game master and seven players with a pair of servers.
type quarter struct {
	*testing.T
	boxes   *peertest.Mailboxes
	carrier *peertest.Carrier
	config  string
	got     atomic.Int64 // letters that players got
	sent    atomic.Int64 // letters that they wrote
}

func newQuarter(t *testing.T, d *peertest.Debian, p pair) *quarter {
	t.Helper()
	users := []string{"gm", "desk"}
	for _, power := range powers() {
		users = append(users, strings.ToLower(power))
	}
	w := &quarter{T: t, boxes: d.StartMailboxes(t, p.boxes, users...)}
	w.carrier = d.StartCarrier(t, p.carrier, streetDomain, w.boxes.LMTP, users...)
	login := ""
	if w.carrier.User != "" {
		login = fmt.Sprintf("user = %q\npassword = %q\nca_file = %q\n", w.carrier.User, peertest.Password, w.carrier.Certificate.File)
	}
	w.config = begunSite(t, fmt.Sprintf(`address = "gm@%[1]s"
gm = "desk@%[1]s"
poll = "5s"
plus = %[2]v
processed = "%[3]sProcessed"
failed = "%[3]sFailed"
[imap]
addr = %[4]q
tls = "starttls"
user = "gm"
password = %[5]q
ca_file = %[6]q
[smtp]
addr = %[7]q
tls = %[8]q
hello = "gm.%[1]s"
`, streetDomain, w.carrier.Detail, w.boxes.Prefix, w.boxes.IMAP, peertest.Password, w.boxes.Certificate.File, w.carrier.Submission, w.carrier.TLS)+login)
	return w
}

// plays has the doctor look, and then a game played to its end.
func (w *quarter) plays() {
	w.Helper()
	if out, complaint, err := gmRun(w, "-c", w.config, "doctor"); err != nil {
		w.Errorf("gm doctor: %v\n%s%s", err, out, complaint)
	}
	began := time.Now()
	child(w, "gm", w.config)
	args := []string{"-c", w.config, "new", "w1", "diplomacy", "--every", "1h", "--ends", "early", "--delay", "1s", "--remind", "0h"}
	for i, power := range powers() {
		w.joins(i, power)
		args = append(args, "--player", power+"="+strings.ToLower(power)+"@"+streetDomain)
	}
	mustRun(w, args...)
	for w.state() != "over" {
		if time.Since(began) > stuck {
			w.Fatalf("the game does not end; the players got %d letters and wrote %d:\n%s", w.got.Load(), w.sent.Load(), mustRun(w, "-c", w.config, "show", "w1"))
		}
		time.Sleep(100 * time.Millisecond)
	}
	w.Logf("%s %s with %s %s: a game to its end, %d letters to players and %d from them", w.boxes.Name, w.boxes.Version,
		w.carrier.Name, w.carrier.Version, w.got.Load(), w.sent.Load())
}

// state returns how the game stands.
func (w *quarter) state() string {
	w.Helper()
	var games []inspect.Overview
	if err := json.Unmarshal([]byte(mustRun(w, "-c", w.config, "list", "--json")), &games); err != nil {
		w.Fatal(err)
	}
	return string(games[0].State)
}

// joins has a robot play a power by mail, which votes for a draw after a year.
func (w *quarter) joins(number int, power string) {
	w.Helper()
	g, err := robotsOf("diplomacy")
	if err != nil {
		w.Fatal(err)
	}
	name := strings.ToLower(power)
	r := robots.Writer{Player: g.New(power, robots.Luck(uint64(number), power), 1), Seat: power}
	sender := &mailer.Sender{Server: mailer.Server{Addr: w.carrier.MX, TLS: "none"}, Hello: "players." + streetDomain}
	in := &mailer.Inbox{Server: mailer.Server{Addr: w.boxes.IMAP, TLS: "none", User: name, Password: peertest.Password},
		Done: w.boxes.Prefix + "Processed", Failed: w.boxes.Prefix + "Failed", Poll: time.Second, Log: slog.New(slog.DiscardHandler)}
	read := func(ctx context.Context, l mailer.Letter) error {
		w.got.Add(1)
		text, ok := r.Reply(l.Text)
		if !ok {
			return nil
		}
		to := "gm@" + streetDomain
		if told, err := mail.ParseAddress(l.Header.Get("reply-to")); err == nil {
			to = told.Address
		}
		address := name + "@" + streetDomain
		return sender.Send(ctx, address, mailer.Draft{ID: fmt.Sprintf("%d.%s", w.sent.Add(1), address), From: address, To: to,
			Subject: "Re: " + l.Subject, Text: text, Date: time.Now(), InReplyTo: l.ID, References: append(slices.Clone(l.References), l.ID)})
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- in.Watch(ctx, read) }()
	w.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			w.Errorf("the mailbox %s: %v", name, err)
		}
		_ = sender.Close()
	})
}
