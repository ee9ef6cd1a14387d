package successors

import (
	"slices"
	"testing"
)

// A chit that can't be played, or would come to nothing, stays in the hand, and its owner hears why. Red plays it in
// Red's own turn.
func TestUnplayable(t *testing.T) {
	for _, c := range []struct {
		board string
		chit  int
		at    string
		with  string
		why   string // "" if it can be played
	}{
		{"", 7, "Persia", "", "You don't have chit 7."},
		{"chits Red 15", 15, "", "", "Chit 15 is played when a revolt breaks out in a province of yours, by standing orders: PLAY 15 WHEN REVOLT."},
		{"chits Red 12", 12, "", "", "Chit 12 is played at the start of a game turn, by standing orders: PLAY 12 WHEN TURN STARTS."},
		{"chits Red 11", 11, "", "", "Nobody holds the leader captive."},
		{"chits Red 11\ncaptive Red Blue", 11, "", "", ""},
		{"chits Red 18\nboard Media: Red 3 elephant", 18, "", "", "No elephant counters are left."},
		{"chits Red 18", 18, "", "", ""},
		{"chits Red 2\nboard Media: White 10 inf", 2, "", "", "All white counters for them are on the board."},
		{"chits Red 2", 2, "Media", "", "They come to your home, to your leader or to a province that you control, and Media is none of these."},
		{"chits Red 2", 2, "Red Sea", "", "They come to your home, to your leader or to a province that you control, and Red Sea is none of these."},
		{"chits Red 2\nboard Media: Red 1 lev", 2, "Media", "", ""},
		{"chits Red 2\nboard Media: Red 1 lev leader, Blue 2 lev", 2, "Media", "", ""},
		{"chits Red 2\nboard Babylonia: Blue 1 lev\ncaptive Red Blue", 2, "", "", "Enemies hold your home, and your leader is not on land, so there is no place for them."},
		{"chits Red 2", 2, "", "", ""},
		{"chits Red 7", 7, "", "", "Say where: PLAY 7 AT and the place."},
		{"chits Red 7", 7, "Persia", "", "It has to be a province that another player controls, and Persia is none."},
		{"chits Red 7\nboard Persia: Red 1 lev", 7, "Persia", "", "It has to be a province that another player controls, and Persia is none."},
		{"chits Red 7", 7, "Lower Egypt", "", "Lower Egypt is Blue's home, where it can't be."},
		{"chits Red 8\nboard Persia: Blue 1 lev, White 14 lev", 8, "Persia", "", "It has to be a province that another player controls, and Persia is none."},
		{"chits Red 8\nboard Persia: Blue 1 lev; Media: White 14 lev", 8, "Persia", "", "All white counters for it are on the board."},
		{"chits Red 7\nboard Persia: Blue 1 lev", 7, "Persia", "", ""},
		{"chits Red 9", 9, "Red Sea", "", "There is no fleet in Red Sea."},
		{"chits Red 9\nboard Red Sea: Blue 1 fleet", 9, "Red Sea", "", ""},
		{"chits Red 10", 10, "Persia", "", "There is no land unit in Persia."},
		{"chits Red 10\nboard Red Sea: Blue 1 fleet", 10, "Red Sea", "", "There is no land unit in Red Sea."},
		{"chits Red 10\nboard Persia: White 1 lev", 10, "Persia", "", ""},
		{"chits Red 19", 19, "", "", "Say which province the cavalry raids: PLAY 19 AT and the province."},
		{"chits Red 19", 19, "Persia", "", "Nobody controls Persia whom it could rob."},
		{"chits Red 19\nboard Persia: Red 1 cav", 19, "Persia", "", "Red controls Persia, and is no enemy."},
		{"chits Red 19\nallies Red Blue\nboard Persia: Blue 1 cav", 19, "Persia", "", "Blue controls Persia, and is no enemy."},
		{"chits Red 19\nboard Persia: Blue 1 cav", 19, "Persia", "", "No cavalry of Red is in Persia or next to it."},
		{"chits Red 19\nboard Persia: Blue 1 cav; Media: Red 1 inf; Bactria: Red 1 cav", 19, "Persia", "", "No cavalry of Red is in Persia or next to it."},
		{"chits Red 19\nboard Persia: Blue 1 cav; Media: Red 1 cav", 19, "Persia", "", ""},
		{"chits Red 19\nboard Persia: Blue 1 cav; Media: Green 1 cav", 19, "Persia", "Green", "Cavalry rides for its owner or for their ally, and Green is no ally of yours."},
		{"chits Red 19\nallies Red Green\nboard Persia: Blue 1 cav; Media: Green 1 cav", 19, "Persia", "Green", "Green has not said that their cavalry rides for you."},
		{"chits Red 19\nallies Red Green\nstanding Green: LEND CAV FOR RAID TO Red PRICE 6\nboard Persia: Blue 1 cav; Media: Green 1 cav", 19, "Persia", "Green", "Green wants 6 talents for it, and you have 5."},
		{"chits Red 19\nallies Red Green\nstanding Green: LEND CAV FOR RAID TO Red PRICE 5\nboard Persia: Blue 1 cav; Media: Green 1 cav", 19, "Persia", "Green", ""},
		{"chits Red 19\nallies Red Green\nstanding Green: LEND CAV FOR RAID TO Red PRICE 5\nboard Persia: Green 1 cav; Media: Green 1 cav", 19, "Persia", "Green", "Green controls Persia, and is no enemy."},
	} {
		r, _ := cards(t, homes+"talents Red 5\n"+c.board)
		at := nowhere
		if c.at != "" {
			at, _ = House().Area(c.at)
		}
		if why := r.unplayable("Red", play{chit: c.chit, at: at, with: c.with}, InTurn); why != c.why {
			t.Errorf("%s\nchit %d at %q with %q: %q, not %q", c.board, c.chit, c.at, c.with, why, c.why)
		}
	}
}

