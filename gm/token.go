package gm

import (
	"slices"
	"strings"

	"deaddrop/gm/letter"
)

// Tokens are the tokens of ours in a letter, the surest first.
func (m *Master) Tokens(l letter.Letter) []letter.Token {
	all := l.Tokens(letter.Domain(m.Address), m.Key)
	for i, t := range all {
		all[i].Named = t.Place != letter.InAddress && m.AddressOf(t) != ""
	}
	return all
}

// TokenOf reads the token in a Message-ID of ours.
func (m *Master) TokenOf(id string) (letter.Token, bool) {
	return letter.TokenOf(id, letter.Domain(m.Address), m.Key)
}

// SecretTokens are the tokens that a letter has where nobody sees them to whom its writer has forwarded ours: in the
// address that it came to, or, where that has no room for them, in the Message-ID that it answers. Those in the thread
// before prove nothing.
func (m *Master) SecretTokens(l letter.Letter) []letter.Token {
	return slices.DeleteFunc(m.Tokens(l), func(t letter.Token) bool { return t.Named || t.Place == letter.InThread })
}

// AddressOf is our address with a token in it; "" where addresses have no such part, or it would be too long.
func (m *Master) AddressOf(t letter.Token) string {
	local, domain, _ := strings.Cut(m.Address, "@")
	if local += "+" + t.String(); !m.Plus || len(local) > letter.MaxLocal {
		return ""
	}
	return local + "@" + domain
}
