package queue

import (
	"slices"

	"deaddrop/adjudicator"
)

// An Asker asks the players of a game at a table. The game's options "speed" and "pace" decide how.
type Asker struct {
	Table   *adjudicator.Table
	Rulings adjudicator.Ruled
}

// Put sends requests to players and returns their answers. In an even-paced game, the time of an answer reveals
// nothing.
func (a Asker) Put(reqs ...adjudicator.Request) []string {
	for i := range reqs {
		reqs[i].Even = a.Rulings.Is("pace", "even")
	}
	return a.Table.Ask(reqs...)
}

// AsksAlways reports whether questions within a turn are asked even if orders on file answer them.
func (a Asker) AsksAlways() bool {
	return a.Rulings.Is("speed", "patient") || a.Rulings.Is("speed", "standard") && a.Rulings.Is("pace", "even")
}

// OnFile is what is saved of a player who has a queue of turns. It is secret from others.
type OnFile struct {
	Seat     string
	Standing string `json:",omitempty"` // the player's standing orders and queue of turns in normal form
	Silent   bool   `json:",omitempty"` // whether the player did not answer when they were last waited for
	// places where the player was attacked or entered since their last turn, for STOP IF
	Attacked []string `json:",omitempty"`
}

// Alarm records that the player was attacked or entered in a place.
func (f *OnFile) Alarm(place string) {
	if !slices.Contains(f.Attacked, place) {
		f.Attacked = append(f.Attacked, place)
	}
}

// A Clerk asks the players of a game for turns and for orders to keep on file.
type Clerk struct {
	Asker
	Files []*OnFile                      // of all players, in the order of the table
	None  string                         // the normal form of an empty sheet
	Read  func(seat, kind, sheet string) // reads a sheet, and keeps on file what is for later phases
}

// of returns what is saved of a player; there is one for each.
func (c *Clerk) of(seat string) *OnFile {
	return c.Files[slices.IndexFunc(c.Files, func(f *OnFile) bool { return f.Seat == seat })]
}

// Seats returns the seats of all players, in the order of the table.
func (c *Clerk) Seats() []string {
	var out []string
	for _, f := range c.Files {
		out = append(out, f.Seat)
	}
	return out
}

// Collect asks the players to whom turn gives a request for their turns, and all others for orders to keep on file.
// Everybody is asked, whatever they hold, so that the requests reveal nothing.
func (c *Clerk) Collect(turn func(*OnFile) (req adjudicator.Request, moves bool)) {
	var reqs []adjudicator.Request
	for _, f := range c.Files {
		req, moves := turn(f)
		if !moves {
			req = Standing(f.Seat, f.Standing, c.None)
		}
		reqs = append(reqs, req)
	}
	c.take(c.Files, reqs, c.Put(reqs...))
	for _, req := range reqs {
		if req.Kind == "turn" && !req.Stands {
			c.Heard(string(req.Seat))
		}
	}
}

// Within asks questions within a turn, at once, and returns their answers. All other players can change their orders
// on file meanwhile, and nobody waits for them.
func (c *Clerk) Within(reqs ...adjudicator.Request) []string {
	asked := len(reqs)
	if asked == 0 {
		return nil
	}
	reqs = slices.Clone(reqs)
	var others []*OnFile
	for _, f := range c.Files {
		isAsked := func(r adjudicator.Request) bool { return string(r.Seat) == f.Seat }
		if slices.ContainsFunc(reqs[:asked], isAsked) {
			continue
		}
		other := Standing(f.Seat, f.Standing, c.None)
		other.Short, other.Aside = true, true
		reqs, others = append(reqs, other), append(others, f)
	}
	answers := c.Put(reqs...)
	c.take(others, reqs[asked:], answers[asked:])
	return answers[:asked]
}

// take files the answers to requests to some players. Whoever has answered is waited for again.
func (c *Clerk) take(files []*OnFile, reqs []adjudicator.Request, answers []string) {
	for i, f := range files {
		c.File(f.Seat, reqs[i].Kind, answers[i])
		if c.Table.Responded(reqs[i].Seat) {
			f.Silent = false
		}
	}
}

// File files a player's answer to a question of a kind. What is on file already is as it was read when the phase began.
func (c *Clerk) File(seat, kind, answer string) {
	if answer != c.of(seat).Standing {
		c.Read(seat, kind, answer)
	}
}

// Heard records whether a player who was waited for has answered: if not, they and the game master are told, and
// nobody waits for them again until the game says so.
func (c *Clerk) Heard(seat string) {
	f := c.of(seat)
	if f.Silent = !c.Table.Responded(adjudicator.Seat(f.Seat)); f.Silent {
		Silent(c.Table, seat)
	}
}
