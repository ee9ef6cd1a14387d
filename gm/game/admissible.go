package game

import (
	"math"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
)

// MaxNumber is how large a count in a game's file may be: of letters, questions and phases.
const MaxNumber = math.MaxInt32

// Hollow reports whether a list of the game has nothing in the place of somebody.
func (g *Game) Hollow() bool {
	for _, a := range g.SignUp.AskedApplicants() {
		if a == nil {
			return true
		}
	}
	return slices.Contains(g.Seats, nil) || slices.Contains(g.Open, nil) || slices.Contains(g.Standbys, nil) || g.Gallery != nil && slices.Contains(g.Gallery.Observers, nil)
}

func (u *SignUp) AskedApplicants() []*Applicant {
	if u == nil {
		return nil
	}
	return u.Asked
}

// Addresses are all to which the game may write.
func (g *Game) Addresses() []string {
	var out []string
	for _, s := range g.Seats {
		out = append(out, s.Addresses()...) // none where nobody sits
		out = append(out, s.SecondFacts()...)
	}
	for _, a := range g.SignUp.AskedApplicants() {
		out = append(out, a.Address)
	}
	for _, b := range g.Standbys {
		out = append(out, b.Address)
	}
	if g.Gallery != nil {
		for _, o := range g.Gallery.Observers {
			out = append(out, o.Address)
		}
	}
	return out
}

// SeatsAmong refuses seats that the rules do not have, or twice.
func (g *Game) SeatsAmong(rules *adjudicator.Rules) error {
	for i, s := range g.Seats {
		twice := slices.ContainsFunc(g.Seats[:i], func(o *Seat) bool { return o.Name == s.Name })
		if s.Name != adjudicator.GM && !slices.Contains(rules.Seats, s.Name) || twice {
			return refusal.New("%s has no seat %q, or not twice.", rules.Title, s.Name)
		}
		if s.Name == adjudicator.GM && len(s.SecondFacts()) > 0 {
			return refusal.New("A game master has one address alone.")
		}
		if s.Asked < 0 || s.Asked > MaxNumber || s.Sent < 0 || s.Sent > MaxNumber {
			return refusal.New("The letters to %s, or its questions, are more than can be.", s.Name)
		}
	}
	return nil
}
