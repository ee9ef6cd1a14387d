package site

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/outbox"
	"deaddrop/gm/record"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
)

// archiveBlobs returns the store of archived games.
func archiveBlobs(m *gm.Master) (store.Blobs, error) {
	if m.Shelf != nil {
		return m.Shelf, nil
	}
	if blobs, ok := store.As[store.Blobs](m.Store); ok {
		return blobs, nil
	}
	return nil,
		refusal.New("There is no place for archived games: the configuration names none (archive = a directory), " +
			"and the store of the games keeps no files.")
}

// Archive archives a finished game. It writes the file durably and reads it back, then writes a record, and only then
// removes the game. So nothing is lost if it is interrupted, and repeating it completes it; if something has come
// into the game meanwhile, it removes the record again. A dry run only checks whether the game can be archived.
func Archive(ctx context.Context, m *gm.Master, now time.Time, name string, dry bool) (gm.Archived, error) {
	shelf, err := archiveBlobs(m)
	if err != nil {
		return gm.Archived{}, err
	}
	remover, ok := store.As[store.Remover](m.Store)
	if !ok {
		return gm.Archived{}, errNoRemover
	}
	for range gm.MaxConflicts {
		// read before the game, so that the record does not overwrite a later change
		was, err := m.ArchivedAs(ctx, name)
		if err != nil {
			return gm.Archived{}, err
		}
		s, err := m.Load(ctx, name)
		if err != nil {
			return gm.Archived{}, err
		}
		if err := restful(s); err != nil {
			if refused := (*refusal.Error)(nil); !dry && was != nil && errors.As(err, &refused) {
				err = errors.Join(err, strike(ctx, remover, *was))
			}
			return gm.Archived{}, err
		}
		a, file, rev, err := forShelf(s, now)
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
			a.Rev = was.Rev
		}
		if err := noteArchived(ctx, m, a); errors.Is(err, store.ErrConflict) { // another machine is archiving it, too
			continue
		} else if err != nil {
			return a, err
		}
		if _, err := record.Shelve(m, s, a); err != nil {
			return a, err
		}
		if err = takeAway(ctx, m, remover, name, rev); err == nil {
			return a, nil
		}
		if !errors.Is(err, store.ErrConflict) {
			return a, fmt.Errorf("archiving %s: %w", name, err)
		} // the game has changed meanwhile
	}
	return gm.Archived{}, fmt.Errorf("%s: others changed the game %d times in a row", name, gm.MaxConflicts)
}

// lay writes the file of a game to the archive, and reads it back.
func lay(ctx context.Context, shelf store.Blobs, name string, file []byte) error {
	ref, err := shelf.PutBlob(ctx, file)
	if err != nil {
		return fmt.Errorf("archiving %s: %w", name, err)
	}
	back, err := shelf.Blob(ctx, ref)
	if err == nil && !bytes.Equal(back, file) {
		err = errors.New("it differs from what was written")
	}
	if err != nil {
		return fmt.Errorf("reading the archived %s again: %w", name, err)
	}
	return nil
}

var errNoRemover = errors.New("the store can't remove anything, so nothing can be archived in it")

// alike is the window of the compression, in bytes: letters of one turn resemble those of the previous turn, which
// may be far back in the file. The program zstd decompresses such files without options.
const alike = 64 << 20

// strike removes the record of a game that was not removed because it has changed. Nobody else can remove the game
// meanwhile on the strength of that record, since a game is removed only at the recorded revision.
func strike(ctx context.Context, from store.Remover, a gm.Archived) error {
	// otherwise there is a newer record
	if err := from.Remove(ctx, gm.ArchivedPrefix+a.Name, a.Rev); err != nil && !errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("noting that %s is not archived: %w", a.Name, err)
	}
	return nil
}

// forShelf returns the record of a game and its file at a revision.
func forShelf(s *gm.Step, now time.Time) (a gm.Archived, file []byte, rev uint64, err error) {
	m, ctx, name := s.Master, s.Ctx, s.Name
	saved, err := m.Store.Load(ctx, name)
	if err == nil && saved.Rev != s.Rev { // it may have been resumed
		err = store.ErrConflict
	}
	if err != nil {
		return a, nil, 0, fmt.Errorf("loading game %s: %w", name, err)
	}
	var text, b bytes.Buffer
	if err := port(ctx, m, name, saved, &text); err != nil {
		return a, nil, 0, err
	}
	w, err := zstd.NewWriter(&b, zstd.WithWindowSize(alike), zstd.WithEncoderLevel(zstd.SpeedBetterCompression),
		zstd.WithEncoderConcurrency(1))
	if err != nil {
		return a, nil, 0, fmt.Errorf("compressing %s: %w", name, err)
	}
	_, failed := text.WriteTo(w)
	if err := errors.Join(failed, w.Close()); err != nil {
		return a, nil, 0, fmt.Errorf("compressing %s: %w", name, err)
	}
	if b.Len() > store.MaxBlob {
		return a, nil, 0,
			refusal.New("%s has %d bytes though it is compressed, more than an archived game may have, so it stays "+
				"where it is.", name, b.Len())
	}
	a = gm.Archived{Name: name, Rules: s.Game.Rules, Why: s.Game.Why, Archived: now.UTC(),
		Blob: store.RefOf(b.Bytes()).String(), Size: b.Len()}
	for _, seat := range s.Game.Seats {
		a.Seats = append(a.Seats, gm.ArchivedSeat{Name: seat.Name, Address: seat.Address})
	}
	a.Ended, err = endedAt(s)
	return a, b.Bytes(), saved.Rev, err
}

