package gm

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A game is the head that is kept of one: all but its log. The position at the start of the phase is a
// log entry.
type game struct {
	Name     string
	Rules    string
	Options  map[string]string
	Seats    []*seat // the players' in the order of the table, then the game master's
	Secret   []byte  // luck and Message-IDs come from it
	State    state
	Why      string `json:",omitempty"` // held: why
	Phase    string
	Count    uint64 // of phases, this one included
	Position uint64 // the log entry with the position at the start of the phase
	Record   adjudicator.Record
	Open     []*question `json:",omitempty"` // as the last of Record.Asked
	Clock    calendar.Clock
	Deadline time.Time
	Remind   time.Time         // when those are reminded who are not in; zero: nobody
	Resolve  time.Time         // everybody is in: when the time for second thoughts is over
	Paused   *pause            `json:",omitempty"` // the game master has stopped the clock; nil: it runs
	Still    *still            `json:",omitempty"` // what keeps it from going on; nil: nothing
	Quiet    int               `json:",omitempty"` // how often running nobody at all has answered
	Urged    time.Time         `json:",omitzero"`  // the deadline of which the late were told
	Press    []templates.Press `json:",omitempty"` // waits for the next report, or for seats that were not written to since
	Trust    intake.Trust      `json:",omitempty"`
	Inbox    inbox             `json:",omitempty"`
	Strays   strays            `json:",omitzero"`  // letters of strangers in it
	SignUp   *signUp           `json:",omitempty"` // while it is forming
	Formed   uint64            `json:",omitempty"` // the log entry with the sign-up that it began with; 0: there was none
	Pack     uint64            `json:",omitempty"` // the log entry with the pack that it is to begin with; 0: the house edition
	Ended    *ended            `json:",omitempty"` // the game master has ended it
	Acts     []uint64          `json:",omitempty"` // log entries of the game master's acts that can be taken back, oldest first
	Copy     bool              `json:",omitempty"` // it was taken in under another name, and writes to nobody
	Final    uint64            `json:",omitempty"` // the log entry of the newest act that can't be
	Missing  Ladder            `json:",omitzero"`  // what becomes of players who are
	Stalled  time.Time         `json:",omitzero"`  // the deadline at which somebody was missing, so that the turn waits
	Counted  time.Time         `json:",omitzero"`  // the last deadline at which it was counted who was late
	Delayed  awayness          `json:",omitzero"`  // for whose absence the deadline is later
	Standbys []*standby        `json:",omitempty"` // in the order in which they are asked
	Once     []string          `json:",omitempty"` // the keys of the newest acts that have one
	Lucks    []luck            `json:",omitempty"` // secrets in place of Secret, by the phase from which on
	Former   []luck            `json:",omitempty"` // secrets that were announced, and are in force no more
	Letters  *checksum         `json:",omitempty"` // of all that it has written; nil: none, or an earlier program has
	Void     []span            `json:",omitempty"` // log entries of phases that were taken back
	Back     []uint64          `json:",omitempty"` // log entries of the times that the game was taken back and not forth again
	Turns    uint64            `json:",omitempty"` // how often it was taken back or forth

	Gallery *gallery `json:",omitempty"` // who watches it; nil: nobody ever has

	PressRules map[string]string `json:",omitempty"` // what was chosen about press, by option; the default ones are not there
	Grey       []greyPress       `json:",omitempty"` // press that waits for its hour, in the order in which it is due
}

type state string

const (
	running state = "running"
	forming state = "forming" // it takes players, and has no position yet
	held    state = "held"    // the program failed: nothing moves before the game master has looked
	over    state = "over"
)

