package mailer

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// An element is what readElement has found out about one HTML element.
type element struct {
	name   atom.Atom
	tag    string    // the name, if atom does not know it
	empty  bool      // whether it has no end tag
	hidden bool      // its content is not displayed, or is struck out
	pre    bool      // its line ends and spaces are significant
	sized  bool      // whether it sets the size of letters
	tiny   bool      // whether it sets that size to zero
	quoted quotation // how much of its content is quoted
	cites  bool      // whether it is the quotation within the element around it
	ends   bool      // everything from here on is quoted

	breaks  int  // line breaks written before it
	wasTiny bool // whether letters had size zero before it
}

// quotation says how much of an element somebody else wrote.
type quotation uint8

const (
	whole quotation = iota + 1
	// untilQuote means everything up to the end of the quotation within the element, or everything if it contains
	// none. An answer may follow below.
	untilQuote
)

// readElement reads the start or end tag at which z stands.
func readElement(z *html.Tokenizer, kind html.TokenType) element {
	tag, more := z.TagName()
	e := element{name: atom.Lookup(tag)}
	e.tag = unknownTag(e.name, tag)
	e.hidden, e.pre = usual(e.name)
	switch e.name {
	case 0, atom.Svg, atom.Math: // browsers ignore the slash of all others
		e.empty = kind == html.SelfClosingTagToken
	case atom.Blockquote:
		e.quoted = whole
	}
	var style, marks string
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if len(value) > maxAttribute {
			value = value[:maxAttribute]
		}
		switch string(key) {
		case "style":
			style = withoutSpaces(value)
		case "id", "class", "name", "type":
			marks = strings.ToLower(string(value))
			e.mark(string(key), marks)
		case "hidden":
			e.hidden = true
		}
	}
	if style != "" {
		e.style(style, marks)
	}
	styled := e.hidden || e.pre || e.sized
	if e.name == 0 && !styled && e.quoted == 0 {
		e.empty = true // its end tag does not matter
	}
	return e
}

// unknownTag returns the name of an element that has no atom.
func unknownTag(name atom.Atom, tag []byte) string {
	if name != 0 {
		return ""
	}
	return string(tag)
}

const maxAttribute = 1000 // bytes of one that are looked at

// withoutSpaces returns a style in lower case and without spaces.
func withoutSpaces(style []byte) string {
	out := make([]byte, 0, len(style))
	for _, c := range style {
		switch {
		case c >= 'A' && c <= 'Z':
			out = append(out, c+'a'-'A')
		case !blanks[c]:
			out = append(out, c)
		}
	}
	return string(out)
}

// Marks that mail programs put on the quoted original of a reply.
var (
	outlookIDs = []string{"divrplyfwdmsg", "appendonsend", "stopspelling"} // the original follows below
	quoteNames = []string{"quote", "messagereplysection"}                  // GMX and web.de; Spark
	quoteIDs   = []string{"reply-intro", "composer_quoted", "olk_src_body_section",
		"mail-editor-reference-message-container", "isforwardcontent", "isreplycontent"}
	quoteParts = []string{"yahoo_quoted", "gmail_attr", "moz-cite-prefix", "moz-email-headers-table",
		"moz-forward-container"} // value of any attribute, as for all below
	quoteAround = []string{"gmail_quote", "protonmail_quote", "tutanota_quote", "zmail_extra"}
)

// mark sets the fields of e by the marks in an attribute.
func (e *element) mark(key, value string) {
	switch {
	case key == "id" && slices.Contains(outlookIDs, strings.TrimPrefix(value, "x_")): // Outlook adds x_ in quotations
		e.ends = true
	case key == "name" && slices.Contains(quoteNames, value),
		key == "id" && slices.Contains(quoteIDs, value),
		containsAny(value, quoteParts...):
		e.quoted = whole
	case containsAny(value, quoteAround...):
		if e.cites = e.name == atom.Blockquote; !e.cites {
			e.quoted = untilQuote
		}
	}
}

// style sets the fields of e by its style; marks are its other attributes.
func (e *element) style(style, marks string) {
	switch {
	case e.name == atom.Blockquote && strings.Contains(style, "border:none") && marks == "": // used for indenting
		e.quoted = 0
	case strings.Contains(style, "border:none;border-top:solid#e1e1e1"),
		strings.Contains(style, "border:none;border-top:solid#b5c4df"):
		e.ends = true // Outlook's line above the original
	case strings.Contains(style, "border:none;border-left:solidblue"):
		e.quoted = whole
	}
	e.hidden = e.hidden || isHidden(style)
	e.sized, e.tiny = strings.Contains(style, "font-size:"), isZero(style, "font-size:")
	if strings.Contains(style, "white-space:pre") && !strings.Contains(style, "white-space:pre-line") {
		e.pre = true
	}
}

// isHidden reports whether a style hides the element's content. Authors who hide words do not mean them as orders, or
// want somebody else to quote them unknowingly.
func isHidden(style string) bool {
	if containsAny(style, "display:none", "visibility:hidden", "mso-hide:all", "text-decoration:line-through",
		"text-decoration-line:line-through") || isZero(style, "opacity:") {
		return true
	}
	if !strings.Contains(style, "overflow:hidden") {
		return false
	}
	lacks := func(size string) bool { return isZero(style, size) }
	return slices.ContainsFunc([]string{"max-height:", "height:", "max-width:", "width:"}, lacks)
}

// isZero reports whether a property of a style is zero: 0, 0px or 0.0em.
func isZero(style, name string) bool {
	i := strings.Index(";"+style, ";"+name)
	if i < 0 {
		return false
	}
	value, _, _ := strings.Cut(style[i+len(name):], ";")
	value, _, _ = strings.Cut(value, "!")
	value = strings.TrimRight(value, "pxtem%")
	return value != "" && strings.Trim(value, "0.") == ""
}

// usual returns whether an element is hidden or preformatted by default.
func usual(name atom.Atom) (hidden, pre bool) {
	switch name {
	case atom.Script, atom.Style, atom.Title, atom.Textarea, atom.Noscript, atom.Noframes, atom.Iframe, atom.Template,
		atom.Select, atom.Svg, atom.Math, atom.S, atom.Strike, atom.Del: // struck-out text does not count
		return true, false
	case atom.Pre, atom.Xmp, atom.Listing, atom.Plaintext:
		return false, true
	}
	return false, false
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption, atom.Center, atom.Dd,
		atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3,
		atom.H4, atom.H5, atom.H6, atom.Head, atom.Header, atom.Hr, atom.Html, atom.Li, atom.Listing, atom.Main,
		atom.Nav, atom.Ol, atom.P, atom.Plaintext, atom.Pre, atom.Section, atom.Table, atom.Tbody, atom.Tfoot,
		atom.Thead, atom.Tr, atom.Ul, atom.Xmp:
		return true
	}
	return isCell(a)
}

func isCell(a atom.Atom) bool { return a == atom.Td || a == atom.Th }

func isTable(a atom.Atom) bool {
	switch a {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Td, atom.Th:
		return true
	}
	return false
}

// isVoid reports whether an element has no end tag.
func isVoid(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Frame, atom.Hr, atom.Img, atom.Input, atom.Link,
		atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}
