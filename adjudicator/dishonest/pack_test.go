package dishonest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

// withEntry returns the edit that puts an entry of a table in the place of the one it has, or beside the others; a
// value of "" takes it out.
func withEntry(t *testing.T, kind, name, entry, value string) []string {
	t.Helper()
	was := regexp.MustCompile(`\[\[` + kind + `\]\]\nname +=\s"` + name + `"\n(.+\n)+`).FindString(string(houseText))
	if was == "" {
		t.Fatalf("the house edition has no %s %s", kind, name)
	}
	var is strings.Builder
	for line := range strings.Lines(was) {
		if key, _, _ := strings.Cut(line, " "); key != entry {
			is.WriteString(line)
		}
	}
	if value != "" {
		is.WriteString(entry + " = " + value + "\n")
	}
	return []string{was, is.String()}
}

func TestHouse(t *testing.T) {
	about, err := checkPack(houseText)
	if want := "Dishonest Decade, house edition of Deaddrop (house): 73 regions with 25 objectives, 29 sea-zones, 90 cards, 7 tiles and scenarios for 4, 5, 6 or 7 players"; err != nil || about != want {
		t.Errorf("the house edition is %q (%v), not %q", about, err, want)
	}
	b := House()
	if b.Note == "" || b.Provenance != "house" || b.Points != 10 {
		t.Error("the house edition does not say that it is one, or how many points end the game")
	}
	homes := map[string]int{}
	for _, p := range b.Places {
		if p.Home != "" {
			homes[p.Home]++
		}
	}
	for _, s := range seats() {
		if n := homes[string(s)]; n < 3 || n > 6 {
			t.Errorf("%s: %d homelands", s, n)
		}
	}
	if again, err := house.Of(string(houseText)); again != b || err != nil {
		t.Errorf("the house edition is another board: %v", err)
	}
}

// Each edition agrees with what is known of the published game.
func TestKnownFacts(t *testing.T) {
	bad := faultOf(t)
	region := func(name, entry, value string) []string { return withEntry(t, "region", name, entry, value) }

	// Each power has a homeland (K5, U1).
	for _, s := range seats() {
		text := string(houseText)
		home := fmt.Sprintf("home      = %q\n", s)
		bad(fmt.Sprintf("%s: it needs a homeland (K5, U1)", s), text, strings.ReplaceAll(text, home, ""))
	}

	// K6.
	for _, k := range knownPlaces() {
		if k.sea {
			bad(fmt.Sprintf("sea-zones: there must be one that is called %s (K6)", k.name), withEntry(t, "sea", k.name, "name", `"Atlantis"`)...)
			continue
		}
		bad(fmt.Sprintf("regions: there must be one that is called %s (K6)", k.name), region(k.name, "name", `"Atlantis"`)...)
		other := `"Asia"`
		if k.in[0] == "Asia" {
			other = `"Africa"`
		}
		bad(fmt.Sprintf("%s: it must lie in %s (K6)", k.name, adjudicator.Listed(k.in, "and")), region(k.name, "continent", other)...)
	}
	bad("Arabia: it can't lie in the Middle East, which is Turkey, Levant, Iraq, Persia and Afghanistan (K6)", region("Arabia", "continent", `"Middle East"`)...)
	bad("Levant: it must also be called Palestine (K6)", region("Levant", "also", `"Syria"`)...)

	// K7.
	bad("Ukraine: it must be a homeland of the USSR (K7)", region("Ukraine", "home", `"Germany"`)...)
	bad("Egypt: it must have an objective (K7)", region("Egypt", "objective", "false")...)
	bad("Ukraine: Romania must be next to it (K7)", region("Ukraine", "links", `"Caucasus"`)...)
	bad("Ukraine: Caucasus must be next to it (K7)", region("Ukraine", "links", `"Romania"`)...)
	bad("Levant: Egypt must be next to it (K7)", region("Levant", "links", `"Iraq"`)...)
	bad("Egypt: Aegean Sea must be next to it (K7)", region("Egypt", "seas", `"Red Sea"`)...)
	bad("East China Sea: Central Pacific must be next to it (K7)", withEntry(t, "sea", "East China Sea", "links", `"Sea of Japan"`)...)
	bad("Formosa: East China Sea must be next to it (K7)", region("Formosa", "seas", `"Central Pacific"`)...)
	bad("Libya: Egypt must be one or two regions away (K7)", region("Libya", "links", `"Sahara"`)...)
	bad("Balkans: the Aegean Sea must be in reach within 3 sea-zones (K7)", region("Balkans", "seas", `"Black Sea"`)...)
}

