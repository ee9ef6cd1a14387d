package gm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/inspect"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/refusal"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
)

// A countingStore counts how often it is asked for one game alone.
type countingStore struct {
	store.Store
	store.Survey
	mu    sync.Mutex
	asked []string
}

func (s *countingStore) note(what, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, what+" "+name)
}

func (s *countingStore) Load(ctx context.Context, game string) (store.Game, error) {
	s.note("load", game)
	return s.Store.Load(ctx, game)
}

func (s *countingStore) Log(ctx context.Context, game string, from uint64) iter.Seq2[store.Entry, error] {
	s.note("log", game)
	return s.Store.Log(ctx, game, from)
}

func (s *countingStore) Tasks(ctx context.Context, game string) iter.Seq2[store.Task, error] {
	s.note("tasks", game)
	return s.Store.Tasks(ctx, game)
}

// oddSite returns a master with games of many kinds: one that can't be read, some whose names stand among those of
// other records, one with a player whose record can't be read, and one with letters that are not sent, in Berlin.
func oddSite(t *testing.T) *gm.Master {
	t.Helper()
	m := started(t)
	for _, name := range []string{"a1", "player", "player0", "players", "zeta"} {
		plan := desk.Plan{Name: name, Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour, Zone: "Europe/Berlin"}, Trust: intake.TrustReply,
			Players: []game.Player{{Address: "ann." + name + "@example.org"}, {Address: "bob@example.org"}}}
		if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon, plan); err != nil {
			t.Fatal(err)
		}
	}
	deliver(t, m, noon, func(letter.Letter) {})
	for i, from := range []string{"eve@example.org", "ann.players@example.org", "ann.zeta@example.org", "eve@example.org"} {
		receive(t, m, noon.Add(time.Duration(-i)*time.Hour), letter.Letter{ID: fmt.Sprint(i, "@test"), From: from, Subject: "hello", Text: "hello"})
	}
	plan := desk.Plan{Name: "berlin", Rules: "tictactoe", Secret: []byte("0123456789abcdef"), Clock: calendar.Clock{Every: 72 * time.Hour, Zone: "Europe/Berlin"},
		Players: []game.Player{{Address: "bob@example.org"}, {Address: "cyd@example.org"}}}
	if err := desk.At(m, gm.ActOptions{}).New(t.Context(), noon.Add(time.Hour), plan); err != nil {
		t.Fatal(err)
	}
	put := func(name, head string) {
		t.Helper()
		g, err := m.Store.Load(t.Context(), name)
		if err == nil {
			_, err = m.Store.Commit(t.Context(), name, store.Change{Rev: g.Rev, Head: []byte(head)})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put("d9", "{")
	put("player/ann.a1@example.org", "{")
	put("player/bob@example.org", `{"Games":["a1"],"Suspended":"2030-01-01T00:00:00Z"}`)
	return m
}

// The survey of all games is the same in whatever way the store is read, and each game is read at most once.
func TestSurvey(t *testing.T) {
	m := oddSite(t)
	many, ok := store.As[store.Survey](m.Store)
	if !ok {
		t.Fatal("the store can't be looked through")
	}
	counted := &countingStore{Store: m.Store, Survey: many}
	quick, slow := beside(m, ""), beside(m, "")
	quick.Store, slow.Store = counted, struct{ store.Store }{m.Store}
	same := func(what string, want []string, list func(*gm.Master) (any, error)) {
		t.Helper()
		counted.asked = nil
		a, err := list(quick)
		asked := slices.Sorted(slices.Values(counted.asked))
		b, err2 := list(slow)
		if err != nil || err2 != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s:\n%+v, %v\none game after another:\n%+v, %v", what, a, err, b, err2)
		}
		if !slices.Equal(asked, want) {
			t.Errorf("for %s it is asked for %q, want %q", what, asked, want)
		}
	}
	var names, states, suspended []string
	same("games", nil, func(m *gm.Master) (any, error) {
		games, err := inspect.Games(t.Context(), m)
		names, states, suspended = nil, nil, nil
		for _, o := range games {
			names, states = append(names, o.Name), append(states, o.State)
			for _, s := range o.Seats {
				if !s.Suspended.IsZero() {
					suspended = append(suspended, o.Name+" "+s.Address)
				}
			}
			if one, err := inspect.OverviewOf(t.Context(), slow, o.Name); o.State != "broken" && (err != nil || !reflect.DeepEqual(one, o)) {
				t.Errorf("in the list %+v, alone %+v, %v", o, one, err)
			}
		}
		return games, err
	})
	if want := []string{"a1", "berlin", "d1", "d9", "player", "player0", "players", "zeta"}; !slices.Equal(names, want) {
		t.Errorf("the games are %q", names)
	}
	if want := "broken running running broken running running running running"; strings.Join(states, " ") != want {
		t.Errorf("they are %q", states)
	}
	if want := []string{"berlin bob@example.org", "player bob@example.org", "player0 bob@example.org", "players bob@example.org", "zeta bob@example.org"}; !slices.Equal(suspended, want) {
		t.Errorf("letters come back from %q", suspended)
	}
	var refs []string
	same("items", []string{"load lobby", "load lobby/2030-01", "log lobby/2030-01", "log lobby/2030-01", "log players", "log zeta"}, func(m *gm.Master) (any, error) {
		items, err := desk.Inbox(t.Context(), m)
		refs = nil
		for _, it := range items {
			refs = append(refs, it.Ref[:strings.Index(it.Ref, "/")])
			if one, err := desk.Item(t.Context(), slow, it.Ref); err != nil || !reflect.DeepEqual(one, it) {
				t.Errorf("in the list %+v, alone %+v, %v", it, one, err)
			}
		}
		return items, err
	})
	if want := []string{"lobby", "zeta", "players", "lobby"}; !slices.Equal(refs, want) {
		t.Errorf("oldest first, what waits is of %q", refs)
	}
}

