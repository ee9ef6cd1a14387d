package letter

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strconv"
	"strings"
)

// A Token identifies one letter to one recipient, and proves who answers it: its MAC is made from the recipient's
// name and address and the service's secret key, so only the recipient of that letter has it. It is part of the
// addresses for answers and DSNs, and, encrypted, of the letter's Message-ID, which an answer repeats in In-Reply-To:
//
//	r.dm1.0.17.4.abcdefghijklmnop
//
// is an answer (r) to the 17th letter to the first seat of dm1, which asked its fourth question.
type Token struct {
	Kind     Kind
	Game     string
	Seat     int // index of the seat in the game
	Letter   int // number of the letter to that seat, from 1
	Question int // number of the question that the letter asked; 0 for none
	MAC      string

	Place Place `json:"-"` // of a received token: where in the letter it was
	Loose bool  `json:"-"` // of a received token: the signature that proves the letter does not cover that place
	Named bool  `json:"-"` // of a received token: it names a letter, but proves nothing
}

// A Place is a part of a letter that contains a token.
type Place int

const (
	InAddress Place = iota // the recipient's address, known only to whoever was told to answer there
	InReply                // the Message-ID being answered, which many programs also put into forwarded letters
	InThread               // the Message-ID of an earlier letter in the thread, or of a letter that bounced
)

// A Kind says in what kind of letter a token is.
type Kind string

const (
	Reply   Kind = "r" // any letter; the token proves its answer
	Confirm Kind = "c" // the question whether a letter is genuine
	Join    Kind = "j" // a letter to somebody who signs up and so has no seat
	Watch   Kind = "w" // a letter to an observer; the token also identifies it when it bounces
	Offer   Kind = "o" // a letter to a standby
	Also    Kind = "a" // the question to an address whether it also belongs to a player
	Return  Kind = "b" // any letter: the token in the address for DSNs
)

// A Reader is the recipient of a letter. Recipients without a seat have names that no seat can have, so that a proof
// for one never counts for another.
type Reader struct {
	Name    string
	Address string
}

// MinKey is the minimal length of a key, in bytes. With a shorter key no token is genuine.
const MinKey = 16

// macLen is the length of a MAC in bytes, before encoding.
const macLen = 10

// MaxLocal is the maximal length of the part of an address before the @ (RFC 5321, 4.5.3.1.1).
const MaxLocal = 64

// maxTokens is the number of Message-IDs of a letter that are searched for tokens.
const maxTokens = 8

// ParseToken parses the result of String, in upper or lower case. It does not check the MAC; Genuine does.
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

// IsName reports whether a word can be the name of a game.
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

// String returns the token as it is written in an address: lower case, digits and dots.
func (t Token) String() string {
	return strings.Join([]string{string(t.Kind), t.Game, strconv.Itoa(t.Seat), strconv.Itoa(t.Letter),
		strconv.Itoa(t.Question), t.MAC}, ".")
}

// Signed returns the token with the right MAC for a recipient.
func (t Token) Signed(key []byte, to Reader) Token {
	said := []string{"token", string(t.Kind), t.Game, strconv.Itoa(t.Seat), to.Name, to.Address,
		strconv.Itoa(t.Letter), strconv.Itoa(t.Question)}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(said, "\x00")))
	t.MAC = strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac.Sum(nil)[:macLen]))
	return t
}

// Genuine reports whether a token has the right MAC for a recipient. It takes constant time. With a key shorter than
// MinKey it returns false.
func (t Token) Genuine(key []byte, to Reader) bool {
	return len(key) >= MinKey && hmac.Equal([]byte(t.Signed(key, to).MAC), []byte(t.MAC))
}

// TokenOf returns the token in a Message-ID of ours. Letters of early versions have it unencrypted.
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

// Tokens returns the tokens in a letter, the most reliable first: from the address that it was sent to, from the
// letter that it answers, and from earlier letters of the thread. ours is the domain of our Message-IDs, and key the
// key with which their tokens were encrypted.
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
