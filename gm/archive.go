package gm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// archived is what the names of the records of archived games begin with. The rest is the game's name.
const archived = "archive/"

// An Archived is a game that is over and was put away: all of it is one blob, and the store has this record of it.
type Archived struct {
	Name, Rules string
	Why         string `json:",omitempty"` // as the game says why it is over
	Ended       time.Time
	Archived    time.Time
	Seats       []ArchivedSeat
	Blob        string // its name: the SHA-256 of the game's file, compressed with zstd
	Size        int    // bytes of the blob
	rev         uint64 // of the record
}

// An ArchivedSeat is who sat where at the end.
type ArchivedSeat struct {
	Name    adjudicator.Seat
	Address string
}

// shelf is where archived games are kept.
func (m *Master) shelf() (store.Blobs, error) {
	if m.Shelf != nil {
		return m.Shelf, nil
	}
	if blobs, ok := store.As[store.Blobs](m.Store); ok {
		return blobs, nil
	}
	return nil, refusal.New("There is no place for archived games: the configuration names none (archive = a directory), and the store of the games keeps no files.")
}

// Archive puts a game away that is over. Its file is durable and was read again before the record of it is written, and
// only then the game is removed: if it is stopped in between, nothing is lost, and doing it again ends it. Or, if something
// has come into the game since, takes the record away again. A dry run looks whether it can be done.
func (m *Master) Archive(ctx context.Context, now time.Time, name string, dry bool) (Archived, error) {
	shelf, err := m.shelf()
	if err != nil {
		return Archived{}, err
	}
	remover, ok := store.As[store.Remover](m.Store)
	if !ok {
		return Archived{}, errNoRemover
	}
	for range maxConflicts {
		was, err := m.archivedAs(ctx, name) // before the game: a record takes the place of none of what came later
		if err != nil {
			return Archived{}, err
		}
		s, err := m.load(ctx, name)
		if err != nil {
			return Archived{}, err
		}
		if err := s.restful(); err != nil {
			if refused := (*refusal.Error)(nil); !dry && was != nil && errors.As(err, &refused) {
				err = errors.Join(err, strike(ctx, remover, *was))
			}
			return Archived{}, err
		}
		a, file, rev, err := s.forShelf(now)
		if errors.Is(err, store.ErrConflict) {
			continue
		}
		if err != nil || dry {
			return a, err
		}
		if err := lay(ctx, shelf, name, file); err != nil {
			return a, err
		}
		if was != nil {
			a.rev = was.rev
		}
		if err := m.record(ctx, a); errors.Is(err, store.ErrConflict) { // another machine is putting it away, too
			continue
		} else if err != nil {
			return a, err
		}
		if err = m.takeAway(ctx, remover, name, rev); err == nil {
			return a, nil
		}
		if !errors.Is(err, store.ErrConflict) {
			return a, fmt.Errorf("archiving %s: %w", name, err)
		} // else something was written into the game since
	}
	return Archived{}, fmt.Errorf("%s: others changed the game %d times running", name, maxConflicts)
}

// lay puts the file of a game on the shelf, and reads it there again.
func lay(ctx context.Context, shelf store.Blobs, name string, file []byte) error {
	ref, err := shelf.PutBlob(ctx, file)
	if err != nil {
		return fmt.Errorf("archiving %s: %w", name, err)
	}
	back, err := shelf.Blob(ctx, ref)
	if err == nil && !bytes.Equal(back, file) {
		err = errors.New("it is not what was written")
	}
	if err != nil {
		return fmt.Errorf("reading the archived %s again: %w", name, err)
	}
	return nil
}

var errNoRemover = errors.New("the store can't remove anything, so nothing can be archived in it")

// alike is how far back the compression of a game looks for what comes again, in bytes: the letters of a turn are much like those
// of the turn before, and that is long ago in a file that has them all. The program zstd unpacks such files without being told.
const alike = 64 << 20

// strike takes away the record of a game that stays where it is, as something has come into it since. Nobody can take the game
// away meanwhile who has written that record: a game that may be put away at a revision may be for as long as it is at it.
func strike(ctx context.Context, from store.Remover, a Archived) error {
	if err := from.Remove(ctx, archived+a.Name, a.rev); err != nil && !errors.Is(err, store.ErrConflict) { // else there is a newer one
		return fmt.Errorf("noting that %s is not archived: %w", a.Name, err)
	}
	return nil
}

