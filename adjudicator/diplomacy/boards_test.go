package diplomacy

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestNamed(t *testing.T) {
	names := BoardNames()
	if got := strings.Join(names, " "); got != "baltic small standard" {
		t.Errorf("boards %s", got)
	}
	for _, name := range names {
		if b := BoardNamed(name); b == nil || b != BoardNamed(name) {
			t.Errorf("%s: no board, or another one each time", name)
		}
	}
	if BoardNamed("standard") != Standard() {
		t.Error("the standard board is not the one of that name")
	}
	for _, name := range []string{"", "Standard", "standard.toml", "../boards/standard"} {
		if BoardNamed(name) != nil {
			t.Errorf("%q is a board", name)
		}
	}
}

// eachBoard runs a test on each board that comes with the program.
func eachBoard(t *testing.T, test func(t *testing.T, b *Board)) {
	for _, name := range BoardNames() {
		t.Run(name, func(t *testing.T) { test(t, BoardNamed(name)) })
	}
}

// walk returns all that can be reached from l in steps, in board order.
func walk(l Loc, step func(Loc) []Loc) []Loc {
	seen := []Loc{l}
	for i := 0; i < len(seen); i++ {
		for _, to := range step(seen[i]) {
			if !slices.Contains(seen, to) {
				seen = append(seen, to)
			}
		}
	}
	slices.Sort(seen)
	return seen
}

func TestBoardsHangTogether(t *testing.T) {
	eachBoard(t, func(t *testing.T, b *Board) {
		if got := walk(0, b.Touching); !slices.Equal(got, b.Provinces()) {
			t.Errorf("from %s one comes only to %s", b.Code(0), codes(b, got))
		}
		isSea := func(l Loc) bool { return b.Terrain(l) == Sea }
		for l := range Loc(b.Locs()) {
			army, fleet := b.Reach(Army, l), b.Reach(Fleet, l)
			switch {
			case len(b.Coasts(l)) > 0: // its coasts come by themselves
			case len(army)+len(fleet) == 0:
				t.Errorf("%s has no links", b.Code(l))
			case isSea(l) && !slices.ContainsFunc(fleet, func(to Loc) bool { return !isSea(to) }):
				t.Errorf("%s touches no land", b.Code(l))
			case b.Terrain(l) == Coastal && !slices.ContainsFunc(fleet, isSea):
				t.Errorf("%s lies on no sea", b.Code(l))
			}
		}
	})
}

// A fleet that hugs the shore could as well have gone by sea: where it has a
// link from coast to coast, both lie on one sea, and an army has a link too.
func TestCoastsShareSeas(t *testing.T) {
	eachBoard(t, func(t *testing.T, b *Board) {
		for l := range Loc(b.Locs()) {
			for _, to := range b.Reach(Fleet, l) {
				if b.Terrain(l) == Sea || b.Terrain(to) == Sea {
					continue
				}
				if !b.CanReach(Army, b.Province(l), b.Province(to)) {
					t.Errorf("a fleet goes from %s to %s along the shore, but no army does", b.Code(l), b.Code(to))
				}
				if !slices.ContainsFunc(b.Reach(Fleet, l), func(sea Loc) bool {
					return b.Terrain(sea) == Sea && b.CanReach(Fleet, sea, to)
				}) {
					t.Errorf("%s and %s share no sea", b.Code(l), b.Code(to))
				}
			}
		}
	})
}

// The lands to which no army can walk. A link across water to one of them would
// show here; on our own boards no army crosses water anywhere.
func TestIslands(t *testing.T) {
	want := map[string]string{
		"baltic":   "GOT; ZEA",
		"small":    "CRA DEL",
		"standard": "CLY EDI LON LVP WAL YOR; NAF TUN",
	}
	for _, name := range BoardNames() {
		b := BoardNamed(name)
		var islands []string
		for _, p := range b.Provinces() {
			land := walk(p, func(l Loc) []Loc { return b.Reach(Army, l) })
			if text := codes(b, land); b.Terrain(p) != Sea && len(land) < 10 && !slices.Contains(islands, text) {
				islands = append(islands, text)
			}
		}
		if got := strings.Join(islands, "; "); got != want[name] {
			t.Errorf("%s has the islands %s", name, got)
		}
	}
}

