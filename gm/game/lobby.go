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

// LobbyName is the name of the record for data that belongs to no game.
const LobbyName = "lobby"

// Letters that belong to no game, such as those from strangers, are logged in a separate lobby for each week,
// "lobby/2026-47" (ISO 8601), which is deleted after a week. Otherwise anybody could fill the store.
const (
	Weekly = LobbyName + "/"
)

func IsLobby(name string) bool { return name == LobbyName || strings.HasPrefix(name, Weekly) }

// WeekOf returns the name of the lobby for a week.
func WeekOf(now time.Time) string {
	year, week := now.UTC().ISOWeek()
	return fmt.Sprintf("%s%d-%02d", Weekly, year, week)
}

// An Item is an entry in the game master's inbox: a letter that was put aside, or something that they should know.
type Item struct {
	Ref    string           `json:"-"`          // the item's name in commands, such as "dm1/45"
	At     time.Time        `json:"-"`          // in the time zone of the game
	Seat   adjudicator.Seat `json:",omitempty"` // the seat concerned, if known
	Why    string
	Letter *letter.Letter `json:",omitempty"`
	Waits  bool           `json:"-"` // whether the item is still open

	Change *SeatChange `json:",omitempty"` // the change of a seat that it reports; nil: none

	Dropped bool `json:",omitempty"` // whether the item stands for letters from strangers that are not listed

	// News says that nothing has to be done about the item: it waits only until the game master was told of it by mail.
	News bool `json:",omitempty"`

	// About is the topic, if a certain act or a newer item settles it; "": only a command settles it.
	About Topic `json:"-"`
}

// A Topic is what an item is about: a kind and a seat or address, such as "absence/France".
type Topic string

// The kinds of topics. After the semicolon stands what follows the kind in a topic, if anything.
const (
	AboutAbsence  = "absence"  // a player asks to be away; seat
	AboutAway     = "away"     // a player is away; seat
	AboutVacation = "vacation" // a player's mail program sent a vacation note; seat
	AboutReturned = "returned" // letters to a player bounce; seat
	AboutLogin    = "login"    // somebody has to log in to the mailbox again; "mailbox"
	AboutSecond   = "second"   // letters to a player's second address bounce; seat
	AboutVacancy  = "vacancy"  // a seat needs a player, or has got a new one; seat
	AboutMissing  = "missing"  // a turn waits because somebody is missing
	AboutStart    = "start"    // a game can't begin
	AboutJoining  = "join"     // somebody asks for a place, or to leave it; address
	AboutSharing  = "sharing"  // an applicant may be the same person as another; address
	AboutWatching = "watch"    // somebody asks to watch; address
)

// TopicOf returns the topic of a kind about a seat or an address.
func TopicOf[T ~string](kind string, of T) Topic { return Topic(kind + "/" + string(of)) }

// Kind returns the kind of a topic.
func (t Topic) Kind() string {
	kind, _, _ := strings.Cut(string(t), "/")
	return kind
}

// Gathers reports whether several items about a topic can be open at a time. For other topics a new item replaces the
// old one.
func (t Topic) Gathers() bool { return t.Kind() == AboutReturned || t.Kind() == AboutSecond }

// Topics has the open items about each topic, by their log entries.
type Topics map[Topic]Inbox

// Add records an open item about a topic. The caller must have settled earlier items that it replaces.
func (t *Topics) Add(about Topic, entry uint64) {
	if *t == nil {
		*t = Topics{}
	}
	(*t)[about] = append((*t)[about], entry)
}

// Strike removes an item that is settled.
func (t Topics) Strike(entry uint64) {
	for about, waits := range t {
		if waits.Strike(entry); len(waits) == 0 {
			delete(t, about)
		} else {
			t[about] = waits
		}
	}
}

// Line returns an item in one line. Control characters in strangers' text are removed, as they could affect a
// terminal.
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

// An Inbox has the log entries of the open items, the oldest first.
type Inbox []uint64

// Strike removes an entry.
func (box *Inbox) Strike(entry uint64) {
	*box = slices.DeleteFunc(*box, func(e uint64) bool { return e == entry })
}

// Lobby is the head of the lobby's record.
type Lobby struct {
	Inbox   Inbox
	Acts    []uint64    `json:",omitempty"` // log entries of the game master's acts that can be undone
	Final   uint64      `json:",omitempty"` // log entry of the newest act that can't; 0: there is none
	Forming []string    `json:",omitempty"` // games that are or were taking players
	Written []WrittenTo `json:",omitempty"` // strangers who were asked to confirm in the last day
	// addresses that were told in the last day that nothing proves their letters to be their own
	Unproved []WrittenTo `json:",omitempty"`
	Desks    []*MailDesk `json:",omitempty"` // desks of game masters who have written
	Strays   Strays      `json:",omitzero"`  // letters from strangers
	Topics   Topics      `json:",omitempty"` // what the lobby's items are about
	News     News        `json:",omitzero"`  // items of which the game master was told at once
	// up to when items were reported in the daily letters to game masters
	Digested time.Time `json:",omitzero"`
}

