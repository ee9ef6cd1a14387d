package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	kit "deaddrop/parser/order"
)

// This file sketches changes of turns on file, and answers to questions for one thing.

// changed returns the lines of a turn on file with the cards that a letter without an action adds, drops or exchanges,
// and
// with the place that it names; nil if it does nothing of that.
func (k *sketch) changed(x scene, filed deed) []string {
	if filed.action == "" || k.era().action(filed.action) == nil {
		return nil
	}
	lines := filed.lines(k.m)
	was := strings.Join(lines, "\n")
	var out, in []mention
	for _, c := range x.cards {
		if c.mode == "drop" {
			out = append(out, c)
		} else {
			in = append(in, c)
		}
	}
	if at := k.assaultAt(filed); at != nowhere && x.target != nowhere {
		for i := range lines {
			lines[i] = strings.Replace(lines[i], "ASSAULT "+k.m.Name(at), "ASSAULT "+k.m.Name(x.target), 1)
		}
	}
	for i, c := range out {
		now := ""
		if i < len(in) {
			now = in[i].card
		}
		lines = exchange(lines, c.card, now)
	}
	more := in[min(len(in), len(out)):]
	if len(more) > 0 && !has(k.words, "adding", "final", "reserve", "discard", "keep", "train") {
		return nil
	}
	for _, c := range more {
		lines = k.extended(lines, c)
	}
	if now := strings.Join(lines, "\n"); now == was {
		return nil
	}
	if _, err := parseRest(k.b, k.m, strings.Join(lines, "\n")); err != nil {
		return nil
	}
	return lines
}

// assaultAt returns the place that a turn attacks; nowhere if none.
func (k *sketch) assaultAt(d deed) Area {
	for _, x := range d.steps {
		if x.kind == stepAssault {
			return x.battle.at
		}
	}
	return nowhere
}

// exchange returns lines with another card in place of one, or without it if there is no other.
func exchange(lines []string, was, now string) (out []string) {
	done := false
	for _, line := range lines {
		word, list, _ := strings.Cut(line, " ")
		at := strings.Index(line, was)
		switch {
		case done || at < 0 || word == "ACTION":
		case now != "":
			line, done = strings.Replace(line, was, now, 1), true
		case word == "PLAY":
			done = true
			continue
		case word == "ASSAULT":
			list = strings.NewReplacer(", "+was, "", was+", ", "", " FIRST "+was, "", " FINAL "+was, "").Replace(list)
			line, done = word+" "+list, true
		default:
			rest, takes := withoutCards(line, []string{was})
			if done = takes; takes && rest == "" {
				continue
			}
			line = rest
		}
		out = append(out, line)
	}
	return out
}

// extended returns the lines of a turn with a further card.
func (k *sketch) extended(lines []string, c mention) []string {
	into := map[string]string{"train": "TRAIN ", "discard": "DISCARD ",
		"keep": "KEEP ", "ready": "READY ", "dismiss": "DISMISS "}[c.mode]
	if into == "" {
		into = " FIRST "
	}
	if c.mode == "final" {
		into = " FINAL "
	}
	for i, line := range lines {
		if at := strings.Index(line, into); at >= 0 {
			end := len(line)
			if last := strings.Index(line, " FINAL "); last > at {
				end = last
			}
			lines[i] = line[:end] + ", " + c.card + line[end:]
			return lines
		}
	}
	switch {
	case one(c.mode, "discard", "keep"):
		return append(lines, tidy{c.mode == "keep", []string{c.card}}.words())
	case c.mode == "final":
		for i, line := range lines {
			if strings.HasPrefix(line, "ASSAULT ") {
				lines[i] = line + " FINAL " + c.card
			}
		}
		return lines
	case !one(c.mode, "", "play", "fight"), k.b.card(c.card) == nil:
		return lines
	}
	p, _, bad := k.settled(play{card: c.card, value: unsaid}, k.b.groupOf(k.b.boxNamed(lines[0]).Name))
	if failed(bad) {
		return lines
	}
	return slices.Insert(lines, 1, "PLAY "+p.words(unsaid))
}

// sketchAnswer returns the answer that a letter may mean to a question for one thing; "" if it is too vague.
func (a *author) sketchAnswer(text string, c *kit.Context) (answer string) {
	k := sketch{author: a, c: c, ahead: 1}
	c.Look(text, func() {
		k.look()
		words := slices.DeleteFunc(slices.Clone(k.words), func(b kit.Bind) bool {
			from, to := c.Around(b.From, b.To)
			return to < len(c.Lexemes) && c.Word(to) == "?" || len(c.Find("past", from, to))+len(c.Find("says", from,
				to)) > 0
		})
		switch a.kind {
		case "defence":
			answer = k.answeredDefence(words)
		case "final":
			var b battle
			for _, w := range words {
				if one(w.Class, "card", "fam") && !k.isDenied(w) {
					if name, _, bad := k.cardOf(w, c); !failed(bad) {
						b.final = append(b.final, slices.Repeat([]play{{card: name, value: Attack}}, k.count(w))...)
					}
				}
			}
			if len(b.final) > 0 || has(words, "nothing") {
				answer = b.finalWords()
			}
		case "winter":
			k.tidies(words)
			if len(k.rules) == 1 {
				answer = strings.TrimPrefix(k.rules[0], "WINTER ")
			}
		case "draft":
			answer = k.wishes(words)
		}
	})
	return answer
}

