package successors_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/successors"
)

// With the secret, which is published at the end, and the reports, anybody can throw the dice of each battle again:
// they depend on the battle's own label alone, whatever else was thrown or secretly drawn in that turn.
func TestBattlesReplay(t *testing.T) {
	battles := 0
	for seed := range uint64(4) {
		options := drawnOptions("fast", rand.New(rand.NewPCG(seed, 3)))
		g := &robotGame{seed: 500 + seed, players: 3, options: options, whims: true}
		if err := g.Play(); err != nil {
			t.Fatalf("seed %d: %s: %v", g.seed, g.phase, err)
		}
		battles += g.counts["battle"] + g.counts["sea battle"]
	}
	if battles < 10 {
		t.Errorf("only %d battles were thrown again", battles)
	}

	// The check that each of those games went through sees other luck.
	dice, err := json.Marshal(map[string]any{"At": "Persia", "Rounds": []any{map[string]any{"Throws": [2][]map[string]any{{{"Dice": []int{1, 2, 3, 4, 5, 6, 1, 2}}}, nil}}}})
	if err != nil {
		t.Fatal(err)
	}
	g := &robotGame{luck: adjudicator.Luck{Secret: []byte("another")}, options: map[string]string{}}
	if g.replay([]adjudicator.EventRecord{{Kind: "battle", Data: dice}}) == nil {
		t.Error("dice that the secret does not give are taken")
	}
}

// replay throws the dice of the battles that were told of a phase again, from the secret of the game alone.
func (g *robotGame) replay(told []adjudicator.EventRecord) error {
	table := adjudicator.NewTable(g.luck, adjudicator.Record{})
	again := func(label string, dice []int) error {
		for i, d := range dice {
			if n := table.Roll(label, 6); n != d {
				return fmt.Errorf("%s: die %d was %d, and the secret has %d", label, i+1, d, n)
			}
		}
		return nil
	}
	fought := map[string]int{}
	for _, event := range told {
		if !slices.Contains([]string{"battle", "sea battle"}, event.Kind) {
			continue
		}
		var b struct {
			At      string
			First   *thrown
			Rounds  []thrown
			Dice    []int
			Enemies []struct{ Dice []int }
		}
		if err := json.Unmarshal(event.Data, &b); err != nil {
			return err
		}
		if event.Kind == "sea battle" {
			for _, q := range b.Enemies {
				b.Dice = append(b.Dice, q.Dice...)
			}
			if err := again("sea battle in "+b.At, b.Dice); err != nil {
				return err
			}
			continue
		}
		fought[b.At]++
		label := "battle of " + b.At
		if n := fought[b.At]; n > 1 {
			label = fmt.Sprintf("battle %d of %s", n, b.At)
		}
		var dice []int
		if b.First != nil {
			if g.options["first_rolls"] == "defender" {
				slices.Reverse(b.First.Throws[:])
			}
			dice = b.First.dice()
		}
		for _, round := range b.Rounds {
			dice = append(dice, round.dice()...)
		}
		if err := again(label, dice); err != nil {
			return err
		}
	}
	return nil
}

// thrown is what both sides threw.
type thrown struct{ Throws [2][]successors.Throw }

func (v thrown) dice() []int {
	var out []int
	for _, side := range v.Throws {
		for _, throw := range side {
			out = append(out, throw.Dice...)
		}
	}
	return out
}
