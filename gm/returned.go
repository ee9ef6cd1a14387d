package gm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/store"
	"deaddrop/parser"
)

// machine deals with a letter that no person wrote. It is never answered and never read as orders: a DSN or a vacation
// note that fits a letter of ours goes into the inbox of its game, anything else into the lobby's.
func (m *Master) machine(ctx context.Context, now time.Time, l Letter) error {
	for _, t := range m.tokens(l) {
		s, err := m.find(ctx, t.game)
		switch {
		case err != nil:
			return err
		case s == nil:
			continue
		}
		if o := s.g.observerOf(m.Key, t); o != nil {
			return m.cameBackFromObserver(ctx, now, l, t.game, o.Address)
		}
		to := s.g.holder(m.Key, t)
		switch {
		case to == nil && l.Report != nil && t.made(m.Key, s.g, l.Report.Recipient):
			m.Log.Info("a letter to somebody who has left came back", "game", t.game, "id", l.ID)
			return nil
		case to == nil:
			continue
		case l.Report != nil:
			return m.cameBack(ctx, now, l, t, to)
		case l.Away && address(l.From) == to.Address:
			return m.away(ctx, now, l, t.game, to.Name)
		}
	}
	why := "A machine seems to have written it (" + l.Machine + ")."
	if l.Report != nil {
		why = "It says that a letter came back, and does not say which: " + l.Report.Why
	}
	return m.holdLetter(ctx, now, l, why)
}

// away puts a vacation note into a game's inbox, once.
func (m *Master) away(ctx context.Context, now time.Time, l Letter, game string, name adjudicator.Seat) error {
	key := l.heldKey()
	l.shorten()
	return once(m.do(ctx, now, game, &l, func(s *step) error {
		seat := s.g.seat(name)
		if seat == nil || !seat.Back.take(s.now, 1, maxBack) { // the game may have gone back to its sign-up meanwhile
			return errNothing
		}
		s.item(key, Item{Seat: name, Why: "This player's mail program answers that he does not read his mail now.", Letter: &l})
		return nil
	}))
}

const (
	hardLimit = 3  // letters to an address that come back for good, with none from it in between, before no more are sent
	maxBack   = 10 // DSNs and vacation notes for letters to a seat that are noted in a day
)

