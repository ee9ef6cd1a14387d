package pack_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"deaddrop/adjudicator/graph"
	"deaddrop/adjudicator/pack"
)

// An edition is one of a game with towns and a table.
type edition struct {
	pack.Head
	Dice map[string]int
	Town []struct{ Name, Links string }
}

const good = `title = "Towns"
edition = "the first"
provenance = "house"
[dice]
1 = 2
[[town]]
name = "A"
links = "B"
[[town]]
name = "B"
`

type board struct{ edition }

func parse(text []byte) (*board, error) {
	var r pack.Reader
	var b board
	if err := r.Decode(text, &b.edition); err != nil {
		return nil, err
	}
	r.Head(b.Head)
	var names, dice []string
	for _, town := range b.Town {
		names = append(names, town.Name)
	}
	r.Names("town", 8, names)
	for d := range b.Dice {
		dice = append(dice, d)
	}
	pack.Complete(&r, "dice", "results", []string{"1"}, dice)
	return &b, r.Err()
}

func TestFaults(t *testing.T) {
	bad := func(want string, edits ...string) {
		t.Helper()
		text := strings.NewReplacer(edits...).Replace(good)
		if _, err := parse([]byte(text)); err == nil || !strings.Contains("\n"+err.Error()+"\n", "\n"+want+"\n") {
			t.Errorf("the faults are\n%v\nand not\n%s", err, want)
		}
	}
	if b, err := parse([]byte(good)); err != nil || b.Title != "Towns" || len(b.Town) != 2 {
		t.Errorf("%v, %v", b, err)
	}
	bad("title: it is missing", "Towns", " ")
	bad("edition: it is missing", "edition =", "note =")
	bad("title: it must be one line of text, of at most 300 bytes", "Towns", strings.Repeat("x", 301))
	bad("note: it must be one line of text, of at most 300 bytes", "[dice]", "note = \"a\\nb\"\n[dice]")
	bad(`provenance: it is "mine", and must be "house", "gm-typed" or "published"`, `"house"`, `"mine"`)
	bad("remark: there is no such entry in a pack", "title", "remark = 1\ntitle")
	bad("cards: there is no such entry in a pack", "[dice]", "[cards]")
	bad("village: there is no such entry in a pack", "[[town]]", "[[village]]")
	bad(`B: there is no entry "size" in a town`, `"B"`+"\n[[", `"B"`+"\n[[", "name = \"B\"\n", "name = \"B\"\nsize = 3\n")
	bad(`a town without a name: there is no entry "nmae" in a town; do you mean "name"?`, `name = "B"`, `nmae = "B"`)
	const letters = ": a name has plain letters with single spaces, hyphens or apostrophes between them, begins with a capital, and has at most 8 of all"
	for _, name := range []string{"b", "B ", "B  C", "B3", "Bé", "Abcdefghi", "-B"} {
		bad(name+letters, `"B"`+"\n", `"`+name+`"`+"\n", `links = "B"`, "")
	}
	bad("a town without a name"+letters, `name = "B"`, "")
	bad("A: its name is that of A, too", `name = "B"`, `name = "A"`)
	bad("B-c: its name is that of B C, too", `name = "B"`, `name = "B-c"`, `name = "A"`, `name = "B C"`)
	bad(`dice: "2" is not 1`, "1 = 2", "2 = 2")
	bad("dice: 1 results needed, 0 given; missing: 1", "1 = 2", "")
	for name, text := range map[string]string{"no TOML": "Dear GM,\n", "another type": "title = 3", "binary": "\x00\xff", "large": strings.Repeat("#", 1<<18+1)} {
		var r pack.Reader
		if err := r.Decode([]byte(text), &edition{}); err == nil || r.Err() != nil {
			t.Errorf("%s: %v, %v", name, err, r.Err())
		}
	}
}

