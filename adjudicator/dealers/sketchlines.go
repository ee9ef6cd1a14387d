package dealers

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
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

// spelt returns the lines of an alternative, with the given modes for cards that have none.
func (k *sketch) spelt(x scene, split map[int]string) []string {
	box := k.era().action(x.box)
	in := map[string][]string{}
	var plays, uses []string
	hand := map[string]int{}
	for _, n := range slices.Concat(k.Hand, k.player(k.Seat).Ready) {
		hand[plain(n)]++
	}
	for i, c := range x.cards {
		mode := c.mode
		if way := split[i]; way != "" {
			mode = way
		}
		if c.goal && box.Group == Train && c.trainee != "" {
			mode = "train"
		}
		if mode = k.settledMode(box, mode); mode == "discard" && hand[c.card] == 0 && k.settledMode(box,
			"dismiss") == "bonus" {
			mode = "bonus" // it is in the discard pile
		}
		if k.played && mode == "fight" {
			mode = "play"
		}
		if c.use {
			uses = append(uses, "USE "+c.card)
			continue
		}
		name := c.card
		if mode == "train" {
			name = cmp.Or(c.trainee, name)
		}
		if one(mode, "dismiss", "bonus") {
			name += c.from
		}
		if one(mode, "play", "fight", "final") {
			if hand[c.card] -= c.n; hand[c.card] < 0 {
				return nil
			}
		}
		for range c.n {
			in[mode] = append(in[mode], name)
		}
	}
	if x.all == "play" || x.all == "fight" {
		for _, n := range k.Hand {
			in[x.all] = append(in[x.all], plain(n))
		}
	}
	out := []string{"ACTION " + x.box + x.cube}
	list := func(word, mode string) {
		if len(in[mode]) > 0 {
			out = append(out, word+" "+strings.Join(in[mode], ", "))
		}
	}
	list("BONUS DISMISS", "bonus")
	out = append(out, uses...)
	for _, name := range in["play"] {
		if k.b.card(name) == nil {
			return nil
		}
		p, _, bad := k.settled(play{card: name, value: unsaid}, box.Group)
		if failed(bad) {
			return nil
		}
		plays = append(plays, "PLAY "+p.words(unsaid))
	}
	out = append(out, plays...)
	if box.Group == Train && len(in["train"]) == 0 {
		return nil
	}
	if box.From == FromDismiss {
		out = out[:1]
	}
	list("TRAIN", "train")
	list("DISMISS", "dismiss")
	list("READY", "ready")
	if fight := k.fight(x, box, in); fight != "" {
		out = append(out, fight)
	} else if box.Group == Assault || len(in["fight"])+len(in["final"]) > 0 {
		return nil
	}
	return append(out, k.tidyLine(in, x)...)
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
	case len(kept) > 0 && (x.rest == "discard" || len(out) == 0):
		return []string{tidy{true, kept}.words()}
	case len(out) > 0:
		return []string{tidy{false, out}.words()}
	case x.all == "discard":
		return []string{tidy{true, nil}.words()}
	}
	return nil
}

// held returns the cards, out of some, that are in the hand. All masses of it stand for masses.
func (k *sketch) held(cards []string) (out []string) {
	for _, name := range cards {
		for _, n := range eachName(k.Hand, plain) {
			isMasses := name == topMasses && k.b.card(n).Kind == Masses
			if n == name && !slices.Contains(out, n) || isMasses {
				out = append(out, n)
			}
		}
	}
	return out
}

