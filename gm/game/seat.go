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

// A Seat is a place at the table: its player, their questions, and the state of the correspondence.
type Seat struct {
	Name adjudicator.Seat
	Owner
	Asked   int      // number of questions asked so far, which is the number of the last one
	Kinds   []string `json:",omitempty"` // kinds of the newest questions
	Crossed *Crossed `json:",omitempty"` // a letter for a question that was closed; nil: none
	Ready   bool     `json:",omitempty"` // whether the player has declared the orders on file complete
	// whether the player has asked that the turn not end before the deadline
	Wait     bool            `json:",omitempty"`
	Standing []StandingOrder `json:",omitempty"` // standing orders, sorted by kind
	Silenced bool            `json:",omitempty"` // whether its press is withheld from others
	Diary    int             `json:",omitempty"` // length of the player's diary in bytes
	// first event of which its letters have not told; nil: they have told all
	Unheard *Mark `json:",omitempty"`

	Preferences
	Correspondence
	Presence
}

// An Owner is the player of a seat, by their addresses.
type Owner struct {
	Address string        // "" if nobody plays the seat, or a robot
	Robot   Robot         `json:",omitempty"` // whether a robot plays it
	Also    string        `json:",omitempty"` // second address, from which letters count as well; "": none
	Asking  *AskedAddress `json:",omitempty"` // an address that has been asked whether it is the second one; nil: none
	Seconds Daily         `json:",omitzero"`  // number of letters that asked such addresses
	Second  int           `json:",omitempty"` // number of the last letter that asked
}

// Preferences are a player's choices about their letters.
type Preferences struct {
	Zone     string       `json:",omitempty"` // time zone of times; "": the game's
	Maps     letter.Style `json:",omitempty"` // form of maps; "": a picture
	Letters  string       `json:",omitempty"` // FULL or SHORT reports; "": the first ones are full, later ones short
	Language string       `json:",omitempty"` // language of the letters, such as "de"; "": English
	Locked   bool         `json:",omitempty"` // whether letters are believed only if their provider vouches for them
	Muted    []string     `json:",omitempty"` // seats whose press the player does not want
}

// Correspondence is the state of the mail to and from a seat: threads, which tokens are still valid, and daily
// limits.
type Correspondence struct {
	Boards  int `json:",omitempty"` // space taken by the maps of reports so far
	Sent    int // number of letters to the seat
	Reports int `json:",omitempty"` // number of these that were reports after a turn
	// number of the oldest letter about the newest question or the one before
	Fresh int `json:",omitempty"`
	// number of the oldest letter whose token proves who answers; usually the first about the newest question
	Newest int `json:",omitempty"`
	// Message-ID of the first letter, which all letters except press refer to
	Thread string                             `json:",omitempty"`
	Talks  map[adjudicator.Seat]letter.Thread `json:",omitempty"` // threads with the authors of press
	// letters caused by its press; in JSON, the name "Pressed" once had another meaning
	Pressed  Daily   `json:"PressSent"`
	Read     int     `json:",omitempty"` // number of pieces of waiting press that it has got
	Answered Daily   // number of its letters that were answered individually
	Withheld int     `json:",omitempty"` // number of its letters that were not answered individually
	Confirms Daily   // number of questions whether a letter is genuine
	Tried    Daily   `json:",omitzero"`  // number of its letters in which orders were only tried
	Held     Daily   `json:",omitzero"`  // number of letters in its name that were put aside
	Back     Daily   `json:",omitzero"`  // number of DSNs and vacation notes for letters to it
	Unasked  int     `json:",omitempty"` // number of letters in its name about which it was not asked
	Doubts   []Doubt `json:",omitempty"` // letters put aside until they are confirmed
	// hashes of its newest letters that were believed only for their tokens
	Took     []string `json:",omitempty"`
	Unproved Daily    `json:",omitzero"` // number of its letters without a proof by its domain that were answered
	Bytes    Daily    `json:",omitzero"` // number of bytes written in answer to them
}

