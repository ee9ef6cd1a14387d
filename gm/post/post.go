// Package post is how the game master's letters become mails: what the service sends, and what the gate compares. It
// draws what letters show of the board.
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

// A Draftsman makes mails of letters, and draws. It may be used by several goroutines.
type Draftsman struct {
	// Atlas opens the atlas, always the same: it is opened when something is to be drawn first, and what it has drawn
	// once it keeps for a while. One is enough for a process.
	Atlas func() (*atlas.Atlas, error)
	Words *templates.Set
	// Largest is how many bytes a mail may have; 4 MB when zero. Films are made to fit.
	Largest int
	Log     *slog.Logger
}

// Draft is the mail that a letter is sent as. It is marked as a machine's, so that no machine answers it (RFC 3834).
// What can't be drawn is left out: a letter is worth more than its map.
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

// Plain is the mail of a letter without what is drawn.
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

// shown is where HTML shows the picture of a Content-ID.
var shown = regexp.MustCompile(`<img [^>]*src="cid:[^>]*>`)

// illustrate puts a letter's picture into its mail.
func (d *Draftsman) illustrate(out *mailer.Draft, p *letter.Picture) {
	file, err := d.Picture(p)
	switch {
	case err != nil:
		d.Log.Error("a map can't be drawn, so a letter goes without it", "map", p.Title, "error", err)
		out.HTML = shown.ReplaceAllString(out.HTML, "")
	case p.ID != "" && out.HTML != "":
		file.ID = p.ID
		out.Inline = append(out.Inline, file)
	default: // also of a letter that an older program wrote, with another name in its HTML
		out.HTML = shown.ReplaceAllString(out.HTML, "")
		out.Attached = append([]mailer.File{file}, out.Attached...)
	}
}

// Picture draws a picture as a file.
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

// Has reports whether there is a picture of the board of a chart.
func (d *Draftsman) Has(c adjudicator.Chart) bool {
	a, err := d.Atlas()
	if err != nil {
		d.Log.Error("the atlas can't be opened, so there are no maps", "error", err)
		return false
	}
	return a.Has(c)
}

// Cuts reports whether a picture of a chart is cut to places and what is next to them.
func (d *Draftsman) Cuts(c adjudicator.Chart, places []string) bool {
	a, err := d.Atlas()
	return err == nil && a.Cuts(c, places)
}

// Text is a chart made of letters, up to 78 columns wide, in a language.
func (d *Draftsman) Text(c adjudicator.Chart, language string) (string, error) {
	a, err := d.Atlas()
	if err != nil {
		return "", fmt.Errorf("opening the atlas: %w", err)
	}
	return a.Text(atlas.Picture{Chart: c, Words: d.Words.Phrases(language)})
}