// A file that is not TOML, or has values of the wrong type, gets a plain sentence with the line number.
func TestPlainWords(t *testing.T) {
	for text, want := range map[string]string{
		"title = 3\n":       `line 1: "title" must be a text in quotation marks, such as "3"; it is a number`,
		good + "size = 1\n": `line 11: B: there is no entry "size" in a town`,
		strings.Replace(good, "1 = 2", "1 = 2.5", 1):                              `line 5: "1" must be a number, such as 3; it is 2.5, which is no whole number`,
		strings.Replace(good, "1 = 2", `1 = "2"`, 1):                              `line 5: "1" must be a number, such as 3; it is a text`,
		strings.Replace(good, "1 = 2", "1 = 2,5", 1):                              `line 5: "1" must be a number without a comma, such as 3; it is 2,5`,
		strings.Replace(good, "1 = 2", "1 = 02", 1):                               `line 5: "1" must be a number without a zero before it, such as 3; it is 02`,
		strings.Replace(good, "1 = 2", "1 =", 1):                                  `line 5: "1" has no value; if it is to be empty, write 1 = ""`,
		strings.Replace(good, "1 = 2", "1 = yes", 1):                              `line 5: "1" must be true or false; it is yes`,
		strings.Replace(good, `"house"`, "house", 1):                              `line 3: "provenance" needs quotation marks around its text: provenance = "house"`,
		strings.Replace(good, `"house"`, `"house`, 1):                             `line 3: the text of "provenance" has no quotation mark at its end`,
		strings.Replace(good, `"house"`, `house"`, 1):                             `line 3: the text of "provenance" has no quotation mark at its beginning: provenance = "house"`,
		strings.Replace(good, `"house"`, `"a" b`, 1):                              `line 3: behind the text of "provenance" stands b, which belongs before the last quotation mark, or on a line of its own`,
		strings.Replace(good, `name = "A"`, `name "A"`, 1):                        `line 7: "name" needs an equals sign and a value: name = ...`,
		strings.Replace(good, `name = "A"`, `name: "A"`, 1):                       `line 7: "name" needs an equals sign, and no colon: name = ...`,
		strings.Replace(good, "[[town]]", "[[town]", 1):                           "line 6: the header [[town] must be closed by as many brackets as open it, such as [[location]]",
		strings.Replace(good, "[[town]]", "[town]", 2):                            "line 9: the table [town] is there twice",
		strings.Replace(good, "[dice]", "dice = 3", 1):                            `line 4: "dice" must be a table of its own, headed by [dice]; it is a number`,
		strings.Replace(good, `links = "B"`, `name = "B"`, 1):                     `line 8: "name" is there twice in the same table`,
		strings.Replace(good, "[dice]\n1 = 2", "[Dice]\n1 = 2\n[dice]\n2 = 2", 1): "line 4: Dice: it is written as dice, too; write dice each time",
	} {
		_, err := parse([]byte(text))
		if got := fmt.Sprint(pack.At([]byte(text), err)); !strings.Contains("\n"+got+"\n", "\n"+want+"\n") {
			t.Errorf("it says\n%s\nand not\n%s", got, want)
		}
	}
	curly := strings.NewReplacer(`= "`, "= “", "\"\n", "”\n").Replace(good) + "# “remark\n"
	if b, err := parse([]byte(curly)); err != nil || b.Title != "Towns" || b.Town[0].Links != "B" {
		t.Errorf("curly quotation marks are read as %+v, %v", b, err)
	}
	if b, err := parse([]byte(strings.Replace(good, `"the first"`, `"the “first” of ’em"`, 1))); err != nil || b.Edition != "the “first” of ’em" {
		t.Errorf("curly quotation marks within a text are read as %+v, %v", b, err)
	}
}

func TestHouse(t *testing.T) {
	house := pack.House[board]{Text: []byte(good), Parse: parse}
	first := house.Board()
	if again, err := house.Of(good); again != first || err != nil || house.Board() != first {
		t.Errorf("the house edition is another board: %v", err)
	}
	published := strings.Replace(good, "house", "published", 1)
	other, err := house.Of(published)
	if err != nil || other == first || other.Provenance != "published" {
		t.Errorf("another edition is %v, %v", other, err)
	}
	if again, err := house.Of(published); again != other || err != nil {
		t.Errorf("the same edition is read again: %v", err)
	}
	for i := range 20 {
		edition := strings.Replace(good, "house", "published", 1) + strings.Repeat("\n", i)
		if b, err := house.Of(edition); err != nil || b.Provenance != "published" {
			t.Errorf("edition %d is %v, %v", i, b, err)
		}
	}
	if b, err := house.Of("title = 3"); err == nil {
		t.Errorf("what is no edition is %v", b)
	}
	defer func() {
		if err := recover(); err != "pack: the house edition of *pack_test.board: title: it is missing\nedition: it is missing\nprovenance: it is \"\", and must be \"house\", \"gm-typed\" or \"published\"\ndice: 1 results needed, 0 given; missing: 1" {
			t.Errorf("a house edition with faults: %v", err)
		}
	}()
	(&pack.House[board]{Parse: parse}).Board()
}

func TestLists(t *testing.T) {
	if got := pack.List[string](" A b,C ,, d"); strings.Join(got, "|") != "A b|C||d" || pack.List[string](" ") != nil {
		t.Errorf("%q", got)
	}
	var r pack.Reader
	if pack.Complete(&r, "dice", "results", []string{"1", "2"}, []string{"1", "1"}) || r.Err().Error() != "dice: 1 comes twice\ndice: 2 results needed, 1 given; missing: 2" {
		t.Error(r.Err())
	}
}

