package templates

import (
	"strings"
	"unicode/utf8"
)

// Marks say what a line or a word of a letter is, until the letter is written out as text and as HTML. They come from
// templates alone: parser.Plain takes such characters out of what people write, and out of no other words do
// letters get them, so nobody can make a heading or underline by typing a mark.
const (
	markOn    rune = 0xE000 + iota // underlined from here
	markOff                        // to here
	markTop                        // a line of the box at the top
	markHead                       // a heading
	markLabel                      // the name of what is listed below
	markPara                       // the first line of a paragraph
	markGoes                       // a line that goes on with what is above it
	markItem                       // a line of a list
	// a line right below what is above it, if that is such a line: no empty line is left between them
	markRow
	markQuote // somebody's words
	markNote  // what explains the letter, in small print
	markAsIs  // a line that stays as it is, but may be broken on narrow screens
	markTable // from here lines stay as they are, in columns
	markDrawn // from here they stay as they are, as a drawing
	markEnd   // to here
	markBoard // where the picture of the board is
	markText  // a line of the text alone
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

// withMarks is the text of templates with the marks themselves, so that it takes nothing to write them.
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

// marked reports whether there may be a mark in a text. Most words have none.
func marked(text string) bool { return strings.IndexByte(text, markLead) >= 0 }

func isMark(r rune) bool { return markOn <= r && r < markLast }

// unmarked is a text without marks.
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

// underlined is a text whose marks are but those of what is underlined.
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

// plain is a text with marks as it stands in plain mail: with underscores.
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

// peel takes the mark off a line that begins with one, which says what the line is; 0 for none.
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
