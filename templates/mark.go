package templates

import (
	"html/template"
	"strings"
)

// Marks stand around what is underlined until a letter is written out as text or as HTML. They come from
// templates alone: parser.Plain takes such characters out of what people write, and out of no other words do
// letters get them, so nobody can underline by typing a mark.
const (
	markOn  = "\uE000"
	markOff = "\uE001"
)

// under underlines a text: the mark of a failed order.
func under(text string) string { return markOn + unmarked.Replace(text) + markOff }

var (
	unmarked   = strings.NewReplacer(markOn, "", markOff, "")
	underscore = strings.NewReplacer(markOn, "_", markOff, "_")
	underline  = strings.NewReplacer(markOn, "<u>", markOff, "</u>")
)

// plain is a text with marks as it stands in plain mail: with underscores.
func plain(text string) string {
	if !marked(text) {
		return text
	}
	return underscore.Replace(text)
}

// marked reports whether there is a mark in a text. Few letters have any.
func marked(text string) bool {
	return strings.Contains(text, markOn) || strings.Contains(text, markOff)
}

// page is a text with marks as HTML: lines stay as they are, long ones are broken on narrow screens, and the
// colours are the reader's.
func page(text string) string {
	text = template.HTMLEscapeString(text)
	if marked(text) {
		text = underline.Replace(text)
	}
	return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body><pre style="white-space: pre-wrap; font-size: 1em">` + text + `</pre></body></html>
`
}
