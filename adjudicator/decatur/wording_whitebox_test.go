package decatur

import (
	"fmt"
	"strings"
	"testing"

	"deaddrop/adjudicator/queue"
	"deaddrop/templates"
	"deaddrop/templates/templatestest"
)

// said returns how an event is told.
func said(t *testing.T, kind string, data any) string {
	t.Helper()
	return templatestest.Said(t, ofGame(templates.Page{Seat: "Red"}), kind, data)
}

func TestEventsInWords(t *testing.T) {
	orient := []Commonwealth{Orient}
	two := []Commonwealth{Orient, Russian}
	moved := []Move{{"India", -3, 2}, {"Persia", 3, 4}}
	for _, c := range []struct {
		kind string
		data any
		want string
	}{
		{"turn", turn{Seat: "Red", Action: "pass"}, "Red passes."},
		{"nmr", queue.NMR{Seat: "Red"}, "Red sent no orders for this turn."},
		{"silent", queue.NMR{Seat: "Red"}, "You sent no orders for this turn."},
		{"turn", turn{Seat: "Red", Action: "draw", Cards: 1}, "Red draws an influence card."},
		{"turn", turn{Seat: "Red", Action: "draw"}, "Red would draw an influence card, but none is left."},
		{"turn", turn{Seat: "Red", Action: "draw", Cards: 1, Refilled: true},
			"Red draws an influence card. The discards were shuffled into a new deck."},
		{"turn", turn{Seat: "Red", Action: "draw", Cards: 1, Played: orient}, "Red draws an influence card. Too many cards: an Orient card goes from\n  hand into play."},
		{"turn", turn{Seat: "Red", Action: "draw", Cards: 1, Played: two, Dropped: orient},
			"Red draws an influence card. Too many cards: 2 cards (Orient, Russian)\n  go from hand into play, and an Orient card is discarded from play."},
		{"turn", turn{Seat: "Red", Action: "exchange", Kind: Russian, Cards: 1, FromPlay: 1}, "Red exchanges a Russian card."},
		{"turn", turn{Seat: "Red", Action: "exchange", Kind: Orient, Cards: 3, FromHand: 2, FromPlay: 1}, "Red exchanges 3 Orient cards (2 from hand)."},
		{"turn", turn{Seat: "Red", Action: "restructure", To: "Egypt", Moved: []Move{{"India", -5, 0}, {"Egypt", 7, 7}}}, "Red restructures to Egypt: India -5 (now 0), Egypt +7 (now 7)."},
		{"turn", turn{Seat: "Red", Action: "expand", Moved: []Move{{"India", 1, 6}}}, "Red expands: India +1 (now 6)."},
		{"turn", turn{Seat: "Red", Action: "port", To: "Egypt", Ocean: Indian, Cost: 2, Moved: []Move{{"Egypt", -2, 1}}},
			"Red builds a port in Egypt for 2 factors, with a fleet in the Indian\n  Ocean: Egypt -2 (now 1)."},
		{"turn", turn{Seat: "Red", Action: "consolidate", To: "Persia", Moved: moved}, "Red consolidates in Persia: India -3 (now 2), Persia +3 (now 4)."},
		{"turn", turn{Seat: "Red", Action: "venture", From: "India", To: "Persia", Moved: moved}, "Red ventures from India to Persia: India -3 (now 2), Persia +3 (now 4)."},
		{"turn", turn{Seat: "Red", Action: "venture", From: "India", To: "Persia", Hostile: true}, ""},
		{"clock", clocked{Space: 3}, "The clock marker moves to space 3, face down."},
		{"clock", clocked{Space: 8, Turned: true, Up: true}, "The clock marker moves to space 8 and is turned face up."},
		{"clock", clocked{Space: 9, Up: true, Multiple: 5, Dice: []int{4, 5}}, "The clock marker moves to space 9, face up. The dice: 4 + 5 = 9, not a\n  multiple of 5. The interval goes on."},
		{"clock", clocked{Space: 9, Up: true, Multiple: 3, Dice: []int{4, 5}, Ends: true}, "The clock marker moves to space 9, face up. The dice: 4 + 5 = 9, a\n  multiple of 3. The interval ends."},
		{"called", called{"Blue", "Red", "India"}, "Blue calls “Decatur”: Red forgot the clock marker, and loses a factor in\n  India."},
		{"called", called{"Blue", "Red", ""}, "Blue calls “Decatur”: Red forgot the clock marker. No factor is lost for\n  it."},
		{"drew", drew{orient, two}, "You drew Orient. Your hand: Orient, Russian."},
	} {
		if got := said(t, c.kind, c.data); got != c.want {
			t.Errorf("%+v is told as\n%s\nnot\n%s", c.data, got, c.want)
		}
	}
}

