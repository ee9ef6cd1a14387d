package gm

import (
	"slices"
	"strings"

	"deaddrop/gm/letter"
)

// Tokens returns all valid tokens in a letter, the most reliable first.
func (m *Master) Tokens(l letter.Letter) []letter.Token {
	all := l.Tokens(letter.Domain(m.Address), m.Key)
	for i, t := range all {
		all[i].Named = t.Place != letter.InAddress && m.AddressOf(t) != ""
	}
	return all
}

// TokenOf returns the token in a Message-ID of the service.
func (m *Master) TokenOf(id string) (letter.Token, bool) {
	return letter.TokenOf(id, letter.Domain(m.Address), m.Key)
}

// SecretTokens returns the tokens of a letter that its writer does not reveal by forwarding our letter: those in the
// address that the answer came to or, if that has no space for tokens, in the Message-ID that it answers. Tokens in
// earlier Message-IDs of the thread prove nothing.
func (m *Master) SecretTokens(l letter.Letter) []letter.Token {
	return slices.DeleteFunc(m.Tokens(l), func(t letter.Token) bool { return t.Named || t.Place == letter.InThread })
}

// AddressOf returns our address with a token, or "" if addresses can't contain tokens or would be too long.
func (m *Master) AddressOf(t letter.Token) string {
	local, domain, _ := strings.Cut(m.Address, "@")
	if local += "+" + t.String(); !m.Plus || len(local) > letter.MaxLocal {
		return ""
	}
	return local + "@" + domain
}
