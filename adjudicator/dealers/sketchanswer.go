package dealers

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	kit "deaddrop/parser/order"
)

// This file sketches answers to questions for one thing.

// sketchAnswer returns the answer that a letter may mean to a question for one thing; "" if it is too vague.
func (a *author) sketchAnswer(text, old string, c *kit.Context) (answer string) {
	k := sketch{author: a, c: c, ahead: 1}
	c.Look(text, func() {
		k.look()
		words := slices.DeleteFunc(slices.Clone(k.words), func(b kit.Bind) bool {
			from, to := c.Around(b.From, b.To)
			start := k.clause(b.From)
			told := len(c.Find("past", start, b.From))+len(c.Find("says", start, b.From)) > 0
			means := len(c.Find("please", from, to))+len(c.Find("wish", start, b.From)) > 0
			return c.Word(to) == "?" || told && !means
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
			isPast := func(b kit.Bind) bool { return b.Class == "past" } // such as "I had rather"
			k.words = slices.DeleteFunc(k.words, isPast)
			answer = k.wishes(words, old)
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
		case one(b.Class, "by", "surplus"):
			x.d.more = k.surplus(b)
		}
	}
	if x.d.isNothing() {
		x.d.more, x.d.anyway = 0, false
	}
	if !x.said {
		return ""
	}
	x.d.at = nowhere
	return x.d.words()
}

// wishes returns the list of leaders and cities that words may mean, or the one on file with another one in place of
// one; "" if there are none.
func (k *sketch) wishes(words []kit.Bind, old string) string {
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
	was, err := parseDraft(k.b, k.m, old)
	isOn := func(name string) bool { return slices.Contains(was, name) }
	news := slices.DeleteFunc(slices.Clone(list), isOn)
	swaps := has(k.words, "fix", "neg", "there", "same", "stays") || len(k.c.Find("swap", 0, len(k.c.Lexemes))) > 0
	switch {
	case len(list) == 0 && len(k.c.Find("lot", 0, len(k.c.Lexemes))) > 0:
		return byLot
	case len(list) == 0:
		return ""
	case old == "" || err != nil || len(news) != 1 || !swaps:
		return draftWords(list)
	}
	isLeader := func(name string) bool {
		return slices.ContainsFunc(k.b.Factions, func(f Faction) bool { return f.Name == name })
	}
	for i, name := range was {
		if isLeader(name) == isLeader(news[0]) {
			was[i] = news[0]
			return draftWords(was)
		}
	}
	return draftWords(list)
}

// suggestAnswer offers the answer that a letter may mean with its first part that is open, or that says something of it
// and was taken for talk, if it is not on file. It returns what is on file then.
func (s *settling) suggestAnswer(text, old, filed string) string {
	meant := s.sketchAnswer(text, old, s.Context)
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
	asked := s.parts[i].Why
	isOwn := asked != s.b.words(s.m).Says("unclear") && (s.kind != "draft" || strings.HasPrefix(asked, whichFirst))
	if len(s.Given) > 0 && isUnsure(s.parts[i]) && isOwn && !s.extends(meant, filed) {
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

// extends reports whether a defence plays all that another one does, and more.
func (s *settling) extends(meant, filed string) bool {
	x, err := parseDefence(s.b, s.m, meant)
	was, bad := parseDefence(s.b, s.m, filed)
	if s.kind != "defence" || err != nil || bad != nil || was.isNothing() {
		return false
	}
	lacks := func(p play) bool {
		return !slices.ContainsFunc(x.plays, func(o play) bool { return o.card == p.card })
	}
	if slices.ContainsFunc(was.plays, lacks) || was.hand && !x.hand || was.area && !x.area {
		return false
	}
	return len(x.plays) > len(was.plays) || x.hand != was.hand || x.area != was.area
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

// isExcepted reports whether a name is one that the writer doesn't want: "anybody but Norris".
func (k *sketch) isExcepted(b kit.Bind) bool {
	before := k.before(b.From)
	return one(before, "except", "außer", "but") && slices.ContainsFunc(k.c.Lexemes[:b.From], func(x kit.Lexeme) bool {
		return one(x.Word, "anybody", "anyone", "anything", "everybody", "everyone", "all", "any", "alle", "jeder")
	})
}
