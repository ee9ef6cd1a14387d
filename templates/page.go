package templates

import (
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// A Page is the data of a letter's templates.
type Page struct {
	// Templates ask for these most, and look a field up by going through all before it.
	Ask     *Ask     // what the reader is asked; nil: nothing
	Receipt *Receipt // of the letter that this one answers

	Kind               string // of the letter; see Set.Letter
	Language           string // that the reader has chosen, such as "de"; "" for English
	Game, Rules, Title string // "dm1", "deadman", "Deadman Diplomacy"
	Phase              string // the one that is on; "" when the game is over
	Seat               string // the reader's
	Seats              []string
	Options            []Option          // nil if the letter shows none
	Ruled              adjudicator.Ruled // for a letter with the rules
	PressRules         []string          // options about press, as sentences; nil if the letter shows none
	Now                time.Time         // in the reader's time zone, as are all times
	Delayed            string            // why the deadline is later than usual; "": it is not
	Deadline           time.Time         // zero: nothing is asked, or the game is paused
	Grace              time.Time         // end of the grace for late players; zero: there is none
	Paused             bool              // the clock is stopped, so there is no deadline
	Terms              string            // further information about deadlines, in a first letter
	Desk               bool              // the reader is the game master
	First              bool              // the game begins
	Short              bool              // omit or shorten what the reader has seen in earlier letters
	Joins              bool              // the game begins for this reader only, as a later player
	Over               bool
	Correspondent      string // the seat to whose thread the letter belongs; "": the game's
	Early              bool   // the phase ends when everybody is done
	Between            bool   // after the first reports: nobody waits for the reader, or only for a small decision
	Several            bool   // the reader has other seats in the game
	Master             bool   // the game has a game master who can be written to
	Reply              string // address for prepared answers; "": the letter has none

	Events  []adjudicator.Event // that the reader has not been told yet
	Press   []Press
	View    adjudicator.View // the reader's; nil where the letter shows none
	Notice  string           // text of the game master or the service
	Lines   []string         // list below the notice
	Quoted  string           // quoted letter of a player
	Trace   string           // stack trace, for developers
	SignUp  *SignUp          // for an applicant
	Watch   *Watch           // for an observer
	Subject string           // subject of a letter that the game master wrote
	Said    []Said           // results of the game master's commands
	History []Chapter        // everything that the reader was told, on request
	Ladder  []string         // what happens to missing players, step by step
	Diaries []Diary          // diaries of all players, when the game is over
	Luck    string           // hash of the game's secret at its start, and the secret at its end

	Then    *Then    // on request: the board in a past phase; nil: none
	Picture *Picture // the letter's map; nil: none
	Sparing bool     // there is no map because the game has had many
	Film    bool     // a film of the game comes with the letter
	TextMap string   // the board as a map of characters, up to 78 columns wide; "": none
}

// A Then is the board as the reader knew it at the start of a phase.
type Then struct {
	Phase string
	View  adjudicator.View
}

// A Picture is a picture in a letter: <img src="cid:ID">.
type Picture struct {
	ID      string // the Content-ID; "" where the picture is not shown, but only attached
	File    string // what is attached beside it, "map.svg"; "" for nothing
	Caption string // what it shows: "Spring 1902, as France knows it"

	Focus []string // the places that it is cut to, with those next to them; none: it shows the whole board
}

// Number returns the number of the question that an answer to the letter is for, or 0.
func (p Page) Number() int {
	if p.Ask == nil {
		return 0
	}
	return p.Ask.Number
}

// InGrace reports whether the deadline has passed, but the turn waits for late players.
func (p Page) InGrace() bool { return !p.Grace.IsZero() && !p.Now.Before(p.Deadline) }

// Overdue reports whether the turn waits although all time is up.
func (p Page) Overdue() bool {
	return !p.Deadline.IsZero() && !p.Now.Before(p.Deadline) && !p.Now.Before(p.Grace)
}

// ViewName returns the name of the template for the reader's view; the game master's differs from the players'.
func (p Page) ViewName() string {
	if p.Desk {
		return "GM view"
	}
	return "view"
}

// A SignUp is the state of an application for a place in a game.
type SignUp struct {
	Stage    string   // "asked", "in", "out" or "ended"
	Wanted   int      // players
	Wishes   string   // "France, Italy or Turkey"; "" for none
	Promised string   // the seat that they are to have whatever the lot says; "" for none
	Settings []string // of the game, a sentence each
	Notes    []string // on the letter that is answered
	Again    bool     // they were written to before
}

// A Watch is the state of an observer.
type Watch struct {
	Stage string   // one of those below
	Notes []string // on the letter that is answered
	Mail  bool     // whoever asks by mail may watch the game
}

// The stages of an observer, for the template "letter observer".
const (
	WatchAsked  = "asked"  // they are asked to confirm
	WatchIn     = "in"     // they have
	WatchOut    = "out"    // they watch no more
	WatchReport = "report" // they are told what happened
	WatchWord   = "word"   // the game master has a word for all
)

// A Said is a line of a game master's letter with the program's answer.
type Said struct {
	Line, Text string
	Failed     bool // it was not carried out
}

// A Chapter is what the reader was told in one phase.
type Chapter struct {
	Phase  string
	Events []adjudicator.Event
}

// An Option is a ruling of this game.
type Option struct {
	Name, Value, Rule, Doc string
	Switched               bool   // it is not the default,
	Tells                  string // and so gives this away; "" for nothing
}

// An Ask is what a seat is asked, with the answer on file.
type Ask struct {
	Kind        string
	Number      int
	Revision    int // of what is on file; 0: as the phase began
	Answer      string
	Missing     []string
	Form        []string // the order form, a line each
	Standing    bool     // what is on file, or was at first, are standing orders
	Ahead       bool     // what is on file was filed with an earlier phase
	Ready, Wait bool
	Stands      bool      // nobody waits for an answer: what is on file counts
	Doubt       bool      // something in the reader's letters is open, and so the turn waits for the deadline
	Points      []Point   // what is
	Resolve     time.Time // when the turn is carried out, as everybody is in; zero: that is not known, or not told
	Now         bool      // it is carried out with this letter
	After       string    // how long it waits for second thoughts when everybody is in, in words; "": not at all
	Brisk       bool      // all that is asked are small decisions within a turn, which ends when everybody asked is in
	AtDeadline  bool      // everybody is in, and the deadline is nearer than the time for second thoughts
	Within      bool      // it is a small question within a turn

	Default string // the answer of the silent, in normal form

	Examples []adjudicator.Example // answers out of the reader's own position, which can be sent as they stand
}

// A Point is an open part of the reader's letters.
type Point struct {
	Quote, Why string
	Filed      bool // it is on file, but can't be carried out
	Old        bool // an earlier letter told of it
	Offers     []Offer
}

// An Offer is a suggestion that a YES with its number files.
type Offer struct {
	Number int
	Text   string // orders in one line; "": what is on file stays as it is
}

// New returns the points that this letter is the first to report and that are not on file.
func (a Ask) New() []Point { return a.points(func(p Point) bool { return !p.Old && !p.Filed }) }

// Impossible returns the points about orders on file that can't be carried out.
func (a Ask) Impossible() []Point { return a.points(func(p Point) bool { return p.Filed }) }

func (a Ask) points(want func(Point) bool) []Point {
	return slices.DeleteFunc(slices.Clone(a.Points), func(p Point) bool { return !want(p) })
}

// Offered reports whether a YES can settle a point.
func (a Ask) Offered() bool {
	return slices.ContainsFunc(a.Points, func(p Point) bool { return len(p.Offers) > 0 })
}

// StillOpen returns the points that are not on file, except those that a receipt lists as not accepted.
func (p Page) StillOpen() []Point {
	if p.Ask == nil {
		return nil
	}
	return p.Ask.points(func(at Point) bool { return !at.Filed && (at.Old || p.Receipt == nil) })
}

// NotTaken reports whether a receipt has to say that a part of the letter was not accepted.
func (p Page) NotTaken() bool {
	if p.Receipt != nil && len(p.Receipt.Faults) > 0 {
		return true
	}
	return p.Ask != nil && len(p.Ask.New()) > 0
}

// Silence returns the default answer in one line.
func (a Ask) Silence() string { return strings.ReplaceAll(a.Default, "\n", "; ") }

// Press is a letter from one player to others.
type Press struct {
	From  string   // "": somebody, whom the reader may not know
	To    []string `json:",omitempty"`
	All   bool     `json:",omitempty"`
	But   []string `json:",omitempty"` // with All: to all but these
	Grey  bool     `json:",omitempty"` // it does not say who wrote it
	Quiet bool     `json:",omitempty"` // who wrote it wants no copy
	Text  string
}

// Readers returns the recipients in words.
func (p Press) Readers() string {
	switch {
	case p.All && len(p.But) > 0:
		return "all but " + strings.Join(p.But, ", ")
	case p.All:
		return "all"
	}
	return strings.Join(p.To, ", ")
}

// A Diary is an entry in a player's diary.
type Diary struct {
	Seat, Phase, Text string
}

// A Receipt says what became of a letter.
type Receipt struct {
	Subject string              // of that letter
	New     []string            // lines that it has put on file
	Gone    []string            // and those that it has taken off
	Faults  []adjudicator.Fault // without Text: the reason of the next one holds for it, too
	Notes   []string
	Sent    []Press        // press that it sent, as others read it
	Closed  string         // why its orders were not looked at; "" where every letter says that now
	Help    []parser.Usage // asked for
	Doc     string         // asked for: the rules
	Map     bool           // asked for: the board as the reader knows it
	Pages   []string       // asked for: "COSTS" or "CARDS"
	Status  bool           // asked for: what is the reader's

	Unchanged bool // its orders were not looked at
}
