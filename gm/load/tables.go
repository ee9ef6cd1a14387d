package load

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"deaddrop/adjudicator/robots"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/parser"
)

// Tables returns games of the titles in turn, each with the smallest number of robots. In titles with draws, the
// robots vote for one after a number of game years. Half of the games end turns when everybody is done, the others
// wait for deadlines.
func Tables(games int, titles []robots.Game, years int, seed uint64) ([]Game, error) {
	var out []Game
	for i := range games {
		ends := calendar.WhenIn
		if i/len(titles)%2 == 1 {
			ends = calendar.AtDeadline
		}
		g, err := newTable(fmt.Sprintf("g%06d", i), titles[i%len(titles)], max(1, years), seed, ends)
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// newTable returns a game with its robots.
func newTable(name string, title robots.Game, years int, seed uint64, ends calendar.Ending) (Game, error) {
	secret := sha256.Sum256(fmt.Appendf(nil, "load %d %s", seed, name))
	seed = binary.BigEndian.Uint64(secret[:])
	seats, err := title.Rules.SeatsFor(title.Rules.Min, nil)
	if err != nil {
		return Game{}, err
	}
	g := Game{Plan: desk.Plan{Name: name, Rules: title.Rules.Name, Secret: secret[:],
		Clock: calendar.Clock{Every: 24 * time.Hour, At: NoonAt, Ends: ends, Remind: 18 * time.Hour}}}
	for _, chair := range seats {
		seat := string(chair)
		address := strings.ToLower(strings.ReplaceAll(seat, " ", "-")) + "." + name + "@" + Domain
		g.Plan.Players = append(g.Plan.Players, game.Player{Seat: chair, Address: address})
		g.Players = append(g.Players, &forgetful{
			Writer: robots.Writer{Player: title.New(seat, robots.Luck(seed, seat), years), Seat: seat},
			rand:   robots.Luck(seed, "memory of "+seat),
		})
	}
	return g, nil
}

// A forgetful is a player who sometimes leaves a letter unanswered until reminded.
type forgetful struct {
	robots.Writer
	rand  *rand.Rand
	aside string // the unanswered letter
	of    int    // number of that letter's question
}

// forgets is the number of questions of which a forgetful player leaves one unanswered.
const forgets = 16

// Reply returns the answer to a letter, and reports whether there is one.
func (f *forgetful) Reply(letter string) (string, bool) {
	tags := parser.Read("", letter).Tags
	switch {
	case len(tags) == 0:
	case tags[0].Question > max(f.Answered, f.of):
		if f.rand.IntN(forgets) == 0 {
			f.aside, f.of = letter, tags[0].Question
			return "", false
		}
	case tags[0].Question == f.of && f.of > f.Answered:
		return f.Writer.Reply(f.aside)
	}
	return f.Writer.Reply(letter)
}
