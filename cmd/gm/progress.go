package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm/amount"
)

// progressEvery is how often whoever waits at a terminal is told that a long command is still at work.
const progressEvery = 5 * time.Second

// atWork tells whoever waits at a terminal for a command that takes long how long it has been at work, until it is done.
func (d *console) atWork(cmd *cobra.Command) (done func()) {
	out := cmd.ErrOrStderr()
	if d.master != nil || !isMarked(cmd, takesLong) || !isDisplay(out) {
		return func() {}
	}
	return showWork(func(line string) { printf(out, "%s\n", line) }, cmd.CommandPath(), progressEvery, d.now)
}

// showWork shows now and then how long a command has been at work, and nothing more once done has returned.
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

// isDisplay reports whether what is written to w is seen on a terminal.
func isDisplay(w any) bool {
	file, isFile := w.(*os.File)
	return isFile && isCharDevice(file)
}
