package decatur

import (
	"slices"
	"strings"

	"deaddrop/parser/order"
)

// A standingReader reads standing orders.
type standingReader struct{ *author }

// where returns the locations that a standing order is for; everywhere if it names none.
func (a standingReader) where(m *order.Match, c *order.Context) ([]Loc, error) {
	at, err := a.places(m, "l", c)
	if err != nil || len(at) > 0 {
		return at, err
	}
	return []Loc{everywhere}, nil
}

// ruled returns the outcome of filing a standing order for some locations.
func (a standingReader) ruled(head string, at []Loc, note string, rules func(Loc) standing) order.Outcome {
	out := order.Outcome{Note: note}
	for _, l := range at {
		s := rules(l)
		if why := a.checkStanding(s); why != nil {
			return refusal(why)
		}
		out.Orders = append(out.Orders, order.Order{Key: head + a.b.orEverywhere(l), Line: s.words(a.b)})
		out.Note = joinNotes(out.Note, a.standingNotes(s)...)
	}
	return out
}

// defends reads "DEFEND Egypt PLAY Crescent UP TO 1 ONLY IF WINS", and "don't defend".
func (a standingReader) defends(m *order.Match, c *order.Context) order.Outcome {
	at, err := a.where(m, c)
	if err != nil {
		return refusal(err)
	}
	isForeign := func(l Loc) bool { return l != everywhere && !a.owns(a.Seat, l) }
	if m.Has("fo") && slices.ContainsFunc(at, isForeign) { // such as "... and use an Orient for Sumatra"
		return order.Outcome{Ask: "Is this for a takeover by you, or for the defence of a location? Write the whole " +
			"line."}
	}
	d, note := defence{upTo: unset}, ""
	if when, err := a.condition(m, c, nil); err != nil || when != nil && when != factWins {
		return order.Outcome{Ask: "A defence can have no condition except ONLY IF WINS. Write the line without it, " +
			"or leave it out."}
	}
	switch plays, err := a.defending(m, c, &d); {
	case err != nil:
		return refusal(err)
	case m.Has("nd"), m.Has("dn"):
		d = defence{upTo: unset}
	case m.Has("di"):
		if plays {
			note = "With INTERACTIVE each bid is asked, so no cards are filed for it."
		}
		d = defence{upTo: unset, interactive: true}
	case !plays:
		d.matching = true
		note = "DEFEND without cards was read as PLAY matching: with all cards that match."
	}
	return a.ruled("DEFEND ", at, note, func(l Loc) standing {
		d := d
		d.at = l
		return standing{defend: []defence{d}}
	})
}

// defendsRow reads a location and what defends it, which may be meant otherwise unless it stands below a heading.
func (a standingReader) defendsRow(m *order.Match, c *order.Context) order.Outcome {
	o := a.defends(m, c)
	goesOn := strings.HasPrefix(c.Last.Line, "DEFEND ")
	if a.defences || goesOn || len(o.Orders) == 0 {
		return o
	}
	ask := order.Outcome{Ask: "Is this for the defence of these locations? Write DEFEND before it."}
	for _, x := range o.Orders {
		ask.Suggest = append(ask.Suggest, x.Line)
	}
	return ask
}

// defending reads how locations are defended, and reports whether it names cards.
func (a standingReader) defending(m *order.Match, c *order.Context, d *defence) (plays bool, err error) {
	if d.play, err = a.played(m, "dp", c); err != nil {
		return false, err
	}
	plays = m.Has("dp")
	if m.Has("dm") {
		d.matching, plays = true, true
	}
	if d.matching && len(d.play) > 0 {
		return false, order.Complain("With which cards: those that match, or those that you name?")
	}
	inCards := func(q order.Bind) bool {
		return slices.ContainsFunc(m.All("dp"), func(b order.Bind) bool { return b.From <= q.From && q.To <= b.To })
	}
	for _, q := range m.All("q") {
		if inCards(q) {
			continue
		}
		if d.upTo = numberAt(q, c); d.upTo < 1 || d.upTo > maxListed {
			return false, order.Complain("UP TO how many cards? A number from 1 to 3.")
		}
	}
	d.onlyIfWins = m.Has("ow1") || m.Has("fw")
	return plays, nil
}

