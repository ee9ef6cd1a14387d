package reception

import (
	"errors"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
	"deaddrop/templates"
)

// set changes the writer's preferences, or lists them.
func (in *incoming) set(args string) {
	name, value := parser.Setting(args)
	before := in.seat.Wishes()
	switch {
	case name == "MAP" && value != "":
		i := slices.IndexFunc(game.Styles, func(c game.Choice) bool {
			return strings.EqualFold(string(c.Style), value)
		})
		if i < 0 {
			in.fault("SET "+args, "A map can be PNG, SVG, TEXT or NONE.")
			return
		}
		in.seat.Maps = game.Styles[i].Style
	case name == "LETTERS" && value != "":
		if value != game.Full && value != game.Short {
			in.fault("SET "+args, "Letters can be FULL or SHORT.")
			return
		}
		in.seat.Letters = value
	case name == "LANGUAGE" && value != "":
		code, known := in.language(value)
		if code == "" {
			in.fault("SET "+args, "Letters can be in "+known+".")
			return
		}
		in.seat.Language, in.reply.Language = code, code
	}
	note := "Your letters have " + in.seat.Wishes() + "."
	if in.seat.Wishes() != before {
		note = "From now on your letters have " + in.seat.Wishes() + "."
	}
	if in.s.Master.Maps == nil {
		note += " This service has no maps."
	}
	in.note(note)
}

// language finds a language by its name; known lists the available ones.
func (in *incoming) language(name string) (code, known string) {
	var all []string
	for _, c := range in.s.Master.Words.Languages() {
		all = append(all, game.LanguageName(c))
		names := append([]string{c}, game.LanguageNames[c]...)
		if slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }) {
			code = c
		}
	}
	return code, adjudicator.Listed(all, "or")
}

// tellAgain executes the commands MAP and HISTORY, for now or for a past phase.
func (in *incoming) tellAgain(c parser.Command) error {
	if in.s.Game.State == game.Held || in.reply.View == nil { // the rules that failed would be run
		return nil
	}
	phase := strings.TrimSuffix(c.Args, ".")
	if c.Name == "MAP" && phase == "" {
		in.r.Map = true
		return nil
	}
	if in.again || in.seat.Withheld > 0 { // all phases would be replayed again, or in vain
		return nil
	}
	in.again = true
	first, last := uint64(1), in.s.Game.Count
	if phase != "" {
		then, err := in.then(c.Name+" "+phase, phase)
		if err != nil || then == nil {
			return err
		}
		first, last = then.Count, then.Count
	}
	if c.Name == "MAP" {
		return nil
	}
	var err error
	if in.reply.History, err = play.HistoryOf(in.s, in.seat, first, last); err != nil {
		return err
	}
	if len(in.reply.History) == 0 {
		in.note("Nothing has happened yet that you could be told again.")
	}
	return nil
}

// then makes the answer show the board as the writer knew it at the start of the phase that a line names. It returns
// nil if there was no such phase.
func (in *incoming) then(line, phase string) (*game.Chapter, error) {
	c, err := in.s.Chapter(phase)
	if refused := (*refusal.Error)(nil); errors.As(err, &refused) {
		in.fault(line, refused.Text)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := in.s.BegunAt(c)
	if err != nil {
		return nil, err
	}
	in.reply.Then = &templates.Then{Phase: c.Name, View: p.View(in.seat.Name)}
	return &c, nil
}
