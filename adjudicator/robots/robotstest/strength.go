package robotstest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
)

// A Match has two kinds of robots play each other at mixed tables. Games come in pairs with the same seed, in which
// the two kinds exchange their seats, so that either has half of all seats; each kind is due half of the games.
type Match struct {
	Rules   *adjudicator.Rules
	Sizes   []int // numbers of players, in turn
	Options map[string]string
	// Answer returns what a robot of the first or second kind writes, none of whose lines may be refused.
	Answer func(v adjudicator.View, req adjudicator.Request, first bool, r *rand.Rand) string
}

// A Score is the result of a match.
type Score struct {
	Games int
	Won   float64 // games that the first kind of robot won; one with several winners counts by its share
}

// Share returns the share of games that the first kind has won: half is fair.
func (s Score) Share() float64 { return s.Won / float64(s.Games) }

func (s Score) String() string {
	return fmt.Sprintf("%d games: %.1f %% won with half of the seats", s.Games, 100*s.Share())
}

// Play plays an even number of games.
func (m Match) Play(t *testing.T, games int) Score {
	t.Helper()
	all, errs := adjudicatortest.PlayGames(games+games%2, func(i int) *mixedGame {
		return &mixedGame{Match: m, seed: uint64(i / 2), swapped: i%2 == 1, players: m.Sizes[i/2%len(m.Sizes)]}
	})
	s := Score{Games: len(all)}
	for i, g := range all {
		if errs[i] != nil {
			t.Fatalf("seed %d, %d players: %v", g.seed, g.players, errs[i])
		}
		s.Won += g.won
	}
	return s
}

// A mixedGame is one game of a match.
type mixedGame struct {
	Match
	seed    uint64
	swapped bool
	players int

	first map[adjudicator.Seat]bool
	r     *rand.Rand
	won   float64
}

// Play plays the game to its end.
func (g *mixedGame) Play() error {
	seats, err := g.Rules.SeatsFor(g.players, nil)
	if err != nil {
		return err
	}
	seats = slices.Clone(seats[:g.players])
	config, err := g.Rules.Configure(adjudicator.Config{Seats: seats, Options: g.Options})
	if err != nil {
		return err
	}
	luck := adjudicator.Luck{Secret: fmt.Append(nil, "strength ", g.seed)}
	p, err := g.Rules.Setup(adjudicator.NewTable(luck, adjudicator.Record{}), config)
	if err != nil {
		return err
	}
	g.first, g.r = map[adjudicator.Seat]bool{}, rand.New(rand.NewPCG(g.seed, 3))
	for i, n := range g.r.Perm(len(seats)) {
		g.first[seats[n]] = (i < len(seats)/2) != g.swapped
	}
	for p.Phase() != "" {
		if luck.Phase++; luck.Phase > 4000 {
			return fmt.Errorf("the game does not end")
		}
		var told []adjudicator.EventRecord
		if p, told, err = adjudicatortest.PlayPhase(g.Rules, p, luck, g.answer); err != nil {
			return err
		}
		g.count(told)
	}
	return nil
}

func (g *mixedGame) answer(p adjudicator.Position, req adjudicator.Request) (string, bool, error) {
	v := p.View(req.Seat)
	words := g.Answer(v, req, g.first[req.Seat], g.r)
	if words == "" {
		return cmp.Or(req.Filed, req.Default), true, nil
	}
	reading := v.Read(req.Kind, req.Filed, words)
	if len(reading.Faults()) > 0 {
		return "", false, fmt.Errorf("%s, asked for %s: %v\nin\n%s", req.Seat, req.Kind, reading.Faults(), words)
	}
	return cmp.Or(reading.Answer, req.Default), true, nil
}

// count notes who has won, once the game is over.
func (g *mixedGame) count(told []adjudicator.EventRecord) {
	for _, e := range told {
		winners := g.Rules.Winners(e)
		for _, seat := range winners {
			if g.first[seat] {
				g.won += 1 / float64(len(winners))
			}
		}
	}
}
