package reception

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/writing"
	"deaddrop/parser"
)

const (
	maxDoubts   = 10 // largest number of a seat's letters that await confirmation; a new one replaces the oldest
	maxConfirms = 5  // largest number of questions to a seat per day whether a letter is genuine

	// largest number of letters in a seat's name per day that go to the inbox without a question; of further ones
	// only the log has copies
	maxHeldDaily = 20
)

// distrust returns the reason not to believe a letter to the game, or "". A letter that asks for a second address
// always needs a proof by its domain, because whoever has that address can write for the seat from then on.
func distrust(s *gm.Step, l letter.Letter, words parser.Letter, w intake.Sender) string {
	why := s.Game.Trust.Distrust(l, w)
	asks := slices.ContainsFunc(words.Commands, func(c parser.Command) bool {
		return c.Name == "ALSO" && parser.SecondAddress(c.Args) != ""
	})
	if why == "" && asks && l.Proof != letter.Proved {
		return secondNeeds
	}
	return why
}

// readOnly reports whether an unproved letter may be answered anyway: it changes nothing, because it only asks or its
// seat is not clear, and its answer goes to the player's own address. Such answers are limited per day, as others may
// write such letters.
func readOnly(s *gm.Step, l letter.Letter, words parser.Letter, w intake.Sender) bool {
	harmless := intake.WantsOf(words).Harmless() || w.Complaint != ""
	return l.Proof != letter.Disowned && harmless && s.Game.Seats[w.Seat].Confirms.Allow(s.Now, 1, maxConfirms)
}

// doubt puts a letter aside and asks the seat's own address whether it is genuine.
func doubt(s *gm.Step, l letter.Letter, seat *game.Seat, why string) {
	page := writing.PageFor(s, nil, seat)
	page.Reply, page.Notice = "", why // the only answers are YES and NO
	answers := s.Game.Trust != intake.TrustSigned && !seat.Locked && l.Proof != letter.Lacking
	if answers && why != secondNeeds && l.From == seat.Address {
		page.Notice += " An answer to the newest letter of the game, sent to nobody else, is believed without " +
			"question."
	}
	setAside(s, l, seat, why, " Its player was asked whether it is theirs, and has not answered yet.",
		func(l *letter.Letter, quoted string) {
			page.Quoted = quoted
			writing.SendAs(s, letter.Confirm, seat, "confirm", page, l)
		})
}

// takenBefore returns [gm.ErrTwice] for a letter that was processed before according to the log, as happens when
// letters since a backup are delivered again. Nobody is asked about it, since its proof may have expired.
func takenBefore(s *gm.Step, l letter.Letter) error {
	key := l.Key()
	for e, err := range s.Entries(1) {
		switch {
		case err != nil:
			return err
		case e.Key == key:
			return gm.ErrTwice
		}
	}
	return nil
}

// doubts returns the reason not to believe an answer to a letter of ours to somebody without a seat, or "". An answer
// to the question whether an earlier letter is genuine is believed, as nobody else had that letter.
func doubts(s *gm.Step, l letter.Letter, answers letter.Token, asked int) string {
	secret := !answers.Named && answers.Place != letter.InThread
	if secret && answers.Letter == asked && l.Proof != letter.Disowned {
		return ""
	}
	return cmp.Or(s.Game.Trust, intake.TrustReply).DistrustAnswer(l, answers)
}

// setAside puts aside a letter that is not believed, and calls ask to ask the claimed author's address whether it is
// genuine. Letters that the author's domain disowns, and those beyond the daily limit, are put aside without a
// question: otherwise a forger could cause questions without end.
func setAside(s *gm.Step, l letter.Letter, seat *game.Seat, why, asked string, ask func(l *letter.Letter,
	quoted string)) {
	key := "doubt/" + l.Key()
	if l.Proof == letter.Disowned || !seat.Confirms.Allow(s.Now, 1, maxConfirms) {
		unasked(s, key, l, seat, why)
		return
	}
	quoted, text, cut := l.Quoted()
	if cut { // no more of the letter is accepted than is shown to the player
		l.Text = text
	}
	entry := s.Item(key, game.Item{Seat: seat.Name, Why: why + asked, Letter: &l})
	ask(&l, quoted)
	seat.Doubts = append(seat.Doubts, game.Doubt{Entry: entry, Letter: seat.Sent})
	for len(seat.Doubts) > maxDoubts {
		play.Dispensable(s, &s.Strays().Posing, seat.Doubts[0].Entry)
		seat.Doubts = seat.Doubts[1:]
	}
}

