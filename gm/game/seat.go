package game

import (
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

// A Seat is who sits where, and what became of his letters.
type Seat struct {
	Name     adjudicator.Seat
	Address  string
	Also     string                             `json:",omitempty"` // its player's second address, whose letters count as well; "": none
	Asking   *AskedAddress                      `json:",omitempty"` // the address that is asked whether it is to be that; nil: none is
	Seconds  Daily                              `json:",omitzero"`  // letters that asked such an address
	Second   int                                `json:",omitempty"` // the number of the last of them
	Asked    int                                // questions put to it; the last one's number
	Kinds    []string                           `json:",omitempty"` // of the newest of them
	Crossed  *Crossed                           `json:",omitempty"` // a letter for a question that was closed; nil: none
	Zone     string                             `json:",omitempty"` // that its player's letters tell times in; "": the game's
	Maps     letter.Style                       `json:",omitempty"` // how its player wants them; "": as a picture
	Language string                             `json:",omitempty"` // of its letters, such as "de"; "": English
	Ready    bool                               `json:",omitempty"` // what is on file is all
	Wait     bool                               `json:",omitempty"` // not before the deadline
	Sent     int                                // letters to it
	Fresh    int                                `json:",omitempty"` // from which of them on a DSN is known to be about one: from the question before the newest
	Newest   int                                `json:",omitempty"` // and from which on they prove who answers: they came with the newest
	Thread   string                             `json:",omitempty"` // Message-ID of the first, to which all but press refer
	Talks    map[adjudicator.Seat]letter.Thread `json:",omitempty"` // with each whose press it got
	Pressed  Daily                              `json:"PressSent"`  // letters that its press has made; "Pressed" was a number once
	Read     int                                `json:",omitempty"` // how many pieces of the press that waits it has got
	Answered Daily                              // letters of its own that were answered one by one
	Withheld int                                `json:",omitempty"` // and that were not
	Confirms Daily                              // questions whether a letter is genuine
	Held     Daily                              `json:",omitzero"`  // letters in its name that were put aside
	Back     Daily                              `json:",omitzero"`  // DSNs and vacation notes for letters to it
	Unasked  int                                `json:",omitempty"` // letters in its name that it was not asked about
	Doubts   []Doubt                            `json:",omitempty"` // letters that wait for the answers
	Took     []string                           `json:",omitempty"` // the newest letters of its own that were taken in without such a proof, shortened
	Unproved Daily                              `json:",omitzero"`  // letters of its own without a proof by its domain that were answered
	Bytes    Daily                              `json:",omitzero"`  // and how much was written in answer to them
	Away     []Absence                          `json:",omitempty"` // days on which its player is, in their order
	Absences Daily                              `json:",omitzero"`  // letters that changed these
	Standing []StandingOrder                    `json:",omitempty"` // in the order of their kinds
	Wrote    time.Time                          `json:",omitzero"`  // when its player's last letter was taken in
	Silent   int                                `json:",omitempty"` // phases in a row in which nothing came from it,
	SilentIn uint64                             `json:",omitempty"` // up to this one
	Missed   int                                `json:",omitempty"` // and in all
	Late     int                                `json:",omitempty"` // deadlines at which it was not in
	Resigns  time.Time                          `json:",omitzero"`  // when its player was asked whether he means to leave
	Locked   bool                               `json:",omitempty"` // its player wants letters believed only if their provider vouches for them
	Muted    []string                           `json:",omitempty"` // whose press is not sent to it
	Silenced bool                               `json:",omitempty"` // its press to others is not passed on
	Diary    int                                `json:",omitempty"` // bytes of what its player wrote for himself
	Unheard  *Mark                              `json:",omitempty"` // from where on its letters have yet to tell it what happened; nil: they have told all
}

// A Mark is a place in what was told: so many events into a phase.
type Mark struct {
	Position uint64 // the log entry with the position at the phase's start
	Phase    uint64 // counted as game.Count
	Told     int
}

// Known is so much of a game as bears on what a letter is.
func (g *Game) Known() *intake.Game {
	out := &intake.Game{Name: g.Name, Title: g.Rules, Trust: g.Trust, Began: g.Formed > 0, MayWatch: g.PressRule("observe") != ObserveNo}
	switch {
	case g.State == Forming && g.SignUp != nil:
		out.State = intake.Forming
	case g.State == Over:
		out.State = intake.Over
	}
	for _, s := range g.Seats {
		out.Seats = append(out.Seats, intake.Seat{Reader: s.Reader(), Also: s.Also, Sent: s.Sent, Fresh: s.Newest, Locked: s.Locked})
	}
	if g.SignUp != nil {
		for _, a := range g.SignUp.Asked {
			out.Applicants = append(out.Applicants, a.Address)
		}
	}
	for _, o := range g.Observers() {
		out.Observers = append(out.Observers, o.Address)
	}
	return out
}

// SeatByName is the place of the one seat that a name means; -1 if there is none.
func (g *Game) SeatByName(name string) int {
	seats, err := g.Named(name)
	if err != nil || len(seats) != 1 {
		return -1
	}
	return slices.IndexFunc(g.Seats, func(s *Seat) bool { return s.Name == seats[0] })
}

// ThreadWith is that of a seat's letters with a correspondent; without one, the game's.
func (s *Seat) ThreadWith(with adjudicator.Seat) letter.Thread {
	if with == "" {
		return letter.Thread{Root: s.Thread}
	}
	return s.Talks[with]
}

// Joined notes that a letter has been written to a seat in the thread with a correspondent.
func (s *Seat) Joined(with adjudicator.Seat, id string) {
	t := s.ThreadWith(with)
	if t.Last = id; t.Root == "" {
		t.Root = id
	}
	if with == "" {
		s.Thread = t.Root
		return
	}
	if s.Talks == nil {
		s.Talks = map[adjudicator.Seat]letter.Thread{}
	}
	s.Talks[with] = t
}

// Reader is whoever sits in a seat, as letters are written to them.
func (s *Seat) Reader() letter.Reader { return letter.Reader{Name: string(s.Name), Address: s.Address} }

// Owns reports whether an address is one of the seat's player.
func (s *Seat) Owns(addr string) bool { return addr != "" && (s.Address == addr || s.Also == addr) }

// WrittenAt is the address to which a seat is written: its main one, but an answer goes to where the letter came from.
func (s *Seat) WrittenAt(answer *letter.Letter) string {
	if answer != nil && s.Owns(answer.From) {
		return answer.From
	}
	return s.Address
}

// Holder is the seat whose letter the token names; nil if it was never made so, or for somebody who sat there before.
func (g *Game) Holder(key []byte, t letter.Token) *Seat {
	if t.Game != g.Name || t.Seat >= len(g.Seats) {
		return nil
	}
	seat := g.Seats[t.Seat]
	second := seat.Also != "" && g.Signed(key, t, seat.Also)
	if t.Letter > seat.Sent || !second && !g.Signed(key, t, seat.Address) {
		return nil
	}
	return seat
}

// Signed reports whether a token was made for an address that sits in the token's seat, or sat there before.
func (g *Game) Signed(key []byte, t letter.Token, addr string) bool {
	if t.Game != g.Name || t.Seat >= len(g.Seats) {
		return false
	}
	return t.Genuine(key, letter.Reader{Name: string(g.Seats[t.Seat].Name), Address: letter.Address(addr)})
}

// IsFresh reports whether a token is of a letter about the newest question or the one before.
func (s *Seat) IsFresh(t letter.Token) bool { return t.Letter >= s.Fresh }

// Burn has all letters to a seat until now prove nothing any more, whoever answers them: who does is asked.
func (s *Seat) Burn() {
	if s.Newest <= s.Sent { // not for its second question at once
		s.Fresh, s.Newest = s.Newest, s.Sent+1
	}
}

// BurnUpTo does so with those up to a letter, for others have seen a token of it.
func (s *Seat) BurnUpTo(number int) { s.Newest = max(s.Newest, number+1) }
