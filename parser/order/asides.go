package order

import (
	"regexp"
	"slices"
	"strings"
)

// Asides are the lines that are not read with the rest of a letter: answers within a quoted letter, below the lines
// that they answer, and comments.
type asides struct {
	*letter
	guess    *guesser
	replies  []answer // lines that answer quoted ones
	comments []string
}

// Marks of lines that the player did not mean as lines of their own: quoted lines, and comments.
const (
	quoteMark   = "> "
	commentMark = "//"
)

// An answer is a line of the player's, with the quoted line above it.
type answer struct{ quoted, line string }

// withoutAsides returns a text without quoted lines and comments, which it records. The answer to a quoted line that
// begins with a thing of the player's begins with it, too: "A Mun: to Burgundy".
func (a *asides) withoutAsides(text string) string {
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
			a.comments = append(a.comments, strings.TrimSpace(rest))
			continue
		}
		if quoted != "" && strings.TrimSpace(line) != "" {
			line = a.answered(quoted, above, line)
			quoted, above = "", ""
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// formLabel matches a line of an order form that is not filled in: "1:", "BUY 2:", "DEFEND:".
var formLabel = regexp.MustCompile(`^\s*(?:[A-Z]+(?: [A-Z]+)*(?: [0-9]{1,2})?|[0-9]{1,2}):\s*$`)

// answered returns a line of the player's below a quoted one, and perhaps another above that, with the thing that it
// is about, or with the label of the line in the form that it stands below.
func (a *asides) answered(quoted, above, line string) string {
	if formLabel.MatchString(quoted) && !strings.HasPrefix(line, strings.TrimSpace(quoted)) {
		return strings.TrimSpace(quoted) + " " + line
	}
	before, after, is := strings.Cut(line, ": ") // such as the player's initials
	if is && !strings.Contains(before, " ") && !a.lexicon.Knows(strings.ToLower(before)) {
		line = after
	}
	thing := a.beginning(quoted)
	if thing == "" && !strings.HasSuffix(quoted, "?") {
		thing = a.beginning(above)
	}
	own := a.beginning(line)
	isBlank := strings.HasSuffix(quoted, "-") // a line of the form
	switch {
	case thing == "":
		a.replies = append(a.replies, answer{quoted, line})
	case own == "", isBlank, own == strings.TrimRight(line, ". !"), a.leads(line):
		return thing + ": " + line
	}
	return line
}

// beginning returns the first words of a line, up to the name of a thing of the player's, if no other name and no
// order keyword stands before it; otherwise "".
func (a *asides) beginning(line string) string {
	said, lexemes := a.ctx.saidIn(line)
	if len(said) == 0 || !a.game.Own(said[0].Class, said[0].Vals) || len(said[0].Vals) == 0 {
		return ""
	}
	return line[:lexemes[said[0].To-1].To]
}

// leads reports whether a line begins with a word or sign that follows a name: "to Burgundy", "-Bur".
func (a *asides) leads(line string) bool {
	lexemes := a.ctx.scan("x " + line)[1:] // a dash at the beginning of a line is a bullet
	if len(lexemes) > 0 && lexemes[0].Word == "-" {
		return true
	}
	isTo := func(t tag) bool { return a.ctx.label(t.class) == "to" }
	return slices.ContainsFunc(a.lexicon.phrases(lexemes, 0), isTo)
}

// askReplies asks about answers to quoted lines that were not understood by themselves, if they mean something
// together with the order keywords above them: "Whom do you peek at?", "Trieste".
func (a *asides) askReplies() {
	for _, x := range a.replies {
		lines := a.meantBelow(x)
		if len(lines) == 0 || len(lines) > mostSuggestions || !a.files.isNews(lines) {
			continue
		}
		asked := Part{Fate: Asked, Quote: x.line, Why: a.lexicon.Says("unclear"), Suggest: lines}
		isRead := false
		for i := range a.ctx.Parts {
			p := &a.ctx.Parts[i]
			if !strings.Contains(p.Quote, x.line) && !strings.Contains(x.line, p.Quote) {
				continue
			}
			isRead = true
			isOpen := p.Fate == Asked && len(p.Suggest) == 0
			if isOpen || p.Fate == Talk || p.Fate == Refused {
				p.Fate, p.Why, p.Suggest = Asked, asked.Why, lines
			}
		}
		if !isRead {
			a.ctx.Add(asked)
		}
	}
}

// meantBelow returns what an answer may mean together with the order keywords in the quoted line.
func (a *asides) meantBelow(x answer) []string {
	was := a.ctx.Passage
	defer func() { a.ctx.Passage = was }()
	a.ctx.turnTo(x.quoted + "\n" + x.line)
	said := a.lexicon.said(nil, a.lexicon.tagged(a.ctx.Lexemes), 0, len(a.ctx.Lexemes))
	said = slices.DeleteFunc(said, func(b Bind) bool {
		return len(b.Vals) > 0 && a.ctx.Lexemes[b.From].From < len(x.quoted)
	})
	return distinct(a.game.Suggest(said, a.ctx))
}

// askComments leaves comments as talk, or asks about those that may be orders for things that have none.
func (a *asides) askComments() {
	for _, text := range a.comments {
		var lines []string
		said, _ := a.ctx.saidIn(text)
		for _, b := range said {
			if len(b.Vals) > 0 && a.game.Own(b.Class, b.Vals) && !a.files.decided(b.Vals) {
				lines = a.guess.ofText(text)
			}
		}
		p := Part{Fate: Talk, Quote: commentMark + " " + text}
		if len(lines) > 0 && a.files.isNews(lines) {
			p.Fate, p.Why, p.Suggest = Asked, a.lexicon.Says("comment"), lines
		}
		a.ctx.Add(p)
	}
}
