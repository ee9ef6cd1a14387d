package dealers

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"deaddrop/adjudicator/queue"
	"deaddrop/templates"
	"deaddrop/templates/templatestest"
)

// said returns how an event is told.
func said(t *testing.T, kind string, data any) string {
	t.Helper()
	return templatestest.Said(t, ofGame(templates.Page{Seat: "Black"}), kind, data, "seat")
}

// wordings returns all kinds of events, in one and in many, and where there is nothing to say.
func wordings() []wording {
	return append([]wording{
		{"opening", opening{"Europe", []string{"Privateers", "Gunners"}, "Blue", 6}, "Map: Europe; 6 years. Families in play: Privateers, Gunners. Blue\n  begins."},
		{"draft", drafted{[]take{{Took{"Black", "Navaa", false}, false}, {Took{"Blue", "Bern", true}, true}}}, "The draft: Black Navaa, Blue Bern (by lot)."},
		{"year", yearly{1, 6, "Blue", false, false}, "YEAR 1 OF 6 BEGINS\n  Blue is the start player."},
		{"year", yearly{4, 6, "Blue", true, true}, "YEAR 4 OF 6 BEGINS\n  Blue is the start player. It is the late era: the action board is\n    turned over, and everybody gets their leader cube back."},
		{"winter", wintered{2, []Harvest{{"Black", 2, 7, []Part{{PerTaken, 2, 2}, {PerMasters, 1, 0}}}, {"Blue", 0, 3, []Part{{PerInland, 0, 0}}}, {"Green", 1, 1, []Part{{PerMost, 1, 1}}}}},
			"WINTER OF YEAR 2\n  Black scores 2 points (2 territories taken, 1 master), and now has 7.\n  Blue scores nothing (0 territories inland), and now has 3.\n  Green scores 1 point (most territories), and now has 1."},
		{"reshuffled", reshuffled{[]Renewed{{"Black", 2, 6}, {"Blue", 0, 0}}}, "Cards put under the draw piles: Black 6 (2 from hand), Blue 0."},
		{"points", scored{"Black", 1, 4, "Gain VP"}, "Black scores 1 point (Gain VP), and now has 4."},
		{"points", scored{"Black", -2, 0, "2 cards too few trained"}, "Black loses 2 points (2 cards too few trained), and now has 0."},
		{"end", ended{6, []string{"Black"}, false, []Final{{"Black", 4, 2, 7, 8, 8, 19}, {"Blue", 10, 0, 0, 3, 3, 13}}},
			"THE GAME IS OVER: BLACK WINS\n\n  seat     track     masters  territories  total\n  Black        4   2 for  7      8 for  8     19\n  Blue        10   0 for  0      3 for  3     13"},
		{"end", ended{6, []string{"Black"}, true, nil}, "THE GAME IS OVER: BLACK WINS\n  Others have as many points, but fewer masters or territories.\n\n  seat     track     masters  territories  total"},
		{"end", ended{6, []string{"Black", "Blue"}, true, nil}, "THE GAME IS OVER: BLACK AND BLUE WIN\n  The tied players share the victory.\n\n  seat     track     masters  territories  total"},
		{"turn", begun{1, 2, "Black"}, "YEAR 1, 2ND TURN: BLACK"},
		{"action", chosen{"Black", "Train 2", ByCube}, "Black chooses Train 2."},
		{"action", chosen{"Black", "Train 2", ByLeader}, "Black chooses Train 2 with the leader cube."},
		{"action", chosen{"Black", "Train 2", ByToken}, "Black chooses Train 2 with the start player token."},
		{"passed", passedBy{"Black", false}, "Black passes."},
		{"passed", passedBy{"Black", true}, "Black passes, with no action cube left."},
		{"nmr", queue.NMR{Seat: "Black"}, "Black sent no orders."},
		{"silent", queue.NMR{Seat: "Black"}, "You sent no orders. For the rest of this year nobody will wait for you:\nyou will pass each turn until you write."},
		{"skipped", queue.Skipped{Line: "ACTION Train 2\nTRAIN Tutor", Why: "There is no room left."}, "NOT CARRIED OUT AS WRITTEN: ACTION Train 2; TRAIN Tutor. There is no\n  room left."},
	}, cardWordings()...)
}

type wording struct {
	kind string
	data any
	want string
}

