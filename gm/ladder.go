package gm

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/refusal"
	"deaddrop/templates"
)

// A Ladder is what a game does about players who are missing, beside the reminder and the grace of its clock and the
// standing orders of each. The zero value leaves it to the rules: the turn goes on with what they have for the silent.
type Ladder struct {
	Standby int  `json:",omitempty"` // after so many phases in a row without a word, the seat is offered to a standby; 0: never
	Hold    bool `json:",omitempty"` // a turn waits for the game master when somebody is missing at its end
	Absence int  `json:",omitempty"` // days away that a player may have on file without asking; 0: defaultAbsence, below: none
}

const (
	defaultAbsence = 14
	maxAbsence     = 120
	maxStandby     = 20
)

// days are how many days away a player may have on file without asking.
func (l Ladder) days() int { return max(0, cmp.Or(l.Absence, defaultAbsence)) }

// ParseLadder changes a ladder by words such as "standby=2", "standby=off", "then=hold", "then=default" and "absence=14".
func ParseLadder(l Ladder, words []string) (Ladder, error) {
	for _, w := range words {
		name, value, _ := strings.Cut(strings.ToLower(w), "=")
		n, err := strconv.Atoi(value)
		switch {
		case name == "standby" && value == "off":
			l.Standby = 0
		case name == "standby" && err == nil && 0 < n && n <= maxStandby:
			l.Standby = n
		case name == "then" && (value == "hold" || value == "default"):
			l.Hold = value == "hold"
		case name == "absence" && err == nil && 0 <= n && n <= maxAbsence:
			if l.Absence = n; n == 0 {
				l.Absence = -1
			}
		default:
			return l, refusal.New("%q is nothing that can be set for the missing; write standby=2 (phases, up to %d) or standby=off, then=default or then=hold, and absence=%d (days, up to %d).",
				w, maxStandby, defaultAbsence, maxAbsence)
		}
	}
	return l, nil
}

// Words are those that ParseLadder reads as this ladder.
func (l Ladder) Words() []string {
	standby, then := "standby=off", "then=default"
	if l.Standby > 0 {
		standby = "standby=" + strconv.Itoa(l.Standby)
	}
	if l.Hold {
		then = "then=hold"
	}
	return []string{standby, then, "absence=" + strconv.Itoa(l.days())}
}

// check says what is wrong with a ladder for a game.
func (l Ladder) check(blind bool, ends calendar.Ending) error {
	if l.Hold && (blind || ends == calendar.AtDeadline) {
		return refusal.New("A turn of this game ends at its deadline, so that nobody learns who is missing. If it waited then, everybody would; so there is no then=hold.")
	}
	return nil
}

// ladder is what players are told of it; nothing where all is left to the rules.
func (s *step) ladder() []string {
	if s.g.Missing == (Ladder{}) {
		return nil
	}
	return s.rungs()
}

// rungs are what becomes of who sends nothing, one after another.
func (s *step) rungs() []string {
	l, c := s.g.Missing, s.g.Clock
	var out []string
	if c.Remind > 0 {
		out = append(out, "You alone get a reminder "+remindersInWords(c)+" before the deadline.")
	}
	if c.Grace > 0 {
		out = append(out, "The turn still waits "+lasting(c.Grace)+" after the deadline; you alone are told that you are late.")
	}
	if kinds := s.m.Words.Kinds(s.g.Rules); len(kinds) > 0 {
		kind := kinds[0]
		if slices.Contains(kinds, "orders") {
			kind = "orders"
		}
		out = append(out, "An answer that you left for such a day counts: a line such as ON "+kind+" DO, and your answer behind it.")
	}
	if l.Standby > 0 {
		out = append(out, "After "+phases(l.Standby)+" without a word from you, your seat is offered to a standby. When you write before he takes it, it stays yours.")
	}
	if l.Hold && c.Ends == calendar.WhenIn {
		out = append(out, "The turn waits for the game master to decide what becomes of it.")
	} else {
		out = append(out, "The turn goes on, with what the rules have for who sends nothing.")
	}
	return append(out, fmt.Sprintf("If you know it beforehand, write ABSENCE and the days, as in ABSENCE 24 Dec to 6 Jan: up to %d days without asking.", l.days()))
}

func phases(n int) string {
	if n == 1 {
		return "a phase"
	}
	return strconv.Itoa(n) + " phases in a row"
}

// Missing changes what a game does about players who are missing, in the words of [ParseLadder], and tells all of it.
func (d *Desk) Missing(ctx context.Context, now time.Time, name string, words []string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.unfinished(); err != nil {
			return err
		}
		was := s.g.Missing
		is, err := ParseLadder(was, words)
		if err != nil {
			return err
		}
		if err := is.check(s.blind(), s.g.Clock.Ends); err != nil {
			return err
		}
		if slices.Equal(is.Words(), was.Words()) {
			return refusal.New("That is how it is in %s already: %s.", name, strings.Join(was.Words(), " "))
		}
		s.g.Missing = is
		s.tellAll(nil, func(page *templates.Page, _ *seat) {
			page.Notice, page.Ladder = s.because("The game master has changed what happens to who sends nothing."), s.rungs()
		})
		s.act("missing "+name, strings.Join(is.Words(), " "), append([]string{"missing", name}, was.Words()...)...)
		if err := s.offers(); err != nil {
			return err
		}
		if was.Hold && !is.Hold && s.g.State == running {
			return s.goOn()
		}
		return nil
	})
}

