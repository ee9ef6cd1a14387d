// Package templates has the wording of the letters that players and game masters read. What is said of one line or one
// act stands where that is judged.
//
// A letter is written from a Page, which has nothing that its reader may not know: no position, no game
// master, no store. So no template can tell more. The wording stands in *.tmpl files, in a directory for each
// language: letters.tmpl for what every letter has, and a file for each title with a template for each of its events,
// its view and its questions. Packages of rules tell what happened as data only. A title may also have "headline KIND",
// how a headline names a question; "first view", in place of the view in a first letter; "between view", in later letters that nobody waits for, or that
// ask for something small within a turn; "first" or "last" and a kind, in
// place of that event in a first letter or in the one that ends the game; "idle", the heading of a letter that asks nothing; "chapter", the
// heading of a phase in a history; and "map".
package templates

import (
	"embed"
	"fmt"
	htmltemplate "html/template"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"

	"deaddrop/parser"
)

//go:embed en de page.html
var files embed.FS

// English is the language that has all templates. What another language lacks is written in English.
const English = "en"

// A Set holds the templates of all letters, in all languages. It is safe for concurrent use.
type Set struct {
	in      map[string]*wording
	seen    func(kind string, p Page)
	program func() (*Set, error) // the wording that comes with the program, where there is other; else nil

	// Failed is told when wording of somebody's own fails, and then the letter is in the program's: a game must not
	// stop for a slip in a template. Where it is nil, such a letter is an error.
	Failed func(kind string, err error)
}

// Watched returns a copy of the set that calls seen for each letter that it writes.
func (s *Set) Watched(seen func(kind string, p Page)) *Set {
	return &Set{in: s.in, seen: seen, program: s.program, Failed: s.Failed}
}

// A wording holds the templates of one language.
type wording struct {
	language string
	t        *template.Template
	layout   *htmltemplate.Template // template of the HTML page
	frame    []byte                 // template of its frame
	style    sheet                  // its style sheet; nil: unchanged
	dates    string                 // format of dates
	names    *strings.Replacer      // translations of months and weekdays; nil in English
	phrases  phrases

	answerNow string // introduction of the links for answers, as HTML
}

// New loads the program's own templates, and then those of the given file systems, which replace templates with the
// same names or add new ones: *.tmpl files at the top for English, and in a directory for each other language, such
// as "de".
func New(more ...fs.FS) (*Set, error) {
	all := append([]fs.FS{files}, more...)
	s := &Set{in: map[string]*wording{}}
	for _, language := range languages(all) {
		w, err := read(all, language)
		if err != nil {
			return nil, fmt.Errorf("reading templates: %w", err)
		}
		s.in[language] = w
	}
	if len(more) > 0 {
		s.program = sync.OnceValues(func() (*Set, error) { return New() })
	}
	return s, nil
}

// Languages returns the languages that have templates, sorted.
func (s *Set) Languages() []string { return slices.Sorted(maps.Keys(s.in)) }

// languages returns the names of the directories with templates: "en", "de".
func languages(all []fs.FS) []string {
	out := []string{English}
	for _, fsys := range all {
		names, _ := fs.Glob(fsys, "*/*.tmpl") // the pattern is right
		lists, _ := fs.Glob(fsys, "*/"+phrasesFile)
		for _, name := range append(names, lists...) {
			if language := path.Dir(name); len(language) == 2 && !slices.Contains(out, language) {
				out = append(out, language)
			}
		}
	}
	return out
}

// read loads the templates of a language: the English ones, replaced by the language's own.
func read(all []fs.FS, language string) (*wording, error) {
	w := &wording{language: language}
	w.t = template.New("").Option("missingkey=error").Funcs(w.funcs())
	if err := w.parse(all, "*.tmpl", English+"/*.tmpl"); err != nil {
		return nil, err
	}
	if language != English {
		if err := w.parse(all, language+"/*.tmpl"); err != nil {
			return nil, err
		}
	}
	if err := w.readNames(); err != nil {
		return nil, err
	}
	if err := w.readPhrases(all, language); err != nil {
		return nil, err
	}
	return w, w.readLayout(all)
}

