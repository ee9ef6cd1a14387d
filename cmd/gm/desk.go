package main

import (
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/mailer"
)

// A desk is where one command of the human game master is carried out: on the store itself, or by the service that has
// it open.
type console struct {
	args   []string // as typed
	config string   // path
	now    func() time.Time
	master *gm.Master                    // the service's own, when it carries out a command
	files  map[string][]byte             // those that the command names, as it was given or has read them
	sender *mailer.Sender                // the service's
	alone  bool                          // no service runs, though master is set
	mail   bool                          // the command came by mail
	from   string                        // from this address
	once   string                        // under which key an act is done once; "": as often as it is asked for
	at     *desk.Operator                // where an act is carried out that is part of another command
	tree   func(*console) *cobra.Command // of all commands, for those that carry out others
	// whether somebody at a terminal can be asked; nil: looked for
	terminal func(*cobra.Command) bool
}

// resume has the service's sender try again at once what it holds back.
func (d *console) resume() {
	if d.sender != nil {
		d.sender.Resume()
	}
}

// marked gives a command a mark.
func marked(mark string, cmd *cobra.Command) *cobra.Command {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[mark] = "yes"
	return cmd
}

// isMarked reports whether a command has a mark, or one above it has.
func isMarked(cmd *cobra.Command, mark string) bool {
	for ; cmd != nil; cmd = cmd.Parent() {
		if cmd.Annotations[mark] != "" {
			return true
		}
	}
	return false
}
