package main

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"testing"

	"deaddrop/gm/config"
	"deaddrop/gm/serve"
	"deaddrop/gm/towntest"
	"deaddrop/mailer"
)

// A lockedText is a text that one writes and another reads.
type lockedText struct {
	sync.Mutex
	text bytes.Buffer
}

func (l *lockedText) Write(b []byte) (int, error) {
	l.Lock()
	defer l.Unlock()
	return l.text.Write(b)
}

func (l *lockedText) String() string {
	l.Lock()
	defer l.Unlock()
	return l.text.String()
}

// The log of the service tells of each letter that was taken in, of each turn and of what was sent, but not what was
// written, nor to whom.
func TestGameInTheJournal(t *testing.T) {
	t.Parallel()
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia", "turkey")
	newGame(t, w)
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	var log lockedText
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- serve.Run(ctx, serviceOf(w.Config, c, c.Logger(&log))) }()
	came := make(chan string, 100)
	w.Watch(t, "france", func(l mailer.Letter) { came <- l.Text })
	until := func(word string) {
		t.Helper()
		for text := range came {
			if strings.Contains(text, word) {
				return
			}
		}
	}
	if err := w.Write(t.Context(), "france", "secret-1@test.invalid", "[d1.1] my moves", "A Par-Bur"); err != nil {
		t.Fatal(err)
	}
	until("revision 1")
	mustRun(t, "-c", w.Config, "resolve", "d1")
	until("REPORT FOR FRANCE")
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	said := log.String()
	for _, want := range []string{`level=INFO msg="a letter was taken in" game=d1 id=secret-1@test.invalid fate=taken`,
		`level=INFO msg="a turn was resolved" game=d1 next=`, `level=INFO msg="letters were sent" sent=\d+ failed=0`} {
		if !regexp.MustCompile(want).MatchString(said) {
			t.Errorf("the log says nothing of %s:\n%s", want, said)
		}
	}
	for _, secret := range []string{"A Par-Bur", "Burgundy", "france@", "my moves"} {
		if strings.Contains(said, secret) {
			t.Errorf("the log tells %q:\n%s", secret, said)
		}
	}
}

// Commands that look at things tell programs of them, in keys of small letters and with the exit code that they have
// without.
func TestJSONOfCommands(t *testing.T) {
	t.Parallel()
	w := towntest.New(t)
	newGame(t, w)
	for _, c := range [][2]string{
		{"doctor --wait 1m", "verdict text"}, {"store check", "games archived entries tasks bytes damaged"},
		{"list", "name rules state phase deadline seats"}, {"show d1", "name rules seats clock"},
		{"outbox", "game number to subject state tries"}, {"inbox", ""}, {"verify d1", "game"},
		{"pause d1 --dry-run", "game dry changes letters undo"}, {"archive --finished-before 1d", ""}, {"move --to new.db", "from to games records"},
	} {
		words, keys := c[0], c[1]
		args := append([]string{"-c", w.Config}, strings.Fields(words)...)
		if words == "move --to new.db" {
			args[len(args)-1] = w.Config + ".db"
		}
		out := mustRun(t, append(args, "--json")...)
		var found any
		if err := json.Unmarshal([]byte(out), &found); err != nil {
			t.Errorf("gm %s --json: %v\n%s", words, err, out)
		}
		for _, key := range strings.Fields(keys) {
			if !strings.Contains(out, `"`+key+`":`) {
				t.Errorf("gm %s --json has no %q:\n%s", words, key, out)
			}
		}
		if upper := regexp.MustCompile(`\n  (  )?"[A-Z]\w*":`).FindString(out); upper != "" {
			t.Errorf("gm %s --json has the key %s", words, upper)
		}
	}
}
