package gm_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/intake"
	"deaddrop/gm/site"
	"deaddrop/templates"
)

// events reads an agenda as a calendar program does.
func events(t *testing.T, a templates.Agenda, now time.Time) (lines, uids []string) {
	t.Helper()
	cal, err := ical.NewDecoder(strings.NewReader(a.File(now))).Decode()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range cal.Events() {
		end, err := e.DateTimeEnd(time.UTC)
		summary, wrong := e.Props.Text(ical.PropSummary)
		uid, bad := e.Props.Text(ical.PropUID)
		if err != nil || wrong != nil || bad != nil {
			t.Fatal(err, wrong, bad)
		}
		lines, uids = append(lines, end.Format("2 Jan 15:04")+" "+summary), append(uids, uid)
	}
	return lines, uids
}

// The game master has the deadlines of all games, the next one first, under a name that stays when one moves. A player has only
// those of what they are asked, under the names that their letters give them.
func TestAgenda(t *testing.T) {
	tb := doubting(t, intake.TrustOpen)
	tb.start("g2", intake.TrustOpen)
	at := desk.At(tb.m, gm.ActOptions{})
	if err := at.Extend(t.Context(), tb.now, "g1", 24*time.Hour); err != nil {
		t.Fatal(err)
	}
	all := func(only ...string) templates.Agenda {
		t.Helper()
		a, err := site.AgendaOf(t.Context(), tb.m, only...)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	lines, uids := events(t, all(), tb.now)
	if want := []string{"4 Jan 12:00 g2: Move 1", "5 Jan 12:00 g1: Move 1"}; !slices.Equal(lines, want) {
		t.Errorf("the game master's are %q, not %q", lines, want)
	}
	if err := at.Extend(t.Context(), tb.now, "g1", -48*time.Hour); err != nil {
		t.Fatal(err)
	}
	if lines, moved := events(t, all("g1"), tb.now); len(moved) != 1 || moved[0] != uids[1] || lines[0] != "3 Jan 12:00 g1: Move 1" {
		t.Errorf("moved, it is %q under the name %q, which was %q", lines, moved, uids[1])
	}
	if err := at.Pause(t.Context(), tb.now, "g2"); err != nil {
		t.Fatal(err)
	}
	if lines, _ := events(t, all(), tb.now); len(lines) != 1 {
		t.Errorf("with a game that is paused: %q", lines)
	}
	tb.deliver()
	anns, err := site.AgendaFor(t.Context(), tb.m, "Ann@example.org")
	if err != nil {
		t.Fatal(err)
	}
	lines, uids = events(t, anns, tb.now)
	if !slices.Equal(lines, []string{"3 Jan 12:00 g1: Move 1, as X"}) {
		t.Errorf("ann's are %q", lines)
	}
	letters := ""
	for _, l := range tb.got[main] {
		for _, f := range l.Files {
			letters += f.Text
		}
	}
	if unfolded := regexp.MustCompile("\r\n ").ReplaceAllString(letters, ""); !strings.Contains(unfolded, "UID:"+uids[0]+"\r\n") {
		t.Errorf("%s is in none of her letters:\n%s", uids[0], unfolded)
	}
	bobs, err := site.AgendaFor(t.Context(), tb.m, "bob@example.org")
	if err != nil || len(bobs.Entries) > 0 {
		t.Errorf("bob, who is asked nothing, has %+v (%v)", bobs.Entries, err)
	}
	if _, err := site.AgendaFor(t.Context(), tb.m, "eve@example.org"); err == nil {
		t.Error("who plays nowhere has a calendar")
	}
}
