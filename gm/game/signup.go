package game

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// A SignUp is the state of a game that is forming: how many players it needs, and who has applied. Only the game
// master is told anything about the applicants before the game begins.
type SignUp struct {
	Wanted int // number of players
	// seats for that number of players; nil in an old game, where they are the title's first
	Seats   []adjudicator.Seat `json:",omitempty"`
	Approve bool               `json:",omitempty"` // whether the game master must approve each applicant
	Asked   []*Applicant       `json:",omitempty"` // in order of application
	// how many times seats were assigned; more than once if a start was undone
	Deals   int      `json:",omitempty"`
	Stalled string   `json:",omitempty"` // why it does not begin by itself; "": it does
	Was     uint64   `json:",omitempty"` // log entry with the game whose start was undone; 0: none was
	Dealt   []Player `json:",omitempty"` // who got which seat, once it has begun
}

// SeatsFor returns the seats that players can get.
func (u *SignUp) SeatsFor(rules *adjudicator.Rules) []adjudicator.Seat {
	if u.Seats == nil {
		return rules.Seats[:u.Wanted]
	}
	return u.Seats
}

// An Applicant is somebody who has applied for a place in a game that is forming.
type Applicant struct {
	Address string
	// promised by the game master; "": assigned by preferences and at random
	Seat      adjudicator.Seat `json:",omitempty"`
	Wishes    Wishes           `json:",omitempty"`
	At        time.Time        // when they applied
	Confirmed time.Time        `json:",omitzero"` // when they confirmed; zero: they have not
	// whether the game master was told that another player uses the same mailbox
	Shares bool   `json:",omitempty"`
	Left   bool   `json:",omitempty"` // whether they have withdrawn
	Sent   int    `json:",omitempty"` // number of letters to them
	Thread string `json:",omitempty"` // Message-ID of the first letter to them
	// number of the last letter that asks whether one of theirs is genuine; 0: none
	Doubted  int   `json:",omitempty"`
	Answered Daily `json:",omitzero"` // number of letters from them that were answered
}

// In reports whether an applicant has confirmed and not withdrawn.
func (a *Applicant) In() bool { return !a.Left && !a.Confirmed.IsZero() }

// Applicant returns the applicant with an address, or nil.
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

// Add returns the applicant with an address, and adds them if they are new.
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

// Confirmed returns the applicants who are in, in the order in which they confirmed.
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

// Unstarted returns a game as it is when its start is taken back: it takes players again, for a sign-up u, and has
// another secret. What belongs to the game and not to that start stays. The caller voids the log.
func (g *Game) Unstarted(u *SignUp, secret []byte) *Game {
	out := *g
	out.State, out.Why, out.Ended, out.Formed, out.Bulletin = Forming, "", nil, 0, nil
	out.Turn, out.Timing, out.PressBox = Turn{}, Timing{Clock: g.Clock}, PressBox{PressRules: g.PressRules}
	out.Seats = slices.DeleteFunc(slices.Clone(g.Seats), func(s *Seat) bool { return s.Name != adjudicator.GM })
	out.SignUp, out.Gallery = u, g.Gallery.ThoseAnew()
	out.Turns, out.Void, out.Back = g.Turns+1, nil, nil
	out.Secret, out.Lucks = secret, nil
	out.Retire(append(slices.Clone(g.Lucks), Luck{From: 1, Secret: g.Secret}))
	return &out
}

// Restarted returns a game whose start was taken back as it is when the start is in force again: as it was then, with
// what has come in and was done since.
func (g *Game) Restarted(was Game) *Game {
	out := &was
	out.Inbox, out.Topics, out.Strays = g.Inbox, g.Topics, g.Strays
	out.Notify, out.News = cmp.Or(g.Notify, was.Notify), g.News
	out.Noticed = max(was.Noticed, g.Noticed) // older programs began to count again
	out.Acts, out.Final, out.Once, out.Letters = g.Acts, max(was.Final, g.Final), g.Once, g.Letters
	out.Turns = max(was.Turns, g.Turns)
	out.Gallery, out.Fellows, out.Blindfold = g.Gallery, g.Fellows, g.Blindfold
	if desk := g.Seat(adjudicator.GM); desk != nil {
		i := slices.IndexFunc(out.Seats, func(s *Seat) bool { return s.Name == adjudicator.GM })
		out.Seats[i] = desk
	}
	out.Former = g.Former
	out.Retire([]Luck{{From: 1, Secret: g.Secret}})
	return out
}