// tidies adds what becomes of the hand in winter.
func (k *sketch) tidies(words []kit.Bind) {
	y := sketch{author: k.author, c: k.c, ahead: 1, words: k.words}
	for i := range words {
		if b := words[i]; one(b.Class, "card", "fam", "rest", "hand", "every") {
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

// A stand is a defence in a sketch, of one place or several.
type stand struct {
	at      []Area
	against string
	d       defence
	said    bool // whether it says what is played
}

// defends adds what a sentence says about defences. What is played stands behind the places that it is for, or before
// them if the sentence begins with it.
func (k *sketch) defends(words []kit.Bind) {
	var all []stand
	now := stand{}
	isPlace := func(b kit.Bind) bool {
		return one(b.Class, "anywhere", "seat") || b.Class == "place" && k.Own("place", b.Vals)
	}
	isSaid := func(b kit.Bind) bool {
		return one(b.Class, "card", "fam", "loc", "hand", "area2", "every", "nothing", "nodef", "dontb")
	}
	first := slices.IndexFunc(words, func(b kit.Bind) bool { return isPlace(b) || isSaid(b) })
	before := first >= 0 && isSaid(words[first]) && slices.ContainsFunc(words, isPlace)
	next := func() {
		if now.said {
			all = append(all, now)
		}
		now = stand{}
	}
	closed := false // whether a place stood behind what is played
	for _, b := range words {
		switch {
		case isPlace(b):
			if !before && now.said || before && !now.said && len(all) > 0 && closed {
				next()
			}
			closed = true
			k.places(&now, b)
		case isSaid(b):
			if before && closed {
				next()
				closed = false
			}
			k.plays(&now, b)
		case b.Class == "except" && now.said && len(now.at) == 0:
			now.at, before = []Area{nowhere}, false
			next()
		case b.Class == "elsew" && now.said:
			next()
			now.at, closed = []Area{nowhere}, true
		case b.Class == "anyway":
			now.d.anyway = true
		}
	}
	next()
	for _, x := range all {
		k.stand(x)
	}
}

// places adds a place, or an attacker, to a defence.
func (k *sketch) places(x *stand, b kit.Bind) {
	switch b.Class {
	case "place":
		x.at = append(x.at, Area(b.Vals[0]))
	case "anywhere":
		x.at = append(x.at, nowhere)
	case "seat":
		if seat := string(seats()[b.Vals[0]]); seat != k.Seat {
			x.against = seat
		}
	}
}

// plays adds what is played to a defence.
func (k *sketch) plays(x *stand, b kit.Bind) {
	denied := k.isDenied(b) || slices.Contains([]string{"keep", "keeping", "save"}, k.before(b.From))
	switch {
	case denied && b.Class != "nothing":
		return
	case b.Class == "hand":
		x.d.hand = true
	case b.Class == "area2":
		x.d.area = true
	case b.Class == "every":
		x.d.hand, x.d.area = true, true
	case b.Class == "loc":
		if k.Own("loc", b.Vals) {
			x.d.plays = append(x.d.plays, play{use: true, card: k.named(b), value: Attack})
		}
	case one(b.Class, "card", "fam"):
		name, _, bad := k.cardOf(b, k.c)
		if failed(bad) {
			return
		}
		x.d.plays = append(x.d.plays, slices.Repeat([]play{{card: name, value: Defence}}, k.count(b))...)
	}
	x.said = true
}

// stand adds the lines of a defence.
func (k *sketch) stand(x stand) {
	if len(x.at) == 0 {
		x.at = []Area{nowhere}
	}
	for _, at := range x.at {
		d := x.d
		d.at, d.against = at, x.against
		if d.isNothing() {
			d.anyway = false
		}
		for _, line := range (standing{defend: []defence{d}}).lines(k.m) {
			k.rules = slices.DeleteFunc(k.rules, func(was string) bool { return ruleKey(was) == ruleKey(line) })
			k.rules = append(k.rules, line)
		}
	}
}

// suggestSketch offers a sketch of the whole letter with the first part of it that is open, in place of what was
// offered
// for its parts, if something of it is not on file. A turn that is not accepted because of such a part is open as well.
func (s *settling) suggestSketch(text string) {
	if s.Context == nil {
		return
	}
	old := s.old.words(s.m)
	for key := range s.Given {
		if t, _, _ := partOf(key); t > 0 {
			old = "" // the letter has changed it
		}
	}
	meant := s.sketch(text, old, s.Context)
	lines := s.missing(meant)
	i := s.firstOpen(meant)
	isAssault := func(line string) bool { return strings.HasPrefix(line, "ASSAULT ") }
	lavish := s.lavish != "" && slices.ContainsFunc(lines, isAssault) // it is offered in its own way
	if i < 0 || len(lines) == 0 || lavish || s.saysMore(meant, i) {
		return
	}
	whole := strings.Join(lines, "\n")
	if slices.ContainsFunc(s.parts, func(p adjudicator.Part) bool { return p.Why == whichStep }) {
		return
	}
	s.contest(meant)
	for j := range s.parts {
		p := &s.parts[j]
		switch {
		case isUnsure(*p):
			p.Suggest = slices.DeleteFunc(slices.Clone(p.Suggest), func(meant string) bool {
				return s.isOfTurn(meant) || s.isWithin(meant, lines)
			})
		case s.isRefusedTurn(j):
			p.Fate = adjudicator.Unsure
		}
	}
	s.raise(i, whole)
}

// saysMore reports whether the letter has lines for which a sketch has no words, such as choices for effects, or more
// lines
// than it if one of them was refused.
func (s *settling) saysMore(meant []string, open int) bool {
	chooses := false
	for _, line := range s.Given {
		chooses = chooses || strings.Contains(line, " (")
	}
	return chooses || isRefused(s.parts[open]) && len(meant) < len(s.Given)
}

// contest takes off file what the letter has filed and a sketch says otherwise: an assault with less than it has, with
// the
// turn, and a defence of any place for one.
func (s *settling) contest(meant []string) {
	for key, line := range s.Given {
		t, _, what := partOf(key)
		longer := func(x string) bool { return strings.HasPrefix(x, line+" ") || strings.HasPrefix(x, line+", ") }
		switch {
		case what == "ASSAULT" && slices.ContainsFunc(meant, longer) && t == 1:
			s.now.turns = s.old.turns
			s.refuseTurn(t, nothingYet)
		case strings.HasPrefix(line, "DEFEND ANY: ") && !slices.Contains(meant, line) && slices.ContainsFunc(meant,
			sameDefence(line)):
			s.now.rules.defend = slices.DeleteFunc(slices.Clone(s.now.rules.defend), func(d defence) bool {
				return standing{defend: []defence{d}}.lines(s.m)[0] == line
			})
			for i := range s.parts {
				if i < len(s.Parts) && slices.Contains(s.Parts[i].Keys, key) {
					s.parts[i].Fate, s.parts[i].Why = adjudicator.Unsure, s.b.words(s.m).Says("unclear")
				}
			}
		}
	}
}

// sameDefence returns a function that reports whether a line defends with the same cards as another one.
func sameDefence(line string) func(string) bool {
	_, with, _ := strings.Cut(line, ": ")
	return func(x string) bool { return strings.HasPrefix(x, "DEFEND ") && strings.HasSuffix(x, ": "+with) }
}

// firstOpen returns the index of the first part about which the writer is asked, or else of the first that was refused,
// or
// of the first that was taken for talk if what was filed is part of what may be meant; -1 if there is none.
func (s *settling) firstOpen(meant []string) int {
	if i := slices.IndexFunc(s.parts, isUnsure); i >= 0 {
		return i
	}
	for i, p := range s.parts {
		switch {
		case s.isRefusedTurn(i):
			return i
		case isRefused(p):
			return -1
		}
	}
	other := func(key string) bool { // whether a line that was filed is none of those that are meant
		line := s.Given[key]
		_, _, what := partOf(key)
		return line != "" && what != "NUMBER" && !slices.ContainsFunc(meant,
			func(x string) bool { return strings.HasSuffix(x, line) })
	}
	old := s.old.lines(s.m)
	if len(meant) > 0 && !slices.ContainsFunc(meant, func(line string) bool { return !slices.Contains(old, line) }) {
		return -1
	}
	if len(s.Given) == 0 && slices.ContainsFunc(s.parts, filed) { // the letter takes something back
		return -1
	}
	nothing := s.isForNothing(slices.Concat(s.now.turns...))
	if !nothing && slices.ContainsFunc(s.Sheet.Keys(), other) {
		return -1
	}
	return s.firstTalk()
}

// isOfTurn reports whether a suggestion is part of a turn.
func (s *settling) isOfTurn(meant string) bool {
	x, err := parseSheet(s.b, s.m, meant)
	return err != nil || len(x.turns) > 0
}

// missing returns the lines of a sketch that are not on file: all lines of its turns if they are not, and its standing
// orders.
func (s *settling) missing(lines []string) (out []string) {
	x, err := parseSheet(s.b, s.m, strings.Join(lines, "\n"))
	if err != nil || len(lines) == 0 {
		return nil
	}
	turns := sheet{turns: x.turns}
	same := func(i int) bool {
		return i < len(s.now.turns) &&
			(sheet{turns: x.turns[i : i+1]}).words(s.m) == (sheet{turns: s.now.turns[i : i+1]}).words(s.m)
	}
	first := 0
	for first < len(x.turns) && same(first) {
		first++
	}
	if first < len(x.turns) {
		for i := range first {
			turns.turns[i] = nil
		}
		out = turns.lines(s.m)
		out = out[first:]
	}
	filed := s.now.rules.lines(s.m)
	for _, line := range x.rules.lines(s.m) {
		if !slices.Contains(filed, line) {
			out = append(out, line)
		}
	}
	return out
}

// isWithin reports whether all lines of a suggestion are among others.
func (s *settling) isWithin(meant string, lines []string) bool {
	return !slices.ContainsFunc(strings.Split(meant, "\n"), func(line string) bool {
		return !slices.Contains(lines,
			line)
	})
}

// isRefusedTurn reports whether a part of a turn was refused.
func (s *settling) isRefusedTurn(i int) bool {
	if !isRefused(s.parts[i]) || i >= len(s.Parts) || len(s.Parts[i].Keys) == 0 {
		return false
	}
	return strings.HasPrefix(s.Parts[i].Keys[0], "TURN ")
}

func isUnsure(p adjudicator.Part) bool  { return p.Fate == adjudicator.Unsure }
func isRefused(p adjudicator.Part) bool { return p.Fate == adjudicator.Refused }
