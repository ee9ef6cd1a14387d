package dealers

import (
	"testing"

	"deaddrop/adjudicator/pack"
)

func TestEffectsInWords(t *testing.T) {
	for _, c := range []struct {
		e    Effect
		want string
	}{
		{Effect{Effect: pack.Effect{Op: OpGain, What: "attack", Amount: 2}}, "you gain 2 attack"},
		{Effect{Effect: pack.Effect{Op: OpGain, Target: pack.ToOthers, What: "defence", Amount: 1}}, "all others gain 1 defence"},
		{Effect{Effect: pack.Effect{Op: OpDraw, Target: pack.ToAll, Amount: 1}}, "all players draw 1 card"},
		{Effect{Effect: pack.Effect{Op: OpPoints, Amount: 1}}, "you gain 1 point"},
		{Effect{Effect: pack.Effect{Op: OpPoints, Target: toLeader, Amount: -2}}, "whoever has the most points besides you loses 2 points"},
		{Effect{Effect: pack.Effect{Op: OpDismiss, Amount: 2}}, "you dismiss up to 2 cards of your hand or discard pile (DISMISS)"},
		{Effect{Effect: pack.Effect{Op: OpReady, Amount: 1}}, "you put up to 1 card of your hand into your ready area (READY)"},
		{Effect{Effect: pack.Effect{Op: OpRecover, Amount: 1}}, "you take up to 1 card of your discard pile into your hand (TAKE)"},
		{Effect{Effect: pack.Effect{Op: OpTrain, Amount: 1}, Cost: 4}, "you train up to 1 card of cost 4 or less for nothing (TAKE)"},
		{Effect{Effect: pack.Effect{Op: OpTrain, What: "citizen", Amount: 2}, Cost: 3}, "you train up to 2 citizen cards of cost 3 or less for nothing (TAKE)"},
		{Effect{Effect: pack.Effect{Op: OpSpoils, What: "3", Amount: 1}}, "you gain 1 card of spoils of value 3"},
		{Effect{Effect: pack.Effect{Op: OpDiscard, Target: toChosen, Amount: 1}}, "another player whom you name (ON) discards 1 card of the hand, by lot"},
		{Effect{Effect: pack.Effect{Op: OpShuffle}}, "your discard pile is shuffled and put under your draw pile"},
		{Effect{Effect: pack.Effect{Op: OpGM, Text: "the dice say it"}}, "the dice say it"},
		{Effect{Effect: pack.Effect{Op: OpNone}}, "nothing"},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("%+v is %q, not %q", c.e, got, c.want)
		}
	}
}

func TestScoringInWords(t *testing.T) {
	for _, c := range []struct {
		s    Scoring
		want string
	}{
		{Scoring{PerTerritories, 4, 1, 3}, "1 point for every 4 territories, at most 3"},
		{Scoring{PerCoast, 3, 2, 4}, "2 points for every 3 territories on a coast, at most 4"},
		{Scoring{PerInland, 1, 1, 2}, "1 point for each territory inland, at most 2"},
		{Scoring{PerCities, 1, 1, 2}, "1 point for each city, your capital among them, at most 2"},
		{Scoring{PerMasters, 1, 1, 2}, "1 point for each master, at most 2"},
		{Scoring{PerSpoils, 2, 1, 2}, "1 point for every 2 cards of spoils that you have not used, at most 2"},
		{Scoring{PerTaken, 1, 1, 2}, "1 point for each territory that you took in this year, at most 2"},
		{Scoring{PerWon, 1, 1, 2}, "1 point for each territory that you took from a player in this year, at most 2"},
		{Scoring{PerTrained, 3, 1, 2}, "1 point for every 3 cards and masters that you trained in this year, at most 2"},
		{Scoring{PerDefended, 1, 1, 2}, "1 point for each assault on you that failed in this year, at most 2"},
		{Scoring{PerReady, 2, 1, 2}, "1 point for every 2 cards in your ready area, at most 2"},
		{Scoring{PerMost, 1, 2, 2}, "2 points if nobody holds more territories than you"},
		{Scoring{"gold", 1, 1, 1}, "nothing"},
	} {
		if got := c.s.String(); got != c.want {
			t.Errorf("%+v is %q, not %q", c.s, got, c.want)
		}
	}
}

