package decatur

import (
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser"
	"deaddrop/templates"
)

// has reports what a text lacks that it should have, and has that it should not.
func has(t *testing.T, what, text string, want, not []string) {
	t.Helper()
	flat := strings.Join(strings.Fields(text), " ")
	for _, w := range want {
		if !strings.Contains(flat, w) {
			t.Errorf("%s: there is no %q in\n%s", what, w, text)
		}
	}
	for _, n := range not {
		if strings.Contains(flat, n) {
			t.Errorf("%s: there is %q in\n%s", what, n, text)
		}
	}
}

// contending returns the view of Red in a takeover of Indo-China, in which Red is one side.
func contending(contender, defender string) View {
	v := settled()
	v.Takeover = &Takeover{Contender: contender, Defender: defender, From: "India", To: "Indo-China", Strength: 0, Against: 4, Left: 5, Bidding: true, Goes: []string{"Egypt", "Persia"}}
	return v
}

// A question in the midst of a round is named in the headline, and each letter about it says what is needed and what
// the answer of the silent is, until there is one on file.
func TestQuestionsAreSaidAgain(t *testing.T) {
	set, err := templates.New()
	if err != nil {
		t.Fatal(err)
	}
	over := settled()
	over.Excess, over.Hand = &Excess{1, 0}, append(over.Hand, British)
	won := contending("Red", "Blue")
	won.Takeover.Committed = 2
	for _, c := range []struct {
		kind, headline, says string
		v                    View
	}{
		{"bid", "your bid for Indo-China", "You must be stronger: you need 5 more points.", contending("Red", "Blue")},
		{"relocation", "your relocation from Indo-China", "RELOCATE TO Egypt", contending("Blue", "Red")},
		{"advance", "your advance into Indo-China", "Indo-China is now empty, and the 2 factors that you committed move in. 5 more factors from India may go there", won},
		{"excess", "your excess cards", "1 card from your hand must go into play.", over},
	} {
		for _, letter := range []string{"turn", "receipt", "reminder"} {
			ask := &templates.Ask{Kind: c.kind, Within: true, Default: "FIRST\nSECOND", Examples: c.v.Examples(c.kind)}
			page := templates.Page{Game: "dc1", Rules: "decatur", Title: "Decatur", Phase: "Interval 1, round 2", Seat: "Red", View: c.v, Ask: ask, Receipt: &templates.Receipt{}}
			words, err := set.Letter(letter, page)
			if err != nil {
				t.Fatal(err)
			}
			first, _ := parser.Headline(words.Text)
			has(t, letter+" headline", first, []string{c.headline}, []string{"round 2"})
			has(t, letter, words.Text, []string{c.says, "If you say nothing, your answer is: FIRST; SECOND"}, nil)
			ask.Answer = "CONCEDE"
			if words, err = set.Letter(letter, page); err != nil {
				t.Fatal(err)
			}
			has(t, letter+" with an answer", words.Text, []string{c.says}, []string{"If you say nothing"})
			page.View = nil
			if _, err = set.Letter(letter, page); err != nil {
				t.Errorf("%s without a view: %v", letter, err)
			}
		}
	}
	ask := &templates.Ask{Kind: "round"}
	has(t, "receipt for a round", write(t, templates.Page{Seat: "Red", View: settled(), Ask: ask, Receipt: &templates.Receipt{}}), []string{"ON FILE FOR INTERVAL 4, ROUND 12"}, []string{"YOUR ORDERS"})
}

