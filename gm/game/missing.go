package game

import (
	"strings"
	"time"

	"deaddrop/adjudicator"
)

// KindFor returns the kind of letter for telling a seat something.
func KindFor(seat *Seat) string {
	if seat.Name == adjudicator.GM {
		return "desk"
	}
	return "notice"
}

// Lateness shows how reliable the player of a seat is, for the game master.
type Lateness struct {
	Wrote    time.Time `json:",omitzero"`  // when their last letter was accepted
	Late     int       `json:",omitempty"` // deadlines that they missed
	Missed   int       `json:",omitempty"` // phases without any letter
	Silent   int       `json:",omitempty"` // the latest consecutive ones of those phases
	Away     string    `json:",omitempty"` // the days on which they are away, in words
	Standing []string  `json:",omitempty"` // their standing orders
}

func (s *Seat) Lateness() Lateness {
	l := Lateness{Wrote: s.Wrote, Late: s.Late, Missed: s.Missed, Silent: s.Silent, Away: Spoken(s.Away)}
	for _, o := range s.Standing {
		l.Standing = append(l.Standing, "ON "+o.Kind+" DO "+strings.ReplaceAll(o.Text, "\n", "; "))
	}
	return l
}

// missingFacts returns the facts about missing players that a game master is shown.
func (g *Game) missingFacts() []Fact {
	out := []Fact{{Name: "who is missing", Is: strings.Join(g.Missing.Words(), " ")}}
	for _, s := range g.Seats {
		l := s.Lateness()
		out = append(out, Fact{Name: string(s.Name) + ": away", Is: l.Away},
			Fact{Name: string(s.Name) + ": standing orders", Is: strings.Join(l.Standing, "\n")})
	}
	for _, b := range g.Standbys {
		is := "waits"
		if b.Seat != "" {
			is = "is offered " + string(b.Seat) + " until " + b.Until.In(g.Clock.Location()).Format(DateTime)
		}
		out = append(out, Fact{Name: "standby " + b.Address, Is: is})
	}
	return out
}
