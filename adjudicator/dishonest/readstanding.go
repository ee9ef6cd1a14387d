package dishonest

import (
	"fmt"
	"slices"
	"strings"

	kit "deaddrop/parser/order"
	"deaddrop/parser/strict"
)

// A standingReader reads standing orders and the orders for the income phase.
type standingReader struct{ *author }

// off takes back everything on file under keys with a prefix.
func off(c *kit.Context, prefix string) kit.Outcome {
	keys := slices.DeleteFunc(c.Sheet.Keys(), func(k string) bool { return !strings.HasPrefix(k, prefix) })
	return kit.Outcome{Drop: keys}
}

// lasting returns a standing order, under its key.
func lasting(key, line string) kit.Order { return kit.Order{Key: key, Line: line} }

// refuse returns an outcome that refuses a standing order or an order for the income phase.
func refuse(about string, err error) kit.Outcome {
	return kit.Outcome{Refuse: err.Error(), About: []string{about}}
}

// defends reads what a defender does in some places, against some powers.
func (a standingReader) defends(m *kit.Match, c *kit.Context) kit.Outcome {
	places := []Area{nowhere}
	at, named := m.Get("at")
	if m.Form == "DEFROW" {
		at, named = whole(m), true
	}
	if named && len(m.Within("an", at)) == 0 {
		places = listed(m, at)
	}
	if m.Has("th") {
		last, ok := defended(a.b, c.Last.Key)
		if !ok {
			return kit.Outcome{Ask: "Which region or sea-zone? For example: DEFEND Egypt: SUPPLY 2.",
				About: []string{"DEFEND"}}
		}
		places = []Area{last}
	}
	against := []string{""}
	if vs, ok := m.Get("vs"); ok {
		against = seatsIn(m, vs)
	} else if m.Form == "DEFROW" {
		against = seatsIn(m, whole(m))
	}
	o, err := order{at: nowhere}, error(nil)
	switch {
	case m.Form == "DEFENDOFF" && !named && !m.Has("vs"):
		return off(c, "DEFEND ")
	case m.Form == "DEFROW":
		o.stakes = []stake{{supply: a.count(m, whole(m), c)}}
		for _, kn := range m.All("kn") {
			o.stakes[0].card = a.number(m, kn, c)
		}
	case one(m.Form, "DEFEND", "DEFLINE"):
		o, err = a.wishes(m, c)
	}
	var out kit.Outcome
	for _, seat := range against {
		if seat != "" && err == nil {
			err = a.checkOther(seat)
		}
		for _, o.at = range places {
			o.against = seat
			line := standing{defend: []order{o}}.lines(a.b)[0]
			key, _, _ := strings.Cut(line, ":")
			if m.Form == "DEFENDOFF" {
				out.Drop = append(out.Drop, key)
				continue
			}
			if err == nil {
				err = a.checkDefence(o)
			}
			out.Orders = append(out.Orders, lasting(key, line))
		}
	}
	if err != nil {
		return refuse("DEFEND", err)
	}
	if m.Form == "DEFLINE" && !a.guard {
		return kit.Outcome{Ask: "Is this for when you are attacked there? Write DEFEND before it.",
			Suggest: linesOf(out.Orders), About: []string{"DEFEND"}}
	}
	return out
}

// defenceHead notes that the lines below are for the defence of places.
func (a standingReader) defenceHead(_ *kit.Match, _ *kit.Context) kit.Outcome {
	a.guard = true
	return kit.Outcome{Blank: true}
}

func linesOf(orders []kit.Order) []string {
	var out []string
	for _, x := range orders {
		out = append(out, x.Line)
	}
	return out
}

// raise reads a change of the commitment for the defence of a place: "Raise the supply for Berlin to 3".
func (a standingReader) raise(m *kit.Match, c *kit.Context) kit.Outcome {
	st, ok := m.Get("st")
	at := listed(m, whole(m))
	if !ok || len(at) == 0 {
		return kit.Outcome{Talk: true}
	}
	key := "DEFEND " + a.b.Name(at[0])
	_, rest, filed := strings.Cut(c.Sheet.Get(key), ": ")
	if !filed {
		return kit.Outcome{Talk: true}
	}
	o := strict.Must(parseOrder(a.b, "defence", rest))
	if len(o.stakes) != 1 || len(o.stakes[0].when) > 0 {
		return kit.Outcome{Ask: "What do you want to change? Write the line again.", About: []string{key}}
	}
	o.stakes[0].supply = a.count(m, st, c)
	return kit.Outcome{Orders: []kit.Order{lasting(key, key+": "+o.words(a.b))}}
}

// defended returns the place of a defence order, by its key; false if it has none.
func defended(b *Board, key string) (Area, bool) {
	name, ok := strings.CutPrefix(key, "DEFEND ")
	name, _, _ = strings.Cut(name, " AGAINST ")
	at, known := b.Area(name)
	return at, ok && known
}

