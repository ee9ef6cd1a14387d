package gm

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
)

// Back says how a game is taken back.
type Back struct {
	Phase         string // by its name or number: to the start of it; "": of the one before, or of this one if it is half played
	WithoutOrders bool   // what was on file for it is not on file again
	Luck          []byte // the secret from which luck comes from then on, 16 random bytes or more; nil: it falls as it did
	IfTold        bool   // only if players were told what luck brought since then, or the secret; else it falls as it did
}

// A turned is the log entry of a game that was taken back or forth: the entries of the phases that are undone with that
// stay in the log, and don't count.
type turned struct {
	Position uint64 // where it goes on: the log entry with the position at the phase's start
	Count    uint64
	Lucks    []luck   `json:",omitempty"` // as game's
	Void     []span   `json:",omitempty"` // as game's
	Without  bool     `json:",omitempty"` // orders
	Gone     []uint64 `json:",omitempty"` // letters that were withdrawn, by their entries
	Sent     []uint64 `json:",omitempty"` // letters that had been withdrawn, and go out after all
	Was      standing // before that
}

// A span is a range of log entries, both ends included.
type span struct{ From, To uint64 }

// A luck is a secret of a game from a phase on.
type luck struct {
	From   uint64 // as game.Count
	Secret []byte
}

// A standing is all that changes in a game when it is taken back, and is to be had again.
type standing struct {
	State    state
	Why      string `json:",omitempty"`
	Phase    string
	Count    uint64
	Position uint64
	Record   adjudicator.Record
	Open     []*question
	Deadline time.Time
	Options  map[string]string
	Ended    *ended `json:",omitempty"`
	Lucks    []luck `json:",omitempty"`
	Void     []span `json:",omitempty"`
	Seats    map[adjudicator.Seat]stood
}

// A stood is what changes in a seat.
type stood struct {
	Ready, Wait bool
	Unheard     *mark
	Address     string `json:",omitempty"`
}

// luck is where a phase's luck comes from.
func (g *game) luck(phase uint64) adjudicator.Luck {
	secret := g.Secret
	for _, l := range g.Lucks {
		if l.From <= phase {
			secret = l.Secret
		}
	}
	return adjudicator.Luck{Secret: secret, Phase: phase}
}

// phaseKey makes a phase be played once, until it is taken back.
func (g *game) phaseKey() string {
	if g.Turns > 0 {
		return fmt.Sprintf("phase/%d.%d", g.Count, g.Turns)
	}
	return fmt.Sprintf("phase/%d", g.Count)
}

// counts reports whether a log entry does not belong to what was taken back.
func counts(void []span, entry uint64) bool {
	return !slices.ContainsFunc(void, func(v span) bool { return v.From <= entry && entry <= v.To })
}

// standing is how the game stands. What it shares with the game is not to be changed.
func (g *game) standing() standing {
	deadline := g.Deadline
	if g.Paused != nil {
		deadline = g.Paused.Since.Add(g.Paused.Left)
	}
	st := standing{State: g.State, Why: g.Why, Phase: g.Phase, Count: g.Count, Position: g.Position, Record: g.Record, Open: g.Open,
		Deadline: deadline, Options: g.Options, Ended: g.Ended, Lucks: g.Lucks, Void: g.Void, Seats: map[adjudicator.Seat]stood{}}
	for _, s := range g.Seats {
		st.Seats[s.Name] = stood{s.Ready, s.Wait, s.Unheard, s.Address}
	}
	return st
}

// void makes the entries from one on not count, up to the one that is written next.
func (s *step) void(from uint64, before []span) []span {
	out := slices.DeleteFunc(slices.Clone(before), func(v span) bool { return v.From >= from })
	return append(out, span{from, s.next + uint64(len(s.log))})
}

// Rollback takes a game back to the start of a phase, and writes to everybody. What was on file for it is on file again,
// but waits for its players to look at it. Rulings, the clock and press stay as they are. The luck of a game that is
// over is known to all, so it has to be new.
func (d *Desk) Rollback(ctx context.Context, now time.Time, name string, to Back) error {
	return d.act(ctx, now, name, func(s *step) error {
		if s.g.Ended != nil && !s.g.Ended.Told {
			return refusal.New("You have ended %[1]s. gm reopen %[1]s takes it up again; then it can be taken back.", name)
		}
		target, err := s.target(to.Phase)
		if err != nil {
			return err
		}
		if s.g.State == over && to.Luck == nil {
			return refusal.New("Everybody was told the secret of %s at its end, and could tell what luck will bring; take it back with --new-luck.", name)
		}
		if to.Luck != nil && len(to.Luck) < 16 {
			return refusal.New("Luck needs a secret of 16 random bytes or more, not of %d.", len(to.Luck))
		}
		was := s.g.standing()
		gone, err := s.withdraw(target, was)
		if err != nil {
			return err
		}
		started, err := s.startOf(turned{Position: target.Position, Count: target.Count})
		if err != nil {
			return err
		}
		if s.exposed, err = s.exposure(target, started, was, gone); err != nil {
			return err
		}
		if to.Luck, err = s.newLuck(target, to); err != nil {
			return err
		}
		p, err := s.turnBack(target, to)
		if err != nil {
			return err
		}
		entry := s.write(kindBack, "", turned{Gone: gone, Position: s.g.Position, Count: s.g.Count, Lucks: s.g.Lucks, Void: s.g.Void, Without: to.WithoutOrders, Was: was})
		s.g.Back = append(s.g.Back, entry)
		s.unhear(target.Count, started)
		if err := s.tellAnew(p, func(seat *seat) string { return s.because(s.tidings(seat, target, to)) }); err != nil {
			return err
		}
		if s.how.Dry && to.Luck != nil {
			s.notes = append(s.notes, "The new secret is drawn when it is done, so its SHA-256 is another one then.")
		}
		s.notes = append(s.notes, s.afterwards(len(gone), to.WithoutOrders)...)
		s.act("rollback "+name, target.Name, "rollforward", name)
		return nil
	})
}

