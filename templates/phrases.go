package templates

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
)

// phrases are the translations of sentences that the program puts into pages. The file phrases.txt has an English
// sentence and, indented below it, its translation; {1} to {9} stand for variable parts. A sentence that is missing
// stays in English. English has a file of its own: there, a translation words anew what games have recorded.
type phrases struct {
	whole  map[string]string   // phrases without variable parts
	begun  map[string][]phrase // other phrases by their first word, the most specific first
	others []phrase
}

// A phrase is a sentence with gaps for variable parts.
type phrase struct {
	english []string // the texts between the gaps, one more than there are gaps
	gaps    []int    // the number of each gap, from 1
	own     string
	letters int // number of letters in the text between the gaps
}

// phrasesFile is the name of the file with a language's phrases.
const phrasesFile = "phrases.txt"

// gap matches a gap in a phrase.
var gap = regexp.MustCompile(`\{([1-9])\}`)

// Phrases returns a language's translations of all phrases without gaps, including the words on maps, by their
// English text. The map must not be changed.
func (s *Set) Phrases(language string) map[string]string { return s.of(language).phrases.whole }

// readPhrases reads the phrases of a language. Those of later file systems take precedence.
func (w *wording) readPhrases(all []fs.FS, language string) error {
	w.phrases = phrases{whole: map[string]string{}, begun: map[string][]phrase{}}
	for _, fsys := range slices.Backward(all) {
		name := language + "/" + phrasesFile
		text, err := fs.ReadFile(fsys, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if err := w.phrases.read(name, string(text)); err != nil {
			return err
		}
	}
	sort := func(list []phrase) {
		slices.SortStableFunc(list, func(a, b phrase) int { return cmp.Compare(b.letters, a.letters) })
	}
	for _, list := range w.phrases.begun {
		sort(list)
	}
	sort(w.phrases.others)
	return nil
}

// read adds the phrases of a file.
func (p *phrases) read(name, text string) error {
	english, at := "", 0
	wrong := func(line int, format string, args ...any) error {
		return fmt.Errorf("%s:%d: %s", name, line, fmt.Sprintf(format, args...))
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		words := strings.TrimSpace(line)
		switch {
		case words == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t"):
			if english == "" {
				return wrong(n, "a translation without an English sentence above it")
			}
			if err := p.add(english, words); err != nil {
				return wrong(n, "%v", err)
			}
			english = ""
		case english != "":
			return wrong(at, "a sentence without a translation below it")
		default:
			english, at = words, n
		}
	}
	if english != "" {
		return wrong(at, "a sentence without a translation below it")
	}
	return nil
}

// add adds a phrase, unless there is one for that sentence already.
func (p *phrases) add(english, own string) error {
	f := phrase{own: own, english: gap.Split(english, -1)}
	for _, m := range gap.FindAllStringSubmatch(english, -1) {
		n, _ := strconv.Atoi(m[1])
		f.gaps = append(f.gaps, n)
	}
	for _, m := range gap.FindAllStringSubmatch(own, -1) {
		if n, _ := strconv.Atoi(m[1]); !slices.Contains(f.gaps, n) {
			return fmt.Errorf("there is no %s in the English sentence", m[0])
		}
	}
	if len(f.gaps) == 0 {
		if p.whole[english] == "" {
			p.whole[english] = own
		}
		return nil
	}
	for i, words := range f.english {
		if f.letters += len(words); words == "" && 0 < i && i < len(f.gaps) {
			return errors.New("two gaps stand side by side in the English sentence")
		}
	}
	if first, _, found := strings.Cut(f.english[0], " "); found {
		p.begun[first] = append(p.begun[first], f)
	} else {
		p.others = append(p.others, f)
	}
	return nil
}

// none reports whether there are no phrases.
func (p *phrases) none() bool { return len(p.whole)+len(p.begun)+len(p.others) == 0 }

// say translates a text: as a whole if possible, or else sentence by sentence.
func (p *phrases) say(text string) string {
	if text == "" || p.none() {
		return text
	}
	if own, ok := p.sentence(text); ok {
		return own
	}
	if strings.Contains(text, "\n") {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			lines[i] = p.say(line)
		}
		return strings.Join(lines, "\n")
	}
	const longest = 3 // largest number of sentences in one phrase
	parts := sentences(text)
	if len(parts) == 1 {
		return text
	}
	var out []string
	for i := 0; i < len(parts); {
		taken, words := 1, parts[i]
		for n := min(longest, len(parts)-i); n > 0; n-- {
			if own, ok := p.sentence(strings.Join(parts[i:i+n], " ")); ok {
				taken, words = n, own
				break
			}
		}
		out = append(out, words)
		i += taken
	}
	return strings.Join(out, " ")
}

