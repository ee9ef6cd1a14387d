package templates

import (
	"strings"
	"unicode/utf8"

	"deaddrop/parser"
)

// width is that of a letter's lines, so that quoting it once keeps it below 80.
const width = 72

// wrap makes a paragraph of each line of a text: breaks it between words, and indents all by so many spaces.
func wrap(indent int, text string) string { return fold(markPara, indent, indent, text) }

// hang makes an item of a list of each line, and indents by two more what goes on in a second line.
func hang(indent int, text string) string { return fold(markItem, indent, indent+2, text) }

func fold(mark rune, first, then int, text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8 + 16)
	for paragraph := range strings.SplitSeq(underlined(text), "\n") {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		column := 0
		for word := range strings.FieldsSeq(paragraph) {
			n := utf8.RuneCountInString(word)
			switch {
			case column == 0:
				b.WriteRune(mark)
				column = indented(&b, first)
			case column+1+n > width:
				b.WriteByte('\n')
				b.WriteRune(markGoes)
				column = indented(&b, then)
			default:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += n
		}
	}
	return b.String()
}

func indented(b *strings.Builder, n int) (column int) {
	for range n {
		b.WriteByte(' ')
	}
	return n
}

// quote puts a text between bars, so that nobody can take it for the game master's own words: neither a reader, nor
// the parser when it comes back below an answer.
func quote(text string) string {
	// columns: a mail program that quotes the letter must not break a line, and leave its end without a bar
	const bars = 4
	lines := strings.Split(fold(markQuote, bars, bars, strings.TrimSpace(parser.Unformed(unmarked(text)))), "\n")
	for i, line := range lines {
		mark, words := peel(line)
		if mark == 0 {
			mark = markQuote
		}
		lines[i] = string(mark) + "| " + strings.TrimLeft(words, " ")
	}
	return strings.Join(lines, "\n")
}

// bars puts a text between bars as it is, so that none of its lines is taken for its reader's when it comes back. A
// line that a mail program might break is broken between words.
func bars(text string) string {
	var out []string
	put := func(line string) { out = append(out, string(markAsIs)+"| "+line) }
	for line := range strings.SplitSeq(strings.Trim(unmarked(text), "\n"), "\n") {
		in := line[:len(line)-len(strings.TrimLeft(line, " "))]
		for len(line) > barred {
			i := strings.LastIndexByte(line[:barred], ' ')
			if i <= len(in) {
				break
			}
			put(line[:i])
			line = in + "  " + line[i+1:]
		}
		put(line)
	}
	return strings.Join(out, "\n")
}

const barred = 76 // bytes of a line between bars

// lines indents a text that stays as it is.
func lines(indent int, text string) string {
	in := string(markAsIs) + strings.Repeat(" ", indent)
	return in + strings.ReplaceAll(underlined(text), "\n", "\n"+in)
}

// filled breaks the lines of paragraphs anew, so that they fill columns. A paragraph is not indented, or belongs to a
// number and is indented by three; what is indented otherwise stays as it is.
func filled(text string, columns int) string {
	var p paragraph
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.TrimLeft(line, " ")
		in := len(line) - len(words)
		numbered := in == 0 && len(words) > 2 && words[0] >= '0' && words[0] <= '9' && words[1:3] == ". "
		if words == "" || in != 0 && in != ofNumbered {
			out = append(p.flush(out, columns), line)
			continue
		}
		if numbered || in != p.hang {
			out = p.flush(out, columns)
			p.first, p.hang = in, in
		}
		if numbered {
			p.hang = ofNumbered
		}
		p.words = append(p.words, strings.Fields(words)...)
	}
	return strings.Join(p.flush(out, columns), "\n")
}

const ofNumbered = len("1. ")

// A paragraph is indented by first in its first line, and by hang in the others.
type paragraph struct {
	first, hang int
	words       []string
}

// flush appends the lines of a paragraph, and empties it.
func (p *paragraph) flush(out []string, columns int) []string {
	line := strings.Repeat(" ", p.first)
	begun := false
	for _, word := range p.words {
		if begun && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > columns {
			out = append(out, line)
			line, begun = strings.Repeat(" ", p.hang), false
		}
		if begun {
			line += " "
		}
		line, begun = line+word, true
	}
	if begun {
		out = append(out, line)
	}
	*p = paragraph{}
	return out
}

// prose indents a text of rules and breaks the lines of its paragraphs. In HTML they run on as wide as the screen
// is: what is indented, such as an order, is an item of a list, and what is indented far goes on with the item above
// it.
func prose(indent int, text string) string {
	const far = 16 // columns: what explains an order stands there
	in := strings.Repeat(" ", indent)
	out := strings.Split(underlined(filled(text, width-indent)), "\n")
	mark := markPara
	for i, line := range out {
		words := strings.TrimLeft(line, " ")
		switch n := len(line) - len(words); {
		case words == "":
			mark = markPara
			continue
		case n >= far && mark == markItem:
			out[i] = string(markGoes) + in + line
		case n > 0:
			mark = markItem
			out[i] = string(markItem) + in + line
		case mark == markGoes:
			out[i] = string(markGoes) + in + line
		default:
			mark = markGoes
			out[i] = string(markPara) + in + line
		}
	}
	return strings.Join(out, "\n")
}

func tag(game string, question int) string {
	return parser.Tag{Game: game, Question: question}.String()
}

// formHead is the line above an order form.
func formHead(game string, question int, seat string, revision int) string {
	return parser.Form{Tag: parser.Tag{Game: game, Question: question, Seat: seat}, Revision: revision}.Head()
}
