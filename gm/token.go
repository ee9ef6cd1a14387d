package gm

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"
)

// A token names one letter to one seat, and proves who was given it: with that seat's address and the service's own key
// in its MAC, nobody but the reader of that letter has it. It stands in the letter's Message-ID, which an answer
// repeats in In-Reply-To, and in the addresses that answers and DSNs go to:
//
//	r.dm1.0.17.4.abcdefghijklmnop
//
// is an answer (r) to the 17th letter to the first seat of dm1, which asked its fourth question.
type token struct {
	kind     tokenKind
	game     string
	seat     int // its place in game.Seats
	letter   int // counted from 1, of those to that seat
	question int // that the letter asked; 0 for none
	mac      string
}

type tokenKind string

const (
	tokenReply   tokenKind = "r" // answers a letter
	tokenConfirm tokenKind = "c" // answers the question whether a letter is genuine
	tokenJoin    tokenKind = "j" // answers a letter to somebody who signs up, and so has no seat
	tokenReturn  tokenKind = "b" // of the address that DSNs go to
)

// minKey is how short a key may be. Without one nothing is believed.
const minKey = 16

// macLen is the length of a MAC in bytes before it is encoded.
const macLen = 10

// maxLocal is how long the part of an address before its @ may be (RFC 5321, 4.5.3.1.1).
const maxLocal = 64

// parseToken reads what String wrote, in any case. Whether the MAC is right only the game can tell.
func parseToken(s string) (t token, ok bool) {
	parts := strings.Split(strings.ToLower(s), ".")
	if len(parts) != 6 || len(s) > 2*maxLocal {
		return token{}, false
	}
	t.kind, t.game, t.mac = tokenKind(parts[0]), parts[1], parts[5]
	for i, to := range []*int{&t.seat, &t.letter, &t.question} {
		n, err := strconv.Atoi(parts[2+i])
		if err != nil || n < 0 || strconv.Itoa(n) != parts[2+i] {
			return token{}, false
		}
		*to = n
	}
	return t, isGame(t.game) || t.game == lobby
}

// String is the token as it stands in an address: lower case, digits and points.
func (t token) String() string {
	return strings.Join([]string{string(t.kind), t.game, strconv.Itoa(t.seat), strconv.Itoa(t.letter), strconv.Itoa(t.question), t.mac}, ".")
}

// signed is the token with the MAC that it must have when the seat has that address.
func (t token) signed(key []byte, seat *seat) token {
	said := []string{"token", string(t.kind), t.game, strconv.Itoa(t.seat), string(seat.Name), seat.Address, strconv.Itoa(t.letter), strconv.Itoa(t.question)}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(said, "\x00")))
	t.mac = strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)[:macLen]))
	return t
}

// holder is the seat whose letter the token names; nil if it was never made so, or for somebody who sat there before.
func (g *game) holder(key []byte, t token) *seat {
	if t.game != g.Name || t.seat >= len(g.Seats) {
		return nil
	}
	seat := g.Seats[t.seat]
	if t.letter > seat.Sent || !t.made(key, g, seat.Address) {
		return nil
	}
	return seat
}

// made reports whether the token was made for an address that sits there, or for one that sat there before.
func (t token) made(key []byte, g *game, addr string) bool {
	if t.game != g.Name || t.seat >= len(g.Seats) {
		return false
	}
	return t.genuine(key, &seat{Name: g.Seats[t.seat].Name, Address: address(addr)})
}

// genuine reports whether a token has the MAC that it must have when the seat has that address. The time that
// takes tells nothing of how much of it is right.
func (t token) genuine(key []byte, to *seat) bool {
	return len(key) >= minKey && hmac.Equal([]byte(t.signed(key, to).mac), []byte(t.mac))
}

// fresh reports whether a token still proves who writes: it does for the letters about the newest question and the one
// before, so that an answer which crosses the next letter is not doubted, and a token that leaks is soon worth nothing.
func (t token) fresh(holder *seat) bool { return t.letter >= holder.Fresh }

// tokens are those that a letter has, the surest first: of the address that it came to, of the letter that it answers,
// and of those before it in the thread.
func (m *Master) tokens(l Letter) []token {
	var out []token
	add := func(s string) {
		if t, ok := parseToken(s); ok {
			out = append(out, t)
		}
	}
	add(l.Detail)
	_, ours, _ := strings.Cut(m.Address, "@")
	ids := []string{l.InReplyTo}
	for i := len(l.References) - 1; i >= 0 && len(ids) < maxTokens; i-- {
		ids = append(ids, l.References[i])
	}
	if l.Report != nil {
		ids = append(ids, l.Report.OriginalID)
	}
	for _, id := range ids {
		if local, domain, _ := strings.Cut(id, "@"); strings.EqualFold(domain, ours) {
			add(local)
		}
	}
	return out
}

const maxTokens = 8 // of one letter that are looked at

// at is our address with a token in it; "" where addresses have no such part, or it would be too long.
func (m *Master) at(t token) string {
	local, domain, _ := strings.Cut(m.Address, "@")
	if local += "+" + t.String(); !m.Plus || len(local) > maxLocal {
		return ""
	}
	return local + "@" + domain
}
