package intake

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// A MailedCommands is a game master's letter with commands, which the clerk (gm.CommandRunner) carries out.
type MailedCommands struct {
	From  string   // the game master's address
	Lines []string // lines that they wrote themselves, without quotations
	Game  string   // the game for lines that name none; "" if the letter does not say
	Of    []string // the games of which they are the game master, the only ones that they may change
	Sees  []string // games that they may see but not change
	All   bool     // whether they are the game master of the whole service, who may change every game
	Plays bool     // whether they are also a player, in Game or in a game that the letter may be about
	Once  string   // idempotency key of the letter's commands

	Unproved bool // whether nothing proves that they wrote the letter, so that it is not searched for commands
}

// dictation returns a letter's commands for the clerk. ok is false if the letter is not for the clerk.
func (k Known) dictation(l letter.Letter, words parser.Letter) (d MailedCommands, ok bool) {
	if k.Clerk == nil {
		return d, false
	}
	own, plays := k.seats(l.From)
	if !k.Desk && len(own) == 0 {
		return d, false
	}
	seated := len(plays)
	d.From, d.All, d.Lines, d.Once = l.From, k.Desk, words.Written, "desk/"+l.Signed()
	for _, g := range own {
		switch {
		case g.seatsMaster(l.From):
			seated++
			d.Of = append(d.Of, g.Name)
		case g.obeys(l.From):
			d.Of = append(d.Of, g.Name)
		default:
			d.Sees = append(d.Sees, g.Name)
		}
	}
	d.Game, d.Unproved = k.about(own, words), k.Poses(l)
	d.Plays = slices.ContainsFunc(plays, func(g *Game) bool { return d.Game == "" || g.Name == d.Game })
	confirms := words.Verdict != "" && slices.ContainsFunc(k.Tokens, func(t letter.Token) bool {
		return t.Game == Lobby && t.Kind == letter.Confirm
	})
	switch {
	case confirms, k.Clerk(d):
		return d, true
	case words.As != "" && len(words.Lines) > 0 && !d.Plays:
		return d, !strings.EqualFold(words.As, string(adjudicator.GM))
	}
	if !k.Desk && k.wantsPlace(words) {
		return d, false
	}
	return d, seated == 0 // a game master without a seat can have meant nothing else
}

// wantsPlace reports whether a letter asks for a place in a game, or to watch one, or answers a letter about that.
func (k Known) wantsPlace(words parser.Letter) bool {
	return slices.ContainsFunc(words.Asks(), func(c parser.Command) bool {
		return slices.Contains([]string{"JOIN", "LEAVE", "OBSERVE"}, c.Name)
	}) || slices.ContainsFunc(k.Tokens, func(t letter.Token) bool {
		return t.Kind == letter.Join || t.Kind == letter.Watch
	})
}

// seatsMaster reports whether an address has the game master's seat.
func (g *Game) seatsMaster(addr string) bool {
	return slices.ContainsFunc(g.Seats, func(s Seat) bool {
		return s.Address == addr && s.Name == string(adjudicator.GM)
	})
}

// obeys reports whether an address may change the game as a game master without the seat.
func (g *Game) obeys(addr string) bool {
	return slices.ContainsFunc(g.Masters, func(m Master) bool { return m.Address == addr && m.Acts })
}

// IsMaster reports whether an address is that of a game master of the game, with whatever rights.
func (g *Game) IsMaster(addr string) bool {
	has := slices.ContainsFunc(g.Masters, func(m Master) bool { return m.Address == addr })
	return has || g.seatsMaster(addr)
}

// seats returns the games of which an address is game master, and those in which it has a player's seat, once for each
// seat.
func (k Known) seats(addr string) (own, plays []*Game) {
	for _, name := range k.Plays {
		g := k.Games[name]
		if g == nil || g.State == Shelved {
			continue
		}
		if g.IsMaster(addr) {
			own = append(own, g)
		}
		for _, s := range g.Seats {
			if s.Name != string(adjudicator.GM) && s.of(addr) {
				plays = append(plays, g)
			}
		}
	}
	return own, plays
}

// Poses reports whether a letter claims to be from a game master and nothing proves it.
func (k Known) Poses(l letter.Letter) bool {
	if k.Clerk == nil || k.vouched(l) {
		return false
	}
	own, _ := k.seats(l.From)
	return k.Desk || len(own) > 0
}

// vouched reports whether a letter is proved to be from the writer that it names: by their domain, or by a token that
// was given to nobody else.
func (k Known) vouched(l letter.Letter) bool {
	if l.Proof != letter.Unproven {
		return l.Proof == letter.Proved
	}
	return slices.ContainsFunc(k.Tokens, func(t letter.Token) bool { return k.given(t, l.From) })
}

// Believable reports whether a letter may be believed without asking its writer: it is proved to be theirs, or they
// play in a game with TrustOpen and are game master nowhere.
func (k Known) Believable(l letter.Letter) bool {
	if k.vouched(l) {
		return true
	}
	own, plays := k.seats(l.From)
	if l.Proof == letter.Disowned || k.Desk || len(own) > 0 {
		return false
	}
	return slices.ContainsFunc(plays, func(g *Game) bool { return g.Trust == TrustOpen })
}

// given reports whether a token was given to an address in a letter of ours. It does not check whether the token is
// too old to prove anything; that is done when the letter takes effect.
func (k Known) given(t letter.Token, addr string) bool {
	readers := []letter.Reader{Standby(addr), Observer(addr), Applicant(addr)}
	g := k.Games[t.Game]
	switch {
	case t.Kind == letter.Return: // visible to every server on the way
		return false
	case t.Game == Lobby:
		readers = []letter.Reader{Office(addr)}
	case g != nil && t.Seat < len(g.Seats):
		readers = append(readers, letter.Reader{Name: g.Seats[t.Seat].Name, Address: addr})
	}
	return slices.ContainsFunc(readers, func(to letter.Reader) bool { return t.Genuine(k.Key, to) })
}

// Lobby replaces a game's name in the tokens of letters that belong to no game.
const Lobby = "lobby"

// about returns the game that a game master's letter is about, or "".
func (k Known) about(own []*Game, words parser.Letter) string {
	if name, _ := gameNamed(own, words, nil); name != "" {
		return name
	}
	if !k.Desk && len(own) == 1 {
		return own[0].Name
	}
	if !k.Desk {
		return ""
	}
	for _, name := range words.Named() {
		if k.Games[name] != nil {
			return name
		}
	}
	return ""
}
