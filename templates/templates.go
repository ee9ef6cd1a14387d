// Package templates has the wording of the letters that players and game masters read. What is said of one line or one
// act stands where that is judged.
//
// A letter is written from a Page, which has nothing that its reader may not know: no position, no game
// master, no store. So no template can tell more. The wording stands in *.tmpl files: letters.tmpl for
// what every letter has, and a file for each title with a template for each of its events, its view and
// its questions. Packages of rules tell what happened as data only. A title may also have "headline KIND", how a headline
// names a question; "first view", in place of the view in a first letter; "idle", the heading of a letter that asks
// nothing; "chapter", the heading of a phase in a history; and "map".
package templates

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/template"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// A Page is what a letter is written from.
type Page struct {
	Game, Rules, Title string // "dm1", "deadman", "Deadman Diplomacy"
	Phase              string // the one that is on; "" when the game is over
	Seat               string // the reader's
	Seats              []string
	Options            []Option  // nil where the letter shows none
	PressRules         []string  // what the game master has chosen about press, as sentences; nil as Options
	Now                time.Time // in the reader's time zone, as is Deadline
	Delayed            string    // why the deadline is later than usual; "": it is not
	Deadline           time.Time // zero: nothing is asked, or the game is paused
	Grace              time.Time // until when the turn waits for the late after that; zero: not at all
	Paused             bool      // there is no deadline until the game master lets the game go on
	Terms              string    // what else is to be known of deadlines, in a first letter
	Desk               bool      // the reader is the game master
	First              bool      // the game begins
	Over               bool
	Correspondent      string // the letter belongs to the reader's conversation with that seat; "": to the game's
	Early              bool   // the phase ends when everybody is in

	Events  []adjudicator.Event // that the reader has not heard of
	Press   []Press
	View    adjudicator.View // the reader's; nil where the letter shows none
	Ask     *Ask             // what the reader is asked; nil: nothing
	Receipt *Receipt         // of the letter that this one answers
	Notice  string           // what the game master or the service has to say
	Lines   []string         // a list that belongs to the notice
	Quoted  string           // a player's letter that belongs to it
	Trace   string           // how the program came to fail, for its makers
	SignUp  *SignUp          // of somebody who has no seat yet
	Subject string           // of a letter that the game master writes himself
	Said    []Said           // what became of the game master's commands
	History []Chapter        // all that the reader was told, asked for
	Ladder  []string         // what happens to who sends nothing, a rung each
	Diaries []Diary          // of all players, when the game is over
	Luck    string           // the hash of the game's secret at its start, the secret at its end
}

// Number is that of the question which an answer to the letter is for; 0 if there is none.
func (p Page) Number() int {
	if p.Ask == nil {
		return 0
	}
	return p.Ask.Number
}

// InGrace reports whether the deadline is over, and the turn waits for the late.
func (p Page) InGrace() bool { return !p.Grace.IsZero() && !p.Now.Before(p.Deadline) }

// ViewName names the template of the reader's view: the game master's differs from the players'.
func (p Page) ViewName() string {
	if p.Desk {
		return "GM view"
	}
	return "view"
}

// A SignUp is how somebody stands who has asked for a place in a game that is forming.
type SignUp struct {
	Stage    string   // "asked", "in", "out" or "ended"
	Wanted   int      // players
	Wishes   string   // "France, Italy or Turkey"; "" for none
	Promised string   // the seat that he is to have whatever the lot says; "" for none
	Settings []string // of the game, a sentence each
	Notes    []string // on the letter that is answered
	Again    bool     // he was written to before
}

// A Said is a line of a game master's letter, and what the program said to it.
type Said struct {
	Line, Text string
	Failed     bool // it was not carried out
}

// A Chapter is what the reader was told in one phase.
type Chapter struct {
	Phase  string
	Events []adjudicator.Event
}

// An Option is a ruling as this game plays it.
type Option struct {
	Name, Value, Rule, Doc string
	Switched               bool   // it is not the default,
	Tells                  string // and so gives this away; "" for nothing
}