// The first example of the rules, as far as they tell it; then what else can come of a takeover.
func TestTakeoverInWords(t *testing.T) {
	example := takenOver{Takeover: Takeover{Contender: "Red", Defender: "Blue", From: "India", To: "Indo-China",
		Began: [2]Strength{{Fleets: 2}, {Factors: 2, Fleets: 1, Cards: 2, Port: 2}}, Bids: []Bid{
			{Seat: "Red", Commits: 4, Plays: []Commonwealth{Orient}, Strengths: [2]int{8, 7}},
			{Seat: "Blue", Plays: []Commonwealth{Orient}, Discards: []Commonwealth{British}, Strengths: [2]int{8, 9}},
			{Seat: "Red", Concedes: true, Strengths: [2]int{8, 9}},
		}, Dice: []int{6, 3}, Hit: Hit{Contender: true}}}
	const bidding = `TAKEOVER OF INDO-CHINA: RED AGAINST BLUE
  Red, the contender, ventures from India and begins with 2 (fleets 2).
  Blue, the defender, begins with 7 (factors 2, fleets 1, cards 2, port
    2).
  Red commits 4 factors and plays an Orient card: Red 8, Blue 7.
  Blue plays an Orient card, and discards a British card from play: Red
    8, Blue 9.
  Red concedes.
`
	const fails = bidding + `  Attrition: 6 + 3 = 9, so Red loses a factor.
  The takeover fails. Red's factors stay in India.`
	check := func(want string, change func(*takenOver)) {
		t.Helper()
		of := example
		if change != nil {
			change(&of)
		}
		got := said(t, "takeover", of)
		if !strings.HasPrefix(want, "TAKEOVER") {
			_, got, _ = strings.Cut(got, "Attrition: ")
		}
		if got = strings.Join(strings.Fields(got), " "); got != strings.Join(strings.Fields(want), " ") {
			t.Errorf("the takeover is told as\n%s\nnot\n%s", got, want)
		}
	}
	if got := said(t, "takeover", example); got != fails {
		t.Errorf("the takeover is told as\n%s\nnot\n%s", got, fails)
	}
	check("6 + 3 = 9, so Blue loses a factor. The takeover fails. Red's factors stay in India. Indo-China is left empty.", func(of *takenOver) {
		of.Hit, of.LeftEmpty = Hit{Defender: true}, true
	})
	check("6 + 3 = 9, so nobody loses a factor. The takeover succeeds. 1 of Blue's factors relocates to Persia. Red moves 1 factor in.", func(of *takenOver) {
		of.Hit, of.Won, of.Relocated, of.RelocatedN, of.MovedIn = Hit{}, true, "Persia", 1, 1
	})
	check("6 + 3 = 9, so both lose a factor. The takeover succeeds. 2 of Blue's factors relocate to Persia. 1 of Blue's factors is removed. The port is lost, and with it a fleet in the Pacific Ocean. Indo-China is left empty.", func(of *takenOver) {
		of.Hit, of.Won, of.Relocated, of.RelocatedN, of.Removed, of.Port, of.Fleet, of.LeftEmpty = Hit{true, true}, true, "Persia", 2, 1, true, Pacific, true
	})
	check("6 + 3 = 9, so Red loses a factor. The takeover succeeds. 3 of Blue's factors are removed. Red moves 4 factors in.", func(of *takenOver) {
		of.Won, of.Removed, of.MovedIn = true, 3, 4
	})
	check(`TAKEOVER OF ICELAND: RED AGAINST BLUE Red, the contender, ventures from Persia and begins with 6 (fleets 2, cards 4). Blue, the defender, begins with 3 (factors 1, logistics 2).
		Red stands pat: Red 6, Blue 3. Blue concedes. Attrition: 6 + 3 = 9, so Red loses a factor. The takeover succeeds.`, func(of *takenOver) {
		of.From, of.To, of.Began, of.Won = "Persia", "Iceland", [2]Strength{{Fleets: 2, Cards: 4}, {Factors: 1, Crossing: 2}}, true
		of.Bids = []Bid{{Seat: "Red", Pat: true, Strengths: [2]int{6, 3}}, {Seat: "Blue", Concedes: true, Strengths: [2]int{6, 3}}}
	})
}

