package writing

import (
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
)

// answerable reports whether a letter is to be answered on its own. Beyond the day's limit it is not: two programs
// that answer each other would never end. Of letters that their writer's domain does not vouch for it are fewer, and so
// many bytes, as others may write them to have somebody flooded. What such letters say is carried out, and one letter
// tells of it at the end of the day.
func answerable(s *gm.Step, to *game.Seat, l *letter.Letter) bool {
	if mayAnswer(s, to, l) && to.Answered.Allow(s.Now, 1, s.Master.AnswersADay()) {
		return true
	}
	to.Withheld++
	if to.Withheld == 1 && to.Unasked == 0 {
		s.Task(gm.TaskDigest+string(to.Name), to.Answered.Since.Add(game.Day24))
	}
	if to.Withheld == 1 {
		s.Item("", game.Item{
			Seat: to.Name, Why: "More letters come from this seat than are answered one by one in a day. It will " +
				"get one letter about the rest tomorrow.",
		})
	}
	return false
}

// mayAnswer reports whether a letter is within the limits of those that nothing proves but what they answer.
func mayAnswer(s *gm.Step, to *game.Seat, l *letter.Letter) bool {
	if l.Proof == letter.Proved {
		return true
	}
	most := s.Master.AnswersADay() / unproved
	return to.Bytes.Allows(s.Now, 1, most*bytesAnswered) && to.Unproved.Allow(s.Now, 1, most)
}

const (
	unproved      = 4        // the part of them is one in so many that unproved letters may have
	bytesAnswered = 10 << 10 // and so long may these be, one with another
)
