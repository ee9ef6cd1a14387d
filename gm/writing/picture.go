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

// contentID returns the Content-ID of a picture, an HMAC of its content with the service's key: players forward
// letters, and nobody else can guess what a picture shows. Its domain does not exist.
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

// illustrated lists the kinds of letters with a map.
var illustrated = map[string]bool{"turn": true, "anew": true, "receipt": true, "observer": true}

// Illustrate adds the map to a page in the form that its reader wants, and returns the picture to be drawn, or nil.
func Illustrate(s *gm.Step, to *game.Seat, kind string, page *templates.Page) *letter.Picture {
	if s.Master.Maps == nil || to.Maps == letter.StyleNone {
		return nil
	}
	view, phase, ok := shownIn(kind, page)
	c, charted := view.(adjudicator.Charted)
	if !ok || !charted {
		return nil
	}
	chart, trying := c.Chart(), page.Tries()
	if trying && page.Receipt.Tried.Chart != nil {
		chart = *page.Receipt.Tried.Chart
	}
	if !s.Master.Maps.Has(chart) || !Shows(chart) {
		return nil
	}
	if to.Maps == letter.StyleText {
		var err error
		if page.TextMap, err = s.Master.Maps.Text(chart, to.Language); err != nil {
			s.Master.Log.Error("a map can't be drawn", "game", s.Name, "seat", to.Name, "error", err)
		}
		return nil
	}
	p := drawn(s, to, chart, captionOf(s.Name, page.Title, phase, to.Name, chart, trying))
	if asks(kind, page) {
		p.Focus = focus(s.Master.Maps, view, chart, to.Name, page.Ask.Kind)
	}
	if counts(kind, page) {
		takes, most := room(s.Title(), len(s.Game.Players()), len(p.Focus) > 0)
		if to.Boards+takes > most {
			page.Sparing = true
			return nil
		}
		to.Boards += takes
	}
	page.Picture = &templates.Picture{Caption: p.Caption, Focus: p.Focus}
	if p.Style == letter.StylePNG {
		p.ID = contentID(s, p)
		page.Picture.ID = p.ID
	} else {
		page.Picture.File = p.File()
	}
	return p
}

// room returns how much space the picture of a report takes, and how much all pictures of a game may take; after that
// players get the board only on request, as the letter says. Games with one report a turn have 40 pictures, some 7
// MB, which is all of 20 years of Deadman Diplomacy. Games with editions, whose turns are sequential and letters
// many, have 12 whole boards, or three times as many cropped ones. With more than four players there are fewer: 14
// cropped ones with seven.
func room(title *adjudicator.Rules, players int, cut bool) (takes, most int) {
	most = 36 * 4 / max(4, 2*players-4)
	switch {
	case title.House == nil:
		return 1, 40
	case cut:
		return 1, most
	}
	return 3, most
}

// counts reports whether the picture of a letter counts towards that limit. Those of the first letter, of the end,
// and requested ones do not.
func counts(kind string, page *templates.Page) bool {
	return kind == "turn" && page.Then == nil && !page.First && !page.Over
}

// asks reports whether a letter asks its reader for something, so that its map is cropped. The first letter and plain
// reports show the whole board.
func asks(kind string, page *templates.Page) bool {
	return kind == "turn" && page.Ask != nil && page.Then == nil && !page.First
}

// focus returns the places to which a cropped map is limited, from its reader's view alone; nil if they are all over
// the board.
func focus(m gm.Maps, view adjudicator.View, chart adjudicator.Chart, seat adjudicator.Seat, kind string) []string {
	places := battle(view, kind)
	if len(places) == 0 {
		places = chart.Of(seat)
	}
	if !m.Cuts(chart, places) {
		return nil
	}
	return places
}

// Shows reports whether a chart shows anything known.
func Shows(c adjudicator.Chart) bool {
	return len(c.Places) == 0 || slices.ContainsFunc(c.Places, func(p adjudicator.Place) bool {
		return !p.Unknown || p.Owner != "" || p.Since != ""
	})
}

// shownIn returns the view to show on the map of a letter, and its phase.
func shownIn(kind string, page *templates.Page) (view adjudicator.View, phase string, ok bool) {
	switch {
	case !illustrated[kind]:
		return nil, "", false
	case page.Then != nil:
		return page.Then.View, page.Then.Phase, true
	case kind == "receipt" && !page.Receipt.Map && !page.Tries() && page.History == nil,
		kind == "turn" && tooOften(page):
		return nil, "", false
	}
	return page.View, page.Phase, true
}

// tooOften reports whether letters like this come too often for a map of the whole board: those that ask only for
// standing orders, after each turn of another player, and those with a small decision within a turn, unless it is
// about a battle, for which a small map is enough. The command BOARD brings a map.
func tooOften(page *templates.Page) bool {
	if page.Ask == nil || page.First {
		return false
	}
	return page.Ask.Stands || page.Ask.Within && len(battle(page.View, page.Ask.Kind)) == 0
}

// battle returns the places of the battle that a question is about, if any.
func battle(view adjudicator.View, kind string) []string {
	if f, ok := view.(adjudicator.Focused); ok {
		return f.Focus(kind)
	}
	return nil
}

// PictureFor returns the picture of a chart for a seat.
func PictureFor(s *gm.Step, to *game.Seat, chart adjudicator.Chart, title, phase string) *letter.Picture {
	return drawn(s, to, chart, captionOf(s.Name, title, phase, to.Name, chart, false))
}

// drawn returns the picture of a chart for a seat, with the words above and below it.
func drawn(s *gm.Step, to *game.Seat, chart adjudicator.Chart, c templates.Caption) *letter.Picture {
	p := &letter.Picture{Chart: chart, Style: to.Maps, Language: to.Language}
	if p.Style == "" {
		p.Style = letter.StylePNG
	}
	var err error
	p.Title, p.Caption, err = s.Master.Words.Caption(to.Language, c)
	if err != nil {
		panic(fmt.Sprintf("gm: writing the caption of a map: %v", err))
	}
	return p
}

func captionOf(game, title, phase string, seat adjudicator.Seat, chart adjudicator.Chart,
	tried bool) templates.Caption {
	c := templates.Caption{Game: game, Title: title, Phase: phase, Seat: string(seat), Tried: tried}
	for _, p := range chart.Places {
		c.Fog = c.Fog || p.Unknown
	}
	return c
}