// When chits are played by standing orders. It is Red's turn.
func TestWhenChitsArePlayed(t *testing.T) {
	for _, c := range []struct {
		seat, line string
		chit       int
		when       When
		played     bool
	}{
		{"Blue", "PLAY 12 WHEN TURN STARTS", 12, AtTurnStart, true},
		{"Blue", "PLAY 12 WHEN TURN STARTS", 12, AnyTurn, false},
		{"Blue", "PLAY 2 NOW", 2, AtTurnStart, false},
		{"Blue", "PLAY 2 NOW", 2, AnyTurn, true},
		{"Blue", "PLAY 2 WHEN TURN STARTS", 2, AtTurnStart, true},
		{"Blue", "PLAY 2 WHEN TURN STARTS", 2, AnyTurn, false},
		{"Blue", "PLAY 5 NOW", 5, AnyTurn, false},
		{"Red", "PLAY 5 NOW", 5, AnyTurn, true},
		{"Red", "PLAY 5 NOW", 5, AtTurnStart, false},
		{"Red", "PLAY 15 WHEN REVOLT", 15, AnyTurn, false},
		{"Red", "PLAY 15 WHEN REVOLT", 15, AtTurnStart, false},
	} {
		r, _ := cards(t, homes+"chits "+c.seat+" 2, 5, 12, 15\nstanding "+c.seat+": "+c.line)
		r.secret("Green").Standing, r.sheets["Green"] = "", sheet{}
		r.chits(c.when)
		left := slices.Contains(r.secret(c.seat).Hand, c.chit)
		if left == c.played {
			t.Errorf("%s: %s is played: %v at %q", c.seat, c.line, !left, c.when)
		}
		if standing := r.secret(c.seat).Standing; (standing == "") != c.played {
			t.Errorf("%s: %s is played: %v, and on file is %q", c.seat, c.line, c.played, standing)
		}
		if spent := slices.Contains(r.Spent, c.chit); spent != c.played || r.player(c.seat).Chits != len(r.secret(c.seat).Hand) {
			t.Errorf("%s: %s is played: %v; spent are %v, and he has %d", c.seat, c.line, c.played, r.Spent, r.player(c.seat).Chits)
		}
	}
}

// When no chit is left to draw, the played ones are shuffled; when there are none at all, none is drawn.
func TestDrawWithoutChits(t *testing.T) {
	r, table := cards(t, homes+"dice chits 1")
	r.Draw, r.Spent, r.Deck = []int{3}, []int{4, 7}, 1
	r.draw("Red", 4)
	if hand := r.secret("Red").Hand; !slices.Equal(hand, []int{3, 4, 7}) || len(r.Draw)+len(r.Spent) > 0 {
		t.Errorf("Red has %v; %v and %v are left", hand, r.Draw, r.Spent)
	}
	expect(t, r, table, "drew: Seat Red, Chits 3, Has 3, Left 0")
}

// The chits of a player who is out come back with those that were played (SU-23).
func TestChitsOfWhoIsOut(t *testing.T) {
	r, _ := cards(t, "captive Red Blue\nhome Red Persia\nboard Persia: Green 1 levy\nchits Red 8, 9")
	r.Spent = []int{4}
	r.eliminate()
	if !slices.Equal(r.Spent, []int{4, 8, 9}) || len(r.secret("Red").Hand) > 0 {
		t.Errorf("spent are %v, and Red has %v", r.Spent, r.secret("Red").Hand)
	}
}

// If a standing order names several places, the chit is played in the first of them where it can be.
func TestFirstPlaceOfAChit(t *testing.T) {
	r, table := cards(t, homes+"chits Red 8\nstanding Red: PLAY 8 NOW AT Media, Persia, Susiana\nboard Persia: Blue 1 cav; Susiana: Blue 1 cav\ndice battle of Persia 1 1 1 6 6 6 6 6 6 6")
	r.chits(AnyTurn)
	expect(t, r, table, "chit: ...Number 8, ...At Persia", "rising: ...At Persia...", "not rising: ...At Susiana...")
}
