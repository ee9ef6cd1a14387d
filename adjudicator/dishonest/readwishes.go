package dishonest

import (
	"fmt"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// This file reads orders for a battle.

const (
	maxParts   = 12 // alternatives of a commitment, and conditions of each
	howToFight = "For example: SUPPLY 3 CARD 41 IF DEPLOYED >= 1 ELSE SUPPLY 2; LOSE INF, ARM; RETREAT Libya, Balkans."
)

// wishes reads the orders for a battle in a match.
func (a *author) wishes(m *kit.Match, c *kit.Context) (order, error) {
	o := order{at: nowhere}
	x := stakes{author: a, m: m, c: c}
	for _, b := range m.Binds() {
		var err error
		switch b.Name {
		case "dp":
			err = a.deploys(m, b, &o, c)
		case "le":
			if len(o.lose) > 0 {
				err = complain("You say twice what is lost first. %s", howToFight)
			}
			if o.lose = kinds(m, b); len(o.lose) == 0 {
				err = complain("Which units go first? For example: LOSE INF, FTR, ARM.")
			}
		case "rt":
			if m.Form == "TACTICS" {
				break
			}
			if o.retreat = append(o.retreat, listed(m, b)...); len(o.retreat) == 0 {
				err = complain("Retreat where? For example: RETREAT Libya, Balkans.")
			}
		case "el":
			err = x.next()
		case "cn":
			err = x.condition(b)
		case "st":
			err = x.commit(b)
		}
		if err != nil {
			return o, err
		}
	}
	if err := x.end(); err != nil {
		return o, err
	}
	o.stakes = x.list
	if o.isNone() && !m.Has("nc") {
		return o, complain("What do you commit, and what do you do? %s", howToFight)
	}
	return o, nil
}

// kinds returns the types of units within a bind, without duplicates.
func kinds(m *kit.Match, in kit.Bind) []Type {
	var out []Type
	all := m.Within("t", in)
	if last := m.Within("la", in); len(last) > 0 && len(all) == 1 { // "the fighter last" does not say what comes first
		return nil
	}
	for _, t := range all {
		if u, ok := types[t.Class]; ok && !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return out
}

// deploys reads which fighters are deployed, and from where.
func (a *author) deploys(m *kit.Match, in kit.Bind, o *order, c *kit.Context) error {
	for _, d := range m.Within("dl", in) {
		x := deploy{all, Area(m.Within("p", d)[0].Vals[0])}
		for _, t := range m.Within("t", d) {
			if types[t.Class] != Fighter {
				return complain("Only fighters are deployed (DD-26). For example: DEPLOY 1 FTR Levant.")
			}
			x.n = 1
			if strings.HasSuffix(c.Word(t.To-1), "s") {
				x.n = all
			}
		}
		if n := m.Within("n", d); len(n) > 0 {
			x.n = max(a.count(m, d, c), all)
		}
		if x.n == 0 || x.n > maxUnits {
			return complain("Which fighters, and from where? Name a number, 1 or more: 0 FTR would do nothing.")
		}
		if err := a.region(x.from, "Fighters come from a region."); err != nil {
			return err
		}
		o.deploy = putDeploy(o.deploy, x)
	}
	return nil
}

// stakes collects the commitments of an order as its words are read.
type stakes struct {
	*author
	m        *kit.Match
	c        *kit.Context
	list     []stake
	now      stake
	supplied bool // whether the stake names cubes
	begun    bool // whether the stake has begun
}

// end adds the current stake to the list, if one has begun.
func (x *stakes) end() error {
	if !x.begun {
		return nil
	}
	if !x.supplied && x.now.card == 0 {
		return complain("What is committed then? %s", howToFight)
	}
	x.list = append(x.list, x.now)
	x.now, x.supplied, x.begun = stake{}, false, false
	if len(x.list) > maxParts {
		return complain("There can be at most %d alternatives.", maxParts)
	}
	return nil
}

// next begins another stake, for when the condition of the one before does not hold.
func (x *stakes) next() error {
	if !x.begun {
		return complain("ELSE goes between two commitments. %s", howToFight)
	}
	return x.end()
}

// commit adds cubes or a card to the stake.
func (x *stakes) commit(in kit.Bind) error {
	r := x.m.Within("r", in)
	if isCard := len(x.m.Within("kn", in))+len(x.m.Within("ti", in)) > 0; isCard {
		return x.card(in)
	}
	if len(x.m.Within("xb", in)) > 0 {
		return complain("How many cubes are that? Name the number: SUPPLY 3.")
	}
	n := x.count(x.m, in, x.c)
	if len(x.m.Within("nothing", in))+len(x.m.Within("r2", in)) > 0 {
		n = 0
	}
	res := Supply
	if len(r) > 0 {
		res = resources[r[0].Class]
	}
	switch {
	case res != Supply && res != Oil:
		return complain("Supply is committed, or oil in its place (DD-27).")
	case n == several, n > maxUnits:
		return complain("Nobody has that much supply.")
	case x.supplied && len(x.now.when) > 0:
		if err := x.end(); err != nil {
			return err
		}
	case res == Oil && !x.oily(n):
		return complain("Oil is not committed by itself: supply goes first, and oil in its place where that runs out " +
			"(DD-27). How many cubes is that together? For example: SUPPLY 3.")
	case x.supplied && res == Supply:
		return complain("Supply was named already. Write IF and ELSE between two commitments. %s", howToFight)
	}
	if x.now.supply == all || n == all {
		x.now.supply = all
	} else {
		x.now.supply += n // oil replaces supply when that runs out
	}
	x.supplied, x.begun = true, true
	return nil
}

// oily reports whether the named oil is all of the commitment: the supply named before it is all there is.
func (x *stakes) oily(n int) bool {
	return n == 0 || x.supplied && (x.now.supply == all || x.now.supply >= x.Stock[Supply])
}

// card adds a card to the stake.
func (x *stakes) card(in kit.Bind) error {
	n := 0
	for _, ti := range x.m.Within("ti", in) {
		n = ti.Vals[0]
	}
	for _, kn := range x.m.Within("kn", in) {
		n = x.number(x.m, kn, x.c)
	}
	switch {
	case x.b.card(n) == nil:
		return complain("There is no card %d in this edition.", n)
	case x.now.card != 0 && len(x.now.when) > 0:
		if err := x.end(); err != nil {
			return err
		}
	case x.now.card != 0:
		return complain("At most one card can be committed to a battle (DD-27). Write IF and ELSE between two " +
			"commitments.")
	}
	x.now.card, x.begun = n, true
	return nil
}

// condition adds conditions to a stake.
func (x *stakes) condition(in kit.Bind) error {
	if len(x.now.when) > 0 {
		if err := x.end(); err != nil {
			return err
		}
	}
	for _, b := range x.m.Within("w", in) {
		w, err := x.when(b)
		if err != nil {
			return err
		}
		x.now.when, x.begun = append(x.now.when, w), true
	}
	if len(x.now.when) > maxParts {
		return complain("There can be at most %d conditions.", maxParts)
	}
	return nil
}

// signs has the comparison signs of conditions, with whether they stand for "less", and how much is added to the
// number.
var signs = map[string]struct {
	less bool
	more int
}{"<": {true, 0}, "<=": {true, 1}, "=<": {true, 1}, "≤": {true, 1}, ">": {false, 1}, "rs": {true, 0}, "rm": {true, 1},
	"ro": {false, 1}}

func (x *stakes) when(in kit.Bind) (w when, err error) {
	has := func(name string) bool { return len(x.m.Within(name, in)) > 0 }
	sign := ""
	for _, b := range x.m.Within("rl", in) {
		at := x.c.Lexemes[b.To-1]
		sign = x.c.Text[at.From:at.To]
	}
	for _, name := range []string{"rs", "rm", "ro"} {
		if has(name) {
			sign = name
		}
	}
	n := x.number(x.m, x.m.Within("n", in)[0], x.c)
	compares := signs[sign]
	w = when{kind: whenStrength, n: min(n+compares.more, kit.MaxNumber), less: compares.less}
	switch {
	case has("wd"):
		w.kind = whenDeployed
		return w, nil
	case !has("wo"):
		return w, nil
	}
	w.kind, w.m = whenOdds, 1
	for _, b := range x.m.Within("n2", in) {
		w.m = x.number(x.m, b, x.c)
	}
	switch {
	case compares.more > 0:
		return w, complain("Odds are at least so much, or less: IF ODDS >= 3:2, IF ODDS < 1:1.")
	case w.n == 0 || w.m == 0 || w.n > maxUnits || w.m > maxUnits:
		return w, complain("Odds are two numbers from 1 to %d.", maxUnits)
	}
	return w, nil
}

// and combines the order with another part of the letter about the same battle. It fails if both say the same thing.
func (o order) and(x order) (order, error) {
	if len(o.stakes) == 1 && len(x.stakes) == 1 && o.stakes[0].beside(x.stakes[0]) {
		both := o.stakes[0]
		both.supply, both.card = both.supply+x.stakes[0].supply, both.card+x.stakes[0].card
		o.stakes, x.stakes = []stake{both}, nil
	}
	twice := len(o.stakes) > 0 && len(x.stakes) > 0 || len(o.lose) > 0 && len(x.lose) > 0 ||
		len(o.retreat) > 0 && len(x.retreat) > 0
	if twice {
		return o, complain("You say this twice for one battle, and only one of them can count. Which one? %s",
			howToFight)
	}
	o.deploy, o.stakes = append(o.deploy, x.deploy...), append(o.stakes, x.stakes...)
	o.lose, o.retreat = append(o.lose, x.lose...), append(o.retreat, x.retreat...)
	return o, nil
}

// beside reports whether one of two stakes is cubes and the other one a card, without conditions.
func (k stake) beside(x stake) bool {
	return len(k.when)+len(x.when) == 0 && (k.supply == 0) != (x.supply == 0) && (k.card == 0) != (x.card == 0) &&
		(k.supply == 0) == (x.card == 0)
}

// more reads a further order for the battle that was named last.
func (a *author) more(m *kit.Match, c *kit.Context) kit.Outcome {
	o, err := a.wishes(m, c)
	key := c.Last.Key
	line, given := c.Given[key]
	_, _, part, ok := partOf(key)
	defends := strings.HasPrefix(key, "DEFEND ")
	isBattle := ok && strings.HasPrefix(part, battlePart)
	switch justLoses := len(o.deploy)+len(o.stakes)+len(o.retreat) == 0; {
	case justLoses && err == nil && len(o.lose) > 1 && !isBattle && !defends: // "Squadrons first, then infantry"
		return kit.Outcome{Ask: "Are these the units that you want to lose first? Write LOSE before them.",
			Suggest: []string{"LOSE " + ranked(o.lose)}, About: []string{"LOSE"}}
	case justLoses && err == nil:
		return kit.Outcome{Talk: true}
	case !given || !isBattle && !defends:
		why := "In which battle? Write BATTLE or DEFEND and the place before it. " + howToFight
		if err != nil {
			why = err.Error()
		}
		if len(o.deploy) == 1 && len(o.stakes)+len(o.retreat) == 0 { // such as "Fly the fighter to Bordeaux"
			if comers := a.comers(Fighter, o.deploy[0].n, o.deploy[0].from); len(comers) > 0 {
				return kit.Outcome{Ask: lackings["FROM"], Suggest: comers, About: []string{a.key(1, actPart)}}
			}
		}
		out := kit.Outcome{Ask: why, About: []string{"BATTLE"}}
		if len(o.stakes) == 1 && o.stakes[0].supply == 0 && len(o.deploy)+len(o.retreat) == 0 { // "Use the Geneva card"
			if x := a.b.card(o.stakes[0].card); x != nil && len(x.Strategy) > 0 {
				out.Ask = "Is this card played before your action, or in a battle? Write PLAY or BATTLE before it."
				out.Suggest = []string{fmt.Sprintf("PLAY %d", x.Number)}
			}
		}
		return out
	case err != nil:
		return kit.Outcome{Refuse: err.Error(), About: []string{key}}
	}
	head, rest, _ := strings.Cut(line, ": ")
	if turn, after, ok := strings.Cut(rest, ": "); ok && strings.HasPrefix(head, "TURN ") {
		head, rest = head+": "+turn, after
	}
	was := strict.Must(parseOrder(a.b, "defence", rest))
	now, err := was.and(o)
	if err != nil {
		return kit.Outcome{Ask: err.Error(), About: []string{key}}
	}
	return kit.Outcome{Orders: []kit.Order{{Key: key, Line: head + ": " + now.words(a.b)}}, Adds: true}
}
