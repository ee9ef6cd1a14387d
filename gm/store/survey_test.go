package store_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"deaddrop/gm/store"
)

var errHole = errors.New("there is a hole in it")

// A holed store has the games a to e, but c can't be read, and d has gone when it is asked for.
type holed struct{ store.Store }

func (holed) Games(_ context.Context, after string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			if name > after && !yield(name, nil) {
				return
			}
		}
	}
}

func (holed) Load(_ context.Context, name string) (store.Game, error) {
	switch name {
	case "c":
		return store.Game{}, errHole
	case "d":
		return store.Game{Next: 1}, nil
	}
	return store.Game{Rev: 1, Next: 1, Head: []byte(name)}, nil
}

// A holedSurvey reads them together, up to the hole.
type holedSurvey struct {
	holed
	store.Survey
}

func (s holedSurvey) LoadAll(ctx context.Context, after string) iter.Seq2[store.NamedGame, error] {
	return func(yield func(store.NamedGame, error) bool) {
		for name := range s.Games(ctx, after) {
			g, err := s.Load(ctx, name)
			if err != nil {
				yield(store.NamedGame{}, err)
				return
			}
			if g.Rev > 0 && !yield(store.NamedGame{Name: name, Game: g}, nil) {
				return
			}
		}
	}
}

// A game that can't be read does not keep the others from who reads all, and one that has gone is none.
func TestLoadAllOfHoled(t *testing.T) {
	for _, s := range []store.Store{holed{}, holedSurvey{}} {
		for after, want := range map[string]string{"": "a:1 b:1 c:0 hole e:1", "b": "c:0 hole e:1", "c": "e:1"} {
			var got []string
			for g, err := range store.LoadAll(t.Context(), s, after) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprintf("%s:%d", g.Name, g.Rev))
				if errors.Is(g.Err, errHole) {
					got = append(got, "hole")
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("after %q of %T: %q, want %q", after, s, got, want)
			}
		}
	}
}
