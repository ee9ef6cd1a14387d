package play

import (
	"fmt"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
)

// FileAnswer files an answer, as read with a view, as the next revision. The previous answer goes into the log: it is
// hardly ever needed, and would enlarge the head, which is rewritten with each letter.
func FileAnswer(s *gm.Step, q *game.Question, view adjudicator.View, r adjudicator.Reading) {
	game.MustPass(view, q.Kind, r.Answer)
	if len(q.Files) == 0 {
		q.Files = []string{q.Answer}
	}
	for _, was := range q.Files {
		q.Past = append(q.Past, filedBefore(s, was))
	}
	q.Past, q.Files = q.Past[max(0, len(q.Past)-maxPast):], nil
	q.Answer, q.Missing, q.Ahead = r.Answer, r.Missing, false
	q.Revision++
}

// A FiledBefore is the part of a log entry that holds the previous answer.
type FiledBefore struct{ Was string }

// filedBefore logs the previous answer, and returns its log entry: that of the letter that changes it, if there is
// one; 0 if there was no answer.
func filedBefore(s *gm.Step, was string) uint64 {
	if was == "" {
		return 0
	}
	if s.Admitted == 0 || s.Letter.Was != "" {
		return s.Write(gm.KindPast, "", FiledBefore{was})
	}
	s.Letter.Was = was
	s.Log[s.Admitted-s.Next].Body = gm.Compress(gm.Encode(gm.KindLetter, s.Letter))
	return s.Admitted
}

// FileAt returns the answer on file at a revision, if it is known.
func FileAt(s *gm.Step, q *game.Question, revision int) (answer string, known bool, err error) {
	back := q.Revision - revision
	if back == 0 {
		return q.Answer, true, nil
	}
	if i := len(q.Files) - 1 - back; back > 0 && i >= 0 {
		return q.Files[i], true, nil
	}
	i := len(q.Past) - back
	if i < 0 || i >= len(q.Past) {
		return "", false, nil
	}
	if q.Past[i] == 0 {
		return "", true, nil
	}
	for e, err := range s.Entries(q.Past[i]) {
		if err != nil {
			return "", false, fmt.Errorf("reading the log of %s: %w", s.Name, err)
		}
		var p FiledBefore
		err = gm.Decode(e.Body, &p)
		return p.Was, err == nil, err
	}
	return "", false, fmt.Errorf("the log of %s has no entry %d", s.Name, q.Past[i])
}
