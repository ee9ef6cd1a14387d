package decatur

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// A fortune is the luck that a phase of a case wants.
type fortune struct {
	dice  []throw
	first string // who is drawn from the cup
}

// A throw is of two dice: the very dice, or what they do.
type throw struct {
	label string
	dice  []int
	does  string
}

// want reads "dice attrition 3 4", "dice attrition both", "dice clock 6 6" and "first Blue".
func (f *fortune) want(t *testing.T, word, rest string) {
	t.Helper()
	if word == "first" {
		f.first = rest
		return
	}
	fields := strings.Fields(rest)
	d := throw{label: fields[0], does: fields[1]}
	for _, n := range fields[1:] {
		if die, err := strconv.Atoi(n); err == nil {
			d.dice = append(d.dice, die)
		}
	}
	if len(d.dice) != 2 && !slices.Contains([]string{"nobody", "contender", "defender", "both"}, d.does) {
		t.Fatalf("what are dice %q?", rest)
	}
	f.dice = append(f.dice, d)
}

// fits reports whether a table's dice are the wanted ones.
func (f *fortune) fits(t *adjudicator.Table, p *position) bool {
	for _, d := range f.dice {
		x, y := t.Roll(d.label, 6), t.Roll(d.label, 6)
		if len(d.dice) == 2 {
			if x != d.dice[0] || y != d.dice[1] {
				return false
			}
			continue
		}
		hit := p.edition().Attrition[x+y]
		if d.does != map[Hit]string{{}: "nobody", {Contender: true}: "contender", {Defender: true}: "defender", {true, true}: "both"}[hit] {
			return false
		}
	}
	return true
}

// position returns the position at the start of a case: a game as it is set up, with what the case puts into it.
func (s scene) position(t *testing.T, rulings map[string]string, secret int, said knowledge) *position {
	t.Helper()
	players := []string{"Red", "Blue", "Green"}
	for _, l := range s.put {
		if l.word == "players" {
			players = list(l.rest)
		}
	}
	var seats []adjudicator.Seat
	for _, seat := range Rules.Seats {
		if slices.Contains(players, string(seat)) {
			seats = append(seats, seat)
		}
	}
	s.phases[0].rule(rulings)
	config, err := Rules.Configure(adjudicator.Config{Seats: seats, Options: maps.Clone(rulings)})
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(rulings, config.Options)
	p, told := s.setUp(t, config, secret)
	if s.setup {
		g := game{t: t, said: said}
		g.tell(p, told)
	} else {
		slices.SortFunc(p.Players, func(a, b Player) int { return slices.Index(players, a.Seat) - slices.Index(players, b.Seat) })
		slices.SortFunc(p.Secrets, func(a, b Secret) int { return slices.Index(players, a.Seat) - slices.Index(players, b.Seat) })
		p.Cup = slices.Clone(players[1:])
	}
	newStage(p, s.setup).put(t, s.put)
	return p
}

// setUp sets a game up, with the first secret from that number on whose lots are what the case wants.
func (s scene) setUp(t *testing.T, config adjudicator.Config, secret int) (*position, []adjudicator.EventRecord) {
	t.Helper()
	for n := range 20_000 {
		table := adjudicator.NewTable(adjudicator.Luck{Secret: fmt.Append(nil, secret, " ", n)}, adjudicator.Record{})
		p, err := Rules.Setup(table, config)
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, player := range p.(*position).Players {
			order = append(order, player.Seat)
		}
		if s.order == "" || s.order == strings.Join(order, ", ") {
			return p.(*position), table.News()
		}
	}
	t.Fatalf("no lots have the order of play %s", s.order)
	return nil, nil
}

// list returns the parts of a list with commas; "none" has none.
func list(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" && part != "none" {
			out = append(out, part)
		}
	}
	return out
}

// A stage is where a position is put together.
type stage struct {
	*position
	asIs bool // nothing is taken away from how the game was set up
	deck []Commonwealth
	only bool // the deck has no more than that
	face bool // prosperity cards are put somewhere
}

// newStage clears a position of cards in hand, so that a case has those that it names.
func newStage(p *position, asIs bool) *stage {
	if !asIs {
		for i := range p.Secrets {
			p.Secrets[i].Hand = nil
		}
	}
	return &stage{position: p, asIs: asIs}
}

func (p *stage) put(t *testing.T, lines []line) {
	t.Helper()
	if p.asIs && len(lines) > 1 {
		t.Fatal("a game that is set up has nothing put into it but its players")
	}
	if p.asIs {
		return
	}
	for _, l := range lines {
		p.one(t, l)
	}
	p.rest(t)
}

// one puts one thing into a position.
func (p *stage) one(t *testing.T, l line) {
	t.Helper()
	who, what, _ := strings.Cut(l.rest, ":")
	switch l.word {
	case "players":
	case "board":
		for _, text := range list(l.rest) {
			p.hold(t, text)
		}
	case "hand":
		p.secretOf(t, who).Hand = kinds(t, what)
	case "in play":
		p.playerOf(t, who).InPlay = kinds(t, what)
	case "standing":
		s := p.secretOf(t, who)
		read := p.View(adjudicator.Seat(s.Seat)).Read("round", s.Standing, what)
		if s.Standing = read.Answer; len(read.Faults()) > 0 {
			t.Fatalf("%s is refused: %+v", l.rest, read.Faults())
		}
	case "restructured":
		p.playerOf(t, who).Restructured = true
	case "deck":
		what, p.only = strings.CutPrefix(l.rest, "only ")
		p.deck, p.only = kinds(t, what), p.only || what == "none"
	case "discards":
		p.Discards = kinds(t, l.rest)
	case "interval":
		p.Interval = number(t, l.rest)
	case "round":
		p.Round = number(t, l.rest)
	case "clock":
		space, up := strings.CutSuffix(l.rest, " up")
		p.Space, p.Up = number(t, space), up
	case "cup":
		p.Cup = list(l.rest)
	case "open":
		p.Open, p.face = regions(t, l.rest), true
	case "dealt":
		p.secretOf(t, who).Prosperity, p.face = regions(t, what), true
	}
}