// The faults of an edition are described in sentences that make sense.
func TestPackFaults(t *testing.T) {
	bad := faultOf(t)
	bad(`title: it is missing`, `title      = "Dishonest Decade"`, ``)
	bad(`edition: it must be one line of text, of at most 300 bytes`, `"house edition of Deaddrop"`, `"house\nedition"`)
	bad(`provenance: it is "mine", and must be "house", "gm-typed" or "published"`, `= "house"`, `= "mine"`)
	bad(`points: 0 given; they must be from 1 to 40, and 10 end the printed game (K1, DD-42)`, `points = 10`, ``)
	bad(`points: 41 given; they must be from 1 to 40, and 10 end the printed game (K1, DD-42)`, `points = 10`, `points = 41`)
	bad(`colour: there is no such entry in a pack`, `points = 10`, "points = 10\ncolour = 3")
	bad(`card 1: there is no entry "colour" in it`, "[card.1]", "[card.1]\ncolour = 3")
	bad(`Egypt: there is no entry "colour" in a region`, withEntry(t, "region", "Egypt", "colour", "3")...)
	bad(`Red Sea: there is no entry "colour" in a sea`, withEntry(t, "sea", "Red Sea", "colour", "3")...)
	bad(`Sound: there is no entry "colour" in a canal`, withEntry(t, "canal", "Sound", "colour", "3")...)

	// U8.
	bad(`pieces: each power needs units of the type armour (K2, U8)`, "6 armour, ", "")
	bad(`pieces: units: "6 lions" must be from 1 to 60 and infantry, armour, fighters, fleets or squadrons`, "6 armour", "6 lions")
	bad(`pieces: units: "99 armour" must be from 1 to 60 and infantry, armour, fighters, fleets or squadrons`, "6 armour", "99 armour")
	bad(`pieces: units: infantry comes twice`, "6 armour", "6 infantry")
	bad(`pieces: 0 markers given, and there must be from 1 to 60 (K2, U8)`, "markers    = ", "markers    = 0 # ")
	bad(`pieces: 1 garrisons given, and there must be from 2 to 60 (K2, U8)`, "garrisons  = ", "garrisons  = 1 # ")
	bad(`pieces: 61 quagmires given, and there must be from 1 to 60 (K2, U8)`, "quagmires  = ", "quagmires  = 61 # ")
}