func TestPassivesInWords(t *testing.T) {
	for want, p := range map[string]Passive{
		"1 more card in your hand": {Hand: 1},
		"2 more attack in each assault; 1 more attack in each assault over sea; 1 more attack in each assault on a player": {Attack: 2, Oversea: 1, Raid: 1},
		"1 more defence in each of your territories; 1 more support in each train action":                                  {Defence: 1, Support: 1},
		"each sea on your way is 1 less difficult; 2 more points for each territory that you take from a player":           {Sea: 1, Victory: 2},
		"masses cost 1 less to train; citizens cost 2 less to train; masters cost 1 less to train":                         {Masses: 1, Citizen: 2, Master: 1},
		"professionals of level 1 cost 1 less to train; professionals of level 2 cost 1 less to train":                     {Level1: 1, Level2: 1},
		"": {},
	} {
		if got := p.String(); got != want {
			t.Errorf("%+v is %q, not %q", p, got, want)
		}
	}
}

func TestWhatCardsDo(t *testing.T) {
	b := House()
	for name, want := range map[string]string{
		"Tutor":        "",
		"Spies 2":      "Another player whom you name (ON) discards 1 card of the hand, by lot; you draw 1 card.",
		"Storm Caller": "You draw 1 card.",
	} {
		if got := b.card(name).Text; got != want {
			t.Errorf("%s does %q, not %q", name, got, want)
		}
	}
	if got, want := b.location("Madrid").Text, "1 more attack in each assault over sea; each sea on your way is 1 less difficult."; got != want {
		t.Errorf("Madrid does %q, not %q", got, want)
	}
	if got, want := b.family("Medics").Text, "Once in each of your turns, you take up to 1 card of your discard pile into your hand (TAKE)."; got != want {
		t.Errorf("the master of Medics does %q, not %q", got, want)
	}
	f := Faction{Passive: Passive{Hand: 1}, Effects: []Effect{{Effect: pack.Effect{Op: OpDraw, Amount: 1}}}, Winter: []Scoring{{PerMasters, 1, 1, 2}, {PerTaken, 1, 1, 1}}}
	if got, want := f.does(), "1 more card in your hand. Once in each of your turns, you draw 1 card. In winter, 1 point for each master, at most 2; 1 point for each territory that you took in this year, at most 1."; got != want {
		t.Errorf("a leader does %q, not %q", got, want)
	}
}

func TestWhatBoxesDo(t *testing.T) {
	for name, want := range map[string]string{
		"Advance":            "Assault a territory with +1 attack, and get +2 defence in each of your territories until winter.",
		"Assault":            "Assault a territory.",
		"Train 2":            "Train 2 cards with 2 support to start with.",
		"Train 3-4":          "Train 3 or 4 cards.",
		"Train from Discard": "Train 1 card, and what it needs may lie in your discard pile.",
		"Dismiss to Gain":    "Train 1 card for nothing, and what it needs is dismissed from your hand or discard pile.",
		"Spoils":             "Gain 2 cards of spoils of value 3.",
		"Dismiss 2":          "Dismiss 2 cards from your hand or discard pile.",
		"Shuffle":            "Shuffle your discard pile and draw pile together.",
	} {
		if got := House().Eras[0].action(name).Does(); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	if got, want := House().Eras[1].action("Gain VP").Does(), "Gain 1 point."; got != want {
		t.Errorf("Gain VP is %q, not %q", got, want)
	}
	wide := Action{Group: Train, Least: 1, Most: 3}
	if got, want := wide.Does(), "Train 1 to 3 cards."; got != want {
		t.Errorf("the action is %q, not %q", got, want)
	}
}
