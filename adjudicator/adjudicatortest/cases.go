package adjudicatortest

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// A Script plays cases: small test scenarios for a game's rules. Cases are in text files, separated by lines "==
// NAME". Each line of a case puts something on the board, in the words of the game, or is one of these:
//
//	option NAME=VALUE     a ruling that is switched; below "next", from then on
//	dice LABEL 6 1 2      what comes in the place of chance, from 1 on; those that are too high for a draw begin anew
//	SEAT: LINE            a line of a seat's words, in answer to a question of the kinds in Sheets
//	SEAT KIND: LINE       an answer to a question of another kind, one for each
//	SEAT: LINE ### WANT   beside that, what the seat must be told; without a LINE that alone
//	all: ### WANT         what everybody must be told
//	next                  the next phase
//
// "not" before a WANT means that it must not be told, and "..." inside one matches anything. Seats are told their
// questions ("asked for turn", "else: PASS"), how their words were read ("read:", "refused:", "note:", "missing:"),
// events (the kind and the data), and what they see after the phase, in the game's words.
type Script struct {
	Rules  *adjudicator.Rules
	Sheets []string // kinds of questions that are answered by all lines of a seat together
	Put    []string // first words of lines that put something on the board

	// Stage returns the position at the start of a case, with everything that the case puts there. It completes the
	// case's options. told are the events of the setup, if the case is about them; otherwise nil.
	Stage func(t testing.TB, put []Put,
		rulings map[string]string) (p adjudicator.Position, told []adjudicator.EventRecord)

	// Dice are default dice by label, for phases in which a case gives none. If such a label is drawn and neither has
	// dice, the case fails. If Dice is nil, missing dice are random.
	Dice map[string][]int

	// Sees returns lines that describe what a seat sees after a phase.
	Sees func(p adjudicator.Position, seat adjudicator.Seat) []string
}

// A Put is a line of a case that puts something on the board.
type Put struct{ Word, Rest string }

// Cases yields the cases of the files that match a pattern, with their names, in order.
func Cases(t testing.TB, pattern string) func(yield func(name, body string) bool) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal("there are no cases: ", err)
	}
	var list []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, some, ok := strings.Cut("\n"+string(text), "\n== "); ok {
			list = append(list, strings.Split(some, "\n== ")...)
		}
	}
	return func(yield func(name, body string) bool) {
		for _, c := range list {
			if name, body, _ := strings.Cut(c, "\n"); !yield(strings.TrimSpace(name), body) {
				return
			}
		}
	}
}

// EachRule reports rules from PREFIX-1 to PREFIX-n that no case's title mentions, values of options that no case sets
// in a line of its own, and duplicate titles.
func EachRule(t *testing.T, pattern, prefix string, n int, options []adjudicator.Option) {
	t.Helper()
	numbers, values, names := map[string]bool{}, map[string]bool{}, map[string]bool{}
	number, value := regexp.MustCompile(regexp.QuoteMeta(prefix)+`-\d+`), regexp.MustCompile(`(?m)^option (\S+=\S+)`)
	for name, body := range Cases(t, pattern) {
		if names[name] {
			t.Errorf("two cases are called %q", name)
		}
		names[name] = true
		for _, found := range number.FindAllString(name, -1) {
			numbers[found] = true
		}
		for _, found := range value.FindAllStringSubmatch(body, -1) {
			values[found[1]] = true
		}
	}
	for i := range n {
		if rule := fmt.Sprintf("%s-%d", prefix, i+1); !numbers[rule] {
			t.Errorf("%s has no case", rule)
		}
	}
	for _, o := range options {
		for _, v := range o.Values {
			if !values[o.Name+"="+v] {
				t.Errorf("option %s=%s has no case", o.Name, v)
			}
		}
	}
}

// Play plays all cases of the files that match a pattern.
func (s Script) Play(t *testing.T, pattern string) {
	for name, body := range Cases(t, pattern) {
		t.Run(name, func(t *testing.T) { s.scene(t, body).play(t) })
	}
}

// Begin returns the position at the start of a case, and a table with the dice of its first phase.
func (s Script) Begin(t testing.TB, body string) (adjudicator.Position, *adjudicator.Table) {
	t.Helper()
	c := s.scene(t, body)
	p, _ := s.Stage(t, c.put, c.phases[0].rulings)
	luck := adjudicator.Luck{Secret: []byte(t.Name()), Loaded: s.Loaded(t, c.phases[0].dice)}
	return p, adjudicator.NewTable(luck, adjudicator.Record{})
}

// Loaded returns a function for Luck.Loaded with dice by label, for one table.
func (s Script) Loaded(t testing.TB, dice map[string][]int) func(label string, n int) (int, bool) {
	left := maps.Clone(s.Dice)
	if left == nil {
		left = map[string][]int{}
	}
	maps.Copy(left, dice)
	return func(label string, n int) (int, bool) {
		t.Helper()
		list, has := left[label]
		if len(list) > 0 {
			left[label] = list[1:]
			return (list[0] - 1) % n, true
		}
		if has || s.Dice != nil {
			t.Fatalf("the case has no dice, or too few, for %q", label)
		}
		return 0, false
	}
}

