package gm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// A Manner is how the human game master wants an act done.
type Manner struct {
	Reason string // goes into the chronicle, and to the players where they are told of the act
	Dry    bool   // find out what it would do, and do nothing
	Once   string // what was done under this key already is not done again; "": do it
	By     string // the address whose letter it is in, which gets an answer: as game master it gets no notice beside that
	Undoes uint64 // the log entry of the act that this one takes back; 0: none
}

// A Desk is where the human game master's acts are carried out. Those of one Desk are all done in the same manner, one
// after another.
type Desk struct {
	*Master
	Manner
	Effect Effect // of the last act that was carried out, or would be
}

// AtDesk is a desk for acts in a manner.
func (m *Master) AtDesk(how Manner) *Desk { return &Desk{Master: m, Manner: how} }

// An Act is something that the human game master did, as the chronicle has it.
type Act struct {
	What   string   // the command
	Detail string   `json:",omitempty"`
	Reason string   `json:",omitempty"`
	Undo   []string `json:",omitempty"` // the command that takes it back, in its words; none if nothing does
	Undoes uint64   `json:",omitempty"` // the log entry of the act that it takes back
}

// An Effect is what an act has done, or would do.
type Effect struct {
	Game    string
	Dry     bool            // it would
	Before  bool            // it was done before, under the same key, and not now
	Changes []Fact          // what has another value than before
	Letters []letter.Letter // that it sends, in this order
	Exposed []Exposure      `json:",omitempty"` // who was told what does not count any more
	Notes   []string        `json:",omitempty"` // what else is to be known of it, in sentences
	Entry   uint64          `json:",omitempty"` // of the log, by which it can be taken back; 0: it can't
	Undo    []string        `json:",omitempty"` // the command that takes it back, in its words
}

// A Fact is something about a game that has a value, in words for the game master.
type Fact struct {
	Name    string // "deadline", "France: orders"
	Was, Is string
}

// act carries out an act on a game that there is: fn decides, as in [Master.do]. In a dry run nothing is committed.
func (d *Desk) act(ctx context.Context, now time.Time, name string, fn func(*step) error) error {
	return d.carryOut(ctx, now, name, nil, func(s *step) error {
		if s.g == nil {
			return d.noGame(ctx, name)
		}
		return fn(s)
	})
}

// actOn is act for one on letters, also on those that belong to no game; l is the one that it takes in, if it does.
func (d *Desk) actOn(ctx context.Context, now time.Time, name string, l *letter.Letter, fn func(*step) error) error {
	return d.carryOut(ctx, now, name, l, func(s *step) error {
		if s.g == nil && !isLobby(name) {
			return d.noGame(ctx, name)
		}
		return fn(s)
	})
}

// create is act for a game that there is not yet.
func (d *Desk) create(ctx context.Context, now time.Time, name string, fn func(*step) error) error {
	return d.carryOut(ctx, now, name, nil, func(s *step) error {
		if s.rev > 0 {
			return refusal.New("There is a game called %s already.", name)
		}
		if err := d.notArchived(ctx, name); err != nil {
			return err
		}
		return fn(s)
	})
}

func (d *Desk) carryOut(ctx context.Context, now time.Time, name string, l *letter.Letter, fn func(*step) error) error {
	d.Effect = Effect{}
	run := func(s *step) error {
		s.how = d.Manner
		if s.g.did(d.Once) {
			return errBefore
		}
		before, played := s.g.facts(), s.g.playing()
		if err := fn(s); err != nil {
			return err
		}
		var err error
		d.Effect, err = s.effect(before)
		d.Effect.Notes = append(d.Effect.Notes, s.g.shared(played)...)
		return err
	}
	if d.Dry {
		return d.rehearse(ctx, now, name, run)
	}
	err := d.do(ctx, now, name, l, run)
	switch {
	case errors.Is(err, errBefore), d.Once != "" && errors.Is(err, store.ErrDuplicate):
		d.Effect = Effect{Game: name, Before: true}
		return nil
	case err != nil:
		d.Effect = Effect{}
	}
	return err
}

// rehearse decides on a game as it is in the store, and forgets what was decided.
func (d *Desk) rehearse(ctx context.Context, now time.Time, name string, run func(*step) error) error {
	s := &step{m: d.Master, ctx: ctx, now: now, name: name}
	if err := s.load(); err != nil {
		return err
	}
	s.rehearses()
	stack, err := guarded(func() error { return run(s) })
	switch {
	case stack != "":
		return refusal.New("The rules would fail, and %s would be held: %s", name, firstLine(stack))
	case errors.Is(err, errNothing):
		return nil
	}
	return err
}

// effect is what a step has decided so far, against what was before.
func (s *step) effect(before []Fact) (Effect, error) {
	e := Effect{Game: s.name, Dry: s.how.Dry}
	for _, now := range s.g.facts() {
		i := slices.IndexFunc(before, func(f Fact) bool { return f.Name == now.Name })
		if i >= 0 {
			now.Was = before[i].Is
			before = slices.Delete(before, i, i+1)
		}
		if now.Was != now.Is {
			e.Changes = append(e.Changes, now)
		}
	}
	for _, gone := range before {
		if gone.Is == "" {
			continue
		}
		e.Changes = append(e.Changes, Fact{Name: gone.Name, Was: gone.Is})
	}
	e.Changes, e.Exposed, e.Notes = append(e.Changes, s.more...), s.exposed, s.notes
	if s.guessed {
		e.Notes = append(e.Notes, "Lots, dice and draws of this trial are not those that will fall: the real ones come from another secret.")
	}
	for i := range e.Exposed {
		e.Exposed[i].Sent = e.Exposed[i].Sent.In(s.g.Clock.Location())
	}
	for i, entry := range s.log {
		switch entry.Kind {
		case kindOut:
			var l letter.Letter
			if err := decode(entry.Body, &l); err != nil {
				return Effect{}, err
			}
			e.Letters = append(e.Letters, l)
		case kindAct:
			var a Act
			if err := decode(entry.Body, &a); err != nil {
				return Effect{}, err
			}
			if e.Undo = a.Undo; len(a.Undo) > 0 {
				e.Entry = s.next + uint64(i)
			}
		}
	}
	return e, nil
}

