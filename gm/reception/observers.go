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

// cameBackFromObserver notes that a letter to an observer came back. After some they are written to no more. One that
// only names the letter counts for nothing where the letter had a secret address: whoever has it, as it was forwarded
// to them, can write so.
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
		if i < 0 || t.Letter <= watch[i].Noted { // as for players, each must be newer than the note of the one before
			return gm.ErrNothing
		}
		o := watch[i]
		o.Noted = o.Sent
		s.Write(gm.KindLetter, l.Key(), l)
		if o.Back++; o.Back >= outbox.ReturnsLimit {
			play.StrikeObserver(s, o.Address)
			s.Item("", game.Item{Why: o.Address + " no longer watches this game: mail to that address comes back."})
		}
		return nil
	}}
}