// sentence translates a sentence and the words in its gaps. ok is false if it is not known.
func (p *phrases) sentence(text string) (string, bool) {
	if own, ok := p.whole[text]; ok {
		return own, true
	}
	first, _, _ := strings.Cut(text, " ")
	for _, list := range [][]phrase{p.begun[first], p.others} {
		for _, f := range list {
			if values := f.match(text); values != nil {
				return gap.ReplaceAllStringFunc(f.own, func(g string) string {
					return p.say(values[slices.Index(f.gaps, int(g[1]-'0'))])
				}), true
			}
		}
	}
	return "", false
}

// match returns the texts in the gaps of a phrase if text matches it; otherwise nil. A gap does not extend beyond a
// sentence.
func (f phrase) match(text string) (values []string) {
	last := len(f.gaps)
	rest, found := strings.CutPrefix(text, f.english[0])
	if !found {
		return nil
	}
	if rest, found = strings.CutSuffix(rest, f.english[last]); !found {
		return nil
	}
	for _, words := range f.english[1:last] {
		value, more, found := strings.Cut(rest, words)
		if !found {
			return nil
		}
		values, rest = append(values, value), more
	}
	values = append(values, rest)
	for _, v := range values {
		if v == "" || strings.Contains(v, "\n") || len(sentences(v)) > 1 {
			return nil
		}
	}
	return values
}

// sentences splits a text into sentences: each ends with a full stop or the like before a capital letter.
func sentences(text string) []string {
	var out []string
	from := 0
	for i := 1; i+1 < len(text); i++ {
		capital := 'A' <= text[i+1] && text[i+1] <= 'Z'
		if capital && text[i] == ' ' && strings.IndexByte(".!?", text[i-1]) >= 0 {
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	return append(out, text[from:])
}

// say translates a sentence or a name, for templates.
func (w *wording) say(text string) string { return unnumbered(w.phrases.say(text)) }

// reword words anew, in English, what a game has recorded, for templates.
func (w *wording) reword(text string) string { return unnumbered(w.recorded.say(text)) }

// unnumbered leaves out the numbers of rules, as in "(DH-17)": only game masters have the rulings that they stand for.
func unnumbered(text string) string {
	if !strings.Contains(text, "(") {
		return text
	}
	return ruleNumbers.ReplaceAllString(text, "")
}

var ruleNumbers = regexp.MustCompile(` \((?:D[CDHM]-|SU-|[KU])\d+(?:, (?:D[CDHM]-|SU-|[KU])\d+)*\)`)

// translate translates the program's sentences in a page. It leaves what people wrote, and does not modify data that
// the page shares with its caller.
func (w *wording) translate(p *Page) {
	say := w.say
	for _, s := range []*string{&p.Phase, &p.Delayed, &p.Terms, &p.Notice} {
		*s = say(*s)
	}
	for _, list := range []*[]string{&p.PressRules, &p.Lines, &p.Ladder} {
		*list = each(*list, say)
	}
	p.Options = each(p.Options, func(o Option) Option {
		o.Doc, o.Tells = say(o.Doc), say(o.Tells)
		return o
	})
	p.History = each(p.History, func(c Chapter) Chapter {
		c.Phase = say(c.Phase)
		return c
	})
	p.Diaries = each(p.Diaries, func(d Diary) Diary {
		d.Phase = say(d.Phase)
		return d
	})
	if p.Ask != nil {
		a := *p.Ask
		a.Missing, a.After = each(a.Missing, say), say(a.After)
		a.Points = each(a.Points, func(p Point) Point {
			p.Why = say(p.Why)
			return p
		})
		p.Ask = &a
	}
	if p.SignUp != nil {
		s := *p.SignUp
		s.Wishes, s.Settings, s.Notes = say(s.Wishes), each(s.Settings, say), each(s.Notes, say)
		p.SignUp = &s
	}
	if p.Receipt != nil {
		r := *p.Receipt
		r.Closed, r.Notes = say(r.Closed), each(r.Notes, say)
		r.Faults = each(r.Faults, func(f adjudicator.Fault) adjudicator.Fault {
			f.Text = say(f.Text)
			return f
		})
		r.Why = each(r.Why, say)
		if r.Tried != nil {
			t := *r.Tried
			t.Lines, t.Assumed = each(t.Lines, say), each(t.Assumed, say)
			r.Tried = &t
		}
		r.Help = each(r.Help, func(c Command) Command {
			c.Args, c.Doc, c.Like = say(c.Args), say(c.Doc), say(c.Like)
			return c
		})
		p.Receipt = &r
	}
}

// each returns a list with f applied to each element.
func each[T any](list []T, f func(T) T) []T {
	out := slices.Clone(list)
	for i, x := range out {
		out[i] = f(x)
	}
	return out
}