// silent reports whether nothing has come for a question, and nothing was on file for it. A seat in which nobody sits
// is not silent: it owes nothing.
func (g *game) silent(q *question) bool {
	s := g.seat(q.Seat)
	return q.Answer == "" && !q.Heard && s != nil && s.Address != "" && s.Name != adjudicator.GM
}

// reached tells the game master of a seat that has been silent for so long that a standby is asked now.
func (s *step) reached() {
	for _, seat := range s.g.wanting() {
		if seat.Address != "" && seat.Silent == s.g.Missing.Standby && seat.SilentIn == s.g.Count {
			s.item("", Item{Seat: seat.Name, Why: "Nothing has come from this seat for " + phases(seat.Silent) + ". " + s.whoIsNext(nil)})
		}
	}
}

// countLate counts, once a deadline, who has sent nothing up to it.
func (s *step) countLate() {
	if s.g.Counted.Equal(s.g.Deadline) {
		return
	}
	s.g.Counted = s.g.Deadline
	for _, name := range s.g.missing() {
		s.g.seat(name).Late++
	}
}

// missing are those who are silent now.
func (g *game) missing() []adjudicator.Seat {
	var out []adjudicator.Seat
	for _, q := range g.Open {
		if g.silent(q) && !slices.Contains(out, q.Seat) {
			out = append(out, q.Seat)
		}
	}
	return out
}

// noteSilence counts for each seat the phases in which nothing came from it. One that had a word to say in a phase was not
// silent in it, whatever else it was asked there.
func (s *step) noteSilence() {
	for _, q := range s.g.Open {
		seat := s.g.seat(q.Seat)
		switch {
		case seat == nil || q.Stands:
		case !s.g.silent(q):
			seat.Silent, seat.SilentIn = 0, s.g.Count
		case seat.SilentIn != s.g.Count:
			seat.SilentIn = s.g.Count
			seat.Silent++
			seat.Missed++
		}
	}
}

// here notes that a seat's player is there.
func (s *step) here(seat *seat) {
	seat.Wrote, seat.Silent = s.now, 0
	if seat.Name != adjudicator.GM {
		s.g.Quiet = 0
	}
	for _, b := range s.g.Standbys {
		if b.Seat == seat.Name && seat.Address != "" {
			b.withdraw()
		}
	}
}

// holds reports whether a turn whose time is up waits for the game master, since somebody is missing. The first time
// all are told, for nothing of that is secret where it is so.
func (s *step) holds() bool {
	missing := s.g.missing()
	if !s.g.Missing.Hold || s.g.Clock.Ends != calendar.WhenIn || len(missing) == 0 || s.g.waitsForDesk() != nil {
		return false
	}
	if s.g.Stalled.Equal(s.g.Deadline) {
		return true
	}
	s.g.Stalled = s.g.Deadline
	who := listed(missing)
	s.item("", Item{Why: fmt.Sprintf("The time for %s is up, and nothing has come from %s, so the turn waits. gm resolve %s lets it go on with what the rules have for who sends nothing; gm deadline gives more time, and gm standby or gm seat another player.",
		s.g.Phase, who, s.name)})
	for _, seat := range s.g.Seats {
		s.notice(seat, kindFor(seat), "The time for "+s.g.Phase+" is up, and nothing has come from "+who+". The turn waits for that, or for the game master.", nil)
	}
	return true
}

// kindFor is the letter in which a seat gets a word.
func kindFor(seat *seat) string {
	if seat.Name == adjudicator.GM {
		return "desk"
	}
	return "notice"
}

// Lateness is how reliable the player of a seat is, for the game master.
type Lateness struct {
	Wrote    time.Time `json:",omitzero"`  // when his last letter was taken in
	Late     int       `json:",omitempty"` // deadlines up to which nothing had come
	Missed   int       `json:",omitempty"` // phases in which nothing came,
	Silent   int       `json:",omitempty"` // and how many of them were the newest
	Away     string    `json:",omitempty"` // the days on which he is, in words
	Standing []string  `json:",omitempty"` // his standing orders
}

func (s *seat) lateness() Lateness {
	l := Lateness{Wrote: s.Wrote, Late: s.Late, Missed: s.Missed, Silent: s.Silent, Away: spoken(s.Away)}
	for _, o := range s.Standing {
		l.Standing = append(l.Standing, "ON "+o.Kind+" DO "+strings.ReplaceAll(o.Text, "\n", "; "))
	}
	return l
}

// missingFacts are what a game master sees change of what is about the missing.
func (g *game) missingFacts() []Fact {
	out := []Fact{{Name: "who is missing", Is: strings.Join(g.Missing.Words(), " ")}}
	for _, s := range g.Seats {
		l := s.lateness()
		out = append(out, Fact{Name: string(s.Name) + ": away", Is: l.Away}, Fact{Name: string(s.Name) + ": standing orders", Is: strings.Join(l.Standing, "\n")})
	}
	for _, b := range g.Standbys {
		is := "waits"
		if b.Seat != "" {
			is = "is offered " + string(b.Seat) + " until " + b.Until.In(g.Clock.Location()).Format(dateTime)
		}
		out = append(out, Fact{Name: "standby " + b.Address, Is: is})
	}
	return out
}
