package dealers

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
)

// suggestTurns extends suggestions for a part of a turn to whole turns, so that a plain YES files everything.
func (s *settling) suggestTurns() {
	for i := range s.parts {
		p := &s.parts[i]
		if p.Fate != adjudicator.Unsure {
			continue
		}
		var meant []string
		for _, lines := range p.Suggest {
			switch whole := s.wholly(lines, s.turnOf(i)); {
			case whole == (sheet{turns: s.now.turns}).words(s.m): // the whole turn is on file already
			case whole != "" && !slices.Contains(meant, whole):
				meant = append(meant, whole)
			}
		}
		p.Suggest = meant
	}
}

// wholly returns a turn with suggested lines added; "" if that is not possible. Lines that are not part of a turn are
// returned unchanged.
func (s *settling) wholly(lines string, t int) string {
	if sheet, err := parseSheet(s.b, s.m, lines); err == nil && len(sheet.turns) == 0 {
		return lines
	}
	said, err := parseRest(s.b, s.m, lines)
	if err != nil || len(said) == 0 || t == 0 {
		return ""
	}
	plan := slices.Clone(s.drafts[t])
	if len(plan) == 0 && t <= len(s.now.turns) {
		plan = slices.Clone(s.now.turns[t-1])
	}
	if len(plan) == 0 {
		plan = queue.Plan[deed]{{}}
	}
	n, o := said[0], plan[0]
	switch {
	case n.pass != passNot:
		plan[0] = n
	case n.action != "" && o.pass != passNot:
		plan[0] = n
	default:
		plan[0] = s.beside(n, o)
	}
	quiet := settling{author: s.author, old: s.old}
	if quiet.kind = s.kind; !quiet.complete(t, plan) {
		return ""
	}
	if t < len(s.now.turns) {
		return fmt.Sprintf("TURN %d: %s", t, plan.Words(func(d deed) string { return d.words(s.m) }))
	}
	all := make(queue.Queue[deed], t)
	all[t-1] = plan
	if len(s.old.turns) < t-1 { // the suggestion must make sense without the rest of the letter
		copy(all, s.now.turns[:min(t-1, len(s.now.turns))])
	}
	out := strings.Join(all.Lines(func(d deed) []string { return d.lines(s.m) }), "\n")
	for i := 1; i < t; i++ {
		out = strings.TrimPrefix(out, fmt.Sprintf("TURN %d\n", i))
	}
	return out
}
