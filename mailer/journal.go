package mailer

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// A Journal records which letters are being handled, so that a letter that crashes the program does not crash it
// again for ever. It is consulted before any part of a letter is parsed.
//
// The id of a letter is "<mailbox>/<UIDVALIDITY>/<UID>" in an Inbox, and "sha256-<hex>" in a Listener. A Journal must
// be safe for concurrent use.
type Journal interface {
	// Begin records that the handling of letters begins, and returns for each how often it was begun before without
	// coming to an end: 0 for a new letter; otherwise 1, if it was handled together with others then, plus 1 for each
	// time that it was begun alone. The record is durable when Begin returns.
	//
	// If several ids are given, only the new ones are recorded. A letter that is known already must be begun in a
	// call of its own, because it has to be handled alone: otherwise a crash would cast suspicion on others.
	//
	// Begin without ids makes earlier calls of End durable.
	Begin(ctx context.Context, ids []string) (tries []int, err error)
	// End deletes the records of letters. This may become durable only with the next Begin.
	End(ctx context.Context, ids []string) error
}

// tries is the number of permanent errors, or crashes while it was handled alone, after which a letter is given up.
const tries = 3

// givenUp is the reason recorded for a letter that is given up after too many crashes.
const givenUp = "the program ended each of the three times that it was looked into"

// A readPanic is a panic in our own parser, which the same mail will cause each time.
type readPanic struct{ what string }

func (p *readPanic) Error() string { return "reading mail panicked: " + p.what }

// read parses a mail. It recovers from panics of the parser: a stranger's mail must not crash the program.
func read(parse func([]byte, time.Time) (Letter, error), raw []byte, received time.Time) (l Letter, err error) {
	defer func() {
		if r := recover(); r != nil {
			l, err = Letter{Received: received}, &readPanic{fmt.Sprintf("%v\n%s", r, debug.Stack())}
		}
	}()
	l, _ = parse(raw, received) // the error is also in Defect
	return l, nil
}

// bare returns the letter without Text, Raw and other content, as reported of a letter that was given up: nothing in
// it can make a handler fail again.
func (l Letter) bare() Letter {
	l.Text, l.Raw, l.Header, l.Report = "", nil, nil, nil
	return l
}
