package outbox

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
)

// Waiting returns the letters of a game that wait for a suspended address, the oldest first.
func Waiting(s *gm.Step, addr string) ([]*Job, error) {
	all, err := UnsentTo(s, addr)
	return slices.DeleteFunc(all, func(e *Job) bool { return e.Attempts.GivenUp != "" }), err
}

// UnsentTo returns the letters of a game that were not sent to an address, the oldest first: those that wait and
// those that were given up.
func UnsentTo(s *gm.Step, addr string) ([]*Job, error) {
	var out []*Job
	for t, err := range s.Master.Store.Tasks(s.Ctx, s.Name) {
		if err != nil {
			return nil, fmt.Errorf("reading the outbox of %s: %w", s.Name, err)
		}
		e := JobOf(s.Ctx, s.Master, t)
		if e.IsLetter() && e.Err == nil && letter.Address(e.Letter.To) == letter.Address(addr) {
			out = append(out, e)
		}
	}
	return out, nil
}

// SuspendedSince returns since when an address is suspended, or the zero time if it is not.
func SuspendedSince(ctx context.Context, m *gm.Master, addr string) (time.Time, error) {
	head, err := m.PlayerRecord(ctx, addr)
	return head.Suspended, err
}

// A Suspension is an address to which no letters are sent, because too many bounced.
type Suspension struct {
	Address string
	Since   time.Time
}

// Suspended returns all suspended addresses, sorted.
func Suspended(ctx context.Context, m *gm.Master) ([]Suspension, error) {
	players, err := silent(ctx, m)
	if err != nil {
		return nil, err
	}
	var out []Suspension
	for _, addr := range slices.Sorted(maps.Keys(players)) {
		if players[addr].err != nil {
			return nil, players[addr].err
		}
		out = append(out, Suspension{addr, players[addr].since})
	}
	return out, nil
}

// A silence says why nothing is sent to an address.
type silence struct {
	since time.Time // since when the address is suspended
	err   error     // why its record can't be read, or nil
}

// silent returns the addresses to which nothing is sent.
func silent(ctx context.Context, m *gm.Master) (map[string]silence, error) {
	out, prefix := map[string]silence{}, gm.PlayerKey("")
	for g, err := range store.LoadAll(ctx, m.Store, prefix) {
		if err != nil {
			return nil, fmt.Errorf("listing players: %w", err)
		}
		addr, found := strings.CutPrefix(g.Name, prefix)
		if !found {
			break // the records are adjacent
		}
		head, err := gm.PlayerOf(g.Game, g.Err)
		if err != nil || !head.Suspended.IsZero() {
			out[addr] = silence{head.Suspended, err}
		}
	}
	return out, nil
}

// Suspensions returns a function that returns since when an address is suspended, as SuspendedSince. With ofAll it
// reads the records of all players first, which is faster for many addresses.
func Suspensions(ctx context.Context, m *gm.Master, ofAll bool) (func(addr string) (time.Time, error), error) {
	if !ofAll {
		var known gm.Memo[string, time.Time]
		return func(addr string) (time.Time, error) {
			return known.Of(letter.Address(addr), func() (time.Time, error) { return SuspendedSince(ctx, m, addr) })
		}, nil
	}
	players, err := silent(ctx, m)
	return func(addr string) (time.Time, error) {
		p := players[letter.Address(addr)]
		return p.since, p.err
	}, err
}
