package game

import (
	"slices"

	"deaddrop/adjudicator"
)

// A Robot says whether a robot plays a seat, and whether that is public. A robot's seat has no address, so no mail can
// be sent to it.
type Robot string

const (
	NoRobot Robot = ""
	// KnownRobot has played the seat since the game began, and everybody was told so.
	KnownRobot Robot = "known"
	// QuietRobot has taken the seat over. Others are not told when a seat changes hands, so they are not told this.
	QuietRobot Robot = "quiet"
)

// RobotWord is what game masters write, and are shown, in place of a robot's address.
const RobotWord = "robot"

// IsRobot reports whether a robot plays the seat.
func (o *Owner) IsRobot() bool { return o.Robot != NoRobot }

// Vacant reports whether nobody plays the seat, not even a robot.
func (o *Owner) Vacant() bool { return o.Address == "" && !o.IsRobot() }

// Player returns the address of the seat's player, [RobotWord] for a robot, or "" for nobody. It is for game masters.
func (o *Owner) Player() string {
	if o.IsRobot() {
		return RobotWord
	}
	return o.Address
}

// KnownRobots returns the seats of which everybody knows that robots play them.
func (p *People) KnownRobots() []adjudicator.Seat {
	var out []adjudicator.Seat
	for _, s := range p.Seats {
		if s.Robot == KnownRobot {
			out = append(out, s.Name)
		}
	}
	return out
}

// HasRobots reports whether a robot plays any seat.
func (p *People) HasRobots() bool {
	return slices.ContainsFunc(p.Seats, func(s *Seat) bool { return s.IsRobot() })
}

// RobotsAlone reports whether only robots are left: the game has some, and no person who is still in it. Its turns
// then last until their deadlines. Otherwise robots would play to the end at once, or for ever.
func (g *Game) RobotsAlone() bool {
	person := func(s *Seat) bool {
		return s.Name != adjudicator.GM && s.Address != "" && !slices.Contains(g.Out, s.Name)
	}
	return g.HasRobots() && !slices.ContainsFunc(g.Seats, person)
}

// ForRobots returns the open questions that robots still have to answer.
func (g *Game) ForRobots() []*Question {
	if g.State != Running {
		return nil
	}
	var out []*Question
	for _, q := range g.Open {
		if s := g.Seat(q.Seat); s != nil && s.IsRobot() && !g.Complete(q) {
			out = append(out, q)
		}
	}
	return out
}