// Expect checks what a seat was told and sees, in the form of cases.
func (s Script) Expect(t *testing.T, p adjudicator.Position, told []adjudicator.EventRecord, seat adjudicator.Seat,
	wants ...string) {
	t.Helper()
	g := &staged{Script: s, t: t, said: knowledge{}}
	g.tell(p, told)
	var list []expectation
	for _, want := range wants {
		list = append(list, expectation{string(seat), want})
	}
	g.said.check(t, 1, list)
}

// A scene is a parsed case: the position and the following phases.
type scene struct {
	Script
	put    []Put
	phases []*act
}

// An act is one phase of a scene: what everybody does, and what they must be told.
type act struct {
	rulings map[string]string
	dice    map[string][]int    // dice by label
	answers map[string][]string // answers by seat and, except for those of Sheets, kind of question: "Blue battle"
	wants   []expectation
}

type expectation struct{ seat, want string }

func newAct() *act {
	return &act{rulings: map[string]string{}, dice: map[string][]int{}, answers: map[string][]string{}}
}

// scene parses a case.
func (s Script) scene(t testing.TB, body string) *scene {
	t.Helper()
	now := newAct()
	out := &scene{Script: s, phases: []*act{now}}
	for text := range strings.Lines(body) {
		text, want, expects := strings.Cut(strings.TrimSpace(text), "###")
		text = strings.TrimSpace(text)
		word, rest, _ := strings.Cut(text, " ")
		switch {
		case text == "" && !expects || strings.HasPrefix(text, "#"):
		case text == "next":
			now = newAct()
			out.phases = append(out.phases, now)
		case word == "option":
			name, value, _ := strings.Cut(rest, "=")
			now.rulings[name] = value
		case word == "dice":
			label, dice := loadedDice(rest)
			now.dice[label] = append(now.dice[label], dice...)
		case slices.Contains(s.Put, word):
			out.put = append(out.put, Put{word, rest})
		default:
			who, answer, ok := strings.Cut(text, ":")
			if !ok {
				t.Fatalf("what is %q?", text)
			}
			if answer = strings.TrimSpace(answer); answer != "" {
				now.answers[who] = append(now.answers[who], answer)
			}
			if expects {
				seat, _, _ := strings.Cut(who, " ")
				now.wants = append(now.wants, expectation{seat, strings.TrimSpace(want)})
			}
		}
	}
	return out
}

// loadedDice parses a line such as "battle of Babylonia 6 1 2".
func loadedDice(text string) (label string, dice []int) {
	words := strings.Fields(text)
	for len(words) > 0 {
		d, err := strconv.Atoi(words[len(words)-1])
		if err != nil {
			break
		}
		dice, words = append([]int{d}, dice...), words[:len(words)-1]
	}
	return strings.Join(words, " "), dice
}

// play plays a case phase by phase.
func (s *scene) play(t *testing.T) {
	t.Helper()
	rulings := map[string]string{}
	var p adjudicator.Position
	for n, a := range s.phases {
		maps.Copy(rulings, a.rulings)
		g := &staged{Script: s.Script, t: t, act: a, said: knowledge{},
			luck: adjudicator.Luck{Secret: []byte(t.Name()), Phase: uint64(n + 1)}}
		if n == 0 {
			var told []adjudicator.EventRecord
			if p, told = s.Stage(t, s.put, rulings); told != nil {
				g.tell(p, told)
			}
		} else {
			s.Rules.Switch(p, maps.Clone(rulings))
		}
		p = g.play(p)
		for seat := range a.answers {
			t.Errorf("phase %d: %s was not asked", n+1, seat)
		}
		g.said.check(t, n+1, a.wants)
	}
}

// knowledge is what each seat was told and sees, as lines.
type knowledge map[string][]string

func (s knowledge) add(seat adjudicator.Seat, lines ...string) {
	s[string(seat)] = append(s[string(seat)], lines...)
}

// check compares what seats were told with what was wanted, and on failure prints everything that the seats concerned
// were told.
func (s knowledge) check(t *testing.T, phase int, wants []expectation) {
	t.Helper()
	missed := map[string][]string{}
	for _, w := range wants {
		want, not := strings.CutPrefix(w.want, "not ")
		parts := strings.Split(want, "...")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		fits := regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString
		seats := []string{w.seat}
		if w.seat == "all" {
			seats = slices.Sorted(maps.Keys(s))
		}
		for _, seat := range seats {
			if slices.ContainsFunc(s[seat], fits) == not {
				missed[seat] = append(missed[seat], w.want)
				break
			}
		}
	}
	for _, seat := range slices.Sorted(maps.Keys(missed)) {
		t.Errorf("phase %d, %s misses\n\t%s\nand has\n\t%s", phase, seat, strings.Join(missed[seat], "\n\t"),
			strings.Join(s[seat], "\n\t"))
	}
}

