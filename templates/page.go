package templates

import (
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// A Page is what a letter is written from.
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
	Options            []Option          // nil where the letter shows none
	Ruled              adjudicator.Ruled // where the letter tells the rules
	PressRules         []string          // what the game master has chosen about press, as sentences; nil as Options
	Now                time.Time         // in the reader's time zone, as is Deadline
	Delayed            string            // why the deadline is later than usual; "": it is not
	Deadline           time.Time         // zero: nothing is asked, or the game is paused
	Grace              time.Time         // until when the turn waits for the late after that; zero: not at all
	Paused             bool              // there is no deadline until the game master lets the game go on
	Terms              string            // what else is to be known of deadlines, in a first letter
	Desk               bool              // the reader is the game master
	First              bool              // the game begins
	Short              bool              // what the reader has seen in the letters before is left out, or told in short
	Joins              bool              // for this reader alone: it has been played for some time
	Over               bool
	Correspondent      string // the letter belongs to the reader's conversation with that seat; "": to the game's
	Early              bool   // the phase ends when everybody is in
	Between            bool   // after the first reports, nobody waits for the reader, or it is a small question
	Several            bool   // the reader has other seats in the game
	Master             bool   // the game has a game master, whom a letter can reach
	Reply              string // the address that answers without writing go to; "": the letter has none

	Events  []adjudicator.Event // that the reader has not heard of
	Press   []Press
	View    adjudicator.View // the reader's; nil where the letter shows none
	Notice  string           // what the game master or the service has to say
	Lines   []string         // a list that belongs to the notice
	Quoted  string           // a player's letter that belongs to it
	Trace   string           // how the program came to fail, for its makers
	SignUp  *SignUp          // of somebody who has no seat yet
	Watch   *Watch           // of an observer
	Subject string           // of a letter that the game master writes themself
	Said    []Said           // what became of the game master's commands
	History []Chapter        // all that the reader was told, asked for
	Ladder  []string         // what happens to whoever sends nothing, a rung each
	Diaries []Diary          // of all players, when the game is over
	Luck    string           // the hash of the game's secret at its start, the secret at its end

	Then    *Then    // asked for: a phase that is past; nil: none
	Picture *Picture // of the board, that the letter comes with; nil: none
	Sparing bool     // it comes with none, since there have been many in the game
	Film    bool     // a film of the game comes with the letter
	TextMap string   // the board in letters, up to 78 columns wide, for whoever wants it so; "": none
}

// A Then is the board as the reader knew it when a phase began.
type Then struct {
	Phase string
	View  adjudicator.View
}

// A Picture is one that stands within a letter: <img src="cid:ID">.
type Picture struct {
	ID      string // the Content-ID; "" where the picture is not shown, but only attached
	File    string // what is attached beside it, "map.svg"; "" for nothing
	Caption string // what it shows: "Spring 1902, as France knows it"

	Focus []string // the places that it is cut to, with those next to them; none: it shows the whole board
}

// Number is that of the question which an answer to the letter is for; 0 if there is none.
func (p Page) Number() int {
	if p.Ask == nil {
		return 0
	}
	return p.Ask.Number
}

// InGrace reports whether the deadline is over, and the turn waits for the late.
func (p Page) InGrace() bool { return !p.Grace.IsZero() && !p.Now.Before(p.Deadline) }

// Overdue reports whether all time is up, and the turn waits all the same.
func (p Page) Overdue() bool {
	return !p.Deadline.IsZero() && !p.Now.Before(p.Deadline) && !p.Now.Before(p.Grace)
}

// ViewName names the template of the reader's view: the game master's differs from the players'.
func (p Page) ViewName() string {
	if p.Desk {
		return "GM view"
	}
	return "view"
}

// A SignUp is how somebody stands who has asked for a place in a game that is forming.
type SignUp struct {
	Stage    string   // "asked", "in", "out" or "ended"
	Wanted   int      // players
	Wishes   string   // "France, Italy or Turkey"; "" for none
	Promised string   // the seat that they are to have whatever the lot says; "" for none
	Settings []string // of the game, a sentence each
	Notes    []string // on the letter that is answered
	Again    bool     // they were written to before
}

// A Watch is how an observer stands.
type Watch struct {
	Stage string   // one of those below
	Notes []string // on the letter that is answered
	Mail  bool     // whoever asks by mail may watch the game
}

// The stages of an observer, as the template "letter observer" knows them.
const (
	WatchAsked  = "asked"  // they are asked to confirm
	WatchIn     = "in"     // they have
	WatchOut    = "out"    // they watch no more
	WatchReport = "report" // they are told what happened
	WatchWord   = "word"   // the game master has a word for all
)

// A Said is a line of a game master's letter, and what the program said to it.
type Said struct {
	Line, Text string
	Failed     bool // it was not carried out
}

// A Chapter is what the reader was told in one phase.
type Chapter struct {
	Phase  string
	Events []adjudicator.Event
}

// An Option is a ruling as this game plays it.
type Option struct {
	Name, Value, Rule, Doc string
	Switched               bool   // it is not the default,
	Tells                  string // and so gives this away; "" for nothing
}

// An Ask is what a seat is asked, and what is on file for it.
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

// A Point is a part of the reader's letters that is open.
type Point struct {
	Quote, Why string
	Filed      bool // it is on file, but can't be carried out
	Old        bool // an earlier letter told of it
	Offers     []Offer
}

// An Offer is put on file by a YES with its number.
type Offer struct {
	Number int
	Text   string // orders in one line; "": what is on file stays as it is
}

// New are the points of which this letter is the first to tell, and which are not on file.
func (a Ask) New() []Point { return a.points(func(p Point) bool { return !p.Old && !p.Filed }) }

// Impossible are the points that are on file, though they can't be carried out.
func (a Ask) Impossible() []Point { return a.points(func(p Point) bool { return p.Filed }) }

func (a Ask) points(want func(Point) bool) []Point {
	return slices.DeleteFunc(slices.Clone(a.Points), func(p Point) bool { return !want(p) })
}

// Offered reports whether a YES can do something about a point.
func (a Ask) Offered() bool {
	return slices.ContainsFunc(a.Points, func(p Point) bool { return len(p.Offers) > 0 })
}

// StillOpen are the points that are not on file, but for those that a receipt shows among what was not taken.
func (p Page) StillOpen() []Point {
	if p.Ask == nil {
		return nil
	}
	return p.Ask.points(func(at Point) bool { return !at.Filed && (at.Old || p.Receipt == nil) })
}

// NotTaken reports whether a receipt has to say that something in the letter was not taken.
func (p Page) NotTaken() bool {
	if p.Receipt != nil && len(p.Receipt.Faults) > 0 {
		return true
	}
	return p.Ask != nil && len(p.Ask.New()) > 0
}

// Silence is the answer of the silent in one line.
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

// Readers are whom it is to, in words.
func (p Press) Readers() string {
	switch {
	case p.All && len(p.But) > 0:
		return "all but " + strings.Join(p.But, ", ")
	case p.All:
		return "all"
	}
	return strings.Join(p.To, ", ")
}

// A Diary is a piece of what a player wrote for themself.
type Diary struct {
	Seat, Phase, Text string
}

// A Receipt is what became of a letter.
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
