package gm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/store/folder"
	"deaddrop/gm/store/transfer"
	"deaddrop/gm/work"
)

// finished returns a master with the game d1, that was played for a season and ended, and d2, which runs; all letters
// are out, but for one that was given up. Austria of d1 has another player than at first.
func finished(t *testing.T) *gm.Master {
	t.Helper()
	m := started(t)
	plan := desk.Plan{Trust: intake.TrustOpen, Name: "d2", Rules: "deadman", Secret: []byte("another secret, and long"), Clock: calendar.Clock{Every: 72 * time.Hour}}
	for _, seat := range deadman.Rules.Seats {
		address := strings.ToLower(string(seat)) + "@example.org"
		plan.Players = append(plan.Players, game.Player{Seat: seat, Address: strings.Replace(address, "france", "fra", 1)}) // France plays in d1 alone
	}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
		t.Fatal(err)
	}
	receive(t, m, noon, letter.Letter{ID: "1@test", From: "france@example.org", Subject: "[d1]", Text: "A Par-Bur\nA Mar H\nF Bre-Eng"})
	drop := func(letter.Letter) {}
	deliver(t, m, noon.Add(72*time.Hour), drop)
	if err := desk.At(m, gm.ActOptions{}).Seat(t.Context(), noon.Add(79*time.Hour), "d1", "Austria", "aus@example.org"); err != nil {
		t.Fatal(err)
	}
	if err := desk.At(m, gm.ActOptions{Reason: "Summer."}).End(t.Context(), noon.Add(80*time.Hour), "d1", true); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Archive(t.Context(), m, noon.Add(80*time.Hour), "d1", false); err == nil || !strings.Contains(err.Error(), "wait to be sent") {
		t.Fatal("archived though its letters have not gone out:", err)
	}
	nowhere := func(_ context.Context, l letter.Letter) error {
		if l.To == "aus@example.org" {
			return &outbox.Undeliverable{Err: errors.New("550 nobody of that name")}
		}
		return nil
	}
	for n := 1; n > 0; {
		var err error
		if n, err = work.Due(t.Context(), m, noon.Add(80*time.Hour), nowhere); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func receive(t *testing.T, m *gm.Master, now time.Time, l letter.Letter) {
	t.Helper()
	if err := reception.Receive(t.Context(), m, now, l); err != nil {
		t.Fatal(err)
	}
}

// said returns everything that can be read of a game.
func said(t *testing.T, m *gm.Master, name string) string {
	t.Helper()
	m, err := site.Reading(t.Context(), m, name)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := inspect.Chronicle(t.Context(), m, name, &b); err != nil {
		t.Fatal(err)
	}
	if err := site.Export(t.Context(), m, name, &b); err != nil {
		t.Fatal(err)
	}
	o, err := inspect.OverviewOf(t.Context(), m, name)
	if err != nil {
		t.Fatal(err)
	}
	v, err := site.Verify(t.Context(), m, name)
	if err != nil || !v.Sound() {
		t.Fatal(v, err)
	}
	view, _, err := inspect.As(t.Context(), m, noon, name, "France")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "%+v\n%+v\n%s", o, v, view)
	return b.String()
}

