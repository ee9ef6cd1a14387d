package successors

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/templates"
	"deaddrop/templates/templatestest"
)

// midgame returns a game of four in its midst on the board of the house: armies of all kinds wherever there is room,
// fleets, rebels, mercenaries, a captive, allies, and chits with everybody.
func midgame() Truth {
	b := House()
	t := Truth{View: View{Phase: "Turn 10, Yellow", Edition: b.Edition, board: b, rules: map[string]string{optChits: "secret", optUnrest: "none", optSpeed: patient}}}
	t.Turn, t.Turns, t.Mover, t.Deck = 10, 10, "Yellow", 8
	seats := []string{"Red", "Blue", "Green", "Yellow"}
	for i, seat := range seats {
		t.Players = append(t.Players, Player{Seat: seat, Home: b.Places[i*9].Name, Talents: 10 + i, Chits: 3, Leader: Leader{At: b.Places[i*9].Name}})
		t.Secrets = append(t.Secrets, Secret{Seat: seat, Hand: []int{1 + i, 5 + i, 9 + i}, Standing: "IF ATTACKED ANYWHERE FIGHT ROUNDS 2 ELSE RETREAT NEAREST\nLOSE levy, inf, el, cav, fleet"})
	}
	t.Players[0].Allies, t.Players[1].Allies = []string{"Blue"}, []string{"Red"}
	t.Players[2].Leader = Leader{Captor: "Yellow"}
	t.Draw = []int{13, 14, 15}
	for a, p := range b.Places {
		h := Holding{Area: p.Name}
		seat, other := seats[a%4], seats[(a+1)%4]
		switch {
		case p.Sea:
			h.Stacks = []Stack{{Side: seat, Units: troops(0, 0, 0, 0, 2)}, {Side: other, Units: troops(0, 0, 0, 0, 1)}}
		case a%3 == 0:
			h.Stacks = []Stack{{Side: seat, Units: troops(3, 1, 4, 2)}, {Side: other, Units: troops(1), Hired: troops(1)}}
		case a%7 == 1:
			h.Stacks, h.Unrest = []Stack{{Side: white, Units: troops(2, 1)}}, Revolt
		}
		t.Areas = append(t.Areas, h)
	}
	return t
}

// A player with only a leader at home is told which empty provinces are next to it, as units bought there can march.
func TestNextToHomeWithoutUnits(t *testing.T) {
	b := House()
	v := View{Seat: "Blue", Phase: "Turn 2, Blue", Edition: b.Edition, board: b, rules: map[string]string{}}
	v.Turn, v.Turns, v.Mover = 2, 10, "Blue"
	v.Players = []Player{{Seat: "Blue", Home: "Lower Egypt", Leader: Leader{At: "Lower Egypt"}}}
	for _, p := range b.Places {
		v.Areas = append(v.Areas, Holding{Area: p.Name})
	}
	if near := strings.Join(v.NearEmpty(), "; "); !strings.Contains(near, "Judea") {
		t.Errorf("next to Lower Egypt is %q", near)
	}
}

// seen returns what a seat may know; "" is an observer.
func (t Truth) seen(seat string) View {
	v := t.View
	v.Seat = seat
	for _, s := range t.Secrets {
		if s.Seat == seat {
			v.Hand, v.Standing = s.Hand, s.Standing
		}
	}
	return v
}

// write writes a letter with that in it, as a player, an observer or the game master reads it.
func write(t *testing.T, page templates.Page) string {
	t.Helper()
	if shows, ok := page.View.(adjudicator.Exemplar); ok && page.Ask != nil {
		ask := *page.Ask
		ask.Examples, page.Ask = shows.Examples(ask.Kind), &ask
	}
	return templatestest.Letter(t, ofGame(page), "seat")
}

// ofGame returns a page in a game's midst.
func ofGame(page templates.Page) templates.Page {
	page.Game, page.Rules, page.Title, page.Phase = "su1", "successors", "Successors", "Turn 10, Yellow"
	return page
}

