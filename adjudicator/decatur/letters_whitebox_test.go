package decatur

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/adjudicatortest"
	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
	"deaddrop/adjudicator/queue"
	"deaddrop/templates"
	"deaddrop/templates/templatestest"
)

// printed returns a board with the longest names that a table has room for.
func printed() *Board {
	b := &Board{Head: pack.Head{Title: "A board to print", Provenance: "house", Note: "Board and cards of this game are a house edition: the publisher's are not public."},
		Precedence: []Region{Europe, Africa, MiddleAsia, Oceania, EastAsia}, Attrition: map[int]Hit{}, links: graph.New[Loc](30),
		Prosperity: map[Region]int{}, Influence: map[Commonwealth]int{}}
	coasts := [][]Ocean{nil, {Atlantic}, {Indian}, {Pacific}, {Atlantic, Indian}, {Indian, Pacific}}
	for i := range 30 {
		name := fmt.Sprintf("Location Number %c%c", 'A'+i/10, 'a'+i%10)
		if i == 7 {
			name = "The Very Far Islands" // 20
		}
		b.Locations = append(b.Locations, Location{name, Regions[i/6], Commonwealths[i%5], coasts[i%6]})
		for j := max(0, i-3); j < i; j++ {
			b.links.Join(Loc(i), Loc(j))
		}
	}
	for i := range 24 {
		s := Space{Clock: i == 7}
		if i%3 == 1 {
			s.Multiple = []int{2, 3, 4, 5, 6, 10, 12, 9}[i/3]
		}
		b.Track = append(b.Track, s)
	}
	for total := 2; total <= 12; total++ {
		b.Attrition[total] = Hit{Contender: total%2 == 0, Defender: total%3 == 0}
	}
	for _, r := range Regions {
		b.Prosperity[r] = 10
	}
	for _, c := range Commonwealths {
		b.Influence[c] = 12
	}
	return b
}

// truth returns a game of so many players in its midst: each has something everywhere.
func truth(b *Board, players int) Truth {
	t := Truth{board: b, Phase: "Interval 4, round 12"}
	t.Interval, t.Intervals, t.Round, t.Space, t.Up, t.Deck = 4, 4, 12, 5, false, 35
	seats := []string{"Red", "Blue", "Green", "Yellow", "Purple", "White", "Orange"}[:players]
	for i, seat := range seats {
		p := Player{Seat: seat, Hand: 3, Restructured: i%2 == 0}
		h := Secret{Seat: seat, Hand: []Commonwealth{Independent, Crescent, Independent}, Prosperity: []Region{MiddleAsia, Europe}, Standing: "DEFEND ALL PLAY matching UP TO 1 ONLY IF WINS\nKEEP Independent, Crescent, Russian, British, Orient"}
		if i%3 != 1 {
			p.InPlay = []Commonwealth{Independent, Russian, Crescent}
		}
		t.Players, t.Secrets, t.Open = append(t.Players, p), append(t.Secrets, h), append(t.Open, Regions[i%5])
	}
	for i, l := range b.Locations {
		h := Holding{Location: l.Name}
		if i%4 != 3 {
			h.Owner, h.Factors = seats[i%players], i%8
			if i%2 == 0 && len(l.Oceans) > 0 {
				h.Port = l.Oceans[len(l.Oceans)-1]
			}
			if h.Port == "" && h.Factors == 0 {
				h.Factors = 7
			}
		}
		t.Locations = append(t.Locations, h)
	}
	t.Draw = slices.Repeat([]Commonwealth{Independent, British, Orient}, 11)
	t.Discards = slices.Repeat(Commonwealths, 12)
	return t
}

// view returns what a seat may know of it; "" is an observer.
func (t Truth) view(seat string) View {
	v := View{State: t.State, Seat: seat, Phase: t.Phase, board: t.board, rules: map[string]string{optCall: "on", optRelocation: "choice"}}
	for _, h := range t.Secrets {
		if h.Seat == seat {
			v.Hand, v.Prosperity = h.Hand, h.Prosperity
		}
	}
	return v
}

