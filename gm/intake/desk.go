package intake

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// A MailedCommands is what a letter of a human game master says to the clerk, who carries out commands by mail.
type MailedCommands struct {
	From  string   // the game master's address
	Lines []string // that they wrote themselves
	Game  string   // that the letter is about, for lines that name none; "": it does not say
	Of    []string // the games whose game master they are, and that they may steer alone
	All   bool     // they are the service's game master, and may steer all
	Plays bool     // they have a player's seat, too, in that game or in one that the letter may be about
	Once  string   // the key under which the letter is carried out

	Unproved bool // nothing shows that they wrote it, so no command in it is looked for
}

// dictation is what a letter says to the clerk; ok is false if it is not for the clerk.
func (k Known) dictation(l letter.Letter, words parser.Letter) (d MailedCommands, ok bool) {
	if k.Clerk == nil {
		return d, false
	}
	own, plays := k.seats(l.From)
	if !k.Desk && len(own) == 0 {
		return d, false
	}
	d.From, d.All, d.Lines, d.Once = l.From, k.Desk, words.Written, "desk/"+l.Signed()
	for _, g := range own {
		d.Of = append(d.Of, g.Name)
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
	return d, len(own)+len(plays) == 0 // a game master who sits nowhere can mean nothing else
}

// seats are the games in which an address has the game master's seat, and those in which it has a player's, one for
// each.
func (k Known) seats(addr string) (own, plays []*Game) {
	for _, name := range k.Plays {
		g := k.Games[name]
		if g == nil || g.State == Shelved {
			continue
		}
		for _, s := range g.Seats {
			switch {
			case s.Address == addr && s.Name == string(adjudicator.GM):
				own = append(own, g)
			case s.of(addr):
				plays = append(plays, g)
			}
		}
	}
	return own, plays
}

// Poses reports whether a letter is in a game master's name, and nothing shows that they wrote it.
func (k Known) Poses(l letter.Letter) bool {
	if k.Clerk == nil || k.vouched(l) {
		return false
	}
	own, _ := k.seats(l.From)
	return k.Desk || len(own) > 0
}

// vouched reports whether something shows that a letter is by the writer whom it names: their domain says so, or it has
// a token that nobody else was given.
func (k Known) vouched(l letter.Letter) bool {
	if l.Proof != letter.Unproven {
		return l.Proof == letter.Proved
	}
	return slices.ContainsFunc(k.Tokens, func(t letter.Token) bool { return k.given(t, l.From) })
}

// Believable reports whether a letter may be believed as it is: something shows that it is by the writer whom it names,
// or they play where the address is enough, and are nobody's game master.
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

// given reports whether an address was given a token in a letter of ours. Whether that is too old to prove anything is
// looked at when the letter takes effect.
func (k Known) given(t letter.Token, addr string) bool {
	readers := []letter.Reader{Standby(addr), Observer(addr), Applicant(addr)}
	g := k.Games[t.Game]
	switch {
	case t.Kind == letter.Return: // anybody on the way sees it
		return false
	case t.Game == Lobby:
		readers = []letter.Reader{Office(addr)}
	case g != nil && t.Seat < len(g.Seats):
		readers = append(readers, letter.Reader{Name: g.Seats[t.Seat].Name, Address: addr})
	}
	return slices.ContainsFunc(readers, func(to letter.Reader) bool { return t.Genuine(k.Key, to) })
}

// Lobby is in the place of a game's name in tokens of letters that are about none.
const Lobby = "lobby"

// about is the game that a game master's letter is about.
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
