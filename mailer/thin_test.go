package mailer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deaddrop/mailer"
)

// The text of a mail that is too large is read, as from a mailbox.
func TestLMTPLargeMails(t *testing.T) {
	got := map[string]mailer.Letter{}
	var kept int
	l := &mailer.Listener{Keep: func(_ context.Context, raw []byte) error { kept = max(kept, len(raw)); return nil }}
	stop := listen(t, l, func(letter mailer.Letter) error { got[letter.ID] = letter; return nil })
	c := dialLMTP(t, l)
	c.write("LHLO peer.test")
	c.want("250")
	for i, m := range largeMails {
		answer := c.mail("ann@example.org", m.raw(i, photoSize), "gm@post.test")
		letter, came := got[fmt.Sprintf("m-%d@example.org", i)]
		switch {
		case m.lmtp == "552":
			if came || !strings.HasPrefix(answer, "552 5.3.4") {
				t.Errorf("%s: %q, and it came: %t", m.name, answer, came)
			}
		case !came:
			t.Errorf("%s did not come: %q", m.name, answer)
		case m.lmtp == "read":
			if letter.Text == "" || !letter.TooLarge {
				t.Errorf("%s: %q", m.name, letter.Defect)
			}
		default:
			if m.lmtp != "" {
				m.defect, m.left = m.lmtp, true
			}
			m.check(t, letter)
		}
	}
	stop()
	if kept == 0 || kept > mailer.MaxMail {
		t.Errorf("of a mail %d bytes were kept", kept)
	}
}

// Without its files a mail reads as it did, or it is refused.
func TestThin(t *testing.T) {
	files, err := filepath.Glob("testdata/mails/*.eml")
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		thin, err := mailer.Thin(raw)
		if err != nil {
			refused++
			continue
		}
		want, _ := mailer.Read(raw, noon)
		if got, _ := mailer.Read(thin, noon); got.Text != want.Text || got.Defect != want.Defect {
			t.Errorf("%s: got %q, %q, want %q, %q", file, got.Text, got.Defect, want.Text, want.Defect)
		}
	}
	if refused > len(files)/20 {
		t.Errorf("%d of %d mails are refused", refused, len(files))
	}
}
