package doctor

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/config"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/serve"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/setup"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/transfer"
	"deaddrop/gm/towntest"
	"deaddrop/mailer"
)

// gameMasterIn returns a game master on the games of a town in which no service runs. It is closed when the test
// ends.
func gameMasterIn(t *testing.T, w *towntest.Town) *gm.Master {
	t.Helper()
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	m, err := setup.Open(c, []*adjudicator.Rules{deadman.Rules}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Store.Close() }) // it may be closed already
	return m
}

// newGameIn starts a game of all seven in a town.
func newGameIn(t *testing.T, w *towntest.Town) {
	t.Helper()
	m := gameMasterIn(t, w)
	plan := desk.Plan{Name: "d1", Rules: "deadman", Trust: intake.TrustOpen, Secret: []byte("0123456789abcdef"),
		Clock: calendar.Clock{Every: time.Hour}}
	for _, seat := range deadman.Rules.Seats {
		plan.Players = append(plan.Players,
			game.Player{Seat: seat, Address: strings.ToLower(string(seat)) + "@" + towntest.Domain})
	}
	err := desk.At(m, gm.ActOptions{}).New(t.Context(), time.Now(), plan)
	if err = errors.Join(err, m.Store.Close()); err != nil {
		t.Fatal(err)
	}
}

// moveAway moves the games of a town to another file.
func moveAway(t *testing.T, w *towntest.Town) {
	t.Helper()
	from := gameMasterIn(t, w).Store
	to, err := bolt.Open(filepath.Join(t.TempDir(), "new.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = transfer.Move(t.Context(), from, to,
		transfer.Options{From: "here", To: "there", ID: "x", Now: time.Now, Counts: game.IsGame})
	if err = errors.Join(err, from.Close(), to.Close()); err != nil {
		t.Fatal(err)
	}
}

// inLobby is how many letters wait for the game master and are no game's.
func inLobby(t *testing.T, m *gm.Master) string {
	n, err := desk.InLobby(t.Context(), m)
	if err != nil {
		t.Error(err)
	}
	return strconv.Itoa(n)
}

// lobbyOf is inLobby for a town, beside the service that runs there or without one.
func lobbyOf(t *testing.T, w *towntest.Town) string {
	t.Helper()
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	r, done, err := control.Ask(t.Context(), c.Socket(), control.Call{Args: []string{"lobby"}}, time.Minute, nil)
	if err != nil {
		t.Fatal(err)
	}
	if done {
		return r.Output
	}
	return inLobby(t, gameMasterIn(t, w))
}

// serveHere serves a town's games in this process until the test ends. Beside the doctor it answers only how many
// letters are in the lobby.
func serveHere(t *testing.T, w *towntest.Town) {
	t.Helper()
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	o := serve.Options{Config: c, Path: w.Config, Rules: []*adjudicator.Rules{deadman.Rules}, Now: time.Now,
		Log: slog.New(slog.DiscardHandler)}
	o.Command = func(ctx context.Context, m *gm.Master, _ *mailer.Sender, now func() time.Time,
		c control.Call) control.Result {
		var b strings.Builder
		err := error(nil)
		if c.Args[0] == "doctor" {
			err = Answer(ctx, &b, m, now(), "this one")
		} else {
			b.WriteString(inLobby(t, m))
		}
		if err != nil {
			return control.Result{Complaint: err.Error(), Failed: true}
		}
		return control.Result{Output: b.String()}
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve.Run(ctx, o) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("the service ended with: %v", err)
		}
	})
	for range 6000 {
		if control.Running(c.Socket()) { // its file is there before it listens
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the service does not take commands")
}
