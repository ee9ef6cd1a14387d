//go:build !race

package mapmaker_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"deaddrop/templates/atlas"
	"deaddrop/templates/mapmaker"
	"deaddrop/tier"
)

var update = flag.Bool("update", false, "write the boards of the atlas anew")

// compile makes the board of a map file whose text was edited.
func compile(t *testing.T, name string, edits ...string) *atlas.Board {
	t.Helper()
	file := filepath.Join("maps", name+".map")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(edits); i += 2 {
		if !bytes.Contains(text, []byte(edits[i])) {
			t.Fatalf("%s has no line with %q", file, edits[i])
		}
	}
	m, err := mapmaker.ReadMap(file, []byte(strings.NewReplacer(edits...).Replace(string(text))))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := os.Open("earth/world.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	g, err := mapmaker.ReadGeography(packed)
	if err != nil {
		t.Fatal(err)
	}
	b, err := m.Compile(g)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// committed returns the board of a map that is in the atlas.
func committed(t *testing.T, name string) *atlas.Board {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../atlas/boards", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := atlas.DecodeBoard(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sound reports what is wrong with a board.
func sound(t *testing.T, name string, b *atlas.Board) {
	t.Helper()
	for _, fault := range mapmaker.Check(b, rules()[name]) {
		t.Errorf("%s: %s", name, fault)
	}
	crowded, err := mapmaker.CheckRoom(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range crowded {
		t.Errorf("%s: %s", name, fault)
	}
}

// Each map file makes just the board that is in the atlas, that is drawn as the rules have it, and nothing covers
// anything. The bytes are compared on the processors that they were made on: others round some sums otherwise.
// The short tier makes no boards, and checks those that are there.
func TestMaps(t *testing.T) {
	files, err := filepath.Glob("maps/*.map")
	if err != nil || len(files) != len(rules()) {
		t.Fatal(files, err)
	}
	for name := range rules() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !tier.Full() && !*update { // to make a map takes seconds
				sound(t, name, committed(t, name))
				return
			}
			b := compile(t, name)
			sound(t, name, b)
			text, err := b.Encode()
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("../atlas/boards", name+".json")
			if *update {
				if err := os.WriteFile(file, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			old := committed(t, name)
			sound(t, name, old)
			want, err := old.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if runtime.GOARCH == "amd64" && !bytes.Equal(text, want) {
				t.Errorf("%s is not what the map makes; go test ./templates/mapmaker -update writes it anew", file)
			}
			if got, want := names(b), names(old); !slices.Equal(got, want) {
				t.Errorf("%s has %q, and the map %q", file, want, got)
			}
		})
	}
}

// names lists the areas of a board, and of how many pieces each is, if it is a place.
func names(b *atlas.Board) []string {
	var out []string
	for _, a := range b.Areas {
		out = append(out, a.Kind+" "+a.Name+" "+a.Label)
	}
	return out
}

// Check finds a cut that ends in the wrong place, a missing bridge and a misnamed place.
func TestBrokenMap(t *testing.T) {
	t.Parallel()
	b := compile(t, "standard",
		"bridge Den width=4 10.7,55.35>11.3,55.38", "",
		"bridge Den width=7 12.4,55.93>12.8,55.95", "",
		"cut 18.2,40.1>19.6,40.4", "cut 18.2,40.1>20.5,39.1",
		"land Mun Munich", "land Mon Munich")
	faults := mapmaker.Check(b, rules()["standard"])
	for _, want := range []string{
		"Bal-Ska: a border of",
		"Adr-Gre: a border of",
		"Mon: drawn, and the rules do not know it",
		"Mun: not drawn",
		"Mun-Tyr: adjacent by the rules, and no border is drawn",
	} {
		if !slices.ContainsFunc(faults, func(f string) bool { return strings.HasPrefix(f, want) }) {
			t.Errorf("no fault begins with %q in\n%s", want, strings.Join(faults, "\n"))
		}
	}
}

// The check sees each difference on its own.
func TestCheck(t *testing.T) {
	check := func(name, want string, change func(b *atlas.Board, r *mapmaker.Ruled)) {
		t.Helper()
		b, r := committed(t, name), rules()[name]
		change(b, &r)
		if got := strings.Join(mapmaker.Check(b, r), "\n"); !strings.Contains(got, want) {
			t.Errorf("%s: %q is not among %q", name, want, got)
		}
	}
	area := func(b *atlas.Board, name string) *atlas.Area {
		a, ok := b.Area(name)
		if !ok {
			t.Fatal(name)
		}
		return a
	}
	check("decatur", "Britain-West Europe: adjacent by the rules, and no line is drawn", func(b *atlas.Board, _ *mapmaker.Ruled) { b.Links = b.Links[1:] })
	check("decatur", "Britain-Iceland: a line is drawn, and they are not adjacent by the rules", func(b *atlas.Board, _ *mapmaker.Ruled) { b.Links[0].To = "Iceland" })
	check("decatur", "Britain-West Europe: two lines", func(b *atlas.Board, _ *mapmaker.Ruled) { b.Links = append(b.Links, b.Links[0]) })
	check("decatur", "Arabia-Indian: adjacent by the rules, and no border is drawn", func(b *atlas.Board, _ *mapmaker.Ruled) {
		area(b, "Arabia").Name, area(b, "Urals").Name = "Urals", "Arabia"
	})
	check("decatur", "Indian-Siberia: a border of", func(b *atlas.Board, _ *mapmaker.Ruled) {
		area(b, "India").Name, area(b, "Siberia").Name = "Siberia", "India"
	})
	check("standard", "Spa: the map does not say where its coast nc is", func(b *atlas.Board, _ *mapmaker.Ruled) { area(b, "Spa").Coasts = nil })
	check("standard", "Spa: no shore meets just Gas Mao Wes, which is its coast nc; drawn are Gas Mao Por and Lyo Mao Mar Por Wes", func(_ *atlas.Board, r *mapmaker.Ruled) {
		r.Coasts["Spa"]["nc"] = []string{"Gas", "Mao", "Wes"}
	})
	check("standard", "Pru: a supply centre either by the rules or as it is drawn", func(b *atlas.Board, _ *mapmaker.Ruled) { area(b, "Pru").Centre = true })
	check("standard", "Pru: nothing is drawn of it", func(b *atlas.Board, _ *mapmaker.Ruled) { area(b, "Pru").Rings = nil })
	check("standard", "Apu-Ven: fleets may pass by the rules, and the border does not reach a sea", func(b *atlas.Board, _ *mapmaker.Ruled) {
		area(b, "Adr").Kind = atlas.Land
	})
	check("standard", "Apu-Ven: the border reaches a sea, and fleets may not pass by the rules", func(_ *atlas.Board, r *mapmaker.Ruled) {
		for _, name := range []string{"Apu", "Ven"} {
			r.Fleets[name] = slices.DeleteFunc(r.Fleets[name], func(to string) bool { return to == "Ven" || to == "Apu" })
		}
	})
	check("successors", "Persia: another value by the rules than is drawn", func(b *atlas.Board, _ *mapmaker.Ruled) { area(b, "Persia").Value = "9" })
	check("successors", "Persia: another terrain by the rules than is drawn", func(b *atlas.Board, _ *mapmaker.Ruled) { area(b, "Persia").Rough = true })
	check("successors", "Persia: another port by the rules than is drawn", func(b *atlas.Board, _ *mapmaker.Ruled) { area(b, "Persia").Port = true })
	check("successors", "Persia: another raises by the rules than is drawn", func(b *atlas.Board, _ *mapmaker.Ruled) { area(b, "Persia").Raises = nil })
	check("successors", "Bithynia-Thrace: a border of", func(_ *atlas.Board, r *mapmaker.Ruled) {
		for _, name := range []string{"Bithynia", "Thrace"} {
			r.Armies[name] = slices.DeleteFunc(r.Armies[name], func(to string) bool { return to == "Bithynia" || to == "Thrace" })
		}
	})
	check("successors", "Aegean Sea-Euxine Sea: adjacent by the rules, and no border is drawn", func(_ *atlas.Board, r *mapmaker.Ruled) {
		r.Fleets["Euxine Sea"] = append(r.Fleets["Euxine Sea"], "Aegean Sea")
	})
	check("dishonest", "Berlin: another symbol by the rules than is drawn", func(b *atlas.Board, _ *mapmaker.Ruled) { area(b, "Berlin").Symbols[0].Count = 2 })
	check("dishonest", "Sound: a canal by the rules, and not drawn", func(b *atlas.Board, _ *mapmaker.Ruled) { b.Canals = b.Canals[:4] })
	check("dishonest", "Ditch: a canal that the rules do not know, or a second of that name", func(b *atlas.Board, _ *mapmaker.Ruled) { b.Canals[0].Name = "Ditch" })
	check("dishonest", "Suez Canal: it does not go over Turkey", func(_ *atlas.Board, r *mapmaker.Ruled) {
		r.Canals["Suez Canal"] = mapmaker.Canal{Land: "Turkey", Seas: r.Canals["Suez Canal"].Seas}
	})
	check("dishonest", `Suez Canal: it joins Aegean Sea and Red Sea by the rules, and is drawn from "Caribbean Sea" to "East Pacific"`, func(b *atlas.Board, _ *mapmaker.Ruled) {
		b.Canals[0].Points = b.Canals[1].Points
	})
	check("dealers-europe", "Cardiff-Dublin: an arrow by the rules, and not drawn", func(b *atlas.Board, _ *mapmaker.Ruled) {
		b.Crossings = slices.DeleteFunc(b.Crossings, func(k atlas.Link) bool { return k.From == "Cardiff" })
	})
	check("dealers-europe", `Rome-Dublin: the arrow is drawn from "Cardiff" to "Dublin"`, func(b *atlas.Board, _ *mapmaker.Ruled) {
		b.Crossings[slices.IndexFunc(b.Crossings, func(k atlas.Link) bool { return k.From == "Cardiff" })].From = "Rome"
	})
	check("dealers-europe", "Dublin-Rome: an arrow is drawn that the rules do not know", func(b *atlas.Board, _ *mapmaker.Ruled) {
		b.Crossings[slices.IndexFunc(b.Crossings, func(k atlas.Link) bool { return k.From == "Cardiff" })].From = "Rome"
	})
	check("dealers-europe", "Cardiff-Dublin: two arrows", func(b *atlas.Board, _ *mapmaker.Ruled) {
		b.Crossings = append(b.Crossings, b.Crossings...)
	})
	check("dealers-america", "Denver: another symbol by the rules than is drawn", func(b *atlas.Board, _ *mapmaker.Ruled) { area(b, "Denver").Symbols[0].Count = 5 })
	check("standard", "Kie-Mun: the border is drawn with ", func(b *atlas.Board, _ *mapmaker.Ruled) {
		for i := range b.Arcs {
			for k, p := range b.Arcs[i].Points { // as if the map were seen from far away
				b.Arcs[i].Points[k] = atlas.Point{p[0] / 10, p[1] / 10}
			}
		}
	})
}

// Pieces that would cover something are found.
func TestCheckRoom(t *testing.T) {
	check := func(name string, want string, change func(b *atlas.Board)) {
		t.Helper()
		b := committed(t, name)
		change(b)
		got, err := mapmaker.CheckRoom(b)
		if err != nil || !slices.Contains(got, want) {
			t.Errorf("%q is not in %q, %v", want, got, err)
		}
	}
	area := func(b *atlas.Board, name string) *atlas.Area {
		a, ok := b.Area(name)
		if !ok {
			t.Fatal(name)
		}
		return a
	}
	check("standard", "the piece of Hol covers the label of Bel", func(b *atlas.Board) { area(b, "Hol").Unit = area(b, "Bel").Text })
	check("standard", "the piece of Hol covers the piece of Bel", func(b *atlas.Board) { area(b, "Hol").Unit = area(b, "Bel").Unit })
	check("standard", "the ring of Tys covers the label of Tys", func(b *atlas.Board) {
		a := area(b, "Tys")
		a.Text = atlas.Point{a.Unit[0], a.Unit[1] + 20}
	})
	check("standard", "the dislodged piece of Rom covers the label of Rom", func(b *atlas.Board) { area(b, "Rom").Second = area(b, "Rom").Text })
	check("standard", "the label of Ank covers the label of Con", func(b *atlas.Board) { area(b, "Con").Text = area(b, "Ank").Text })
	check("successors", "the stack of Media covers the label of Assyria", func(b *atlas.Board) { area(b, "Media").Unit = area(b, "Assyria").Text })
	check("successors", "the stack of Media covers the stack of Assyria", func(b *atlas.Board) { area(b, "Media").Unit = area(b, "Assyria").Unit })
	check("decatur", "the line from Britain to West Europe runs through the piece of Iceland", func(b *atlas.Board) {
		b.Links[0].Points = []atlas.Point{area(b, "Britain").Unit, area(b, "Iceland").Unit, area(b, "West Europe").Unit}
	})
}
