package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// This file offers a sketch with the part of a letter that it belongs to.

// suggestSketch offers a sketch of the whole letter with the first part of it that is open, in place of what was
// offered
// for its parts, if something of it is not on file. A turn that is not accepted because of such a part is open as well.
func (s *settling) suggestSketch(text string) {
	if s.Context == nil {
		return
	}
	old := s.old.words(s.m)
	for key := range s.Given {
		if t, _, _ := partOf(key); t > 0 {
			old = "" // the letter has changed it
		}
	}
	meant := s.sketch(text, old, s.Context)
	lines := s.missing(meant)
	i := s.firstOpen(meant)
	isAssault := func(line string) bool { return strings.HasPrefix(line, "ASSAULT ") }
	lavish := s.lavish != "" && slices.ContainsFunc(lines, isAssault) // it is offered in its own way
	if i < 0 || len(lines) == 0 || lavish || s.saysMore(meant, i) {
		return
	}
	whole := strings.Join(lines, "\n")
	if slices.ContainsFunc(s.parts, func(p adjudicator.Part) bool { return p.Why == whichStep }) {
		return
	}
	s.contest(meant)
	for j := range s.parts {
		p := &s.parts[j]
		switch {
		case isUnsure(*p):
			p.Suggest = slices.DeleteFunc(slices.Clone(p.Suggest), func(meant string) bool {
				return s.isOfTurn(meant) || s.isWithin(meant, lines)
			})
		case s.isRefusedTurn(j):
			p.Fate = adjudicator.Unsure
		}
	}
	s.raise(i, whole)
}

// saysMore reports whether the letter has lines for which a sketch has no words, such as choices for effects, or more
// lines
// than it if one of them was refused.
func (s *settling) saysMore(meant []string, open int) bool {
	chooses, n := false, 0
	for key, line := range s.Given {
		chooses = chooses || strings.Contains(line, " (")
		if _, _, what := partOf(key); what != "NUMBER" {
			n++
		}
	}
	return chooses || isRefused(s.parts[open]) && len(meant) < n
}

// contest takes off file what the letter has filed and a sketch says otherwise: an assault with less than it has, with
// the
// turn, and a defence of any place for one.
func (s *settling) contest(meant []string) {
	for key, line := range s.Given {
		t, _, what := partOf(key)
		longer := func(x string) bool { return strings.HasPrefix(x, line+" ") || strings.HasPrefix(x, line+", ") }
		chosen := func(x string) bool { return strings.HasPrefix(x, line+" (") && strings.HasPrefix(line, "PLAY ") }
		switch {
		case t == 1 && (what == "ASSAULT" && slices.ContainsFunc(meant, longer) || slices.ContainsFunc(meant, chosen)):
			s.now.turns = s.old.turns
			s.refuseTurn(t, nothingYet)
		case strings.HasPrefix(line, "DEFEND ANY: ") && !slices.Contains(meant, line) && slices.ContainsFunc(meant,
			sameDefence(line)):
			s.now.rules.defend = slices.DeleteFunc(slices.Clone(s.now.rules.defend), func(d defence) bool {
				return standing{defend: []defence{d}}.lines(s.m)[0] == line
			})
			for i := range s.parts {
				if i < len(s.Parts) && slices.Contains(s.Parts[i].Keys, key) {
					s.parts[i].Fate, s.parts[i].Why = adjudicator.Unsure, s.b.words(s.m).Says("unclear")
				}
			}
		}
	}
}

// sameDefence returns a function that reports whether a line defends with the same cards as another one.
func sameDefence(line string) func(string) bool {
	_, with, _ := strings.Cut(line, ": ")
	return func(x string) bool { return strings.HasPrefix(x, "DEFEND ") && strings.HasSuffix(x, ": "+with) }
}

// firstOpen returns the index of the first part about which the writer is asked, or else of the first that was refused,
// or
// of the first that was taken for talk if what was filed is part of what may be meant; -1 if there is none.
func (s *settling) firstOpen(meant []string) int {
	if i := slices.IndexFunc(s.parts, isUnsure); i >= 0 {
		return i
	}
	for i, p := range s.parts {
		switch {
		case s.isRefusedTurn(i):
			return i
		case isRefused(p):
			return -1
		}
	}
	other := func(key string) bool { // whether a line that was filed is none of those that are meant
		line := s.Given[key]
		_, _, what := partOf(key)
		return line != "" && what != "NUMBER" && !slices.ContainsFunc(meant,
			func(x string) bool { return strings.HasSuffix(x, line) })
	}
	old := s.old.lines(s.m)
	if len(meant) > 0 && !slices.ContainsFunc(meant, func(line string) bool { return !slices.Contains(old, line) }) {
		return -1
	}
	if len(s.Given) == 0 && slices.ContainsFunc(s.parts, filed) { // the letter takes something back
		return -1
	}
	nothing := s.isForNothing(slices.Concat(s.now.turns...))
	if !nothing && slices.ContainsFunc(s.Sheet.Keys(), other) {
		return -1
	}
	return s.firstTalk()
}

// isOfTurn reports whether a suggestion is part of a turn.
func (s *settling) isOfTurn(meant string) bool {
	x, err := parseSheet(s.b, s.m, meant)
	return err != nil || len(x.turns) > 0
}

// missing returns the lines of a sketch that are not on file: all lines of its turns if they are not, and its standing
// orders.
func (s *settling) missing(lines []string) (out []string) {
	x, err := parseSheet(s.b, s.m, strings.Join(lines, "\n"))
	if err != nil || len(lines) == 0 {
		return nil
	}
	turns := sheet{turns: x.turns}
	same := func(i int) bool {
		return i < len(s.now.turns) &&
			(sheet{turns: x.turns[i : i+1]}).words(s.m) == (sheet{turns: s.now.turns[i : i+1]}).words(s.m)
	}
	first := 0
	for first < len(x.turns) && same(first) {
		first++
	}
	if first < len(x.turns) {
		for i := range first {
			turns.turns[i] = nil
		}
		out = turns.lines(s.m)
		out = out[first:]
	}
	filed := s.now.rules.lines(s.m)
	for _, line := range x.rules.lines(s.m) {
		if !slices.Contains(filed, line) {
			out = append(out, line)
		}
	}
	return out
}

// isWithin reports whether all lines of a suggestion are among others.
func (s *settling) isWithin(meant string, lines []string) bool {
	return !slices.ContainsFunc(strings.Split(meant, "\n"), func(line string) bool {
		return !slices.Contains(lines,
			line)
	})
}

// isRefusedTurn reports whether a part of a turn was refused.
func (s *settling) isRefusedTurn(i int) bool {
	if !isRefused(s.parts[i]) || i >= len(s.Parts) || len(s.Parts[i].Keys) == 0 {
		return false
	}
	return strings.HasPrefix(s.Parts[i].Keys[0], "TURN ")
}

func isUnsure(p adjudicator.Part) bool  { return p.Fate == adjudicator.Unsure }
func isRefused(p adjudicator.Part) bool { return p.Fate == adjudicator.Refused }
