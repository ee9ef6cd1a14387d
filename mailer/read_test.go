package mailer_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"deaddrop/mailer"
)

var taken = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// Each of testdata/mails has one oddity, and mails.want says what is to be read from it.
func TestRead(t *testing.T) {
	wants, err := txtar.ParseFile("testdata/mails.want")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/mails/*.eml")
	if err != nil || len(files) <= 270 || len(files) != len(wants.Files) {
		t.Fatalf("%d mails, %d of which are wanted, %v", len(files), len(wants.Files), err)
	}
	for _, want := range wants.Files {
		t.Run(want.Name, func(t *testing.T) {
			raw, err := os.ReadFile("testdata/mails/" + want.Name + ".eml")
			if err != nil {
				t.Fatal(err)
			}
			checkLetter(t, raw, string(want.Data))
			if !bytes.Contains(raw, []byte("\r")) {
				checkLetter(t, bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n")), string(want.Data))
			}
		})
	}
}

func checkLetter(t *testing.T, raw []byte, want string) {
	t.Helper()
	l, err := mailer.Read(raw, taken)
	if (err != nil) != (l.Defect != "") {
		t.Errorf("error %v, defect %q", err, l.Defect)
	}
	if !l.Received.Equal(taken) {
		t.Errorf("received %v", l.Received)
	}
	got := map[string]string{
		"ID": l.ID, "From": l.From, "FromName": l.FromName, "To": strings.Join(l.To, " "), "Sender": l.Sender,
		"DeliveredTo": l.DeliveredTo,
		"Subject":     l.Subject, "InReplyTo": l.InReplyTo, "References": strings.Join(l.References, " "),
		"Defect": l.Defect, "Report": reportLine(l.Report),
	}
	if l.Away {
		got["Away"] = "true"
	}
	fields, text, _ := strings.Cut("\n"+want, "\n\n")
	automatic := ""
	empty := map[string]bool{"Away": true, "Defect": true, "Report": true} // unless they are named
	for line := range strings.Lines(strings.TrimPrefix(fields, "\n")) {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		delete(empty, key)
		switch {
		case key == "Automatic":
			automatic = value
		case key == "ID" && value == "sha256-":
			if !strings.HasPrefix(l.ID, value) {
				t.Errorf("ID: got %q", l.ID)
			}
		case got[key] != value:
			t.Errorf("%s: got %q, want %q", key, got[key], value)
		}
	}
	for key := range empty {
		if got[key] != "" {
			t.Errorf("%s: got %q, want none", key, got[key])
		}
	}
	if !strings.HasPrefix(l.Automatic, automatic) || automatic == "" && l.Automatic != "" {
		t.Errorf("Automatic: got %q, want %q", l.Automatic, automatic)
	}
	if l.Text != text {
		t.Errorf("Text: got\n%q, want\n%q", l.Text, text)
	}
}

func reportLine(r *mailer.Report) string {
	if r == nil {
		return ""
	}
	state := "delayed"
	if r.Failed {
		state = "failed"
	}
	return strings.TrimSpace(strings.Join([]string{state, r.Status, r.Recipient, r.OriginalID, r.Why}, " "))
}

const head = "From: ann@example.org\nMessage-ID: <b@example.org>\nSubject: x\n"

// Mails built to be slow to read are refused, or read with few allocations, which limits the time as well.
func TestReadBounds(t *testing.T) {
	for _, bomb := range bombs() {
		t.Run(bomb.name, func(t *testing.T) {
			raw := []byte(bomb.raw)
			if bomb.why != "" {
				l, err := mailer.Read(raw, taken)
				if err == nil || !strings.Contains(l.Defect, bomb.why) || l.Text != "" {
					t.Errorf("got error %v, defect %q, %d bytes of text", err, l.Defect, len(l.Text))
				}
				if l.ID != "b@example.org" || l.Subject != "x" {
					t.Errorf("got ID %q, subject %q", l.ID, l.Subject)
				}
			}
			var l mailer.Letter
			const most = 120_000 // less than one for eight bytes of the largest
			if n := testing.AllocsPerRun(1, func() { l, _ = mailer.Read(raw, taken) }); n > most ||
				len(l.Text) > mailer.MaxText {
				t.Errorf("%.0f allocations for %d bytes of text", n, len(l.Text))
			}
		})
	}
}

func TestReadTooLarge(t *testing.T) {
	l, err := mailer.Read([]byte(head+"\n"+strings.Repeat("x", mailer.MaxMail)), taken)
	if !errors.Is(err, mailer.ErrTooLarge) || !l.TooLarge || l.From != "ann@example.org" {
		t.Errorf("got %v, %v, %q", err, l.TooLarge, l.From)
	}
	second := head + strings.Repeat("X-Y: z\n", 20_000) + "From: bo@example.org\n\nx"
	if l, err := mailer.Read([]byte(second), taken); err == nil || l.From != "" {
		t.Errorf("a second From beyond the limit: got %v, From %q", err, l.From)
	}
	if l, _ := mailer.Read([]byte(second+strings.Repeat("x", mailer.MaxMail)), taken); l.From != "" {
		t.Errorf("a second From beyond the limit of a large mail: From %q", l.From)
	}
}

// Mails with more parts, a longer boundary or a longer header than any program writes are read if other programs would
// read them.
func TestReadUnusual(t *testing.T) {
	boundary := strings.Repeat("b", 2000)
	for name, raw := range map[string]string{
		"500 parts": head + "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Type: image/png\n\nx\n", 499) +
			"--b\n\nA PAR - BUR\n--b--\n",
		"boundary of 2 KB": head + "Content-Type: multipart/mixed; boundary=" + boundary + "\n\n--" + boundary + "\n\nA PAR - BUR\n--" +
			boundary + "--\n",
		"header of 100 KB": head + strings.Repeat("X-Y: "+strings.Repeat("z", 900)+"\n", 110) + "\nA PAR - BUR\n",
	} {
		if l, err := mailer.Read([]byte(raw), taken); err != nil || l.Text != "A PAR - BUR\n" || l.From != "ann@example.org" {
			t.Errorf("%s: %q, %v", name, l.Text, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/mails/*.eml")
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := mailer.Read(raw, taken)
		if (err != nil) != (l.Defect != "") {
			t.Errorf("error %v, defect %q", err, l.Defect)
		}
		if l.ID == "" || strings.ContainsAny(l.ID, "<> \r\n") {
			t.Errorf("ID %q", l.ID)
		}
		if strings.ContainsAny(l.From, "<>, \r\n\x00") || l.From != "" && strings.Count(l.From, "@") != 1 {
			t.Errorf("From %q", l.From)
		}
		for _, s := range []string{l.Text, l.Subject, l.FromName} {
			if s != strings.ToValidUTF8(s, "") || strings.ContainsAny(s, "\r\x00\u00a0") {
				t.Errorf("untidy %q", s)
			}
		}
		if strings.Contains(l.Subject, "\n") || len(l.Text) > mailer.MaxText {
			t.Errorf("subject %q, %d bytes of text", l.Subject, len(l.Text))
		}
		if again, _ := mailer.Read(raw, taken); again.Text != l.Text || again.ID != l.ID {
			t.Error("reads differently the second time")
		}
	})
}

// Unlisted reports whether To and Cc may name others than those that the fields list.
func TestUnlisted(t *testing.T) {
	for fields, want := range map[string]bool{
		"To: gm@example.org":                                                    false,
		"To: Game: Master <gm@example.org>":                                     false,
		"To: undisclosed-recipients:;":                                          false,
		"To: us: gm@example.org, bo@example.net;":                               false,
		"To: to whom it may concern":                                            false,
		"To: gm@example.org\r\nCc: Bo <bo@example.net":                          true,
		"To: gm@example.org, \"Bo <bo@example.net>":                             true,
		"To: gm@example.org\r\nCc: \"b o\"@example.net":                         true,
		"To: " + strings.Repeat("bo@example.net, ", 101) + "gm@example.org":     true,
		"To: gm@example.org\r\nCc: " + strings.Repeat("bo@example.net, ", 1100): true,
	} {
		l, err := mailer.Read([]byte("From: ann@example.org\r\n"+fields+"\r\n\r\nx\r\n"), taken)
		if err != nil || l.Unlisted != want {
			t.Errorf("%.80q: %t, %v, %q", fields, l.Unlisted, err, l.To)
		}
	}
}
