package dealers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/queue"
	"deaddrop/templates"
	"deaddrop/templates/templatestest"
)

// staged returns a game as lines of a case put it.
func staged(t *testing.T, lines string) *position {
	t.Helper()
	var put []adjudicatortest.Put
	for line := range strings.Lines(lines) {
		if word, rest, _ := strings.Cut(strings.TrimSpace(line), " "); word != "" {
			put = append(put, adjudicatortest.Put{Word: word, Rest: rest})
		}
	}
	p, _ := stage(t, put, map[string]string{})
	return p.(*position)
}

// midgame returns a game of three in its midst: cards everywhere, boxes that are taken, masters, spoils and a
// standing order.
func midgame(t *testing.T) *position {
	t.Helper()
	p := staged(t, `year 2
turn 5
mover Black
passes 1
starter Blue
faction Black Navaa
capital Black Madrid
faction Blue Hilge
capital Blue Bern
faction Green Karol
capital Green Kiev
own Black Lisbon, Bilbao, Marseille
own Blue Milan, Frankfurt
own Green Warsaw
families Privateers, Gunners, Wardens, Engineers, Medics, Spies, Envoys, Scholars
points Black 4
hand Black Tutor*, Tutor, Privateers 2, Storm Caller*
draw Black Recruit*, Recruit, Veteran; Angry Masses*, Tutor
discard Black Medics 1*, Scholars 1*
ready Black Tide Reader*, Veteran
locations Black Ammunition, Ammunition, Fort
masters Black Gunners
hand Blue Veteran*, Wardens 1*
draw Blue Recruit*, Huddled Masses*
discard Blue Angry Masses*, Veteran
ready Blue Vault Keeper*
locations Blue Sandbags
masters Blue Wardens
shield Blue 1
markers Blue 2 defence
cubes Blue 0
leader Blue used
hand Green Spies 1*
placed Storm: Blue
placed Train 2: Green
supply Privateers 1 0
standing Black DEFEND ANY: READY
standing Blue WINTER KEEP ALL
`)
	p.Placed = append(p.Placed, Cube{"Train 2", "Blue", ByLeader})
	return p
}

// write writes a letter with that in it, as a player, an observer or the game master reads it.
func write(t *testing.T, page templates.Page) string {
	t.Helper()
	return templatestest.Letter(t, ofGame(page), "seat", "family")
}

// ofGame returns a page in a game's midst.
func ofGame(page templates.Page) templates.Page {
	page.Game, page.Rules, page.Title, page.Phase = "dh1", "dealers", "Dealers in Hope", "Year 2, 5th turn, Black"
	return page
}

// seen returns what a seat may know; "" is an observer.
func (p *position) seen(seat string) View {
	if seat == "" {
		seat = string(adjudicator.Observer)
	}
	return p.View(adjudicator.Seat(seat)).(View)
}

// asked returns the letters that ask a seat: a name and the page of each.
func asked(t *testing.T, game *position) map[string]templates.Page {
	t.Helper()
	out := map[string]templates.Page{}
	for _, kind := range []string{"draft", "turn", "standing", "more", "defence", "final", "winter"} {
		v := game.seen("Black")
		switch kind {
		case "draft":
			d := *game
			d.Year, d.Turn, d.Mover = 0, 0, ""
			d.pick = (&turn{position: &d}).onOffer()
			d.pick.Taken = []Took{{"Green", "Norris", false}}
			v = d.seen("Black")
		case "standing":
			v.Mover = "Blue"
		case "more":
			v.Acting = &Acting{Action: "Train 3-4", Did: true, Trained: 1, Used: []string{"Navaa", "Madrid"}, Left: "TRAIN Tutor"}
		case "defence":
			v.Battle = &Battle{Area: "Lisbon", From: "Bern", Attacker: "Blue", Defender: "Black", Attack: 9, Defence: 4}
		case "final":
			v.Battle = &Battle{Area: "Milan", From: "Madrid", Attacker: "Black", Defender: "Blue", Oversea: true, Attack: 9, Defence: 11, Final: true}
		case "winter":
			v.Turn, v.Mover = 0, ""
		}
		out[kind] = templates.Page{Seat: "Black", View: v, Ask: &templates.Ask{Kind: kind, Default: "NONE", Examples: v.Examples(kind)}}
		out[kind+", first"] = templates.Page{Seat: "Black", First: true, View: v, Ask: &templates.Ask{Kind: kind, Default: "NO"}}
		out[kind+", nothing to see"] = templates.Page{Seat: "Black", Ask: &templates.Ask{Kind: kind}}
	}
	early := game.seen("Black")
	early.Year, early.Turn = 1, 1
	out["early turn"] = templates.Page{Seat: "Black", View: early, Ask: &templates.Ask{Kind: "turn", Answer: "PASS"}}
	return out
}

