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
	largest = 4000 << 10 // bytes of a mail, if nothing else is said
	// unasked is how many bytes of a mail a film takes that nobody asked for
	unasked = 700 << 10
	// hold is how long a frame of the animated picture stays.
	hold = 1500 * time.Millisecond
	// mostFrames is how many phases an animated picture shows one by one.
	mostFrames = 60
)

// screen puts the film of a letter into its mail, as far as there is room.
func (d *Draftsman) screen(out *mailer.Draft, f *letter.Film) {
	room := cmp.Or(d.Largest, largest)*7/10 - len(out.Text) - len(out.HTML) // files are a third longer in a mail
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

// Page is a film as a page of HTML with buttons, of at most so many bytes. If it is too long with what everybody saw,
// it has only what a seat did, and if need be only the first reel, with every second phase, or fewer.
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

// thinned is each of so many items of a list, the last one among them.
func thinned[T any](list []T, each int) []T {
	var out []T
	for i := (len(list) - 1) % each; i < len(list); i += each {
		out = append(out, list[i])
	}
	return out
}

// errTooLarge is returned for a film that can't be made to fit.
var errTooLarge = errors.New("there is no room for it in the mail")

// reelName is what a reel is called.
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

// phases are the names of a film's phases.
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

// Animation is a film as an animated picture, of its first reel, of at most so many bytes. If it is too large, it has
// every second phase, or every fourth, or fewer.
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
		for i := (len(f.Phases) - 1) % each; i < len(f.Phases); i += each { // with the last one
			frames = append(frames, atlas.Picture{Chart: f.Reels[0].Charts[i], Title: f.Title, Subtitle: captions[i],
				Words: words})
		}
		if file.Data, err = a.Animation(frames, hold); err != nil || len(file.Data) <= room {
			return file, err
		}
	}
	return file, errTooLarge
}
