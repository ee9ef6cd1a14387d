package gm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/parser"
)

// An Item is something that waits for the human game master: a letter that was put aside, or something that he
// should know.
type Item struct {
	Ref    string           `json:"-"`          // by which it is named: "dm1/45"
	At     time.Time        `json:"-"`          // in the game's zone
	Seat   adjudicator.Seat `json:",omitempty"` // whose it is, if that is known
	Why    string
	Letter *letter.Letter `json:",omitempty"`
	Waits  bool           `json:"-"` // it is not settled yet

	Dropped bool `json:",omitempty"` // it counts letters of strangers that are not on the list
}

// Line is an item in one line. What strangers wrote in it can't steer a terminal.
func (it Item) Line() string {
	line := it.At.UTC().Format(time.DateTime)
	if it.Seat != "" {
		line += "  " + string(it.Seat)
	}
	if it.Letter != nil {
		line += fmt.Sprintf("  %s  %q:", it.Letter.From, it.Letter.Subject)
	}
	return parser.OneLine(line + " " + it.Why)
}

// An inbox has the log entries of the items that wait, oldest first.
type inbox []uint64

// strike takes an entry out of it.
func (box *inbox) strike(entry uint64) {
	*box = slices.DeleteFunc(*box, func(e uint64) bool { return e == entry })
}

// lobbyHead is the head of the lobby.
type lobbyHead struct {
	Inbox   inbox
	Acts    []uint64    `json:",omitempty"` // log entries of acts of the game master that can be taken back
	Final   uint64      `json:",omitempty"` // the log entry of the newest one that can't be; 0: there is none
	Forming []string    `json:",omitempty"` // games that take players, or did
	Written []writtenTo `json:",omitempty"` // strangers who were asked to confirm in the last day
	Desks   []*mailDesk `json:",omitempty"` // of game masters who have written
	Strays  strays      `json:",omitzero"`  // letters of strangers
}

// inbox is that of the step's game, or of the lobby.
func (s *step) inbox() *inbox {
	if s.g != nil {
		return &s.g.Inbox
	}
	return &s.lobby.Inbox
}

// item puts something into the game master's inbox, and returns its log entry. With a key it is put there once.
func (s *step) item(key string, it Item) uint64 {
	it.Letter.Becomes(letter.FateAside)
	entry := s.write(kindHeld, key, it)
	box := s.inbox()
	*box = append(*box, entry)
	return entry
}

// settle takes an item out of the inbox.
func (s *step) settle(entry uint64) {
	s.inbox().strike(entry)
	s.strays().settle(entry)
}

// letterAt is the letter of an item.
func (s *step) letterAt(entry uint64) (*letter.Letter, error) {
	if err := s.durable(); err != nil {
		return nil, err
	}
	it, err := s.m.itemAt(s.ctx, s.name, entry)
	if err != nil {
		return nil, err
	}
	return it.Letter, nil
}

func (m *Master) itemAt(ctx context.Context, game string, entry uint64) (Item, error) {
	for e, err := range m.Store.Log(ctx, game, entry) {
		if err != nil {
			return Item{}, fmt.Errorf("reading entry %d of %s: %w", entry, game, err)
		}
		it := Item{Ref: game + "/" + strconv.FormatUint(entry, 10), At: e.At}
		if e.Seq != entry || e.Kind != kindHeld {
			break
		}
		err := decode(e.Body, &it)
		if it.Letter != nil {
			it.Letter.From = letter.Address(it.Letter.From)
		}
		return it, err
	}
	return Item{}, refusal.New("There is nothing under %s/%d that waits for you.", game, entry)
}