// contested returns a takeover that is over, by the longest names.
func contested(b *Board) takenOver {
	cards := []Commonwealth{Independent, Independent, Independent}
	t := Takeover{Contender: "Yellow", Defender: "Orange", From: b.Locations[7].Name, To: b.Locations[4].Name, Committed: 5, Crosses: true,
		Strength: 14, Against: 16, Left: 2, Began: [2]Strength{{Fleets: 2}, {7, 4, 2, 2, 2}}, Contends: Strength{Factors: 5, Fleets: 2, Cards: 6}, Defends: Strength{7, 4, 2, 2, 2},
		Bids: []Bid{
			{Seat: "Yellow", Pat: true, Strengths: [2]int{2, 1}}, {Seat: "Orange", Plays: cards[:1], Strengths: [2]int{2, 3}},
			{Seat: "Yellow", Commits: 1, Plays: cards, Discards: []Commonwealth{Crescent, Crescent, Crescent}, Strengths: [2]int{14, 13}},
			{Seat: "Orange", Plays: []Commonwealth{Russian}, Discards: []Commonwealth{Orient}, Strengths: [2]int{14, 16}}, {Seat: "Yellow", Concedes: true, Strengths: [2]int{14, 16}}},
		Won: true, Dice: []int{6, 3}, Hit: Hit{Contender: true, Defender: true}, Goes: []string{b.Locations[9].Name, b.Locations[10].Name}, Fleets: []Ocean{Atlantic, Indian}, LostPort: true}
	return takenOver{Takeover: t, Relocated: b.Locations[9].Name, RelocatedN: 5, Removed: 1, Port: true, Fleet: Atlantic, MovedIn: 4, LeftEmpty: true}
}

// happened returns events of every kind.
func happened(b *Board) []adjudicator.Event {
	at := func(i int) string { return b.Locations[i].Name }
	moved := []Move{{at(7), -6, 1}, {at(8), -7, 0}, {at(9), 7, 7}}
	some := []Commonwealth{Independent, Crescent}
	lost := contested(b)
	lost.Won, lost.Relocated, lost.Removed, lost.Port, lost.Hit = false, "", 0, false, Hit{}
	removed := contested(b)
	removed.Relocated, removed.Removed, removed.Hit, removed.MovedIn = "", 3, Hit{Defender: true}, 1
	var out []adjudicator.Event
	tell := func(kind string, data ...any) {
		for _, d := range data {
			out = append(out, adjudicator.Event{Kind: kind, Data: d})
		}
	}
	seats := []string{"Orange", "Yellow", "Purple", "Green", "White", "Blue", "Red"}
	tell("interval", dealt{4, "Orange", seats, []Region{MiddleAsia, MiddleAsia, EastAsia, EastAsia, Oceania, Oceania, Europe}, 24})
	tell("cards", cards{[]Region{MiddleAsia, EastAsia, Europe}, some[:1]}, cards{[]Region{MiddleAsia, EastAsia}, nil})
	tell("turn",
		turn{Seat: "Yellow", Action: "pass"},
		turn{Seat: "Yellow", Action: "draw", Cards: 1}, turn{Seat: "Yellow", Action: "draw", Refilled: true, Cards: 1}, turn{Seat: "Yellow", Action: "draw"},
		turn{Seat: "Yellow", Action: "draw", Cards: 1, Played: some[:1], Dropped: some[1:]},
		turn{Seat: "Yellow", Action: "exchange", Kind: Independent, Cards: 3, FromHand: 2, FromPlay: 1, Played: some, Dropped: some}, turn{Seat: "Yellow", Action: "exchange", Kind: British, Cards: 1, FromPlay: 1, Dropped: some[:1]},
		turn{Seat: "Yellow", Action: "restructure", To: at(9), Moved: moved}, turn{Seat: "Yellow", Action: "expand", Moved: moved[:2]},
		turn{Seat: "Yellow", Action: "port", To: at(7), Ocean: Atlantic, Cost: 7, Moved: moved[:1]}, turn{Seat: "Yellow", Action: "consolidate", To: at(9), Moved: moved},
		turn{Seat: "Yellow", Action: "venture", From: at(7), To: at(9), Moved: moved[:2]}, turn{Seat: "Yellow", Action: "venture", From: at(7), To: at(9), Hostile: true})
	tell("nmr", queue.NMR{Seat: "Yellow"})
	tell("drew", drew{some, append(some, Orient)})
	tell("skipped", skipped{[]Skip{{"1: VENTURE The Very Far Islands-Location Number Ae COMMIT 4 MAX 6", "Location Number Ae is neither adjacent to The Very Far Islands, nor on a same ocean, nor one ocean away."}}})
	tell("takeover", contested(b), lost, removed)
	tell("clock", clocked{Space: 9}, clocked{Space: 8, Turned: true, Up: true}, clocked{Space: 11, Up: true, Multiple: 5, Dice: []int{4, 5}},
		clocked{Space: 11, Up: true, Multiple: 5, Dice: []int{4, 6}, Ends: true}, clocked{Space: 8, Turned: true, Up: true, Multiple: 12, Dice: []int{6, 6}, Ends: true})
	tell("called", called{"Orange", "Yellow", at(7)}, called{"Orange", "Yellow", ""})
	u := upheaval{Interval: 4, Discarded: []Discarded{{"Yellow", some}}}
	for i, r := range b.Precedence {
		u.Regions = append(u.Regions, Ranked{r, 8 - i, 4 - i})
	}
	for i, l := range b.Locations {
		if i%3 > 0 {
			u.Changed = append(u.Changed, Adjusted{l.Name, "Orange", l.Region, 7, 0, i%4 == 0})
		}
	}
	tell("upheaval", u)
	for _, by := range []string{"factors", "cards", "hand", "ports", at(29)} {
		e := ended{Winner: "Yellow", By: by}
		for _, seat := range seats {
			e.Scores = append(e.Scores, Score{seat, 84, 6, 3, 5, []Commonwealth{Independent, Russian, Crescent}})
		}
		tell("end", e)
	}
	return out
}