// asked returns the letters that ask a seat: a name and the page of each.
func asked(game Truth) map[string]templates.Page {
	out := map[string]templates.Page{}
	for _, kind := range []string{"home", "turn", "standing", "battle"} {
		v := game.seen("Red")
		if kind == "battle" {
			v.Battle = &Battle{At: "Persia", Attacker: "Yellow", Defender: "Red", Began: [2]Units{troops(4, 1, 8, 2), troops(1)}, Leaders: [2]bool{true, true},
				Rounds: []Round{{Volley: Volley{Throws: [2][]Throw{{{Infantry, 5, []int{1, 2, 3, 4, 1, 2, 3, 4}, 1, 0}}, nil}}}}}
		}
		out[kind] = templates.Page{Seat: "Red", View: v, Ask: &templates.Ask{Kind: kind, Default: "NONE"}}
		out[kind+", first"] = templates.Page{Seat: "Red", First: true, View: v, Ask: &templates.Ask{Kind: kind, Default: "RETREAT"}}
		out[kind+", nothing to see"] = templates.Page{Seat: "Red", Ask: &templates.Ask{Kind: kind}}
	}
	early := game.seen("Red")
	early.Turn = 1
	out["early turn"] = templates.Page{Seat: "Red", View: early, Ask: &templates.Ask{Kind: "turn", Answer: "PASS"}}
	return out
}

// Every letter fits into 72 columns and has no holes: in the midst of a game, and before anything has happened.
func TestLettersFit(t *testing.T) {
	bare := Truth{View: View{Phase: "Set-up", board: House()}}
	for _, p := range House().Places {
		bare.Areas = append(bare.Areas, Holding{Area: p.Name})
	}
	bare.Players = []Player{{Seat: "Red"}, {Seat: "Blue"}, {Seat: "Green"}}
	for i, game := range []Truth{midgame(), bare} {
		pages := asked(game)
		pages["observer"] = templates.Page{Seat: "Observer", View: game.seen("")}
		pages["GM"] = templates.Page{Seat: "GM", Desk: true, First: true, Seats: []string{"Red", "Blue"}, View: game}
		ruled := game
		ruled.Ruling = &Ruling{"Red", "A comet", "Who has the most levies gains a talent for each, or what you think is fair."}
		pages["ruling"] = templates.Page{Seat: "GM", Desk: true, View: ruled, Ask: &templates.Ask{Kind: "ruling"}}
		pages["map"] = templates.Page{Seat: "Red", View: game.seen("Red"), Receipt: &templates.Receipt{Map: true}}
		for name, page := range pages {
			t.Run(fmt.Sprint(i, " ", name), func(t *testing.T) { write(t, page) })
		}
	}
}

// A letter has the news first, then what is the reader's own; the question stands at the top and at the end.
func TestOrderOfLetter(t *testing.T) {
	text := write(t, templates.Page{Seat: "Yellow", View: midgame().seen("Yellow"), Ask: &templates.Ask{Kind: "turn"},
		Events: []adjudicator.Event{{Kind: "captured", Data: captured{"Green", "Yellow", "Media"}}, {Kind: "calmed", Data: calmed{"Media", Revolt}}, {Kind: "event", Data: rolled{"Yellow", []int{1, 2, 3}, "odd", "Rain", "It rains."}}}})
	templatestest.InOrder(t, text, "Wanted: your orders for Turn 10, Yellow,", "Yellow captures Green's leader in Media.\nThe revolt in Media is put down.\n\nYELLOW'S EVENT: RAIN\n", "THE PLAYERS", "\n* Yellow       13", "YOUR PROVINCES AND SEAS", "THE OTHERS", "Empty, by value: 4 Bactria", "YOUR CHITS (secret)\n  4: ", "YOUR ORDERS")
	if strings.Contains(write(t, templates.Page{Seat: "Red", First: true, View: midgame().seen("Red")}), "EVENTS") {
		t.Error("a first letter has the event tables")
	}
}

// Two games that differ only in what a seat can't know give it the same letters.
func TestLettersKeepSecrets(t *testing.T) {
	one, other := midgame(), midgame()
	other.Secrets[1].Hand, other.Secrets[1].Standing, other.Draw = []int{16, 17, 18}, "LOSE CAV", []int{20, 19}
	for _, seat := range []string{"Red", ""} {
		x, y := write(t, templates.Page{Seat: "Red", View: one.seen(seat)}), write(t, templates.Page{Seat: "Red", View: other.seen(seat)})
		if x != y {
			t.Errorf("%q can tell\n%s\nfrom\n%s", seat, x, y)
		}
	}
	if x, y := write(t, templates.Page{Seat: "Blue", View: one.seen("Blue")}), write(t, templates.Page{Seat: "Blue", View: other.seen("Blue")}); x == y {
		t.Errorf("Blue does not see the own chits:\n%s", x)
	}
	if x, y := write(t, templates.Page{Desk: true, View: one}), write(t, templates.Page{Desk: true, View: other}); x == y {
		t.Errorf("the game master does not see all chits:\n%s", x)
	}
	theirs := asked(other)
	for name, page := range asked(one) {
		if x, y := write(t, page), write(t, theirs[name]); x != y {
			t.Errorf("%s: Red can tell\n%s\nfrom\n%s", name, x, y)
		}
	}
	open := one.seen("Red")
	open.Hands = []Hand{{"Red", []int{1}}, {"Blue", nil}}
	if text := write(t, templates.Page{Seat: "Red", View: open}); !strings.Contains(text, "\n  Red's chits: 1\n") || strings.Contains(text, "Blue's chits") {
		t.Errorf("open chits are shown as\n%s", text)
	}
}