// Inbox lists what waits for the human game master, oldest first: in the given games, of which "lobby" is what is no game's, or
// in all.
func (m *Master) Inbox(ctx context.Context, only ...string) ([]Item, error) {
	type place struct {
		game   string
		entry  uint64
		zone   string
		strays *strays
	}
	var waits []place
	add := func(game string, box inbox, st *strays, zone string, err error) {
		if err != nil {
			m.Log.Error("a game can't be read", "game", game, "error", err)
		}
		for _, entry := range box {
			waits = append(waits, place{game, entry, zone, st})
		}
	}
	games, withLobby := m.among(ctx, only)
	if withLobby {
		for name, err := range m.lobbies(ctx) {
			if err != nil {
				return nil, err
			}
			head, err := m.lobbyHead(ctx, name)
			add(name, head.Inbox, &head.Strays, "", err)
		}
	}
	for g, err := range games {
		if err != nil {
			return nil, err
		}
		var of struct { // all else of a game would take long to read
			Inbox  inbox
			Strays strays
			Clock  struct{ Zone string }
		}
		if err = g.Err; err == nil {
			err = decode(g.Head, &of)
		}
		add(g.Name, of.Inbox, &of.Strays, of.Clock.Zone, err)
	}
	out, err := gather(each(ctx, waits), func(p place) (Item, error) {
		it, err := m.itemAt(ctx, p.game, p.entry)
		if errors.Is(err, store.ErrDamaged) { // that must not keep the others
			it, err = Item{Ref: p.game + "/" + strconv.FormatUint(p.entry, 10), Why: "It can't be read: " + err.Error()}, nil
		}
		it.At, it.Waits = it.At.In(calendar.Zone(p.zone)), true
		return p.strays.told(p.entry, it), err
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(out, func(a, b Item) int { return a.At.Compare(b.At) })
	return out, nil
}

// lobbyHead is the head of one of the lobbies.
func (m *Master) lobbyHead(ctx context.Context, name string) (lobbyHead, error) {
	s := &step{m: m, ctx: ctx, name: name}
	err := s.load()
	return s.lobby, err
}

// InLobby is how many things wait for the human game master that are no game's.
func (m *Master) InLobby(ctx context.Context) (int, error) {
	n := 0
	for name, err := range m.lobbies(ctx) {
		if err != nil {
			return n, err
		}
		head, err := m.lobbyHead(ctx, name)
		if err != nil {
			return n, err
		}
		n += len(head.Inbox)
	}
	return n, nil
}

// Item returns one thing that waits, or has waited, for the game master.
func (m *Master) Item(ctx context.Context, ref string) (Item, error) {
	game, entry, err := splitRef(ref)
	if err != nil {
		return Item{}, err
	}
	it, err := m.itemAt(ctx, game, entry)
	if err != nil {
		return it, err
	}
	s := &step{m: m, ctx: ctx, name: game}
	if err := s.load(); err != nil {
		return it, err
	}
	it.Waits = slices.Contains(*s.inbox(), entry)
	if s.g != nil {
		it.At = it.At.In(s.g.Clock.Location())
	}
	return s.strays().told(entry, it), nil
}

func splitRef(ref string) (game string, entry uint64, err error) {
	i := max(0, strings.LastIndex(ref, "/"))
	game = ref[:i]
	entry, err = strconv.ParseUint(strings.TrimPrefix(ref[i:], "/"), 10, 64)
	if err != nil || !IsGame(game) && !isLobby(game) {
		return "", 0, refusal.New("%q names nothing in your inbox; gm inbox lists what there is, such as dm1/45.", ref)
	}
	return game, entry, nil
}

// settled has an act tell what became of something that waited for the game master.
func (s *step) settled(ref, was, is string) {
	s.more = append(s.more, Fact{Name: "inbox " + ref, Was: was, Is: is})
}

const (
	waitsForYou = "waiting for you"
	struckOff   = "struck off your list"
)

// Done takes something out of the game master's inbox.
func (d *Desk) Done(ctx context.Context, now time.Time, ref string) error {
	game, entry, err := splitRef(ref)
	if err != nil {
		return err
	}
	return d.actOn(ctx, now, game, nil, func(s *step) error {
		if !slices.Contains(*s.inbox(), entry) {
			return refusal.New("There is nothing under %s that waits for you.", ref)
		}
		s.settle(entry)
		s.settled(ref, waitsForYou, struckOff)
		s.act("inbox done "+ref, "", "hold", ref)
		return nil
	})
}

// Hold puts something back on the game master's list that was taken off it.
func (d *Desk) Hold(ctx context.Context, now time.Time, ref string) error {
	game, entry, err := splitRef(ref)
	if err != nil {
		return err
	}
	if _, err := d.itemAt(ctx, game, entry); err != nil {
		return err
	}
	return d.actOn(ctx, now, game, nil, func(s *step) error {
		box := s.inbox()
		if slices.Contains(*box, entry) {
			return refusal.New("%s is on your list.", ref)
		}
		*box = append(*box, entry)
		slices.Sort(*box)
		s.settled(ref, struckOff, waitsForYou)
		s.act("hold "+ref, "", "inbox", "done", ref)
		return nil
	})
}

// Release takes in a letter that was put aside, as if its writer had proved who he is: the game master vouches for
// that. Its answer goes to the seat's own address. It returns the game that has taken it.
func (d *Desk) Release(ctx context.Context, now time.Time, ref string) (taker string, err error) {
	l, in, err := d.vouched(ctx, ref)
	if err != nil {
		return "", err
	}
	switch in.Kind {
	case intake.Play:
		return in.Game, d.releaseTo(ctx, now, ref, l, in)
	case intake.SignUp, intake.Watch, intake.Offer:
		return in.Game, d.releaseSignUp(ctx, now, ref, l, in)
	case intake.Unread:
		return "", in.Err
	}
	if !d.Dry && in.Kind == intake.Lost {
		err = d.carry(ctx, now, l, in) // its writer is told
	}
	return "", errors.Join(err, refusal.New("It does not say which of its writer's games it is for. They are told how to send it again; gm inbox done %s strikes it off your list.", ref))
}

// releaseTo takes in a letter to a game in which its writer has a seat.
func (d *Desk) releaseTo(ctx context.Context, now time.Time, ref string, l letter.Letter, in intake.Intent) error {
	game, entry, err := splitRef(ref)
	if err != nil {
		return err
	}
	err = d.actOn(ctx, now, in.Game, &l, func(s *step) error {
		if _, err := s.receive(l, in.Words); err != nil {
			return err
		}
		if game == in.Game {
			s.released(entry)
		}
		s.settled(ref, waitsForYou, "taken in by "+in.Game)
		s.act("release "+ref, "")
		return nil
	})
	switch {
	case errors.Is(err, errTwice):
		return twice(ref)
	case err != nil:
		return err
	case d.Effect.Game == "":
		return refusal.New("The program fails on that letter, and it was put aside anew.")
	case d.Dry || game == in.Game:
		return nil
	}
	return d.do(ctx, now, game, nil, func(s *step) error {
		s.released(entry)
		return nil
	})
}

func twice(ref string) error {
	return refusal.New("That letter was taken in already. gm inbox done %s strikes it off your list.", ref)
}

// vouched is a letter that was put aside, as if its writer had proved who they are, and what it wants then.
func (m *Master) vouched(ctx context.Context, ref string) (l letter.Letter, in intake.Intent, err error) {
	it, err := m.Item(ctx, ref)
	if err != nil {
		return l, in, err
	}
	if it.Letter == nil {
		return l, in, refusal.New("There is no letter in %s.", ref)
	}
	l = *it.Letter
	switch matters, err := m.Matters(ctx, &l); {
	case err != nil:
		return l, in, err
	case !matters:
		return l, in, refusal.New("Nobody of the address %q plays here, so there is nobody whose letter it could be. gm seat gives a seat to an address.", l.From)
	case l.Cut:
		return l, in, refusal.New("That letter is too long to be kept whole here. Ask its writer to send it again, as an answer to a letter of the game.")
	case !it.Waits:
		return l, in, refusal.New("%s is off your list already.", ref)
	}
	l.Proof, l.ProofWhy, l.Machine, l.Away, l.Report = letter.Proved, "The game master vouches for it.", "", false, nil
	if in, err = m.read(ctx, &l); err != nil {
		return l, in, err
	}
	if in.Kind == intake.Command { // else the game master of one game could have those of others say what he likes
		return l, in, refusal.New("That letter gives commands in a game master's name, and only they can prove that it is theirs. Give them at the command line, or in a letter of your own.")
	}
	return l, in, nil
}

// releaseSignUp takes in a letter that asks for a place in a game, or speaks of one.
func (d *Desk) releaseSignUp(ctx context.Context, now time.Time, ref string, l letter.Letter, in intake.Intent) error {
	if !d.Dry {
		if err := d.carry(ctx, now, l, in); errors.Is(err, errTwice) {
			return twice(ref)
		} else if err != nil {
			return err
		}
	}
	game, entry, err := splitRef(ref)
	if err != nil {
		return err
	}
	return d.actOn(ctx, now, game, nil, func(s *step) error {
		s.released(entry)
		s.settled(ref, waitsForYou, "taken in as one about a place in "+in.Game)
		s.act("release "+ref, "")
		return nil
	})
}

// released takes a letter that was taken in out of the inbox, and whatever its writer was asked about it.
func (s *step) released(entry uint64) {
	s.settle(entry)
	if s.g == nil {
		return
	}
	for _, seat := range s.g.Seats {
		seat.Doubts = slices.DeleteFunc(seat.Doubts, func(d doubt) bool { return d.Entry == entry })
	}
}
