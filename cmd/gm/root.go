package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/meter"
	"deaddrop/gm/post"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/folder"
	"deaddrop/mailer"
	"deaddrop/templates"
	"deaddrop/templates/atlas"
)

// A desk is where the commands of the human game master are carried out: on the store itself, or by the
// service that has it open.
type desk struct {
	args   []string // as typed
	config string   // path
	now    func() time.Time
	master *gm.Master        // the service's own, when it carries out a command
	files  map[string][]byte // those that the command names, as it was given or has read them
	sender *mailer.Sender    // the service's
	alone  bool              // no service runs, though master is set
	mail   bool              // the command came by mail
	from   string            // from this address
	once   string            // under which key an act is done once; "": as often as it is asked for
	at     *gm.Desk          // where an act is carried out that is part of another command
}

// resume has the service's sender try again at once what it holds back.
func (d *desk) resume() {
	if d.sender != nil {
		d.sender.Resume()
	}
}

func command(d *desk) *cobra.Command {
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
	c, err := readConfig(d.config)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	m, err := openUnlessServing(cmd.Context(), patience,
		func() (bool, error) { return remote(c, call{Args: d.args, Files: d.files}, cmd) },
		func() (*gm.Master, error) {
			switch fresh := !c.begun(); {
			case fresh && !begins(cmd):
				return nil, noneYet(c)
			case fresh:
				printf(cmd.ErrOrStderr(), "There were no games at %s so far; that file is begun now.\n", c.Data)
			}
			return open(c, log)
		})
	if m == nil {
		return err
	}
	if d.now, err = timeOf(cmd.Context(), m.Store, d.now); err == nil {
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

// begun reports whether there is a store of games where the configuration has it: of a database that is found when it is opened.
func (c config) begun() bool {
	info, err := os.Stat(c.Data)
	return c.shared() || !errors.Is(err, fs.ErrNotExist) && (err != nil || info.Size() > 0)
}

// noneYet refuses to look for games where none were begun.
func noneYet(c config) error {
	return &refusal.Error{Text: "There are no games at " + c.Data + "; gm new starts one. If there were some, see that data = in the configuration names the right file."}
}

// openUnlessServing has ask turn to a running service, and opens the games itself if none runs: there is no master when ask
// is done, or when they can't be opened. A service that starts or ends beside it has the games open and does not answer yet, or
// no more, so it tries both again as often as patience says, a second apart.
func openUnlessServing(ctx context.Context, patience int, ask func() (done bool, err error), open func() (*gm.Master, error)) (*gm.Master, error) {
	for ; ; patience-- {
		if done, err := ask(); done {
			return nil, err
		}
		m, err := open()
		if err == nil {
			return m, nil
		}
		if !errors.Is(err, bolt.ErrLocked) || patience <= 0 {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// open opens the store of a configuration, and a game master on it.
func open(c config, log *slog.Logger) (*gm.Master, error) {
	db, err := openStore(context.Background(), c)
	if err != nil {
		return nil, err
	}
	return newMaster(db, c, log)
}

func newMaster(db store.Store, c config, log *slog.Logger) (*gm.Master, error) {
	if err := usable(context.Background(), db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	rules := titles()
	words, err := c.wording()
	err = errors.Join(err, adjudicator.Validate(rules))
	key, failed := gm.LoadKey(context.Background(), db, rand.Reader)
	if err := errors.Join(err, failed); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	words.Failed = func(kind string, err error) {
		log.Error("a template of your own fails, so a letter has the program's wording", "letter", kind, "error", err)
	}
	m := &gm.Master{Store: db, Rules: rules, Words: words, Log: log, Address: c.Address, Name: c.Name, Desk: c.GM, Retake: retake,
		Key: key, Plus: c.Plus, Answers: c.Answers, Guard: newGuard(c.Poll.Duration), Maps: newDraftsman(words, c, log)}
	if c.Archive != "" {
		m.Shelf = folder.Dir(c.Archive)
	}
	if c.shared() { // nobody else must send what this process has in hand
		m.Process, m.Retake = aCommand, 0
	}
	if _, err := m.Pulse(context.Background()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	m.Clerk = newClerk(m, nil)
	return m, nil
}

// openAtlas opens the atlas once in a process, so that nothing is drawn twice in it.
var openAtlas = sync.OnceValues(atlas.New)

// newDraftsman draws the maps of letters.
func newDraftsman(words *templates.Set, c config, log *slog.Logger) *post.Draftsman {
	return &post.Draftsman{Atlas: openAtlas, Words: words, Largest: c.Largest << 10, Log: log}
}

// retake may be shorter than sending takes, as there is one worker, which finishes what it took before it
// takes more. It delays what that had in hand when it was killed.
const retake = time.Second

// patience is how often a command tries again to reach the games or a service that starts or ends beside it.
const patience = 5

// printf writes to the output of a command. What others wrote in it can't steer a terminal.
func printf(w io.Writer, format string, args ...any) {
	io.WriteString(w, harmless(fmt.Sprintf(format, args...)))
}
