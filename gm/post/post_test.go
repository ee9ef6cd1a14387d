package post_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/post"
	"deaddrop/mailer"
	"deaddrop/templates"
	"deaddrop/templates/atlas"
)

var openAtlas = sync.OnceValues(atlas.New)

// draws makes mails, and writes down what it can't draw.
func draws(t testing.TB) (d *post.Draftsman, log *bytes.Buffer) {
	t.Helper()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	log = new(bytes.Buffer)
	return &post.Draftsman{Atlas: openAtlas, Words: words, Log: slog.New(slog.NewTextHandler(log, nil))}, log
}

// chart returns of a board in fog, with so many armies that are known.
func chart(armies int) adjudicator.Chart {
	c := adjudicator.Chart{Board: "standard"}
	for i, name := range strings.Fields("Par Bur Mun Boh Vie Gal Ukr Mos Ruh Sil Tyr Pie Mar Gas") {
		p := adjudicator.Place{Name: name, Unknown: i >= armies}
		if i < armies {
			p.Pieces = []adjudicator.Piece{{Kind: "army", Owner: "France", Count: 1}}
		}
		c.Places = append(c.Places, p)
	}
	return c
}

// pictured has a picture of the chart in it.
func pictured(style letter.Style, c adjudicator.Chart) letter.Letter {
	p := &letter.Picture{Chart: c, Title: "d1: Deadman Diplomacy", Caption: "Spring 1902, as France knows it", Style: style, ID: "1@map.test"}
	if style == letter.StyleSVG {
		p.ID = ""
	}
	return letter.Letter{ID: "1@post.test", From: "gm@post.test", To: "ann@example.org", Subject: "[d1]", Text: "Your map.\n", Date: time.Unix(1e9, 0).UTC(),
		HTML: `<p>Your map.</p><img class="board" src="cid:` + p.ID + `" alt="it"><p>End.</p>`, Picture: p}
}

