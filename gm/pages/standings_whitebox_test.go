package pages

import (
	"math"
	"testing"

	"deaddrop/gm/record"
)

// Ratings move by results and keep their sum; whoever beats stronger players gains more.
func TestRate(t *testing.T) {
	who := map[string]string{"a": "a", "b": "b", "c": "c"}
	elo := map[string]float64{}
	game := func(a, b, c record.Result) []record.Tenure {
		return []record.Tenure{{Address: "a", Result: a}, {Address: "b", Result: b}, {Address: "c", Result: c}}
	}
	rate(elo, game(record.Won, record.Lost, record.Lost), who)
	if elo["a"] != 1516 || elo["b"] != 1492 || elo["c"] != 1492 {
		t.Errorf("after a win among equals: %v", elo)
	}
	rate(elo, game(record.Lost, record.Lost, record.Won), who)
	if gain := elo["c"] - 1492; gain <= 16 {
		t.Errorf("a win over somebody stronger gains %.1f", gain)
	}
	if sum := elo["a"] + elo["b"] + elo["c"]; math.Abs(sum-4500) > 1e-9 {
		t.Errorf("the ratings sum up to %f", sum)
	}
	was := elo["a"]
	rate(elo, game(record.Shared, record.Shared, record.Lost), who)
	if elo["a"] <= was {
		t.Error("a share of the first place gains nothing")
	}
}

// Each game is worth one point in both systems.
func TestScores(t *testing.T) {
	at := []record.Tenure{{Address: "a", Result: record.Shared, Places: 16}, {Address: "b", Result: record.Shared, Places: 12},
		{Address: "c", Result: record.Lost, Places: 0}}
	var total score
	for _, tenure := range at {
		total.add(tenure, at)
	}
	if math.Abs(total.Draw-1) > 1e-9 || math.Abs(total.Squares-1) > 1e-9 {
		t.Errorf("a draw is worth %+v", total)
	}
	var a score
	if a.add(at[0], at); a.Draw != 0.5 || math.Abs(a.Squares-0.64) > 1e-9 {
		t.Errorf("a share of a draw is worth %+v", a)
	}
	at[0].Result, at[1].Result = record.Won, record.Lost
	var solo score
	if solo.add(at[0], at); solo.Draw != 1 || solo.Squares != 1 {
		t.Errorf("a win is worth %+v", solo)
	}
}
