package gm

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A signUp is what is kept of a game that is forming: how many it wants, and who has asked for a place. Nobody but the
// game master is told anything of the others before the game begins.
type signUp struct {
	Wanted  int                // players
	Seats   []adjudicator.Seat `json:",omitempty"` // that so many have; nil, of an old game: the first of the title's
	Approve bool               `json:",omitempty"` // the game master takes each of them himself
	Asked   []*applicant       `json:",omitempty"` // in the order in which they asked
	Deals   int                `json:",omitempty"` // how often seats were dealt: more than once, when a start was taken back
	Stalled string             `json:",omitempty"` // why it does not begin by itself; "": it does
	Was     uint64             `json:",omitempty"` // the log entry with the game whose start was taken back; 0: none was
	Dealt   []Player           `json:",omitempty"` // who got which seat, once it has begun
}

// chairs are the seats that are to be had.
func (u *signUp) chairs(rules *adjudicator.Rules) []adjudicator.Seat {
	if u.Seats == nil {
		return rules.Seats[:u.Wanted]
	}
	return u.Seats
}

// An applicant is somebody who has asked for a place in a game that is forming.
type applicant struct {
	Address   string
	Seat      adjudicator.Seat `json:",omitempty"` // that the game master has promised him; "": as he wishes and the lot has it
	Wishes    wishes           `json:",omitempty"`
	At        time.Time        // when he asked
	Confirmed time.Time        `json:",omitzero"`  // when he said that it is so; zero: he has not
	Shares    bool             `json:",omitempty"` // the game master was told that his mailbox is another's, too
	Left      bool             `json:",omitempty"` // he does not want to play any more
	Sent      int              `json:",omitempty"` // letters to him
	Thread    string           `json:",omitempty"` // Message-ID of the first
	Doubted   int              `json:",omitempty"` // the number of the last that asks whether a letter is his; 0: none does
	Answered  day              `json:",omitzero"`  // his letters that were answered
}

const (
	maxApplicants    = 200 // of a game, those included who have left
	maxSignUpAnswers = 10  // letters that one who has signed up gets in a day for his own
)

// in reports whether somebody is to play: he wants to, and has confirmed it.
func (a *applicant) in() bool { return !a.Left && !a.Confirmed.IsZero() }

// applicant is who has asked from an address; nil if nobody has.
func (u *signUp) applicant(addr string) *applicant {
	if u == nil {
		return nil
	}
	i := slices.IndexFunc(u.Asked, func(a *applicant) bool { return a.Address == addr })
	if i < 0 {
		return nil
	}
	return u.Asked[i]
}

// add is the applicant of an address, who may be a new one.
func (u *signUp) add(addr string, now time.Time) *applicant {
	a := u.applicant(addr)
	if a == nil {
		a = &applicant{Address: addr}
		u.Asked = append(u.Asked, a)
	}
	if a.At.IsZero() || a.Left {
		a.At, a.Confirmed, a.Left = now, time.Time{}, false
	}
	return a
}

// confirmed are those who are in, in the order in which they confirmed.
func (u *signUp) confirmed() []*applicant {
	var out []*applicant
	for _, a := range u.Asked {
		if a.in() {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b *applicant) int { return a.Confirmed.Compare(b.Confirmed) })
	return out
}

// ready reports whether a game begins by itself now.
func (u *signUp) ready() bool { return u.Stalled == "" && len(u.confirmed()) >= u.Wanted }

// facts are what the game master sees change in a game that is forming.
func (u *signUp) facts() []Fact {
	if u == nil {
		return nil
	}
	out := []Fact{{Name: "players wanted", Is: fmt.Sprint(u.Wanted)}}
	for _, a := range u.Asked {
		out = append(out, Fact{Name: a.Address, Is: a.standing()})
	}
	return out
}

