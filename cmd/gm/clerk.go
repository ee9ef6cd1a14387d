package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/intake"
	"deaddrop/mailer"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A clerk carries out the commands of letters, in the words of the command line.
type clerk struct {
	master *gm.Master
	sender *mailer.Sender  // the service's; nil: there is none
	names  map[string]bool // of the commands
}

var _ gm.Clerk = (*clerk)(nil)

// newClerk has a game master's commands by mail carried out.
func newClerk(m *gm.Master, sender *mailer.Sender) *clerk {
	c := &clerk{master: m, sender: sender, names: map[string]bool{"help": true}}
	for _, cmd := range command(&desk{}).Commands() {
		for _, name := range append(cmd.Aliases, cmd.Name()) {
			c.names[name] = true
		}
	}
	return c
}

// maxSaid is how many bytes of what a command says are mailed.
const maxSaid = 32 << 10

// maxCommands is how many lines of a letter are carried out.
const maxCommands = 50

// notByMail marks a command that makes no sense by mail, by the annotation's value: why.
const notByMail = "not by mail"

// hereOnly marks commands that work at the command line alone.
func hereOnly(why string, cmds ...*cobra.Command) []*cobra.Command {
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

// Knows reports whether one of the lines begins as a command does.
func (c *clerk) Knows(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		word, _, _ := strings.Cut(line, " ")
		word = strings.ToLower(word)
		return word == "gm" || c.names[word]
	})
}

// Reads reports whether a letter has a command in it.
func (c *clerk) Reads(ctx context.Context, d intake.Dictation) bool {
	return slices.ContainsFunc(c.items(ctx, d), func(it item) bool { return it.words != nil })
}

// Games are those that the commands of a letter name, and the one that the others are about.
func (c *clerk) Games(ctx context.Context, d intake.Dictation) []string {
	var out []string
	items := c.items(ctx, d)
	if it, ok := forSeat(d, items); ok {
		items = []item{it}
	}
	for _, it := range items {
		if it.words == nil {
			continue
		}
		_, args, err := c.parse(c.withGame(ctx, d, it.words))
		if err != nil { // then nothing is carried out
			continue
		}
		for _, arg := range args {
			if game, _, _ := strings.Cut(arg, "/"); c.isGame(ctx, game) && !slices.Contains(out, game) {
				out = append(out, game)
			}
		}
	}
	return out
}

// An item is what a game master's letter says: a command, with the text below it that it takes, or another line.
type item struct {
	line, text string
	words      []string // of a command, without gm
	fault      string   // why it can't be carried out
}

// items takes a letter apart.
func (c *clerk) items(ctx context.Context, d intake.Dictation) []item {
	var out []item
	lines := d.Lines
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			continue
		}
		if isEnd(line) {
			break
		}
		it := item{line: line, words: c.commandIn(ctx, d, line)}
		if n := len(it.words); n > 0 && it.words[n-1] == "-" {
			end := slices.IndexFunc(lines[i+1:], isEnd)
			if end < 0 {
				it.fault = "The text below it has no end: write a line END there."
				out = append(out, it)
				break
			}
			it.text = strings.Trim(strings.Join(lines[i+1:i+1+end], "\n"), "\n") + "\n"
			i += 1 + end
		}
		out = append(out, it)
	}
	return out
}

// isEnd reports whether a line ends a text, or the letter.
func isEnd(line string) bool {
	word := strings.ToUpper(strings.ReplaceAll(line, " ", ""))
	return word == "END" || word == "ENDPRESS" || word == "SIGNOFF"
}

// commandIn are the words of the command that a line is; nil if it is none. Without gm in front of it, a line is one
// only if it is whole, is no press, no order and, if he also plays, no player's command, and names the game if it has text
// to send, for else prose might be carried out.
func (c *clerk) commandIn(ctx context.Context, d intake.Dictation, line string) []string {
	words := split(line)
	if len(words) > 1 && strings.EqualFold(words[0], "gm") {
		words[1] = strings.ToLower(words[1])
		return words[1:]
	}
	if len(words) == 0 {
		return nil
	}
	words[0] = strings.ToLower(words[0])
	if player := parser.CommandOf(line); !c.names[words[0]] || player == "PRESS" || player != "" && d.Plays {
		return nil
	}
	if words[0] == "help" {
		return words
	}
	cmd, args, err := c.parse(c.withGame(ctx, d, words))
	if err != nil || cmd.Args != nil && cmd.Args(cmd, args) != nil || c.answers(ctx, d, line) {
		return nil
	}
	if strings.Contains(cmd.Use, "TEXT") {
		if _, args, err := c.parse(words); err != nil || len(args) == 0 || !c.isGame(ctx, args[0]) {
			return nil
		}
	}
	return words
}