// forShelf is the record of a game and its file, as they are at a revision.
func (s *step) forShelf(now time.Time) (a Archived, file []byte, rev uint64, err error) {
	m, ctx, name := s.m, s.ctx, s.name
	saved, err := m.Store.Load(ctx, name)
	if err == nil && saved.Rev != s.rev { // it may be over no longer
		err = store.ErrConflict
	}
	if err != nil {
		return a, nil, 0, fmt.Errorf("loading game %s: %w", name, err)
	}
	var text, b bytes.Buffer
	if err := m.port(ctx, name, saved, &text); err != nil {
		return a, nil, 0, err
	}
	w, err := zstd.NewWriter(&b, zstd.WithWindowSize(alike), zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return a, nil, 0, fmt.Errorf("compressing %s: %w", name, err)
	}
	_, failed := text.WriteTo(w)
	if err := errors.Join(failed, w.Close()); err != nil {
		return a, nil, 0, fmt.Errorf("compressing %s: %w", name, err)
	}
	if b.Len() > store.MaxBlob {
		return a, nil, 0, refusal.New("%s has %d bytes though it is compressed, more than an archived game may have, so it stays where it is.", name, b.Len())
	}
	a = Archived{Name: name, Rules: s.g.Rules, Why: s.g.Why, Archived: now.UTC(), Blob: store.RefOf(b.Bytes()).String(), Size: b.Len()}
	for _, seat := range s.g.Seats {
		a.Seats = append(a.Seats, ArchivedSeat{seat.Name, seat.Address})
	}
	a.Ended, err = s.endedAt()
	return a, b.Bytes(), saved.Rev, err
}

// restful refuses a game in which something may still happen by itself.
func (s *step) restful() error {
	if s.g.State != over {
		return refusal.New("%s is not over, so it stays where it is. gm end ends it.", s.name)
	}
	waiting := 0
	for t, err := range s.m.Store.Tasks(s.ctx, s.name) {
		if err != nil {
			return fmt.Errorf("reading what is to be done in %s: %w", s.name, err)
		}
		if e := s.m.errand(s.ctx, t); !e.isLetter() || e.trail.GivenUp == "" {
			waiting++
		}
	}
	if waiting > 0 {
		return refusal.New("Letters of %s wait to be sent, or something else is still to be done in it. gm outbox lists the letters; archive it when they are out.", s.name)
	}
	return nil
}

// endedAt is when the last thing was played in a game, or done by its game master.
func (s *step) endedAt() (at time.Time, err error) {
	var last time.Time
	for e, err := range s.entries(1) {
		if err != nil {
			return at, fmt.Errorf("reading the log of %s: %w", s.name, err)
		}
		last = e.At
		if e.Kind == kindPhase || e.Kind == kindAct || e.Kind == kindBack {
			at = e.At
		}
	}
	return cmp.Or(at, last).UTC(), nil
}

// record writes the record of an archived game, in place of the one that was read.
func (m *Master) record(ctx context.Context, a Archived) error {
	js, err := json.Marshal(a)
	if err == nil {
		_, err = m.Store.Commit(ctx, archived+a.Name, store.Change{Rev: a.rev, Head: js})
	}
	if err != nil {
		return fmt.Errorf("noting where %s is archived: %w", a.Name, err)
	}
	return nil
}

// takeAway removes a game that nobody has in hand.
func (m *Master) takeAway(ctx context.Context, from store.Remover, name string, rev uint64) error {
	k := m.cache.of(name)
	k.turn.Lock()
	defer k.turn.Unlock()
	k.claim(&step{}) // and with it what is on its way into the store
	if err := from.Remove(ctx, name, rev); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.head, k.g, k.brief, k.briefRev = nil, nil, nil, 0
	return nil
}

// archivedAs is the record of an archived game; nil if there is none.
func (m *Master) archivedAs(ctx context.Context, name string) (*Archived, error) {
	if !IsGame(name) {
		return nil, nil
	}
	g, err := m.Store.Load(ctx, archived+name)
	if err == nil && g.Rev == 0 {
		return nil, nil
	}
	a := new(Archived)
	if err == nil {
		err = json.Unmarshal(g.Head, a)
	}
	if err != nil {
		return nil, fmt.Errorf("looking for %s in the archive: %w", name, err)
	}
	a.rev = g.Rev
	return a, nil
}

// Archives lists the archived games, by their names.
func (m *Master) Archives(ctx context.Context) ([]Archived, error) {
	var out []Archived
	for record, err := range m.Store.Games(ctx, archived) {
		if err != nil {
			return nil, fmt.Errorf("listing the archive: %w", err)
		}
		name, ok := strings.CutPrefix(record, archived)
		if !ok {
			break
		}
		a, err := m.archivedAs(ctx, name)
		if err != nil {
			return nil, err
		}
		if a != nil {
			out = append(out, *a)
		}
	}
	return out, nil
}

