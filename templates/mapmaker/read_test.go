//go:build !race

package mapmaker_test

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"

	"deaddrop/templates/atlas"
	"deaddrop/templates/mapmaker"
)

// Faults in a map file are reported with their line.
func TestReadMapErrors(t *testing.T) {
	const head = "map m Title classic\nprojection middle=0,0\nframe width=10 disc=1\n"
	for _, c := range []struct{ text, want string }{
		{"map m Title", "x.map:1: map: want 3 words, not 2"},
		{"", "x.map: a map needs the statements map, projection and frame"},
		{"# a remark\nlad Cly Clyde", "x.map:2: lad: there is no such statement"},
		{"  take FRA", "x.map:1: take: the line is indented, and there is no place above that it could be of"},
		{"lens 1,1 r=5 k=1.2", "x.map:1: lens: want a point, r= and k= behind the projection"},
		{"projection middle=0,0 tall=0", "x.map:1: projection: want tall= above 0"},
		{"projection middle=0,0\nlens 1,1 r=5 k=4", "x.map:2: lens: want a radius r= in km, and a factor k= up to 3.2: beyond that the map folds"},
		{"projection middle=0", `x.map:1: projection: middle: "0" is not what it should be`},
		{"detail coats=1", `x.map:1: detail: there is no setting "coats"`},
		{"detail coast=wide", `x.map:1: detail: coast: "wide" is not what it should be`},
		{"land Cly", "x.map:1: land: want a name as the rules write it, and the full one"},
		{"decor", "x.map:1: decor: want a name"},
		{"land Cly Clyde 5,95", `x.map:1: land: "5,95" is no longitude,latitude`},
		{"land Cly Clyde\n  tkae GBR", "x.map:2: tkae: a place has no such property"},
		{"land Spa Spain\n  coast nc", "x.map:2: coast: want the coast's name and a point"},
		{"land Spa Spain\n  unit", "x.map:2: unit: want a point"},
		{"cut 1,1>2", `x.map:1: cut: "2" is no longitude,latitude`},
		{"bridge Den 1,1>2,2", "x.map:1: bridge: want a place, width= and a line"},
		{"channel 1,1>2,2", "x.map:1: channel: want width= and a line"},
		{"link Britain", "x.map:1: link: want 2 words, not 1"},
		{`land Cly "Clyde`, "x.map:1: a quotation mark is not closed"},
		{head + "land Cly Clyde\nsea Cly Sea", "x.map: line 5: there is a place Cly already"},
		{head + "bridge Den width=3 1,1>2,2", "x.map: line 4: bridge: there is no place Den"},
		{"crossing Britain France", "x.map:1: crossing: want two places and a line"},
		{"crossing Britain France 1,1", "x.map:1: crossing: want two points or more"},
		{"crossing Britain France 1,1>2", `x.map:1: crossing: "2" is no longitude,latitude`},
		{head + "land Cly Clyde\ncrossing Edi Cly 1,1>2,2", "x.map: line 5: crossing: there is no place Edi"},
		{head + "land Cly Clyde\nlink Cly Edi", "x.map: line 5: link: there is no place Edi"},
	} {
		if _, err := mapmaker.ReadMap("x.map", []byte(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("%q:\n%v\nnot\n%s", c.text, err, c.want)
		}
	}
}

// island is an Earth with one island of two provinces side by side, in the middle of which is a lake, and an islet.
const island = `U A-1 AAA West
R -1000 -1000 1000 0 0 2000 -1000 0
U A-2 AAA East
R 0 -1000 1000 0 0 2000 -1000 0
U B-1 BBB Islet
R 3000 0 200 0 0 200 -200 0
L -100 -100 200 0 0 200 -200 0
`

func earth(t *testing.T, text string) (*mapmaker.Geography, error) {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return mapmaker.ReadGeography(&packed)
}

// islandMap compiles a map of the island with more statements.
func islandMap(t *testing.T, statements string) (*atlas.Board, error) {
	t.Helper()
	const head = "map m Title classic\nprojection middle=0,0\nframe width=200 left=-20,0 right=20,0 top=0,15 bottom=0,-15\ndetail coast=1 lakes=1 island=200\n"
	m, err := mapmaker.ReadMap("x.map", []byte(head+statements))
	if err != nil {
		t.Fatal(err)
	}
	g, err := earth(t, island)
	if err != nil {
		t.Fatal(err)
	}
	return m.Compile(g)
}

// A place that takes what the Earth doesn't have, or what another place has taken, is reported with its line.
func TestCompileErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"land W West\n take A-3", "map m: line 5: West takes A-3, and there is no such unit or country"},
		{"land W West\n take A-1\nland E East centre\n take A-1", "map m: line 7: East takes A-1, and so does West"},
		{"land W West\n take AAA\nland E East centre\n take AAA", "map m: line 7: East takes AAA, and so does West"},
		{"land W West 9,9", "map m: line 5: no seed of West is on land that is free"},
		{"land W West\n take AAA\nland E East 2,2", "map m: line 7: no seed of East is on land that is free"},
		{"sea S Sea 2,2", "map m: line 5: no seed of Sea is on water that is free"},
	} {
		if _, err := islandMap(t, c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q:\n%v\nnot\n%s", c.text, err, c.want)
		}
	}
}

