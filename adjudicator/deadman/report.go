package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// A Report is what a season tells a power: the data of the event "season", for that power only.
type Report struct {
	Phase   string
	Power   string
	Silent  bool     `json:",omitempty"` // nothing was received from it
	Limit   int      `json:",omitempty"` // then: after how many such seasons it will be in civil disorder (DM-34)
	Built   []string `json:",omitempty"` // Winter: "F Bre"
	Removed []string `json:",omitempty"`
	Lines   []Line
	Peeks   []Peek `json:",omitempty"`
	Lost    []Loss `json:",omitempty"`
	Year    *Year  `json:",omitempty"` // after a Fall
}

// A Line is one order and what became of it.
type Line struct {
	Text   string   // "F Bre-Eng*": a star for each power that found the unit, where it ended the season (DM-13)
	Failed bool     `json:",omitempty"` // to be underlined (DM-21)
	Spied  string   `json:",omitempty"` // of an espionage order that worked: on which power,
	Found  []string `json:",omitempty"` // and where it saw units (DM-10)
	SeenBy []string `json:",omitempty"` // the powers that found the unit; only in a Season
	Result string   `json:",omitempty"` // of an open game: "bounced", "dislodged by Germany"; "" if it came off
}

// A Peek is the answer to a PAS order.
type Peek struct {
	Space    string
	Occupied bool
}

// A Loss is a unit that was dislodged.
type Loss struct {
	Unit string
	To   string `json:",omitempty"` // where it retreated, with its stars; "" if it was removed
	By   string `json:",omitempty"` // the power that dislodged it, if the game's option tells (DM-24)
	Why  string `json:",omitempty"` // why it was removed, for its owner: one of the whys of a Loss (DM-41)
}

// Why a dislodged unit was removed. Whether a space was open that its owner did not list is not told (DM-26).
const (
	noList   = "no list"  // no retreat was on file for it
	allTaken = "no space" // none on its list could be taken
)

// A Year is how a power stands after a Fall (DM-27).
type Year struct {
	Gained   []string `json:",omitempty"`
	Lost     []string `json:",omitempty"`
	Centres  int
	Units    int
	Builds   int `json:",omitempty"`
	Removals int `json:",omitempty"`
}

// A Season is all that happened in one, for the game master, and for everybody when the game is over.
type Season struct {
	Phase  string
	Year   int `json:",omitempty"` // that ended with it
	Powers []PowerSeason

	Retreats []Way `json:",omitempty"` // of an open game: who must retreat, "Germany A Mun", and where to
}

// A PowerSeason is one power's part in a season.
type PowerSeason struct {
	Power   string
	Silent  bool     `json:",omitempty"` // nothing was received (DM-33)
	Vote    string   `json:",omitempty"` // for how the game should end (DM-37)
	Built   []string `json:",omitempty"`
	Removed []string `json:",omitempty"`
	Lines   []Line   `json:",omitempty"`
	Peeks   []Peek   `json:",omitempty"`
	Lost    []Loss   `json:",omitempty"`
	Starred []string `json:",omitempty"` // its units that were found, where they are now
	Units   []string // at the season's end
	Centres []string // owned then
	Year    *Year    `json:",omitempty"` // after a Fall
}

// Ahead is what a power filed for this season and can't be given now: the data of the event "ahead".
type Ahead struct {
	Phase  string
	Faults []adjudicator.Fault
}

// NMR names those from whom nothing was received: the data of the event "nmr", for everybody if the game tells
// (DM-33).
type NMR struct {
	Phase  string
	Powers []string
}

// Disorder says who is in civil disorder from now on (DM-34): the data of the events "disorder", which tells a power of
// itself alone, "standby", for the game master, and "disorders", for all others of an open game.
type Disorder struct {
	Powers  []string
	Seasons int // without orders
}

// A Warning says after how many seasons without orders a power will be in civil disorder: the data of the event
// "warning", for a power of an open game from which nothing came (DM-34).
type Warning struct {
	Phase   string
	Seasons int
}

// Out is a power that was eliminated: the data of the event "out", for others if the game tells (DM-35).
type Out struct{ Power string }

// A Vote is how a power voted in vain: the data of the event "vote", for that power (DM-43).
type Vote struct {
	Phase string
	For   string // "Draw", or a power
}

// A Proposal is the season in which somebody voted for a draw: the data of the event "proposed", for everybody if the
// game tells (DM-43).
type Proposal struct{ Phase string }

// A Place is a power's at the end of the last year (DM-42).
type Place struct {
	Place   int
	Power   string
	Centres int
}

// An End is how the game ended, and all that happened in it: the data of the events "victory" (DM-36), "drawn"
// and "conceded" (DM-37), and "ranked" (DM-42), for everybody.
type End struct {
	Phase   string
	Power   string   `json:",omitempty"` // that won
	Shared  []string `json:",omitempty"` // of a draw: the survivors
	Places  []Place  `json:",omitempty"` // of a game that ended with its last year, the first place first
	Charts  []Chart  `json:",omitempty"`
	Seasons []Season
}

// A Chart is how many centres each power had after the Falls of some years.
type Chart struct {
	Years []int
	Rows  []Row
}

// A Row is a power's line of a Chart.
type Row struct {
	Power   string
	Centres []int
}

