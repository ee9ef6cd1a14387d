package deadman_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
)

// ruleFiles have the cases of the rules; the head of the first says how they are written.
var ruleFiles = []string{"testdata/rules.txt", "testdata/rules-asked.txt"}

func TestRules(t *testing.T) {
	for _, file := range ruleFiles {
		for name, body := range cases(t, file) {
			t.Run(name, func(t *testing.T) { parseCase(t, body).play(t, deadman.Rules) })
		}
	}
}

// TestDiplomacy plays those of testdata/diplomacy.txt, which are written alike.
func TestDiplomacy(t *testing.T) {
	for name, body := range cases(t, "testdata/diplomacy.txt") {
		t.Run(name, func(t *testing.T) { parseCase(t, body).play(t, deadman.Diplomacy) })
	}
}

// cases yields the cases of a file, which are separated by lines "== name".
func cases(t *testing.T, file string) func(yield func(name, body string) bool) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, all, _ := strings.Cut(string(text), "\n== ")
	return func(yield func(name, body string) bool) {
		for c := range strings.SplitSeq(all, "\n== ") {
			if name, body, _ := strings.Cut(c, "\n"); !yield(name, body) {
				return
			}
		}
	}
}

// Every rule has a case, here or among the twins, and so has another value of each option than its default.
func TestEveryRuleHasACase(t *testing.T) {
	cited, switched := map[string]bool{}, map[string]bool{}
	number, option := regexp.MustCompile(`DM-\d+`), regexp.MustCompile(`(?m)^option (\S+)=(\S+)`)
	for _, file := range append([]string{"testdata/twins.txt"}, ruleFiles...) {
		for name, body := range cases(t, file) {
			for _, n := range number.FindAllString(name, -1) {
				cited[n] = true
			}
			for _, o := range option.FindAllStringSubmatch(body, -1) {
				switched[o[1]+"="+o[2]] = true
			}
		}
	}
	const rules = 45
	for n := range rules {
		if number := fmt.Sprintf("DM-%d", n+1); !cited[number] {
			t.Errorf("%s has no case", number)
		}
	}
	for _, o := range deadman.Rules.Options {
		if !slices.ContainsFunc(o.Values[1:], func(v string) bool { return switched[o.Name+"="+v] }) {
			t.Errorf("option %s has no case with another value than %s", o.Name, o.Values[0])
		}
	}
}

// A scene is a case: a position and some seasons from there on.
type scene struct {
	phase   string
	units   []string
	centres map[string]string
	options map[string]string
	seasons []act
}

// An act is what everybody does in a season, and what they must be told.
type act struct {
	phase    string
	switches []string            // options before it, each with its value
	orders   map[string][]string // by power and, unless it is "orders", kind of question: "France retreats"
	wants    []expectation
}

type expectation struct {
	power string
	want  string
}

func parseCase(t *testing.T, body string) scene {
	t.Helper()
	s := scene{phase: "Fall 1902", centres: map[string]string{}, options: map[string]string{}}
	now := func() *act {
		if len(s.seasons) == 0 {
			s.seasons = append(s.seasons, act{phase: s.phase, orders: map[string][]string{}})
		}
		return &s.seasons[len(s.seasons)-1]
	}
	for line := range strings.Lines(body) {
		line, want, expects := strings.Cut(strings.TrimSpace(line), "###")
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		switch power, order, isOrder := strings.Cut(strings.TrimSpace(line), ":"); {
		case word == "" || word == "#":
		case word == "Spring" || word == "Fall" || word == "Winter":
			s.phase = word + " " + rest
			if len(s.seasons) > 0 {
				s.seasons = append(s.seasons, act{phase: s.phase, orders: map[string][]string{}})
			}
		case word == "units":
			for u := range strings.SplitSeq(rest, ",") {
				s.units = append(s.units, strings.TrimSpace(u))
			}
		case word == "centres":
			power, list, _ := strings.Cut(rest, " ")
			s.centres[power] = list
		case word == "option":
			name, value, _ := strings.Cut(rest, "=")
			if len(s.seasons) == 0 {
				s.options[name] = value
			} else {
				now().switches = append(now().switches, name, value)
			}
		case isOrder:
			a := now()
			if order = strings.TrimSpace(order); order != "" {
				a.orders[power] = append(a.orders[power], order)
			}
			if expects {
				name, _, _ := strings.Cut(power, " ")
				a.wants = append(a.wants, expectation{name, strings.TrimSpace(want)})
			}
		default:
			t.Fatalf("what is %q?", line)
		}
	}
	return s
}

