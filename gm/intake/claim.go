package intake

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// A Claim is what a letter says about a place in a game that is taking players.
type Claim struct {
	Game     string // name of the game; "" if the letter is not about such a game
	Join     *parser.Command
	Leave    bool
	Answers  bool         // whether the letter answers one of ours that asks whether its writer wants to play
	Token    letter.Token // the token of that letter
	Stranger bool         // whether the writer's address has no seat in any game

	why string // if Game is "": a reason that the game master should know
}

// Wish returns the text after the game's name in a JOIN command, such as a wanted seat.
func (c Claim) Wish() string {
	_, wish, _ := strings.Cut(c.Join.Args, " ")
	return wish
}

// mayAsk reports whether a letter from an address without a seat may be about a place in a game, or about watching
// one, so that it is worth parsing.
func (k Known) mayAsk(l letter.Letter) bool {
	kinds := []letter.Kind{letter.Join, letter.Watch, letter.Offer, letter.Also}
	if slices.ContainsFunc(k.Tokens, func(t letter.Token) bool {
		return slices.Contains(kinds, t.Kind)
	}) || strings.Contains(l.Subject, "[") {
		return true
	}
	text := strings.ToLower(l.Subject + "\n" + l.Beginning())
	return slices.ContainsFunc([]string{"join", "signon", "observe", "watch"}, func(word string) bool {
		return strings.Contains(text, word)
	})
}

// claim returns what a letter says about a place in a game that is taking players. It also returns words without the
// lines that look like a sign-up but are prose; those belong to the game that the letter is for.
func (k Known) claim(l letter.Letter, words parser.Letter) (Claim, parser.Letter) {
	c := Claim{Stranger: len(k.Plays) == 0}
	var loose []parser.Command
	for _, d := range words.Asks() {
		if d.Name != "JOIN" && d.Name != "LEAVE" {
			continue
		}
		name := d.Game
		g := k.forming(name)
		switch {
		case g == nil && (name != "" || d.Name == "JOIN"):
			if len(words.Commands) > 0 && !strings.HasPrefix(d.Line, d.Name) { // "Join me in the East" is prose
				loose = append(loose, d)
			}
			if began := k.Games[name]; began != nil && began.State == Running && began.Began {
				c.why = fmt.Sprintf("It asks for a place in %s, which has begun. If they are to stand by: gm standby "+
					"%s add and their address.", name, name)
			}
		case g != nil && c.Game == "":
			c.Game, c.Leave = name, d.Name == "LEAVE"
			if !c.Leave {
				c.Join = &d
			}
		case g == nil:
			c.Leave = true // the writer leaves the game that the rest of the letter is for
		}
	}
	for _, t := range k.Tokens {
		if t.Kind != letter.Join || !t.Genuine(k.Key, Applicant(l.From)) {
			continue
		}
		if c.Game == "" && k.forming(t.Game) != nil {
			c.Game = t.Game
		}
		if !c.Answers && c.Game == t.Game && !t.Named {
			c.Answers, c.Token = true, t
		}
	}
	if c.Game == "" {
		c.Game = k.applied(l, words)
	}
	if c.Game != "" || len(loose) == 0 {
		return c, words
	}
	return c, words.Without(loose...)
}

// applied returns the game, still taking players, that a letter is for because its writer has applied for a place
// there before; "" if there is none.
func (k Known) applied(l letter.Letter, words parser.Letter) string {
	names := words.Named()
	if len(k.Plays) == 1 {
		names = append(names, k.Plays[0])
	}
	for _, name := range names {
		if g := k.forming(name); g != nil && slices.Contains(g.Applicants, l.From) && !g.Sits(l.From) {
			return name
		}
	}
	return ""
}

// forming returns the game if it is taking players, or nil.
func (k Known) forming(name string) *Game {
	if g := k.Games[name]; g != nil && g.State == Forming {
		return g
	}
	return nil
}

// Agrees reports whether a letter says that its writer wants to play.
func Agrees(words parser.Letter) bool { return words.Verdict == parser.Yes || words.Has("READY") }
