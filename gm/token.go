package gm

import (
	"slices"
	"strings"

	"deaddrop/gm/letter"
)

// reader is whoever sits in a seat, as letters are written to them.
func (s *seat) reader() letter.Reader { return letter.Reader{Name: string(s.Name), Address: s.Address} }

// of reports whether an address is one of the seat's player.
func (s *seat) of(addr string) bool { return addr != "" && (s.Address == addr || s.Also == addr) }

// writtenAt is the address to which a seat is written: its main one, but an answer goes to where the letter came from.
func (s *seat) writtenAt(answer *letter.Letter) string {
	if answer != nil && s.of(answer.From) {
		return answer.From
	}
	return s.Address
}

// holder is the seat whose letter the token names; nil if it was never made so, or for somebody who sat there before.
func (g *game) holder(key []byte, t letter.Token) *seat {
	if t.Game != g.Name || t.Seat >= len(g.Seats) {
		return nil
	}
	seat := g.Seats[t.Seat]
	second := seat.Also != "" && g.made(key, t, seat.Also)
	if t.Letter > seat.Sent || !second && !g.made(key, t, seat.Address) {
		return nil
	}
	return seat
}

// made reports whether a token was made for an address that sits in the token's seat, or sat there before.
func (g *game) made(key []byte, t letter.Token, addr string) bool {
	if t.Game != g.Name || t.Seat >= len(g.Seats) {
		return false
	}
	return t.Genuine(key, letter.Reader{Name: string(g.Seats[t.Seat].Name), Address: letter.Address(addr)})
}

// fresh reports whether a token is of a letter about the newest question or the one before.
func (s *seat) fresh(t letter.Token) bool { return t.Letter >= s.Fresh }

// burn has all letters to a seat until now prove nothing any more, whoever answers them: who does is asked.
func (s *seat) burn() {
	if s.Newest <= s.Sent { // not for its second question at once
		s.Fresh, s.Newest = s.Newest, s.Sent+1
	}
}

// burnUpTo does so with those up to a letter, for others have seen a token of it.
func (s *seat) burnUpTo(number int) { s.Newest = max(s.Newest, number+1) }

// tokens are those of ours that a letter has, the surest first.
func (m *Master) tokens(l letter.Letter) []letter.Token {
	all := l.Tokens(letter.Domain(m.Address), m.Key)
	for i, t := range all {
		all[i].Named = t.Place != letter.InAddress && m.at(t) != ""
	}
	return all
}

// tokenOf is the token in a Message-ID of ours.
func (m *Master) tokenOf(id string) (letter.Token, bool) {
	return letter.TokenOf(id, letter.Domain(m.Address), m.Key)
}

// secrets are the tokens that a letter has where nobody sees them to whom its writer has forwarded ours: in the address that
// it came to, or, where that has no room for them, in the Message-ID that it answers. Those in the thread before prove nothing.
func (m *Master) secrets(l letter.Letter) []letter.Token {
	return slices.DeleteFunc(m.tokens(l), func(t letter.Token) bool { return t.Named || t.Place == letter.InThread })
}

// at is our address with a token in it; "" where addresses have no such part, or it would be too long.
func (m *Master) at(t letter.Token) string {
	local, domain, _ := strings.Cut(m.Address, "@")
	if local += "+" + t.String(); !m.Plus || len(local) > letter.MaxLocal {
		return ""
	}
	return local + "@" + domain
}