// write writes a letter with that in it, as a player, an observer or the game master reads it.
func write(t *testing.T, page templates.Page) string {
	t.Helper()
	return templatestest.Letter(t, ofGame(page))
}

// ofGame returns a page in a game's midst.
func ofGame(page templates.Page) templates.Page {
	page.Game, page.Rules, page.Title, page.Phase = "dc1", "decatur", "Decatur", "Interval 4, round 12"
	return page
}

// asked returns the letters that ask: a name and the page of each.
func asked(game Truth) map[string]templates.Page {
	out := map[string]templates.Page{}
	take := contested(game.board).Takeover
	take.Bids, take.Dice, take.Won, take.Bidding = take.Bids[:3], nil, false, true
	for _, kind := range []string{"bid", "relocation", "advance"} {
		for i, seats := range [][2]string{{"Red", "Blue"}, {"Blue", "Red"}} {
			v, t := game.view("Red"), take
			t.Contender, t.Defender = seats[0], seats[1]
			v.Takeover, v.Locations = &t, slices.Clone(v.Locations)
			v.Locations[7] = Holding{t.From, seats[0], 7, ""}
			out[fmt.Sprint(kind, " ", i)] = templates.Page{Seat: "Red", View: v, Ask: &templates.Ask{Kind: kind}}
		}
	}
	for name, excess := range map[string]Excess{"excess": {1, 0}, "excess, then from play": {2, 2}} {
		v := game.view("Red")
		v.Excess, v.Hand = &excess, append(slices.Clone(v.Hand), Orient, British)[:3+excess.ToPlay]
		out[name] = templates.Page{Seat: "Red", View: v, Ask: &templates.Ask{Kind: "excess"}}
	}
	for _, kind := range []string{"round", "turn"} {
		out[kind] = templates.Page{Seat: "Red", View: game.view("Red"), Ask: &templates.Ask{Kind: kind}}
	}
	start := game.view("Red")
	start.Locations = slices.Clone(start.Locations)
	for i := range start.Locations {
		start.Locations[i] = Holding{Location: start.Locations[i].Location}
	}
	out["first"] = templates.Page{Seat: "Red", First: true, View: start, Ask: &templates.Ask{Kind: "round"}}
	out["without a view"] = templates.Page{Seat: "Red", Ask: &templates.Ask{Kind: "bid"}}
	return out
}

