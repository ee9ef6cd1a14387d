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

// room is how much of a player's mailbox the picture of a report takes, and how much those of a game may take. After that a
// word brings the board, as the letter says. The games with one report a turn have 40 pictures, of some 7 MB: that is
// all of 20 years of Deadman Diplomacy. Those that have editions have 12 whole boards, or three times as many that
// are cut: their turns come one after another, and their letters are many. With more than four players, whose games have
// even more, it is fewer: 14 cut ones with seven.
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

// counts reports whether the picture of a letter takes of that room: those of a first letter, of the end, and those that
// somebody asked for do not.
func counts(kind string, page *templates.Page) bool {
	return kind == "turn" && page.Then == nil && !page.First && !page.Over
}

// asks reports whether a letter asks its reader for something, so that its map is cut to what concerns them. The first
// letter shows the whole board, as reports do.
func asks(kind string, page *templates.Page) bool {
	return kind == "turn" && page.Ask != nil && page.Then == nil && !page.First
}

// focus are the places that the picture of a letter that asks is cut to. They come of its reader's view alone. None:
// what concerns them is all over the board.
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

// shows reports whether there is anything on a chart but what its reader can't know.
func shows(c adjudicator.Chart) bool {
	return len(c.Places) == 0 || slices.ContainsFunc(c.Places, func(p adjudicator.Place) bool {
		return !p.Unknown || p.Owner != "" || p.Since != ""
	})
}

// shownIn is the view that a letter of a kind shows on a map, and the phase that it is of.
func shownIn(kind string, page *templates.Page) (view adjudicator.View, phase string, ok bool) {
	switch {
	case !illustrated[kind]:
		return nil, "", false
	case page.Then != nil:
		return page.Then.View, page.Then.Phase, true
	case kind == "receipt" && !page.Receipt.Map && page.History == nil,
		kind == "turn" && tooOften(page):
		return nil, "", false
	}
	return page.View, page.Phase, true
}

// tooOften reports whether letters like this come too often for a map of the whole board: those that ask for nothing
// but standing orders, after each turn of others, and those with a small question within a turn, unless it is about a
// battle, of which a small map is enough. BOARD brings it.
func tooOften(page *templates.Page) bool {
	if page.Ask == nil || page.First {
		return false
	}
	return page.Ask.Stands || page.Ask.Within && len(battle(page.View, page.Ask.Kind)) == 0
}

// battle is where the battle is that a question is about; none if it is about no battle.
func battle(view adjudicator.View, kind string) []string {
	if f, ok := view.(adjudicator.Focused); ok {
		return f.Focus(kind)
	}
	return nil
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
