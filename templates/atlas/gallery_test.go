package atlas_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deaddrop/templates/atlas"
)

var gallery = flag.String("gallery", "", "draw all samples into this directory, to be looked at")

// samples returns pictures of all kinds of boards, with all symbols, by name.
func samples(t testing.TB) map[string]atlas.Picture {
	t.Helper()
	names, err := filepath.Glob("testdata/*.json")
	if err != nil || len(names) == 0 {
		t.Fatal("no samples", err)
	}
	out := map[string]atlas.Picture{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var p atlas.Picture
		if err := json.Unmarshal(text, &p); err != nil {
			t.Fatal(name, err)
		}
		out[strings.TrimSuffix(filepath.Base(name), ".json")] = p
	}
	return out
}

// Every sample can be drawn in every way; with -gallery DIR all of them are put there.
func TestGallery(t *testing.T) {
	a, err := atlas.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range samples(t) {
		png, err := a.PNG(p)
		if err != nil {
			t.Fatal(name, err)
		}
		svg, err := a.SVG(p)
		if err != nil {
			t.Fatal(name, err)
		}
		letters, err := a.Text(p)
		if err != nil {
			t.Fatal(name, err)
		}
		t.Logf("%s: PNG %d KB, SVG %d KB", name, len(png)/1024, len(svg)/1024)
		if *gallery == "" {
			continue
		}
		for ending, b := range map[string][]byte{".png": png, ".svg": svg, ".txt": []byte(letters)} {
			if err := os.WriteFile(filepath.Join(*gallery, name+ending), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
