// Package adjudicator is the contract between the rules of a game and whoever runs the game by mail.
//
// Rules are written in the order of their rule book: a [Position] plays one phase from its start to
// its end, asks the [Table] for each decision and tells it what happened. Between letters nothing of
// that runs. What is kept is the position at the start of the phase and the [Record] of what was
// asked, answered and told since; when another answer comes in, the phase is played again with it.
// So rules do the same with the same answers: they read no clock, do no input or output, range over
// no map where order shows, and take their luck from the table.
//
// The package knows no game, no mail and no clock.
package adjudicator

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// A Seat is one player's place in a game: a power, a side, a colour.
type Seat string

// These two seats are in every game beside those of its players. They have views of their own, so
// that there is never a view for nobody.
const (
	GM       Seat = "GM"       // the game master, who may know everything
	Observer Seat = "Observer" // somebody who only watches, and knows what is public
)

// Rules describe one title. Each game's package has a variable of this type.
type Rules struct {
	Name  string // what people type, such as "deadman"
	Title string // "Deadman Diplomacy"
	Doc   string // the rules in short, for a player who asks for them: see Told

	Published string // what of the game is as it was published, in words, such as "the rules and the board"
	Invented  string // what the house edition had to make up; "" if there is none

	Seats   []Seat // in the order of the table
	Min     int    // players; at most one for each seat
	Options []Option

	// Table says in which seats so many players sit with that pack, in the order of the table; none if it is not for so
	// many. nil: any seats will do.
	Table func(players int, pack []byte) []Seat

	// House is the house edition of the board and the cards; nil for a game that takes no other, and no pack.
	House []byte

	// Check says in a few words what a pack is, or what is wrong with it, with a line for each fault; nil
	// with House.
	Check func(pack []byte) (about string, err error)

	// Blind says that who is asked, who has answered, and when, is nobody's business. Then no phase ends before its
	// deadline, unless the game master decides otherwise at the start.
	Blind bool

	// Discloses says that when the game is over by these rules, nothing of it is a secret any more: all that any seat
	// could see is told to all.
	Discloses bool

	// Winners says who has won by an event that ends the game: several if they share it. nil: the event does not end it,
	// or nobody has won.
	Winners func(EventRecord) []Seat

	// Setup returns the opening position for a configuration that Configure returned. It may draw luck and
	// tell, but not ask. Its error is the operator's: options that can't be played.
	Setup func(*Table, Config) (Position, error)

	// Blank returns an empty position for a saved one to be decoded into.
	Blank func() Position

	// Switch puts options in force, from the phase that comes next or begins at this position; nil if none can
	// be switched in a running game. The options are complete, as Configure returns them.
	Switch func(Position, map[string]string)
}

// An Option is a ruling that a GM may switch.
type Option struct {
	Name   string   // "db"
	Rule   string   // the rule's number, "DM-16"
	Doc    string   // what it decides, in one sentence
	Values []string // the first is the default
	Means  []string // what each value means, in the order of Values: a statement without a capital and a full stop
	Tells  string   // what another value than the default gives away to players; "" if nothing
	Before string   // the value of games that began when there was no such option; "": the default
}

// Meaning is what a value of the option means; "" if it has no such value.
func (o Option) Meaning(value string) string {
	if i := slices.Index(o.Values, value); i >= 0 {
		return o.Means[i]
	}
	return ""
}

// Config is what a game is set up with.
type Config struct {
	Seats   []Seat            // those that players sit in, in the order of the table
	Options map[string]string // value by option
	Pack    []byte            // the edition of the board and the cards; nil for the house edition
}

// A Position is a game between two phases, or as far as a phase was played: the whole truth.
// It is saved with encoding/json.
type Position interface {
	// Phase names the phase to come, such as "Spring 1901". The empty name means that the game is over.
	Phase() string

	// Play plays that phase.
	Play(*Table)

	// View returns all that a seat may know at this point.
	View(Seat) View
}

// A View is all that a seat may know. It is written as JSON, and it is all that templates, pictures
// and the check of a player's words get. So it must have nothing in it, exported or not, that its
// seat may not know.
type View interface {
	// Read reads a player's words in answer to a request of that kind. The answer on file, or "", is
	// given as old, so that a letter with one order can amend a set. The text that Read returns as an
	// Answer, read again with no old one, must come back as the same Answer without faults.
	Read(kind, old, text string) Reading

	// Check says what is wrong with an answer that is not in normal form, as Read returns it for a request of that
	// kind; nil if nothing is. What is on file passes it, and rules take it apart by nothing else: how leniently
	// players are read changes nothing that they have filed.
	Check(kind, answer string) error
}

// An Exemplar is a View that shows its player how orders are written, out of their own position.
type Exemplar interface {
	// Examples are answers to a request of that kind, each of which Read takes as it stands and which can be carried
	// out as far as the view knows; the ones that are most worth knowing first, one for each kind of order.
	Examples(kind string) []Example
}

// An Example is an answer that a player could send.
type Example struct {
	Kind  string   // what it shows, such as "attack": the wording has the words for it
	Lines []string // of the letter
}

// A Reading is what was understood of a player's words.
type Reading struct {
	Answer  string   // all that is now in force, in normal form, a line each; "" if nothing is
	Parts   []Part   // what became of each part of the words, in their order as far as it is known
	Notes   []string // what the player should know of parts that were taken
	Missing []string // what the answer leaves open, such as a unit without an order

	// Anew says that the words have all that the question is about once more, such as a whole turn, so that what earlier
	// letters left open is settled; but for lines that begin with one of the words of Beside, such as standing orders.
	Anew   bool
	Beside []string // in lower case

	// Form is the order form: a line for each thing to decide, with what the answer has for it or blank. Read takes
	// each line back as it is, and a blank one for nothing.
	Form []string
}

