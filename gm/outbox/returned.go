package outbox

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/store"
)

// ReturnsLimit is the number of bounces from an address, without a letter from it in between, after which it is
// suspended.
const ReturnsLimit = 3

// NoMailbox reports whether a mail server says that an address has no mailbox, by its enhanced status code (RFC 3463)
// or its text. Other errors are about the server, or about the letter itself, and may have been provoked by a
// player's press.
func NoMailbox(status, why string) bool {
	switch {
	case strings.HasPrefix(status, "5.1."), status == "5.2.1":
		return true
	case status != "" && status != "5.0.0":
		return false
	}
	why = strings.ToLower(why)
	return slices.ContainsFunc([]string{
		"user unknown", "unknown user", "no such user", "user not found", "user doesn't exist", "does not exist",
		"doesn't exist", "no mailbox", "no such mailbox", "mailbox not found", "mailbox unavailable",
		"unknown recipient", "invalid recipient", "recipient unknown", "no such recipient", "address unknown",
		"unknown address", "no such address", "invalid mailbox", "account is disabled", "account disabled",
		"not a valid mailbox", "unrouteable address", "host not found", "domain not found",
	}, func(words string) bool { return strings.Contains(why, words) })
}

// A Return is a letter to a player that bounced, or that was refused because of its address.
type Return struct {
	Game    string
	Letter  string      // a name that identifies the letter
	Written store.Entry // its log entry
	Next    uint64      // number of the game's next log entry
}

// A Became is the effect of a bounce on its address.
type Became struct {
	First     bool // whether it is the first bounce since a letter came from the address
	Suspended bool // whether the address is suspended and no game master has been told yet
}

// Note counts a bounce, and suspends the address at the third. A bounce counts only if its letter was written after
// the previous one was counted: otherwise somebody who has seen forwarded letters could forge three DSNs at once.
func (r Return) Note(ctx context.Context, m *gm.Master, now time.Time, addr string, counts bool) (b Became, err error) {
	err = m.ChangePlayer(ctx, addr, func(head *gm.PlayerRecord) bool {
		isNew := counts && r.Written.Seq > 0 && !slices.Contains(head.Returned, r.Letter)
		if isNew && head.Noted.NotedBefore(r.Game, r.Written) {
			head.Noted = gm.ReturnNoted{At: now, Game: r.Game, Next: r.Next}
			head.Returned = append(head.Returned, r.Letter)
			head.Returned = head.Returned[max(0, len(head.Returned)-ReturnsLimit):]
		}
		if len(head.Returned) >= ReturnsLimit && head.Suspended.IsZero() {
			head.Suspended = now
		}
		b.First = len(head.Returned) == 1 && head.Returned[0] == r.Letter
		b.Suspended = !head.Suspended.IsZero() && !head.Told
		return counts
	})
	return b, err
}

// Told records that a game master was told of a suspension.
func Told(ctx context.Context, m *gm.Master, addr string) error {
	return m.ChangePlayer(ctx, addr, func(head *gm.PlayerRecord) bool {
		head.Told = !head.Suspended.IsZero()
		return true
	})
}

// SuspendedNotice returns the notice for the game master that a seat's address is suspended.
func SuspendedNotice(name string, seat *game.Seat, why string) string {
	return fmt.Sprintf("%d letters to %s of %s came back, the last one with: %s. No more letters are sent to that address "+
		"until one comes from it, or until you give the seat another one: gm seat %s %s=ADDRESS. Give it the same one "+
		"to try that one again. Until then letters to it wait, for up to %d days.", ReturnsLimit, seat.Address,
		seat.Name, why, name, seat.Name, SuspendedAge/(24*time.Hour))
}

// WrongAddress returns advice for the game master on a seat with a wrong address.
func WrongAddress(name string, seat *game.Seat) string {
	return fmt.Sprintf("If the address is wrong, gm seat %s %s puts it right.",
		name, game.Word(string(seat.Name)+"=ADDRESS"))
}
