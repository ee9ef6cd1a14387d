package mailer

import (
	"errors"
	"time"
)

// Permanent marks an error of a letter's reader: the same letter will fail in
// the same way again. Without the mark a letter is tried for ever. Permanent of
// nil is nil.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &permanentError{err}
}

type permanentError struct{ err error }

func (e *permanentError) Error() string { return e.err.Error() }
func (e *permanentError) Unwrap() error { return e.err }

// A SendError says what became of a mail that was not surely delivered. It is
// one of four things:
//
//   - Temporary with a Code: the server put it off;
//   - Temporary without one: it was not sent, for the network, the server or our
//     own pauses stood in the way;
//   - Temporary and Unknown: it may or may not be delivered;
//   - not Temporary: it is refused, or could not be written, for good.
type SendError struct {
	// Temporary says that sending the same mail later may succeed. Troubles of
	// the network and refused logins are temporary, for they say nothing about
	// the mail.
	Temporary bool
	// Unknown says that the whole mail was sent and the answer was lost, so
	// that it may or may not be delivered. It may be sent again under the same
	// Message-ID. Where Unknown is false, the mail was not delivered.
	Unknown bool
	// After is how long it is of no use to try this mail again, because it, or
	// all mail to this domain or through this server, is held back. Zero leaves
	// it to the caller.
	After time.Duration
	// Code is the server's answer, such as 550, or 0 when there was none.
	Code int
	// Enhanced is its more exact form, such as "5.1.1" (RFC 3463), or empty.
	Enhanced string
	// Text is what the server said beside that: one line of no more than 300
	// characters. It is a stranger's text.
	Text string
	// Err is the cause, with what was being done.
	Err error

	at stage
}

func (e *SendError) Error() string { return "sending mail: " + e.Err.Error() }

// Unwrap gives the cause.
func (e *SendError) Unwrap() error { return e.Err }

// NoRecipient says whether the server has refused the address that the mail was
// for, and not the mail.
func (e *SendError) NoRecipient() bool { return !e.Temporary && e.at == atRcpt }

// Temporary says whether what failed with err may succeed later. It goes by
// SendError and Permanent, and takes any other error for temporary.
func Temporary(err error) bool {
	if err == nil {
		return false
	}
	if failed := (*SendError)(nil); errors.As(err, &failed) {
		return failed.Temporary
	}
	return !isPermanent(err)
}

func isPermanent(err error) bool {
	mark := (*permanentError)(nil)
	return errors.As(err, &mark)
}