// tell tells each power of its season, and the game master of all.
func (s *season) tell(t *adjudicator.Table) {
	for power, in := range s.seats() {
		if in && !s.open {
			t.Tell(adjudicator.Event{Kind: "season", Data: s.report(power)}, adjudicator.To(seat(power)))
		}
	}
	if s.open {
		t.Tell(adjudicator.Event{Kind: "board", Data: s.board()}, adjudicator.All())
	}
	all := s.ledger()
	s.History, s.Wintered = append(slices.Clip(s.History), all), nil
	t.Tell(adjudicator.Event{Kind: "ledger", Data: all}, adjudicator.To(adjudicator.GM))
}

// report is what a power learns of the season.
func (s *season) report(power diplomacy.Power) Report {
	r := Report{Phase: s.phase, Power: standard().power(power), Silent: s.silent[power], Built: s.winter[power].Built,
		Removed: s.winter[power].Removed, Lines: s.lines(power), Peeks: s.peeks[power],
		Lost: s.losses(power, s.is(optDislodger, "power"))}
	if r.Silent {
		r.Limit = s.limit(s.Silent[r.Power] + 1)
	}
	for i := range r.Lines {
		r.Lines[i].SeenBy = nil // DM-13: it is never told who
	}
	if s.year != nil {
		r.Year = s.yearOf(power)
	}
	return r
}

// yearOf is how a power stands after a Fall. When the game is over, nothing is due.
func (s *season) yearOf(power diplomacy.Power) *Year {
	b, own := standard(), s.centres(power)
	y := Year{Gained: b.abbrs(s.year[power].gained), Lost: b.abbrs(s.year[power].lost), Centres: len(own),
		Units: len(s.Units.of(power))}
	if how, _ := s.ending(); how == "" {
		y.Builds, y.Removals, _ = s.due(power, s.Units.of(power))
	}
	return &y
}

// ledger is the whole of the season.
func (s *season) ledger() Season {
	b := standard()
	out := Season{Phase: s.phase}
	if s.year != nil {
		out.Year = s.Year
	}
	for power := range s.seats() {
		part := PowerSeason{Power: b.power(power), Silent: s.silent[power], Vote: s.files[power].vote,
			Built: s.winter[power].Built, Removed: s.winter[power].Removed, Lines: s.lines(power),
			Peeks: s.peeks[power], Lost: s.losses(power, true), Units: []string{}, Centres: b.abbrs(s.centres(power))}
		if s.year != nil {
			part.Year = s.yearOf(power)
		}
		for _, u := range s.Units.of(power) {
			part.Units = append(part.Units, b.unit(u))
			if len(s.seenBy[s.endedIn(b.Province(u.At))]) > 0 {
				part.Starred = append(part.Starred, b.unit(u))
			}
		}
		out.Powers = append(out.Powers, part)
	}
	return out
}

// lines are a power's orders with their marks.
func (s *season) lines(power diplomacy.Power) []Line {
	b := standard()
	lines := []Line{}
	for i, u := range s.was {
		if u.Power != power {
			continue
		}
		o := s.orders[i]
		l := Line{Text: o.told(s.starsBehind(i), s.failed[i]), Failed: s.failed[i]}
		if s.open {
			l.Result = s.outcome(i)
			l.Failed = l.Result != ""
		}
		if o.verb == spy && !l.Failed && s.found != nil { // while retreats are asked for, nobody has looked yet
			l.Spied, l.Found = b.power(o.on), b.abbrs(s.found[i])
		}
		for _, seer := range s.seers(i) {
			if name := b.power(seer); !slices.Contains(l.SeenBy, name) {
				l.SeenBy = append(l.SeenBy, name)
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// seers are the powers that found a unit, one for each star.
func (s *season) seers(i int) []diplomacy.Power {
	if s.seenBy == nil { // nobody has looked yet
		return nil
	}
	return s.seenBy[i]
}

func (s *season) stars(i int) string { return strings.Repeat("*", len(s.seers(i))) }

// starsBehind are those of a unit where its order tells of it: a dislodged one has them where it went.
func (s *season) starsBehind(i int) string {
	if s.lost[i] != nil {
		return ""
	}
	return s.stars(i)
}

// told is an order as a report has it. The stars stand behind the place where the unit is: behind where it went
// if it moved.
func (o order) told(stars string, failed bool) string {
	switch {
	case o.verb == move && !failed:
		return o.arrived(stars)
	case o.verb == spy: // as the rule text has it
		return o.unit.String() + " " + standard().Abbr(o.at) + stars + "-Espionage " + standard().power(o.on)
	}
	return o.text(stars)
}

// losses are a power's units that were dislodged.
func (s *season) losses(power diplomacy.Power, tellBy bool) []Loss {
	b := standard()
	var out []Loss
	for i, u := range s.was {
		if u.Power != power || s.lost[i] == nil {
			continue
		}
		l := Loss{Unit: b.unit(u)}
		if s.end[i] != diplomacy.NoLoc {
			l.To = b.Abbr(s.end[i]) + s.stars(i)
		}
		if tellBy {
			l.By = b.power(s.by[i])
		}
		if l.To == "" && !s.open { // on an open board its owner was asked
			l.Why = s.whyRemoved(i)
		}
		out = append(out, l)
	}
	return out
}

// whyRemoved is why a dislodged unit was removed that did not disband by order; "" if its owner wanted nothing else.
func (s *season) whyRemoved(i int) string {
	o := s.orders[i]
	switch {
	case o.verb == disband, o.off && len(o.retreat) == 0:
		return ""
	case len(s.wishes(i)) == 0:
		return noList
	}
	return allTaken
}
