package reception

import (
	"context"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/writing"
	"deaddrop/parser"
)

const (
	maxSeconds = 3               // largest number of such letters caused by one seat per day
	maxAsked   = 5               // largest number of such letters to one address per day, from all games
	keepsAway  = 30 * game.Day24 // how long an address gets no such letters after it has answered NO
)

// Texts about a second address.
const (
	secondNeeds = intake.Unproved + "a second address needs that."
	secondAsked = "If %s can be your second address in this game, a letter there will ask for a YES. If the YES " +
		"comes within 7 days, you will be told, and letters from there will count as yours."
	secondGets = "Answers to them go there; reports and everything else go only to your main address. ALSO OFF " +
		"undoes this."
	secondCounts = "From now on letters from %s count as yours in this game: somebody there has confirmed it. " +
		"Answers to them go there; reports and everything else come only here. If that address is not yours, write " +
		"ALSO OFF from this one at once."
	secondHere = "From now on letters from this address count as yours in this game. Answers to them come here; " +
		"reports and everything else go only to your main address. ALSO OFF undoes this."
	secondUnfit = "This player wants letters from %s to count as theirs (ALSO), but %s. " +
		"Nothing was sent there, and the player does not know why."
	secondAside = "It replies to the question of whether its address is a player's second one (ALSO), but "
)

// also executes the command ALSO: it asks an address whether it belongs to the player, or removes the second one.
func (in *incoming) also(c parser.Command) error {
	addr := letter.Address(parser.SecondAddress(c.Args))
	refuse := func(why string) error {
		in.fault("ALSO "+c.Args, why)
		return nil
	}
	switch {
	case in.seat.Name == adjudicator.GM:
		return refuse("A game master has only one address.")
	case addr == "":
		in.alsoOff()
		return nil
	case in.From != in.seat.Address:
		return refuse("Only a letter from your main address can say that.")
	case in.s.AsksAt != "", in.sure:
		return refuse("One letter can name one address.")
	case in.s.Game.State == game.Over:
		return refuse("The game is over.")
	case addr == in.seat.Address, addr == in.seat.Also:
		return refuse("Letters from that address already count as yours.")
	case in.s.Master.CheckAddress(addr) != nil:
		return refuse("You get no mail at that address.")
	case !in.seat.Seconds.Allow(in.s.Now, 1, maxSeconds):
		return refuse(fmt.Sprintf("You have asked for a second address %d times in a day, which is as often as you "+
			"can.",
			maxSeconds))
	}
	return in.ask(addr)
}

// alsoOff removes the second address, and a pending question about one.
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

// noLongerAsked cancels the question to an address.
func (in *incoming) noLongerAsked() {
	if in.seat.Asking != nil {
		in.note(fmt.Sprintf("The question sent to %s no longer counts.", in.seat.Asking.Address))
	}
	in.seat.Asking = nil
}

// ask asks an address whether it is to be the player's second one. The answer to the player is the same whether or
// not the question is sent: otherwise anybody could find out who plays or watches.
func (in *incoming) ask(addr string) error {
	seat := in.seat
	in.noLongerAsked()
	seat.Second = max(seat.Second+1, int(in.s.Now.Unix())) // never used before, and reveals nothing about others
	seat.Asking = &game.AskedAddress{Address: addr, Number: seat.Second, At: in.s.Now}
	in.sure = true
	in.note(fmt.Sprintf(secondAsked, addr), secondGets)
	head, err := in.s.Master.PlayerRecord(in.s.Ctx, addr)
	if err != nil {
		return err
	}
	why := unfit(in.s, seat, addr)
	switch {
	case why != "":
		in.s.Item("", game.Item{Seat: seat.Name, Why: fmt.Sprintf(secondUnfit, addr, why)})
		return nil
	case !head.Declined.IsZero() && in.s.Now.Sub(head.Declined) < keepsAway,
		!head.Seconds.Allows(in.s.Now, 1, maxAsked):
		return nil
	}
	in.s.AsksAt = addr
	return writeToSecond(in.s, seat)
}

