package dishonest

import (
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// complete reports whether a turn can be taken, and says what it lacks.
func (s *sheetReader) complete(number int, p queue.Plan[deed]) bool {
	whole := true
	for _, d := range p {
		if d.act.kind == actNone && !s.v.isAction(d.play) {
			s.blame(number, d, complain("There is no action in this turn, and no pass. "+
				"It needs TACTICS, MOBILIZE, GARRISON, IDEOLOGY or PASS."))
			whole = false
		}
	}
	if s.kind == "turn" && number == 1 {
		return s.possible(p) && whole
	}
	return whole
}

// possible checks the writer's turn, which is now: if none of its alternatives can be carried out, it is refused.
func (s *sheetReader) possible(p queue.Plan[deed]) bool {
	words := func(d deed) string { return d.words(s.b) }
	filed := strict.Must(parseSheet(s.b, "standing", s.v.Standing))
	if len(filed.turns) > 0 && filed.turns[0].Words(words) == p.Words(words) {
		return true // it is on file, and may have been possible then
	}
	if p.First(s.v.check) < len(p) {
		return true
	}
	for _, d := range p {
		s.blame(1, d, s.v.check(d))
	}
	return false
}
