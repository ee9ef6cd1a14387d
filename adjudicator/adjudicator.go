// Package adjudicator defines the interface between the rules of a game and the program that runs the game by mail.
//
// Rules are written in the order of their rule book: a [Position] plays one phase from start to end, asks the [Table]
// for each decision, and tells it what happened. Between letters, no code of the rules is running. What is stored is
// the position at the start of the phase and the [Record] of what was asked, answered and told since; when another
// answer arrives, the phase is played again from its start. Therefore rules must be deterministic: they do not read
// the clock, do no input or output, do not depend on the iteration order of maps, and draw their luck from the table.
//
// The package does not depend on any game, on mail or on the clock.
package adjudicator

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// A Seat is a player's place in a game, such as a power, a side or a colour.
type Seat string

// Every game has these two seats in addition to the players'. They have views of their own, so that every view
// belongs to a seat.
const (
	GM       Seat = "GM"       // the game master, who may know everything
	Observer Seat = "Observer" // somebody who only watches, and may know what is public
)

// Rules describe a title. Each game's package has a variable of this type.
type Rules struct {
	Name  string // the name that people type, such as "deadman"
	Title string // the full name, such as "Deadman Diplomacy"
	Doc   string // a summary of the rules for players who request it; see Told

	Published string // the parts of the game that are as published, in words, such as "the rules and the board"
	Invented  string // the parts that the house edition had to invent, in words; "" if there are none

	Seats   []Seat // the players' seats, in the order of the table
	Min     int    // smallest number of players; the largest is the number of seats
	Options []Option

	// Table returns the seats for a number of players with a pack, in the order of the table, or nil if that number
	// can't play. If Table is nil, any seats can be used.
	Table func(players int, pack []byte) []Seat

	// House is the house edition of the board and the cards. It is nil for a game that has no editions, and so no
	// packs.
	House []byte

	// Check describes a pack in a few words, or returns an error with a line for each fault. It is nil if House is
	// nil.
	Check func(pack []byte) (about string, err error)

	// Blind says that it is secret who is asked, who has answered, and when. Phases of such a game never end before
	// their deadline, unless the game master decides otherwise at the start.
	Blind bool

	// Discloses says that all secrets of a game are revealed when it ends by these rules: everything that any seat
	// could see is told to everybody.
	Discloses bool

	// Winners returns the winners if an event ends the game; there may be several. It returns nil if the event does
	// not end the game, or if nobody has won.
	Winners func(EventRecord) []Seat

	// Setup returns the opening position for a configuration that Configure has returned. It may draw luck and tell
	// events, but not ask. An error means that the configuration can't be played; its text is for the operator.
	Setup func(*Table, Config) (Position, error)

	// Blank returns an empty position, into which a saved one can be decoded.
	Blank func() Position

	// Switch changes the options of a game, from the phase that begins at this position. It is nil if no options can
	// be changed in a running game. The options are complete, as returned by Configure.
	Switch func(Position, map[string]string)
}

// An Option is a ruling that a game master can choose.
type Option struct {
	Name   string   // such as "db"
	Rule   string   // number of the rule, such as "DM-16"
	Doc    string   // what the option decides, in one sentence
	Values []string // possible values; the first is the default
	// the meaning of each value, in the order of Values: statements without a capital letter or a full stop
	Means  []string
	Tells  string // what a value other than the default reveals to players; "" for nothing
	Before string // the value for games that began before the option existed; "" for the default
}

// Meaning returns the meaning of a value of the option, or "" for an unknown value.
func (o Option) Meaning(value string) string {
	if i := slices.Index(o.Values, value); i >= 0 {
		return o.Means[i]
	}
	return ""
}

// A Config is the configuration with which a game is set up.
type Config struct {
	Seats   []Seat            // the seats that players have, in the order of the table
	Options map[string]string // values of the options, by name
	Pack    []byte            // the edition of the board and the cards; nil for the house edition
}