// newLuck is the secret from which luck comes from the start of a phase on that a game is taken back to; nil: it falls as it
// did.
func (s *step) newLuck(target chapter, to Back) ([]byte, error) {
	if to.Luck != nil && to.IfTold && s.g.State != over {
		told := slices.ContainsFunc(s.exposed, func(e Exposure) bool { return !e.Spared })
		drew, err := s.drewSince(target)
		if err != nil || !told || !drew {
			return nil, err
		}
		s.notes = append(s.notes, "Players were told what luck brought since then, so it is new from there on; gm rollback --same-luck has it fall as it did.")
	}
	if to.Luck == nil {
		return nil, nil
	}
	return to.Luck, s.announced()
}

// target is the phase that a game master means.
func (s *step) target(text string) (chapter, error) {
	if text != "" {
		return s.chapter(text)
	}
	all, err := s.chapters()
	if err != nil {
		return chapter{}, err
	}
	i := len(all) - 1 // of a game that is over this is its last phase
	if s.g.State != over && len(s.g.Record.Asked) < 2 {
		i--
	}
	for ; i >= 0 && (i < len(all)-1 || s.g.State == over) && len(all[i].asked) == 0; i-- {
		// in which nobody was asked anything, such as a winter
	}
	if i < 0 {
		return chapter{}, refusal.New("%s is at its beginning: nothing was played that could be taken back.", s.name)
	}
	return all[i], nil
}

// turnBack puts the game to the start of a phase.
func (s *step) turnBack(to chapter, how Back) (adjudicator.Position, error) {
	g, before := s.g, s.g.Lucks
	asked, err := s.filedFor(to)
	if err != nil {
		return nil, err
	}
	g.Void = s.void(to.Position+1, g.Void)
	g.Turns++
	g.Ended = nil
	g.State, g.Why, g.Phase, g.Count, g.Position = running, "", to.Name, to.Count, to.Position
	g.Lucks = slices.DeleteFunc(slices.Clone(g.Lucks), func(l luck) bool { return how.Luck != nil && l.From >= to.Count })
	if how.Luck != nil {
		g.Lucks = append(g.Lucks, luck{to.Count, how.Luck})
	}
	g.retire(before)
	if err := s.rulingsStay(); err != nil {
		return nil, err
	}
	return s.anew(asked, how.WithoutOrders)
}

// rulingsStay puts the rulings in force at the position that were switched since.
func (s *step) rulingsStay() error {
	rules, err := s.m.rules(s.g.Rules)
	if err != nil || rules.Switch == nil {
		return err
	}
	saved, err := s.position()
	if err != nil {
		return err
	}
	p := rules.Blank()
	if err := json.Unmarshal(saved, p); err != nil {
		return fmt.Errorf("reading the position of %s: %w", s.name, err)
	}
	rules.Switch(p, s.g.Options)
	if js, err := json.Marshal(p); err != nil || bytes.Equal(js, saved) {
		return err
	}
	// It comes behind the entry by which what was played since does not count any more.
	s.g.Void[len(s.g.Void)-1].To--
	s.g.Position = s.write(kindPosition, "", p)
	return nil
}

// A filing is what was on file for a question.
type filing struct {
	answer string
	heard  bool
}

// filedFor is what was on file at the end of the first part of a phase, by seat and kind.
func (s *step) filedFor(c chapter) (map[string]filing, error) {
	out := map[string]filing{}
	if c.Count == s.g.Count && len(s.g.Record.Asked) == 1 {
		for _, q := range s.g.Open {
			out[q.slot()] = filing{q.Answer, q.Heard}
		}
		return out, nil
	}
	if len(c.asked) == 0 {
		return nil, refusal.New("Nobody is asked anything in %s; take the game back to an earlier phase.", c.Name)
	}
	first := c.asked[0]
	for i, r := range first.Requests {
		f := filing{first.Answers[i], slices.Contains(first.Heard, r.Seat)}
		if !f.heard { // else it is what the rules take of the silent
			f.answer = r.Filed
		}
		out[slot(r.Seat, r.Kind)] = f
	}
	return out, nil
}