// The first reports say what the orders do that they show; later ones only show them.
func TestExamplesOfOrders(t *testing.T) {
	const order, words, later = "VENTURE India-Indo-China COMMIT 3 MAX 5", "Take over another player's location", "Later you can EXPAND"
	v := settled()
	page := templates.Page{Seat: "Red", View: v, Ask: &templates.Ask{Kind: "turn", Examples: v.Examples("turn")}}
	has(t, "a report", write(t, page), []string{order, words, "WITHIN YOUR REACH", "Indo-China (Orient, Blue) takes 3; India has 5, cards 4", "You can reach what is linked to a location of yours"}, []string{later})
	page.Short = true
	has(t, "a later report", write(t, page), []string{order, "WITHIN YOUR REACH"}, []string{words, "THE CLOCK"})
	page.Short, page.First = false, true
	has(t, "a first letter", write(t, page), []string{order, words, later}, nil)
}

// The whole map comes when it is asked for, once.
func TestMapComesOnce(t *testing.T) {
	v := settled()
	for i, h := range v.Locations {
		v.Locations[i] = Holding{Location: h.Location}
	}
	const theMap, key, board = "THE MAP, with the prosperity cards that you know; * is yours Below a location are", "to East China, India, Sumatra", "THE BOARD, with the prosperity cards that you know; * is yours"
	page := templates.Page{Seat: "Red", View: v, Ask: &templates.Ask{Kind: "round"}}
	has(t, "a later letter", write(t, page), []string{board, "Empty: Borneo"}, []string{"THE MAP", "THE TABLES"})
	page.First = true
	has(t, "a first letter", write(t, page), []string{"THE BOARD IS EMPTY", "Borneo, East Australia", "YOUR CARDS"}, []string{"THE MAP", "THE TABLES"})
	page = templates.Page{Seat: "Red", View: v, Receipt: &templates.Receipt{Map: true, Doc: "The rules."}}
	page.Receipt.Help = append(page.Receipt.Help, templates.Command{Usage: parser.Usage{Name: "MAP", Doc: "the board"}})
	text := write(t, page)
	has(t, "a receipt", text, []string{theMap, key}, []string{"THE BOARD"})
	if strings.Count(text, "THE MAP") != 1 {
		t.Errorf("the map does not come once:\n%s", text)
	}
	contest := contending("Red", "Blue")
	has(t, "a first letter in a takeover", write(t, templates.Page{Seat: "Red", First: true, View: contest, Ask: &templates.Ask{Kind: "bid"}}), []string{"TAKEOVER OF INDO-CHINA"}, []string{"THE MAP"})
}

// Players who are not asked anything are told what is being played, and when they will be asked again.
func TestIdle(t *testing.T) {
	v := settled()
	has(t, "standard", write(t, templates.Page{Seat: "Red", View: v}), []string{"Interval 4, round 12 is still being played; you will be asked for your next orders as soon as it is over."}, nil)
	v.rules, v.Phase = map[string]string{optSpeed: patient}, "Interval 1, round 2, Blue"
	has(t, "patient", write(t, templates.Page{Seat: "Red", View: v}), []string{"Interval 1, round 2. It is Blue's turn; you don't need to do anything now."}, nil)
	has(t, "without a view", write(t, templates.Page{Seat: "Red"}), []string{"Interval 4, round 12, until Thursday 3 January 2030, 12:00 UTC. You don't need to do anything now."}, nil)
	has(t, "GM", write(t, templates.Page{Seat: "GM", Desk: true, View: Truth{}}), []string{"Interval 4, round 12, until Thursday 3 January 2030, 12:00 UTC. You don't need to do anything now."}, nil)
}

// The welcome says how this game is played.
func TestWelcome(t *testing.T) {
	const blind, asked, two, four = "you file yours before you know what others do in theirs", "you are asked when yours comes", "three factors in the region with the most prosperity cards, then two, one, none and none", "four factors in the region"
	page := templates.Page{Seat: "Red", First: true, View: settled(), Seats: []string{"Red", "Blue", "Green"}}
	has(t, "standard", write(t, page), []string{blind, four}, []string{asked, two})
	page.Seats = page.Seats[:2]
	has(t, "two players", write(t, page), []string{blind, two}, []string{asked, four})
	v := settled()
	v.rules = map[string]string{optSpeed: patient}
	page.View = v
	has(t, "patient", write(t, page), []string{asked, two}, []string{blind})
}