// A Position is the complete state of a game, between two phases or after a part of a phase. It is saved with
// encoding/json.
type Position interface {
	// Phase returns the name of the next phase, such as "Spring 1901", or "" if the game is over.
	Phase() string

	// Play plays the next phase.
	Play(*Table)

	// View returns everything that a seat may know at this point.
	View(Seat) View
}

// A View is everything that a seat may know. It is saved as JSON, and is all that templates, pictures and the reading
// of letters get. So it must not contain anything, exported or not, that its seat may not know.
type View interface {
	// Read interprets a player's text as an answer to a request of the given kind. old is the answer on file, or "";
	// it allows a letter with one order to amend a set of orders. If Read gets the Answer that it has returned, with
	// no old answer, it must return the same Answer without faults.
	Read(kind, old, text string) Reading

	// Check returns an error unless an answer is in the normal form in which Read returns it for a request of that
	// kind. All answers on file pass it, and rules parse answers only in normal form; so changes in how leniently
	// Read interprets letters can't change what is on file.
	Check(kind, answer string) error
}

// An Exemplar is a View that can give examples of orders that fit the player's own position.
type Exemplar interface {
	// Examples returns answers to a request of the given kind that Read accepts as they are, and that can be carried
	// out as far as the view knows. It returns one for each kind of order, the most useful first.
	Examples(kind string) []Example
}

// An Example is an answer that a player could send.
type Example struct {
	Kind  string   // what it shows, such as "attack"; templates have words for it
	Lines []string // the lines of the letter
}

// A Reading is the interpretation of a player's text.
type Reading struct {
	Answer  string   // the complete answer after reading, in normal form, one order per line; "" if there is none
	Parts   []Part   // what became of each part of the text, in the order of the text where possible
	Notes   []string // remarks for the player on parts that were accepted
	Missing []string // what the answer leaves undecided, such as a unit without an order

	// Anew says that the text answers the whole question again, such as a complete turn. Points that earlier letters
	// left open are settled then, except those about lines that begin with a word in Beside, such as standing orders.
	Anew   bool
	Beside []string // first words of such lines, in lower case

	// Form is the order form: a line for each thing to decide, filled in from the answer or blank. Read accepts each
	// line as it is, and ignores blank ones.
	Form []string
}

// A Part is a part of a player's text, such as a line, and what became of it.
type Part struct {
	Fate  Fate
	Quote string // the part, in the player's own words

	// Why tells the player why the part was refused or is queried, and what is needed; or why an order on file can't
	// be carried out as far as the player knows, for example because units move that will not be there.
	Why string

	// Suggest lists possible meanings of a part that is queried: each is one or more orders in normal form. A plain
	// YES files one of them.
	Suggest []string
}

// A Fate says what became of a part of a player's text.
type Fate string

const (
	Filed   Fate = "filed"   // an order, which is on file
	Unsure  Fate = "unsure"  // possibly an order; the player is asked what it means, and it is not on file
	Refused Fate = "refused" // an order that can't be accepted; it is not on file
	Talk    Fate = "talk"    // not an order, and nothing needs to be done
	ToGM    Fate = "to gm"   // not an order, but a question or a message to the game master
)

// Open reports whether the turn waits for the player to clarify the part.
func (p Part) Open() bool {
	switch p.Fate {
	case Unsure, Refused:
		return true
	case Filed:
		return p.Why != ""
	}
	return false
}

// Open returns the parts that the player is asked to clarify, for which the turn waits.
func (r Reading) Open() []Part {
	return slices.DeleteFunc(slices.Clone(r.Parts), func(p Part) bool { return !p.Open() })
}

// Has reports whether some part of the text has the given fate.
func (r Reading) Has(f Fate) bool {
	return slices.ContainsFunc(r.Parts, func(p Part) bool { return p.Fate == f })
}

// Faults returns the parts that were not accepted: those that were refused or are queried.
func (r Reading) Faults() []Fault {
	var out []Fault
	for _, p := range r.Parts {
		if p.Fate == Unsure || p.Fate == Refused {
			out = append(out, Fault{Line: p.Quote, Text: p.Why})
		}
	}
	return out
}

