package gm_test

import (
	"context"
	"html"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/work"
)

// Links of a letter make letters that are understood: those of the text, and the order form of the HTML as it was filled in.
// What is in them proves nothing about who sends them.
func TestLinks(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	m.Plus = true
	defer func() { _ = m.Store.Close() }()
	ctx := context.Background()
	plan := desk.Plan{Name: "d1", Rules: "diplomacy", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour, Ends: calendar.WhenIn}}
	for _, seat := range deadman.Diplomacy.Seats { // one player has two powers
		name := strings.ToLower(string(seat))
		if name == "italy" {
			name = "france"
		}
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: name + "@example.org"})
	}
	if err := desk.At(m, gm.ActOptions{}).New(ctx, noon, plan); err != nil {
		t.Fatal(err)
	}
	last := map[string]letter.Letter{}
	work := func() {
		t.Helper()
		for n := 1; n > 0; {
			var err error
			if n, err = work.Due(ctx, m, noon, func(_ context.Context, l letter.Letter) error {
				last[l.To+" "+strings.Fields(l.Text)[1]] = l
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	work()
	send := func(from, link string, edit ...string) {
		t.Helper()
		u, err := url.Parse(link)
		if err != nil || u.Scheme != "mailto" {
			t.Fatalf("%q is no link that makes a letter (%v)", link, err)
		}
		if u.Opaque != m.Address {
			t.Errorf("the link leads to %s", u.Opaque)
		}
		q, err := url.ParseQuery(u.RawQuery)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer(edit...).Replace(q.Get("body"))
		if err := reception.Receive(ctx, m, noon, letter.Letter{ID: link[len(link)-9:] + "@example.org", From: from, Subject: q.Get("subject"), Text: text, Proof: letter.Proved}); err != nil {
			t.Fatal(err)
		}
		work()
	}
	turkey := last["turkey@example.org Turkey:"]
	ready := regexp.MustCompile(`(?m)^  READY +(mailto:\S+)$`).FindStringSubmatch(turkey.Text)
	if ready == nil {
		t.Fatalf("there is no link for READY:\n%s", turkey.Text)
	}
	send(turkey.To, ready[1])
	if receipt := last["turkey@example.org Turkey:"].Text; !strings.Contains(receipt, "you said READY") {
		t.Errorf("READY is not understood:\n%s", receipt)
	}
	italy := last["france@example.org Italy:"]
	form := regexp.MustCompile(`<a[^>]* href="(mailto:[^"]+)">ORDERS<`).FindStringSubmatch(italy.HTML)
	if form == nil {
		t.Fatalf("there is no link for orders:\n%s", italy.HTML)
	}
	send(italy.To, html.UnescapeString(form[1]), "A Ven -", "A Ven - Tyr", "A Rom -", "A Rom - Ven")
	if receipt := last["france@example.org Italy:"].Text; !strings.Contains(receipt, "A Ven-Tyr") || !strings.Contains(receipt, "A Rom-Ven") {
		t.Errorf("the orders are not understood:\n%s", receipt)
	}
	for _, l := range []letter.Letter{turkey, italy} {
		token, _, _ := strings.Cut(l.ReplyTo, "@")
		if _, token, _ = strings.Cut(token, "+"); token == "" || strings.Contains(l.Text+l.HTML, token[strings.LastIndexByte(token, '.'):]) {
			t.Errorf("the token %q stands in the letter, whose reader may show it to others", token)
		}
	}
}
