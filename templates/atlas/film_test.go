//go:build !race

package atlas_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"html"
	"image"
	"image/draw"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/templates/atlas"
)

// movie returns a film of 20 phases and 8 reels.
func movie(t testing.TB) atlas.Film {
	all := samples(t)
	f := atlas.Film{Title: "Vienna Waltz", Subtitle: "From 1901 to 1907, won by Austria", Language: "en"}
	for n := range 20 {
		f.Phases = append(f.Phases, fmt.Sprintf("%s %d", []string{"Spring", "Fall", "Winter"}[n%3], 1901+n/3))
	}
	for k, name := range []string{"The truth", "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"} {
		r := atlas.Reel{Name: name}
		for n := range f.Phases {
			c := all["blind"].Chart
			if k == 0 {
				c = all[[]string{"open", "retreats"}[n%2]].Chart
			}
			r.Charts = append(r.Charts, c)
		}
		f.Reels = append(f.Reels, r)
	}
	return f
}

// A film of a whole game can be mailed: the board is in it once.
func TestFilmIsSmall(t *testing.T) {
	a := open(t)
	page, err := a.Page(movie(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(page) > 2_000_000 {
		t.Errorf("a film of %d bytes", len(page))
	}
	if *gallery != "" {
		if err := os.WriteFile(filepath.Join(*gallery, "film.html"), page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if bytes.Contains(page, []byte("http://")) && bytes.Count(page, []byte("http://")) != bytes.Count(page, []byte(`xmlns="http://www.w3.org/2000/svg"`)) {
		t.Error("the page leads outside")
	}
}

// A browser plays the film without a net: the buttons, the slider, the keys and the choice of a player work, in a narrow
// window nothing sticks out, and nothing went wrong.
func TestFilmPlays(t *testing.T) {
	needs(t, "chromium")
	page, err := open(t).Page(movie(t))
	if err != nil {
		t.Fatal(err)
	}
	const probe = `<script>
const wait = setInterval(() => {
	const [phase, slider, ahead, reel, play] = ["phase", "slider", "ahead", "reel", "play"].map(id => document.getElementById(id));
	if (!phase.value) return;
	clearInterval(wait);
	const maps = [...document.querySelectorAll("svg.map")];
	const said = [];
	const note = () => said.push(phase.value + "/" + maps.map(m => m.querySelector(".below").children.length).join("/") + "/" + maps[1].querySelector("[data-area] > use").getAttribute("fill"));
	note();
	ahead.click(); note();
	slider.value = 19; slider.dispatchEvent(new Event("input")); note();
	document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true})); note();
	reel.value = 3; reel.dispatchEvent(new Event("change")); note();
	said.push(maps[1].getAttribute("aria-label"));
	play.click(); said.push(play.textContent); play.click(); said.push(play.textContent);
	said.push("wide " + innerWidth + (document.documentElement.scrollWidth > innerWidth));
	parent.document.title = said.join("; ");
}, 20);
</script></body>`
	page = bytes.Replace(page, []byte("</body>"), []byte(probe), 1)
	script, _, _ := strings.Cut(strings.TrimPrefix(probe, "<script>"), "</script>")
	sum := sha256.Sum256([]byte(script)) // the page's policy allows no other script than its own
	allowed := "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "' "
	page = bytes.Replace(page, []byte("script-src "), []byte(allowed), 1)
	phone := `<title></title><iframe style="width: 360px; height: 640px; border: 0" srcdoc="` + html.EscapeString(string(page)) + `"></iframe>`
	in := filepath.Join(t.TempDir(), "film.html")
	if err := os.WriteFile(in, []byte(phone), 0o644); err != nil {
		t.Fatal(err)
	}
	dom := chromium(t, "--virtual-time-budget=5000", "--dump-dom", "file://"+in)
	_, title, _ := bytes.Cut(dom, []byte("<title>"))
	title, _, _ = bytes.Cut(title, []byte("</title>"))
	got := regexp.MustCompile("/[0-9]+/[0-9]+/#[0-9a-f]{6}").ReplaceAllString(string(title), "")
	if want := "Spring 1901; Fall 1901; Fall 1907; Spring 1907; Spring 1907; France, Spring 1907; Pause; Play; wide 360false"; got != want {
		t.Errorf("the film says %q instead of %q", title, want)
	}
	if strings.Contains(string(title), "/0/") {
		t.Errorf("nothing is drawn: %s", title)
	}
}

// The last frame of an animation, laid over those before it, is the last picture.
func TestAnimation(t *testing.T) {
	a := open(t)
	all := samples(t)
	bare := atlas.Picture{Chart: adjudicator.Chart{Board: "standard"}} // without a key: the others' has room
	frames := []atlas.Picture{all["open"], all["retreats"], bare, all["blind"], all["blind"]}
	b, err := a.Animation(frames, 1500*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if *gallery != "" {
		if err := os.WriteFile(filepath.Join(*gallery, "film.png"), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	first := decoded(t, b) // as one who knows no animations sees it
	shown := image.NewRGBA(first.Rect)
	var head, palette []byte
	var at image.Point
	number, played := uint32(0), 0
	for rest := b[8:]; len(rest) > 0; {
		n := binary.BigEndian.Uint32(rest)
		kind, data := string(rest[4:8]), rest[8:8+n]
		rest = rest[12+n:]
		switch kind {
		case "IHDR":
			head = append(slices.Clone(b[:8]), chunk(kind, data)...)
		case "PLTE", "tRNS":
			palette = append(palette, chunk(kind, data)...)
		case "acTL":
			if got := binary.BigEndian.Uint32(data); got != uint32(len(frames)) {
				t.Errorf("%d frames", got)
			}
		case "fcTL":
			at = image.Pt(int(binary.BigEndian.Uint32(data[12:])), int(binary.BigEndian.Uint32(data[16:])))
			head = append(slices.Clone(b[:8]), chunk("IHDR", append(slices.Clone(data[4:12]), 8, 3, 0, 0, 0))...)
			if want := []uint16{1500, 4500}[played/4]; binary.BigEndian.Uint16(data[20:]) != want || binary.BigEndian.Uint16(data[22:]) != 1000 {
				t.Errorf("frame %d is held for another time", played)
			}
		case "fdAT":
			data = data[4:]
		}
		if kind == "fcTL" || kind == "fdAT" {
			if got := binary.BigEndian.Uint32(b[len(b)-len(rest)-int(n)-4:]); got != number {
				t.Errorf("chunk %d has the number %d", number, got)
			}
			number++
		}
		if kind == "fdAT" || kind == "IDAT" {
			m := decoded(t, slices.Concat(head, palette, chunk("IDAT", data), chunk("IEND", nil)))
			draw.Draw(shown, m.Rect.Add(at), m, image.Point{}, draw.Over)
			played++
			if r, g, b, a := shown.At(500, shown.Rect.Max.Y-10).RGBA(); played == 3 && min(r, g, b, a) < 0xc000 {
				t.Error("below a picture without a key there is a black bar")
			}
		}
	}
	if played != len(frames) {
		t.Fatalf("%d frames", played)
	}
	last, err := a.PNG(all["blind"])
	if err != nil {
		t.Fatal(err)
	}
	// Its key has one row, and that of the film too; so both have the same size.
	if where, d := unlike(shown, decoded(t, last)); d > 6 {
		t.Errorf("around %v the film differs by %d of 255", where, d)
	}
}

func chunk(kind string, data []byte) []byte {
	out := append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), kind...)
	out = append(out, data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func TestFilmRefused(t *testing.T) {
	a := open(t)
	p := samples(t)["open"]
	if _, err := a.Animation(nil, time.Second); err == nil {
		t.Error("a film without pictures")
	}
	if _, err := a.Animation([]atlas.Picture{p, samples(t)["decatur"]}, time.Second); err == nil {
		t.Error("a film of two boards")
	}
	for name, f := range map[string]atlas.Film{
		"no phases":  {Reels: []atlas.Reel{{}}},
		"no reels":   {Phases: []string{"Spring 1901"}},
		"a gap":      {Phases: []string{"Spring 1901", "Fall 1901"}, Reels: []atlas.Reel{{Charts: []adjudicator.Chart{p.Chart}}}},
		"two boards": {Phases: []string{"Spring 1901"}, Reels: []atlas.Reel{{Charts: []adjudicator.Chart{p.Chart}}, {Charts: []adjudicator.Chart{{Board: "Decatur"}}}}},
	} {
		if _, err := a.Page(f); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
