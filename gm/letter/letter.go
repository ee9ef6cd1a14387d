// Package letter has the letters of players and game masters as values: what came in or goes out, what goes with it,
// the address that it is from, the token by which it is known again, and the conversation that it belongs to.
//
// It knows no game, no store and no mail: what a letter is for is the business of those who take it in, and its bytes
// are the mailer's.
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

// A Letter is one that came in or that goes out. It is saved with encoding/json.
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

	// Of one that came in:
	Detail   string  `json:",omitempty"` // what stood behind the plus of the address that it came to
	Shared   bool    `json:",omitempty"` // it went to others, too, as far as its To and Cc say
	Machine  string  `json:",omitempty"` // why no person seems to have written it; "": a person has
	Away     bool    `json:",omitempty"` // of a machine's: it tells that its owner does not read mail now
	Report   *Report `json:",omitempty"` // of a machine's: it tells what became of a letter of ours
	Defect   string  `json:",omitempty"` // why its text could not be read
	Proof    Proof   `json:",omitempty"` // whether From is true
	ProofWhy string  `json:",omitempty"` // how that is known, or why it is not
	Seal     string  `json:",omitempty"` // what tells its signature from all others; "": it has none
	Unsigned []Place `json:",omitempty"` // of one that its signature proves: where its signature covers nothing
	Cut      bool    `json:",omitempty"` // it was put aside, and is too long to be kept whole
	Was      string  `json:",omitempty"` // what was on file before it changed that
	Way      string  `json:"-"`          // by which way it came, as a meter is told
	Fate     *Fate   `json:"-"`          // where it is noted what becomes of it; nil: nowhere

	// Of one that goes out:
	ReplyTo   string            `json:",omitempty"` // where its answer goes, an address with a token in it; "": to From
	Return    string            `json:",omitempty"` // the envelope's sender, to which a DSN goes; "": From
	Answer    bool              `json:",omitempty"` // it answers a letter
	Parting   bool              `json:",omitempty"` // it says that its reader plays no more
	State     bool              `json:",omitempty"` // it tells how the game stands, and is void when that is taken back
	Duplicate bool              `json:"-"`          // an earlier attempt may have delivered it
	Picture   *Picture          `json:",omitempty"` // what it shows of the board; nil: nothing
	Film      *Film             `json:",omitempty"` // the whole game; nil: none
	Files     []File            `json:",omitempty"` // what else goes with it
	Press     []templates.Press `json:",omitempty"` // of one that may be void: the press in it, which never is

	words *parser.Letter // what it says, once it was taken apart
}

// Words are what a letter says. It is taken apart once, so whoever copies it does so afterwards.
func (l *Letter) Words() *parser.Letter {
	if l.words == nil {
		words := parser.Read(l.Subject, l.Text)
		l.words = &words
	}
	return l.words
}

// A Report is a DSN (RFC 3464): what became of a letter that went out.
type Report struct {
	Failed     bool   // for good; else it is only late
	Status     string // the enhanced status code, such as "5.1.1" (RFC 3463), or ""
	Recipient  string // the address that it was for, or ""
	Why        string // in the words of the server that gave it up, in one line
	OriginalID string // Message-ID of the letter, if the report has it
}

// Proof is what the mail itself says about who wrote it.
type Proof string

const (
	Unproven Proof = ""       // nothing, as it came without signatures that count
	Proved   Proof = "proved" // its sender's domain vouches for From
	Disowned Proof = "failed" // From's domain says that such a letter is not its own

	// Lacking is Unproven of an address for which its domain has vouched before: others would send such a letter.
	Lacking Proof = "lacking"
)

// A Fate is what became of a letter that came in.
type Fate string

// The fates of letters.
const (
	FateTaken   Fate = "taken"    // what it says counts
	FateAside   Fate = "aside"    // it waits for its writer's word or for the game master
	FateMachine Fate = "machine"  // no person has written it: a DSN or a vacation note
	FateTwice   Fate = "twice"    // it had been dealt with before
	FateError   Fate = "error"    // it was not taken, and will be handed in again
	FateGivenUp Fate = "given_up" // it could not be taken in however often it was tried
)

// Fates are all that there are.
func Fates() []Fate {
	return []Fate{FateTaken, FateAside, FateMachine, FateTwice, FateError, FateGivenUp}
}

// Becomes notes what became of a letter, for whoever began to take it in.
func (l *Letter) Becomes(f Fate) {
	if l != nil && l.Fate != nil {
		*l.Fate = f
	}
}

// News is a letter of ours in one line: its headline, or its subject where it has none.
func (l Letter) News() string {
	headline, _ := parser.Headline(l.Text)
	return cmp.Or(headline, l.Subject)
}

// Answered is a letter's subject without what says that it answers one.
func (l Letter) Answered() string {
	subject := l.Subject
	for len(subject) > 3 && strings.EqualFold(subject[:3], "re:") {
		subject = strings.TrimSpace(subject[3:])
	}
	return cmp.Or(subject, "your letter")
}

// keyPrefix is how the key of a letter begins.
const keyPrefix = "letter/"

// Key makes a letter count once, however often it is delivered. It is not the Message-ID alone: anybody
// could send that before.
func (l Letter) Key() string {
	h := sha256.New()
	for _, part := range []string{Address(l.From), l.ID, l.Subject, l.Text} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return keyPrefix + hex.EncodeToString(h.Sum(nil))
}

// Short is the beginning of the key, for names that are made of it.
func (l Letter) Short() string { return l.Key()[len(keyPrefix):][:32] }

// HeldKey makes a letter that is put aside be put aside once. It is not its key: the letter may yet be taken in.
func (l Letter) HeldKey() string { return "held/" + l.Key() }

// Signed is what tells a letter from all others, also from itself as somebody sends it on: a signed one is then the
// same under another Message-ID.
func (l Letter) Signed() string {
	if l.Seal != "" {
		l = Letter{ID: "seal/" + l.Seal}
	}
	return l.Short()
}

const (
	maxQuoted = 16 << 10 // bytes of a letter that are shown to those who are asked or told about it
	maxHeld   = 4 << 10  // and that are kept of those that were put aside unread
)

// Quoted is a letter as it is shown to somebody, and the text that is shown of it. What is too long is cut after a
// line: some characters take much more room when they are made plain.
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

// Beginning is so much of a letter's text as is looked at, or kept, before anybody has vouched for it.
func (l Letter) Beginning() string { return l.Text[:min(len(l.Text), maxHeld)] }

// Shorten keeps so much of a letter as is kept of those that were put aside unread.
func (l *Letter) Shorten() {
	if len(l.Text) > maxHeld {
		l.Text, l.Cut = strings.ToValidUTF8(l.Beginning(), ""), true
	}
}

// Address is an address as it is compared. Only A to Z have another case: there are other letters, such as
// the Kelvin sign, that Unicode would fold into somebody else's address.
func Address(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.TrimSpace(s))
}

// Addresses are addresses as they are compared.
func Addresses(all []string) []string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = Address(s)
	}
	return out
}

// ASCII reports whether an address has no letters that look like others.
func ASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > '~' || r <= ' ' })
}

// Domain is what stands behind the @ of an address, as it is compared.
func Domain(s string) string {
	_, domain, _ := strings.Cut(Address(s), "@")
	return domain
}
