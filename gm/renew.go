package gm

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/game"
)

// keepRulings gives a running game that began before its rules had options the options by which it has been played.
func (s *Step) keepRulings() {
	if s.Game != nil && s.Game.Begun() {
		s.Game.Options = s.Title().Kept(s.Game.Options)
	}
}

// Renew converts what an earlier version of the program put on file in a running game to the current normal form, and
// records the changes in the log. This happens only once, as the record then has the current format. If the rules
// fail, nothing is changed, and the failure will show up again where it is handled.
func (s *Step) Renew() {
	s.keepRulings()
	if s.Game == nil || s.Game.State != game.Running {
		return
	}
	if len(s.Game.Open) == 0 || s.Game.Record.Format >= adjudicator.Format {
		return
	}
	_, _ = Guarded(func() error {
		rec, open, anew, err := s.renewed()
		if err != nil {
			return err
		}
		s.Game.Record = rec
		for i, q := range open {
			*s.Game.Open[i] = q
		}
		if len(anew) > 0 {
			s.Write(KindAct, "", game.Act{What: "rewrite what is on file", Detail: rewritings(anew),
				Way: game.ByService})
		}
		return nil
	})
}

// renewed returns the game's record and open questions in the current form, and the answers that were converted.
func (s *Step) renewed() (adjudicator.Record, []game.Question, []adjudicator.Rewriting, error) {
	was := s.Game.Record
	p, table, err := s.Replay()
	if err != nil {
		return was, nil, nil, err
	}
	rec, anew := table.Record(), table.Rewritten()
	if len(rec.Asked) != len(was.Asked) {
		return was, nil, nil, fmt.Errorf("%s asks %d times, and has asked %d times", s.Name, len(rec.Asked),
			len(was.Asked))
	}
	rec.Told = was.Told
	last := &rec.Asked[len(rec.Asked)-1]
	*last = askedOf(*last, s.Game.Open)
	var open []game.Question
	for i, q := range s.Game.Open {
		now := *q
		now.Default = last.Requests[i].Default
		view := p.View(q.Seat)
		if r, is := adjudicator.Rewrite(view, q.Seat, q.Kind, q.Answer); is {
			now.Answer, now.Missing = r.Is, view.Read(q.Kind, "", r.Is).Missing
			anew = append(anew, r)
		}
		open = append(open, now)
	}
	return rec, open, anew, nil
}

// askedOf returns the requests behind recorded questions. The current rules may ask more at once; those requests come
// when the phase is played on.
func askedOf(a adjudicator.QuestionRecord, open []*game.Question) adjudicator.QuestionRecord {
	out := adjudicator.QuestionRecord{Heard: a.Heard}
	for _, q := range open {
		i := slices.IndexFunc(a.Requests, func(r adjudicator.Request) bool { return r.Seat == q.Seat })
		out.Requests, out.Answers = append(out.Requests, a.Requests[i]), append(out.Answers, a.Answers[i])
	}
	return out
}

// rewritings describes to the game master what has become of converted answers.
func rewritings(all []adjudicator.Rewriting) string {
	var b strings.Builder
	inLine := func(answer string) string { return strings.ReplaceAll(answer, "\n", "; ") }
	for _, r := range all {
		fmt.Fprintf(&b, "%s, %s: %q is now %q.\n", r.Seat, r.Kind, inLine(r.Was), inLine(r.Is))
		for _, f := range r.Lost {
			fmt.Fprintf(&b, "Not taken: %s: %s\n", f.Line, f.Text)
		}
	}
	return b.String()
}