// A seat is who sits where, and what became of his letters.
type seat struct {
	Name     adjudicator.Seat
	Address  string
	Also     string                             `json:",omitempty"` // its player's second address, whose letters count as well; "": none
	Asking   *asking                            `json:",omitempty"` // the address that is asked whether it is to be that; nil: none is
	Seconds  day                                `json:",omitzero"`  // letters that asked such an address
	Second   int                                `json:",omitempty"` // the number of the last of them
	Asked    int                                // questions put to it; the last one's number
	Kinds    []string                           `json:",omitempty"` // of the newest of them
	Crossed  *crossed                           `json:",omitempty"` // a letter for a question that was closed; nil: none
	Zone     string                             `json:",omitempty"` // that its player's letters tell times in; "": the game's
	Maps     letter.Style                       `json:",omitempty"` // how its player wants them; "": as a picture
	Language string                             `json:",omitempty"` // of its letters, such as "de"; "": English
	Ready    bool                               `json:",omitempty"` // what is on file is all
	Wait     bool                               `json:",omitempty"` // not before the deadline
	Sent     int                                // letters to it
	Fresh    int                                `json:",omitempty"` // from which of them on a DSN is known to be about one: from the question before the newest
	Newest   int                                `json:",omitempty"` // and from which on they prove who answers: they came with the newest
	Thread   string                             `json:",omitempty"` // Message-ID of the first, to which all but press refer
	Talks    map[adjudicator.Seat]letter.Thread `json:",omitempty"` // with each whose press it got
	Pressed  day                                `json:"PressSent"`  // letters that its press has made; "Pressed" was a number once
	Read     int                                `json:",omitempty"` // how many pieces of the press that waits it has got
	Answered day                                // letters of its own that were answered one by one
	Withheld int                                `json:",omitempty"` // and that were not
	Confirms day                                // questions whether a letter is genuine
	Held     day                                `json:",omitzero"`  // letters in its name that were put aside
	Back     day                                `json:",omitzero"`  // DSNs and vacation notes for letters to it
	Unasked  int                                `json:",omitempty"` // letters in its name that it was not asked about
	Doubts   []doubt                            `json:",omitempty"` // letters that wait for the answers
	Took     []string                           `json:",omitempty"` // the newest letters of its own that were taken in without such a proof, shortened
	Unproved day                                `json:",omitzero"`  // letters of its own without a proof by its domain that were answered
	Bytes    day                                `json:",omitzero"`  // and how much was written in answer to them
	Away     []absence                          `json:",omitempty"` // days on which its player is, in their order
	Absences day                                `json:",omitzero"`  // letters that changed these
	Standing []standingOrder                    `json:",omitempty"` // in the order of their kinds
	Wrote    time.Time                          `json:",omitzero"`  // when its player's last letter was taken in
	Silent   int                                `json:",omitempty"` // phases in a row in which nothing came from it,
	SilentIn uint64                             `json:",omitempty"` // up to this one
	Missed   int                                `json:",omitempty"` // and in all
	Late     int                                `json:",omitempty"` // deadlines at which it was not in
	Resigns  time.Time                          `json:",omitzero"`  // when its player was asked whether he means to leave
	Locked   bool                               `json:",omitempty"` // its player wants letters believed only if their provider vouches for them
	Muted    []string                           `json:",omitempty"` // whose press is not sent to it
	Silenced bool                               `json:",omitempty"` // its press to others is not passed on
	Diary    int                                `json:",omitempty"` // bytes of what its player wrote for himself
	Unheard  *mark                              `json:",omitempty"` // from where on its letters have yet to tell it what happened; nil: they have told all
}

// A mark is a place in what was told: so many events into a phase.
type mark struct {
	Position uint64 // the log entry with the position at the phase's start
	Phase    uint64 // counted as game.Count
	Told     int
}

// A question is a request of the rules with what is on file for it. Its number counts those of its
// seat, so that it tells nothing of what others are asked.
type question struct {
	Number  int
	Seat    adjudicator.Seat
	Kind    string
	Default string
	Answer  string   `json:",omitempty"`
	Missing []string `json:",omitempty"`
	Heard   bool     `json:",omitempty"` // orders came for it, even if none could be taken, or CLEAR, READY or WAIT
	Doubt   bool     `json:",omitempty"` // an earlier version did not take something, and kept no points
	Points  []point  `json:",omitempty"` // what is open in its player's letters
	Offered int      `json:",omitempty"` // offers of all its points so far
	Told    []int    `json:",omitempty"` // the newest letters to its seat that show points
	Ahead   bool     `json:",omitempty"` // what is on file was filed with an earlier phase, and not looked at since
	Short   bool     `json:",omitempty"`
	Stands  bool     `json:",omitempty"` // nobody is waited for: what is on file counts
	Aside   bool     `json:",omitempty"`
	Since   int      `json:",omitempty"` // how many letters had gone to its seat when it was put, if that has shared the number of another one

	Standing bool `json:",omitempty"` // what is on file, or was at first, are standing orders

	// Revision counts the letters that changed what is on file. Past has the log entries that say what was on file before
	// each of the newest of them, 0 for nothing: an order form that comes back may have been printed at any of these times.
	Revision int
	Past     []uint64 `json:",omitempty"`
	Files    []string `json:",omitempty"` // the same of a game that an earlier version saved, and what is on file now
}

// maxPast is how many changes of what is on file an order form may be behind.
const maxPast = 19

// IsGame tells a game's name from those of all other records of a store, such as the lobby and players.
func IsGame(name string) bool { return name != lobby && letter.IsName(name) }