// Every letter fits into 72 columns and has no holes: in the midst of a game, before anything has happened, and with
// five on the other map.
func TestLettersFit(t *testing.T) {
	for i, game := range []*position{midgame(t), staged(t, ""), staged(t, "players 5\nyear 6\nhand Black none")} {
		pages := asked(t, game)
		pages["observer"] = templates.Page{Seat: "Observer", View: game.seen("")}
		pages["GM"] = templates.Page{Seat: "GM", Desk: true, First: true, Seats: []string{"Black", "Blue"}, View: game.View(adjudicator.GM)}
		game.ruling = &Ruling{"Black", "A comet", "Who has the most territories scores a point, or what you think is fair."}
		pages["ruling"] = templates.Page{Seat: "GM", Desk: true, View: game.View(adjudicator.GM), Ask: &templates.Ask{Kind: "ruling"}}
		pages["map"] = templates.Page{Seat: "Black", View: game.seen("Black"), Receipt: &templates.Receipt{Map: true}}
		for name, page := range pages {
			t.Run(fmt.Sprint(i, " ", name), func(t *testing.T) {
				if text := write(t, page); testing.Verbose() {
					t.Log(text)
				}
			})
		}
	}
}

// A letter has the news first, then the players, then what is the reader's own; the question stands at the top and at
// the end.
func TestOrderOfLetter(t *testing.T) {
	inOrder := func(text string, parts ...string) {
		t.Helper()
		templatestest.InOrder(t, text, parts...)
	}
	game := midgame(t)
	turn := write(t, templates.Page{Seat: "Black", View: game.seen("Black"), Ask: &templates.Ask{Kind: "turn"},
		Events: []adjudicator.Event{{Kind: "turn", Data: begun{2, 4, "Green"}}, {Kind: "passed", Data: passedBy{"Green", false}}}})
	inOrder(turn, "Wanted: your orders for Year 2, 5th turn, Black,", "YEAR 2, 4TH TURN: GREEN\n\nGreen passes", "THE PLAYERS, in turn order", "\n  1 Blue          0     10  T      2/2/2       3  Hilge, Bern\n",
		"\n* 3 Black         4     16  3+L    4/5/2       4  Navaa, Madrid\n", "  Passes in a row: 1; winter comes at 3.\n",
		"\nBLUE\n  Land: Bern (capital), Frankfurt, Milan.\n  Ready area: Vault Keeper. Location cards: Bern, Sandbags. Masters:\n    Wardens. On top of the discard pile: Veteran. More defence in each\n    territory: 4 (1 by actions until winter, 2 by markers until the next\n    turn).\n",
		"\nGREEN\n", "YOUR CARDS", "\n  Privateers 2 5/2/2. You gain 1 spoils card", "\n  2 Tutor 1/1/3.\n", "In your ready area\n  Tide Reader 1/2/4.",
		"  Draw pile, order unknown: 2 Recruit, Veteran; below them Angry Masses,\n    Tutor.\n  Discard pile: Medics 1, Scholars 1; on top Scholars 1.\n",
		"are worth up to 19 attack, 17 defence\n    or 14 support", "IN FRONT OF YOU\n  Navaa (your leader): ", "\n  2 Ammunition (spoils 2): You gain 2 attack.\n", "Gunners master (4 points)", "Bilbao 3/2", "22 control markers left",
		"TARGETS WITHIN REACH", "\n  3: Barcelona, Bordeaux, Seville (spoils 2)\n", "\n  6: Milan (Blue's, spoils 3)", "4, by sea: ", "Warsaw (Green's, prize city)", "You can muster up to 20 attack now.",
		"THE ACTION BOARD, early era", "Assault: Advance", "Taken: Storm (Blue), Train 2 (Green), Train 2 (Blue, leader cube).", "THE SUPPLY", "\n  Tutor 3: 1/1/3 x17\n", "\n  Privateers      4: 4/1/1 x0    6: 5/2/2 x4    4: 3 points\n",
		"\n  Gunners         4: 4/2/0 x5    7: 6/3/1 x4    yours\n", "\n  Spoils of war: 15 of value 2, 15 of value 3.\n", "Privateers master: +2 attack", "\nYOUR ORDERS: ")
	if n := strings.Count(turn, "\n"); n > 130 {
		t.Errorf("a letter in the midst of the game has %d lines", n)
	}
	pages := asked(t, game)
	inOrder(write(t, pages["defence"]), "Wanted: how you defend Lisbon,", "THE ASSAULT ON LISBON: BLUE AGAINST BLACK\n  The attack from Bern is 9, and the defence 4. Black needs 6 more\n    defence to hold Lisbon, and Blue may still have one last step to\n    take. You can add up to 17: Veteran (3), Storm Caller (3), Tide\n    Reader (2), Privateers 2 (2), Tutor (1), Tutor (1).\n",
		"YOUR CARDS", "THE PLAYERS", "HOW DO YOU DEFEND LISBON?\n    Veteran, Storm Caller\n    READY, HAND\n    NOTHING\n")
	inOrder(write(t, pages["final"]), "Wanted: your last step in the assault on Milan,", "The attack from Madrid is 9, and the defence 11. Black needs 2 more\n    attack to take Milan. You can add up to 19: ", "YOUR CARDS", "YOUR LAST STEP AT MILAN\n    Privateers 2, Storm Caller\n    NONE\n")
	inOrder(write(t, pages["more"]), "Wanted: the rest of your turn", "YOUR TURN SO FAR\n  Action: Train 3-4; 1 card trained; used Navaa, Madrid.\n  You now have: nothing.\n", "THE PLAYERS", "THE REST OF YOUR TURN")
	inOrder(write(t, pages["winter"]), "Wanted: which hand cards you discard in winter,", "YOUR CARDS", "WHICH CARDS DO YOU DISCARD FROM YOUR HAND?")
	inOrder(write(t, pages["draft"]), "LEADERS AND START CITIES\n  Map: Europe. Order of choice: Black, Green, Blue, then in reverse.\n", "Taken: Norris (Green).", "\n  Navaa: 1 extra card", "\n  Ankara: ", "TAKE Navaa, ")
}

