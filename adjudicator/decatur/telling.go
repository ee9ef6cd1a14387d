package decatur

import (
	"fmt"
	"slices"
	"strings"
)

// Exchanged returns how many cards were discarded in an exchange.
func (t turn) Exchanged() int { return t.FromHand + t.FromPlay }

// Places returns the ranks of the scores.
func (e ended) Places() []int {
	var out []int
	for i := range e.Scores {
		out = append(out, i+1)
	}
	return out
}

// Rolled returns the total of the dice.
func (t Takeover) Rolled() int { return sum(t.Dice) }

// Rolled returns the total of the dice.
func (c clocked) Rolled() int { return sum(c.Dice) }

func sum(dice []int) int {
	n := 0
	for _, d := range dice {
		n += d
	}
	return n
}

// Points returns the components of a strength: "factors 2", "port 2".
func (s Strength) Points() []string {
	var out []string
	for _, p := range []struct {
		of string
		n  int
	}{{"factors", s.Factors}, {"fleets", s.Fleets}, {"cards", s.Cards}, {"port", s.Port}, {"logistics", s.Crossing}} {
		if p.n > 0 {
			out = append(out, fmt.Sprint(p.of, " ", p.n))
		}
	}
	return out
}

// Party reports whether the reader is the contender or the defender of the takeover.
func (v View) Party() bool {
	t := v.Takeover
	if t == nil || v.Seat == "" {
		return false
	}
	return v.Seat == t.Contender || v.Seat == t.Defender
}

// Defending reports whether the reader is the defender of the takeover.
func (v View) Defending() bool { return v.Takeover != nil && v.Takeover.Defender == v.Seat }

// Short returns how many points the reader's side of the takeover needs to prevail: the contender must be stronger,
// the defender needs a tie (DC-19). At 0 they can stand pat.
func (v View) Short() int {
	switch t := v.Takeover; {
	case t == nil:
		return 0
	case t.Defender == v.Seat:
		return max(0, t.Strength-t.Against)
	default:
		return max(0, t.Against-t.Strength+1)
	}
}

// Matching returns the kind of influence card that counts in the takeover, or "" if the board is not known.
func (v View) Matching() Commonwealth {
	if v.Takeover == nil || v.board == nil {
		return ""
	}
	if l, ok := v.board.Loc(v.Takeover.To); ok {
		return v.board.Locations[l].Commonwealth
	}
	return ""
}

// Matches returns the number of such cards in the reader's hand.
func (v View) Matches() int { return countOf(v.Hand, v.Matching()) }

// Playable returns how many of them can be played, as at most three cards can be in play (DC-22).
func (v View) Playable() int {
	own := v.Own()
	if own == nil || v.Matching() == "" {
		return 0
	}
	return min(v.Matches(), maxInPlay-own.matching(v.Matching()))
}

// Raises returns bids that are just sufficient, in normal form: with only factors, with only cards, and with as many
// cards as are useful plus factors. It returns nil if nothing that the reader has prevails.
func (v View) Raises() []string {
	if v.Takeover == nil {
		return nil
	}
	need, cards, factors := max(1, v.Short()), v.Playable(), max(0, v.Takeover.Left)
	if v.Defending() {
		factors = 0
	}
	commit := func(n int) string { return fmt.Sprint("COMMIT ", v.Takeover.Committed+n) }
	play := func(n int) string {
		return "PLAY " + strings.Join(slices.Repeat([]string{string(v.Matching())}, n), ", ")
	}
	var out []string
	if factors >= need {
		out = append(out, commit(need))
	}
	if 2*cards >= need {
		out = append(out, play((need+1)/2))
	}
	if n := min(cards, (need-1)/2); n > 0 && factors >= need-2*n {
		out = append(out, commit(need-2*n)+" "+play(n))
	}
	return out
}

// Places returns the locations involved in the takeover: its origin, its target, and where the defender may go.
func (v View) Places() []Row {
	if v.Takeover == nil {
		return nil
	}
	var out []Row
	for _, name := range append([]string{v.Takeover.From, v.Takeover.To}, v.Takeover.Goes...) {
		if i := slices.IndexFunc(v.Locations, func(h Holding) bool { return h.Location == name }); i >= 0 {
			out = append(out, row(v.board, &v.State, i, v.Seat))
		}
	}
	return out
}
