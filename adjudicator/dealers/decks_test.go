package dealers

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

// faultOf returns a check that the house edition with some pieces in another wording is refused for a reason, among
// others.
func faultOf(t *testing.T) func(want string, edits ...string) {
	t.Helper()
	return func(want string, edits ...string) {
		t.Helper()
		text := adjudicatortest.Edited(t, houseText, edits...)
		if _, err := parseBoard([]byte(text)); err == nil || !strings.Contains("\n"+err.Error()+"\n", "\n"+want+"\n") {
			t.Errorf("the faults are\n%v\nand not\n%s", err, want)
		}
	}
}

// entryOf returns an entry of the house edition as it is written, from its heading to the empty line: "[[city]]
// Bern".
func entryOf(t *testing.T, kind, name string) string {
	t.Helper()
	for entry := range strings.SplitSeq(string(houseText), "\n\n") {
		lines := strings.Split(entry, "\n")
		if len(lines) > 1 && lines[0] == "[["+kind+"]]" && strings.HasPrefix(lines[1], "name") && strings.HasSuffix(lines[1], fmt.Sprintf("= %q", name)) {
			return entry
		}
	}
	t.Fatalf("the house edition has no %s %s", kind, name)
	return ""
}

// with is the edit that gives an entry of the house edition some more lines, and takes those with the same keys out.
func with(t *testing.T, kind, name string, lines ...string) []string {
	t.Helper()
	was := entryOf(t, kind, name)
	var is []string
	key := func(line string) string { return strings.TrimSpace(strings.Split(line, "=")[0]) }
	for line := range strings.SplitSeq(was, "\n") {
		if !slices.ContainsFunc(lines, func(l string) bool { return key(l) == key(line) }) {
			is = append(is, line)
		}
	}
	return []string{was, strings.Join(append(is, lines...), "\n")}
}

func TestHouse(t *testing.T) {
	about, err := checkPack(houseText)
	if want := "Dealers in Hope, house edition of Deaddrop (house): Europe with 50 territories and 10 seas and North America with 54 territories and 10 seas; 176 cards to train, 12 families, 50 location cards and 6 leaders"; err != nil || about != want {
		t.Errorf("the house edition is %q (%v), not %q", about, err, want)
	}
	b := House()
	if b.Note == "" || b.Provenance != "house" || b.InPlay != 8 || b.Pieces != 25 {
		t.Error("the house edition does not say that it is one, or has other numbers")
	}
	if again, err := house.Of(string(houseText)); again != b || err != nil {
		t.Errorf("the house edition is another board: %v", err)
	}
}

// The house edition has no card that waits for the game master, and a text on each card that does something. Its
// decks are worth the same, each family occurs once in each, and both sides of the action board have more boxes than
// a player has cubes.
func TestHouseCards(t *testing.T) {
	b := House()
	waits := func(name string, effects []Effect, text string) {
		if slices.ContainsFunc(effects, func(e Effect) bool { return e.Op == OpGM }) {
			t.Errorf("%s has to wait for the game master", name)
		}
		if len(effects) > 0 && text == "" {
			t.Errorf("%s has nothing to read", name)
		}
	}
	for _, c := range b.Cards {
		waits(c.Name, c.Effects, c.Text)
	}
	for _, f := range b.Families {
		waits(f.Name, f.Effects, f.Text)
	}
	for _, l := range b.Locations {
		if waits(l.Name, l.Effects, l.Text); l.Text == "" {
			t.Errorf("%s does nothing", l.Name)
		}
	}
	in := map[string]int{}
	for _, f := range b.Factions {
		waits(f.Name, f.Effects, f.Text)
		worth, values := map[Kind]int{}, Strengths{}
		for _, name := range f.Deck {
			c := b.card(name)
			in[c.Family]++
			if worth[c.Kind] += c.Cost; c.Kind == Leader {
				for i, n := range c.Values {
					values[i] += n
				}
			}
		}
		if worth[Masses] != 6 || worth[Citizen] != 10 || worth[Professional] != 8 || values != (Strengths{5, 5, 5}) {
			t.Errorf("%s: the deck is worth %v, and the leader's cards %v", f.Name, worth, values)
		}
	}
	for _, f := range b.Families {
		if in[f.Name] != 1 {
			t.Errorf("%s: in %d decks", f.Name, in[f.Name])
		}
	}
	for side := range b.Eras {
		slots := map[Group]int{}
		for _, a := range b.Eras[side].Actions {
			slots[a.Group] += a.Slots
		}
		if slots[Assault] < 3 || slots[Train] < 3 || slots[Reorganize] < 3 {
			t.Errorf("%s: slots are %v", eraNames[side], slots)
		}
	}
}

