package mailer_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"deaddrop/mailer"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset"
)

// tree returns how a mail is built, a line for each part with what it has, and the bytes of what is no text.
func tree(t *testing.T, e *message.Entity, depth int) (lines []string, files [][]byte) {
	t.Helper()
	kind, params, err := e.Header.ContentType()
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("  ", depth) + kind
	if root := params["type"]; root != "" {
		line += " of " + root
	}
	if disposition, params, err := e.Header.ContentDisposition(); err == nil {
		line += fmt.Sprintf(" %s %s", disposition, params["filename"])
	}
	if id := e.Header.Get("Content-Id"); id != "" {
		line += " " + id
	}
	lines = append(lines, line)
	parts := e.MultipartReader()
	if parts == nil {
		body, err := io.ReadAll(e.Body)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(kind, "text/") || e.Header.Get("Content-Disposition") != "" {
			files = append(files, body)
		} else {
			lines = append(lines, strings.Repeat("  ", depth)+"| "+strings.TrimSpace(string(body)))
		}
		return lines, files
	}
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return lines, files
		}
		if err != nil {
			t.Fatal(err)
		}
		l, f := tree(t, part, depth+1)
		lines, files = append(lines, l...), append(files, f...)
	}
}

// Whatever goes with a mail is where mail programs look for it, and the plain text comes first.
func TestDraftWithFiles(t *testing.T) {
	picture := mailer.File{Name: "map.png", Type: "image/png", ID: "0123@map.test",
		Data: bytes.Repeat([]byte{0, 1, 2, 253, 254, 255, '\r', '\n', '.'}, 500)}
	date := mailer.File{Name: "deadline (Spring 1901).ics", Type: "text/calendar; charset=utf-8; method=PUBLISH",
		Data: []byte("BEGIN:VCALENDAR\r\n")}
	check := func(html bool, inline, attached []mailer.File, want string) {
		t.Helper()
		d := draft()
		if d.Inline, d.Attached = inline, attached; html {
			d.HTML = `<img src="cid:0123@map.test">`
		}
		raw := mustBytes(t, d)
		checkWire(t, raw)
		if !bytes.Equal(raw, mustBytes(t, d)) {
			t.Error("the same draft gave other bytes")
		}
		e, err := message.Read(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		lines, files := tree(t, e, 0)
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("the mail is\n%s\nnot\n%s", got, want)
		}
		for i, f := range slices.Concat(inline, attached) {
			if i >= len(files) || !bytes.Equal(files[i], f.Data) {
				t.Errorf("%s came out otherwise", f.Name)
			}
		}
		l, err := mailer.Read(raw, taken)
		if err != nil || l.Text != d.Text || l.Defect != "" {
			t.Errorf("we read %q of our own mail: %v, %v", l.Text, err, l.Defect)
		}
	}
	const plain, alternative = "text/plain\n| A PAR - BUR",
		"multipart/alternative\n  text/plain\n  | A PAR - BUR\n  text/html\n  | <img src=\"cid:0123@map.test\">"
	indented := func(s string) string { return "  " + strings.ReplaceAll(s, "\n", "\n  ") }
	const related = "multipart/alternative\n  text/plain\n  | A PAR - BUR\n  multipart/related of text/html\n    text/html\n    | <img src=\"cid:0123@map.test\">\n    image/png inline map.png <0123@map.test>"
	const dated = "\n  text/calendar attachment deadline (Spring 1901).ics"
	check(false, nil, nil, plain)
	check(true, nil, nil, alternative)
	check(false, nil, []mailer.File{date}, "multipart/mixed\n"+indented(plain)+dated)
	check(true, nil, []mailer.File{date}, "multipart/mixed\n"+indented(alternative)+dated)
	check(true, []mailer.File{picture}, nil, related)
	drawing := mailer.File{Name: "map.svg", Type: "image/svg+xml", Data: []byte("<svg/>")}
	check(true, []mailer.File{picture}, []mailer.File{drawing, date},
		"multipart/mixed\n"+indented(related)+"\n  image/svg+xml attachment map.svg"+dated)
}

// Nothing in a file's name or type can forge a header.
func TestDraftRefusesUnsoundFiles(t *testing.T) {
	sound := mailer.File{Name: "map.png", Type: "image/png", Data: []byte{1}}
	bad := func(change func(*mailer.File)) {
		t.Helper()
		f := sound
		change(&f)
		for _, inline := range []bool{false, true} {
			d := draft()
			if d.HTML = "<p>x</p>"; inline {
				d.Inline = []mailer.File{f}
			} else {
				d.Attached = []mailer.File{f}
			}
			if _, err := d.Bytes(); err == nil {
				t.Errorf("%+v goes with a mail", f)
			}
		}
	}
	bad(func(f *mailer.File) { f.Name = "" })
	bad(func(f *mailer.File) { f.Name = "map\r\nX: y.png" })
	bad(func(f *mailer.File) { f.Name = `a"b.png` })
	bad(func(f *mailer.File) { f.Name = "../map.png" })
	bad(func(f *mailer.File) { f.Name = "Zür.png" })
	bad(func(f *mailer.File) { f.Type = "" })
	bad(func(f *mailer.File) { f.Type = "image/png\r\nX: y" })
	bad(func(f *mailer.File) { f.Type = "image/png; a=b c" })
	bad(func(f *mailer.File) { f.Data = nil })
	bad(func(f *mailer.File) { f.ID = "no sign" })
	bad(func(f *mailer.File) { f.ID = strings.Repeat("x", 60) + "@map.test" })
	d := draft()
	d.Inline = []mailer.File{sound}
	if _, err := d.Bytes(); err == nil {
		t.Error("a mail without HTML shows a picture in it")
	}
}

func BenchmarkDraftWithMap(b *testing.B) {
	d := draft()
	d.Text, d.HTML = strings.Repeat(d.Text, 100), strings.Repeat("<p>A PAR - BUR</p>\n", 100)
	d.Inline = []mailer.File{{Name: "map.png", Type: "image/png", ID: "0123@map.test",
		Data: bytes.Repeat([]byte{1, 2, 3}, 40_000)}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Bytes(); err != nil {
			b.Fatal(err)
		}
	}
}
