package templates

import (
	"fmt"
	"strings"
	"time"

	"deaddrop/parser"
)

// tidy takes away what templates leave: spaces at the ends of lines, and more than one empty line.
func tidy(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 1)
	gap := false // an empty line came, and something before it
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, " \t")
		if line == "" {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('\n')
		}
		gap = false
		b.WriteString(line)
		b.WriteByte('\n')
	}
	if b.Len() == 0 {
		return "\n"
	}
	return b.String()
}

// width is that of a letter's lines, so that quoting it once keeps it below 80.
const width = 72

// wrap breaks each line of a text between words, and indents all by so many spaces.
func wrap(indent int, text string) string { return fold(indent, indent, text) }

// hang does so too, and indents by two more what goes on in a second line.
func hang(indent int, text string) string { return fold(indent, indent+2, text) }

func fold(first, then int, text string) string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			switch {
			case line == "":
				line = strings.Repeat(" ", first) + word
			case len([]rune(line))+1+len([]rune(word)) > width:
				out = append(out, line)
				line = strings.Repeat(" ", then) + word
			default:
				line += " " + word
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// quote puts a text between bars, so that nobody can take it for the game master's own words: neither a reader, nor
// the parser when it comes back below an answer.
func quote(text string) string {
	const bars = 4 // columns: a mail program that quotes the letter must not break a line, and leave its end without a bar
	lines := strings.Split(wrap(bars, strings.TrimSpace(parser.Unformed(text))), "\n")
	for i, line := range lines {
		lines[i] = "| " + strings.TrimPrefix(line, strings.Repeat(" ", bars))
	}
	return strings.Join(lines, "\n")
}

// bars puts a text between bars as it is, so that none of its lines is taken for its reader's when it comes back. A line
// that a mail program might break is broken between words.
func bars(text string) string {
	var out []string
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		in := line[:len(line)-len(strings.TrimLeft(line, " "))]
		for len(line) > barred {
			i := strings.LastIndexByte(line[:barred], ' ')
			if i <= len(in) {
				break
			}
			out = append(out, "| "+line[:i])
			line = in + "  " + line[i+1:]
		}
		out = append(out, "| "+line)
	}
	return strings.Join(out, "\n")
}

const barred = 76 // bytes of a line between bars

// lines indents a text as it is.
func lines(indent int, text string) string {
	in := strings.Repeat(" ", indent)
	return in + strings.ReplaceAll(text, "\n", "\n"+in)
}

func tag(game string, question int) string {
	return parser.Tag{Game: game, Question: question}.String()
}

// formHead is the line above an order form.
func formHead(game string, question int, seat string, revision int) string {
	return parser.Form{Tag: parser.Tag{Game: game, Question: question, Seat: seat}, Revision: revision}.Head()
}

func date(t time.Time) string { return t.Format("Monday 2 January 2006, 15:04 MST") }

// left says how long it is until then.
func left(now, until time.Time) string {
	switch d := until.Sub(now); {
	case d < time.Minute:
		return "now"
	case d < 2*time.Hour:
		return "in " + count(int(d.Minutes()), "minute")
	case d < 240*time.Hour:
		return "in " + count(int(d.Hours()), "hour")
	default:
		return "in " + count(int(d.Hours()/24), "day")
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
