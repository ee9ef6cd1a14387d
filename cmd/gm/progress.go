package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"deaddrop/gm/amount"
)

// progressEvery is the interval at which a user at a terminal is told that a long command is still working.
const progressEvery = 5 * time.Second

// atWork shows a user at a terminal how long a command has been working, until done is called.
func (d *console) atWork(cmd *cobra.Command) (done func()) {
	out := cmd.ErrOrStderr()
	if d.master != nil || !isMarked(cmd, takesLong) || !isDisplay(out) {
		return func() {}
	}
	return showWork(func(line string) { printf(out, "%s\n", line) }, cmd.CommandPath(), progressEvery, d.now)
}

// showWork calls show at intervals with the time that a command has been working. After done has returned, it calls
// show no more.
func showWork(show func(line string), command string, every time.Duration, now func() time.Time) (done func()) {
	began, ticker := now(), time.NewTicker(every)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-ticker.C:
				show(fmt.Sprintf("%s: at work for %s ...", command, amount.Time(now().Sub(began))))
			case <-stop:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(stop)
		<-stopped
	}
}

// isDisplay reports whether w writes to a terminal.
func isDisplay(w any) bool {
	file, isFile := w.(*os.File)
	return isFile && term.IsTerminal(int(file.Fd()))
}
