package decatur

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/adjudicatortest"
)

// withEntry returns the edit that puts an entry of a location in the place of the one it has.
func withEntry(t *testing.T, name, entry, value string) []string {
	t.Helper()
	_, rest, ok := strings.Cut(string(houseText), "name         = \""+name+"\"\n")
	if !ok {
		t.Fatalf("the house edition has no %s", name)
	}
	rest, _, _ = strings.Cut(rest, "\n[[")
	was := "name         = \"" + name + "\"\n" + rest
	var out []string
	for line := range strings.Lines(was) {
		if key, _, _ := strings.Cut(line, " "); key == entry {
			line = entry + " = \"" + value + "\"\n"
		}
		out = append(out, line)
	}
	return []string{was, strings.Join(out, "")}
}

// withoutLink returns the edits that take a dashed line away.
func withoutLink(t *testing.T, x, y string) []string {
	t.Helper()
	return withLinks(t, x, y, false)
}

// withLink returns the edits that draw a dashed line.
func withLink(t *testing.T, x, y string) []string {
	t.Helper()
	return withLinks(t, x, y, true)
}

func withLinks(t *testing.T, x, y string, link bool) []string {
	t.Helper()
	var edits []string
	for _, ends := range [][2]string{{x, y}, {y, x}} {
		from, _ := House().Loc(ends[0])
		var to []string
		for l := range House().Locations {
			if name := House().Name(Loc(l)); House().Adjacent(from, Loc(l)) && name != ends[1] {
				to = append(to, name)
			}
		}
		if link {
			to = append(to, ends[1])
		}
		edits = append(edits, withEntry(t, ends[0], "links", strings.Join(to, ", "))...)
	}
	return edits
}

func TestHouse(t *testing.T) {
	b := House()
	if len(b.Locations) != 30 || b.Provenance != "house" || !strings.HasSuffix(b.Note, ".") {
		t.Errorf("the house edition has %d locations, provenance %q, note %q", len(b.Locations), b.Provenance, b.Note)
	}
	for _, g := range Regions {
		n := 0
		for _, l := range b.Locations {
			if l.Region == g {
				n++
			}
		}
		if n != 6 || b.Prosperity[g] != 6 {
			t.Errorf("%s has %d locations and %d prosperity cards", g, n, b.Prosperity[g])
		}
	}
	for _, c := range Commonwealths {
		n := 0
		for _, l := range b.Locations {
			if l.Commonwealth == c {
				n++
			}
		}
		if n != 6 || b.Influence[c] != 8 {
			t.Errorf("%s has %d locations and %d influence cards", c, n, b.Influence[c])
		}
	}
	if !slices.IsSortedFunc(b.Locations, func(x, y Location) int { return strings.Compare(x.Name, y.Name) }) {
		t.Error("the locations are not in the order of their names")
	}
	if !slices.Equal(b.Precedence, []Region{Europe, MiddleAsia, Africa, Oceania, EastAsia}) {
		t.Errorf("precedence is %v", b.Precedence)
	}
	if want := []Space{{}, {}, {}, {Clock: true}, {Multiple: 3}, {Multiple: 2}, {Multiple: 2}, {Multiple: 2}}; !slices.Equal(b.Track, want) {
		t.Errorf("the round track is %v", b.Track)
	}
	for total, want := range map[int]Hit{2: {true, true}, 4: {Contender: true}, 5: {Defender: true}, 7: {}} {
		if got, ok := b.Attrition[total]; !ok || got != want {
			t.Errorf("attrition of %d is %v", total, got)
		}
	}
	if len(b.Attrition) != 11 {
		t.Errorf("attrition has %d results", len(b.Attrition))
	}
	about, err := checkPack(houseText)
	if want := "Decatur, house edition of Deaddrop (house): 30 locations, a round track of 8 spaces, 30 prosperity cards and 40 influence cards"; err != nil || about != want {
		t.Errorf("it is %q, %v", about, err)
	}
}