// noMailbox reports whether a DSN says that nobody gets mail at an address (RFC 3463). Others are about the letter, which
// a player may have made so on purpose by press, or about the server.
func noMailbox(r *Report) bool {
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
func (m *Master) counts(l Letter, t token, to *seat) bool {
	if !noMailbox(l.Report) {
		return false
	}
	return t.kind == tokenReturn || !m.Plus && t.fresh(to) && (l.Report.Recipient == "" || address(l.Report.Recipient) == to.Address)
}

// cameBack deals with a DSN about a letter to a seat. One that tells of a delay is only logged, for the letter may
// still arrive. What has failed since nobody is there is counted, and the third suspends the address: mail servers take
// those for senders of junk who go on writing to nobody.
func (m *Master) cameBack(ctx context.Context, now time.Time, l Letter, t token, to *seat) error {
	if !l.Report.Failed {
		m.Log.Info("letter is late", "game", t.game, "why", l.Report.Why)
		return nil
	}
	var suspended bool // and nobody was told
	counts := m.counts(l, t, to)
	err := m.changePlayer(ctx, to.Address, func(head *playerHead) bool {
		if name := fmt.Sprintf("%s.%d.%d", t.game, t.seat, t.letter); counts && !slices.Contains(head.Returned, name) {
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
		return err
	}
	key, why := l.heldKey(), parser.Plain(l.Report.Why)
	l.shorten()
	err = once(m.do(ctx, now, t.game, &l, func(s *step) error {
		seat := s.g.seat(to.Name)
		if seat == nil { // the game has gone back to its sign-up meanwhile
			return errNothing
		}
		if !seat.Back.take(s.now, 1, maxBack) && !suspended {
			return errNothing
		}
		text := fmt.Sprintf("Letter %d to this seat, at %s, came back: %s", t.letter, to.Address, why)
		if suspended {
			text = fmt.Sprintf("%d letters to %s of %s came back, as nobody gets mail there, the last one with: %s. No more letters are sent to that address until one comes from it, "+
				"or until you give the seat another one: gm seat %s %s=ADDRESS. Giving it the same one again tries that anew. What is due to it waits as long, up to %d days.", hardLimit, to.Address, to.Name, why, s.name, to.Name, suspendedAge/(24*time.Hour))
		}
		s.item(key, Item{Seat: to.Name, Why: text, Letter: &l})
		desk := s.g.seat(adjudicator.GM)
		if desk != nil && desk.Address != to.Address && (suspended || t.letter == 1) { // who never got his first letter knows of nothing
			s.notice(desk, "desk", text, nil)
		}
		return nil
	}))
	if err != nil || !suspended {
		return err
	}
	return m.changePlayer(ctx, to.Address, func(head *playerHead) bool {
		head.Told = !head.Suspended.IsZero()
		return true
	})
}

// A playerHead is the record of an address.
type playerHead struct {
	Games     []string
	Returned  []string  `json:",omitempty"` // the newest letters to it that came back for good, since one came from it
	Suspended time.Time `json:",omitzero"`  // since when nothing is sent to it; zero: it is
	Told      bool      `json:",omitempty"` // a game master has heard of that
	Lost      day       `json:",omitzero"`  // its letters that fitted no game and were answered
}

// returned reports whether letters to the address have come back.
func (p playerHead) returned() bool { return len(p.Returned) > 0 }

// alive notes that a letter came from an address, or that the game master believes in it: what came back from it is
// forgotten, and what waited for that is sent soon.
func (m *Master) alive(ctx context.Context, now time.Time, addr string) error {
	head, err := m.player(ctx, addr)
	if err != nil {
		return err
	}
	if !head.Suspended.IsZero() { // before that ends, for then letters may be on their way, and would be sent twice
		for _, game := range append([]string{lobby}, head.Games...) {
			if err := m.hasten(ctx, now, game, addr); err != nil {
				return err
			}
		}
	}
	return m.changePlayer(ctx, addr, (*playerHead).revive)
}

// revive forgets what came back, and reports whether anything did.
func (p *playerHead) revive() bool {
	came := p.returned()
	p.Returned, p.Suspended, p.Told = nil, time.Time{}, false
	return came
}

// hasten makes letters to a suspended address due at once.
func (m *Master) hasten(ctx context.Context, now time.Time, game, addr string) error {
	return m.do(ctx, now, game, nil, func(s *step) error {
		waiting, err := s.waiting(addr)
		if err == nil && len(waiting) == 0 {
			return errNothing
		}
		for _, e := range waiting {
			s.tasks = append(s.tasks, e.anew(now.Add(time.Second)))
		}
		return err
	})
}

// waiting are the letters of a game that wait for an address, oldest first.
func (s *step) waiting(addr string) ([]*errand, error) {
	var out []*errand
	for t, err := range s.m.Store.Tasks(s.ctx, s.name) {
		if err != nil {
			return nil, fmt.Errorf("reading the outbox of %s: %w", s.name, err)
		}
		if e := s.m.errand(s.ctx, t); e.isLetter() && e.err == nil && e.trail.GivenUp == "" && address(e.letter.To) == address(addr) {
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

// suspensions returns a function which says since when nothing is sent to an address, as suspended does. Who asks of all
// players has all their records read beforehand.
func (m *Master) suspensions(ctx context.Context, ofAll bool) (func(addr string) (time.Time, error), error) {
	if !ofAll {
		var known memo[string, time.Time]
		return func(addr string) (time.Time, error) {
			return known.of(address(addr), func() (time.Time, error) { return m.suspended(ctx, addr) })
		}, nil
	}
	players, err := m.silent(ctx)
	return func(addr string) (time.Time, error) {
		p := players[address(addr)]
		return p.since, p.err
	}, err
}

// changePlayer changes the record of an address if change says so.
func (m *Master) changePlayer(ctx context.Context, addr string, change func(*playerHead) bool) error {
	for range maxConflicts {
		g, head, err := m.loadPlayer(ctx, addr)
		if err != nil || !change(&head) {
			return err
		}
		js, err := json.Marshal(head)
		if err != nil {
			return fmt.Errorf("saving the record of a player: %w", err)
		}
		_, err = m.Store.Commit(ctx, player(addr), store.Change{Rev: g.Rev, Head: js})
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
	return fmt.Errorf("others changed the record of a player %d times running", maxConflicts)
}
