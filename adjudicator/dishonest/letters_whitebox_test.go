package dishonest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/templates"
	"deaddrop/templates/templatestest"
)

// midgame returns a game of four in its midst on the board of the house: units of all kinds wherever there is room,
// colonies, garrisons, a quagmire, allies, one who has passed, and cards with everybody.
func midgame(t *testing.T) Truth {
	t.Helper()
	a := asking(t, `year 3
mover UK
asks ruling
allies UK USSR
passed Japan
tile UK Fascism
tile USSR Communism spent
pool UK 4
stock UK 12 money 4 supply 1 operations 1 oil
stock USSR 3 money
hand UK 3, 17, 41
hand USSR 5, 12
hand Germany 7, 8, 9
hand Japan 40
scored Germany 1
standing UK DEFEND ANY: SUPPLY 1
standing USSR LOSE INF
draw 20, 21
board Afghanistan: neutral 3, quagmire
`)
	v := a.view.(Truth)
	seats := []string{"UK", "USSR", "Germany", "Japan"}
	for i, p := range House().Places {
		h := &v.Areas[i]
		seat := seats[i%4]
		switch {
		case p.Impassable || h.Quagmire:
		case p.Sea && i%2 == 0:
			h.Stacks = []Stack{{seat, forceOf(2, Squadron).Plus(forceOf(1, Fleet))}}
		case !p.Sea && i%3 == 0:
			*h = Holding{Area: h.Area, Stacks: []Stack{{seat, forceOf(2, Infantry).Plus(forceOf(1, Armour)).Plus(forceOf(1, Fighter))}}, Colony: seat, Garrison: 2, Keeper: seat}
		}
	}
	v.Ruling = nil
	return v
}

