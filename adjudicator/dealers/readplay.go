package dealers

import (
	"slices"

	"deaddrop/adjudicator"
)

// How cards that are played and abilities that are used are read, with what their effects leave open.

// unsaid is the value of a card for which none is named. It is settled when the whole turn is known (settleValues).
const unsaid Strength = -1

// A playing is where plays are named: what they need, and what else may stand among them.
type playing struct {
	how   string   // what is wanted, with an example
	value Strength // of cards for which none is named
	list  bool     // READY and DISMISS behind a card are no part of its choice, unless in brackets: other cards may follow
	use   bool     // behind USE: locations, cities, masters, leaders
	stops []string // words that end the list
}

const howToPlay = "Which cards, and which strength of each? For example: PLAY Tutor=S, Recruit=A."
const howToUse = "Which location, city, master or leader is used? For example: USE Madrid."

// plays reads a list of cards and abilities.
func (r *reader) plays(c *cursor, p playing) ([]play, error) {
	var out []play
	drawn := false // IF DRAWN stands before the whole list of a PLAY
	for {
		c.Skip(",", "and", "then", ";", "plus", ":", "/")
		mark := c.Pos
		list, err := r.play(c, p, &drawn)
		if err != nil {
			return nil, err
		}
		if out = append(out, list...); len(out) > maxLines {
			return nil, complain("There can be %d cards in one list.", maxLines)
		}
		if c.Pos == mark || !r.playGoesOn(c, p) {
			return out, nil
		}
	}
}

// playGoesOn goes past what stands between two plays, and reports whether another one follows.
func (r *reader) playGoesOn(c *cursor, p playing) bool {
	mark := c.Pos
	if c.Skip(",", "and", ";", "plus", "/", "also"); !one("then", p.stops...) {
		c.Skip(",", "and", "then", ";", "plus", "/", "also")
	}
	at := *c
	if !c.Done() && (!one(c.Peek(), p.stops...) || c.At(1) == "drawn" || r.isNowThing(c)) && r.quietly(&at, func(c *cursor) bool {
		for ifDrawn(c) || fromReady(c) || c.Accept("use", "using", "ready", "play") {
		}
		return r.isThing(c)
	}) {
		return true
	}
	c.Pos = mark
	return false
}

// ifDrawn goes past IF DRAWN.
func ifDrawn(c *cursor) bool {
	return c.Phrase("if drawn", "if i draw it", "if i draw", "if i drew", "if i have it", "if i have", "if in hand", "if available", "when drawn")
}

// fromReady goes past words that say that a card is in the ready area.
func fromReady(c *cursor) bool {
	return c.Phrase("from my ready area", "from the ready area", "from ready area", "from my ready", "from ready", "in my ready area", "in the ready area", "in ready area", "in ready", "ready area") || c.Phrase("from hand", "from my hand") && false
}

// play reads one card or ability, as often as it is named.
func (r *reader) play(c *cursor, in playing, drawn *bool) ([]play, error) {
	p := play{value: in.value, use: in.use, drawn: *drawn}
	for more := true; more; {
		switch {
		case c.Accept("use", "using"):
			p.use = true
		case ifDrawn(c):
			p.drawn, *drawn = true, !in.list
		case fromReady(c), c.Accept("ready"):
			p.ready = true
		default:
			more = c.Accept(":", "play")
		}
	}
	mark := c.Pos
	skipSmall(c)
	n := counted(c)
	skipSmall(c)
	found, written := r.thingAt(c)
	if len(found) == 0 {
		c.Pos = mark
		kind := "card"
		if p.use {
			kind = "location, city, master or leader"
		}
		return nil, r.noThing(c, kind, in.how)
	}
	valued, err := r.behind(c, in, &p, &n)
	if err != nil {
		return nil, err
	}
	if err := r.which(&p, found, written, valued); err != nil {
		return nil, err
	}
	if p.use && n > 1 {
		return nil, complain("%s can be used once in a turn.", p.card)
	}
	if n > maxCopies {
		return nil, complain("Nobody has %d of %s. Name a smaller number.", n, p.card)
	}
	return slices.Repeat([]play{p}, n), nil
}

// behind reads what stands behind a name: strength, number, where the card is, and what the effect leaves open, in any order.
func (r *reader) behind(c *cursor, in playing, p *play, n *int) (valued bool, err error) {
	for {
		mark := c.Pos
		x, ok, err := strengthBehind(c)
		switch {
		case err != nil:
			return valued, err
		case ok && valued && x != p.value:
			return valued, complain("A card is played with one of its strengths, and two are named here (DH-7).")
		case ok:
			p.value, valued = x, true
			continue
		}
		switch {
		case ifDrawn(c):
			p.drawn = true
		case fromReady(c):
			p.ready = true
		case c.Phrase("from my hand", "from hand"):
		default:
			if k := times(c); k > 1 {
				*n = k
			}
		}
		if err := r.choice(c, in, &p.choice); err != nil {
			return valued, err
		}
		if c.Pos == mark {
			return valued, nil
		}
	}
}

