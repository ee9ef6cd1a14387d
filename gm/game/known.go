package game

import (
	"fmt"
	"slices"
	"time"

	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

// Hollow reports whether a list of the game has a nil entry, which means that the game is damaged.
func (g *Game) Hollow() bool {
	for _, a := range g.SignUp.AskedApplicants() {
		if a == nil {
			return true
		}
	}
	if g.Gallery != nil && slices.Contains(g.Gallery.Observers, nil) {
		return true
	}
	if slices.Contains(g.Fellows, nil) {
		return true
	}
	return slices.Contains(g.Seats, nil) || slices.Contains(g.Open, nil) || slices.Contains(g.Standbys, nil)
}

// Addresses returns all addresses to which the game may write.
func (g *Game) Addresses() []string {
	var out []string
	for _, s := range g.Seats {
		out = append(out, s.Addresses()...) // none if the seat is vacant
		out = append(out, s.OtherAddresses()...)
	}
	for _, a := range g.SignUp.AskedApplicants() {
		out = append(out, a.Address)
	}
	for _, b := range g.Standbys {
		out = append(out, b.Address)
	}
	for _, f := range g.Fellows {
		out = append(out, f.Address)
	}
	if g.Gallery != nil {
		for _, o := range g.Gallery.Observers {
			out = append(out, o.Address)
		}
	}
	return out
}

func (g *Game) Hash() string { return Hashed(g.Luck(g.Count).Secret) }

// Did reports whether an act with that idempotency key was done recently.
func (g *Game) Did(once string) bool { return g != nil && once != "" && slices.Contains(g.Once, once) }

// Watched returns the observers who get letters; none if the game is closed to observers.
func (g *Game) Watched() []*Observer {
	if g.Gallery == nil || g.PressRule("observe") == ObserveNo {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(g.Gallery.Observers), func(o *Observer) bool { return o.Confirmed.IsZero() })
}

// An ObserverOverview describes an observer for the game master.
type ObserverOverview struct {
	Address   string
	At        time.Time // when they asked, or were admitted
	Confirmed time.Time `json:",omitzero"` // zero: they have not confirmed yet
}

func (g *Game) ObserverOverviews() []ObserverOverview {
	var out []ObserverOverview
	for _, o := range g.Observers() {
		out = append(out, ObserverOverview{o.Address, o.At.In(g.Clock.Location()), o.Confirmed})
	}
	return out
}

// PhaseKey returns the log key that prevents a phase from being resolved twice. A rollback changes it.
func (g *Game) PhaseKey() string {
	if g.Turns > 0 {
		return fmt.Sprintf("phase/%d.%d", g.Count, g.Turns)
	}
	return fmt.Sprintf("phase/%d", g.Count)
}

// Known returns what package intake needs to know about a game to classify letters.
func (g *Game) Known() *intake.Game {
	out := &intake.Game{Name: g.Name, Title: g.Rules, Trust: g.Trust, Began: g.Formed > 0,
		MayWatch: g.PressRule("observe") != ObserveNo}
	switch {
	case g.State == Forming && g.SignUp != nil:
		out.State = intake.Forming
	case g.State == Over:
		out.State = intake.Over
	}
	for _, s := range g.Seats {
		out.Seats = append(out.Seats, intake.Seat{Reader: s.Reader(), Also: s.Also, Sent: s.Sent,
			Fresh: s.Newest, Locked: s.Locked})
	}
	for _, f := range g.Fellows {
		out.Masters = append(out.Masters, intake.Master{Address: f.Address, Acts: f.Rights.Include(RightsGame)})
	}
	if g.SignUp != nil {
		for _, a := range g.SignUp.Asked {
			out.Applicants = append(out.Applicants, a.Address)
		}
	}
	for _, o := range g.Observers() {
		out.Observers = append(out.Observers, o.Address)
	}
	return out
}

// Holder returns the seat for whose letter a token was made; nil if there is none, or if it was made for a former
// player.
func (g *Game) Holder(key []byte, t letter.Token) *Seat {
	if t.Game != g.Name || t.Seat >= len(g.Seats) {
		return nil
	}
	seat := g.Seats[t.Seat]
	second := seat.Also != "" && g.Signed(key, t, seat.Also)
	if t.Letter > seat.Sent || !second && !g.Signed(key, t, seat.Address) {
		return nil
	}
	return seat
}

// Signed reports whether a token was made for addr in the token's seat.
func (g *Game) Signed(key []byte, t letter.Token, addr string) bool {
	if t.Game != g.Name || t.Seat >= len(g.Seats) {
		return false
	}
	return t.Genuine(key, letter.Reader{Name: string(g.Seats[t.Seat].Name), Address: letter.Address(addr)})
}
