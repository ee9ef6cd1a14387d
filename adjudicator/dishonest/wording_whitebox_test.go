package dishonest

import (
	"testing"

	"deaddrop/adjudicator/queue"
	"deaddrop/templates"
	"deaddrop/templates/templatestest"
)

// said returns how an event is told.
func said(t *testing.T, kind string, data any) string {
	t.Helper()
	return templatestest.Said(t, ofGame(templates.Page{Seat: "UK"}), kind, data, "seat")
}

// Every kind of event has its words, in one and in many, and where there is nothing to say.
func TestEventsInWords(t *testing.T) {
	inf, many := forceOf(1, Infantry), forceOf(2, Infantry).Plus(forceOf(1, Fighter))
	for _, c := range []struct {
		kind string
		data any
		want string
	}{
		{"skipped", queue.Skipped{Line: "GARRISON Egypt", Why: "You have no operations."}, "NOT CARRIED OUT AS WRITTEN: GARRISON Egypt. You have no operations."},
		{"nmr", queue.NMR{Seat: "UK"}, "UK sent no orders for this turn."},
		{"silent", queue.NMR{Seat: "UK"}, "You sent no orders for this turn. Until you write, you will pass each\nturn at once."},
		{"turn", begun{1, 2, "UK"}, "YEAR 1, 2ND TURN: UK"},
		{"passed", passedBy{"UK"}, "UK passes, and has no more turns this year."},
		{"opening", opening{[]string{"UK"}, []Unplayed{{"France", true}, {"Italy", true}, {"USA", false}}}, "Not played: France and Italy (a neutral garrison of 3 in each of their\n  regions); USA (impassable)."},
		{"opening", opening{[]string{"UK"}, nil}, ""},
		{"year", yearly{2, []string{"UK", "USSR"}, [][2]string{{"UK", "USSR"}}, []string{"Egypt", "Libya"}}, "YEAR 2 BEGINS\n  The order of the League: UK, USSR. The alliance between UK and USSR is\n    over. Quagmires are gone from Egypt, Libya."},
		{"income", gathered{[]Income{{"UK", Cubes{Money: 1, Operations: 1}}, {"USSR", Cubes{}}}}, "Income: UK 1 money, 1 operation; USSR nothing."},
		{"draws", draws{[]Drawn{{"UK", 1}, {"USSR", 2}}}, "Cards drawn: UK 1, USSR 2."},
		{"drawn", hand{[]int{7}}, "You drew card 7."},
		{"drawn", hand{[]int{7, 9}}, "You drew cards 7, 9."},
		{"drawn", hand{}, ""},
		{"reshuffled", reshuffled{1}, "The deck was empty: a new one was made of 1 discarded card."},
		{"pools", pools{[]Pool{{"UK", Cubes{Supply: 3}}}}, "Supply pools: UK 3 supply."},
		{"cut", cut{"BID", Cubes{Money: 3}, Cubes{Money: 2}}, "NOT CARRIED OUT AS WRITTEN: BID 3 money. You had only 2 money, so that\n  was used."},
		{"league", revealed{0, "", false}, "The League of Nations: there is no card to draw, so the order stays the\n  same."},
		{"league", revealed{7, "Sanctions", true}, "The League of Nations: card 7, Sanctions, has the League symbol, so\n  everybody bids."},
		{"league", revealed{7, "Sanctions", false}, "The League of Nations: card 7, Sanctions, has no League symbol, so the\n  order stays the same."},
		{"bids", auction{[]Bid{{"UK", Cubes{Money: 1}}, {"USSR", Cubes{Oil: 2}}}, "UK", []string{"USSR", "UK"}, false}, "The bids: UK 1 money; USSR 2 oil. The order is now USSR, UK."},
		{"bids", auction{[]Bid{{"UK", Cubes{Money: 1}}, {"USSR", Cubes{Oil: 1}}}, "UK", []string{"UK", "USSR"}, true}, "The bids: UK 1 money; USSR 1 oil. The order is still UK, USSR; UK, the\n  Speaker, decided between equal bids."},
		{"ideologies", ideologies{[]Took{{"UK", "Fascism", true}, {"USSR", "Communism", false}}}, "Ideologies: UK Fascism; USSR Communism (the first one left)."},
		{"alliances", allied{[]Pair{{"UK", "USSR", Cubes{Operations: 1}, Cubes{Oil: 1}}}}, "Alliances this year: UK (1 operation) and USSR (1 oil)."},
		{"alliances", allied{}, "Alliances this year: none."},
		{"card", played{"UK", 7, "Sanctions", "All but oil."}, "UK plays card 7, Sanctions: “All but oil”."},
		{"card", played{"UK", 7, "Sanctions", ""}, "UK plays card 7, Sanctions."},
		{"scored", scores{"UK", 7, "Sanctions", "All but oil."}, "UK scores card 7, Sanctions: “All but oil”."},
		{"unscored", scores{"UK", 7, "Sanctions", ""}, "UK can't score card 7, Sanctions, as the game master has ruled, and\n  keeps it."},
		{"ideology", ideology{"UK", "Fascism"}, "UK plays an ideology, Fascism."},
		{"secondary", seconds{"UK", "Fascism", "USSR"}, "USSR uses what UK's Fascism gives the others."},
		{"declined", declined{"UK", "Fascism"}, "Nobody uses what UK's Fascism gives the others."},
		{"void", void{"Sanctions", "Nobody has money."}, "Sanctions: Nobody has money."},
		{"gained", gained{"UK", Cubes{Operations: 1}}, "UK gains 1 operation."},
		{"gained", gained{"UK", Cubes{Money: -2}}, "UK loses 2 money."},
		{"stolen", stolen{"UK", "USSR", "oil", 1}, "UK takes 1 oil from USSR."},
		{"stolen", stolen{"UK", "USSR", "operations", 1}, "UK takes 1 operation from USSR."},
		{"stolen", stolen{"UK", "USSR", "oil", 0}, "UK takes nothing from USSR."},
		{"removed", removed{"UK", "USSR", "Egypt", inf}, "UK makes USSR lose 1 infantry in Egypt."},
		{"removed", removed{"UK", "UK", "Egypt", inf}, "UK loses 1 infantry in Egypt."},
		{"subverted", subverted{"UK", "Egypt", 2}, "UK removes the neutral garrison (strength 2) of Egypt."},
		{"colony", colonized{"UK", "Egypt"}, "UK makes Egypt a colony."},
		{"quagmire", mired{"UK", "Egypt"}, "UK makes Egypt a quagmire: no unit may enter or leave it this year."},
		{"reordered", reordered{"UK", []string{"USSR", "UK"}}, "UK moves on the League track. The order is now USSR, UK."},
		{"pooled", supplied{"UK", 1, 3}, "UK's supply pool gains 1 cube, and now has 3."},
		{"pooled", supplied{"UK", -2, 1}, "UK's supply pool loses 2 cubes, and now has 1."},
		{"awarded", awarded{"UK", 1}, "UK gets 1 point."},
		{"ruled", ruled{"UK", "A comet", []string{"UK gains 2 money", "USSR draws a card"}}, "The game master rules on UK's A comet: UK gains 2 money; USSR draws a\n  card."},
		{"ruled", ruled{"UK", "A comet", nil}, "The game master rules on UK's A comet: nothing happens."},
		{"tactics", maneuvered{"UK", Cubes{Operations: 1, Oil: 1}, 5}, "UK pays 1 operation, 1 oil for 5 movements."},
		{"tactics", maneuvered{"UK", Cubes{Operations: 1}, 1}, "UK pays 1 operation for 1 movement."},
		{"moved", moved{"UK", []way{{N: 2, Unit: Infantry, Path: []string{"Egypt", "Libya"}}, {N: 1, Unit: Fighter, Path: []string{"Egypt", "Levant"}, Return: "Egypt"}}},
			"UK moves 2 infantry Egypt-Libya.\nUK moves 1 fighter Egypt-Levant and back to Egypt."},
		{"mobilized", mobilizes{"UK", []Group{{"Egypt", inf}, {"Libya", many}}, Cubes{Money: 4}}, "UK builds 1 infantry in Egypt and 2 infantry, 1 fighter in Libya, for 4\n  money."},
		{"mobilized", mobilizes{"UK", nil, Cubes{}}, "UK builds nothing."},
		{"entered", entered{"UK", "Egypt", "USSR"}, "UK now holds Egypt, which was USSR's."},
		{"entered", entered{"UK", "Egypt", ""}, "UK now holds Egypt."},
		{"garrisoned", garrisoned{"UK", "Egypt", 2}, "UK has a garrison of 2 in Egypt."},
		{"annexed", annexed{"UK", "Egypt", "USSR", Cubes{}}, "UK annexes Egypt, which was USSR's."},
		{"annexed", annexed{"UK", "Egypt", "", Cubes{}}, "UK annexes Egypt."},
		{"supply", unsupplied{[]Starved{{"UK", 1, []Group{{"Egypt", inf}}}, {"USSR", 3, []Group{{"Libya", many}}}}},
			"UK can supply only 1 unit in one place (a garrison counts as one), and\n  loses 1 infantry in Egypt.\nUSSR can supply only 3 units in one place (a garrison counts as one),\n  and loses 2 infantry, 1 fighter in Libya."},
		{"points", tallied{[]Change{{"UK", 3, 4}, {"USSR", 2, 1}}}, "Points: UK 4 (was 3); USSR 1 (was 2)."},
		{"unopposed", unopposed{At: "Egypt", Seat: "UK", Home: []sent{{"Levant", 1}, {"Libya", 2}}}, "Nobody is left to fight in Egypt. 1 fighter of UK returns to Levant. 2\n  fighters of UK return to Libya."},
		{"committed less", committedLess{"Egypt", 1, 7}, "NOT CARRIED OUT AS WRITTEN: at Egypt you had less to commit: 1 supply\n  too few, and card 7 can't be used."},
		{"end", ended{4, "UK", "USSR", true, []Score{{"UK", 10}, {"USSR", 6}}}, "THE GAME IS OVER: UK AND USSR WIN\n  UK has reached the points needed to win, in year 4. USSR is their\n  ally, and wins, too.\n\n  seat     points\n  UK           10\n  USSR          6"},
		{"end", ended{4, "UK", "", false, []Score{{"UK", 8}}}, "THE GAME IS OVER: UK WINS\n  Year 4 was the last, and nobody has more points than UK.\n\n  seat     points\n  UK            8"},
	} {
		if got := said(t, c.kind, c.data); got != c.want {
			t.Errorf("%s %+v is told as\n%s\nnot\n%s", c.kind, c.data, got, c.want)
		}
	}
}

