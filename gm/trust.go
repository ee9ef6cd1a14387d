package gm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

const (
	maxDoubts   = 10 // letters of a seat that wait to be confirmed; the oldest is forgotten for another one
	maxConfirms = 5  // questions whether a letter is genuine that a seat is put in a day

	maxHeldDaily = 20 // letters in a seat's name that are put into the inbox in a day without asking; of more the log has copies
)

// A doubt is a letter that waits to be confirmed by its seat.
type doubt struct {
	Entry  uint64 // the log entry that has it
	Letter int    // the number of our letter that asks
}

// harmless reports whether a letter that nothing proves may be answered all the same: it changes nothing, as it only asks,
// or as it can't be said for which seat it is, and its answer goes to the player's own address. Only so many are, as others
// may write them.
func (s *step) harmless(l letter.Letter, words parser.Letter, w intake.Sender) bool {
	harmless := intake.WantsOf(words).Harmless() || w.Complaint != ""
	return l.Proof != letter.Disowned && harmless && s.g.Seats[w.Seat].Confirms.take(s.now, 1, maxConfirms)
}

// doubt puts a letter aside and asks the seat's own address whether it is genuine.
func (s *step) doubt(l letter.Letter, seat *seat, why string) {
	page := s.page(nil, seat)
	page.Reply, page.Notice = "", why // only YES and NO are an answer
	answers := s.g.Trust != intake.TrustSigned && !seat.Locked && l.Proof != letter.Lacking
	if answers && why != secondNeeds && l.From == seat.Address {
		page.Notice += " An answer to the newest letter of the game that goes to nobody else is believed without a question."
	}
	s.setAside(l, seat, why, " Its player was asked whether it is theirs, and has not answered yet.", func(l *letter.Letter, quoted string) {
		page.Quoted = quoted
		s.sendAs(letter.Confirm, seat, "confirm", page, l)
	})
}

// doubted is what somebody who has no seat is told of an answer to a letter of ours that may be another's, and why.
func doubted(why string) string {
	return "A letter in your name has changed nothing. " + why + " If it is yours, send it again as an answer to this letter, to nobody else."
}

// doubts says why an answer to a letter of ours to somebody who has no seat is not believed; "" if it is. An answer to the letter
// that asks whether an earlier one is theirs is, as a player's YES is: nobody else had that.
func (s *step) doubts(l letter.Letter, answers letter.Token, asked int) string {
	secret := !answers.Named && answers.Place != letter.InThread
	if secret && answers.Letter == asked && l.Proof != letter.Disowned {
		return ""
	}
	return cmp.Or(s.g.Trust, intake.TrustReply).DistrustAnswer(l, answers)
}

// setAside puts a letter aside that is not believed, and has ask ask the address whose it claims to be whether it is
// genuine. One that From's domain disowns is put aside without asking, and so are those beyond what is asked in a day: who
// forges could go on asking that way.
func (s *step) setAside(l letter.Letter, seat *seat, why, asked string, ask func(l *letter.Letter, quoted string)) {
	key := "doubt/" + l.Key()
	if l.Proof == letter.Disowned || !seat.Confirms.take(s.now, 1, maxConfirms) {
		s.unasked(key, l, seat, why)
		return
	}
	quoted, text, cut := l.Quoted()
	if cut { // no more of it is taken in than what is shown
		l.Text = text
	}
	entry := s.item(key, Item{Seat: seat.Name, Why: why + asked, Letter: &l})
	ask(&l, quoted)
	seat.Doubts = append(seat.Doubts, doubt{entry, seat.Sent})
	for len(seat.Doubts) > maxDoubts {
		s.dispensable(&s.strays().Posing, seat.Doubts[0].Entry)
		seat.Doubts = seat.Doubts[1:]
	}
}

// unasked puts a letter aside without asking about it. Of many in a day the log alone has copies, since one may write
// thousands in another's name; how many there were the player is told at the end of the day, but not of those that his
// domain disowns.
func (s *step) unasked(key string, l letter.Letter, seat *seat, why string) {
	if l.Proof != letter.Disowned && s.g != nil { // of a game master's desk, the inbox tells him
		if seat.Unasked++; seat.Unasked == 1 && seat.Withheld == 0 {
			s.task(taskDigest+string(seat.Name), seat.Confirms.Since.Add(day24))
		}
	}
	l.Shorten()
	it := Item{Seat: seat.Name, Why: why, Letter: &l}
	if seat.Held.take(s.now, 1, maxHeldDaily) {
		s.dispensable(&s.strays().Posing, s.item(key, it))
	} else {
		s.write(kindHeld, key, it)
	}
}

const maxTook = 10 // letters of a seat that machines may have in hand at a time

// take remembers a letter that was taken in only for its token. A machine that is killed may hand it in again when the turn that it
// ended is over, and its token with it.
func (s *seat) take(l letter.Letter) {
	if l.Proof != letter.Proved {
		s.Took = append(s.Took, l.Short())
		s.Took = s.Took[max(0, len(s.Took)-maxTook):]
	}
}

// took reports whether a letter is such a one.
func (s *seat) took(l letter.Letter) bool { return slices.Contains(s.Took, l.Short()) }

// asked is the question whether a letter is genuine that one of our letters to a seat has put; nil if it was answered, or
// forgotten for newer ones.
func (s *seat) asked(letter int) *doubt {
	i := slices.IndexFunc(s.Doubts, func(d doubt) bool { return d.Letter == letter })
	if i < 0 {
		return nil
	}
	d := s.Doubts[i]
	return &d
}

