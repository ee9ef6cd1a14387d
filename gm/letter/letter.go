// Package letter has the data types for letters of players and game masters: the letters themselves, their
// attachments, addresses, tokens that identify them, and the threads that they belong to.
//
// It knows nothing of games, stores or mail: receiving packages decide what a letter is for, and package mailer
// encodes it.
package letter

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"deaddrop/parser"
	"deaddrop/templates"
)

// A Letter is a received letter or one to be sent. It is saved with encoding/json.
type Letter struct {
	ID         string // Message-ID, without brackets
	From       string // the writer's address
	FromName   string `json:",omitempty"`
	To         string `json:",omitempty"`
	Subject    string
	Text       string
	HTML       string    `json:",omitempty"` // the text as HTML, for an outgoing letter
	Date       time.Time // when it was received or written
	InReplyTo  string    `json:",omitempty"`
	References []string  `json:",omitempty"`

	// Fields of an incoming letter.
	Detail   string  `json:",omitempty"` // the part after the plus of the address that it was sent to
	Shared   bool    `json:",omitempty"` // whether To and Cc name other recipients, too
	Machine  string  `json:",omitempty"` // why the letter seems to come from a machine; "" if a person wrote it
	Away     bool    `json:",omitempty"` // whether it is a vacation note, if it comes from a machine
	Report   *Report `json:",omitempty"` // the DSN about a letter of ours, if it comes from a machine
	Defect   string  `json:",omitempty"` // why its text could not be read
	Left     bool    `json:",omitempty"` // whether only its text was read, because its files are large
	Proof    Proof   `json:",omitempty"` // whether From is proved
	ProofWhy string  `json:",omitempty"` // the reason for Proof
	Seal     string  `json:",omitempty"` // identifies the content that is signed; "" if there is no signature
	// parts of the letter that its signature does not cover, if a signature proves it
	Unsigned []Place `json:",omitempty"`
	Cut      bool    `json:",omitempty"` // whether it was put aside, and was too long to be kept whole
	Was      string  `json:",omitempty"` // the orders that were on file before this letter replaced them
	Way      string  `json:"-"`          // the way it came, for metrics
	Fate     *Fate   `json:"-"`          // where to record its fate; nil for nowhere

	// Fields of an outgoing letter.
	ReplyTo string `json:",omitempty"` // the address for answers, with a token in it; "": From
	Return  string `json:",omitempty"` // the envelope sender, to which DSNs go; "": From
	Answer  bool   `json:",omitempty"` // whether it answers a letter
	Parting bool   `json:",omitempty"` // whether it says that its reader no longer plays
	// whether it reports the game's state, so that it becomes void if the turn is undone
	State bool `json:",omitempty"`
	// whether it reminds of a deadline, and so is sent after others if there is a limit
	Reminder  bool              `json:",omitempty"`
	Duplicate bool              `json:"-"`          // whether an earlier attempt may have delivered it
	Picture   *Picture          `json:",omitempty"` // its map, or nil
	Film      *Film             `json:",omitempty"` // the film of the game, or nil
	Files     []File            `json:",omitempty"` // other attachments
	Press     []templates.Press `json:",omitempty"` // press in a letter that may become void; press itself never does

	words *parser.Letter // the parsed text, or nil if it has not been parsed
}

// Words returns the parsed text of the letter. It is parsed once, so copies should be made after the first call.
func (l *Letter) Words() *parser.Letter {
	if l.words == nil {
		words := parser.Read(l.Subject, l.Text)
		l.words = &words
	}
	return l.words
}

// A Report is a DSN (RFC 3464) about a letter that we sent.
type Report struct {
	Failed     bool   // whether delivery has failed permanently; otherwise it is only delayed
	Status     string // the enhanced status code, such as "5.1.1" (RFC 3463), or ""
	Recipient  string // the recipient's address, or ""
	Why        string // the reason in the words of the mail server, on one line
	OriginalID string // Message-ID of the letter, if the DSN says it
}

// Proof says whether the mail itself proves who wrote it.
type Proof string

const (
	Unproven Proof = ""       // no proof either way
	Proved   Proof = "proved" // the domain in From vouches for the letter
	Disowned Proof = "failed" // the domain in From says that the letter is forged

	// Lacking means Unproven for an address whose domain has vouched for letters before, so that a forgery is likely.
	Lacking Proof = "lacking"
)

