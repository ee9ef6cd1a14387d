package atlas_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"deaddrop/adjudicator"
	"deaddrop/templates/atlas"
)

func open(t testing.TB) *atlas.Atlas {
	t.Helper()
	a, err := atlas.New()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func decoded(t testing.TB, b []byte) *image.Paletted {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return m.(*image.Paletted)
}

// The same picture has the same bytes, whoever draws it first and who else draws meanwhile.
func TestSameBytes(t *testing.T) {
	all := samples(t)
	delete(all, "retreats") // of a kind with "open"
	want := map[string]string{}
	first := open(t)
	draw := func(a *atlas.Atlas, p atlas.Picture) string {
		png, err := a.PNG(p)
		if err != nil {
			t.Error(err)
		}
		svg, err := a.SVG(p)
		if err != nil {
			t.Error(err)
		}
		text, err := a.Text(p)
		if err != nil {
			t.Error(err)
		}
		return string(png) + string(svg) + text
	}
	for name, p := range all {
		want[name] = draw(first, p)
	}
	second := open(t)
	var wg sync.WaitGroup
	for range 3 {
		for name, p := range all {
			wg.Go(func() {
				if draw(second, p) != want[name] {
					t.Errorf("%s: other bytes", name)
				}
			})
		}
	}
	wg.Wait()
}

// A picture names who occurs in its chart, and nobody else.
func TestNamesOfWhoOccurs(t *testing.T) {
	svg, err := open(t).SVG(samples(t)["blind"])
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"France": true, "Germany": true, "Turkey": false, "Austria": false, "#d9a21b": false} {
		if strings.Contains(string(svg), name) != want {
			t.Errorf("%s occurs: %v", name, !want)
		}
	}
}

// The words of a picture are the reader's.
func TestWords(t *testing.T) {
	a := open(t)
	p := samples(t)["blind"]
	p.Words = map[string]string{"army": "Armee", "never seen": "nie gesehen", "France": "Frankreich", "Fall": "Herbst"}
	svg, err := a.SVG(p)
	if err != nil {
		t.Fatal(err)
	}
	text, err := a.Text(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"Armee", "nie gesehen", "Frankreich", "H02"} {
		if !strings.Contains(string(svg), ">"+word+"<") || !strings.Contains(text, word) {
			t.Errorf("%s is missing", word)
		}
	}
}

