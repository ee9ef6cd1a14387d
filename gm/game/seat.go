package game

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/templates"
)

// A Seat is a place at the table: who sits there, what they are asked, and what became of their letters.
type Seat struct {
	Name adjudicator.Seat
	Owner
	Asked    int             // questions put to it; the last one's number
	Kinds    []string        `json:",omitempty"` // of the newest of them
	Crossed  *Crossed        `json:",omitempty"` // a letter for a question that was closed; nil: none
	Ready    bool            `json:",omitempty"` // what is on file is all
	Wait     bool            `json:",omitempty"` // not before the deadline
	Standing []StandingOrder `json:",omitempty"` // in the order of their kinds
	Silenced bool            `json:",omitempty"` // its press to others is not passed on
	Diary    int             `json:",omitempty"` // bytes of what its player wrote for himself
	// from where on its letters have yet to tell it what happened; nil: they have told all
	Unheard *Mark `json:",omitempty"`

	Preferences
	Correspondence
	Presence
}

// An Owner is the player of a seat, by their addresses.
type Owner struct {
	Address string
	Also    string        `json:",omitempty"` // the second address, whose letters count as well; "": none
	Asking  *AskedAddress `json:",omitempty"` // the address that is asked whether it is to be that; nil: none is
	Seconds Daily         `json:",omitzero"`  // letters that asked such an address
	Second  int           `json:",omitempty"` // the number of the last of them
}

// Preferences are what the player of a seat has chosen about letters.
type Preferences struct {
	Zone     string       `json:",omitempty"` // that they tell times in; "": the game's
	Maps     letter.Style `json:",omitempty"` // how maps come; "": as a picture
	Letters  string       `json:",omitempty"` // FULL or SHORT, how much they tell; "": the first in full, then short
	Language string       `json:",omitempty"` // such as "de"; "": English
	Locked   bool         `json:",omitempty"` // letters are believed only if their provider vouches for them
	Muted    []string     `json:",omitempty"` // whose press is not sent
}

// Correspondence is what was written to a seat and by it: threads, what proves who answers, and how much was written
// today.
type Correspondence struct {
	Boards  int `json:",omitempty"` // the room that the pictures of reports have taken
	Sent    int // letters to it
	Reports int `json:",omitempty"` // and how many of them told how the game stands after a turn
	// from which of them on a DSN is known to be about one: from the question before the newest
	Fresh int `json:",omitempty"`
	// and from which on they prove who answers: they came with the newest
	Newest int `json:",omitempty"`
	// Message-ID of the first, to which all but press refer
	Thread string                             `json:",omitempty"`
	Talks  map[adjudicator.Seat]letter.Thread `json:",omitempty"` // with each whose press it got
	// letters that its press has made; "Pressed" was a number once
	Pressed  Daily   `json:"PressSent"`
	Read     int     `json:",omitempty"` // how many pieces of the press that waits it has got
	Answered Daily   // letters of its own that were answered one by one
	Withheld int     `json:",omitempty"` // and that were not
	Confirms Daily   // questions whether a letter is genuine
	Held     Daily   `json:",omitzero"`  // letters in its name that were put aside
	Back     Daily   `json:",omitzero"`  // DSNs and vacation notes for letters to it
	Unasked  int     `json:",omitempty"` // letters in its name that it was not asked about
	Doubts   []Doubt `json:",omitempty"` // letters that wait for the answers
	// the newest letters of its own that were taken in without such a proof, shortened
	Took     []string `json:",omitempty"`
	Unproved Daily    `json:",omitzero"` // letters of its own without a proof by its domain that were answered
	Bytes    Daily    `json:",omitzero"` // and how much was written in answer to them
}

// Presence is when the player of a seat is there, was last heard of, and was missed.
type Presence struct {
	Away     []Absence `json:",omitempty"` // days on which they are away, in their order
	Absences Daily     `json:",omitzero"`  // letters that changed these
	// by how much absences that are over or taken back have put deadlines off, without the game master being asked; it
	// stays with the seat when its player changes
	PutOff   time.Duration `json:",omitempty"`
	Wrote    time.Time     `json:",omitzero"`  // when the last letter was taken in
	Silent   int           `json:",omitempty"` // phases in a row in which nothing came,
	SilentIn uint64        `json:",omitempty"` // up to this one
	Missed   int           `json:",omitempty"` // and in all
	Late     int           `json:",omitempty"` // deadlines at which they were not in
	Resigns  time.Time     `json:",omitzero"`  // when they were asked whether they mean to leave
}

