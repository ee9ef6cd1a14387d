package reception

import (
	"slices"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/outbox"
	"deaddrop/gm/play"
)

// cameBackFromObserver counts a bounce of a letter to an observer; after several of them nothing is sent to them any
// more. If the letter had a secret return address, a bounce that only names the letter does not count: anybody to
// whom it was forwarded could forge one.
func cameBackFromObserver(m *gm.Master, l letter.Letter, t letter.Token) taking {
	noAddress := l.Report != nil && l.Report.Failed && outbox.NoMailbox(l.Report.Status, l.Report.Why)
	if !noAddress || t.Named {
		m.Log.Info("a machine answered a letter to an observer", "game", t.Game, "id", l.ID)
		return taking{}
	}
	return taking{game: t.Game, step: func(s *gm.Step) error {
		watch := s.Game.Observers()
		i := slices.IndexFunc(watch, func(o *game.Observer) bool {
			return t.Letter <= o.Sent && t.Genuine(m.Key, intake.Observer(o.Address))
		})
		if i < 0 || t.Letter <= watch[i].Noted { // only a letter newer than the last counted bounce counts
			return gm.ErrNothing
		}
		o := watch[i]
		o.Noted = o.Sent
		s.Write(gm.KindLetter, l.Key(), l)
		if o.Back++; o.Back >= outbox.ReturnsLimit {
			play.StrikeObserver(s, o.Address)
			s.Item("", game.Item{News: true,
				Why: o.Address + " no longer watches this game: mail to that address comes back."})
		}
		return nil
	}}
}
