package main

import (
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/mailer"
)

// A console carries out one command of the human game master: directly on the store, or in the running service that
// has the store open.
type console struct {
	args   []string // arguments as typed
	config string   // path of the configuration
	now    func() time.Time
	master *gm.Master                    // the service's master, if the service carries out the command
	files  map[string][]byte             // files that the command names, received with it or read already
	sender *mailer.Sender                // the service's sender
	alone  bool                          // whether no service is running although master is set
	mail   bool                          // whether the command came by mail
	from   string                        // the address that it came from
	as     string                        // address of whoever gives the command, by the environment; "" if not set
	lacks  string                        // why a letter's commands may change nothing; "" if they may
	once   string                        // idempotency key of the command's acts; "" for none
	width  int                           // columns of the terminal where the output is shown; 0: it is not shown on one
	at     *desk.Operator                // operator for a command that is part of another command
	tree   func(*console) *cobra.Command // makes the tree of all commands, for commands that run others
	// reports whether a person at a terminal can be asked; nil for the default check
	terminal func(*cobra.Command) bool
}

// resume makes the service's sender retry at once the letters that it holds back.
func (d *console) resume() {
	if d.sender != nil {
		d.sender.Resume()
	}
}

// marked adds a mark (an annotation) to a command.
func marked(mark string, cmd *cobra.Command) *cobra.Command {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[mark] = "yes"
	return cmd
}

// isMarked reports whether a command or one of its parents has a mark.
func isMarked(cmd *cobra.Command, mark string) bool {
	for ; cmd != nil; cmd = cmd.Parent() {
		if cmd.Annotations[mark] != "" {
			return true
		}
	}
	return false
}
