package dealers

import (
	"cmp"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
)

// This file has the lines of a sketch.

// lines returns the lines of an alternative; nil if it is not clear, or impossible now.
func (k *sketch) lines(x scene) []string {
	if x.pass != "" {
		return []string{x.pass}
	}
	if x.box == "" {
		return nil
	}
	var can []string
	for _, split := range k.splits(x) {
		lines := k.spelt(x, split)
		if len(lines) == 0 || !k.fits(x, lines) {
			continue
		}
		if k.isAsDemanded(x, lines) {
			return lines
		}
		if can == nil {
			can = lines
		}
	}
	return can
}

// isAsDemanded reports whether lines train as many cards as the box of an alternative demands.
func (k *sketch) isAsDemanded(x scene, lines []string) bool {
	box, trained := k.era().action(x.box), 0
	for _, line := range lines {
		if list, ok := strings.CutPrefix(line, "TRAIN "); ok {
			trained = strings.Count(list, ", ") + 1
		}
	}
	return box.Group != Train || trained >= box.Least && trained <= box.Most
}

// fits reports whether an alternative can be carried out, as far as that is known.
func (k *sketch) fits(x scene, lines []string) bool {
	p, err := parseRest(k.b, k.m, strings.Join(lines, "\n"))
	if err != nil || len(p) != 1 {
		return false
	}
	return k.kind != "turn" || x.turn > 1 || x.alt || k.check(p[0]) == nil
}

// splits returns the ways in which the cards of which nothing is said can be played, or trained: in training, those
// first or last are what is trained.
func (k *sketch) splits(x scene) (out []map[int]string) {
	var open []int
	for i, c := range x.cards {
		isOpen := c.mode == "" || c.far && c.mode == "play"
		if isOpen && !c.goal && !c.use {
			open = append(open, i)
		}
	}
	if k.b.groupOf(x.box) != Train {
		return []map[int]string{{}}
	}
	for _, first := range []bool{false, true} {
		for n := len(open); n >= 0; n-- {
			way := map[int]string{}
			for j, i := range open {
				way[i] = "train"
				if (j < n) != first {
					way[i] = "play"
				}
			}
			out = append(out, way)
		}
	}
	return out
}

// A cast says what an alternative does with its cards.
type cast struct {
	in    map[string][]string // cards by what is done with them
	uses  []play
	plays []play
}

// cast returns what an alternative does with its cards, with the given modes for those that have none; ok is false if
// the writer has not that many.
func (k *sketch) cast(x scene, split map[int]string) (out cast, ok bool) {
	out.in = map[string][]string{}
	hand := map[string]int{}
	for _, n := range slices.Concat(k.Hand, k.player(k.Seat).Ready) {
		hand[plain(n)]++
	}
	for i, c := range x.cards {
		mode, name := k.modeIn(x, c, split[i], hand), c.card
		switch {
		case c.use:
			out.uses = append(out.uses, play{use: true, card: c.card, value: Attack})
			continue
		case mode == "train":
			name = cmp.Or(c.trainee, name)
		case one(mode, "dismiss", "bonus"):
			name += c.from
		case one(mode, "play", "fight", "final"):
			if hand[c.card] -= c.n; hand[c.card] < 0 {
				return out, false
			}
		}
		out.in[mode] = append(out.in[mode], slices.Repeat([]string{name}, c.n)...)
	}
	if one(x.all, "play", "fight") {
		out.in[x.all] = append(out.in[x.all], eachName(k.Hand, plain)...)
	}
	for _, name := range out.in["play"] {
		if k.b.card(name) == nil {
			return out, false
		}
		p, _, bad := k.settled(play{card: name, value: unsaid}, k.b.groupOf(x.box))
		if failed(bad) {
			return out, false
		}
		out.plays = append(out.plays, p)
	}
	return out, k.chooses(&out)
}

// modeIn returns what an alternative does with a card.
func (k *sketch) modeIn(x scene, c mention, split string, hand map[string]int) string {
	box := k.era().action(x.box)
	mode := cmp.Or(split, c.mode)
	if c.goal && box.Group == Train && c.trainee != "" && mode != "free" {
		mode = "train"
	}
	mode = k.settledMode(box, mode)
	switch {
	case mode == "discard" && hand[c.card] == 0 && k.settledMode(box, "dismiss") == "bonus":
		return "bonus" // it is in the discard pile
	case k.played && mode == "fight":
		return "play"
	case mode == "play" && !k.played && slices.ContainsFunc(x.cards, isFinal):
		return "fight"
	}
	return mode
}

func isFinal(c mention) bool { return c.mode == "final" }

// chooses gives the cards that an effect brings, or dismisses, to the card or location with that effect. It reports
// whether there is one for each.
func (k *sketch) chooses(c *cast) bool {
	has := func(p play, ops ...Op) bool {
		return slices.ContainsFunc(k.b.skill(p).effects, func(e Effect) bool { return slices.Contains(ops, e.Op) })
	}
	for _, name := range c.in["free"] {
		i := slices.IndexFunc(c.plays, func(p play) bool { return has(p, OpRecover, OpTrain) && len(p.choice.take) == 0 })
		if i < 0 {
			return false
		}
		c.plays[i].choice.take = []string{name}
	}
	if i := slices.IndexFunc(c.uses, func(p play) bool { return has(p, OpDismiss) }); i >= 0 && len(c.in["effect"]) > 0 {
		c.uses[i].choice.dismiss = c.in["effect"]
		delete(c.in, "effect")
	}
	return len(c.in["effect"]) == 0
}

