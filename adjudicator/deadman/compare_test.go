package deadman_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/tier"
)

var (
	seasons    = flag.Int("deadman.seasons", tier.Pick(60, 400), "how many random seasons the model of knowledge is compared in")
	seasonSeed = flag.Uint64("deadman.seed", 1, "the first seed of the random seasons")
)

// Each power is told what it may know, and nothing else: in random seasons under random options, what the rules
// report is what the model says, line by line.
func TestKnowledge(t *testing.T) {
	n := *seasons
	kinds := map[string]int{}
	for seed := *seasonSeed; n > 0; seed++ {
		r := rand.New(rand.NewPCG(seed, 6))
		p := randomGame(t, r)
		for range 4 {
			if p.Phase() == "" || n == 0 {
				break
			}
			p = compareSeason(t, seed, p, r, kinds)
			n--
		}
	}
	for _, want := range []string{"bounced", "underlined support", "failed spy", "spy", "found", "star", "two stars", "peek", "retreat", "removed", "asked", "silent"} {
		if kinds[want] == 0 && *seasons >= 400 {
			t.Errorf("no %s in all seasons: they prove nothing of it", want)
		}
	}
	t.Log(kinds)
}

// randomGame begins at the start, or on a board full of units, with random options.
func randomGame(t *testing.T, r *rand.Rand) adjudicator.Position {
	t.Helper()
	options := adjudicatortest.DrawnOptions(deadman.Rules, r)
	p := position(t, "Spring 1901", nil, nil)
	if r.IntN(3) > 0 {
		b := diplomacy.Standard()
		w := randomWorld(b, r)
		slices.SortFunc(w.units, func(x, y string) int { // as a position has them
			x, y = x[strings.LastIndex(x, " ")+1:], y[strings.LastIndex(y, " ")+1:]
			return int(b.Lookup(strings.ToUpper(x))) - int(b.Lookup(strings.ToUpper(y)))
		})
		p = position(t, w.season, w.units, w.owners)
	}
	return withOptions(t, deadman.Rules, p, options)
}

func compareSeason(t *testing.T, seed uint64, p adjudicator.Position, r *rand.Rand, kinds map[string]int) adjudicator.Position {
	t.Helper()
	phase := p.Phase()
	asked := map[string][]string{}
	got := season(t, p, func(v adjudicator.View, req adjudicator.Request) string {
		if req.Kind == "retreats" {
			asked[string(req.Seat)] = v.(deadman.View).Dislodged
			kinds["asked"]++
		}
		words := randomOrders(v.(deadman.View), r)
		if r.IntN(5) > 0 && req.Kind == "orders" {
			words = schemes(v.(deadman.View), r)
		}
		if r.IntN(10) == 0 {
			return ""
		}
		return v.Read(req.Kind, "", words).Answer
	})
	may, mayAsk := knowledge(truthOf(p, got.record.Asked...))
	for _, told := range got.told {
		report, ok := told.Event.Data.(deadman.Report)
		if !ok {
			continue
		}
		have, want := strings.Join(reportInWords(report), "\n"), strings.Join(may[report.Power], "\n")
		if have != want {
			t.Fatalf("seed %d, %s, %s is told\n%s\nand may be told\n%s\nof this:\n%+v", seed, phase, report.Power, have, want, truthOf(p, got.record.Asked...))
		}
		tally(kinds, report)
		v := got.after.View(adjudicator.Seat(report.Power)).(deadman.View)
		if have, want := shown(v, phase), remembered(report); v.Phase != "" && !slices.Equal(have, want) {
			t.Fatalf("seed %d, %s, %s is shown\n%q\nand was told\n%q\nin %+v", seed, phase, report.Power, have, want, report)
		}
	}
	if fmt.Sprint(asked) != fmt.Sprint(mayAsk) {
		t.Fatalf("seed %d, %s: asked for retreats are %v, not %v", seed, phase, mayAsk, asked)
	}
	return got.after
}

// shown returns what a view has of a season: what its power found then, and which of its units were found.
func shown(v deadman.View, phase string) []string {
	out := slices.Clone(v.Starred)
	for _, k := range v.Known {
		if k.Phase == phase {
			out = append(out, fmt.Sprintf("%s %s %v", k.Space, k.Power, k.Occupied))
		}
	}
	slices.Sort(out)
	return out
}

var (
	starredHere = regexp.MustCompile(`^([AF]) ([^ -]+?)\*+`)
	starredGone = regexp.MustCompile(`^([AF]) \S+-(\S+?)\*+`)
)

// remembered returns the same, as told by the report of the season.
func remembered(r deadman.Report) []string {
	var out []string
	for _, l := range r.Lines {
		for _, form := range []*regexp.Regexp{starredHere, starredGone} {
			if m := form.FindStringSubmatch(l.Text); m != nil {
				out = append(out, m[1]+" "+m[2])
			}
		}
		for _, space := range l.Found {
			out = append(out, fmt.Sprintf("%s %s true", space, l.Text[strings.LastIndex(l.Text, " ")+1:]))
		}
	}
	for _, l := range r.Lost {
		if to := strings.TrimRight(l.To, "*"); to != l.To {
			out = append(out, l.Unit[:2]+to)
		}
	}
	for _, p := range r.Peeks {
		out = append(out, fmt.Sprintf("%s  %v", p.Space, p.Occupied))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func tally(kinds map[string]int, r deadman.Report) {
	for _, l := range r.Lines {
		for kind, is := range map[string]bool{
			"bounced": l.Failed && strings.Contains(l.Text, "-") && !strings.Contains(l.Text, " "+"S "), "underlined support": l.Failed && strings.Contains(l.Text, " S "),
			"failed spy": l.Failed && strings.Contains(l.Text, "Espionage"), "spy": l.Spied != "", "found": len(l.Found) > 0,
			"star": strings.Contains(l.Text, "*"), "two stars": strings.Contains(l.Text, "**"),
		} {
			if is {
				kinds[kind]++
			}
		}
	}
	kinds["peek"] += len(r.Peeks)
	for _, l := range r.Lost {
		if l.To == "" {
			kinds["removed"]++
		} else {
			kinds["retreat"]++
		}
	}
	if r.Silent {
		kinds["silent"]++
	}
}
