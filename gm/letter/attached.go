package letter

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
)

// A Picture is one of the board that goes with a letter. It is drawn when the letter is sent.
type Picture struct {
	Chart    adjudicator.Chart
	Title    string // what stands above it: "dm1: Deadman Diplomacy"
	Caption  string // and below that: "Spring 1902, as France knows it"
	Style    Style  // StylePNG or StyleSVG
	Language string `json:",omitempty"`
	// Focus are the places that it is cut to, with those next to them; none, or too many for a phone: all is shown
	Focus []string `json:",omitempty"`

	// ID is the Content-ID under which the letter's HTML shows it: the same for the same picture, and for no other. ""
	// if the HTML does not show it.
	ID string `json:",omitempty"`
}

// File is what the picture is called as a file.
func (p *Picture) File() string { return "map." + string(p.Style) }

// A Style is how a seat wants its maps.
type Style string

// The styles of maps.
const (
	StylePNG  Style = "png"  // a picture within each letter
	StyleSVG  Style = "svg"  // a drawing, attached
	StyleText Style = "text" // made of letters, in the text
	StyleNone Style = "none"
)

// A Film is a game from its beginning to where it stands: what there was on the board in each phase, and what seats
// knew of that. It is drawn when a letter with it is sent.
type Film struct {
	Seat     adjudicator.Seat `json:",omitempty"` // whose letter it goes with
	Title    string           `json:",omitempty"`
	Language string           `json:",omitempty"`
	Entry    uint64           `json:",omitempty"` // the log entry that has the rest, which all letters share
	Asked    bool             `json:",omitempty"` // its reader wrote FILM, so it may take all the room of a mail

	Phases []string `json:",omitempty"`
	Reels  []Reel   `json:",omitempty"` // first the truth, if it may be told
}

// A Reel is how the board looked to a seat in each phase.
type Reel struct {
	Seat   adjudicator.Seat // the game master's is the truth
	Charts []adjudicator.Chart
}

// A File is something small that goes with a letter, such as its deadline for calendars.
type File struct {
	Name string // "deadline.ics"
	Type string // "text/calendar; charset=utf-8; method=PUBLISH"
	Text string
}

// Attached lists what goes with a letter, a line for people: "map.png (Spring 1901, as France knows it), deadline.ics".
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