// Letters to a player who wants German keep the game's own terms in English, with German sentences around them.
func TestLettersInAnotherLanguage(t *testing.T) {
	for name, page := range asked(midgame()) {
		english := write(t, page)
		page.Language = "de"
		german := write(t, page)
		for line := range strings.Lines(english) {
			if heading := strings.TrimSuffix(line, "\n"); strings.HasPrefix(heading, "THE PLAYERS") && !strings.Contains(german, heading) {
				t.Errorf("%s: there is no %q in\n%s", name, heading, german)
			}
		}
		if !strings.Contains(german, "Gesucht: ") && !strings.Contains(german, "su1, Successors: du ") {
			t.Errorf("%s: the frame is not German:\n%s", name, german)
		}
	}
}

// A view that was read back from JSON has no board, and is printed all the same.
func TestViewReadBack(t *testing.T) {
	js, err := json.Marshal(midgame().seen("Red"))
	if err != nil {
		t.Fatal(err)
	}
	var v View
	if err := json.Unmarshal(js, &v); err != nil {
		t.Fatal(err)
	}
	text := write(t, templates.Page{Seat: "Red", View: v, Ask: &templates.Ask{Kind: "turn"}, First: true})
	if !strings.Contains(text, "\n  Babylonia (value 6") || !slices.Contains(strings.Split(text, "\n"), "  Allied: Red and Blue") {
		t.Errorf("the letter is\n%s", text)
	}
}

// A player's line of the table says what they will have, whatever the rulings: half of a province that is tied as well.
func TestRevenueInLetters(t *testing.T) {
	v := midgame().View
	tied, _ := v.Board().Area("Aria")
	v.Areas[tied].Stacks = []Stack{{Side: "Red", Units: troops(1)}, {Side: "Blue", Units: troops(1)}}
	for _, rulings := range []map[string]string{{}, {optTied: "half"}, {optUnrest: "revenue"}, {optControl: "marker"}} {
		v.rules = rulings
		for _, l := range v.Lines() {
			want := 0
			for _, y := range v.yields(v.Board(), rulings, l.Seat) {
				want += y.Talents
			}
			if l.Revenue != want {
				t.Errorf("%v: the letter promises %s %d talents, and %d are paid", rulings, l.Seat, l.Revenue, want)
			}
		}
	}
}

// A player with fleets at sea is told how to bring them to battle: in their own turn against those whom they meet, in
// others' turns by insisting (SU-26). Where fleets fight in any case, nothing is said.
func TestFleetsInLetters(t *testing.T) {
	b := House()
	sea, _ := b.Area("Cyprian Sea")
	v := midgame().seen("Red")
	v.board, v.Areas = b, slices.Clone(v.Areas)
	v.Areas[sea].Stacks = []Stack{{Side: "Red", Units: troops(0, 0, 0, 0, 1)}, {Side: "Yellow", Units: troops(0, 0, 0, 0, 2)}}
	letter := func(kind, option string) string {
		v.rules = map[string]string{optSea: option}
		text := write(t, templates.Page{Seat: "Red", View: v, Ask: &templates.Ask{Kind: kind, Answer: "PASS"}})
		return strings.Join(strings.Fields(text), " ")
	}
	const fight, insist = "FIGHT Cyprian Sea (2 fleets of Yellow)", "Fleets that come to yours (Aegean Sea, Cyprian Sea"
	if text := letter("turn", "wished"); !strings.Contains(text, fight) || strings.Contains(text, insist) {
		t.Errorf("in a turn of his own a player reads\n%s", text)
	}
	if text := letter("standing", "wished"); strings.Contains(text, fight) || !strings.Contains(text, insist) {
		t.Errorf("in another's turn a player reads\n%s", text)
	}
	if text := letter("turn", "always") + letter("standing", "always"); strings.Contains(text, fight) || strings.Contains(text, insist) {
		t.Errorf("where fleets fight in any case a player reads\n%s", text)
	}
}

