package dishonest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

// faultOf returns a check that the house edition with some pieces in another wording is refused for a reason, among
// others.
func faultOf(t *testing.T) func(want string, edits ...string) {
	t.Helper()
	return func(want string, edits ...string) {
		t.Helper()
		text := adjudicatortest.Edited(t, houseText, edits...)
		if _, err := parseBoard([]byte(text)); err == nil || !strings.Contains("\n"+err.Error()+"\n", "\n"+want+"\n") {
			t.Errorf("the faults are\n%v\nand not\n%s", err, want)
		}
	}
}

// The house edition has symbols on about 40 percent of the cards, no card that waits for the game master, and in each
// opening as many powers as players.
func TestHouseCards(t *testing.T) {
	b := House()
	league, templates, titles := 0, map[string]bool{}, map[string]bool{}
	for _, c := range b.Cards {
		if c.League {
			league++
		}
		titles[c.Title] = true
		templates[c.Worth()+c.Does()] = true
		for _, e := range c.Strategy {
			if e.Op == OpGM {
				t.Errorf("card %d has to wait for the game master", c.Number)
			}
		}
		if c.Does() == "" && c.Battle == nil || c.Text == "" {
			t.Errorf("card %d has nothing to read", c.Number)
		}
	}
	if league != 36 || len(titles) != 90 || len(templates) < 25 {
		t.Errorf("%d of the cards have a symbol, and there are %d titles of %d kinds", league, len(titles), len(templates))
	}
	for n := minPlayers; n <= maxPlayers; n++ {
		if got := len(b.Scenarios[n].Powers); got != n {
			t.Errorf("%d powers play the opening for %d", got, n)
		}
	}
}

