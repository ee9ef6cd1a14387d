package mailer

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlText turns HTML into text: each block and each <br> begins a line, and
// what is marked as quoted gets "> " before it. It works on tokens, not on a
// tree, so that neither broken nesting nor deep nesting can harm it.
func htmlText(source string) string {
	w := htmlWriter{start: true}
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return w.out.String()
		case html.TextToken:
			w.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			w.open(t)
		case html.EndTagToken:
			name, _ := z.TagName()
			w.close(atom.Lookup(name))
		}
	}
}

type htmlWriter struct {
	out   strings.Builder
	start bool      // nothing stands on the line yet
	space bool      // a space is due before the next word
	blank bool      // a blank line is due before the next word
	mute  atom.Atom // the element whose content is not for readers
	pre   int
	quote []bool // for each open <blockquote>, whether it is a quotation
	depth int    // of quotation
	rest  bool   // all that follows is quoted
}

func (w *htmlWriter) open(t html.Token) {
	switch t.DataAtom {
	case atom.Script, atom.Style, atom.Title, atom.Textarea, atom.Noscript,
		atom.S, atom.Strike, atom.Del: // what was struck out is not said
		if t.Type == html.StartTagToken {
			w.mute = t.DataAtom
		}
	case atom.Br:
		w.line()
	case atom.Td, atom.Th:
		w.space = !w.start
	case atom.P:
		w.paragraph()
	case atom.Pre:
		w.fresh()
		w.pre++
	case atom.Blockquote:
		w.fresh()
		quoted := !isIndent(t)
		w.quote = append(w.quote, quoted)
		if quoted {
			w.depth++
		}
	default:
		if isBlock(t.DataAtom) {
			w.fresh()
		}
		if endsLetter(t) {
			w.fresh()
			w.rest = true
		}
	}
}

func (w *htmlWriter) close(a atom.Atom) {
	if w.mute != 0 {
		if a == w.mute {
			w.mute = 0
		}
		return
	}
	switch a {
	case atom.P:
		w.paragraph()
	case atom.Pre:
		w.fresh()
		w.pre = max(0, w.pre-1)
	case atom.Blockquote:
		w.fresh()
		if n := len(w.quote); n > 0 {
			if w.quote[n-1] {
				w.depth--
			}
			w.quote = w.quote[:n-1]
		}
	default:
		if isBlock(a) {
			w.fresh()
		}
	}
}

// line ends the line, even an empty one.
func (w *htmlWriter) line() {
	if w.start {
		w.prefix()
	}
	w.out.WriteByte('\n')
	w.start, w.space = true, false
}

// fresh sees to it that what follows begins a line.
func (w *htmlWriter) fresh() {
	if !w.start {
		w.line()
	}
	w.space = false
}

func (w *htmlWriter) paragraph() {
	w.fresh()
	w.blank = w.out.Len() > 0
}

func (w *htmlWriter) prefix() {
	if w.blank {
		w.out.WriteByte('\n')
		w.blank = false
	}
	depth := w.depth
	if w.rest {
		depth++
	}
	if depth > 0 {
		w.out.WriteString(strings.Repeat(">", min(depth, 9)) + " ")
	}
	w.start = false
}

func (w *htmlWriter) text(s string) {
	if w.mute != 0 {
		return
	}
	if w.pre > 0 {
		w.preformatted(s)
		return
	}
	for len(s) > 0 {
		word := strings.TrimLeft(s, " \t\r\n\f")
		if len(word) < len(s) {
			w.space = !w.start
		}
		end := strings.IndexAny(word, " \t\r\n\f")
		if end < 0 {
			end = len(word)
		}
		w.word(word[:end])
		s = word[end:]
	}
}

func (w *htmlWriter) word(s string) {
	if s == "" {
		return
	}
	if w.start {
		w.prefix()
	} else if w.space {
		w.out.WriteByte(' ')
	}
	w.out.WriteString(s)
	w.space = false
}

func (w *htmlWriter) preformatted(s string) {
	for line := range strings.Lines(s) {
		text := strings.TrimRight(line, "\r\n")
		w.space = false
		w.word(text)
		if len(text) < len(line) {
			w.line()
		}
	}
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Article, atom.Aside, atom.Body, atom.Caption, atom.Center, atom.Dd, atom.Div,
		atom.Dl, atom.Dt, atom.Fieldset, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3,
		atom.H4, atom.H5, atom.H6, atom.Head, atom.Header, atom.Hr, atom.Html, atom.Li, atom.Main, atom.Nav,
		atom.Ol, atom.Section, atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Ul:
		return true
	}
	return false
}

// isIndent tells the blockquote that some mail programs use for indenting.
func isIndent(t html.Token) bool {
	style := strings.ReplaceAll(attribute(t, "style"), " ", "")
	return strings.Contains(style, "border:none") && attribute(t, "class") == "" && attribute(t, "type") == ""
}

// endsLetter tells the marks after which Outlook, Yahoo and Gmail put the mail
// that is answered.
func endsLetter(t html.Token) bool {
	switch attribute(t, "id") {
	case "divrplyfwdmsg", "appendonsend":
		return true
	}
	class := attribute(t, "class")
	return strings.Contains(class, "yahoo_quoted") || strings.Contains(class, "gmail_quote")
}

func attribute(t html.Token, key string) string {
	for _, a := range t.Attr {
		if a.Key == key {
			return strings.ToLower(a.Val)
		}
	}
	return ""
}
