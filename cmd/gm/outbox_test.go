package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/outbox"
	"deaddrop/gm/towntest"
)

// A letter that its server refuses is seen in the outbox, can be sent again once the server takes it, and one can be
// dropped before it goes out.
func TestOutbox(t *testing.T) {
	t.Parallel()
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia") // Turkey has no mailbox
	newGame(t, w)
	list := func() string { t.Helper(); return mustRun(t, "-c", w.Config, "outbox") }
	if out := list(); strings.Count(out, "not tried yet, goes out as soon as gm serve runs\n") != 8 || !strings.Contains(out, "  to france@"+towntest.Domain+": [d1") {
		t.Fatalf("before the service runs:\n%s", out)
	}
	number := func(to string) string {
		t.Helper()
		first := ""
		for line := range strings.Lines(list()) {
			if strings.HasPrefix(line, "  to "+to+"@") {
				return strings.Fields(first)[1]
			}
			first = line
		}
		t.Fatalf("no letter to %s in the outbox:\n%s", to, list())
		return ""
	}
	if out := mustRun(t, "-c", w.Config, "outbox", "drop", "d1", number("italy")); !strings.Contains(out, ": dropped (was to be sent)") {
		t.Errorf("drop prints:\n%s", out)
	}
	for want, args := range map[string][]string{
		"no letter 999 that waits":    {"retry", "d1", "999"},
		`d9 has no letter 1`:          {"drop", "d9", "1"},
		`"first" is no letter's numb`: {"drop", "d1", "first"},
	} {
		out, complaint, err := gmRun(t, append([]string{"-c", w.Config, "outbox"}, args...)...)
		if err == nil || !strings.Contains(complaint, want) {
			t.Errorf("gm outbox %v: %v\n%s%s", args, err, out, complaint)
		}
	}
	startServing(t, w)
	await := func(what string, ok func(list string) bool) {
		t.Helper()
		out := ""
		for range 6000 {
			if out = list(); ok(out) {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatalf("%s; the outbox has:\n%s", what, out)
	}
	await("Turkey's letter is not given up", func(out string) bool {
		return strings.Contains(out, "failed  tried once, given up\n  to turkey@"+towntest.Domain) && !strings.Contains(out, "to italy")
	})
	if err := w.Office.Add("turkey", "secret"); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "-c", w.Config, "outbox", "retry", "d1", number("turkey"))
	await("Turkey's letter is not sent", func(out string) bool { return out == "Every letter has been sent.\n" })
}

// The list says what each letter waits for, and what can be done, with a service and without.
func TestOutboxSaysWhatToDo(t *testing.T) {
	now := time.Date(2030, 1, 2, 3, 4, 0, 0, time.UTC)
	letters := []outbox.Unsent{
		{Game: "d1", Number: 1, To: "ann@x.org", Subject: "one", State: "ready", Next: now},
		{Game: "d1", Number: 2, To: "ann@x.org", Subject: "two", State: "sending", Tries: 1, Next: now.Add(time.Second)},
		{Game: "d1", Number: 3, To: "ann@x.org", Subject: "three", State: "ready", Tries: 2, Next: now.Add(time.Hour), Error: "busy"},
		{Game: "d1", Number: 4, To: "bob@x.org", Subject: "four", State: "waits", Next: now.Add(time.Hour), Error: "they come back"},
		{Game: "d1", Number: 5, To: "cyd@x.org", Subject: "five", State: "failed", Tries: 1, Error: "550"},
	}
	next := now.Add(time.Hour).Format("Mon 2 Jan 15:04 MST")
	list := func(d *console, letters ...outbox.Unsent) string {
		var b strings.Builder
		d.now = func() time.Time { return now }
		d.printOutbox(&b, letters, nil)
		return b.String()
	}
	want := `d1 1  ready  not tried yet, goes out now
  to ann@x.org: one
d1 2  sending  tried once, in hand now
  to ann@x.org: two
d1 3  ready  tried 2 times, next ` + next + `
  to ann@x.org: three
  busy
d1 4  waits: letters to that address come back
  to bob@x.org: four
d1 5  failed  tried once, given up
  to cyd@x.org: five
  550

gm outbox retry all sends what is waiting to be sent again, for example after you have corrected a password.
Letters wait for addresses from which others have come back. They are sent when a letter comes from that address, or when gm seat gives the seat that address again or another one.
`
	if got := list(&console{master: new(gm.Master)}, letters...); got != want {
		t.Errorf("beside a service it prints\n%s\nwant\n%s", got, want)
	}
	got := list(&console{}, letters...)
	for _, want := range []string{"not tried yet, goes out as soon as gm serve runs\n", "tried once, goes out as soon as gm serve runs\n", "\n\ngm serve is not running, so nothing goes out until it is.\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("without a service it does not print %q:\n%s", want, got)
		}
	}
	if got := list(&console{}, letters[4]); strings.Contains(got, "\n\n") {
		t.Errorf("where there is nothing to do it prints\n%s", got)
	}
}

// After a password has been corrected, one command sends all letters that waited, also those that the sender held
// back.
func TestRetryAll(t *testing.T) {
	t.Parallel()
	w := towntest.New(t, "austria", "england", "france", "germany", "italy", "russia", "turkey")
	text, err := os.ReadFile(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	smtp := filepath.Join(filepath.Dir(w.Config), "smtp-password")
	change := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	change(w.Config, strings.Replace(string(text), `password = "secret"`, `password_file = "smtp-password"`, 1))
	change(smtp, "wrong\n")
	newGame(t, w)
	if out := mustRun(t, "-c", w.Config, "outbox", "retry", "all"); !strings.HasSuffix(out, "\nNo letter is "+
		"waiting to be sent again.\n") {
		t.Errorf("before any attempt: %s", out)
	}
	startServing(t, w)
	await := func(what string, ok func(list string) bool) {
		t.Helper()
		out := ""
		for range 6000 {
			if out = mustRun(t, "-c", w.Config, "outbox"); ok(out) {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatalf("%s; the outbox has:\n%s", what, out)
	}
	await("the login is not refused", func(out string) bool {
		return strings.Contains(out, "the mail server refuses our login: 535") && strings.Contains(out, "all mail is held back for") &&
			strings.Contains(out, "gm outbox retry all") && !strings.Contains(out, "goes out now") && !strings.Contains(out, "in hand now")
	})
	change(smtp, "secret\n")
	// On a slow machine the hold may be over by now, and one letter already being sent, which no longer counts as
	// waiting.
	if out := mustRun(t, "-c", w.Config, "outbox", "retry", "all"); !strings.Contains(out, "\n8 letters go out now; ") && !strings.Contains(out, "\n7 letters go out now; ") {
		t.Errorf("retry all prints %s", out)
	}
	await("not all went out", func(out string) bool { return out == "Every letter has been sent.\n" })
}
