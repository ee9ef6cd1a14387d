package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
	"deaddrop/gm/serve/control"
	"deaddrop/mailer"
)

// remote lets a running service carry out the command. done is false if no service is running.
func remote(c config.Config, request control.Call, cmd *cobra.Command) (done bool, err error) {
	r, done, err := control.Ask(cmd.Context(), c.Socket(), request, limitOf(cmd), func(request *control.Call) error {
		if !slices.Contains(request.Args, "-") {
			return nil
		}
		text, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), control.MaxCall))
		if err != nil {
			return fmt.Errorf("reading standard input: %w", err)
		}
		request.Input = string(text)
		return nil
	})
	if hung := (*control.HungError)(nil); errors.As(err, &hung) {
		return true, &refusal.Error{Text: hung.Error() + ". gm doctor says what to do. If the command changes " +
			"something, check afterwards whether it was carried out."}
	}
	if !done || err != nil {
		return done, err
	}
	fmt.Fprint(cmd.OutOrStdout(), r.Output)
	fmt.Fprint(cmd.ErrOrStderr(), r.Complaint)
	if r.Failed {
		return true, &said{cmp.Or(r.Code, exitFailed)}
	}
	return true, nil
}

// Time limits for a command that a running service carries out and during which it reports that it is working.
const (
	usualTime = 2 * time.Minute
	longTime  = 12 * time.Hour // time limit for commands that read all games, or all of one
)

// takesLong marks commands that read everything in the store.
const takesLong = "takes long"

// limitOf returns the time limit for a command.
func limitOf(cmd *cobra.Command) time.Duration {
	if isMarked(cmd, takesLong) {
		return longTime
	}
	return usualTime
}

// carryOut runs a command inside the service on the service's store, as the command would run by itself, for the user
// at the command line.
func (d *console) carryOut(ctx context.Context, m *gm.Master, s *mailer.Sender, now func() time.Time,
	c control.Call) control.Result {
	var out, complaint bytes.Buffer
	root := d.tree(&console{args: c.Args, now: now, master: m, files: c.Files, sender: s, as: c.As, width: c.Width})
	root.SetArgs(c.Args)
	root.SetIn(bytes.NewReader([]byte(c.Input)))
	root.SetOut(&out)
	root.SetErr(&complaint)
	err := root.ExecuteContext(ctx)
	if err != nil {
		complain(&complaint, err)
	}
	return control.Result{Output: out.String(), Complaint: complaint.String(), Failed: err != nil, Code: codeOf(err)}
}
