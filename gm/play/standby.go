package play

import (
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

const (
	offerTime   = 48 * time.Hour
	MaxStandbys = 50
)

// Offers offers each seat that needs a player to the next standby without an offer. If there is none, a robot takes
// the seat, where the game provides for that. Nobody else is told.
func Offers(s *gm.Step) error {
	for _, seat := range s.Game.Wanting() {
		if s.Game.State == game.Over || s.Game.Offered(seat.Name) != nil {
			continue
		}
		b := free(s, nil)
		if b == nil {
			if err := robotSteps(s, seat); err != nil {
				return err
			}
			continue
		}
		b.Seat, b.Until = seat.Name, s.Now.Add(offerTime)
		if err := WriteTo(s, b, "offer", ""); err != nil {
			return err
		}
	}
	if len(s.Game.Standbys) == 0 {
		return nil
	}
	var next time.Time
	isOver := s.Game.State == game.Over
	for _, b := range s.Game.Standbys {
		if isOver || b.Until.IsZero() {
			continue
		}
		if next.IsZero() || b.Until.Before(next) {
			next = b.Until
		}
	}
	s.Task(gm.TaskOffer, next)
	return nil
}

// WriteTo writes a letter to a standby. It reveals nothing about the game but its title and the time limit for an
// answer.
func WriteTo(s *gm.Step, b *game.Standby, kind, notice string) error {
	page := writing.PageFor(s, nil, &game.Seat{})
	page.Phase, page.Seat, page.Options, page.Notice = "", "", nil, notice
	page.Deadline = b.Until.In(s.Game.Clock.Location())
	rules, err := s.Master.RulesOf(s.Game.Rules)
	if err != nil {
		return err
	}
	ruled := rules.Ruled(s.Game.Options)
	told, err := rules.Told(ruled)
	if err != nil {
		return err
	}
	page.Receipt, page.Ruled = &templates.Receipt{Doc: told}, ruled
	words, err := s.Master.Words.Letter(kind, page)
	if err != nil {
		return fmt.Errorf("writing to a standby: %w", err)
	}
	b.Sent = max(b.Sent+1, int(s.Now.Unix())) // never used for them before, and reveals nothing about others
	t := letter.Token{Kind: letter.Offer, Game: s.Name, Letter: b.Sent}.Signed(s.Master.Key, intake.Standby(b.Address))
	s.Out(letter.Letter{ID: s.Master.MessageID(t.Encrypted(s.Master.Key)), ReplyTo: s.Master.AddressOf(t),
		To: b.Address, Subject: words.Subject, Text: words.Text, HTML: words.HTML})
	return nil
}

// Lapse passes on offers that were not answered in time. Standbys who did not answer are removed, so that nobody is
// written to for ever.
func Lapse(s *gm.Step) error {
	if s.Game == nil || s.Game.State == game.Over {
		return gm.ErrNothing
	}
	for _, b := range slices.Clone(s.Game.Standbys) {
		if !b.Until.IsZero() && !s.Now.Before(b.Until) {
			s.Item("", game.Item{
				About: game.TopicOf(game.AboutVacancy, b.Seat), Seat: b.Seat,
				Why: b.Address + " has not answered the offer of this seat, and is no longer a standby of the game. " +
					WhoIsNext(s, b),
			})
			Strike(s, b)
		}
	}
	return Offers(s)
}

// free returns the first standby other than one to whom no seat is being offered, or nil.
func free(s *gm.Step, but *game.Standby) *game.Standby {
	for _, b := range s.Game.Standbys {
		if b != but && b.Seat == "" {
			return b
		}
	}
	return nil
}

func Strike(s *gm.Step, b *game.Standby) {
	s.Game.Standbys = slices.DeleteFunc(s.Game.Standbys, func(o *game.Standby) bool { return o == b })
}

// WhoIsNext tells the game master to whom an offer passes.
func WhoIsNext(s *gm.Step, after *game.Standby) string {
	if b := free(s, after); b != nil {
		return b.Address + " is asked next."
	}
	if robotServes(s) {
		return "There are no standbys left, so a robot plays the seat from now on; gm seat gives it to somebody."
	}
	return "There are no standbys left; gm standby " + s.Name +
		" add ADDRESS adds one to the list, and gm seat gives the seat to somebody."
}

// OfferedAfter tells the game master what happens after a standby has declined a seat.
func OfferedAfter(s *gm.Step, seat adjudicator.Seat, b *game.Standby) string {
	if seat == "" {
		return ""
	}
	return " This seat was offered to them. " + WhoIsNext(s, b)
}

// Vacate removes the player of a seat.
func Vacate(s *gm.Step, who *game.Seat) error {
	for _, d := range who.Doubts {
		s.Settle(d.Entry)
	}
	clearSeat(s, who)
	who.Address = ""
	if err := Offers(s); err != nil {
		return err
	}
	if s.Game.State == game.Running {
		return GoOn(s)
	}
	return nil
}

// clearSeat removes a seat's data about its player.
func clearSeat(s *gm.Step, who *game.Seat) {
	who.Thread, who.Talks, who.Ready, who.Wait, who.Robot = "", nil, false, false, game.NoRobot
	who.Zone, who.Maps, who.Language = "", "", ""
	who.Doubts, who.Withheld, who.Unasked, who.Muted, who.Crossed = nil, 0, 0, nil, nil
	who.Pressed, who.Answered, who.Confirms, who.Held, who.Back = game.Daily{}, game.Daily{}, game.Daily{},
		game.Daily{}, game.Daily{}
	who.Unproved, who.Bytes, who.Locked = game.Daily{}, game.Daily{}, false
	who.Also, who.Asking, who.Seconds = "", nil, game.Daily{}
	who.KeepAbsences(func(game.Absence) bool { return false })
	who.Absences, who.Standing = game.Daily{}, nil
	who.Wrote, who.Silent, who.Missed, who.Late, who.Resigns = time.Time{}, 0, 0, 0, time.Time{}
}
