// Package post turns the game master's letters into mails, for the service to send and for the gate to compare, and
// draws their maps.
package post

import (
	"fmt"
	"log/slog"
	"regexp"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/mailer"
	"deaddrop/templates"
	"deaddrop/templates/atlas"
)

// A Draftsman turns letters into mails and draws their maps. It is safe for concurrent use.
type Draftsman struct {
	// Atlas returns the atlas, always the same one. It is called for the first drawing, and caches drawings. A
	// process needs only one.
	Atlas func() (*atlas.Atlas, error)
	Words *templates.Set
	// Largest is the maximal size of a mail, in bytes; 4 MB when zero. Films are reduced to fit.
	Largest int
	Log     *slog.Logger
}

// Draft returns the mail for a letter. It is marked as automatic, so that no program answers it (RFC 3834). A map
// that can't be drawn is omitted, since the letter is worth more than its map.
func (d *Draftsman) Draft(l letter.Letter) mailer.Draft {
	out := Plain(l)
	if l.Picture != nil {
		d.illustrate(&out, l.Picture)
	}
	if l.Film != nil {
		d.screen(&out, l.Film)
	}
	return out
}

// Plain returns the mail for a letter without maps or films.
func Plain(l letter.Letter) mailer.Draft {
	auto := "auto-generated"
	if l.Answer {
		auto = "auto-replied"
	}
	out := mailer.Draft{
		ID: l.ID, From: l.From, FromName: l.FromName, To: l.To, Subject: l.Subject, Text: l.Text, HTML: l.HTML,
		Date: l.Date, InReplyTo: l.InReplyTo, References: l.References, ReplyTo: l.ReplyTo, Auto: auto,
		Duplicate: l.Duplicate,
	}
	for _, f := range l.Files {
		out.Attached = append(out.Attached, mailer.File{Name: f.Name, Type: f.Type, Data: []byte(f.Text)})
	}
	return out
}

// shown matches an HTML reference to a picture.
var shown = regexp.MustCompile(`<img [^>]*src="cid:[^>]*>`)

// illustrate adds a letter's map to its mail.
func (d *Draftsman) illustrate(out *mailer.Draft, p *letter.Picture) {
	file, err := d.Picture(p)
	switch {
	case err != nil:
		d.Log.Error("a map can't be drawn, so a letter goes without it", "map", p.Title, "error", err)
		out.HTML = shown.ReplaceAllString(out.HTML, "")
	case p.ID != "" && out.HTML != "":
		file.ID = p.ID
		out.Inline = append(out.Inline, file)
	default: // including letters of an older program, whose HTML has another name
		out.HTML = shown.ReplaceAllString(out.HTML, "")
		out.Attached = append([]mailer.File{file}, out.Attached...)
	}
}

// Picture draws a map as a file.
func (d *Draftsman) Picture(p *letter.Picture) (f mailer.File, err error) {
	f.Name = p.File()
	a, err := d.Atlas()
	if err != nil {
		return f, fmt.Errorf("opening the atlas: %w", err)
	}
	what := atlas.Picture{Chart: p.Chart, Title: p.Title, Subtitle: p.Caption, Words: d.Words.Phrases(p.Language),
		Focus: p.Focus}
	if p.Style == letter.StyleSVG {
		f.Type = "image/svg+xml"
		f.Data, err = a.SVG(what)
	} else {
		f.Type = "image/png"
		f.Data, err = a.PNG(what)
	}
	return f, err
}

// Has reports whether the board of a chart can be drawn.
func (d *Draftsman) Has(c adjudicator.Chart) bool {
	a, err := d.Atlas()
	if err != nil {
		d.Log.Error("the atlas can't be opened, so there are no maps", "error", err)
		return false
	}
	return a.Has(c)
}

// Cuts reports whether a map of a chart, cropped to some places and their neighbours, is smaller than the whole.
func (d *Draftsman) Cuts(c adjudicator.Chart, places []string) bool {
	a, err := d.Atlas()
	return err == nil && a.Cuts(c, places)
}

// Text returns a chart as a map of characters, up to 78 columns wide, in a language.
func (d *Draftsman) Text(c adjudicator.Chart, language string) (string, error) {
	a, err := d.Atlas()
	if err != nil {
		return "", fmt.Errorf("opening the atlas: %w", err)
	}
	return a.Text(atlas.Picture{Chart: c, Words: d.Words.Phrases(language)})
}
