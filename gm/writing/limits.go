package writing

import (
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
)

// answerable reports whether a letter gets an answer of its own. There is a daily limit, as two programs could answer
// each other for ever. It is lower, also in bytes, for letters that the author's domain does not vouch for, because
// somebody else may send them to flood a player with answers. The content of letters beyond the limit still takes
// effect, and one letter at the end of the day reports it.
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
			Seat: to.Name, Why: "More letters have come from this seat than are answered one by one in a day. It " +
				"will get one letter about the rest tomorrow.",
		})
	}
	return false
}

// mayAnswer reports whether a letter that is proved only by what it answers is within the limits for such letters.
func mayAnswer(s *gm.Step, to *game.Seat, l *letter.Letter) bool {
	if l.Proof == letter.Proved {
		return true
	}
	most := s.Master.AnswersADay() / unproved
	return to.Bytes.Allows(s.Now, 1, most*bytesAnswered) && to.Unproved.Allow(s.Now, 1, most)
}

const (
	unproved      = 4        // the fraction of the limit, one in this many, for unproved letters
	bytesAnswered = 10 << 10 // average number of bytes in the answers to such letters
)
