package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// A Report is what a season tells a power: the data of the event "season", which only that power gets. It has nothing of
// others' set-up (DM-4). Everybody is told no more of a season than its name and the deadline (DM-38).
type Report struct {
	Phase  string
	Power  string
	Silent bool `json:",omitempty"` // whether the power sent nothing
	// if so, the number of such seasons after which it will be in civil disorder (DM-34)
	Limit   int      `json:",omitempty"`
	Built   []string `json:",omitempty"` // in Winter, such as "F Bre"
	Removed []string `json:",omitempty"`
	Lines   []Line
	Peeks   []Peek `json:",omitempty"`
	Lost    []Loss `json:",omitempty"`
	Year    *Year  `json:",omitempty"` // set after a Fall
}

// A Line is an order with its result.
type Line struct {
	// such as "F Bre-Eng*", with a star for each power that found the unit where it ended the season (DM-13)
	Text   string
	Failed bool     `json:",omitempty"` // whether it is underlined (DM-21, DM-22)
	Spied  string   `json:",omitempty"` // for a successful espionage order, the power that was spied on
	Found  []string `json:",omitempty"` // for such an order, where it saw units (DM-10)
	SeenBy []string `json:",omitempty"` // the powers that found the unit; only in a Season
	// in an open game, such as "bounced" or "dislodged by Germany"; "" if it succeeded
	Result string `json:",omitempty"`
}

// Written returns the order as its player would write it. Reports keep the form of the rules, "F Nth-Espionage France".
func (l Line) Written() string { return strings.Replace(l.Text, "-Espionage ", " E ", 1) }

// Spies reports whether the order is one of espionage.
func (l Line) Spies() bool { return strings.Contains(l.Text, "-Espionage ") }

// A Peek is the result of a PAS order.
type Peek struct {
	Space    string
	Occupied bool
}

// A Loss is a unit that was dislodged.
type Loss struct {
	Unit string
	To   string `json:",omitempty"` // where it retreated, with its stars; "" if it was removed
	By   string `json:",omitempty"` // the power that dislodged it, if the options say that this is told (DM-24)
	Why  string `json:",omitempty"` // why it was removed, for its owner: one of the constants below (DM-41)
}

// Reasons for the removal of a dislodged unit. It is not told whether a space was open that its owner did not list
// (DM-26).
const (
	noList   = "no list"  // no list of retreats was on file
	allTaken = "no space" // no space on its list was open
)

// A Year is the state of a power after a Fall (DM-27).
type Year struct {
	Gained   []string `json:",omitempty"`
	Lost     []string `json:",omitempty"`
	Centres  int
	Units    int
	Builds   int `json:",omitempty"`
	Removals int `json:",omitempty"`
}

// A Season is everything that happened in a season, for the game master, and for everybody when the game is over.
type Season struct {
	Phase  string
	Year   int `json:",omitempty"` // the year that ended with it; 0 if none did
	Powers []PowerSeason

	// in an open game: the units that must retreat, such as "Germany A Mun", and where they can go
	Retreats []Way `json:",omitempty"`
}

// A PowerSeason is a power's part in a season.
type PowerSeason struct {
	Power   string
	Silent  bool     `json:",omitempty"` // whether the power sent nothing (DM-33)
	Vote    string   `json:",omitempty"` // vote on how the game should end (DM-37)
	Built   []string `json:",omitempty"`
	Removed []string `json:",omitempty"`
	Lines   []Line   `json:",omitempty"`
	Peeks   []Peek   `json:",omitempty"`
	Lost    []Loss   `json:",omitempty"`
	Starred []string `json:",omitempty"` // its units that were found, in their places at the end
	Units   []string // its units at the end
	Centres []string // its centres at the end
	Year    *Year    `json:",omitempty"` // set after a Fall
}

// Ahead lists orders that a power filed for this season in advance and that are impossible now: the data of the event
// "ahead".
type Ahead struct {
	Phase  string
	Faults []adjudicator.Fault
}

// NMR lists the powers that sent nothing: the data of the event "nmr", for everybody if the options say so (DM-33).
type NMR struct {
	Phase  string
	Powers []string
}

// Disorder lists the powers that are in civil disorder from now on (DM-34): the data of the events "disorder", which
// tells a power about itself, "standby", for the game master, and "disorders", for all others in an open game.
type Disorder struct {
	Powers  []string
	Seasons int // number of seasons without orders
}

