package templates

import (
	"bytes"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"io/fs"
)

// layoutFile is the template of a letter's HTML. What stands in it is in its letter's words already: there is no language in it.
const layoutFile = "page.html"

// A Layout is what page.html is written from: a letter's words, and nothing else.
type Layout struct {
	Language string
	Headline string            // what is new, in one line
	Top      htmltemplate.HTML // the box at the top: the headline as h1, and a paragraph for each line
	Body     htmltemplate.HTML // all else
	Answer   string            // what stands in front of the links
	Links    []Link            // what can be answered now
}

// readLayout reads the layout; the last one counts.
func (w *wording) readLayout(all []fs.FS) error {
	for _, fsys := range all {
		text, err := fs.ReadFile(fsys, layoutFile)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if w.layout, err = htmltemplate.New(layoutFile).Parse(string(text)); err != nil {
			return err
		}
	}
	return nil
}

// page writes a letter's HTML.
func (w *wording) page(p *Page, headline string, h *html) (string, error) {
	l := Layout{Language: p.Language, Headline: unmarked(headline), Top: htmltemplate.HTML(h.top), Body: htmltemplate.HTML(h.body), Links: p.Links()}
	if l.Language == "" {
		l.Language = English
	}
	var err error
	if len(l.Links) > 0 {
		if l.Answer, err = w.line("answer now", p); err != nil {
			return "", err
		}
	}
	var b bytes.Buffer
	b.Grow(len(h.body) + 4096)
	if err := w.layout.Execute(&b, &l); err != nil {
		return "", fmt.Errorf("writing HTML: %w", err)
	}
	return b.String(), nil
}
