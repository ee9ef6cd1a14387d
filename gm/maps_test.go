package gm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/work"
)

// mapped is a game of Deadman with maps in its letters, which are kept.
type mapped struct {
	*gm.Master
	t   *testing.T
	now time.Time
	got map[string]letter.Letter // the last one by seat
}

func newMapped(t *testing.T) *mapped {
	t.Helper()
	return newMappedBy(t, []byte("the key of a test"))
}

// newMappedBy has it at a service with that key.
func newMappedBy(t *testing.T, key []byte) *mapped {
	t.Helper()
	g := &mapped{Master: master(t, filepath.Join(t.TempDir(), "games.db")), t: t, now: noon, got: map[string]letter.Letter{}}
	t.Cleanup(func() { g.Store.Close() })
	g.Key = key
	g.Maps = draws(g.Master)
	plan := desk.Plan{Name: "d1", Rules: "deadman", Clock: calendar.Clock{Every: 24 * time.Hour}, Secret: make([]byte, 32), Desk: "gm@example.org"}
	for _, s := range deadman.Rules.Seats {
		plan.Players = append(plan.Players, game.Player{Seat: s, Address: strings.ToLower(string(s)) + "@example.org"})
	}
	if err := desk.At(g.Master, gm.ActOptions{}).New(t.Context(), g.now, plan); err != nil {
		t.Fatal(err)
	}
	g.work()
	return g
}