// A spelling means one space, but for those that people use for several.
func TestAmbiguousAliases(t *testing.T) {
	want := map[string]string{
		"baltic": "baltic: CBA NBA SBA WBA; bothnia: BOB BOS; finland: ABO GFI; gulf of bothnia: BOB BOS; " +
			"gulf: GDA GFI GRI; poland: GPO LPO; pomerania: FPO HPO; prussia: DPR RPR",
		"small": "",
		"standard": "atl: MAO NAO; atlantic: MAO NAO; bs: BAL BAR BLA; gul: BOT LYO; gulf: BOT LYO; liv: LVN LVP; " +
			"med: EAS WES; mediterranean: EAS WES; na: NAF NAO; nor: NTH NWG NWY",
	}
	for _, name := range BoardNames() {
		b := BoardNamed(name)
		means := map[string][]Loc{}
		for text, l := range b.Aliases() {
			if key := strings.ToLower(text); !slices.Contains(means[key], l) {
				means[key] = append(means[key], l)
			}
		}
		var several []string
		for text, ls := range means {
			if len(ls) > 1 {
				several = append(several, text+": "+codes(b, ls))
			}
		}
		slices.Sort(several)
		if got := strings.Join(several, "; "); got != want[name] {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// A game starts with one unit in each home centre and is won with more than
// half of all centres.
func TestBoardsArePlayable(t *testing.T) {
	eachBoard(t, func(t *testing.T, b *Board) {
		var homes, taken []Loc
		for p := range b.Powers() {
			homes = append(homes, b.Homes(Power(p))...)
			for _, u := range b.Start() {
				if u.Power == Power(p) {
					taken = append(taken, b.Province(u.At))
					if !slices.Contains(b.Homes(u.Power), b.Province(u.At)) {
						t.Errorf("%s is not at home", show(b, u))
					}
				}
			}
		}
		if codes(b, homes) != codes(b, taken) {
			t.Errorf("homes %s, units at %s", codes(b, homes), codes(b, taken))
		}
		if n := len(b.Centres()); b.Victory() != n/2+1 {
			t.Errorf("%d of %d centres win", b.Victory(), n)
		}
		b.Resolve(b.Start(), nil, Rules{}) // panics where a unit cannot stand
	})
}

func TestStart(t *testing.T) {
	b := Standard()
	var got []string
	for _, u := range b.Start() {
		got = append(got, show(b, u))
	}
	want := "Austria A BUD, Austria F TRI, Austria A VIE, England F EDI, England F LON, England A LVP, " +
		"France F BRE, France A MAR, France A PAR, Germany A BER, Germany F KIE, Germany A MUN, " +
		"Italy F NAP, Italy A ROM, Italy A VEN, Russia A MOS, Russia F SEV, Russia F STP/SC, Russia A WAR, " +
		"Turkey F ANK, Turkey A CON, Turkey A SMY"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("the game starts with %s", s)
	}
	b.Start()[0].At = NoLoc
	if b.Start()[0].At == NoLoc {
		t.Error("what the caller does to the starting units changes the board")
	}
}

func TestStartFaults(t *testing.T) {
	good := string(packText("standard"))
	bad := func(units, want string) {
		t.Helper()
		b, err := ParseBoard([]byte(strings.Replace(good, "A BUD, F TRI, A VIE", units, 1)))
		if b != nil || err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %q", units, err, want)
		}
	}
	bad("A BUD, BUD", `units of Austria: "BUD" is no unit; a unit is A or F and a space`)
	bad("A BUD,, A VIE", `units of Austria: "" is no unit; a unit is A or F and a space`)
	bad("a BUD", `units of Austria: "a BUD" is no unit; a unit is A or F and a space`)
	bad("A BUD F TRI", `units of Austria: "A BUD F TRI" is no unit; a unit is A or F and a space`)
	bad("A XYZ", "units of Austria: there is no space XYZ")
	bad("F BUD", "units of Austria: a fleet cannot stand in BUD")
	bad("F BUL", "units of Austria: a fleet cannot stand in BUL")
	bad("A BUL/SC", "units of Austria: an army cannot stand in BUL/SC")
	bad("A ADR", "units of Austria: an army cannot stand in ADR")
	bad("A TRI, F TRI", "units of Austria: a unit stands in TRI already")
	bad("A EDI", "units of England: a unit stands in EDI already")
	bad("A STP", "units of Russia: a unit stands in STP already") // with a fleet at a coast
	b, err := ParseBoard([]byte(strings.Replace(good, `units = "A BUD, F TRI, A VIE"`, "", 1)))
	if err != nil || len(b.Start()) != 19 {
		t.Errorf("a power without units: %v", err)
	}
}

func TestOwnBoards(t *testing.T) {
	check := func(what string, got, want int) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d, want %d", what, got, want)
		}
	}
	small, baltic := BoardNamed("small"), BoardNamed("baltic")
	check("spaces of the small board", len(small.Provinces()), 19)
	check("powers of the small board", len(small.Powers()), 4)
	check("centres of the small board", len(small.Centres()), 11)
	check("spaces of the Baltic", len(baltic.Provinces()), 73)
	check("locations of the Baltic", baltic.Locs(), 78)
	check("powers of the Baltic", len(baltic.Powers()), 6)
	check("centres of the Baltic", len(baltic.Centres()), 33)
	check("coasts of Jutland", len(baltic.Coasts(loc(t, baltic, "JUT"))), 3)
	check("coasts of Holstein", len(baltic.Coasts(loc(t, baltic, "HOL"))), 2)
}

