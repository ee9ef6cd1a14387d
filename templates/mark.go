package templates

import (
	"strings"
	"unicode/utf8"
)

// Marks classify lines or words of a letter until the letter is written as text and as HTML. Only templates can
// produce marks: parser.Plain removes these characters from everything that people write, so nobody can forge a
// heading.
const (
	markOn    rune = 0xE000 + iota // start of underlined text
	markOff                        // end of underlined text
	markTop                        // a line of the box at the top
	markHead                       // a heading
	markLabel                      // the name of the list that follows
	markPara                       // the first line of a paragraph
	markGoes                       // a line that continues the paragraph above it
	markItem                       // a line of a list
	// a line that belongs directly below the line above it, without an empty line between them, if that line is a row
	// too
	markRow
	markQuote // words that somebody else wrote
	markNote  // an explanation of the letter, in small print
	markAsIs  // a preformatted line, which may be broken on narrow screens
	markTable // start of preformatted lines in columns
	markDrawn // start of a preformatted drawing
	markEnd   // end of preformatted lines
	markBoard // the position of the board's picture
	markText  // a line that appears only in the plain text
	markLast
)

// markLead is the first byte of every mark in UTF-8, and of hardly any other character.
const markLead = 0xEE

// markWords returns the marks by their names in templates, as in {{heading}} in front of a line.
func markWords() map[string]rune {
	return map[string]rune{"top": markTop, "heading": markHead, "label": markLabel, "goon": markGoes, "note": markNote,
		"asis": markAsIs, "row": markRow, "table": markTable, "drawing": markDrawn, "endtable": markEnd, "board": markBoard,
		"textonly": markText}
}

// withMarks replaces the names of marks in templates by the marks themselves.
func withMarks(text string) string {
	var pairs []string
	for name, mark := range markWords() {
		for _, trim := range []string{"", "- "} {
			kept := ""
			if trim != "" {
				kept = `{{- ""}}`
			}
			pairs = append(pairs, "{{"+trim+name+"}}", kept+string(mark))
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// under underlines a text: the mark of a failed order.
func under(text string) string { return string(markOn) + unmarked(text) + string(markOff) }

// marked reports whether a text may contain a mark.
func marked(text string) bool { return strings.IndexByte(text, markLead) >= 0 }

func isMark(r rune) bool { return markOn <= r && r < markLast }

// unmarked returns a text without marks.
func unmarked(text string) string {
	if !marked(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isMark(r) {
			return -1
		}
		return r
	}, text)
}

// underlined returns a text without marks except those for underlining.
func underlined(text string) string {
	if !marked(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if isMark(r) && r != markOn && r != markOff {
			return -1
		}
		return r
	}, text)
}

// plain returns a marked text for plain mail: with underscores.
func plain(text string) string {
	if !marked(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == markOn, r == markOff:
			return '_'
		case isMark(r):
			return -1
		}
		return r
	}, text)
}

// peel removes the mark at the beginning of a line, which gives the line's kind. The mark is 0 if there is none.
func peel(line string) (mark rune, rest string) {
	at := 0
	for at < len(line) && line[at] == ' ' {
		at++
	}
	if at == len(line) || line[at] != markLead {
		return 0, line
	}
	r, n := utf8.DecodeRuneInString(line[at:])
	if !isMark(r) || r == markOn || r == markOff {
		return 0, line
	}
	return r, line[:at] + line[at+n:]
}