// The letters that are not sent are listed in their order, with times in their game's zone, and only games that have
// some are asked for.
func TestSurveyOfLetters(t *testing.T) {
	m := oddSite(t)
	many, _ := store.As[store.Survey](m.Store)
	counted := &countingStore{Store: m.Store, Survey: many}
	quick, slow := beside(m, ""), beside(m, "")
	quick.Store, slow.Store = counted, struct{ store.Store }{m.Store}
	out, plain := unsentOf(t, quick), unsentOf(t, slow)
	if !reflect.DeepEqual(out, plain) {
		t.Errorf("%+v\none game after another:\n%+v", out, plain)
	}
	var told []string
	for _, o := range out {
		told = append(told, fmt.Sprint(o.Game, " ", o.To, " ", o.State, " ", o.Next.Format("15:04 MST")))
	}
	want := []string{"berlin cyd@example.org ready 14:00 CET", "berlin bob@example.org waits 14:00 CET",
		"players ann.players@example.org ready 12:00 CET", "zeta ann.zeta@example.org ready 11:00 CET"}
	if !slices.Equal(told, want) {
		t.Errorf("not sent are\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
	known := func(what string) bool {
		for _, name := range []string{"berlin", "players", "zeta", "player/bob@example.org", "player/cyd@example.org", "player/ann.players@example.org", "player/ann.zeta@example.org"} {
			if strings.HasSuffix(what, " "+name) {
				return true
			}
		}
		return false
	}
	due, waits, err := desk.At(quick, gm.ActOptions{}).RetryAll(t.Context(), noon.Add(-12*time.Hour))
	if err != nil || due != 3 || waits != 1 {
		t.Errorf("%d go out, %d wait; %v", due, waits, err)
	}
	if i := slices.IndexFunc(counted.asked, func(what string) bool { return !known(what) }); i >= 0 {
		t.Errorf("it is asked for %q", counted.asked[i])
	}
}

// A survey of named games lists them just as among all, and reads no other. The lobby may be named where it has
// something.
func TestSurveyOfSome(t *testing.T) {
	m := oddSite(t)
	many, _ := store.As[store.Survey](m.Store)
	counted := &countingStore{Store: m.Store, Survey: many}
	all, some := beside(m, ""), beside(m, "")
	some.Store = struct{ store.Store }{counted} // which can't be looked through
	now := noon.Add(60 * time.Hour)
	for _, list := range []struct {
		what string
		of   func(m *gm.Master, only ...string) ([]string, error)
	}{
		{"games", func(m *gm.Master, only ...string) ([]string, error) {
			games, err := inspect.Games(t.Context(), m, only...)
			return inFull(games, func(o inspect.Overview) string { return o.Name }), err
		}},
		{"items", func(m *gm.Master, only ...string) ([]string, error) {
			items, err := desk.Inbox(t.Context(), m, only...)
			return inFull(items, func(it game.Item) string { game, _, _ := strings.Cut(it.Ref, "/"); return game }), err
		}},
		{"chores", func(m *gm.Master, only ...string) ([]string, error) {
			chores, err := site.Todos(t.Context(), m, now, only...)
			return inFull(chores, func(c site.Todo) string { return c.Game }), err
		}},
		{"letters", func(m *gm.Master, only ...string) ([]string, error) {
			letters, err := outbox.List(t.Context(), m, only...)
			return inFull(letters, func(o outbox.Unsent) string { return o.Game }), err
		}},
	} {
		full, err := list.of(all)
		if err != nil || len(full) < 3 {
			t.Fatalf("%s: %q, %v", list.what, full, err)
		}
		for _, only := range [][]string{{"zeta"}, {"players", "berlin", "players"}, {"lobby", "d9"}, {"lobby"}} {
			if list.what == "games" && slices.Contains(only, "lobby") {
				continue
			}
			counted.asked = nil
			got, err := list.of(some, only...)
			want := slices.DeleteFunc(slices.Clone(full), func(line string) bool { return !slices.Contains(only, strings.Fields(line)[0]) })
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s of %q:\n%s\n%v\nwant\n%s", list.what, only, strings.Join(got, "\n"), err, strings.Join(want, "\n"))
			}
			for _, asked := range counted.asked {
				if _, name, _ := strings.Cut(asked, " "); !strings.HasPrefix(name, "player/") && !slices.Contains(only, strings.TrimSuffix(name, "/2030-01")) {
					t.Errorf("for %s of %q it is asked for %q", list.what, only, asked)
				}
			}
		}
		for _, name := range []string{"beta", "player/bob@example.org", "Zeta"} {
			var no *refusal.Error
			if _, err := list.of(some, "zeta", name); !errors.As(err, &no) || err.Error() != no.Text || !strings.Contains(no.Text, "There is no game \""+name) {
				t.Errorf("%s of %q: %v", list.what, name, err)
			}
		}
	}
	waits, items := 0, 0
	games, err := inspect.Games(t.Context(), all)
	for _, o := range games {
		waits += o.Waits
	}
	strays, err2 := desk.InLobby(t.Context(), all)
	if all, err := desk.Inbox(t.Context(), all); err == nil {
		items = len(all)
	}
	if err := errors.Join(err, err2); err != nil || strays != 2 || waits+strays != items {
		t.Errorf("%d things wait in games and %d in the lobby; %d are listed; %v", waits, strays, items, err)
	}
}

// inFull returns values in full, each behind the game that it is of.
func inFull[T any](of []T, game func(T) string) []string {
	var out []string
	for _, v := range of {
		js, err := json.Marshal(v)
		out = append(out, fmt.Sprintf("%s %s %v", game(v), js, err))
	}
	return out
}