func TestUpheavalAndEndInWords(t *testing.T) {
	got := said(t, "upheaval", upheaval{Interval: 2, Regions: []Ranked{{EastAsia, 7, 4}, {Europe, 5, 3}},
		Changed:   []Adjusted{{"Siberia", "Red", EastAsia, 2, 4, false}, {"Iceland", "Blue", Europe, 1, 3, false}, {"Yakutia", "Blue", EastAsia, 7, 4, true}},
		Discarded: []Discarded{{"Red", []Commonwealth{Orient}}}})
	const want = `ECONOMIC UPHEAVAL: INTERVAL 2 ENDS
  region       cards  factors
  East Asia        7        4
  Europe           5        3
  East Asia: Siberia (Red) 2 to 4, Yakutia (Blue) 7 to 4 and empty
  Europe: Iceland (Blue) 1 to 3
  Red discards duplicates in play: Orient.`
	if got != want {
		t.Errorf("the upheaval is told as\n%s\nnot\n%s", got, want)
	}
	const why = "Where regions are tied, precedence decides: East Asia, Europe."
	tied := upheaval{Interval: 2, Regions: []Ranked{{EastAsia, 5, 4}, {Europe, 5, 3}}, Precedence: []Region{EastAsia, Europe}}
	if got := said(t, "upheaval", tied); !strings.Contains(got, why) || strings.Contains(want, why) {
		t.Errorf("an upheaval with a tie is told as\n%s", got)
	}
	e := ended{Winner: "Blue", Scores: []Score{{"Blue", 21, 5, 3, 1, []Commonwealth{Orient, British, Orient}}, {"Red", 9, 0, 0, 2, nil}}}
	for by, why := range map[string]string{
		"factors": "Blue has the most factors on the board: 21.",
		"cards":   "Of those with the most factors, 21, Blue has the most influence cards: 5.",
		"hand":    "Of those with the most factors, 21, and the most influence cards, 5, Blue has the most of them in hand: 3.",
		"ports":   "Of those with the most factors, 21, and as many influence cards in play and in hand, Blue has the most ports: 1.",
		"Yakutia": "Of those with the most factors, 21, and as many influence cards and ports, Blue controls the location that comes last alphabetically: Yakutia.",
	} {
		e.By = by
		got := said(t, "end", e)
		const scores = `

     seat    factors  cards  hand  ports  hand at the end
  1  Blue         21      5     3      1  British, 2 Orient
  2  Red           9      0     0      2  none`
		head, _, _ := strings.Cut(got, "\n\n")
		if head = strings.Join(strings.Fields(head), " "); head != "THE GAME IS OVER: BLUE WINS "+why || !strings.HasSuffix(got, scores) {
			t.Errorf("by %s the end is told as\n%s", by, got)
		}
	}
}

