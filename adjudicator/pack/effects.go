package pack

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// An Op is what an effect does. Each game has some of its own, too.
type Op string

// The effects that several games have.
const (
	OpGain  Op = "gain"  // Target gains Amount of What, or, if it is negative, has so much less
	OpUnits Op = "units" // units come to Target at Place, or, if Amount is negative, go from there
	OpDraw  Op = "draw"  // Target draws Amount cards
	OpGM    Op = "gm"    // only the game master can say: they are asked, with Text
	OpNone  Op = "none"
)

// Targets that all games have.
const (
	ToPlayer = "player" // who plays the card, or has it happen to them; the default
	ToOthers = "others"
	ToAll    = "all"
)

// An Effect is one thing that a card does, beside the units and what else is of one game only.
type Effect struct {
	Op     Op
	Target string // whom it is for: a word such as those above, or a seat; "" for whoever plays it
	Place  string // where it is: a name, or a word of the game's; or ""
	What   string // what is gained; or ""
	Amount int
	Text   string `toml:"gm"`
}

// Whole is an effect with its op, which one for the game master does not need.
func (e Effect) Whole() Effect {
	if e.Op == "" && e.Text != "" {
		e.Op = OpGM
	}
	return e
}

// Own reports whether an effect is for whoever plays it.
func (e Effect) Own() bool { return e.Target == "" || e.Target == ToPlayer }

// Line is an effect as a line of a game master's ruling, with its units: "GAIN UK 2 MONEY".
func (e Effect) Line(units string) string {
	parts := []string{strings.ToUpper(string(e.Op)), e.Target, "", strings.ToUpper(e.What), units, ""}
	if e.Amount != 0 {
		parts[2] = fmt.Sprint(e.Amount)
	}
	if e.Place != "" {
		parts[5] = "AT " + e.Place
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// A Form is what effects of an op have.
type Form struct {
	Targets     []string // beside who plays it
	Places      []string // none: it is nowhere; with "" if it need not be somewhere
	What        []string // likewise
	Units       bool     // it needs units
	Least, Most int      // its amount, which is not 0 if it can be negative
}

// NoEffect says that there are no effects of an op, and which there are.
func (r *Reader) NoEffect(where string, op Op, forms map[Op]Form) {
	ops := slices.Sorted(maps.Keys(forms))
	r.Fault("%s: there is no effect %q; there are %s", where, op, adjudicator.Listed(ops, "and"))
}

// Effect checks that an effect with so many units has what effects of its op have.
func (r *Reader) Effect(where string, e Effect, units int, f Form) {
	r.Word(where, "target", e.Target, slices.Concat([]string{"", ToPlayer}, f.Targets))
	if !slices.Contains(f.Places, e.Place) && (e.Place != "" || len(f.Places) > 0) {
		r.Fault("%s: there is no place %q for it", where, e.Place)
	}
	switch {
	case e.Op == OpUnits && units == 0 && e.Amount >= 0:
		r.Fault("%s: it needs units to come, or else an amount below 0 of units to go", where)
	case e.Op != OpUnits && f.Units != (units > 0):
		r.Fault("%s: %s", where, map[bool]string{true: "it needs units", false: "it has no units"}[f.Units])
	case e.Amount < f.Least || e.Amount > f.Most,
		e.Op != OpUnits && f.Least < 0 && e.Amount == 0:
		r.Fault("%s: its amount is %d, and must be from %d to %d", where, e.Amount, f.Least, f.Most)
	}
	r.Word(where, "what", e.What, f.What)
	if (e.Op == OpGM) != (e.Text != "") {
		r.Fault("%s: %s", where, map[bool]string{true: "gm must say what the game master has to rule",
			false: `gm = "text" stands for an effect of its own`}[e.Op == OpGM])
	}
	r.Line(where+": gm", e.Text, false)
}

// Word checks an entry that has one of some words; of none it must be left out, and with "" among them it can be.
func (r *Reader) Word(where, entry, word string, words []string) {
	switch {
	case slices.Contains(words, word), word == "" && len(words) == 0:
	case len(words) == 0:
		r.Fault("%s: its %s is %q, and must be left out", where, entry, word)
	default:
		given := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "" })
		r.Fault("%s: its %s is %q, and must be %s", where, entry, word, adjudicator.Listed(given, "or"))
	}
}
