package successors

import (
	"fmt"
	"strings"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

// withEntry returns the edit that puts an entry of a table in the place of the one it has; a value of "" takes it
// out.
func withEntry(t *testing.T, table, entry, value string) []string {
	t.Helper()
	_, rest, ok := strings.Cut(string(houseText), table+"\n")
	if !ok {
		t.Fatalf("the house edition has no %s", table)
	}
	rest, _, _ = strings.Cut(rest, "\n\n")
	was := table + "\n" + rest + "\n"
	var out []string
	for line := range strings.Lines(was) {
		if key, _, _ := strings.Cut(line, " "); key == entry {
			if line = entry + " = " + value + "\n"; value == "" {
				line = ""
			}
		}
		out = append(out, line)
	}
	return []string{was, strings.Join(out, "")}
}

func province(name string) string { return "[[province]]\nname    = \"" + name + "\"" }

// badPack returns a check that the house edition, with those edits, is refused for that reason among others.
func badPack(t *testing.T) func(want string, edits ...string) {
	t.Helper()
	return func(want string, edits ...string) {
		t.Helper()
		b, err := parseBoard([]byte(adjudicatortest.Edited(t, houseText, edits...)))
		switch {
		case err == nil:
			t.Errorf("a pack is taken that has: %s", want)
		case b != nil:
			t.Errorf("%s: a board comes with it", want)
		case !strings.Contains("\n"+err.Error()+"\n", "\n"+want+"\n"):
			t.Errorf("the faults are\n%v\nand not\n%s", err, want)
		}
	}
}

func TestHouse(t *testing.T) {
	about, err := checkPack(houseText)
	if want := "Successors, house edition of Deaddrop (house): 44 provinces, 8 seas, 10 turns, 72 results of the event tables and 20 chits"; err != nil || about != want {
		t.Errorf("the house edition is %q (%v), not %q", about, err, want)
	}
	b := House()
	if b.Note == "" || b.Provenance != "house" {
		t.Error("the house edition does not say that it is one")
	}
	quiet := 0
	for n, c := range b.Odd {
		if c.Number != n || b.Even[n].Number != n {
			t.Errorf("result %d is numbered %d and %d", n, c.Number, b.Even[n].Number)
		}
		for _, c := range []Card{c, b.Even[n]} {
			if len(c.Effects) == 0 {
				quiet++
			}
		}
	}
	if quiet < 30 || quiet > 42 {
		t.Errorf("nothing happens in %d of 72 results", quiet)
	}
	for _, c := range b.Chits {
		if c.has(OpGM) {
			t.Errorf("chit %d has to wait for the game master", c.Number)
		}
	}
}

// Each edition agrees with what is known of the published game.
func TestKnownFacts(t *testing.T) {
	bad := badPack(t)
	const nothing = "[]"

	// K1: values, terrain, ports, what is raised.
	bad(`Persia: its value is 7, and must be from 0 to 6 (K1)`, withEntry(t, province("Persia"), "value", "7")...)
	bad(`Persia: its value is -1, and must be from 0 to 6 (K1)`, withEntry(t, province("Persia"), "value", "-1")...)
	bad(`Persia: its terrain is "shaded", and must be "normal" or "rough" (K1)`, withEntry(t, province("Persia"), "terrain", `"shaded"`)...)
	bad(`Media: it has a port, and no sea (K1)`, withEntry(t, province("Media"), "port", "true")...)
	bad(`Media: it raises "fleets", which is not cavalry, infantry or elephants (K1, SU-9)`, withEntry(t, province("Media"), "raises", `"fleets"`)...)

	// K5: cells of the event tables.
	for _, n := range []int{25, 26} {
		bad(fmt.Sprintf("odd %d: it must hurt fleets, and exempt those on patrol (K5)", n), withEntry(t, "[odd.25-26]", "effect", nothing)...)
	}
	bad("odd 25: it must hurt fleets, and exempt those on patrol (K5)", ", patrol = true", "")
	for n := 41; n <= 44; n++ {
		bad(fmt.Sprintf("odd %d: it must send the roller's leader home (K5)", n), withEntry(t, "[odd.41-44]", "effect", nothing)...)
	}
	bad("odd 41: it must send the roller's leader home (K5)", `{ op = "home" }`, `{ op = "home", target = "others" }`)
	bad("odd 53: it must give the roller units (K5)", withEntry(t, "[odd.53]", "effect", nothing)...)
	bad("odd 53: it must give the roller units (K5)", withEntry(t, "[odd.53]", "effect", `[{ op = "units", amount = -1 }]`)...)
	bad("odd 54: it must be a revolt of Persia with two white levies (K5)", withEntry(t, "[odd.54]", "effect", nothing)...)
	bad("odd 54: it must be a revolt of Persia with two white levies (K5)", `place = "Persia", units = "2 levies"`, `place = "Persia", units = "3 levies"`)
	bad("odd 54: it must be a revolt of Persia with two white levies (K5)", `place = "Persia"`, `place = "Media"`)
	for n := 51; n <= 55; n++ {
		bad(fmt.Sprintf("even %d: it must offer elephants to the roller (K5)", n), withEntry(t, "[even.51-55]", "effect", nothing)...)
	}
	bad("even 56: it must offer elephants to the roller (K5)", `{ op = "offer" }, `, "")
	const india = "even 56: it must give 4 talents to who controls both North India and South India (K5)"
	bad(india, withEntry(t, "[even.56]", "effect", `[{ op = "offer" }]`)...)
	bad(india, `amount = 4 }]

[even.61`, `amount = 5 }]

[even.61`)
	bad(india, `, also = "South India"`, "")
	bad(india, `also = "South India"`, `also = "Persia"`)

	// K6: chits.
	for n := 2; n <= 4; n++ {
		table := fmt.Sprintf("[chit.%d]", n)
		bad(fmt.Sprintf("chit %d: it must bring mercenaries (K6)", n), withEntry(t, table, "effect", nothing)...)
		bad(fmt.Sprintf(`chit %d: when is "turn", and must be "any" (K6)`, n), withEntry(t, table, "when", `"turn"`)...)
	}
	for n := 12; n <= 14; n++ {
		bad(fmt.Sprintf(`chit %d: when is "turn", and must be "start" (K6)`, n), withEntry(t, fmt.Sprintf("[chit.%d]", n), "when", `"turn"`)...)
	}
	for n := 15; n <= 17; n++ {
		bad(fmt.Sprintf("chit %d: it must cancel a revolt (K6)", n), withEntry(t, "[chit.15-17]", "effect", nothing)...)
		bad(fmt.Sprintf(`chit %d: when is "any", and must be "revolt" (K6)`, n), withEntry(t, "[chit.15-17]", "when", `"any"`)...)
	}
	for n := 19; n <= 20; n++ {
		bad(fmt.Sprintf("chit %d: it must be a raid of cavalry that is lost on a 6 (K6)", n), withEntry(t, "[chit.19-20]", "effect", nothing)...)
		bad(fmt.Sprintf("chit %d: it must be a raid of cavalry that is lost on a 6 (K6)", n), "hit = 6", "hit = 5")
	}
	for _, n := range []int{5, 18} {
		bad(fmt.Sprintf("chit %d: it is missing, and chits are numbered from 2 to 20 at least (K6, U3)", n), fmt.Sprintf("[chit.%d]", n), fmt.Sprintf("[chit.%d]", 30))
	}
	bad("chit 16: it is missing, and chits are numbered from 2 to 20 at least (K6, U3)", "[chit.15-17]", `[chit."15, 17"]`)

	// K7, K8, K9 and the battle at sea.
	bad("units: 2 white levies or more needed, 1 given (K5)", "2 elephants, 14 levies", "2 elephants, 1 levy")
	bad("turns: 8 given; there must be more than 8, and at most 40 (K8)", "turns = 10", "turns = 8")
	for _, name := range namedProvinces {
		bad("provinces: North India, Persia, South India and Thrace must be there (K9); missing: "+name, province(name), province("Atlantis"))
	}
	bad("hit: at sea a roll of 5 or 6 kills, and 4 is given (SU-12)", "sea       = 5", "sea = 4")
}

// A typed edition may leave a card to the game master, for what is known of it stands there to be read.
func TestKnownFactsLeftToTheGM(t *testing.T) {
	const gm = `[{ gm = "What the printed table says." }]`
	b, err := house.Of(adjudicatortest.Edited(t, houseText, append(withEntry(t, "[odd.25-26]", "effect", gm), `= "house"`, `= "gm-typed"`)...))
	if err != nil {
		t.Fatal(err)
	}
	if e := b.Odd[26].Effects[0]; e.Op != OpGM || e.Text != "What the printed table says." || b == House() {
		t.Errorf("odd 26 is %+v", e)
	}
	if b, err := house.Of(string(houseText)); b != House() || err != nil {
		t.Errorf("the house edition is another board: %v", err)
	}
}

// Tables and cards are complete, and make sense.
func TestPackFaults(t *testing.T) {
	bad := badPack(t)
	bad(`title: it is missing`, `title      = "Successors"`, ``)
	bad(`edition: it must be one line of text, of at most 300 bytes`, `"house edition of Deaddrop"`, `"house\nedition"`)
	bad(`provenance: it is "mine", and must be "house", "gm-typed" or "published"`, `= "house"`, `= "mine"`)
	bad(`colour: there is no such entry in a pack`, `turns = 10`, "turns = 10\ncolour = 3")
	bad(`odd 56: there is no entry "colour" in it`, "[odd.56]", "[odd.56]\ncolour = 3")
	bad(`turns: it is missing (U6)`, `turns = 10`, ``)

	// U7, U4, U5.
	bad(`units: each colour needs counters of elephant (U7, SU-9)`, "3 elephants, ", "")
	bad(`units: counters of each colour (U7): "3 lions" must be from 1 to 60 and cavalry, infantry, elephants, levies or fleets`, "3 elephants", "3 lions")
	bad(`units: counters of each colour (U7): "99 elephants" must be from 1 to 60 and cavalry, infantry, elephants, levies or fleets`, "3 elephants", "99 elephants")
	bad(`units: elephant is what an elephant costs, from 1 to 60 talents, and 0 given (U2, SU-9)`, "elephant = 4", "")
	bad(`hit (U4, SU-16): 6 numbers needed, 5 given; missing: levy`, "levy      = 6", "")
	bad(`hit (U4, SU-16): "lion" is not prebattle, sea, cavalry, infantry, elephant or levy`, "levy      = 6", "lion = 6")
	bad(`hit: levy hits with a throw of 7 or more; it must be from 2 to 6 (SU-16)`, "levy      = 6", "levy = 7")
	bad(`caught (U5, SU-21): 6 results needed, 5 given; missing: 6`, "6 = \"kept\"\n", "")
	bad(`caught: the result of 6 is "eaten", and must be "kept", "sunk" or "escape" (SU-21)`, `6 = "kept"`, `6 = "eaten"`)

	// U2, U3.
	bad(`odd: 36 results needed, 32 given (U2); missing: 13, 14, 15 and 16`, "[odd.13-16]", "[even.13-15]")
	bad(`even 61-64: 61 comes twice`, "[even.64-66]", "[even.61-64]")
	bad(`odd 17: it must be results of two dice, such as "11", "13-16" or "21, 23-26" (U2)`, "[odd.56]", "[odd.17]")
	bad(`odd 56-51: it must be results of two dice, such as "11", "13-16" or "21, 23-26" (U2)`, "[odd.56]", "[odd.56-51]")
	bad(`odd 56: only chits say when they may be played`, "[odd.56]", "[odd.56]\nwhen = \"any\"")
	bad(`odd 56: title: it is missing`, withEntry(t, "[odd.56]", "title", "")...)
	bad(`odd 56: text: it is missing`, withEntry(t, "[odd.56]", "text", "")...)
	bad(`chit 0: it must be numbers from 1 to 60, such as "1" or "2-4" (U3)`, "[chit.1]", "[chit.0]")
	bad(`chit 2-3: 2 comes twice`, "[chit.1]", "[chit.2-3]")
	bad(`chit 1: when is "", and must be "turn", "any", "start" or "revolt" (K6)`, withEntry(t, "[chit.1]", "when", "")...)
	bad(`chit 1: what cancels a revolt, and nothing else, is played when one breaks out (K6)`, withEntry(t, "[chit.1]", "effect", `[{ op = "cancel" }]`)...)
	bad(`chit 1: what cancels a revolt, and nothing else, is played when one breaks out (K6)`, withEntry(t, "[chit.1]", "when", `"revolt"`)...)

	// Effects, each of which stands on odd 56 or chit 1.
	for effect, want := range map[string]string{
		`op = "dance"`:                               `there is no effect "dance"; there are cancel, draw, gain, gm, hire, home, invasion, march, none, offer, plague, raid, release, revolt, storm and units`,
		`target = "all"`:                             `there is no effect ""; there are cancel, draw, gain, gm, hire, home, invasion, march, none, offer, plague, raid, release, revolt, storm and units`,
		`op = "gain", what = "talents"`:              `gain: its amount is 0, and must be from -20 to 20`,
		`op = "gain", what = "talents", amount = 21`: `gain: its amount is 21, and must be from -20 to 20`,
		`op = "gain", what = "talents", amount = 1, units = "1 levy"`:                                       `gain: it has no units`,
		`op = "gain", what = "talents", amount = 1, hit = 3`:                                                `gain: its hit is 3, and must be left out`,
		`op = "gain", what = "talents", amount = 1, patrol = true`:                                          `gain: patrol is for storms`,
		`op = "gain", what = "talents", amount = 1, target = "them"`:                                        `gain: its target is "them", and must be player, others, all or controller`,
		`op = "gain", what = "talents", amount = 1, place = "Persia"`:                                       `gain: there is no place "Persia" for it`,
		`op = "gain", what = "talents", amount = 1, target = "controller"`:                                  `gain: who controls ""? It must be a province`,
		`op = "gain", what = "talents", amount = 1, target = "controller", place = "Mars"`:                  `gain: who controls "Mars"? It must be a province`,
		`op = "gain", what = "talents", amount = 1, target = "controller", place = "Persia", also = "Mars"`: `gain: who controls "Mars"? It must be a province`,
		`op = "gain", what = "talents", amount = 1, also = "Persia"`:                                        `gain: also is a second province that its controller must have`,
		`op = "gain", what = "talents", amount = 1, gm = "Hm"`:                                              `gain: gm = "text" stands for an effect of its own`,
		`op = "units"`:                                                     `units: it needs units to come, or else an amount below 0 of units to go`,
		`op = "units", units = "many"`:                                     `units: "many" must be from 1 to 60 and cavalry, infantry, elephants, levies or fleets`,
		`op = "units", units = "1 levy", place = "Red Sea"`:                `units: there is no place "Red Sea" for it`,
		`op = "hire"`:                                                      `hire: it needs units`,
		`op = "hire", units = "9 cavalry"`:                                 `hire: there are not so many white counters (U7)`,
		`op = "home", place = "Persia"`:                                    `home: there is no place "Persia" for it`,
		`op = "revolt", place = "Mars", units = "1 levy"`:                  `revolt: there is no place "Mars" for it`,
		`op = "revolt", place = "Persia"`:                                  `revolt: it needs units`,
		`op = "revolt", place = "home", units = "1 levy"`:                  `revolt: there is no place "home" for it`,
		`op = "invasion", place = "Persia", units = "1 levy", amount = -1`: `invasion: its amount is -1, and must be from 0 to 10`,
		`op = "storm", target = "all"`:                                     `storm: its hit is 0, and must be from 1 to 6`,
		`op = "plague", hit = 2`:                                           `plague: there is no place "" for it`,
		`op = "draw"`:                                                      `draw: its amount is 0, and must be from 1 to 5`,
		`op = "gm"`:                                                        `gm: gm must say what the game master has to rule`,
	} {
		bad("odd 56: "+want, "[odd.56]", "[odd.56]\neffect = [{ "+effect+" }]")
		bad("chit 1: "+want, withEntry(t, "[chit.1]", "effect", "[{ "+effect+" }]")...)
	}
	for _, effect := range []string{`op = "raid", amount = 3, hit = 6`, `op = "plague", place = "choice", hit = 6`} {
		name := strings.Split(effect, `"`)[1]
		bad("odd 56: "+name+": a result of an event table leaves nothing to choose; only chits do", "[odd.56]", "[odd.56]\neffect = [{ "+effect+" }]")
	}
	bad("odd 56: at most 6 effects, 7 given", "[odd.56]", "[odd.56]\neffect = ["+strings.Repeat(`{ op = "none" }, `, 7)+"]")
}

// The map is whole.
func TestMapFaults(t *testing.T) {
	bad := badPack(t)
	const media = "Media"
	bad(`Media: there is no entry "colour" in a province`, province(media), province(media)+"\ncolour = 3")
	bad(`Red Sea: there is no entry "colour" in a sea`, "[[sea]]\nname  = \"Red Sea\"", "[[sea]]\nname = \"Red Sea\"\ncolour = 3")
	bad(`Media: it raises cavalry twice`, withEntry(t, province(media), "raises", `"cavalry, cavalry"`)...)
	bad(`Media: it has a link to itself`, withEntry(t, province(media), "links", `"Media"`)...)
	bad(`Media: it has a link to "Mars", and there is no such province`, withEntry(t, province(media), "links", `"Mars"`)...)
	bad(`Media: it has a link to "Mars", and there is no such sea`, withEntry(t, province(media), "seas", `"Mars"`)...)
	bad(`Media: its link to Persia comes twice`, withEntry(t, province(media), "links", `"Persia, Persia"`)...)
	bad(`Persia: it has a link to Media, which has none back`, withEntry(t, province(media), "links", `"Susiana"`)...)
	bad(`Thrace: its name is that of Thrace, too`, province("Media"), province("Thrace"))
	const letters = `: a name has plain letters with single spaces, hyphens or apostrophes between them, begins with a capital, and has at most 20 of all`
	for _, n := range []string{"media", "Media ", "Media 2", "Me  dia", "Médie", strings.Repeat("M", 21)} {
		bad(n+letters, province(media), province(n))
	}
	bad(`a place without a name`+letters, province(media), province(""))
	bad(`Cyprus: no way leads there from Arabia (SU-10, SU-11)`, withEntry(t, province("Cyprus"), "seas", `""`)...)
}

// All faults of a pack are named together, and what is no pack at all is a fault, too.
func TestManyFaults(t *testing.T) {
	_, err := parseBoard([]byte(adjudicatortest.Edited(t, houseText, "turns = 10", "turns = 1", `6 = "kept"`, `6 = "lost"`, "[odd.11-12]", "[odd.11]")))
	if err == nil {
		t.Fatal("the pack is taken")
	}
	for _, want := range []string{"turns: ", "caught: ", "odd: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the faults are\n%v\nwithout %q", err, want)
		}
	}
	for name, text := range map[string]string{"empty": "", "no TOML": "Dear GM,\n", "another type": "turns = \"ten\"", "an array": "province = []", "a table": "[province]\nname = \"x\"",
		"binary": "\x00\xff", "a head": "title = \"Successors\"", "nameless": strings.Repeat("[[province]]\n", 90)} {
		if b, err := parseBoard([]byte(text)); b != nil || err == nil {
			t.Errorf("%s: it is taken for an edition", name)
		}
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add(houseText)
	f.Add([]byte("[[province]]\nname = \"A\"\nlinks = \"A, ,B\"\nseas = \",\"\n[odd.11-]\neffect = [{}]\n[chit.\"1,\"]\n"))
	f.Fuzz(func(t *testing.T, pack []byte) {
		b, err := parseBoard(pack)
		if (b == nil) == (err == nil) {
			t.Errorf("%v, %v", b, err)
		}
	})
}
