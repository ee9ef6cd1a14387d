// Command gm is the game master: it runs games by mail, and the human game master uses it to control them.
//
// It is the only package that depends on the games, the mail and the clock together.
package main

import (
	"context"
	"os"
	"time"
	_ "time/tzdata"

	_ "golang.org/x/crypto/x509roots/fallback" // certificate authorities for systems without any, such as containers
)

func main() { os.Exit(runProgram(time.Now)) }

// runProgram carries out the command line with the given clock, and returns the exit code.
func runProgram(now func() time.Time) (code int) {
	ctx, signals := interruptible(context.Background())
	d := &console{args: os.Args[1:], now: now, as: os.Getenv("DEADDROP_AS")}
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