func names(t *testing.T, m *gm.Master) (live, away []string) {
	t.Helper()
	games, err := inspect.Games(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range games {
		live = append(live, o.Name)
	}
	archive, err := site.Archives(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range archive {
		away = append(away, a.Name)
	}
	return live, away
}

func sum(t *testing.T, m *gm.Master, name string) transfer.Sum {
	t.Helper()
	s, err := transfer.Read(t.Context(), m.Store, name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An archived game reads as before, where it lies and when it is back: there it is the same to the byte.
func TestArchive(t *testing.T) {
	for name, shelf := range map[string]store.Blobs{"store": nil, "folder": folder.Dir(t.TempDir())} {
		t.Run(name, func(t *testing.T) {
			m := finished(t)
			m.Shelf = shelf
			was, before := said(t, m, "d1"), sum(t, m, "d1")
			now := noon.Add(100 * 24 * time.Hour)
			if a, err := site.Archive(t.Context(), m, now, "d1", true); err != nil || a.Size == 0 {
				t.Error(a, err)
			}
			if live, away := names(t, m); len(live) != 2 || len(away) != 0 {
				t.Errorf("a dry run has archived: %v, %v", live, away)
			}
			a, err := site.Archive(t.Context(), m, now, "d1", false)
			if err != nil {
				t.Fatal(err)
			}
			if a.Rules != "deadman" || a.Seats[2].Address != "france@example.org" || !a.Ended.Equal(noon.Add(80*time.Hour)) || !a.Archived.Equal(now) || a.Size < 1000 {
				t.Errorf("%+v", a)
			}
			live, away := names(t, m)
			if fmt.Sprint(live, away) != "[d2] [d1]" {
				t.Error(live, away)
			}
			if said(t, m, "d1") != was {
				t.Error("it reads otherwise in the archive")
			}
			if _, err := site.Unarchive(t.Context(), m, "d1"); err != nil {
				t.Fatal(err)
			}
			if after := sum(t, m, "d1"); after != before {
				t.Errorf("it came back otherwise: %+v, was %+v", after, before)
			}
			if said(t, m, "d1") != was {
				t.Error("it reads otherwise when it is back")
			}
			if live, away := names(t, m); len(live) != 2 || len(away) != 0 {
				t.Error(live, away)
			}
			if _, err := site.Unarchive(t.Context(), m, "d1"); err == nil || !strings.Contains(err.Error(), "not in the archive") {
				t.Error(err)
			}
		})
	}
}

func TestArchiveRefuses(t *testing.T) {
	m := finished(t)
	refused := func(err error, want string) {
		t.Helper()
		var no *refusal.Error
		if !errors.As(err, &no) || !strings.Contains(no.Text, want) {
			t.Errorf("%q is not said: %v", want, err)
		}
	}
	archive := func(name string) error {
		_, err := site.Archive(t.Context(), m, noon, name, false)
		return err
	}
	refused(archive("d2"), "not over")
	refused(archive("d3"), "no game")
	refused(archive("lobby"), "no game")
	if err := archive("d1"); err != nil {
		t.Fatal(err)
	}
	refused(archive("d1"), "gm archive restore d1 brings it back")
	refused(desk.At(m, gm.ActOptions{}).Press(t.Context(), noon, "d1", "ALL", "Hello."), "gm archive restore d1 brings it back")
	plan := desk.Plan{Trust: intake.TrustOpen, Name: "d1", Rules: "deadman", Secret: make([]byte, 32), Clock: calendar.Clock{Every: time.Hour}}
	for i := range 7 {
		plan.Players = append(plan.Players, game.Player{Address: fmt.Sprintf("p%d@example.org", i)})
	}
	for _, dry := range []bool{true, false} {
		refused(desk.At(m, gm.ActOptions{Dry: dry}).New(t.Context(), noon, plan), "called d1 in the archive")
	}
	reading, err := site.Reading(t.Context(), m, "d1")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := site.Export(t.Context(), reading, "d1", &file); err != nil {
		t.Fatal(err)
	}
	_, err = site.Import(t.Context(), m, file.Bytes(), "", false)
	refused(err, "called d1 in the archive")
	refused(desk.At(reading, gm.ActOptions{}).Press(t.Context(), noon, "d1", "ALL", "Hello."), "gm archive restore d1 brings it back")
	if _, err := site.Unarchive(t.Context(), m, "d2"); err == nil {
		t.Error("what was not archived is brought back")
	}
	if same, err := site.Reading(t.Context(), m, "d2"); err != nil || same != m {
		t.Error("a game that is here is read elsewhere")
	}
}

// A failing store fails at its n-th write.
type failing struct {
	store.Store
	left int
}

var errFails = errors.New("the disk fails")

func (s *failing) fails() bool { s.left--; return s.left < 0 }

func (s *failing) Commit(ctx context.Context, game string, c store.Change) (uint64, error) {
	if s.fails() {
		return 0, errFails
	}
	return s.Store.Commit(ctx, game, c)
}

func (s *failing) Remove(ctx context.Context, game string, rev uint64) error {
	if s.fails() {
		return errFails
	}
	return s.Store.(store.Remover).Remove(ctx, game, rev)
}

func (s *failing) PutBlob(ctx context.Context, data []byte) (store.Ref, error) {
	if s.fails() {
		return store.Ref{}, errFails
	}
	return s.Store.(store.Blobs).PutBlob(ctx, data)
}

func (s *failing) Blob(ctx context.Context, ref store.Ref) ([]byte, error) {
	return s.Store.(store.Blobs).Blob(ctx, ref)
}

// Stopped between any two writes, a game is whole and can be read; and doing the same again ends it.
func TestArchiveStopped(t *testing.T) {
	m := finished(t)
	sound := m.Store
	t.Cleanup(func() { m.Store = sound })
	was := said(t, m, "d1")
	for _, way := range []struct {
		what string
		do   func() error
	}{
		{"archive", func() error { _, err := site.Archive(t.Context(), m, noon, "d1", false); return err }},
		{"restore", func() error { _, err := site.Unarchive(t.Context(), m, "d1"); return err }},
	} {
		stops := 0
		for n := 0; ; n++ {
			m.Store = &failing{sound, n}
			err := way.do()
			m.Store = sound
			if got := said(t, m, "d1"); got != was {
				t.Fatalf("%s stopped after %d writes: it is not as it was", way.what, n)
			}
			if err == nil {
				break
			}
			if stops++; !errors.Is(err, errFails) {
				t.Fatal(way.what, n, err)
			}
		}
		if stops != map[string]int{"archive": 4, "restore": 2}[way.what] {
			t.Errorf("%s was stopped at %d places", way.what, stops)
		}
	}
	if live, away := names(t, m); len(live) != 2 || len(away) != 0 {
		t.Error(live, away)
	}
}

// A store is meddled with by another machine, when the log of a game is first read whole and just before the game is
// taken away.
type meddled struct {
	store.Store
	reading, removing func()
}

func (s *meddled) Unwrap() store.Store { return s.Store }

// once does something the first time.
func once(f *func()) {
	if do := *f; do != nil {
		*f = nil
		do()
	}
}

func (s *meddled) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	if from == 1 {
		once(&s.reading)
	}
	return s.Store.Log(ctx, game, from)
}

func (s *meddled) Remove(ctx context.Context, game string, rev uint64) error {
	once(&s.removing)
	return s.Store.(store.Remover).Remove(ctx, game, rev)
}

// A game into which something comes while it is being put away stays where it is, and is in no list of those that were.
func TestArchiveOvertaken(t *testing.T) {
	m := finished(t)
	sound := m.Store
	t.Cleanup(func() { m.Store = sound })
	m.Store = &meddled{Store: sound, removing: func() {
		g, err := sound.Load(t.Context(), "d1")
		if err == nil {
			_, err = sound.Commit(t.Context(), "d1", store.Change{Rev: g.Rev, Set: []store.Task{{Name: "deadline", Due: noon}}})
		}
		if err != nil {
			t.Error(err)
		}
	}}
	if _, err := site.Archive(t.Context(), m, noon, "d1", false); err == nil || !strings.Contains(err.Error(), "something else is still to be done in it") {
		t.Error(err)
	}
	if live, away := names(t, m); len(live) != 2 || len(away) != 0 {
		t.Errorf("here are %v, put away were %v", live, away)
	}
}

// Two machines put a game away at once, and a letter comes in between: what is put away has it.
func TestArchiveAtOnce(t *testing.T) {
	m := finished(t)
	sound := m.Store
	t.Cleanup(func() { m.Store = sound })
	other := &gm.Master{Store: sound, Rules: m.Rules, Words: m.Words, Log: m.Log, Address: m.Address, Name: m.Name, Key: m.Key}
	was := ""
	m.Store = &meddled{Store: sound, reading: func() {
		receive(t, other, noon.Add(81*time.Hour), letter.Letter{ID: "2@test", From: "france@example.org", Subject: "[d1]", Text: "A Par-Gas"})
		deliver(t, other, noon.Add(81*time.Hour), func(letter.Letter) {})
		was = said(t, other, "d1")
		other.Store = &failing{sound, 2} // it writes the file and the record, and then is slow
		if _, err := site.Archive(t.Context(), other, noon, "d1", false); !errors.Is(err, errFails) {
			t.Error(err)
		}
	}, removing: func() {
		g, err := sound.Load(t.Context(), "d1")
		if err == nil {
			err = sound.(store.Remover).Remove(t.Context(), "d1", g.Rev)
		}
		if err != nil {
			t.Error(err)
		}
	}}
	_, err := site.Archive(t.Context(), m, noon, "d1", false)
	m.Store = sound
	if got := said(t, m, "d1"); got != was {
		t.Errorf("what was put away is not what was there; %v", err)
	}
	if live, away := names(t, m); fmt.Sprint(live, away) != "[d2] [d1]" {
		t.Errorf("here are %v, put away were %v", live, away)
	}
}

// Games in the archive that can't be read are reported, and a damaged file is never taken for a game.
func TestArchiveDamaged(t *testing.T) {
	m, dir := finished(t), t.TempDir()
	m.Shelf = folder.Dir(dir)
	a, err := site.Archive(t.Context(), m, noon, "d1", false)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, a.Blob[:2], a.Blob)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Unarchive(t.Context(), m, "d1"); err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Error(err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Reading(t.Context(), m, "d1"); err == nil || !strings.Contains(err.Error(), "archive = in the configuration") {
		t.Error(err)
	}
}

// A letter for an archived game is answered as one for a game that is over; other games' letters are not in its way.
func TestArchivedLetters(t *testing.T) {
	m := finished(t)
	if _, err := site.Archive(t.Context(), m, noon, "d1", false); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct{ from, subject, want string }{
		{"france@example.org", "[d1.1] France: orders", "d1 is over and archived"},
		{"france@example.org", "hello", "d1 is over and archived"},
		{"germany@example.org", "Re: [d1] Deadman Diplomacy: Germany", "d1 is over and archived"},
		{"austria@example.org", "[d1.1] Austria: orders", "You have no seat in a game called d1"},
		{"germany@example.org", "[d2] orders", "[d2.2] Germany"},
		{"germany@example.org", "orders", "[d2.2] Germany"},
	} {
		receive(t, m, noon.Add(81*time.Hour), letter.Letter{ID: fmt.Sprint("x", i, "@test"), From: c.from, Subject: c.subject, Text: "A Mun H"})
		var got []letter.Letter
		deliver(t, m, noon.Add(81*time.Hour), func(l letter.Letter) { got = append(got, l) })
		if len(got) != 1 || got[0].To != c.from || !strings.Contains(got[0].Text, c.want) {
			t.Errorf("%s from %s is answered by %+v", c.subject, c.from, got)
		}
	}
	receive(t, m, noon.Add(82*time.Hour), letter.Letter{ID: "y@test", From: "eve@example.org", Subject: "[d1] hello", Text: "What happened?"})
	deliver(t, m, noon.Add(82*time.Hour), func(l letter.Letter) { t.Errorf("a stranger is answered: %+v", l) })
}

func TestFinished(t *testing.T) {
	m := finished(t)
	for before, want := range map[time.Duration][]string{80 * time.Hour: nil, 81 * time.Hour: {"d1"}} {
		if got, err := site.Finished(t.Context(), m, noon.Add(before)); err != nil || !reflect.DeepEqual(got, want) {
			t.Error(before, got, err)
		}
	}
}

// A torn store has a damaged log of one game, or damaged tasks.
type torn struct {
	store.Store
	log, tasks string
}

func (s torn) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	if game != s.log || from != 1 {
		return s.Store.Log(ctx, game, from)
	}
	return func(yield func(store.Entry, error) bool) { yield(store.Entry{}, store.ErrDamaged) }
}

func (s torn) Tasks(ctx context.Context, game string) iter.Seq2[store.Task, error] {
	if game != s.tasks {
		return s.Store.Tasks(ctx, game)
	}
	return func(yield func(store.Task, error) bool) { yield(store.Task{}, store.ErrDamaged) }
}

// A game that is damaged keeps no other from being put away.
func TestFinishedBesideDamage(t *testing.T) {
	m := finished(t)
	sound := m.Store
	t.Cleanup(func() { m.Store = sound })
	for _, s := range []torn{{sound, "d1", ""}, {sound, "", "d1"}} {
		m.Store = s
		if list, err := site.Finished(t.Context(), m, noon.Add(1000*time.Hour)); err != nil || len(list) > 0 {
			t.Errorf("%v, %v", list, err)
		}
	}
}

// A careless shelf loses a byte of what is put on it.
type careless struct{ store.Blobs }

func (c careless) Blob(ctx context.Context, ref store.Ref) ([]byte, error) {
	data, err := c.Blobs.Blob(ctx, ref)
	if len(data) > 0 {
		data[len(data)/2] ^= 1
	}
	return data, err
}

// A game stays where it is unless what was written of it can be read.
func TestArchiveReadsAgain(t *testing.T) {
	m := finished(t)
	m.Shelf = careless{folder.Dir(t.TempDir())}
	if _, err := site.Archive(t.Context(), m, noon, "d1", false); err == nil || !strings.Contains(err.Error(), "differs from what was written") {
		t.Error(err)
	}
	if live, away := names(t, m); len(live) != 2 || len(away) != 0 {
		t.Error(live, away)
	}
}

// After one process has archived a game and brought it back, another does not go on from what it remembers of it.
func TestArchivedBeside(t *testing.T) {
	m := started(t)
	for range 110 {
		g, err := m.Store.Load(t.Context(), "d1")
		if err == nil {
			_, err = m.Store.Commit(t.Context(), "d1", store.Change{Rev: g.Rev})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	drop := func(letter.Letter) {}
	deliver(t, m, noon, drop)
	beside := &gm.Master{Store: m.Store, Rules: m.Rules, Words: m.Words, Log: m.Log, Address: m.Address, Name: m.Name, Key: m.Key}
	receive(t, beside, noon, letter.Letter{ID: "1@test", From: "france@example.org", Subject: "[d1]", Text: "A Par-Bur"})
	deliver(t, m, noon, drop)
	if err := desk.At(m, gm.ActOptions{}).End(t.Context(), noon, "d1", false); err != nil {
		t.Fatal(err)
	}
	deliver(t, m, noon, drop)
	if _, err := site.Archive(t.Context(), m, noon, "d1", false); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Unarchive(t.Context(), m, "d1"); err != nil {
		t.Fatal(err)
	}
	if err := desk.At(m, gm.ActOptions{}).Reopen(t.Context(), noon, "d1"); err != nil {
		t.Fatal(err)
	}
	if err := desk.At(m, gm.ActOptions{}).Seat(t.Context(), noon, "d1", "Italy", "new@example.org"); err != nil {
		t.Fatal(err)
	}
	deliver(t, m, noon, drop)
	receive(t, beside, noon, letter.Letter{ID: "2@test", From: "new@example.org", Subject: "[d1]", Text: "A Ven H"})
	var got []string
	deliver(t, m, noon, func(l letter.Letter) { got = append(got, l.To) })
	if fmt.Sprint(got) != "[new@example.org]" {
		t.Errorf("the new player's letter is answered to %v", got)
	}
}

// A vanishing store loses a game when it has been looked at so many times.
type vanishing struct {
	store.Store
	game string
	left int
}

func (s *vanishing) Load(ctx context.Context, game string) (store.Game, error) {
	g, err := s.Store.Load(ctx, game)
	if game != s.game {
		return g, err
	}
	if s.left--; s.left == 0 {
		if r, ok := store.As[store.Remover](s.Store); ok {
			err = errors.Join(err, r.Remove(ctx, game, g.Rev))
		}
	}
	return g, err
}

// A letter whose game is put away at that moment is not taken in, and is handed in again; no half of a game is left.
func TestArchivedOnItsWay(t *testing.T) {
	refused := false
	for n := 1; n < 4; n++ {
		m := started(t)
		beside := &gm.Master{Store: &vanishing{m.Store, "d1", n}, Rules: m.Rules, Words: m.Words, Log: m.Log, Address: m.Address, Name: m.Name, Key: m.Key}
		err := reception.Receive(t.Context(), beside, noon, letter.Letter{ID: "1@test", From: "france@example.org", Subject: "[d1]", Text: "A Par-Bur"})
		refused = refused || err != nil && strings.Contains(err.Error(), "was taken away while the letter was on its way")
		if g, failed := m.Store.Load(t.Context(), "d1"); failed != nil || g.Next > 1 && g.Rev == 1 {
			t.Errorf("gone after %d looks: %v, %v, %+v", n, err, failed, g)
		}
	}
	if !refused {
		t.Error("such a letter is taken in")
	}
}

// A game that goes through its file knows how often what is to be done was tried.
func TestExportKeepsTries(t *testing.T) {
	m, other := started(t), master(t, filepath.Join(t.TempDir(), "games.db"))
	t.Cleanup(func() { _ = other.Store.Close() })
	if _, err := work.Due(t.Context(), m, noon, func(context.Context, letter.Letter) error { return errors.New("not now") }); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := site.Export(t.Context(), m, "d1", &file); err != nil {
		t.Fatal(err)
	}
	if _, err := site.Import(t.Context(), other, file.Bytes(), "", false); err != nil {
		t.Fatal(err)
	}
	if a, b := sum(t, m, "d1"), sum(t, other, "d1"); a != b {
		t.Errorf("%+v has become %+v", a, b)
	}
}
