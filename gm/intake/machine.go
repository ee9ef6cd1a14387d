package intake

import (
	"slices"

	"deaddrop/gm/letter"
)

// machine classifies a letter that no person wrote. Such a letter is never answered and never read as orders. It may
// be a DSN about one of our letters, even one to a former player, or a vacation note.
func (k Known) machine(l letter.Letter) Intent {
	for _, t := range k.Tokens {
		g := k.Games[t.Game]
		if g == nil {
			continue
		}
		if slices.ContainsFunc(g.Observers, func(addr string) bool { return k.watched(t, addr) }) {
			return Intent{Kind: Returned, Game: t.Game, Token: t}
		}
		to := slices.ContainsFunc(g.Seats, func(s Seat) bool {
			return g.made(k.Key, t, s.Address) || s.Also != "" && g.made(k.Key, t, s.Also)
		})
		switch {
		case l.Report != nil && (to || g.made(k.Key, t, letter.Address(l.Report.Recipient))):
			return Intent{Kind: Returned, Game: t.Game, Token: t}
		case to && l.Away && g.made(k.Key, t, l.From):
			return Intent{Kind: Away, Game: t.Game, Token: t}
		}
	}
	if l.Report != nil {
		return Intent{Why: "It says that a letter came back, but not which one: " + l.Report.Why}
	}
	return Intent{Why: "A machine seems to have written it (" + l.Machine + ")."}
}
