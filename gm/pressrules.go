package gm

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
	"deaddrop/templates"
)

// pressOptions are what a game master can choose about press, whatever the title.
var pressOptions = []adjudicator.Option{
	{Name: "sign", Doc: "whether press says who wrote it", Values: []string{"white", "grey", "choice"},
		Means: []string{"press says who wrote it", "press does not say who wrote it", "press says who wrote it, unless its first line is PRESS GREY TO and names"}},
	{Name: "to", Doc: "to whom players can write", Values: []string{"players", "gm"},
		Means: []string{"players write to each other", "players can write to the game master alone"}},
	{Name: "while", Doc: "when a player can write", Values: []string{"always", "filed"},
		Means: []string{"players can always write", "a player can write to others only while he has something on file, or nothing is asked of him"},
		Tells: "that who writes has something on file"},
	{Name: "small", Doc: "whether press is passed on while only small decisions are asked, such as retreats", Values: []string{"yes", "no"},
		Means: []string{"press is passed on while only small decisions are asked", "no press is passed on while only small decisions are asked, such as retreats"}},
	{Name: "goes", Doc: "when press to some players goes out", Values: []string{"now", "report"},
		Means: []string{"press to some players goes out at once", "all press goes out with the next report"}},
	{Name: "copy", Doc: "whether the game master reads all press", Values: []string{"no", "gm"},
		Means: []string{"the game master gets no copy of press that is not to him", "the game master gets a copy of all press"}},
	{Name: "observe", Doc: "who may watch the game", Values: []string{observeNo, observeDesk, observeMail},
		Means: []string{"nobody may watch the game", "those whom the game master lets in may watch the game: they get what is public of it, and press to all",
			"whoever asks may watch the game, with a line OBSERVE and its name: he gets what is public of it, and press to all"}},
}

// PressOptions are what a game master can choose about press, whatever the title.
func PressOptions() []adjudicator.Option { return slices.Clone(pressOptions) }

// pressRules checks choices about press; the default ones are left out.
func pressRules(rules *adjudicator.Rules, values map[string]string) (map[string]string, error) {
	out := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		i := slices.IndexFunc(pressOptions, func(o adjudicator.Option) bool { return o.Name == name })
		if i < 0 {
			var known []string
			for _, o := range pressOptions {
				known = append(known, o.Name)
			}
			return nil, refusal.New("There is no choice %q about press; there are %s.", name, listed(known))
		}
		o, value := pressOptions[i], values[name]
		switch {
		case !slices.Contains(o.Values, value):
			return nil, refusal.New("%s can be %s, not %q.", name, adjudicator.Listed(o.Values, "or"), value)
		case name == "small" && value == "no" && rules.Blind:
			return nil, refusal.New("In %s who is asked a small decision is a secret, and a refusal to pass press on would tell it.", rules.Title)
		case value != o.Values[0]:
			out[name] = value
		}
	}
	return out, nil
}

// pressRule is the choice that is in force.
func (g *game) pressRule(name string) string { return pressChoice(g.PressRules, name) }

func pressChoice(values map[string]string, name string) string {
	if value, ok := values[name]; ok {
		return value
	}
	for _, o := range pressOptions {
		if o.Name == name {
			return o.Values[0]
		}
	}
	return ""
}

// pressWords are the choices that differ from the default, as sentences.
func pressWords(values map[string]string) []string {
	var out []string
	for _, o := range pressOptions {
		if value, ok := values[o.Name]; ok {
			out = append(out, pressSentence(o, value))
		}
	}
	return out
}

func pressSentence(o adjudicator.Option, value string) string {
	text := o.Meaning(value)
	text = strings.ToUpper(text[:1]) + text[1:] + "."
	if value != o.Values[0] && o.Tells != "" {
		text += " It tells " + o.Tells + "."
	}
	return text
}

// barred says why the choices about press keep a seat's from being passed on to others. It hangs on nothing that the
// writer does not know.
func (in *incoming) barred(c parser.Command) string {
	q := in.g.question(in.seat, 0)
	sign := in.g.pressRule("sign")
	switch {
	case in.g.pressRule("to") == "gm":
		return "In this game players can write to the game master alone."
	case in.seat.Silenced:
		return "The game master has stopped your press to others."
	case in.g.pressRule("while") == "filed" && q != nil && q.Answer == "":
		return "In this game you can write to others while you have something on file, and you have nothing."
	case in.g.pressRule("small") == "no" && in.g.small():
		return "In this game no press is passed on while only small decisions are asked."
	case c.Signed == parser.Grey && sign == "white":
		return "In this game press says who wrote it."
	case c.Signed == parser.White && sign == "grey":
		return "In this game press does not say who wrote it."
	}
	return ""
}

