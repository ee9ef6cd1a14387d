package reception

import (
	"context"
	"slices"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
)

const (
	sentAgain = "It is a copy of a signed letter that was taken in before, for "
)

// concerns lists the kinds of letters after which it is remembered that the author's domain has vouched for one.
var concerns = []intake.Kind{intake.Play, intake.Command, intake.SignUp, intake.Offer, intake.Watch,
	intake.Second, intake.Lost}

// vouch records with an address that its domain has vouched for a letter, and marks a letter that lacks such a proof
// although earlier ones had it. again is the reason not to process the letter because it is a copy of one to another
// game; otherwise "". A letter that is retried is not a copy, as its game is the same.
func vouch(ctx context.Context, m *gm.Master, now time.Time, l *letter.Letter,
	in intake.Intent) (again string, err error) {
	if !slices.Contains(concerns, in.Kind) || store.CheckName(gm.PlayerKey(l.From)) != nil {
		return "", nil
	}
	head, err := m.PlayerRecord(ctx, l.From)
	if err != nil || l.Proof != letter.Proved {
		if l.Proof == letter.Unproven && !head.Proved.IsZero() {
			l.Proof = letter.Lacking
		}
		return "", err
	}
	where := in.Game
	if in.Kind == intake.Command {
		where = game.LobbyName
	}
	if in.Kind == intake.Lost || l.Seal == "" {
		where = "" // it has no effect, or can't be replayed
	}
	if before := head.KnownSeal(l.Seal); before != "" && where != "" {
		if before != where {
			again = sentAgain + before + "."
		}
		return again, nil
	}
	if where == "" && !head.Proved.IsZero() {
		return "", nil
	}
	return "", noteSeal(ctx, m, now, *l, where)
}

// noteSeal records that a letter was for a game, unless that is "", and whether its domain vouched for it.
func noteSeal(ctx context.Context, m *gm.Master, now time.Time, l letter.Letter, game string) error {
	return m.ChangePlayer(ctx, l.From, func(head *gm.PlayerRecord) bool {
		if l.Proof == letter.Proved && head.Proved.IsZero() {
			head.Proved = now
		}
		if game != "" && head.KnownSeal(l.Seal) == "" {
			head.KeepSeal(gm.Seal{Seal: l.Seal, Game: game, At: now})
		}
		return true
	})
}
