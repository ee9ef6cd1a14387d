package game

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
)

// Chance is the source of a game's random numbers: secrets that the service generates, and that players are told at
// the end of the game so that they can check the numbers.
type Chance struct {
	Secret []byte // seed of the random numbers and of Message-IDs
	Lucks  []Luck `json:",omitempty"` // secrets that replace Secret from a phase on
	Former []Luck `json:",omitempty"` // secrets that were announced and are no longer used
}

// secret returns the secret as players are told it at the end. The SHA-256 hash of this text is announced at the
// start, as a commitment.
func (c *Chance) secret() string { return hex.EncodeToString(c.Secret) }

// A Luck is a secret that is used from a phase on.
type Luck struct {
	From   uint64 // number of that phase, as in Turn.Count
	Secret []byte
}

// Luck returns the source of random numbers for a phase.
func (c *Chance) Luck(phase uint64) adjudicator.Luck {
	secret := c.Secret
	for _, l := range c.Lucks {
		if l.From <= phase {
			secret = l.Secret
		}
	}
	return adjudicator.Luck{Secret: secret, Phase: phase}
}

// Hashed returns the hash that is announced in place of a secret until the end of the game.
func Hashed(secret []byte) string {
	h := sha256.Sum256([]byte(hex.EncodeToString(secret)))
	return hex.EncodeToString(h[:])
}

// Secrets returns all secrets as players are told them at the end.
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

// Retire keeps those of the given secrets that are no longer in use, because all secrets that were announced are
// disclosed at the end.
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

// Hashes returns the hashes of all present and former secrets.
func (c *Chance) Hashes() []string {
	out := []string{Hashed(c.Secret)}
	for _, l := range slices.Concat(c.Lucks, c.Former) {
		out = append(out, Hashed(l.Secret))
	}
	return out
}

func (g *Game) Hash() string { return Hashed(g.Luck(g.Count).Secret) }
