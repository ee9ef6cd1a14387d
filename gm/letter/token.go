package letter

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strconv"
	"strings"
)

// A Token names one letter to one reader, and proves who was given it: with that reader's name and address and the
// service's own key in its MAC, nobody but the reader of that letter has it. It stands in the addresses that answers
// and DSNs go to, and encrypted in the letter's Message-ID, which an answer repeats in In-Reply-To:
//
//	r.dm1.0.17.4.abcdefghijklmnop
//
// is an answer (r) to the 17th letter to the first seat of dm1, which asked its fourth question.
type Token struct {
	Kind     Kind
	Game     string
	Seat     int // its place in the game
	Letter   int // counted from 1, of those to that seat
	Question int // that the letter asked; 0 for none
	MAC      string

	Place Place `json:"-"` // of one that came in: where it stood
	Loose bool  `json:"-"` // likewise: no signature covers that place, though one proves the letter
	Named bool  `json:"-"` // likewise: it only names a letter, for what proves its answer stands elsewhere in that
}

// A Place says where in a letter a token of ours stands.
type Place int

const (
	InAddress Place = iota // that it came to, which only those know who were told where to answer
	InReply                // in the Message-ID that it answers, which many programs also write into what is forwarded
	InThread               // in the Message-ID of an earlier letter, or of one that came back
)

// A Kind of token says what the letter is that it stands in.
type Kind string

const (
	Reply   Kind = "r" // a letter; the token proves its answer
	Confirm Kind = "c" // the question whether a letter is genuine
	Join    Kind = "j" // a letter to somebody who signs up, and so has no seat
	Watch   Kind = "w" // a letter to an observer; the token is also of what comes back
	Offer   Kind = "o" // a letter to a standby
	Also    Kind = "a" // the question to an address whether it is a player's, too
	Return  Kind = "b" // any: the token stands in the address that DSNs go to
)

// A Reader is whom a letter is for. Readers who have no seat go by names that no seat has, so that nothing which proves
// one of them proves another.
type Reader struct {
	Name    string
	Address string
}

// MinKey is how short a key may be. Without one nothing is believed.
const MinKey = 16

// macLen is the length of a MAC in bytes before it is encoded.
const macLen = 10

// MaxLocal is how long the part of an address before its @ may be (RFC 5321, 4.5.3.1.1).
const MaxLocal = 64

// maxTokens is how many Message-IDs of one letter are looked at.
const maxTokens = 8

// ParseToken reads what String wrote, in any case. Whether the MAC is right only Genuine tells.
func ParseToken(s string) (t Token, ok bool) {
	parts := strings.Split(strings.ToLower(s), ".")
	if len(parts) != 6 || len(s) > 2*MaxLocal {
		return Token{}, false
	}
	t.Kind, t.Game, t.MAC = Kind(parts[0]), parts[1], parts[5]
	for i, to := range []*int{&t.Seat, &t.Letter, &t.Question} {
		n, err := strconv.Atoi(parts[2+i])
		if err != nil || n < 0 || strconv.Itoa(n) != parts[2+i] {
			return Token{}, false
		}
		*to = n
	}
	return t, IsName(t.Game)
}

// IsName reports whether a word may be the name of a game.
func IsName(s string) bool {
	if len(s) == 0 || len(s) > 40 {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case i > 0 && (c == '-' || c == '_'):
		default:
			return false
		}
	}
	return true
}

// String is the token as it stands in an address: lower case, digits and points.
func (t Token) String() string {
	return strings.Join([]string{string(t.Kind), t.Game, strconv.Itoa(t.Seat), strconv.Itoa(t.Letter),
		strconv.Itoa(t.Question), t.MAC}, ".")
}

// Signed is the token with the MAC that it must have for that reader.
func (t Token) Signed(key []byte, to Reader) Token {
	said := []string{"token", string(t.Kind), t.Game, strconv.Itoa(t.Seat), to.Name, to.Address,
		strconv.Itoa(t.Letter), strconv.Itoa(t.Question)}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(said, "\x00")))
	t.MAC = strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)[:macLen]))
	return t
}

// Genuine reports whether a token has the MAC that it must have for that reader. The time that takes tells nothing of
// how much of it is right. With a key that is too short no token is genuine.
func (t Token) Genuine(key []byte, to Reader) bool {
	return len(key) >= MinKey && hmac.Equal([]byte(t.Signed(key, to).MAC), []byte(t.MAC))
}

// TokenOf is the token in a Message-ID of ours. In letters of earlier versions it is not encrypted.
func TokenOf(id, ours string, key []byte) (t Token, ok bool) {
	local, domain, _ := strings.Cut(id, "@")
	if !strings.EqualFold(domain, ours) {
		return Token{}, false
	}
	if t, ok := Decrypt(key, local); ok {
		return t, true
	}
	return ParseToken(local)
}

// Tokens are those that a letter has, the surest first: of the address that it came to, of the letter that it answers,
// and of those before it in the thread. ours is the domain of our Message-IDs, whose tokens were encrypted with the
// key.
func (l Letter) Tokens(ours string, key []byte) []Token {
	var out []Token
	if t, ok := ParseToken(l.Detail); ok {
		t.Loose = slices.Contains(l.Unsigned, InAddress)
		out = append(out, t)
	}
	ids := []string{l.InReplyTo}
	for i := len(l.References) - 1; i >= 0 && len(ids) < maxTokens; i-- {
		ids = append(ids, l.References[i])
	}
	if l.Report != nil {
		ids = append(ids, l.Report.OriginalID)
	}
	at := InReply
	for _, id := range ids {
		if t, ok := TokenOf(id, ours, key); ok {
			t.Place, t.Loose = at, slices.Contains(l.Unsigned, at)
			out = append(out, t)
		}
		at = InThread
	}
	return out
}
