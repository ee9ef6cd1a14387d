package game

import (
	"strings"
	"time"

	"deaddrop/adjudicator"
)

// KindFor is the kind of the letter in which a seat is told something.
func KindFor(seat *Seat) string {
	if seat.Name == adjudicator.GM {
		return "desk"
	}
	return "notice"
}

// Lateness is how reliable the player of a seat is, for the game master.
type Lateness struct {
	Wrote    time.Time `json:",omitzero"`  // when his last letter was taken in
	Late     int       `json:",omitempty"` // deadlines up to which nothing had come
	Missed   int       `json:",omitempty"` // phases in which nothing came,
	Silent   int       `json:",omitempty"` // and how many of them were the newest
	Away     string    `json:",omitempty"` // the days on which he is, in words
	Standing []string  `json:",omitempty"` // his standing orders
}

func (s *Seat) Lateness() Lateness {
	l := Lateness{Wrote: s.Wrote, Late: s.Late, Missed: s.Missed, Silent: s.Silent, Away: Spoken(s.Away)}
	for _, o := range s.Standing {
		l.Standing = append(l.Standing, "ON "+o.Kind+" DO "+strings.ReplaceAll(o.Text, "\n", "; "))
	}
	return l
}

// missingFacts are the facts about missing players that a game master sees change.
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
