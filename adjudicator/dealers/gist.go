package dealers

import (
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file suggests meanings for words that don't form an order: a gist collects the names among them, and the words
// for what is done with them. Its result is only ever a suggestion.

// A gist is the names and order words in a text, and how they relate.
type gist struct {
	*author
	c           *kit.Context
	box         string
	target, own Area // a territory of another player or nobody, and one of the author's
	// cards by the class of the word before them, or after them if there is none before; "" if neither
	cards map[string][]kit.Bind
	does  string          // the last word for what is done
	said  map[string]bool // the classes of all order words
}

// asPlayed has the classes of words for cards that are played or used.
var asPlayed = []string{"", "play", "use", "assault"}

// Suggest returns possible meanings of names and order words that don't form an order.
func (a *author) Suggest(said []kit.Bind, c *kit.Context) []string {
	if line := a.exchanged(said, c); line != "" {
		return []string{line}
	}
	g := gist{author: a, c: c, target: nowhere, own: nowhere, cards: map[string][]kit.Bind{}, said: map[string]bool{}}
	for i, b := range said {
		again := func(x kit.Bind) bool { return x.From == b.From }
		// A word that resembles several names is bound several times, and is left out.
		if !slices.ContainsFunc(said[:i], again) && !slices.ContainsFunc(said[i+1:], again) {
			g.add(b)
		}
	}
	for _, class := range []string{"every", "hand"} {
		if len(g.said) == 1 && g.said[class] {
			a.lavish = class
		}
	}
	lines := g.lines()
	if len(lines) == 0 {
		return nil
	}
	return []string{strings.Join(lines, "\n")}
}

// exchanged returns the previous line of the letter with one card in place of another: "make that Veteran instead of
// Tutor".
func (a *author) exchanged(said []kit.Bind, c *kit.Context) string {
	var cards []string
	for _, b := range said {
		if one(b.Class, "card", "fam") {
			if n, _, bad := a.traineeOf(b, c); !failed(bad) {
				cards = append(cards, n)
			}
		}
	}
	if len(cards) != 2 || !strings.HasPrefix(c.Last.Line, "TRAIN ") {
		return ""
	}
	for _, x := range [][2]string{{cards[1], cards[0]}, {cards[0], cards[1]}} {
		if _, has := withoutCards(c.Last.Line, x[:1]); has {
			return strings.Replace(c.Last.Line, x[0], x[1], 1)
		}
	}
	return ""
}

// add adds a name or an order word.
func (g *gist) add(b kit.Bind) {
	g.said[b.Class] = true
	switch b.Class {
	case "box":
		g.box = g.b.boxes()[b.Vals[0]].Name
	case "place":
		switch at := Area(b.Vals[0]); {
		case g.m.IsSea(at):
		case g.owner(at) == g.Seat:
			g.own = at
		default:
			g.target = at
		}
	case "loc":
		if g.does != "" && g.Own(b.Class, b.Vals) { // "form" does not stand for Fort
			g.cards[g.does] = append(g.cards[g.does], b)
		}
	case "card", "fam":
		g.cards[g.does] = append(g.cards[g.does], b)
	case "play", "use", "train", "assault", "dismiss", "ready", "discard", "keep", "defend", "winter":
		if behind := g.cards[""]; len(behind) > 0 && g.does == "" { // such as "Rations benutzen"
			g.cards[b.Class], g.cards[""] = behind, nil
			return
		}
		g.does = b.Class
	}
}

// defence returns an answer to an assault, if the gist may mean one.
func (g *gist) defence() (d defence, ok bool) {
	d = defence{at: g.own, plays: g.played(Defence), hand: g.said["hand"] || g.said["every"],
		area: g.said["area2"] || g.said["every"]}
	return d, !d.isNothing()
}

// lines returns the orders that may be meant, in normal form.
func (g *gist) lines() (out []string) {
	switch g.kind {
	case "winter":
		return g.tidied()
	case "defence":
		if d, ok := g.defence(); ok {
			return []string{d.words()}
		}
		return nil
	case "turn", "standing", "more":
	default:
		return nil
	}
	if g.said["winter"] {
		for _, x := range g.tidied() {
			out = append(out, "WINTER "+x)
		}
		return out
	}
	waits := g.kind == "standing" && len(g.cards) == 0 && (g.said["hand"] || g.said["area2"] || g.said["every"])
	if (g.own != nowhere || g.said["defend"] || waits) && g.target == nowhere && g.box == "" {
		if d, ok := g.defence(); ok {
			return standing{defend: []defence{d}}.lines(g.m)
		}
		return nil
	}
	if g.said["pass"] && len(g.cards) == 0 && g.box == "" {
		return []string{passes}
	}
	if g.mayAct() {
		out = append(out, "ACTION "+g.box)
	}
	out = append(out, g.effort()...)
	for _, class := range []string{"train", "dismiss", "ready"} {
		if names := g.names(class); len(names) > 0 {
			out = append(out, strings.ToUpper(class)+" "+strings.Join(names, ", "))
		}
	}
	return append(out, g.tidied()...)
}

// mayAct reports whether a box was named that may be the action of the turn, because the letter has named no other.
func (g *gist) mayAct() bool {
	if g.box == "" || g.kind == "more" {
		return false
	}
	turn, alt := g.at(g.c)
	return g.era().action(g.box) != nil && g.c.Given[keyOf(turn, alt, "ACTION")] == ""
}

// effort returns lines for the cards that are played, and for the assault that they are for.
func (g *gist) effort() (out []string) {
	group := g.groupNow(g.c)
	if g.box != "" {
		group = g.b.groupOf(g.box)
	}
	at := g.target
	turn, alt := g.at(g.c)
	if was, err := parseRest(g.b, g.m, g.c.Sheet.Get(keyOf(turn, alt, "ASSAULT"))); at == nowhere && err == nil &&
		len(was) > 0 && len(was[0].steps) > 0 {
		if b := was[0].steps[0].battle; len(b.first) == 0 { // such as "Milan it is. Veteran and Recruit do it."
			at = b.at
		}
	}
	if at != nowhere {
		return []string{"ASSAULT " + battle{at: at, from: nowhere, first: g.played(Attack)}.words(g.m)}
	}
	for _, p := range g.played(unsaid) {
		p, _, bad := g.settled(p, group)
		if failed(bad) || group == "" && !p.use {
			continue
		}
		s := step{kind: stepPlay, play: p}
		if p.use {
			s.kind = stepUse
		}
		out = append(out, s.words(g.m))
	}
	return out
}

// played returns plays of the named cards, for a strength.
func (g *gist) played(of Strength) (out []play) {
	for _, class := range append(slices.Clone(asPlayed), "defend") {
		for _, b := range g.cards[class] {
			if b.Class == "loc" {
				out = append(out, play{use: true, card: g.named(b)})
			} else if n, _, bad := g.cardOf(b, g.c); !failed(bad) {
				out = append(out, play{card: n, value: of})
			}
		}
	}
	return out
}

// names returns the cards for which the words of a class stand.
func (g *gist) names(class string) (out []string) {
	which := g.cardOf
	if class == "train" {
		which = g.traineeOf
	}
	for _, b := range g.cards[class] {
		if n, _, bad := which(b, g.c); !failed(bad) {
			out = append(out, n)
		}
	}
	return out
}

// tidied returns lines for the cards that are discarded or kept.
func (g *gist) tidied() (out []string) {
	for _, keeps := range []bool{false, true} {
		if names := g.names(map[bool]string{false: "discard", true: "keep"}[keeps]); len(names) > 0 {
			return []string{tidy{keeps, names}.words()}
		}
	}
	return nil
}
