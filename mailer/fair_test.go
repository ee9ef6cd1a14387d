package mailer_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// lay puts mails into gm's inbox that the server took in at a time, each of whoever stands before the dash of its ID.
func lay(t *testing.T, office *postoffice.Office, at time.Time, ids ...string) {
	t.Helper()
	onServer(t, office, "", func(c *imapclient.Client) {
		for _, id := range ids {
			who, _, _ := strings.Cut(id, "-")
			mail := fmt.Sprintf("From: %s@example.org\r\nTo: gm@post.test\r\nSubject: x\r\nMessage-ID: <%s@example.org>\r\n\r\nx\r\n", who, id)
			cmd := c.Append("INBOX", int64(len(mail)), &imap.AppendOptions{Time: at})
			_, err := cmd.Write([]byte(mail))
			if err == nil {
				err = cmd.Close()
			}
			if err == nil {
				_, err = cmd.Wait()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

func queue(who string, n int) (ids []string) {
	for i := range n {
		ids = append(ids, fmt.Sprintf("%s-%d", who, i))
	}
	return ids
}

// A sender of one letter does not wait behind somebody's hundreds, also if it comes while these are being processed.
// All are processed, each sender's in order.
func TestOneSenderKeepsNobody(t *testing.T) {
	t.Parallel()
	office := openOffice(t, postoffice.Options{})
	long := queue("eve", 250)
	lay(t, office, time.Now(), append(slices.Clone(long), "ann-1")...)
	come := sync.OnceFunc(func() { lay(t, office, time.Now(), "bob-1") })
	w := start(t, quick(office.IMAP()), func(l mailer.Letter) error {
		if strings.HasPrefix(l.ID, "ann-") {
			come()
		}
		return nil
	})
	eventually(t, "all letters", func() bool { return len(w.ids()) == len(long)+2 })
	got := w.ids()
	for _, id := range []string{"ann-1", "bob-1"} {
		if before := slices.Index(got, id); before > 60 {
			t.Errorf("%s comes after %d others", id, before)
		}
	}
	if eves := slices.DeleteFunc(slices.Clone(got),
		func(id string) bool { return !strings.HasPrefix(id, "eve-") }); !slices.Equal(eves, long) {
		t.Errorf("the long queue comes as %v", eves)
	}
}

// While letters are processed, progress says up to which time all letters that the server had are dealt with.
func TestProgress(t *testing.T) {
	t.Parallel()
	office := openOffice(t, postoffice.Options{})
	noon := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	at := map[string]time.Time{}
	for i, id := range append(queue("eve", 130), queue("ann", 3)...) {
		at[id] = noon.Add(time.Duration(i) * time.Minute)
		lay(t, office, at[id], id)
	}
	at["bob-0"] = noon.Add(-time.Hour) // moved there from elsewhere
	lay(t, office, at["bob-0"], "bob-0")
	var mu sync.Mutex
	waits := at
	var told []time.Time
	looks := 0
	in := quick(office.IMAP())
	in.Looking = func() func() {
		return func() {
			mu.Lock()
			defer mu.Unlock()
			looks++
			if len(waits) > 0 {
				t.Errorf("a look is complete, and %d letters wait", len(waits))
			}
		}
	}
	in.Progress = func(upTo time.Time) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, upTo)
		for id, came := range waits {
			if came.Before(upTo) {
				t.Errorf("%s came at %v and waits, and all up to %v are said to be dealt with", id, came, upTo)
			}
		}
	}
	w := start(t, in, func(l mailer.Letter) error {
		id, _, _ := strings.Cut(l.ID, "@")
		mu.Lock()
		defer mu.Unlock()
		delete(waits, id)
		return nil
	})
	eventually(t, "all letters", func() bool { mu.Lock(); defer mu.Unlock(); return looks > 0 })
	if got := len(w.ids()); got != 134 {
		t.Errorf("%d letters came", got)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(told) < 5 || !slices.IsSortedFunc(told, time.Time.Compare) ||
		!told[len(told)-1].After(noon.Add(100*time.Minute)) {
		t.Errorf("of progress it is told %v", told)
	}
}
