package mailer_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"

	"github.com/emersion/go-imap/v2/imapclient"
)

// A notebook is a Journal in a file, as a program that dies would find it again.
type notebook struct {
	path  string
	mu    sync.Mutex
	ended []string // that is not written down yet
}

func (n *notebook) read() map[string]int {
	tries := make(map[string]int)
	text, err := os.ReadFile(n.path)
	if err != nil {
		return tries
	}
	for line := range strings.Lines(string(text)) {
		var id string
		var count int
		if _, err := fmt.Sscan(line, &id, &count); err == nil {
			tries[id] = count
		}
	}
	return tries
}

func (n *notebook) write(tries map[string]int) error {
	var text strings.Builder
	for _, id := range slices.Sorted(maps.Keys(tries)) {
		fmt.Fprintln(&text, id, tries[id])
	}
	return os.WriteFile(n.path, []byte(text.String()), 0o600)
}

func (n *notebook) Begin(_ context.Context, ids []string) ([]int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	tries := n.read()
	known := make([]int, len(ids))
	for _, id := range n.ended {
		delete(tries, id)
	}
	for i, id := range ids {
		known[i] = tries[id]
		switch {
		case len(ids) == 1:
			tries[id] = max(1, tries[id]) + 1
		case tries[id] == 0:
			tries[id] = 1
		}
	}
	err := n.write(tries)
	if err == nil {
		n.ended = nil
	}
	return known, err
}

func (n *notebook) End(_ context.Context, ids []string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ended = append(n.ended, ids...)
	return nil
}

// left returns what would still be known if the program ended now as it should.
func (n *notebook) left(t *testing.T) map[string]int {
	t.Helper()
	if _, err := n.Begin(t.Context(), nil); err != nil {
		t.Error(err)
	}
	return n.read()
}

// gaveUp collects what an Inbox or a Listener gives up.
type gaveUp struct {
	mu   sync.Mutex
	ids  []string
	whys []string
	text string
}

func (g *gaveUp) tell(_ context.Context, l mailer.Letter, why string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ids = append(g.ids, l.ID)
	g.whys = append(g.whys, why)
	g.text += l.Text + string(l.Raw)
	return nil
}

func (g *gaveUp) all() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.ids)
}