func (q *question) slot() string { return slot(q.Seat, q.Kind) }

func slot(seat adjudicator.Seat, kind string) string { return string(seat) + "\x00" + kind }

// anew plays the phase from its start, asks what it asks, under new numbers, and puts on file again what was.
func (s *step) anew(filed map[string]filing, without bool) (adjudicator.Position, error) {
	s.g.Record, s.g.Open = adjudicator.Record{}, nil
	p, table, err := s.replay()
	if err != nil {
		return nil, err
	}
	open := table.Open()
	if open == nil {
		return nil, refusal.New("Nobody is asked anything in %s; take the game back to an earlier phase.", s.g.Phase)
	}
	s.g.Record, s.news = table.Record(), table.News()
	s.ask(p, open)
	for _, q := range s.g.Open {
		f := filed[q.slot()]
		if without || !f.heard && (f.answer == "" || f.answer == q.Answer) {
			continue
		}
		view := p.View(q.Seat)
		if read := view.Read(q.Kind, "", f.answer); read.Answer != "" {
			s.file(q, view, read)
		}
		q.Heard, q.Ahead = f.heard, q.Answer != "" // nobody has looked at it as the game is now
	}
	return p, nil
}

// unhear forgets from where on seats have yet to be told, where that does not count any more.
func (s *step) unhear(count uint64, started int) {
	for _, seat := range s.g.Seats {
		if from := seat.Unheard; from != nil && (from.Phase > count || from.Phase == count && from.Told > started) {
			seat.Unheard = nil
		}
	}
	if g := s.g.Gallery; g != nil && g.Unheard != nil && (g.Unheard.Phase > count || g.Unheard.Phase == count && g.Unheard.Told > started) {
		g.Unheard = nil
	}
}

// tidings are what a seat is told of a game that is taken back.
func (s *step) tidings(seat *seat, to chapter, how Back) string {
	text := "The game master has taken the game back to the start of " + to.Name + ". What was resolved since does not count any more, whatever you were told of it."
	q := s.g.question(seat, 0)
	switch {
	case seat.Name == adjudicator.GM && how.WithoutOrders:
		text += " What anybody had on file for it is gone."
	case seat.Name == adjudicator.GM:
		text += " What players had on file for it is on file again."
	case q == nil:
	case how.WithoutOrders:
		text += " If you had anything on file for it, that is gone: send it anew."
	case q.Ahead:
		text += " What you had on file for it is on file again, as it is shown below, and counts if you send nothing more. If you still mean it, answer READY; if you do not, send what you mean."
	default:
		text += " You had nothing on file for it."
	}
	if q != nil && !s.g.Deadline.IsZero() {
		text += " The deadline is a new one."
	}
	if how.Luck != nil {
		return text + " All luck is new from there on. It comes from another secret, which you will be told at the end of the game; its SHA-256 is " + hashed(how.Luck) + "."
	}
	if text += " Luck falls as it did."; len(s.g.Lucks) > 0 {
		text += " Its secret is the one whose SHA-256 is " + s.g.hash() + "."
	}
	return text
}

// tellAnew writes to everybody how the game stands now, and what happened since the phase began.
func (s *step) tellAnew(p adjudicator.Position, notice func(*seat) string) (err error) {
	for _, seat := range s.g.Seats {
		if seat.Address == "" { // who will sit there hears of it
			if seat.Unheard == nil {
				seat.Unheard = &mark{Position: s.g.Position, Phase: s.g.Count}
			}
			continue
		}
		page := s.page(p, seat)
		page.Notice = notice(seat)
		if page.Events, err = s.events(seat); err != nil {
			return err
		}
		if seat.Name == adjudicator.GM {
			for _, e := range s.exposed {
				page.Lines = append(page.Lines, e.Line(s.g.zone(seat)))
			}
		}
		s.send(seat, "anew", page, nil)
		s.passOnUnread(seat)
	}
	s.news = nil
	s.tellObservers(p, "The game master has put this game to where it stands now. What you were told that does not agree with it does not count any more.")
	return nil
}

// hashed is what players are told of a secret while it is one.
func hashed(secret []byte) string {
	h := sha256.Sum256([]byte(hex.EncodeToString(secret)))
	return hex.EncodeToString(h[:])
}

// secrets are what players are told at the end of where the luck came from.
func (g *game) secrets() string {
	text := g.secret()
	for _, l := range g.Lucks {
		text += fmt.Sprintf(", from phase %d on from %s", l.From, hex.EncodeToString(l.Secret))
	}
	for _, l := range g.Former {
		text += fmt.Sprintf(", before it was taken back from phase %d on from %s", l.From, hex.EncodeToString(l.Secret))
	}
	return text
}

func sameOptions(a, b map[string]string) bool {
	for name, value := range a {
		if cmp.Or(b[name], value) != value {
			return false
		}
	}
	return true
}
