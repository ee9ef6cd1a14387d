package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// With what the program ends, beside 0 for what went well. gm help exit-codes has them for people.
const (
	exitFailed = 1   // refused, or a fault on the way
	exitUsage  = 2   // the command was not written as it should be
	exitFaults = 3   // the command did its work, which is to look for faults, and found some
	exitSignal = 128 // and the number of the signal
)

// said is the error of a command that has told already why it ends with that code.
type said struct{ code int }

func (*said) Error() string { return "said" }

// errFaults is returned by a command that looks for faults, has found some and has told of them.
var errFaults error = &said{exitFaults}

// A usageError refuses a command that is not written as it should be.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// codeOf is with what the program ends after an error.
func codeOf(err error) int {
	var told *said
	switch {
	case err == nil:
		return 0
	case errors.As(err, &told):
		return told.code
	case errors.As(err, new(usageError)):
		return exitUsage
	}
	return exitFailed
}

// endsItself marks commands that take their time to end in order when they are interrupted.
const endsItself = "ends itself"

// lastMoments is how long all others may take.
const lastMoments = time.Second

// interruptible has ctx end at the first signal to end the program. The second one ends it at once, whatever it does,
// and so does the first one a moment later, unless the command ends by itself: it may wait for a disk or a server that
// does not answer. Games and files are safe then, as they are when the program is killed.
func interruptible(parent context.Context) (ctx context.Context, i *interruption) {
	ctx, end := context.WithCancel(parent)
	i = &interruption{signals: make(chan os.Signal, 2)}
	signal.Notify(i.signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		first := <-i.signals
		i.code.Store(exitSignal + number(first))
		end()
		var over <-chan time.Time
		if !i.patient.Load() {
			over = time.After(lastMoments)
		}
		select {
		case <-i.signals:
		case <-over:
		}
		os.Exit(int(i.code.Load()))
	}()
	return ctx, i
}

// An interruption is what became of signals to end the program.
type interruption struct {
	signals chan os.Signal
	code    atomic.Int32 // with what the program ends after one; 0: there was none
	patient atomic.Bool  // the command ends by itself
}

// heeds notes which command is carried out.
func (i *interruption) heeds(cmd *cobra.Command) {
	i.patient.Store(isMarked(cmd, endsItself))
}

func number(s os.Signal) int32 {
	if n, ok := s.(syscall.Signal); ok {
		return int32(n)
	}
	return int32(syscall.SIGINT)
}