// restful returns an error if something may still happen in a game by itself.
func restful(s *gm.Step) error {
	if s.Game.State != game.Over {
		return refusal.New("%s is not over, so it stays where it is. gm end ends it.", s.Name)
	}
	waiting := 0
	for t, err := range s.Master.Store.Tasks(s.Ctx, s.Name) {
		if err != nil {
			return fmt.Errorf("reading what is to be done in %s: %w", s.Name, err)
		}
		if e := outbox.JobOf(s.Ctx, s.Master, t); !e.IsLetter() || e.Attempts.GivenUp == "" {
			waiting++
		}
	}
	if waiting > 0 {
		return refusal.New("Letters of %s wait to be sent, or something else is still to be done in it. gm outbox "+
			"lists the letters; archive the game when they have been sent.", s.Name)
	}
	return nil
}

// endedAt returns the time of the last phase or the last act of the game master.
func endedAt(s *gm.Step) (at time.Time, err error) {
	var last time.Time
	for e, err := range s.Entries(1) {
		if err != nil {
			return at, fmt.Errorf("reading the log of %s: %w", s.Name, err)
		}
		last = e.At
		if e.Kind == gm.KindPhase || e.Kind == gm.KindAct || e.Kind == gm.KindBack {
			at = e.At
		}
	}
	return cmp.Or(at, last).UTC(), nil
}

// noteArchived writes the record of an archived game, replacing the one that was read.
func noteArchived(ctx context.Context, m *gm.Master, a gm.Archived) error {
	js, err := json.Marshal(a)
	if err == nil {
		_, err = m.Store.Commit(ctx, gm.ArchivedPrefix+a.Name, store.Change{Rev: a.Rev, Head: js})
	}
	if err != nil {
		return fmt.Errorf("noting where %s is archived: %w", a.Name, err)
	}
	return nil
}

// takeAway removes a game from the store.
func takeAway(ctx context.Context, m *gm.Master, from store.Remover, name string, rev uint64) error {
	k := m.Cache.Of(name)
	k.Deciding.Lock()
	defer k.Deciding.Unlock()
	k.ClaimPending(&gm.Step{}) // waits for commits in progress
	if err := from.Remove(ctx, name, rev); err != nil {
		return err
	}
	k.Mu.Lock()
	defer k.Mu.Unlock()
	k.Head, k.Game, k.Summary, k.SummaryRev = nil, nil, nil, 0
	return nil
}

// Archives returns the archived games, sorted by name.
func Archives(ctx context.Context, m *gm.Master) ([]gm.Archived, error) {
	var out []gm.Archived
	for record, err := range m.Store.Games(ctx, gm.ArchivedPrefix) {
		if err != nil {
			return nil, fmt.Errorf("listing the archive: %w", err)
		}
		name, ok := strings.CutPrefix(record, gm.ArchivedPrefix)
		if !ok {
			break
		}
		a, err := m.ArchivedAs(ctx, name)
		if err != nil {
			return nil, err
		}
		if a != nil {
			out = append(out, *a)
		}
	}
	return out, nil
}

// Finished returns the names of games that ended before a time and can be archived, sorted.
func Finished(ctx context.Context, m *gm.Master, before time.Time) ([]string, error) {
	var out []string
	for g, err := range m.StoredGames(ctx, "") {
		if err != nil {
			return nil, err
		}
		s, err := m.Look(ctx, g)
		if err != nil || s.Game.State != game.Over {
			continue // an unreadable game is reported elsewhere
		}
		since, err := rests(s)
		switch {
		case errors.Is(err, store.ErrDamaged): // so is a damaged one
		case err != nil:
			return nil, err
		case !since.IsZero() && since.Before(before):
			out = append(out, s.Name)
		}
	}
	return out, nil
}

// rests returns when a game ended in which nothing can happen by itself any more; otherwise the zero time.
func rests(s *gm.Step) (since time.Time, err error) {
	refused := (*refusal.Error)(nil)
	if err := restful(s); errors.As(err, &refused) {
		return since, nil
	} else if err != nil {
		return since, err
	}
	return endedAt(s)
}