// A battle is told with both strengths first, and then what became of either side.
func TestBattlesInWords(t *testing.T) {
	inf := forceOf(1, Infantry)
	full := fought{At: "Egypt", Attacker: "USSR", Defender: "UK", Won: "USSR", Tied: true, Pool: true, Back: true, Sides: [2]fighting{
		{Units: forceOf(2, Infantry), Supply: 2, Oil: 1, Card: 41, Strength: 6, Swords: 1, Explosions: 2, Lost: inf, Home: []sent{{"Moscow", 1}}},
		{Units: inf.Plus(forceOf(2, Fighter)), Deployed: []sent{{"Levant", 1}}, Garrison: 1, Strength: 6, Shields: 1, Lost: inf, To: "Libya", Retreated: inf, Stranded: forceOf(1, Fighter), Home: []sent{{"Levant", 2}}},
	}}
	for want, f := range map[string]fought{
		`BATTLE OF EGYPT: USSR AGAINST UK
  USSR has strength 6, and 1 sword, 2 explosions: 2 infantry, 2 supply,
    1 oil, card 41.
  UK has strength 6, and 1 shield: 1 infantry, 2 fighters (1 fighter
    from Levant), garrison 1.
  USSR wins at equal strength, being higher in the League. USSR loses 1
    infantry. 1 fighter of USSR returns to Moscow. UK loses 1 infantry.
    UK retreats to Libya with 1 infantry. UK loses 1 fighter, with
    nowhere to go. 2 fighters of UK return to Levant. USSR discards a
    cube from the supply pool. USSR takes back what was committed.`: full,
		`BATTLE OF LIBYA: USSR AGAINST ITS GARRISON
  USSR has strength 1: 1 infantry.
  The neutral garrison has strength 1: garrison 1.
  The garrison holds: equal strength is not enough.`: {At: "Libya", Attacker: "USSR", Tied: true, Sides: [2]fighting{{Units: inf, Strength: 1}, {Garrison: 1, Strength: 1}}},
	} {
		if got := said(t, "battle", f); got != want {
			t.Errorf("the battle is told as\n%s\nnot\n%s", got, want)
		}
	}
}
