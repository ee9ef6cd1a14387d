package main

import (
	"os"

	"github.com/spf13/cobra"
)

// commandTree returns the tree of all commands.
func commandTree(d *console) *cobra.Command {
	d.tree = commandTree
	root := &cobra.Command{
		Use:   "gm",
		Short: "A game master that lives in a mailbox",
		Long: `gm runs games by e-mail: players write their orders, and each gets a letter with what they may know.

See it first:                gm demo
Read a game as letters:      gm try examples/year.txtar
Resolve Diplomacy alone:     gm adjudicate --explain examples/opening.jsonl
Run one with your mailbox:   gm init ADDRESS writes a configuration and creates the file for the games, gm doctor
                             checks that everything works, gm serve runs it, and gm new starts a game

Whatever you do to a game, you can try first with --dry-run and take back with gm undo. Most commands work by mail, too:
in a letter from the game master's address, one command a line.`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.PersistentFlags().StringVarP(&d.config, "config", "c", configPath(os.Getenv, isFileAt),
		"the configuration; else $DEADDROP_CONFIG,\n./deaddrop.toml or "+systemConfig)
	root.PersistentFlags().Lookup("config").DefValue = ""
	root.PersistentFlags().String(asFlag, "", "your address, for the log of the game (default: $DEADDROP_AS)")
	root.AddCommand(commandLineOnly("it works with files of your machine.",
		newDemo(d), marked(endsItself, newPlay(d)), newTry(d), newAdjudicate(d), newPack(d), newEdit(d),
		marked(takesLong, newExport(d)), newImport(d), newLetters(d), marked(endsItself, newLoad(d)), newMan(),
		newModel())...)
	root.AddCommand(commandLineOnly("it is about the machine itself.",
		newInit(d), newLogin(d), marked(endsItself, newServe(d)), newPing(d), newDoctor(d), marked(takesLong, newStore(d)),
		marked(endsItself, newMove(d)), marked(takesLong, newArchive(d)), marked(takesLong, newSite(d)))...)
	root.AddCommand(
		newNew(d), newList(d), newShow(d), newCalendar(d), newLetter(d), newAnswer(d), newPreview(d), newRead(d),
		newResolve(d), newSeat(d), newMaster(d), newEject(d), newStandby(d), newObserver(d), newAbsence(d), newMissing(d),
		newStart(d), newUnstart(d), newEnd(d), newReopen(d), newSwitch(d), newPressRules(d), newMute(d), newUndo(d),
		newRulings(), newInbox(d), newTrust(d),
		newOutbox(d), newOrders(d), newRollback(d), newRollforward(d), newDiff(d), newHistory(d), newMap(d), newLog(d),
		marked(takesLong, newVerify(d)), marked(tellsNothing, marked(takesLong, newStats(d))),
		marked(tellsNothing, marked(takesLong, newPlayer(d))),
	)
	root.AddCommand(formerly("rule GAME [RULING=VALUE ...]", newSwitch(d)), formerly("ruling GAME ANSWER", newAnswer(d)),
		formerly("release NAME ...", d.newAccept()), formerly("hold NAME ...", d.newReopenItem()))
	for _, cmd := range []*cobra.Command{newPress(d), newDeadline(d), newClock(d), newPause(d), newResume(d), newNotify(d)} {
		root.AddCommand(marked(actsUnseen, cmd))
	}
	root.AddCommand(commandLineOnly("it is about the command line itself.", helpTopics()...)...)
	for name, others := range aliases() {
		if sub, _, err := root.Find([]string{name}); err == nil {
			sub.SuggestFor = others
		}
	}
	groupCommands(root)
	root.SetHelpCommand(newHelp())
	root.Flags().Bool("version", false, "print the version")
	root.SetVersionTemplate("{{.Version}}\n")
	explainUsage(root)
	return root
}

// formerly returns a command under its former name, which is not listed but still works: acts that were done under that
// name are taken back by it, and people are used to it.
func formerly(use string, cmd *cobra.Command) *cobra.Command {
	cmd.Use, cmd.Hidden = use, true
	return cmd
}

// aliases returns, for each command, other words that people try in its place.
func aliases() map[string][]string {
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
		"seat":     {"replace", "assign", "join"},
		"stats":    {"statistics", "players", "reliability", "nmr"},
		"eject":    {"kick", "remove", "expel"},
		"orders":   {"order", "moves"},
		"read":     {"parse", "understand"},
		"log":      {"chronicle", "events"},
		"outbox":   {"queue", "unsent"},
		"inbox":    {"todo", "tasks"},
		"doctor":   {"check", "diagnose"},
		"serve":    {"daemon", "server"},
		"switch":   {"option", "set", "config"},
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
