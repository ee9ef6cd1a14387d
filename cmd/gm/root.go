package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/gm/config"
	"deaddrop/gm/meter"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/setup"
	"deaddrop/mailer"
)

// A desk is where the commands of the human game master are carried out: on the store itself, or by the
// service that has it open.
type desk struct {
	args   []string // as typed
	config string   // path
	now    func() time.Time
	master *gm.Master                 // the service's own, when it carries out a command
	files  map[string][]byte          // those that the command names, as it was given or has read them
	sender *mailer.Sender             // the service's
	alone  bool                       // no service runs, though master is set
	mail   bool                       // the command came by mail
	from   string                     // from this address
	once   string                     // under which key an act is done once; "": as often as it is asked for
	at     *gm.Desk                   // where an act is carried out that is part of another command
	tree   func(*desk) *cobra.Command // of all commands, for those that carry out others
}

// resume has the service's sender try again at once what it holds back.
func (d *desk) resume() {
	if d.sender != nil {
		d.sender.Resume()
	}
}

// command is the tree of all commands.
func command(d *desk) *cobra.Command {
	d.tree = command
	root := &cobra.Command{
		Use:   "gm",
		Short: "A game master that lives in a mailbox",
		Long: `gm runs games by e-mail: players write their orders, and each gets a letter with what he may know.

See it first:                gm demo
Read a game as letters:      gm try examples/year.txtar
Resolve Diplomacy alone:     gm adjudicate --explain examples/opening.jsonl
Run one with your mailbox:   copy examples/deaddrop.toml to deaddrop.toml and fill it in; then gm doctor looks whether all is
                             in order, gm serve runs it, and gm new starts a game

What is done to a game can be tried first with --dry-run, and taken back with gm undo. Most commands work by mail, too: in a
letter from the game master's address, a command a line.`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.PersistentFlags().StringVarP(&d.config, "config", "c", "deaddrop.toml", "the configuration")
	root.AddCommand(hereOnly("it works with files of your machine.", newDemo(d), newTry(d), newAdjudicate(d), newPack(), newEdit(d), newExport(d), mayBegin(newImport(d)), newLetters(d), newLoad(d), newModel())...)
	root.AddCommand(hereOnly("it is about the machine itself.", newServe(d), newDoctor(d), newStore(d), newMove(d), newArchive(d))...)
	root.AddCommand(
		mayBegin(newNew(d)), newList(d), newShow(d), newPress(d), newLetter(d), newRuling(d), newPreview(d), newRead(d), newDeadline(d), newClock(d), newPause(d), newResolve(d), newResume(d), newSeat(d), newEject(d), newStandby(d), newObserver(d), newAbsence(d), newMissing(d), newStart(d), newUnstart(d), newEnd(d), newReopen(d), newRule(d), newPressRules(d), newMute(d), newUndo(d), newRulings(),
		newInbox(d), d.newRelease("  gm release dm1/45"), d.newHold(), newTrust(d), newOutbox(d),
		newOrders(d), newRollback(d), newRollforward(d), newDiff(d), newHistory(d), newMap(d), newLog(d), newVerify(d),
	)
	for name, others := range otherWords() {
		if sub, _, err := root.Find([]string{name}); err == nil {
			sub.SuggestFor = others
		}
	}
	grouped(root)
	root.SetHelpCommand(newHelp())
	root.Flags().Bool("version", false, "say which program this is")
	root.SetVersionTemplate("{{.Version}}\n")
	plainly(root)
	return root
}

// version is which program this is, as far as that is known.
func version() string {
	info, _ := debug.ReadBuildInfo() // nil where there is none
	return versionOf(meter.BuiltFrom(info)) + ", made with " + runtime.Version()
}

// versionOf names a build.
func versionOf(b meter.Build) string {
	text := "gm " + cmp.Or(b.Version, "(devel)")
	switch {
	case b.Revision != "":
		text += ", commit " + b.Revision[:min(12, len(b.Revision))]
		if !b.Date.IsZero() {
			text += " of " + b.Date.Format(time.DateOnly)
		}
	case !strings.HasPrefix(b.Version, "v"):
		text += ", commit not recorded (go build -buildvcs=true ./cmd/gm in a git clone records it)"
	}
	if b.Modified == "true" {
		text += ", with local changes"
	}
	return text
}

// otherWords are words that people try, by the command that does what they mean.
func otherWords() map[string][]string {
	return map[string][]string{
		"show":     {"status", "info", "view", "state"},
		"map":      {"board", "picture", "film", "draw"},
		"list":     {"games", "ls"},
		"new":      {"create", "add", "game"},
		"deadline": {"postpone", "delay"},
		"pause":    {"stop", "freeze", "suspend"},
		"resume":   {"continue", "unpause", "go"},
		"resolve":  {"adjudge", "process", "run", "advance"},
		"rollback": {"revert", "back"},
		"press":    {"broadcast", "message", "write", "say"},
		"letter":   {"mail", "send"},
		"seat":     {"player", "replace", "assign", "join"},
		"eject":    {"kick", "remove", "expel"},
		"orders":   {"order", "moves"},
		"read":     {"parse", "understand"},
		"log":      {"chronicle", "events"},
		"outbox":   {"queue", "unsent"},
		"inbox":    {"todo", "tasks"},
		"doctor":   {"check", "diagnose"},
		"serve":    {"daemon", "server"},
		"rule":     {"option", "set", "config"},
		"mute":     {"silence", "gag"},
		"absence":  {"away", "holiday", "vacation"},
		"export":   {"save", "dump"},
		"import":   {"load"},
		"store":    {"backup", "compact", "database"},
		"move":     {"migrate", "transfer"},
		"archive":  {"restore", "shelve", "unarchive"},
		"end":      {"delete", "finish"},
	}
}

// do carries out a command of the game master. While a service runs, that does it, so that
// there is one who writes; else the store is opened here.
func (d *desk) do(cmd *cobra.Command, fn func(context.Context, *gm.Master) error) error {
	if d.master != nil {
		return fn(cmd.Context(), d.master)
	}
	c, err := config.Read(d.config)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	m, err := setup.OpenUnlessServing(cmd.Context(), setup.Patience,
		func() (bool, error) { return remote(c, control.Call{Args: d.args, Files: d.files}, cmd) },
		func() (*gm.Master, error) {
			switch fresh := !c.Begun(); {
			case fresh && !begins(cmd):
				return nil, setup.NoneYet(c)
			case fresh:
				printf(cmd.ErrOrStderr(), "There were no games at %s so far; that file is begun now.\n", c.Data)
			}
			return d.open(c, log)
		})
	if m == nil {
		return err
	}
	if d.now, err = setup.TimeOf(cmd.Context(), m.Store, d.now); err == nil {
		err = fn(cmd.Context(), m)
	}
	return errors.Join(err, m.Store.Close())
}

// beginning marks commands that begin a file with games where there is none. The others would hide that it is lost.
const beginning = "begins a store"

func mayBegin(cmd *cobra.Command) *cobra.Command {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[beginning] = "yes"
	return cmd
}

func begins(cmd *cobra.Command) bool { return cmd.Annotations[beginning] != "" }

// open opens the games of a configuration, with a clerk for what game masters command by mail.
func (d *desk) open(c config.Config, log *slog.Logger) (*gm.Master, error) {
	m, err := setup.Open(c, titles(), log)
	if err != nil {
		return nil, err
	}
	m.Clerk = newClerk(m, nil, d.tree)
	return m, nil
}

// printf writes to the output of a command. What others wrote in it can't steer a terminal.
func printf(w io.Writer, format string, args ...any) {
	io.WriteString(w, harmless(fmt.Sprintf(format, args...)))
}