// Provinces are taken by name or by country, areas grow and stop at cuts, a bridge makes land and a channel water.
func TestCompile(t *testing.T) {
	borders := func(statements string, ruled mapmaker.Ruled) *atlas.Board {
		t.Helper()
		b, err := islandMap(t, statements)
		if err != nil {
			t.Fatal(err)
		}
		if faults := mapmaker.Check(b, ruled); len(faults) > 0 {
			t.Errorf("%q:\n%s", statements, strings.Join(faults, "\n"))
		}
		return b
	}
	two := mapmaker.Ruled{Places: []string{"W", "E", "S"}, Centres: []string{"E"}, Armies: map[string][]string{"W": {"E"}}, Fleets: map[string][]string{"S": {"W", "E"}, "W": {"E"}}, Coasts: map[string]map[string][]string{}}
	b := borders("land W West\n take AAA\nland E East centre region=R\n take A-2\nsea S Sea 0,10", two)
	if e, ok := b.Area("E"); !ok || !e.Centre || e.Region != "R" || e.Unit[0] < 100 || e.Label != "E" || len(b.Lakes) != 1 {
		t.Errorf("the East is %+v, and there are %d lakes", e, len(b.Lakes))
	}
	if slices.ContainsFunc(b.Areas, func(a atlas.Area) bool { return a.Kind == atlas.Decor }) {
		t.Error("the islet was kept, that nobody takes")
	}
	borders("land E East centre\n take A-2\nland W West\n take AAA\nsea S Sea 0,10", two)
	borders("land W West\n take AAA -A-2\nland E East centre 3,0\nsea S Sea 0,10", two)
	b = borders("land W West -4,0\nland E East centre 4,0\ncut 3,-6>3,6\nsea S Sea 0,10", two)
	for _, a := range b.Arcs {
		if x := a.Points[0][0]; a.Left+a.Right == 1 && a.Left >= 0 && a.Right >= 0 && (x < 113 || x > 117) {
			t.Errorf("the areas meet at %g, and the cut is at 115", x)
		}
	}
	islet := two
	islet.Places = append(islet.Places, "I")
	islet.Fleets = map[string][]string{"S": {"W", "E", "I"}, "W": {"E"}}
	borders("land W West\n take AAA\nland E East centre\n take A-2\nland I Islet 15.5,0.5\nsea S Sea 0,10", islet)
	apart := two
	apart.Armies, apart.Fleets = nil, map[string][]string{"S": {"W", "E"}}
	borders("land W West -4,0\nland E East centre 4,0\nchannel width=8 0,-6>0,6\nsea S Sea 0,10", apart)
	borders("land W West -4,0\nland E East centre 4,0\nchannel width=8 0,-6>0,6\nbridge W width=12 -1,0>1,0\nsea S Sea 0,10", two)

	seas := mapmaker.Ruled{Places: []string{"W", "N", "S"}, Fleets: map[string][]string{"W": {"N", "S"}, "N": {"S"}}}
	b = borders("land W West\n take AAA\nsea N North 0,10\nsea S South 0,-10\n pieces 3\n text 2,-10\ncut -25,0>25,0", seas)
	if s, _ := b.Area("S"); s.Pieces != 3 || s.Text[0] < 109 || s.Text[0] > 111 || s.Label != "S" {
		t.Errorf("the South is %+v", s)
	}
	alone := mapmaker.Ruled{Places: []string{"W", "S"}, Fleets: map[string][]string{"W": {"S"}}, Marks: map[string]mapmaker.Marks{"W": {Value: "0", Rough: true, Port: true, Raises: []string{"cavalry", "levy"}}}}
	b = borders("detail stacks=1\nland W West value=0 rough port raises=cavalry,levy\n take AAA\nsea S Sea 0,10", alone)
	w, _ := b.Area("W")
	shape := atlas.StackShapes(0)[0]
	if w.Stacks[0] < shape[0] || w.Stacks[1] < shape[1] || w.Stacks[0] > 141 || w.Stacks[1] > 67 {
		t.Errorf("the stacks of the West have room of %v", w.Stacks)
	}
	if crowded, err := mapmaker.CheckRoom(b); err != nil || len(crowded) > 0 {
		t.Error(crowded, err)
	}
}

