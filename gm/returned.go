package gm

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
	"deaddrop/parser"
)

// away puts a vacation note into a game's inbox, once.
func (m *Master) away(l letter.Letter, t letter.Token) taking {
	key := l.HeldKey()
	l.Shorten()
	return taking{game: t.Game, step: func(s *step) error {
		seat := s.g.holder(m.Key, t)
		if seat == nil || !seat.Back.take(s.now, 1, maxBack) { // the game may have gone back to its sign-up meanwhile
			return errNothing
		}
		s.item(key, Item{Seat: seat.Name, Why: "This player's mail program answers that they do not read their mail now.", Letter: &l})
		return nil
	}}
}

const (
	hardLimit = 3  // letters to an address that come back for good, with none from it in between, before no more are sent
	maxBack   = 10 // DSNs and vacation notes for letters to a seat that are noted in a day
)

// noMailbox reports whether a DSN says that nobody gets mail at an address (RFC 3463). Others are about the letter, which
// a player may have made so on purpose by press, or about the server.
func noMailbox(r *letter.Report) bool {
	switch {
	case strings.HasPrefix(r.Status, "5.1."), r.Status == "5.2.1":
		return true
	case r.Status != "" && r.Status != "5.0.0":
		return false
	}
	why := strings.ToLower(r.Why)
	return slices.ContainsFunc([]string{
		"user unknown", "unknown user", "no such user", "user not found", "user doesn't exist", "does not exist", "doesn't exist",
		"no mailbox", "no such mailbox", "mailbox not found", "mailbox unavailable", "unknown recipient", "invalid recipient",
		"recipient unknown", "no such recipient", "address unknown", "unknown address", "no such address", "invalid mailbox",
		"account is disabled", "account disabled", "not a valid mailbox", "unrouteable address", "host not found", "domain not found",
	}, func(words string) bool { return strings.Contains(why, words) })
}

// counts reports whether a DSN is as good as certain to be about that letter: it came to the address that only the
// servers on its way know, or it names the letter, which is not old, and whom it was for.
func (m *Master) counts(l letter.Letter, t letter.Token, to *seat) bool {
	if !noMailbox(l.Report) {
		return false
	}
	return t.Kind == letter.Return || !m.Plus && to.fresh(t) && (l.Report.Recipient == "" || letter.Address(l.Report.Recipient) == to.Address)
}

// A noted is when it was noted that a letter came back.
type noted struct {
	At   time.Time
	Game string
	Next uint64 // the number of the next log entry in that game
}

// before reports whether a letter was written after that.
func (n noted) before(game string, e store.Entry) bool {
	return n.At.IsZero() || e.At.After(n.At) || game == n.Game && e.Seq >= n.Next
}

// written is the log entry of the letter that a token is of; the zero value if there is none.
func (m *Master) written(ctx context.Context, t letter.Token) (store.Entry, error) {
	for e, err := range m.Store.Log(ctx, t.Game, 1) {
		if err != nil {
			return e, fmt.Errorf("reading the log of %s: %w", t.Game, err)
		}
		if e.Kind != kindOut {
			continue
		}
		var l letter.Letter
		if err := decode(e.Body, &l); err != nil {
			return e, fmt.Errorf("reading entry %d of %s: %w", e.Seq, t.Game, err)
		}
		named, ok := m.tokenOf(l.ID)
		isNamed := ok && named.Seat == t.Seat && named.Letter == t.Letter
		if isNamed || strings.Contains(l.Return, t.String()) {
			return e, nil
		}
	}
	return store.Entry{}, nil
}

// cameBack deals with a DSN about one of our letters.
func (m *Master) cameBack(ctx context.Context, now time.Time, l letter.Letter, t letter.Token) (taking, error) {
	s, err := m.find(ctx, t.Game)
	if err != nil || s == nil {
		return taking{}, err
	}
	if t.Kind == letter.Watch {
		return m.cameBackFromObserver(l, t), nil
	}
	to := s.g.holder(m.Key, t)
	if to == nil {
		m.Log.Info("a letter to somebody who has left came back", "game", t.Game, "id", l.ID)
		return taking{}, nil
	}
	if to.Also != "" && s.g.made(m.Key, t, to.Also) {
		return m.cameBackFromSecond(l, t), nil
	}
	return m.cameBackFromSeat(ctx, now, l, t, to, s.next)
}

// cameBackFromSecond deals with a DSN about a letter to a player's second address: all of those are answers to letters from there.
func (m *Master) cameBackFromSecond(l letter.Letter, t letter.Token) taking {
	key, why := l.HeldKey(), parser.Plain(l.Report.Why)
	l.Shorten()
	return taking{game: t.Game, step: func(s *step) error {
		who := s.g.holder(m.Key, t)
		if who == nil || !l.Report.Failed || !who.Back.take(s.now, 1, maxBack) {
			return errNothing
		}
		s.item(key, Item{Seat: who.Name, Why: "A letter to this player's second address, " + who.Also + ", came back: " + why, Letter: &l})
		return nil
	}}
}

