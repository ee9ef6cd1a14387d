package gm

import (
	"errors"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
	"deaddrop/templates"
)

// What a player wishes of his letters: how they show the board, in which language they are, and which phase they tell of.

// A choice is a style of maps, as the answer to SET has it.
type choice struct {
	style letter.Style
	doc   string
}

// styles are those that there are, first the usual one.
var styles = []choice{
	{letter.StylePNG, "a picture of the board in each letter that tells of a turn"},
	{letter.StyleSVG, "a drawing of the board attached to each letter that tells of a turn"},
	{letter.StyleText, "a map made of letters, 78 columns wide, in each letter that tells of a turn"},
	{letter.StyleNone, "no map"},
}

// languageNames are what languages call themselves, and then their other names.
var languageNames = map[string][]string{"en": {"English", "Englisch"}, "de": {"Deutsch", "German"}}

// languageName is what a language calls itself.
func languageName(code string) string {
	if names := languageNames[code]; names != nil {
		return names[0]
	}
	return code
}

// set changes how the writer's letters are, or says how they are.
func (in *incoming) set(args string) {
	name, value := parser.Setting(args)
	before := in.seat.wishes()
	switch {
	case name == "MAP" && value != "":
		i := slices.IndexFunc(styles, func(c choice) bool { return strings.EqualFold(string(c.style), value) })
		if i < 0 {
			in.fault("SET "+args, "A map can be PNG, SVG, TEXT or NONE.")
			return
		}
		in.seat.Maps = styles[i].style
	case name == "LANGUAGE" && value != "":
		code, known := in.language(value)
		if code == "" {
			in.fault("SET "+args, "Letters can be in "+known+".")
			return
		}
		in.seat.Language, in.reply.Language = code, code
	}
	note := "Your letters have " + in.seat.wishes() + "."
	if in.seat.wishes() != before {
		note = "From now on your letters have " + in.seat.wishes() + "."
	}
	if in.m.Maps == nil {
		note += " This service has no maps."
	}
	in.note(note)
}

// language finds one by its name, and says which there are.
func (in *incoming) language(name string) (code, known string) {
	var all []string
	for _, c := range in.m.Words.Languages() {
		all = append(all, languageName(c))
		names := append([]string{c}, languageNames[c]...)
		if slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }) {
			code = c
		}
	}
	return code, adjudicator.Listed(all, "or")
}

// wishes says how a seat's letters are.
func (s *seat) wishes() string {
	out := styles[0].doc
	for _, style := range styles {
		if style.style == s.Maps {
			out = style.doc
		}
	}
	language := s.Language
	if language == "" {
		language = templates.English
	}
	return out + ", and are in " + languageName(language)
}

// tellAgain answers MAP and HISTORY: of now, or of a phase that is past.
func (in *incoming) tellAgain(c parser.Command) error {
	if in.g.State == held || in.reply.View == nil { // the rules that failed would be run
		return nil
	}
	phase := strings.TrimSuffix(c.Args, ".")
	if c.Name == "MAP" && phase == "" {
		in.r.Map = true
		return nil
	}
	if in.again || in.seat.Withheld > 0 { // all phases would be read once more, or for nothing
		return nil
	}
	in.again = true
	first, last := uint64(1), in.g.Count
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
	if in.reply.History, err = in.historyOf(in.seat, first, last); err != nil {
		return err
	}
	if len(in.reply.History) == 0 {
		in.note("Nothing has happened yet that could be told again.")
	}
	return nil
}

// then has the reply show the board as the writer knew it when the phase began that a line asks for; nil if there was none.
func (in *incoming) then(line, phase string) (*chapter, error) {
	c, err := in.chapter(phase)
	if refused := (*refusal.Error)(nil); errors.As(err, &refused) {
		in.fault(line, refused.Text)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := in.begunAt(c)
	if err != nil {
		return nil, err
	}
	in.reply.Then = &templates.Then{Phase: c.Name, View: p.View(in.seat.Name)}
	return &c, nil
}
