package successors

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

// TestRules plays the cases of testdata/rules*.txt; the head of testdata/rules.txt says how they are written.
func TestRules(t *testing.T) {
	for name, body := range cases(t) {
		t.Run(name, func(t *testing.T) { sceneOf(t, body).play(t) })
	}
}

// cases are those of the files, which are parted by lines "== name".
func cases(t *testing.T) func(yield func(name, body string) bool) {
	t.Helper()
	files, err := filepath.Glob("testdata/rules*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no cases: ", err)
	}
	var list []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, some, ok := strings.Cut(string(text), "\n== "); ok {
			list = append(list, strings.Split(some, "\n== ")...)
		}
	}
	return func(yield func(name, body string) bool) {
		for _, c := range list {
			if name, body, _ := strings.Cut(c, "\n"); !yield(name, body) {
				return
			}
		}
	}
}

// Every rule has a case, and so has each value of each option, in a line of its own.
func TestEveryRuleHasACase(t *testing.T) {
	numbers, values, names := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for name, body := range cases(t) {
		if names[name] {
			t.Errorf("two cases are called %q", name)
		}
		names[name] = true
		for _, number := range regexp.MustCompile(`SU-\d+`).FindAllString(name, -1) {
			numbers[number] = true
		}
		for _, value := range regexp.MustCompile(`(?m)^option (\w+=\w+)`).FindAllStringSubmatch(body, -1) {
			values[value[1]] = true
		}
	}
	for n := range 24 {
		if number := fmt.Sprintf("SU-%d", n+1); !numbers[number] {
			t.Errorf("%s has no case", number)
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

// A scene is a case: a position and some phases from there on.
type scene struct {
	setup  bool // the start of a game, as it is set up, is a part of it
	put    []line
	phases []*act
}

// A line is a word of the case language with what stands behind it.
type line struct{ word, rest string }

// An act is what everybody does in a phase, and what they must be told.
type act struct {
	options []line
	dice    map[string][]int    // by label
	answers map[string][]string // by seat and, unless it is his sheet, kind of question: "Blue battle"
	wants   []expectation
}

type expectation struct{ seat, want string }

func newAct() *act { return &act{dice: map[string][]int{}, answers: map[string][]string{}} }

// putting are the words for what there is at the start of a case.
var putting = []string{"players", "turn", "mover", "board", "home", "talents", "chits", "standing", "allies", "captive", "marker", "pack", "draw", "choose"}

func sceneOf(t testing.TB, body string) *scene {
	t.Helper()
	s, now := &scene{}, newAct()
	s.phases = append(s.phases, now)
	for text := range strings.Lines(body) {
		text, want, expects := strings.Cut(strings.TrimSpace(text), "###")
		text = strings.TrimSpace(text)
		word, rest, _ := strings.Cut(text, " ")
		switch {
		case text == "" && !expects || strings.HasPrefix(text, "#"):
		case text == "setup":
			s.setup = true
		case text == "next":
			now = newAct()
			s.phases = append(s.phases, now)
		case word == "option":
			now.options = append(now.options, line{word, rest})
		case word == "dice":
			label, dice := loadedDice(t, rest)
			now.dice[label] = append(now.dice[label], dice...)
		case slices.Contains(putting, word):
			s.put = append(s.put, line{word, rest})
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
	return s
}

// loadedDice reads "battle of Babylonia 6 1 2".
func loadedDice(t testing.TB, text string) (label string, dice []int) {
	t.Helper()
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

func (s *scene) play(t *testing.T) {
	t.Helper()
	rulings := map[string]string{}
	p, said := s.position(t, rulings)
	for n, a := range s.phases {
		if n > 0 {
			a.rule(rulings)
			Rules.Switch(p, maps.Clone(rulings))
			said = knowledge{}
		}
		g := &game{t: t, act: a, luck: adjudicator.Luck{Secret: []byte(t.Name()), Phase: uint64(n + 1)}, said: said}
		p = g.play(p)
		for seat := range a.answers {
			t.Errorf("phase %d: %s was not asked", n+1, seat)
		}
		said.check(t, n+1, a.wants)
	}
}

func (a *act) rule(rulings map[string]string) {
	for _, o := range a.options {
		name, value, _ := strings.Cut(o.rest, "=")
		rulings[name] = value
	}
}

// knowledge is what each seat was told and sees, a line each.
type knowledge map[string][]string

func (s knowledge) add(seat adjudicator.Seat, lines ...string) {
	s[string(seat)] = append(s[string(seat)], lines...)
}

// check compares what was said with what had to be, and shows what each seat has that misses something.
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
		t.Errorf("phase %d, %s misses\n\t%s\nand has\n\t%s", phase, seat, strings.Join(missed[seat], "\n\t"), strings.Join(s[seat], "\n\t"))
	}
}

// A game is a phase while it is played.
type game struct {
	t    testing.TB
	act  *act
	luck adjudicator.Luck
	said knowledge
}

// play plays a phase from the saved position, again with each answer, and returns the position after it.
func (g *game) play(before *position) *position {
	g.t.Helper()
	if before.Phase() == "" {
		g.t.Fatal("the game is over before the case is")
	}
	start, err := json.Marshal(before)
	if err != nil {
		g.t.Fatal(err)
	}
	var record adjudicator.Record
	var told []adjudicator.Told
	for range 200 {
		p := Rules.Blank().(*position)
		if err := json.Unmarshal(start, p); err != nil {
			g.t.Fatal(err)
		}
		p.loaded = g.loaded()
		table := adjudicator.NewTable(g.luck, record)
		if err := table.Run(p); err != nil {
			g.t.Fatal(err)
		}
		told, record = append(told, table.News()...), table.Record()
		if table.Open() == nil {
			p.loaded = nil
			g.tell(p, told)
			return p
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

// loaded are the dice of the case; the event is one of which nothing comes, unless the case has dice for it.
func (g *game) loaded() func(string) int {
	left := map[string][]int{"event": nothingHappens()}
	for label, dice := range g.act.dice {
		left[label] = dice
	}
	return func(label string) int {
		g.t.Helper()
		if len(left[label]) == 0 {
			g.t.Fatalf("the case has no dice, or too few, for %q", label)
		}
		d := left[label][0]
		left[label] = left[label][1:]
		return d
	}
}

// nothingHappens are dice of an event without an effect.
func nothingHappens() []int {
	b := House()
	for n := 11; n <= 66; n++ {
		if c, ok := b.Odd[n]; ok && !slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Op != OpNone }) {
			return []int{1, n / 10, n % 10}
		}
	}
	panic("something happens with each throw")
}

// answer is what a seat answers, and whether he says anything.
func (g *game) answer(p *position, req adjudicator.Request) (string, bool) {
	g.t.Helper()
	view := p.View(req.Seat)
	g.said.add(req.Seat, "asked for "+req.Kind, "else: "+req.Default)
	for _, fixed := range []string{req.Filed, req.Default} {
		if r := view.Read(req.Kind, "", fixed); fixed != "" && (r.Answer != fixed || len(r.Faults) > 0) {
			g.t.Errorf("%s has %q on file for %s, which is read as %+v", req.Seat, fixed, req.Kind, r)
		}
	}
	key := string(req.Seat)
	sheet := slices.Contains([]string{"home", "turn", "standing"}, req.Kind)
	if !sheet {
		key += " " + req.Kind
	}
	text := g.act.answers[key]
	switch {
	case len(text) == 0:
		if req.Filed != "" {
			return req.Filed, false
		}
		return req.Default, false
	case sheet || len(text) == 1:
		delete(g.act.answers, key)
	default:
		g.act.answers[key] = text[1:]
		text = text[:1]
	}
	r := view.Read(req.Kind, req.Filed, strings.Join(text, "\n"))
	g.said.add(req.Seat, readingInWords(r)...)
	if r.Answer == "" {
		return req.Default, true
	}
	if again := view.Read(req.Kind, "", r.Answer); again.Answer != r.Answer || len(again.Faults) > 0 {
		g.t.Errorf("%s: the answer %q is read as %+v", req.Seat, r.Answer, again)
	}
	return r.Answer, true
}

func readingInWords(r adjudicator.Reading) []string {
	var out []string
	for l := range strings.Lines(r.Answer) {
		out = append(out, "read: "+strings.TrimSpace(l))
	}
	for _, f := range r.Faults {
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

// tell puts what was told and what is seen after the phase into words.
func (g *game) tell(p *position, told []adjudicator.Told) {
	seats := []adjudicator.Seat{adjudicator.GM, adjudicator.Observer}
	for _, s := range p.Secrets {
		seats = append(seats, adjudicator.Seat(s.Seat))
	}
	for _, event := range told {
		for _, seat := range seats {
			if event.To.Has(seat) {
				g.said.add(seat, event.Kind+": "+flat(event.Data))
			}
		}
	}
	for _, seat := range seats {
		g.said.add(seat, p.inWords()...)
	}
	for _, s := range p.Secrets {
		g.said.add(adjudicator.Seat(s.Seat), fmt.Sprintf("then chits %v", s.Hand))
	}
}

// flat is an event's data in words: {"Seat":"Red","Talents":5} is Seat Red, Talents 5.
func flat(data json.RawMessage) string {
	return strings.NewReplacer(`"`, "", "{", "", "}", "", ":", " ", ", ", ", ", ",", ", ").Replace(string(data))
}

// inWords is what stands on the board, a line for each area and each player.
func (p *position) inWords() []string {
	var out []string
	for a, h := range p.Areas {
		var stacks []string
		for _, k := range h.Stacks {
			words := []string{k.Side}
			for _, t := range Types {
				if n := k.Units[t]; n > 0 {
					words = append(words, fmt.Sprintf("%d %v", n, t))
				}
				if n := k.Hired[t]; n > 0 {
					words = append(words, fmt.Sprintf("(%d hired)", n))
				}
			}
			if p.leads(Area(a), k.Side) {
				words = append(words, "leader")
			}
			stacks = append(stacks, strings.Join(words, " "))
		}
		text := strings.Join(stacks, ", ")
		if text == "" {
			text = "empty"
		}
		if h.Unrest != "" {
			text += "; " + string(h.Unrest)
		}
		out = append(out, "then "+h.Area+": "+text)
	}
	for _, q := range p.Players {
		text := fmt.Sprintf("then %s: %d talents, leader in %s", q.Seat, q.Talents, q.Leader.At)
		switch {
		case q.Out:
			text = "then " + q.Seat + ": out"
		case q.Leader.Captor != "":
			text = fmt.Sprintf("then %s: %d talents, leader held by %s", q.Seat, q.Talents, q.Leader.Captor)
		}
		out = append(out, text)
		if q.Home != "" {
			out = append(out, "then home of "+q.Seat+": "+q.Home)
		}
		for _, ally := range q.Allies {
			out = append(out, "then "+q.Seat+" is allied with "+ally)
		}
	}
	return append(out, fmt.Sprintf("then %q", p.Phase()))
}
