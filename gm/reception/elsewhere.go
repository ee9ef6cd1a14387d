package reception

import (
	"context"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/parser"
)

// maxElsewhere is the number of a player's other games, the newest ones, that are checked for one letter.
const maxElsewhere = 5

// fits returns the player's games for which the lines are valid orders of a seat of theirs. It skips games that can't
// be read.
func fits(ctx context.Context, m *gm.Master, theirs func(*game.Seat) bool, games, lines []string) []string {
	text := strings.Join(lines, "\n")
	return slices.DeleteFunc(slices.Clone(games[max(0, len(games)-maxElsewhere):]), func(name string) bool {
		s, err := m.Find(ctx, name)
		if text == "" || s == nil || err != nil {
			return true
		}
		if s.Game.State != game.Running {
			return true
		}
		p, err := s.View()
		return err != nil || !slices.ContainsFunc(s.Game.Seats, func(seat *game.Seat) bool {
			q := s.Game.Question(seat, 0)
			return theirs(seat) && q != nil && whole(p.View(seat.Name).Read(q.Kind, "", text))
		})
	})
}

// whole reports whether a text was read entirely as orders.
func whole(read adjudicator.Reading) bool {
	return read.Has(adjudicator.Filed) && len(read.Open()) == 0
}

// looksLike says for which other games a letter may be meant, or "".
func looksLike(games []string) string {
	var tags []string
	for _, name := range games {
		tags = append(tags, parser.Tag{Game: name}.String())
	}
	if len(tags) == 0 {
		return ""
	}
	return "This looks like orders for " + adjudicator.Listed(tags, "or") +
		". To send them there, put the tag of the game into the subject."
}

// fitsElsewhere says for which other games the lines of a letter look like orders, if they are none in this one;
// otherwise "".
func (in *incoming) fitsElsewhere() string {
	if in.read.Has(adjudicator.Filed) {
		return ""
	}
	theirs := func(s *game.Seat) bool { return s.Owns(in.From) }
	return looksLike(fits(in.s.Ctx, in.s.Master, theirs, in.others(), in.words.Lines))
}

// others returns the writer's games except one.
func (in *incoming) others() []string {
	head, err := in.s.Master.PlayerRecord(in.s.Ctx, in.From)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(head.Games), func(name string) bool { return name == in.s.Game.Name })
}

// ownRunning returns the running ones of a writer's games.
func ownRunning(own []*intake.Game) []string {
	var out []string
	for _, g := range own {
		if g.State == intake.Running {
			out = append(out, g.Name)
		}
	}
	return out
}