// standing is how somebody stands who has asked for a place, in words for the game master.
func (a *applicant) standing() string {
	if a.Left {
		return "left"
	}
	said := "asked, not confirmed"
	if a.in() {
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
	Approve bool // he takes each player himself
	Asked   []ApplicantOverview
}

// An ApplicantOverview is somebody who has asked for a place.
type ApplicantOverview struct {
	Address   string
	Seat      string    `json:",omitempty"` // that he is promised
	Wishes    string    `json:",omitempty"`
	At        time.Time // when he asked
	Confirmed time.Time `json:",omitzero"` // when he said that it is so; zero: he has not
}

func (u *signUp) overview(zone *time.Location) *SignUpOverview {
	o := &SignUpOverview{Wanted: u.Wanted, Approve: u.Approve}
	for _, a := range u.Asked {
		if a.Left {
			continue
		}
		ao := ApplicantOverview{Address: a.Address, Seat: string(a.Seat), Wishes: a.Wishes.String(), At: a.At.In(zone), Confirmed: a.Confirmed}
		if a.in() {
			ao.Confirmed = a.Confirmed.In(zone)
		}
		o.Asked = append(o.Asked, ao)
	}
	return o
}

// times are all that a sign-up has.
func (u *signUp) times() []*time.Time {
	if u == nil {
		return nil
	}
	var out []*time.Time
	for _, a := range u.Asked {
		out = append(out, &a.At, &a.Confirmed, &a.Answered.Since)
	}
	return out
}

// brief is so much of a sign-up as says who may write to it.
func (u *signUp) brief() *signUp {
	if u == nil {
		return nil
	}
	b := &signUp{Wanted: u.Wanted, Approve: u.Approve}
	for _, a := range u.Asked {
		b.Asked = append(b.Asked, &applicant{Address: a.Address})
	}
	return b
}

// The stages of somebody's sign-up, as the template "letter signup" knows them.
const (
	stageAsked = "asked" // he is asked to confirm
	stageIn    = "in"    // he has
	stageOut   = "out"   // he has left
	stageEnded = "ended" // the game is called off
)

// invite writes to somebody who has asked for a place how that stands. An answer to his own letter is only written so
// often in a day.
func (s *step) invite(a *applicant, stage, notice string, answer *letter.Letter, notes ...string) {
	if answer != nil && !a.Answered.take(s.now, 1, maxSignUpAnswers) {
		return
	}
	page := s.page(nil, &seat{})
	page.Seats, page.Luck, page.Notice = nil, s.g.hash(), notice
	page.SignUp = &templates.SignUp{Stage: stage, Notes: notes, Again: a.Sent > 0}
	if stage == stageAsked || stage == stageIn {
		page.Ladder = s.rungs()
	}
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		panic(fmt.Sprintf("gm: %s is forming, and has no rules: %v", s.name, err))
	}
	if u := s.g.SignUp; u != nil {
		page.SignUp.Wanted = u.Wanted
		for _, name := range u.chairs(rules) {
			page.Seats = append(page.Seats, string(name))
		}
	}
	page.Options = rulings(rules, s.g.Options)
	page.SignUp.Wishes, page.SignUp.Promised = a.Wishes.String(), string(a.Seat)
	page.SignUp.Settings = s.settings()
	words, err := s.m.Words.Letter("signup", page)
	if err != nil {
		panic(fmt.Sprintf("gm: writing to somebody who signs up for %s: %v", s.name, err))
	}
	a.Sent++
	t := letter.Token{Kind: letter.Join, Game: s.g.Name, Letter: a.Sent}.Signed(s.m.Key, intake.Applicant(a.Address))
	l := letter.Letter{ID: s.m.id(t.Encrypted(s.m.Key)), ReplyTo: s.m.at(t), To: a.Address, Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: answer != nil}
	letter.Thread{Root: a.Thread}.Refer(&l, answer)
	s.out(l)
	if a.Thread == "" {
		a.Thread = l.ID
	}
}

// settings are what somebody should know of a game before he says that he will play, a sentence each.
func (s *step) settings() []string {
	c := s.g.Clock
	turn := "A turn lasts " + lasting(c.Every)
	if c.At != "" {
		turn += ", with deadlines at " + c.At + " (" + c.Location().String() + ")"
	}
	if c.Short > 0 {
		turn += "; for a small decision there is " + lasting(c.Short)
	}
	out := []string{turn + ".", "It ends " + endingWords(c.Ends) + "."}
	c.Grace = 0 // the ladder tells of it
	if more := terms(c); more != "" {
		out = append(out, more)
	}
	return append(out, pressWords(s.g.PressRules)...)
}

// tellSignedUp writes to those who have confirmed what has changed in the game.
func (s *step) tellSignedUp(notice string) {
	if s.g.State != forming {
		return
	}
	for _, a := range s.g.SignUp.confirmed() {
		s.invite(a, stageIn, notice, nil)
	}
}

// paste is the command by which the game master takes somebody himself. It is empty where a shell would read more into
// the address than it says: it is a stranger's.
func paste(game, verb, addr string, more ...string) string {
	return pasted("seat", game, verb, addr, more...)
}

// pasted is such a command of any name.
func pasted(command, game, verb, addr string, more ...string) string {
	if strings.ContainsFunc(addr, func(r rune) bool { return !isPlain(r) }) || strings.HasPrefix(addr, "-") {
		return ""
	}
	words := append([]string{"gm", command, game, verb, addr}, more...)
	return parser.OneLine(strings.Join(words, " "))
}

// isPlain reports whether a shell takes a character of an address for nothing else.
func isPlain(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("@.+-_", r)
}
