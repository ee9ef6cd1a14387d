package outbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"deaddrop/parser"
)

// Undeliverable is returned by Send when a retry can't help: the letter is given up, and the game master told.
type Undeliverable struct {
	Err    error
	Nobody bool // whether the mail server says that the address has no mailbox
}

func (u *Undeliverable) Error() string { return u.Err.Error() }

// Unwrap returns the mailer's error.
func (u *Undeliverable) Unwrap() error { return u.Err }

// DeliveryUnknown is returned by Send when the whole letter was transmitted but no reply came, so that it may have
// been accepted. It is sent again a few times, marked as a possible duplicate, and then given up.
type DeliveryUnknown struct{ Err error }

func (u *DeliveryUnknown) Error() string { return u.Err.Error() }

// Unwrap returns the mailer's error.
func (u *DeliveryUnknown) Unwrap() error { return u.Err }

// Postponed is returned by Send when it made no attempt, because a limit or a server's request for patience holds the
// letter back. It does not count as a failure.
type Postponed struct {
	After time.Duration // minimum time until the next attempt
	Err   error         // the reason
}

func (p *Postponed) Error() string { return p.Err.Error() }

// Unwrap returns the mailer's error.
func (p *Postponed) Unwrap() error { return p.Err }

const (
	FirstRetry   = 5 * time.Minute     // the first pause; each further one is twice as long
	LastRetry    = 4 * time.Hour       // the longest pause
	SuspendedAge = 30 * 24 * time.Hour // age at which letters to a suspended address are obsolete
	maxOutcome   = 300                 // largest number of bytes of an error that are kept
)

// Attempts records the attempts to send a letter. It is stored with the letter's task after the first failure, or when
// the letter is put aside.
type Attempts struct {
	// Aside is the address of a letter that was put aside; "" if it was not. It is the first field, as the body of such
	// a task must begin with IsAside.
	Aside   string    `json:",omitempty"`
	Tries   int       // number of attempts that have ended; the store's count also includes one in progress
	Failed  int       `json:",omitempty"` // number of attempts that did not deliver it
	Lost    int       `json:",omitempty"` // number of attempts without a reply
	Doubt   bool      `json:",omitempty"` // whether one of the attempts may have delivered it
	Since   time.Time `json:",omitzero"`  // when the first one failed
	Waits   time.Time `json:",omitzero"`  // since when it waits because its address is suspended; zero: it does not
	Nobody  bool      `json:",omitempty"` // whether the mail server says that its address has no mailbox
	GivenUp string    `json:",omitempty"` // "failed" or "unknown" when it was given up; "": it will be retried
	Error   string    `json:",omitempty"` // error of the last attempt
}

// ReadTrail reads the attempts from a task's body. It ignores damage, as the letter must be sent anyway.
func ReadTrail(body []byte) (t Attempts) {
	if len(body) > 0 && json.Unmarshal(body, &t) != nil {
		return Attempts{}
	}
	return t
}

func (t Attempts) Body() []byte {
	js, err := json.Marshal(t)
	if err != nil {
		panic(fmt.Sprintf("gm: a trail can't be saved: %v", err))
	}
	return js
}

// Crashed reports whether an earlier attempt never ended, because the program died during it.
func (e *Job) Crashed() bool { return e.Tries > e.Attempts.Tries+1 }

// ErrSuspended says that a letter waits because its address is suspended.
var ErrSuspended = errors.New("letters to that address come back, so none are sent until one comes from it")

// Backoff returns the pause after a failure. It varies by up to a fifth, so that letters that failed together are not
// retried together. The variation is a hash of the letter, not random.
func (e *Job) Backoff() time.Duration {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%d", e.Game, e.Name, e.Attempts.Failed)
	wait := min(FirstRetry<<min(e.Attempts.Failed-1, 10), LastRetry*5/6)
	return (wait + time.Duration(h.Sum64()%1000)*wait/5000).Truncate(time.Second)
}

// GivenUpNotice returns a notice for the game master about a letter that is given up.
func (e *Job) GivenUpNotice() string {
	what := "A letter could not be delivered, and is given up"
	if !e.Attempts.Waits.IsZero() {
		what = fmt.Sprintf("A letter has waited for %d days, and is given up", SuspendedAge/(24*time.Hour))
	}
	if e.Attempts.GivenUp == StateUnknown {
		what = fmt.Sprintf("A letter was sent %d times, and its mail server never said whether it took it",
			e.Attempts.Lost)
	}
	told := fmt.Sprintf("%s: %q to %s (%s).", what, e.Letter.News(), e.Letter.To, strings.TrimSuffix(e.Attempts.Error, "."))
	if e.Attempts.Nobody { // the server would refuse it again
		return told
	}
	return fmt.Sprintf("%s To have it sent once more, use gm outbox retry %s %d.", told, e.Game, e.Number())
}

// Outcome returns an error in one line, without control characters that a mail server might have put into it.
func Outcome(err error) string {
	line := parser.OneLine(err.Error())
	return strings.ToValidUTF8(line[:min(len(line), maxOutcome)], "")
}
