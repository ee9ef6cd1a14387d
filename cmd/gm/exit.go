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

// Exit codes of the program other than 0 for success. gm help exit-codes explains them to users.
const (
	exitFailed = 1   // the command was refused, or failed
	exitUsage  = 2   // the command line is invalid
	exitFaults = 3   // the command, whose purpose is to look for faults, has found some
	exitSignal = 128 // plus the number of the signal that ended the program
)

// said is the error of a command that has already printed why it ends with that code.
type said struct{ code int }

func (*said) Error() string { return "said" }

// errFaults is returned by a command that looks for faults, if it has found and printed some.
var errFaults error = &said{exitFaults}

// A usageError is the error for an invalid command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// codeOf returns the exit code for an error.
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

// endsItself marks commands that need time to end in an orderly way when interrupted.
const endsItself = "ends itself"

// lastMoments is the time that all other commands have to end.
const lastMoments = time.Second

// interruptible returns a context that ends at the first signal to end the program. A second signal ends the program
// immediately. So does the first one after a moment, unless the command is marked with endsItself, since it may be
// waiting for a disk or a server that does not answer. Games and files are then safe, as they are when the program is
// killed.
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

// An interruption is the state of the handling of signals.
type interruption struct {
	signals chan os.Signal
	code    atomic.Int32 // exit code after a signal; 0 if there was none
	patient atomic.Bool  // whether the command ends by itself after a signal
}

// heeds records which command is being carried out.
func (i *interruption) heeds(cmd *cobra.Command) {
	i.patient.Store(isMarked(cmd, endsItself))
}

func number(s os.Signal) int32 {
	if n, ok := s.(syscall.Signal); ok {
		return int32(n)
	}
	return int32(syscall.SIGINT)
}
