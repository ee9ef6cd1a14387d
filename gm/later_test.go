package gm_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/work"
)

// changed is a position of another program than the one that played the first season: it asks one seat less there.
type changed struct{ adjudicator.Position }

func (p *changed) Play(t *adjudicator.Table) {
	if p.Phase() == "Spring 1901" {
		t.Ask(adjudicator.Request{Seat: "France", Kind: "orders", Default: "No orders"})
		return
	}
	p.Position.Play(t)
}

func (p *changed) UnmarshalJSON(js []byte) error { return json.Unmarshal(js, p.Position) }
func (p *changed) MarshalJSON() ([]byte, error)  { return json.Marshal(p.Position) }

// If a newer program would replay an old season differently, the game is not held: a player who asks for it is told
// of a fault, and the others play on.
func TestHistoryOfAnOlderProgram(t *testing.T) {
	m := started(t)
	if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "d1", ""); err != nil {
		t.Fatal(err)
	}
	newer := *deadman.Rules
	newer.Blank = func() adjudicator.Position { return &changed{deadman.Rules.Blank()} }
	m.Rules = []*adjudicator.Rules{&newer}
	if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "1", From: "france@example.org", Subject: "[d1]", Text: "HISTORY"}); err != nil {
		t.Fatal(err)
	}
	if o, err := inspect.OverviewOf(t.Context(), m, "d1"); err != nil || o.State != "running" {
		t.Errorf("after a look back the game is %s: %s (%v)", o.State, o.Why, err)
	}
}

// A ruling that takes something off the file makes nobody ready: neither who said so of what is gone, nor who has
// only filed something with an earlier season.
func TestSwitchMakesNobodyReady(t *testing.T) {
	m := started(t)
	in := func(power adjudicator.Seat) bool {
		t.Helper()
		o, err := inspect.OverviewOf(t.Context(), m, "d1")
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(o.Seats, func(s inspect.SeatOverview) bool { return s.Name == power })
		return o.Seats[i].In
	}
	send := func(id, power, text string) {
		t.Helper()
		if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: id, From: power + "@example.org", Subject: "[d1]", Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	if err := desk.At(m, gm.ActOptions{}).Switch(t.Context(), noon, "d1", map[string]string{"pas_per_season": "unit"}); err != nil {
		t.Fatal(err)
	}
	if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "d1", ""); err != nil {
		t.Fatal(err)
	}
	send("1", "france", "NEXT PAS-Nth\nNEXT PAS-Eng\nNEXT F Bre H\nNEXT A Par H\nNEXT A Mar H")
	if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "d1", ""); err != nil {
		t.Fatal(err)
	}
	send("2", "england", "PAS-Nth\nPAS-Eng\nREADY")
	if in("France") || !in("England") {
		t.Fatalf("before the switch: France is in: %v, England: %v", in("France"), in("England"))
	}
	if err := desk.At(m, gm.ActOptions{}).Switch(t.Context(), noon, "d1", map[string]string{"pas_per_season": "power"}); err != nil {
		t.Fatal(err)
	}
	if in("France") || in("England") {
		t.Errorf("after the switch: France is in: %v, England: %v", in("France"), in("England"))
	}
}

// Prose is no orders, also from somebody who has something on file from an earlier season.
func TestProseIsSilence(t *testing.T) {
	m := started(t)
	send := func(id, text string) {
		t.Helper()
		if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: id, From: "france@example.org", Subject: "[d1]", Text: text}); err != nil {
			t.Fatal(err)
		}
		if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "d1", ""); err != nil {
			t.Fatal(err)
		}
	}
	silent := func() bool {
		t.Helper()
		last := ""
		for n := 1; n > 0; {
			var err error
			n, err = work.Due(t.Context(), m, noon, func(_ context.Context, l letter.Letter) error {
				if l.To == "france@example.org" {
					last = l.Text
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		return strings.Contains(last, "You sent no orders")
	}
	if send("1", "A Par-Bur\nRETREAT AUTO"); silent() {
		t.Error("orders count as silence")
	}
	if send("2", "Dear game master, who is winning?"); !silent() {
		t.Error("prose counts as orders")
	}
	if send("3", "READY"); silent() {
		t.Error("READY counts as silence")
	}
}

// A reason that several lines of a letter have in common is said once, below the last of them.
func TestCommonReasonIsSaidOnce(t *testing.T) {
	tb := doubting(t, intake.TrustReply)
	said := tb.write(letter.Letter{From: "ann@example.org", Proof: letter.Proved, Subject: "[g1]", Text: "ZONE Moon\nZONE Moon\nSET MAP GOLD"})
	const reason = "    There is no such time zone; write it as in ZONE Europe/Paris or ZONE\n    America/New_York.\n"
	if !strings.Contains(said, "  > ZONE Moon\n  > ZONE Moon\n"+reason+"  > SET MAP GOLD\n    ") {
		t.Errorf("the receipt is\n%s", said)
	}
}
