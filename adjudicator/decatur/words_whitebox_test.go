package decatur

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
)

// inOneLine returns a list in words.
func inOneLine[T ~string](list []T) string {
	var out []string
	for _, x := range list {
		out = append(out, string(x))
	}
	return cmp.Or(strings.Join(out, ", "), "nothing")
}

func askedInWords(v View, req adjudicator.Request) []string {
	out := []string{"asked for " + req.Kind}
	for line := range strings.Lines(req.Filed) {
		out = append(out, "on file: "+strings.TrimSpace(line))
	}
	for line := range strings.Lines(req.Default) {
		out = append(out, "else: "+strings.TrimSpace(line))
	}
	if k := v.Takeover; k != nil {
		out = append(out, fmt.Sprintf("asked for %s at %d against %d", req.Kind, k.Strength, k.Against))
		if len(k.Goes) > 0 {
			out = append(out, "factors may go to "+inOneLine(k.Goes))
		}
		if len(k.Fleets) > 0 {
			out = append(out, "the fleet may be "+inOneLine(k.Fleets))
		}
	}
	if x := v.Excess; x != nil {
		out = append(out, fmt.Sprintf("too many cards: %d to play, %d to discard", x.ToPlay, x.ToDiscard))
	}
	if !req.Short && req.Kind != "round" && req.Kind != "turn" {
		out = append(out, "asked as if it were no small question")
	}
	return append(out, "when asked "+handInWords(v.Hand))
}

func readingInWords(r adjudicator.Reading) []string {
	var out []string
	for line := range strings.SplitSeq(r.Answer, "\n") {
		out = append(out, "read: "+line)
	}
	for _, f := range r.Faults() {
		out = append(out, "refused: "+f.Text)
	}
	for _, n := range r.Notes {
		out = append(out, "note: "+n)
	}
	for _, m := range r.Missing {
		out = append(out, "missing: "+m)
	}
	return out
}

func inWords(e adjudicator.Event) []string {
	switch d := e.Data.(type) {
	case dealt:
		return []string{
			fmt.Sprintf("interval %d begins on space %d", d.Interval, d.Space),
			"first is " + d.First,
			"order " + inOneLine(d.Order),
			fmt.Sprintf("%d open prosperity cards", len(d.Open)),
		}
	case cards:
		return []string{fmt.Sprintf("dealt %d prosperity and %d influence cards", len(d.Prosperity), len(d.Influence))}
	case turn:
		return turnInWords(d)
	case queue.NMR:
		return []string{d.Seat + " is silent"}
	case drew:
		return []string{"drew " + inOneLine(d.Cards), "drew into " + inOneLine(d.Hand)}
	case skipped:
		var out []string
		for _, s := range d.Lines {
			out = append(out, "skipped "+s.Line+": "+s.Why)
		}
		return out
	case takenOver:
		return takeoverInWords(d)
	case clocked:
		return clockInWords(d)
	case called:
		return []string{fmt.Sprintf("%s calls Decatur on %s, who loses %s", d.By, d.Forgot, cmp.Or(d.Location, "nothing"))}
	case upheaval:
		return upheavalInWords(d)
	case ended:
		out := []string{fmt.Sprintf("%s wins by %s", d.Winner, cmp.Or(d.By, "the order of play"))}
		for i, s := range d.Scores {
			out = append(out, fmt.Sprintf("place %d %s: %d factors, %d cards, %d in hand, %d ports", i+1, s.Seat, s.Factors, s.Cards, s.Hand, s.Ports),
				fmt.Sprintf("%s held %s", s.Seat, inOneLine(s.Held)))
		}
		return out
	}
	return []string{fmt.Sprintf("%s %+v", e.Kind, e.Data)}
}

func turnInWords(d turn) []string {
	what := map[string]string{
		"pass":        "passes",
		"draw":        fmt.Sprintf("draws %d", d.Cards),
		"exchange":    fmt.Sprintf("exchanges %d+%d %s for %d", d.FromHand, d.FromPlay, d.Kind, d.Cards),
		"restructure": "restructures to " + d.To,
		"expand":      "expands",
		"port":        fmt.Sprintf("builds a port in %s for %d with a fleet in the %s", d.To, d.Cost, d.Ocean),
		"consolidate": "consolidates in " + d.To,
		"venture":     "ventures from " + d.From + " to " + d.To,
	}
	out := []string{d.Seat + " " + what[d.Action]}
	say := func(yes bool, words string) {
		if yes {
			out = append(out, d.Seat+" "+words)
		}
	}
	say(d.Hostile, "attempts a takeover")
	say(len(d.Played) > 0, "plays "+inOneLine(d.Played))
	say(len(d.Dropped) > 0, "discards "+inOneLine(d.Dropped))
	say(d.Refilled, "has the discards shuffled")
	for _, m := range d.Moved {
		out = append(out, fmt.Sprintf("%s %+d, now %d", m.Location, m.By, m.Now))
	}
	return out
}