// A history has a heading for each phase, and what a player alone was told.
func TestHistory(t *testing.T) {
	text := write(t, templates.Page{Seat: "Red", View: settled(), Receipt: &templates.Receipt{}, History: []templates.Chapter{
		{Phase: "Interval 1, round 3", Events: []adjudicator.Event{{Kind: "skipped", Data: skipped{[]Skip{{"DRAW", "Why not."}}}}}},
		{Phase: "Interval 1, round 4", Events: []adjudicator.Event{{Kind: "silent", Data: queue.NMR{Seat: "Red"}}}},
	}})
	if !strings.Contains(text, "\nHISTORY\n\nINTERVAL 1, ROUND 3\n\nORDERS SKIPPED\n  > DRAW\n    Why not.\n\nINTERVAL 1, ROUND 4\n\nYou sent no orders for this turn.\n") {
		t.Errorf("the history is\n%s", text)
	}
}

// The end tells what stands on the board, by region.
func TestBoardAtTheEnd(t *testing.T) {
	b := House()
	p := &position{board: b, State: State{Players: []Player{{Seat: "Red"}, {Seat: "Blue"}}}, Secrets: []Secret{{Seat: "Red"}, {Seat: "Blue"}}}
	for _, l := range b.Locations {
		p.Locations = append(p.Locations, Holding{Location: l.Name})
	}
	set := func(name, owner string, factors int, port Ocean) {
		at, _ := b.Loc(name)
		p.Locations[at] = Holding{name, owner, factors, port}
	}
	set("Egypt", "Blue", 0, Indian)
	set("Maghreb", "Red", 3, "")
	set("Japan", "Red", 7, Pacific)
	table := adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{})
	p.open(table).score()
	news := table.News()
	text := said(t, "end", news[len(news)-1].Event.Data)
	_, board, _ := strings.Cut(text, "\n\nTHE BOARD AT THE END\n")
	const want = `  Europe: empty
  Middle Asia: empty
  Africa: Egypt Blue 0 and a port (Indian), Maghreb Red 3
  Oceania: empty
  East Asia: Japan Red 7 and a port (Pacific)`
	if board != want {
		t.Errorf("the end is told as\n%s", text)
	}
}

// A player who sent nothing is told so in the second person, and the game master is told with the player's name.
func TestSilence(t *testing.T) {
	r := &round{position: &position{board: House(), Options: map[string]string{}, State: State{Players: []Player{{Seat: "Red"}}}, Secrets: []Secret{{Seat: "Red"}}}, heard: map[string]bool{}, begun: map[string]bool{}, sheets: map[string]sheet{}}
	r.Table = adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{})
	r.turn("Red")
	told := map[adjudicator.Seat][]string{}
	for _, n := range r.Table.News() {
		for _, seat := range []adjudicator.Seat{"Red", "Blue", adjudicator.GM} {
			if n.To.Has(seat) {
				told[seat] = append(told[seat], said(t, n.Kind, n.Event.Data))
			}
		}
	}
	for seat, want := range map[adjudicator.Seat]string{"Red": "You sent no orders for this turn. / Red passes.", "Blue": "Red passes.", adjudicator.GM: "Red sent no orders for this turn. / Red passes."} {
		if got := strings.Join(told[seat], " / "); got != want {
			t.Errorf("%s is told %q, not %q", seat, got, want)
		}
	}
}

// Where players move the clock marker themselves, the letter for each turn says so.
func TestCallsAreTold(t *testing.T) {
	const told = "moves the clock marker with a line CLOCK"
	v := settled()
	page := templates.Page{Seat: "Red", View: v, Ask: &templates.Ask{Kind: "round"}}
	has(t, "with calls", write(t, page), []string{told}, nil)
	v.rules = map[string]string{optSpeed: standard}
	page.View = v
	has(t, "without calls", write(t, page), nil, []string{told})
}
