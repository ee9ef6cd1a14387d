package atlas_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"deaddrop/templates/atlas"
)

// movie is a film of 20 phases and 8 reels.
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

func TestFilm(t *testing.T) {
	a, err := atlas.New()
	if err != nil {
		t.Fatal(err)
	}
	f := movie(t)
	page, err := a.Page(f)
	if err != nil {
		t.Fatal(err)
	}
	var frames []atlas.Picture
	for i, c := range f.Reels[0].Charts {
		frames = append(frames, atlas.Picture{Chart: c, Title: f.Title, Subtitle: f.Phases[i]})
	}
	animated, err := a.Animation(frames, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("page %d KB, animation %d KB", len(page)/1024, len(animated)/1024)
	if *gallery != "" {
		for name, b := range map[string][]byte{"film.html": page, "film.png": animated} {
			if err := os.WriteFile(filepath.Join(*gallery, name), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