// seen returns what a seat may know; "" is an observer.
func (t Truth) seen(seat string) View {
	v := t.View
	v.Seat = seat
	for _, s := range t.Secrets {
		if s.Seat == seat {
			v.Hand, v.Stock, v.Standing = s.Hand, s.Stock, s.Standing
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
	page.Game, page.Rules, page.Title, page.Phase = "dd1", "dishonest", "Dishonest Decade", "Year 3, 2nd turn, UK"
	return page
}

// asked returns the letters that ask a seat: a name and the page of each.
func asked(game Truth) map[string]templates.Page {
	out := map[string]templates.Page{}
	for _, kind := range []string{"income", "bid", "ideology", "turn", "standing", "defence", "commit", "secondary"} {
		v := game.seen("UK")
		switch kind {
		case "income":
			v.Turn, v.Mover = 0, ""
		case "bid", "ideology":
			v.Turn, v.Mover, v.League = 0, "", &League{Card: 20, Tiles: []string{"Fascism", "Communism"}}
		case "standing":
			v.Mover = "Germany"
		case "defence", "commit":
			v.Battle = &Battle{Area: "Egypt", Attacker: "Germany", Defender: "UK", Attackers: forceOf(2, Infantry), Defenders: forceOf(1, Armour), Garrison: 1, Committing: kind == "commit"}
		case "secondary":
			v.Tile = &Played{"USSR", "Communism"}
		}
		out[kind] = templates.Page{Seat: "UK", View: v, Ask: &templates.Ask{Kind: kind, Default: "NONE"}}
		out[kind+", first"] = templates.Page{Seat: "UK", First: true, View: v, Ask: &templates.Ask{Kind: kind, Default: "NO"}}
		out[kind+", nothing to see"] = templates.Page{Seat: "UK", Ask: &templates.Ask{Kind: kind}}
	}
	early := game.seen("UK")
	early.Year, early.Turn = 1, 1
	out["early turn"] = templates.Page{Seat: "UK", View: early, Ask: &templates.Ask{Kind: "turn", Answer: "PASS"}}
	return out
}

// Every letter fits into 72 columns and has no holes: in the midst of a game, and before anything has happened.
func TestLettersFit(t *testing.T) {
	bare := Truth{View: View{Phase: "Year 1, income", State: State{Year: 1}}}
	for _, p := range House().Places {
		bare.Areas = append(bare.Areas, Holding{Area: p.Name})
	}
	for _, seat := range []string{"UK", "USSR", "Germany", "Japan"} {
		bare.Players = append(bare.Players, Player{Seat: seat})
	}
	for i, game := range []Truth{midgame(t), bare} {
		pages := asked(game)
		pages["observer"] = templates.Page{Seat: "Observer", View: game.seen("")}
		pages["GM"] = templates.Page{Seat: "GM", Desk: true, First: true, Seats: []string{"UK", "USSR"}, View: game}
		ruled := game
		ruled.Ruling = &Ruling{"UK", "A comet", "Who has the most ships gains an operation for each, or what you think is fair."}
		pages["ruling"] = templates.Page{Seat: "GM", Desk: true, View: ruled, Ask: &templates.Ask{Kind: "ruling"}}
		pages["map"] = templates.Page{Seat: "UK", View: game.seen("UK"), Receipt: &templates.Receipt{Map: true}}
		for name, page := range pages {
			t.Run(fmt.Sprint(i, " ", name), func(t *testing.T) { write(t, page) })
		}
	}
}

// A letter has the news first, then the powers, then what is the reader's own; the question stands at the top and at
// the end.
func TestOrderOfLetter(t *testing.T) {
	inOrder := func(text string, parts ...string) {
		t.Helper()
		templatestest.InOrder(t, text, parts...)
	}
	game := midgame(t)
	inOrder(write(t, templates.Page{Seat: "UK", View: game.seen("UK"), Ask: &templates.Ask{Kind: "turn"},
		Events: []adjudicator.Event{{Kind: "turn", Data: begun{3, 1, "Japan"}}, {Kind: "passed", Data: passedBy{"Japan"}}}}),
		"Wanted: your orders for Year 3, 2nd turn, UK,", "YEAR 3, 1ST TURN: JAPAN\n\nJapan passes", "THE POWERS, in League order", "\n* 1 UK ", "YOUR REGIONS AND SEA-ZONES", "\nUSSR\n", "\nNEUTRAL,",
		"BEHIND YOUR SCREEN (secret)\n  Stock: 12 money, 4 supply, 1 operation, 1 oil.\n  At most 4 units may", "\n  3 ", "\n  17 ", "\n  41 ", "\n  Your ideology, Fascism. ", "\nYOUR ORDERS;")
	inOrder(write(t, asked(game)["defence"]), "Wanted: how you defend Egypt,", "THE BATTLE OF EGYPT: GERMANY AGAINST UK\n  Germany has strength 2: 2 infantry.\n  UK has strength 3: 1 armour, garrison 1.\n",
		"At equal strength UK\n    wins", "THE POWERS", "HOW DO YOU DEFEND EGYPT?")
	inOrder(write(t, asked(game)["secondary"]), "Wanted: your decision whether to use what USSR's Communism gives you,", "WHAT USSR'S COMMUNISM GIVES YOU\n  You mobilize up to 1 unit (BUILD).\n", "\n      NO\n")
	bid := write(t, asked(game)["bid"])
	inOrder(bid, "Wanted: your bid", "The board is as in your income letter", "BEHIND YOUR SCREEN", "YOUR BID")
	if strings.Contains(bid, "NEUTRAL") || strings.Contains(bid, "may stand in") {
		t.Errorf("a letter in the midst of the income phase has the board again, or a pool that is not there yet:\n%s", bid)
	}
	if first := write(t, templates.Page{Seat: "UK", First: true, View: game.seen("UK")}); strings.Contains(first, "IDEOLOGIES") || strings.Count(first, "\n") > 150 {
		t.Errorf("a first letter has all tiles, or is too long:\n%s", first)
	}
}

// Two games that differ only in what a seat can't know give it the same letters.
func TestLettersKeepSecrets(t *testing.T) {
	one, other := midgame(t), midgame(t)
	for i, s := range other.Secrets {
		if s.Seat == "USSR" {
			other.Secrets[i] = Secret{OnFile: queue.OnFile{Seat: s.Seat, Standing: "LOSE ARM"}, Hand: []int{60, 61}, Stock: Cubes{Money: 40}}
		}
	}
	other.Draw = []int{22, 23}
	for _, seat := range []string{"UK", ""} {
		x, y := write(t, templates.Page{Seat: "UK", View: one.seen(seat)}), write(t, templates.Page{Seat: "UK", View: other.seen(seat)})
		if x != y {
			t.Errorf("%q can tell\n%s\nfrom\n%s", seat, x, y)
		}
	}
	if x, y := write(t, templates.Page{Seat: "USSR", View: one.seen("USSR")}), write(t, templates.Page{Seat: "USSR", View: other.seen("USSR")}); x == y {
		t.Errorf("USSR does not see what is behind its screen:\n%s", x)
	}
	if x, y := write(t, templates.Page{Desk: true, View: one}), write(t, templates.Page{Desk: true, View: other}); x == y {
		t.Errorf("the game master does not see everything:\n%s", x)
	}
	theirs := asked(other)
	for name, page := range asked(one) {
		if x, y := write(t, page), write(t, theirs[name]); x != y {
			t.Errorf("%s: UK can tell\n%s\nfrom\n%s", name, x, y)
		}
	}
	if text := write(t, templates.Page{Seat: "Observer", View: one.seen("")}); strings.Contains(text, "SCREEN") || !strings.Contains(text, "\nUK\n") {
		t.Errorf("an observer reads\n%s", text)
	}
}

// Letters to a player who wants German keep the game's own terms in English, with German sentences around them.
func TestLettersInAnotherLanguage(t *testing.T) {
	for name, page := range asked(midgame(t)) {
		english := write(t, page)
		page.Language = "de"
		german := write(t, page)
		if strings.Contains(english, "THE POWERS") != strings.Contains(german, "THE POWERS") {
			t.Errorf("%s: the powers are not in\n%s", name, german)
		}
		if !strings.Contains(german, "Gesucht: ") && !strings.Contains(german, "dd1, Dishonest Decade: du ") {
			t.Errorf("%s: the frame is not German:\n%s", name, german)
		}
	}
}

// A view that was read back from JSON has no board, and is printed all the same.
func TestViewReadBack(t *testing.T) {
	js, err := json.Marshal(midgame(t).seen("UK"))
	if err != nil {
		t.Fatal(err)
	}
	var v View
	if err := json.Unmarshal(js, &v); err != nil {
		t.Fatal(err)
	}
	text := write(t, templates.Page{Seat: "UK", View: v, Ask: &templates.Ask{Kind: "turn"}})
	if !strings.Contains(text, "\n  Afghanistan (") && !strings.Contains(text, "Afghanistan (quagmire)") {
		t.Errorf("the letter is\n%s", text)
	}
}

// A player's line of the table says what their regions would give them.
func TestIncomeInLetters(t *testing.T) {
	v := midgame(t).View
	for _, l := range v.Lines() {
		var want Cubes
		for a, p := range v.Board().Places {
			if v.Controls(Area(a), l.Seat) {
				want = want.Plus(p.Yield)
			}
		}
		if l.Income != want || want.Total() == 0 {
			t.Errorf("the letter promises %s %v, and %v is paid", l.Seat, l.Income, want)
		}
	}
}

// A player with few control markers left is told how many (DD-48).
func TestScarceMarkers(t *testing.T) {
	for _, c := range []struct {
		colonies int
		want     string
	}{{0, ""}, {11, "3 control markers"}, {13, "1 control marker"}, {14, "0 control markers"}} {
		v := View{Seat: "UK", State: State{Players: []Player{{Seat: "UK"}}, board: House()}}
		for i, p := range House().Places {
			h := Holding{Area: p.Name}
			if i < c.colonies {
				h.Colony = "UK"
			}
			v.Areas = append(v.Areas, h)
		}
		if got := v.Scarce(); got != c.want {
			t.Errorf("with %d colonies: %q, not %q", c.colonies, got, c.want)
		}
	}
}
