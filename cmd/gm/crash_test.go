package main

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/gm/serve"
	"deaddrop/gm/towntest"
	"deaddrop/mailer"
	"deaddrop/tier"
)

// The service is killed again and again while letters come in. Each letter must be answered, and
// the press in it must reach its reader, once: a copy of a mail that was being sent when the
// service died has the same Message-ID, by which mail programs know it.
func TestKilledServiceLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	letters, kills := tier.Pick(20, 80), tier.Pick(3, 20)
	if raced { // .ci/run kills more often without the race detector
		letters, kills = min(letters, 20), min(kills, 6)
	}
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia", "turkey")
	config, err := os.ReadFile(w.Config)
	if err == nil { // else not all letters that nothing proves are answered
		err = os.WriteFile(w.Config, append([]byte("answers_per_day = 1000\n"), config...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	got := &collected{ids: map[string]map[string]int{}}
	w.Watch(t, "france", func(l mailer.Letter) { got.add("answer to "+l.InReplyTo, l.ID) })
	w.Watch(t, "england", func(l mailer.Letter) { got.add(pressOf(l.Text), l.ID) })
	args := []string{"-c", w.Config, "new", "d1", "deadman", "--every", "1h", "--trust", "open"}
	for _, p := range powers() {
		args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+towntest.Domain)
	}
	mustRun(t, args...)

	sent := make(chan error, 1)
	go func() {
		for i := range letters {
			if err := w.Write(t.Context(), "france", fmt.Sprintf("n%d@test.invalid", i), "[d1.1] letter", fmt.Sprintf("PRESS TO England\nword-%d.\nENDPRESS\n", i)); err != nil {
				sent <- err
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		sent <- nil
	}()
	r := rand.New(rand.NewPCG(1, 2))
	mails := make(chan struct{}, 1000)
	w.Office.Delivered(func(from string, _ []string, _ []byte) {
		if strings.HasPrefix(from, "gm@") || strings.HasPrefix(from, "gm+") {
			select {
			case mails <- struct{}{}:
			default: // enough to wait for
			}
		}
	})
	pace := pace(t, w, mails)
	for i := range kills {
		child := startService(t, w.Config)
		if i%2 == 0 { // at any time
			time.Sleep(soon(r, pace))
		} else { // while a mail of the game master is being taken by its server, and the letter that it answers is put away
			for range 1 + len(mails) + r.IntN(4) {
				select {
				case <-mails:
				case <-time.After(time.Second): // all are out
				}
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
	}
	if err := <-sent; err != nil {
		t.Fatal(err)
	}
	last := startService(t, w.Config)
	defer func() { _ = last.Process.Kill(); _ = last.Wait() }()
	var want []string
	for i := range letters {
		want = append(want, fmt.Sprintf("answer to n%d@test.invalid", i), fmt.Sprintf("word-%d.", i))
	}
	await(t, w, got, want)
	copies := 0
	for _, key := range want {
		ids := got.of(key)
		if len(ids) == 0 { // given up
			continue
		}
		if len(ids) != 1 {
			t.Errorf("%s: came %d times, under %v", key, len(ids), ids)
		}
		for _, n := range ids {
			copies += n - 1
		}
	}
	if copies > serve.Parallel*(kills+1) { // so many connections may each have a mail in hand of which nobody knows yet
		t.Errorf("%d copies of mails for %d kills", copies, kills)
	}
	t.Logf("%d letters, %d kills, %d copies under the same Message-ID", letters, kills, copies)
}

func startService(t *testing.T, config string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(exe, "-c", config, "serve")
	child.Env = append(os.Environ(), "GM_TEST_MAIN=1")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	return child
}

// await waits until all came, or none for a minute. A letter on which the service died three times running, which
// kills do on a busy machine, is given up as it has to be: it is not lost if the game master was told.
func await(t *testing.T, w *towntest.Town, got *collected, want []string) {
	t.Helper()
	last, stuck := len(want)+1, time.Now()
	var looked time.Time // into the inbox
	for ; ; time.Sleep(10 * time.Millisecond) {
		missing := got.missing(want)
		if len(missing) == 0 {
			return
		}
		if len(missing) < last {
			last, stuck = len(missing), time.Now()
		}
		if time.Since(looked) < time.Second {
			continue
		}
		looked = time.Now()
		told := mustRun(t, "-c", w.Config, "inbox", "--json")
		lost := slices.DeleteFunc(slices.Clone(missing), func(key string) bool {
			number := letterOf(key)
			return strings.Contains(told, "\"n"+number+"@") || strings.Contains(told, "\"s"+number+"@")
		})
		switch {
		case len(lost) == 0 && lettersOf(missing) <= (lettersOf(want)+5)/10: // a tenth
			t.Logf("given up, and told to the game master: %q", missing)
			return
		case time.Since(stuck) > time.Minute+w.Held:
			t.Fatalf("lost: %q, and given up besides: %d", lost, len(missing)-len(lost))
		}
	}
}

// letterOf returns the number of the letter that caused something.
func letterOf(key string) string {
	return strings.FieldsFunc(key, func(c rune) bool { return c < '0' || c > '9' })[0]
}

// lettersOf returns how many letters those are.
func lettersOf(keys []string) int {
	letters := map[string]bool{}
	for _, key := range keys {
		letters[letterOf(key)] = true
	}
	return len(letters)
}

// pace returns how long the service takes on this machine, now, to start and have a mail delivered. Where it takes
// longer, it lives longer: a letter that a program dies on three times running is taken for what killed it.
func pace(t *testing.T, w *towntest.Town, mails <-chan struct{}) time.Duration {
	t.Helper()
	began := time.Now()
	child := startService(t, w.Config)
	select {
	case <-mails:
	case <-time.After(time.Minute):
		t.Fatal("the service writes to nobody")
	}
	took := time.Since(began)
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	return took
}

// soon returns a random short time in which a service may have done nothing yet, or much.
func soon(r *rand.Rand, pace time.Duration) time.Duration {
	return pace/5 + time.Duration(r.Int64N(int64(3*pace)))
}

// collected counts the letters that arrived by a key, which says what they answer or contain, and then by Message-ID.
type collected struct {
	sync.Mutex
	ids map[string]map[string]int
}

func (m *collected) add(key, id string) {
	m.Lock()
	defer m.Unlock()
	if m.ids[key] == nil {
		m.ids[key] = map[string]int{}
	}
	m.ids[key][id]++
}

// of returns how often the letters for a key arrived, by Message-ID.
func (m *collected) of(key string) map[string]int {
	m.Lock()
	defer m.Unlock()
	return maps.Clone(m.ids[key])
}

func (m *collected) missing(want []string) []string {
	m.Lock()
	defer m.Unlock()
	var out []string
	for _, key := range want {
		if m.ids[key] == nil {
			out = append(out, key)
		}
	}
	return out
}

func pressOf(text string) string {
	for word := range strings.FieldsSeq(text) {
		if strings.HasPrefix(word, "word-") {
			return word
		}
	}
	return "no press"
}

// The service is killed again and again while the game master steers by mail: each line of their letters is carried out
// once, when they have said that the letter is theirs, and each letter is answered.
func TestKilledServiceSteersOnce(t *testing.T) {
	t.Parallel()
	letters, lines, kills := 5, 4, tier.Pick(2, 8) // of more letters in a day the game master is not asked
	if raced {
		kills = min(kills, 3)
	}
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia", "turkey")
	got := &collected{ids: map[string]map[string]int{}}
	first := make(chan string, 1)
	send := func(d mailer.Draft) {
		d.From, d.Date = "desk@"+towntest.Domain, time.Now()
		s := &mailer.Sender{Server: mailer.Server{Addr: w.Office.SMTP(), TLS: "none", User: d.From, Password: "secret"}}
		err := s.Send(t.Context(), d.From, d)
		if err := errors.Join(err, s.Close()); err != nil {
			t.Error(err)
		}
	}
	w.Watch(t, "france", func(l mailer.Letter) { got.add(pressOf(l.Text), l.ID) })
	w.Watch(t, "desk", func(l mailer.Letter) {
		got.add("answer to "+l.InReplyTo, l.ID)
		select {
		case first <- l.ID:
		default:
		}
		if to, _, _ := strings.Cut(strings.Trim(l.Header.Get("reply-to"), "<>"), " "); strings.Contains(l.Text, "the single word YES") {
			send(mailer.Draft{ID: "yes-" + l.InReplyTo, To: to, Subject: "Re: steer", Text: "YES", InReplyTo: l.ID})
		}
	})
	newGame(t, w)
	began := time.Now()
	child := startService(t, w.Config)
	answers := <-first
	pace := time.Since(began)
	var want []string
	for i := range letters {
		var text strings.Builder
		for j := range lines {
			fmt.Fprintf(&text, "gm press d1 --to France word-%d-%d.\n", i, j)
			want = append(want, fmt.Sprintf("word-%d-%d.", i, j))
		}
		id := fmt.Sprintf("s%d@test.invalid", i)
		want = append(want, "answer to "+id, "answer to yes-"+id)
		send(mailer.Draft{ID: id, To: "gm@" + towntest.Domain, Subject: "steer", Text: text.String(), InReplyTo: answers})
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range kills {
		time.Sleep(soon(r, pace))
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
		child = startService(t, w.Config)
	}
	defer func() { _ = child.Process.Kill(); _ = child.Wait() }()
	await(t, w, got, want)
	for _, key := range want {
		if ids := got.of(key); len(ids) > 1 {
			t.Errorf("%s: came %d times, under %v", key, len(ids), ids)
		}
	}
}
