// Package refusal has the error of an act that was not carried out. Its text is also the answer: it says in whole
// sentences what is wrong and what to do, to whoever wanted the act. Faults of the program, the disk or the mail are
// errors of other types.
package refusal

import "fmt"

// An Error is why an act was not carried out. Nothing has changed.
type Error struct {
	Text  string
	Cause error // what a program may ask for with errors.Is; nil: nothing
}

func (e *Error) Error() string { return e.Text }

func (e *Error) Unwrap() error { return e.Cause }

// New is a refusal with a text as of fmt.Sprintf.
func New(format string, args ...any) error { return &Error{Text: fmt.Sprintf(format, args...)} }
