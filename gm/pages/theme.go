package pages

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/record"
	"deaddrop/templates"
)

//go:embed theme
var own embed.FS

// A page is the data that all pages have in common.
type page struct {
	Language  string
	Languages []string // languages in which the page exists
	Path      string   // path of its directory, below that of its language
	Site      string   // name of the club
	Feed      string   // path of its feed
}

// Root returns the relative path from the page to the directory of the site.
func (p page) Root() string {
	up := strings.Count(p.Path, "/")
	if p.Language != templates.English {
		up++
	}
	if up == 0 {
		return "./"
	}
	return strings.Repeat("../", up)
}

// Home returns the relative path from the page to the club's page in its language.
func (p page) Home() string { return p.Root() + prefix(p.Language) }

// In returns the relative path from the page to the same page in another language.
func (p page) In(language string) string { return p.Root() + prefix(language) + p.Path }

// A theme determines the look of the pages.
type theme struct {
	from []fs.FS // where to look for a file, in this order
	in   map[string]*template.Template
}

// pageFiles has the templates of pages, each of which is combined with layout.html.
var pageFiles = []string{"club.html", "game.html", "turn.html", "standings.html"}

// readTheme reads the templates of all pages, in all languages.
func readTheme(words *templates.Set, other fs.FS) (*theme, error) {
	base, err := fs.Sub(own, "theme")
	if err != nil {
		return nil, err
	}
	t := &theme{from: []fs.FS{base}, in: map[string]*template.Template{}}
	if other != nil {
		t.from = []fs.FS{other, base}
	}
	layout, err := t.file("layout.html")
	if err != nil {
		return nil, err
	}
	for _, language := range words.Languages() {
		frame, err := template.New("layout.html").Funcs(funcs(words, language)).Parse(string(layout))
		if err != nil {
			return nil, fmt.Errorf("reading the theme of the pages: %w", err)
		}
		for _, name := range pageFiles {
			text, err := t.file(name)
			if err != nil {
				return nil, err
			}
			own, err := frame.Clone()
			if err == nil {
				_, err = own.New(name).Parse(string(text))
			}
			if err != nil {
				return nil, fmt.Errorf("reading the theme of the pages: %w", err)
			}
			t.in[language+"/"+name] = own
		}
	}
	return t, nil
}

// file returns a file of the theme.
func (t *theme) file(name string) ([]byte, error) {
	for _, fsys := range t.from {
		text, err := fs.ReadFile(fsys, name)
		if !errors.Is(err, fs.ErrNotExist) {
			return text, err
		}
	}
	return nil, fmt.Errorf("the theme has no file %s", path.Base(name))
}

// render writes a page in a language.
func (t *theme) render(language, name string, data any) ([]byte, error) {
	var b bytes.Buffer
	if err := t.in[language+"/"+name].ExecuteTemplate(&b, "layout.html", data); err != nil {
		return nil, fmt.Errorf("writing a page by %s: %w", name, err)
	}
	return b.Bytes(), nil
}

// funcs returns the functions for templates: say translates, and inserts parts for {1}, {2} and so on; when writes a
// time so that the page's script can show it in the reader's time zone.
func funcs(words *templates.Set, language string) template.FuncMap {
	say := func(english string, parts ...any) string {
		for i, part := range parts {
			english = strings.ReplaceAll(english, fmt.Sprintf("{%d}", i+1), fmt.Sprint(part))
		}
		return words.Say(language, english)
	}
	return template.FuncMap{
		"say":  say,
		"when": func(t time.Time) template.HTML { return when(t) },
		"plain": func(t time.Time) string {
			return t.UTC().Format(time.RFC3339)
		},
		"result":  func(r record.Result) string { return say(string(r)) },
		"seat":    func(s adjudicator.Seat) string { return say(string(s)) },
		"winner":  func(p place) string { return winner(p, say) },
		"winners": func(all []place) string { return listed(all, say) },
		"sentence": func(text string) string {
			text = say(text)
			return strings.ToUpper(text[:1]) + text[1:] + "."
		},
		"mail":  func(link string) template.URL { return template.URL(link) },
		"name":  func(language string) string { return map[string]string{"en": "English", "de": "Deutsch"}[language] },
		"fixed": func(f float64) string { return fmt.Sprintf("%.2f", f) },
		"dir":   func(c card, language string) string { return dir(languageOf(words, c.Rules, language), c.Name) },
	}
}

// winner returns a seat with its player's public name, if any.
func winner(p place, say func(string, ...any) string) string {
	name := say(string(p.Name))
	switch {
	case p.Robot:
		name += " (" + say("robot") + ")"
	case p.Player != "":
		name += " (" + p.Player + ")"
	}
	return name
}

func listed(all []place, say func(string, ...any) string) string {
	var names []string
	for _, p := range all {
		names = append(names, winner(p, say))
	}
	return strings.Join(names, ", ")
}

// languageOf returns the language of a game's page for readers of another page: the same language if it exists,
// otherwise English.
func languageOf(words *templates.Set, rules, language string) string {
	if words.Has(language, rules) {
		return language
	}
	return templates.English
}

// when writes a time in UTC.
func when(t time.Time) template.HTML {
	t = t.UTC()
	return template.HTML(fmt.Sprintf(`<time datetime="%s">%s</time>`, t.Format(time.RFC3339), t.Format("2006-01-02 15:04 UTC")))
}
