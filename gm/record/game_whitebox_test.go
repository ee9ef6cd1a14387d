package record

import (
	"testing"

	"deaddrop/adjudicator"
)

// A phase counts for who was waited for in it. It is missed when nothing came, and nothing was on file: neither ahead nor by
// standing orders. Whoever had a word to say in it has not missed it, whatever else they were asked.
func TestCounts(t *testing.T) {
	ask := func(heard bool, answer string, r adjudicator.Request) adjudicator.QuestionRecord {
		r.Seat, r.Default = "A", "pass"
		q := adjudicator.QuestionRecord{Requests: []adjudicator.Request{{Seat: "B", Default: "pass"}, r}, Answers: []string{"bid", answer}}
		if q.Heard = []adjudicator.Seat{"B"}; heard {
			q.Heard = append(q.Heard, "A")
		}
		return q
	}
	plain, stands := adjudicator.Request{}, adjudicator.Request{Stands: true}
	for what, c := range map[string]struct {
		asked  []adjudicator.QuestionRecord
		turns  int
		missed int
	}{
		"nothing came":                  {[]adjudicator.QuestionRecord{ask(false, "pass", plain)}, 1, 1},
		"the default came":              {[]adjudicator.QuestionRecord{ask(true, "pass", plain)}, 1, 0},
		"something was on file":         {[]adjudicator.QuestionRecord{ask(false, "bid", plain)}, 1, 0},
		"the default was filed ahead":   {[]adjudicator.QuestionRecord{ask(false, "pass", adjudicator.Request{Filed: "pass"})}, 1, 0},
		"nobody waited":                 {[]adjudicator.QuestionRecord{ask(false, "pass", stands)}, 0, 0},
		"one of two came":               {[]adjudicator.QuestionRecord{ask(false, "pass", plain), ask(true, "bid", plain)}, 1, 0},
		"one that nobody waited for":    {[]adjudicator.QuestionRecord{ask(false, "pass", plain), ask(false, "pass", stands)}, 1, 1},
		"nothing was asked of the seat": {nil, 0, 0},
	} {
		got := &Tenure{Address: "a@example.org"}
		if got.counts("A", c.asked); got.Asked != c.turns || got.Missed != c.missed {
			t.Errorf("%s: %d turns, %d missed; not %d and %d", what, got.Asked, got.Missed, c.turns, c.missed)
		}
		if nobody := new(Tenure); c.turns > 0 {
			if nobody.counts("A", c.asked); nobody.Asked > 0 {
				t.Errorf("%s: counted for an empty seat", what)
			}
		}
	}
}