// A Part is a part of a player's words, such as a line, and what became of it.
type Part struct {
	Fate  Fate
	Quote string // in the player's own words

	// Why is for the player: why the part was refused or is asked about, and what it needs; or why what was filed
	// can't be carried out, as far as the player knows, such as a move of units that will not be there.
	Why string

	// Suggest is what a part may mean that is asked about: orders in normal form, each of them with its lines. A plain
	// YES puts one of them on file.
	Suggest []string
}

// A Fate is what became of a part of a player's words.
type Fate string

const (
	Filed   Fate = "filed"   // it is an order, and on file
	Unsure  Fate = "unsure"  // it may be an order, and the player is asked what it means; it is not on file
	Refused Fate = "refused" // it is an order that can't be taken; it is not on file
	Talk    Fate = "talk"    // it is no order, and wants nothing
	ToGM    Fate = "to gm"   // it is no order: a question, or words to the game master
)

// Open reports whether the turn waits for the player to say more about the part.
func (p Part) Open() bool {
	switch p.Fate {
	case Unsure, Refused:
		return true
	case Filed:
		return p.Why != ""
	}
	return false
}

// Open are the parts for which the turn waits, so that the player can say more about them.
func (r Reading) Open() []Part {
	return slices.DeleteFunc(slices.Clone(r.Parts), func(p Part) bool { return !p.Open() })
}

// Has reports whether a part of the words came to that.
func (r Reading) Has(f Fate) bool {
	return slices.ContainsFunc(r.Parts, func(p Part) bool { return p.Fate == f })
}

// Faults are the parts that were not taken: those that were refused, and those that are asked about.
func (r Reading) Faults() []Fault {
	var out []Fault
	for _, p := range r.Parts {
		if p.Fate == Unsure || p.Fate == Refused {
			out = append(out, Fault{Line: p.Quote, Text: p.Why})
		}
	}
	return out
}

// A Fault is what is wrong with one line of a player's words.
type Fault struct {
	Line string // as written
	Text string // why it was not taken, and what it needs, for the player
}

// A Request is a decision that a seat owes.
type Request struct {
	Seat    Seat   // the GM is a seat too
	Kind    string // "orders", "bid", "loss": names the wording
	Default string // the answer of the silent, in normal form; only the GM's may be empty, and waits
	Filed   string // what the seat filed ahead for it, in normal form; on file from the start, "" for nothing
	// a small decision, such as a retreat or a build: there is less time for it, and press to all waits for more
	Short bool

	// Stands says that nobody waits for an answer: what is filed counts, unless it is changed in time.
	Stands bool `json:",omitempty"`

	// Aside says that it is a question within a turn, such as a bid. While nothing else is open, only who is asked is
	// written to, and what others are told meanwhile waits for their next letter.
	Aside bool

	// Even says that the phase goes on at the deadline of this question and not before, so that the time of a report
	// does not tell whether something was on file for it.
	Even bool `json:",omitempty"`
}

// An Event is something that happened, as data. Its wording stands in templates.
type Event struct {
	Kind string // names the template
	Data any    // written as JSON, the same for all who get it; best a struct, since numbers in a map become float64
}

// An Audience says who gets an event.
type Audience struct {
	But   bool   `json:",omitempty"` // everybody but the seats
	Seats []Seat `json:",omitempty"`
}

// All is everybody, observers as well.
func All() Audience { return Audience{But: true} }

// AllBut is everybody but those seats.
func AllBut(seats ...Seat) Audience { return Audience{But: true, Seats: seats} }

// To is those seats only.
func To(seats ...Seat) Audience { return Audience{Seats: seats} }

// Has reports whether s is in the audience. What the game master is to know beside what all know, rules
// tell them by name.
func (a Audience) Has(s Seat) bool { return slices.Contains(a.Seats, s) != a.But }

// Kept returns the options of a game that has begun, and for each option that there was not yet when it began, how
// games were played then. So a new ruling changes no game that is being played.
func (r *Rules) Kept(options map[string]string) map[string]string {
	kept := map[string]string{}
	for _, o := range r.Options {
		kept[o.Name] = cmp.Or(o.Before, o.Values[0])
	}
	maps.Copy(kept, options)
	return kept
}

// AsBefore gives a saved position, whose rulings these are, the rulings of before where it was saved by a program
// without those options. A game's positions have it done as they are decoded, so that what began without an option
// plays on without it.
func AsBefore(options []Option, rulings map[string]string) {
	for _, o := range options {
		if _, has := rulings[o.Name]; rulings != nil && !has && o.Before != "" {
			rulings[o.Name] = o.Before
		}
	}
}

// Configure returns c with the default of each option that it does not have, and with the house edition if it has no
// pack; or what is wrong with its seats, options or pack.
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

// Defaults are the options of a game for which nothing is chosen.
func (r *Rules) Defaults() map[string]string {
	options := map[string]string{}
	for _, o := range r.Options {
		options[o.Name] = o.Values[0]
	}
	return options
}

// SeatsFor are the seats in which so many players sit who have asked for none, with a pack, or with the house edition
// if it is nil; or what is wrong with the pack or their number.
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

// DescribePack says in a few words what a pack is, or why the game can't be played with it.
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

// Validate checks a list of rules as a program has them: complete, and each name once.
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
