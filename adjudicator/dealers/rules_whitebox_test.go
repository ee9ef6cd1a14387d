package dealers

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/pack"
)

const caseFiles = "testdata/rules*.txt"

// TestRules plays the cases of testdata/rules*.txt; the head of testdata/rules.txt says how they are written.
func TestRules(t *testing.T) { script().Play(t, caseFiles) }

// Every rule has a case, and so has each value of each option.
func TestEveryRuleHasACase(t *testing.T) {
	adjudicatortest.EachRule(t, caseFiles, "DH", 42, options)
}

func script() adjudicatortest.Script {
	return adjudicatortest.Script{
		Rules:  Rules,
		Sheets: []string{"draft", "turn", "standing"},
		Put: []string{"players", "year", "turn", "mover", "starter", "passes", "draft", "winter", "faction", "capital", "own", "points", "cubes", "pieces", "shield",
			"taken", "won", "trained", "defended", "leader", "token", "silent", "hand", "discard", "ready", "play", "draw", "locations", "masters", "markers",
			"families", "supply", "masses", "spoils", "placed", "standing", "ruled", "pack"},
		Stage: stage,
		Sees:  func(p adjudicator.Position, seat adjudicator.Seat) []string { return p.(*position).inWords(seat) },
	}
}

// stage returns the position at the start of a case: a game as it is set up, in its first turn, with what the case
// puts there.
func stage(t testing.TB, put []adjudicatortest.Put, rulings map[string]string) (adjudicator.Position, []adjudicator.EventRecord) {
	t.Helper()
	players, draft := 3, false
	for _, l := range put {
		switch l.Word {
		case "players":
			players = number(t, l.Rest)
		case "draft":
			draft = true
		}
	}
	q, _ := adjudicatortest.Begun(t, Rules, Rules.Seats[:players], put, rulings)
	p := q.(*position).ready()
	p.Starter, p.First = p.Players[0].Seat, p.Players[0].Seat
	if !draft {
		p.seated(t)
	}
	for _, l := range put {
		p.putLine(t, l)
	}
	for i := range p.Players {
		p.counted(p.Players[i].Seat)
	}
	p.Masses = Stack{N: len(p.Pile)}
	if len(p.Pile) > 0 {
		p.Masses.Top = p.Pile[0]
	}
	for i := range p.Spoils {
		p.Spoils[i].N = len(p.Hidden[i])
	}
	for i := range p.Secrets {
		p.files(t, &p.Secrets[i])
	}
	return p, nil
}

// files puts what a player has on file into normal form.
func (p *position) files(t testing.TB, s *Secret) {
	t.Helper()
	read := p.View(adjudicator.Seat(s.Seat)).Read("standing", "", s.Standing)
	if s.Standing = read.Answer; len(read.Faults()) > 0 {
		t.Fatalf("of what %s has on file is refused %+v", s.Seat, read.Faults())
	}
}

// seated has each player take the next faction and start city, without a draft, and begins the first turn.
func (p *position) seated(t testing.TB) {
	t.Helper()
	var cities []string
	for _, place := range p.on().Places {
		if place.Native == 5 {
			cities = append(cities, place.Name)
		}
	}
	p.Year, p.Turn, p.Mover = 1, 1, p.Starter
	for i := range p.Players {
		q := &p.Players[i]
		q.Faction = p.board.Factions[i].Name
		p.settle(t, q.Seat, cities[i])
		q.Cubes, q.Leader, q.Token = p.board.Cubes[len(p.Players)], true, q.Seat == p.Starter
		x := p.secret(q.Seat)
		x.Hand, x.Discard, x.Draw = nil, nil, [][]string{nil}
		for _, card := range p.board.Factions[i].Deck {
			x.Draw[0] = append(x.Draw[0], card+own)
		}
		size := p.handSize(q.Seat)
		x.Hand, x.Draw[0] = slices.Sorted(slices.Values(x.Draw[0][:size])), x.Draw[0][size:]
	}
}

// settle gives a player a capital, which takes no control marker.
func (p *position) settle(t testing.TB, seat, city string) {
	t.Helper()
	a := p.place(t, city)
	q := p.player(seat)
	if old, ok := p.on().Area(q.Capital); ok {
		p.Owners[old] = ""
		q.Locations = slices.DeleteFunc(slices.Clone(q.Locations), func(l string) bool { return l == q.Capital })
	}
	p.Owners[a] = seat
	q.Capital = city
	q.Locations = append(q.Locations, city)
}

