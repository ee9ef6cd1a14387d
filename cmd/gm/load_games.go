package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/load"
	"deaddrop/parser"
)

// tables are the games of a load, one title after another. One half ends its turns when everybody is in, the other waits for
// its deadlines.
func (o loadOptions) tables() ([]load.Game, error) {
	var names []string
	for _, r := range titles() {
		if o.titles == "all" || o.titles == "" {
			names = append(names, r.Name)
		}
	}
	if len(names) == 0 {
		for name := range strings.SplitSeq(o.titles, ",") {
			r, err := titleNamed(strings.TrimSpace(name))
			if err != nil {
				return nil, err
			}
			names = append(names, r.Name)
		}
	}
	var out []load.Game
	for i := range o.games {
		ends := calendar.WhenIn
		if i/len(names)%2 == 1 {
			ends = calendar.AtDeadline
		}
		g, err := o.table(fmt.Sprintf("g%06d", i), names[i%len(names)], ends)
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// table is one game with its robots, of as few as can play, and as short as it can be.
func (o loadOptions) table(name, rules string, ends calendar.Ending) (load.Game, error) {
	secret := sha256.Sum256(fmt.Appendf(nil, "load %d %s", o.seed, name))
	seed := binary.BigEndian.Uint64(secret[:])
	seats, brains, err := loadPlay(rules, max(1, o.years), seed)
	if err != nil {
		return load.Game{}, err
	}
	g := load.Game{Plan: desk.Plan{Name: name, Rules: rules, Secret: secret[:],
		Clock: calendar.Clock{Every: 24 * time.Hour, At: load.NoonAt, Ends: ends, Remind: 18 * time.Hour}}}
	for _, seat := range seats {
		g.Plan.Players = append(g.Plan.Players, game.Player{Seat: adjudicator.Seat(seat), Address: strings.ToLower(strings.ReplaceAll(seat, " ", "-")) + "." + name + "@" + load.Domain})
		g.Players = append(g.Players, &forgetful{pen: pen{brain: brains(seat), seat: seat}, rand: luck(seed, "memory of "+seat)})
	}
	return g, nil
}

// loadPlay is who plays a title in a load, and how.
func loadPlay(rules string, years int, seed uint64) (seats []string, brains func(seat string) brain, err error) {
	if rules == deadman.Diplomacy.Name {
		return powers(), func(seat string) brain {
			return &diplomacyRobot{rand: luck(seed, seat), board: diplomacy.Standard(), last: fmt.Sprintf("Fall %d", 1900+years)}
		}, nil
	}
	r, err := titleNamed(rules)
	if err != nil {
		return nil, nil, err
	}
	p, err := newPlay(rules, demoOptions{years: years, seed: seed, players: r.Min})
	if err != nil {
		return nil, nil, err
	}
	return p.seats(), p.brain, nil
}

// A forgetful player now and then lays a letter aside, until another one reminds him of it.
type forgetful struct {
	pen
	rand  *rand.Rand
	aside string // the letter
	of    int    // the question in it
}

// forgets is how seldom: one of so many questions.
const forgets = 16

// Reply is the answer to a letter.
func (f *forgetful) Reply(letter string) (string, bool) {
	tags := parser.Read("", letter).Tags
	switch {
	case len(tags) == 0:
	case tags[0].Question > max(f.answered, f.of):
		if f.rand.IntN(forgets) == 0 {
			f.aside, f.of = letter, tags[0].Question
			return "", false
		}
	case tags[0].Question == f.of && f.of > f.answered:
		return f.reply(f.aside)
	}
	return f.reply(letter)
}
