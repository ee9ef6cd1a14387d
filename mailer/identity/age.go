package identity

import (
	"fmt"
	"net/mail"
	"strings"
	"time"

	"deaddrop/mailer"
)

// A signature proves who wrote a letter, not when it is sent: whoever has a signed letter can send it again. So it
// proves something only for some days after the date that was signed with it. Servers try for five days to hand a
// letter over.
const (
	maxAge   = 7 * 24 * time.Hour
	maxAhead = 2 * 24 * time.Hour // that a clock may be fast, or in another zone
)

// stale says why the signatures of a letter are not of the days in which our server took it in, or gives "". How
// long the letter has lain in our house since does not matter.
func stale(l mailer.Letter) string {
	if l.Received.IsZero() {
		return ""
	}
	written, err := mail.ParseDate(l.Header.Get("date"))
	if err != nil {
		return "it has no date that can be read, so it may be an old letter that somebody sends again"
	}
	came := arrival(l)
	switch {
	case came.Sub(written) > maxAge:
		return fmt.Sprintf("it is dated %s and came on %s, so it may be an old letter that somebody sends again",
			day(written), day(came))
	case written.Sub(came) > maxAhead:
		return fmt.Sprintf("it is dated %s and came before, on %s, so its date says nothing of its age", day(written),
			day(came))
	}
	return ""
}

// arrival is when our house took a letter in: by the topmost Received field (RFC 5321 section 4.4), which a server
// of ours wrote, if it is earlier than when the letter came to us. It may have waited behind that server while we
// were away.
func arrival(l mailer.Letter) time.Time {
	field := l.Header.Get("received")
	at, err := mail.ParseDate(strings.TrimSpace(field[strings.LastIndexByte(field, ';')+1:]))
	if err == nil && at.Before(l.Received) {
		return at
	}
	return l.Received
}

func day(t time.Time) string { return t.UTC().Format("2 Jan 2006") }