// answers reports whether a line may be meant for a seat of its writer's own.
func (c *clerk) answers(ctx context.Context, d intake.Dictation, line string) bool {
	if d.Plays {
		return c.master.ReadsAsOrders(ctx, d.Game, line)
	}
	return c.master.ReadsAsOrders(ctx, d.Game, line, adjudicator.GM)
}

// parse finds a command and its arguments without its flags, and carries nothing out.
func (c *clerk) parse(words []string) (*cobra.Command, []string, error) {
	root := command(&desk{})
	root.InitDefaultHelpCmd()
	cmd, rest, err := root.Find(words)
	if err == nil {
		cmd.InitDefaultHelpFlag() // as carrying it out does, for else --help=false is understood otherwise there
		if err = cmd.ParseFlags(rest); err != nil {
			err = cmd.FlagErrorFunc()(cmd, err)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return cmd, cmd.Flags().Args(), nil
}

func (c *clerk) isGame(ctx context.Context, name string) bool {
	there, err := c.master.Has(ctx, name)
	return err == nil && there
}

// withGame adds the game that the letter is about to a command that takes one and names none.
func (c *clerk) withGame(ctx context.Context, d intake.Dictation, words []string) []string {
	cmd, args, err := c.parse(words)
	if err != nil || d.Game == "" || !takesGame(cmd) || len(args) > 0 && c.isGame(ctx, args[0]) {
		return words
	}
	if fits := cmd.Args; fits != nil && fits(cmd, args) == nil && fits(cmd, append([]string{d.Game}, args...)) != nil {
		return words // it names one that is not there
	}
	depth := len(strings.Fields(cmd.CommandPath())) - 1
	return slices.Insert(slices.Clone(words), depth, d.Game)
}

// takesGame reports whether a command's first argument is a game.
func takesGame(cmd *cobra.Command) bool {
	_, args, _ := strings.Cut(cmd.Use, " ")
	return args == "GAME" || strings.HasPrefix(args, "GAME ")
}

// CarryOut carries out one line after another. A letter that also has orders or other words of a player is refused whole.
func (c *clerk) CarryOut(ctx context.Context, now time.Time, d intake.Dictation) []templates.Said {
	items := c.items(ctx, d)
	if it, ok := forSeat(d, items); ok {
		items = []item{it}
	}
	if i := slices.IndexFunc(items, func(it item) bool { return c.isPlayers(ctx, d, it) }); i >= 0 {
		return []templates.Said{{Line: items[i].line, Failed: true, Text: "Nothing in your letter was done: this line is a player's and the others are the desk's. " +
			"Orders and other words for a seat go into a letter of their own."}}
	}
	var out []templates.Said
	for i, it := range items {
		said := templates.Said{Line: it.line}
		switch {
		case i == maxCommands:
			said.Text, said.Failed = fmt.Sprintf("A letter may have %d commands. Nothing was done from this line on.", maxCommands), true
			return append(out, said)
		case it.fault != "":
			said.Text, said.Failed = it.fault, true
		case it.words == nil:
			said.Text, said.Failed = c.unknown(it.line), true
		default:
			it.words = c.withGame(ctx, d, it.words)
			said.Text, said.Failed = c.carryOut(ctx, now, d, it, fmt.Sprintf("%s/%d", d.Once, i+1))
		}
		out = append(out, said)
	}
	return out
}

// forSeat is a letter with orders for a seat, as the command that files them.
func forSeat(d intake.Dictation, items []item) (item, bool) {
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
	if d.Game == "" {
		it.fault = "Say for which game, by a tag such as [dm1] in the subject."
	}
	return it, true
}

// isPlayers reports whether a line is for a player's seat, beside commands of the desk.
func (c *clerk) isPlayers(ctx context.Context, d intake.Dictation, it item) bool {
	if it.words != nil {
		return false
	}
	return parser.CommandOf(it.line) != "" || c.master.ReadsAsOrders(ctx, d.Game, it.line)
}

// unknown says what is wrong with a line that is no command.
func (c *clerk) unknown(line string) string {
	word, _, _ := strings.Cut(line, " ")
	if c.names[strings.ToLower(word)] {
		if cmd, _, err := command(&desk{}).Find([]string{strings.ToLower(word)}); err == nil {
			return asMailed(misused(cmd, "Nothing was done for this line, as it could not be told from a sentence."))
		}
	}
	text := "That is no command. Nothing was done for this line."
	if near := nearCommands(command(&desk{}), word); len(near) > 0 {
		text += " Did you mean " + strings.Join(near, ", or ") + "?"
	}
	return text
}

// carryOut carries out a command, and returns what it says.
func (c *clerk) carryOut(ctx context.Context, now time.Time, d intake.Dictation, it item, once string) (said string, failed bool) {
	if why := c.forbidden(it.words, d); why != "" {
		return why, true
	}
	if len(it.words) == 1 && it.words[0] == "help" {
		return byMail(), false
	}
	var out bytes.Buffer
	root := command(&desk{args: it.words, now: func() time.Time { return now }, master: c.master, sender: c.sender, once: once, mail: true, from: d.From})
	root.SetArgs(it.words)
	root.SetIn(strings.NewReader(it.text))
	root.SetOut(&out)
	root.SetErr(&out)
	err := root.ExecuteContext(ctx)
	if err != nil {
		complain(&out, err)
	}
	text := out.String()
	if len(text) > maxSaid {
		text = strings.ToValidUTF8(text[:maxSaid], "") + "\n(There is more than fits into a letter; the command line shows it.)"
	}
	return parser.Plain(asMailed(text)), err != nil
}

// asMailed is a help with what a letter has in place of a shell's files.
func asMailed(text string) string {
	return strings.ReplaceAll(text, " - < letter.txt", " -  (with the text below it, up to a line END)")
}

// byMail lists the commands that work by mail.
func byMail() string {
	var b strings.Builder
	for _, cmd := range command(&desk{}).Commands() {
		if barred(cmd) == "" && cmd.Name() != "completion" {
			fmt.Fprintf(&b, "%s\n    %s\n", strings.Replace(cmd.UseLine(), " [flags]", "", 1), cmd.Short)
		}
	}
	b.WriteString("\nWhere a letter's subject has a tag such as [dm1], lines that name no game are about that one. With --dry-run a command only says what it would do. " +
		"A text that is given as - stands below, up to a line END. What you file for a seat goes into a letter of its own: a line AS France, and the orders below it. " +
		"HELP and a command's name explains that one.\n")
	return b.String()
}

// forbidden says why a command is not carried out by mail, or not for that writer; "" if it is.
func (c *clerk) forbidden(words []string, d intake.Dictation) string {
	cmd, args, err := c.parse(words)
	switch {
	case words[0] == "completion" || strings.HasPrefix(words[0], "__"):
		return "gm " + words[0] + " works at the command line alone."
	case err != nil: // what is not understood here is never carried out
		var b strings.Builder
		complain(&b, err)
		return b.String()
	case !cmd.HasParent():
		if len(args) > 0 {
			return noCommand(cmd, args).Error()
		}
		return ""
	}
	if asked, err := cmd.Flags().GetBool("help"); asked && err == nil { // it does nothing else
		return ""
	}
	if why := barred(cmd); why != "" {
		return cmd.CommandPath() + " works at the command line alone: " + why
	}
	if cmd.Flags().Changed("config") {
		return "--config works at the command line alone."
	}
	if d.All || cmd.Name() == "help" || cmd.Name() == "rulings" {
		return ""
	}
	games := args
	if takesGame(cmd) && len(args) > 0 {
		games = args[:1]
	}
	for _, arg := range games {
		game, _, named := strings.Cut(arg, "/")
		if !slices.Contains(d.Of, game) || !named && !takesGame(cmd) {
			return "You are not the game master of " + game + ", so nothing was done."
		}
	}
	if len(games) == 0 && cmd.Runnable() {
		return "That is for the game master of all games here; you are that of " + strings.Join(d.Of, ", ") + "."
	}
	return ""
}

// split takes a line apart as a shell does. A quotation mark within a word, as in don't, and one that has no end, are
// ordinary signs.
func split(line string) []string {
	var out []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if word, rest, ok := quotation(line); ok {
			out, line = append(out, word), rest
			continue
		}
		if after, ok := strings.CutPrefix(line, "\u2014"); ok { // what telephones make of --
			line = "--" + after
		}
		word, rest, _ := strings.Cut(line, " ")
		if flag, _, ok := strings.Cut(word, "="); ok && strings.HasPrefix(flag, "--") {
			if value, after, ok := quotation(line[len(flag)+1:]); ok {
				word, rest = flag+"="+value, after
			}
		}
		out, line = append(out, word), rest
	}
	return out
}

// quotation takes what is between quotation marks off the beginning of a line.
func quotation(line string) (text, rest string, ok bool) {
	for _, marks := range [][2]string{{"'", "'"}, {`"`, `"`}, {"\u201c", "\u201d"}, {"\u2018", "\u2019"}} {
		text, found := strings.CutPrefix(line, marks[0])
		if !found {
			continue
		}
		for from := 0; ; {
			i := strings.Index(text[from:], marks[1])
			if i < 0 {
				return "", "", false
			}
			end := from + i + len(marks[1])
			if end == len(text) || text[end] == ' ' {
				return text[:from+i], text[end:], true
			}
			from = end
		}
	}
	return "", "", false
}
