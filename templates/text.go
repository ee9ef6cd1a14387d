package templates

import (
	"strings"
	"unicode/utf8"

	"deaddrop/parser"
)

// width is the length of a letter's lines in columns. A line that is quoted once stays below 80 columns.
const width = 72

// wrap makes each line of a text a paragraph, broken between words and indented.
func wrap(indent int, text string) string { return fold(markPara, indent, indent, text) }

// hang makes each line of a text a list item, with continuation lines indented by two more columns.
func hang(indent int, text string) string { return fold(markItem, indent, indent+2, text) }

func fold(mark rune, first, then int, text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8 + 16)
	for paragraph := range strings.SplitSeq(underlined(text), "\n") {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		column := 0
		for word := range parser.Units(paragraph) {
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

// quote puts a bar in front of each line of a text, so that neither a reader nor, when the text is quoted in an
// answer, the parser takes it for the game master's own words.
func quote(text string) string {
	// columns kept free for the bar and for the marks of a mail program that quotes the letter, so that no line is
	// broken into parts without a bar
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

// bars puts a bar in front of each line of a preformatted text, so that no line is taken for the reader's own when
// the letter is quoted. Lines that a mail program might break are broken between words, but not within
// a command, so that it can be copied.
func bars(text string) string {
	var out []string
	put := func(line string) { out = append(out, string(markAsIs)+"| "+line) }
	for line := range strings.SplitSeq(strings.Trim(unmarked(text), "\n"), "\n") {
		in := line[:len(line)-len(strings.TrimLeft(line, " "))]
		for from := len(in); ; from = len(in) + 2 {
			i := parser.FoldAt(line, from, barred)
			put(line[:i])
			if i == len(line) {
				break
			}
			line = in + "  " + strings.TrimLeft(line[i:], " ")
		}
	}
	return strings.Join(out, "\n")
}

const barred = 76 // largest length of a line after its bar, in bytes

// lines indents a preformatted text.
func lines(indent int, text string) string {
	in := string(markAsIs) + strings.Repeat(" ", indent)
	return in + strings.ReplaceAll(underlined(text), "\n", "\n"+in)
}

// filled re-wraps paragraphs to a number of columns. A paragraph is not indented, or by three columns if it is
// numbered; lines with any other indent stay as they are.
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

// prose indents a text that contains rules and wraps its paragraphs. In HTML they run on over the width of the
// screen; an indented line, such as an order, is a list item, and a line indented further continues the item above
// it.
func prose(indent int, text string) string {
	const far = 16 // column at which explanations of an order begin
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

// formHead returns the line above an order form.
func formHead(game string, question int, seat string, revision int) string {
	return parser.Form{Tag: parser.Tag{Game: game, Question: question, Seat: seat}, Revision: revision}.Head()
}
