package play

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/refusal"
)

// CheckRobots returns an error if robots can't play a title.
func CheckRobots(m *gm.Master, title string) error {
	if m.RobotsOf(title) == nil {
		return refusal.New("No robot plays %s.", title)
	}
	return nil
}

// SeatRobot gives a seat to a robot. Its former player gets a letter with the text farewell, and nobody else is told.
// What is on file stays; the robot answers only what is still missing.
func SeatRobot(s *gm.Step, who *game.Seat, farewell string) error {
	if who.Address != "" {
		if err := Farewell(s, who, farewell, nil); err != nil {
			return err
		}
	}
	if b := s.Game.Offered(who.Name); b != nil {
		b.Withdraw()
	}
	for _, d := range who.Doubts {
		s.Settle(d.Entry)
	}
	s.SettleSeat(who.Name, game.AboutAbsence, game.AboutAway, game.AboutVacation, game.AboutReturned, game.AboutSecond,
		game.AboutVacancy)
	clearSeat(s, who)
	who.Burn()
	who.Address, who.Robot = "", game.QuietRobot
	p, _, err := s.Replay()
	if err != nil {
		return err
	}
	NoteOut(s, p)
	return nil
}

// NoteOut records which seats are out of a game with robots, as nobody waits for a person who is out.
func NoteOut(s *gm.Step, p adjudicator.Position) {
	s.Game.Out = nil
	if !s.Game.HasRobots() {
		return
	}
	for _, seat := range s.Game.Seats {
		if seat.Name != adjudicator.GM && adjudicator.IsOut(p.View(seat.Name)) {
			s.Game.Out = append(s.Game.Out, seat.Name)
		}
	}
}

// robotServes reports whether a robot takes over seats for which there is no standby.
func robotServes(s *gm.Step) bool {
	return s.Game.Missing.Robot && s.Game.State == game.Running && s.Master.RobotsOf(s.Game.Rules) != nil
}

// robotSteps has a robot take over a seat that needs a player, if the game provides for that.
func robotSteps(s *gm.Step, who *game.Seat) error {
	if !robotServes(s) {
		return nil
	}
	was, change := who.Address, who.Change("", game.TakenOver)
	if err := SeatRobot(s, who, "Since nothing has come from you for some time, a robot plays your seat in this game "+
		"from now on. If you want it back, write to the game master. Thank you for having played."); err != nil {
		return err
	}
	text := "A robot has taken over this seat."
	if was != "" {
		text = "A robot has taken over this seat from " + was + ", from whom nothing had come for " +
			game.Phases(s.Game.Missing.Standby) + "."
	}
	it := game.Item{Seat: who.Name, Why: text + " gm seat " + s.Name + " " + game.Word(string(who.Name)) +
		"=ADDRESS gives it to somebody.", News: true}
	if was != "" {
		it.Change = change
	}
	s.Item("", it)
	return nil
}

// KnownAsRobots returns the named seats of which everybody knows that robots play them.
func KnownAsRobots(s *gm.Step, names []string) []adjudicator.Seat {
	return slices.DeleteFunc(s.Game.KnownRobots(), func(seat adjudicator.Seat) bool {
		return !slices.Contains(names, string(seat))
	})
}
