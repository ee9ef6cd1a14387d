package intake

import (
	"cmp"
	"fmt"
	"slices"

	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// route determines which of the writer's games a letter is for, or the reason if it is for none.
func (k Known) route(l letter.Letter, words parser.Letter) Intent {
	var own, open, unread []*Game
	for _, name := range k.Plays {
		g := k.Games[name]
		if g == nil && k.Unread[name] != nil {
			unread = append(unread, &Game{Name: name})
		}
		if g == nil || !g.Sits(l.From) {
			continue
		}
		if own = append(own, g); g.State == Running || g.State == Forming {
			open = append(open, g)
		}
	}
	// Anybody can invent a token. Whoever has a copy of a signed letter could add a known token to direct it to
	// another game, if the signature does not cover that part.
	genuine := slices.DeleteFunc(slices.Clone(k.Tokens), func(t letter.Token) bool {
		i := slices.IndexFunc(own, func(g *Game) bool { return g.Name == t.Game })
		if t.Loose || i < 0 {
			return true
		}
		return own[i].State != Shelved && !own[i].made(k.Key, t, l.From)
	})
	name, other := gameNamed(own, words, genuine)
	if name == "" && len(unread) > 0 {
		if damaged, _ := gameNamed(unread, words, k.Tokens); damaged != "" || len(own) == 0 {
			return Intent{Kind: Unread, Err: k.Unread[unread[0].Name]}
		}
	}
	switch {
	case name != "":
	case len(own) == 0:
		return Intent{Why: noPlayer}
	case other != "":
		return Intent{Kind: Lost, Own: own, Why: fmt.Sprintf("You have no seat in a game called %s.", other)}
	case len(open) == 1:
		name = open[0].Name
	case len(own) == 1:
		name = own[0].Name
	default:
		return Intent{Kind: Lost, Own: own, Why: noGame}
	}
	if k.Games[name].State == Shelved {
		return Intent{
			Kind: Lost, Own: own, Why: name + " is over and archived, so nothing that you write changes it.",
		}
	}
	return Intent{Kind: Play, Game: name}
}

// gameNamed returns the one of a player's games that a letter names, by a GAME line, a tag, or the letter that it
// answers; or else, as other, a game that it names in which they do not play.
func gameNamed(own []*Game, words parser.Letter, tokens []letter.Token) (name, other string) {
	plays := func(name string) bool {
		return slices.ContainsFunc(own, func(g *Game) bool { return g.Name == name })
	}
	if words.Game != "" {
		if plays(words.Game) {
			return words.Game, ""
		}
		return "", words.Game
	}
	for _, t := range words.Tags {
		if !t.Quoted && plays(t.Game) {
			return t.Game, ""
		}
		if t.Question > 0 { // few mail gateways add tags of this form
			other = cmp.Or(other, t.Game)
		}
	}
	for _, t := range tokens {
		if plays(t.Game) {
			return t.Game, ""
		}
	}
	for _, t := range words.Tags {
		if t.Quoted && plays(t.Game) {
			return t.Game, ""
		}
	}
	return "", other
}

// Mentions returns the games that a letter names, other than those of its writer: by a GAME line, a tag, a command,
// or the letter that it answers. People wrote those names, so the games may not exist.
func Mentions(words parser.Letter, tokens []letter.Token) []string {
	names := words.Named()
	for _, t := range tokens {
		names = append(names, t.Game)
	}
	for _, c := range words.Asks() {
		if names = append(names, c.Game); len(names) > maxMentions {
			break
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return !letter.IsName(name) })
}

// maxMentions is the number of names that are considered. No honest letter is about more games.
const maxMentions = 30