// which settles what is played or used: a card, or, behind USE or if no such card is meant, what else has an ability.
func (r *reader) which(p *play, found []thing, written string, valued bool) error {
	other := slices.IndexFunc(found, func(t thing) bool { return t.sort != aCard })
	cards := slices.ContainsFunc(found, func(t thing) bool { return t.sort == aCard })
	switch {
	case other >= 0 && !valued && (p.use || !cards && (found[other].sort != aMaster || r.master(found[other].name))):
		p.use, p.card, p.value, p.ready, p.drawn = true, found[other].name, Attack, false, false
		return nil
	case other >= 0 && !cards && valued && found[other].sort != aMaster:
		return complain("%s is no card of a deck, so it has no strengths to choose from. Write USE %s.", found[other].name, found[other].name)
	}
	name, err := r.cardOf(found, written)
	p.card, p.use = name, false
	return err
}

// master reports whether the writer has trained a master.
func (r *reader) master(family string) bool {
	p := r.player()
	return p == nil || slices.Contains(p.Masters, family)
}

// choice reads what an effect leaves open, in brackets or without.
func (r *reader) choice(c *cursor, in playing, x *choice) error {
	if c.Peek() != "(" {
		return r.choices(c, in, x, false)
	}
	if !chooses(c.At(1)) {
		return nil
	}
	c.Pos++
	if err := r.choices(c, in, x, true); err != nil {
		return err
	}
	if c.Accept(")"); c.Done() || !chooses(c.Peek()) {
		return nil
	}
	return r.choices(c, in, x, false)
}

// chooses reports whether a word begins what an effect leaves open.
func chooses(w string) bool {
	return one(w, "on", "against", "targeting", "take", "takes", "taking", "get", "gain", "train", "recover", "dismiss", "dismissing", "ready", "readying", "no", "without", "choosing", "target", "effect")
}

// choices reads ON, TAKE, DISMISS, READY and NO EFFECT, in any order.
func (r *reader) choices(c *cursor, in playing, x *choice, bracket bool) (err error) {
	for err == nil {
		mark := c.Pos
		if bracket {
			c.Skip(",", ";", "and", "then", "effect", ":")
		}
		var some []string
		switch {
		case c.Done(), bracket && c.Peek() == ")":
			return nil
		case c.Phrase("no effect", "without effect", "without the effect", "without its effect", "no effects", "effect no"):
			x.none = true
		case c.Peek() == "no" || c.Peek() == "without":
			return r.stuck(c, mark, bracket)
		case c.Accept("on", "against", "targeting", "target", "choosing"):
			x.on, err = r.needSeat(c, "On whom? For example: (ON "+r.rival()+").")
		case c.Accept("take", "takes", "taking", "get", "recover") || bracket && c.Accept("gain", "train"):
			some, err = r.trainees(c, "Take which cards? For example: (TAKE "+r.example()+").")
			x.take = append(x.take, some...)
		case !in.list || bracket:
			if c.Accept("dismiss", "dismissing") {
				some, err = r.cardList(c, "Dismiss which cards? For example: (DISMISS "+r.example()+").")
				x.dismiss = append(x.dismiss, some...)
			} else if c.Accept("ready", "readying") {
				some, err = r.cardList(c, "Which cards go to your ready area? For example: (READY "+r.example()+").")
				x.ready = append(x.ready, some...)
			} else {
				return r.stuck(c, mark, bracket)
			}
		default:
			return r.stuck(c, mark, bracket)
		}
	}
	return err
}

// stuck leaves what is no part of a choice to others; in brackets there is nobody else to read it.
func (r *reader) stuck(c *cursor, mark int, bracket bool) error {
	if bracket {
		return complain("I don't understand %q in the brackets. There can stand ON with a player, TAKE, DISMISS or READY with cards, or NO EFFECT.", c.Rest())
	}
	c.Pos = mark
	return nil
}

// rival is the seat of somebody else, for an example.
func (r *reader) rival() string {
	if r.v != nil {
		for _, p := range r.v.Players {
			if p.Seat != r.v.Seat {
				return p.Seat
			}
		}
	}
	return string(seats()[3])
}

// settleValue settles the value of a card for which none is named: the only one that it has, that which the action needs, or
// else the best.
func (r *reader) settleValue(p *play, g Group) error {
	if p.use || p.value != unsaid {
		return nil
	}
	x := r.b.card(p.card)
	var good []Strength
	for _, s := range []Strength{Attack, Defence, Support} {
		if x.Values[s] > 0 {
			good = append(good, s)
		}
	}
	needed := map[Group]Strength{Assault: Attack, Train: Support}
	want, ok := needed[g]
	switch {
	case len(good) == 1:
		p.value = good[0]
	case len(good) == 0:
		p.value = Attack
	case ok && x.Values[want] > 0:
		p.value = want
		r.note("%s is played for its %s, since no strength is named.", p.card, want)
	default:
		return complain("Which strength of %s is used? It has %s. For example: PLAY %s=%s.", p.card, adjudicator.Listed(eachName(good, Strength.String), "and"), p.card, good[0].Letter())
	}
	return nil
}

// whole goes past full stops, and complains of what is left.
func whole(c *cursor) error {
	if c.Skip(".", ";", ",", ")"); !c.Done() {
		return leftover(c)
	}
	return nil
}