// Ignored land is water, a large lake is an area without owner, an arrow joins lands, and a place without pieces has
// its label where a piece would stand.
func TestDrownedMap(t *testing.T) {
	const wide = "frame width=400 left=-20,0 right=20,0 top=0,15 bottom=0,-15\n"
	drowned := mapmaker.Ruled{Places: []string{"W", "I", "S"}, Fleets: map[string][]string{"S": {"W", "I"}}, Crossings: map[string][]string{"W": {"I"}}}
	b, err := islandMap(t, wide+"ignore A-2\ndetail pieces=0\nland W West\n take A-1\nland I Islet 15.5,0.5\nsea S Sea 0,10\n pieces 1\ncrossing W I -2,0>15.5,0.5")
	if err != nil {
		t.Fatal(err)
	}
	if faults := mapmaker.Check(b, drowned); len(faults) > 0 {
		t.Errorf("a province is under water:\n%s", strings.Join(faults, "\n"))
	}
	w, _ := b.Area("W")
	if w.Pieces != 0 || w.Text != w.Unit {
		t.Errorf("the West is %+v", w)
	}
	for _, p := range b.Ring(w.Rings[0]) {
		if p[0] > 205 {
			t.Fatalf("the West reaches %v, beyond the middle of the island", p)
		}
	}
	if s, _ := b.Area("S"); s.Pieces != 1 || s.Text == s.Unit {
		t.Errorf("the sea is %+v", s)
	}
	if crowded, err := mapmaker.CheckRoom(b); err != nil || len(crowded) > 0 {
		t.Error(crowded, err)
	}
	for _, inland := range []struct {
		px           string
		areas, lakes int
	}{{"0", 0, 1}, {"80", 1, 0}, {"120", 0, 1}} {
		b, err := islandMap(t, wide+"detail inland="+inland.px+"\nland W West\n take AAA\nsea S Sea 0,10")
		if err != nil {
			t.Fatal(err)
		}
		areas := 0
		for _, a := range b.Areas {
			if a.Kind == atlas.Lake {
				areas++
			}
		}
		if areas != inland.areas || len(b.Lakes) != inland.lakes {
			t.Errorf("from %s px² on: %d lakes are areas, and %d are drawn over the land", inland.px, areas, len(b.Lakes))
		}
	}
}

// A flat map is wider or higher where it is told to be, and its places show symbols, lines of labels and canals.
func TestFlatMap(t *testing.T) {
	width := func(statements string) (wide, high float64) {
		t.Helper()
		b, err := islandMap(t, statements+"land W West label=THE/WEST symbols=objective,crate*2\n take AAA\nsea S Sea 0,10\ncanal Ditch -9,0>9,0")
		if err != nil {
			t.Fatal(err)
		}
		w, _ := b.Area("W")
		if w.Label != "THE\nWEST" || !slices.Equal(w.Symbols, []atlas.Symbol{{Kind: "objective", Count: 1}, {Kind: "crate", Count: 2}}) || len(b.Canals) != 1 || len(b.Canals[0].Points) != 2 {
			t.Errorf("the West is %+v, with canals %v", w, b.Canals)
		}
		low, high2 := b.Width, 0.0
		for _, p := range b.Ring(w.Rings[0]) {
			low, high2 = min(low, p[0]), max(high2, p[0])
		}
		return (high2 - low) / b.Width, b.Height
	}
	const flat = "projection middle=0,0 flat=1\n"
	wide, high := width(flat)
	wider, _ := width(flat + "meridians from=-6 to=6 k=2\n")
	_, higher := width(flat + "parallels from=-6 to=6 k=2\n")
	if wider < 1.2*wide || higher < 1.2*high {
		t.Errorf("the island is %.2f wide, and then %.2f; the picture %.0f high, and then %.0f", wide, wider, high, higher)
	}
	for _, text := range []string{"meridians from=1 to=2 k=2", flat + "meridians from=2 to=1 k=2", flat + "parallels from=1 to=2", flat + "canal Ditch", flat + "land W West symbols=crate*x"} {
		if _, err := mapmaker.ReadMap("x.map", []byte("map m Title classic\nprojection middle=0,0\nframe width=200\n"+text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// A file that is not as it should be is no Earth.
func TestReadGeographyErrors(t *testing.T) {
	for _, text := range []string{"X 1 2\n", "R 1 2 3 4\n", "U A\n", "U A-1 AAA\nR 1 x\n", "L x 1\n"} {
		if _, err := earth(t, text); err == nil || !strings.HasPrefix(err.Error(), "geography: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := mapmaker.ReadGeography(strings.NewReader(island)); err == nil {
		t.Error("a file that is not packed was read")
	}
}
