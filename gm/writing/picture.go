package writing

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

// contentID names a picture by what it shows. Players pass letters on, and without the service's key nobody can try
// what it is. Its domain is nobody's.
func contentID(s *gm.Step, p *letter.Picture) string {
	js, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("gm: a picture can't be written: %v", err))
	}
	mac := hmac.New(sha256.New, s.Master.Key)
	mac.Write([]byte("picture\x00"))
	mac.Write(js)
	return hex.EncodeToString(mac.Sum(nil)[:12]) + "@map.deaddrop.invalid"
}

// illustrated are the kinds of letters that come with a map.
var illustrated = map[string]bool{"turn": true, "anew": true, "receipt": true, "observer": true}

// Illustrate has a letter show the board as its reader wants it, and returns the picture that is to be drawn; nil if
// there is none.
func Illustrate(s *gm.Step, to *game.Seat, kind string, page *templates.Page) *letter.Picture {
	if s.Master.Maps == nil || to.Maps == letter.StyleNone {
		return nil
	}
	view, phase, ok := shownIn(kind, page)
	c, charted := view.(adjudicator.Charted)
	if !ok || !charted {
		return nil
	}
	chart := c.Chart()
	if !s.Master.Maps.Has(chart) || !shows(chart) {
		return nil
	}
	if to.Maps == letter.StyleText {
		var err error
		if page.TextMap, err = s.Master.Maps.Text(chart, to.Language); err != nil {
			s.Master.Log.Error("a map can't be drawn", "game", s.Name, "seat", to.Name, "error", err)
		}
		return nil
	}
	p := PictureFor(s, to, chart, page.Title, phase)
	page.Picture = &templates.Picture{Caption: p.Caption}
	if p.Style == letter.StylePNG {
		p.ID = contentID(s, p)
		page.Picture.ID = p.ID
	} else {
		page.Picture.File = p.File()
	}
	return p
}

// shows reports whether there is anything on a chart but what its reader can't know.
func shows(c adjudicator.Chart) bool {
	return len(c.Places) == 0 || slices.ContainsFunc(c.Places, func(p adjudicator.Place) bool {
		return !p.Unknown || p.Owner != "" || p.Since != ""
	})
}

// shownIn is the view that a letter of a kind shows on a map, and the phase that it is of. Small questions within a
// turn come too often for one.
func shownIn(kind string, page *templates.Page) (view adjudicator.View, phase string, ok bool) {
	switch {
	case !illustrated[kind]:
		return nil, "", false
	case page.Then != nil:
		return page.Then.View, page.Then.Phase, true
	case kind == "receipt" && !page.Receipt.Map && page.History == nil,
		page.Ask != nil && page.Ask.Within && kind == "turn":
		return nil, "", false
	}
	return page.View, page.Phase, true
}

// PictureFor is what is drawn of a chart for a seat.
func PictureFor(s *gm.Step, to *game.Seat, chart adjudicator.Chart, title, phase string) *letter.Picture {
	p := &letter.Picture{Chart: chart, Style: to.Maps, Language: to.Language}
	if p.Style == "" {
		p.Style = letter.StylePNG
	}
	var err error
	p.Title, p.Caption, err = s.Master.Words.Caption(to.Language, captionOf(s.Name, title, phase, to.Name, chart))
	if err != nil {
		panic(fmt.Sprintf("gm: writing the caption of a map: %v", err))
	}
	return p
}

func captionOf(game, title, phase string, seat adjudicator.Seat, chart adjudicator.Chart) templates.Caption {
	c := templates.Caption{Game: game, Title: title, Phase: phase, Seat: string(seat)}
	for _, p := range chart.Places {
		c.Fog = c.Fog || p.Unknown
	}
	return c
}
