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

// Undeliverable is an error that Send returns when trying again can't help: the letter is given up, and the
// game master told.
type Undeliverable struct {
	Err    error
	Nobody bool // the mail server says that nobody gets mail at the address
}

func (u *Undeliverable) Error() string { return u.Err.Error() }

// Unwrap returns the mailer's error.
func (u *Undeliverable) Unwrap() error { return u.Err }

// DeliveryUnknown is an error that Send returns when the whole letter was handed over and no answer came, so that
// nobody knows whether it was taken. It is sent again a few times, marked as a possible copy; after that it is given
// up.
type DeliveryUnknown struct{ Err error }

func (u *DeliveryUnknown) Error() string { return u.Err.Error() }

// Unwrap returns the mailer's error.
func (u *DeliveryUnknown) Unwrap() error { return u.Err }

// Postponed is an error that Send returns when it has not tried: a limit or a server that asked for patience holds the
// letter back. It counts as no failure.
type Postponed struct {
	After time.Duration // not before that
	Err   error         // why
}

func (p *Postponed) Error() string { return p.Err.Error() }

// Unwrap returns the mailer's error.
func (p *Postponed) Unwrap() error { return p.Err }

const (
	FirstRetry   = 5 * time.Minute     // doubled each time
	LastRetry    = 4 * time.Hour       // and no more than this
	SuspendedAge = 30 * 24 * time.Hour // after which nobody will come for a letter to it
	maxOutcome   = 300                 // bytes of an error that are kept
)

// Attempts are what is known of the attempts to send a letter. It is kept with the letter's task, once one has failed.
type Attempts struct {
	Tries   int       // as the store counts them: how many attempts have ended. One more has begun and not ended
	Failed  int       `json:",omitempty"` // did not deliver it
	Lost    int       `json:",omitempty"` // had no answer
	Doubt   bool      `json:",omitempty"` // one of them may have delivered it
	Since   time.Time `json:",omitzero"`  // when the first one failed
	Waits   time.Time `json:",omitzero"`  // since when it waits because its address is suspended; zero: it does not
	Nobody  bool      `json:",omitempty"` // nobody gets mail at its address, as its mail server says
	GivenUp string    `json:",omitempty"` // failed or unknown; "": it will be tried again
	Error   string    `json:",omitempty"` // the last one's
}

// ReadTrail reads what is kept with a task. What can't be read is as good as nothing: the letter must go out.
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

// Crashed reports whether an earlier attempt has not ended: the program died while the letter was in hand.
func (e *Job) Crashed() bool { return e.Tries > e.Attempts.Tries+1 }

// ErrSuspended is why a letter waits whose address is suspended.
var ErrSuspended = errors.New("letters to that address come back, so none are sent until one comes from it")

// Backoff is how long to wait after a failure. Up to a fifth of it is there so that letters that failed together do
// not come back together. It depends on the letter and not on luck, which the game master draws for games alone.
func (e *Job) Backoff() time.Duration {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%d", e.Game, e.Name, e.Attempts.Failed)
	wait := min(FirstRetry<<min(e.Attempts.Failed-1, 10), LastRetry*5/6)
	return (wait + time.Duration(h.Sum64()%1000)*wait/5000).Truncate(time.Second)
}

// GivenUpNotice tells the game master of a letter that is given up.
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
	if e.Attempts.Nobody { // again it would be refused
		return told
	}
	return fmt.Sprintf("%s To have it sent once more, use gm outbox retry %s %d.", told, e.Game, e.Number())
}

// Outcome is an error in one line. What a mail server wrote in it can't steer a terminal.
func Outcome(err error) string {
	line := parser.OneLine(err.Error())
	return strings.ToValidUTF8(line[:min(len(line), maxOutcome)], "")
}