// A staged is a phase of a case that is being played.
type staged struct {
	Script
	t    testing.TB
	act  *act
	luck adjudicator.Luck
	said knowledge
}

// play plays a phase from the saved position, once again after each answer, and returns the position after it.
func (g *staged) play(before adjudicator.Position) adjudicator.Position {
	g.t.Helper()
	if before.Phase() == "" {
		g.t.Fatal("the game is over before the case is")
	}
	start, err := json.Marshal(before)
	if err != nil {
		g.t.Fatal(err)
	}
	var record adjudicator.Record
	var told []adjudicator.EventRecord
	for range 200 {
		p := g.Rules.Blank()
		if err := json.Unmarshal(start, p); err != nil {
			g.t.Fatal(err)
		}
		g.luck.Loaded = g.Loaded(g.t, g.act.dice)
		table := adjudicator.NewTable(g.luck, record)
		if err := table.Run(p); err != nil {
			g.t.Fatal(err)
		}
		told, record = append(told, table.News()...), table.Record()
		if table.Open() == nil {
			g.tell(p, told)
			return g.saved(p)
		}
		last := &record.Asked[len(record.Asked)-1]
		for i, req := range table.Open() {
			answer, heard := g.answer(p, req)
			if last.Answers[i] = answer; heard {
				last.Heard = append(last.Heard, req.Seat)
			}
		}
	}
	g.t.Fatal("the phase asks without an end")
	return nil
}

// saved returns a position after saving and loading it.
func (g *staged) saved(p adjudicator.Position) adjudicator.Position {
	out := g.Rules.Blank()
	text, err := json.Marshal(p)
	if err == nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		g.t.Fatal(err)
	}
	return out
}

// answer returns a seat's answer to a request, and whether the case has a line for it.
func (g *staged) answer(p adjudicator.Position, req adjudicator.Request) (string, bool) {
	g.t.Helper()
	view := p.View(req.Seat)
	g.said.add(req.Seat, "asked for "+req.Kind, "else: "+req.Default)
	for _, fixed := range []string{req.Filed, req.Default} {
		if fixed == "" {
			continue
		}
		if err := view.Check(req.Kind, fixed); err != nil {
			g.t.Errorf("%s has %q on file for %s: %v", req.Seat, fixed, req.Kind, err)
		}
		if r := view.Read(req.Kind, "", fixed); r.Answer != fixed || len(r.Faults()) > 0 {
			g.t.Errorf("%s has %q on file for %s, which is read as %+v", req.Seat, fixed, req.Kind, r)
		}
	}
	key := string(req.Seat)
	sheet := slices.Contains(g.Sheets, req.Kind)
	if !sheet {
		key += " " + req.Kind
	}
	text := g.act.answers[key]
	switch {
	case len(text) == 0 && req.Filed != "":
		return req.Filed, false
	case len(text) == 0:
		return req.Default, false
	case sheet || len(text) == 1:
		delete(g.act.answers, key)
	default:
		g.act.answers[key] = text[1:]
		text = text[:1]
	}
	r := view.Read(req.Kind, req.Filed, strings.Join(text, "\n"))
	g.said.add(req.Seat, inWords(r)...)
	if r.Answer == "" {
		return req.Default, true
	}
	if err := view.Check(req.Kind, r.Answer); err != nil {
		g.t.Errorf("%s: the answer %q is not in normal form: %v", req.Seat, r.Answer, err)
	}
	if again := view.Read(req.Kind, "", r.Answer); again.Answer != r.Answer || len(again.Faults()) > 0 {
		g.t.Errorf("%s: the answer %q is read as %+v", req.Seat, r.Answer, again)
	}
	return r.Answer, true
}

// inWords returns lines that tell a player how their words were read.
func inWords(r adjudicator.Reading) []string {
	var out []string
	for l := range strings.Lines(r.Answer) {
		out = append(out, "read: "+strings.TrimSpace(l))
	}
	for _, f := range r.Faults() {
		out = append(out, "refused: "+f.Line+": "+f.Text)
	}
	for _, n := range r.Notes {
		out = append(out, "note: "+n)
	}
	for _, m := range r.Missing {
		out = append(out, "missing: "+m)
	}
	return out
}

// tell adds what was told and is seen after the phase to everybody's knowledge: players, observers and the game
// master.
func (g *staged) tell(p adjudicator.Position, told []adjudicator.EventRecord) {
	for _, seat := range append([]adjudicator.Seat{adjudicator.GM, adjudicator.Observer}, g.Rules.Seats...) {
		sees := g.Sees(p, seat)
		if sees == nil {
			continue // the seat is vacant
		}
		for _, event := range told {
			if event.To.Has(seat) {
				g.said.add(seat, event.Kind+": "+Flat(event.Data))
			}
		}
		g.said.add(seat, sees...)
	}
}

// Flat returns an event's data in words: {"Seat":"Red","Talents":5} becomes "Seat Red, Talents 5".
func Flat(data json.RawMessage) string {
	return strings.NewReplacer(`"`, "", "{", "", "}", "", ":", " ", ", ", ", ", ",", ", ").Replace(string(data))
}