func TestSited(t *testing.T) {
	sites := []pack.Site{
		{Name: "Z", Sea: true, Links: []string{"Y"}}, {Name: "B", Links: []string{"A", "C"}, Seas: []string{"Z"}}, {Name: "Y", Sea: true, Links: []string{"Z", "B"}},
		{Name: "A", Links: []string{"B"}}, {Name: "C", Links: []string{"C"}, Seas: []string{"Y", "Y"}},
	}
	var r pack.Reader
	links := pack.Sited[int](&r, "land", "sea", 1, sites) // of A, B, C, Y, Z
	faults := []string{"C: it has a link to itself", "C: its link to Y comes twice", `Y: it has a link to "B", and there is no such sea`, "B: it has a link to C, which has none back"}
	if r.Err() == nil || r.Err().Error() != strings.Join(faults, "\n") {
		t.Error(r.Err())
	}
	if !links.Equal(graph.Graph[int]{{1}, {0, 2, 4}, {3}, {2, 4}, {1, 3}}) {
		t.Error(links)
	}
}

// Operations of a made-up game, with what each requires.
var forms = map[pack.Op]pack.Form{
	pack.OpGain:  {Targets: []string{pack.ToAll}, What: []string{"", "gold", "tin"}, Least: -2, Most: 2},
	pack.OpUnits: {Places: []string{"", "A", "home"}, Least: -3},
	pack.OpDraw:  {Least: 1, Most: 3},
	"found":      {Places: []string{"A", "B"}, What: []string{"town"}, Units: true},
	pack.OpGM:    {},
}

func TestEffects(t *testing.T) {
	for text, want := range map[string]string{
		`op = "gain"; what = "tin"; amount = -2; target = "all"`:    "",
		`op = "gain"; amount = 1; target = "player"`:                "",
		`op = "units"; amount = -3; place = "home"`:                 "",
		`op = "units"; units = "2 men, 1 boat"`:                     "",
		`op = "found"; what = "town"; place = "B"; units = "1 man"`: "",
		`gm = "Who wins?"`:                               "",
		`op = "gain"`:                                    "x: its amount is 0, and must be from -2 to 2",
		`op = "gain"; amount = 3`:                        "x: its amount is 3, and must be from -2 to 2",
		`op = "gain"; amount = 1; what = "oil"`:          `x: its what is "oil", and must be gold or tin`,
		`op = "gain"; amount = 1; target = "them"`:       `x: its target is "them", and must be player or all`,
		`op = "draw"; amount = 1; target = "all"`:        `x: its target is "all", and must be player`,
		`op = "draw"; amount = 1; what = "tin"`:          `x: its what is "tin", and must be left out`,
		`op = "draw"; amount = 1; place = "A"`:           `x: there is no place "A" for it`,
		`op = "draw"; amount = 1; units = "1 man"`:       "x: it has no units",
		`op = "draw"; amount = 1; gm = "Hm"`:             `x: gm = "text" stands for an effect of its own`,
		`op = "gm"`:                                      "x: gm must say what the game master has to rule",
		`op = "units"`:                                   "x: it needs units to come, or else an amount below 0 of units to go",
		`op = "found"; what = "town"; place = "B"`:       "x: it needs units",
		`op = "found"; what = "town"; units = "1 man"`:   `x: there is no place "" for it`,
		`op = "found"; place = "A"; units = "1 man"`:     `x: its what is "", and must be town`,
		`op = "units"; units = "2 men, 3 men, 10 boats"`: "x: men comes twice\nx: \"10 boats\" must be from 1 to 9 and men or boats",
	} {
		var g struct {
			pack.Effect
			Units string
		}
		var r pack.Reader
		if err := r.Decode([]byte(strings.ReplaceAll(text, "; ", "\n")), &g); err != nil {
			t.Fatal(err)
		}
		men, boats := 0, 0
		r.Count("x", g.Units, "men or boats", 9, func(word string) *int {
			return map[string]*int{"man": &men, "men": &men, "boat": &boats, "boats": &boats}[word]
		})
		e := g.Whole()
		r.Effect("x", e, men+boats, forms[e.Op])
		if got := fmt.Sprint(r.Err()); got != cmp.Or(want, "<nil>") {
			t.Errorf("%s: %s\nand not\n%s", text, got, want)
		}
	}
	e := pack.Effect{Op: pack.OpGain, Target: "UK", Amount: -2, What: "oil", Place: "Persia"}
	if got := e.Line("1 INF"); got != "GAIN UK -2 OIL 1 INF AT Persia" || e.Own() || !(pack.Effect{}).Own() {
		t.Error(got)
	}
}

func TestNumbered(t *testing.T) {
	var r pack.Reader
	all := []int{1, 2, 3, 11, 12, 13}
	got := pack.Numbered(&r, "card", "numbers", all, map[string]string{"1": "a", "3-12": "b", "12, 2": "c", "4": "d", "3-2": "e", "x": "f"}, func(where, text string) string { return where + " " + text })
	pack.Missing(&r, "cards", "numbers", "U1", all, got)
	const want = "card 3-12: 12 comes twice\ncard 3-2: it must be numbers\ncard 4: it must be numbers\ncard x: it must be numbers\ncards: 6 numbers needed, 5 given (U1); missing: 13"
	if r.Err() == nil || r.Err().Error() != want || len(got) != 5 || got[11] != "card 3-12 b" || got[2] != "card 12, 2 c" {
		t.Errorf("%v\n%v", got, r.Err())
	}
}
