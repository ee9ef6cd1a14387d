package gm

import (
	"context"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// An asking is the question to an address whether it is to be a player's second one. A seat has one at a time: a new one takes
// the place of the one before.
type asking struct {
	Address string
	Number  int // of our letter, of which the answer has the token
	At      time.Time
}

const (
	askedFor   = 7 * day24
	maxSeconds = 3          // such letters that a seat causes in a day
	maxAsked   = 5          // and that an address gets in a day, from all games
	keepsAway  = 30 * day24 // for which it gets none when it has said NO
)

// What is said of a second address.
const (
	secondNeeds = intake.Unproved + "a second address wants that."
	secondAsked = "If %s can be your second address in this game, a letter goes there that asks for YES. " +
		"When that comes within 7 days, you hear of it, and letters from there count as yours."
	secondGets   = "Answers to them go there; reports and all else go to your main address alone. ALSO OFF takes that back."
	secondCounts = "From now on letters from %s count as yours in this game: that was answered from there. " +
		"Answers to them go there; reports and all else come here alone. If that address is not yours, write ALSO OFF from this one at once."
	secondHere = "From now on letters from this address count as yours in this game. " +
		"Answers to them come here; reports and all else go to your main address alone. ALSO OFF takes that back."
	secondUnfit = "This player wants letters from %s to count as theirs (ALSO), but %s. " +
		"Nothing was sent there, and the player does not know why."
	secondAside = "It answers the question whether its address is a player's second one (ALSO), but "
)

// asks reports whether a question to an address is open.
func (s *seat) asks(now time.Time) bool { return s.Asking != nil && now.Sub(s.Asking.At) <= askedFor }

// addresses are those whose letters count as the seat's.
func (s *seat) addresses() []string {
	return slices.DeleteFunc([]string{s.Address, s.Also}, func(addr string) bool { return addr == "" })
}

// seconds are the addresses beside its main one to which letters may go for a seat.
func (s *seat) seconds() []string {
	var out []string
	if s.Also != "" {
		out = append(out, s.Also)
	}
	if s.Asking != nil {
		out = append(out, s.Asking.Address)
	}
	return out
}

// distrust says why a letter to the game is not believed; "" if it is. One that asks for a second address needs a proof by its
// domain whatever the game believes: whoever has such an address can write for the seat from then on.
func (s *step) distrust(l letter.Letter, words parser.Letter, w intake.Sender) string {
	why := s.g.Trust.Distrust(l, w)
	asks := slices.ContainsFunc(words.Commands, func(c parser.Command) bool {
		return c.Name == "ALSO" && parser.SecondAddress(c.Args) != ""
	})
	if why == "" && asks && l.Proof != letter.Proved {
		return secondNeeds
	}
	return why
}

// also does what ALSO says: it asks an address whether it is the player's, too, or takes away the second one.
func (in *incoming) also(c parser.Command) error {
	addr := letter.Address(parser.SecondAddress(c.Args))
	refuse := func(why string) error {
		in.fault("ALSO "+c.Args, why)
		return nil
	}
	switch {
	case in.seat.Name == adjudicator.GM:
		return refuse("A game master has one address alone.")
	case addr == "":
		in.alsoOff()
		return nil
	case in.From != in.seat.Address:
		return refuse("Only a letter from your main address can say that.")
	case in.asksAt != "", in.sure:
		return refuse("One letter can name one address.")
	case in.g.State == over:
		return refuse("The game is over.")
	case addr == in.seat.Address, addr == in.seat.Also:
		return refuse("Letters from that address count as yours already.")
	case in.m.noAddress(addr) != nil:
		return refuse("That is no address to which you get mail.")
	case !in.seat.Seconds.take(in.now, 1, maxSeconds):
		return refuse(fmt.Sprintf("You have asked for a second address %d times in a day, which is all that you can.", maxSeconds))
	}
	return in.ask(addr)
}

// alsoOff takes away the second address, and the question to one.
func (in *incoming) alsoOff() {
	was := in.seat.Also
	if was == "" && in.seat.Asking == nil {
		in.note("You have no second address.")
		return
	}
	if was != "" {
		in.note(fmt.Sprintf("From now on only letters from your main address count, and none from %s.", was))
	}
	in.noLongerAsked()
	in.seat.Also, in.sure = "", true
}

// noLongerAsked ends the question to an address.
func (in *incoming) noLongerAsked() {
	if in.seat.Asking != nil {
		in.note(fmt.Sprintf("What %s was asked, or would have been, counts no longer.", in.seat.Asking.Address))
	}
	in.seat.Asking = nil
}

// ask asks an address whether it is to be the player's second one. What the player is told is the same whether a letter goes
// there or not: else anybody could find out who plays or watches.
func (in *incoming) ask(addr string) error {
	seat := in.seat
	in.noLongerAsked()
	seat.Second = max(seat.Second+1, int(in.now.Unix())) // a number that was never used, and tells nothing of others
	seat.Asking = &asking{addr, seat.Second, in.now}
	in.sure = true
	in.note(fmt.Sprintf(secondAsked, addr), secondGets)
	head, err := in.m.player(in.ctx, addr)
	if err != nil {
		return err
	}
	why := in.unfit(seat, addr)
	switch {
	case why != "":
		in.item("", Item{Seat: seat.Name, Why: fmt.Sprintf(secondUnfit, addr, why)})
		return nil
	case !head.Declined.IsZero() && in.now.Sub(head.Declined) < keepsAway, !head.Seconds.has(in.now, 1, maxAsked):
		return nil
	}
	in.asksAt = addr
	return in.writeToSecond(seat)
}

// unfit says to the game master why an address can't be the second one of a seat; "" if it can. Whoever could read for two
// seats, or for a seat and for what only the game master or nobody else sees, would know more than one player may.
func (s *step) unfit(of *seat, addr string) string {
	box := letter.Mailbox(addr)
	is := func(other string) bool { return other != "" && letter.Mailbox(other) == box }
	for _, other := range s.g.Seats {
		elsewhere := other != of && other.Address != of.Address
		if elsewhere && (is(other.Address) || is(other.Also)) {
			return "that is an address of " + string(other.Name)
		}
	}
	switch {
	case is(s.m.Desk):
		return "that is the service's game master's"
	case slices.ContainsFunc(s.g.Standbys, func(b *standby) bool { return is(b.Address) }):
		return "that is a standby's"
	case slices.ContainsFunc(s.g.observers(), func(o *observer) bool { return is(o.Address) }):
		return "that is an observer's"
	}
	return ""
}

// writeToSecond writes to the address that is asked. Nothing of the player's letter is in that, nor who they are: it may be a
// stranger's.
func (s *step) writeToSecond(of *seat) error {
	page := s.page(nil, &seat{Language: of.Language})
	page.Phase, page.Options = "", nil
	words, err := s.m.Words.Letter("also", page)
	if err != nil {
		return fmt.Errorf("writing to a second address: %w", err)
	}
	a := of.Asking
	t := letter.Token{Kind: letter.Also, Game: s.name, Seat: slices.Index(s.g.Seats, of), Letter: a.Number}
	t = t.Signed(s.m.Key, intake.Additional(a.Address))
	l := letter.Letter{ID: s.m.id(t.Encrypted(s.m.Key)), ReplyTo: s.m.at(t), To: a.Address}
	l.Subject, l.Text, l.HTML = words.Subject, words.Text, words.HTML
	s.out(l)
	return nil
}

// wasAsked notes that an address was asked whether it is a player's second one: it gets so many such letters in a day.
func (m *Master) wasAsked(ctx context.Context, now time.Time, addr string) error {
	return m.changePlayer(ctx, addr, func(head *playerHead) bool { return head.Seconds.take(now, 1, maxAsked) })
}

// answersAlso takes in an answer to the question whether an address is a player's, too.
func (m *Master) answersAlso(ctx context.Context, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	says := in.Words.Verdict
	if says == parser.Yes && l.Proof != letter.Disowned { // before it counts, for then letters from there must find the game
		if err := m.enter(ctx, l.From, in.Game); err != nil {
			return taking{}, err
		}
	}
	declined := false
	step := func(s *step) (err error) {
		declined, err = s.answersAlso(l, says, in.Token)
		return err
	}
	then := func(ctx context.Context) error {
		if !declined {
			return nil
		}
		return m.changePlayer(ctx, l.From, func(head *playerHead) bool {
			head.Declined = now
			return true
		})
	}
	return taking{game: in.Game, step: step, then: then}, nil
}

// answersAlso is the step of such an answer. Only one that its domain vouches for counts, or that has the secret of our letter
// where the game believes answers.
func (s *step) answersAlso(l letter.Letter, says parser.Verdict, t letter.Token) (declined bool, err error) {
	aside := func(seat adjudicator.Seat, why string) (bool, error) {
		s.stray(l.HeldKey(), Item{Seat: seat, Why: secondAside + why, Letter: &l})
		return false, nil
	}
	var who *seat
	if s.g != nil && t.Seat < len(s.g.Seats) {
		who = s.g.Seats[t.Seat]
	}
	if who == nil || !who.asks(s.now) || who.Asking.Address != l.From || who.Asking.Number != t.Letter {
		return aside("", "that question is not open any more.")
	}
	trust := s.g.Trust
	if who.Locked {
		trust = intake.TrustSigned
	}
	if why := trust.DistrustAnswer(l, t); why != "" {
		return aside(who.Name, "nothing proves that it is from there. "+why)
	}
	switch unfit := s.unfit(who, l.From); {
	case says == "":
		return aside(who.Name, "says neither YES nor NO.")
	case says == parser.Yes && unfit != "":
		who.Asking = nil
		return aside(who.Name, unfit+", so that it can't be.")
	}
	s.admit(l)
	who.Asking = nil
	if says == parser.No {
		text := fmt.Sprintf("From %s came the answer that it is not yours, so your ALSO changes nothing.", l.From)
		s.notice(who, "notice", text, nil)
		return true, nil
	}
	who.Also = l.From
	s.notice(who, "notice", fmt.Sprintf(secondCounts, l.From), nil)
	s.notice(who, "notice", secondHere, &l)
	return false, nil
}

// dropSecond takes away a player's second address, or the question to one. The player is told.
func (d *Desk) dropSecond(ctx context.Context, now time.Time, name, addr string) error {
	addr = letter.Address(addr)
	return d.act(ctx, now, name, func(s *step) error {
		i := slices.IndexFunc(s.g.Seats, func(seat *seat) bool { return slices.Contains(seat.seconds(), addr) })
		if i < 0 {
			return refusal.New("%s is nobody's second address in %s.", addr, name)
		}
		s.takeSecond(s.g.Seats[i], addr)
		s.act("seat "+name+" drop", addr)
		return nil
	})
}

// takeSecond takes an address from a seat that is its second one, or is asked whether it is to be.
func (s *step) takeSecond(who *seat, addr string) {
	if who.Also == addr {
		who.Also = ""
	}
	if who.Asking != nil && who.Asking.Address == addr {
		who.Asking = nil
	}
	text := fmt.Sprintf("The game master has decided that letters from %s do not count as yours.", addr)
	s.notice(who, "notice", s.because(text), nil)
}
