package order

import (
	"slices"
	"strings"
)

// This file reads answers that stand within a quoted letter, below the lines that they answer, and comments.

// Marks of lines that the player did not mean as lines of their own: quoted lines, and comments.
const (
	quoteMark   = "> "
	commentMark = "//"
)

// An answer is a line of the player's, with the quoted line above it.
type answer struct{ quoted, line string }

// withoutAsides returns a text without quoted lines and comments, which it records. The answer to a quoted line that
// begins with a thing of the player's begins with it, too: "A Mun: to Burgundy".
func (c *Context) withoutAsides(text string) string {
	if !strings.Contains(text, quoteMark) && !strings.Contains(text, commentMark) {
		return text
	}
	var out []string
	quoted, above := "", "" // the quoted line above, and the one above that
	for line := range strings.SplitSeq(text, "\n") {
		if rest, is := strings.CutPrefix(line, quoteMark); is {
			quoted, above = rest, quoted
			continue
		}
		if rest, is := strings.CutPrefix(line, commentMark); is {
			c.comments = append(c.comments, strings.TrimSpace(rest))
			continue
		}
		if quoted != "" && strings.TrimSpace(line) != "" {
			line = c.answered(quoted, above, line)
			quoted, above = "", ""
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// answered returns a line of the player's below a quoted one, and perhaps another above that, with the thing that it is about.
func (c *Context) answered(quoted, above, line string) string {
	before, after, is := strings.Cut(line, ": ") // such as the player's initials
	if is && !strings.Contains(before, " ") && !c.lexicon.Knows(strings.ToLower(before)) {
		line = after
	}
	thing := c.beginning(quoted)
	if thing == "" && !strings.HasSuffix(quoted, "?") {
		thing = c.beginning(above)
	}
	own := c.beginning(line)
	isBlank := strings.HasSuffix(quoted, "-") // a line of the form
	switch {
	case thing == "":
		c.replies = append(c.replies, answer{quoted, line})
	case own == "", isBlank, own == strings.TrimRight(line, ". !"), c.leads(line):
		return thing + ": " + line
	}
	return line
}

// beginning returns the first words of a line, up to the name of a thing of the player's, if no other name and no word
// of orders stands before it; otherwise "".
func (c *Context) beginning(line string) string {
	lexemes := c.scan(line)
	said := c.lexicon.said(nil, c.lexicon.tagged(lexemes), 0, len(lexemes))
	if len(said) == 0 || !c.game.Own(said[0].Class, said[0].Vals) || len(said[0].Vals) == 0 {
		return ""
	}
	return line[:lexemes[said[0].To-1].To]
}

// leads reports whether a line begins with a word or sign that follows a name: "to Burgundy", "-Bur".
func (c *Context) leads(line string) bool {
	lexemes := c.scan("x " + line)[1:] // a dash at the beginning of a line is a bullet
	return len(lexemes) > 0 && lexemes[0].Word == "-" || slices.ContainsFunc(c.lexicon.phrases(lexemes, 0), func(t tag) bool { return c.label(t.class) == "to" })
}

// askReplies asks about answers to quoted lines that were not understood by themselves, if they mean something
// together with the words of orders above them: "Whom do you peek at?", "Trieste".
func (c *Context) askReplies() {
	for _, x := range c.replies {
		lines := c.meantBelow(x)
		if len(lines) == 0 || len(lines) > mostSuggestions || !c.isNews(lines) {
			continue
		}
		asked := Part{Fate: Asked, Quote: x.line, Why: c.lexicon.Says("unclear"), Suggest: lines}
		isRead := false
		for i := range c.Parts {
			p := &c.Parts[i]
			if !strings.Contains(p.Quote, x.line) && !strings.Contains(x.line, p.Quote) {
				continue
			}
			isRead = true
			if p.Fate == Talk || p.Fate == Refused || p.Fate == Asked && len(p.Suggest) == 0 {
				p.Fate, p.Why, p.Suggest = Asked, asked.Why, lines
			}
		}
		if !isRead {
			c.Add(asked)
		}
	}
}

// meantBelow returns what an answer may mean together with the words of orders in the quoted line.
func (c *Context) meantBelow(x answer) []string {
	text, lexemes := c.Text, c.Lexemes
	defer func() { c.Text, c.Lexemes = text, lexemes }()
	c.Text = x.quoted + "\n" + x.line
	c.Lexemes = c.scan(c.Text)
	said := c.lexicon.said(nil, c.lexicon.tagged(c.Lexemes), 0, len(c.Lexemes))
	said = slices.DeleteFunc(said, func(b Bind) bool {
		return len(b.Vals) > 0 && c.Lexemes[b.From].From < len(x.quoted)
	})
	return distinct(c.game.Suggest(said, c))
}

// askComments leaves comments as talk, or asks about those that may be orders for things that have none.
func (c *Context) askComments() {
	for _, text := range c.comments {
		var lines []string
		lexemes := c.scan(text)
		for _, b := range c.lexicon.said(nil, c.lexicon.tagged(lexemes), 0, len(lexemes)) {
			if len(b.Vals) > 0 && c.game.Own(b.Class, b.Vals) && !c.decided(b.Vals) {
				lines = c.Guess(text)
			}
		}
		p := Part{Fate: Talk, Quote: commentMark + " " + text}
		if len(lines) > 0 && c.isNews(lines) {
			p.Fate, p.Why, p.Suggest = Asked, c.lexicon.Says("comment"), lines
		}
		c.Add(p)
	}
}
