package parser

import (
	"html"
	"regexp"
	"strings"
)

// Some mail programs leave HTML in what they send as plain text.
var (
	lineEnd = regexp.MustCompile(`(?i)<(br ?/?|/(div|p|li|tr|h[1-6]))>`)
	tagLeft = regexp.MustCompile(
		`(?i)</?(div|p|li|ul|ol|table|tbody|tr|td|span|font|b|i|u|em|strong|a|h[1-6])( [^<>\n]{0,300})?>`)
	entity = regexp.MustCompile(`(?i)&(nbsp|gt|lt|amp|quot|apos|[aou]uml|szlig|[nm]dash|rarr|#[0-9]{2,5});`)
)

// withoutMarkup returns a text without HTML that was left in it: line breaks become line ends, other tags are
// removed, and entities are decoded. A text that contains a quotation in HTML is not changed.
func withoutMarkup(text string) string {
	if strings.Contains(text, "<blockquote") {
		return text
	}
	if strings.Contains(text, "<") {
		text = lineEnd.ReplaceAllString(text, "\n")
		text = tagLeft.ReplaceAllString(text, "")
	}
	if !strings.Contains(text, "&") {
		return text
	}
	return entity.ReplaceAllStringFunc(text, func(e string) string {
		if strings.EqualFold(e, "&nbsp;") {
			return " "
		}
		return html.UnescapeString(e)
	})
}