// Presence says when the player of a seat is away, was last heard of, and was missed.
type Presence struct {
	Away     []Absence `json:",omitempty"` // days on which they are away, sorted
	Absences Daily     `json:",omitzero"`  // number of letters that changed these days
	// total time by which past or cancelled absences without approval have postponed deadlines; it stays with the
	// seat when the player changes
	PutOff   time.Duration `json:",omitempty"`
	Wrote    time.Time     `json:",omitzero"`  // when their last letter was accepted
	Silent   int           `json:",omitempty"` // number of consecutive phases without a letter
	SilentIn uint64        `json:",omitempty"` // the last of these phases
	Missed   int           `json:",omitempty"` // total number of phases without a letter
	Late     int           `json:",omitempty"` // number of deadlines that they missed
	Resigns  time.Time     `json:",omitzero"`  // when they were asked to confirm that they resign
}

// A Mark is a position in the sequence of events: a number of events into a phase.
type Mark struct {
	Position uint64 // log entry with the position at the start of the phase
	Phase    uint64 // phase number, as Turn.Count
	Told     int
}

// ThreadWith returns the thread of a seat's letters with a correspondent or, if with is "", with the game.
func (c *Correspondence) ThreadWith(with adjudicator.Seat) letter.Thread {
	if with == "" {
		return letter.Thread{Root: c.Thread}
	}
	return c.Talks[with]
}

// Joined records a letter to the seat in the thread with a correspondent.
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

// Reader returns the player of the seat as a recipient of letters.
func (s *Seat) Reader() letter.Reader { return letter.Reader{Name: string(s.Name), Address: s.Address} }

// Owns reports whether an address is one of the player's.
func (o *Owner) Owns(addr string) bool { return addr != "" && (o.Address == addr || o.Also == addr) }

// WrittenAt returns the address for letters to the seat: the main one or, for an answer, the one from which the
// letter came.
func (o *Owner) WrittenAt(answer *letter.Letter) string {
	if answer != nil && o.Owns(answer.From) {
		return answer.From
	}
	return o.Address
}

// IsFresh reports whether a token belongs to a letter about the newest question or the one before.
func (c *Correspondence) IsFresh(t letter.Token) bool { return t.Letter >= c.Fresh }

// Burn invalidates the tokens of all letters so far as proofs: answers to them must be confirmed.
func (c *Correspondence) Burn() {
	if c.Newest <= c.Sent { // the second question to the seat must not do so again
		c.Fresh, c.Newest = c.Newest, c.Sent+1
	}
}

// BurnUpTo invalidates the tokens of letters up to a number, because others have seen one.
func (c *Correspondence) BurnUpTo(number int) { c.Newest = max(c.Newest, number+1) }

// WithAbsence adds an absence, replacing those with which it overlaps.
func (p *Presence) WithAbsence(a Absence) {
	if i := slices.IndexFunc(p.Away, func(b Absence) bool { return b.From == a.From && b.To == a.To }); i >= 0 {
		p.Away[i].Granted = a.Granted || p.Away[i].Granted
		return
	}
	p.KeepAbsences(func(b Absence) bool { return a.To < b.From || b.To < a.From })
	p.Away = append(p.Away, a)
	slices.SortFunc(p.Away, func(a, b Absence) int { return strings.Compare(a.From, b.From) })
}

// KeepAbsences removes the absences for which keep is false. The time by which they have postponed deadlines is added
// to PutOff.
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

// AwayWithoutAsking returns the days of absence that a player has used or registered without approval.
func (p *Presence) AwayWithoutAsking() int {
	days := wholeDays(p.PutOff)
	for _, a := range p.Away {
		days += a.cost()
	}
	return days
}

// An AskedAddress is a pending question to an address whether it is a player's second one. A seat has at most one; a
// new one replaces it.
type AskedAddress struct {
	Address string
	Number  int // number of our letter, which is in the token of its answer
	At      time.Time
}