func (s scene) play(t *testing.T, rules *adjudicator.Rules) {
	p := positionOf(t, rules, s.seasons[0].phase, s.units, s.centres, s.options)
	for _, a := range s.seasons {
		if p.Phase() != a.phase {
			t.Fatalf("it is %s now, not %s", p.Phase(), a.phase)
		}
		for o := range slices.Chunk(a.switches, 2) {
			s.options[o[0]] = o[1]
			p = withOptions(t, rules, p, s.options)
		}
		var got map[string][]string
		got, p = playSeason(t, rules, p, a.orders)
		for _, w := range a.wants {
			want, not := strings.CutPrefix(w.want, "not ")
			if slices.Contains(got[w.power], want) == not {
				t.Errorf("%s, %s: want %s\nhave:\n\t%s", a.phase, w.power, w.want, strings.Join(got[w.power], "\n\t"))
			}
		}
	}
}

// everybody returns the seats that may be told something.
func everybody() []adjudicator.Seat {
	return append([]adjudicator.Seat{adjudicator.GM, adjudicator.Observer}, deadman.Rules.Seats...)
}

// playSeason plays one season and returns, by power, what its reading, its report and its view after it say, a
// line each.
func playSeason(t testing.TB, rules *adjudicator.Rules, p adjudicator.Position, orders map[string][]string) (map[string][]string, adjudicator.Position) {
	t.Helper()
	got := map[string][]string{}
	played := phase(t, rules, p, func(v adjudicator.View, req adjudicator.Request) string {
		key := string(req.Seat)
		if req.Kind != "orders" {
			got[key] = append(got[key], "asked for "+req.Kind)
		}
		if req.Kind == "retreats" {
			key += " retreats"
			for _, h := range v.(deadman.View).Board {
				got[string(req.Seat)] = append(got[string(req.Seat)], fmt.Sprintf("sees %s with %s", h.Power, strings.Join(h.Units, ", ")))
			}
		}
		for line := range strings.Lines(req.Filed) {
			got[string(req.Seat)] = append(got[string(req.Seat)], "on file: "+strings.TrimSpace(line))
		}
		r := v.Read(req.Kind, req.Filed, strings.Join(orders[key], "\n"))
		got[string(req.Seat)] = append(got[string(req.Seat)], readingInWords(r)...)
		return r.Answer
	})
	for _, told := range played.told {
		for _, seat := range everybody() {
			if told.To.Has(seat) {
				got[string(seat)] = append(got[string(seat)], inWords(told.Event)...)
			}
		}
	}
	for _, seat := range deadman.Rules.Seats {
		got[string(seat)] = append(got[string(seat)], viewInWords(played.after.View(seat).(deadman.View))...)
	}
	return got, played.after
}

func readingInWords(r adjudicator.Reading) []string {
	var out []string
	for line := range strings.SplitSeq(r.Answer, "\n") {
		out = append(out, "read: "+line)
	}
	for _, f := range r.Faults() {
		out = append(out, "refused: "+f.Text)
	}
	for _, p := range r.Parts {
		if p.Fate == adjudicator.Talk || p.Fate == adjudicator.ToGM {
			out = append(out, string(p.Fate)+": "+p.Quote)
		}
	}
	for _, n := range r.Notes {
		out = append(out, "note: "+n)
	}
	for _, m := range r.Missing {
		out = append(out, "missing: "+m)
	}
	return out
}

func viewInWords(v deadman.View) []string {
	var out []string
	for _, k := range v.Known {
		out = append(out, strings.Join(strings.Fields(fmt.Sprintf("knows %s %s %s, %s", k.Space, k.Power, map[bool]string{true: "occupied", false: "empty"}[k.Occupied], k.Phase)), " "))
	}
	for _, u := range v.Starred {
		out = append(out, "starred "+u)
	}
	for _, u := range v.Dislodged {
		out = append(out, "must still retreat: "+u)
	}
	if v.Disorder {
		out = append(out, "in disorder")
	}
	return out
}

func inWords(e adjudicator.Event) []string {
	switch d := e.Data.(type) {
	case deadman.Report:
		return reportInWords(d)
	case deadman.Season:
		if e.Kind != "ledger" {
			return openInWords(d)
		}
		return ledgerInWords(d)
	case deadman.End:
		return endInWords(e.Kind, d)
	case deadman.NMR:
		return []string{"nmr: " + strings.Join(d.Powers, ", ")}
	case deadman.Disorder:
		var out []string
		for _, power := range d.Powers {
			out = append(out, fmt.Sprintf("disorder of %s after %d", power, d.Seasons))
		}
		return out
	case deadman.Warning:
		return []string{fmt.Sprintf("in disorder after %d", d.Seasons)}
	case deadman.Vote:
		return []string{"voted in vain for " + d.For}
	case deadman.Out:
		return []string{d.Power + " is out"}
	case deadman.Ahead:
		var out []string
		for _, f := range d.Faults {
			out = append(out, "ahead: "+f.Line+": "+f.Text)
		}
		return out
	}
	return []string{e.Kind}
}