// Each edition agrees with what is publicly known of the cards.
func TestKnownCards(t *testing.T) {
	bad := faultOf(t)

	// K2.
	bad("masses: 15 needed, 16 given (K2, U5)", with(t, "masses", "Angry Masses", "copies = 6")...)
	bad("citizens: 50 needed, 49 given (K2, U5)", with(t, "citizen", "Recruit", "copies = 16")...)
	bad("families: 12 needed, 11 given (K2, U6)", entryOf(t, "family", "Pilots"), "")
	bad("professionals of the supply and of the decks: 123 needed, 124 given (K2, U6)", "support = 1, copies = 5", "support = 1, copies = 6")
	bad("professionals of the supply and of the decks: 123 needed, 122 given (K2, U6)", "2 Tutor, 2 Recruit, 1 Scholars 1", "3 Tutor, 2 Recruit")
	bad("location cards, of cities and of spoils: 50 needed, 51 given (K2, U3)", with(t, "spoils", "Fort", "copies = 3")...)
	bad("location cards, of cities and of spoils: 50 needed, 49 given (K2, U3)", entryOf(t, "city", "Bern"), "")
	bad("factions: 6 needed, 5 given (K2, U4)", entryOf(t, "faction", "Navaa"), "", entryOf(t, "faction.leader", "Tide Reader"), "", entryOf(t, "faction.leader", "Storm Caller"), "")

	// K4.
	for _, name := range []string{"Navaa", "Hilge", "Karol", "Norris"} {
		bad("factions: there must be one that is called "+name+" (K4)", with(t, "faction", name, `name = "Nobody"`)...)
	}
	bad("Navaa: her hand is 4, and must be 5 (K4)", with(t, "faction", "Navaa", "passive = { attack = 1 }")...)
	bad("game: hand is 5, and must be 4 (DH-2)", "hand     = 4", "hand = 5")
	for _, name := range []string{"Tutor", "Veteran", "Recruit"} {
		edit := with(t, "citizen", name, `name = "Doctor"`)
		bad("citizens: there must be one that is called "+name+" (K4)", edit...)
		bad("Doctor: the citizens are Tutor, Veteran and Recruit (K4)", edit...)
	}
	bad("families: there must be one that is called Privateers (K4)", with(t, "family", "Privateers", `name = "Pirates"`)...)
	bad("masses: there must be Migrating Masses, with support 1 (K4, K5)", with(t, "masses", "Migrating Masses", `name = "Masses"`)...)

	// K5.
	bad("masses: there must be Migrating Masses, with support 1 (K4, K5)", with(t, "masses", "Migrating Masses", "support = 0", "attack = 1")...)
	bad("Tutor: its support is 2, and must be 3 (K5)", with(t, "citizen", "Tutor", "support = 2")...)
	one := "one    = { cost = 4, attack = 4, defence = 1, support = 1"
	two := "two    = { cost = 6, attack = 5, defence = 2, support = 2"
	bad("Privateers 1: its cost is 5, and must be 4 (K5)", one, "one = { cost = 5, attack = 4, defence = 1, support = 1")
	bad("Privateers 1: its support is 0, and must be 1 (K5)", one, "one = { cost = 4, attack = 4, defence = 1, support = 0")
	bad("Privateers 2: its cost is 5, and must be 6 (K5)", two, "two = { cost = 5, attack = 5, defence = 2, support = 2")
	bad("Privateers 2: its support is 3, and must be 2 (K5)", two, "two = { cost = 6, attack = 5, defence = 2, support = 3")
	bad("Privateers 2: its defence is 3, and must be 2 (K5)", two, "two = { cost = 6, attack = 5, defence = 3, support = 2")
	bad("Privateers master: its cost is 5, and must be 4 (K5)", "master = { cost = 4, points = 3, passive = { oversea = 2 } }", "master = { cost = 5 }")

	// K6.
	bad("Angry Masses: masses have just one of attack, defence and support, and it is 1 (K6)", with(t, "masses", "Angry Masses", "attack = 2")...)
	bad("Angry Masses: masses have just one of attack, defence and support, and it is 1 (K6)", with(t, "masses", "Angry Masses", "support = 1")...)

	// The action board.
	bad("early: dismiss is 1, and must be 2 (DH-11)", "[early]\ndismiss = 2", "[early]\ndismiss = 1")
	bad("early: points is 1, and must be 0 (DH-11)", "[early]\n", "[early]\npoints = 1\n")
	bad("late: dismiss is 1, and must be 0 (DH-11)", "[late]\n", "[late]\ndismiss = 1\n")
	bad("late: points is 2, and must be 1 (DH-11)", "[late]\npoints = 1", "[late]\npoints = 2")
	bad("early: there must be an action that trains 2 cards with support 2 (DH-18)", with(t, "early.action", "Train 2", "support = 1")...)
	bad("late: there must be an action that trains 2 cards with support 1 (DH-18)", with(t, "late.action", "Train 2", "support = 2")...)
}