// Every letter fits into 72 columns with the longest names, for the fewest and the most players.
func TestLettersFit(t *testing.T) {
	b := printed()
	for _, players := range []int{2, 7} {
		game := truth(b, players)
		pages := asked(game)
		delete(pages, "without a view")
		for i, e := range happened(b) {
			pages[fmt.Sprint("event ", i)] = templates.Page{Seat: "Red", Events: []adjudicator.Event{e}, Over: e.Kind == "end"}
		}
		pages["observer"] = templates.Page{Seat: "Observer", View: game.view("")}
		pages["GM"] = templates.Page{Seat: "GM", Desk: true, First: true, Seats: []string{"Red", "Blue"}, View: game}
		pages["GM without cards"] = templates.Page{Seat: "GM", Desk: true, View: Truth{}}
		pages["map"] = templates.Page{Seat: "Red", View: game.view("Red"), Receipt: &templates.Receipt{Map: true}}
		for name, page := range pages {
			t.Run(fmt.Sprint(players, " ", name), func(t *testing.T) { write(t, page) })
		}
	}
}

var (
	locationRow = regexp.MustCompile(`^([ *]) (\S.*?)  +(British|Crescent|Independent|Orient|Russian)  +(inland|[A-Z]\w+|\w+\+\w+)  +(\w+)(?: (\d))?(?:, port \((\w+)\))?$`)
	playerRow   = regexp.MustCompile(`^([ *]) (\w+) +(\d+) +(\d+)  (\d) (\d) (\d) +(\d)  ([-R])  (.+)$`)
	emptyRows   = regexp.MustCompile(`(?m)^  Empty: (.+(?:\n    .+)*)`)
)

// A robot that has nothing but a letter reads in it how all stands.
func TestLettersCanBeRead(t *testing.T) {
	b := printed()
	game := truth(b, 7)
	for i := range game.Locations { // no more ports than there are
		if i > 12 && game.Locations[i].Factors > 0 {
			game.Locations[i].Port = ""
		}
	}
	for what, text := range map[string]string{
		"board": write(t, templates.Page{Seat: "Red", View: game.view("Red")}),
		"map":   write(t, templates.Page{Seat: "Red", View: game.view("Red"), Receipt: &templates.Receipt{Map: true}}),
	} {
		holdings, columns := map[string]Holding{}, map[int]bool{}
		var lines []Line
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if m := locationRow.FindStringSubmatch(line); m != nil {
				at, _ := b.Loc(m[2])
				h := Holding{Location: m[2], Port: Ocean(m[7])}
				if m[5] != "empty" {
					h.Owner = m[5]
				}
				h.Factors, _ = strconv.Atoi(m[6])
				holdings[m[2]] = h
				l := b.Locations[at]
				if string(l.Commonwealth) != m[3] || (Row{Location: l}).Coast() != m[4] || (m[1] == "*") != (h.Owner == "Red") {
					t.Errorf("%s: %q is no row of %+v", what, line, l)
				}
				columns[strings.Index(line, "  "+m[3]+"  ")] = true
			}
			if m := playerRow.FindStringSubmatch(line); m != nil {
				l := Line{Player: Player{Seat: m[2], Restructured: m[9] == "R"}, Mine: m[1] == "*", Fleets: make([]int, 3)}
				for i, n := range []*int{&l.Factors, &l.Ports, &l.Fleets[0], &l.Fleets[1], &l.Fleets[2], &l.Player.Hand} {
					*n, _ = strconv.Atoi(m[3+i])
				}
				lines = append(lines, l)
				if got := game.player(m[2]).Tally(); got != m[10] {
					t.Errorf("%s: %s has %q in play, not %q", what, m[2], m[10], got)
				}
			}
		}
		for _, m := range emptyRows.FindAllStringSubmatch(text, -1) {
			for name := range strings.SplitSeq(strings.Join(strings.Fields(m[1]), " "), ", ") {
				holdings[name] = Holding{Location: name}
			}
		}
		for _, h := range game.Locations {
			if holdings[h.Location] != h {
				t.Errorf("%s: of %+v it says %+v", what, h, holdings[h.Location])
			}
		}
		if len(holdings) != len(game.Locations) || len(columns) != 1 {
			t.Errorf("%s: there are %d locations, in %d columns:\n%s", what, len(holdings), len(columns), text)
		}
		if what == "map" {
			continue
		}
		for i, l := range game.view("Red").Lines() {
			l.InPlay, l.Cost = nil, 0
			if i >= len(lines) || fmt.Sprint(lines[i]) != fmt.Sprint(l) {
				t.Errorf("of %+v it says %+v", l, lines)
			}
		}
	}
}

