package gm_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/site"
)

var bid = regexp.MustCompile(`"(\d+)"`)

// Orders that an earlier version has filed in another form are converted once. What can't be read of them is in the
// log for the game master, and in no letter to players.
func TestRenewed(t *testing.T) {
	m := ofOld(t, `"Answer": "5"`, `"Answer": "05\n12"`)
	check := func() {
		t.Helper()
		if o, err := inspect.OverviewOf(t.Context(), m, "g1"); err != nil || o.Seats[0].Orders != "5" {
			t.Errorf("on file is %+v, %v", o.Seats, err)
		}
	}
	check()
	said := ""
	for i, text := range []string{"WAIT", "STATUS"} {
		l := letter.Letter{ID: fmt.Sprintf("%d@test", 20+i), From: "ann@example.org", Subject: "[g1.1]", Text: text, Proof: letter.Proved}
		if err := reception.Receive(t.Context(), m, noon, l); err != nil {
			t.Fatal(err)
		}
		deliver(t, m, noon, func(l letter.Letter) { said += l.Text })
		check()
		if is := logged(t, m, "g1", "rewrite"); len(is) != 1 || !strings.Contains(is[0], `X, square: "05; 12" is now "5".`) || !strings.Contains(is[0], "Not taken: 12: That is not the number of a free square.") {
			t.Errorf("the log has %q", is)
		}
	}
	if !strings.Contains(said, "ON FILE") || regexp.MustCompile(`rewrite|05|12 |That is not the number`).MatchString(said) {
		t.Errorf("players are told\n%s", said)
	}
}

// logged returns the entries of a game's log with a word in them.
func logged(t *testing.T, m *gm.Master, game, word string) (out []string) {
	t.Helper()
	for l, err := range inspect.LogOf(t.Context(), m, game, inspect.OnlyActs) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(l.Text, word) {
			out = append(out, l.Text)
		}
	}
	return out
}

// Phases that an earlier version has played, one that is half played and one that was taken back are played again
// with its answers in today's form.
func TestRenewedPhases(t *testing.T) {
	m := haggling(t, adjudicatortest.Haggle, calendar.Clock{Every: 72 * time.Hour})
	n := 0
	write := func(m *gm.Master, letters ...string) {
		t.Helper()
		for _, l := range letters {
			from, text, _ := strings.Cut(l, " ")
			n++
			l := letter.Letter{ID: fmt.Sprintf("%d@test", n), From: from + "@example.org", Subject: "[h1]", Text: text, Proof: letter.Proved}
			if err := reception.Receive(t.Context(), m, noon, l); err != nil {
				t.Fatal(err)
			}
			deliver(t, m, noon, func(letter.Letter) {})
		}
	}
	write(m, "ann 1", "bob 2", "ann 3", "bob pass", "bob 1", "cid 2", "bob WAIT\n3")
	if err := desk.At(m, gm.ActOptions{}).Rollback(t.Context(), noon, "h1", desk.Back{}); err != nil {
		t.Fatal(err)
	}
	old := older(t, m, "h1", func(answers string) string { return bid.ReplaceAllString(answers, `"+$1"`) })
	same := func(want string) {
		t.Helper()
		is, was := played(t, old, "h1", "Ann"), played(t, m, "h1", "Ann")
		if is != was || !strings.Contains(was, want) {
			t.Errorf("it is\n%s\nand not, with %q,\n%s", is, want, was)
		}
		if v, err := site.Verify(t.Context(), old, "h1"); err != nil || !v.Sound() {
			t.Errorf("it is verified as %+v, %v", v, err)
		}
	}
	same("Bob offer 1")
	for _, m := range []*gm.Master{m, old} {
		if err := desk.At(m, gm.ActOptions{}).Rollforward(t.Context(), noon, "h1"); err != nil {
			t.Fatal(err)
		}
	}
	same("Bob raise 3")
	head, _, _ := strings.Cut(exported(t, old, "h1"), `"Log"`)
	if strings.Contains(head, `"+`) || !strings.Contains(head, fmt.Sprintf(`"Record":{"Format":%d,`, adjudicator.Format)) {
		t.Errorf("it is saved as %s", head)
	}
	if is := logged(t, old, "h1", "rewrite"); len(is) != 2 || !strings.Contains(is[1], `Bob, raise: "+3" is now "3".`) || strings.Contains(is[1], "Not taken") {
		t.Errorf("the log has %q", is)
	}
	write(m, "bob READY", "cid pass")
	write(old, "bob READY", "cid pass")
	same("Cid offer")
}

