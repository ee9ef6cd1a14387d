package game

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// A SignUp is what is kept of a game that is forming: how many it wants, and who has asked for a place. Nobody but the
// game master is told anything of the others before the game begins.
type SignUp struct {
	Wanted  int                // players
	Seats   []adjudicator.Seat `json:",omitempty"` // that so many have; nil, of an old game: the first of the title's
	Approve bool               `json:",omitempty"` // the game master takes each of them himself
	Asked   []*Applicant       `json:",omitempty"` // in the order in which they asked
	// how often seats were dealt: more than once, when a start was taken back
	Deals   int      `json:",omitempty"`
	Stalled string   `json:",omitempty"` // why it does not begin by itself; "": it does
	Was     uint64   `json:",omitempty"` // the log entry with the game whose start was taken back; 0: none was
	Dealt   []Player `json:",omitempty"` // who got which seat, once it has begun
}

// SeatsFor are the seats that are to be had.
func (u *SignUp) SeatsFor(rules *adjudicator.Rules) []adjudicator.Seat {
	if u.Seats == nil {
		return rules.Seats[:u.Wanted]
	}
	return u.Seats
}

// An Applicant is somebody who has asked for a place in a game that is forming.
type Applicant struct {
	Address string
	// that the game master has promised them; "": as they wish and the lot has it
	Seat      adjudicator.Seat `json:",omitempty"`
	Wishes    Wishes           `json:",omitempty"`
	At        time.Time        // when they asked
	Confirmed time.Time        `json:",omitzero"`  // when he said that it is so; zero: he has not
	Shares    bool             `json:",omitempty"` // the game master was told that his mailbox is another's, too
	Left      bool             `json:",omitempty"` // he does not want to play any more
	Sent      int              `json:",omitempty"` // letters to him
	Thread    string           `json:",omitempty"` // Message-ID of the first
	// the number of the last that asks whether a letter is theirs; 0: none does
	Doubted  int   `json:",omitempty"`
	Answered Daily `json:",omitzero"` // his letters that were answered
}

// In reports whether somebody is to play: they want to, and have confirmed it.
func (a *Applicant) In() bool { return !a.Left && !a.Confirmed.IsZero() }

// Applicant is who has asked from an address; nil if nobody has.
func (u *SignUp) Applicant(addr string) *Applicant {
	if u == nil {
		return nil
	}
	i := slices.IndexFunc(u.Asked, func(a *Applicant) bool { return a.Address == addr })
	if i < 0 {
		return nil
	}
	return u.Asked[i]
}

// Add is the applicant of an address, who may be a new one.
func (u *SignUp) Add(addr string, now time.Time) *Applicant {
	a := u.Applicant(addr)
	if a == nil {
		a = &Applicant{Address: addr}
		u.Asked = append(u.Asked, a)
	}
	if a.At.IsZero() || a.Left {
		a.At, a.Confirmed, a.Left = now, time.Time{}, false
	}
	return a
}

// Confirmed are those who are in, in the order in which they confirmed.
func (u *SignUp) Confirmed() []*Applicant {
	var out []*Applicant
	for _, a := range u.Asked {
		if a.In() {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b *Applicant) int { return a.Confirmed.Compare(b.Confirmed) })
	return out
}

// Ready reports whether a game begins by itself now.
func (u *SignUp) Ready() bool { return u.Stalled == "" && len(u.Confirmed()) >= u.Wanted }

// facts are what the game master sees change in a game that is forming.
func (u *SignUp) facts() []Fact {
	if u == nil {
		return nil
	}
	out := []Fact{{Name: "players wanted", Is: fmt.Sprint(u.Wanted)}}
	for _, a := range u.Asked {
		out = append(out, Fact{Name: a.Address, Is: a.Standing()})
	}
	return out
}

// Standing is how somebody stands who has asked for a place, in words for the game master.
func (a *Applicant) Standing() string {
	if a.Left {
		return "left"
	}
	said := "asked, not confirmed"
	if a.In() {
		said = "confirmed"
	}
	switch {
	case a.Seat != "":
		return said + ", to be " + string(a.Seat)
	case len(a.Wishes) > 0:
		return said + ", wishes " + a.Wishes.String()
	}
	return said + ", any seat"
}

// A SignUpOverview is how a game stands that is forming, for the game master.
type SignUpOverview struct {
	Wanted  int
	Approve bool // they take each player themself
	Asked   []ApplicantOverview
}

// An ApplicantOverview is somebody who has asked for a place.
type ApplicantOverview struct {
	Address   string
	Seat      string    `json:",omitempty"` // that he is promised
	Wishes    string    `json:",omitempty"`
	At        time.Time // when they asked
	Confirmed time.Time `json:",omitzero"` // when he said that it is so; zero: he has not
}

