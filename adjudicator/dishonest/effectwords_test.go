package dishonest

import (
	"testing"

	"deaddrop/adjudicator/pack"
)

func TestEffectsInWords(t *testing.T) {
	for _, c := range []struct {
		e    Effect
		want string
	}{
		{Effect{Effect: pack.Effect{Op: OpGain, What: "oil", Amount: 2}}, "you gain 2 oil"},
		{Effect{Effect: pack.Effect{Op: OpGain, Amount: 1}}, "you gain 1 cube of a kind that you choose (TAKE)"},
		{Effect{Effect: pack.Effect{Op: OpGain, Target: pack.ToOthers, What: "money", Amount: -1}}, "all others lose 1 money"},
		{Effect{Effect: pack.Effect{Op: OpGain, Target: toSpeaker, What: "supply", Amount: 2}}, "the Speaker gains 2 supply"},
		{Effect{Effect: pack.Effect{Op: OpSteal, Target: toLeader, Amount: 2}}, "you take 2 cubes of a kind that you choose (TAKE) from whoever has the most points besides you"},
		{Effect{Effect: pack.Effect{Op: OpDraw, Target: pack.ToAll, Amount: 1}}, "all powers draw 1 card"},
		{Effect{Effect: pack.Effect{Op: OpUnits}, Units: forceOf(2, Infantry)}, "you get 2 infantry (AT)"},
		{Effect{Effect: pack.Effect{Op: OpUnits, Target: toChosen, Amount: -1}}, "another power, which you name (ON), loses 1 unit (AT)"},
		{Effect{Effect: pack.Effect{Op: OpUnits, Target: "USSR", Place: "Moscow"}, Units: forceOf(1, Armour)}, "USSR gets 1 armour in Moscow"},
		{Effect{Effect: pack.Effect{Op: OpBuild, Amount: 1}}, "you mobilize up to 1 unit (BUILD)"},
		{Effect{Effect: pack.Effect{Op: OpBuild, Amount: 3}, Less: 1}, "you mobilize up to 3 units, at 1 money less each (BUILD)"},
		{Effect{Effect: pack.Effect{Op: OpMove, Amount: 2}}, "you make up to 2 movements (MOVE)"},
		{Effect{Effect: pack.Effect{Op: OpGarrison, Amount: 1}}, "you place or upgrade up to 1 garrison (AT)"},
		{Effect{Effect: pack.Effect{Op: OpSubvert, Amount: 2}}, "you remove a neutral garrison of at most 2, next to regions that you hold (AT)"},
		{Effect{Effect: pack.Effect{Op: OpColony, Amount: 1, Place: "Iraq"}}, "you put 1 marker into a neutral region without a garrison in Iraq"},
		{Effect{Effect: pack.Effect{Op: OpQuagmire}}, "a region other than a homeland becomes a quagmire (AT)"},
		{Effect{Effect: pack.Effect{Op: OpOrder, Target: toLast, Amount: 1}}, "the last on the League track goes up 1 place on the League track"},
		{Effect{Effect: pack.Effect{Op: OpOrder, Amount: -2}}, "you go down 2 places on the League track"},
		{Effect{Effect: pack.Effect{Op: OpPool, Target: toChosen, Amount: -1}}, "another power, which you name (ON), loses 1 cube from the supply pool"},
		{Effect{Effect: pack.Effect{Op: OpPoints, Amount: 1}}, "you gain 1 point"},
		{Effect{Effect: pack.Effect{Op: OpGM, Text: "The dice say it"}}, "The dice say it"},
		{Effect{Effect: pack.Effect{Op: OpNone}}, "nothing"},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("%+v is %q, not %q", c.e, got, c.want)
		}
	}
}

func TestConditionsInWords(t *testing.T) {
	for _, c := range []struct {
		c    Condition
		want string
	}{
		{Condition{Kind: IfObjectives, Amount: 1}, "1 objective"},
		{Condition{Kind: IfRegions, Amount: 3}, "3 regions"},
		{Condition{Kind: IfRegions, Amount: 3, What: "Africa"}, "3 regions in Africa"},
		{Condition{Kind: IfRegions, Amount: 2, What: "Middle East"}, "2 regions in the Middle East"},
		{Condition{Kind: IfColonies, Amount: 1}, "1 colony"},
		{Condition{Kind: IfColonies, Amount: 5}, "5 colonies"},
		{Condition{Kind: IfSymbols, Amount: 7, What: "money"}, "7 factories"},
		{Condition{Kind: IfSymbols, Amount: 1, What: "oil"}, "1 derrick"},
		{Condition{Kind: IfUnits, Amount: 3, Type: Fleet}, "3 fleets"},
		{Condition{Kind: IfSeas, Amount: 4}, "ships in 4 sea-zones"},
		{Condition{Kind: IfPlaces, Areas: []string{"Egypt", "Iraq"}}, "Egypt and Iraq"},
		{Condition{Kind: IfWon, Amount: 2}, "2 battles won as the attacker in this year"},
		{Condition{Kind: IfSpeaker}, "the Speaker's place"},
		{Condition{Kind: IfGM, Text: "peace on earth"}, "peace on earth"},
	} {
		if got := c.c.String(); got != c.want {
			t.Errorf("%+v is %q, not %q", c.c, got, c.want)
		}
	}
}

func TestWhatCardsDo(t *testing.T) {
	tile := House().tile("Fascism")
	if want := "All year: 1 extra sword in battles during your own turns. When it is played, you make up to 3 movements (MOVE). Then each other power places or upgrades up to 1 garrison (AT)."; tile.Does() != want {
		t.Errorf("Fascism does %q, not %q", tile.Does(), want)
	}
	for name, want := range map[string][2]string{
		"Capitalism":  {"You gain 1 money.", "YES"},
		"Communism":   {"You mobilize up to 1 unit (BUILD).", "YES BUILD 1 INF AT Moscow"},
		"Fascism":     {"You place or upgrade up to 1 garrison (AT).", "YES AT Egypt"},
		"Imperialism": {"You gain 1 cube of a kind that you choose (TAKE).", "YES TAKE OIL"},
		"Nationalism": {"You make up to 1 movement (MOVE).", "YES MOVE INF Moscow-Ukraine"},
	} {
		if tile := House().tile(name); tile.Gives() != want[0] || tile.Wants() != want[1] {
			t.Errorf("%s gives %q for %q, not %q", name, tile.Gives(), tile.Wants(), want)
		}
	}
	for n, want := range map[int]string{
		51: "Strategy: all others lose 1 operation.",
		5:  "Strategy: the last on the League track gains 2 supply; you gain 1 supply.",
		9:  "Strategy, as the action: you make up to 4 movements (MOVE).",
		10: "",
		52: "Scoring, with the Speaker's place and 3 objectives.",
	} {
		if got := House().card(n).Does(); got != want {
			t.Errorf("card %d does %q, not %q", n, got, want)
		}
	}
}