// A Fault says what is wrong with a line of a player's text.
type Fault struct {
	Line string // the line as written
	Text string // why it was not accepted and what is needed, for the player
}

// A Request asks a seat for a decision.
type Request struct {
	Seat Seat   // the seat that is asked, possibly the GM
	Kind string // kind of decision, such as "orders", "bid" or "loss", by which templates find the wording
	// answer of a seat that sends nothing, in normal form; only for the GM it may be "", which makes the turn wait
	Default string
	// answer that the seat filed in advance, in normal form, which is on file from the start; "" for none
	Filed string
	// Short marks a small decision, such as a retreat or a build. Players have less time for it, and press to
	// everybody waits for a larger one.
	Short bool

	// Stands says that nobody waits for an answer: what is on file counts, unless it is changed in time.
	Stands bool `json:",omitempty"`

	// Aside marks a question within a turn, such as a bid. If only such questions are open, only the seats asked get
	// letters, and the others are told the events with their next letter.
	Aside bool

	// Even says that the phase continues exactly at the deadline of this question, so that the time of a report does
	// not reveal whether the seat had an answer on file.
	Even bool `json:",omitempty"`
}

// An Event is something that happened, as data. Templates contain its wording.
type Event struct {
	Kind string // determines the template
	Data any    // written as JSON, the same for all recipients; best a struct, because numbers in a map become float64
}

// An Audience says who is told an event.
type Audience struct {
	But   bool   `json:",omitempty"` // if set, everybody except Seats
	Seats []Seat `json:",omitempty"`
}

// All returns the audience of everybody, including observers.
func All() Audience { return Audience{But: true} }

// AllBut returns the audience of everybody except some seats.
func AllBut(seats ...Seat) Audience { return Audience{But: true, Seats: seats} }

// To returns the audience of some seats only.
func To(seats ...Seat) Audience { return Audience{Seats: seats} }

// Has reports whether s is in the audience. An audience made by To includes the game master only if it names the
// seat GM.
func (a Audience) Has(s Seat) bool { return slices.Contains(a.Seats, s) != a.But }

// Kept returns complete options for a game that has begun: an option that did not exist when the game began gets the
// value by which games were played then. So new options do not change running games.
func (r *Rules) Kept(options map[string]string) map[string]string {
	kept := map[string]string{}
	for _, o := range r.Options {
		kept[o.Name] = cmp.Or(o.Before, o.Values[0])
	}
	maps.Copy(kept, options)
	return kept
}

// Restore decodes a saved position. rulings are its options, which are decoded with it: an option that did not exist
// when it was saved gets the value by which games were played then, so that games that began without it go on without
// it.
func Restore(js []byte, into any, rulings *map[string]string, options []Option) error {
	if err := json.Unmarshal(js, into); err != nil {
		return err
	}
	for _, o := range options {
		if _, has := (*rulings)[o.Name]; *rulings != nil && !has && o.Before != "" {
			(*rulings)[o.Name] = o.Before
		}
	}
	return nil
}

// Configure returns c with defaults for missing options, and with the house edition if it has no pack. It returns an
// error if the seats, options or pack are invalid.
func (r *Rules) Configure(c Config) (Config, error) {
	if n := len(c.Seats); n < r.Min || n > len(r.Seats) {
		return c, fmt.Errorf("%s is for %d to %d players, not for %d", r.Title, r.Min, len(r.Seats), n)
	}
	for i, s := range c.Seats {
		if !slices.Contains(r.Seats, s) {
			return c, fmt.Errorf("%s has no seat %q; there are %s", r.Title, s, Listed(r.Seats, "and"))
		}
		if slices.Contains(c.Seats[:i], s) {
			return c, fmt.Errorf("seat %q is given twice", s)
		}
	}
	options := r.Defaults()
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		i := slices.IndexFunc(r.Options, func(o Option) bool { return o.Name == name })
		if i < 0 {
			var known []string
			for _, o := range r.Options {
				known = append(known, o.Name)
			}
			return c, fmt.Errorf("%s has no ruling %q; there are %s", r.Title, name, Listed(known, "and"))
		}
		if !slices.Contains(r.Options[i].Values, c.Options[name]) {
			return c, fmt.Errorf("%s can be %s, not %q", name, Listed(r.Options[i].Values, "or"), c.Options[name])
		}
		options[name] = c.Options[name]
	}
	c.Options = options
	chairs, err := r.SeatsFor(len(c.Seats), c.Pack)
	if err != nil {
		return c, err
	}
	if r.Table != nil && slices.ContainsFunc(c.Seats, func(s Seat) bool { return !slices.Contains(chairs, s) }) {
		return c, fmt.Errorf("%s for %d players has the seats %s, not %s", r.Title, len(chairs),
			Listed(chairs, "and"), Listed(c.Seats, "and"))
	}
	if c.Pack == nil {
		c.Pack = r.House
	}
	return c, nil
}