// hold puts a player's pieces into a location: "Egypt Red 5 port Indian".
func (p *stage) hold(t *testing.T, text string) {
	t.Helper()
	for l, location := range p.edition().Locations {
		rest, ok := strings.CutPrefix(text, location.Name+" ")
		if !ok {
			continue
		}
		rest, ocean, _ := strings.Cut(rest, " port ")
		owner, factors, _ := strings.Cut(rest, " ")
		p.playerOf(t, owner)
		p.Locations[l].Owner, p.Locations[l].Factors, p.Locations[l].Port = owner, number(t, factors), Ocean(ocean)
		if ocean != "" && !slices.Contains(location.Oceans, Ocean(ocean)) {
			t.Fatalf("%s is not on that ocean", text)
		}
		return
	}
	t.Fatalf("where is %q?", text)
}

// rest counts cards: those that lie nowhere else are in the decks.
func (p *stage) rest(t *testing.T) {
	t.Helper()
	left, faces := maps.Clone(p.edition().Influence), maps.Clone(p.edition().Prosperity)
	take := func(cards []Commonwealth) {
		for _, c := range cards {
			left[c]--
		}
	}
	for i := range p.Players {
		player := &p.Players[i]
		secret := p.secret(player.Seat)
		player.Hand = len(secret.Hand)
		take(player.InPlay)
		take(secret.Hand)
		for _, r := range secret.Prosperity {
			faces[r]--
		}
	}
	take(p.Discards)
	take(p.deck)
	p.Draw = p.deck
	for _, c := range Commonwealths {
		if left[c] < 0 {
			t.Fatalf("there are not so many %s cards", c)
		}
		if !p.only {
			p.Draw = append(p.Draw, slices.Repeat([]Commonwealth{c}, left[c])...)
		}
	}
	p.Deck = len(p.Draw)
	if !p.face {
		return
	}
	p.Rest = nil
	for _, r := range p.Open {
		faces[r]--
	}
	for _, r := range Regions {
		if faces[r] < 0 {
			t.Fatalf("there are not so many %s cards", r)
		}
		p.Rest = append(p.Rest, slices.Repeat([]Region{r}, faces[r])...)
	}
}

func (p *stage) secretOf(t *testing.T, seat string) *Secret {
	t.Helper()
	if p.player(strings.TrimSpace(seat)) != nil {
		return p.secret(strings.TrimSpace(seat))
	}
	t.Fatalf("who is %q?", seat)
	return nil
}

func (p *stage) playerOf(t *testing.T, seat string) *Player {
	t.Helper()
	if s := p.player(strings.TrimSpace(seat)); s != nil {
		return s
	}
	t.Fatalf("who is %q?", seat)
	return nil
}

func kinds(t *testing.T, text string) []Commonwealth {
	t.Helper()
	var out []Commonwealth
	for _, name := range list(text) {
		if !slices.Contains(Commonwealths, Commonwealth(name)) {
			t.Fatalf("there is no card %q", name)
		}
		out = append(out, Commonwealth(name))
	}
	return out
}

func regions(t *testing.T, text string) []Region {
	t.Helper()
	var out []Region
	for _, name := range list(text) {
		if !slices.Contains(Regions, Region(name)) {
			t.Fatalf("there is no region %q", name)
		}
		out = append(out, Region(name))
	}
	return out
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		t.Fatalf("%q is no number", text)
	}
	return n
}

// sound holds a position after a phase to what is always so: no card is lost, and no limit passed.
func sound(t *testing.T, before, after *position) {
	t.Helper()
	held := func(p *position) (influence []Commonwealth, prosperity []Region) {
		influence, prosperity = slices.Concat(p.Draw, p.Discards), slices.Concat(p.Open, p.Rest)
		for i, s := range p.Secrets {
			influence = slices.Concat(influence, s.Hand, p.Players[i].InPlay)
			prosperity = append(prosperity, s.Prosperity...)
		}
		slices.Sort(influence)
		slices.Sort(prosperity)
		return influence, prosperity
	}
	influence, prosperity := held(before)
	if i, p := held(after); !slices.Equal(i, influence) || !slices.Equal(p, prosperity) {
		t.Errorf("cards are lost or won:\n%v %v\n%v %v", influence, prosperity, i, p)
	}
	if after.Deck != len(after.Draw) {
		t.Errorf("all see %d cards in the deck, which has %d", after.Deck, len(after.Draw))
	}
	for _, p := range after.Players {
		hand := after.secret(p.Seat).Hand
		if len(hand) > maxHand || len(p.InPlay) > maxInPlay || p.Hand != len(hand) {
			t.Errorf("%s has too many cards, or others a wrong count of them: %+v, hand %v", p.Seat, p, hand)
		}
		for _, o := range Oceans {
			if after.Fleets(p.Seat, o) > maxFleets {
				t.Errorf("%s has too many fleets in the %s", p.Seat, o)
			}
		}
	}
	for _, h := range after.Locations {
		if h.Factors < 0 || h.Factors > maxFactors || (h.Owner == "") != (h.Factors == 0 && h.Port == "") {
			t.Errorf("what stands there can't: %+v", h)
		}
	}
}