// Two games that differ only in what a seat can't know give it the same letters.
func TestLettersKeepSecrets(t *testing.T) {
	b := printed()
	one, other := truth(b, 7), truth(b, 7)
	other.Secrets[1].Hand = []Commonwealth{British, Russian, Orient}
	other.Secrets[1].Prosperity = []Region{Africa, Oceania}
	other.Secrets[1].Standing = "DEFEND ALL PLAY NONE"
	other.Draw = slices.Repeat([]Commonwealth{Russian}, 33)
	for _, seat := range []string{"Red", ""} {
		x, y := write(t, templates.Page{Seat: "Red", View: one.view(seat)}), write(t, templates.Page{Seat: "Red", View: other.view(seat)})
		if x != y {
			t.Errorf("%q can tell\n%s\nfrom\n%s", seat, x, y)
		}
	}
	if x, y := write(t, templates.Page{Seat: "Blue", View: one.view("Blue")}), write(t, templates.Page{Seat: "Blue", View: other.view("Blue")}); x == y {
		t.Errorf("Blue does not see the own cards:\n%s", x)
	}
	if x, y := write(t, templates.Page{Desk: true, View: one}), write(t, templates.Page{Desk: true, View: other}); x == y {
		t.Errorf("the game master does not see all cards:\n%s", x)
	}
	theirs := asked(other)
	for name, page := range asked(one) {
		if x, y := write(t, page), write(t, theirs[name]); x != y {
			t.Errorf("%s: Red can tell\n%s\nfrom\n%s", name, x, y)
		}
	}
}

// A view that was read back from JSON has no board, and is printed all the same.
func TestViewReadBack(t *testing.T) {
	js, err := json.Marshal(truth(printed(), 7).view("Red"))
	if err != nil {
		t.Fatal(err)
	}
	var v View
	if err := json.Unmarshal(js, &v); err != nil {
		t.Fatal(err)
	}
	text := write(t, templates.Page{Seat: "Red", View: v, Ask: &templates.Ask{Kind: "round"}, First: true, Receipt: &templates.Receipt{Map: true}})
	if !strings.Contains(text, "\n* Location Number Aa  ") || strings.Contains(text, "inland") {
		t.Errorf("the letter is\n%s", text)
	}
	v.Takeover = &Takeover{From: "nowhere"}
	if v.Raises() != nil || v.Matching() != "" {
		t.Error("without a board there are raises")
	}
}

