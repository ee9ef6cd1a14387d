package gm

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/parser"
)

// A standing order is what a seat's player answers to questions of a kind when he sends nothing else.
type standingOrder struct{ Kind, Text string }

const (
	maxStanding     = 12      // standing orders of a seat
	maxStandingText = 2 << 10 // bytes of one
)

// standing is a seat's answer to a question of that kind, as its view reads it; "" if it has none, or none of it can be
// read now.
func (s *seat) standing(kind string, view adjudicator.View) string {
	i := slices.IndexFunc(s.Standing, func(o standingOrder) bool { return o.Kind == kind })
	if i < 0 {
		return ""
	}
	return view.Read(kind, "", s.Standing[i].Text).Answer
}

// orders takes the standing orders of a letter. Lines for one kind of question belong together, and take the place of
// those that were on file for it.
func (in *incoming) orders() {
	var kinds []string
	lines := map[string][]string{}
	for _, c := range in.words.Commands {
		if c.Name != "ON" {
			continue
		}
		kind, answer := parser.Standing(c.Args)
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		if answer == "" {
			lines[kind] = nil
			continue
		}
		for order := range strings.SplitSeq(answer, ";") {
			lines[kind] = append(lines[kind], strings.TrimSpace(order))
		}
	}
	for _, kind := range kinds {
		if why := in.order(kind, strings.Join(lines[kind], "\n")); why != "" {
			in.fault("ON "+kind, why)
		}
	}
}

// order puts a standing order on file, or takes one off, and says why not.
func (in *incoming) order(kind, text string) (why string) {
	known := in.m.Words.Kinds(in.g.Rules)
	without := slices.DeleteFunc(slices.Clone(in.seat.Standing), func(o standingOrder) bool { return o.Kind == kind })
	switch {
	case in.g.State != running:
		return "No standing orders are taken now."
	case text == "" && len(without) == len(in.seat.Standing):
		return "You have no standing orders for that."
	case text == "":
		in.seat.Standing = without
		in.note("Your standing orders for " + kind + " are off file. What they have put on file for a question stays until you change it.")
		return ""
	case !slices.Contains(known, kind):
		return fmt.Sprintf("Nothing is asked here under that name; there are %s.", listed(known))
	case len(text) > maxStandingText || len(without) >= maxStanding:
		return "That is more than can be kept."
	}
	q := in.g.question(in.seat, 0)
	if q != nil && q.Kind == kind {
		read := in.reply.View.Read(kind, "", text)
		in.r.Faults = append(in.r.Faults, read.Faults()...)
		if read.Answer == "" {
			return "None of it can be read now, so it was not taken."
		}
	}
	in.seat.Standing = append(without, standingOrder{kind, text})
	slices.SortFunc(in.seat.Standing, func(a, b standingOrder) int { return strings.Compare(a.Kind, b.Kind) })
	in.note("Noted: ON " + kind + " DO " + strings.ReplaceAll(text, "\n", "; ") + ". That is your answer whenever you are asked for it and send nothing else; what of it can't be read then is left out.")
	if q != nil && q.Kind == kind && q.Answer == "" {
		in.file(q, in.reply.View, in.reply.View.Read(kind, "", text))
		q.Standing, q.Ahead, in.changed = true, !q.Short && !q.Aside, true
	}
	return ""
}

// fallBack puts a seat's standing orders on file for a question for which nothing is. Small decisions are not waited for
// then; for others the player still may answer, and is waited for.
func (g *game) fallBack(q *question, view adjudicator.View) {
	seat := g.seat(q.Seat)
	if seat == nil || view == nil || q.Answer != "" {
		return
	}
	if answer := seat.standing(q.Kind, view); answer != "" {
		mustPass(view, q.Kind, answer)
		q.Answer, q.Standing, q.Ahead = answer, true, !q.Short && !q.Aside
	}
}