// The map is whole (U2 to U4).
func TestMapFaults(t *testing.T) {
	bad := faultOf(t)
	region := func(name, entry, value string) []string { return withEntry(t, "region", name, entry, value) }
	sea := func(name, entry, value string) []string { return withEntry(t, "sea", name, entry, value) }
	bad(`Spain: its continent is "Iberia", and must be Americas, Europe, Africa, Middle East or Asia (DD-44)`, region("Spain", "continent", `"Iberia"`)...)
	bad(`Spain: its continent Europe comes twice`, region("Spain", "continent", `"Europe, Europe"`)...)
	bad(`Spain: it lies in one continent, or at the border of two, and 0 are given (DD-44)`, region("Spain", "continent", "")...)
	bad(`Spain: it lies in one continent, or at the border of two, and 3 are given (DD-44)`, region("Spain", "continent", `"Europe, Africa, Asia"`)...)
	bad(`Spain: its home is "Carlists", which is no power (K5, U1)`, region("Spain", "home", `"Carlists"`)...)
	bad(`Spain: symbols (U3): "1 bull" must be from 1 to 6 and factories, crates, governments or derricks`, region("Spain", "symbols", `"1 bull"`)...)
	bad(`Spain: symbols (U3): "7 crates" must be from 1 to 6 and factories, crates, governments or derricks`, region("Spain", "symbols", `"7 crates"`)...)
	bad(`Spain: symbols (U3): crates comes twice`, region("Spain", "symbols", `"2 crates, 1 crates"`)...)
	bad(`Spain: its garrison is 10, and must be from 0 to 9 (U4)`, region("Spain", "garrison", "10")...)
	bad(`Paris: a homeland has no neutral garrison, as it is not neutral`, region("Paris", "garrison", "1")...)
	bad(`Spain: nobody can ever hold an impassable region, so it has no home, symbols, objective or garrison`, region("Spain", "impassable", "true")...)
	bad(`Italy: its homeland needs a factory and a government (U3)`, append(append(region("Rome", "symbols", ""), region("Naples", "symbols", "")...), region("Milan", "symbols", `"1 factory"`)...)...)
	bad(`Spain: it has a link to itself`, region("Spain", "links", `"Spain"`)...)
	bad(`Spain: it has a link to "Mars", and there is no such region`, region("Spain", "links", `"Mars"`)...)
	bad(`Spain: it has a link to "Mars", and there is no such sea-zone`, region("Spain", "seas", `"Mars"`)...)
	bad(`Spain: its link to Bordeaux comes twice`, region("Spain", "links", `"Bordeaux, Bordeaux"`)...)
	bad(`Marseilles: it has a link to Spain, which has none back`, region("Spain", "links", `"Bordeaux"`)...)
	bad(`North Sea: it has a link to "Spain", and there is no such sea-zone`, sea("North Sea", "links", `"Spain"`)...)
	bad(`Hawaii: nothing is next to it (U2)`, region("Hawaii", "seas", `""`)...)
	bad(`Spain: its name is that of Spain, too`, region("Turkestan", "name", `"Spain"`)...)
	const letters = `: a name has plain letters with single spaces, hyphens or apostrophes between them, begins with a capital, and has at most 18 of all`
	for _, n := range []string{"spain", "Spain ", "Spain 2", "Sp  ain", "Españ", strings.Repeat("S", 19)} {
		bad(n+letters, region("Spain", "name", `"`+n+`"`)...)
	}
	bad(`a place without a name`+letters, region("Spain", "name", "")...)
	bad(`Spain: it is also called "the north", which is no name of plain letters`, region("Spain", "also", `"the north"`)...)
	bad(`Spain: it is also called Paris, and that is Paris`, region("Spain", "also", `"Paris"`)...)
	bad(`Spain: at most 8 other names, 9 given`, region("Spain", "also", `"Aa, Ab, Ac, Ad, Ae, Af, Ag, Ah, Ai"`)...)

	// Canals.
	canal := func(entry, value string) []string { return withEntry(t, "canal", "Sound", entry, value) }
	bad(`canal 5: its name has plain letters, and at most 18 of them`, canal("name", `"Øresund"`)...)
	bad(`Kiel Canal: there are two canals of that name`, canal("name", `"Kiel Canal"`)...)
	bad(`Sound: its region is "Denmark", and there is no such region`, canal("region", `"Denmark"`)...)
	bad(`Sound: it joins two sea-zones, and 1 are given`, canal("seas", `"Baltic Sea"`)...)
	bad(`Sound: it joins "Black Sea", which is no sea-zone on Scandinavia`, canal("seas", `"Black Sea, Baltic Sea"`)...)
	bad(`Sound: Baltic Sea and Baltic Sea are joined without it`, canal("seas", `"Baltic Sea, Baltic Sea"`)...)
	bad(`Sound: North Sea and Norwegian Sea are joined without it`, canal("seas", `"North Sea, Norwegian Sea"`)...)
	bad(`canals: at most 12, 17 given`, "[[canal]]\nname", strings.Repeat("[[canal]]\n", 12)+"[[canal]]\nname")
}

// All faults of a pack are named together, and what is no pack at all is a fault, too.
func TestManyFaults(t *testing.T) {
	text := strings.NewReplacer("points = 10", "points = -1", "6 armour", "6 lions", "[card.1]", "[card.0]").Replace(string(houseText))
	_, err := parseBoard([]byte(text))
	if err == nil {
		t.Fatal("the pack is taken")
	}
	for _, want := range []string{"points: ", "pieces: ", "cards: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the faults are\n%v\nwithout %q", err, want)
		}
	}
	for name, text := range map[string]string{"empty": "", "no TOML": "Dear GM,\n", "another type": "points = \"ten\"", "an array": "region = []", "a table": "[region]\nname = \"x\"",
		"binary": "\x00\xff", "a head": "title = \"Dishonest Decade\"", "large": strings.Repeat("#", 1<<20), "nameless": strings.Repeat("[[region]]\n", 130)} {
		if b, err := parseBoard([]byte(text)); b != nil || err == nil {
			t.Errorf("%s: it is taken for an edition", name)
		}
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add(houseText)
	f.Add([]byte("[[region]]\nname = \"A\"\nlinks = \"A, ,B\"\nseas = \",\"\n[[canal]]\nseas = \"A, A\"\n[card.1]\n[scenario.4]\n"))
	f.Fuzz(func(t *testing.T, pack []byte) {
		b, err := parseBoard(pack)
		if (b == nil) == (err == nil) {
			t.Errorf("%v, %v", b, err)
		}
	})
}