// unasked puts a letter aside without asking anybody. Beyond a daily limit only the log has copies, since anybody may
// write thousands under another's name. The player is told their number at the end of the day, except for letters
// that their domain disowns.
func unasked(s *gm.Step, key string, l letter.Letter, seat *game.Seat, why string) {
	if l.Proof != letter.Disowned && s.Game != nil { // otherwise game masters see such letters in the inbox
		if seat.Unasked++; seat.Unasked == 1 && seat.Withheld == 0 {
			s.Task(gm.TaskDigest+string(seat.Name), seat.Confirms.Since.Add(game.Day24))
		}
	}
	l.Shorten()
	it := game.Item{Seat: seat.Name, Why: why, Letter: &l}
	if seat.Held.Allow(s.Now, 1, maxHeldDaily) {
		play.Dispensable(s, &s.Strays().Posing, s.Item(key, it))
	} else {
		s.Write(gm.KindHeld, key, it)
	}
}

// answerDoubt removes a settled doubt from a seat's list.
func answerDoubt(s *gm.Step, seat *game.Seat, d game.Doubt) {
	seat.Doubts = slices.DeleteFunc(seat.Doubts, func(o game.Doubt) bool { return o == d })
	s.Settle(d.Entry)
}

// Answers to a YES or NO about a doubted letter.
const (
	doubtOver = "That question has been answered already, or too many such questions came after it. Nothing was " +
		"changed now."
	doubtDenied = "Thank you. That letter was deleted; it has changed nothing."
)

// confirmed processes an answer to the question whether a letter is genuine. It returns the letter to be processed
// now, or answers and returns nil.
func confirmed(s *gm.Step, l letter.Letter, words parser.Letter, seat *game.Seat,
	t letter.Token) (*letter.Letter, error) {
	d := seat.DoubtAt(t.Letter)
	if d == nil {
		writing.Notice(s, seat, "notice", doubtOver+" If something is missing on file, send it again.", &l)
		return nil, nil
	}
	answerDoubt(s, seat, *d)
	if words.Verdict == parser.No {
		writing.Notice(s, seat, "notice", doubtDenied, &l)
		return nil, nil
	}
	return s.LetterAt(d.Entry)
}

// Digest writes the one letter about all letters that were not answered individually.
func Digest(s *gm.Step, name string) error {
	if s.Game == nil {
		return gm.ErrNothing
	}
	for _, seat := range s.Game.Seats {
		if string(seat.Name) != name || seat.Withheld == 0 && seat.Unasked == 0 {
			continue
		}
		page := writing.PageFor(s, nil, seat)
		if seat.Withheld > 0 {
			page.Notice = game.Counted(seat.Withheld, "letter", "letters") +
				" from your address got no answer in the last day, since more came than are answered one by one. " +
				"What could be read in them was carried out. If your mail program sends letters by itself, " +
				"please stop it.\n"
		}
		if seat.Unasked > 0 {
			page.Notice += game.Counted(seat.Unasked, "letter", "letters") +
				" in your name could not be proved to be yours in the last day, beyond those that you were asked about. They were put aside, and have changed nothing. If " +
				"one was yours, send it again as an answer to this letter."
		}
		seat.Withheld, seat.Unasked = 0, 0
		writing.Send(s, seat, "notice", page, nil)
		return nil
	}
	return gm.ErrNothing
}

// lock switches on or off that a seat's letters need a proof by their domain.
func (in *incoming) lock(line, args string) {
	switch off := strings.EqualFold(args, "OFF"); {
	case off && !in.seat.Locked:
		in.note("LOCK is not on.")
	case off:
		in.seat.Locked = false
		in.seat.Burn() // others may have got tokens while it was off
		in.note("LOCK is off: your letters are believed by this game's usual rules.")
	case in.Proof != letter.Proved:
		in.fault(line, "Your mail provider has not signed this letter, so you would be asked about each of yours. "+
			"LOCK was not noted.")
	default:
		in.seat.Locked = true
		in.note("From now on your letters to this game count only with your mail provider's signature, which this " +
			"one has. You will be asked whether any other letter is yours. LOCK OFF undoes this.")
	}
}
