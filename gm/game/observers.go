package game

import (
	"slices"
	"time"
)

// Spectators are the observers of a game with their state. They have no seat: all of them get everything public and
// press to all. They are written to last, so that they never affect when players get their letters.
type Spectators struct {
	Observers []*Observer `json:",omitempty"`
	Read      int         `json:",omitempty"` // number of pieces of waiting press that they have got
	Unheard   *Mark       `json:",omitempty"` // first event they were not told of; nil: none
}

// An Observer is somebody who watches a game, or has asked to.
type Observer struct {
	Address   string
	At        time.Time // when they asked, or the game master admitted them
	Confirmed time.Time `json:",omitzero"`  // when they confirmed; zero: they have not
	Sent      int       `json:",omitempty"` // number of letters to them
	Thread    string    `json:",omitempty"` // Message-ID of the first letter to them
	Doubted   int       `json:",omitempty"` // number of the last letter that asked whether one of theirs is genuine
	Answered  Daily     `json:",omitzero"`  // letters from them that were answered
	Back      int       `json:",omitempty"` // number of letters to them that bounced since they last wrote
	Noted     int       `json:",omitempty"` // number of letters to them at the time of the last bounce
}

// Who may watch a game: values of the press option "observe".
const (
	ObserveNo   = "no"
	ObserveDesk = "gm"
	ObserveMail = "mail"
)

// ThoseAnew returns the spectators with the state that they have at the beginning of a game.
func (g *Spectators) ThoseAnew() *Spectators {
	if g == nil {
		return nil
	}
	return &Spectators{Observers: g.Observers}
}

// summary returns only who watches.
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

// Watched returns the observers who get letters; none if the game is closed to observers.
func (g *Game) Watched() []*Observer {
	if g.Gallery == nil || g.PressRule("observe") == ObserveNo {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(g.Gallery.Observers), func(o *Observer) bool { return o.Confirmed.IsZero() })
}

// An ObserverOverview describes an observer for the game master.
type ObserverOverview struct {
	Address   string
	At        time.Time // when they asked, or were admitted
	Confirmed time.Time `json:",omitzero"` // zero: they have not confirmed yet
}

func (g *Game) ObserverOverviews() []ObserverOverview {
	var out []ObserverOverview
	for _, o := range g.Observers() {
		out = append(out, ObserverOverview{o.Address, o.At.In(g.Clock.Location()), o.Confirmed})
	}
	return out
}