// work sends what waits.
func (g *mapped) work() {
	g.t.Helper()
	for {
		n, err := work.Due(g.t.Context(), g.Master, g.now, func(_ context.Context, l letter.Letter) error {
			seat, _, _ := strings.Cut(l.To, "@")
			g.got[seat] = l
			return nil
		})
		if err != nil {
			g.t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

// write has each of the seats send a text.
func (g *mapped) write(text string, seats ...adjudicator.Seat) {
	g.t.Helper()
	for _, s := range seats {
		g.now = g.now.Add(time.Minute)
		l := letter.Letter{ID: fmt.Sprintf("%d@x", g.now.Unix()), From: strings.ToLower(string(s)) + "@example.org", Subject: "[d1]", Text: text, Proof: letter.Proved}
		if err := reception.Receive(g.t.Context(), g.Master, g.now, l); err != nil {
			g.t.Fatal(err)
		}
	}
	g.work()
}

// reels returns whose they are in the film of a seat's last letter, and of which phases it is.
func (g *mapped) reels(seat string) (reels []adjudicator.Seat, phases string) {
	f := g.got[seat].Film
	if f == nil {
		return nil, ""
	}
	for _, r := range f.Reels {
		if len(r.Charts) != len(f.Phases) {
			g.t.Errorf("the film has %d phases, and %d charts of %s", len(f.Phases), len(r.Charts), r.Seat)
		}
		reels = append(reels, r.Seat)
	}
	return reels, strings.Join(f.Phases, ", ")
}

// When the rules end a game, everybody gets the whole truth; when the game master ends it, everybody gets what they
// knew, as the game may go on.
func TestFilms(t *testing.T) {
	g := newMapped(t)
	g.now = g.now.Add(25 * time.Hour)
	g.work()
	if reels, _ := g.reels("france"); reels != nil {
		t.Error("a game that goes on has a film")
	}
	desk := desk.At(g.Master, gm.ActOptions{})
	if err := desk.End(t.Context(), g.now, "d1", false); err != nil {
		t.Fatal(err)
	}
	g.work()
	for _, seat := range []string{"france", "italy", "gm"} {
		want := adjudicator.Seat(strings.ToUpper(seat[:1]) + seat[1:])
		if seat == "gm" {
			want = adjudicator.GM
		}
		if reels, phases := g.reels(seat); len(reels) != 1 || reels[0] != want || phases != "Spring 1901, Fall 1901" {
			t.Errorf("the film of %s has reels of %v, in %s", seat, reels, phases)
		}
	}
	if err := desk.Reopen(t.Context(), g.now, "d1"); err != nil {
		t.Fatal(err)
	}
	g.work()
	g.write("VOTE DRAW\nSET MAP NONE", "France")
	g.write("VOTE DRAW", slices.DeleteFunc(slices.Clone(deadman.Rules.Seats), func(s adjudicator.Seat) bool { return s == "France" })...)
	g.now = g.now.Add(25 * time.Hour)
	g.work()
	want := append([]adjudicator.Seat{adjudicator.GM}, deadman.Rules.Seats...)
	if reels, phases := g.reels("italy"); !slices.Equal(reels, want) || phases != "Spring 1901, Fall 1901, " {
		t.Errorf("the film of a game that is over has reels of %v, in %q:\n%s", reels, phases, g.got["italy"].Text)
	}
	if l := g.got["france"]; l.Film != nil || l.Picture != nil || !strings.Contains(l.Text, "is over") {
		t.Errorf("who wants no maps gets a film: %s", l.Attached())
	}
	g.write("FILM", "France")
	g.work()
	if l := g.got["france"]; l.Film == nil || !l.Film.Asked || !strings.Contains(l.Text, "film.html") {
		t.Errorf("FILM brings %q:\n%s", l.Attached(), l.Text)
	}
	if reels, _ := g.reels("france"); !slices.Equal(reels, want) {
		t.Errorf("FILM brings reels of %v", reels)
	}
	g.write("HELP", "France")
	g.work()
	if l := g.got["france"]; l.Film != nil || !strings.Contains(l.Text, "\n  FILM\n") {
		t.Errorf("HELP does not tell of FILM:\n%s", l.Text)
	}
}

// While a game goes on, FILM is refused, and HELP does not mention it.
func TestFilmOfAGameThatGoesOn(t *testing.T) {
	g := newMapped(t)
	g.write("FILM\nHELP", "France")
	g.work()
	if l := g.got["france"]; l.Film != nil || strings.Contains(l.Text, "\n  FILM\n") || !strings.Contains(l.Text, "when the game is over") {
		t.Errorf("it brings %q:\n%s", l.Attached(), l.Text)
	}
}

// A letter that waits to be sent keeps what its map shows, in little room, and nothing that is drawn.
func TestLettersKeepCharts(t *testing.T) {
	g := newMapped(t)
	l := g.got["france"]
	if l.Picture == nil || l.Picture.Caption != "Spring 1901, as France knows it" || l.Picture.Style != letter.StylePNG {
		t.Fatalf("the first letter shows %+v", l.Picture)
	}
	js, err := json.Marshal(l.Picture)
	if err != nil || len(js) > 6000 {
		t.Errorf("the picture of a letter takes %d bytes (%v)", len(js), err)
	}
	if !strings.Contains(l.HTML, `src="cid:`+l.Picture.ID+`"`) {
		t.Errorf("the HTML does not show it:\n%s", l.HTML)
	}
}

// A picture has a name in the HTML that is always the same for it, and that nobody can make without the service's
// key: the HTML of a letter that somebody passes on must not show whether a guess of its map is right.
func TestPicturesAreNamedByKey(t *testing.T) {
	names := func(key string, seat string) string {
		l := newMappedBy(t, []byte(strings.Repeat(key, 16))).got[seat]
		if l.Picture == nil || l.Picture.ID == "" {
			t.Fatalf("the letter to %s has no picture in it", seat)
		}
		return l.Picture.ID
	}
	first := names("one", "france")
	if again := names("one", "france"); again != first {
		t.Errorf("the same picture is called %s, and then %s", first, again)
	}
	if others := names("one", "italy"); others == first {
		t.Error("two pictures have one name")
	}
	if elsewhere := names("two", "france"); elsewhere == first {
		t.Error("a name can be made without the key")
	}
}

// The game master sees the board of any phase as anybody knew it.
func TestMapOf(t *testing.T) {
	g := newMapped(t)
	g.now = g.now.Add(25 * time.Hour)
	g.work()
	check := func(as, phase, caption string, units int) {
		t.Helper()
		p, err := inspect.MapOf(t.Context(), g.Master, "d1", as, phase)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, place := range p.Chart.Places {
			n += len(place.Pieces)
		}
		if p.Caption != caption || n != units {
			t.Errorf("the map of %s at %q is %q with %d units", as, phase, p.Caption, n)
		}
	}
	check("GM", "", "Fall 1901", 22)
	check("GM", "Spring 1901", "Spring 1901", 0)
	check("France", "", "Fall 1901, as France knows it", 3)
	check("Observer", "", "Fall 1901, as Observer knows it", 0)
	for _, wrong := range [][2]string{{"France", "Spring 1950"}, {"Narnia", ""}} {
		if _, err := inspect.MapOf(t.Context(), g.Master, "d1", wrong[0], wrong[1]); err == nil {
			t.Errorf("there is a map of %v", wrong)
		}
	}
	if f, err := inspect.FilmOf(t.Context(), g.Master, "d1", "France"); err != nil || len(f.Reels) != 1 || f.Reels[0].Seat != "France" || len(f.Phases) != 2 {
		t.Errorf("the film of France is %+v, %v", f, err)
	}
	if f, err := inspect.FilmOf(t.Context(), g.Master, "d1", ""); err != nil || len(f.Reels) != 8 {
		t.Errorf("the film of all is %+v, %v", f, err)
	}
}

// A letter that asks for orders shows the part of the board that its reader knows of; the first letter and MAP show
// all of it. What others do that the reader is not told changes nothing.
func TestLettersThatAskAreCut(t *testing.T) {
	cut := func(others string) []string {
		g := newMapped(t)
		if l := g.got["france"]; len(l.Picture.Focus) > 0 {
			t.Errorf("the first letter is cut to %v", l.Picture.Focus)
		}
		g.write("A Par H", "France")
		g.write(others, "Russia")
		g.now = g.now.Add(25 * time.Hour)
		g.work()
		l := g.got["france"]
		if l.Picture == nil || len(l.Picture.Focus) == 0 {
			t.Fatalf("the letter for the second turn shows %+v:\n%s", l.Picture, l.Text)
		}
		focus := l.Picture.Focus
		g.write("MAP", "France")
		g.work()
		if l := g.got["france"]; l.Picture == nil || len(l.Picture.Focus) > 0 {
			t.Errorf("the answer to MAP shows %+v", l.Picture)
		}
		return focus
	}
	one, other := cut("A Mos-Ukr"), cut("A War-Gal")
	if !slices.Equal(one, other) {
		t.Errorf("where Russia's army goes cuts France's picture to %v, and to %v", one, other)
	}
	if !slices.Contains(one, "Par") || slices.Contains(one, "Mos") {
		t.Errorf("France's picture is cut to %v", one)
	}
}

// A report without a picture, since there were many, says so and names the word that brings one.
func TestManyPictures(t *testing.T) {
	g := newMapped(t)
	const said = "No picture this time, to save mailbox space; send BOARD to get one.\n"
	shown, without := 0, 0
	for without < 2 && shown < 50 {
		g.write("A Par H", "France")
		g.now = g.now.Add(25 * time.Hour)
		g.work()
		l := g.got["france"]
		if (l.Picture == nil) != strings.Contains(l.Text, said) {
			t.Fatalf("report %d has the picture %v:\n%s", shown, l.Picture, l.Text)
		}
		if l.Picture != nil {
			shown++
		} else {
			without++
		}
	}
	if shown != 40 {
		t.Errorf("%d reports came with pictures", shown)
	}
	g.write("BOARD", "France")
	if l := g.got["france"]; l.Picture == nil || strings.Contains(l.Text, said) {
		t.Errorf("BOARD brings %v:\n%s", l.Picture, l.Text)
	}
}
