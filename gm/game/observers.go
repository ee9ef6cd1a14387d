package game

import (
	"slices"
	"time"

	"deaddrop/adjudicator"
)

// A Spectators is from where a game is watched. It has no seat: what its observers get is what the rules say is public, and
// press to all, whoever they are. They are written to last, so that nobody's letter is sooner or later for them.
type Spectators struct {
	Observers []*Observer `json:",omitempty"`
	Read      int         `json:",omitempty"` // how many pieces of the press that waits they have got
	Unheard   *Mark       `json:",omitempty"` // from where on they have yet to be told; nil: they have been told all
}

// An Observer is somebody who watches a game, or has asked to.
type Observer struct {
	Address   string
	At        time.Time // when he asked, or the game master let him in
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

// ThoseAnew is a gallery at the beginning of a game.
func (g *Spectators) ThoseAnew() *Spectators {
	if g == nil {
		return nil
	}
	return &Spectators{Observers: g.Observers}
}

// summary is so much of a gallery as says who looks on.
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

// Observer finds one by his address; nil if he is none.
func (g *Game) Observer(addr string) *Observer {
	if g.Gallery == nil {
		return nil
	}
	for _, o := range g.Gallery.Observers {
		if o.Address == addr {
			return o
		}
	}
	return nil
}

// Watched are those who are written to: nobody where the game is not open to observers.
func (g *Game) Watched() []*Observer {
	if g.Gallery == nil || g.PressRule("observe") == ObserveNo {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(g.Gallery.Observers), func(o *Observer) bool { return o.Confirmed.IsZero() })
}

// Watcher stands for all observers where a seat is wanted.
func (g *Game) Watcher() *Seat {
	return &Seat{Name: adjudicator.Observer, Read: g.Gallery.Read, Unheard: g.Gallery.Unheard}
}

// Observers are all who watch a game or have asked to.
func (g *Game) Observers() []*Observer {
	if g.Gallery == nil {
		return nil
	}
	return slices.Clone(g.Gallery.Observers)
}

// An ObserverOverview is somebody who watches a game, for the game master.
type ObserverOverview struct {
	Address   string
	At        time.Time // when he asked, or was let in
	Confirmed time.Time `json:",omitzero"` // zero: he was asked whether he wants to, and has not answered
}

func (g *Game) ObserverOverviews() []ObserverOverview {
	var out []ObserverOverview
	for _, o := range g.Observers() {
		out = append(out, ObserverOverview{o.Address, o.At.In(g.Clock.Location()), o.Confirmed})
	}
	return out
}

// observerFacts are what a game master sees change of who watches.
func (g *Game) observerFacts() []Fact {
	var out []Fact
	for _, o := range g.Observers() {
		is := "watches"
		if o.Confirmed.IsZero() {
			is = "asked to watch, not confirmed"
		}
		out = append(out, Fact{Name: "observer " + o.Address, Is: is})
	}
	return out
}