func (u *SignUp) Overview(zone *time.Location) *SignUpOverview {
	o := &SignUpOverview{Wanted: u.Wanted, Approve: u.Approve}
	for _, a := range u.Asked {
		if a.Left {
			continue
		}
		ao := ApplicantOverview{Address: a.Address, Seat: string(a.Seat), Wishes: a.Wishes.String(),
			At: a.At.In(zone), Confirmed: a.Confirmed}
		if a.In() {
			ao.Confirmed = a.Confirmed.In(zone)
		}
		o.Asked = append(o.Asked, ao)
	}
	return o
}

// times are all that a sign-up has.
func (u *SignUp) times() []*time.Time {
	if u == nil {
		return nil
	}
	var out []*time.Time
	for _, a := range u.Asked {
		out = append(out, &a.At, &a.Confirmed, &a.Answered.Since)
	}
	return out
}

// summary is so much of a sign-up as says who may write to it.
func (u *SignUp) summary() *SignUp {
	if u == nil {
		return nil
	}
	b := &SignUp{Wanted: u.Wanted, Approve: u.Approve}
	for _, a := range u.Asked {
		b.Asked = append(b.Asked, &Applicant{Address: a.Address})
	}
	return b
}

// The stages of somebody's sign-up, as the template "letter signup" knows them.
const (
	StageAsked = "asked" // they are asked to confirm
	StageIn    = "in"    // they have
	StageOut   = "out"   // they have left
	// they have missed too many turns to be let in without the game master
	StageBarred = "barred"
	StageEnded  = "ended" // the game is called off
)

// Paste is the command by which the game master takes somebody themself. It is empty where a shell would read more into
// the address than it says: it is a stranger's.
func Paste(game, verb, addr string, more ...string) string {
	return Pasted("seat", game, verb, addr, more...)
}

// Pasted is such a command of any name.
func Pasted(command, game, verb, addr string, more ...string) string {
	if strings.ContainsFunc(addr, func(r rune) bool { return !isPlain(r) }) || strings.HasPrefix(addr, "-") {
		return ""
	}
	words := append([]string{"gm", command, game, verb, addr}, more...)
	return parser.OneLine(strings.Join(words, " "))
}

// isPlain reports whether a shell takes a character of an address for nothing else.
func isPlain(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z',
		'0' <= r && r <= '9':
		return true
	}
	return strings.ContainsRune("@.+-_", r)
}

// ReinstatingCommand is the command that puts somebody down as they were.
func (a *Applicant) ReinstatingCommand(game string) []string {
	words := []string{"seat", game, "add", a.Address}
	if a.Seat != "" {
		words[3] = string(a.Seat) + "=" + a.Address
	}
	if w := a.Wishes.String(); w != "" {
		words = append(words, w)
	}
	if a.In() {
		words = append(words, "--confirmed")
	}
	return words
}

// Chosen are those who play: who has confirmed, in that order; with anyway also who has not, and fewer than are wanted.
// Where the rules want more, seats stay free.
func (u *SignUp) Chosen(rules *adjudicator.Rules, name string, anyway bool) ([]*Applicant, error) {
	who := u.Confirmed()
	if len(who) < u.Wanted && !anyway {
		have := "have"
		if len(who) == 1 {
			have = "has"
		}
		return nil, refusal.New("%s needs %d players, and %d %s confirmed. gm start %s --anyway begins it with "+
			"those who have asked.", name, u.Wanted, len(who), have, name)
	}
	for _, a := range u.Asked {
		if anyway && !a.Left && !a.In() {
			who = append(who, a)
		}
	}
	if len(who) == 0 {
		return nil, refusal.New("Nobody has asked for a place in %s. gm seat %s add signs somebody up.", name, name)
	}
	for len(who) < rules.Min {
		who = append(who, &Applicant{}) // whoever takes that seat later
	}
	return who[:min(len(who), u.Wanted)], nil
}

func (u *SignUp) AskedApplicants() []*Applicant {
	if u == nil {
		return nil
	}
	return u.Asked
}

// Wishes are which seats somebody likes best: groups of them, the best first, and within a group all the same. Those
// that it does not name come last, all the same.
type Wishes [][]adjudicator.Seat

// String is the wishes as they are written: "France, Italy or Turkey".
func (w Wishes) String() string {
	var groups []string
	for _, g := range w {
		var names []string
		for _, s := range g {
			names = append(names, string(s))
		}
		groups = append(groups, strings.Join(names, " or "))
	}
	return strings.Join(groups, ", ")
}

// cost is how bad a seat is: the square of the number of seats that are better, so that one bad seat is worse than
// several that are not quite the best.
func (w Wishes) cost(s adjudicator.Seat) int {
	better := 0
	for _, g := range w {
		if slices.Contains(g, s) {
			break
		}
		better += len(g)
	}
	return better * better
}

// A Player is who wants to play: at a seat, or at any if Seat is empty.
type Player struct {
	Seat    adjudicator.Seat
	Address string
}
