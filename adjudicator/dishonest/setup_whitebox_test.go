package dishonest

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// opened returns a game for a number of players as it is set up.
func opened(t *testing.T, players int) *position {
	t.Helper()
	chairs, err := Rules.SeatsFor(players, nil)
	if err != nil {
		t.Fatal(err)
	}
	config, err := Rules.Configure(adjudicator.Config{Seats: chairs})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Rules.Setup(adjudicator.NewTable(adjudicator.Luck{Secret: []byte("opening")}, adjudicator.Record{}), config)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*position)
}

// A game begins as its scenario says, and is the same when it was saved and read back.
func TestOpenings(t *testing.T) {
	for n := minPlayers; n <= maxPlayers; n++ {
		p := opened(t, n)
		sc := p.board.Scenarios[n]
		dealt := 0
		for i, want := range sc.Powers {
			q, x := p.Players[i], p.secret(want.Seat)
			dealt += want.Cards
			objectives := 0
			for a, place := range p.board.Places {
				if place.Objective && p.occupies(Area(a), want.Seat) {
					objectives++
				}
			}
			if q.Seat != want.Seat || x.Stock != want.Cubes || len(x.Hand) != want.Cards || q.Cards != want.Cards || q.Points != want.Points+objectives {
				t.Errorf("%d players: %s is %+v with %+v", n, want.Seat, q, x)
			}
			for _, k := range want.Units {
				if p.force(k.Area, want.Seat) != k.Force {
					t.Errorf("%d players: %s has %v in %s", n, want.Seat, p.force(k.Area, want.Seat), p.board.Name(k.Area))
				}
			}
			for _, a := range want.Colonies {
				if !p.controls(a, want.Seat) || p.Areas[a].Neutral > 0 {
					t.Errorf("%d players: %+v", n, p.Areas[a])
				}
			}
			for a, g := range want.Garrison {
				if h := p.Areas[a]; h.Garrison != g || h.Keeper != want.Seat {
					t.Errorf("%d players: %+v", n, h)
				}
			}
		}
		if p.Deck != len(p.Draw) || p.Deck != len(p.board.Cards)-dealt || len(p.Players)+len(p.Unplayed) != len(Rules.Seats) {
			t.Errorf("%d players: %d cards, %d players, unplayed %v", n, p.Deck, len(p.Players), p.Unplayed)
		}
		for a, place := range p.board.Places {
			if u := p.unplayed(place.Home); u != nil && (p.Areas[a].Neutral == besieged) != (u.Conquerable && !place.Impassable) {
				t.Errorf("%d players: %+v of %+v", n, p.Areas[a], u)
			}
		}
		saved, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		back := new(position)
		if err := json.Unmarshal(saved, back); err != nil {
			t.Fatal(err)
		}
		back.ready().board, back.rules = p.board, p.rules
		if !reflect.DeepEqual(back, p) {
			t.Errorf("%d players: a game is not the same when it was saved", n)
		}
	}
}

// A game master who starts a game with powers that do not fit its scenario is told which powers do.
func TestWrongPowers(t *testing.T) {
	four, err := Rules.SeatsFor(4, nil)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(Rules.Seats, func(s adjudicator.Seat) bool { return !slices.Contains(four, s) })
	wrong := append(slices.Clone(four[:3]), Rules.Seats[i])
	_, err = Rules.Configure(adjudicator.Config{Seats: wrong})
	if want := "Dishonest Decade for 4 players has the seats " + adjudicator.Listed(four, "and"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