func endInWords(kind string, e deadman.End) []string {
	words := map[string]string{"victory": "victory of " + e.Power, "conceded": "conceded to " + e.Power, "drawn": "drawn by " + strings.Join(e.Shared, ", ")}
	out := []string{words[kind], fmt.Sprintf("%d seasons disclosed", len(e.Seasons))}
	for _, p := range e.Places {
		out = append(out, fmt.Sprintf("place %d %s %d", p.Place, p.Power, p.Centres))
	}
	for _, c := range e.Charts {
		for _, r := range c.Rows {
			out = append(out, fmt.Sprintf("chart %s %v", r.Power, r.Centres))
		}
	}
	for _, s := range e.Seasons {
		out = append(out, ledgerInWords(s)...)
	}
	return out
}

func ledgerInWords(s deadman.Season) []string {
	var out []string
	for _, part := range s.Powers {
		if part.Silent {
			out = append(out, "silent: "+part.Power)
		}
		if part.Vote != "" {
			out = append(out, part.Power+" votes "+part.Vote)
		}
		for _, l := range part.Lines {
			out = append(out, strings.TrimSuffix(fmt.Sprintf("%s: %s by %s", part.Power, underlined(l), strings.Join(l.SeenBy, " ")), " by "))
		}
		out = append(out, fmt.Sprintf("%s has %s", part.Power, strings.Join(part.Units, ", ")), fmt.Sprintf("%s owns %s", part.Power, strings.Join(part.Centres, " ")))
	}
	return out
}

// openInWords returns what an open game tells everybody.
func openInWords(s deadman.Season) []string {
	var out []string
	for _, part := range s.Powers {
		if part.Silent {
			out = append(out, part.Power+" is silent")
		}
		for _, l := range part.Lines {
			out = append(out, strings.TrimSuffix(fmt.Sprintf("%s: %s: %s", part.Power, l.Text, l.Result), ": "))
		}
		for _, u := range part.Built {
			out = append(out, part.Power+" builds "+u)
		}
		for _, u := range part.Removed {
			out = append(out, part.Power+" removes "+u)
		}
		for _, l := range part.Lost {
			out = append(out, part.Power+": "+l.Unit+" retreats to "+orNowhere(l.To))
		}
		if y := part.Year; y != nil {
			for _, c := range y.Gained {
				out = append(out, part.Power+" +"+c)
			}
			for _, c := range y.Lost {
				out = append(out, part.Power+" -"+c)
			}
			out = append(out, fmt.Sprintf("%s: %d centres, builds %d, removals %d", part.Power, y.Centres, y.Builds, y.Removals))
		}
		if len(part.Units) > 0 {
			out = append(out, fmt.Sprintf("%s has %s", part.Power, strings.Join(part.Units, ", ")))
		}
	}
	for _, w := range s.Retreats {
		out = append(out, w.Unit+" must retreat to "+orNowhere(strings.Join(w.To, ", ")))
	}
	return out
}

func reportInWords(r deadman.Report) []string {
	var out []string
	if r.Silent {
		out = append(out, "silent")
	}
	if r.Limit > 0 {
		out = append(out, fmt.Sprintf("in disorder after %d", r.Limit))
	}
	for _, u := range r.Built {
		out = append(out, "built "+u)
	}
	for _, u := range r.Removed {
		out = append(out, "removed "+u)
	}
	for _, l := range r.Lines {
		out = append(out, underlined(l))
		if len(l.SeenBy) > 0 {
			out = append(out, "found by "+strings.Join(l.SeenBy, " "))
		}
	}
	for _, p := range r.Peeks {
		out = append(out, "PAS-"+p.Space+map[bool]string{true: "-Occupied", false: "-Empty"}[p.Occupied])
	}
	for _, l := range r.Lost {
		out = append(out, strings.TrimSpace("lost "+l.Unit+" to "+orNowhere(l.To)+" "+l.By))
		if l.Why != "" {
			out = append(out, "lost "+l.Unit+": "+l.Why)
		}
	}
	if y := r.Year; y != nil {
		for _, c := range y.Gained {
			out = append(out, "+"+c)
		}
		for _, c := range y.Lost {
			out = append(out, "-"+c)
		}
		out = append(out, fmt.Sprintf("%d centres, %d units, builds %d, removals %d", y.Centres, y.Units, y.Builds, y.Removals))
	}
	return out
}

// underlined returns a line as the cases have it.
func underlined(l deadman.Line) string {
	switch {
	case l.Failed:
		return "_" + l.Text + "_"
	case l.Spied != "" && len(l.Found) == 0:
		return l.Text + " [none]"
	case l.Spied != "":
		return l.Text + " [" + strings.Join(l.Found, ";") + "]"
	}
	return l.Text
}

func orNowhere(s string) string {
	if s == "" {
		return "nowhere"
	}
	return s
}