// Finished lists the games that ended before a time and can be archived, by their names.
func (m *Master) Finished(ctx context.Context, before time.Time) ([]string, error) {
	var out []string
	for g, err := range m.games(ctx, "") {
		if err != nil {
			return nil, err
		}
		s, err := m.look(ctx, g)
		if err != nil || s.g.State != over {
			continue // one that can't be read is not this one's trouble
		}
		since, err := s.rests()
		switch {
		case errors.Is(err, store.ErrDamaged): // nor is this
		case err != nil:
			return nil, err
		case !since.IsZero() && since.Before(before):
			out = append(out, s.name)
		}
	}
	return out, nil
}

// rests is since when a game is over in which nothing may happen by itself any more; the zero time if something may.
func (s *step) rests() (since time.Time, err error) {
	refused := (*refusal.Error)(nil)
	if err := s.restful(); errors.As(err, &refused) {
		return since, nil
	} else if err != nil {
		return since, err
	}
	return s.endedAt()
}

// Unarchive has a game in the store again, as it was when it was archived. What is archived of it stays on the shelf.
func (m *Master) Unarchive(ctx context.Context, name string) (Archived, error) {
	remover, ok := store.As[store.Remover](m.Store)
	if !ok {
		return Archived{}, errNoRemover
	}
	a, err := m.archivedAs(ctx, name)
	if err != nil {
		return Archived{}, err
	}
	live, err := m.Store.Load(ctx, name)
	switch {
	case err != nil:
		return Archived{}, fmt.Errorf("loading game %s: %w", name, err)
	case a == nil && live.Rev > 0 && IsGame(name):
		return Archived{}, refusal.New("%s is not in the archive; it is here.", name)
	case a == nil:
		return Archived{}, refusal.New("There is no %q in the archive; gm archive list shows what is.", name)
	}
	if live.Rev == 0 { // else it was brought back already, or never taken away
		file, err := m.fromShelf(ctx, *a)
		if err != nil {
			return *a, err
		}
		if _, err := m.takeBack(ctx, file); err != nil {
			return *a, err
		}
	}
	if err := remover.Remove(ctx, archived+name, a.rev); err != nil {
		return *a, fmt.Errorf("taking %s from the archive: %w", name, err)
	}
	return *a, nil
}

// OnShelf says why the file of an archived game can't be read, or is not what was put there; nil if all is well.
func (m *Master) OnShelf(ctx context.Context, a Archived) error {
	_, err := m.packed(ctx, a)
	return err
}

// packed reads the file of an archived game, compressed as it lies there.
func (m *Master) packed(ctx context.Context, a Archived) ([]byte, error) {
	shelf, err := m.shelf()
	if err != nil {
		return nil, err
	}
	ref, err := store.ParseRef(a.Blob)
	if err != nil {
		return nil, fmt.Errorf("reading %s in the archive: %w", a.Name, err)
	}
	data, err := shelf.Blob(ctx, ref)
	if errors.Is(err, store.ErrNotFound) {
		return nil, refusal.New("%s is not where archived games are kept, as the blob %s. If archive = in the configuration names another directory than when it was archived, put its file there.", a.Name, a.Blob)
	}
	if err == nil && store.RefOf(data) != ref {
		err = errors.New("it is damaged")
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s in the archive: %w", a.Name, err)
	}
	return data, nil
}

// fromShelf reads the file of an archived game, and unpacks it.
func (m *Master) fromShelf(ctx context.Context, a Archived) ([]byte, error) {
	data, err := m.packed(ctx, a)
	if err != nil {
		return nil, err
	}
	r, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("reading %s in the archive: %w", a.Name, err)
	}
	defer r.Close()
	file, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading %s in the archive: %w", a.Name, err)
	}
	return file, nil
}

// shelved are those of some games that are archived and in which an address had a seat, as far as it says who played.
func (m *Master) shelved(ctx context.Context, names []string, addr string) []*game {
	var out []*game
	for _, name := range names {
		a, err := m.archivedAs(ctx, name)
		if err != nil { // this game's fault must not keep letters from the others
			m.Log.Error("an archived game can't be read", "game", name, "error", err)
		}
		if err != nil || a == nil || !slices.ContainsFunc(a.Seats, func(s ArchivedSeat) bool { return s.Address == addr }) {
			continue
		}
		g := &game{Name: a.Name, Rules: a.Rules, State: over}
		for _, s := range a.Seats {
			g.Seats = append(g.Seats, &seat{Name: s.Name, Address: s.Address})
		}
		out = append(out, g)
	}
	return out
}