func takeoverInWords(d takenOver) []string {
	out := []string{fmt.Sprintf("%s attempts to take over %s of %s from %s with %d", d.Contender, d.To, d.Defender, d.From, d.Committed)}
	for _, b := range d.Bids {
		out = append(out, bidInWords(b))
	}
	hit := map[Hit]string{{}: "nobody", {Contender: true}: d.Contender, {Defender: true}: d.Defender, {true, true}: "both"}
	out = append(out, "attrition of "+hit[d.Hit], fmt.Sprintf("dice %v", d.Dice))
	if d.Crosses {
		out = append(out, "an ocean is crossed")
	}
	if d.Won {
		out = append(out, fmt.Sprintf("%s succeeds with %d against %d", d.Contender, d.Strength, d.Against),
			fmt.Sprintf("%s moves %d in", d.Contender, d.MovedIn))
	} else {
		out = append(out, fmt.Sprintf("%s fails with %d against %d", d.Contender, d.Strength, d.Against))
	}
	if d.Relocated != "" {
		out = append(out, fmt.Sprintf("%s relocates %d to %s", d.Defender, d.RelocatedN, d.Relocated))
	}
	if d.Removed > 0 {
		out = append(out, fmt.Sprintf("%s removes %d", d.Defender, d.Removed))
	}
	if d.Port {
		out = append(out, fmt.Sprintf("%s loses the port with a fleet in the %s", d.Defender, d.Fleet))
	}
	if d.LeftEmpty {
		out = append(out, d.To+" is left empty")
	}
	return out
}

func bidInWords(b Bid) string {
	var what []string
	if b.Commits > 0 {
		what = append(what, fmt.Sprintf("commits %d", b.Commits))
	}
	if len(b.Plays) > 0 {
		what = append(what, "plays "+inOneLine(b.Plays))
	}
	if len(b.Discards) > 0 {
		what = append(what, "discards "+inOneLine(b.Discards))
	}
	if b.Pat {
		what = append(what, "stands pat")
	}
	if b.Concedes {
		what = append(what, "concedes")
	}
	return fmt.Sprintf("%s %s: %d against %d", b.Seat, strings.Join(what, ", "), b.Strengths[0], b.Strengths[1])
}

func clockInWords(d clocked) []string {
	out := []string{fmt.Sprintf("the clock goes to %d", d.Space)}
	if d.Turned {
		out = append(out, "the clock is turned up")
	}
	if len(d.Dice) > 0 {
		out = append(out, fmt.Sprintf("clock dice %v for a multiple of %d", d.Dice, d.Multiple))
	}
	if d.Ends {
		out = append(out, "the interval ends")
	}
	return out
}

func upheavalInWords(d upheaval) []string {
	out := []string{fmt.Sprintf("upheaval of interval %d", d.Interval)}
	for i, r := range d.Regions {
		out = append(out, fmt.Sprintf("rank %d %s: %d cards, %d factors", i+1, r.Region, r.Cards, r.Level))
	}
	for _, c := range d.Changed {
		out = append(out, fmt.Sprintf("%s of %s: %d to %d%s", c.Location, c.Owner, c.Was, c.Now, map[bool]string{true: ", empty"}[c.Empty]))
	}
	for _, x := range d.Discarded {
		out = append(out, x.Seat+" discards duplicates "+inOneLine(x.Cards))
	}
	return out
}

func handInWords(hand []Commonwealth) string {
	return "hand " + inOneLine(slices.Sorted(slices.Values(hand)))
}

// viewInWords returns what a view shows after a phase, in the words in which a case is put together.
func viewInWords(view adjudicator.View) []string {
	switch v := view.(type) {
	case View:
		out := stateInWords(v.State)
		if v.Phase == "" {
			out = append(out, "then the game is over")
		}
		if v.Seat != "" {
			out = append(out, "then "+handInWords(v.Hand), fmt.Sprintf("then %d prosperity cards", len(v.Prosperity)))
		} else if v.Hand != nil || v.Prosperity != nil {
			out = append(out, "sees what an observer may not see")
		}
		return out
	case Truth:
		out := stateInWords(v.State)
		if v.Phase == "" {
			out = append(out, "then the game is over")
		}
		for _, h := range v.Secrets {
			out = append(out, fmt.Sprintf("then %s has %s", h.Seat, handInWords(h.Hand)))
			for s := range strings.Lines(h.Standing) {
				out = append(out, "then "+h.Seat+" has on file: "+strings.TrimSpace(s))
			}
		}
		return out
	}
	return nil
}

func stateInWords(s State) []string {
	out := []string{
		fmt.Sprintf("then interval %d of %d, round %d", s.Interval, s.Intervals, s.Round),
		fmt.Sprintf("then clock %d%s", s.Space, map[bool]string{true: " up"}[s.Up]),
		fmt.Sprintf("then deck %d", s.Deck),
		"then discards " + inOneLine(slices.Sorted(slices.Values(s.Discards))),
		fmt.Sprintf("then %d open prosperity cards", len(s.Open)),
	}
	for _, h := range s.Locations {
		switch {
		case h.Owner == "":
			out = append(out, fmt.Sprintf("then %s empty", h.Location))
		case h.Port != "":
			out = append(out, fmt.Sprintf("then %s %s %d port %s", h.Location, h.Owner, h.Factors, h.Port))
		default:
			out = append(out, fmt.Sprintf("then %s %s %d", h.Location, h.Owner, h.Factors))
		}
	}
	var order []string
	for _, p := range s.Players {
		order = append(order, p.Seat)
		out = append(out, fmt.Sprintf("then in play %s: %s", p.Seat, inOneLine(slices.Sorted(slices.Values(p.InPlay)))), fmt.Sprintf("then %s holds %d", p.Seat, p.Hand))
		if p.Restructured {
			out = append(out, "then "+p.Seat+" has restructured")
		}
	}
	return append(out, "then players "+inOneLine(order))
}
