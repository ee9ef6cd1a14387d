package successors

import (
	"strings"
	"testing"

	"deaddrop/adjudicator/queue"
	"deaddrop/templates"
	"deaddrop/templates/templatestest"
)

// said returns how an event is told.
func said(t *testing.T, kind string, data any) string {
	t.Helper()
	return templatestest.Said(t, ofGame(templates.Page{Seat: "Red"}), kind, data, "seat")
}

// troops returns levies, elephants, infantry, cavalry and fleets.
func troops(of ...int) Units { return Units(append(of, make([]int, 5-len(of))...)) }

// Every kind of event has its words, in one and in many, and where there is nothing to say.
func TestEventsInWords(t *testing.T) {
	inf, many := troops(0, 0, 1), troops(2, 1, 0, 3)
	gone := []Gone{{"Media", inf}, {"Persia", many}}
	struck := []Struck{{"Red", "Media", Infantry, []int{1, 4}, 1}, {"Blue", "Persia", Levy, []int{5}, 0}}
	for _, c := range []struct {
		kind string
		data any
		want string
	}{
		{"skipped", queue.Skipped{Line: "BUY 9 INF AT Media", Why: "You have 2 talents."}, "NOT CARRIED OUT AS WRITTEN: BUY 9 INF AT Media. You have 2 talents."},
		{"nmr", queue.NMR{Seat: "Red"}, "Red sent no orders for this turn."},
		{"silent", queue.NMR{Seat: "Red"}, "You sent no orders for this turn."},
		{"choosing", choosing{[][]Thrown{{{"Red", 4}, {"Blue", 4}}, {{"Red", 1}, {"Blue", 6}}}, []string{"Blue", "Red"}},
			"ORDER OF CHOOSING HOMES\n  Blue, Red. The dice: Red 4, Blue 4; Red 1, Blue 6."},
		{"home", settled{"Red", "Media", true}, "Red makes Media their home, and their leader is there."},
		{"home", settled{"Red", "Media", false}, "Red makes Media their home, the best one left, and their leader is\n  there."},
		{"order", ordered{[]string{"Blue", "Red"}}, "The order of play: Blue, Red."},
		{"round", begun{2, 10, []string{"Blue", "Red"}}, "Turn 2 of 10 begins."},
		{"event", rolled{"Red", []int{1, 5, 4}, "odd", "Persia revolts", "Two levies rise."}, "RED'S EVENT: PERSIA REVOLTS\n  “Two levies rise.” (Dice 1, 5, 4: odd table.)"},
		{"event", rolled{"Red", []int{1, 5, 4}, "odd", "Persia revolts", ""}, "RED'S EVENT: PERSIA REVOLTS\n  (Dice 1, 5, 4: odd table.)"},
		{"chit", played{"Red", 3, "Horse", "They come.", "Media", ""}, "Red plays chit 3, Horse, in Media: “They come.”"},
		{"chit", played{"Red", 19, "Raid", "They ride.", "Media", "Blue"}, "Red plays chit 19, Raid, in Media, with Blue's cavalry: “They ride.”"},
		{"chit", played{"Red", 5, "Gold", "It is gold.", "", ""}, "Red plays chit 5, Gold: “It is gold.”"},
		{"drew", drew{"Red", 1, 2, 17}, "Red draws 1 chit, and now has 2; 17 are left."},
		{"drew", drew{"Red", 2, 2, 1}, "Red draws 2 chits, and now has 2; 1 is left."},
		{"drew", drew{"Red", 0, 2, 0}, "Red would draw a chit, but none is left."},
		{"drawn", drawn{"Red", 5, "Gold", "It is gold."}, "You drew chit 5, Gold. It is gold."},
		{"ruled", ruled{"Red", "A comet", []string{"Red gains 2 talents", "Blue draws a chit"}}, "The game master rules on A comet: Red gains 2 talents; Blue draws a\n  chit."},
		{"ruled", ruled{"Red", "A comet", nil}, "The game master rules on A comet: nothing happens."},
		{"void", void{"Gales", "Red", "No fleet is there."}, "Gales (Red): No fleet is there."},
		{"void", void{"Gales", "", "No fleet is there."}, "Gales: No fleet is there."},
		{"talents", income{"Red", 1, false, 1}, "Red gains 1 talent, and now has 1."},
		{"talents", income{"Red", 3, false, 5}, "Red gains 3 talents, and now has 5."},
		{"talents", income{"Red", -1, false, 0}, "Red pays 1 talent, and now has 0."},
		{"talents", income{"Red", -2, true, 1}, "Red can't pay, loses a unit, and has 1 talent left."},
		{"came", came{"Red", "Media", inf, false, Units{}}, "Red receives 1 infantry in Media."},
		{"came", came{"Red", "Media", many, true, inf}, "Red receives 3 cavalry, 1 elephant, 2 levies in Media, mercenaries in\n  their pay; there are no counters for 1 infantry."},
		{"came", came{"Red", "Media", Units{}, false, inf}, "Red receives nothing in Media; there are no counters for 1 infantry."},
		{"lost", losses{"Red", gone}, "Red loses 1 infantry in Media; 3 cavalry, 1 elephant, 2 levies in\n  Persia."},
		{"returned", returned{"Red", "Media", "Persia", ""}, "Red's leader goes home from Media to Persia."},
		{"returned", returned{"Red", "", "Persia", ""}, "Red's leader goes home to Persia."},
		{"returned", returned{"Red", "", "Persia", "Blue"}, "Red's leader is no longer Blue's captive, and goes to Persia."},
		{"rising", rising{Revolt, "Media", inf, Units{}, "", Units{}}, "REVOLT IN MEDIA\n  White gets 1 infantry."},
		{"rising", rising{Invasion, "Media", many, inf, "Red", troops(1)}, "INVASION IN MEDIA\n  White gets 3 cavalry, 1 elephant, 2 levies (there are no counters for\n    1 infantry); the province was Red's, and 1 levy of theirs joins\n    White."},
		{"rising", rising{Revolt, "Media", inf, Units{}, "Red", troops(2)}, "REVOLT IN MEDIA\n  White gets 1 infantry; the province was Red's, and 2 levies of theirs\n    join White."},
		{"cancelled", cancelled{"Red", "Media", 15, "A loyal governor"}, "Red plays chit 15, A loyal governor: the revolt in Media is cancelled."},
		{"storm", stormed{2, true, "", struck}, "Storm: a fleet sinks on a roll of 2 or less, except those on patrol at\n  sea. Red in Media, infantry: rolled 1, 4 (1 lost); Blue in Persia,\n  levy: rolled 5 (none lost)."},
		{"storm", stormed{2, false, "Aegean Sea", nil}, "Storm in Aegean Sea: a fleet sinks on a roll of 2 or less. Nobody is\n  struck."},
		{"plague", plagued{1, "Media", struck[:1]}, "Plague in Media: a unit dies on a roll of 1. Red in Media, infantry:\n  rolled 1, 4 (1 lost)."},
		{"elephants", elephants{"Red", 1, 3}, "Red may buy elephants this turn, for 1 talent each."},
		{"elephants", elephants{"Red", 4, 1}, "Red may buy elephants this turn, for 4 talents each."},
		{"pace", paced{"Red", 1}, "Red's land units have 1 more movement point this turn."},
		{"pace", paced{"Red", 2}, "Red's land units have 2 more movement points this turn."},
		{"raid", raided{Seat: "Red", From: "Media", At: "Persia", Victim: "Blue", Talents: 1, Die: 2, Hit: 6},
			"Red's cavalry raids from Media into Persia: Blue loses 1 talent to them.\n  The die is 2: the cavalry comes back."},
		{"raid", raided{Seat: "Red", From: "Media", At: "Persia", Rider: "Green", Price: 2, Die: 6, Hit: 6, Lost: true},
			"Red's cavalry raids from Media (it is Green's, for 2 talents) into\n  Persia: there is nothing to take. The die is 6: the cavalry is lost."},
		{"revenue", revenue{"Red", []Yield{{"Media", 3}, {"Persia", 4}}, 7, 8}, "Red's revenue: 7 (Media 3, Persia 4). Red has 8 talents."},
		{"revenue", revenue{"Red", nil, 0, 1}, "Red's revenue: 0. Red has 1 talent."},
		{"maintenance", maintenance{"Red", 1, 1, nil, 1}, "Red pays 1 talent for 1 unit, and has 1 left."},
		{"maintenance", maintenance{"Red", 3, 2, gone[:1], 0}, "Red pays 2 talents for 3 units; for lack of money they lose 1 infantry\n  in Media, and have 0 talents left."},
		{"maintenance", maintenance{"Red", 0, 0, nil, 4}, "Red has no units to pay for."},
		{"gift", given{"Red", "Blue", 1}, "Red gives Blue 1 talent."},
		{"ransom", ransomed{"Red", "White", 5, "Media"}, "Red pays White a ransom of 5 talents; Red's leader is in Media."},
		{"purchase", purchased{"Red", []Bought{{"Media", inf, 2}, {"Persia", troops(1), 1}}, 3, 1}, "Red buys 1 infantry in Media and 1 levy in Persia for 3 talents, and has\n  1 left."},
		{"alliances", allied{Begun: [][2]string{{"Red", "Blue"}}}, "Red and Blue are now allied."},
		{"alliances", allied{Begun: [][2]string{{"Red", "Blue"}}, Ended: [][2]string{{"Red", "Green"}, {"Blue", "Green"}}}, "Red and Blue are now allied. The alliance between Red and Green has\n  ended. The alliance between Blue and Green has ended."},
		{"loans", loaned{"Red", []Loan{{"Blue", "Media", inf}, {"Green", "Persia", many}}}, "Red may use in their turn: 1 infantry of Blue in Media; 3 cavalry, 1\n  elephant, 2 levies of Green in Persia."},
		{"loans", loaned{"Red", nil}, "Red may no longer use others' units."},
		{"marched", marched{Seat: "Red", Path: []string{"Media", "Persia"}, Units: inf, Leader: true}, "Red: 1 infantry and the leader Media-Persia."},
		{"marched", marched{Seat: "Red", Path: []string{"Media", "Persia"}, Leader: true}, "Red: the leader Media-Persia."},
		{"marched", marched{Seat: "Red", Of: "Blue", Path: []string{"Media", "Persia"}, Units: inf, Behind: []behind{{"Media", inf}, {"Parthia", many}}, Stopped: true},
			"Red: Blue's 1 infantry Media-Persia; 1 infantry stays in Media; 3\n  cavalry, 1 elephant, 2 levies stay in Parthia, stopped by unfriendly\n  units."},
		{"sailed", sailed{Seat: "Red", Path: []string{"Cyprus", "Cyprian Sea"}, Fleets: 1}, "Red: 1 fleet Cyprus-Cyprian Sea."},
		{"sailed", sailed{Seat: "Red", Of: "Blue", Path: []string{"Cyprus", "Cyprian Sea"}, Fleets: 2, Troops: inf, Leader: true, Land: "Syria"},
			"Red: Blue's 2 fleets Cyprus-Cyprian Sea with 1 infantry and the leader,\n  landing in Syria."},
		{"sailed", sailed{Seat: "Red", Path: []string{"Cyprus", "Cyprian Sea"}, Fleets: 2, Leader: true, Land: "Syria"}, "Red: 2 fleets Cyprus-Cyprian Sea with the leader, landing in Syria."},
		{"sailed", sailed{Seat: "Red", Path: []string{"Cyprus", "Cyprian Sea"}, Fleets: 2, Troops: inf, Land: "Syria"}, "Red: 2 fleets Cyprus-Cyprian Sea with 1 infantry, landing in Syria."},
		{"sailed", sailed{Seat: "Red", Path: []string{"Cyprus", "Cyprian Sea"}, Fleets: 1, Troops: inf, Back: true}, "Red: 1 fleet Cyprus-Cyprian Sea with 1 infantry; they had to go back."},
		{"sailed", sailed{Seat: "Red", Path: []string{"Cyprus", "Cyprian Sea"}, Fleets: 1, Stopped: true}, "Red: 1 fleet Cyprus-Cyprian Sea, stopped by unfriendly fleets."},
		{"sailed", sailed{Seat: "Red", Path: []string{"Cyprus", "Cyprian Sea"}}, "Red: the last fleet Cyprus-Cyprian Sea, and none gets through."},
		{"captured", captured{"Red", "White", "Media"}, "White captures Red's leader in Media."},
		{"calmed", calmed{"Media", Invasion}, "The invasion in Media is put down."},
		{"caught", caught{"Red", "Blue", "Syria", []int{6, 4, 1}, []Fate{Kept, Escape, Sunk}, "Cyprian Sea"},
			"Red's fleets in Syria fall to Blue (dice 6, 4, 1): 1 kept, 1 sunk, 1\n  escaped to the Cyprian Sea."},
		{"caught", caught{"Red", "Blue", "Syria", []int{1}, []Fate{Sunk}, ""}, "Red's fleet in Syria falls to Blue (die 1): 1 sunk."},
		{"eliminated", eliminated{"Red", 1, 0, 2, nil}, "RED IS OUT OF THE GAME\n  They have no land unit and no free leader, and an enemy holds their\n  home. They lose what they had: 1 talent, 0 fleets and 2 chits."},
		{"end", ended{10, 10, "Red", true, []Score{{"Red", 4, 12, 1, 25, false}, {"Blue", 0, 0, 0, 0, true}}}, `THE GAME IS OVER: RED WINS
  Another player has as many points, but Red moved earlier in the last
  turn.

  seat    points  provinces  for them  talents
  Red       12.5          4        12        1
  Blue         0          0         0        0  out
  Each talent is worth half a point.`},
		{"end", ended{7, 10, "Red", false, []Score{{"Red", 4, 12, 1, 25, false}}}, `THE GAME IS OVER: RED WINS
  It ends in turn 7 of 10, as nobody else is left.

  seat    points  provinces  for them  talents
  Red       12.5          4        12        1
  Each talent is worth half a point.`},
	} {
		if got := said(t, c.kind, c.data); got != c.want {
			t.Errorf("%s %+v is told as\n%s\nnot\n%s", c.kind, c.data, got, c.want)
		}
	}
}

