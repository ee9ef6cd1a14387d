package desk

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// Inbox returns the open items, the oldest first: those of the given games, where "lobby" stands for what belongs to
// no game, or all.
func Inbox(ctx context.Context, m *gm.Master, only ...string) ([]game.Item, error) {
	type place struct {
		game   string
		entry  uint64
		zone   string
		strays *game.Strays
	}
	var waits []place
	add := func(game string, box game.Inbox, st *game.Strays, zone string, err error) {
		if err != nil {
			m.Log.Error("a game can't be read", "game", game, "error", err)
		}
		for _, entry := range box {
			waits = append(waits, place{game: game, entry: entry, zone: zone, strays: st})
		}
	}
	games, withLobby := m.Among(ctx, only)
	if withLobby {
		for name, err := range m.Lobbies(ctx) {
			if err != nil {
				return nil, err
			}
			head, err := m.LobbyHead(ctx, name)
			add(name, head.Inbox, &head.Strays, "", err)
		}
	}
	for g, err := range games {
		if err != nil {
			return nil, err
		}
		var of struct { // reading the whole game would take long
			Inbox  game.Inbox
			Strays game.Strays
			Clock  struct{ Zone string }
		}
		if err = g.Err; err == nil {
			err = gm.Decode(g.Head, &of)
		}
		add(g.Name, of.Inbox, &of.Strays, of.Clock.Zone, err)
	}
	out, err := gm.Gather(gm.Each(ctx, waits), func(p place) (game.Item, error) {
		it, err := m.ItemAt(ctx, p.game, p.entry)
		if errors.Is(err, store.ErrDamaged) { // a damaged game must not hide the others
			it, err = game.Item{Ref: p.game + "/" + strconv.FormatUint(p.entry, 10),
				Why: "It can't be read: " + err.Error()}, nil
		}
		it.At, it.Waits = it.At.In(calendar.Zone(p.zone)), true
		return p.strays.Told(p.entry, it), err
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(out, func(a, b game.Item) int { return a.At.Compare(b.At) })
	return out, nil
}

// InLobby returns the number of open items that belong to no game.
func InLobby(ctx context.Context, m *gm.Master) (int, error) {
	n := 0
	for name, err := range m.Lobbies(ctx) {
		if err != nil {
			return n, err
		}
		head, err := m.LobbyHead(ctx, name)
		if err != nil {
			return n, err
		}
		n += len(head.Inbox)
	}
	return n, nil
}

// Item returns an item, open or settled.
func Item(ctx context.Context, m *gm.Master, ref string) (game.Item, error) {
	name, entry, err := splitRef(ref)
	if err != nil {
		return game.Item{}, err
	}
	it, err := m.ItemAt(ctx, name, entry)
	if err != nil {
		return it, err
	}
	s := &gm.Step{Master: m, Ctx: ctx, Name: name}
	if err := s.Load(); err != nil {
		return it, err
	}
	it.Waits = slices.Contains(*s.Inbox(), entry)
	if s.Game != nil {
		it.At = it.At.In(s.Game.Clock.Location())
	}
	return s.Strays().Told(entry, it), nil
}

func splitRef(ref string) (name string, entry uint64, err error) {
	i := max(0, strings.LastIndex(ref, "/"))
	name = ref[:i]
	entry, err = strconv.ParseUint(strings.TrimPrefix(ref[i:], "/"), 10, 64)
	if err != nil || !game.IsGame(name) && !game.IsLobby(name) {
		return "", 0, refusal.New("%q names nothing in your inbox; gm inbox lists what there is, such as dm1/45.", ref)
	}
	return name, entry, nil
}

// settled adds to an act what became of an inbox item.
func settled(s *gm.Step, ref, was, is string) {
	s.MoreFacts = append(s.MoreFacts, game.Fact{Name: "inbox " + ref, Was: was, Is: is})
}

const (
	waitsForYou = "waiting for you"
	struckOff   = "marked as done"
)

// Done settles items of one game or of one week's lobby.
func (d *Operator) Done(ctx context.Context, now time.Time, refs ...string) error {
	var entries []uint64
	name := ""
	for _, ref := range refs {
		of, entry, err := splitRef(ref)
		if err != nil {
			return err
		}
		if name != "" && of != name {
			return refusal.New("%s and %s are in the inboxes of two games; name items of one game only.", refs[0], ref)
		}
		name, entries = of, append(entries, entry)
	}
	return d.actOn(ctx, now, name, nil, func(s *gm.Step) error {
		for i, entry := range entries {
			if !slices.Contains(*s.Inbox(), entry) {
				return refusal.New("No item with the name %s is waiting for you; gm inbox lists those that "+
					"are.", refs[i])
			}
			s.Settle(entry)
			settled(s, refs[i], waitsForYou, struckOff)
		}
		logAct(s, done{
			what: "inbox done " + strings.Join(refs, " "),
			undo: append([]string{"inbox", "reopen"}, refs...),
		})
		return nil
	})
}

// Hold reopens a settled item.
func (d *Operator) Hold(ctx context.Context, now time.Time, ref string) error {
	game, entry, err := splitRef(ref)
	if err != nil {
		return err
	}
	if _, err := d.Master.ItemAt(ctx, game, entry); err != nil {
		return err
	}
	return d.actOn(ctx, now, game, nil, func(s *gm.Step) error {
		box := s.Inbox()
		if slices.Contains(*box, entry) {
			return refusal.New("%s is on your list already.", ref)
		}
		*box = append(*box, entry)
		slices.Sort(*box)
		settled(s, ref, struckOff, waitsForYou)
		logAct(s, done{what: "inbox reopen " + ref, undo: []string{"inbox", "done", ref}})
		return nil
	})
}

// Release processes a letter that was put aside as if it were proved to be from its writer, because the game master
// vouches for it. The answer goes to the seat's own address. It returns the game that the letter was for.
func (d *Operator) Release(ctx context.Context, now time.Time, ref string) (taker string, err error) {
	if where, _, err := splitRef(ref); err != nil {
		return "", err
	} else if err := d.checkFor(ctx, where); err != nil {
		return "", err
	}
	l, in, err := vouched(ctx, d.Master, ref)
	if err != nil {
		return "", err
	}
	switch in.Kind {
	case intake.Play, intake.SignUp, intake.Watch, intake.Offer:
		if err := d.checkFor(ctx, in.Game); err != nil {
			return "", err
		}
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
		err = reception.Carry(ctx, d.Master, now, l, in) // this also answers the writer
	}
	return "",
		errors.Join(err, refusal.New("The letter does not say which of its writer's games it is for. The writer is "+
			"told how to send it again; gm inbox done %s marks it as done.", ref))
}

// releaseTo processes a letter to a game in which its writer has a seat.
func (d *Operator) releaseTo(ctx context.Context, now time.Time, ref string, l letter.Letter, in intake.Intent) error {
	game, entry, err := splitRef(ref)
	if err != nil {
		return err
	}
	err = d.actOn(ctx, now, in.Game, &l, func(s *gm.Step) error {
		if _, err := reception.ReceiveFromSeat(s, l, in.Words); err != nil {
			return err
		}
		if game == in.Game {
			released(s, entry)
		}
		settled(s, ref, waitsForYou, "taken in by "+in.Game)
		logAct(s, done{what: "inbox accept " + ref})
		return nil
	})
	switch {
	case errors.Is(err, gm.ErrTwice):
		return alreadyTaken(ref)
	case err != nil:
		return err
	case d.Effect.Game == "":
		return refusal.New("The program fails on that letter, so it was held again.")
	case d.Dry || game == in.Game:
		return nil
	}
	return play.Do(ctx, d.Master, now, game, nil, func(s *gm.Step) error {
		released(s, entry)
		return nil
	})
}

func alreadyTaken(ref string) error {
	return refusal.New("That letter was taken in already. gm inbox done %s marks it as done.", ref)
}

// vouched returns a letter that was put aside, marked as proved, and its intent.
func vouched(ctx context.Context, m *gm.Master, ref string) (l letter.Letter, in intake.Intent, err error) {
	it, err := Item(ctx, m, ref)
	if err != nil {
		return l, in, err
	}
	if it.Letter == nil {
		return l, in, refusal.New("%s has no letter that could be accepted.", ref)
	}
	l = *it.Letter
	switch matters, err := reception.Matters(ctx, m, &l); {
	case err != nil:
		return l, in, err
	case !matters:
		return l, in,
			refusal.New("Nobody with the address %q plays here, so the letter can't be accepted for anybody. gm "+
				"seat gives a seat to an address.", l.From)
	case l.Cut:
		return l, in,
			refusal.New("That letter is too long to be kept whole here. Ask its writer to send it again, as an " +
				"answer to a letter of the game.")
	case !it.Waits:
		return l, in, refusal.New("%s is marked as done already.", ref)
	}
	l.Proof, l.ProofWhy, l.Machine, l.Away, l.Report = letter.Proved, "The game master vouches for it.", "", false, nil
	if in, err = reception.Read(ctx, m, &l); err != nil {
		return l, in, err
	}
	if in.Kind == intake.Command { // otherwise the game master of one game could forge commands of others
		return l, in, refusal.New("That letter gives commands in a game master's name, and only they can prove that " +
			"it is theirs. Give them at the command line, or in a letter of your own.")
	}
	return l, in, nil
}

// releaseSignUp processes a letter about a place in a game.
func (d *Operator) releaseSignUp(ctx context.Context, now time.Time, ref string, l letter.Letter,
	in intake.Intent) error {
	if !d.Dry {
		if err := reception.Carry(ctx, d.Master, now, l, in); errors.Is(err, gm.ErrTwice) {
			return alreadyTaken(ref)
		} else if err != nil {
			return err
		}
	}
	game, entry, err := splitRef(ref)
	if err != nil {
		return err
	}
	return d.actOn(ctx, now, game, nil, func(s *gm.Step) error {
		released(s, entry)
		settled(s, ref, waitsForYou, "taken in as one about a place in "+in.Game)
		logAct(s, done{what: "inbox accept " + ref})
		return nil
	})
}

// released settles the item of a letter that was processed, and the question to its writer.
func released(s *gm.Step, entry uint64) {
	s.Settle(entry)
	if s.Game == nil {
		return
	}
	for _, seat := range s.Game.Seats {
		seat.Doubts = slices.DeleteFunc(seat.Doubts, func(d game.Doubt) bool { return d.Entry == entry })
	}
}