// checkOther returns an error for a power that is not in this game, or is the writer's own.
func (a standingReader) checkOther(seat string) error {
	switch {
	case seat == a.Seat:
		return complain("You are %s yourself.", seat)
	case a.player(seat) == nil:
		return complain("Nobody plays %s in this game.", seat)
	}
	return nil
}

// checkDefence returns an error for fighters from regions that can't send any (DD-26).
func (a standingReader) checkDefence(o order) error {
	if o.at == nowhere {
		return nil
	}
	for _, d := range o.deploy {
		if !a.b.Linked(d.from, o.at) {
			return complain("%s is not next to %s, so no fighters are deployed from there (DD-26).", a.b.Name(d.from),
				a.b.Name(o.at))
		}
	}
	return nil
}

// reaction reads NO, YES or a choice.
func (a standingReader) reaction(m *kit.Match, c *kit.Context) (secondary, string, error) {
	x := secondary{no: m.Has("no")}
	var notes string
	var err error
	x.choice, notes, err = a.choice(m, c)
	return x, notes, err
}

// reacts reads what a player does when another plays a tile.
func (a standingReader) reacts(m *kit.Match, c *kit.Context) kit.Outcome {
	key := "SECONDARY "
	tl, ok := m.Get("tl")
	switch {
	case ok:
		key += a.b.Tiles[tl.Vals[0]].Name
	case m.Form == "SECONDARYOFF" && !m.Has("an"):
		return off(c, key)
	default:
		key += "ANY"
	}
	if m.Form == "SECONDARYOFF" {
		return kit.Outcome{Drop: []string{key}}
	}
	x, note, err := a.reaction(m, c)
	if err != nil {
		return refuse(key, err)
	}
	x.fitting = !ok && x.choice.words(a.b) != ""
	return kit.Outcome{Orders: []kit.Order{lasting(key, key+": "+x.words(a.b))}, Note: note}
}

func (a standingReader) losing(m *kit.Match, _ *kit.Context) kit.Outcome {
	if m.Form == "LOSEOFF" {
		return kit.Outcome{Drop: []string{"LOSE"}}
	}
	types := kinds(m, whole(m))
	if len(types) == 0 {
		return refuse("LOSE", complain("Which units go first where you have to choose? For example: LOSE INF, FTR, "+
			"ARM."))
	}
	return kit.Outcome{Orders: []kit.Order{lasting("LOSE", "LOSE "+ranked(types))}}
}

func (a standingReader) breaksTies(m *kit.Match, _ *kit.Context) kit.Outcome {
	if m.Form == "TIESOFF" {
		return kit.Outcome{Drop: []string{"TIES"}}
	}
	return kit.Outcome{Orders: []kit.Order{lasting("TIES", "TIES "+strings.Join(seatsIn(m, whole(m)), ", "))}}
}

func (a standingReader) stops(m *kit.Match, c *kit.Context) kit.Outcome {
	var out kit.Outcome
	places := listed(m, whole(m))
	if m.Form == "STOPOFF" && len(places) == 0 {
		return off(c, "STOP")
	}
	if len(places) == 0 {
		places = []Area{nowhere}
	}
	for _, at := range places {
		line := standing{stop: []stop{{at}}}.lines(a.b)[0]
		if m.Form == "STOPOFF" {
			out.Drop = append(out.Drop, line)
		} else {
			out.Orders = append(out.Orders, lasting(line, line))
		}
	}
	return out
}

// Orders for the income phase.

func (a standingReader) draw(m *kit.Match, c *kit.Context) kit.Outcome {
	n := 0
	if b, ok := m.Get("n"); ok {
		if n = a.count(m, b, c); one(n, several, all) {
			n = mostDrawn
		} else if isNegative(b, c) {
			n = kit.MaxNumber
		}
	}
	if n > mostDrawn {
		return refuse("DRAW", complain("How many cards? 0, 1 or 2 (DD-7). For example: DRAW 2."))
	}
	return kit.Outcome{Orders: []kit.Order{lasting("DRAW", fmt.Sprintf("DRAW %d", n))}}
}

// bareNumber asks what a number by itself is for.
func (a standingReader) bareNumber(m *kit.Match, c *kit.Context) kit.Outcome {
	if m.Has("n0") {
		return kit.Outcome{Ask: "Nothing of what? Write DRAW, POOL or BID before it.",
			Suggest: []string{"BID 0", "DRAW 0"}, About: []string{"AMOUNT"}}
	}
	n := a.number(m, whole(m), c)
	out := kit.Outcome{Ask: "What is this number for? Write DRAW, POOL or BID before it.", About: []string{"AMOUNT"}}
	if n <= mostDrawn {
		out.Suggest = append(out.Suggest, fmt.Sprintf("DRAW %d", n))
	}
	out.Suggest = append(out.Suggest, fmt.Sprintf("POOL %d", n))
	return out
}

func (a standingReader) pool(m *kit.Match, c *kit.Context) kit.Outcome {
	b, err := a.bundle(m, []Resource{Supply, Oil}, c)
	if err != nil {
		return refuse("POOL", err)
	}
	return kit.Outcome{Orders: []kit.Order{lasting("POOL", "POOL "+b.words())}}
}

