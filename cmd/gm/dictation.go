package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/parser"
	"deaddrop/templates"
)

// maxSaid is the largest number of bytes of a command's output that are mailed.
const maxSaid = 32 << 10

// maxCommands is the largest number of commands in a letter that are carried out.
const maxCommands = 50

// Reads reports whether a letter contains a command.
func (c *clerk) Reads(ctx context.Context, d intake.MailedCommands) bool {
	return slices.ContainsFunc(c.readDictation(ctx, d).items(), func(it item) bool { return it.words != nil })
}

// CarryOut carries out the commands of a letter one by one. If the letter also contains orders or other text from a
// player, it refuses all of it.
func (c *clerk) CarryOut(ctx context.Context, now time.Time, d intake.MailedCommands) []templates.Said {
	r := c.readDictation(ctx, d)
	items := r.items()
	if it, ok := forSeat(d, items); ok {
		items = []item{it}
	}
	if i := slices.IndexFunc(items, r.isPlayers); i >= 0 {
		return []templates.Said{{Line: items[i].line, Failed: true,
			Text: "Nothing in your letter was done: this line is a player's, but the others are a game master's. " +
				"Send orders and other words for a seat in a letter of their own."}}
	}
	var out []templates.Said
	for i, it := range items {
		said := templates.Said{Line: it.line}
		switch {
		case i == maxCommands:
			said.Text, said.Failed = fmt.Sprintf("A letter can have at most %d commands. Nothing was done from "+
				"this line on.",
				maxCommands), true
			return append(out, said)
		case it.fault != "":
			said.Text, said.Failed = it.fault, true
		case it.words == nil:
			said.Text, said.Failed = r.unknown(it.line), true
		default:
			it.words = r.withOwn(r.withGame(it.words))
			said.Text, said.Failed = r.carryOut(now, it, fmt.Sprintf("%s/%d", d.Once, i+1))
			r.games = nil // the command may have created a game
		}
		out = append(out, said)
	}
	return out
}

// forSeat converts a letter with orders for a seat to the command that files them.
func forSeat(d intake.MailedCommands, items []item) (item, bool) {
	if len(items) < 2 || items[0].words != nil {
		return item{}, false
	}
	word, seat, _ := strings.Cut(items[0].line, " ")
	if !strings.EqualFold(word, "AS") || slices.ContainsFunc(items, func(it item) bool { return it.words != nil }) {
		return item{}, false
	}
	it := item{line: items[0].line, words: []string{"orders", d.Game, strings.TrimSpace(seat), "set", "-"}}
	for _, order := range items[1:] {
		it.text += order.line + "\n"
	}
	switch {
	case len(items) > maxLines:
		it.fault = fmt.Sprintf("A letter with orders for a seat can have at most %d lines.", maxLines)
	case d.Game == "":
		it.fault = "Say which game you mean, with a tag such as [dm1] in the subject."
	}
	return it, true
}

// carryOut carries out a command and returns its output.
func (r *letterReading) carryOut(now time.Time, it item, once string) (said string, failed bool) {
	if why := r.forbidden(it.words); why != "" {
		return why, true
	}
	if len(it.words) == 1 && it.words[0] == "help" {
		return byMail(r.tree(&console{})), false
	}
	var out bytes.Buffer
	root := r.tree(&console{args: it.words, now: func() time.Time { return now }, master: r.master, sender: r.sender,
		once: once, mail: true, from: r.From, lacks: r.lacks(it.words)})
	root.SetArgs(it.words)
	root.SetIn(strings.NewReader(it.text))
	root.SetOut(&out)
	root.SetErr(&out)
	err := root.ExecuteContext(r.ctx)
	if err != nil {
		complain(&out, err)
	}
	text := out.String()
	if len(text) > maxSaid {
		text = strings.ToValidUTF8(text[:maxSaid], "") +
			"\n(There is more than fits into a letter; the command line shows it.)"
	}
	return parser.Plain(asMailed(text)), err != nil
}

// byMail lists the commands that can be used by mail.
func byMail(root *cobra.Command) string {
	var b strings.Builder
	for _, cmd := range root.Commands() {
		if barred(cmd) == "" && !cmd.Hidden && cmd.Name() != "completion" {
			fmt.Fprintf(&b, "%s\n    %s\n", strings.Replace(cmd.UseLine(), " [flags]", "", 1), cmd.Short)
		}
	}
	b.WriteString("\nWhere a letter's subject has a tag such as [dm1], lines that name no game are about that one. " +
		"With --dry-run a command only says what it would do. " +
		"A text that is given as - stands below, up to a line END. What you file for a seat goes into a letter of " +
		"its own: a line AS France, and the orders below it. " +
		"HELP and a command's name explains that one.\n")
	return b.String()
}

// forbidden returns the reason why a command is not carried out by mail, or not for that writer; "" if it is.
func (r *letterReading) forbidden(words []string) string {
	cmd, args, err := r.parse(words)
	switch {
	case words[0] == "completion" || strings.HasPrefix(words[0], "__"):
		return "gm " + words[0] + " works only at the command line."
	case err != nil: // a command that can't be parsed is never carried out
		var b strings.Builder
		complain(&b, err)
		return b.String()
	case !cmd.HasParent():
		if len(args) > 0 {
			return noCommand(cmd, args).Error()
		}
		return ""
	}
	if asked, err := cmd.Flags().GetBool("help"); asked && err == nil { // the command only prints its help
		return ""
	}
	if why := barred(cmd); why != "" {
		return cmd.CommandPath() + " works only at the command line: " + why
	}
	if cmd.Flags().Changed("config") {
		return "--config works only at the command line."
	}
	if as := cmd.Flag(asFlag); as != nil && strings.Contains(as.Value.String(), "@") {
		return "--as and an address work only at the command line: by mail, whoever wrote the letter gives its commands."
	}
	if r.All || cmd.Name() == "help" || cmd.Name() == "rulings" {
		return ""
	}
	return r.forbiddenTo(cmd, args)
}

// forbiddenTo says why a command is not for the letter's writer, who has rights in some games only; "" if it is.
func (r *letterReading) forbiddenTo(cmd *cobra.Command, args []string) string {
	own := strings.Join(slices.Concat(r.Of, r.Sees), ", ")
	if isMarked(cmd, severalGames) && cmd.Flags().Changed("all") {
		return "--all is for the game master of all games here (it needs the right site); you are that of " + own + "."
	}
	takes := takesGame(cmd) || takesGames(cmd) || isMarked(cmd, namesItems)
	games := namedGames(cmd, args)
	for i, name := range games {
		isItem := i < len(args) && strings.Contains(args[i], "/")
		if isGame := takes || isItem; !isGame {
			return "That is for the game master of all games here (it needs the right site); you are that of " + own + "."
		}
		if !slices.Contains(r.Of, name) && !slices.Contains(r.Sees, name) {
			return "You are not the game master of " + name + ", so nothing was done."
		}
	}
	if len(games) == 0 && cmd.Runnable() {
		return "That is for the game master of all games here (it needs the right site); you are that of " + own + "."
	}
	return ""
}

// lacks says why a command may change nothing, as its writer may only read a game that it names; "" if it may.
func (r *letterReading) lacks(words []string) string {
	cmd, args, err := r.parse(words)
	if err != nil || r.All {
		return ""
	}
	for _, name := range namedGames(cmd, args) {
		if slices.Contains(r.Sees, name) {
			return desk.Lacks(name, game.RightsRead, game.RightsGame).Error()
		}
	}
	return ""
}