// small reports whether everybody can know that nothing but small decisions is asked.
func (g *game) small() bool {
	return len(g.Open) > 0 && !g.aside() && !slices.ContainsFunc(g.Open, func(q *question) bool { return !q.Short })
}

// PressRules changes what press a game passes on, and tells everybody.
func (d *Desk) PressRules(ctx context.Context, now time.Time, name string, values map[string]string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.running(); err != nil {
			return err
		}
		rules, err := s.m.rules(s.g.Rules)
		if err != nil {
			return err
		}
		all := map[string]string{}
		maps.Copy(all, s.g.PressRules)
		maps.Copy(all, values)
		if all, err = pressRules(rules, all); err != nil {
			return err
		}
		undo, changes := []string{"press-rules", name}, []string{}
		for _, o := range pressOptions {
			if was, is := s.g.pressRule(o.Name), pressChoice(all, o.Name); was != is {
				undo, changes = append(undo, o.Name+"="+was), append(changes, pressSentence(o, is))
			}
		}
		if len(changes) == 0 {
			return refusal.New("That is how press is passed on in %s already.", name)
		}
		if g := s.g.Gallery; g != nil && pressChoice(all, "observe") == observeNo && s.g.pressRule("observe") != observeNo {
			s.tellObservers(nil, "The game master lets nobody watch this game any more.")
		} else if g != nil && s.g.pressRule("observe") == observeNo { // what was written before is not for them
			g.Read = len(s.g.Press)
		}
		s.g.PressRules = all
		s.tellAll(nil, func(page *templates.Page, _ *seat) {
			page.Notice = s.because("The game master has changed what press is passed on. " + strings.Join(changes, " "))
		})
		s.act("press-rules "+name, strings.Join(changes, " "), undo...)
		return nil
	})
}

// Mute stops a seat's press to other players, or lets it go on. It alone is told.
func (d *Desk) Mute(ctx context.Context, now time.Time, name, who string, off bool) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.running(); err != nil {
			return err
		}
		seat, err := s.player(who)
		if err != nil {
			return err
		}
		undo := []string{"mute", name, string(seat.Name)}
		text := "The game master has stopped your press to others. You can still write to him: PRESS TO GM."
		switch {
		case seat.Silenced == !off && off:
			return refusal.New("The press of %s is passed on already.", seat.Name)
		case seat.Silenced == !off:
			return refusal.New("The press of %s is stopped already.", seat.Name)
		case off:
			text = "The game master lets your press to others go on."
		default:
			undo = append(undo, "--off")
		}
		seat.Silenced = !off
		s.notice(seat, "notice", s.because(text), nil)
		s.act("mute "+name, text, undo...)
		return nil
	})
}

// greyName is what MUTE calls press that does not say who wrote it.
const greyName = "GREY"

// mutes reports whether a player does not want to read a piece of press. Grey press is all or none: else he could find
// out whose it is by whom he mutes.
func (s *seat) mutes(p templates.Press) bool {
	if p.Grey {
		return slices.Contains(s.Muted, greyName)
	}
	return slices.Contains(s.Muted, p.From)
}

// mute notes whose press the writer does not want to read.
func (in *incoming) mute(args string) {
	refused := func(why string) {
		in.fault("MUTE "+args, why)
	}
	switch strings.ToUpper(strings.Trim(args, " .")) {
	case "NOBODY", "NONE", "OFF":
		in.seat.Muted = nil
		in.note("All press to you is sent to you again.")
		return
	case greyName, "GRAY":
		in.seat.Muted = append(in.seat.Muted, greyName)
		in.note("Press that does not say who wrote it is not sent to you any more. MUTE NOBODY takes that back.")
	default:
		names, err := in.g.named(args)
		switch {
		case err != nil:
			refused(err.Error() + " Nothing was muted.")
			return
		case slices.Contains(names, adjudicator.GM):
			refused("The game master's letters can't be muted. Nothing was muted.")
			return
		case slices.Contains(names, in.seat.Name):
			refused("That is your own. Nothing was muted.")
			return
		}
		for _, n := range names {
			in.seat.Muted = append(in.seat.Muted, string(n))
		}
		in.note("Press from " + listed(names) + " is not sent to you any more, which nobody is told. MUTE NOBODY takes that back.")
	}
	slices.Sort(in.seat.Muted)
	in.seat.Muted = slices.Compact(in.seat.Muted)
}
