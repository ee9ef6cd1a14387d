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
	// Ask and Receipt come first because templates use them most often, and a template finds a field by searching
	// from the first.
	Ask     *Ask     // what the reader is asked, or nil
	Receipt *Receipt // the receipt for the letter that this one answers, or nil

	Kind               string // kind of letter; see Set.Letter
	Language           string // language that the reader has chosen, such as "de"; "" for English
	Game, Rules, Title string // such as "dm1", "deadman", "Deadman Diplomacy"
	Phase              string // the current phase; "" when the game is over
	Seat               string // the reader's seat
	Seats              []string
	Robots             []string          // seats of which everybody knows that robots play them
	Options            []Option          // the game's options; nil if the letter does not show them
	Ruled              adjudicator.Ruled // the options in force, for a letter that contains the rules
	PressRules         []string          // the options about press, as sentences; nil if the letter does not show them
	Now                time.Time         // time of writing, in the reader's time zone, as are all times of the page
	Delayed            string            // why the deadline is later than usual; "" if it is not
	Deadline           time.Time         // zero if nothing is asked, or if the game is paused
	Grace              time.Time         // end of the grace period for late players; zero if there is none
	Paused             bool              // whether the clock is stopped, so that there is no deadline
	PublicPage         string            // address of the game's public page; "" if it has none or the letter omits it
	House              []string          // lines of the club's house rules; nil if the letter has none
	HouseMore          bool              // there are house rules, which RULES tells
	Terms              string            // further information about deadlines, for a first letter
	Desk               bool              // whether the reader is the game master
	First              bool              // whether this is the first letter of the game
	Short              bool              // whether to omit or shorten what the reader has seen in earlier letters
	Joins              bool              // whether the game begins for this reader only, who joined later
	Over               bool
	// the seat whose correspondence with the reader the letter belongs to; "" for the thread of the game
	Correspondent string
	Early         bool // whether the phase ends as soon as everybody is done
	// whether this is a later letter in which nobody waits for the reader, or only for a small decision
	Between bool
	Several bool   // whether the reader has other seats in the game
	Master  bool   // whether the game has a game master who can be written to
	Reply   string // address for prepared answers; "" if the letter has none

	Events  []adjudicator.Event // events that the reader has not been told yet
	Press   []Press
	View    adjudicator.View // the reader's view; nil if the letter does not show it
	Notice  string           // text from the game master or the service
	Lines   []string         // list of lines below the notice
	Quoted  string           // text of a player's letter that is quoted
	Trace   string           // stack trace, for developers
	SignUp  *SignUp          // the game that an applicant may join
	Watch   *Watch           // the game that an observer watches
	Subject string           // subject of a letter that the game master wrote
	Said    []Said           // results of the commands that the game master sent
	History []Chapter        // everything that the reader was told, on request
	Ladder  []string         // what happens step by step to players who miss deadlines
	Diaries []Diary          // diaries of all players, when the game is over
	Luck    string           // hash of the game's secret at its start, and the secret at its end

	Then    *Then    // the board in a past phase, if the reader asked for it
	Picture *Picture // the letter's map, or nil
	Sparing bool     // whether the map is omitted because the game has had many
	Film    bool     // whether a film of the game is attached
	TextMap string   // the board as a map of characters, up to 78 columns wide; "" for none
}

// A Then is the board as the reader knew it at the start of a phase.
type Then struct {
	Phase string
	View  adjudicator.View
}

// A Picture is a picture in a letter: <img src="cid:ID">.
type Picture struct {
	ID      string // Content-ID; "" for a picture that is attached but not shown in the letter
	File    string // name of the file that is attached as well, such as "map.svg"; "" for none
	Caption string // what the picture shows, such as "Spring 1902, as France knows it"

	Focus []string // places that the picture is cropped to, with their neighbours; nil for the whole board
}

// Number returns the number of the question that an answer to this letter would be for, or 0.
func (p Page) Number() int {
	if p.Ask == nil {
		return 0
	}
	return p.Ask.Number
}

// InGrace reports whether the deadline has passed, but the turn waits for late players.
func (p Page) InGrace() bool { return !p.Grace.IsZero() && !p.Now.Before(p.Deadline) }

// Overdue reports whether the turn is still waiting although both the deadline and the grace period have passed.
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
	Wanted   int      // how many players the game needs
	Wishes   string   // "France, Italy or Turkey"; "" for none
	Promised string   // the seat that the applicant gets without drawing lots; "" for none
	Settings []string // the game's settings, one sentence each
	Notes    []string // remarks on the letter that this one answers
	Again    bool     // whether the applicant was written to before
}

// A Watch is the state of an observer.
type Watch struct {
	Stage string   // one of the constants below
	Notes []string // remarks on the letter that this one answers
	Mail  bool     // whether anybody may ask by mail to watch the game
}

