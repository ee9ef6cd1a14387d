package deadman

import (
	"slices"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	kit "deaddrop/parser/order"
)

// A peekReader reads peeks and votes, for the author of a letter.
type peekReader struct{ *author }

// peekAt files a peek at a space. Those from earlier letters are dropped if necessary.
func (a peekReader) peekAt(space diplomacy.Loc, c *kit.Context) kit.Outcome {
	at := a.key(space)
	line := "PAS-" + at
	switch {
	case a.Peeks == 0 && !a.then: // DM-20
		return refusal("%s was left out: %s.", line, a.noPeeks())
	case a.Peeks <= 1:
		return filing("PAS", line)
	}
	out := filing("PAS "+at, line)
	given := 0
	for k := range c.Given {
		if strings.HasPrefix(k, "PAS ") && k != "PAS "+at {
			given++
		}
	}
	if given >= a.Peeks {
		return refusal("You have %s this season.", plural(a.Peeks, "peek"))
	}
	out.Drop = slices.DeleteFunc(onFile(c, "PAS "), func(k string) bool { return c.Given[k] != "" })
	return out
}

// peeks reads the spaces to be peeked at (DM-18).
func (a peekReader) peeks(m *kit.Match, c *kit.Context) kit.Outcome {
	var lines []string
	var out kit.Outcome
	spaces, bad := a.plain(m.All("p"), c)
	for _, space := range spaces {
		at := a.key(space)
		if line := "PAS-" + at; !slices.Contains(lines, line) {
			lines = append(lines, line)
			out.Orders = append(out.Orders, kit.Order{Key: "PAS " + at, Line: line})
		}
	}
	switch {
	case failed(bad):
		return bad
	case len(lines) == 1:
		return a.peekAt(spaces[0], c)
	case a.Peeks == 1:
		return kit.Outcome{Ask: "You have one peek. Which one do you want: " + strings.Join(lines, " or ") + "?",
			Suggest: lines}
	case a.Peeks < len(lines):
		return refusal("You have %s this season.", plural(a.Peeks, "peek"))
	}
	return out
}

// otherPeek reads "no, I prefer Ruhr" behind a peek.
func (a peekReader) otherPeek(m *kit.Match, c *kit.Context) kit.Outcome {
	if !strings.HasPrefix(c.Last.Line, "PAS-") {
		return talk
	}
	c.Fixes = true
	return a.peeks(m, c)
}

// wantsToKnow reads "I'd like to know whether anybody is in Kiel" and "Munich looks whether France is in Burgundy", and
// asks whether that is a peek, or an order to spy.
func (a peekReader) wantsToKnow(m *kit.Match, c *kit.Context) kit.Outcome {
	if a.open || a.kind == retreats {
		return talk
	}
	out := question("Is this a peek, or an order to spy?")
	us, bad := a.unitsOf(m, c)
	if failed(bad) {
		return bad
	}
	if k, ok := m.Get("k"); ok && powerOf(k) != a.own {
		for _, u := range us {
			out.Suggest = append(out.Suggest, spying(u, powerOf(k)).text(""))
		}
	}
	p, _ := m.Get("kp")
	if m.Has("pk") { // such as "For my peek I'd like to know whether ..."
		return a.peekAt(locOf(p), c)
	}
	if a.Peeks > 0 {
		out.Suggest = append(out.Suggest, "PAS-"+a.key(locOf(p)))
	}
	if len(out.Suggest) == 0 {
		return talk
	}
	return out
}

// noPeek removes the peeks on file.
func (a peekReader) noPeek(_ *kit.Match, c *kit.Context) kit.Outcome {
	return kit.Outcome{Drop: onFile(c, "PAS")}
}

// ballot reads a vote on how the game should end (DM-37).
func (a peekReader) ballot(m *kit.Match, c *kit.Context) kit.Outcome {
	switch {
	case !a.Votes:
		return a.withoutVotes()
	case a.then:
		return refusal("A vote is for the season that it is sent in: write it without NEXT or ALWAYS.")
	}
	line := "VOTE Draw"
	if k, ok := m.Get("k"); ok {
		line = "VOTE " + a.power(powerOf(k))
	}
	if m.Form == "DRAW" && !lineOfItsOwn(m, c) {
		return kit.Outcome{Ask: "Is this your vote?", Suggest: []string{line}}
	}
	out := filing("VOTE", line)
	out.Adds = true
	return out
}

// noVote removes the vote.
func (a peekReader) noVote(*kit.Match, *kit.Context) kit.Outcome {
	if !a.Votes {
		return a.withoutVotes()
	}
	return kit.Outcome{Drop: []string{"VOTE"}}
}

// withoutVotes refuses a vote where there are none.
func (a peekReader) withoutVotes() kit.Outcome {
	if a.inWinter {
		return refusal(noVotesNow)
	}
	return refusal(noVotes)
}

// lineOfItsOwn reports whether a match is alone on its line, apart from punctuation.
func lineOfItsOwn(m *kit.Match, c *kit.Context) bool {
	alone := func(i int) bool {
		return i < 0 || i >= len(c.Lexemes) || c.Lexemes[i].Kind == kit.Sign || c.Lexemes[i].Kind == kit.Line
	}
	return alone(m.From-1) && alone(m.To)
}