// Movement on the board agrees with the rules: K10, K11 and the examples of DC-18.
func TestKnownMovement(t *testing.T) {
	b := House()
	check := func(rule string, can func(x, y Loc) bool, from, to string, want bool) {
		t.Helper()
		x, ok := b.Loc(from)
		y, there := b.Loc(to)
		if !ok || !there || can(x, y) != want || can(y, x) != want {
			t.Errorf("%s: from %s to %s: %t, %t", rule, from, to, can(x, y), can(y, x))
		}
	}
	check("DC-18", b.InReach, "Scandinavia", "West Australia", true)
	check("DC-18", b.InReach, "Scandinavia", "East Australia", false)
	check("DC-18", b.InReach, "Egypt", "East Australia", true)
	check("DC-18", b.InReach, "Yakutia", "Siberia", true)
	check("DC-18", b.InReach, "Yakutia", "Japan", false)
	check("DC-18", b.InReach, "Egypt", "Egypt", false)
	check("K11", b.Adjacent, "India", "Indo-China", true)
	check("K11", b.Adjacent, "Persia", "Iceland", false)
	check("K11", b.InReach, "Persia", "Iceland", true)
	check("DC-17", b.Near, "Iceland", "Congo Basin", true)
	check("DC-17", b.Near, "Scandinavia", "West Australia", false)
	check("DC-17", b.Near, "Turkestan", "Siberia", true)
}

// badPack returns a check that the house edition, edited, has a fault.
func badPack(t *testing.T) func(want string, edits ...string) {
	return func(want string, edits ...string) {
		t.Helper()
		b, err := house.Of(adjudicatortest.Edited(t, houseText, edits...))
		if b != nil || err == nil || !slices.Contains(strings.Split(err.Error(), "\n"), want) {
			t.Errorf("the faults are\n%v\nand not\n%s", err, want)
		}
	}
}

