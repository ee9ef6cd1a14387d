package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/mailer"
)

// A clerk carries out commands from letters, in the syntax of the command line.
type clerk struct {
	master *gm.Master
	sender *mailer.Sender // the service's sender; nil if there is none
	tree   func(*console) *cobra.Command
	names  map[string]bool // names of the commands
}

// newClerk returns a clerk for the commands of tree.
func newClerk(m *gm.Master, sender *mailer.Sender, tree func(*console) *cobra.Command) *clerk {
	c := &clerk{master: m, sender: sender, tree: tree, names: map[string]bool{"help": true}}
	for _, cmd := range tree(&console{}).Commands() {
		for _, name := range append(cmd.Aliases, cmd.Name()) {
			c.names[name] = true
		}
	}
	return c
}

// Knows reports whether one of the lines begins with the name of a command.
func (c *clerk) Knows(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		word, _, _ := strings.Cut(line, " ")
		word = strings.ToLower(word)
		return word == "gm" || c.names[word]
	})
}

var _ gm.CommandRunner = (*clerk)(nil)

// notByMail is the annotation of a command that can't be used by mail; its value is the reason.
const notByMail = "not by mail"

// commandLineOnly marks commands that can't be used by mail, and returns them.
func commandLineOnly(why string, cmds ...*cobra.Command) []*cobra.Command {
	for _, cmd := range cmds {
		if cmd.Annotations == nil {
			cmd.Annotations = map[string]string{}
		}
		cmd.Annotations[notByMail] = why
	}
	return cmds
}

// barred returns the reason why a command is not carried out by mail, or "" if it is.
func barred(cmd *cobra.Command) string {
	for ; cmd != nil; cmd = cmd.Parent() {
		if why := cmd.Annotations[notByMail]; why != "" {
			return why
		}
	}
	return ""
}

// asMailed adapts the help text of a command to letters, which contain text where a shell has files.
func asMailed(text string) string {
	return strings.ReplaceAll(text, " - < letter.txt", " -  (with the text below it, up to a line END)")
}
