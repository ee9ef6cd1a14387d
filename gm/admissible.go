package gm

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

// maxNumber is how large a count in a game's file may be: of letters, questions and phases.
const maxNumber = math.MaxInt32

// admissible refuses a game's file that has in it what no game has that began here: its maker may be anybody.
func (m *Master) admissible(in ported, g *game) error {
	rules, err := m.rules(g.Rules)
	if err != nil {
		return err
	}
	if g.hollow() {
		return refusal.New("The file has a seat, a question or somebody else in it that is nothing.")
	}
	if err := errors.Join(m.checkClock(g.Clock, g.Rules), g.Trust.Check(), g.Missing.check(rules.Blind, g.Clock.Ends)); err != nil {
		return err
	}
	if _, err := pressRules(rules, g.PressRules); err != nil {
		return err
	}
	for _, secret := range append([]luck{{Secret: g.Secret}}, slices.Concat(g.Lucks, g.Former)...) {
		if len(secret.Secret) < 16 {
			return refusal.New("A game needs a secret of 16 random bytes or more, not of %d.", len(secret.Secret))
		}
	}
	for _, addr := range g.addresses() {
		if err := m.noAddress(addr); err != nil {
			return err
		}
	}
	if err := g.seatsAmong(rules); err != nil {
		return err
	}
	if err := in.countsUpTo(g); err != nil {
		return err
	}
	return m.tasksOf(in, g)
}

// hollow reports whether a list of the game has nothing in the place of somebody.
func (g *game) hollow() bool {
	for _, a := range g.SignUp.asked() {
		if a == nil {
			return true
		}
	}
	return slices.Contains(g.Seats, nil) || slices.Contains(g.Open, nil) || slices.Contains(g.Standbys, nil) || g.Gallery != nil && slices.Contains(g.Gallery.Observers, nil)
}

func (u *signUp) asked() []*applicant {
	if u == nil {
		return nil
	}
	return u.Asked
}

// addresses are all to which the game may write.
func (g *game) addresses() []string {
	var out []string
	for _, s := range g.Seats {
		out = append(out, s.addresses()...) // none where nobody sits
		out = append(out, s.seconds()...)
	}
	for _, a := range g.SignUp.asked() {
		out = append(out, a.Address)
	}
	for _, b := range g.Standbys {
		out = append(out, b.Address)
	}
	if g.Gallery != nil {
		for _, o := range g.Gallery.Observers {
			out = append(out, o.Address)
		}
	}
	return out
}

// seatsAmong refuses seats that the rules do not have, or twice.
func (g *game) seatsAmong(rules *adjudicator.Rules) error {
	for i, s := range g.Seats {
		twice := slices.ContainsFunc(g.Seats[:i], func(o *seat) bool { return o.Name == s.Name })
		if s.Name != adjudicator.GM && !slices.Contains(rules.Seats, s.Name) || twice {
			return refusal.New("%s has no seat %q, or not twice.", rules.Title, s.Name)
		}
		if s.Name == adjudicator.GM && len(s.seconds()) > 0 {
			return refusal.New("A game master has one address alone.")
		}
		if s.Asked < 0 || s.Asked > maxNumber || s.Sent < 0 || s.Sent > maxNumber {
			return refusal.New("The letters to %s, or its questions, are more than can be.", s.Name)
		}
	}
	return nil
}

// countsUpTo refuses a game that counts more phases, or names other log entries, than its log has.
func (in ported) countsUpTo(g *game) error {
	phases := uint64(1)
	for _, e := range in.Log {
		if e.Kind == kindPhase {
			phases++
		}
	}
	entries := slices.Concat(g.Inbox, g.Acts, g.Back, []uint64{g.Final, g.Formed, g.Pack, g.Position})
	switch last := uint64(len(in.Log)); {
	case g.Count > phases:
		return refusal.New("The game counts %d phases, and its log has %d.", g.Count, phases)
	case g.Turns > last:
		return refusal.New("The game was taken back %d times, it says, and its log has %d entries.", g.Turns, last)
	case slices.ContainsFunc(entries, func(entry uint64) bool { return entry > last }):
		return refusal.New("The game speaks of entries that its log does not have.")
	}
	return nil
}

// tasksOf refuses tasks that no game has, and letters to send that could not have been written here.
func (m *Master) tasksOf(in ported, g *game) error {
	known := []string{taskDeadline, taskRemind, taskGrey, taskResolve, taskOffer, taskStart, taskPaused}
	for _, t := range in.Tasks {
		seat, digest := strings.CutPrefix(t.Name, taskDigest)
		number, sends := strings.CutPrefix(t.Name, taskSend)
		switch {
		case t.Tries < 0 || t.Tries > maxNumber || t.Due.IsZero():
			return refusal.New("The task %q of the game can't be done at %v.", t.Name, t.Due)
		case digest && g.seat(adjudicator.Seat(seat)) != nil, slices.Contains(known, t.Name):
			continue
		case !sends:
			return refusal.New("A game has no task %q.", t.Name)
		}
		n, err := strconv.ParseUint(number, 10, 64)
		if err != nil || n == 0 || n > uint64(len(in.Log)) || in.Log[n-1].Kind != kindOut || taskName(n) != t.Name {
			return refusal.New("The game is to send a letter %q, which its log does not have.", number)
		}
		var l letter.Letter
		if err := decode(in.Log[n-1].Body, &l); err != nil {
			return refusal.New("The letter %d of the game can't be read.", n)
		}
		if err := m.noAddress(l.To); err != nil {
			return err
		}
	}
	return nil
}
