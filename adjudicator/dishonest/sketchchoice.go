package dishonest

import (
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file sketches cards and ideologies, with what they leave open.

// acting has the classes of words with which the action of a turn begins, behind the card that is played.
var acting = []string{"tactics", "go", "send", "mobilize", "garrison", "passw", "playtile", "ideology", "annex",
	"spend", "oper"}

// play adds the card that is played before the action, and returns the words that are not about it.
func (k *sketch) play(words []kit.Bind) []kit.Bind {
	first := slices.IndexFunc(words, func(b kit.Bind) bool { return one(b.Class, "card", "supply", "battle") })
	plays := has(words, "play", "cardw") || k.has(0, k.end, "use", "using", "lege", "lay")
	if !plays || first >= 0 && words[first].Class != "card" {
		return words
	}
	if now := k.current(); now != nil && now.act.kind == actTactics {
		return words
	}
	card := k.card(words)
	x := k.b.card(card)
	if x == nil || !slices.Contains(k.Hand, card) {
		return words
	}
	from := slices.IndexFunc(words, func(b kit.Bind) bool {
		return b.Class == "card" || b.Class == kit.NumberClass && b.Vals[0] == card
	}) + 1
	to := len(words)
	builds := slices.ContainsFunc(x.Strategy, func(e Effect) bool { return e.Op == OpBuild })
	for i := from; i < to; i++ {
		starts := one(words[i].Class, acting...) && !(builds && words[i].Class == "mobilize") && !k.isOfOthers(words, i)
		if starts {
			to = i
		}
	}
	c := k.choose(x.Strategy, words[from:to])
	k.open().play = &play{card: card, choice: c}
	if c.words(k.b) == "" {
		return words
	}
	return slices.Concat(words[:from], words[to:])
}

// isOfOthers reports whether a word for a garrison stands for one that is nobody's: "their garrison goes home".
func (k *sketch) isOfOthers(words []kit.Bind, i int) bool {
	return words[i].Class == "garrison" && one(k.word(words[i].From-1), "their", "its", "his", "neutral")
}

// choose returns what words say about what effects leave open, as far as that fits.
func (k *sketch) choose(effects []Effect, words []kit.Bind) (c choice) {
	places := 0
	for _, e := range effects {
		switch {
		case e.Op == OpBuild:
			c.buy = k.buys(words)
		case e.Op == OpMove:
			c.move = k.moves(words)
		case e.mostPlaces() > 0:
			places++
		}
		for _, b := range words {
			if r, ok := resources[b.Class]; ok && e.takes() {
				c.take = &r
			}
			if b.Class == "seat" && e.Target == toChosen && string(seats()[b.Vals[0]]) != k.Seat {
				c.on = []string{string(seats()[b.Vals[0]])}
			}
		}
	}
	if places > 0 {
		c.at = k.places(words)
	}
	if len(c.at) == 1 && places == 2 && has(words, "bothw") { // such as "Romania, for both halves of it"
		c.at = append(c.at, c.at[0])
	}
	if _, ok := fits(effects, c); !ok {
		return choice{}
	}
	return c
}

// ideology returns the choice that words name for the player's own ideology.
func (k *sketch) ideology(words []kit.Bind) choice {
	t := k.b.tile(k.player(k.Seat).Tile)
	if t == nil {
		return choice{}
	}
	return k.choose(t.Primary, words)
}

// card returns the number of the card that words name; 0 if none.
func (k *sketch) card(words []kit.Bind) int {
	for i, b := range words {
		switch {
		case b.Class == "card":
			return b.Vals[0]
		case b.Class == kit.NumberClass && b.Vals[0] > 9 && slices.Contains(k.Hand, b.Vals[0]):
			return b.Vals[0]
		case b.Class == kit.NumberClass && i > 0 && words[i-1].Class == "cardw":
			return b.Vals[0]
		}
	}
	return 0
}

// isAboutTile reports whether a sentence says what is done when another power plays a tile.
func (k *sketch) isAboutTile(words []kit.Bind) bool {
	if has(words, "secondary") {
		return true
	}
	if len(k.c.Find("somebodyplays", words[0].From, words[len(words)-1].To)) > 0 && has(words, "ideology") {
		return true
	}
	plays := len(k.c.Find("play", words[0].From, words[len(words)-1].To)) > 0
	goesOn := k.heads == "secondary" && has(words, "tile", "everyw", "else", "ideology") &&
		(has(words, "neg", "none", "naught", "yesw") || k.takes(words) != nil)
	return has(words, "tile") && has(words, "if", "foe") && plays || goesOn
}

// takes returns the resource that words name; nil if none.
func (k *sketch) takes(words []kit.Bind) (r *Resource) {
	for _, b := range words {
		if x, ok := resources[b.Class]; ok {
			r = &x
		}
	}
	return r
}

// tile adds what is done when other powers play tiles.
func (k *sketch) tile(words []kit.Bind) {
	k.heads = "secondary"
	var group []kit.Bind
	flush := func() {
		if line := k.tileLine(group); line != "" {
			if y, err := parseSheet(k.b, "turn", line); err == nil {
				k.rules.secondary = append(k.rules.secondary, y.rules.secondary...)
			}
		}
		group = nil
	}
	for _, b := range words {
		if begins := one(b.Class, "tile", "everyw", "else"); begins && has(group, "tile") {
			flush()
		}
		group = append(group, b)
	}
	flush()
}

// tileLine returns the line for another power's tile; "" if words don't say what is done.
func (k *sketch) tileLine(words []kit.Bind) string {
	if len(words) == 0 {
		return ""
	}
	tile := "ANY"
	for _, b := range words {
		if b.Class == "tile" {
			tile = k.b.Tiles[b.Vals[0]].Name
		}
	}
	line := "SECONDARY " + tile + ": "
	switch r := k.takes(words); {
	case r != nil:
		return line + "TAKE " + strings.ToUpper(r.String())
	case has(words, "neg", "none", "naught") || len(k.c.Find("noway", words[0].From, words[len(words)-1].To)) > 0:
		return line + "NO"
	case tile != "ANY" && has(words, "mobilize", "build"):
		if buy := k.buys(words); len(buy) > 0 {
			return line + choice{buy: buy}.words(k.b)
		}
	case tile != "ANY" && len(k.places(words)) > 0:
		return line + choice{at: k.places(words)}.words(k.b)
	case has(words, "yesw"):
		return line + "YES"
	}
	return ""
}
