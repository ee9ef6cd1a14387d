package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator"
	"deaddrop/gm/intake"
	"deaddrop/gm/reception"
	"deaddrop/parser"
)

// How much of a letter is looked at. Far fewer commands are carried out, and orders for a seat take fewer lines.
const (
	maxLines = 200      // that are commands, or else neither empty nor the text of one
	maxLine  = 16 << 10 // bytes of one
)

// A letterReading is a game master's letter while the clerk takes it apart. It keeps what would else be found out anew
// for each line.
type letterReading struct {
	*clerk
	ctx context.Context
	intake.MailedCommands
	root *cobra.Command // of the commands, for parsing
	set  bool           // flags of it may be set, which the next line must not see
	last parsed         // what was parsed last, as lines are parsed several times
	// whether there is a game of a name, as far as that was asked
	games  map[string]bool
	orders func(line string, seats ...adjudicator.Seat) bool // as gm.Master's OrderReader has it
}

func (c *clerk) readDictation(ctx context.Context, d intake.MailedCommands) *letterReading {
	return &letterReading{clerk: c, ctx: ctx, MailedCommands: d, orders: reception.OrderReader(ctx, c.master, d.Game)}
}

// An item is what a game master's letter says: a command, with the text below it that it takes, or another line.
type item struct {
	line, text string
	words      []string // of a command, without gm
	fault      string   // why it can't be carried out
}

// items takes the letter apart, as far as its lines are looked at, and one more.
func (r *letterReading) items() []item {
	var out []item
	lines := r.Lines
	for i := 0; i < len(lines) && len(out) <= maxLines; i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			continue
		}
		if isEnd(line) {
			break
		}
		it := item{line: line, words: r.commandIn(line)}
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
// only if it is whole, is no press, no order and, if they also play, no player's command, and names the game if it has
// text to send, for else prose might be carried out.
func (r *letterReading) commandIn(line string) []string {
	if len(line) > maxLine {
		return nil
	}
	words := split(line)
	if len(words) > 1 && strings.EqualFold(words[0], "gm") {
		words[1] = strings.ToLower(words[1])
		return words[1:]
	}
	if len(words) == 0 {
		return nil
	}
	words[0] = strings.ToLower(words[0])
	if !r.names[words[0]] || r.isTheirs(parser.CommandOf(line)) {
		return nil
	}
	if words[0] == "help" {
		return words
	}
	cmd, args, err := r.parse(r.withGame(words))
	if err != nil || !fits(cmd, args) || r.answers(line) {
		return nil
	}
	if strings.Contains(cmd.Use, "TEXT") {
		if _, args, err := r.parse(words); err != nil || len(args) == 0 || !r.isGame(args[0]) {
			return nil
		}
	}
	return words
}

// answers reports whether a line may be meant for a seat of its writer's own.
func (r *letterReading) answers(line string) bool {
	if r.Plays {
		return r.orders(line)
	}
	return r.orders(line, adjudicator.GM)
}

// parsed is what was found in the words of a line.
type parsed struct {
	words []string
	cmd   *cobra.Command
	args  []string
	err   error
}

// parse finds a command and its arguments without its flags, and carries nothing out. What it finds is good until the
// next line is parsed.
func (r *letterReading) parse(words []string) (*cobra.Command, []string, error) {
	if r.last.words == nil || !slices.Equal(words, r.last.words) {
		cmd, args, err := r.find(words)
		r.last = parsed{slices.Clone(words), cmd, args, err}
	}
	return r.last.cmd, r.last.args, r.last.err
}