// A Warning says after how many seasons without orders a power will be in civil disorder: the data of the event
// "warning", for a power of an open game that sent nothing (DM-34).
type Warning struct {
	Phase   string
	Seasons int
}

// Out is an eliminated power: the data of the event "out", which others get if the options say so (DM-35).
type Out struct{ Power string }

// A Vote is a power's vote that failed: the data of the event "vote", for that power (DM-43).
type Vote struct {
	Phase string
	For   string // "Draw", or the name of a power
}

// A Proposal is the season in which somebody voted for a draw: the data of the event "proposed", for everybody if the
// options say so (DM-43).
type Proposal struct{ Phase string }

// A Place is a power's rank at the end of the last year (DM-42).
type Place struct {
	Place   int
	Power   string
	Centres int
}

// End says how the game ended, and contains everything that happened in it: the data of the events "victory" (DM-36),
// "drawn" and "conceded" (DM-37), and "ranked" (DM-42), for everybody.
type End struct {
	Phase   string
	Power   string   `json:",omitempty"` // the power that won
	Shared  []string `json:",omitempty"` // after a draw, the survivors
	Places  []Place  `json:",omitempty"` // if the game ended with its last year: the ranking
	Charts  []Chart  `json:",omitempty"`
	Seasons []Season
}

// A Chart is a table of the centres that each power had after the Falls of some years.
type Chart struct {
	Years []int
	Rows  []Row
}

// A Row is a power's row of a Chart.
type Row struct {
	Power   string
	Centres []int
}

// Spied reports whether a unit was to spy, so that the report explains what came of it.
func (r Report) Spied() bool { return slices.ContainsFunc(r.Lines, Line.Spies) }

// tell tells each power the results of its season, and the game master everything.
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

// report returns what a power learns about the season.
func (s *season) report(power diplomacy.Power) Report {
	r := Report{Phase: s.phase, Power: standard().power(power), Silent: s.silent[power], Built: s.winter[power].Built,
		Removed: s.winter[power].Removed, Lines: s.lines(power), Peeks: s.peeks[power],
		Lost: s.losses(power, s.is(optDislodger, "power"))}
	if r.Silent {
		r.Limit = s.limit(s.Silent[r.Power] + 1)
	}
	for i := range r.Lines {
		r.Lines[i].SeenBy = nil // DM-13: a power is never told who
	}
	if s.year != nil {
		r.Year = s.yearOf(power)
	}
	return r
}

// yearOf returns the state of a power after a Fall. When the game is over, no builds or removals are due.
func (s *season) yearOf(power diplomacy.Power) *Year {
	b, own := standard(), s.centres(power)
	y := Year{Gained: b.abbrs(s.year[power].gained), Lost: b.abbrs(s.year[power].lost), Centres: len(own),
		Units: len(s.Units.of(power))}
	if how, _ := s.ending(); how == "" {
		y.Builds, y.Removals, _ = s.due(power, s.Units.of(power))
	}
	return &y
}

// ledger returns everything that happened in the season.
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

// lines returns a power's orders with their results.
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
		// while retreats are being asked for, spies have not looked yet
		if o.verb == spy && !l.Failed && s.found != nil {
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

// seers returns the powers that found a unit, one for each star.
func (s *season) seers(i int) []diplomacy.Power {
	if s.seenBy == nil { // spies have not looked yet
		return nil
	}
	return s.seenBy[i]
}

func (s *season) stars(i int) string { return strings.Repeat("*", len(s.seers(i))) }

// starsBehind returns the stars of a unit for its order. A dislodged unit has them in the line on its retreat
// instead.
func (s *season) starsBehind(i int) string {
	if s.lost[i] != nil {
		return ""
	}
	return s.stars(i)
}

// told returns the text of an order in a report. Stars follow the place of the unit, which is the destination if it
// moved.
func (o order) told(stars string, failed bool) string {
	switch {
	case o.verb == move && !failed:
		return o.arrived(stars)
	case o.verb == spy: // in the form of the rules
		return o.unit.String() + " " + standard().Abbr(o.at) + stars + "-Espionage " + standard().power(o.on)
	}
	return o.text(stars)
}

// losses returns a power's units that were dislodged.
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

// whyRemoved returns the reason why a dislodged unit was removed; "" if its owner ordered it to disband.
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
