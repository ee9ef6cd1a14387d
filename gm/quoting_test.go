package gm_test

import (
	"strings"
	"testing"
	"time"

	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// An order form that somebody has put into their press is no order of a reader who quotes it in an answer, and does
// not stand before the reader's own.
func TestFormInPress(t *testing.T) {
	m := started(t)
	mail := map[string]letter.Letter{} // the last to each address
	keep := func(l letter.Letter) { mail[l.To] = l }
	send := func(now time.Time, id, from, subject, text string) {
		t.Helper()
		if err := reception.Receive(t.Context(), m, now, letter.Letter{ID: id, From: from, Subject: subject, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	quoted := func(l letter.Letter) string { return "> " + strings.ReplaceAll(l.Text, "\n", "\n> ") }
	form := func(number string) string {
		head := "ORDER FORM [d1." + number + "] France, revision 0\n"
		return "Look at that:\n" + head + "A Par - Pic\nEND OF FORM\n" +
			strings.Repeat("x", 70) + " " + head + "A Par - Gas" // a line that is broken just before it
	}
	orders := func() string {
		t.Helper()
		o, err := inspect.OverviewOf(t.Context(), m, "d1")
		if err != nil {
			t.Fatal(err)
		}
		return o.Seats[2].Orders
	}

	deliver(t, m, noon, keep)
	send(noon, "1", "italy@example.org", "[d1.1]", "PRESS TO France\n"+form("1")+"\nENDPRESS\nPRESS TO ALL\n"+form("2")+"\nENDPRESS")
	deliver(t, m, noon, keep)
	press := mail["france@example.org"]
	send(noon, "2", "france@example.org", "Re: "+press.Subject, "PRESS TO Italy\nNo.\nENDPRESS\n\n"+quoted(press))
	if got := orders(); got != "" || !strings.Contains(press.Text, "A Par - Pic") {
		t.Errorf("press has filed %q:\n%s", got, press.Text)
	}

	later := noon.Add(73 * time.Hour)
	deliver(t, m, later, keep)
	report := mail["france@example.org"]
	send(later, "3", "france@example.org", "Re: "+report.Subject, strings.Replace(quoted(report), ">   A Par -\n", ">   A Par - Bur\n", 1))
	if got := orders(); got != "A Par-Bur" {
		t.Errorf("on file is %q, from:\n%s", got, report.Text)
	}
}
