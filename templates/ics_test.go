package templates_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/emersion/go-ical"

	"deaddrop/templates"
)

// A deadline is read by another's parser as it was meant: in UTC, with what people write escaped, in lines that are not too
// long. A question that is no longer asked is cancelled.
func TestCalendar(t *testing.T) {
	set, err := templates.New(fstest.MapFS{"own.tmpl": {Data: []byte(`{{define "deadman wants orders"}}your ` + strings.Repeat("Ünruly; ", 20) + `order\s for {{.Phase}},{{end}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	zone := time.FixedZone("CET", 3600)
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, zone)
	page := templates.Page{Game: "dm1", Rules: "deadman", Title: "Deadman", Seat: "France", Phase: "Fall 1902", Now: now, Ask: &templates.Ask{Kind: "orders", Number: 3}}
	text, err := set.Calendar(page, templates.Date{UID: "dm1.2.x@example.org", Deadline: now.Add(time.Hour), Gone: true, Past: true},
		templates.Date{UID: "dm1.3.x@example.org", Deadline: now.Add(72 * time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("a line of %d bytes: %q", len(line), line)
		}
	}
	cal, err := ical.NewDecoder(strings.NewReader(text)).Decode()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	events := cal.Events()
	if method := cal.Props.Get(ical.PropMethod); len(events) != 2 || method == nil || method.Value != "PUBLISH" {
		t.Fatalf("%d events in\n%s", len(events), text)
	}
	gone, is := events[0], events[1]
	if status, err := gone.Status(); err != nil || status != ical.EventCancelled || len(gone.Children) != 0 {
		t.Errorf("the question that is gone: %v, %v", status, err)
	}
	if status, err := is.Status(); err != nil || status != ical.EventConfirmed || len(is.Children) != 2 {
		t.Errorf("the question that is asked: %v, %v, %d alarms", status, err, len(is.Children))
	}
	end, err := is.DateTimeEnd(time.UTC)
	if want := time.Date(2030, 1, 4, 11, 0, 0, 0, time.UTC); err != nil || !end.Equal(want) {
		t.Errorf("it ends at %v (%v), not at %v", end, err, want)
	}
	summary, err := is.Props.Text(ical.PropSummary)
	if want := "dm1: your " + strings.Repeat("Ünruly; ", 20) + `order\s for Fall 1902`; err != nil || summary != want {
		t.Errorf("it is called %q (%v)", summary, err)
	}
	uid, err := is.Props.Text(ical.PropUID)
	if err != nil || uid != "dm1.3.x@example.org" {
		t.Errorf("its UID is %q (%v)", uid, err)
	}
	again := page
	again.Now = now.Add(time.Minute)
	later, err := set.Calendar(again, templates.Date{UID: "dm1.3.x@example.org", Deadline: now.Add(80 * time.Hour)})
	if err != nil || sequence(t, later, 0) <= sequence(t, text, 1) {
		t.Errorf("a later letter does not take the place of an earlier one (%v):\n%s", err, later)
	}
}

func sequence(t *testing.T, text string, event int) int {
	t.Helper()
	cal, err := ical.NewDecoder(strings.NewReader(text)).Decode()
	if err != nil {
		t.Fatal(err)
	}
	events := cal.Events()
	n, err := events[event].Props.Get(ical.PropSequence).Int()
	if err != nil {
		t.Fatal(err)
	}
	return n
}
