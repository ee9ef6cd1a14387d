package mailer

import "errors"

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

// A SendError says what became of a mail that was not surely delivered.
type SendError struct {
	// Temporary says that sending the same mail later may succeed. Troubles of
	// the network and refused logins are temporary, for they say nothing about
	// the mail.
	Temporary bool
	// Unknown says that the whole mail was sent and the answer was lost, so
	// that it may or may not be delivered. It may be sent again under the same
	// Message-ID. Where Unknown is false, the mail was not delivered.
	Unknown bool
	// Code is the server's answer, such as 550, or 0 when there was none.
	Code int
	// Err is the cause, with what was being done.
	Err error
}

func (e *SendError) Error() string { return "sending mail: " + e.Err.Error() }

// Unwrap gives the cause.
func (e *SendError) Unwrap() error { return e.Err }

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