// A Mark is a place in what was told: so many events into a phase.
type Mark struct {
	Position uint64 // the log entry with the position at the phase's start
	Phase    uint64 // counted as game.Count
	Told     int
}

// ThreadWith is the thread of a seat's letters with a correspondent; without one, that with the game.
func (c *Correspondence) ThreadWith(with adjudicator.Seat) letter.Thread {
	if with == "" {
		return letter.Thread{Root: c.Thread}
	}
	return c.Talks[with]
}

// Joined notes that a letter has been written to a seat in the thread with a correspondent.
func (c *Correspondence) Joined(with adjudicator.Seat, id string) {
	t := c.ThreadWith(with)
	if t.Last = id; t.Root == "" {
		t.Root = id
	}
	if with == "" {
		c.Thread = t.Root
		return
	}
	if c.Talks == nil {
		c.Talks = map[adjudicator.Seat]letter.Thread{}
	}
	c.Talks[with] = t
}

// Reader is the player of a seat as the reader of letters.
func (s *Seat) Reader() letter.Reader { return letter.Reader{Name: string(s.Name), Address: s.Address} }

// Owns reports whether an address is one of the seat's player.
func (o *Owner) Owns(addr string) bool { return addr != "" && (o.Address == addr || o.Also == addr) }

// WrittenAt is the address to which a seat is written: its main one, but an answer goes to where the letter came from.
func (o *Owner) WrittenAt(answer *letter.Letter) string {
	if answer != nil && o.Owns(answer.From) {
		return answer.From
	}
	return o.Address
}

// IsFresh reports whether a token is of a letter about the newest question or the one before.
func (c *Correspondence) IsFresh(t letter.Token) bool { return t.Letter >= c.Fresh }

// Burn makes all letters to a seat until now worthless as a proof: whoever answers one is asked whether it is theirs.
func (c *Correspondence) Burn() {
	if c.Newest <= c.Sent { // not for its second question at once
		c.Fresh, c.Newest = c.Newest, c.Sent+1
	}
}

// BurnUpTo does so with those up to a letter, for others have seen a token of it.
func (c *Correspondence) BurnUpTo(number int) { c.Newest = max(c.Newest, number+1) }

// WithAbsence has a player be away on some more days, in place of absences that they have days in common with.
func (p *Presence) WithAbsence(a Absence) {
	if i := slices.IndexFunc(p.Away, func(b Absence) bool { return b.From == a.From && b.To == a.To }); i >= 0 {
		p.Away[i].Granted = a.Granted || p.Away[i].Granted
		return
	}
	p.KeepAbsences(func(b Absence) bool { return a.To < b.From || b.To < a.From })
	p.Away = append(p.Away, a)
	slices.SortFunc(p.Away, func(a, b Absence) int { return strings.Compare(a.From, b.From) })
}

// KeepAbsences takes all absences off but some. By how much they have put deadlines off is not forgotten.
func (p *Presence) KeepAbsences(keep func(Absence) bool) {
	var kept []Absence
	for _, a := range p.Away {
		switch {
		case keep(a):
			kept = append(kept, a)
		case !a.Granted:
			p.PutOff += a.PutOff
		}
	}
	p.Away = kept
}

// AwayWithoutAsking is how many days a player has had in the game, or has on file, without asking.
func (p *Presence) AwayWithoutAsking() int {
	days := wholeDays(p.PutOff)
	for _, a := range p.Away {
		days += a.cost()
	}
	return days
}

// An AskedAddress is the question to an address whether it is to be a player's second one. A seat has one at a time: a
// new one takes the place of the one before.
type AskedAddress struct {
	Address string
	Number  int // of our letter, of which the answer has the token
	At      time.Time
}

const (
	askedFor = 7 * Day24
)

