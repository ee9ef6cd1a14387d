package identity

import (
	"fmt"
	"net/mail"
	"strings"
	"time"

	"deaddrop/mailer"
)

// A signature proves who wrote a letter, not when it is sent: anybody with a copy of a signed letter can send it
// again. So a signature counts only for some days after its signed date. Mail servers may take five days to deliver.
const (
	maxAge   = 7 * 24 * time.Hour
	maxAhead = 2 * 24 * time.Hour // a clock may be fast, or in another time zone
)

// stale returns the reason if a letter's signatures are from other days than its arrival at our server; otherwise "".
// How long the letter has waited on our side does not matter.
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

// arrival returns when the letter reached our organisation. That is the time in the topmost Received field (RFC 5321
// section 4.4), which our own server wrote, if it is earlier than l.Received: the letter may have waited there while
// this program was down.
func arrival(l mailer.Letter) time.Time {
	field := l.Header.Get("received")
	at, err := mail.ParseDate(strings.TrimSpace(field[strings.LastIndexByte(field, ';')+1:]))
	if err == nil && at.Before(l.Received) {
		return at
	}
	return l.Received
}

func day(t time.Time) string { return t.UTC().Format("2 Jan 2006") }