// relocates reads "RELOCATE Egypt TO Arabia, Congo Basin FLEET Indian".
func (a standingReader) relocates(m *order.Match, c *order.Context) order.Outcome {
	at, err := a.where(m, c)
	if err != nil {
		return refusal(err)
	}
	d, err := a.relocating(m, c)
	// "relocate: Persia, Arabia"
	if l, ok := m.Get("l"); ok && err == nil && len(d.to) == 0 && c.Word(l.From-1) == ":" {
		d.to, at = at, []Loc{everywhere}
	}
	// "relocate: Persia > Arabia > Egypt"
	if l, ok := m.Get("l"); ok && err == nil && len(d.to) > 1 && c.Word(l.From-1) == ":" && c.Word(l.To) == "-" {
		d.to, at = append(at, d.to...), []Loc{everywhere}
	}
	if err == nil && len(d.to) == 0 && d.ocean == "" && d.n == unset {
		err = order.Complain("Relocate to where? For example: RELOCATE Egypt TO Arabia, Congo Basin.")
	}
	if err != nil {
		return refusal(err)
	}
	return a.ruled("RELOCATE ", at, "", func(l Loc) standing {
		d := d
		d.at = l
		return standing{relocate: []relocation{d}}
	})
}

// relocating reads where factors go, and further options of a relocation.
func (a standingReader) relocating(m *order.Match, c *order.Context) (d relocation, err error) {
	d = relocation{at: everywhere, n: unset}
	if d.to, err = a.places(m, "d", c); err != nil {
		return d, err
	}
	if o, ok := m.Get("o"); ok {
		d.ocean = Oceans[o.Vals[0]]
	}
	if n, ok := m.Get("nn"); ok {
		d.n = numberAt(n, c)
	}
	return d, nil
}

func (a standingReader) keeps(m *order.Match, c *order.Context) order.Outcome {
	return a.kinds(m, c, "KEEP", func(cards []Commonwealth) standing { return standing{keep: cards} })
}

func (a standingReader) discards(m *order.Match, c *order.Context) order.Outcome {
	return a.kinds(m, c, "DISCARD", func(cards []Commonwealth) standing { return standing{discard: once(cards)} })
}

func (a standingReader) kinds(m *order.Match, c *order.Context, key string,
	rules func([]Commonwealth) standing) order.Outcome {
	pl, _ := m.Get("pl")
	cards, err := listed(m, pl, c)
	if err != nil {
		return refusal(err)
	}
	return order.Outcome{Orders: []order.Order{{Key: key, Line: rules(cards).words(a.b)}}}
}

// noCalls is the refusal of orders about the clock marker if it moves automatically.
const noCalls = "The clock marker moves by itself in this game, so nobody can forget it (DC-6)."

func (a standingReader) clock(*order.Match, *order.Context) order.Outcome {
	if a.rules[optCall] != "on" {
		return order.Outcome{Refuse: noCalls}
	}
	return order.Outcome{Orders: []order.Order{{Key: "CLOCK", Line: "CLOCK"}}}
}

func (a standingReader) decatur(m *order.Match, c *order.Context) order.Outcome {
	at, err := a.places(m, "l", c)
	switch {
	case a.rules[optCall] != "on":
		return order.Outcome{Refuse: noCalls}
	case err != nil:
		return refusal(err)
	}
	return order.Outcome{Orders: []order.Order{{Key: "DECATUR", Line: call{decatur: at}.lines(a.b)[0]}}}
}

// offAll removes standing orders: "DEFEND Egypt OFF", "KEEP OFF".
func (a standingReader) offAll(m *order.Match, c *order.Context) order.Outcome {
	ln, _ := m.Get("ln")
	head := map[string]string{"defend": "DEFEND", "relocate": "RELOCATE", "keep": "KEEP", "discard": "DISCARD",
		"decatur": "DECATUR", "clock": "CLOCK"}[ln.Class]
	at, err := a.places(m, "l", c)
	if err != nil {
		return refusal(err)
	}
	if m.Has("ev") {
		at = []Loc{everywhere}
	}
	var out order.Outcome
	for _, l := range at {
		out.Drop = append(out.Drop, head+" "+a.b.orEverywhere(l))
	}
	if len(at) > 0 {
		return out
	}
	for _, key := range c.Sheet.Keys() {
		if key == head || len(key) > len(head) && key[:len(head)+1] == head+" " {
			out.Drop = append(out.Drop, key)
		}
	}
	if head == "DEFEND" && c.Word(m.To-1) != "off" {
		out.Note = "All your DEFEND lines are taken back. To concede without a bid, write DEFEND ALL PLAY NONE."
	}
	return out
}