// The atlas refuses what it can't draw.
func TestRefused(t *testing.T) {
	a := open(t)
	for name, c := range map[string]adjudicator.Chart{
		"board": {Board: "Atlantis"},
		"place": {Board: "standard", Places: []adjudicator.Place{{Name: "Atlantis"}}},
		"arrow": {Board: "standard", Arrows: []adjudicator.Arrow{{Kind: "move", From: "Par", To: "Atlantis"}}},
		"fleet": {Board: "standard", Arrows: []adjudicator.Arrow{{Kind: "move", From: "Bre", To: "Lon", Via: []string{"Atlantis"}}}},
		"start": {Board: "standard", Arrows: []adjudicator.Arrow{{Kind: "move", To: "Par"}}},
		"end":   {Board: "standard", Arrows: []adjudicator.Arrow{{Kind: "move", From: "Par"}}},
	} {
		if _, err := a.PNG(atlas.Picture{Chart: c}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	has := func(board string) bool { return a.Has(adjudicator.Chart{Board: board}) }
	if !has("standard") || has("Atlantis") || has("") {
		t.Error("the atlas has other boards")
	}
}

// Every kind of piece, mark and order that there may be one day can be drawn.
func TestUnheardOf(t *testing.T) {
	a := open(t)
	c := adjudicator.Chart{Board: "standard",
		Places: []adjudicator.Place{{Name: "Par", Owner: "Gallia", Pieces: []adjudicator.Piece{{Kind: "Ägis", Owner: "Gallia", Count: 12, Mark: "odd", Coast: "nc"}, {Kind: "fleet", Count: 1}}}},
		Arrows: []adjudicator.Arrow{{Kind: "dance", From: "Par"}, {Kind: "support", From: "Par", Of: "Bre", To: "Pic"}, {Kind: "hold", From: "Mar"},
			{Kind: "convoy", From: "Eng", Of: "Bre", To: "Lon"}, {Kind: "support", From: "Par", Of: "Par"}, {Kind: "move", From: "Par", To: "Par"}, {Kind: "spy", From: "Par", To: "Bre"}}}
	if _, err := a.PNG(atlas.Picture{Chart: c}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.SVG(atlas.Picture{Chart: c}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Text(atlas.Picture{Chart: c}); err != nil {
		t.Fatal(err)
	}
}

// The map of letters fits a mail, has every place, and owns up to what is old news.
func TestText(t *testing.T) {
	a := open(t)
	for name, p := range samples(t) {
		text, err := a.Text(p)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 78 {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
		for _, place := range p.Chart.Places {
			if !strings.Contains(strings.ToLower(text), strings.ToLower(place.Name)) {
				t.Errorf("%s: %s is missing", name, place.Name)
			}
		}
	}
	text, err := a.Text(samples(t)["blind"])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Ea.Bel", "Ef?NTH", "Fa*Bur", "? old news", "* found", "Old news: Hol F02,", "Seen now: Bel Bre", "All else: never seen", " Fin :::", "Gas"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if text, err = a.Text(samples(t)["open"]); err != nil || strings.Contains(text, "never seen") || strings.Contains(text, ":::") {
		t.Errorf("an open board has fog: %v\n%s", err, text)
	}
	if text, err = a.Text(samples(t)["successors"]); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"R@c2i4l2.Macedonia^", "Ri2Bc.Bithynia", "Wc3l.Massagetae%", "Wl2.Persia!", "Rf2Bf.AEGEAN SEA", "@ leader,", "! revolt,", ",,,", ", rough land"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// Titles of any length and kind stay in the picture.
func FuzzTitles(f *testing.F) {
	f.Add("Vienna Waltz", "<script>alert(1)</script>", "France & Navarre")
	f.Add(strings.Repeat("long ", 100), strings.Repeat("W", 500), "\"'<>&\x00\ufffe\xff")
	f.Add("\t\n", "]]>", "</svg></script><!--")
	a := open(f)
	f.Fuzz(func(t *testing.T, title, subtitle, seat string) {
		c := adjudicator.Chart{Board: "standard", Places: []adjudicator.Place{{Name: "Par", Owner: adjudicator.Seat(seat), Since: subtitle,
			Pieces: []adjudicator.Piece{{Kind: "army", Owner: adjudicator.Seat(seat), Count: 1, Since: title}}}}}
		p := atlas.Picture{Chart: c, Title: title, Subtitle: subtitle, Words: map[string]string{"army": title}}
		svg, err := a.SVG(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := harmless(svg); err != nil {
			t.Error(err)
		}
		if _, err := a.PNG(p); err != nil {
			t.Error(err)
		}
		if _, err := a.Text(p); err != nil {
			t.Error(err)
		}
		page, err := a.Page(atlas.Film{Title: title, Subtitle: subtitle, Phases: []string{subtitle}, Language: seat, Reels: []atlas.Reel{{Name: title, Charts: []adjudicator.Chart{c}}}})
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(strings.ToLower(string(page)), "<script"); n != 2 {
			t.Errorf("%d scripts", n)
		}
	})
}

func ExampleAtlas_Text() {
	a, err := atlas.New()
	if err != nil {
		panic(err)
	}
	text, err := a.Text(atlas.Picture{Chart: adjudicator.Chart{Board: "standard", Places: []adjudicator.Place{
		{Name: "Par", Owner: "France", Pieces: []adjudicator.Piece{{Kind: "army", Owner: "France", Count: 1}}},
	}}})
	if err != nil {
		panic(err)
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	fmt.Println(strings.Contains(text, "Fa.Par"), lines[len(lines)-1])
	// Output: true F France, a army
}