// The stages of an observer, for the template "letter observer".
const (
	WatchAsked  = "asked"  // the observer is asked to confirm
	WatchIn     = "in"     // the observer has confirmed and watches the game
	WatchOut    = "out"    // the observer no longer watches the game
	WatchReport = "report" // the observer is told what happened
	WatchWord   = "word"   // the observer gets public press or a notice from the game master
)

// A Said is a command from a game master's letter, with the program's answer.
type Said struct {
	Line, Text string
	Failed     bool // whether the command was not carried out
}

// A Chapter is what the reader was told in one phase.
type Chapter struct {
	Phase  string
	Events []adjudicator.Event
}

// An Option is a ruling that the game is played with.
type Option struct {
	Name, Value, Rule, Doc string
	Switched               bool   // whether the value differs from the default
	Tells                  string // what such a value reveals to players; "" for nothing
}

// An Ask is a question to a seat, with the answer that is on file.
type Ask struct {
	Kind        string
	Number      int
	Revision    int // revision of the answer on file; 0 if it has not changed since the phase began
	Answer      string
	Missing     []string
	Form        []string // the order form, line by line
	Standing    bool     // whether the answer on file, or the first one, comes from standing orders
	Ahead       bool     // whether the answer on file was sent in an earlier phase
	Ready, Wait bool
	// whether the answer on file counts without another letter, so that nobody waits for the reader
	Stands bool
	// whether something in the reader's letters is unresolved, so that the turn waits until the deadline
	Doubt   bool
	Points  []Point   // what is unresolved
	Resolve time.Time // when the turn is resolved, if everybody is done; zero if unknown or not to be told
	Now     bool      // whether the turn is resolved together with this letter
	// how long the turn waits for second thoughts when everybody is done, in words; "" if it does not
	After string
	// whether the question is a small decision within a turn, which ends as soon as everybody asked has answered
	Brisk bool
	// whether everybody is done and the deadline comes before the end of the time for second thoughts
	AtDeadline bool
	Within     bool // whether this is a small question within a turn

	Default string // the answer that counts for a player who sends nothing, in normal form

	Examples []adjudicator.Example // sample answers that fit the reader's position and can be sent as they are
}

// A Point is something in the reader's letters that is unresolved.
type Point struct {
	Quote, Why string
	Filed      bool // whether it is on file but can't be carried out
	Old        bool // whether an earlier letter reported it
	Offers     []Offer
}

// An Offer is a suggested correction, which the player accepts by answering YES and its number.
type Offer struct {
	Number int
	Text   string // orders in one line; "" if accepting leaves everything on file unchanged
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

// Tries reports whether the letter tells what orders would come to that were only tried.
func (p Page) Tries() bool {
	return p.Receipt != nil && p.Receipt.Tried != nil && len(p.Receipt.Tried.Lines) > 0
}

// Silence returns the default answer in one line.
func (a Ask) Silence() string { return strings.ReplaceAll(a.Default, "\n", "; ") }

// Press is a letter from one player to others.
type Press struct {
	From  string   // the writing seat; "" if the reader may not know it
	To    []string `json:",omitempty"`
	All   bool     `json:",omitempty"`
	But   []string `json:",omitempty"` // if All is set, the seats that are excluded
	Grey  bool     `json:",omitempty"` // whether the letter does not reveal its writer
	Quiet bool     `json:",omitempty"` // whether the writer wants no copy
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

// A Receipt says how a player's letter was handled.
type Receipt struct {
	Subject string              // subject of the letter
	New     []string            // lines that the letter put on file
	Gone    []string            // lines that the letter removed from file
	Faults  []adjudicator.Fault // what was not accepted; a fault without Text shares the reason of the one after it
	Notes   []string
	Sent    []Press   // press that the letter sent, as the recipients read it
	Closed  string    // why the letter's orders were not considered; "" if every letter says so at present
	Help    []Command // commands whose help was requested
	Doc     string    // the rules, if requested
	Map     bool      // whether the board was requested, as the reader knows it
	Pages   []string  // requested pages, such as "COSTS" or "CARDS"
	Status  bool      // whether the reader's own status was requested

	Unchanged bool // whether the letter's orders were not considered

	Tried *Tried   // what the letter's orders would come to, if they were only tried; otherwise nil
	Why   []string // why things happened in the last turn, if requested

	// where the rules don't say why: what the reader was told about it, and in which phase
	Told     []adjudicator.Event
	WhyPhase string
}

// A Command is a command that letters may have, with an example from the reader's game.
type Command struct {
	parser.Usage
	Like string // what may follow the name, such as "Spring 1901"; "" if there is no example
}

// Tried is what the orders of a letter would come to, as far as the reader knows. Nothing of the letter is filed.
type Tried struct {
	Lines   []string           // what the orders would come to
	Kept    []string           // those of them that are on file and that the letter does not change
	Assumed []string           // what others are taken to do
	Left    int                // number of letters in which orders can still be tried within a day
	Chart   *adjudicator.Chart // what the map shows; nil for the board as it is
}
