package main

import "github.com/spf13/cobra"

// helpTopics are what gm help explains beside the commands.
func helpTopics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "exit-codes", Short: "What the exit code of a command says", Long: `For scripts. A command ends with

  0    when it did what it was told,
  1    when it was refused, or failed on the way; the last lines on standard error say why,
  2    when it is not written as it should be: an unknown command or flag, too few arguments, or too many,
  3    when it looks for faults and has found some: gm doctor, gm store check, gm archive list and gm verify;
       and gm serve when the mailbox turns out to be that of other games,
  130  when it was interrupted (SIGINT, as by Ctrl-C),
  143  when it was told to end (SIGTERM).

While gm serve runs, the commands are carried out by it and end in the same way.`},
	}
}
