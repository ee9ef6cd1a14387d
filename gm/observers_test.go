package gm_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// watched returns a game that whoever asks may watch.
func watched(t *testing.T) *gm.Master {
	t.Helper()
	m := master(t, filepath.Join(t.TempDir(), "games.db"))
	plan := desk.Plan{Name: "t1", Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Desk: "gm@example.org", Clock: calendar.Clock{Every: 24 * time.Hour},
		Press: map[string]string{"observe": "mail"}, Players: []game.Player{{Seat: "X", Address: "x@example.org"}, {Seat: "O", Address: "o@example.org"}}}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	return m
}

// lettersTo returns what goes out until then to whom keep says.
func lettersTo(t *testing.T, m *gm.Master, until time.Time, keep func(string) bool) (out []letter.Letter) {
	t.Helper()
	for now := until.Add(-time.Minute); !now.After(until); now = now.Add(5 * time.Second) {
		deliver(t, m, now, func(l letter.Letter) {
			if keep(l.To) {
				out = append(out, l)
			}
		})
	}
	return out
}

// Players and deadlines are the same whether anybody watches or not, to the byte.
func TestObserversChangeNothing(t *testing.T) {
	play := func(observed bool) (letters []letter.Letter, deadlines []time.Time) {
		m := watched(t)
		defer m.Store.Close()
		ask := func(now time.Time, l letter.Letter) {
			t.Helper()
			if l.Proof = letter.Proved; l.From == "kim@example.net" && !observed {
				return
			}
			if err := reception.Receive(t.Context(), m, now, l); err != nil {
				t.Fatal(err)
			}
		}
		var got letter.Letter
		now := noon
		for i, l := range []letter.Letter{
			{From: "kim@example.net", Text: "OBSERVE t1"},
			{From: "kim@example.net", Text: "YES"},
			{From: "x@example.org", Subject: "[t1]", Text: "PRESS TO ALL\nHello.\nENDPRESS\n5\n"},
			{From: "kim@example.net", Text: "OBSERVE OFF"},
			{From: "o@example.org", Subject: "[t1]", Text: "1\n"},
		} {
			l.ID, l.InReplyTo = fmt.Sprintf("%d@test", i), got.ID
			ask(now, l)
			now = now.Add(time.Hour)
			for _, l := range lettersTo(t, m, now, func(string) bool { return true }) {
				if l.To == "kim@example.net" {
					got = l
				} else {
					letters = append(letters, l)
				}
			}
			o, err := inspect.OverviewOf(t.Context(), m, "t1")
			if err != nil {
				t.Fatal(err)
			}
			deadlines = append(deadlines, o.Deadline)
		}
		if (got.ID != "") != observed {
			t.Fatalf("the observer's last letter is %q", got.Text)
		}
		return letters, deadlines
	}
	want, when := play(false)
	have, then := play(true)
	if !slices.EqualFunc(want, have, func(a, b letter.Letter) bool { return fmt.Sprint(a) == fmt.Sprint(b) }) {
		t.Errorf("with an observer these letters go out:\n%v\n\nand without:\n%v", have, want)
	}
	if !slices.EqualFunc(when, then, time.Time.Equal) {
		t.Errorf("with an observer the deadlines are %v, and without %v", then, when)
	}
}