// A Fate says what was done with a received letter.
type Fate string

// The fates of letters.
const (
	FateTaken   Fate = "taken"    // it took effect
	FateAside   Fate = "aside"    // it waits for its writer's confirmation or for the game master
	FateMachine Fate = "machine"  // a machine wrote it: a DSN or a vacation note
	FateTwice   Fate = "twice"    // it had been handled before, and was ignored
	FateError   Fate = "error"    // it could not be handled now, and will be retried
	FateGivenUp Fate = "given_up" // it could not be handled in many attempts
)

// Fates returns all fates.
func Fates() []Fate {
	return []Fate{FateTaken, FateAside, FateMachine, FateTwice, FateError, FateGivenUp}
}

// Becomes records the fate of a letter, for the caller who set Fate.
func (l *Letter) Becomes(f Fate) {
	if l != nil && l.Fate != nil {
		*l.Fate = f
	}
}

// News returns a letter of ours in one line: its headline, or else its subject.
func (l Letter) News() string {
	headline, _ := parser.Headline(l.Text)
	return cmp.Or(headline, l.Subject)
}

// Answered returns a letter's subject without prefixes such as "Re:".
func (l Letter) Answered() string {
	subject := l.Subject
	for len(subject) > 3 && strings.EqualFold(subject[:3], "re:") {
		subject = strings.TrimSpace(subject[3:])
	}
	return cmp.Or(subject, "your letter")
}

// keyPrefix is the prefix of the keys of letters.
const keyPrefix = "letter/"

// Key returns the letter's idempotency key, by which it counts once, however often it is delivered. It is a hash of
// more than the Message-ID: anybody could send that in advance.
func (l Letter) Key() string {
	h := sha256.New()
	for _, part := range []string{Address(l.From), l.ID, l.Subject, l.Text} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return keyPrefix + hex.EncodeToString(h.Sum(nil))
}

// Short returns the beginning of the key's hash, for names derived from it.
func (l Letter) Short() string { return l.Key()[len(keyPrefix):][:32] }

// HeldKey returns the idempotency key of putting the letter aside. It differs from Key, because the letter may still
// be accepted later.
func (l Letter) HeldKey() string { return "held/" + l.Key() }

// Signed returns a text that identifies the letter. For a signed letter it is the same if somebody sends a copy under
// another Message-ID.
func (l Letter) Signed() string {
	if l.Seal != "" {
		l = Letter{ID: "seal/" + l.Seal}
	}
	return l.Short()
}

const (
	maxQuoted = 16 << 10 // bytes of a letter that are shown to people who are asked or told about it
	maxHeld   = 4 << 10  // bytes of a letter that are kept if it was put aside unread
)

// Quoted returns the letter for display, with the text that is shown of it. A text that is too long is cut after a
// line. Its length counts after escaping, which may make characters longer.
func (l Letter) Quoted() (shown, text string, cut bool) {
	text = parser.Plain(l.Text)
	if cut = len(text) > maxQuoted; cut {
		text = strings.ToValidUTF8(text[:maxQuoted], "")
		text = text[:strings.LastIndexByte(text, '\n')+1]
	}
	shown = parser.Plain("Subject: "+l.Subject) + "\n\n" + text
	if cut {
		shown += "(The rest is too long to be shown.)"
	}
	return shown, text, cut
}

// Beginning returns the part of a letter's text that is examined, or kept, before anybody has vouched for the letter.
func (l Letter) Beginning() string { return l.Text[:min(len(l.Text), maxHeld)] }

// Shorten cuts a letter to the part that is kept of letters put aside unread.
func (l *Letter) Shorten() {
	if len(l.Text) > maxHeld {
		l.Text, l.Cut = strings.ToValidUTF8(l.Beginning(), ""), true
	}
}

// Address returns an address in canonical form for comparison. It converts only A to Z to lower case: Unicode case
// folding would turn some characters, such as the Kelvin sign, into letters of somebody else's address.
func Address(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.TrimSpace(s))
}

// Addresses returns addresses in the canonical form of Address.
func Addresses(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = Address(s)
	}
	return out
}

// ASCII reports whether an address contains only ASCII characters, so that no character merely looks like another.
func ASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > '~' || r <= ' ' })
}

// Domain returns the part of an address after the @, in canonical form.
func Domain(s string) string {
	_, domain, _ := strings.Cut(Address(s), "@")
	return domain
}