func (a standingReader) bid(m *kit.Match, c *kit.Context) kit.Outcome {
	b, err := a.bundle(m, Resources, c)
	if err == nil && b.any > 0 {
		err = complain("%d of what? For example: BID 2 MONEY 1 OIL.", b.any)
	}
	if err != nil {
		return refuse("BID", err)
	}
	return kit.Outcome{Orders: []kit.Order{lasting("BID", "BID "+b.words())}}
}

// amount reads cubes that correct those of the pool or the bid before them. In other places it asks what they are
// for.
func (a standingReader) amount(m *kit.Match, c *kit.Context) kit.Outcome {
	pool, bid := a.pool(m, c), a.bid(m, c)
	switch fixes := c.Fixes && c.Given[c.Last.Key] != ""; {
	case fixes && c.Last.Key == "POOL":
		return pool
	case fixes && c.Last.Key == "BID":
		return bid
	}
	out := kit.Outcome{Ask: "Are these cubes for your pool, or a bid? Write POOL or BID before them.",
		About: []string{"AMOUNT"}}
	for _, x := range append(pool.Orders, bid.Orders...) {
		out.Suggest = append(out.Suggest, x.Line)
	}
	return out
}

func (a standingReader) ally(m *kit.Match, _ *kit.Context) kit.Outcome {
	if m.Has("k0") {
		return kit.Outcome{Drop: []string{"ALLY"}}
	}
	list := seatsIn(m, whole(m))
	if m.Form == "SEATS" {
		if slices.Contains(list, a.Seat) {
			return kit.Outcome{Blank: true}
		}
		return kit.Outcome{Ask: "Is this the power that you want as your ally? Write ALLY before it.",
			Suggest: []string{"ALLY " + strings.Join(list, ", ")}, About: []string{"ALLY"}}
	}
	for _, seat := range list {
		if err := a.checkOther(seat); err != nil {
			return refuse("ALLY", err)
		}
	}
	return kit.Outcome{Orders: []kit.Order{lasting("ALLY", "ALLY "+strings.Join(list, ", "))}}
}

// provided reads a line that depends on something revealed earlier in the income phase: "IF DRAWN 54 POOL 3" (DD-47).
func (a standingReader) provided(m *kit.Match, c *kit.Context) kit.Outcome {
	head := ifWon
	if !m.Has("bw") {
		n, err := a.cardOf(m, "cn", c)
		if err != nil {
			return refuse("IF", err)
		}
		head = provided{drawn: n}.head()
	}
	word := map[bool]string{m.Has("pl"): "POOL", m.Has("bd"): "BID", m.Has("tl"): "IDEOLOGY", m.Has("k"): "ALLY"}[true]
	if of, ok := m.Get("of"); ok {
		return kit.Outcome{Drop: []string{head + singles[of.Class]}}
	}
	if head == ifWon && one(word, "POOL", "BID") {
		return refuse(head+word, complain("%s comes before the bids are revealed, so it can't depend on them.", word))
	}
	var out kit.Outcome
	switch word {
	case "POOL":
		out = a.pool(m, c)
	case "BID":
		out = a.bid(m, c)
	case "ALLY":
		out = a.ally(m, c)
	default:
		var names []string
		for _, tl := range m.All("tl") {
			names = append(names, a.b.Tiles[tl.Vals[0]].Name)
		}
		out.Orders = []kit.Order{lasting(word, word+" "+strings.Join(slices.Compact(names), ", "))}
	}
	for i, o := range out.Orders {
		out.Orders[i] = lasting(head+word, head+o.Line)
	}
	for i := range out.About {
		out.About[i] = head + word
	}
	return out
}

// tiles reads ideologies, best first; in the action phase, the one to play.
func (a standingReader) tiles(m *kit.Match, c *kit.Context) kit.Outcome {
	const key = "IDEOLOGY"
	switch {
	case one(a.kind, "turn", "standing") && m.Form == "IDEOLOGYOFF":
		return kit.Outcome{Talk: true}
	case one(a.kind, "turn", "standing"):
		return turnReader(a).playTile(m, c)
	case isOther(m, c) && c.Given[key] == "":
		return kit.Outcome{Ask: "What comes before that? Write all of them in one line, in order of preference: " +
			"IDEOLOGY Fascism, Communism.", About: []string{key}}
	}
	if m.Form == "IDEOLOGYOFF" {
		return kit.Outcome{Drop: []string{key}}
	}
	var names []string
	adds := (m.Form != "IDEOLOGY" || m.Has("or")) && c.Last.Key == key
	if was, given := c.Given[key]; given && adds {
		names = strings.Split(strings.TrimPrefix(was, "IDEOLOGY "), ", ")
	}
	for _, tl := range m.All("tl") {
		if name := a.b.Tiles[tl.Vals[0]].Name; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return kit.Outcome{Orders: []kit.Order{lasting(key, "IDEOLOGY "+strings.Join(names, ", "))}, Adds: adds}
}
