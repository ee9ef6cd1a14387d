package dishonest

import (
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/adjudicator/reading"
	kit "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// This file reads answers to questions within a turn or an income phase. An answer replaces the whole earlier one.

// labels has the labels of answers on a form, by the kind of question.
var labels = map[string]string{"bid": "BID", "ideology": "IDEOLOGY", "defence": "DEFEND", "commit": "BATTLE",
	"secondary": "SECONDARY"}

// answerKey is the key of the answer while it is read.
const answerKey = "ANSWER"

// sendLater is the reply to orders for the queue and standing orders in an answer.
const sendLater = "This is for your queue or your standing orders, and has not been accepted yet: while this " +
	"question is open, you can only answer it. Should it go on file? Then send it again when the question is closed."

// readAnswer reads an answer to a question. Orders for the queue and standing orders are not accepted with it.
func (v *View) readAnswer(kind, old, text string) adjudicator.Reading {
	out := adjudicator.Reading{Answer: old}
	if labels[kind] == "" {
		return out
	}
	b := v.edition()
	a := v.author(kind, sheet{income: income{draw: unsaid}})
	a.last = queue.MaxTurns
	c := kit.Read(b.lexicon(), a, kit.NewSheet(), text)
	answer := c.Sheet.Get(answerKey)
	faulty := func(p kit.Part) bool { return isOpen(p) && !isLater(p) && p.Under == "" }
	c.Parts = slices.DeleteFunc(c.Parts, func(p kit.Part) bool {
		return p.Fate == kit.Filed && strings.HasSuffix(strings.Join(p.Keys, ""), "/")
	})
	if at := slices.IndexFunc(c.Parts, faulty); at >= 0 {
		first := &c.Parts[at]
		for i := range c.Parts {
			if p := &c.Parts[i]; p.Fate == kit.Filed {
				p.Fate, p.Why = kit.Refused, adjudicator.Beside("answer", first.Quote)
			}
		}
		if answer != "" && len(first.Suggest) == 0 && first.Fate == kit.Asked {
			first.Suggest = []string{answer}
		}
		answer = ""
		a.suggestBattle(c, text, old)
	}
	if answer != "" {
		out.Answer = answer
		for i := range c.Parts { // without suggestions that it could be another answer
			if p := &c.Parts[i]; p.Fate == kit.Asked && isLater(*p) {
				p.Fate, p.Suggest = kit.Refused, nil
			}
		}
		if have := v.Stock; one(kind, "defence", "commit") {
			o := strict.Must(parseOrder(b, kind, answer))
			if slices.ContainsFunc(o.stakes, func(k stake) bool { return k.supply > have[Supply] }) {
				note := complain("You have %d supply and %d oil: what exceeds your supply is paid in oil, as far as "+
					"that lasts.", have[Supply], have[Oil])
				c.Notes = append(c.Notes, note.Error())
			}
		}
	}
	out.Parts, out.Notes = reading.Parts(c.Parts), kit.Unique(c.Notes)
	out.Form = answerForm(kind, out.Answer)
	return out
}

// suggestBattle offers the whole answer that a letter may mean with its first part that is open.
func (a *author) suggestBattle(c *kit.Context, text, old string) {
	if !one(a.kind, "defence", "commit") {
		return
	}
	answer := a.sketchBattle(text, old, c)
	i := slices.IndexFunc(c.Parts, func(p kit.Part) bool { return p.Fate == kit.Asked })
	if i < 0 { // such as "4 supply. Actually make that 3 supply."
		i = slices.IndexFunc(c.Parts, func(p kit.Part) bool {
			return p.Fate == kit.Refused && slices.Contains(p.Keys, twiceKey)
		})
	}
	if o, err := parseOrder(a.b, a.kind, answer); i < 0 || answer == "" || err != nil || a.checkWanted(o) != nil {
		return
	}
	p := &c.Parts[i]
	p.Fate = kit.Asked
	p.Suggest = kit.Unique(append([]string{answer}, p.Suggest...))
	p.Suggest = p.Suggest[:min(len(p.Suggest), mostSketched)]
}

// isLater reports whether a part of a letter is not an answer to the question.
func isLater(p kit.Part) bool { return slices.Contains(p.Keys, laterKey) }

// Keys of parts that are about no line of the sheet: one is not an answer to the question, the other says something
// twice about one battle.
const (
	laterKey = "LATER"
	twiceKey = "TWICE"
)

// answer returns the outcome of a form as the answer to a question.
func (a *author) answer(m *kit.Match, c *kit.Context) kit.Outcome {
	if c.Under != "" { // below the heading of a turn
		return kit.Outcome{Refuse: sendLater, About: []string{laterKey}}
	}
	switch {
	case m.Form == "NIL" && len(c.Parts) > 0:
		return kit.Outcome{Undo: []string{answerKey}, Ask: a.b.lexicon().Says("back"), About: []string{answerKey}}
	case m.Form == "NIL":
		return a.answered(map[string]string{"bid": "BID 0", "defence": noOrders, "commit": noOrders,
			"secondary": "NO"}[a.kind])
	case a.kind == "bid" && one(m.Form, "BID", "BIDS"):
		return a.relabelled(standingReader{a}.bid(m, c))
	case a.kind == "ideology" && one(m.Form, "IDEOLOGY", "TILES", "WANTED"):
		o := standingReader{a}.tiles(m, c)
		if failed(o) {
			return o
		}
		x := strict.Must(parseSheet(a.b, "ideology", o.Orders[0].Line))
		if err := a.checkTiles(x.income.ideology); err != nil {
			return refuse(answerKey, err)
		}
		return a.relabelled(o)
	case a.kind == "secondary" && one(m.Form, "ANSWER", "SECONDARY"):
		return a.answerTile(m, c)
	case one(a.kind, "defence", "commit") && one(m.Form, "WISHES", "ANSWERED", "DEFEND", "BATTLE"):
		return a.answerBattle(m, c)
	}
	if name := incomeForms[m.Form]; name != "" {
		return kit.Outcome{Refuse: name + " is for the income letter, which is closed.", About: []string{laterKey}}
	}
	return kit.Outcome{Refuse: sendLater, About: []string{laterKey}}
}

// answered returns an outcome for an answer; "" if another answer is needed.
func (a *author) answered(line string) kit.Outcome {
	if line == "" {
		return refuse(answerKey, complain("You have to take one. Which ideologies, best first?"))
	}
	return kit.Outcome{Orders: []kit.Order{{Key: answerKey, Line: line}}, Either: true}
}

// relabelled turns the outcome of a line of a sheet into an answer.
func (a *author) relabelled(o kit.Outcome) kit.Outcome {
	for i := range o.Orders {
		o.Orders[i].Key = answerKey
	}
	return o
}

// answerBattle reads orders for the current battle, which may be on several lines.
func (a *author) answerBattle(m *kit.Match, c *kit.Context) kit.Outcome {
	o, err := a.wishes(m, c)
	if err == nil {
		err = a.checkWanted(o)
	}
	if err != nil {
		return refuse(answerKey, err)
	}
	this := one(m.Form, "WISHES", "ANSWERED") || a.isThisBattle(m)
	if was, given := c.Given[answerKey]; given && this && was != o.words(a.b) {
		if o, err = strict.Must(parseOrder(a.b, a.kind, was)).and(o); err != nil {
			return kit.Outcome{Refuse: err.Error(), About: []string{answerKey, twiceKey}}
		}
	}
	out := a.answered(o.words(a.b))
	if !this {
		return kit.Outcome{Refuse: sendLater, Suggest: []string{out.Orders[0].Line}, About: []string{laterKey}}
	}
	out.Adds = true
	return out
}

// isThisBattle reports whether an order is for the battle that the question is about: it names no other place.
func (a *author) isThisBattle(m *kit.Match) bool {
	if m.Has("an") || m.Has("vs") || m.Form == map[string]string{"defence": "BATTLE", "commit": "DEFEND"}[a.kind] {
		return false
	}
	at, ok := m.Get("bp")
	if w, has := m.Get("at"); has {
		for _, p := range m.Within("p", w) {
			at, ok = p, true
		}
	}
	return !ok || a.Battle == nil || a.b.Name(Area(at.Vals[0])) == a.Battle.Area
}

// answerTile reads an answer to another player's tile.
func (a *author) answerTile(m *kit.Match, c *kit.Context) kit.Outcome {
	x, note, err := standingReader{a}.reaction(m, c)
	if err == nil && !x.no {
		if t := a.Other(); t != nil {
			err = a.outlook().checkChoice(t.Secondary, x.choice, true)
		}
	}
	if err != nil {
		return refuse(answerKey, err)
	}
	out := a.answered(x.words(a.b))
	tl, named := m.Get("tl")
	other := named && a.Tile != nil && a.b.Tiles[tl.Vals[0]].Name != a.Tile.Tile
	if other || m.Has("an") {
		return kit.Outcome{Refuse: sendLater, Suggest: []string{out.Orders[0].Line}, About: []string{laterKey}}
	}
	out.Note = note
	return out
}

// checkWanted returns an error for an answer within a battle that can't be carried out. A card in an answer on file
// may have been played since.
func (v *View) checkWanted(o order) error {
	b := v.edition()
	if v.Battle == nil {
		return nil
	}
	at, _ := b.Area(v.Battle.Area)
	switch {
	case len(o.deploy) > 0 && v.Battle.Attacker == v.Seat:
		return complain("Only the defender deploys fighters (DD-26).")
	case len(o.deploy) > 0 && v.Battle.Committing:
		return complain("Fighters have been deployed already. Now supply and a card are committed (DD-27).")
	}
	for _, d := range o.deploy {
		if v.deployable(d.from, at, v.Seat) == 0 {
			return complain("No fighters of yours can be deployed from %s to %s (DD-26).", b.Name(d.from), b.Name(at))
		}
	}
	filed := strict.Must(parseSheet(b, "standing", v.Standing))
	for _, k := range o.stakes {
		known := slices.ContainsFunc(filed.rules.defend, func(o order) bool {
			return slices.ContainsFunc(o.stakes, func(x stake) bool { return x.card == k.card })
		})
		switch {
		case k.card == 0 || known:
		case !slices.Contains(v.Hand, k.card):
			return complain("You don't have card %d.", k.card)
		case b.card(k.card).Battle == nil:
			return complain("Card %d has no battle effect (DD-27).", k.card)
		}
	}
	return nil
}