// unfit returns the reason, for the game master, why an address can't be a seat's second one, or "". It must not give
// anybody access to the letters of two seats, or to those of a seat and of the game master.
func unfit(s *gm.Step, of *game.Seat, addr string) string {
	box := letter.Mailbox(addr)
	is := func(other string) bool { return other != "" && letter.Mailbox(other) == box }
	for _, other := range s.Game.Seats {
		elsewhere := other != of && other.Address != of.Address
		if elsewhere && (is(other.Address) || is(other.Also)) {
			return "that is an address of " + string(other.Name)
		}
	}
	switch {
	case is(s.Master.Desk), slices.ContainsFunc(s.Master.SiteDesks(), is):
		return "that is the service's game master's"
	case slices.ContainsFunc(s.Game.Fellows, func(f *game.FellowMaster) bool { return is(f.Address) }),
		slices.ContainsFunc(s.Master.ConfiguredMasters(s.Name), func(c intake.Master) bool { return is(c.Address) }):
		return "that is a game master's"
	case slices.ContainsFunc(s.Game.Standbys, func(b *game.Standby) bool { return is(b.Address) }):
		return "that is a standby's"
	case slices.ContainsFunc(s.Game.Observers(), func(o *game.Observer) bool { return is(o.Address) }):
		return "that is an observer's"
	}
	return ""
}

// writeToSecond writes to the address that is asked. The letter contains nothing of the player's letter and does not
// say who they are, as the address may be a stranger's.
func writeToSecond(s *gm.Step, of *game.Seat) error {
	page := writing.PageFor(s, nil, &game.Seat{Preferences: game.Preferences{Language: of.Language}})
	page.Phase, page.Options = "", nil
	words, err := s.Master.Words.Letter("also", page)
	if err != nil {
		return fmt.Errorf("writing to a second address: %w", err)
	}
	a := of.Asking
	t := letter.Token{Kind: letter.Also, Game: s.Name, Seat: slices.Index(s.Game.Seats, of), Letter: a.Number}
	t = t.Signed(s.Master.Key, intake.Additional(a.Address))
	l := letter.Letter{ID: s.Master.MessageID(t.Encrypted(s.Master.Key)), ReplyTo: s.Master.AddressOf(t), To: a.Address}
	l.Subject, l.Text, l.HTML = words.Subject, words.Text, words.HTML
	s.Out(l)
	return nil
}

// wasAsked counts questions to an address, which are limited per day.
func wasAsked(ctx context.Context, m *gm.Master, now time.Time, addr string) error {
	return m.ChangePlayer(ctx, addr, func(head *gm.PlayerRecord) bool { return head.Seconds.Allow(now, 1, maxAsked) })
}

// secondAnswers handles an answer to the question whether an address belongs to a player.
func secondAnswers(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter,
	in intake.Intent) (taking, error) {
	says := in.Words.Verdict
	// record it first, so that letters from that address find the game
	if says == parser.Yes && l.Proof != letter.Disowned {
		if err := m.EnterPlayer(ctx, l.From, in.Game); err != nil {
			return taking{}, err
		}
	}
	declined := false
	step := func(s *gm.Step) (err error) {
		declined, err = answersAlso(s, l, says, in.Token)
		return err
	}
	then := func(ctx context.Context) error {
		if !declined {
			return nil
		}
		return m.ChangePlayer(ctx, l.From, func(head *gm.PlayerRecord) bool {
			head.Declined = now
			return true
		})
	}
	return taking{game: in.Game, step: step, then: then}, nil
}

// answersAlso handles such an answer, as a step. The answer counts only if its domain vouches for it or, in a game
// that believes answers, if it contains the secret of our letter.
func answersAlso(s *gm.Step, l letter.Letter, says parser.Verdict, t letter.Token) (declined bool, err error) {
	aside := func(seat adjudicator.Seat, why string) (bool, error) {
		play.Stray(s, l.HeldKey(), game.Item{Seat: seat, Why: secondAside + why, Letter: &l})
		return false, nil
	}
	var who *game.Seat
	if s.Game != nil && t.Seat < len(s.Game.Seats) {
		who = s.Game.Seats[t.Seat]
	}
	asks := who != nil && who.Asks(s.Now)
	if !asks || who.Asking.Address != l.From || who.Asking.Number != t.Letter {
		return aside("", "that question is no longer open.")
	}
	trust := s.Game.Trust
	if who.Locked {
		trust = intake.TrustSigned
	}
	if why := trust.DistrustAnswer(l, t); why != "" {
		return aside(who.Name, "nothing proves that it is from there. "+why)
	}
	switch unfit := unfit(s, who, l.From); {
	case says == "":
		return aside(who.Name, "says neither YES nor NO.")
	case says == parser.Yes && unfit != "":
		who.Asking = nil
		return aside(who.Name, unfit+", so it can't be.")
	}
	admit(s, l)
	who.Asking = nil
	if says == parser.No {
		text := fmt.Sprintf("Somebody at %s has answered that the address is not yours, so your ALSO changes "+
			"nothing.", l.From)
		writing.Notice(s, who, "notice", text, nil)
		return true, nil
	}
	who.Also = l.From
	writing.Notice(s, who, "notice", fmt.Sprintf(secondCounts, l.From), nil)
	writing.Notice(s, who, "notice", secondHere, &l)
	return false, nil
}