// facts are what a game master sees change in a game, in the order in which he wants to read it.
func (g *game) facts() []Fact {
	if g == nil {
		return nil
	}
	fact := func(name, is string) Fact { return Fact{Name: name, Is: is} }
	at := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.In(g.Clock.Location()).Format(dateTime)
	}
	out := []Fact{
		fact("state", strings.TrimSuffix(string(g.State)+": "+g.Why, ": ")),
		fact("phase", g.Phase),
		fact("paused since", at(g.pausedSince())),
		fact("deadline", at(g.Deadline)),
		fact("reminder", at(g.Remind)),
		fact("early end", at(g.Resolve)),
		fact("trust", string(g.Trust)),
		fact("press", strings.Join(pressWords(g.PressRules), " ")),
	}
	out = append(out, ClockFacts(g.Clock)...)
	for _, seat := range g.Seats {
		out = append(out, fact(string(seat.Name)+": address", seat.Address))
		if seat.Also != "" {
			out = append(out, fact(string(seat.Name)+": second address", seat.Also))
		}
		if seat.Silenced {
			out = append(out, fact(string(seat.Name)+": press", "stopped"))
		}
	}
	out = append(out, g.SignUp.facts()...)
	for _, q := range g.Open {
		out = append(out, fact(fmt.Sprintf("%s: %s on file", q.Seat, q.Kind), q.Answer))
	}
	out = append(out, g.missingFacts()...)
	out = append(out, g.observerFacts()...)
	for _, name := range slices.Sorted(maps.Keys(g.Options)) {
		out = append(out, fact("ruling "+name, g.Options[name]))
	}
	return out
}

// act notes in the chronicle what the human game master did, and the command that takes it back, if there is one.
func (s *step) act(what, detail string, undo ...string) {
	entry := s.write(kindAct, s.how.Once, Act{What: what, Detail: detail, Reason: s.how.Reason, Undo: undo, Undoes: s.how.Undoes})
	if s.g != nil && s.how.Once != "" {
		s.g.Once = append(s.g.Once, s.how.Once)
		s.g.Once = s.g.Once[max(0, len(s.g.Once)-maxOnce):]
	}
	acts, final := s.acts()
	if s.how.Undoes != 0 {
		*acts = slices.DeleteFunc(*acts, func(e uint64) bool { return e == s.how.Undoes })
		return
	}
	if len(undo) == 0 {
		*final = entry
		return
	}
	*acts = append(*acts, entry)
	*acts = (*acts)[max(0, len(*acts)-maxActs):]
}

// acts are the log entries of the acts that can be taken back, of the step's game or of what belongs to none, and the entry of
// the newest one that can't.
func (s *step) acts() (acts *[]uint64, final *uint64) {
	if s.g == nil {
		return &s.lobby.Acts, &s.lobby.Final
	}
	return &s.g.Acts, &s.g.Final
}

// maxActs is how many acts of a game can be taken back without being named.
const maxActs = 50

// because adds the game master's reason to what players are told of an act.
func (s *step) because(text string) string {
	if s.how.Reason == "" {
		return text
	}
	return text + " The reason: " + strings.TrimSuffix(s.how.Reason, ".") + "."
}

// LastAct finds an act that can be taken back: the one in a log entry, or for 0 the newest that was not taken back yet.
func (m *Master) LastAct(ctx context.Context, name string, entry uint64) (Act, uint64, error) {
	s := &step{m: m, ctx: ctx, name: name}
	var err error
	if isLobby(name) {
		err = s.load()
	} else {
		s, err = m.load(ctx, name)
	}
	if err != nil {
		return Act{}, 0, err
	}
	if entry == 0 {
		acts, final := s.acts()
		if len(*acts) == 0 {
			return Act{}, 0, refusal.New("There is nothing in %s that could be taken back.", name)
		}
		if entry = (*acts)[len(*acts)-1]; entry < *final { // who means the newest would not expect an older one
			return Act{}, 0, s.final(entry)
		}
	}
	return s.actAt(entry)
}

// final refuses to take the newest act of a game back, because nothing does, and says how to take back the one in an older
// entry.
func (s *step) final(entry uint64) error {
	var last Act
	_, newest := s.acts()
	if err := s.read(*newest, kindAct, &last); err != nil {
		return err
	}
	older, _, err := s.actAt(entry)
	if err != nil {
		return err
	}
	return refusal.New("What you did last was %s, and gm undo can't take that back. Before it there was %s, which gm undo %s --act %d takes back.",
		last.What, older.What, s.name, entry)
}

// actAt finds the act in a log entry, which can be taken back.
func (s *step) actAt(entry uint64) (Act, uint64, error) {
	var a Act
	e, err := s.entry(entry)
	switch {
	case err != nil:
		return a, 0, err
	case e.Kind != kindAct:
		return a, 0, refusal.New("Entry %d of %s is no act of yours; gm log %s lists them.", entry, s.name, s.name)
	}
	if err := s.read(entry, kindAct, &a); err != nil {
		return a, 0, err
	}
	if len(a.Undo) == 0 {
		return a, 0, refusal.New("%s can't be taken back.", a.What)
	}
	return a, entry, nil
}
