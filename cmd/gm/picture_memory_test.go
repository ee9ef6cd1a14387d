package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deaddrop/adjudicator/robots"
	"deaddrop/mailer/postoffice"
	"deaddrop/tier"
)

// mostDrawing is how much memory a service may take at most, in MB, while it draws for a game of each title, with the
// program itself (some 37). It is 119 to 123, and 127 was seen beside much other work.
const mostDrawing = 130

// A studio is a service whose letters have pictures, and counts them.
type studio struct {
	testing.TB
	office       *postoffice.Office
	config       string
	service      *exec.Cmd
	mails, drawn atomic.Int64
	ids          sync.Map // the Message-IDs of all letters
}

// TestMemoryOfPictures has a service begin, resolve and end a game of each title with as many players as can be, first one after
// another, then all at once. It says how much memory the service took at most: the program as it is released, since that of
// the tests takes more. No letter may come twice.
//
//	DEADDROP_TESTS=full go test ./cmd/gm -run TestMemoryOfPictures -v
func TestMemoryOfPictures(t *testing.T) {
	t.Parallel()
	if !tier.Full() {
		t.Skip("draws for some seconds; .ci/run does")
	}
	unraced(t)
	w := newStudio(t)
	for i, g := range robotGames() {
		w.plays(fmt.Sprint("one", i+1), g)
	}
	w.reckon("a game of each title, one after another")
	w.plays("all", robotGames()...)
	w.reckon("a game of each title, all at once")
}

func newStudio(t testing.TB) *studio {
	t.Helper()
	w := &studio{TB: t}
	var err error
	if w.office, err = postoffice.Open(postoffice.Options{Domain: benchDomain}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.office.Close() })
	if err := w.office.Add("gm", "secret"); err != nil {
		t.Fatal(err)
	}
	w.office.Delivered(func(_ string, to []string, raw []byte) {
		w.mails.Add(1)
		text := string(raw)
		id := headerField(text, "Message-ID")
		if _, again := w.ids.LoadOrStore(id, true); again {
			t.Errorf("letter %s to %v comes again", id, to)
		}
		if strings.Contains(text, "image/png") || strings.Contains(text, "film.html") {
			w.drawn.Add(1)
		}
	})
	w.config = leagueConfig(t, leagueMailbox(w.office.IMAP()), w.office.SMTP())
	w.service = serving(t, built(t), "gm", w.config)
	return w
}

// built builds the program, and returns its path.
func built(t testing.TB) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "gm")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", exe, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exe
}

// plays begins, resolves and ends games, each time all of them before the letters are waited for.
func (w *studio) plays(prefix string, games ...robots.Game) {
	w.Helper()
	var names []string
	for i, g := range games {
		name := fmt.Sprint(prefix, "x", i+1)
		w.begins(name, g)
		names = append(names, name)
	}
	w.settled()
	for _, what := range []string{"resolve", "end"} {
		for _, name := range names {
			mustRun(w, "-c", w.config, what, name, "--yes")
		}
		w.settled()
	}
}

func (w *studio) begins(name string, g robots.Game) {
	w.Helper()
	chairs, err := g.Rules.SeatsFor(len(g.Rules.Seats), nil)
	if err != nil {
		w.Fatal(err)
	}
	args := []string{"-c", w.config, "new", name, g.Rules.Name, "--every", "72h", "--remind", "0h"}
	for _, seat := range chairs {
		player := mailboxOf(name, strings.ReplaceAll(string(seat), " ", ""))
		if err := w.office.Add(player, "secret"); err != nil {
			w.Fatal(err)
		}
		args = append(args, "--player", fmt.Sprintf("%s=%s@%s", seat, player, benchDomain))
	}
	mustRun(w, args...)
}

// settled waits until every letter has been sent.
func (w *studio) settled() {
	w.Helper()
	for began := time.Now(); !strings.Contains(mustRun(w, "-c", w.config, "outbox"), "Every letter has been sent"); {
		if time.Since(began) > stuck {
			w.Fatal("the letters are not sent")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (w *studio) reckon(what string) {
	w.Helper()
	most := memory(w, w.service.Process, "VmHWM")
	w.Logf("%s: %d letters, %d of them with pictures or films; at most %.0f MB, of which %.0f are files", what, w.mails.Load(),
		w.drawn.Load(), most, memory(w, w.service.Process, "RssFile"))
	if most > mostDrawing {
		w.Errorf("%s: the service took %.0f MB, and should take %d at most", what, most, mostDrawing)
	}
}