// Deadman's rules never see orders in another form than today's, in the turn that is played, and in one that is told
// again.
func TestRenewedOrders(t *testing.T) {
	m := started(t)
	deadline := noon.Add(72 * time.Hour)
	write := func(m *gm.Master, now time.Time, text string) {
		t.Helper()
		l := letter.Letter{ID: text + "@test", From: "england@example.org", Subject: "[d1]", Text: text, Proof: letter.Proved}
		if err := reception.Receive(t.Context(), m, now, l); err != nil {
			t.Fatal(err)
		}
		deliver(t, m, now, func(letter.Letter) {})
	}
	write(m, noon, "F Lon-Nth R Lon, DB\nA Lvp-Yor\nALWAYS A Yor H R Edi")
	deliver(t, m, deadline, func(letter.Letter) {})
	write(m, deadline, "F Nth C A Yor-Nwy\nA Yor-Nwy")
	old := older(t, m, "d1", func(answer string) string { return strings.NewReplacer("-", " - ", " R ", " ret ").Replace(answer) })
	for _, m := range []*gm.Master{m, old} {
		deliver(t, m, deadline.Add(72*time.Hour), func(letter.Letter) {})
		if o, err := inspect.OverviewOf(t.Context(), m, "d1"); err != nil || o.Phase != "Spring 1902" {
			t.Errorf("it is %s, %s (%s), %v", o.Phase, o.State, o.Why, err)
		}
	}
	is, was := played(t, old, "d1", "England"), played(t, m, "d1", "England")
	if is != was || !strings.Contains(was, "A Yor-Nwy") || !strings.Contains(was, "F Lon-Nth") {
		t.Errorf("it is\n%s\nand not\n%s", is, was)
	}
}

// older returns the game with its answers as an earlier version might have saved them.
func older(t *testing.T, m *gm.Master, game string, saved func(answer string) string) *gm.Master {
	t.Helper()
	was := exported(t, m, game)
	file := regexp.MustCompile(`"Answers":\[[^]]*\]|"Answer":"[^"]*"`).ReplaceAllStringFunc(was, saved)
	if file == was {
		t.Fatalf("no answers are in\n%s", file)
	}
	file = strings.ReplaceAll(file, fmt.Sprintf(`"Format":%d,`, adjudicator.Format), "")
	old := master(t, filepath.Join(t.TempDir(), "old.db"))
	t.Cleanup(func() { _ = old.Store.Close() })
	if _, err := site.Import(t.Context(), old, []byte(file), "", false); err != nil {
		t.Fatal(err)
	}
	return old
}

func exported(t *testing.T, m *gm.Master, game string) string {
	t.Helper()
	var b bytes.Buffer
	if err := site.Export(t.Context(), m, game, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// played returns what has happened in a game, and what is on file in it now.
func played(t *testing.T, m *gm.Master, game, seat string) string {
	t.Helper()
	text, _, err := inspect.HistoryOf(t.Context(), m, noon, game, seat, "", "")
	if err != nil {
		t.Fatal(err)
	}
	orders, err := inspect.OrdersOf(t.Context(), m, game, "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range orders {
		text += fmt.Sprintf("\n%s %s %s (%s) %v", o.Seat, o.Kind, o.Orders, o.Default, o.Missing)
	}
	return text
}
