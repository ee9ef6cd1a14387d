package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

// This file describes the effects of cards, leaders and boxes of the action board in words for players, including
// what players have to say to use them.

// sentence returns effects as a sentence: "You draw 1 card; you gain 1 attack."; "" if there are none.
func sentence(effects []Effect) string {
	var out []string
	for _, e := range effects {
		out = append(out, e.String())
	}
	return capital(strings.Join(out, "; "))
}

// capital makes a sentence of some words; "" if there are none.
func capital(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:] + "."
}

// ability describes what a leader, a city or a master gives: permanently, and once in each of the player's turns.
func ability(p Passive, effects []Effect) string {
	out := []string{capital(p.String())}
	if len(effects) > 0 {
		does := sentence(effects)
		out = append(out, "Once in each of your turns, "+strings.ToLower(does[:1])+does[1:])
	}
	return strings.TrimSpace(strings.Join(out, " "))
}

// does describes the abilities and the scoring of a leader.
func (f *Faction) does() string {
	var winter []string
	for _, s := range f.Winter {
		winter = append(winter, s.String())
	}
	words := ability(f.Passive, f.Effects) + " In winter, " + strings.Join(winter, "; ") + "." + f.begins()
	return strings.TrimSpace(words)
}

// begins says how many points the player of a leader begins with, with a space before it; "" if none.
func (f *Faction) begins() string {
	var starts []string
	for n := minSeats; n <= maxSeats; n++ {
		if points := f.Start[n]; points > 0 {
			starts = append(starts, fmt.Sprintf("%s with %d players", count(points, "point"), n))
		}
	}
	if starts == nil {
		return ""
	}
	return " To begin with, you have " + adjudicator.Listed(starts, "and") + "."
}

// A passivePart is one bonus in a passive.
type passivePart struct {
	entry string // the name of the entry in a pack
	n     int
	words string
}

// parts returns all bonuses in a passive, including zero ones.
func (p Passive) parts() []passivePart {
	part := func(entry string, n int, words string) passivePart {
		return passivePart{entry, n, fmt.Sprintf(words, n)}
	}
	return []passivePart{
		{"hand", p.Hand, count(p.Hand, "more card") + " in your hand"},
		part("attack", p.Attack, "%d more attack in each assault"),
		part("oversea", p.Oversea, "%d more attack in each assault over sea"),
		part("raid", p.Raid, "%d more attack in each assault on a player"),
		part("defence", p.Defence, "%d more defence in each of your territories"),
		part("support", p.Support, "%d more support in each train action"),
		part("sea", p.Sea, "each sea on your way is %d less difficult"),
		{"victory", p.Victory, count(p.Victory, "more point") + " for each territory that you take from a player"},
		part("masses", p.Masses, "masses cost %d less to train"),
		part("citizen", p.Citizen, "citizens cost %d less to train"),
		part("level1", p.Level1, "professionals of level 1 cost %d less to train"),
		part("level2", p.Level2, "professionals of level 2 cost %d less to train"),
		part("master", p.Master, "masters cost %d less to train"),
	}
}

// String describes the bonuses of a passive; "" if none.
func (p Passive) String() string {
	var out []string
	for _, x := range p.parts() {
		if x.n != 0 {
			out = append(out, x.words)
		}
	}
	return strings.Join(out, "; ")
}

// A measureWord is the name of something that can be counted, singular and plural.
type measureWord struct {
	measure   Measure
	one, some string
}

// measureWords has the names of what can be counted. A measure without one has a sentence of its own.
var measureWords = []measureWord{
	{PerTerritories, "territory", "territories"},
	{PerCoast, "territory on a coast", "territories on a coast"},
	{PerInland, "territory inland", "territories inland"},
	{PerCities, "city, your capital among them", "cities, your capital among them"},
	{PerMasters, "master", "masters"},
	{PerSpoils, "card of spoils that you have not used", "cards of spoils that you have not used"},
	{PerTaken, "territory that you took in this year", "territories that you took in this year"},
	{
		PerWon, "territory that you took from a player in this year",
		"territories that you took from players in this year",
	},
	{PerTrained, "card or master that you trained in this year", "cards and masters that you trained in this year"},
	{PerDefended, "assault on you that failed in this year", "assaults on you that failed in this year"},
	{PerReady, "card in your ready area", "cards in your ready area"},
	{PerMost, "", ""},
}

