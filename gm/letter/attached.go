package letter

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
)

// A Picture is a map that goes with a letter. It is drawn when the letter is sent.
type Picture struct {
	Chart    adjudicator.Chart
	Title    string // heading above the picture, such as "dm1: Deadman Diplomacy"
	Caption  string // caption below the picture, such as "Spring 1902, as France knows it"
	Style    Style  // StylePNG or StyleSVG
	Language string `json:",omitempty"`
	// the places to which it is cropped, plus their neighbours; the whole map if empty, or too many for a phone
	Focus []string `json:",omitempty"`

	// ID is the Content-ID by which the letter's HTML refers to it, unique for each picture; "" if the HTML does not
	// show it.
	ID string `json:",omitempty"`
}

// File returns the picture's file name.
func (p *Picture) File() string { return "map." + string(p.Style) }

// A Style is the form in which a seat wants its maps.
type Style string

// The styles of maps.
const (
	StylePNG  Style = "png"  // a picture in each letter
	StyleSVG  Style = "svg"  // an attached drawing
	StyleText Style = "text" // a map of characters, in the text
	StyleNone Style = "none"
)

// A Film shows a game from its beginning: the board in each phase as seats knew it. It is drawn when its letter is
// sent.
type Film struct {
	Seat     adjudicator.Seat `json:",omitempty"` // the recipient of the letter
	Title    string           `json:",omitempty"`
	Language string           `json:",omitempty"`
	Entry    uint64           `json:",omitempty"` // the log entry with the other fields, for all letters
	// whether its reader sent the command FILM, so that it may take up a whole mail
	Asked bool `json:",omitempty"`

	Phases []string `json:",omitempty"`
	// the boards of each phase as seats knew them; the true course comes first, if it may be shown
	Reels []Reel `json:",omitempty"`
}

// A Reel is the board in each phase as one seat knew it.
type Reel struct {
	Seat   adjudicator.Seat // the seat; for the game master's seat, the reel shows the true course
	Charts []adjudicator.Chart
}

// A File is a small attachment, such as a deadline for calendars.
type File struct {
	Name string // such as "deadline.ics"
	Type string // such as "text/calendar; charset=utf-8; method=PUBLISH"
	Text string
}

// Attached returns one line that lists the attachments for people: "map.png (Spring 1901, as France knows it),
// deadline.ics".
func (l Letter) Attached() string {
	var all []string
	if l.Picture != nil {
		all = append(all, fmt.Sprintf("%s (%s)", l.Picture.File(), l.Picture.Caption))
	}
	if l.Film != nil {
		all = append(all, "film.html", "film.png")
	}
	for _, f := range l.Files {
		all = append(all, f.Name)
	}
	return strings.Join(all, ", ")
}
