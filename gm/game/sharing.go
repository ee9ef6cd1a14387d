package game

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// Playing are the addresses of those who play in a game, or are to: of each seat, and each applicant who is in.
func (g *Game) Playing() []string {
	if g == nil {
		return nil
	}
	var out []string
	for _, s := range g.Seats {
		if s.Name != adjudicator.GM && s.Address != "" {
			out = append(out, s.Address)
		}
		if s.Also != "" && letter.Mailbox(s.Also) != letter.Mailbox(s.Address) {
			out = append(out, s.Also)
		}
	}
	for _, a := range g.SignUp.AskedApplicants() {
		if a.In() {
			out = append(out, a.Address)
		}
	}
	return out
}

// Sharing says for the game master who may be one person with the player of an address; "" if nobody. Nobody else is
// told, for it would give away who plays what.
func (g *Game) Sharing(addr string) string {
	box := letter.Mailbox(addr)
	same := slices.DeleteFunc(g.Playing(), func(other string) bool { return letter.Mailbox(other) != box })
	if len(same) < 2 {
		return ""
	}
	slices.Sort(same) // else their order would tell that of their seats
	return fmt.Sprintf("%s may be one person: by their provider's rules the mailbox of each is %s.",
		strings.Join(same, " and "), box)
}

// Shared are the notes of that for each player who was not there before.
func (g *Game) Shared(before []string) []string {
	var out []string
	for _, addr := range g.Playing() {
		if slices.Contains(before, addr) {
			continue
		}
		if note := g.Sharing(addr); note != "" && !slices.Contains(out, note) {
			out = append(out, note)
		}
	}
	return out
}