// The player in turn, and nobody else, is told which allied cavalry rides for them in a raid; the line that the
// letter shows is a complete order.
func TestLentCavalryIsTold(t *testing.T) {
	start, _ := script().Begin(t, "home Red Babylonia\nhome Blue Persia\nhome Green Macedonia\nturn 1\ntalents Red 2\n"+
		"chits Red 19\nallies Red Green\nstanding Green: LEND CAV FOR RAID TO Red PRICE 2\nboard Susiana: Green 1 cav")
	for _, seat := range []string{"Red", "Blue", "Green"} {
		v := start.(*position).View(adjudicator.Seat(seat)).(View)
		if told := len(v.Rides) == 1; told != (seat == "Red") {
			t.Errorf("%s is told of the cavalry: %v", seat, told)
		}
		if seat != "Red" {
			continue
		}
		letter := strings.Join(strings.Fields(write(t, templates.Page{Seat: seat, View: v, Ask: &templates.Ask{Kind: "turn"}})), " ")
		const says, shows, line = "Green lends you cavalry for a raid, at a price of 2 talents, on Persia.", "Raid with an ally's cavalry:", "PLAY 19 AT Persia WITH Green"
		if !strings.Contains(letter, says) || !strings.Contains(letter, shows+" "+line) {
			t.Errorf("the letter does not say %q, and show %q:\n%s", says, line, letter)
		}
		if read := v.Read("turn", "", line); read.Answer != line || len(read.Open()) > 0 {
			t.Errorf("the line was read as %q, open: %v", read.Answer, read.Open())
		}
	}
}

// A letter that asks in a battle says what each side has and can do in a round, and where the reader can go.
func TestBattleLettersSayTheOdds(t *testing.T) {
	game := midgame()
	b := game.board
	at, _ := b.Area("Persia")
	for _, a := range b.areas() {
		game.Areas[a].Stacks, game.Areas[a].Unrest = []Stack{{Side: "Yellow", Units: troops(1)}}, ""
	}
	next := b.Next(at, true)
	game.Areas[next[0]].Stacks = []Stack{{Side: "Red", Units: troops(1)}}
	game.Areas[next[1]].Stacks = nil
	game.Areas[at].Stacks = []Stack{{Side: "Red", Units: troops(0, 0, 1)}, {Side: "Yellow", Units: troops(0, 0, 0, 2)}}
	letter := func(seat string, battle Battle) string {
		v := game.seen(seat)
		v.Battle = &battle
		text := write(t, templates.Page{Seat: seat, View: v, Ask: &templates.Ask{Kind: "battle"}})
		return strings.Join(strings.Fields(text), " ")
	}
	fought := Battle{At: "Persia", Attacker: "Yellow", Defender: "Red", Began: [2]Units{troops(0, 0, 0, 2), troops(0, 0, 2)}, Left: [2]Units{troops(0, 0, 0, 2), troops(0, 0, 1)}}
	landed := fought
	landed.Landing, landed.Leaders, landed.Allies[1] = true, [2]bool{true, false}, []Ally{{Side: "Blue", Units: troops(1)}}
	for _, c := range []struct {
		seat   string
		battle Battle
		want   string
	}{
		{"Red", fought, "You have 1 infantry (0.3 hits a round on average); Yellow has 2 cavalry (1.0). Each hit takes a unit, and no units can join. " +
			"You can retreat to *" + b.Name(next[0]) + ", " + b.Name(next[1]) + " (*: with units of yours)."},
		{"Yellow", fought, "You have 2 cavalry (1.0 hits a round on average); Red has 1 infantry (0.3)."},
		{"Yellow", landed, "You have 2 cavalry and a leader (1.2 hits a round on average); Red and allies have 1 infantry (0.7)."},
		{"Yellow", landed, "You can't retreat from there."},
		{"Blue", landed, "You and allies have 1 infantry (0.7 hits a round on average); Yellow has 2 cavalry and a leader (1.2)."},
	} {
		if text := letter(c.seat, c.battle); !strings.Contains(text, c.want) {
			t.Errorf("%s is not told %q in\n%s", c.seat, c.want, text)
		}
	}
}
