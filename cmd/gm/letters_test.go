//go:build !race

package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/dishonest"
	"deaddrop/templates"
	"deaddrop/tier"
)

var screens = flag.String("screens", "", "leave pictures of all letters in this directory, as a phone and a desk show them, by day and by night")

// A markup is the HTML of a letter that is looked at.
type markup struct{ name, html string }

// Every letter can be read on a phone of 390 pixels, in Chromium, and on one of 360: it is no wider, and nothing in it is cut or
// has to be moved sideways. To see them all:
//
//	go test ./cmd/gm -run LettersOnScreens -screens DIR
func TestLettersOnScreens(t *testing.T) {
	if !tier.Full() && *screens == "" {
		t.Skip("plays all games of the examples and starts a browser, as .ci/run does")
	}
	browser := chromium(t)
	if *screens != "" {
		if err := os.MkdirAll(*screens, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	letters := everyLetter(t)
	for _, width := range []int{390, 360} {
		for name, wide := range tooWide(t, browser, letters, width) {
			t.Errorf("%s is cut on a phone of %d pixels: %s", name, width, wide)
		}
	}
	if *screens != "" {
		photograph(t, browser, letters)
	}
}

// tooWide has Chromium lay out each letter in a frame of its own, as wide as a phone, and returns what is wider in
// which.
func tooWide(t *testing.T, browser func(*testing.T, string, ...string) string, letters []markup, width int) map[string]string {
	t.Helper()
	var page strings.Builder
	page.WriteString("<!DOCTYPE html><body>" + frames(letters, width, "light") + `<pre id="wide"></pre><script>
addEventListener("load", () => { for (const f of document.querySelectorAll("iframe")) {
	const page = f.contentDocument.documentElement;
	const wide = [page, ...page.querySelectorAll("body *")].filter(e => e.clientWidth > 0 && e.scrollWidth > e.clientWidth);
	document.getElementById("wide").append("\n" + f.name + "=" + wide.map(e => e.tagName + " " + (e.scrollWidth - e.clientWidth)).join());
} })</script>`)
	dom := browser(t, page.String(), "--hide-scrollbars", "--dump-dom")
	found := regexp.MustCompile(`(?m)^([\w-]+)=(.*?)(?:</pre>|$)`).FindAllStringSubmatch(dom[strings.LastIndex(dom, `<pre id="wide">`):], -1)
	if len(found) != len(letters) {
		t.Fatalf("Chromium looked at %d letters of %d:\n%.2000s", len(found), len(letters), dom)
	}
	out := map[string]string{}
	for _, f := range found {
		if f[2] != "" {
			out[f[1]] = f[2]
		}
	}
	return out
}

// A letter that is too wide for a phone is found, whatever in it is.
func TestTooWide(t *testing.T) {
	if !tier.Full() {
		t.Skip("starts a browser, as .ci/run does")
	}
	letters := []markup{{"fits", "<!DOCTYPE html><p>words"}, {"wide", `<!DOCTYPE html><div style="width:500px">x`}, {"scrolled", `<pre style="overflow-x:auto">` + strings.Repeat("x", 100)}}
	if found := tooWide(t, chromium(t), letters, 390); len(found) != 2 || found["fits"] != "" {
		t.Errorf("found were %v", found)
	}
}

// The specimen that is shown of a turn letter of Deadman has something of everything: orders that succeeded and
// failed, what a spy and a peek found, now and before, a star and a retreat.
func TestSpecimensAreEventful(t *testing.T) {
	t.Parallel()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	var shown specimen
	watched := words.Watched(func(kind string, p templates.Page) {
		if s := (specimen{kind: kind, page: p, eventful: eventful(p)}); specimenName(kind, p) == "deadman-turn-orders" && s.eventful > shown.eventful {
			shown = s
		}
	})
	for _, file := range []string{"testdata/busy.txtar", "year.txtar"} {
		if err := nowhere().playStory(t.Context(), watched, file); err != nil {
			t.Fatal(err)
		}
	}
	w, err := words.Letter(shown.kind, shown.page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"F Mao* E England [Eng]", "_A Bel*-Hol_", "_A Bur H_\n", "Dislodged: A Bur, retreated to Pic*", "PAS-Ruh-Occupied", "Found before: Hol Germany", "A Mar-Pie\n"} {
		if !strings.Contains(w.Text, want) {
			t.Errorf("the letter lacks %q:\n%s", want, w.Text)
		}
	}
}

// There is a specimen letter for each kind of question of Dishonest Decade.
func TestSpecimensOfAllQuestions(t *testing.T) {
	t.Parallel()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	watched := words.Watched(func(kind string, p templates.Page) {
		if p.Ask != nil && p.Rules == dishonest.Rules.Name && kind == "turn" {
			asked[p.Ask.Kind] = true
		}
	})
	if err := nowhere().playStory(t.Context(), watched, "testdata/patient.txtar"); err != nil {
		t.Fatal(err)
	}
	for _, kind := range words.Kinds(dishonest.Rules.Name) {
		if !asked[kind] {
			t.Errorf("nobody is asked for %s", kind)
		}
	}
}

// everyLetter returns the HTML of every kind of letter, and of one with words that can't be broken.
func everyLetter(t *testing.T) []markup {
	t.Helper()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	specimens, err := nowhere().playSpecimens(t.Context(), words, "")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("longword", 30)
	specimens = append(specimens, specimen{name: "long-words", kind: "press", page: templates.Page{Game: "dm1", Rules: "deadman", Title: "Deadman Diplomacy", Seat: long[:40], Phase: "Spring 1901",
		Press: []templates.Press{{From: "Italy", All: true, Text: long + "\n\n> " + long}}}},
		specimen{name: "drawing", kind: "turn", page: templates.Page{Game: "dm1", Rules: "deadman", Title: "Deadman Diplomacy", Seat: "France", Phase: "Spring 1901", Over: true,
			TextMap: strings.Repeat("x", 78) + "\n  y"}},
		specimen{name: "long-orders", kind: "receipt", page: templates.Page{Game: "dm1", Rules: "deadman", Title: "Deadman Diplomacy", Seat: "France", Phase: "Spring 1901",
			Receipt: &templates.Receipt{}, Ask: &templates.Ask{Kind: "orders", Number: 1, Answer: long, Form: []string{long}, Missing: []string{long}}}})
	var out []markup
	for _, s := range specimens {
		w, err := words.Letter(s.kind, s.page)
		if err != nil {
			t.Fatal(err)
		}
		if *screens != "" {
			page, drawn, err := illustrated(words, s.page, w.HTML, s.name+".png")
			if err == nil && drawn != nil {
				err = os.WriteFile(filepath.Join(*screens, s.name+".png"), drawn, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
			w.HTML = page
		}
		out = append(out, markup{s.name, w.HTML})
	}
	return out
}

const frameHeight = 2400 // pixels: few letters are longer

// frames returns letters side by side, each as wide as a screen.
func frames(letters []markup, width int, mode string) string {
	var b strings.Builder
	for _, l := range letters {
		fmt.Fprintf(&b, `<iframe name="%s" style="width:%dpx;height:%dpx;border:0;margin:4px;color-scheme:%s" srcdoc="%s"></iframe>`+"\n", l.name, width, frameHeight, mode, html.EscapeString(l.html))
	}
	return b.String()
}

// photograph leaves pictures of all letters, some on each.
func photograph(t *testing.T, browser func(*testing.T, string, ...string) string, letters []markup) {
	t.Helper()
	dir, err := filepath.Abs(*screens) // where the maps are
	if err != nil {
		t.Fatal(err)
	}
	for _, screen := range []struct{ width, each int }{{360, 5}, {1000, 2}} {
		for _, mode := range []string{"light", "dark"} {
			n := 0
			for some := range slices.Chunk(letters, screen.each) {
				n++
				file := filepath.Join(*screens, fmt.Sprintf("%d-%s-%02d.png", screen.width, mode, n))
				browser(t, `<!DOCTYPE html><base href="file://`+dir+`/"><body style="margin:0;background:#888;white-space:nowrap">`+frames(some, screen.width, mode), "--screenshot="+file, fmt.Sprintf("--window-size=%d,%d", screen.each*(screen.width+12), frameHeight+10), "--hide-scrollbars")
			}
		}
	}
}

// chromium returns what has Chromium open a page, and returns what it prints. Without Chromium the test is skipped.
func chromium(t *testing.T) func(t *testing.T, page string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("DEADDROP_CHROMIUM") != "" {
			t.Fatal(err)
		}
		t.Skip("NOT TESTED: there is no chromium in which letters could be looked at; apt-get install chromium")
	}
	dir := t.TempDir()
	return func(t *testing.T, page string, args ...string) string {
		t.Helper()
		file := filepath.Join(dir, "letters.html")
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
		defer stop()
		args = append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + filepath.Join(dir, "profile")}, args...)
		cmd := exec.CommandContext(ctx, path, append(args, "file://"+file)...)
		var out, said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &said
		if err := cmd.Run(); err != nil {
			t.Fatalf("chromium: %v\n%s", err, said.String())
		}
		return out.String()
	}
}
