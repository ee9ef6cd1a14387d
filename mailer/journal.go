package mailer

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// A Journal remembers which letters were begun, so that a letter that takes the
// whole program with it does not do so for ever. It is asked before a letter is
// looked into.
//
// A letter's id is "<mailbox>/<UIDVALIDITY>/<UID>" in an Inbox, and
// "sha256-<hex>" in a Listener. Its methods may be called by several goroutines.
type Journal interface {
	// Begin notes that letters are begun, and returns what was known of each: 0
	// when it is new; else it was begun before and never came to an end, and the
	// number is 1, if it was among others then, and 1 more for each time that it
	// was begun alone. What is noted is durable when Begin returns.
	//
	// Of several letters only the new ones are begun. One that is known already
	// is begun only when it is asked about alone, for it is to be handled alone:
	// else it would give a bad name to those it takes along.
	//
	// Begin without any letter makes durable what End was told.
	Begin(ctx context.Context, ids []string) (tries []int, err error)
	// End forgets letters. That may become durable with the next Begin.
	End(ctx context.Context, ids []string) error
}

// tries is how many permanent errors, or ends of the whole program, are borne
// from a letter before it is given up.
const tries = 3

// givenUp is why a letter is not looked into any more.
const givenUp = "the program ended each of the three times that it was looked into"

// A readPanic says that our own reading of a mail failed, as it will each time.
type readPanic struct{ what string }

func (p *readPanic) Error() string { return "reading mail panicked: " + p.what }

// read reads a mail. This is the one place where a fault of our own reading is
// caught: a stranger's mail must not end the program.
func read(parse func([]byte, time.Time) (Letter, error), raw []byte, received time.Time) (l Letter, err error) {
	defer func() {
		if r := recover(); r != nil {
			l, err = Letter{Received: received}, &readPanic{fmt.Sprintf("%v\n%s", r, debug.Stack())}
		}
	}()
	l, _ = parse(raw, received) // a defect is in the letter
	return l, nil
}

// bare is what is told of a letter that was given up: nothing that a reader
// could stumble over once more.
func (l Letter) bare() Letter {
	l.Text, l.Raw, l.Header, l.Report = "", nil, nil, nil
	return l
}