// Two games that differ only in what a seat can't know give it the same letters.
func TestLettersKeepSecrets(t *testing.T) {
	one, other := midgame(t), midgame(t)
	for i, s := range other.Secrets {
		switch s.Seat {
		case "Blue":
			other.Secrets[i] = Secret{OnFile: queue.OnFile{Seat: s.Seat, Standing: "STOP IF ATTACKED", Silent: true}, Hand: []string{"Tutor", "Tutor"}, Draw: [][]string{{"Veteran"}, {"Recruit"}}, Discard: []string{"Tutor", "Veteran"}}
		case "Black": // whose order of cards he does not know
			s.Draw = [][]string{slices.Clone(s.Draw[0]), slices.Clone(s.Draw[1])}
			for _, layer := range s.Draw {
				slices.Reverse(layer)
			}
			other.Secrets[i] = s
		}
	}
	for i := range other.Hidden {
		slices.Reverse(other.Hidden[i])
	}
	slices.Reverse(other.Pile[1:])
	for _, seat := range []string{"Black", ""} {
		x, y := write(t, templates.Page{Seat: "Black", View: one.seen(seat)}), write(t, templates.Page{Seat: "Black", View: other.seen(seat)})
		if x != y {
			t.Errorf("%q can tell\n%s\nfrom\n%s", seat, x, y)
		}
	}
	if x, y := write(t, templates.Page{Seat: "Blue", View: one.seen("Blue")}), write(t, templates.Page{Seat: "Blue", View: other.seen("Blue")}); x == y {
		t.Errorf("Blue does not see its own cards:\n%s", x)
	}
	if x, y := write(t, templates.Page{Desk: true, View: one.View(adjudicator.GM)}), write(t, templates.Page{Desk: true, View: other.View(adjudicator.GM)}); x == y {
		t.Errorf("the game master does not see everything:\n%s", x)
	}
	others := asked(t, other)
	for name, page := range asked(t, one) {
		if x, y := write(t, page), write(t, others[name]); x != y {
			t.Errorf("%s: Black can tell\n%s\nfrom\n%s", name, x, y)
		}
	}
	if text := write(t, templates.Page{Seat: "Observer", View: one.seen("")}); strings.Contains(text, "YOUR") || !strings.Contains(text, "\nBLACK\n") {
		t.Errorf("an observer reads\n%s", text)
	}
}

// Letters to a player who wants German keep the game's own terms in English, with German sentences around them.
func TestLettersInAnotherLanguage(t *testing.T) {
	for name, page := range asked(t, midgame(t)) {
		english := write(t, page)
		page.Language = "de"
		german := write(t, page)
		if strings.Contains(english, "THE PLAYERS") != strings.Contains(german, "THE PLAYERS") {
			t.Errorf("%s: the players are not in\n%s", name, german)
		}
		if !strings.Contains(german, "Gesucht: ") && !strings.Contains(german, "dh1, Dealers in Hope: du ") {
			t.Errorf("%s: the frame is not German:\n%s", name, german)
		}
	}
}

// A view that was read back from JSON has no board, and is printed all the same.
func TestViewReadBack(t *testing.T) {
	js, err := json.Marshal(midgame(t).seen("Black"))
	if err != nil {
		t.Fatal(err)
	}
	var v View
	if err := json.Unmarshal(js, &v); err != nil {
		t.Fatal(err)
	}
	if text := write(t, templates.Page{Seat: "Black", View: v, Ask: &templates.Ask{Kind: "turn"}, First: true}); !strings.Contains(text, "\n  3: Barcelona, ") {
		t.Errorf("the letter is\n%s", text)
	}
}

// Assaults need exactly what the letter says that territories need: with it they can be ordered, with less they
// can't.
func TestReachIsTrue(t *testing.T) {
	v := midgame(t).seen("Black")
	n := 0
	for _, r := range v.Within() {
		for _, g := range r.Goals {
			a, _ := v.on().Area(g.Name)
			b := battle{at: a, from: nowhere}
			if n++; v.checkAssault(b, g.Need) != nil || v.checkAssault(b, g.Need-1) == nil {
				t.Errorf("%s needs %d, the letter says: %v, %v", g.Name, g.Need, v.checkAssault(b, g.Need), v.checkAssault(b, g.Need-1))
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d territories are in reach", n)
	}
}
