// Package templates holds the wording of the letters that players and game masters read. Remarks on a single order or
// command are worded where it is checked, in other packages.
//
// A letter is written from a Page, which contains nothing that its reader may not know: no position, no game master,
// no store. So no template can reveal more. The wording is in *.tmpl files, in a directory for each language:
// letters.tmpl for what all letters have in common, and a file for each title with templates for its events, its view
// and its questions. "letter KIND" is a whole letter: "letter turn" is the report after a turn, "letter receipt" the
// answer to a player's letter, "letter signup" what applicants get. Packages of rules report what happened as data
// only. A title may define further templates: "headline KIND", the name of a question in a headline; "first view",
// which replaces the view in a first letter; "between view", which replaces it in later letters where nobody waits
// for the reader, or where they are asked for a small decision within a turn; "first KIND" and "last KIND", which
// replace the template of an event in a first letter and in the letter that ends the game; "idle", the heading of a
// letter that asks nothing; "chapter", the heading of a phase in a history; and "map".
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

// English is the language for which all templates exist. Another language falls back to English for the templates
// that it lacks.
const English = "en"

// A Set holds the templates of all letters, in all languages. It is safe for concurrent use.
type Set struct {
	in      map[string]*wording
	seen    func(kind string, p Page)
	program func() (*Set, error) // loads the program's own wording, if this set replaces parts of it; otherwise nil

	// Failed is called when a template that replaces the program's own fails. The letter is then written with the
	// program's wording, since a faulty template must not stop a game. If Failed is nil, Letter returns the error
	// instead.
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
	frame    []byte                 // source text of the layout
	style    sheet                  // style sheet of the layout; nil if it is included unchanged
	dates    string                 // layout for dates
	names    *strings.Replacer      // translations of months and weekdays; nil in English
	phrases  phrases
	recorded *phrases        // today's English words for what games have recorded
	titles   map[string]bool // those of which the language has wording of its own

	answerNow string // introduction to the links for answers, as HTML
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
		w.recorded = &s.in[English].phrases
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
		names, _ := fs.Glob(fsys, "*/*.tmpl") // Glob fails only for a malformed pattern
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
		w.titles = titlesIn(all, language)
	}
	if err := w.readNames(); err != nil {
		return nil, err
	}
	if err := w.readPhrases(all, language); err != nil {
		return nil, err
	}
	return w, w.readLayout(all)
}

// titlesIn returns the titles that have a file of templates in a language's directory.
func titlesIn(all []fs.FS, language string) map[string]bool {
	out := map[string]bool{}
	for _, fsys := range all {
		names, _ := fs.Glob(fsys, language+"/*.tmpl") // the pattern is right
		for _, name := range names {
			out[strings.TrimSuffix(path.Base(name), ".tmpl")] = true
		}
	}
	return out
}

// parse adds the templates of files, if there are any.
func (w *wording) parse(all []fs.FS, patterns ...string) error {
	for _, fsys := range all {
		for _, pattern := range patterns {
			names, _ := fs.Glob(fsys, pattern) // Glob fails only for a malformed pattern
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
		"date": w.date, "hour": hour, "left": w.left, "count": w.count, "say": w.say, "reword": w.reword,
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

// Words are a written letter, as plain text and as HTML with the same content. All letters of a game to a seat have
// the same subject, except for its last words, which say what kind of letter it is. The first line of the text is the
// headline, which tells the news; parser.Headline extracts it.
type Words struct{ Subject, Text, HTML string }

// Letter writes a letter of one of these kinds: "turn", "receipt", "reminder", "late", "press", "official", "notice",
// "farewell", "confirm", "desk", "lost", "failed", "waiting", "stopped", "damaged", "notices", "login", "offer",
// "standby", "also", "unproved", "vouch", "clerk", "anew", "history", "signup" or "state".
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
	// template of the subject of letters that belong to no conversation of a game
	subject := "letter " + kind + " subject"
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
		headline = subject // the text has no headline, but an HTML letter should show its subject at a glance
		out.html.headline(headline)
	}
	out.write(text)
	html, err := w.page(&p, headline, &out.html)
	return Words{Subject: plain(subject), Text: out.text.String(), HTML: html}, err
}

// A Caption is the data for the text above and below a map.
type Caption struct {
	Game, Title string
	Phase       string // the phase shown; "" when the game is over
	Seat        string // the seat whose view is shown
	Fog         bool   // whether that seat does not see the whole board
	Tried       bool   // whether it shows what orders would come to that are not filed
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

// Lacks returns the names of the templates that a title must have and does not: "NAME welcome", "NAME view" and "NAME
// GM view"; "NAME wants KIND" and "NAME ask KIND" for each given kind of question, and for each kind that has one of
// the two; and "NAME KIND" for each given kind of event.
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

// line executes a template that produces a single line.
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
