package game

import (
	"time"
)

// Spectators are the observers of a game and what is kept for them. They have no seat: all get what the rules say is
// public, and press to all. They are written to last, so that nobody's letter is sooner or later for them.
type Spectators struct {
	Observers []*Observer `json:",omitempty"`
	Read      int         `json:",omitempty"` // how many pieces of the press that waits they have got
	Unheard   *Mark       `json:",omitempty"` // from where on they have yet to be told; nil: they have been told all
}

// An Observer is somebody who watches a game, or has asked to.
type Observer struct {
	Address   string
	At        time.Time // when they asked, or the game master let them in
	Confirmed time.Time `json:",omitzero"`  // when that was sure; zero: it is not
	Sent      int       `json:",omitempty"` // letters to him
	Thread    string    `json:",omitempty"` // Message-ID of the first
	Doubted   int       `json:",omitempty"` // the number of the last that asks whether a letter is his; 0: none does
	Answered  Daily     `json:",omitzero"`  // his letters that were answered
	Back      int       `json:",omitempty"` // letters to him that came back, with none from him since
	Noted     int       `json:",omitempty"` // letters to him when the last of them was noted
}

// Who may watch a game, as the values of the choice "observe" about press.
const (
	ObserveNo   = "no"
	ObserveDesk = "gm"
	ObserveMail = "mail"
)

// ThoseAnew are the spectators at the beginning of a game.
func (g *Spectators) ThoseAnew() *Spectators {
	if g == nil {
		return nil
	}
	return &Spectators{Observers: g.Observers}
}

// summary says who watches, and no more.
func (g *Spectators) summary() *Spectators {
	if g == nil {
		return nil
	}
	out := &Spectators{}
	for _, o := range g.Observers {
		out.Observers = append(out.Observers, &Observer{Address: o.Address})
	}
	return out
}
