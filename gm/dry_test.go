package gm_test

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/letter"
)

// What the game master only tries out leaves nothing behind: no letter, no log entry, nothing in the game or about players.
func TestDryRunsLeaveNoTrace(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	}()
	plan := gm.Plan{Name: "b1", Rules: "sealed", Secret: []byte("0123456789abcdef"), Desk: "desk@example.org", Clock: calendar.Clock{Every: 72 * time.Hour},
		Players: []gm.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}, {Address: "cyd@example.org"}, {Address: "dee@example.org"}}}
	if err := m.AtDesk(gm.Manner{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	if err := m.AtDesk(gm.Manner{}).Resolve(t.Context(), noon, "b1", ""); err != nil {
		t.Fatal(err)
	}
	deliver(t, m, noon, func(letter.Letter) {})
	was, now := kept(t, m), noon.Add(time.Hour)
	for name, act := range map[string]func(context.Context, *gm.Desk) error{
		"rollback": func(ctx context.Context, d *gm.Desk) error { return d.Rollback(ctx, now, "b1", gm.Back{}) },
		"new luck": func(ctx context.Context, d *gm.Desk) error {
			return d.Rollback(ctx, now, "b1", gm.Back{Luck: []byte("fedcba9876543210")})
		},
		"resolve": func(ctx context.Context, d *gm.Desk) error { return d.Resolve(ctx, now, "b1", "") },
		"pause":   func(ctx context.Context, d *gm.Desk) error { return d.Pause(ctx, now, "b1") },
		"eject":   func(ctx context.Context, d *gm.Desk) error { return d.Eject(ctx, now, "b1", "Ann") },
		"seat":    func(ctx context.Context, d *gm.Desk) error { return d.Seat(ctx, now, "b1", "Ann", "eve@example.org") },
		"letter":  func(ctx context.Context, d *gm.Desk) error { return d.Letter(ctx, now, "b1", "Ann", "", "Hello.") },
		"standby": func(ctx context.Context, d *gm.Desk) error {
			return d.Standby(ctx, now, "b1", gm.ListAdd, []string{"eve@example.org"})
		},
		"absence": func(ctx context.Context, d *gm.Desk) error {
			return d.Absence(ctx, now, "b1", "Ann", []string{"2030-02-01", "2030-02-03"}, false)
		},
	} {
		d := m.AtDesk(gm.Manner{Dry: true})
		if err := act(t.Context(), d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Equal(kept(t, m), was) {
			t.Fatalf("%s leaves something behind", name)
		}
	}
	deliver(t, m, now, func(l letter.Letter) { t.Errorf("a letter to %s: %s", l.To, l.Subject) })
}

// kept is all that a store has in it.
func kept(t *testing.T, m *gm.Master) []byte {
	t.Helper()
	var b bytes.Buffer
	for name, err := range m.Store.Games(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		g, err := m.Store.Load(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(name + " ")
		b.Write(g.Head)
		for e, err := range m.Store.Log(t.Context(), name, 1) {
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(e.Kind + " " + e.Key + "\n")
			b.Write(e.Body)
		}
	}
	return b.Bytes()
}