// An Ask is what a seat is asked, and what is on file for it.
type Ask struct {
	Kind        string
	Number      int
	Revision    int // of what is on file; 0: as the phase began
	Answer      string
	Missing     []string
	Form        []string // the order form, a line each
	Standing    bool     // what is on file, or was at first, are standing orders
	Ahead       bool     // what is on file was filed with an earlier phase
	Ready, Wait bool
	Doubt       bool // something in the last letter was not taken, and so the turn waits for the deadline
	Brisk       bool // the game goes on at once when all who are asked are in
	Within      bool // it is a small question within a turn

	Default string // the answer of the silent, in normal form
}

// Silence is the answer of the silent in one line.
func (a Ask) Silence() string { return strings.ReplaceAll(a.Default, "\n", "; ") }

// Press is a letter from one player to others.
type Press struct {
	From  string   // "": somebody, whom the reader may not know
	To    []string `json:",omitempty"`
	All   bool     `json:",omitempty"`
	But   []string `json:",omitempty"` // with All: to all but these
	Grey  bool     `json:",omitempty"` // it does not say who wrote it
	Quiet bool     `json:",omitempty"` // who wrote it wants no copy
	Text  string
}

// Readers are whom it is to, in words.
func (p Press) Readers() string {
	switch {
	case p.All && len(p.But) > 0:
		return "all but " + strings.Join(p.But, ", ")
	case p.All:
		return "all"
	}
	return strings.Join(p.To, ", ")
}

// A Diary is a piece of what a player wrote for himself.
type Diary struct {
	Seat, Phase, Text string
}

// A Receipt is what became of a letter.
type Receipt struct {
	Subject string   // of that letter
	New     []string // lines that it has put on file
	Gone    []string // and those that it has taken off
	Faults  []adjudicator.Fault
	Notes   []string
	Sent    []Press        // press that it sent, as others read it
	Closed  string         // why its orders were not looked at; "" where every letter says that now
	Help    []parser.Usage // asked for
	Doc     string         // asked for: the rules
	Map     bool           // asked for: the board as the reader knows it

	Unchanged bool // its orders were not looked at
}

//go:embed *.tmpl
var files embed.FS

// A Set is the wording of all letters. It may be used by several goroutines at once.
type Set struct{ t *template.Template }

// New reads the wording that comes with the program, and then what the given file systems have in *.tmpl
// files, which replaces templates of the same names or adds to them.
func New(more ...fs.FS) (*Set, error) {
	s := &Set{}
	s.t = template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"part": s.part, "wrap": wrap, "hang": hang, "quote": quote, "bars": bars, "date": date, "left": left, "lines": lines,
		"join": strings.Join, "upper": strings.ToUpper, "tag": tag, "count": count, "under": under, "has": s.has, "include": s.execute, "formhead": formHead, "formend": func() string { return parser.FormEnd },
	})
	for _, fsys := range append([]fs.FS{files}, more...) {
		if _, err := s.t.ParseFS(fsys, "*.tmpl"); err != nil {
			return nil, fmt.Errorf("reading templates: %w", err)
		}
	}
	return s, nil
}

// Words are a letter as it is written: the same as plain text and as HTML. The subject stays as it is for all letters of a
// conversation; the first line of the text, its headline, has what is new: parser.Headline finds it.
type Words struct{ Subject, Text, HTML string }

// Letter writes a letter of that kind: "turn", "receipt", "reminder", "late", "press", "official", "notice", "confirm", "desk",
// "lost", "failed", "stopped", "offer", "standby", "vouch", "clerk", "anew", "history", "signup" or "state".
func (s *Set) Letter(kind string, p Page) (Words, error) {
	subject := "letter " + kind + " subject" // of letters that belong to no game's conversation
	if s.t.Lookup(subject) == nil {
		subject = "subject"
	}
	subject, err := s.line(subject, &p)
	if err != nil {
		return Words{}, err
	}
	headline, err := s.line("letter "+kind+" headline", &p)
	if err != nil {
		return Words{}, err
	}
	text, err := s.execute("letter "+kind, &p)
	if err != nil {
		return Words{}, err
	}
	text = tidy(headline + "\n\n" + text)
	return Words{Subject: plain(subject), Text: plain(text), HTML: page(text)}, nil
}

// has reports whether a title has a template of that name.
func (s *Set) has(rules, name string) bool { return s.t.Lookup(rules+" "+name) != nil }