func TestGameFaults(t *testing.T) {
	bad := faultOf(t)
	bad("game: families is 0, and must be from 1 to 12", "families = 8\n", "")
	bad("game: families is 13, and must be from 1 to 12", "families = 8\n", "families = 13\n")
	bad("game: hand is 13, and must be from 1 to 12", "hand     = 4", "hand = 13")
	bad("game: pieces is 61, and must be from 1 to 60", "pieces   = 25", "pieces = 61")
	bad("game: worth is -1, and must be from 0 to 9", "worth    = 2", "worth = -1")
	bad("game: cubes for 5 players is 0, and must be from 1 to 9", "cubes    = { 3 = 3, 4 = 2, 5 = 2 }", "cubes = { 3 = 3, 4 = 2 }")
	bad("game: cubes: they are for 3 to 5 players (K1)", "cubes    = { 3 = 3, ", "cubes = { 6 = 1, 3 = 3, ")
	bad("Norris: start for 4 players is 0, and must be from 1 to 20", with(t, "faction", "Norris", "start = { 3 = 1, 4 = 0 }")...)
	bad("Norris: start: it is for 3 to 5 players (K1)", with(t, "faction", "Norris", "start = { 3 = 1, 6 = 1 }")...)
	bad("title: it is missing", `title      = "Dealers in Hope"`, "")
	bad("colour: there is no such entry in a pack", `title      = "Dealers in Hope"`, "title = \"Dealers in Hope\"\ncolour = 3")
	bad(`Tutor: there is no entry "colour" in a citizen`, with(t, "citizen", "Tutor", "colour = 3")...)
}