// A battle is told round by round with all dice, on land and at sea.
func TestBattlesInWords(t *testing.T) {
	fought := Battle{At: "Persia", Attacker: "Red", Defender: "Blue", Allies: [2][]Ally{{{Side: "Green", Units: troops(1)}}, nil},
		Began: [2]Units{troops(1, 0, 2, 1), troops(1, 1)}, Leaders: [2]bool{true, false},
		First: &Volley{Throws: [2][]Throw{{{Cavalry, 5, []int{6}, 0, 1}}, nil}, Lost: [2]Units{{}, troops(0, 1)}},
		Rounds: []Round{
			{Volley: Volley{Throws: [2][]Throw{{{Cavalry, 4, []int{3}, 1, 1}, {Infantry, 5, []int{2, 2}, 0, 0}, {Levy, 6, []int{6}, 0, 1}}, {{Levy, 6, []int{6}, 0, 1}}},
				Lost: [2]Units{troops(1), {}}, Allies: []Loss{{"Green", troops(1)}}}, Retreats: []Retreat{{"Blue", "Susiana", troops(1), true}}},
		},
		Left: [2]Units{troops(0, 0, 2, 1), {}}, Over: Decided, Won: "Red"}
	const want = `BATTLE OF PERSIA: RED AGAINST BLUE
  Red with Green: 1 cavalry, 2 infantry, 1 levy, leader.
  Blue: 1 elephant, 1 levy.
  Cavalry, before round 1. Red: cavalry 6: 1 hit. Blue: no dice. Blue
    loses 1 elephant.
  Round 1. Red: cavalry 3+1, infantry 2 2, levy 6: 2 hits. Blue: levy 6:
    1 hit. Red loses 1 levy. Of these, 1 levy was Green's. Blue retreats
    to Susiana with 1 levy and the leader.
  Red holds the field with 1 cavalry, 2 infantry.`
	check := func(want string, b Battle) {
		t.Helper()
		if got := said(t, "battle", b); !strings.HasSuffix(got, want) {
			t.Errorf("the battle is told as\n%s\nnot\n%s", got, want)
		}
	}
	check(want, fought)
	borrowed := fought // of the winners only Green's are left, or both (SU-29)
	borrowed.Began, borrowed.Allies = [2]Units{troops(2, 0, 2), troops(1)}, [2][]Ally{{{Side: "Green", Units: troops(0, 0, 2)}}, nil}
	borrowed.First, borrowed.Rounds = nil, []Round{{Volley: Volley{Lost: [2]Units{troops(2), troops(1)}}}}
	check("\n  Green holds the field with 2 infantry.", borrowed)
	borrowed.Rounds = []Round{{Volley: Volley{Lost: [2]Units{troops(1, 0, 1), troops(1)}, Allies: []Loss{{"Green", troops(0, 0, 1)}}}}}
	check("\n  Red with 1 levy and Green with 1 infantry hold the field.", borrowed)
	bare := fought
	bare.Allies, bare.First, bare.Rounds = [2][]Ally{}, nil, nil
	bare.Over, bare.Won, bare.Left = Mutual, "", [2]Units{}
	check("\n  Blue: 1 elephant, 1 levy.\n  Nobody is left.", bare)
	bare.Over, bare.Left = Undone, [2]Units{troops(1), troops(0, 2)}
	check("BATTLE OF PERSIA: RED AGAINST BLUE\n  Red: 1 cavalry, 2 infantry, 1 levy, leader.\n  Blue: 1 elephant, 1 levy.\n  The battle is broken off, as nobody can win it: Red with 1 levy\n    against Blue with 2 elephants.", bare)
	bare.Landing, bare.Over, bare.Won = true, Decided, "Blue"
	check("leader, from the sea.\n  Blue: 1 elephant, 1 levy.\n  Blue holds the field with 2 elephants.", bare)
	for data, want := range map[*SeaBattle]string{
		{At: "Aegean Sea", Attacker: "Red", Fleets: 2, Dice: []int{5, 1}, Need: 5, Sunk: 1, Drowned: troops(1), Home: "Media",
			Enemies: []Squadron{{Side: "Blue", Fleets: 1, Dice: []int{6}, Sunk: 1}}}: `SEA BATTLE IN THE AEGEAN SEA
  Red, 2 fleets: rolled 5, 1.
  Blue, 1 fleet: rolled 6.
  5 or more sinks a fleet. Red loses 1, with 1 levy aboard; Blue loses
    1. Red's leader is saved, and goes to Media.`,
		{At: "Aegean Sea", Attacker: "Red", Fleets: 1, Dice: []int{1}, Need: 5, Enemies: []Squadron{{Side: "Blue", Fleets: 1, Dice: []int{2}}}}: `SEA BATTLE IN THE AEGEAN SEA
  Red, 1 fleet: rolled 1.
  Blue, 1 fleet: rolled 2.
  5 or more sinks a fleet. Red loses none; Blue loses none.`,
		{At: "Aegean Sea", Attacker: "Red", Fleets: 1, Dice: []int{1}, Need: 5, Enemies: []Squadron{{Side: "Blue", Fleets: 1, Dice: []int{2}}}, Insisted: []string{"Blue"}}: `SEA BATTLE IN THE AEGEAN SEA
  Red, 1 fleet: rolled 1.
  Blue, 1 fleet: rolled 2.
  Blue insists on it. 5 or more sinks a fleet. Red loses none; Blue
    loses none.`,
	} {
		if got := said(t, "sea battle", *data); got != want {
			t.Errorf("the battle is told as\n%s\nnot\n%s", got, want)
		}
	}
}
