package game

import (
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
)

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