func TestActionFaults(t *testing.T) {
	bad := faultOf(t)
	early := func(name string, lines ...string) []string { return with(t, "early.action", name, lines...) }
	bad("early: Storm: its group is \"fight\", and must be assault, train or reorganize", early("Storm", `group = "fight"`)...)
	bad("early: Storm: slots is 10, and must be from 0 to 9", early("Storm", "slots = 10")...)
	bad("early: Storm: attack is 10, and must be from 0 to 9", early("Storm", "attack = 10")...)
	bad("early: Storm: support is for the group train", early("Storm", "support = 1")...)
	bad("early: Train 2: attack is for the group assault", early("Train 2", "attack = 1")...)
	bad("early: Train 2: shuffle is for the group reorganize", early("Train 2", "shuffle = true")...)
	bad("early: Spoils: from is for the group train", early("Spoils", `from = "discard"`)...)
	bad("early: Train 1: its from is \"hand\", and must be discard or dismiss", early("Train 1", `from = "hand"`)...)
	bad("early: Train 1: least is 0 and most is 1, and it must train at least 1 card, and not less at most (DH-18)", early("Train 1", "least = 0")...)
	bad("early: Train 3-4: least is 3 and most is 2, and it must train at least 1 card, and not less at most (DH-18)", early("Train 3-4", "most = 2")...)
	bad("early: Shuffle: it needs spoils, dismiss, shuffle, ready or points (U7)", early("Shuffle", "shuffle = false")...)
	bad("early: Storm: it is called Storm, and that is Storm", early("Advance", `name = "Storm"`)...)
	bad("early: Advance: it is called Advance, and that is Storm", early("Storm", `also = "Advance"`)...)
	const letters = ` is no name of letters, numbers, single spaces and hyphens, which begins with a capital, and has at most 18 of all`
	bad(`early: sturm!: "sturm!"`+letters, early("Storm", `name = "sturm!"`)...)
	bad(`early: a box without a name: ""`+letters, early("Storm", `name = ""`)...)
	bad(`early: Storm: "a"`+letters, early("Storm", `also = "a"`)...)
	for _, x := range [][2]string{{"Assault", "assault"}, {"Train 1", "train"}, {"Ready", "reorganize"}} {
		bad("early: the group "+x[1]+" needs an action without slots, for any number of cubes (DH-6, U7)", early(x[0], "slots = 1")...)
	}
	bad("late: at most 20 boxes, 25 given (U7)", "[[late.action]]\n", strings.Repeat("[[late.action]]\n", 13))
}

func TestCardFaults(t *testing.T) {
	bad := faultOf(t)
	card := func(lines ...string) []string { return with(t, "citizen", "Tutor", lines...) }
	bad("Tutor: attack is 21, and must be from 0 to 20", card("attack = 21")...)
	bad("Tutor: it needs attack, defence or support (U5)", card("attack = 0", "defence = 0", "support = 0")...)
	bad("Tutor: cost is 0, and must be from 1 to 20", card("cost = 0")...)
	bad("Tutor: copies is 21, and must be from 1 to 20", card("copies = 21")...)
	bad("Tutor: text: it must be one line of text, of at most 300 bytes", card(`text = "one\ntwo"`)...)
	bad("Tutor: at most 4 effects, 5 given", card("effects = ["+strings.Repeat(`{ op = "draw", amount = 1 }, `, 5)+"]")...)
	bad("Tutor: its name is that of Tutor, too", with(t, "citizen", "Veteran", `name = "Tutor"`)...)
	bad("Tutor: its name is that of Tutor, too", with(t, "spoils", "Fort", `name = "Tutor"`)...)
	bad("Milan: its name is that of the place Milan, too", with(t, "spoils", "Fort", `name = "Milan"`)...)
	bad("Tutor: it is also called Fort, and that is Fort", card(`also = "Fort"`)...)
	bad(`Tutor: it is also called "a teacher", which is no name of plain letters`, card(`also = "a teacher"`)...)
	bad("Tutor: at most 8 other names, 9 given", card(`also = "A, B, C, D, E, F, G, H, I"`)...)
	const letters = `: a name has plain letters with single spaces, hyphens or apostrophes between them, begins with a capital, and has at most 16 of all`
	bad("Tutor 1"+letters, card(`name = "Tutor 1"`)...)
	bad("Quartermasterships"+letters, with(t, "family", "Quartermasters", `name = "Quartermasterships"`)...)
	bad("cards: at most 80 different ones of a kind (U5, U6)", "[[citizen]]\n", strings.Repeat("[[citizen]]\n", 80))

	// Families.
	bad("Gunners 1: it is called by its family and level, so it has no name and no also", "one    = { cost = 4, attack = 4, defence = 2", `one = { name = "Gunner", cost = 4, attack = 4, defence = 2`)
	bad("Gunners 2: cost is 0, and must be from 1 to 20", "two    = { cost = 7, attack = 6, defence = 3", "two = { attack = 6, defence = 3")
	bad("Gunners master: cost is 0, and must be from 1 to 20", "master = { cost = 5, points = 4, passive = { attack = 1 } }", "master = { points = 4 }")
	bad("Gunners master: points is 21, and must be from 0 to 20", "master = { cost = 5, points = 4, passive = { attack = 1 } }", "master = { cost = 5, points = 21 }")
	bad("Gunners master: passive: attack is 10, and must be from 0 to 9", "master = { cost = 5, points = 4, passive = { attack = 1 } }", "master = { cost = 5, passive = { attack = 10 } }")
	bad("Gunners master: passive: sea is -1, and must be from 0 to 9", "master = { cost = 5, points = 4, passive = { attack = 1 } }", "master = { cost = 5, passive = { sea = -1 } }")
}