// Requests for letters in somebody else's name bring that address one a day at most, and none once nobody reads them.
func TestObserversAreNoAmplifier(t *testing.T) {
	m := watched(t)
	defer m.Store.Close()
	to := func(addr string) func(string) bool { return func(to string) bool { return to == addr } }
	for i := range 20 {
		l := letter.Letter{ID: fmt.Sprintf("%d@test", i), From: "eve@example.net", Text: "OBSERVE t1", Proof: letter.Proved}
		if err := reception.Receive(t.Context(), m, noon, l); err != nil {
			t.Fatal(err)
		}
	}
	now := noon.Add(time.Hour)
	if n := len(lettersTo(t, m, now, to("eve@example.net"))); n != 1 {
		t.Errorf("she gets %d letters", n)
	}
	at := desk.At(m, gm.ActOptions{})
	if err := at.Observer(t.Context(), now, "t1", reception.ListAdd, []string{"kim@example.net"}); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := at.Press(t.Context(), now, "t1", "ALL", fmt.Sprintf("Notice %d.", i)); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Hour)
		got := lettersTo(t, m, now, to("kim@example.net"))
		if len(got) == 0 {
			t.Fatal("he gets no letters")
		}
		l := got[len(got)-1]
		o, err := inspect.OverviewOf(t.Context(), m, "t1")
		if err != nil || !slices.ContainsFunc(o.Observers, func(o game.ObserverOverview) bool { return o.Address == l.To }) {
			t.Fatalf("after %d letters that came back he watches no more: %v", i, err)
		}
		back := letter.Letter{ID: fmt.Sprintf("back%d@test", i), From: "mailer-daemon@example.net", Machine: "a DSN",
			Report: &letter.Report{Failed: true, Status: "5.1.1", Recipient: l.To, Why: "nobody", OriginalID: l.ID}}
		if err := reception.Receive(t.Context(), m, now, back); err != nil {
			t.Fatal(err)
		}
	}
	if err := at.Press(t.Context(), now, "t1", "ALL", "Is anybody there?"); err != nil {
		t.Fatal(err)
	}
	if n := len(lettersTo(t, m, now.Add(time.Hour), to("kim@example.net"))); n != 0 {
		t.Errorf("an address that nobody reads gets %d letters more", n)
	}
	inbox, err := desk.Inbox(t.Context(), m)
	if err != nil || !slices.ContainsFunc(inbox, func(it game.Item) bool {
		return strings.Contains(it.Why, "kim@example.net no longer watches this game")
	}) {
		t.Errorf("the game master's inbox has %v, %v", inbox, err)
	}
}

// Somebody to whom an observer's letters were forwarded can't stop the observer from watching: a DSN counts only if
// it came to the secret address of the letter.
func TestForgedReturnsOfObservers(t *testing.T) {
	for forged, watches := range map[bool]bool{true: true, false: false} {
		m := watched(t)
		m.Plus = true
		at, now := desk.At(m, gm.ActOptions{}), noon
		if err := at.Observer(t.Context(), now, "t1", reception.ListAdd, []string{"kim@example.net"}); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			if err := at.Press(t.Context(), now, "t1", "ALL", fmt.Sprintf("Notice %d.", i)); err != nil {
				t.Fatal(err)
			}
			now = now.Add(time.Hour)
			got := lettersTo(t, m, now, func(to string) bool { return to == "kim@example.net" })
			back := letter.Letter{ID: fmt.Sprintf("back%d@test", i), From: "mailer-daemon@example.net", Machine: "a DSN",
				Report: &letter.Report{Failed: true, Status: "5.1.1", Recipient: "kim@example.net", Why: "nobody", OriginalID: got[len(got)-1].ID}}
			if local, _, _ := strings.Cut(got[len(got)-1].Return, "@"); !forged {
				_, back.Detail, _ = strings.Cut(local, "+")
			}
			if err := reception.Receive(t.Context(), m, now, back); err != nil {
				t.Fatal(err)
			}
		}
		o, err := inspect.OverviewOf(t.Context(), m, "t1")
		if err != nil || (len(o.Observers) > 0) != watches {
			t.Errorf("forged %t: the observers are %+v, %v", forged, o.Observers, err)
		}
		if err := m.Store.Close(); err != nil {
			t.Error(err)
		}
	}
}

// An observer's letter to the game master is passed on, no matter how many of their letters were answered the day
// before.
func TestObserversReachTheDesk(t *testing.T) {
	m := watched(t)
	defer m.Store.Close()
	if err := desk.At(m, gm.ActOptions{}).Observer(t.Context(), noon, "t1", reception.ListAdd, []string{"kim@example.net"}); err != nil {
		t.Fatal(err)
	}
	kims := lettersTo(t, m, noon.Add(time.Hour), func(to string) bool { return to == "kim@example.net" })
	if len(kims) != 1 {
		t.Fatalf("the observer has %d letters", len(kims))
	}
	now := noon.Add(2 * time.Hour)
	ask := func(id, text string) {
		t.Helper()
		l := letter.Letter{ID: id + "@test", From: "kim@example.net", InReplyTo: kims[0].ID, Text: text, Proof: letter.Proved}
		if err := reception.Receive(t.Context(), m, now, l); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 12 {
		ask(fmt.Sprint(i), "STATUS")
	}
	now = now.Add(26 * time.Hour)
	ask("late", "When will this end?")
	desk := lettersTo(t, m, now.Add(time.Hour), func(to string) bool { return to == "gm@example.org" })
	if !slices.ContainsFunc(desk, func(l letter.Letter) bool { return strings.Contains(l.Text, "When will this end?") }) {
		t.Errorf("the game master gets %d letters, and none of them has the observer's", len(desk))
	}
}
