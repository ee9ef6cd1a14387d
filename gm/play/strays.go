package play

import (
	"slices"

	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
)

// Stray adds a stranger's letter to the game master's inbox or, beyond the daily limits, only counts it.
func Stray(s *gm.Step, key string, it game.Item) {
	c := s.Strays().Crowd(it.Letter)
	if !c.Takes(s.Now, letter.Domain(it.Letter.From)) {
		it.Letter.Becomes(letter.FateAside)
		dropped(s)
		return
	}
	entry := s.Item(key, it)
	if it.Letter.Report == nil {
		Dispensable(s, c, entry)
	}
}

// Dispensable records that an item may be dropped in favour of newer ones from its crowd.
func Dispensable(s *gm.Step, c *game.Crowd, entry uint64) {
	if slices.Contains(*s.Inbox(), entry) {
		c.Waits = append(c.Waits, entry)
	}
	for len(c.Waits) > game.MaxStrays {
		s.Settle(c.Waits[0])
		dropped(s)
	}
}

// dropped counts a dropped letter in an item of its own.
func dropped(s *gm.Step) {
	st := s.Strays()
	if !slices.Contains(*s.Inbox(), st.Entry) { // it was settled, or there was none yet
		st.Entry, st.Count = s.Item("", game.Item{Dropped: true}), 0
	}
	st.Count++
}

// NoteSharing tells the game master, once, that an applicant may be the same person as somebody else.
func NoteSharing(s *gm.Step, a *game.Applicant) {
	if note := s.Game.Sharing(a.Address); a.In() && !a.Shares && note != "" {
		a.Shares = true
		s.Item("", game.Item{Why: note, About: game.TopicOf(game.AboutSharing, a.Address)})
	}
}
