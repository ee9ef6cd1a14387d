package pack

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// An Op is the type of an effect. Games may define further ones.
type Op string

// Types of effects that several games have.
const (
	OpGain  Op = "gain"  // Target gains Amount of What, or loses it if Amount is negative
	OpUnits Op = "units" // units arrive for Target at Place, or leave if Amount is negative
	OpDraw  Op = "draw"  // Target draws Amount cards
	OpGM    Op = "gm"    // the game master decides, and is asked with Text
	OpNone  Op = "none"
)

// Targets that all games have.
const (
	ToPlayer = "player" // the player who plays the card or is affected by it; the default
	ToOthers = "others"
	ToAll    = "all"
)

// An Effect is one thing that a card does, without units and other fields that only one game has.
type Effect struct {
	Op     Op
	Target string // who is affected: a word such as those above, or a seat; "" for the player of the card
	Place  string // where it happens: a name, or a word of the game; "" for nowhere
	What   string // what is gained; "" for nothing
	Amount int
	Text   string `toml:"gm"`
}

// Whole returns an effect with its op, which may be omitted if it is for the game master.
func (e Effect) Whole() Effect {
	if e.Op == "" && e.Text != "" {
		e.Op = OpGM
	}
	return e
}

// Own reports whether an effect is for the player of the card.
func (e Effect) Own() bool { return e.Target == "" || e.Target == ToPlayer }

// Line returns an effect as a line of a game master's ruling, with its units: "GAIN UK 2 MONEY".
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

// A Form lists what effects with an op may have.
type Form struct {
	Targets     []string // possible targets other than the player of the card
	Places      []string // possible places; nil if it has none; with "" if the place is optional
	What        []string // possible values of What; nil and "" as for Places
	Units       bool     // whether it needs units
	Least, Most int      // range of its amount, which must not be 0 if Least is negative
}

// NoEffect adds the fault that an op does not exist, with a list of those that do.
func (r *Reader) NoEffect(where string, op Op, forms map[Op]Form) {
	ops := slices.Sorted(maps.Keys(forms))
	r.Fault("%s: there is no effect %q; there are %s", where, op, adjudicator.Listed(ops, "and"))
}

// Effect checks that an effect with a number of units has the form of its op.
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

// Word checks that the value of an entry is one of some words. If there are no words, the entry must be left out; if
// "" is among them, it may be.
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
