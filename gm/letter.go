package gm

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"deaddrop/parser"
	"deaddrop/templates"
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
	Cut        bool      `json:",omitempty"` // of one that was put aside: it is too long to be kept whole
	Detail     string    `json:",omitempty"` // of one that came in: what stood behind the plus of the address that it came to
	Proof      Proof     `json:",omitempty"` // of one that came in: whether From is true
	ProofWhy   string    `json:",omitempty"` // and how that is known, or why it is not
	Seal       string    `json:",omitempty"` // of one that came in: what tells its signature from all others; "": it has none
	Away       bool      `json:",omitempty"` // of a machine's: it tells that its owner does not read mail now
	Report     *Report   `json:",omitempty"` // of a machine's: it tells what became of a letter of ours
	ReplyTo    string    `json:",omitempty"` // of one that goes out: where its answer goes, an address with a token in it; "": to From
	Return     string    `json:",omitempty"` // of one that goes out: the envelope's sender, to which a DSN goes; "": From
	Was        string    `json:",omitempty"` // of one that came in and changed what is on file: what was there before
	State      bool      `json:",omitempty"` // of one that goes out: it tells how the game stands, and is void when that is taken back
	Duplicate  bool      `json:"-"`          // of one that goes out: an earlier attempt may have delivered it
	Way        string    `json:"-"`          // of one that comes in: by which way, as the Meter is told
	Picture    *Picture  `json:",omitempty"` // of one that goes out: what it shows of the board; nil: nothing
	Film       *Film     `json:",omitempty"` // of one that goes out: the whole game; nil: none
	Files      []File    `json:",omitempty"` // of one that goes out: what else goes with it

	Press []templates.Press `json:",omitempty"` // of one that goes out and may be void: the press in it, which never is

	fate *Fate // of one that is being taken in: where what became of it is noted, for the Meter
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
)

// news is a letter of ours in one line: its headline, or its subject where it has none.
func (l Letter) news() string {
	headline, _ := parser.Headline(l.Text)
	return cmp.Or(headline, l.Subject)
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

// heldKey makes a letter that is put aside be put aside once. It is not its key: the letter may yet be taken in.
func (l Letter) heldKey() string { return "held/" + l.key() }

// maxQuoted is how many bytes of a letter are shown to those who are asked or told about it.
const maxQuoted = 16 << 10

// quoted is a letter as it is shown to somebody, and the text that is shown of it. What is too long is cut after a line:
// some characters take much more room when they are made plain.
func (l Letter) quoted() (shown, text string, cut bool) {
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