// The result does not depend on where in its board a space stands: with so many seas in front of them that the board
// is full, the cases come out the same.
func TestCasesOnFullBoards(t *testing.T) {
	for _, file := range caseFiles {
		b := fullBoard(t, file.board)
		for _, c := range readCases(t, b, "testdata/"+file.name+".txt") {
			t.Run(file.name+"/"+c.number, func(t *testing.T) { play(t, b, c) })
		}
	}
}

// fullBoard returns the board of that name with seas put before its own.
func fullBoard(t *testing.T, name string) *Board {
	t.Helper()
	var more strings.Builder
	for i := range 128 - BoardNamed(name).Locs() {
		fmt.Fprintf(&more, "[[sea]]\nname = \"More %d\"\ncode = \"M%d\"\n", i, i)
	}
	text := strings.Replace(string(packText(name)), "[[sea]]", more.String()+"[[sea]]", 1)
	b, err := ParseBoard([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// fullPack returns the pack of a board of 128 locations, and extra more: 110 seas in a row, S0 to S109, and 16
// provinces along it, L0 to L15, of which the last has a coast at either end. L13, L14 and L15 touch each other and
// the last sea.
func fullPack(extra int) []byte {
	const seas, lands = 110, 16
	fleet, army := map[string][]string{}, map[string][]string{}
	link := func(links map[string][]string, a, b string) {
		links[a], links[b] = append(links[a], b), append(links[b], a)
	}
	code := func(kind string, i int) string { return fmt.Sprint(kind, i) }
	for i := range seas - 1 {
		link(fleet, code("S", i), code("S", i+1))
	}
	for i := range lands - 1 {
		link(army, code("L", i), code("L", i+1))
		link(fleet, code("L", i), code("S", min(9*i, seas-1)))
	}
	link(army, "L13", "L15")
	link(fleet, "L15/EC", "S109")
	link(fleet, "L15/WC", "S0")

	var s strings.Builder
	s.WriteString("victory = 1\n[[power]]\nname = \"East\"\nhomes = \"L15\"\nunits = \"F L15/WC\"\n[[power]]\nname = \"West\"\nhomes = \"L0\"\n")
	s.WriteString("[[coast]]\ncode = \"EC\"\nname = \"east coast\"\n[[coast]]\ncode = \"WC\"\nname = \"west coast\"\n")
	space := func(kind, c, rest string) {
		fmt.Fprintf(&s, "[[%s]]\nname = \"%s\"\ncode = \"%s\"\n%s\n", kind, c, c, rest)
	}
	list := func(of []string) string { return strings.Join(of, " ") }
	for i := range seas {
		c := code("S", i)
		space("sea", c, fmt.Sprintf("fleet = %q", list(fleet[c])))
	}
	for i := range lands - 1 {
		c := code("L", i)
		space("land", c, fmt.Sprintf("army = %q\nfleet = %q\ncentre = %t", list(army[c]), list(fleet[c]), i == 0))
	}
	space("land", "L15", fmt.Sprintf("army = %q\ncoasts = { EC = %q, WC = %q }\ncentre = true",
		list(army["L15"]), list(fleet["L15/EC"]), list(fleet["L15/WC"])))
	for i := range extra {
		space("land", code("X", i), "")
	}
	return []byte(s.String())
}

// A board may have 128 locations, and nothing goes wrong with the last of them.
func TestFullBoard(t *testing.T) {
	if b, err := ParseBoard(fullPack(1)); b != nil || err == nil || err.Error() != "129 locations: a board has at most 128" {
		t.Errorf("129 locations: error %v", err)
	}
	b, err := ParseBoard(fullPack(0))
	if err != nil {
		t.Fatal(err)
	}
	if b.Locs() != 128 || b.Lookup("L15") != 125 || b.Lookup("L15/EC") != 126 || b.Lookup("L15/WC") != 127 {
		t.Fatalf("%d locations, the last is %s", b.Locs(), b.Code(Loc(b.Locs()-1)))
	}
	if u := b.Start(); len(u) != 1 || u[0].At != 127 {
		t.Errorf("the game starts with %v", u)
	}
	var convoys, fleets strings.Builder
	for i := range 109 {
		fmt.Fprintf(&convoys, "    West  F S%d C A L0 - L14 | ok\n", i)
		fmt.Fprintf(&fleets, ", West F S%d", i)
	}
	file := filepath.Join(t.TempDir(), "full.txt")
	text := strings.NewReplacer("CONVOYS\n", convoys.String(), "FLEETS", fleets.String()).Replace(fullBoardCases)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range readCases(t, b, file) {
		t.Run(c.number, func(t *testing.T) { play(t, b, c) })
	}
}

const fullBoardCases = `
bounce
    East  A L12 - L13              | fails: bounced by L14
    West  A L14 - L13              | fails: bounced by L12
    East  F S109 - L15             | fails: bounced by S0
    West  F S0 - L15               | fails: bounced by S109
    contested L13 L15
    after East A L12, East F S109, West A L14, West F S0
circle
    East  A L13 - L14              | ok
    East  A L14 - L15              | ok
    West  A L15 - L13              | ok
    after East A L14, East A L15, West A L13
coasts
    East  F L15/EC - S109          | ok
    East  F S109 - S108            | ok
    West  F S0 - L15               | ok
    after East F S109, East F S108, West F L15/WC
support-cut
    East  F S109 S A L13 - L14     | fails: cut by L15
    East  A L13 - L14              | fails: bounced by L14
    West  F L15/EC - S109          | fails: bounced by S109
    West  A L14 H                  | ok
    after East F S109, East A L13, West F L15/EC, West A L14
convoy
    West  A L0 - L14               | ok
CONVOYS
    West  F S109 C A L0 - L14      | ok
    after West A L14, West F S109FLEETS
disruption
    West  A L0 - L14               | fails: disrupted by L15
CONVOYS
    West  F S109 C A L0 - L14      | fails: dislodged by L15
    East  F L15/EC - S109          | ok
    East  F L13 S F L15/EC - S109  | ok
    dislodged West F S109 from L15
    after West A L0, East F L13, East F S109FLEETS
    retreats
    West  F S109 R L14             | ok
    after West A L0, East F L13, East F S109, West F L14FLEETS
paradox
    West  A L13 - L14 VIA          | fails: paradox
    West  F S109 C A L13 - L14     | fails: dislodged by L15
    East  F L15/EC - S109          | ok
    East  F L14 S F L15/EC - S109  | ok
    dislodged West F S109 from L15
    after West A L13, East F S109, East F L14
swap
    West  A L13 - L14 VIA          | ok
    West  F S109 C A L13 - L14     | ok
    East  A L14 - L13              | ok
    after West A L14, West F S109, East A L13
winter
    winter
    owns  East L15
    owns  West L0
    stands West F L15/EC, West A L2, West A L1
    East  build F L15/WC           | fails: taken
    West  remove F L15             | ok
    after West A L1
winter-2
    winter
    owns  East L15
    East  build F L15/WC           | ok
    after East F L15/WC
`