// Asks reports whether a question to an address is open.
func (o *Owner) Asks(now time.Time) bool { return o.Asking != nil && now.Sub(o.Asking.At) <= askedFor }

// Addresses are those whose letters count as the seat's.
func (o *Owner) Addresses() []string {
	return slices.DeleteFunc([]string{o.Address, o.Also}, func(addr string) bool { return addr == "" })
}

// SecondFacts are the addresses beside its main one to which letters may go for a seat.
func (o *Owner) SecondFacts() []string {
	var out []string
	if o.Also != "" {
		out = append(out, o.Also)
	}
	if o.Asking != nil {
		out = append(out, o.Asking.Address)
	}
	return out
}

// A Crossed letter has orders for a question that was closed before it came. They are kept until its seat is asked the
// like again, and then count if the player says so.
type Crossed struct {
	Kind   string
	Number int    // of the question that was closed
	Text   string // as it was written
}

// Kind is that of a question that was put to the seat; "" if it is not known.
func (s *Seat) Kind(number int) string {
	if i := len(s.Kinds) - 1 - s.Asked + number; 0 <= i && i < len(s.Kinds) {
		return s.Kinds[i]
	}
	return ""
}

// MustPass fails if an answer that was read is not in normal form: from file it could not be read again.
func MustPass(view adjudicator.View, kind, answer string) {
	if answer == "" {
		return
	}
	if err := view.Check(kind, answer); err != nil {
		panic(fmt.Sprintf("what was read for %q is not in normal form: %v", kind, err))
	}
}

// A standing order is what a seat's player answers to questions of a kind when they send nothing else.
type StandingOrder struct{ Kind, Text string }

// StandingAnswer is a seat's answer to a question of that kind, as its view reads it; "" if it has none, or none of it
// can be read now.
func (s *Seat) StandingAnswer(kind string, view adjudicator.View) string {
	i := slices.IndexFunc(s.Standing, func(o StandingOrder) bool { return o.Kind == kind })
	if i < 0 {
		return ""
	}
	return view.Read(kind, "", s.Standing[i].Text).Answer
}

const maxTook = 10 // letters of a seat that machines may have in hand at a time

// NoteTaken remembers a letter that was taken in only for its token. A machine that is killed may hand it in again when
// the turn that it ended is over, and its token with it.
func (c *Correspondence) NoteTaken(l letter.Letter) {
	if l.Proof != letter.Proved {
		c.Took = append(c.Took, l.Short())
		c.Took = c.Took[max(0, len(c.Took)-maxTook):]
	}
}

// HasTaken reports whether a letter is such a one.
func (c *Correspondence) HasTaken(l letter.Letter) bool { return slices.Contains(c.Took, l.Short()) }

// DoubtAt is the question whether a letter is genuine that one of our letters to a seat has put; nil if it was
// answered, or forgotten for newer ones.
func (c *Correspondence) DoubtAt(letter int) *Doubt {
	i := slices.IndexFunc(c.Doubts, func(d Doubt) bool { return d.Letter == letter })
	if i < 0 {
		return nil
	}
	d := c.Doubts[i]
	return &d
}

// fullReports is how many reports of a game show all of a player's position, unless they choose otherwise.
const fullReports = 3

// Settled reports whether a player has had the first reports, whose letters are longer.
func (s *Seat) Settled() bool { return s.Reports >= fullReports }

// Short reports whether the next report leaves out what its reader has seen often enough.
func (s *Seat) Short() bool { return s.Letters == Short || s.Letters == "" && s.Settled() }

// Full and Short are what a player can choose for the reports of a game.
const Full, Short = "FULL", "SHORT"

// Lengths say what the choices of how much a report tells come to.
var Lengths = map[string]string{"": "the first reports show your whole position, and later ones what matters now",
	Full: "each report that asks for orders shows your whole position", Short: "reports show what matters now in your position"}

// Wishes says how a seat's letters are.
func (p *Preferences) Wishes() string {
	out := Styles[0].doc
	for _, style := range Styles {
		if style.Style == p.Maps {
			out = style.doc
		}
	}
	language := p.Language
	if language == "" {
		language = templates.English
	}
	return out + ", and are in " + LanguageName(language) + "; " + Lengths[p.Letters]
}