// seat finds a seat by its name; nil if there is none.
func (g *game) seat(name adjudicator.Seat) *seat {
	i := slices.IndexFunc(g.Seats, func(s *seat) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return g.Seats[i]
}

// players are the seats without the game master's.
func (g *game) players() []adjudicator.Seat {
	var out []adjudicator.Seat
	for _, s := range g.Seats {
		if s.Name != adjudicator.GM {
			out = append(out, s.Name)
		}
	}
	return out
}

// names are those of all seats.
func (g *game) names() []string {
	var out []string
	for _, s := range g.Seats {
		out = append(out, string(s.Name))
	}
	return out
}

// question finds an open question of a seat: that of the number, or the first for 0.
func (g *game) question(s *seat, number int) *question {
	for _, q := range g.Open {
		if q.Seat == s.Name && (number == 0 || number == q.Number) {
			return q
		}
	}
	return nil
}

// quiet reports whether no letter tells of a question: it stands within a turn.
func (q *question) quiet() bool { return q.Stands && q.Aside }

// in reports whether a question needs no more waiting for.
func (g *game) in(q *question) bool { return g.complete(q) && !g.seat(q.Seat).Wait }

// complete reports whether all is on file for a question that its seat means to send.
func (g *game) complete(q *question) bool {
	if q.Stands {
		return true
	}
	if s := g.seat(q.Seat); s != nil && s.Address == "" { // who may come is waited for
		return g.offered(s.Name) == nil
	}
	return q.Answer != "" && (!q.Ahead && !q.unclear() && len(q.Missing) == 0 || g.seat(q.Seat).Ready)
}

// waitsForDesk is a question that only the game master can answer, and has not; nil if there is none. Whatever
// the deadline says, the turn waits for that.
func (g *game) waitsForDesk() *question {
	for _, q := range g.Open {
		if q.Answer == "" && q.Default == "" {
			return q
		}
	}
	return nil
}

// allIn reports whether nobody has to be waited for. Past the deadline nobody's WAIT counts.
func (g *game) allIn(now time.Time) bool {
	in := g.in
	if !now.Before(g.Deadline) {
		in = g.complete
	}
	return len(g.Open) > 0 && !slices.ContainsFunc(g.Open, func(q *question) bool { return !in(q) })
}

// aside reports whether nothing is asked but what is within a turn: then only who is asked is written to.
func (g *game) aside() bool {
	return g.State == running && len(g.Open) > 0 && !slices.ContainsFunc(g.Open, func(q *question) bool { return !q.Aside })
}

// brisk reports whether all that is asked are small decisions within a turn. There may be many of them, so the delay for second
// thoughts is short then.
func (g *game) brisk() bool {
	return g.aside() && !slices.ContainsFunc(g.Open, func(q *question) bool { return !q.Short })
}

// forgotten reports whether a seat has had no letter for more phases than there are seats, as it was asked nothing.
// Then it gets one all the same.
func (g *game) forgotten(s *seat) bool {
	return s.Unheard != nil && g.Count-s.Unheard.Phase > uint64(len(g.Seats))
}

// zone is that in which a seat's letters tell times.
func (g *game) zone(s *seat) *time.Location {
	if s.Zone != "" {
		return calendar.Zone(s.Zone)
	}
	return g.Clock.Location()
}

// named finds the seats that people mean: "France", "fra", "France, Italy and GM".
func (g *game) named(text string) ([]adjudicator.Seat, error) {
	names := parser.NewNames(func(yield func(string, adjudicator.Seat) bool) {
		for _, s := range g.Seats {
			if !yield(string(s.Name), s.Name) || s.Name == adjudicator.GM && !yield("game master", s.Name) {
				return
			}
		}
	})
	var all, out []adjudicator.Seat
	for _, s := range g.Seats {
		all = append(all, s.Name)
	}
	for part := range strings.FieldsFuncSeq(strings.ReplaceAll(text, " and ", ","), func(r rune) bool { return strings.ContainsRune(",;:&+", r) }) {
		if part = strings.Trim(part, " ."); part == "" {
			continue
		}
		if len(part) > 4 && strings.EqualFold(part[:4], "the ") {
			part = part[4:]
		}
		seat, err := meantSeat(names, all, part, leastLetters)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, seat) {
			out = append(out, seat)
		}
	}
	if len(out) == 0 {
		return nil, refusal.New("Say to whom.")
	}
	return out, nil
}

// leastLetters is how many letters of a name are enough to write to somebody.
const leastLetters = 3

// meantSeat is the one seat that a name means, or the beginning of a name, of so many letters or more.
func meantSeat(names *parser.Names[adjudicator.Seat], seats []adjudicator.Seat, name string, least int) (adjudicator.Seat, error) {
	found := names.Find(name)
	for _, s := range seats {
		if len(names.Find(name)) == 0 && least <= len(name) && len(name) <= len(s) && strings.EqualFold(name, string(s)[:len(name)]) {
			found = append(found, s)
		}
	}
	near := names.Near(strings.ToLower(name))
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", refusal.New("%q may mean %s.", name, listed(found))
	case len(near) == 1: // a guess might send secrets to the wrong one
		return "", refusal.New("There is no %q in this game. Did you mean %s?", name, near[0])
	}
	return "", &refusal.Error{Text: fmt.Sprintf("There is no %q in this game.", name), Cause: errNobody}
}

// errNobody is the cause of the refusal of a name that is like nobody's.
var errNobody = errors.New("nobody has such a name")

// whom adds to the refusal of a name who there is in a game, unless it says who may have been meant.
func whom[S ~string](err error, game string, names []S) error {
	if errors.Is(err, errNobody) {
		return refusal.New("%s %s has %s.", err, game, listed(names))
	}
	return err
}

// secret is what players are told of the luck at the end, and hash what they are told while it lasts: the
// SHA-256 of the secret in force as it is written.
func (g *game) secret() string { return hex.EncodeToString(g.Secret) }

func (g *game) hash() string { return hashed(g.luck(g.Count).Secret) }