// String describes a scoring rule, as a part of a sentence: "1 point for every 3 territories on a coast, at most 2".
func (s Scoring) String() string {
	if s.Per == PerMost {
		return count(min(s.Points, s.Most), "point") + " if nobody holds more territories than you"
	}
	i := slices.IndexFunc(measureWords, func(m measureWord) bool { return m.measure == s.Per })
	if i < 0 {
		return "nothing"
	}
	each := "each " + measureWords[i].one
	if s.Each > 1 {
		each = fmt.Sprintf("every %d %s", s.Each, measureWords[i].some)
	}
	return fmt.Sprintf("%s for %s, at most %d", count(s.Points, "point"), each, s.Most)
}

// subject returns the subject of a sentence about an effect, and whether it takes a verb in the third person
// singular.
func (e Effect) subject() (subject string, one bool) {
	switch e.Target {
	case pack.ToOthers:
		return "all others", false
	case pack.ToAll:
		return "all players", false
	case toChosen:
		return "another player whom you name (ON)", true
	case toLeader:
		return "whoever has the most points besides you", true
	}
	return "you", false
}

// String describes an effect, as a part of a sentence.
func (e Effect) String() string {
	subject, one := e.subject()
	does := func(verb string) string {
		if one {
			verb += "s"
		}
		return subject + " " + verb
	}
	amount := max(e.Amount, -e.Amount)
	cards := "up to " + count(amount, "card")
	switch e.Op {
	case OpGain:
		return fmt.Sprintf("%s %d %s", does("gain"), amount, e.What)
	case OpDraw:
		return does("draw") + " " + count(amount, "card")
	case OpPoints:
		if e.Amount < 0 {
			return does("lose") + " " + count(amount, "point")
		}
		return does("gain") + " " + count(amount, "point")
	case OpDismiss:
		return "you dismiss " + cards + " of your hand or discard pile (DISMISS)"
	case OpReady:
		return "you put " + cards + " of your hand into your ready area (READY)"
	case OpRecover:
		return "you take " + cards + " of your discard pile into your hand (TAKE)"
	case OpTrain:
		kind := map[Kind]string{"": "card", Masses: "masses card", Citizen: "citizen card",
			Professional: "professional card"}[Kind(e.What)]
		return fmt.Sprintf("you train up to %s of cost %d or less for nothing (TAKE)", count(amount, kind), e.Cost)
	case OpSpoils:
		return does("gain") + " " + count(amount, "card") + " of spoils of value " + e.What
	case OpDiscard:
		return does("discard") + " " + count(amount, "card") + " of the hand, by lot"
	case OpShuffle:
		return "your discard pile is shuffled and put under your draw pile"
	case OpGM:
		return e.Text
	}
	return "nothing"
}

// Does describes what a box of the action board gives and demands, as a sentence.
func (a *Action) Does() string {
	var out []string
	add := func(n int, format string, args ...any) {
		if n > 0 {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	switch a.Group {
	case Assault:
		out = append(out, "assault a territory")
		if a.Attack > 0 {
			out[0] += fmt.Sprintf(" with +%d attack", a.Attack)
		}
		add(a.Defence, "get +%d defence in each of your territories until winter", a.Defence)
	case Train:
		out = append(out, "train "+a.cards())
		if a.Support > 0 {
			out[0] += fmt.Sprintf(" with %d support to start with", a.Support)
		}
		switch a.From {
		case FromDiscard:
			out = append(out, "what it needs may lie in your discard pile")
		case FromDismiss:
			out[0] += " for nothing"
			out = append(out, "what it needs is dismissed from your hand or discard pile")
		}
	case Reorganize:
		add(a.Spoils, "gain %s of spoils of value 3", count(a.Spoils, "card"))
		add(a.Dismiss, "dismiss %s from your hand or discard pile", count(a.Dismiss, "card"))
		if a.Shuffle {
			out = append(out, "shuffle your discard pile and draw pile together")
		}
		add(a.Ready, "put up to %s from your hand into your ready area", count(a.Ready, "card"))
		add(a.Points, "gain %s", count(a.Points, "point"))
	}
	return capital(strings.Join(out, ", and "))
}

// cards returns the number of cards that a train action trains, in words: "1 card", "3 or 4 cards".
func (a *Action) cards() string {
	switch {
	case a.Least == a.Most:
		return count(a.Most, "card")
	case a.Least+1 == a.Most:
		return fmt.Sprintf("%d or %d cards", a.Least, a.Most)
	}
	return fmt.Sprintf("%d to %d cards", a.Least, a.Most)
}
