package gm

import (
	"context"
	"slices"
	"time"

	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/store"
)

// A sealed letter is a signed one that was taken in, so that nobody can send it again for another game.
type sealed struct {
	Seal string
	Game string // that it was for; the lobby, of commands
	At   time.Time
}

const (
	maxSeals  = 1000       // of an address that are remembered
	keepSeals = 40 * day24 // a signature proves nothing for so long
	sentAgain = "It is a copy of a signed letter that was taken in before, for "
)

// concerns are what a letter may want that makes it worth remembering that its writer's domain has vouched for it.
var concerns = []intake.Kind{intake.Play, intake.Command, intake.SignUp, intake.Offer, intake.Watch, intake.Second, intake.Lost}

// vouch notes in the record of an address that its domain has vouched for a letter. A letter that lacks such a proof, as
// others from there had it, is marked so. again is why a letter is not taken in: it is a copy of another game's; "" for
// any other. A letter that is handed in again because it was not taken in is none: its game is the same.
func (m *Master) vouch(ctx context.Context, now time.Time, l *letter.Letter, in intake.Intent) (again string, err error) {
	if !slices.Contains(concerns, in.Kind) || store.CheckName(player(l.From)) != nil {
		return "", nil
	}
	head, err := m.player(ctx, l.From)
	if err != nil || l.Proof != letter.Proved {
		if l.Proof == letter.Unproven && !head.Proved.IsZero() {
			l.Proof = letter.Lacking
		}
		return "", err
	}
	where := in.Game
	if in.Kind == intake.Command {
		where = lobby
	}
	if in.Kind == intake.Lost || l.Seal == "" {
		where = "" // it has no effect, or can't be sent again
	}
	if before := head.sealed(l.Seal); before != "" && where != "" {
		if before != where {
			again = sentAgain + before + "."
		}
		return again, nil
	}
	if where == "" && !head.Proved.IsZero() {
		return "", nil
	}
	return "", m.seal(ctx, now, *l, where)
}

// seal notes that a letter is for a game, unless that is "", and whether its domain has vouched for it.
func (m *Master) seal(ctx context.Context, now time.Time, l letter.Letter, game string) error {
	return m.changePlayer(ctx, l.From, func(head *playerHead) bool {
		if l.Proof == letter.Proved && head.Proved.IsZero() {
			head.Proved = now
		}
		if game != "" && head.sealed(l.Seal) == "" {
			head.seal(sealed{l.Seal, game, now})
		}
		return true
	})
}

// sealed is the game that has taken in the letter with a seal; "" if none has.
func (p *playerHead) sealed(seal string) string {
	i := slices.IndexFunc(p.Seals, func(s sealed) bool { return s.Seal == seal })
	if i < 0 {
		return ""
	}
	return p.Seals[i].Game
}

// seal remembers a signed letter, and forgets those that are too old to prove anything.
func (p *playerHead) seal(s sealed) {
	p.Seals = slices.DeleteFunc(slices.Clone(p.Seals), func(o sealed) bool { return s.At.Sub(o.At) > keepSeals })
	p.Seals = append(p.Seals, s)
	p.Seals = p.Seals[max(0, len(p.Seals)-maxSeals):]
}