// An edition needs the tables and cards that the rules need, and as they are known; what it lacks is named.
func TestTableFaults(t *testing.T) {
	bad := badPack(t)
	bad(`title: it is missing`, `= "Decatur"`, `= ""`)
	bad(`edition: it is missing`, `"house edition of Deaddrop"`, `" "`)
	bad(`note: it must be one line of text, of at most 300 bytes`, `"The board, its`, `"The board,\nits`)
	bad(`provenance: it is "mine", and must be "house", "gm-typed" or "published"`, `= "house"`, `= "mine"`)
	bad(`remark: there is no such entry in a pack`, "title  ", "remark = \"\"\ntitle")
	bad(`attritions: there is no such entry in a pack; do you mean "attrition"?`, "[attrition]\n2", "[attritions]\n2")

	// K7, DC-27: precedence.
	bad(`precedence: it begins with Africa and ends with East Asia, and must begin with Europe and end with East Asia (K7)`, `"Europe, Middle Asia, Africa,`, `"Africa, Middle Asia, Europe,`)
	bad(`precedence: it begins with Europe and ends with Oceania, and must begin with Europe and end with East Asia (K7)`, `Oceania, East Asia"`, `East Asia, Oceania"`)
	bad(`precedence (DC-27): 5 regions needed, 4 given; missing: Africa`, `Africa, Oceania, East`, `Oceania, East`)
	bad(`precedence (DC-27): Oceania comes twice`, `Oceania, East`, `Oceania, Oceania, East`)
	bad(`precedence (DC-27): "Asia" is not Europe, Middle Asia, East Asia, Africa or Oceania`, `Middle Asia, Africa`, `Asia, Africa`)

	// DC-7: the round track.
	bad(`track: 1 clock space needed, 0 given (DC-7)`, `clock, 3`, `plain, 3`)
	bad(`track: 1 clock space needed, 2 given (DC-7)`, `clock, 3`, `clock, clock, 3`)
	bad(`track: 1 shaded space or more needed, none given, so no interval would end (DC-7)`, `3, 2, 2, 2`, `plain`)
	bad(`track: space 5 is "13", and must be "plain", "clock" or a number from 1 to 12 (DC-7)`, `3, 2`, `13, 2`)
	bad(`track: space 4 is "clock x", and must be "plain", "clock" or a number from 1 to 12 (DC-7)`, `clock,`, `clock x,`)
	bad(`track: space 5 is "", and must be "plain", "clock" or a number from 1 to 12 (DC-7)`, `clock, 3`, `clock, , 3`)
	bad(`track: from 2 to 60 spaces needed, 0 given (DC-7)`, `"plain, plain, plain, clock, 3, 2, 2, 2"`, `""`)

	// DC-23: attrition.
	bad(`attrition (DC-23): 11 results needed, 9 given; missing: 2 and 11`, "2  = \"both\"\n", "", "11 = \"both\"\n", "")
	bad(`attrition (DC-23): "13" is not 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 12`, "12 =", "13 =")
	bad(`attrition: the result of 7 is "nobody", and must be "none", "contender", "defender" or "both" (DC-23)`, `7  = "none"`, `7 = "nobody"`)

	// K14, K15 and the counts of cards.
	bad(`prosperity: 21 cards needed for seven players, 20 given (K15)`, strings.Split(strings.Repeat("= 6\n|= 4\n|", 5), "|")[:10]...)
	bad(`prosperity (DC-4): 5 counts needed, 4 given; missing: Africa`, "Africa        = 6\n", "")
	bad(`prosperity: 0 cards of Europe; there must be from 1 to 99 (DC-4)`, "= 6", "= 0")
	bad(`influence (DC-12): "Chinese" is not British, Crescent, Independent, Orient or Russian`, "Orient      = 8", "Chinese = 8")
	bad(`influence: 100 cards of British; there must be from 1 to 99 (DC-12)`, "= 8", "= 100")
	bad(`influence: 14 cards needed, one to be dealt and one to be drawn for each of seven players, 13 given (DC-12)`,
		"British     = 8", "British = 3", "Crescent    = 8", "Crescent = 2", "Independent = 8", "Independent = 3", "Orient      = 8", "Orient = 3", "Russian     = 8", "Russian = 2")
	bad(`influence: 3 cards or more of British needed, 2 given (K14)`, "British     = 8", "British = 2")
	bad(`influence: 2 cards or more of Independent needed, 1 given (K14)`, "Independent = 8", "Independent = 1")
	bad(`influence: 2 cards or more of Orient needed, 1 given (K14)`, "Orient      = 8", "Orient = 1")
}

