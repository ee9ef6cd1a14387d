package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/inspect"
	"deaddrop/gm/towntest"
	"deaddrop/mailer"
	"deaddrop/tier"
)

var (
	floodLetters = flag.Int("flood.letters", 1000, "how many forged letters TestFlood has handed in")
	floodSize    = flag.Int("flood.size", 5000, "how many bytes each of them has about")
	floodLasts   = flag.Duration("flood.lasts", 0, "over how long TestLongFlood has them handed in; 0: it is skipped")
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
	w, came, service := flooded(t, time.Minute)
	first := <-came
	if err := w.Write(t.Context(), "russia", "q1@"+towntest.Domain, "[d1] before the flood", "A War-Gal"); err != nil {
		t.Fatal(err)
	}
	before := onlyGame(t, w)
	time.Sleep(time.Until(before.Deadline.Add(-5 * time.Second)))

	began, n := time.Now(), 0
	err := pour(t.Context(), w.Office.SMTP(), func() (string, []byte) {
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
	answerAsFrance(t, w, first, "A Par-Bur\nA Mar-Spa\nF Bre-Mao\n")
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

	inboxKept(t, w)
}

// TestLongFlood has such letters handed in one by one for as long as is said, while a player goes on answering reports. They get
// their receipts and reports, and the list still has what it had.
//
//	go test ./cmd/gm -run TestLongFlood -v -timeout 80m -flood.letters 10000 -flood.lasts 1h
func TestLongFlood(t *testing.T) {
	t.Parallel()
	if *floodLasts == 0 {
		t.Skip("takes as long as -flood.lasts says; .ci/long hour does")
	}
	every := max(time.Minute, *floodLasts/10)
	w, came, service := flooded(t, every)
	answered := <-came
	if err := w.Write(t.Context(), "russia", "q1@"+towntest.Domain, "[d1] before the flood", "A War-Gal"); err != nil {
		t.Fatal(err)
	}
	over, n, began := make(chan error, 1), 0, time.Now()
	go func() {
		over <- pour(t.Context(), w.Office.SMTP(), func() (string, []byte) {
			time.Sleep(time.Until(began.Add(*floodLasts * time.Duration(n) / time.Duration(*floodLetters))))
			if n++; n > *floodLetters {
				return "", nil
			}
			return forgedLetter(n, *floodSize)
		})
	}()
	var receipts, reports []time.Duration
	for flooding := true; flooding; {
		deadline, wrote := onlyGame(t, w).Deadline, time.Now()
		answerAsFrance(t, w, answered, "A Par H\nA Mar H\n")
		for answered.Text = ""; !strings.Contains(answered.Text, "REPORT FOR FRANCE"); {
			select {
			case err := <-over:
				if err != nil {
					t.Fatal(err)
				}
				flooding = false
			case answered = <-came:
				if strings.Contains(answered.Text, forgedPress) {
					t.Errorf("press of nobody's went out:\n%s", answered.Text)
				}
				if !strings.Contains(answered.Text, "REPORT FOR FRANCE") {
					receipts = append(receipts, answered.at.Sub(wrote))
				}
			}
		}
		reports = append(reports, answered.at.Sub(deadline))
	}
	slices.Sort(receipts)
	slices.Sort(reports)
	if len(receipts) < len(reports) {
		t.Errorf("%d letters of a player's own got %d receipts", len(reports), len(receipts))
	}
	t.Logf("%d letters of %d bytes within %v: %d receipts, after %v in the middle and %v at most; %d reports, %v and %v after the deadline; at most %.0f MB",
		*floodLetters, *floodSize, *floodLasts, len(receipts), receipts[len(receipts)/2].Round(time.Millisecond), receipts[len(receipts)-1].Round(time.Millisecond),
		len(reports), reports[len(reports)/2].Round(time.Millisecond), reports[len(reports)-1].Round(time.Millisecond), memory(t, service.Process, "VmHWM"))
	inboxKept(t, w)
}

// flooded returns a town with a game that a service runs, and what comes to France.
func flooded(t *testing.T, every time.Duration) (*towntest.Town, chan arrival, *exec.Cmd) {
	t.Helper()
	var players, seats []string
	for _, p := range powers() {
		players = append(players, strings.ToLower(p))
		seats = append(seats, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
	}
	w := towntest.New(t, players...)
	came := make(chan arrival, 100)
	w.Office.Delivered(func(_ string, to []string, raw []byte) {
		if to[0] == "france@"+towntest.Domain {
			l, _ := mailer.Read(raw, time.Now())
			came <- arrival{Letter: l, replyTo: headerField(string(raw), "Reply-To"), at: time.Now()}
		}
	})
	mustRun(t, append([]string{"-c", w.Config, "new", "d1", "deadman", "--every", every.String(), "--remind", "0h"}, seats...)...)
	return w, came, child(t, "serve", w.Config)
}

// answerAsFrance has France answer a letter of ours.
func answerAsFrance(t *testing.T, w *towntest.Town, to arrival, text string) {
	t.Helper()
	now := time.Now()
	own := mailer.Draft{ID: fmt.Sprintf("own%d@%s", now.UnixNano(), towntest.Domain), From: "france@" + towntest.Domain, To: strings.Trim(to.replyTo, "<>"),
		Subject: "Re: " + to.Subject, InReplyTo: to.ID, Text: text, Date: now}
	server := mailer.Server{Addr: w.Office.SMTP(), TLS: "none", User: "france@" + towntest.Domain, Password: "secret"}
	if err := (&mailer.Sender{Server: server}).Send(t.Context(), own.From, own); err != nil {
		t.Fatal(err)
	}
}

// inboxKept checks that the game master's list still has what it had before a flood.
func inboxKept(t *testing.T, w *towntest.Town) {
	t.Helper()
	inbox := mustRun(t, "-c", w.Config, "inbox")
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

// onlyGame returns how the one game stands.
func onlyGame(t *testing.T, w *towntest.Town) inspect.Overview {
	t.Helper()
	var all []inspect.Overview
	if err := json.Unmarshal([]byte(mustRun(t, "-c", w.Config, "list", "--json")), &all); err != nil || len(all) != 1 {
		t.Fatalf("%d games, %v", len(all), err)
	}
	return all[0]
}

const forgedPress = "Nobody moves this turn."

// forgedLetter returns a letter that nobody can prove to be whose it says: in turn the game master's, a player's and
// a stranger's.
func forgedLetter(n, size int) (from string, raw []byte) {
	names := []string{"desk@" + towntest.Domain, "russia@" + towntest.Domain, fmt.Sprintf("eve%d@d%d.example", n, n%50)}
	texts := []string{"press d1 " + forgedPress + "\n", "A War H\nA Mos H\nPRESS TO ALL: " + forgedPress + "\n", "JOIN d1\n"}
	from = names[n%len(names)]
	text := strings.Repeat(strings.ReplaceAll(texts[n%len(texts)], "\n", "\r\n"), max(1, size/len(texts[n%len(texts)])))
	return from, fmt.Appendf(nil, "From: %s\r\nTo: gm@%s\r\nSubject: [d1] %d\r\nMessage-ID: <f%d@flood.example>\r\nDate: %s\r\n\r\n%s\r\n",
		from, towntest.Domain, n, n, time.Now().Format(time.RFC1123Z), text)
}
