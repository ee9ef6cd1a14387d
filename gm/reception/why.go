package reception

import (
	"encoding/json"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/parser"
)

const (
	lookBack   = 8  // number of phases in which an answer to WHY is sought, the newest first
	maxReasons = 12 // largest number of events in it

	whyWhat    = "I don't know which order of the last turn you mean. Write it as in the report, or name a place."
	whyOf      = "Say what you ask about: write WHY and an order, a place or a card, as in your report."
	whyNothing = "Nothing that you were told of the last turns is about that. Name a place or a card as in your report; " +
		"HISTORY brings all reports again."
)

// explainTurn answers the question why something happened in the last turn: by the writer's view or, where that says
// nothing, with what their reports said about it.
func (in *incoming) explainTurn(c parser.Command) error {
	if in.s.Game.State == game.Held || in.reply.View == nil {
		return nil
	}
	if c.Args == "" {
		in.fault("WHY", whyOf+in.like("WHY"))
		return nil
	}
	view, ok := in.reply.View.(adjudicator.Explainer)
	if !ok {
		return in.toldAbout(c.Args)
	}
	lines := view.Explain(c.Args)
	if len(lines) == 0 {
		in.fault("WHY "+c.Args, whyWhat+in.like("WHY"))
	}
	for _, line := range lines {
		if !slices.Contains(in.r.Why, line) {
			in.r.Why = append(in.r.Why, line)
		}
	}
	return nil
}

// toldAbout brings again what the writer was told about something in the newest phase that has anything about it.
func (in *incoming) toldAbout(about string) error {
	if in.seat.Withheld > 0 { // the answer would not be sent
		return nil
	}
	if in.again { // the phases would be replayed again
		in.fault("WHY "+about, "One letter can ask for one thing of the past. Send this in another letter.")
		return nil
	}
	in.again = true
	last := in.s.Game.Count
	first := uint64(1)
	if last > lookBack {
		first = last - lookBack
	}
	chapters, err := play.HistoryOf(in.s, in.seat, first, last)
	if err != nil {
		return err
	}
	for _, chapter := range slices.Backward(chapters) {
		if found := concerning(chapter.Events, about); len(found) > 0 {
			in.r.WhyPhase, in.r.Told = chapter.Phase, found[:min(len(found), maxReasons)]
			return nil
		}
	}
	in.fault("WHY "+about, whyNothing)
	return nil
}

// concerning returns the events in which everything occurs that a text names and that occurs in any of them.
func concerning(events []adjudicator.Event, about string) []adjudicator.Event {
	texts := make([]string, len(events))
	for i, e := range events {
		js, err := json.Marshal(e.Data)
		if err != nil {
			continue
		}
		var data any
		if json.Unmarshal(js, &data) == nil {
			texts[i] = " " + strings.Join(parser.Words(strings.Join(words(data), ", ")), " ") + " "
		}
	}
	var named []string
	for _, word := range parser.Words(about) {
		word = " " + word + " "
		occurs := func(text string) bool { return strings.Contains(text, word) }
		if word != " "+parser.Dash+" " && len(word) > 4 && slices.ContainsFunc(texts, occurs) {
			named = append(named, word)
		}
	}
	var out []adjudicator.Event
	for i, e := range events {
		lacks := func(word string) bool { return !strings.Contains(texts[i], word) }
		if len(named) > 0 && !slices.ContainsFunc(named, lacks) {
			out = append(out, e)
		}
	}
	return out
}

// words returns all texts in the data of an event.
func words(data any) []string {
	var out []string
	switch x := data.(type) {
	case string:
		out = append(out, x)
	case []any:
		for _, item := range x {
			out = append(out, words(item)...)
		}
	case map[string]any:
		for _, item := range x {
			out = append(out, words(item)...)
		}
	}
	return out
}