// The letter lists what comes on the round track, up to where the marker lies face up, also past the end of the
// circle.
func TestStepsAhead(t *testing.T) {
	b := &Board{Track: []Space{{}, {Multiple: 4}, {Clock: true, Multiple: 6}, {Multiple: 3}, {}}}
	check := func(space int, up bool, want ...string) {
		t.Helper()
		v := View{State: State{Space: space, Up: up, Interval: 1, Intervals: 4, Round: 2}, board: b}
		v.Locations = []Holding{{Location: "India", Owner: "Red", Factors: 1}}
		b.Locations = []Location{{Name: "India", Region: Europe}}
		text := write(t, templates.Page{Seat: "Red", View: v})
		for i, w := range want {
			if !strings.Contains(text, "\n  "+w+"\n") {
				t.Errorf("from space %d there is no %q:\n%s", space, w, text)
			}
			if i > 0 && strings.Index(text, want[i-1]) > strings.Index(text, w) {
				t.Errorf("from space %d %q comes too late", space, want[i-1])
			}
		}
	}
	check(1, false, "space 2: a multiple of 4, but the marker is face down", "space 3: the marker is turned face up; a roll that is a multiple of 6\n    ends the interval (6 in 36)",
		"space 4: a roll that is a multiple of 3 ends the interval (12 in 36)", "space 5: nothing", "space 1: nothing", "space 2: a roll that is a multiple of 4 ends the interval (9 in 36)")
	check(2, true, "space 3: a roll that is a multiple of 6 ends the interval (6 in 36)")
}

// The bids that a letter offers are those that are just enough.
func TestRaises(t *testing.T) {
	b := &Board{Precedence: Regions, Locations: []Location{{"India", MiddleAsia, Crescent, nil}, {"Indo-China", EastAsia, Orient, nil}}}
	check := func(seat string, strengths [2]int, committed, factors, inPlay, hand int, want string) {
		t.Helper()
		cards := func(n int) []Commonwealth { return []Commonwealth{Orient, Orient, Orient, Orient}[:n] }
		v := View{Seat: seat, board: b, Hand: append(cards(hand), British), Takeover: &Takeover{Contender: "Red", Defender: "Blue", From: "India", To: "Indo-China", Committed: committed, Left: factors - committed, Strength: strengths[0], Against: strengths[1]}}
		v.Locations = []Holding{{"India", "Red", factors, ""}, {"Indo-China", "Blue", 3, ""}}
		v.Players = []Player{{Seat: seat, InPlay: cards(inPlay)}}
		if got := fmt.Sprintf("%d %q", v.Short(), v.Raises()); got != want {
			t.Errorf("%s, who has %d factors, %d cards in play and %d in hand, at %v: %s, not %s", seat, factors, inPlay, hand, strengths, got, want)
		}
	}
	check("Red", [2]int{2, 7}, 0, 7, 0, 0, `6 ["COMMIT 6"]`)
	check("Red", [2]int{2, 7}, 1, 7, 0, 1, `6 ["COMMIT 7" "COMMIT 5 PLAY Orient"]`)
	check("Red", [2]int{2, 7}, 0, 2, 0, 2, `6 ["COMMIT 2 PLAY Orient, Orient"]`)
	check("Red", [2]int{2, 7}, 0, 1, 0, 2, `6 []`)
	check("Red", [2]int{2, 7}, 0, 0, 0, 3, `6 ["PLAY Orient, Orient, Orient"]`)
	check("Red", [2]int{2, 7}, 0, 0, 1, 3, `6 []`) // no more than three in play
	check("Red", [2]int{6, 3}, 0, 4, 0, 1, `0 ["COMMIT 1" "PLAY Orient"]`)
	check("Blue", [2]int{8, 7}, 4, 5, 0, 1, `1 ["PLAY Orient"]`)
	check("Blue", [2]int{8, 8}, 4, 5, 0, 0, `0 []`)
	check("Blue", [2]int{9, 6}, 4, 5, 0, 1, `3 []`)
	check("Blue", [2]int{9, 6}, 4, 5, 0, 2, `3 ["PLAY Orient, Orient"]`)
}
