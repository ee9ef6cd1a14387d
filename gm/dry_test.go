package gm_test

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// A dry run by the game master leaves nothing behind: no letter, no log entry, nothing in the game or about players.
func TestDryRunsLeaveNoTrace(t *testing.T) {
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	defer func() {
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	}()
	plan := desk.Plan{Name: "b1", Rules: "sealed", Secret: []byte("0123456789abcdef"), Desk: "desk@example.org", Clock: calendar.Clock{Every: 72 * time.Hour},
		Players: []game.Player{{Address: "ann@example.org"}, {Address: "bob@example.org"}, {Address: "cyd@example.org"}, {Address: "dee@example.org"}}}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	if err := desk.At(m, gm.ActOptions{}).Resolve(t.Context(), noon, "b1", ""); err != nil {
		t.Fatal(err)
	}
	deliver(t, m, noon, func(letter.Letter) {})
	was, now := kept(t, m), noon.Add(time.Hour)
	for name, act := range map[string]func(context.Context, *desk.Operator) error{
		"rollback": func(ctx context.Context, d *desk.Operator) error { return d.Rollback(ctx, now, "b1", desk.Back{}) },
		"new luck": func(ctx context.Context, d *desk.Operator) error {
			return d.Rollback(ctx, now, "b1", desk.Back{Luck: []byte("fedcba9876543210")})
		},
		"resolve": func(ctx context.Context, d *desk.Operator) error { return d.Resolve(ctx, now, "b1", "") },
		"pause":   func(ctx context.Context, d *desk.Operator) error { return d.Pause(ctx, now, "b1") },
		"eject":   func(ctx context.Context, d *desk.Operator) error { return d.Eject(ctx, now, "b1", "Ann") },
		"seat": func(ctx context.Context, d *desk.Operator) error {
			return d.Seat(ctx, now, "b1", "Ann", "eve@example.org")
		},
		"letter": func(ctx context.Context, d *desk.Operator) error {
			return d.Letter(ctx, now, "b1", "Ann", "", "Hello.")
		},
		"standby": func(ctx context.Context, d *desk.Operator) error {
			return d.Standby(ctx, now, "b1", reception.ListAdd, []string{"eve@example.org"})
		},
		"absence": func(ctx context.Context, d *desk.Operator) error {
			return d.Absence(ctx, now, "b1", "Ann", []string{"2030-02-01", "2030-02-03"}, false)
		},
	} {
		d := desk.At(m, gm.ActOptions{Dry: true})
		if err := act(t.Context(), d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Equal(kept(t, m), was) {
			t.Fatalf("%s leaves something behind", name)
		}
	}
	deliver(t, m, now, func(l letter.Letter) { t.Errorf("a letter to %s: %s", l.To, l.Subject) })
}

// kept returns all that a store has in it.
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
