package game

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// LobbyName is the name under which is kept what belongs to no game.
const LobbyName = "lobby"

// Letters that belong to no game, such as those of strangers, are kept for a week in a lobby of their own,
// "lobby/2026-47" for that week of the year (ISO 8601), and with it they are forgotten: anybody may write as many as
// they like.
const (
	Weekly = LobbyName + "/"
)

func IsLobby(name string) bool { return name == LobbyName || strings.HasPrefix(name, Weekly) }

// WeekOf is the lobby of a week.
func WeekOf(now time.Time) string {
	year, week := now.UTC().ISOWeek()
	return fmt.Sprintf("%s%d-%02d", Weekly, year, week)
}

// An Item is something that waits for the human game master: a letter that was put aside, or something that they
// should know.
type Item struct {
	Ref    string           `json:"-"`          // by which it is named: "dm1/45"
	At     time.Time        `json:"-"`          // in the game's zone
	Seat   adjudicator.Seat `json:",omitempty"` // whose it is, if that is known
	Why    string
	Letter *letter.Letter `json:",omitempty"`
	Waits  bool           `json:"-"` // it is not settled yet

	Change *SeatChange `json:",omitempty"` // of which it tells; nil: of none

	Dropped bool `json:",omitempty"` // it counts letters of strangers that are not on the list

	// About is what it is about, where one act is all that it waits for, or a newer item makes it old; "": it is struck off
	// by hand.
	About Topic `json:"-"`
}

// A Topic is what an item is about: a kind of thing, and whose, such as "absence/France".
type Topic string

// The kinds of topics.
const (
	AboutAbsence  = "absence"  // a player asks to be away; their seat
	AboutAway     = "away"     // a player is; their seat
	AboutVacation = "vacation" // a player's mail program says so; their seat
	AboutReturned = "returned" // letters to a player come back; their seat
	AboutSecond   = "second"   // letters to a player's second address come back; their seat
	AboutVacancy  = "vacancy"  // a seat wants somebody, or has somebody new; the seat
	AboutMissing  = "missing"  // a turn waits, as somebody is missing
	AboutStart    = "start"    // a game can't begin
	AboutJoining  = "join"     // somebody asks for a place, or to leave it; their address
	AboutSharing  = "sharing"  // an applicant may be one person with somebody else; their address
	AboutWatching = "watch"    // somebody asks to watch; their address
)

// TopicOf is the topic of a kind, and of a seat or an address.
func TopicOf[T ~string](kind string, of T) Topic { return Topic(kind + "/" + string(of)) }

// Kind is the kind of a topic.
func (t Topic) Kind() string {
	kind, _, _ := strings.Cut(string(t), "/")
	return kind
}

// Gathers reports whether items about a topic stand beside each other. Of others a new one takes the place of the one
// before.
func (t Topic) Gathers() bool { return t.Kind() == AboutReturned || t.Kind() == AboutSecond }

// Topics have the log entries of the items about each topic that wait.
type Topics map[Topic]Inbox

// Add notes that an item about a topic waits. Those before it about the same must have been struck off if they don't
// wait any more.
func (t *Topics) Add(about Topic, entry uint64) {
	if *t == nil {
		*t = Topics{}
	}
	(*t)[about] = append((*t)[about], entry)
}

// Strike forgets an entry that waits no more.
func (t Topics) Strike(entry uint64) {
	for about, waits := range t {
		if waits.Strike(entry); len(waits) == 0 {
			delete(t, about)
		} else {
			t[about] = waits
		}
	}
}

// Line is an item in one line. What strangers wrote in it can't steer a terminal.
func (it Item) Line() string {
	line := it.At.UTC().Format(time.DateTime)
	if it.Seat != "" {
		line += "  " + string(it.Seat)
	}
	if it.Letter != nil {
		line += fmt.Sprintf("  %s  %q:", it.Letter.From, it.Letter.Subject)
	}
	return parser.OneLine(line + " " + it.Why)
}

// An Inbox has the log entries of the items that wait, oldest first.
type Inbox []uint64

// Strike takes an entry off the list.
func (box *Inbox) Strike(entry uint64) {
	*box = slices.DeleteFunc(*box, func(e uint64) bool { return e == entry })
}

// Lobby is what the store has of the lobby but its log: the head.
type Lobby struct {
	Inbox   Inbox
	Acts    []uint64    `json:",omitempty"` // log entries of acts of the game master that can be taken back
	Final   uint64      `json:",omitempty"` // the log entry of the newest one that can't be; 0: there is none
	Forming []string    `json:",omitempty"` // games that take players, or did
	Written []WrittenTo `json:",omitempty"` // strangers who were asked to confirm in the last day
	Desks   []*MailDesk `json:",omitempty"` // of game masters who have written
	Strays  Strays      `json:",omitzero"`  // letters of strangers
	Topics  Topics      `json:",omitempty"` // what its items are about
	News    News        `json:",omitzero"`  // what the game master has heard of them at once
	// until when what waits for game masters was told in their daily letters
	Digested time.Time `json:",omitzero"`
}

// A WrittenTo is a stranger who was asked in the last day whether they want to play, for a letter of theirs.
type WrittenTo struct {
	At      time.Time
	Address string
	For     string // the key of their letter
}

