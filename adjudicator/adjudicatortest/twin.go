package adjudicatortest

import (
	"encoding/json"
	"fmt"
	"strings"

	"deaddrop/adjudicator"
)

// twin also plays a phase from a position that the watcher can't distinguish from the original, with the same
// answers.
func (g *game) twin(saved []byte, asked []adjudicator.QuestionRecord) {
	g.t.Helper()
	if g.Twin == nil {
		return
	}
	p := g.Rules.Blank()
	if err := json.Unmarshal(saved, p); err != nil {
		g.t.Fatal(err)
	}
	watcher := g.Config.Seats[g.rand.IntN(len(g.Config.Seats))]
	other := g.Twin(p, watcher, g.rand)
	if other == nil {
		return
	}
	twin := marshal(g.t, other)
	var rec, again adjudicator.Record
	for n := 0; ; n++ {
		one, table := g.once(saved, rec)
		two, second := g.once(twin, again)
		if a, b := knows(g, one, table, watcher), knows(g, two, second, watcher); a != b {
			g.t.Fatalf("seed %x: %s can tell two positions of %s after %d questions:\n%s\nand\n%s\nof\n%s\nand\n%s",
				g.luck.Secret, watcher, p.Phase(), n, a, b, saved, twin)
		}
		if n == len(asked) {
			g.twins++
			return
		}
		rec, again = table.Record(), second.Record()
		if !g.likewise(two, second.Open(), asked[n]) {
			return
		}
		rec.Asked[n].Answers, again.Asked[n].Answers = asked[n].Answers, asked[n].Answers
	}
}

// likewise reports whether in a position the same seats are asked the same kinds of questions as in another, and can
// give the same answers.
func (g *game) likewise(p adjudicator.Position, open []adjudicator.Request, asked adjudicator.QuestionRecord) bool {
	if len(open) != len(asked.Requests) {
		return false
	}
	for i, req := range open {
		if was := asked.Requests[i]; was.Seat != req.Seat || was.Kind != req.Kind {
			return false
		}
		if r := p.View(req.Seat).Read(req.Kind, "", asked.Answers[i]); r.Answer != asked.Answers[i] ||
			len(r.Faults()) > 0 {
			return false
		}
	}
	return true
}

// knows returns everything that the rules reveal to a seat about a phase so far: what it is told and asked, who is
// asked aside, and its view and an observer's.
func knows(g *game, p adjudicator.Position, table *adjudicator.Table, seat adjudicator.Seat) string {
	var b strings.Builder
	for _, told := range table.Record().Told {
		if told.To.Has(seat) {
			fmt.Fprintf(&b, "%s %s\n", told.Kind, told.Data)
		}
	}
	for _, req := range table.Open() {
		switch {
		case req.Seat == seat:
			fmt.Fprintf(&b, "asked %+v\n", req)
		case req.Aside:
			fmt.Fprintf(&b, "%s is asked\n", req.Seat)
		}
	}
	for _, s := range []adjudicator.Seat{seat, adjudicator.Observer} {
		v := p.View(s)
		fmt.Fprintf(&b, "view %s\n", marshal(g.t, v))
		if c, ok := v.(adjudicator.Charted); ok {
			fmt.Fprintf(&b, "chart %s\n", marshal(g.t, c.Chart()))
		}
	}
	return b.String()
}
