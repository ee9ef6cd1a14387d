package gm

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

// A Letter is one that came in or that goes out.
type Letter struct {
	ID         string // Message-ID, without brackets
	From       string // address
	FromName   string `json:",omitempty"`
	To         string `json:",omitempty"`
	Subject    string
	Text       string
	HTML       string    `json:",omitempty"` // of one that goes out: the same, for those who want it so
	Date       time.Time // when it was taken in, or written
	InReplyTo  string    `json:",omitempty"`
	References []string  `json:",omitempty"`
	Machine    string    `json:",omitempty"` // of one that came in: why no person seems to have written it
	Defect     string    `json:",omitempty"` // of one that came in: why its text could not be read
	Answer     bool      `json:",omitempty"` // of one that goes out: it answers a letter
}

// A Held is a letter that waits for the game master, and why.
type Held struct {
	Why    string
	Letter *Letter `json:",omitempty"`
}

// An Act is something that the human game master did.
type Act struct {
	What   string
	Detail string `json:",omitempty"`
}

// key makes a letter count once, however often it is delivered. It is not the Message-ID alone: anybody
// could send that before.
func (l Letter) key() string {
	h := sha256.New()
	for _, part := range []string{address(l.From), l.ID, l.Subject, l.Text} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return "letter/" + hex.EncodeToString(h.Sum(nil))
}

// address is an address as it is compared. Only A to Z have another case: there are other letters, such as
// the Kelvin sign, that Unicode would fold into somebody else's address.
func address(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.TrimSpace(s))
}

// ascii reports whether an address has no letters that look like others.
func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > '~' || r <= ' ' })
}
