package decatur

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// TestRules plays the cases of testdata/rules*.txt; the head of rules.txt says how they are written.
func TestRules(t *testing.T) {
	for name, body := range adjudicatortest.Cases(t, caseFile) {
		t.Run(name, func(t *testing.T) {
			s := sceneOf(t, body)
			if s.play(t, 0); !s.anyLuck {
				return
			}
			for n := range 20 {
				sceneOf(t, body).play(t, n+1)
			}
		})
	}
}

const caseFile = "testdata/rules*.txt"

// Every rule has a case, and so has each value of each option, in a line of its own.
func TestEveryRuleHasACase(t *testing.T) {
	adjudicatortest.EachRule(t, caseFile, "DC", 36, options)
}

// A scene is a case: a position and some phases from there on.
type scene struct {
	setup   bool   // whether the set-up of the game is a part of the case
	order   string // of play, as lots have it then; "": any
	anyLuck bool   // the case holds whatever the dice and the lots are
	put     []line
	phases  []*act
}

// A line is a word of the case language with what stands behind it.
type line struct{ word, rest string }

// An act is what everybody does in a phase, and what they must be told.
type act struct {
	switches []line
	luck     fortune
	answers  map[string][]string // by seat and, unless it is his sheet, kind of question: "Blue bid"
	wants    []expectation
}

type expectation struct{ seat, want string }

// putting are the words for what there is at the start of a case.
var putting = []string{"players", "board", "hand", "in play", "standing", "deck", "discards", "interval", "round", "clock", "cup",
	"open", "dealt", "restructured"}

