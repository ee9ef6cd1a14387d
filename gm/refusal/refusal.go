// Package refusal defines the error of an act that was refused. Its text is also the answer to the person who wanted
// the act: it says in complete sentences what is wrong and what to do. Failures of the program, the disk or the mail
// are errors of other types.
package refusal

import "fmt"

// An Error says why an act was refused. A refused act has changed nothing.
type Error struct {
	Text  string
	Cause error // the cause, for errors.Is; may be nil
}

func (e *Error) Error() string { return e.Text }

func (e *Error) Unwrap() error { return e.Cause }

// New returns a refusal with a text formatted as by fmt.Sprintf.
func New(format string, args ...any) error { return &Error{Text: fmt.Sprintf(format, args...)} }