// Asks are the kinds of questions that there is wording for in a title, in the order of their names.
func (s *Set) Asks(rules string) []string {
	var out []string
	for _, t := range s.t.Templates() {
		if kind, ok := strings.CutPrefix(t.Name(), rules+" wants "); ok {
			out = append(out, kind)
		}
	}
	slices.Sort(out)
	return out
}

// part writes what a title has to say: an event, a view, a question.
func (s *Set) part(rules, name string, data any) (string, error) {
	text, err := s.execute(rules+" "+name, data)
	return strings.Trim(text, "\n"), err
}

// Kinds are the kinds of questions that a title has the wording for, in their order.
func (s *Set) Kinds(rules string) []string {
	var out []string
	for _, t := range s.t.Templates() {
		if kind, ok := strings.CutPrefix(t.Name(), rules+" ask "); ok {
			out = append(out, kind)
		}
	}
	slices.Sort(out)
	return out
}

// line writes what is one line.
func (s *Set) line(name string, p *Page) (string, error) {
	text, err := s.execute(name, p)
	return strings.Join(strings.Fields(text), " "), err
}

func (s *Set) execute(name string, data any) (string, error) {
	t := s.t.Lookup(name)
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

// tidy takes away what templates leave: spaces at the ends of lines, and more than one empty line.
func tidy(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 1)
	gap := false // an empty line came, and something before it
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(line, " \t")
		if line == "" {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('\n')
		}
		gap = false
		b.WriteString(line)
		b.WriteByte('\n')
	}
	if b.Len() == 0 {
		return "\n"
	}
	return b.String()
}

// width is that of a letter's lines, so that quoting it once keeps it below 80.
const width = 72

// wrap breaks each line of a text between words, and indents all by so many spaces.
func wrap(indent int, text string) string { return fold(indent, indent, text) }

// hang does so too, and indents by two more what goes on in a second line.
func hang(indent int, text string) string { return fold(indent, indent+2, text) }

func fold(first, then int, text string) string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			switch {
			case line == "":
				line = strings.Repeat(" ", first) + word
			case len([]rune(line))+1+len([]rune(word)) > width:
				out = append(out, line)
				line = strings.Repeat(" ", then) + word
			default:
				line += " " + word
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// quote puts a text between bars, so that nobody can take it for the game master's own words: neither a reader, nor
// the parser when it comes back below an answer.
func quote(text string) string {
	const bars = 4 // columns: a mail program that quotes the letter must not break a line, and leave its end without a bar
	lines := strings.Split(wrap(bars, strings.TrimSpace(parser.Unformed(text))), "\n")
	for i, line := range lines {
		lines[i] = "| " + strings.TrimPrefix(line, strings.Repeat(" ", bars))
	}
	return strings.Join(lines, "\n")
}

// bars puts a text between bars as it is, so that none of its lines is taken for its reader's when it comes back. A line
// that a mail program might break is broken between words.
func bars(text string) string {
	var out []string
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		in := line[:len(line)-len(strings.TrimLeft(line, " "))]
		for len(line) > barred {
			i := strings.LastIndexByte(line[:barred], ' ')
			if i <= len(in) {
				break
			}
			out = append(out, "| "+line[:i])
			line = in + "  " + line[i+1:]
		}
		out = append(out, "| "+line)
	}
	return strings.Join(out, "\n")
}

const barred = 76 // bytes of a line between bars

// lines indents a text as it is.
func lines(indent int, text string) string {
	in := strings.Repeat(" ", indent)
	return in + strings.ReplaceAll(text, "\n", "\n"+in)
}

func tag(game string, question int) string {
	return parser.Tag{Game: game, Question: question}.String()
}

// formHead is the line above an order form.
func formHead(game string, question int, seat string, revision int) string {
	return parser.Form{Tag: parser.Tag{Game: game, Question: question, Seat: seat}, Revision: revision}.Head()
}

func date(t time.Time) string { return t.Format("Monday 2 January 2006, 15:04 MST") }

// left says how long it is until then.
func left(now, until time.Time) string {
	switch d := until.Sub(now); {
	case d < time.Minute:
		return "now"
	case d < 2*time.Hour:
		return "in " + count(int(d.Minutes()), "minute")
	case d < 240*time.Hour:
		return "in " + count(int(d.Hours()), "hour")
	default:
		return "in " + count(int(d.Hours()/24), "day")
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