// Defaults returns the options of a game for which nothing was chosen.
func (r *Rules) Defaults() map[string]string {
	options := map[string]string{}
	for _, o := range r.Options {
		options[o.Name] = o.Values[0]
	}
	return options
}

// SeatsFor returns the seats for a number of players who have chosen none, with a pack, or with the house edition if
// pack is nil. It returns an error if the pack or the number of players is invalid.
func (r *Rules) SeatsFor(players int, pack []byte) ([]Seat, error) {
	if pack == nil {
		pack = r.House
	} else if _, err := r.DescribePack(pack); err != nil {
		return nil, err
	}
	if players < 0 || players > len(r.Seats) {
		return nil, fmt.Errorf("%s has no seats for %d players", r.Title, players)
	}
	if r.Table == nil {
		return slices.Clone(r.Seats[:players]), nil
	}
	chairs := r.Table(players, pack)
	if len(chairs) != players {
		return nil, fmt.Errorf("%s can't be played by %d with this edition, which has no opening for so many",
			r.Title, players)
	}
	return chairs, nil
}

// DescribePack describes a pack in a few words, or returns an error if the game can't be played with it.
func (r *Rules) DescribePack(pack []byte) (string, error) {
	if r.Check == nil {
		return "", fmt.Errorf("%s takes no pack, as there is only one board for it", r.Title)
	}
	about, err := r.Check(pack)
	if err != nil {
		err = fmt.Errorf("%s can't be played with this pack:\n%w\nMend that, and check it again", r.Title, err)
	}
	return about, err
}

// Validate checks a list of rules: each must be complete, with a unique name.
func Validate(list []*Rules) error {
	var errs []error
	for i, r := range list {
		switch {
		case r.Name == "" || r.Title == "" || r.Doc == "":
			errs = append(errs, fmt.Errorf("rules %d: name, title or doc is missing", i))
		case r.Setup == nil || r.Blank == nil:
			errs = append(errs, fmt.Errorf("%s: Setup or Blank is missing", r.Name))
		case (r.House == nil) != (r.Check == nil):
			errs = append(errs, fmt.Errorf("%s: a house edition and a check of packs come together", r.Name))
		case r.Min < 1 || r.Min > len(r.Seats):
			errs = append(errs, fmt.Errorf("%s: %d seats for at least %d players", r.Name, len(r.Seats), r.Min))
		case slices.Contains(r.Seats, GM) || slices.Contains(r.Seats, Observer):
			errs = append(errs, fmt.Errorf("%s: %s and %s are in every game", r.Name, GM, Observer))
		case slices.ContainsFunc(list[:i], func(o *Rules) bool { return o.Name == r.Name }):
			errs = append(errs, fmt.Errorf("%s: listed twice", r.Name))
		}
		for _, o := range r.Options {
			if o.Name == "" || len(o.Values) < 2 {
				errs = append(errs, fmt.Errorf("%s: option %q has nothing to choose", r.Name, o.Name))
			}
			if len(o.Means) != len(o.Values) || slices.Contains(o.Means, "") {
				errs = append(errs, fmt.Errorf("%s: option %q does not say what each of its values means",
					r.Name, o.Name))
			}
		}
	}
	return errors.Join(errs...)
}
