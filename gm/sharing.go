package gm

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
)

// playing are the addresses of those who play in a game, or are to: of each seat, and each applicant who is in.
func (g *game) playing() []string {
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
	for _, a := range g.SignUp.asked() {
		if a.in() {
			out = append(out, a.Address)
		}
	}
	return out
}

// sharing says for the game master who may be one person with the player of an address; "" if nobody. Nobody else is told,
// for it would give away who plays what.
func (g *game) sharing(addr string) string {
	box := letter.Mailbox(addr)
	same := slices.DeleteFunc(g.playing(), func(other string) bool { return letter.Mailbox(other) != box })
	if len(same) < 2 {
		return ""
	}
	slices.Sort(same) // else their order would tell that of their seats
	return fmt.Sprintf("%s may be one person: by their provider's rules the mailbox of each is %s.", strings.Join(same, " and "), box)
}

// noteSharing tells the game master, once, that an applicant who is in may be one person with somebody else.
func (s *step) noteSharing(a *applicant) {
	if note := s.g.sharing(a.Address); a.in() && !a.Shares && note != "" {
		a.Shares = true
		s.item("", Item{Why: note})
	}
}

// shared are the notes of that for each player who was not there before.
func (g *game) shared(before []string) []string {
	var out []string
	for _, addr := range g.playing() {
		if slices.Contains(before, addr) {
			continue
		}
		if note := g.sharing(addr); note != "" && !slices.Contains(out, note) {
			out = append(out, note)
		}
	}
	return out
}
