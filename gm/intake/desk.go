package intake

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// A Dictation is what a letter of a human game master says to the clerk, who carries out commands by mail.
type Dictation struct {
	From  string   // the game master's address
	Lines []string // that they wrote themselves
	Game  string   // that the letter is about, for lines that name none; "": it does not say
	Of    []string // the games whose game master they are, and that they may steer alone
	All   bool     // they are the service's game master, and may steer all
	Plays bool     // they have a player's seat, too, in that game or in one that the letter may be about
	Once  string   // the key under which the letter is carried out
}

// dictation is what a letter says to the clerk; ok is false if it is not for the clerk.
func (k Known) dictation(l letter.Letter, words parser.Letter) (d Dictation, ok bool) {
	if k.Clerk == nil {
		return d, false
	}
	var own, plays []*Game
	for _, name := range k.Plays {
		g := k.Games[name]
		if g == nil || g.State == Shelved {
			continue
		}
		for _, s := range g.Seats {
			switch mine := s.Address == l.From; {
			case mine && s.Name == string(adjudicator.GM):
				own, d.Of = append(own, g), append(d.Of, name)
			case mine:
				plays = append(plays, g)
			}
		}
	}
	if !k.Desk && len(own) == 0 {
		return d, false
	}
	d.From, d.All, d.Lines, d.Once = l.From, k.Desk, words.Written, "desk/"+l.Signed()
	d.Game = k.about(own, words)
	d.Plays = slices.ContainsFunc(plays, func(g *Game) bool { return d.Game == "" || g.Name == d.Game })
	confirms := words.Verdict != "" && slices.ContainsFunc(k.Tokens, func(t letter.Token) bool { return t.Game == Lobby && t.Kind == letter.Confirm })
	switch {
	case confirms, k.Clerk(d):
		return d, true
	case words.As != "" && len(words.Lines) > 0 && !d.Plays:
		return d, !strings.EqualFold(words.As, string(adjudicator.GM))
	}
	return d, len(own)+len(plays) == 0 // a game master who sits nowhere can mean nothing else
}

// Lobby is in the place of a game's name in tokens of letters that are about none.
const Lobby = "lobby"

// about is the game that a game master's letter is about.
func (k Known) about(own []*Game, words parser.Letter) string {
	if name, _ := meant(own, words, nil); name != "" {
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
