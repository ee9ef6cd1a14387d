package game

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

// Rights say what a game master may do.
type Rights string

const (
	NoRights   Rights = ""
	RightsRead Rights = "read" // may see a game, but change nothing
	RightsGame Rights = "game" // may also act on the game
	RightsSite Rights = "site" // may do everything, in all games
)

// ranks has the rights in order: each includes those before it.
var ranks = []Rights{NoRights, RightsRead, RightsGame, RightsSite}

// Include reports whether r includes other rights.
func (r Rights) Include(other Rights) bool {
	return slices.Index(ranks, r) >= slices.Index(ranks, other)
}

// Or returns the greater of two rights.
func (r Rights) Or(other Rights) Rights {
	if other.Include(r) {
		return other
	}
	return r
}

// CheckForGame returns an error unless r can be given in one game.
func (r Rights) CheckForGame() error {
	if r == RightsRead || r == RightsGame {
		return nil
	}
	return refusal.New("The rights of a game master in one game are %s or %s, not %q. Somebody who may do everything "+
		"stands in the configuration, under [masters].", RightsGame, RightsRead, string(r))
}

// A FellowMaster is a game master of a game in addition to the one who has the game master's seat.
type FellowMaster struct {
	Address string
	Rights  Rights
}

// Fellow returns the fellow master with an address, or nil.
func (p *People) Fellow(addr string) *FellowMaster {
	i := slices.IndexFunc(p.Fellows, func(f *FellowMaster) bool { return f.Address == addr })
	if i < 0 {
		return nil
	}
	return p.Fellows[i]
}

// RightsOf returns the rights that an address has in the game by the game's own list.
func (p *People) RightsOf(addr string) Rights {
	if desk := p.Seat(adjudicator.GM); desk != nil && addr != "" && desk.Address == addr {
		return RightsGame
	}
	if f := p.Fellow(addr); f != nil {
		return f.Rights
	}
	return NoRights
}

// isOf returns a function that reports whether an address belongs to the same mailbox as another.
func isOf(addr string) func(string) bool {
	box := letter.Mailbox(addr)
	return func(other string) bool { return other != "" && letter.Mailbox(other) == box }
}

// Plays reports whether the owner of an address has a player's seat. All addresses of one mailbox count as one
// person.
func (g *Game) Plays(addr string) bool {
	return slices.ContainsFunc(g.Seats, func(seat *Seat) bool {
		return seat.Name != adjudicator.GM && slices.ContainsFunc(seat.Addresses(), isOf(addr))
	})
}

// MayPlay reports whether the owner of an address could profit from secrets of the game: they play, stand by, or have
// asked for a place.
func (g *Game) MayPlay(addr string) bool {
	is := isOf(addr)
	if g.Plays(addr) {
		return true
	}
	if slices.ContainsFunc(g.Standbys, func(b *Standby) bool { return is(b.Address) }) {
		return true
	}
	return slices.ContainsFunc(g.SignUp.AskedApplicants(), func(a *Applicant) bool {
		return !a.Left && is(a.Address)
	})
}

// Blinds reports whether a game master with an address must not see secrets of the game: the game is set so, and they
// play, or may come to.
func (g *Game) Blinds(addr string) bool { return g.Blindfold && g.State != Over && g.MayPlay(addr) }

// fellowFacts returns the facts about fellow masters.
func (p *People) fellowFacts() []Fact {
	var out []Fact
	for _, f := range p.Fellows {
		out = append(out, Fact{Name: "game master " + f.Address, Is: f.Rights.Words()})
	}
	return out
}

// Words describes rights in words.
func (r Rights) Words() string {
	switch r {
	case RightsSite:
		return "may do everything (site)"
	case RightsGame:
		return "acts on the game (game)"
	case RightsRead:
		return "reads only (read)"
	}
	return "none"
}

// DeskPlays reports whether the game master of the game is also one of its players.
func (g *Game) DeskPlays() bool {
	desk := g.Seat(adjudicator.GM)
	if desk == nil || desk.Address == "" {
		return false
	}
	for _, seat := range g.Seats {
		if seat != desk && (seat.Owns(desk.Address) || desk.Owns(seat.Address)) {
			return true
		}
	}
	return false
}