// cameBackFromSeat deals with a DSN about a letter to a seat. One that tells of a delay is only logged, for the letter may
// still arrive. What has failed since nobody is there is counted, and the third suspends the address: mail servers take
// those for senders of junk who go on writing to nobody. Each of them must have been written after the one before it was noted:
// whoever has seen letters that were sent on could else write three such DSNs at once. next is the game's next log entry.
func (m *Master) cameBackFromSeat(ctx context.Context, now time.Time, l letter.Letter, t letter.Token, to *seat, next uint64) (taking, error) {
	if !l.Report.Failed {
		m.Log.Info("letter is late", "game", t.Game, "why", l.Report.Why)
		return taking{}, nil
	}
	var suspended bool // and nobody was told
	of, err := store.Entry{}, error(nil)
	counts := m.counts(l, t, to) && to.Back.has(now, 1, maxBack)
	if counts {
		of, err = m.written(ctx, t)
	}
	if err != nil {
		return taking{}, err
	}
	err = m.changePlayer(ctx, to.Address, func(head *playerHead) bool {
		if name := fmt.Sprintf("%s.%d.%d", t.Game, t.Seat, t.Letter); counts && of.Seq > 0 && !slices.Contains(head.Returned, name) && head.Noted.before(t.Game, of) {
			head.Noted = noted{now, t.Game, next}
			head.Returned = append(head.Returned, name)
			head.Returned = head.Returned[max(0, len(head.Returned)-hardLimit):]
		}
		if len(head.Returned) >= hardLimit && head.Suspended.IsZero() {
			head.Suspended = now
		}
		suspended = !head.Suspended.IsZero() && !head.Told
		return counts
	})
	if err != nil {
		return taking{}, err
	}
	key, why := l.HeldKey(), parser.Plain(l.Report.Why)
	l.Shorten()
	step := func(s *step) error {
		seat := s.g.seat(to.Name)
		if seat == nil { // the game has gone back to its sign-up meanwhile
			return errNothing
		}
		if !seat.Back.take(s.now, 1, maxBack) && !suspended {
			return errNothing
		}
		text := fmt.Sprintf("Letter %d to this seat, at %s, came back: %s", t.Letter, to.Address, why)
		if suspended {
			text = fmt.Sprintf("%d letters to %s of %s came back, as nobody gets mail there, the last one with: %s. No more letters are sent to that address until one comes from it, "+
				"or until you give the seat another one: gm seat %s %s=ADDRESS. Giving it the same one again tries that anew. What is due to it waits as long, up to %d days.", hardLimit, to.Address, to.Name, why, s.name, to.Name, suspendedAge/(24*time.Hour))
		}
		s.item(key, Item{Seat: to.Name, Why: text, Letter: &l})
		desk := s.g.seat(adjudicator.GM)
		if desk != nil && desk.Address != to.Address && (suspended || t.Letter == 1) { // who never got his first letter knows of nothing
			s.notice(desk, "desk", text, nil)
		}
		return nil
	}
	if !suspended {
		return taking{game: t.Game, step: step}, nil
	}
	return taking{game: t.Game, step: step, then: func(ctx context.Context) error { return m.toldOf(ctx, to.Address) }}, nil
}

// toldOf notes that a game master has heard that an address is suspended.
func (m *Master) toldOf(ctx context.Context, addr string) error {
	return m.changePlayer(ctx, addr, func(head *playerHead) bool {
		head.Told = !head.Suspended.IsZero()
		return true
	})
}

// waiting are the letters of a game that wait for an address, oldest first.
func (s *step) waiting(addr string) ([]*errand, error) {
	var out []*errand
	for t, err := range s.m.Store.Tasks(s.ctx, s.name) {
		if err != nil {
			return nil, fmt.Errorf("reading the outbox of %s: %w", s.name, err)
		}
		if e := s.m.errand(s.ctx, t); e.isLetter() && e.err == nil && e.trail.GivenUp == "" && letter.Address(e.letter.To) == letter.Address(addr) {
			out = append(out, e)
		}
	}
	return out, nil
}

// suspended tells since when nothing is to be sent to an address; the zero time if it is.
func (m *Master) suspended(ctx context.Context, addr string) (time.Time, error) {
	head, err := m.player(ctx, addr)
	return head.Suspended, err
}

// A Suspension is an address to which no letters are sent, as too many came back from there.
type Suspension struct {
	Address string
	Since   time.Time
}

// Suspended lists the addresses to which no letters are sent, in their order.
func (m *Master) Suspended(ctx context.Context) ([]Suspension, error) {
	players, err := m.silent(ctx)
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

// A silence is why nothing is sent to an address.
type silence struct {
	since time.Time // too many letters came back
	err   error     // or its record can't be read
}

// silent are the addresses to which nothing is sent.
func (m *Master) silent(ctx context.Context) (map[string]silence, error) {
	out, prefix := map[string]silence{}, player("")
	for g, err := range store.LoadAll(ctx, m.Store, prefix) {
		if err != nil {
			return nil, fmt.Errorf("listing players: %w", err)
		}
		addr, found := strings.CutPrefix(g.Name, prefix)
		if !found {
			break // they stand together
		}
		head, err := playerOf(g.Game, g.Err)
		if err != nil || !head.Suspended.IsZero() {
			out[addr] = silence{head.Suspended, err}
		}
	}
	return out, nil
}

// suspensions returns a function which says since when nothing is sent to an address, as suspended does. Whoever asks of all
// players has all their records read beforehand.
func (m *Master) suspensions(ctx context.Context, ofAll bool) (func(addr string) (time.Time, error), error) {
	if !ofAll {
		var known memo[string, time.Time]
		return func(addr string) (time.Time, error) {
			return known.of(letter.Address(addr), func() (time.Time, error) { return m.suspended(ctx, addr) })
		}, nil
	}
	players, err := m.silent(ctx)
	return func(addr string) (time.Time, error) {
		p := players[letter.Address(addr)]
		return p.since, p.err
	}, err
}
