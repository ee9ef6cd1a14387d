package game

import (
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/templates"
)

// PressOptionList lists the options about press, which all titles have.
var PressOptionList = []adjudicator.Option{
	{Name: "sign", Doc: "whether press says who wrote it", Values: []string{"white", "grey", "choice"},
		Means: []string{"press says who wrote it", "press does not say who wrote it",
			"press says who wrote it, unless its first line is PRESS GREY TO and names"}},
	{Name: "to", Doc: "who players can write to", Values: []string{"players", "gm"},
		Means: []string{"players write to each other", "players can write only to the game master"}},
	{Name: "while", Doc: "when a player can write", Values: []string{"always", "filed"},
		Means: []string{
			"players can always write",
			"players can write to others only while they have something on file, or nothing is asked of them",
		},
		Tells: "that the writer has something on file"},
	{Name: "small", Doc: "whether press is passed on while only small decisions are asked for, such as retreats",
		Values: []string{"yes", "no"},
		Means: []string{"press is passed on while only small decisions are asked for",
			"no press is passed on while only small decisions are asked for, such as retreats"}},
	{Name: "goes", Doc: "when press to some players goes out", Values: []string{"now", "report"},
		Means: []string{"press to some players goes out at once", "all press goes out with the next report"}},
	{Name: "copy", Doc: "whether the game master reads all press", Values: []string{"no", "gm"},
		Means: []string{"the game master gets copies only of press to GM",
			"the game master gets a copy of all press"}},
	{Name: "observe", Doc: "who may watch the game", Values: []string{ObserveNo, ObserveDesk, ObserveMail},
		Means: []string{"nobody may watch the game",
			"people whom the game master lets in may watch the game: they get what is public in it, and press to all",
			"anybody may watch the game, with a line OBSERVE and its name: they get what is public in it, and " +
				"press to all"}},
}

// PressOptions returns the options about press, which all titles have.
func PressOptions() []adjudicator.Option { return slices.Clone(PressOptionList) }

// PressRules validates options about press, and returns those that differ from the default.
func PressRules(rules *adjudicator.Rules, values map[string]string) (map[string]string, error) {
	out := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		i := slices.IndexFunc(PressOptionList, func(o adjudicator.Option) bool { return o.Name == name })
		if i < 0 {
			var known []string
			for _, o := range PressOptionList {
				known = append(known, o.Name)
			}
			return nil, refusal.New("There is no choice %q about press; there are %s.", name, Listed(known))
		}
		o, value := PressOptionList[i], values[name]
		switch {
		case !slices.Contains(o.Values, value):
			return nil, refusal.New("%s can be %s, not %q.", name, adjudicator.Listed(o.Values, "or"), value)
		case name == "small" && value == "no" && rules.Blind:
			return nil,
				refusal.New("In %s it is a secret which players have a small decision to make, and a refusal to "+
					"pass on press would give it away.", rules.Title)
		case value != o.Values[0]:
			out[name] = value
		}
	}
	return out, nil
}

// A PressBox is the press that still has to be delivered, and the rules for press.
type PressBox struct {
	// press for the next report, and for seats that have not been written to since it came
	Press []templates.Press `json:",omitempty"`
	Grey  []GreyPress       `json:",omitempty"` // grey press that waits for its hour, in the order of sending
	// options about press that differ from the default
	PressRules map[string]string `json:",omitempty"`
}

// PressRule returns the value of an option.
func (b *PressBox) PressRule(name string) string { return PressChoice(b.PressRules, name) }

func PressChoice(values map[string]string, name string) string {
	if value, ok := values[name]; ok {
		return value
	}
	for _, o := range PressOptionList {
		if o.Name == name {
			return o.Values[0]
		}
	}
	return ""
}

// PressWords returns the options that differ from the default, as sentences.
func PressWords(values map[string]string) []string {
	var out []string
	for _, o := range PressOptionList {
		if value, ok := values[o.Name]; ok {
			out = append(out, PressSentence(o, value))
		}
	}
	return out
}

func PressSentence(o adjudicator.Option, value string) string {
	text := o.Meaning(value)
	text = strings.ToUpper(text[:1]) + text[1:] + "."
	if value != o.Values[0] && o.Tells != "" {
		text += " It shows " + o.Tells + "."
	}
	return text
}

// GreyName is the name for anonymous press in the command MUTE.
const GreyName = "GREY"

// mutes reports whether a player has muted a piece of press. Grey press is muted altogether or not at all: otherwise
// players could find out its author by muting one after another.
func (w *Preferences) mutes(p templates.Press) bool {
	if p.Grey {
		return slices.Contains(w.Muted, GreyName)
	}
	return slices.Contains(w.Muted, p.From)
}

// GreyPress is a piece of anonymous press that waits until its time no longer points to its author.
type GreyPress struct {
	templates.Press
	Due time.Time
}