// Unarchive restores an archived game to the store as it was. Its file stays in the archive.
func Unarchive(ctx context.Context, m *gm.Master, name string) (gm.Archived, error) {
	remover, ok := store.As[store.Remover](m.Store)
	if !ok {
		return gm.Archived{}, errNoRemover
	}
	a, err := m.ArchivedAs(ctx, name)
	if err != nil {
		return gm.Archived{}, err
	}
	live, err := m.Store.Load(ctx, name)
	switch {
	case err != nil:
		return gm.Archived{}, fmt.Errorf("loading game %s: %w", name, err)
	case a == nil && live.Rev > 0 && game.IsGame(name):
		return gm.Archived{}, refusal.New("%s is not in the archive; it is among the active games.", name)
	case a == nil:
		return gm.Archived{}, refusal.New("There is no %q in the archive; gm archive list shows what is.", name)
	}
	if live.Rev == 0 { // otherwise it was restored already, or never removed
		file, err := fromShelf(ctx, m, *a)
		if err != nil {
			return *a, err
		}
		if _, err := takeBack(ctx, m, file); err != nil {
			return *a, err
		}
	}
	if err := remover.Remove(ctx, gm.ArchivedPrefix+name, a.Rev); err != nil {
		return *a, fmt.Errorf("taking %s from the archive: %w", name, err)
	}
	return *a, nil
}

// OnShelf returns an error if the file of an archived game can't be read, or is not what was written.
func OnShelf(ctx context.Context, m *gm.Master, a gm.Archived) error {
	_, err := packed(ctx, m, a)
	return err
}

// packed reads the compressed file of an archived game.
func packed(ctx context.Context, m *gm.Master, a gm.Archived) ([]byte, error) {
	shelf, err := archiveBlobs(m)
	if err != nil {
		return nil, err
	}
	ref, err := store.ParseRef(a.Blob)
	if err != nil {
		return nil, fmt.Errorf("reading %s in the archive: %w", a.Name, err)
	}
	data, err := shelf.Blob(ctx, ref)
	if errors.Is(err, store.ErrNotFound) {
		return nil, refusal.New("The file of %s, %s, is not where archived games are kept. If archive = in the "+
			"configuration named another directory when the game was archived, move the file to the directory that "+
			"it names now.", a.Name, a.Blob)
	}
	if err == nil && store.RefOf(data) != ref {
		err = errors.New("it is damaged")
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s in the archive: %w", a.Name, err)
	}
	return data, nil
}

// fromShelf reads and decompresses the file of an archived game.
func fromShelf(ctx context.Context, m *gm.Master, a gm.Archived) ([]byte, error) {
	data, err := packed(ctx, m, a)
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

// Reading returns a game master who can read an archived game, but can change nothing. For a game that is not
// archived it returns m.
func Reading(ctx context.Context, m *gm.Master, name string) (*gm.Master, error) {
	if !game.IsGame(name) {
		return m, nil
	}
	live, err := m.Store.Load(ctx, name)
	if err != nil || live.Rev > 0 {
		return m, err
	}
	a, err := m.ArchivedAs(ctx, name)
	if err != nil || a == nil {
		return m, err
	}
	file, err := fromShelf(ctx, m, *a)
	if err != nil {
		return nil, err
	}
	in, _, err := readPorted(m, file)
	if err != nil {
		return nil, err
	}
	change, err := in.change()
	if err != nil {
		return nil, err
	}
	return &gm.Master{Store: withGame(m.Store, name, change), Rules: m.Rules, Robots: m.Robots, Words: m.Words, Log: m.Log,
		Address: m.Address, Name: m.Name, Desk: m.Desk, Masters: m.Masters, Maps: m.Maps, Key: m.Key, Plus: m.Plus, Shelf: m.Shelf}, nil
}

// A stillStore is a read-only store with one additional game.
type stillStore struct {
	store.Store
	name  string
	game  store.Game
	log   []store.Entry
	tasks []store.Task
}

// withGame returns a read-only store with the game that a change creates.
func withGame(s store.Store, name string, c store.Change) *stillStore {
	out := &stillStore{Store: s, name: name, game: store.Game{Rev: 1, Next: uint64(len(c.Log)) + 1, Head: c.Head},
		log: c.Log, tasks: c.Set}
	for i := range out.log {
		out.log[i].Seq = uint64(i) + 1
	}
	for i := range out.tasks {
		out.tasks[i].Game = name
	}
	return out
}

func (s *stillStore) Load(ctx context.Context, game string) (store.Game, error) {
	if game != s.name {
		return s.Store.Load(ctx, game)
	}
	return s.game, ctx.Err()
}

func (s *stillStore) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	if game != s.name {
		return s.Store.Log(ctx, game, from)
	}
	return gm.Each(ctx, s.log[min(max(from, 1)-1, uint64(len(s.log))):])
}

func (s *stillStore) Tasks(ctx context.Context, game string) iter.Seq2[store.Task, error] {
	if game != s.name {
		return s.Store.Tasks(ctx, game)
	}
	return gm.Each(ctx, s.tasks)
}

func (s *stillStore) Commit(context.Context, string, store.Change) (uint64, error) {
	return 0, gm.ArchivedError(s.name)
}