// An edition needs the locations that are known, as they are known, and dashed lines that make sense.
func TestLocationFaults(t *testing.T) {
	bad := badPack(t)
	const name = "name         = "

	// K6: what a location is.
	bad(`India: its region is "Asia", and must be one of Europe, Middle Asia, East Asia, Africa or Oceania (K6)`, withEntry(t, "India", "region", "Asia")...)
	bad(`India: its commonwealth is "Tea", and must be one of British, Crescent, Independent, Orient or Russian (K6)`, withEntry(t, "India", "commonwealth", "Tea")...)
	bad(`India: its coast is on "Baltic", which is not Atlantic, Indian or Pacific (K6)`, withEntry(t, "India", "coast", "Baltic")...)
	bad(`India: its coast has Indian twice`, withEntry(t, "India", "coast", "Indian, Indian")...)
	bad(`locations: none is in the region Oceania (K6)`, strings.Split(strings.Repeat(`"Oceania"|"Africa"|`, 6), "|")[:12]...)
	bad(`locations: none is of the commonwealth Crescent (K6)`, strings.Split(strings.Repeat(`"Crescent"|"Orient"|`, 6), "|")[:12]...)
	bad(`India: there is no entry "cost" in a location; do you mean "coast"?`, name+`"India"`, name+"\"India\"\ncost = \"Indian\"")

	// K8, K9: the names.
	for _, n := range namedLocations {
		bad(`locations: the rules name 19, 18 of them given (K8); missing: `+n, name+`"`+n+`"`, name+`"Atlantis"`)
	}
	const first = `: it comes too late, as in reverse alphabetical order the locations must begin Yakutia, West Europe, West China, West Australia and West Africa (K9)`
	bad(`Zanzibar`+first, name+`"East Africa"`, name+`"Zanzibar"`)
	bad(`West Borneo`+first, name+`"Borneo"`, name+`"West Borneo"`)
	bad(`East-africa: its name is that of East Africa, too`, name+`"Egypt"`, name+`"East-africa"`)
	bad(`India: its name is that of India, too`, name+`"Persia"`, name+`"India"`)
	const letters = `: a name has plain letters with single spaces, hyphens or apostrophes between them, begins with a capital, and has at most 20 of all`
	for _, n := range []string{"japan", "Japan ", "Japan 2", "Ja  pan", "Japañ", "Japan, North", strings.Repeat("J", 21)} {
		bad(n+letters, name+`"Japan"`, name+`"`+n+`"`)
	}
	bad(`a location without a name`+letters, name+`"Japan"`, name+`""`)
	bad(`locations: from 19 to 60 needed, 61 given (K8)`, "\n[[location]]", strings.Repeat("\n[[location]]", 32))

	// K10: coasts.
	bad(`Egypt: its coast must be Atlantic and Indian (K10)`, withEntry(t, "Egypt", "coast", "Indian")...)
	bad(`South Africa: its coast must be Atlantic and Indian (K10)`, withEntry(t, "South Africa", "coast", "Atlantic")...)
	bad(`Indo-China: its coast must be Indian and Pacific (K10)`, withEntry(t, "Indo-China", "coast", "Pacific")...)
	bad(`Anatolia: its coast is on 2 oceans, and of all locations only Egypt, South Africa and Indo-China are on two (K10)`, withEntry(t, "Anatolia", "coast", "Atlantic, Indian")...)
	for _, n := range []string{"Iceland", "Russia", "Scandinavia"} {
		bad(n+`: its coast must be Atlantic (K10)`, withEntry(t, n, "coast", "Pacific")...)
	}
	bad(`Persia: its coast must be Indian (K10)`, withEntry(t, "Persia", "coast", "Atlantic")...)
	bad(`West Australia: its coast must be Indian (K10)`, withEntry(t, "West Australia", "coast", "Indian, Pacific")...)
	bad(`East Australia: its coast must be Pacific (K10)`, withEntry(t, "East Australia", "coast", "Indian")...)
	for _, n := range []string{"Siberia", "Urals", "Yakutia"} {
		bad(n+`: it must have no coast (K10)`, withEntry(t, n, "coast", "Pacific")...)
	}
	bad(`Arabia: its coast must not be Atlantic (K10)`, withEntry(t, "Arabia", "coast", "Atlantic")...)
	bad(`Scandinavia: it has a link to East Australia, and they are not adjacent (K10)`, withLink(t, "Scandinavia", "East Australia")...)

	// K11 and the dashed lines.
	bad(`India: a link to Indo-China is needed (K11)`, withoutLink(t, "India", "Indo-China")...)
	bad(`Persia: it has a link to Iceland, and they are not adjacent (K11)`, withLink(t, "Persia", "Iceland")...)
	bad(`India: it has a link to Persia, which has none back`, withEntry(t, "Persia", "links", "Arabia, Anatolia, Turkestan")...)
	bad(`Britain: it has a link to itself`, withEntry(t, "Britain", "links", "West Europe, Britain")...)
	bad(`Britain: it has a link to "Mars", and there is no such location`, withEntry(t, "Britain", "links", "West Europe, Mars")...)
	bad(`Britain: its link to West Europe comes twice`, withEntry(t, "Britain", "links", "West Europe, West Europe")...)
	bad(`Yakutia: no dashed line and no ocean leads there (DC-18)`, slices.Concat(withEntry(t, "Yakutia", "links", ""), withEntry(t, "Siberia", "links", "Turkestan, Urals, West China"), withEntry(t, "East China", "links", "Indo-China, West China"))...)

	// K12: commonwealths.
	bad(`Indo-China: its commonwealth must be Orient (K12)`, withEntry(t, "Indo-China", "commonwealth", "British")...)
	bad(`Iceland: its commonwealth must be Independent (K12)`, withEntry(t, "Iceland", "commonwealth", "British")...)
}

