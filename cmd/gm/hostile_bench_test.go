//go:build unix

package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/meter"
	"deaddrop/gm/serve"
	"deaddrop/mailer"
)

// BenchmarkHostile measures letters of 1 MB that are made to keep the service busy, each until it is taken in or put aside:
// in a game master's name, by a game master whose provider vouches for it, by players of each title whose games believe the
// address, and by a stranger. A quarter of a letter is its text, as more of that is not read, and the rest is attached. cpu-ms
// is what the dearest letter took; none is to take 500.
//
//	go test ./cmd/gm -run '^$' -bench Hostile -benchtime 3x
func BenchmarkHostile(b *testing.B) {
	sc := newScene(b, intake.TrustReply)
	sc.master.Commands = newClerk(sc.master, nil, commandTree)
	sc.keys["example.org"] = sc.keys["example.com"]
	sc.dns[sc.signer("example.org").Name()] = sc.signer("example.org").Value()
	writers := map[string]string{"forged game master": "boss@example.org", "game master": "boss@example.org", "stranger": forger}
	for _, title := range []string{"deadman", "diplomacy", "decatur", "successors", "dishonest", "dealers"} {
		writers[title] = sc.hostileGame(title)
	}
	for _, writer := range slices.Sorted(maps.Keys(writers)) {
		texts := hostileTexts()
		for _, what := range slices.Sorted(maps.Keys(texts)) {
			b.Run(writer+"/"+what, func(b *testing.B) { sc.benchHostile(b, writers[writer], texts[what], writer == "game master") })
		}
	}
}

// hostileGame begins a game of a title, which believes the address, and returns one of its players'.
func (sc *scene) hostileGame(title string) string {
	sc.Helper()
	plan := desk.Plan{Name: title, Rules: title, Trust: intake.TrustOpen, Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour}}
	players := map[string]int{"deadman": 7, "diplomacy": 7}
	for i := range cmp.Or(players[title], 4) {
		plan.Players = append(plan.Players, game.Player{Address: fmt.Sprintf("%s%d@honest.example", title, i)})
	}
	if err := desk.At(sc.master, gm.ActOptions{}).New(sc.Context(), sc.now(), plan); err != nil {
		sc.Fatal(err)
	}
	sc.deliver()
	return title + "0@honest.example"
}

// hostileTexts returns texts of 250 KB that take long to read, if any do.
func hostileTexts() map[string]string {
	of := func(unit string) string { return strings.Repeat(unit, 250<<10/len(unit)) }
	return map[string]string{
		"commands":            of("press d1 x\n"),
		"commands with flags": of("pause d1 --reason x --dry-run\n"),
		"commands with gm":    of("gm show d1 --as France\n"),
		"commands unknown":    of("resolv d1\nlist me\n"),
		"quotation open":      "gm press d1 " + of("'a "),
		"quotations in lines": strings.Repeat("gm "+strings.Repeat("'a ", 5000)+"\n", 16),
		"seat":                "AS France\n" + of("A Par-Bur\n"),
		"orders":              of("A Par-Bur\n"),
		"orders, misspelt":    of("A Paris to Burgudny via convoy, or Marsailles\n"),
		"orders in a line":    "A Par-" + of("Bur, A Mar-"),
		"one word":            of("a"),
		"one line":            of("burgudny "),
		"sentences":           of("If Paris moves then hold Munich, unless I say no. "),
		"negations":           of("not "),
		"sign-ups":            of("JOIN d1 France\n"),
		"press":               of("PRESS TO ALL\nx\nENDPRESS\n"),
		"press without end":   of("PRESS TO ALL\n"),
		"absences":            of("ABSENCE 24 Dec to 6 Jan\n"),
		"questions":           of("HISTORY\nMAP\nSTATUS\n"),
		"forms":               of("ORDER FORM [d1.1] France, revision 0\n"),
		"tags":                of("[d1.1] "),
		"quoted":              of("> x\n"),
		"quoting":             of("On Monday, 1 Jan 2030, Ann <a@b> wrote\n"),
		"brackets":            of("(["),
		"lists":               of("1. a\n- b\n* c\n"),
		"signs that grow":     of("\ufdfa"),
		"signs that combine":  "A Par" + of("\u0301"),
		"numbers":             "COMMIT " + of("9 "),
		"standing orders":     of("ON bid DO pass\n"),
	}
}

func (sc *scene) benchHostile(b *testing.B, from, text string, signed bool) {
	b.Helper()
	attached := strings.Repeat(strings.Repeat("QUFB", 19)+"\n", 9300)
	longest := time.Duration(0)
	for range b.N {
		b.StopTimer()
		m := sc.plain(from, "--b\nContent-Type: text/plain; charset=utf-8\n\n"+text+"\n--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\n"+attached+"--b--")
		m.set("Content-Type", "multipart/mixed; boundary=b").set("Subject", fmt.Sprintf("JOIN %d", sc.ids))
		if signed {
			sc.signed(m, "example.org")
		}
		raw := m.bytes()
		if len(raw) > mailer.MaxMail || len(raw) < mailer.MaxMail*9/10 {
			b.Fatalf("a mail has %d bytes", len(raw))
		}
		sc.door = &serve.Doorkeeper{Master: sc.master, Address: sc.door.Address, Processed: sc.door.Processed, Identity: sc.door.Identity, Now: sc.now}
		b.StartTimer()
		began := cpu(b)
		l, err := mailer.Read(raw, sc.now())
		if err == nil {
			err = sc.door.Take(b.Context(), meter.IMAP, l)
		}
		longest = max(longest, cpu(b)-began)
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(longest.Microseconds())/1000, "cpu-ms")
}

// cpu returns how much of a processor's time this process has taken.
func cpu(b testing.TB) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