func TestCardFaults(t *testing.T) {
	bad := faultOf(t)
	const dawes = `strategy = [{ op = "gain", what = "money", amount = 3 }]`

	// K2: 90 cards, with at most two of three kinds of effects.
	bad("cards: 90 numbers needed, 89 given (K2, U5); missing: 7", "[card.7]\n", "[card.8]\n", "[card.8]\n", "[card.\"8-8\"]\n")
	bad("card 8-8: 8 comes twice", "[card.7]\n", "[card.\"8-8\"]\n")
	bad(`card 91: it must be numbers from 1 to 90, such as "1" or "2-4" (K2)`, "[card.90]", "[card.91]")
	bad(`card x: it must be numbers from 1 to 90, such as "1" or "2-4" (K2)`, "[card.90]", "[card.x]")
	bad("card 1: a card has at most 2 effects, and strategy, scoring and battle are given (K2)", dawes, dawes+"\nscoring = [{ if = \"speaker\" }]")
	bad("card 1: it needs a strategy, a scoring or a battle effect (U5)", dawes, "", "battle   = { strength = 1 }", "")
	bad("card 10: only a strategy effect can be the action of a turn (DD-14)", "title    = \"Dive Bombers\"\n", "title    = \"Dive Bombers\"\naction = true\n")
	bad("card 1: title: it is missing", `title    = "The Dawes Plan"`, `title = ""`)
	bad("card 1: battle: strength, swords, shields and explosions are from 0 to 9 each, and not all 0", "battle   = { strength = 1 }", "battle = { strength = 10 }")
	bad("card 1: battle: strength, swords, shields and explosions are from 0 to 9 each, and not all 0", "battle   = { strength = 1 }", "battle = { strength = 0 }")
	bad("card 1: strategy: at most 4 effects, 5 given", dawes, `strategy = [`+strings.Repeat(`{ op = "draw", amount = 1 }, `, 5)+`]`)

	// Forms of effects.
	for _, x := range [][2]string{
		{`op = "win"`, `card 1: strategy: there is no effect "win"; there are build, colony, draw, gain, garrison, gm, move, none, order, points, pool, quagmire, steal, subvert and units`},
		{`op = "gain", what = "gold", amount = 1`, `card 1: strategy: gain: its what is "gold", and must be money, supply, operations or oil`},
		{`op = "gain", what = "oil"`, `card 1: strategy: gain: its amount is 0, and must be from -9 to 9`},
		{`op = "gain", amount = -1`, `card 1: strategy: gain: what is lost must be said`},
		{`op = "gain", what = "oil", amount = 10`, `card 1: strategy: gain: its amount is 10, and must be from -9 to 9`},
		{`op = "gain", what = "oil", amount = 1, target = "everybody"`, `card 1: strategy: gain: its target is "everybody", and must be player, others, all, chosen, speaker, last, leader, France, Germany, Italy, Japan, UK, USA or USSR`},
		{`op = "steal", what = "oil", amount = 1`, `card 1: strategy: steal: it needs a target that is not the player`},
		{`op = "draw", what = "oil", amount = 1`, `card 1: strategy: draw: its what is "oil", and must be left out`},
		{`op = "draw", amount = 1, units = "1 infantry"`, `card 1: strategy: draw: it has no units`},
		{`op = "draw", amount = 1, place = "Egypt"`, `card 1: strategy: draw: there is no place "Egypt" for it`},
		{`op = "draw", amount = 1, less = 1`, `card 1: strategy: draw: its less is 1, and must be left out`},
		{`op = "draw", amount = 1, gm = "what?"`, `card 1: strategy: draw: gm = "text" stands for an effect of its own`},
		{`op = "gm"`, `card 1: strategy: gm: gm must say what the game master has to rule`},
		{`op = "build", amount = 2, less = 4`, `card 1: strategy: build: its less is 4, and must be from 0 to 3`},
		{`op = "move", amount = 2, target = "all"`, `card 1: strategy: move: its target is "all", and must be player`},
		{`op = "units"`, `card 1: strategy: units: it needs units to come, or else an amount below 0 of units to go`},
		{`op = "units", units = "2 infantry", amount = -1`, `card 1: strategy: units: units come, or an amount below 0 of units goes`},
		{`op = "units", units = "2 infantry", target = "all"`, `card 1: strategy: units: for others than the player it needs a place`},
		{`op = "colony", amount = 1, target = "chosen"`, `card 1: strategy: colony: for others than the player it needs a place`},
		{`op = "quagmire", place = "Red Sea"`, `card 1: strategy: quagmire: there is no place "Red Sea" for it`},
	} {
		bad(x[1], dawes, "strategy = [{ "+x[0]+" }]")
	}

	// Forms of conditions.
	for _, x := range [][2]string{
		{`if = "rich"`, `card 1: scoring: there is no condition "rich"`},
		{`if = "objectives"`, `card 1: scoring: objectives: its amount is 0, and must be 1 or more`},
		{`if = "speaker", amount = 1`, `card 1: scoring: speaker: its amount is 1, and must be left out`},
		{`if = "regions", amount = 1, what = "Mars"`, `card 1: scoring: regions: its what is "Mars", and must be Americas, Europe, Africa, Middle East or Asia`},
		{`if = "symbols", amount = 1`, `card 1: scoring: symbols: its what is "", and must be money, supply, operations or oil`},
		{`if = "seas", amount = 1, what = "oil"`, `card 1: scoring: seas: its what is "oil", and must be left out`},
		{`if = "units", amount = 1, unit = "tank"`, `card 1: scoring: units: its unit is "tank", and must be infantry, squadron, fighter, armour or fleet`},
		{`if = "seas", amount = 1, unit = "fleet"`, `card 1: scoring: seas: its unit is "fleet", and must be left out`},
		{`if = "places", places = "Egypt, Atlantis"`, `card 1: scoring: places: there is no place "Atlantis"`},
		{`if = "places"`, `card 1: scoring: places: it needs places`},
		{`if = "won", amount = 1, places = "Egypt"`, `card 1: scoring: won: it has no places`},
		{`if = "gm"`, `card 1: scoring: gm: gm says what the game master has to rule, and stands for a condition of its own`},
		{`if = "won", amount = 1, gm = "what?"`, `card 1: scoring: won: gm says what the game master has to rule, and stands for a condition of its own`},
	} {
		bad(x[1], dawes, "scoring = [{ "+x[0]+" }]")
	}
}

