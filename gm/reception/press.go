package reception

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/parser"
	"deaddrop/templates"
)

// Limits for the press of one player.
const (
	maxPress   = 8 << 10  // largest length of one piece, in bytes
	maxPieces  = 10       // largest number of pieces in one letter
	maxDaily   = 100      // largest number of letters that a seat's press may cause per day
	maxWaiting = 32 << 10 // largest total length of a seat's press waiting for delivery, in bytes
)

// press delivers press: to named recipients at once, to everybody with the next report.
func (in *incoming) press(c parser.Command) {
	refused := func(why string) {
		in.fault("PRESS TO "+c.Args, why+" Nothing was sent.")
	}
	if why := in.noPress(c); why != "" {
		refused(why)
		return
	}
	in.pressed++
	p, err := in.s.Game.Addressed(c.Args)
	if err != nil {
		refused(err.Error())
		last := &in.r.Faults[len(in.r.Faults)-1]
		last.Text += " You can write to: " + strings.Join(in.s.Game.Names(), ", ") + ", ALL."
		return
	}
	p.From, p.Text, p.Quiet = string(in.seat.Name), c.Text, c.Quiet
	toDesk := !p.All && len(p.To) == 1 && p.To[0] == string(adjudicator.GM)
	if !toDesk { // press to the game master is always allowed
		if why := in.barred(c); why != "" {
			refused(why)
			return
		}
		sign := in.s.Game.PressRule("sign")
		p.Grey = sign == "grey" || sign == "choice" && c.Signed == parser.Grey
	}
	if p.Grey {
		p.Text = game.Unsigned(p.Text)
	}
	later := p.All || !toDesk && in.s.Game.PressRule("goes") == "report"
	if !later && !in.seat.Pressed.Allow(in.s.Now, len(p.To), maxDaily) {
		refused("That is more press than one player can send in a day.")
		return
	}
	in.passOn(p, later)
	in.noteRobots(p)
}

// noteRobots says in the receipt which of the addressees are robots, if everybody knows that.
func (in *incoming) noteRobots(p templates.Press) {
	robots := play.KnownAsRobots(in.s, p.To)
	switch {
	case p.All || len(robots) == 0:
	case len(robots) == 1:
		in.note("A robot plays " + game.Listed(robots) + ". It reads no press: yours is kept with the game, and that is all.")
	default:
		in.note("Robots play " + game.Listed(robots) + ". They read no press: yours is kept with the game, and that is all.")
	}
}

// passOn sends a piece of press, and says in the receipt who gets it when.
func (in *incoming) passOn(p templates.Press, later bool) {
	to := p.Readers()
	if p.Grey {
		to += ", without your name,"
	}
	switch {
	case later:
		in.s.Game.Press = append(in.s.Game.Press, p)
		in.note("Your press to " + to + " goes out with the next report.")
		return
	case p.Grey:
		due := game.GreyHour(in.s.Now)
		in.s.Game.Grey = append(in.s.Game.Grey, game.GreyPress{Press: p, Due: due})
		in.s.Task(gm.TaskGrey, in.s.Game.Grey[0].Due)
		in.note("Your press goes to " + to + " at " + due.In(in.s.Game.Zone(in.seat)).Format("15:04") +
			", so the time gives nothing away.")
	default:
		play.Deliver(in.s, p)
		in.note("Your press was sent to " + to + ".")
	}
	if !p.Quiet {
		in.r.Sent = append(in.r.Sent, p)
	}
}

// noPress returns the reason if press is not delivered to anybody, or "".
func (in *incoming) noPress(c parser.Command) string {
	waiting := 0
	for _, p := range in.s.Game.Press {
		if p.From == string(in.seat.Name) {
			waiting += len(p.Text)
		}
	}
	for _, p := range in.s.Game.Grey {
		if p.From == string(in.seat.Name) {
			waiting += len(p.Text)
		}
	}
	switch {
	case in.s.Game.State == game.Over:
		return "The game is over."
	case len(c.Text) > maxPress:
		return fmt.Sprintf("It is longer than %d bytes.", maxPress)
	case in.pressed >= maxPieces:
		return fmt.Sprintf("One letter may have up to %d pieces of press.", maxPieces)
	case waiting+len(c.Text) > maxWaiting:
		return "You already have too much press waiting for the next report."
	}
	return ""
}

// barred returns the reason if the game's press rules forbid a seat's press to other players, or "". It depends only
// on what the writer knows.
func (in *incoming) barred(c parser.Command) string {
	q := in.s.Game.Question(in.seat, 0)
	sign := in.s.Game.PressRule("sign")
	switch {
	case in.s.Game.PressRule("to") == "gm":
		return "In this game players can write only to the game master."
	case in.seat.Silenced:
		return "The game master has stopped your press to others."
	case in.s.Game.PressRule("while") == "filed" && q != nil && q.Answer == "":
		return "In this game you can write to others only while you have something on file, and so far you have " +
			"nothing."
	case in.s.Game.PressRule("small") == "no" && in.s.Game.FewPlayers():
		return "In this game no press is passed on while only small decisions are being asked for."
	case c.Signed == parser.Grey && sign == "white":
		return "In this game press says who wrote it."
	case c.Signed == parser.White && sign == "grey":
		return "In this game press does not say who wrote it."
	}
	return ""
}

// mute records whose press the writer does not want to read.
func (in *incoming) mute(args string) {
	refused := func(why string) {
		in.fault("MUTE "+args, why)
	}
	switch strings.ToUpper(strings.Trim(args, " .")) {
	case "NOBODY", "NONE", "OFF":
		in.seat.Muted = nil
		in.note("All press to you is sent to you again.")
		return
	case game.GreyName, "GRAY":
		in.seat.Muted = append(in.seat.Muted, game.GreyName)
		in.note("Press that does not say who wrote it is no longer sent to you. MUTE NOBODY undoes this.")
	default:
		names, err := in.s.Game.Named(args)
		switch {
		case err != nil:
			refused(err.Error() + " Nothing was muted.")
			return
		case slices.Contains(names, adjudicator.GM):
			refused("The game master's letters can't be muted. Nothing was muted.")
			return
		case slices.Contains(names, in.seat.Name):
			refused("That is your own. Nothing was muted.")
			return
		}
		for _, n := range names {
			in.seat.Muted = append(in.seat.Muted, string(n))
		}
		in.note("Press from " + game.Listed(names) +
			" is no longer sent to you, and nobody is told. MUTE NOBODY undoes this.")
	}
	slices.Sort(in.seat.Muted)
	in.seat.Muted = slices.Compact(in.seat.Muted)
}