// A text that an edition gives for a card replaces the text that is made from its entries.
func TestTextOfTheEdition(t *testing.T) {
	text := houseText
	for _, edit := range [][]string{with(t, "spoils", "Fort", `text = "Walls."`), with(t, "citizen", "Tutor", `text = "He knows."`)} {
		text = bytes.Replace(text, []byte(edit[0]), []byte(edit[1]), 1)
	}
	b, err := parseBoard(text)
	if err != nil || b.location("Fort").Text != "Walls." || b.card("Tutor").Text != "He knows." {
		t.Errorf("the texts are others: %v", err)
	}
}

func TestEffectFaults(t *testing.T) {
	bad := faultOf(t)
	for _, x := range [][2]string{
		{`op = "win"`, `there is no effect "win"; there are discard, dismiss, draw, gain, gm, none, points, ready, recover, shuffle, spoils and train`},
		{`op = "gain", amount = 1`, `gain: its what is "", and must be attack, defence or support`},
		{`op = "gain", what = "attack"`, `gain: its amount is 0, and must be from 1 to 9`},
		{`op = "gain", what = "attack", amount = 1, target = "everybody"`, `gain: its target is "everybody", and must be player, others, all, chosen or leader`},
		{`op = "points"`, `points: its amount is 0, and must be from -9 to 9`},
		{`op = "draw", what = "attack", amount = 1`, `draw: its what is "attack", and must be left out`},
		{`op = "draw", amount = 1, cost = 1`, `draw: its cost is 1, and must be left out`},
		{`op = "draw", amount = 1, place = "Bern"`, `draw: there is no place "Bern" for it`},
		{`op = "train", amount = 1`, `train: its cost is 0, and must be from 1 to 20`},
		{`op = "train", amount = 1, cost = 1, what = "leader"`, `train: its what is "leader", and must be masses, citizen or professional`},
		{`op = "spoils", amount = 1, what = "4"`, `spoils: its what is "4", and must be 2 or 3`},
		{`op = "recover", amount = 1, target = "all"`, `recover: its target is "all", and must be player`},
		{`op = "shuffle", amount = 1`, `shuffle: its amount is 1, and must be from 0 to 0`},
		{`op = "gm"`, `gm: gm must say what the game master has to rule`},
		{`op = "draw", amount = 1, gm = "what?"`, `draw: gm = "text" stands for an effect of its own`},
	} {
		bad("Tutor: "+x[1], with(t, "citizen", "Tutor", "effects = [{ "+x[0]+" }]")...)
	}
}

func TestLocationFaults(t *testing.T) {
	bad := faultOf(t)
	bad("city Milan: there is no territory of that name that has native defence 5 or 6 (U2)", with(t, "city", "Bern", `name = "Milan"`)...)
	bad("cities: the card of Bern is missing (U2)", entryOf(t, "city", "Bern"), "")
	bad("city Bern: it comes twice (U2)", with(t, "city", "Kiev", `name = "Bern"`)...)
	bad("city Bern: it needs an effect or a passive (U2)", with(t, "city", "Bern", "passive = {}")...)
	bad("city Bern: passive: support is 10, and must be from 0 to 9", with(t, "city", "Bern", "passive = { support = 10 }")...)
	fort := func(lines ...string) []string { return with(t, "spoils", "Fort", lines...) }
	bad("Fort: copies is 0, and must be from 1 to 20", fort("copies = 0")...)
	bad("Fort: value is 4, and must be from 2 to 3", fort("value = 4")...)
	bad("Fort: it needs an effect (U3)", fort("effects = []")...)
	bad("spoils: there must be some of value 3 (U3)", string(houseText), strings.ReplaceAll(string(houseText), "value   = 3", "value = 2"))
	bad("locations: at most 80 different ones of a kind (U3)", "[[city]]\n", strings.Repeat("[[city]]\n", 80))
}

