// Command gm is the game master: it runs games by mail, and is how their human game master steers them.
//
// It is the only place that knows games, mail and the clock at once.
package main

import (
	"context"
	"os"
	"time"
	_ "time/tzdata"

	_ "golang.org/x/crypto/x509roots/fallback" // of authorities, where the system knows none, as in a container
)

func main() { os.Exit(runProgram(time.Now)) }

// runProgram carries out the command line, by the clock that it is given.
func runProgram(now func() time.Time) (code int) {
	ctx, signals := interruptible(context.Background())
	d := &console{args: os.Args[1:], now: now}
	root := commandTree(d)
	d.completed(root)
	root.SetArgs(d.args)
	root.SetIn(os.Stdin)
	root.SetOut(os.Stdout)
	root.SetErr(os.Stderr)
	if cmd, _, err := root.Find(d.args); err == nil {
		signals.heeds(cmd)
	}
	err := root.ExecuteContext(ctx)
	if err != nil {
		complain(os.Stderr, err)
	}
	if code := int(signals.code.Load()); err != nil && code > 0 {
		return code
	}
	return codeOf(err)
}