func TestTileFaults(t *testing.T) {
	bad := faultOf(t)
	bad("tiles: 7 needed, 6 given (K2, U6)", tileNamed("Democracy"), "")
	bad("tile Democracy: it comes twice (U6)", `name      = "Communism"`, `name      = "Democracy"`)
	bad("tiles: Fascism must be there, with a sword or more all through the action phase (K9)", `name      = "Fascism"`, `name      = "Futurism"`)
	bad("tiles: Fascism must be there, with a sword or more all through the action phase (K9)", "passive   = { swords = 1 }", "")
	bad("tile Fascism: passive: swords, shields, moves and limit are from 0 to 3 each", "swords = 1 }\n\n[[tile]]", "swords = 4 }\n\n[[tile]]")
	bad("tile Capitalism: it needs a primary effect (U6)", `primary   = [{ op = "gain", what = "money", amount = 4 }]`, "")
}

// tileNamed returns the entry of a tile as it is written.
func tileNamed(name string) string {
	for entry := range strings.SplitSeq(string(houseText), "\n\n") {
		if strings.HasPrefix(entry, fmt.Sprintf("[[tile]]\nname      = %q", name)) {
			return entry
		}
	}
	return "no such tile"
}

func TestScenarioFaults(t *testing.T) {
	bad := faultOf(t)
	uk := "[[scenario.4.power]]\nseat       = \"UK\"\n"
	bad("scenario 8: it must be a number of players from 4 to 7 (K1)", "[scenario.4]", "[scenario.8]")
	bad("scenario 4: UK comes twice", `seat       = "Japan"`, `seat = "UK"`)
	bad(`scenario 4: "Spain" is no power`, `seat       = "Japan"`, `seat = "Spain"`)
	bad(`scenario 4: conquerable: "UK" is no power that nobody plays (DD-43)`, `conquerable = "France, Italy"`, `conquerable = "UK"`)
	bad("scenario 4: 4 powers needed, 5 given (U7)", uk, "[[scenario.4.power]]\nseat = \"Italy\"\n\n"+uk)
	bad(`scenario 4: allies: "UK-Italy" must be two powers that are played, with no other ally (DD-12)`, `conquerable = "France, Italy"`, `allies = "UK-Italy"`)
	bad("scenarios: the one for 7 players is missing (K1, U7)", string(houseText[bytes.Index(houseText, []byte("\n[scenario.7]")):]), "")
	for _, x := range [][2]string{
		{"cards = 6", "scenario 4: Italy: 6 cards are given, and a hand has at most 5 (DD-16)"},
		{"oil = 21", "scenario 4: Italy: there are from 0 to 20 cubes of each kind"},
		{"points = 10", "scenario 4: Italy: points is 10, and must be from 0 to less than 10"},
		{`units = "Atlantis: 1 infantry"`, `scenario 4: Italy: units: there is no place "Atlantis"`},
		{`units = "Sahara: 1 infantry"`, `scenario 4: Italy: units: Sahara is impassable`},
		{`units = "Red Sea: 1 infantry"`, `scenario 4: Italy: units: only ships are in Red Sea, a sea-zone`},
		{`units = "Rome: 1 fleet"`, `scenario 4: Italy: units: ships can't be in Rome, a region`},
		{`units = "Moscow: 1 infantry"`, `scenario 4: Italy: units: Moscow is of USSR`},
		{`units = "Rome: 13 infantry"`, `scenario 4: Italy: units: there are not so many of each type (U8)`},
		{`colonies = "Rome"`, `scenario 4: Italy: colonies: Rome is no region that can be a colony (DD-40)`},
		{`garrisons = "Libya"`, `scenario 4: Italy: garrisons: Libya is neither homeland nor a colony of the power (DD-38)`},
		{`garrisons = "Rome 2, Milan 2, Naples 2, Libya"`, `scenario 4: Italy: garrisons: they take 7 tokens, and there are 6 (U8)`},
		{`garrisons = "Rome 3"`, `scenario 4: Italy: garrisons: Rome has strength 3, and must have from 1 to 2 (DD-38)`},
	} {
		bad(x[1], uk, "[[scenario.4.power]]\nseat = \"Italy\"\n"+x[0]+"\n\n"+uk)
	}
	bad("scenario 4: Japan: colonies: India is a colony of UK already", `colonies   = "Formosa, Korea"`, `colonies = "India"`)
	bad("scenario 4: Japan: units: units of UK are in North Sea already", "Sea of Japan: 1 fleet", "North Sea: 1 fleet")
}