func sceneOf(t *testing.T, body string) scene {
	t.Helper()
	var s scene
	now := &act{answers: map[string][]string{}}
	s.phases = append(s.phases, now)
	for text := range strings.Lines(body) {
		text, want, expects := strings.Cut(strings.TrimSpace(text), "###")
		text = strings.TrimSpace(text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		if text == "any luck" {
			s.anyLuck = true
			continue
		}
		if order, ok := strings.CutPrefix(text, "setup"); ok {
			s.setup, s.order = true, strings.TrimSpace(order)
			continue
		}
		if text == "next" {
			now = &act{answers: map[string][]string{}}
			s.phases = append(s.phases, now)
			continue
		}
		if i := slices.IndexFunc(putting, func(w string) bool { return strings.HasPrefix(text, w+" ") }); i >= 0 {
			s.put = append(s.put, line{putting[i], strings.TrimSpace(text[len(putting[i]):])})
			continue
		}
		word, rest, _ := strings.Cut(text, " ")
		switch word {
		case "option":
			now.switches = append(now.switches, line{"option", rest})
			continue
		case "dice", "first":
			now.luck.want(t, word, rest)
			continue
		}
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
	return s
}

// play plays a case: each phase with the first secret from that number on whose luck is what the case wants.
func (s scene) play(t *testing.T, secret int) {
	t.Helper()
	rulings := map[string]string{}
	said := knowledge{}
	p := s.position(t, rulings, secret, said)
	for n, a := range s.phases {
		if n > 0 {
			a.rule(rulings)
			Rules.Switch(p, rulings)
			said = map[string][]string{}
		}
		p = a.play(t, p, adjudicator.Luck{Secret: fmt.Append(nil, secret), Phase: uint64(n + 1)}, said)
		for seat, kind := range a.answers {
			t.Errorf("phase %d: %s was not asked: %q", n+1, seat, kind)
		}
		said.check(t, n+1, a.wants)
	}
}

// rule puts the rulings of an act over those before.
func (a *act) rule(rulings map[string]string) {
	for _, o := range a.switches {
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
		have := slices.DeleteFunc(slices.Clone(s[seat]), func(l string) bool { return strings.HasPrefix(l, "then ") && strings.HasSuffix(l, " empty") })
		t.Errorf("phase %d, %s misses\n\t%s\nand has\n\t%s", phase, seat, strings.Join(missed[seat], "\n\t"), strings.Join(have, "\n\t"))
	}
}

// play plays a phase and returns the position after it. Answers that were asked for are taken away.
func (a *act) play(t *testing.T, p *position, luck adjudicator.Luck, s knowledge) *position {
	t.Helper()
	if p.Phase() == "" {
		t.Fatal("the game is over before the case is")
	}
	start, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 20_000 {
		luck := luck
		luck.Secret = fmt.Append(luck.Secret, " ", n)
		if !a.luck.fits(adjudicator.NewTable(luck, adjudicator.Record{}), p) {
			continue
		}
		g := game{t: t, act: a, start: start, luck: luck, answers: map[string][]string{}, said: knowledge{}}
		for key, list := range a.answers {
			g.answers[key] = list
		}
		after, first := g.play()
		if a.luck.first != "" && first != a.luck.first {
			continue
		}
		for seat, lines := range s {
			g.said[seat] = append(slices.Clone(lines), g.said[seat]...)
		}
		clear(s)
		for seat, lines := range g.said {
			s[seat] = lines
		}
		a.answers = g.answers
		sound(t, p, after)
		return after
	}
	t.Fatal("no luck is as the case wants it")
	return nil
}

// A game is one way to play a phase.
type game struct {
	t       *testing.T
	act     *act
	start   []byte
	luck    adjudicator.Luck
	answers map[string][]string // that are not asked for yet
	said    knowledge
}

// play returns the position after the phase, and who was drawn as first player in it.
func (g *game) play() (*position, string) {
	g.t.Helper()
	var record adjudicator.Record
	var told []adjudicator.EventRecord
	for range 200 {
		p := g.loaded()
		table := adjudicator.NewTable(g.luck, record)
		if err := table.Run(p); err != nil {
			g.t.Fatal(err)
		}
		told, record = append(told, table.News()...), table.Record()
		if table.Open() == nil {
			return p, g.tell(p, told)
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
	return nil, ""
}

func (g *game) loaded() *position {
	g.t.Helper()
	p := Rules.Blank().(*position)
	if err := json.Unmarshal(g.start, p); err != nil {
		g.t.Fatal(err)
	}
	return p
}

// answer returns what a seat answers, and whether it says anything.
func (g *game) answer(p *position, req adjudicator.Request) (string, bool) {
	g.t.Helper()
	view := p.View(req.Seat)
	g.said.add(req.Seat, askedInWords(view.(View), req)...)
	for _, fixed := range []string{req.Filed, req.Default} {
		if r := view.Read(req.Kind, "", fixed); fixed != "" && (r.Answer != fixed || len(r.Faults()) > 0) {
			g.t.Errorf("%s has %q on file for %s, which is read as %+v", req.Seat, fixed, req.Kind, r)
		}
	}
	key := string(req.Seat)
	sheet := req.Kind == "round" || req.Kind == "turn"
	if !sheet {
		key += " " + req.Kind
	}
	text := g.answers[key]
	switch {
	case len(text) == 0:
		if req.Filed != "" {
			return req.Filed, false
		}
		return req.Default, false
	case sheet || len(text) == 1:
		delete(g.answers, key)
	default:
		g.answers[key] = text[1:]
		text = text[:1]
	}
	r := view.Read(req.Kind, req.Filed, strings.Join(text, "\n"))
	g.said.add(req.Seat, readingInWords(r)...)
	if r.Answer != "" {
		if again := view.Read(req.Kind, "", r.Answer); again.Answer != r.Answer || len(again.Faults()) > 0 {
			g.t.Errorf("%s: the answer %q is read as %+v", req.Seat, r.Answer, again)
		}
		return r.Answer, true
	}
	return req.Default, true
}

// tell puts what was told and what is seen after the phase into words, and returns who was drawn as first player.
func (g *game) tell(p *position, told []adjudicator.EventRecord) string {
	first := ""
	seats := []adjudicator.Seat{adjudicator.GM, adjudicator.Observer}
	for _, player := range p.Players {
		seats = append(seats, adjudicator.Seat(player.Seat))
	}
	for _, event := range told {
		if d, ok := event.Event.Data.(dealt); ok {
			first = d.First
		}
		for _, seat := range seats {
			if event.To.Has(seat) {
				g.said.add(seat, inWords(event.Event)...)
			}
		}
	}
	for _, seat := range seats {
		g.said.add(seat, viewInWords(p.View(seat))...)
	}
	return first
}