func (r *letterReading) find(words []string) (*cobra.Command, []string, error) {
	cmd, rest, err := r.unset().Find(words)
	if err == nil {
		r.set = slices.ContainsFunc(rest, func(word string) bool { return strings.HasPrefix(word, "-") })
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

// unset is the tree of the commands, with no flag set.
func (r *letterReading) unset() *cobra.Command {
	if r.root == nil || r.set {
		r.root, r.set, r.last = r.clerk.tree(&console{}), false, parsed{}
		r.root.InitDefaultHelpCmd()
	}
	return r.root
}

func (r *letterReading) isGame(name string) bool {
	there, known := r.games[name]
	if !known {
		var err error
		there, err = r.master.Has(r.ctx, name)
		if r.games == nil {
			r.games = map[string]bool{}
		}
		there = there && err == nil
		r.games[name] = there
	}
	return there
}

// withGame adds the game that the letter is about to a command that takes one and names none.
func (r *letterReading) withGame(words []string) []string {
	cmd, args, err := r.parse(words)
	switch {
	case err != nil, r.Game == "", !takesGame(cmd):
		return words
	case isMarked(cmd, severalGames) && cmd.Flags().Changed("all"):
		return words
	case len(args) > 0 && slices.ContainsFunc(gamesOf(args[0]), r.isGame):
		return words
	case fits(cmd, args) && !fits(cmd, append([]string{r.Game}, args...)):
		return words // it names one that is not there
	}
	depth := len(strings.Fields(cmd.CommandPath())) - 1
	return slices.Insert(slices.Clone(words), depth, r.Game)
}

// isTheirs reports whether a player's command may be one of the letter's writer for a seat: press always, and any
// other if they play.
func (r *letterReading) isTheirs(player string) bool {
	return player == "PRESS" || player != "" && r.Plays
}

// fits reports whether a command takes those arguments.
func fits(cmd *cobra.Command, args []string) bool {
	return cmd.Args == nil || cmd.Args(cmd, args) == nil
}

// takesGame reports whether a command's first argument is a game.
func takesGame(cmd *cobra.Command) bool {
	_, args, _ := strings.Cut(cmd.Use, " ")
	return args == "GAME" || strings.HasPrefix(args, "GAME ")
}

// takesGames reports whether all of a command's arguments are games, so that without any it is about all of them.
func takesGames(cmd *cobra.Command) bool { return strings.HasSuffix(cmd.Use, "[GAME ...]") }

// withOwn adds the games of a letter's writer to a command that would be about all games, if they are the game master
// of some of them only.
func (r *letterReading) withOwn(words []string) []string {
	cmd, args, err := r.parse(words)
	if err != nil || r.All {
		return words
	}
	if len(args) > 0 || !takesGames(cmd) {
		return words
	}
	return append(slices.Clone(words), r.Of...)
}

// isPlayers reports whether a line is for a player's seat, beside commands of the desk.
func (r *letterReading) isPlayers(it item) bool {
	if it.words != nil || len(it.line) > maxLine {
		return false
	}
	return parser.CommandOf(it.line) != "" || r.orders(it.line)
}

// unknown says what is wrong with a line that is no command.
func (r *letterReading) unknown(line string) string {
	word, _, _ := strings.Cut(line, " ")
	if r.names[strings.ToLower(word)] {
		if cmd, _, err := r.unset().Find([]string{strings.ToLower(word)}); err == nil {
			return asMailed(misused(cmd, "Nothing was done for this line, as it could not be told from a sentence."))
		}
	}
	text := "That is no command. Nothing was done for this line."
	if near := nearCommands(r.unset(), word); len(near) > 0 {
		text += " Did you mean " + strings.Join(near, ", or ") + "?"
	}
	return text
}

// split takes a line apart as a shell does. A quotation mark within a word, as in don't, and one that has no end, are
// ordinary signs.
func split(line string) []string {
	var out []string
	open := map[string]bool{} // marks of which no other ends a quotation in the rest of the line
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if word, rest, ok := quotation(line, open); ok {
			out, line = append(out, word), rest
			continue
		}
		if after, ok := strings.CutPrefix(line, "\u2014"); ok { // what telephones make of --
			line = "--" + after
		}
		word, rest, _ := strings.Cut(line, " ")
		if flag, _, ok := strings.Cut(word, "="); ok && strings.HasPrefix(flag, "--") {
			if value, after, ok := quotation(line[len(flag)+1:], open); ok {
				word, rest = flag+"="+value, after
			}
		}
		out, line = append(out, word), rest
	}
	return out
}

// quotation takes what is between quotation marks off the beginning of a line. Where that has no end, it notes so in
// open.
func quotation(line string, open map[string]bool) (text, rest string, ok bool) {
	for _, marks := range [][2]string{{"'", "'"}, {`"`, `"`}, {"\u201c", "\u201d"}, {"\u2018", "\u2019"}} {
		text, found := strings.CutPrefix(line, marks[0])
		if !found || open[marks[1]] {
			continue
		}
		for from := 0; ; {
			i := strings.Index(text[from:], marks[1])
			if i < 0 {
				open[marks[1]] = true
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