// counted sets the numbers that all know of a player's cards.
func (p *position) counted(seat string) {
	q, x := p.player(seat), p.secret(seat)
	q.Hand, q.Draw, q.Discard, q.Top, q.Open = len(x.Hand), 0, len(x.Discard), "", nil
	for _, layer := range x.Draw {
		q.Draw += len(layer)
	}
	if n := len(x.Discard); n > 0 {
		q.Top = x.Discard[n-1]
		if p.is(optTopmost, "open") {
			q.Open = x.Discard
		}
	}
}

// place is a territory or sea of the map in play.
func (p *position) place(t testing.TB, name string) Area {
	t.Helper()
	a, ok := p.on().Area(strings.TrimSpace(name))
	if !ok {
		t.Fatalf("there is no %q", name)
	}
	return a
}

func number(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// putLine puts a line of a case on the board.
func (p *position) putLine(t testing.TB, l adjudicatortest.Put) {
	t.Helper()
	who, rest, _ := strings.Cut(l.Rest, " ")
	who = strings.TrimSuffix(who, ":")
	switch l.Word {
	case "year":
		p.Year = number(t, l.Rest)
	case "turn":
		p.Turn = number(t, l.Rest)
	case "mover":
		p.Mover = l.Rest
	case "starter":
		p.Starter = l.Rest
		for i := range p.Players {
			p.Players[i].Token = p.Players[i].Seat == l.Rest
		}
	case "passes":
		p.Passes = number(t, l.Rest)
	case "winter":
		p.Turn, p.Mover = 0, ""
	case "own":
		for _, name := range adjudicatortest.Commas(rest) {
			a := p.place(t, name)
			if q := p.player(p.Owners[a]); q != nil {
				q.Pieces++
			}
			if p.Owners[a] = ""; who != "none" {
				p.Owners[a] = who
				p.player(who).Pieces--
			}
		}
	case "ruled": // a card, its text, and what was ruled, with / between
		of := strings.Split(l.Rest, " / ")
		p.Ruled = append(p.Ruled, pack.Precedent{Card: of[0], Text: of[1], Ruling: of[2]})
	case "families":
		p.Families = adjudicatortest.Commas(l.Rest)
		for _, c := range p.board.Cards {
			if in := slices.Contains(p.Families, c.Family); c.Kind == Professional {
				p.Supply = slices.DeleteFunc(slices.Clone(p.Supply), func(s Pile) bool { return s.Card == c.Name })
				if in {
					p.Supply = append(p.Supply, Pile{c.Name, c.Copies})
				}
			}
		}
	case "supply":
		i := strings.LastIndex(l.Rest, " ")
		p.stock(l.Rest[:i], number(t, l.Rest[i:])-p.pile(l.Rest[:i]))
	case "masses":
		p.Pile = adjudicatortest.Commas(l.Rest)
	case "spoils":
		p.Hidden[number(t, who)-2] = adjudicatortest.Commas(rest)
	case "placed":
		action, seat, _ := strings.Cut(l.Rest, ":")
		if p.era().action(action) == nil {
			t.Fatalf("there is no action %q", action)
		}
		seat, by, _ := strings.Cut(strings.TrimSpace(seat), " ")
		p.Placed = append(p.Placed, Cube{Action: action, Seat: seat, By: cmp.Or(By(by), ByCube)})
	case "standing":
		s := p.secret(who)
		s.Standing = strings.TrimSpace(s.Standing + "\n" + strings.TrimSpace(rest))
	case "players", "draft", "pack": // before the game begins
	default:
		if p.player(who) == nil {
			t.Fatalf("%s %s: there is no player %q", l.Word, l.Rest, who)
		}
		p.putPlayer(t, l.Word, who, rest)
	}
}

// putPlayer puts what a case has of one player.
func (p *position) putPlayer(t testing.TB, word, who, rest string) {
	t.Helper()
	q, x := p.player(who), p.secret(who)
	into := map[string]*int{"points": &q.Points, "cubes": &q.Cubes, "pieces": &q.Pieces, "shield": &q.Shield,
		"taken": &q.Taken, "won": &q.Won, "trained": &q.Trained, "defended": &q.Defended}
	cards := map[string]*[]string{"hand": &x.Hand, "discard": &x.Discard, "ready": &q.Ready, "play": &q.Play}
	switch word {
	case "faction":
		if p.board.faction(rest) == nil {
			t.Fatalf("there is no faction %q", rest)
		}
		q.Faction = rest
	case "capital":
		p.settle(t, who, rest)
	case "leader":
		q.Leader = rest != "used"
	case "token":
		q.Token = rest != "used"
	case "silent":
		x.Silent = true
	case "locations":
		if q.Locations = adjudicatortest.Commas(rest); q.Capital != "" && !slices.Contains(q.Locations, q.Capital) {
			q.Locations = append([]string{q.Capital}, q.Locations...)
		}
		for _, name := range q.Locations {
			if p.board.location(name) == nil {
				t.Fatalf("there is no location %q", name)
			}
		}
	case "masters":
		q.Masters = adjudicatortest.Commas(rest)
	case "markers":
		words := strings.Fields(rest)
		q.Markers = Strengths{}
		for i := 0; i+1 < len(words); i += 2 {
			var s Strength
			if err := s.UnmarshalText([]byte(words[i+1])); err != nil {
				t.Fatal(err)
			}
			q.Markers[s] = number(t, words[i])
		}
	case "draw":
		x.Draw = nil
		for layer := range strings.SplitSeq(rest, ";") {
			if list := p.cardsOf(t, layer); list != nil {
				x.Draw = append(x.Draw, list)
			}
		}
	default:
		if n, ok := into[word]; ok {
			*n = number(t, rest)
			return
		}
		*cards[word] = p.cardsOf(t, rest)
		if word == "hand" {
			slices.Sort(x.Hand)
		}
	}
}

// cardsOf are cards by their names, with or without the mark of a faction's own.
func (p *position) cardsOf(t testing.TB, list string) []string {
	t.Helper()
	out := adjudicatortest.Commas(list)
	for _, name := range out {
		if p.board.card(name) == nil {
			t.Fatalf("there is no card %q", name)
		}
	}
	return out
}

// inWords returns what is public, in lines for each player, and a seat's own secrets; nil if nobody has the seat.
func (p *position) inWords(seat adjudicator.Seat) []string {
	p.ready()
	if seat != adjudicator.GM && seat != adjudicator.Observer && p.player(string(seat)) == nil {
		return nil
	}
	list := func(what []string) string {
		if len(what) == 0 {
			return "none"
		}
		return strings.Join(what, ", ")
	}
	var out []string
	for _, q := range p.Players {
		text := fmt.Sprintf("then %s: %d points, %d cubes, hand %d, draw %d, discard %d", q.Seat, q.Points, q.Cubes, q.Hand, q.Draw, q.Discard)
		for _, x := range []struct {
			has  bool
			text string
		}{{q.Top != "", ", top " + q.Top}, {q.Leader, ", leader"}, {q.Token, ", token"}} {
			if x.has {
				text += x.text
			}
		}
		var holds []string
		for _, a := range p.territories(q.Seat) {
			holds = append(holds, p.on().Name(a))
		}
		out = append(out, text,
			fmt.Sprintf("then %s is %s of %s, pieces %d", q.Seat, q.Faction, q.Capital, q.Pieces),
			fmt.Sprintf("then %s holds %s", q.Seat, list(holds)),
			fmt.Sprintf("then %s before him: %s", q.Seat, list(slices.Concat(q.Locations, q.Masters))),
			fmt.Sprintf("then %s ready: %s", q.Seat, list(q.Ready)),
			fmt.Sprintf("then %s play: %s", q.Seat, list(q.Play)),
			fmt.Sprintf("then %s markers %d/%d/%d, shield %d", q.Seat, q.Markers[Attack], q.Markers[Defence], q.Markers[Support], q.Shield),
			fmt.Sprintf("then %s this year: taken %d, won %d, trained %d, defended %d", q.Seat, q.Taken, q.Won, q.Trained, q.Defended),
			fmt.Sprintf("then %s discards: %s", q.Seat, list(q.Open)))
	}
	for _, pile := range p.Supply {
		out = append(out, fmt.Sprintf("then supply %s %d", pile.Card, pile.N))
	}
	out = append(out, fmt.Sprintf("then masses %s %d", p.Masses.Top, p.Masses.N), fmt.Sprintf("then spoils %d, %d", p.Spoils[0].N, p.Spoils[1].N),
		"then families "+list(p.Families), fmt.Sprintf("then starter %s", p.Starter), fmt.Sprintf("then %q", p.Phase()))
	for _, c := range p.Placed {
		out = append(out, fmt.Sprintf("then placed %s: %s, %s", c.Action, c.Seat, c.By))
	}
	for _, r := range p.Ruled {
		out = append(out, fmt.Sprintf("then ruled %s: %s", r.Card, r.Ruling))
	}
	if len(p.Winner) > 0 {
		out = append(out, "then won by "+strings.Join(p.Winner, ", "))
	}
	if p.player(string(seat)) != nil {
		v := p.View(seat).(View)
		var layers []string
		for _, layer := range v.Draw {
			layers = append(layers, list(layer))
		}
		out = append(out, "then hand "+list(v.Hand), "then discard "+list(v.Discard), "then draw "+strings.Join(layers, "; "))
	}
	return out
}
