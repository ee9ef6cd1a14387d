package game

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
)

// Chance is where a game's luck comes from: secrets that the service drew, and that players are told at the end.
type Chance struct {
	Secret []byte // luck and Message-IDs come from it
	Lucks  []Luck `json:",omitempty"` // secrets in place of Secret, by the phase from which on
	Former []Luck `json:",omitempty"` // secrets that were announced, and are in force no more
}

// secret is what players are told of the luck at the end, and hash what they are told while it lasts: the
// SHA-256 of the secret in force as it is written.
func (c *Chance) secret() string { return hex.EncodeToString(c.Secret) }

// A Luck is a secret of a game from a phase on.
type Luck struct {
	From   uint64 // as game.Count
	Secret []byte
}

// Luck is where a phase's luck comes from.
func (c *Chance) Luck(phase uint64) adjudicator.Luck {
	secret := c.Secret
	for _, l := range c.Lucks {
		if l.From <= phase {
			secret = l.Secret
		}
	}
	return adjudicator.Luck{Secret: secret, Phase: phase}
}

// Hashed is what players are told of a secret while it is one.
func Hashed(secret []byte) string {
	h := sha256.Sum256([]byte(hex.EncodeToString(secret)))
	return hex.EncodeToString(h[:])
}

// Secrets are what players are told at the end of where the luck came from.
func (c *Chance) Secrets() string {
	text := c.secret()
	for _, l := range c.Lucks {
		text += fmt.Sprintf(", from phase %d on from %s", l.From, hex.EncodeToString(l.Secret))
	}
	for _, l := range c.Former {
		text += fmt.Sprintf(", before it was taken back from phase %d on from %s", l.From, hex.EncodeToString(l.Secret))
	}
	return text
}

// Retire keeps the secrets that were in force and are no more: each that was announced is told at the end.
func (c *Chance) Retire(before []Luck) {
	inForce := func(l Luck) bool {
		return bytes.Equal(l.Secret, c.Secret) || slices.ContainsFunc(c.Lucks, l.Same)
	}
	for _, l := range before {
		if !slices.ContainsFunc(c.Former, l.Same) {
			c.Former = append(slices.Clip(c.Former), l)
		}
	}
	c.Former = slices.DeleteFunc(slices.Clone(c.Former), inForce)
}

func (l Luck) Same(other Luck) bool { return bytes.Equal(l.Secret, other.Secret) }

// Hashes are those of all secrets that the game has, or had.
func (c *Chance) Hashes() []string {
	out := []string{Hashed(c.Secret)}
	for _, l := range slices.Concat(c.Lucks, c.Former) {
		out = append(out, Hashed(l.Secret))
	}
	return out
}
