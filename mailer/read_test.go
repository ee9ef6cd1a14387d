package mailer_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
)

var taken = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// Each testdata/NAME.eml is a mail, and NAME.want what is to be read from it: fields of Letter, an
// empty line, the text. A field that is not named may be anything.
func TestRead(t *testing.T) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".eml"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".eml") + ".want")
			if err != nil {
				t.Fatal(err)
			}
			checkLetter(t, raw, string(want))
			crlf := bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
			checkLetter(t, crlf, string(want))
		})
	}
}

func checkLetter(t *testing.T, raw []byte, want string) {
	t.Helper()
	l, err := mailer.Read(raw, taken)
	if err != nil {
		t.Errorf("error: %v", err)
	}
	if !l.Received.Equal(taken) {
		t.Errorf("received %v", l.Received)
	}
	got := map[string]string{
		"ID": l.ID, "From": l.From, "FromName": l.FromName, "To": strings.Join(l.To, " "),
		"Subject": l.Subject, "InReplyTo": l.InReplyTo, "References": strings.Join(l.References, " "),
	}
	fields, text, _ := strings.Cut(want, "\n\n")
	automatic := ""
	for line := range strings.Lines(fields) {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if key == "Automatic" {
			automatic = value
		} else if key == "ID" && value == "sha256-" {
			if !strings.HasPrefix(l.ID, value) {
				t.Errorf("ID: got %q", l.ID)
			}
		} else if got[key] != value {
			t.Errorf("%s: got %q, want %q", key, got[key], value)
		}
	}
	if !strings.HasPrefix(l.Automatic, automatic) || automatic == "" && l.Automatic != "" {
		t.Errorf("Automatic: got %q, want %q", l.Automatic, automatic)
	}
	if l.Text != text {
		t.Errorf("Text: got\n%q, want\n%q", l.Text, text)
	}
}

const head = "From: ann@example.org\nMessage-ID: <b@example.org>\nSubject: x\n"

func TestReadBounds(t *testing.T) {
	fails := func(name, raw, why string) {
		t.Helper()
		start := time.Now()
		l, err := mailer.Read([]byte(raw), taken)
		if took := time.Since(start); took > time.Second {
			t.Errorf("%s: took %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
		if err == nil || !strings.Contains(l.Defect, why) || l.Text != "" {
			t.Errorf("%s: got error %v, defect %q, %d bytes of text", name, err, l.Defect, len(l.Text))
		}
		if l.ID != "b@example.org" || l.Subject != "x" {
			t.Errorf("%s: got ID %q, subject %q", name, l.ID, l.Subject)
		}
	}
	var deep strings.Builder
	deep.WriteString(head)
	for i := range 10_000 {
		fmt.Fprintf(&deep, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	fails("deep", deep.String(), "parts within parts")
	fails("same boundary", head+strings.Repeat("Content-Type: multipart/mixed; boundary=b\n\n--b\n", 10_000), "parts")
	fails("wide", head+"Content-Type: multipart/mixed; boundary=b\n\n"+strings.Repeat("--b\n\nx\n", 20_000), "200 parts")
	fails("long header", head+strings.Repeat("X-Y: z\n", 10_000)+"\ntext", "header")
	fails("long fold", head+"X-Y: z\n"+strings.Repeat(" y\n", 30_000)+"\ntext", "header")
	fails("long part header", head+"Content-Type: multipart/mixed; boundary=b\n\n--b\n"+strings.Repeat("X-Y: z\n", 10_000)+"\nx", "header")
	fails("long boundary", head+"Content-Type: multipart/mixed; boundary="+strings.Repeat("b", 201)+"\n\n", "boundary")
	fails("much text", head+"\n"+strings.Repeat("A PAR - BUR\n", 25_000), "text")
	fails("large", head+"\n"+strings.Repeat("x", 1<<20), "too large")
}

func TestReadTooLarge(t *testing.T) {
	l, err := mailer.Read([]byte(head+"\n"+strings.Repeat("x", mailer.MaxMail)), taken)
	if !errors.Is(err, mailer.ErrTooLarge) || !l.TooLarge || l.From != "ann@example.org" {
		t.Errorf("got %v, %v, %q", err, l.TooLarge, l.From)
	}
	second := head + strings.Repeat("X-Y: z\n", 10_000) + "From: bo@example.org\n\nx"
	if l, err := mailer.Read([]byte(second), taken); err == nil || l.From != "" {
		t.Errorf("a second From beyond the limit: got %v, From %q", err, l.From)
	}
	if l, _ := mailer.Read([]byte(second+strings.Repeat("x", mailer.MaxMail)), taken); l.From != "" {
		t.Errorf("a second From beyond the limit of a large mail: From %q", l.From)
	}
}

func TestReadHTMLBomb(t *testing.T) {
	for _, tag := range []string{"<blockquote>", "<div>", "<p>", "<b a=1 ", "<!--", "&#", "<table><td>", "<pre>\n"} {
		start := time.Now()
		l, _ := mailer.Read([]byte(head+"Content-Type: text/html\n\n"+strings.Repeat(tag, 1<<19/len(tag))+"end"), taken)
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%s: %v", tag, took)
		} else {
			t.Logf("%s: %v, %d bytes", tag, took, len(l.Text))
		}
	}
}

func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.eml")
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