// Ready reports whether the game begins now by itself.
func (u *SignUp) Ready() bool { return u.Stalled == "" && len(u.Confirmed()) >= u.Wanted }

// facts returns the facts about a sign-up that a game master is shown.
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

// Standing describes the state of an application in words for the game master.
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

// A SignUpOverview describes a sign-up for the game master.
type SignUpOverview struct {
	Wanted  int
	Approve bool // whether they approve each player
	Asked   []ApplicantOverview
}

// An ApplicantOverview describes an applicant for the game master.
type ApplicantOverview struct {
	Address   string
	Seat      string    `json:",omitempty"` // promised seat
	Wishes    string    `json:",omitempty"`
	At        time.Time // when they applied
	Confirmed time.Time `json:",omitzero"` // when they confirmed; zero: they have not
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

// times returns pointers to all times in a sign-up.
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

// summary returns the part of a sign-up that says who may write to it.
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

// The stages of a sign-up, for the template "letter signup".
const (
	StageAsked = "asked" // they are asked to confirm
	StageIn    = "in"    // they have confirmed
	StageOut   = "out"   // they have withdrawn
	// they have missed too many turns to be admitted without the game master's consent
	StageBarred = "barred"
	StageEnded  = "ended" // the game was called off
)

// Paste returns a command line by which the game master accepts an applicant. It is empty if the address, which a
// stranger chose, contains characters that are special to a shell.
func Paste(game, verb, addr string, more ...string) string {
	return Pasted("seat", game, verb, addr, more...)
}

// Pasted is like Paste, for any command.
func Pasted(command, game, verb, addr string, more ...string) string {
	if strings.ContainsFunc(addr, func(r rune) bool { return !isPlain(r) }) || strings.HasPrefix(addr, "-") {
		return ""
	}
	words := append([]string{"gm", command, game, verb, addr}, more...)
	return parser.OneLine(strings.Join(words, " "))
}

// isPlain reports whether a character of an address has no special meaning to a shell.
func isPlain(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z',
		'0' <= r && r <= '9':
		return true
	}
	return strings.ContainsRune("@.+-_", r)
}

// ReinstatingCommand returns the command that restores an applicant as they are now.
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

// Chosen returns the players: confirmed applicants in the order of confirmation and, with anyway, also unconfirmed
// ones and fewer than wanted. If the rules need more players, seats stay vacant.
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
		who = append(who, &Applicant{}) // a vacant seat
	}
	return who[:min(len(who), u.Wanted)], nil
}

func (u *SignUp) AskedApplicants() []*Applicant {
	if u == nil {
		return nil
	}
	return u.Asked
}

// Wishes are preferences for seats: groups of equally good seats, the best group first. Seats that are not listed
// come last, all equal.
type Wishes [][]adjudicator.Seat

// String returns the wishes as people write them: "France, Italy or Turkey".
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

// cost returns the cost of a seat: the square of the number of better seats, so that one bad seat is worse than
// several second choices.
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

// A Player is somebody who wants to play: in Seat, or in any seat if that is empty.
type Player struct {
	Seat    adjudicator.Seat
	Address string
	Robot   bool `json:",omitempty"` // whether it is a robot, which has no address
}

// Stage returns the stage of an applicant's sign-up, for the template of their letters.
func (a *Applicant) Stage() string {
	switch {
	case a.Left:
		return StageOut
	case a.In():
		return StageIn
	}
	return StageAsked
}
