package reception

import (
	"regexp"
	"slices"
	"strings"

	"deaddrop/gm/game"
	"deaddrop/parser"
	"deaddrop/templates"
)

// commands returns the commands that HELP lists, those that can be used now, with examples from the game.
func (in *incoming) commands() []templates.Command {
	var out []templates.Command
	for _, u := range parser.Commands() {
		if u.Name != "FILM" || in.s.Game.State == game.Over {
			out = append(out, templates.Command{Usage: u, Like: in.s.Master.Words.Sample(u.Name, *in.reply)})
		}
	}
	return out
}

// like returns a sentence with an example of a command from the game, preceded by a space, or "" if there is none.
func (in *incoming) like(name string) string {
	if sample := in.s.Master.Words.Sample(name, *in.reply); sample != "" {
		return " For example: " + name + " " + sample + "."
	}
	return ""
}

// subjects are the commands that tell what players often ask in words, each with what such a question looks like.
var subjects = []struct {
	command string
	brings  string
	asks    *regexp.Regexp
}{
	{"STATUS", "what you have on file and what you own",
		asking(`(?:what|which|where|how (?:many|much)|when)\b.*\b(?:i|my|mine|me|deadline|due)`,
			`(?:was|wie ?viele?|wann|wo)\b.*\b(?:ich|mein\w*|termin)`)},
	{"BOARD", "the board, and who holds what",
		asking(`(?:who|whose|which|what|how many)\b.*\b(?:owns?|holds?|held|controls?|units?|cent(?:re|er)s?|borders?)`,
			`where (?:is|are)`, `next to`, `adjacent`, `(?:wer|wem|wo)\b.*\b(?:gehört|hält|steht|stehen|ist|liegt)`)},
	{"CARDS", "what each card does", asking(`(?:what|which|how|was|welche)\b.*\b(?:cards?|chits?|leaders?|karten?)`)},
	{"COSTS", "what things cost and are worth", asking(`how (?:much|expensive)`, `costs?`, `price`, `worth`, `kostet`)},
	{"RULES", "the rules in brief and all orders",
		asking(`rules?`, `(?:is|are|am) .*\b(?:allowed|legal)`, `(?:can|may|could) (?:i|we|you|it|a|an|my|they)`,
			`how (?:do|does|can)`, `what (?:does|do|happens|is an?)`, `regeln?`, `darf`, `kann (?:ich|man)`)},
	{"HISTORY", "everything that you were told before", asking(`(?:what|why) (?:happened|did)`, `was ist passiert`)},
}

// asking matches a text in which one of the patterns occurs as whole words, in upper or lower case.
func asking(patterns ...string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(patterns, "|") + `)\b`)
}

// maxHints is the largest number of commands in a hint.
const maxHints = 3

// hint tells the writer which commands may answer their questions. Only the first few that fit are named; those that
// the game has no page for are not.
func (in *incoming) hint(questions []string) {
	var named []string
	for _, s := range subjects {
		fits := slices.ContainsFunc(questions, s.asks.MatchString)
		if fits && in.has(s.command) && len(named) < maxHints {
			named = append(named, s.command+" ("+in.s.Master.Words.Say(in.reply.Language, s.brings)+")")
		}
	}
	if len(named) > 0 {
		in.note("These words, each on a line of its own, may bring the answer: " + strings.Join(named, "; ") + ".")
	}
}

// has reports whether the game has something to send for a command.
func (in *incoming) has(command string) bool {
	switch command {
	case "COSTS", "CARDS":
		return in.s.Master.Words.Describes(in.s.Game.Rules, command)
	}
	return true
}
