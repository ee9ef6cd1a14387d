package dishonest

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

// This file describes the effects of cards and tiles in words for players, including what players have to say to use
// them.

// Does describes a card's strategy and scoring effects: "Strategy, as the action: you have up to 4 movements
// (MOVE)."; "" if it has neither.
func (c Card) Does() string {
	switch {
	case len(c.Strategy) > 0 && c.Action:
		return "Strategy, as the action: " + sentence(c.Strategy)
	case len(c.Strategy) > 0:
		return "Strategy: " + sentence(c.Strategy)
	case len(c.Scoring) > 0:
		return "Scoring, with " + adjudicator.Listed(texts(c.Scoring), "and") + "."
	}
	return ""
}

// Does describes a tile's effects, for its holder and for the others.
func (t Tile) Does() string {
	out := "When it is played, " + sentence(t.Primary)
	if p := t.Passive.String(); p != "" {
		out = "All year: " + p + ". " + out
	}
	if len(t.Secondary) > 0 {
		out += " Then each other power " + theirs(t.Secondary)
	}
	return out
}

// Gives describes what a tile gives each of the other players when it is played: "You gain 1 money."
func (t Tile) Gives() string {
	out := sentence(t.Secondary)
	return strings.ToUpper(out[:1]) + out[1:]
}

// Wants returns the words by which another player accepts what a tile gives, with an example of a choice: "YES TAKE
// OIL".
func (t Tile) Wants() string {
	out := "YES"
	for _, x := range []struct{ ask, example string }{
		{"(TAKE)", "TAKE OIL"}, {"(AT)", "AT Egypt"}, {"(ON)", "ON UK"}, {"(BUILD)", "BUILD 1 INF AT Moscow"},
		{"(MOVE)", "MOVE INF Moscow-Ukraine"},
	} {
		if strings.Contains(t.Gives(), x.ask) {
			out += " " + x.example
		}
	}
	return out
}

// sentence joins effects to form the rest of a sentence.
func sentence(effects []Effect) string {
	out := strings.Join(texts(effects), "; ") + "."
	places := 0
	for _, e := range effects {
		if e.mostPlaces() > 0 {
			places++
		}
	}
	if places > 1 {
		out += " Name a place for each (AT); one may serve both: AT Romania, Romania."
	}
	return out
}

// texts returns the strings of some values.
func texts[T fmt.Stringer](list []T) []string {
	var out []string
	for _, x := range list {
		out = append(out, x.String())
	}
	return out
}

// String describes what a tile gives throughout the action phase; "" if nothing.
func (p Passive) String() string {
	var out []string
	for _, x := range []struct {
		n           int
		what, where string
	}{{p.Swords, "sword", "in battles during your own turns"}, {p.Shields, "shield", "where you defend"},
		{p.Moves, "movement", "in each TACTICS action"}, {p.Limit, "unit", "in each region or sea-zone"}} {
		if x.n > 0 {
			out = append(out, count(x.n, "extra "+x.what)+" "+x.where)
		}
	}
	return strings.Join(out, "; ")
}

// theirs joins effects to form the rest of a sentence about another power, for which they count: "gains 1 money."
func theirs(effects []Effect) string {
	out := make([]string, len(effects))
	for i, e := range effects {
		verb, rest, _ := strings.Cut(strings.TrimPrefix(e.String(), "you "), " ")
		if out[i] = e.String(); strings.HasPrefix(out[i], "you ") {
			out[i] = verb + "s " + strings.NewReplacer("or upgrade ", "or upgrades ", "you choose", "it chooses").Replace(rest)
		}
	}
	return strings.Join(out, "; ") + "."
}

// subject returns the subject of a sentence about an effect, and whether it takes a verb in the third person
// singular.
func (e Effect) subject() (subject string, one bool) {
	switch e.Target {
	case "", pack.ToPlayer:
		return "you", false
	case pack.ToOthers:
		return "all others", false
	case pack.ToAll:
		return "all powers", false
	case toChosen:
		return "another power, which you name (ON),", true
	case toSpeaker:
		return "the Speaker", true
	case toLast:
		return "the last on the League track", true
	case toLeader:
		return "whoever has the most points besides you", true
	}
	return e.Target, true
}

// String describes an effect, as a part of a sentence.
func (e Effect) String() string {
	subject, one := e.subject()
	does := func(verb string) string {
		switch {
		case !one:
		case verb == "go":
			verb = "goes"
		default:
			verb += "s"
		}
		return subject + " " + verb
	}
	amount := max(e.Amount, -e.Amount)
	change := func(more, less string) string {
		if e.Amount < 0 {
			return does(less)
		}
		return does(more)
	}
	what := fmt.Sprintf("%d %s", amount, e.What)
	if amount == 1 && e.What == "operations" {
		what = "1 operation"
	}
	if e.takes() {
		what = count(amount, "cube") + " of a kind that you choose (TAKE)"
	}
	at := " (AT)"
	if e.Place != "" {
		at = " in " + e.Place
	}
	switch e.Op {
	case OpGain:
		return change("gain", "lose") + " " + what
	case OpSteal:
		return "you take " + what + " from " + subject
	case OpDraw:
		return does("draw") + " " + count(amount, "card")
	case OpUnits:
		if e.Amount < 0 {
			return does("lose") + " " + count(amount, "unit") + at
		}
		return does("get") + " " + e.Units.String() + at
	case OpBuild:
		if e.Less > 0 {
			return fmt.Sprintf("you mobilize up to %s, at %d money less each (BUILD)", count(amount, "unit"), e.Less)
		}
		return "you mobilize up to " + count(amount, "unit") + " (BUILD)"
	case OpMove:
		return "you make up to " + count(amount, "movement") + " (MOVE)"
	case OpGarrison:
		return does("place") + " or upgrade up to " + count(amount, "garrison") + at
	case OpOrder:
		return does("go") + " " + map[bool]string{true: "down", false: "up"}[e.Amount < 0] + " " +
			count(amount, "place") + " on the League track"
	case OpPool:
		if e.Amount < 0 {
			return does("lose") + " " + count(amount, "cube") + " from the supply pool"
		}
		return does("add") + " " + count(amount, "cube") + " to the supply pool"
	case OpPoints:
		return change("gain", "lose") + " " + count(amount, "point")
	}
	return e.elsewhere(does("put"), at)
}

// elsewhere is like String, for effects on regions.
func (e Effect) elsewhere(put, at string) string {
	beside := ""
	if e.Place == "" {
		beside = ", next to regions that you hold"
	}
	switch e.Op {
	case OpSubvert:
		return fmt.Sprintf("you remove a neutral garrison of at most %d%s%s", e.Amount, beside, at)
	case OpColony:
		return put + " " + count(e.Amount, "marker") + " into a neutral region without a garrison" + beside + at
	case OpQuagmire:
		return "a region other than a homeland becomes a quagmire" + at
	case OpGM:
		return e.Text
	}
	return "nothing"
}
