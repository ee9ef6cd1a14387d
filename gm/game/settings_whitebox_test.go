package game

import (
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm/calendar"
)

// Each kind of question has its time, what is small has less, and of several kinds the longest counts.
func TestDeadlineOfKinds(t *testing.T) {
	c := calendar.Clock{Every: 72 * time.Hour, Short: 24 * time.Hour, Kinds: map[string]calendar.Pace{"builds": {Every: 48 * time.Hour, At: "20:00"}, "bid": {Every: time.Hour}}}
	const onPaper = "Mon 2006-01-02 15:04 MST"
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	for want, open := range map[string][]*Question{
		"Fri 2030-01-04 12:00 UTC": {{Kind: "orders"}, {Kind: "retreats", Short: true}, {Kind: "builds"}},
		"Wed 2030-01-02 12:00 UTC": {{Kind: "retreats", Short: true}, {Kind: "bid", Short: true}},
		"Thu 2030-01-03 20:00 UTC": {{Kind: "builds"}, {Kind: "bid"}},
		"Tue 2030-01-01 13:00 UTC": {{Kind: "bid", Short: true}},
	} {
		if got := (&Game{Timing: Timing{Clock: c}, Turn: Turn{Open: open}}).NextDeadline(now).Format(onPaper); got != want {
			t.Errorf("%v: %s, want %s", open, got, want)
		}
	}
}

// Undoing a change of a clock restores it, setting by setting.
func TestWordsBack(t *testing.T) {
	was := calendar.Clock{Every: 72 * time.Hour, Ends: calendar.AtDeadline, At: "20:00", Kinds: map[string]calendar.Pace{"builds": {Every: time.Hour}}, Off: []string{"2026-12-24", "2026-12-25"}}
	is := calendar.Clock{Every: 48 * time.Hour, Ends: calendar.AtDeadline, Grace: time.Hour, Days: "Mon", Kinds: map[string]calendar.Pace{"retreats": {Every: time.Hour, At: "08:00"}}}
	want := []string{"--every", "72h", "--at", "20:00", "--grace", "0s", "--days", "all", "--off", "2026-12-24..2026-12-25", "--kind", "builds=1h", "--kind", "retreats=none"}
	if got := WordsBack(is, was); !slices.Equal(got, want) {
		t.Errorf("it is taken back by\n%q, want\n%q", got, want)
	}
	later, now := Differing(was, is)
	if got := strings.Join(now, "; "); got != "late players get this much more time: 1 hour" {
		t.Errorf("the players are told of what counts at once: %s", got)
	}
	if got := strings.Join(later, "; "); got != "a turn lasts 2 days (it was 3 days); deadlines are at no set time "+
		"of day (it was 20:00); deadlines fall only on Mon; no dates are without a deadline (it was "+
		"2026-12-24..2026-12-25); for retreats there is 1 hour, until 08:00; for builds there is as long as for "+
		"others (it was 1 hour)" {
		t.Errorf("the players are told: %s", got)
	}
}