// spelt returns the lines of an alternative, with the given modes for cards that have none.
func (k *sketch) spelt(x scene, split map[int]string) []string {
	box := k.era().action(x.box)
	c, ok := k.cast(x, split)
	if !ok {
		return nil
	}
	out := []string{"ACTION " + x.box + x.cube}
	list := func(word, mode string) {
		if len(c.in[mode]) > 0 {
			out = append(out, word+" "+strings.Join(c.in[mode], ", "))
		}
	}
	list("BONUS DISMISS", "bonus")
	for _, p := range c.uses {
		out = append(out, p.words(unsaid))
	}
	for _, p := range c.plays {
		out = append(out, "PLAY "+p.words(unsaid))
	}
	if box.Group == Train && len(c.in["train"]) == 0 {
		return nil
	}
	if box.From == FromDismiss {
		out = out[:1]
	}
	list("TRAIN", "train")
	list("DISMISS", "dismiss")
	list("READY", "ready")
	if fight := k.fight(x, box, c.in); fight != "" {
		out = append(out, fight)
	} else if box.Group == Assault || len(c.in["fight"])+len(c.in["final"]) > 0 {
		return nil
	}
	out = append(out, k.tidyLine(c.in, x)...)
	if x.done {
		out = append(out, "DONE")
	}
	return out
}

// settledMode returns what is done with a card in a box.
func (k *sketch) settledMode(box *Action, mode string) string {
	switch {
	case box.Group == Assault && one(mode, "", "train", "ready"):
		return "fight"
	case box.Ready > 0 && one(mode, "", "play"):
		return "ready"
	case box.Dismiss > 0 && one(mode, "", "discard", "play"):
		return "dismiss"
	case box.Group == Train && one(mode, "fight", "final", "ready"):
		return "play"
	case box.Group == Reorganize && box.Dismiss == 0 && mode == "dismiss":
		return "bonus"
	case box.Group == Reorganize && mode == "":
		return "discard"
	}
	return mode
}

// fight returns the line of an assault; "" if there is none.
func (k *sketch) fight(x scene, box *Action, in map[string][]string) string {
	if box.Group != Assault || x.target == nowhere {
		return ""
	}
	b := battle{at: x.target, from: x.from, said: len(in["final"]) > 0}
	for _, name := range in["fight"] {
		b.first = append(b.first, play{card: name, value: Attack})
	}
	for _, name := range in["final"] {
		b.final = append(b.final, play{card: name, value: Attack})
	}
	if x.from != nowhere && k.owner(x.from) != k.Seat {
		b.from = nowhere
	}
	return "ASSAULT " + b.words(k.m)
}

// tidyLine returns the line for the cards that are discarded or kept at the end; nil if there is none.
func (k *sketch) tidyLine(in map[string][]string, x scene) []string {
	switch out, kept := k.held(in["discard"]), k.held(in["keep"]); {
	case x.all == "discard" && len(kept) == 0:
		return []string{tidy{true, nil}.words()}
	case len(kept) > 0 && (x.rest == "discard" || len(out) == 0):
		return []string{tidy{true, kept}.words()}
	case len(out) > 0:
		return []string{tidy{false, out}.words()}
	}
	return nil
}

// held returns those of some cards that are in the hand. All masses of it stand for masses.
func (k *sketch) held(cards []string) (out []string) {
	for _, name := range cards {
		for _, n := range eachName(k.Hand, plain) {
			isMasses := name == topMasses && k.b.card(n).Kind == Masses
			count := func(list []string) int {
				return len(slices.DeleteFunc(slices.Clone(list), func(x string) bool { return plain(x) != n }))
			}
			if again := slices.Contains(out, n); n == name && !again || isMasses && count(out) < count(k.Hand) {
				out = append(out, n)
			}
		}
	}
	return out
}

// tidies adds what becomes of the hand in winter.
func (k *sketch) tidies(words []kit.Bind) {
	y := sketch{author: k.author, c: k.c, ahead: 1, words: k.words}
	for i, b := range words {
		if one(b.Class, "card", "fam", "rest", "hand", "every", "fix", "halt", "undo", "neg", "except", "tbut") {
			y.no = k.no + k.sentenceOf(b.From)
			y.thing(words, i)
		}
	}
	in := map[string][]string{}
	x := y.open()
	for _, c := range x.cards {
		in[c.mode] = append(in[c.mode], slices.Repeat([]string{c.card}, c.n)...)
	}
	line := y.tidyLine(in, *x)
	if len(line) == 0 && (x.all == "keep" || has(words, "nothing") || x.rest == "keep") {
		line = []string{keepAll}
	}
	if len(line) > 0 {
		k.rules = append(k.rules, "WINTER "+line[0])
	}
}

// sentenceOf returns how many sentences end before a lexeme.
func (k *sketch) sentenceOf(at int) (n int) {
	for i := range at {
		if isSentenceEnd(k.c, i) || k.c.Lexemes[i].Kind == kit.Line {
			n++
		}
	}
	return n
}