// Each reader is told what they may know of the cards, by region, in hand and as a count.
func TestCardsInLetters(t *testing.T) {
	game := truth(printed(), 7)
	check := func(page templates.Page, want ...string) {
		t.Helper()
		text := write(t, page)
		for _, w := range want {
			if !strings.Contains(text, "\n"+w+"\n") {
				t.Errorf("there is no line %q in\n%s", w, text)
			}
		}
	}
	check(templates.Page{Seat: "Red", View: game.view("Red")}, "EUROPE (2 face up, 1 yours)", "MIDDLE ASIA (2 face up, 1 yours)", "AFRICA (1 face up, 0 yours)",
		"  Hand: Independent, Crescent, Independent", "  Prosperity, face down: Middle Asia, Europe (others: 12 more)", "  Influence deck: 35 cards; discards: 12 British, 12 Crescent, 12")
	check(templates.Page{Seat: "Observer", View: game.view("")}, "EUROPE (2 face up)", "AFRICA (1 face up)", "  Prosperity cards face up: Europe, Middle Asia, East Asia, Africa,")
	check(templates.Page{Seat: "GM", Desk: true, View: game}, "EUROPE (2 face up, 7 face down)", "AFRICA (1 face up, 0 face down)", "  Blue", "    hand: Independent, Crescent, Independent",
		"    KEEP Independent, Crescent, Russian, British, Orient", "  The deck, the next card first: Independent, British, Orient,")
	check(templates.Page{Seat: "Red", View: truth(printed(), 2).view("Red")}, "  Prosperity, face down: Middle Asia, Europe (others: 4 more)")
}

// A player with too many cards is shown the result of each choice.
func TestExcessExamples(t *testing.T) {
	seen := map[string]int{}
	for _, excess := range []Excess{{1, 0}, {1, 1}, {2, 2}} {
		v := settled()
		v.Excess, v.Hand = &excess, []Commonwealth{Independent, Crescent, Orient, British, Orient}[:3+excess.ToPlay]
		v.player("Red").InPlay = []Commonwealth{Russian, Crescent, British}[:2+min(1, excess.ToDiscard)]
		if err := adjudicatortest.CheckExamples(v, "excess", seen); err != nil {
			t.Error(err)
		}
	}
	if seen["part"] < 9 {
		t.Errorf("few choices are shown: %v", seen)
	}
}

// A player who won or lost a location is shown the possible answers, and each line shown is filed whole.
func TestMovesAfterTakeovers(t *testing.T) {
	seen := map[string]int{}
	check := func(kind string, v View, want ...string) {
		t.Helper()
		if err := adjudicatortest.CheckExamples(v, kind, seen); err != nil {
			t.Error(err)
		}
		text := write(t, templates.Page{Game: "dc1", Rules: "decatur", Seat: "Red", View: v, Ask: &templates.Ask{Kind: kind, Within: true, Examples: v.Examples(kind)}})
		has(t, kind, text, want, []string{"0 factors that you committed"})
	}
	won := contending("Red", "Blue")
	check("advance", won, "Indo-China is now empty. 5 more factors from India may go there", "MOVE 1", "MOVE 2", "MOVE ALL", "If all of them move, India will be empty and no longer yours.")
	won.Takeover.Committed, won.Takeover.Left = 4, 4
	check("advance", won, "and the 4 factors that you committed move in. 4 more factors", "MOVE 4 MOVE 5 MOVE ALL")
	won.Takeover.Committed, won.Takeover.Left = 1, 1
	check("advance", won, "and the 1 factor that you committed moves in. 1 more factor", "MOVE 1 MOVE ALL")
	lost := contending("Blue", "Red")
	lost.Takeover.From, lost.Takeover.To = "Indo-China", "Egypt"
	lost.Takeover.Goes = []string{"Arabia", "Congo Basin", "East Africa", "India", "Maghreb", "Persia", "South Africa"}
	check("relocation", lost, "RELOCATE TO Arabia RELOCATE TO Congo Basin", "They can also go to Persia or South Africa.")
	lost.rules[optRelocation] = "choice"
	lost.Takeover.Fleets = []Ocean{Atlantic, Indian}
	check("relocation", lost, "RELOCATE TO Arabia FACTORS 3 FLEET Atlantic", "You lose a fleet with the port, and can choose which one: Atlantic or Indian.")
	if seen["some"] < 5 || seen["all"] != 3 || seen["flee"] != 10 || seen["some flee"] != 1 {
		t.Errorf("the examples are %v", seen)
	}
}
