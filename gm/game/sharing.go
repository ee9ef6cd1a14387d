package game

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// Playing returns the addresses of the players: of each seat, and of each applicant who has confirmed.
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

// Sharing returns a note for the game master on who may be the same person as the owner of an address, or "". Nobody
// else may see it, because it reveals who plays what.
func (g *Game) Sharing(addr string) string {
	box := letter.Mailbox(addr)
	same := slices.DeleteFunc(g.Playing(), func(other string) bool { return letter.Mailbox(other) != box })
	if len(same) < 2 {
		return ""
	}
	slices.Sort(same) // sorted, since their order would reveal that of their seats
	return fmt.Sprintf("%s may be one person: by their provider's rules the mailbox of each is %s.",
		strings.Join(same, " and "), box)
}

// Shared returns such notes for all players who are new since before.
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
