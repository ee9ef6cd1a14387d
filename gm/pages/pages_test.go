package pages_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/tools/txtar"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/decatur"
	"deaddrop/adjudicator/dishonest"
	"deaddrop/adjudicator/successors"
	"deaddrop/examples"
	"deaddrop/gm"
	"deaddrop/gm/letter"
	"deaddrop/gm/pages"
	"deaddrop/gm/post"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/transcript"
	"deaddrop/templates"
	"deaddrop/templates/atlas"
)

// openStore is a store that transcripts leave open.
type openStore struct{ store.Store }

func (openStore) Close() error { return nil }

var openAtlas = sync.OnceValues(atlas.New)

// newMaster returns a game master of all titles, with its draftsman.
func newMaster(t testing.TB) (*gm.Master, *post.Draftsman) {
	t.Helper()
	words, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(filepath.Join(t.TempDir(), "games.db"), bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	log := slog.New(slog.DiscardHandler)
	draws := &post.Draftsman{Atlas: openAtlas, Words: words, Log: log}
	return &gm.Master{Key: []byte("the key of a test"), Store: openStore{db}, Words: words, Address: "gm@deaddrop.example",
		Name: "Deaddrop", Log: log, Maps: draws,
		Rules: []*adjudicator.Rules{deadman.Rules, deadman.Diplomacy, decatur.Rules, successors.Rules, dishonest.Rules, dealers.Rules}}, draws
}

// play plays a story on a master's store. Anybody may watch its games.
func play(t testing.TB, m *gm.Master, text string) {
	t.Helper()
	story := txtar.Parse([]byte(text))
	for i, f := range story.Files {
		if word, _, _ := strings.Cut(f.Name, " "); (word == "game" || word == "open") && !bytes.Contains(f.Data, []byte("observe=")) {
			story.Files[i].Data = append([]byte("press: observe=mail\n"), f.Data...)
		}
	}
	if _, err := transcript.Play(t.Context(), story, func() (*gm.Master, error) { return m, nil }); err != nil {
		t.Fatal(err)
	}
}

func options(draws *post.Draftsman) pages.Options {
	return pages.Options{Title: "A club", URL: "https://club.example/",
		Board: func(p *letter.Picture) ([]byte, error) {
			f, err := draws.Picture(p)
			return f.Data, err
		},
		Film: func(f *letter.Film) ([]byte, error) {
			file, err := draws.Page(f, "", 2<<20)
			return file.Data, err
		}}
}

// stories returns the example games, each under a name of its own.
func stories(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, name := range []string{"year", "trouble", "openboard", "decatur", "successors", "dishonest", "dealers"} {
		text, err := examples.Stories.ReadFile(name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		out[name] = strings.ReplaceAll(string(text), "dm1", name)
	}
	return out
}

// exampleGames returns all example games as they stand at the end of their stories, in one store.
func exampleGames(t testing.TB) (*gm.Master, *post.Draftsman) {
	t.Helper()
	m, draws := newMaster(t)
	for _, text := range stories(t) {
		alone, _ := newMaster(t)
		play(t, alone, text)
		for name, err := range alone.GameNames(t.Context(), "") {
			if err != nil {
				t.Fatal(err)
			}
			var file bytes.Buffer
			if err := site.Export(t.Context(), alone, name, &file); err != nil {
				t.Fatal(err)
			}
			if _, err := site.Import(t.Context(), m, file.Bytes(), "", false); err != nil {
				t.Fatal(err)
			}
		}
	}
	for addr, name := range map[string]string{"ada@example.org": "Ada", "felix@example.org": "Felix F."} {
		if err := site.Rename(t.Context(), m, addr, name); err != nil {
			t.Fatal(err)
		}
	}
	return m, draws
}

// exampleSite writes the site of all example games into a directory, and returns the directory.
func exampleSite(t testing.TB) string {
	t.Helper()
	m, draws := exampleGames(t)
	maker, err := pages.New(m, options(draws))
	if err != nil {
		t.Fatal(err)
	}
	where := os.Getenv("DEADDROP_PAGES") // to look at it
	if where == "" {
		where = filepath.Join(t.TempDir(), "site")
	}
	dir, err := pages.OpenFolder(where)
	if err != nil {
		t.Fatal(err)
	}
	if change, err := maker.Update(t.Context(), dir); err != nil || len(change.Unread) > 0 {
		t.Fatalf("%v, %v", err, change.Unread)
	}
	return where
}

// address matches a mail address.
var address = regexp.MustCompile(`[\w.+-]+@[\w-]+\.[\w.]+`)

// The site of all example games is whole: its links lead somewhere, its pages are well-formed and small, and nobody's
// address is on them.
func TestExampleSite(t *testing.T) {
	dir := exampleSite(t)
	checked := 0
	walk(t, dir, func(name string, text []byte) {
		for _, found := range address.FindAllString(string(text), -1) {
			if !strings.HasSuffix(strings.TrimSuffix(found, "."), "@deaddrop.example") { // else it is the game master's
				t.Errorf("%s has the address %s", name, found)
			}
		}
		switch path.Ext(name) {
		case ".html":
			checked++
			if path.Base(name) != "film.html" {
				checkPage(t, dir, name, text)
			}
		case ".xml":
			checkFeed(t, name, text)
		case ".ics":
			if !bytes.Contains(text, []byte("\r\nBEGIN:VEVENT\r\n")) {
				t.Errorf("%s has no event", name)
			}
		}
	})
	if checked < 30 {
		t.Errorf("there are only %d pages", checked)
	}
}

func walk(t *testing.T, dir string, f func(name string, text []byte)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		f(filepath.ToSlash(rel), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mostBytes is how much a page may have that is seen for the first time, with its style, script and pictures.
const mostBytes = 300 << 10

// checkPage looks at the elements of a page: they nest, links and pictures are there, headings do not skip a level.
func checkPage(t *testing.T, dir, name string, text []byte) {
	t.Helper()
	size := len(text)
	var open []string
	var ids []string
	level, headings := 0, 0
	z := html.NewTokenizer(bytes.NewReader(text))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		token := z.Token()
		switch kind {
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				t.Errorf("%s: </%s> ends %v", name, token.Data, open)
				return
			}
			open = open[:len(open)-1]
		case html.StartTagToken:
			if !slices.Contains([]string{"meta", "link", "img", "br"}, token.Data) {
				open = append(open, token.Data)
			}
			if n := strings.Index("h1h2h3h4", token.Data); n >= 0 && len(token.Data) == 2 && token.Data[0] == 'h' && token.Data != "hr" {
				now := n/2 + 1
				if now > level+1 {
					t.Errorf("%s: a heading h%d below h%d", name, now, level)
				}
				if level = now; now == 1 {
					headings++
				}
			}
			for _, a := range token.Attr {
				switch {
				case a.Key == "id" && slices.Contains(ids, a.Val):
					t.Errorf("%s: two elements are %q", name, a.Val)
				case a.Key == "id":
					ids = append(ids, a.Val)
				case a.Key == "href" || a.Key == "src":
					n := checkLink(t, dir, name, a.Val)
					if a.Key == "src" || token.Data == "link" && strings.HasSuffix(a.Val, ".css") {
						size += n
					}
				case a.Key == "style" || strings.HasPrefix(a.Key, "on"):
					t.Errorf("%s has an attribute %s=%q, which its policy forbids", name, a.Key, a.Val)
				}
			}
			if token.Data == "img" && !slices.ContainsFunc(token.Attr, func(a html.Attribute) bool { return a.Key == "alt" && a.Val != "" }) {
				t.Errorf("%s has a picture without a text", name)
			}
		}
	}
	if len(open) > 0 || headings != 1 {
		t.Errorf("%s: %v is not ended; there are %d headings h1", name, open, headings)
	}
	if size > mostBytes {
		t.Errorf("%s takes %d bytes", name, size)
	}
}

// checkLink checks that a link of a page leads to a file, and returns how large that is.
func checkLink(t *testing.T, dir, name, link string) int {
	t.Helper()
	u, err := url.Parse(link)
	switch {
	case err != nil:
		t.Errorf("%s: %v", name, err)
		return 0
	case u.Scheme == "mailto", u.Path == "" && u.Fragment != "":
		return 0
	case u.Scheme != "" || u.Host != "":
		t.Errorf("%s leads elsewhere: %s", name, link)
		return 0
	}
	to := path.Join(path.Dir(name), u.Path)
	if strings.HasSuffix(u.Path, "/") {
		to = path.Join(to, "index.html")
	}
	info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(to)))
	if err != nil {
		t.Errorf("%s: the link %s leads nowhere", name, link)
		return 0
	}
	return int(info.Size())
}

func checkFeed(t *testing.T, name string, text []byte) {
	t.Helper()
	var feed struct {
		ID      string `xml:"http://www.w3.org/2005/Atom id"`
		Updated string `xml:"updated"`
		Entries []struct {
			ID string `xml:"id"`
		} `xml:"entry"`
	}
	if err := xml.NewDecoder(bytes.NewReader(text)).Decode(&feed); err != nil && err != io.EOF {
		t.Errorf("%s: %v", name, err)
	}
	ids := map[string]bool{feed.ID: true}
	for _, e := range feed.Entries {
		if e.ID == "" || ids[e.ID] {
			t.Errorf("%s: two entries, or the feed and an entry, are called %q", name, e.ID)
		}
		ids[e.ID] = true
	}
	if feed.ID == "" || feed.Updated == "" {
		t.Errorf("%s: %s", name, fmt.Sprint(feed))
	}
}
