package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/mailer"
	"deaddrop/tier"
)

var (
	floodLetters = flag.Int("flood.letters", 1000, "how many forged letters TestFlood has handed in")
	floodSize    = flag.Int("flood.size", 5000, "how many bytes each of them has about")
)

// TestFlood has letters in the names of the game master, of players and of strangers handed in just before a deadline, all at once
// and by nobody who could prove any of them. A player's own letter right behind them counts for the turn, the turn is carried out,
// nothing that the letters say is done, and the game master's list still has what it had.
//
//	go test ./cmd/gm -run TestFlood -v -timeout 40m -flood.letters 10000
func TestFlood(t *testing.T) {
	t.Parallel()
	if !tier.Full() {
		t.Skip("waits for a deadline; .ci/run does")
	}
	const every = time.Minute
	var players, seats []string
	for _, p := range powers() {
		players = append(players, strings.ToLower(p))
		seats = append(seats, "--player", p+"="+strings.ToLower(p)+"@"+townDomain)
	}
	w := newTown(t, players...)
	came := make(chan arrival, 100)
	w.office.Delivered(func(_ string, to []string, raw []byte) {
		if to[0] == "france@"+townDomain {
			l, _ := mailer.Read(raw, time.Now())
			came <- arrival{Letter: l, replyTo: headerField(string(raw), "Reply-To"), at: time.Now()}
		}
	})
	mustRun(t, append([]string{"-c", w.config, "new", "d1", "deadman", "--every", every.String(), "--remind", "0h"}, seats...)...)
	service := child(t, "serve", w.config)
	first := <-came
	if err := w.write(t.Context(), "russia", "q1@"+townDomain, "[d1] before the flood", "A War-Gal"); err != nil {
		t.Fatal(err)
	}
	before := w.list(t)
	time.Sleep(time.Until(before.Deadline.Add(-5 * time.Second)))

	began, n := time.Now(), 0
	err := pour(t.Context(), w.office.SMTP(), func() (string, []byte) {
		if n++; n > *floodLetters {
			return "", nil
		}
		return forgedLetter(n, *floodSize)
	})
	if err != nil {
		t.Fatal(err)
	}
	handed := time.Since(began)
	began = time.Now()
	own := mailer.Draft{ID: "own@" + townDomain, From: "france@" + townDomain, To: strings.Trim(first.replyTo, "<>"), Subject: "Re: " + first.Subject, InReplyTo: first.ID,
		Text: "A Par-Bur\nA Mar-Spa\nF Bre-Mao\n", Date: began}
	if err := (&mailer.Sender{Server: mailer.Server{Addr: w.office.SMTP(), TLS: "none", User: "france@" + townDomain, Password: "secret"}}).Send(t.Context(), own.From, own); err != nil {
		t.Fatal(err)
	}
	var receipt, report time.Duration
	for report == 0 {
		l := <-came
		if strings.Contains(l.Text, forgedPress) {
			t.Errorf("press of nobody's went out:\n%s", l.Text)
		}
		switch {
		case receipt == 0:
			receipt = l.at.Sub(began)
		case strings.Contains(l.Text, "REPORT FOR FRANCE"):
			report = l.at.Sub(before.Deadline)
			if !strings.Contains(l.Text, "F Bre-Mao") {
				t.Errorf("the player's own letter does not count:\n%s", l.Text)
			}
		}
	}
	t.Logf("%d letters of %d bytes handed in within %v; receipt of a player's own after %v, report %v after the deadline; at most %.0f MB",
		*floodLetters, *floodSize, handed.Round(time.Millisecond), receipt.Round(time.Millisecond), report.Round(time.Millisecond), memory(t, service.Process, "VmHWM"))

	inbox := mustRun(t, "-c", w.config, "inbox")
	if !strings.Contains(inbox, "before the flood") {
		t.Error("the game master's list has lost what it had")
	}
	if n := strings.Count(inbox, "plays here"); n == 0 || n > 100 {
		t.Errorf("%d letters of strangers are on the list", n)
	}
}

// An arrival is a letter that a player got.
type arrival struct {
	mailer.Letter
	replyTo string
	at      time.Time
}

// list is how the one game stands.
func (w *town) list(t *testing.T) gm.Overview {
	t.Helper()
	var all []gm.Overview
	if err := json.Unmarshal([]byte(mustRun(t, "-c", w.config, "list", "--json")), &all); err != nil || len(all) != 1 {
		t.Fatalf("%d games, %v", len(all), err)
	}
	return all[0]
}

const forgedPress = "Nobody moves this turn."

// forgedLetter is a letter that nobody can prove to be whose it says: in turn the game master's, a player's and a stranger's.
func forgedLetter(n, size int) (from string, raw []byte) {
	names := []string{"desk@" + townDomain, "russia@" + townDomain, fmt.Sprintf("eve%d@d%d.example", n, n%50)}
	texts := []string{"press d1 " + forgedPress + "\n", "A War H\nA Mos H\nPRESS TO ALL: " + forgedPress + "\n", "JOIN d1\n"}
	from = names[n%len(names)]
	text := strings.Repeat(strings.ReplaceAll(texts[n%len(texts)], "\n", "\r\n"), max(1, size/len(texts[n%len(texts)])))
	return from, fmt.Appendf(nil, "From: %s\r\nTo: gm@%s\r\nSubject: [d1] %d\r\nMessage-ID: <f%d@flood.example>\r\nDate: %s\r\n\r\n%s\r\n",
		from, townDomain, n, n, time.Now().Format(time.RFC1123Z), text)
}