// Stage is how far an applicant has come, as their letters say it.
func (a *Applicant) Stage() string {
	switch {
	case a.Left:
		return StageOut
	case a.In():
		return StageIn
	}
	return StageAsked
}

const (
	maxDictated = 100 // letters of a desk that are remembered as carried out
)

// A MailDesk is a game master's address, outside of all games.
type MailDesk struct {
	Seat
	Dictated []string `json:",omitempty"` // the keys of the newest letters that were carried out
}

// MailDesk finds the desk of an address; a new one if no letter came from there yet.
func (h *Lobby) MailDesk(addr string) *MailDesk {
	i := slices.IndexFunc(h.Desks, func(d *MailDesk) bool { return d.Address == addr })
	if i < 0 {
		return &MailDesk{Seat: Seat{Name: adjudicator.GM, Owner: Owner{Address: addr}}}
	}
	return h.Desks[i]
}

// CarriedOut reports whether a letter was carried out.
func (d *MailDesk) CarriedOut(l letter.Letter) bool { return slices.Contains(d.Dictated, l.Key()) }

// Note remembers a letter as carried out.
func (d *MailDesk) Note(l letter.Letter) {
	d.Dictated = append(d.Dictated, l.Key())
	d.Dictated = d.Dictated[max(0, len(d.Dictated)-maxDictated):]
}

// Confirms is the token by which a letter answers the question whether another one is genuine.
func (h *Lobby) Confirms(key []byte, l letter.Letter, tokens []letter.Token) *letter.Token {
	for _, t := range tokens {
		if t.Kind == letter.Confirm && h.holder(key, t) != nil && h.holder(key, t).Address == l.From {
			return &t
		}
	}
	return nil
}

// holder is the desk whose letter a token names; nil if the token was never made.
func (h *Lobby) holder(key []byte, t letter.Token) *MailDesk {
	if t.Game != LobbyName || t.Seat >= len(h.Desks) {
		return nil
	}
	desk := h.Desks[t.Seat]
	if t.Letter > desk.Sent || !t.Genuine(key, desk.Reader()) {
		return nil
	}
	return desk
}

// How many letters of strangers come onto the game master's list. Anybody may write as many as they like, and in any
// name, so those with a signature, those without, and mail that came back to nobody in particular are counted apart:
// none of them crowds out the others.
const (
	maxStraysOfDomain = 20  // in a day from one domain
	maxStraysDaily    = 50  // and from all of them
	MaxStrays         = 100 // that wait at a time
)

// Strays are the letters of strangers in an inbox. They alone are ever dropped from it, and an item tells how many
// were.
type Strays struct {
	Signed   Crowd  `json:",omitzero"`  // their domain vouches for them
	Unsigned Crowd  `json:",omitzero"`  // it does not
	Returned Crowd  `json:",omitzero"`  // mail that came back, and does not say which
	Posing   Crowd  `json:",omitzero"`  // in the name of somebody who plays, who is not asked about them
	Entry    uint64 `json:",omitempty"` // the log entry of the item that counts those that were dropped
	Count    int    `json:",omitempty"`
}

// A Crowd is the strangers' letters of one kind.
type Crowd struct {
	Since   time.Time      `json:",omitzero"` // when the day began in which they are counted
	Domains map[string]int `json:",omitempty"`
	Count   int            `json:",omitempty"` // from all domains
	Waits   Inbox          `json:",omitempty"` // those on the list, oldest first
}

// Takes counts a letter from a domain, and reports whether it is within the day's limits.
func (c *Crowd) Takes(now time.Time, domain string) bool {
	if d := (Daily{Since: c.Since}); d.over(now) {
		c.Since, c.Domains, c.Count = now, map[string]int{}, 0
	}
	if c.Count >= maxStraysDaily || c.Domains[domain] >= maxStraysOfDomain {
		return false
	}
	c.Domains[domain]++
	c.Count++
	return true
}

// Crowd is where a stranger's letter is counted.
func (st *Strays) Crowd(l *letter.Letter) *Crowd {
	switch {
	case l.Report != nil:
		return &st.Returned
	case l.Proof == letter.Proved:
		return &st.Signed
	}
	return &st.Unsigned
}

// Settle takes an entry off the lists of what may be dropped.
func (st *Strays) Settle(entry uint64) {
	for _, c := range []*Crowd{&st.Signed, &st.Unsigned, &st.Returned, &st.Posing} {
		c.Waits.Strike(entry)
	}
}

// Told is an item as the game master sees it. One that stands for letters that were dropped says how many there are.
func (st *Strays) Told(entry uint64, it Item) Item {
	if it.Dropped {
		many := "Letters of strangers"
		if entry == st.Entry {
			many = fmt.Sprintf("Letters of strangers: %d", st.Count)
		}
		it.Why = fmt.Sprintf("%s since then were left off this list, or came off it for newer ones. It takes up to "+
			"%d a day from one domain and up to %d from all, and of those up to %d wait; letters that their domains "+
			"vouch for are counted apart. Look for the others in the "+
			"mailbox.", many, maxStraysOfDomain, maxStraysDaily, MaxStrays)
	}
	return it
}
