package post

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/mailer"
	"deaddrop/templates"
	"deaddrop/templates/atlas"
)

const (
	largest = 4000 << 10 // default limit of a mail, in bytes
	// unasked is the limit, in bytes, for a film that was not requested.
	unasked = 700 << 10
	// hold is how long each frame of the animation is shown.
	hold = 1500 * time.Millisecond
	// mostFrames is the largest number of phases in an animation without skipping any.
	mostFrames = 60
)

// screen adds the film of a letter to its mail, if there is space for it.
func (d *Draftsman) screen(out *mailer.Draft, f *letter.Film) {
	// base64 encoding makes files a third longer
	room := cmp.Or(d.Largest, largest)*7/10 - len(out.Text) - len(out.HTML)
	for _, list := range [][]mailer.File{out.Inline, out.Attached} {
		for _, f := range list {
			room -= len(f.Data)
		}
	}
	if !f.Asked {
		room = min(room, unasked*7/10)
	}
	draws := []func(*letter.Film, int) (mailer.File, error){
		func(f *letter.Film, room int) (mailer.File, error) { return d.Page(f, f.Seat, room*2/3) }, d.Animation,
	}
	for _, draw := range draws {
		file, err := draw(f, room)
		if err != nil {
			d.Log.Error("a film can't be drawn, so a letter goes without it", "film", f.Title, "error", err)
			continue
		}
		room -= len(file.Data)
		out.Attached = append(out.Attached, file)
	}
}

// Page returns a film as an HTML page with buttons, of at most room bytes. If the page is too long, Page leaves out
// the other reels and keeps the seat's, then keeps only the first reel, then skips phases.
func (d *Draftsman) Page(f *letter.Film, seat adjudicator.Seat, room int) (mailer.File, error) {
	a, err := d.Atlas()
	if err != nil {
		return mailer.File{}, fmt.Errorf("opening the atlas: %w", err)
	}
	words := d.Words.Phrases(f.Language)
	film := atlas.Film{Title: f.Title, Language: f.Language, Phases: d.phases(f), Words: words}
	reels := [3][]atlas.Reel{}
	for i, r := range f.Reels {
		reel := atlas.Reel{Name: reelName(r.Seat, words), Charts: r.Charts}
		reels[0] = append(reels[0], reel)
		if i == 0 || r.Seat == seat {
			reels[1] = append(reels[1], reel)
		}
		if i == 0 {
			reels[2] = append(reels[2], reel)
		}
	}
	file := mailer.File{Name: "film.html", Type: "text/html; charset=utf-8"}
	for _, film.Reels = range reels {
		if file.Data, err = a.Page(film); err != nil || len(file.Data) <= room {
			return file, err
		}
	}
	phases, charts := film.Phases, reels[2][0].Charts
	for each := 2; each <= 16; each *= 2 {
		film.Phases = thinned(phases, each)
		film.Reels = []atlas.Reel{{Name: reels[2][0].Name, Charts: thinned(charts, each)}}
		if file.Data, err = a.Page(film); err != nil || len(file.Data) <= room {
			return file, err
		}
	}
	return file, errTooLarge
}

// thinned returns every each-th element of a list, always including the last.
func thinned[T any](list []T, each int) []T {
	var out []T
	for i := (len(list) - 1) % each; i < len(list); i += each {
		out = append(out, list[i])
	}
	return out
}

// errTooLarge is returned for a film that can't be made small enough.
var errTooLarge = errors.New("there is no room for it in the mail")

// reelName returns the name of a reel.
func reelName(seat adjudicator.Seat, words map[string]string) string {
	name := string(seat)
	if seat == adjudicator.GM {
		name = "The truth"
	}
	if word := words[name]; word != "" {
		return word
	}
	return name
}

// phases returns the names of a film's phases.
func (d *Draftsman) phases(f *letter.Film) []string {
	var out []string
	for _, name := range f.Phases {
		_, caption, err := d.Words.Caption(f.Language, templates.Caption{Phase: name})
		if err != nil {
			caption = name
		}
		out = append(out, caption)
	}
	return out
}

// Animation returns the first reel of a film as an animated picture of at most room bytes. If it is too large, it
// skips phases.
func (d *Draftsman) Animation(f *letter.Film, room int) (mailer.File, error) {
	a, err := d.Atlas()
	if err != nil {
		return mailer.File{}, fmt.Errorf("opening the atlas: %w", err)
	}
	file := mailer.File{Name: "film.png", Type: "image/png"}
	captions, words := d.phases(f), d.Words.Phrases(f.Language)
	for _, each := range []int{1, 2, 4, 8, 16} {
		if len(f.Phases) > each*mostFrames {
			continue
		}
		var frames []atlas.Picture
		for i := (len(f.Phases) - 1) % each; i < len(f.Phases); i += each { // including the last
			frames = append(frames, atlas.Picture{Chart: f.Reels[0].Charts[i], Title: f.Title, Subtitle: captions[i],
				Words: words})
		}
		if file.Data, err = a.Animation(frames, hold); err != nil || len(file.Data) <= room {
			return file, err
		}
	}
	return file, errTooLarge
}