// A WrittenTo is a stranger who was asked in the last day to confirm a sign-up.
type WrittenTo struct {
	At      time.Time
	Address string
	For     string // key of their letter
}

const (
	maxDictated = 100 // keys of executed letters kept for each desk
)

// A MailDesk is the state of the correspondence with a game master's address, outside of all games.
type MailDesk struct {
	Seat
	Dictated []string `json:",omitempty"` // keys of the newest letters whose commands were executed
}

// MailDesk returns the desk of an address, and creates it for the first letter.
func (h *Lobby) MailDesk(addr string) *MailDesk {
	i := slices.IndexFunc(h.Desks, func(d *MailDesk) bool { return d.Address == addr })
	if i < 0 {
		return &MailDesk{Seat: Seat{Name: adjudicator.GM, Owner: Owner{Address: addr}}}
	}
	return h.Desks[i]
}

// CarriedOut reports whether a letter's commands were executed.
func (d *MailDesk) CarriedOut(l letter.Letter) bool { return slices.Contains(d.Dictated, l.Key()) }

// Note records that a letter's commands were executed.
func (d *MailDesk) Note(l letter.Letter) {
	d.Dictated = append(d.Dictated, l.Key())
	d.Dictated = d.Dictated[max(0, len(d.Dictated)-maxDictated):]
}

// Confirms returns the token by which a letter answers our question whether another letter is genuine, or nil.
func (h *Lobby) Confirms(key []byte, l letter.Letter, tokens []letter.Token) *letter.Token {
	for _, t := range tokens {
		if t.Kind == letter.Confirm && h.holder(key, t) != nil && h.holder(key, t).Address == l.From {
			return &t
		}
	}
	return nil
}

// holder returns the desk for whose letter a token was made, or nil.
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

// Limits for letters from strangers in the game master's inbox. Anybody may write any number of letters under any
// name, so signed letters, unsigned ones and unattributable bounces are counted separately: none of them can crowd
// out the others.
const (
	maxStraysOfDomain = 20  // per day and domain
	maxStraysDaily    = 50  // per day
	MaxStrays         = 100 // open at a time
)

// Strays are the letters from strangers in an inbox. Only these are ever dropped from the inbox; an item says how
// many were dropped.
type Strays struct {
	Signed   Crowd  `json:",omitzero"`  // letters that the author's domain vouches for
	Unsigned Crowd  `json:",omitzero"`  // letters that it does not vouch for
	Returned Crowd  `json:",omitzero"`  // bounces that don't say of which letter
	Posing   Crowd  `json:",omitzero"`  // letters in a player's name about which the player is not asked
	Entry    uint64 `json:",omitempty"` // log entry of the item that counts the dropped letters
	Count    int    `json:",omitempty"`
}

// A Crowd counts strangers' letters of one kind.
type Crowd struct {
	Since   time.Time      `json:",omitzero"` // beginning of the day for which they are counted
	Domains map[string]int `json:",omitempty"`
	Count   int            `json:",omitempty"` // number of letters from all domains
	Waits   Inbox          `json:",omitempty"` // listed letters, the oldest first
}

// Takes counts a letter from a domain, and reports whether it is within the day's limits.
func (c *Crowd) Takes(now time.Time, domain string) bool {
	if !SameDay(c.Since, now) {
		c.Since, c.Domains, c.Count = now, map[string]int{}, 0
	}
	if c.Count >= maxStraysDaily || c.Domains[domain] >= maxStraysOfDomain {
		return false
	}
	c.Domains[domain]++
	c.Count++
	return true
}

// Crowd returns the counter for a stranger's letter.
func (st *Strays) Crowd(l *letter.Letter) *Crowd {
	switch {
	case l.Report != nil:
		return &st.Returned
	case l.Proof == letter.Proved:
		return &st.Signed
	}
	return &st.Unsigned
}

// crowds returns the counters for all kinds of letters.
func (st *Strays) crowds() []*Crowd {
	return []*Crowd{&st.Signed, &st.Unsigned, &st.Returned, &st.Posing}
}

// Settle removes an entry from the lists of letters that may be dropped.
func (st *Strays) Settle(entry uint64) {
	for _, c := range st.crowds() {
		c.Waits.Strike(entry)
	}
}

// Told returns an item as it is shown to the game master. For the item that stands for dropped letters, it adds how
// many there are.
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