const (
	askedFor = 7 * Day24
)

// Asks reports whether such a question is pending.
func (o *Owner) Asks(now time.Time) bool { return o.Asking != nil && now.Sub(o.Asking.At) <= askedFor }

// Addresses returns the addresses from which letters count as the seat's.
func (o *Owner) Addresses() []string {
	return slices.DeleteFunc([]string{o.Address, o.Also}, func(addr string) bool { return addr == "" })
}

// OtherAddresses returns all addresses of a seat except the main one.
func (o *Owner) OtherAddresses() []string {
	var out []string
	if o.Also != "" {
		out = append(out, o.Also)
	}
	if o.Asking != nil {
		out = append(out, o.Asking.Address)
	}
	return out
}

// A Crossed letter has orders for a question that was closed before it came. They are kept until the seat is asked
// the same kind of question again, and count then if the player confirms them.
type Crossed struct {
	Kind   string
	Number int    // number of the closed question
	Text   string // the orders as written
}

// Kind returns the kind of a question that was put to the seat, or "" if it is not known.
func (s *Seat) Kind(number int) string {
	if i := len(s.Kinds) - 1 - s.Asked + number; 0 <= i && i < len(s.Kinds) {
		return s.Kinds[i]
	}
	return ""
}

// MustPass panics if an answer is not in normal form, because it could not be read again later.
func MustPass(view adjudicator.View, kind, answer string) {
	if answer == "" {
		return
	}
	if err := view.Check(kind, answer); err != nil {
		panic(fmt.Sprintf("what was read for %q is not in normal form: %v", kind, err))
	}
}

// A StandingOrder is the answer of a player to all questions of a kind for which they send nothing else.
type StandingOrder struct{ Kind, Text string }

// StandingAnswer returns the seat's standing orders for a kind of question, as the view reads them now; "" if there
// are none, or none is readable.
func (s *Seat) StandingAnswer(kind string, view adjudicator.View) string {
	i := slices.IndexFunc(s.Standing, func(o StandingOrder) bool { return o.Kind == kind })
	if i < 0 {
		return ""
	}
	return view.Read(kind, "", s.Standing[i].Text).Answer
}

const maxTook = 10 // largest number of letters of a seat that may be in process at a time

// NoteTaken records a letter that was believed only for its token. If the process is killed, the letter may be
// handled again after the turn has ended, when its token is no longer valid.
func (c *Correspondence) NoteTaken(l letter.Letter) {
	if l.Proof != letter.Proved {
		c.Took = append(c.Took, l.Short())
		c.Took = c.Took[max(0, len(c.Took)-maxTook):]
	}
}

// HasTaken reports whether a letter was recorded by NoteTaken.
func (c *Correspondence) HasTaken(l letter.Letter) bool { return slices.Contains(c.Took, l.Short()) }

// DoubtAt returns the doubt about which a letter of ours asked the seat; nil if there is none, or none any more.
func (c *Correspondence) DoubtAt(letter int) *Doubt {
	i := slices.IndexFunc(c.Doubts, func(d Doubt) bool { return d.Letter == letter })
	if i < 0 {
		return nil
	}
	d := c.Doubts[i]
	return &d
}

// fullReports is the number of reports that show a player's whole position, unless the player chooses otherwise.
const fullReports = 3

// Settled reports whether a player has had the first, longer reports.
func (s *Seat) Settled() bool { return s.Reports >= fullReports }

// Short reports whether the next report omits what its reader has seen often enough.
func (s *Seat) Short() bool { return s.Letters == Short || s.Letters == "" && s.Settled() }

// Full and Short are the choices for the length of reports.
const Full, Short = "FULL", "SHORT"

// Lengths explains the choices for the length of reports.
var Lengths = map[string]string{"": "the first reports show your whole position, and later ones what matters now",
	Full: "each report that asks for orders shows your whole position", Short: "reports show what matters now in your position"}

// Wishes describes a seat's preferences in words.
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
