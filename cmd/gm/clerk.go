package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/gm"
	"deaddrop/mailer"
)

// A clerk carries out the commands of letters, in the words of the command line.
type clerk struct {
	master *gm.Master
	sender *mailer.Sender // the service's; nil: there is none
	tree   func(*console) *cobra.Command
	names  map[string]bool // of the commands
}

// newClerk has a game master's commands by mail carried out, as tree has them.
func newClerk(m *gm.Master, sender *mailer.Sender, tree func(*console) *cobra.Command) *clerk {
	c := &clerk{master: m, sender: sender, tree: tree, names: map[string]bool{"help": true}}
	for _, cmd := range tree(&console{}).Commands() {
		for _, name := range append(cmd.Aliases, cmd.Name()) {
			c.names[name] = true
		}
	}
	return c
}

// Knows reports whether one of the lines begins as a command does.
func (c *clerk) Knows(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		word, _, _ := strings.Cut(line, " ")
		word = strings.ToLower(word)
		return word == "gm" || c.names[word]
	})
}

var _ gm.CommandRunner = (*clerk)(nil)

// notByMail marks a command that makes no sense by mail, by the annotation's value: why.
const notByMail = "not by mail"

// commandLineOnly marks commands that work at the command line alone.
func commandLineOnly(why string, cmds ...*cobra.Command) []*cobra.Command {
	for _, cmd := range cmds {
		if cmd.Annotations == nil {
			cmd.Annotations = map[string]string{}
		}
		cmd.Annotations[notByMail] = why
	}
	return cmds
}

// barred says why a command is not carried out by mail; "" if it is.
func barred(cmd *cobra.Command) string {
	for ; cmd != nil; cmd = cmd.Parent() {
		if why := cmd.Annotations[notByMail]; why != "" {
			return why
		}
	}
	return ""
}

// asMailed is a help with what a letter has in place of a shell's files.
func asMailed(text string) string {
	return strings.ReplaceAll(text, " - < letter.txt", " -  (with the text below it, up to a line END)")
}
