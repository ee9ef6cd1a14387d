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

// ReturnsLimit is how many letters to an address come back for good, with none from it in between, before no more are
// sent.
const ReturnsLimit = 3

// NoMailbox reports whether a mail server says that nobody gets mail at an address, by its enhanced status code (RFC
// 3463) or its words. Others are about the letter, which a player may have made so on purpose by press, or about the
// server.
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

// A Return is a letter to a player that came back, or that the mail server did not take for its address.
type Return struct {
	Game    string
	Letter  string      // its name, no other letter's
	Written store.Entry // its log entry
	Next    uint64      // the number of the game's next log entry
}

// A Became is what a letter that came back has made of its address.
type Became struct {
	First     bool // it is the first one since a letter came from there
	Suspended bool // nothing is sent there any more, and no game master was told yet
}

// Note counts a letter that came back, if it counts. The third one suspends the address. Each must have been written
// after the one before it was noted: whoever has seen letters that were sent on could else write three DSNs at once.
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

// Told notes that a game master was told that an address is suspended.
func Told(ctx context.Context, m *gm.Master, addr string) error {
	return m.ChangePlayer(ctx, addr, func(head *gm.PlayerRecord) bool {
		head.Told = !head.Suspended.IsZero()
		return true
	})
}

// SuspendedNotice tells the game master that nothing is sent to a seat's address any more.
func SuspendedNotice(name string, seat *game.Seat, why string) string {
	return fmt.Sprintf("%d letters to %s of %s came back, the last one with: %s. No more letters are sent to that address "+
		"until one comes from it, or until you give the seat another one: gm seat %s %s=ADDRESS. Giving it the same one "+
		"again tries that one again. Until then letters to it wait, for up to %d days.", ReturnsLimit, seat.Address,
		seat.Name, why, name, seat.Name, SuspendedAge/(24*time.Hour))
}

// WrongAddress says to the game master what to do when a seat's address is wrong.
func WrongAddress(name string, seat *game.Seat) string {
	return fmt.Sprintf("If the address is wrong, gm seat %s %s puts it right.",
		name, game.Word(string(seat.Name)+"=ADDRESS"))
}