// answeredDefence returns the defence that words may mean; "" if none.
func (k *sketch) answeredDefence(words []kit.Bind) string {
	var x stand
	for _, b := range words {
		switch {
		case one(b.Class, "card", "fam", "loc", "hand", "area2", "every", "nothing", "nodef", "dontb"):
			k.plays(&x, b)
		case b.Class == "anyway":
			x.d.anyway = true
		}
	}
	if x.d.hand && len(x.d.plays) > 0 {
		x.d.hand = false
	}
	if !x.said {
		return ""
	}
	x.d.at = nowhere
	return x.d.words()
}

// wishes returns the list of leaders and cities that words may mean; "" if there are none.
func (k *sketch) wishes(words []kit.Bind) string {
	var list []string
	for _, b := range words {
		if !one(b.Class, "loc", "fac", "place", "card") || k.isDenied(b) || k.isExcepted(b) {
			continue
		}
		name := standingReader{k.author}.wished(b)
		if slices.Contains(k.b.draftNames(k.m), name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return draftWords(list)
}

// suggestAnswer offers the answer that a letter may mean with its first part that is open, or that says something of it
// and was taken for talk, if it is not on file. It returns what is on file then.
func (s *settling) suggestAnswer(text, old, filed string) string {
	meant := s.sketchAnswer(text, s.Context)
	i := slices.IndexFunc(s.parts, isUnsure)
	if i >= 0 && len(s.Given) > 0 && s.kind != "draft" {
		return filed
	}
	if i < 0 && !slices.ContainsFunc(s.parts, adjudicator.Part.Open) {
		i = s.firstTalk()
		if len(s.Given) > 0 && s.kind != "draft" {
			i = -1
		}
	}
	if meant == "" || meant == filed || i < 0 {
		return filed
	}
	for j := range s.parts {
		if p := &s.parts[j]; isUnsure(*p) && len(p.Suggest) < 2 {
			p.Suggest = nil
		}
	}
	if len(s.Given) > 0 && isUnsure(s.parts[i]) && s.parts[i].Why != s.b.words(s.m).Says("unclear") {
		return filed
	}
	if len(s.Given) > 0 { // an answer counts as a whole
		filed = old
		for j := range s.parts {
			if p := &s.parts[j]; p.Fate == adjudicator.Filed {
				p.Fate, p.Why = adjudicator.Refused, wholeAnswer
			}
		}
	}
	s.raise(i, meant)
	return filed
}

// wholeAnswer is the reason that a correct line of an answer is not accepted.
const wholeAnswer = "An answer counts only as a whole, and another line of this one was not understood."

// raise offers lines with a part of the letter.
func (s *settling) raise(i int, lines string) {
	p := &s.parts[i]
	if p.Fate == adjudicator.Talk {
		p.Fate, p.Why = adjudicator.Unsure, s.b.words(s.m).Says("unclear")
	}
	if !slices.Contains(p.Suggest, lines) {
		p.Suggest = append([]string{lines}, p.Suggest...)
	}
	p.Suggest = p.Suggest[:min(len(p.Suggest), mostBoxes)]
}

// telling has the classes of words with which talk may be part of an order.
var telling = []string{"box", "card", "fam", "loc", "fac", "place", "pass", "nothing", "nodef", "dontb", "hand",
	"area2", "every",
	"anywhere", "rest", "defend", "winter"}

// firstTalk returns the index of the first part that was taken for talk and has a word with which an order may be
// meant;
// -1 if there is none.
func (s *settling) firstTalk() int {
	return slices.IndexFunc(s.parts, func(p adjudicator.Part) (says bool) {
		if p.Fate != adjudicator.Talk || strings.HasSuffix(p.Quote, "?") {
			return false
		}
		s.Look(p.Quote, func() { says = len(s.Words(telling)) > 0 })
		return says
	})
}

// filedTurn returns the turn on file before the letter; ok is false if there is none.
func (k *sketch) filedTurn() (d deed, ok bool) {
	var turns queue.Queue[deed]
	if x, err := parseSheet(k.b, k.m, k.filed); err == nil {
		turns = x.turns
	}
	if len(turns) == 0 || len(turns[0]) == 0 {
		return d, false
	}
	return turns[0][0], true
}

// isExcepted reports whether a name is one that the writer doesn't want: "anybody but Norris".
func (k *sketch) isExcepted(b kit.Bind) bool {
	before := k.before(b.From)
	return one(before, "except", "außer", "but") && slices.ContainsFunc(k.c.Lexemes[:b.From], func(x kit.Lexeme) bool {
		return one(x.Word, "anybody", "anyone", "anything", "everybody", "everyone", "all", "any", "alle", "jeder")
	})
}
