package templates

import (
	"bytes"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"io/fs"
)

// layoutFile is the template of a letter's HTML page. It contains no text in any language; that comes from the
// letter.
const layoutFile = "page.html"

// A Layout is the data of page.html.
type Layout struct {
	Language string
	Headline string            // the letter's news in one line
	Top      htmltemplate.HTML // the box at the top: the headline as h1, and a paragraph for each line
	Body     htmltemplate.HTML // the rest of the letter
	Answers  htmltemplate.HTML // links for possible answers; "" for none
	Style    htmltemplate.CSS  // the rules of the layout's style sheet that the letter uses
}

// readLayout reads the layout from the last file system that has one.
func (w *wording) readLayout(all []fs.FS) error {
	for _, fsys := range all {
		text, err := fs.ReadFile(fsys, layoutFile)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		w.style = nil
		if style := styleBlock.FindSubmatch(text); style != nil && !bytes.Contains(style[1], []byte("{{")) {
			w.style = readSheet(string(style[1]))
			text = bytes.Replace(text, style[0], []byte("<style>\n{{.Style}}</style>"), 1)
		}
		if w.layout, err = htmltemplate.New(layoutFile).Parse(string(text)); err != nil {
			return err
		}
		w.frame = text
	}
	return nil
}

// page returns a letter's HTML.
func (w *wording) page(p *Page, headline string, h *html) (string, error) {
	l := Layout{Language: w.language, Headline: unmarked(headline), Top: htmltemplate.HTML(h.top),
		Body: htmltemplate.HTML(h.body), Answers: w.answers(p)}
	if w.style != nil {
		used := map[string]bool{}
		for _, part := range [][]byte{w.frame, h.top, h.body, []byte(l.Answers)} {
			addUsed(used, part)
		}
		l.Style = w.style.of(used)
	}
	var b bytes.Buffer
	b.Grow(len(h.body) + 4096)
	if err := w.layout.Execute(&b, &l); err != nil {
		return "", fmt.Errorf("writing HTML: %w", err)
	}
	return b.String(), nil
}

// answers returns the links of a letter, after their introduction.
func (w *wording) answers(p *Page) htmltemplate.HTML {
	links := p.Links()
	if len(links) == 0 {
		return ""
	}
	b := make([]byte, 0, 2048)
	b = append(append(b, `<p class="answers"><span>`...), w.answerNow...)
	b = append(b, "</span>"...)
	for _, l := range links {
		b = append(b, "\n<a"...)
		if l.Form {
			b = append(b, ` class="form"`...)
		}
		b = append(b, ` href="`...)
		b = appendEscaped(b, l.URL)
		b = append(b, `">`...)
		b = append(appendEscaped(b, w.say(l.Word)), "</a>"...)
	}
	return htmltemplate.HTML(append(b, "</p>\n"...))
}
