package mailer

import (
	"errors"
	"time"
)

// Permanent marks an error of a letter's handler: the same letter would fail again in the same way. Letters that fail
// without this mark are retried for ever. Permanent(nil) is nil.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &permanentError{err}
}

type permanentError struct{ err error }

func (e *permanentError) Error() string { return e.err.Error() }
func (e *permanentError) Unwrap() error { return e.err }

// A SendError says why a mail was not surely delivered. It is one of these:
//
//   - Temporary with a Code: the server deferred it;
//   - Temporary without one: it was not sent, because of the network, the server or our own pauses;
//   - Temporary and Unknown: it may or may not have been delivered;
//   - not Temporary: it was refused for good, or the mail is invalid.
type SendError struct {
	// Temporary says that sending the same mail later may succeed. Network failures and refused logins are temporary,
	// because they say nothing about the mail.
	Temporary bool
	// Unknown says that the whole mail was sent but the answer was lost, so that it may or may not have been
	// delivered. It may be sent again under the same Message-ID. If Unknown is false, the mail was not delivered.
	Unknown bool
	// After is the time to wait before the next attempt, because this mail, its domain or the whole server is held
	// back. When it is zero, the caller decides.
	After time.Duration
	// Code is the server's reply code, such as 550, or 0 if there was no reply.
	Code int
	// Enhanced is the enhanced status code, such as "5.1.1" (RFC 3463), or "".
	Enhanced string
	// Text is the rest of the server's reply: one line of at most 300 characters. It is untrusted.
	Text string
	// Err is the cause, with the operation that failed.
	Err error

	at stage
}

func (e *SendError) Error() string { return "sending mail: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *SendError) Unwrap() error { return e.Err }

// NoRecipient reports whether the server refused the recipient's address, not the mail itself.
func (e *SendError) NoRecipient() bool { return !e.Temporary && e.at == atRcpt }

// Temporary reports whether a retry of what failed with err may succeed. It goes by SendError and Permanent, and
// takes any other error to be temporary.
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
