package intake

import (
	"slices"
	"strings"

	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// A Watching is what a letter says about watching a game.
type Watching struct {
	Game    string // name of the game; "" if the letter is not about watching
	Off     bool
	Answers bool         // whether the letter answers one of ours to an observer
	Token   letter.Token // the token of that letter
	More    bool         // whether the letter contains something else, too

	Stranger bool // whether the writer's address has no seat in any game
}

// watching returns the game that a letter asks to watch, or whose observer sent it. A command that is really prose,
// or about a game that can't be watched, is left for other kinds: it is a plain line in the returned words.
func (k Known) watching(l letter.Letter, words parser.Letter) (Watching, parser.Letter) {
	if w, ok := k.fromObserver(l, words); ok {
		return w, words
	}
	for _, c := range words.Asks() {
		if c.Name != "OBSERVE" {
			continue
		}
		g := k.Games[c.Game]
		switch {
		case g != nil && g.watchable(c.Off) && !g.Sits(l.From):
			return Watching{Game: c.Game, Off: c.Off, More: len(words.Commands) > 1 || len(words.Lines) > 0,
				Stranger: len(k.Plays) == 0}, words
		// "Observe the border" is prose
		case len(words.Commands) > 0 && !strings.HasPrefix(c.Line, "OBSERVE") && !strings.HasPrefix(c.Line, "WATCH"):
			return Watching{}, words.Without(c)
		}
	}
	return Watching{}, words
}

// watchable reports whether anybody may ask to watch a game or, with off, to stop watching it.
func (g *Game) watchable(off bool) bool {
	if g.State == Forming || g.State == Shelved {
		return false
	}
	return off || g.MayWatch && g.State != Over
}

// fromObserver returns the game whose observer answered a letter of ours, unless the letter is for another game.
func (k Known) fromObserver(l letter.Letter, words parser.Letter) (w Watching, ok bool) {
	if len(k.Tokens) == 0 || !k.watched(k.Tokens[0], l.From) {
		return w, false
	}
	w.Game, w.Answers, w.Token = k.Tokens[0].Game, !k.Tokens[0].Named, k.Tokens[0]
	elsewhere := slices.ContainsFunc(words.Tags, func(t parser.Tag) bool { return !t.Quoted && t.Game != w.Game })
	if words.Game != "" && words.Game != w.Game {
		elsewhere = true
	}
	if elsewhere || k.Games[w.Game].Sits(l.From) {
		return Watching{}, false
	}
	w.Off = words.Verdict == parser.No || slices.ContainsFunc(words.Commands, func(c parser.Command) bool {
		return c.Off || c.Name == "LEAVE"
	})
	return w, true
}

// watched reports whether a token was made for an observer with that address.
func (k Known) watched(t letter.Token, addr string) bool {
	return t.Kind == letter.Watch && k.Games[t.Game] != nil && t.Genuine(k.Key, Observer(addr))
}