// answerDoubt takes a question off a seat's list, as it was answered.
func (s *step) answerDoubt(seat *seat, d doubt) {
	seat.Doubts = slices.DeleteFunc(seat.Doubts, func(o doubt) bool { return o == d })
	s.settle(d.Entry)
}

// What is said to an answer to the question whether a letter is genuine.
const (
	doubtOver   = "What you were asked about that letter has been answered already, or too many such questions came after it. Nothing was changed now."
	doubtDenied = "Thank you. That letter was thrown away; it has changed nothing."
)

// confirmed takes a letter that answers the question whether another one is genuine. It returns the letter that is to
// be taken in now, or says what there is to say and returns nil.
func (s *step) confirmed(l letter.Letter, words parser.Letter, seat *seat, t letter.Token) (*letter.Letter, error) {
	d := seat.asked(t.Letter)
	if d == nil {
		s.notice(seat, "notice", doubtOver+" If something is missing on file, send it again.", &l)
		return nil, nil
	}
	s.answerDoubt(seat, *d)
	if words.Verdict == parser.No {
		s.notice(seat, "notice", doubtDenied, &l)
		return nil, nil
	}
	return s.letterAt(d.Entry)
}

// A day counts what may happen so many times in a day and no more.
type day struct {
	Since time.Time
	Count int
}

// take counts n more, and reports whether that many are still within the limit.
func (d *day) take(now time.Time, n, limit int) bool {
	if !d.has(now, n, limit) {
		return false
	}
	if d.over(now) {
		d.Since, d.Count = now, 0
	}
	d.Count += n
	return true
}

// has reports whether n more would be within the limit.
func (d *day) has(now time.Time, n, limit int) bool {
	if d.over(now) {
		return n <= limit
	}
	return d.Count+n <= limit
}

func (d *day) over(now time.Time) bool { return now.Sub(d.Since) >= day24 || now.Before(d.Since) }

// answers is how many letters from one address are answered one by one in a day.
func (m *Master) answers() int { return cmp.Or(m.Answers, defaultAnswers) }

// answerable reports whether a letter is to be answered on its own. Beyond the day's limit it is not: two programs
// that answer each other would never end. Of letters that their writer's domain does not vouch for it are fewer, and so
// many bytes, as others may write them to have somebody flooded. What such letters say is carried out, and one letter
// tells of it at the end of the day.
func (s *step) answerable(to *seat, l *letter.Letter) bool {
	if s.mayAnswer(to, l) && to.Answered.take(s.now, 1, s.m.answers()) {
		return true
	}
	to.Withheld++
	if to.Withheld == 1 && to.Unasked == 0 {
		s.task(taskDigest+string(to.Name), to.Answered.Since.Add(day24))
	}
	if to.Withheld == 1 {
		s.item("", Item{Seat: to.Name, Why: "More letters come from this seat than are answered one by one in a day. It gets one letter about the rest tomorrow."})
	}
	return false
}

// mayAnswer reports whether a letter is within the limits of those that nothing proves but what they answer.
func (s *step) mayAnswer(to *seat, l *letter.Letter) bool {
	if l.Proof == letter.Proved {
		return true
	}
	most := s.m.answers() / unproved
	return to.Bytes.has(s.now, 1, most*bytesAnswered) && to.Unproved.take(s.now, 1, most)
}

const (
	defaultAnswers = 200
	unproved       = 4        // the part of them is one in so many that unproved letters may have
	bytesAnswered  = 10 << 10 // and so long may these be, one with another
)

// digest is the one letter about all those that were not answered on their own.
func (s *step) digest(name string) error {
	if s.g == nil {
		return errNothing
	}
	for _, seat := range s.g.Seats {
		if string(seat.Name) != name || seat.Withheld == 0 && seat.Unasked == 0 {
			continue
		}
		page := s.page(nil, seat)
		if seat.Withheld > 0 {
			page.Notice = count(seat.Withheld) + " from your address got no answer in the last day, as more came than are answered one by one. " +
				"What could be read in them was carried out. If your mail program sends letters by itself, please stop it.\n"
		}
		if seat.Unasked > 0 {
			page.Notice += count(seat.Unasked) + " in your name could not be proved to be yours in the last day, beyond those that you were asked about. " +
				"They were put aside, and nothing was changed by them. If one was yours, send it again as an answer to this letter."
		}
		seat.Withheld, seat.Unasked = 0, 0
		s.send(seat, "notice", page, nil)
		return nil
	}
	return errNothing
}

func count(letters int) string {
	if letters == 1 {
		return "One letter"
	}
	return fmt.Sprintf("%d letters", letters)
}

// lock has a seat's letters believed only with a proof by their domain, or ends that.
func (in *incoming) lock(line, args string) {
	switch off := strings.EqualFold(args, "OFF"); {
	case off && !in.seat.Locked:
		in.note("LOCK is not on.")
	case off:
		in.seat.Locked = false
		in.seat.burn() // what others may have got while it was
		in.note("LOCK is off: your letters are believed as the game wants it.")
	case in.Proof != letter.Proved:
		in.fault(line, "Your mail provider has not signed this letter, so you would be asked about each of yours. LOCK was not noted.")
	default:
		in.seat.Locked = true
		in.note("From now on your letters to this game count only with your mail provider's signature, which this one has. Of any other you are asked whether it is yours. LOCK OFF takes that back.")
	}
}
