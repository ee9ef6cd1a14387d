package main

import "github.com/spf13/cobra"

// helpTopics returns the topics that gm help explains in addition to the commands.
func helpTopics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "exit-codes", Short: "What the exit codes mean", Long: `The exit codes are meant for scripts. A command
ends with

  0    when it did what it was told,
  1    when it was refused, or failed on the way; the last lines on standard error say why,
  2    when it is written wrongly: an unknown command or flag, or too few or too many arguments,
  3    when it looks for faults and has found some: gm doctor, gm store check, gm archive list and gm verify;
       and gm serve when the mailbox turns out to belong to other games,
  130  when it was interrupted (SIGINT, as by Ctrl-C),
  143  when it was told to end (SIGTERM).

While gm serve runs, the commands are carried out by it and end in the same way.`},
		{Use: "json", Short: "What --json prints", Long: `With --json a command prints one JSON value on standard
output, and nothing else there. Its keys are in lower case and without underscores. Keys that are names in a game, such
as those of seats, stay as the game has them. Times are in the form 2026-11-28T20:00:00Z, lengths of time are in
nanoseconds. What is empty may be left out; keys may be added, but none changes its meaning.

  gm list                  games: name, rules, state, phase, deadline, seats (name, address, asked, in, missing), waits
  gm show GAME             one of these
  gm inbox                 what waits: ref, at, seat, why, letter
  gm outbox                letters: game, number, to, subject, state, tries, since, next, error
  an act on a game         game, dry, changes (name, was, is), letters (to, subject, text), exposed, notes, undo
  gm doctor                findings: verdict ("ok", "advice", "FAULT", "skipped"), text, do
  gm store check           games, archived, entries, tasks, bytes, damaged
  gm move                  from, to, games, records, entries, tasks, blobs, bytes, again
  gm archive               those that were put away: name, rules, ended, size, blob

The exit code is the same with --json and without.`},
	}
}