// parse adds the templates of files, if there are any.
func (w *wording) parse(all []fs.FS, patterns ...string) error {
	for _, fsys := range all {
		for _, pattern := range patterns {
			names, _ := fs.Glob(fsys, pattern) // the pattern is right
			for _, name := range names {
				text, err := fs.ReadFile(fsys, name)
				if err != nil {
					return err
				}
				if _, err := w.t.New(path.Base(name)).Parse(withMarks(string(text))); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (w *wording) funcs() template.FuncMap {
	return template.FuncMap{
		"part": w.part, "has": w.has, "include": w.execute,
		"wrap": wrap, "hang": hang, "quote": quote, "bars": bars, "lines": lines, "prose": prose, "under": under,
		"date": w.date, "hour": hour, "left": w.left, "count": w.count, "say": w.say,
		"join": strings.Join, "trimright": strings.TrimRight, "upper": strings.ToUpper,
		"tag": tag, "formhead": formHead, "formend": func() string { return parser.FormEnd },
	}
}

// of returns the templates of a language, or the English ones.
func (s *Set) of(language string) *wording {
	if w := s.in[language]; w != nil {
		return w
	}
	return s.in[English]
}

// Words are a letter as it is written: the same as plain text and as HTML. All letters of a game to a seat have the same
// subject up to its last words, which say what kind of letter it is. The first line of the text, its headline, has what
// is new: parser.Headline finds it.
type Words struct{ Subject, Text, HTML string }

// Letter writes a letter of that kind: "turn", "receipt", "reminder", "late", "press", "official", "notice",
// "farewell", "confirm", "desk", "lost", "failed", "waiting", "stopped", "damaged", "notices", "offer", "standby", "also", "vouch", "clerk",
// "anew", "history", "signup" or "state".
func (s *Set) Letter(kind string, p Page) (Words, error) {
	if s.seen != nil {
		s.seen(kind, p)
	}
	words, err := s.letter(kind, p)
	if err == nil || s.program == nil || s.Failed == nil {
		return words, err
	}
	program, failed := s.program()
	if failed == nil {
		words, failed = program.letter(kind, p)
	}
	if failed != nil {
		return Words{}, err
	}
	s.Failed(kind, err)
	return words, nil
}

func (s *Set) letter(kind string, p Page) (Words, error) {
	w := s.of(p.Language)
	p.Kind = kind
	w.translate(&p)
	subject := "letter " + kind + " subject" // of letters that belong to no game's conversation
	if w.t.Lookup(subject) == nil {
		subject = "subject"
	}
	subject, err := w.line(subject, &p)
	if err != nil {
		return Words{}, err
	}
	headline, err := w.line("letter "+kind+" headline", &p)
	if err != nil {
		return Words{}, err
	}
	text, err := w.execute("letter "+kind, &p)
	if err != nil {
		return Words{}, err
	}
	out := writer{html: html{picture: p.Picture}}
	if text = headline + "\n\n" + text; headline == "" && subject != "" {
		headline = subject // the text has none, but HTML without a heading says nothing at a glance
		out.html.headline(headline)
	}
	out.write(text)
	html, err := w.page(&p, headline, &out.html)
	return Words{Subject: plain(subject), Text: out.text.String(), HTML: html}, err
}

// A Caption is the data for the text above and below a map.
type Caption struct {
	Game, Title string
	Phase       string // "" when the game is over
	Seat        string // as which the board is seen
	Fog         bool   // that does not see all of it
}

// Caption returns the text above and below a map.
func (s *Set) Caption(language string, c Caption) (title, caption string, err error) {
	w := s.of(language)
	if title, err = w.execute("map title", c); err != nil {
		return "", "", err
	}
	caption, err = w.execute("map caption", c)
	return plain(strings.TrimSpace(title)), plain(strings.TrimSpace(caption)), err
}

// has reports whether a title has a template of that name.
func (w *wording) has(rules, name string) bool { return w.t.Lookup(rules+" "+name) != nil }

// Asks returns the kinds of questions for which a title has templates, sorted.
func (s *Set) Asks(rules string) []string {
	var out []string
	for _, t := range s.in[English].t.Templates() {
		if kind, ok := strings.CutPrefix(t.Name(), rules+" wants "); ok {
			out = append(out, kind)
		}
	}
	slices.Sort(out)
	return out
}

// Lacks are the names of the templates that a title must have and does not: "NAME welcome", "NAME view", "NAME GM view", "NAME
// wants KIND" and "NAME ask KIND" for each kind of question that is given or that it has one of both for, and "NAME KIND" for
// each given kind of event.
func (s *Set) Lacks(rules string, asks, events []string) []string {
	names := []string{"welcome", "view", "GM view"}
	kinds := slices.Concat(asks, s.Asks(rules), s.Kinds(rules))
	slices.Sort(kinds)
	for _, kind := range slices.Compact(kinds) {
		names = append(names, "wants "+kind, "ask "+kind)
	}
	names = append(names, events...)
	w := s.in[English]
	var out []string
	for _, name := range names {
		if !w.has(rules, name) {
			out = append(out, rules+" "+name)
		}
	}
	return out
}

// part executes a title's template for an event, a view or a question.
func (w *wording) part(rules, name string, data any) (string, error) {
	text, err := w.execute(rules+" "+name, data)
	return strings.Trim(text, "\n"), err
}

// Kinds returns the kinds of questions for which a title has complete templates, sorted.
func (s *Set) Kinds(rules string) []string {
	var out []string
	for _, t := range s.in[English].t.Templates() {
		if kind, ok := strings.CutPrefix(t.Name(), rules+" ask "); ok {
			out = append(out, kind)
		}
	}
	slices.Sort(out)
	return out
}

// line executes a template that is one line.
func (w *wording) line(name string, p *Page) (string, error) {
	text, err := w.execute(name, p)
	return strings.Join(strings.Fields(text), " "), err
}

func (w *wording) execute(name string, data any) (string, error) {
	t := w.t.Lookup(name)
	if t == nil {
		return "", fmt.Errorf("there is no template %q", name)
	}
	var b strings.Builder
	b.Grow(256)
	if err := t.Execute(&b, data); err != nil {
		return "", fmt.Errorf("writing %q: %w", name, err)
	}
	return b.String(), nil
}
