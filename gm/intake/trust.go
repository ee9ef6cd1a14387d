package intake

import (
	"slices"

	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

// Trust is what it takes in a game to believe that a letter is from whom it says. Whatever it is, a letter that From's
// own domain disowns is not believed, and one that is not believed is put aside until it is confirmed.
type Trust string

const (
	TrustOpen Trust = "open" // the address in From
	// that, and a proof by its domain, or that it answers a letter of ours if there never was one; the zero value too
	TrustReply  Trust = "reply"
	TrustSigned Trust = "signed" // that, and a proof by its domain
)

// Check refuses what is none of these.
func (t Trust) Check() error {
	if t == "" || slices.Contains([]Trust{TrustOpen, TrustReply, TrustSigned}, t) {
		return nil
	}
	return refusal.New("The trust of a game is %s, %s or %s, not %q.", TrustOpen, TrustReply, TrustSigned, string(t))
}

// What keeps a letter from being believed, as the inbox and its writer are told.
const (
	Disowned = "The domain of the address that it names says that the letter did not come from there."
	Unproved = "The domain of the address that it names does not vouch for it, and "
	Lacking  = "The domain of the address that it names has vouched for letters from there, but not for this one."
)

// DistrustAnswer says why an answer to a letter of ours to somebody who has no seat is not believed to be theirs; "" if
// it is. Whatever the game believes of its players, it has to have that letter's secret.
func (t Trust) DistrustAnswer(l letter.Letter, answers letter.Token) string {
	switch {
	case l.Proof == letter.Disowned:
		return Disowned
	case l.Proof == letter.Proved:
		return ""
	case t == TrustSigned:
		return Unproved + "this game asks for that."
	case l.Proof == letter.Lacking:
		return Lacking
	case answers.Named, answers.Place == letter.InThread:
		return Unproved + "it did not come to the address that letters of this game give for answers."
	case l.Shared:
		return Unproved + "it also went to others, who can answer that letter of the game as well."
	}
	return ""
}

// Distrust says why a letter from somebody is not believed in a game; "" if it is.
func (t Trust) Distrust(l letter.Letter, w Sender) string {
	switch {
	case l.Proof == letter.Disowned:
		return Disowned
	case l.Proof == letter.Proved:
		return ""
	case w.locked:
		return Unproved + "its player asked for that (LOCK)."
	case t == TrustOpen:
		return ""
	case t == TrustSigned:
		return Unproved + "this game asks for that."
	case l.Proof == letter.Lacking:
		return Lacking
	case w.Answers == nil:
		return Unproved + "it is not an answer to a letter of this game."
	case w.Answers.Named:
		return Unproved + "it did not come to the address that letters of this game give for answers."
	case l.Shared:
		return Unproved + "it also went to others, who can answer that letter of the game as well."
	case w.Answers.Letter < w.fresh:
		return Unproved + "the letter that it answers is too old to prove anything."
	}
	return ""
}
