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

// Limits for the part of a letter that is searched for commands. Fewer commands are carried out, and orders for a
// seat take fewer lines.
const (
	maxLines = 200      // number of lines that are commands, or are neither empty nor the text of a command
	maxLine  = 16 << 10 // length of a line, in bytes
)

// A letterReading is the state of parsing a game master's letter. It caches results that are needed for several
// lines.
type letterReading struct {
	*clerk
	ctx context.Context
	intake.MailedCommands
	root *cobra.Command // root of the command tree, for parsing
	set  bool           // whether flags of the tree are set, which must be unset before the next line
	last parsed         // the last result of parsing, since lines are parsed several times
	// whether a game of that name exists, for names that were looked up
	games  map[string]bool
	orders func(line string, seats ...adjudicator.Seat) bool // the function returned by reception.OrderReader
}

func (c *clerk) readDictation(ctx context.Context, d intake.MailedCommands) *letterReading {
	return &letterReading{clerk: c, ctx: ctx, MailedCommands: d, orders: reception.OrderReader(ctx, c.master, d.Game)}
}

// An item is a part of a game master's letter: a command with the text below it, or another line.
type item struct {
	line, text string
	words      []string // words of the command, without "gm"
	fault      string   // why the command can't be carried out
}

// items splits the letter into items. It stops after one item more than the limit.
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
				it.fault = "The text below this line has no end: put the word END on a line after it."
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

// commandIn returns the words of the command in a line, or nil if the line is not a command. A line without "gm" at
// its beginning is a command only if it is complete and is not press, an order or, if the writer is also a player, a
// player's command. If the command takes a text to send, the line must also name the game, because otherwise prose
// might be carried out as a command.
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

// answers reports whether a line may be an order for a seat of the writer's own.
func (r *letterReading) answers(line string) bool {
	if r.Plays {
		return r.orders(line)
	}
	return r.orders(line, adjudicator.GM)
}

// parsed is the result of parsing the words of a line.
type parsed struct {
	words []string
	cmd   *cobra.Command
	args  []string
	err   error
}

// parse finds a command and its arguments without flags. It carries nothing out. The result is valid until the next
// call.
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
		// carrying out a command does this too; without it, --help=false would be parsed differently
		cmd.InitDefaultHelpFlag()
		if err = cmd.ParseFlags(rest); err != nil {
			err = cmd.FlagErrorFunc()(cmd, err)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return cmd, cmd.Flags().Args(), nil
}

// unset returns the command tree with no flags set.
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

// withGame adds the game that the letter is about to a command that needs a game and names none.
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
		return words // the command names a game that does not exist
	}
	depth := len(strings.Fields(cmd.CommandPath())) - 1
	return slices.Insert(slices.Clone(words), depth, r.Game)
}

// isTheirs reports whether a player's command may be meant for a seat of the letter's writer: press always, other
// commands only if the writer is a player.
func (r *letterReading) isTheirs(player string) bool {
	return player == "PRESS" || player != "" && r.Plays
}

// fits reports whether a command accepts the arguments.
func fits(cmd *cobra.Command, args []string) bool {
	return cmd.Args == nil || cmd.Args(cmd, args) == nil
}

// takesGame reports whether a command's first argument is a game.
func takesGame(cmd *cobra.Command) bool {
	_, args, _ := strings.Cut(cmd.Use, " ")
	return args == "GAME" || strings.HasPrefix(args, "GAME ")
}

// takesGames reports whether all of a command's arguments are games, so that without arguments it applies to all
// games.
func takesGames(cmd *cobra.Command) bool { return strings.HasSuffix(cmd.Use, "[GAME ...]") }

// withOwn adds the writer's games to a command that would otherwise apply to all games, unless the writer is the game
// master of the whole service.
func (r *letterReading) withOwn(words []string) []string {
	cmd, args, err := r.parse(words)
	if err != nil || r.All {
		return words
	}
	if len(args) > 0 || !takesGames(cmd) {
		return words
	}
	seen := slices.DeleteFunc(slices.Concat(r.Of, r.Sees), func(name string) bool {
		blind, err := blindfolded(r.ctx, r.master, name, r.From)
		return blind || err != nil
	})
	return append(slices.Clone(words), seen...)
}

// isPlayers reports whether an item is for a player's seat, in a letter that also contains commands of the game
// master.
func (r *letterReading) isPlayers(it item) bool {
	if it.words != nil || len(it.line) > maxLine {
		return false
	}
	return parser.CommandOf(it.line) != "" || r.orders(it.line)
}

// unknown explains why a line is not a command.
func (r *letterReading) unknown(line string) string {
	word, _, _ := strings.Cut(line, " ")
	if r.names[strings.ToLower(word)] {
		if cmd, _, err := r.unset().Find([]string{strings.ToLower(word)}); err == nil {
			return asMailed(misused(cmd, "Nothing was done for this line, as it could not be told from a sentence."))
		}
	}
	text := "That is not a command. Nothing was done for this line."
	if near := nearCommands(r.unset(), word); len(near) > 0 {
		text += " Did you mean " + strings.Join(near, ", or ") + "?"
	}
	return text
}

// split splits a line into words like a shell. A quotation mark inside a word, as in don't, or without a counterpart,
// is an ordinary character.
func split(line string) []string {
	var out []string
	open := map[string]bool{} // quotation marks that have no counterpart in the rest of the line
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if word, rest, ok := quotation(line, open); ok {
			out, line = append(out, word), rest
			continue
		}
		if after, ok := strings.CutPrefix(line, "\u2014"); ok { // phones replace -- by a dash
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

// quotation cuts a text in quotation marks from the beginning of a line. If the closing mark is missing, it records
// that in open.
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