func TestFactionFaults(t *testing.T) {
	bad := faultOf(t)
	navaa := func(lines ...string) []string { return with(t, "faction", "Navaa", lines...) }
	const such = ` must be from 1 to 14 and masses, citizens or professionals of level 1`
	bad(`Navaa: deck (U4): "1 Lion"`+such, navaa(`deck = "1 Lion"`)...)
	bad(`Navaa: deck (U4): "1 Medics 2"`+such, navaa(`deck = "1 Medics 2"`)...)
	bad(`Navaa: deck (U4): "15 Tutor"`+such, navaa(`deck = "15 Tutor"`)...)
	bad(`Navaa: deck (U4): "Tutor"`+such, navaa(`deck = "Tutor"`)...)
	bad("Navaa: a deck has 14 cards with those of the leader, 13 given (DH-2, U4)", navaa(`deck = "11 Tutor"`)...)
	bad("Navaa: 2 leader cards needed, 1 given (U4)", entryOf(t, "faction.leader", "Storm Caller"), "")
	bad("Navaa: Storm Caller: a leader card can't be trained, so it has no cost and no copies", with(t, "faction.leader", "Storm Caller", "cost = 1")...)
	bad("Navaa: it needs what scores in winter (DH-10, U4)", navaa("winter = []")...)
	bad("Navaa: winter: at most 4 scorings, 5 given", navaa("winter = ["+strings.Repeat(`{ per = "masters", points = 1, most = 1 }, `, 5)+"]")...)
	for _, x := range [][2]string{
		{`per = "gold", points = 1, most = 1`, `Navaa: winter: its per is "gold", and must be territories, coast, inland, cities, masters, spoils, taken, won, trained, defended, ready or most`},
		{`per = "masters", each = -1, points = 1, most = 1`, `Navaa: winter: each is -1, and must be from 1 to 20`},
		{`per = "masters", most = 1`, `Navaa: winter: points is 0, and must be from 1 to 9`},
		{`per = "masters", points = 1`, `Navaa: winter: most is 0, and must be from 1 to 20`},
	} {
		bad(x[1], navaa("winter = [{ "+x[0]+" }]")...)
	}
	bad("factions: 6 needed, 86 given (K2, U4)", "[[faction]]\n", strings.Repeat("[[faction]]\n", 81))
}

// All faults of a pack are named together, and what is no pack at all is a fault, too.
func TestManyFaults(t *testing.T) {
	text := strings.NewReplacer("worth    = 2", "worth = -1", `name    = "Tutor"`, `name = "Tutor*"`, "3 = 3", "3 = 0").Replace(string(houseText))
	_, err := parseBoard([]byte(text))
	if err == nil {
		t.Fatal("the pack is taken")
	}
	for _, want := range []string{"game: worth ", "citizens: ", "game: cubes "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the faults are\n%v\nwithout %q", err, want)
		}
	}
	for name, text := range map[string]string{"empty": "", "no TOML": "Dear GM,\n", "another type": "title = 3", "a table": "[map]\ntitle = \"x\"",
		"binary": "\x00\xff", "a head": "title = \"Dealers in Hope\"", "large": strings.Repeat("#", 1<<20), "nameless": strings.Repeat("[[citizen]]\n", 130)} {
		if b, err := parseBoard([]byte(text)); b != nil || err == nil {
			t.Errorf("%s: it is taken for an edition", name)
		}
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add(houseText)
	f.Add([]byte("[[masses]]\nname = \"A*\"\n[[faction]]\ndeck = \"1 A*, ,2 B\"\n[[faction.leader]]\nname = \"A*\"\n[[family]]\nname = \"Privateers\"\n[[late.action]]\n[game]\ncubes = { 3 = -1 }\n"))
	f.Fuzz(func(t *testing.T, pack []byte) {
		b, err := parseBoard(pack)
		if (b == nil) == (err == nil) {
			t.Errorf("%v, %v", b, err)
		}
	})
}