// All faults of a pack are named together, and what is no pack at all is one fault.
func TestManyFaults(t *testing.T) {
	_, err := parseBoard([]byte(adjudicatortest.Edited(t, houseText, `7  = "none"`, `7 = "nobody"`, `clock, 3`, `clock, 99`, `"Arabia"`, `"Aarabia"`)))
	if err == nil {
		t.Fatal("the pack is taken")
	}
	for _, want := range []string{"attrition: ", "track: ", "locations: ", `Anatolia: it has a link to "Arabia"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the faults are\n%v\nwithout %q", err, want)
		}
	}
	for name, text := range map[string]string{"empty": "", "no TOML": "Dear GM,\n", "another type": "track = 3", "an array": "location = []", "a table": "[location]\nname = \"x\"",
		"binary": "\x00\xff", "a head": "title = \"Decatur\"", "nameless": strings.Repeat("[[location]]\n", 30)} {
		if b, err := parseBoard([]byte(text)); b != nil || err == nil {
			t.Errorf("%s: it is taken for an edition", name)
		}
	}
}

// An edition other than the house's is read as it is; coasts and locations come into order.
func TestEdition(t *testing.T) {
	text := adjudicatortest.Edited(t, houseText, append(withEntry(t, "Egypt", "coast", "Indian, Atlantic"), `= "house"`, `= "gm-typed"`, "clock, 3", "clock 4, 1", nameEntry("Borneo"), nameEntry("Sulawesi"),
		`links        = "Borneo, East Australia"`, `links = "Sulawesi, East Australia"`, `links        = "Borneo, Indo-China"`, `links = "Sulawesi, Indo-China"`)...)
	b, err := house.Of(text)
	if err != nil {
		t.Fatal(err)
	}
	if l, ok := b.Loc("Egypt"); !ok || !slices.Equal(b.Locations[l].Oceans, []Ocean{Atlantic, Indian}) {
		t.Errorf("Egypt is on %v", b.Locations[l].Oceans)
	}
	if b.Track[3] != (Space{Clock: true, Multiple: 4}) || b.Track[4] != (Space{Multiple: 1}) {
		t.Errorf("the round track is %v", b.Track)
	}
	l, ok := b.Loc("Sulawesi")
	if _, left := b.Loc("Borneo"); !ok || left || b.Name(l-1) != "South Africa" || b.Name(l+1) != "Sumatra" || !b.Adjacent(l, l+1) {
		t.Errorf("Sulawesi is number %d", l)
	}
	if b == House() || b.Provenance != "gm-typed" {
		t.Error("another edition is taken for the house's")
	}
	if b, err := house.Of(string(houseText)); b != House() || err != nil {
		t.Errorf("the house edition is another board: %v", err)
	}
}

func nameEntry(name string) string { return `name         = "` + name + `"` }

func FuzzParseBoard(f *testing.F) {
	f.Add(houseText)
	f.Add([]byte("[[location]]\nname = \"A\"\nlinks = \"A, ,B\"\ncoast = \",\"\n[attrition]\n2 = \"\"\n"))
	f.Fuzz(func(t *testing.T, pack []byte) {
		b, err := parseBoard(pack)
		if (b == nil) == (err == nil) {
			t.Errorf("%v, %v", b, err)
		}
	})
}
