package intake

import (
	"slices"

	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
)

// Trust is what a game requires before it believes that a letter is from the writer it names. A letter that the
// author's own domain disowns is never believed. A letter that is not believed is put aside until the player confirms
// it.
type Trust string

const (
	TrustOpen Trust = "open" // requires that the address in From is the player's
	// also requires that the address's domain proves the letter or, if the domain has never proved one, that the
	// letter answers one of ours; the zero value means the same
	TrustReply  Trust = "reply"
	TrustSigned Trust = "signed" // also requires that the address's domain proves the letter
)

// Check returns an error unless t is valid.
func (t Trust) Check() error {
	if t == "" || slices.Contains([]Trust{TrustOpen, TrustReply, TrustSigned}, t) {
		return nil
	}
	return refusal.New("The trust of a game is %s, %s or %s, not %q.", TrustOpen, TrustReply, TrustSigned, string(t))
}

// Reasons not to believe a letter, as shown to its writer and in the game master's inbox.
const (
	Disowned = "The mail provider of the address that it names says that the letter did not come from there."
	Unproved = "The mail provider of the address that it names has not confirmed it, and "
	Lacking  = "The mail provider of that address usually confirms its letters, but has not confirmed this one."
)

// DistrustAnswer returns the reason not to believe an answer to a letter that we sent to somebody without a seat, or
// "". The answer must contain that letter's secret, whatever the game requires of players.
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

// Distrust returns the reason for a game not to believe a letter, or "".
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