// cardWordings returns the events of cards and of assaults.
func cardWordings() []wording {
	return []wording{
		{"played", played{"Black", "Tutor", Support, 3, false, Strengths{0, 0, 5}, "", false}, "Black plays Tutor: 3 support, now 5."},
		{"played", played{"Black", "Scholars 1", Attack, 0, true, Strengths{}, "You draw 1 card.", true}, "Black plays Scholars 1 from the ready area: 0 attack, without its\n  effect."},
		{"used", uses{"Black", "Fort", "You gain 5 defence.", true}, "Black uses Fort: “You gain 5 defence”."},
		{"used", uses{"Black", "Fort", "", true}, "Black uses Fort."},
		{"gained", gained{"Black", "Fort", Strengths{0, 5, 0}, Strengths{0, 5, 0}}, "Black gains 5 defence from Fort."},
		{"gained", gained{"Black", "Fort", Strengths{0, 5, 0}, Strengths{1, 6, 0}}, "Black gains 5 defence from Fort, and now has 1 attack, 6 defence."},
		{"shielded", shielded{"Black", 1, 1}, "Each of Black's territories has +1 defence until winter."},
		{"shielded", shielded{"Black", 1, 3}, "Each of Black's territories has +1 defence until winter, 3 in all."},
		{"trained", trains{"Black", "Tutor", 3, 0, "", false, 0}, "Black trains Tutor for 3 support."},
		{"trained", trains{"Black", "Tutor", 3, 2, "", false, 0}, "Black trains Tutor for 3 support, with 2 left."},
		{"trained", trains{"Black", "Tutor", 0, 0, "Preachers 1", false, 0}, "Black trains Tutor for nothing, with Preachers 1."},
		{"trained", trains{"Black", "Privateers 2", 0, 0, "", false, 0}, "Black trains Privateers 2 for nothing."},
		{"trained", trains{"Black", "Privateers", 4, 1, "", true, 3}, "Black becomes a master of Privateers for 4 support, with 1 left: 3\n  points at the end."},
		{"dismissed", dismisses{"Black", []string{"Tutor", "Angry Masses", "Tutor"}, nil}, "Black dismisses 2 Tutor, Angry Masses."},
		{"readied", readied{"Black", []string{"Tutor", "Tide Reader"}}, "Black puts Tutor, Tide Reader into the ready area."},
		{"spoils", plunder{"Black", 3, []string{"Fort", "Fort"}}, "Black gains spoils of value 3: 2 Fort."},
		{"spoils", plunder{"Black", 2, nil}, "There are no spoils of value 2 left for Black."},
		{"draws", draws{"Black", 1, 4}, "Black draws 1 card, leaving 4 in the draw pile."},
		{"drawn", drawnCards{[]string{"Tutor*", "Tutor", "Veteran"}}, "You drew 2 Tutor, Veteran."},
		{"back", drawnCards{[]string{"Tutor*"}}, "You took back Tutor."},
		{"recovered", recovered{"Black", 2, "Veteran"}, "Black takes back 2 cards from the discard pile; Veteran is now on top of\n  it."},
		{"recovered", recovered{"Black", 1, ""}, "Black takes back 1 card from the discard pile."},
		{"discards", discards{"Black", 1, "Veteran"}, "Black discards 1 card from hand; Veteran is now on top of the discard\n  pile."},
		{"discarded", discardedCards{[]string{"Veteran*", "Tutor"}}, "You discarded Veteran, Tutor."},
		{"merged", merged{"Black", 9}, "Black shuffles discard pile and draw pile together: 9 cards."},
		{"renewed", merged{"Black", 1}, "Black shuffles the discard pile, and puts it under the draw pile: 1\n  card."},
		{"void", void{"Spies 1", "Blue has no cards."}, "Spies 1: Blue has no cards."},
		{"ruled", ruled{"Black", "A comet", []string{"POINTS Black 1", "DRAW Blue 1"}}, "The game master rules on Black's A comet: POINTS Black 1; DRAW Blue 1."},
		{"ruled", ruled{"Black", "A comet", nil}, "The game master rules on Black's A comet: nothing happens."},
		{"assault", assaulted{Seat: "Black", Path: []string{"Bern", "Milan"}, Wall: 3, Native: 3, Defence: 6}, "Black assaults Milan from Bern. Its defence is 6: native 3, interior 3."},
		{"assault", assaulted{Seat: "Black", Holder: "Blue", Path: []string{"Bern", "Milan"}, Wall: 3, Passive: 2, Defence: 5, Bonus: 3,
			Bonuses: []Credit{{"Karol", 2}, {"Bern", 1}}, Passives: []Credit{{"the master of Wardens", 1}, {"Paris", 1}}},
			"Black assaults Blue's Milan from Bern. Its defence is 5: interior 3, the\n  master of Wardens 1, Paris 1. Black has 3 attack before any card is\n  played (Karol 2, Bern 1)."},
		{"assault", assaulted{Seat: "Black", Holder: "Blue", Path: []string{"Madrid", "Mediterranean", "Black Sea", "Sinop"}, Oversea: true, Wall: 3, Seas: 6, Passive: 1, Shield: 2, Markers: 3, Defence: 15, Bonus: 2},
			"Black assaults Blue's Sinop from Madrid over Mediterranean and Black\n  Sea. Its defence is 15: border 3, sea 6, cities, leader and masters 1,\n  assault actions 2, markers 3. Black has 2 attack before any card is\n  played."},
		{"strength", strength{"Milan", firstStep, 7, 5}, "After the first step: attack 7, defence 5."},
		{"strength", strength{"Milan", defenceStep, 7, 5}, "After the defender's step: attack 7, defence 5."},
		{"strength", strength{"Milan", finalStep, 7, 5}, "After the last step: attack 7, defence 5."},
		{"conquered", conquered{Seat: "Black", At: "Milan", Attack: 7, Defence: 6}, "Black takes Milan with 7 against 6."},
		{"conquered", conquered{Seat: "Black", At: "Bern", From: "Blue", Attack: 7, Defence: 6, Points: 2, Total: 9, City: true}, "Black takes Bern from Blue with 7 against 6, and gets the city's card.\n  Black scores 2 points, and now has 9."},
		{"repelled", repelled{"Black", "Milan", "Blue", 5, 6}, "Black's assault on Milan fails, 5 to 6."},
	}
}

func TestEventsInWords(t *testing.T) {
	for _, c := range wordings() {
		if got := said(t, c.kind, c.data); got != c.want {
			t.Errorf("%s %+v is told as\n%s\nnot\n%s", c.kind, c.data, got, c.want)
		}
	}
}

// Whatever is told anywhere is among them.
func TestAllEventsHaveWords(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, c := range wordings() {
		known[c.kind] = true
	}
	tells, n := regexp.MustCompile(`(?:tell\(|inform\([^"]*|Event\{Kind: )"([a-z ]+)"`), 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, m := range tells.FindAllStringSubmatch(string(text), -1) {
			if n++; !known[m[1]] {
				t.Errorf("%s tells %q, which has no wording here", name, m[1])
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d events are told", n)
	}
}
