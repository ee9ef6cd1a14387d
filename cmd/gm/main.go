// Command gm is the game master: it runs games by mail, and is how their human game master steers them.
//
// It is the only place that knows games, mail and the clock at once.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata"
)

func main() { os.Exit(runProgram(time.Now)) }

// runProgram carries out the command line, by the clock that it is given.
func runProgram(now func() time.Time) (code int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	d := &console{args: os.Args[1:], now: now}
	root := commandTree(d)
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
