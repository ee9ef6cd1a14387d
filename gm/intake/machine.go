package intake

import (
	"slices"

	"deaddrop/gm/letter"
)

// machine says what a letter is that no person wrote. It is never answered and never read as orders: it may be a DSN
// about one of our letters, also to somebody who has left since, or a vacation note that answers one.
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
