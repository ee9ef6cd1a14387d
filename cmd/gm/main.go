// Command gm is the game master: it runs games by mail, and is how their human game master steers them.
//
// It is the only place that knows games, mail and the clock at once.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata"

	"deaddrop/gm/calendar"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store/bolt"
)

func main() { os.Exit(run(time.Now)) }

// run carries out the command line, by the clock that it is given.
func run(now func() time.Time) (code int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	d := &desk{args: os.Args[1:], now: now}
	root := command(d)
	d.completed(root)
	root.SetArgs(d.args)
	root.SetIn(os.Stdin)
	root.SetOut(os.Stdout)
	root.SetErr(os.Stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		complain(os.Stderr, err)
		return 1
	}
	return 0
}

// complain prints why a command failed: a refusal as the sentence that it is.
func complain(w io.Writer, err error) {
	var refused *refusal.Error
	var fault *calendar.Fault
	switch {
	case errors.Is(err, errSaid):
	case errors.As(err, &refused):
		printf(w, "%s\n", refused.Text)
	case errors.As(err, &fault):
		printf(w, "%s\n", fault.Text)
	case errors.Is(err, bolt.ErrDamaged):
		printf(w, "gm: %v; gm store check says what to do\n", err)
	case errors.Is(err, context.Canceled): // at which call that was is of no use
		printf(w, "gm was interrupted.\n")
	default:
		printf(w, "gm: %v\n", err)
	}
}

// errSaid is returned when a command has already said why it failed.
var errSaid = errors.New("said")