func wire(t *testing.T, d mailer.Draft) []byte {
	t.Helper()
	raw, err := d.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestDraft(t *testing.T) {
	d, log := draws(t)
	l := pictured(letter.StylePNG, chart(3))
	l.Files = []letter.File{{Name: "deadline.ics", Type: "text/calendar; charset=utf-8; method=PUBLISH", Text: "BEGIN:VCALENDAR\r\n"}}
	l.ReplyTo, l.InReplyTo, l.References = "gm+t.d1.1.1.1.x@post.test", "a@example.org", []string{"b@example.org", "a@example.org"}
	out := d.Draft(l)
	for header, is := range map[string][2]string{
		"From": {out.From, l.From}, "To": {out.To, l.To}, "Subject": {out.Subject, l.Subject}, "Message-ID": {out.ID, l.ID}, "Reply-To": {out.ReplyTo, l.ReplyTo},
		"In-Reply-To": {out.InReplyTo, l.InReplyTo}, "References": {strings.Join(out.References, " "), strings.Join(l.References, " ")},
	} {
		if is[0] != is[1] {
			t.Errorf("%s of the mail is %q, and of the letter %q", header, is[0], is[1])
		}
	}
	if len(out.Inline) != 1 || out.Inline[0].Name != "map.png" || out.Inline[0].ID != l.Picture.ID || len(out.Attached) != 1 || out.Attached[0].Name != "deadline.ics" {
		t.Fatalf("the mail has %d pictures in it and %d files beside it", len(out.Inline), len(out.Attached))
	}
	if m, err := png.Decode(bytes.NewReader(out.Inline[0].Data)); err != nil || m.Bounds().Dx() < 900 {
		t.Errorf("the picture can't be read: %v", err)
	}
	if !bytes.Equal(wire(t, out), wire(t, d.Draft(l))) {
		t.Error("the same letter gives another mail")
	}
	out = d.Draft(pictured(letter.StyleSVG, chart(3)))
	if len(out.Inline) != 0 || len(out.Attached) != 1 || out.Attached[0].Name != "map.svg" || !bytes.Contains(out.Attached[0].Data, []byte("<svg")) {
		t.Errorf("the mail has %d pictures in it and %d files beside it", len(out.Inline), len(out.Attached))
	}
	l.Picture.ID = "" // an older program wrote it
	if out = d.Draft(l); len(out.Inline) != 0 || len(out.Attached) != 2 || out.HTML != `<p>Your map.</p><p>End.</p>` {
		t.Errorf("the mail has %d pictures in it and %d files beside it: %s", len(out.Inline), len(out.Attached), out.HTML)
	}
	if log.Len() > 0 {
		t.Errorf("it says %s", log)
	}
}

// The picture of a letter shows the letter's own chart: two charts have two pictures.
func TestDraftShowsTheChart(t *testing.T) {
	d, _ := draws(t)
	one, two := d.Draft(pictured(letter.StylePNG, chart(3))), d.Draft(pictured(letter.StylePNG, chart(4)))
	if bytes.Equal(one.Inline[0].Data, two.Inline[0].Data) {
		t.Error("two charts have one picture")
	}
}

// A letter whose map can't be drawn goes without it.
func TestDraftWithoutMap(t *testing.T) {
	check := func(d *post.Draftsman, log *bytes.Buffer, l letter.Letter) {
		t.Helper()
		out := d.Draft(l)
		if len(out.Inline)+len(out.Attached) > 0 || out.HTML != `<p>Your map.</p><p>End.</p>` || out.Text != l.Text || !strings.Contains(log.String(), "goes without it") {
			t.Errorf("the mail has %d files and %q, and the log %q", len(out.Inline)+len(out.Attached), out.HTML, log)
		}
		wire(t, out)
	}
	d, log := draws(t)
	elsewhere := chart(1)
	elsewhere.Board = "Narnia"
	if d.Has(adjudicator.Chart{Board: "Narnia"}) || !d.Has(adjudicator.Chart{Board: "standard"}) {
		t.Error("it does not know its boards")
	}
	check(d, log, pictured(letter.StylePNG, elsewhere))
	log.Reset()
	d.Atlas = func() (*atlas.Atlas, error) { return nil, errors.New("torn") }
	check(d, log, pictured(letter.StyleSVG, chart(1)))
	if d.Has(adjudicator.Chart{Board: "standard"}) {
		t.Error("it has a board without an atlas")
	}
}

// film returns of a game of so many phases, as everybody saw it.
func film(phases int) *letter.Film {
	f := &letter.Film{Seat: "France", Title: "d1: Deadman Diplomacy", Reels: []letter.Reel{{Seat: adjudicator.GM}, {Seat: "Austria"}, {Seat: "France"}}}
	for i := range phases {
		f.Phases = append(f.Phases, "Spring 190"+string(rune('0'+i)))
		for k := range f.Reels {
			f.Reels[k].Charts = append(f.Reels[k].Charts, chart((i+k)%14))
		}
	}
	return f
}

// A film fits into a mail of the size that is allowed: first others' reels are left out of it, then phases.
func TestFilmFits(t *testing.T) {
	d, log := draws(t)
	l := pictured(letter.StylePNG, chart(3))
	l.Film = film(6)
	check := func(kilobytes int, page, animated bool, reels ...string) {
		t.Helper()
		log.Reset()
		d.Largest = kilobytes << 10
		out := d.Draft(l)
		if n := len(wire(t, out)); d.Largest > 0 && n > d.Largest {
			t.Errorf("the mail has %d bytes, more than %d", n, d.Largest)
		}
		files := map[string][]byte{}
		for _, f := range out.Attached {
			files[f.Name] = f.Data
		}
		if (files["film.html"] != nil) != page || (files["film.png"] != nil) != animated {
			t.Errorf("in %d KB there is a page: %v, and an animation: %v; log: %s", kilobytes, files["film.html"] != nil, files["film.png"] != nil, log)
		}
		for _, name := range []string{"Austria", "France"} {
			if has := bytes.Contains(files["film.html"], []byte(">"+name+"</option>")); has != strings.Contains(strings.Join(reels, " "), name) {
				t.Errorf("in %d KB the page has a reel of %s: %v", kilobytes, name, has)
			}
		}
	}
	check(0, true, true, "Austria", "France")
	check(300, false, false)

	whole, err := d.Page(l.Film, "France", 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	own, err := d.Page(l.Film, "France", len(whole.Data)-1)
	if err != nil || bytes.Contains(own.Data, []byte(">Austria</option>")) || !bytes.Contains(own.Data, []byte("France")) {
		t.Errorf("a page that is a little too long does not lose others' reels alone: %v", err)
	}
	moving, err := d.Animation(l.Film, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	if fewer, err := d.Animation(l.Film, len(moving.Data)-1); err != nil || bytes.Count(fewer.Data, []byte("fcTL")) != 3 || bytes.Count(moving.Data, []byte("fcTL")) != 6 {
		t.Errorf("an animation that is a little too large does not lose every second phase: %v", err)
	}
}

// A film that nobody asked for takes at most a megabyte of a mail; after FILM it may take all the room of one.
func TestFilmUnasked(t *testing.T) {
	d, _ := draws(t)
	size := func(asked bool) int {
		l := pictured(letter.StyleNone, chart(1))
		l.Picture, l.Film = nil, film(119)
		l.Film.Asked = asked
		for i, r := range l.Film.Reels { // no two frames are alike
			for k := range r.Charts {
				l.Film.Reels[i].Charts[k] = chart(1 + (i+k)%14)
			}
		}
		return len(wire(t, d.Draft(l)))
	}
	if few, all := size(false), size(true); few > 1<<20 || all <= few {
		t.Errorf("unasked a mail with a film has %d bytes, and after FILM %d", few, all)
	}
}

// Seven letters with maps of their own: a turn of Deadman.
func BenchmarkSevenLetters(b *testing.B) {
	d, _ := draws(b)
	n := 0
	d.Draft(pictured(letter.StylePNG, chart(1))) // the board is painted once in a process
	for b.Loop() {
		var all sync.WaitGroup
		for i := range 7 {
			n++
			l := pictured(letter.StylePNG, chart(1+i))
			l.Picture.Title = fmt.Sprint("d", n) // never drawn before
			all.Go(func() {
				if _, err := d.Draft(l).Bytes(); err != nil {
					b.Error(err)
				}
			})
		}
		all.Wait()
	}
}

// A letter that is sent again is not drawn again.
func BenchmarkLetterAgain(b *testing.B) {
	d, _ := draws(b)
	l := pictured(letter.StylePNG, chart(3))
	for b.Loop() {
		if _, err := d.Draft(l).Bytes(); err != nil {
			b.Fatal(err)
		}
	}
}
