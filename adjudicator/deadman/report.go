package deadman

import (
	"strings"

	"deaddrop/adjudicator/diplomacy"
)

// A Report is what a season tells a power: the data of the event "season", for that power only.
type Report struct {
	Phase   string
	Power   string
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
	Spied  bool     `json:",omitempty"` // an espionage order that worked, and
	Found  []string `json:",omitempty"` // where it saw units (DM-10)
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
}

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
	Powers []PowerSeason
}

// A PowerSeason is one power's part in a season.
type PowerSeason struct {
	Power   string
	Silent  bool     `json:",omitempty"` // nothing was received (DM-33)
	Built   []string `json:",omitempty"`
	Removed []string `json:",omitempty"`
	Lines   []Line   `json:",omitempty"`
	Peeks   []Peek   `json:",omitempty"`
	Lost    []Loss   `json:",omitempty"`
	Units   []string // at the season's end
	Centres []string // owned then
}

// A Victory ends the game: the data of the event "victory", for everybody (DM-36).
type Victory struct {
	Power   string
	Year    int
	Seasons []Season
}

// report is what a power learns of a season.
func (p *position) report(phase string, power diplomacy.Power, s *season, winter []adjusted, year []change) Report {
	r := Report{Phase: phase, Power: standard().power(power), Built: winter[power].Built, Removed: winter[power].Removed,
		Lines: s.lines(power), Peeks: s.peeks[power], Lost: s.losses(power, p.is(optDislodger, "power"))}
	if year != nil {
		b := standard()
		y := Year{Gained: b.abbrs(year[power].gained), Lost: b.abbrs(year[power].lost),
			Centres: len(p.centres(power)), Units: len(p.Units.of(power))}
		vacant := 0
		for _, c := range p.centres(power) {
			if _, occupied := p.Units.in(c); !occupied {
				vacant++
			}
		}
		y.Builds, y.Removals = max(0, min(y.Centres-y.Units, vacant)), max(0, y.Units-y.Centres)
		r.Year = &y
	}
	return r
}

// ledger is the whole of a season.
func (p *position) ledger(phase string, s *season, winter []adjusted) Season {
	b := standard()
	out := Season{Phase: phase}
	for i, name := range b.Powers() {
		power := diplomacy.Power(i)
		part := PowerSeason{Power: name, Built: winter[i].Built, Removed: winter[i].Removed, Lines: s.lines(power), Peeks: s.peeks[power],
			Lost: s.losses(power, true), Units: []string{}, Centres: b.abbrs(p.centres(power))}
		sheet, asked := p.sheets[power]
		part.Silent = asked && sheet.String() == ""
		for _, u := range p.Units.of(power) {
			part.Units = append(part.Units, b.unit(u))
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
		stars := ""
		if s.lost[i] == nil {
			stars = strings.Repeat("*", len(s.seenBy[i]))
		}
		l := Line{Text: o.text(stars), Failed: s.failed[i]}
		if o.verb == move && !l.Failed {
			l.Text = o.arrived(stars)
		}
		if l.Spied = o.verb == spy && !l.Failed; l.Spied {
			l.Found = b.abbrs(s.found[i])
		}
		lines = append(lines, l)
	}
	return lines
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
			l.To = b.Abbr(s.end[i]) + strings.Repeat("*", len(s.seenBy[i]))
		}
		if tellBy {
			l.By = b.power(s.by[i])
		}
		out = append(out, l)
	}
	return out
}

// Underlined is a line as the zines print it in plain text: a failed order between underscores (DM-22).
func (l Line) Underlined() string {
	switch {
	case l.Failed:
		return "_" + l.Text + "_"
	case l.Spied && len(l.Found) == 0:
		return l.Text + " [none]"
	case l.Spied:
		return l.Text + " [" + strings.Join(l.Found, ";") + "]"
	}
	return l.Text
}