// One letter among eleven ends the program whenever it is handled. It alone goes
// to Failed, and all others are handled once, or a second time where the
// program died before it could say so.
func TestPoison(t *testing.T) {
	if addr := os.Getenv("MAILER_TEST_VICTIM"); addr != "" {
		victim(t, addr)
		return
	}
	office := openOffice(t, postoffice.Options{})
	var ids []string
	for i := range 11 {
		ids = append(ids, fmt.Sprintf("p%d-1", i%7))
	}
	ids[5] = "poison-1"
	post(t, office, ids...)
	dir := t.TempDir()
	deaths := 0
	for {
		cmd := exec.Command(os.Args[0], "-test.run=^TestPoison$")
		cmd.Env = append(os.Environ(), "MAILER_TEST_VICTIM="+office.IMAP(), "MAILER_TEST_DIR="+dir)
		said, err := cmd.CombinedOutput()
		if err == nil {
			break
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 77 {
			t.Fatalf("%v:\n%s", err, said)
		}
		if deaths++; deaths > 10 {
			t.Fatal("it dies for ever")
		}
	}
	if deaths != 4 { // once with the others, and three times alone
		t.Errorf("it died %d times", deaths)
	}
	if all, _ := count(t, office, "Failed"); all != 1 {
		t.Errorf("%d in Failed", all)
	}
	if all, _ := count(t, office, "Processed"); all != 10 {
		t.Errorf("%d in Processed", all)
	}
	if told, err := os.ReadFile(filepath.Join(dir, "gaveup")); err != nil ||
		!strings.HasSuffix(string(told), "/6\n") || strings.Count(string(told), "\n") != 1 {
		t.Errorf("told of %q (%v)", told, err)
	}
	if left := (&notebook{path: filepath.Join(dir, "journal")}).read(); len(left) != 0 {
		t.Errorf("the journal still has %v", left)
	}
}

// victim is the program that dies.
func victim(t *testing.T, addr string) {
	dir := os.Getenv("MAILER_TEST_DIR")
	in := quick(addr)
	in.Journal = &notebook{path: filepath.Join(dir, "journal")}
	in.GaveUp = func(_ context.Context, l mailer.Letter, _ string) error {
		return os.WriteFile(filepath.Join(dir, "gaveup"), []byte(l.ID+"\n"), 0o600)
	}
	looked := make(chan struct{}, 1)
	in.Looking = func() func() { return func() { looked <- struct{}{} } }
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-looked; cancel() }()
	err := in.Watch(ctx, func(_ context.Context, l mailer.Letter) error {
		if strings.HasPrefix(l.ID, "poison") {
			os.Exit(77)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A letter that fails for good is told of before it goes to Failed, without its
// text, and is no more in the journal. One that fails for a while never counts.
func TestGaveUp(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	post(t, office, "bad-1", "late-1", "bob-1")
	in := quick(office.IMAP())
	in.Retry = time.Millisecond
	book := &notebook{path: filepath.Join(t.TempDir(), "journal")}
	var told gaveUp
	in.Journal = book
	refused := 0
	in.GaveUp = func(ctx context.Context, l mailer.Letter, why string) error {
		if all, _ := count(t, office, "INBOX"); all == 0 {
			t.Error("told after the move")
		}
		if refused++; refused == 1 {
			return errors.New("the store is out")
		}
		return told.tell(ctx, l, why)
	}
	late := 0
	in.Log = logTo(t)
	w := start(t, in, func(l mailer.Letter) error {
		switch {
		case strings.HasPrefix(l.ID, "bad"):
			return mailer.Permanent(errors.New("cannot be kept"))
		case strings.HasPrefix(l.ID, "late"):
			if late++; late <= 6 {
				return errors.New("the store is out")
			}
		}
		return nil
	})
	eventually(t, "all gone", func() bool { all, _ := count(t, office, "INBOX"); return all == 0 })
	w.stop()
	if got := told.all(); !slices.Equal(got, []string{"bad-1@example.org"}) || told.whys[0] != "cannot be kept" ||
		told.text != "" {
		t.Errorf("told of %v: %v %q", got, told.whys, told.text)
	}
	if refused != 2 || late != 7 {
		t.Errorf("told %d times, late letter tried %d times", refused, late)
	}
	for box, want := range map[string]int{"Failed": 1, "Processed": 2} {
		if all, _ := count(t, office, box); all != want {
			t.Errorf("%d in %s", all, box)
		}
	}
	if left := book.read(); len(left) != 0 { // Watch has written it down
		t.Errorf("the journal still has %v", left)
	}
}

// A letter that fails for a while, and one that waits for it, have a good name
// also when the program is killed then.
func TestJournalForgetsTheLate(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	post(t, office, "late-1", "bob-1")
	in := quick(office.IMAP())
	in.Retry = time.Hour
	book := &notebook{path: filepath.Join(t.TempDir(), "journal")}
	in.Journal = book
	looked := make(chan struct{}, 1)
	in.Looking = func() func() { return func() { looked <- struct{}{} } }
	start(t, in, func(l mailer.Letter) error {
		if strings.HasPrefix(l.ID, "late") {
			return errors.New("the store is out")
		}
		return nil
	})
	clean := func() {
		t.Helper()
		<-looked
		book.mu.Lock()
		defer book.mu.Unlock()
		if left := book.read(); len(left) != 0 {
			t.Errorf("the journal has %v", left)
		}
	}
	clean()
	post(t, office, "late-2") // which is read, and has to wait
	clean()
}

// Known letters split a batch, and each sender's letters stay in order.
func TestKnownLettersAlone(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	var ids []string
	for i := range 12 {
		ids = append(ids, fmt.Sprintf("ann-%d", i))
	}
	post(t, office, ids...)
	validity := uint32(0)
	onServer(t, office, "", func(c *imapclient.Client) {
		data, err := c.Select("INBOX", nil).Wait()
		if err != nil {
			t.Fatal(err)
		}
		validity = data.UIDValidity
	})
	book := &notebook{path: filepath.Join(t.TempDir(), "journal")}
	known := map[string]int{}
	for uid, tries := range map[int]int{1: 3, 4: 1, 5: 4, 12: 2} {
		known[fmt.Sprintf("INBOX/%d/%d", validity, uid)] = tries
	}
	if err := book.write(known); err != nil {
		t.Fatal(err)
	}
	in := quick(office.IMAP())
	in.Journal = book
	var told gaveUp
	in.GaveUp = told.tell
	w := start(t, in, nil)
	w.until(t, slices.Delete(slices.Clone(ids), 4, 5)...)
	eventually(t, "all gone", func() bool { all, _ := count(t, office, "INBOX"); return all == 0 })
	w.stop()
	if got := told.all(); len(got) != 1 || !strings.HasSuffix(got[0], "/5") {
		t.Errorf("gave up %v", got)
	}
	if left := book.read(); len(left) != 0 { // Watch has written it down
		t.Errorf("the journal still has %v", left)
	}
}

// If attempts can't be counted, no letter is read.
func TestJournalOut(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	post(t, office, "ann-1")
	in := quick(office.IMAP())
	book := &notebook{path: filepath.Join(t.TempDir(), "away", "journal")}
	in.Journal = book
	looked := false
	in.Looking = func() func() { return func() { looked = true } }
	var log lockedBuffer
	in.Log = textLog(&log)
	w := start(t, in, nil)
	eventually(t, "some tries", func() bool { return strings.Count(log.String(), "counting attempts") >= 3 })
	if n := len(w.ids()); n > 0 || looked || strings.Count(log.String(), "level=WARN") != 1 {
		t.Errorf("%d letters handled, looked: %v; log:\n%s", n, looked, log.String())
	}
	if err := os.Mkdir(filepath.Dir(book.path), 0o700); err != nil {
		t.Fatal(err)
	}
	w.until(t, "ann-1")
}

// Letters of several senders are handled at once, those of one sender never, and
// in order, and no more than Parallel at a time.
func TestParallel(t *testing.T) {
	office := openOffice(t, postoffice.Options{})
	var ids []string
	for i := range 60 {
		ids = append(ids, fmt.Sprintf("p%d-%d", i%5, i))
	}
	post(t, office, ids...)
	in := quick(office.IMAP())
	in.Parallel = 3
	var mu sync.Mutex
	at := make(map[string]bool)
	most, three := 0, make(chan struct{})
	w := start(t, in, func(l mailer.Letter) error {
		mu.Lock()
		if at[l.From] {
			t.Errorf("two letters of %s at once", l.From)
		}
		at[l.From] = true
		if len(at) > most {
			if most = len(at); most == 3 {
				close(three)
			}
		}
		mu.Unlock()
		select {
		case <-three:
		case <-t.Context().Done():
		}
		for range 10 {
			runtime.Gosched()
		}
		mu.Lock()
		delete(at, l.From)
		mu.Unlock()
		return nil
	})
	eventually(t, "all gone", func() bool { all, _ := count(t, office, "INBOX"); return all == 0 })
	w.stop()
	for i := range 5 {
		var own, want []string
		for _, id := range w.ids() {
			if strings.HasPrefix(id, fmt.Sprintf("p%d-", i)) {
				own = append(own, id)
			}
		}
		for _, id := range ids {
			if strings.HasPrefix(id, fmt.Sprintf("p%d-", i)) {
				want = append(want, id)
			}
		}
		if !slices.Equal(own, want) {
			t.Errorf("p%d's letters: %v, want %v", i, own, want)
		}
	}
	if most != 3 {
		t.Errorf("%d letters at once", most)
	}
}
