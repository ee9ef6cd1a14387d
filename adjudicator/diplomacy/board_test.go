package diplomacy

import (
	"slices"
	"strings"
	"testing"
)

func TestStandardBoard(t *testing.T) {
	b := Standard()
	check := func(what string, got, want int) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d, want %d", what, got, want)
		}
	}
	count := func(terrain Terrain) (n int) {
		for _, p := range b.Provinces() {
			if b.Terrain(p) == terrain {
				n++
			}
		}
		return n
	}
	homes := 0
	for p, name := range b.Powers() {
		homes += len(b.Homes(Power(p)))
		check(name, int(b.Power(name)), p)
	}
	check("spaces", len(b.Provinces()), 75) // DM-1
	check("seas", count(Sea), 19)
	check("coastal provinces", count(Coastal), 42)
	check("inland provinces", count(Inland), 14)
	check("locations", b.Locs(), 81)
	check("centres", len(b.Centres()), 34)
	check("homes", homes, 22)
	check("homes of Russia", len(b.Homes(b.Power("Russia"))), 4)
	check("victory", b.Victory(), 18)
	check("nobody", int(b.Power("russia")), int(Nobody))
	check("no such code", int(b.Lookup("nth")), int(NoLoc))
	want := "Austria England France Germany Italy Russia Turkey"
	if got := strings.Join(b.Powers(), " "); got != want {
		t.Errorf("powers %s", got)
	}
}

func TestSplitCoasts(t *testing.T) {
	b := Standard()
	var got []string
	for _, p := range b.Provinces() {
		for _, c := range b.Coasts(p) {
			if b.Province(c) != p || b.Terrain(c) != Coastal || b.IsCentre(c) {
				t.Errorf("%s is no coast of %s", b.Code(c), b.Code(p))
			}
			if b.CanStand(Fleet, p) || !b.CanStand(Fleet, c) || !b.CanStand(Army, p) || b.CanStand(Army, c) {
				t.Errorf("%s: an army stands in the province, a fleet at the coast", b.Code(c))
			}
			got = append(got, b.Code(c)+" "+b.Abbr(c)+" "+b.Name(c))
		}
	}
	want := []string{
		"BUL/EC Bul(ec) Bulgaria (east coast)", "BUL/SC Bul(sc) Bulgaria (south coast)",
		"SPA/NC Spa(nc) Spain (north coast)", "SPA/SC Spa(sc) Spain (south coast)",
		"STP/NC StP(nc) St Petersburg (north coast)", "STP/SC StP(sc) St Petersburg (south coast)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("coasts %q", got)
	}
}

// codes writes locations as their codes, sorted.
func codes(b *Board, ls []Loc) string {
	var cs []string
	for _, l := range ls {
		cs = append(cs, b.Code(l))
	}
	slices.Sort(cs)
	return strings.Join(cs, " ")
}

func TestReach(t *testing.T) {
	b := Standard()
	check := func(u UnitType, from, want string) {
		t.Helper()
		if got := codes(b, b.Reach(u, loc(t, b, from))); got != want {
			t.Errorf("%s %s reaches %q, want %q", u, from, got, want)
		}
	}
	check(Army, "STP", "FIN LVN MOS NWY")
	check(Army, "NTH", "")
	check(Army, "VIE", "BOH BUD GAL TRI TYR")
	check(Fleet, "VIE", "")
	check(Fleet, "STP/NC", "BAR NWY")
	check(Fleet, "MAO", "BRE ENG GAS IRI NAF NAO POR SPA/NC SPA/SC WES")
	check(Fleet, "CON", "AEG ANK BLA BUL/EC BUL/SC SMY")
	check(Fleet, "ROM", "NAP TUS TYS") // not Venice, DATC 6.A.9
}

func TestTouching(t *testing.T) {
	b := Standard()
	check := func(p, want string) {
		t.Helper()
		if got := codes(b, b.Touching(loc(t, b, p))); got != want {
			t.Errorf("%s touches %q, want %q", p, got, want)
		}
	}
	check("SPA", "GAS LYO MAO MAR POR WES") // DM-11: over all coasts
	check("MAO", "BRE ENG GAS IRI NAF NAO POR SPA WES")
	check("ROM", "APU NAP TUS TYS VEN")
	check("NTH", "BEL DEN EDI ENG HEL HOL LON NWG NWY SKA YOR")
	check("MUN", "BER BOH BUR KIE RUH SIL TYR")
	for _, p := range b.Provinces() {
		touching := b.Touching(p)
		if !slices.IsSorted(touching) {
			t.Errorf("%s: not in board order", b.Code(p))
		}
		for _, q := range touching {
			if !slices.Contains(b.Touching(q), p) || p == q {
				t.Errorf("%s touches %s but not the other way", b.Code(p), b.Code(q))
			}
		}
	}
}

func TestAliases(t *testing.T) {
	b := Standard()
	means := map[string][]Loc{}
	for text, l := range b.Aliases() {
		key := strings.ToLower(text)
		if !slices.Contains(means[key], l) {
			means[key] = append(means[key], l)
		}
	}
	check := func(text, want string) {
		t.Helper()
		if got := codes(b, means[strings.ToLower(text)]); got != want {
			t.Errorf("%q means %q, want %q", text, got, want)
		}
	}
	for l := range Loc(b.Locs()) {
		check(b.Name(l), b.Code(l))
		check(b.Code(l), b.Code(l))
		check(b.Abbr(l), b.Code(l))
	}
	// Ways of writing that judges, zines and sites use.
	for code, texts := range map[string]string{
		"NTH": "NTS NorSea", "ENG": "Eng ECH Channel", "TYS": "TYS TYN TYH Tyrr", "WES": "WMS WME WMed",
		"EAS": "EME EMS EMed", "BOT": "GoB Both", "LYO": "GOL Lyon", "NWG": "NRG Norg", "MAO": "MAT Mid",
		"NAO": "NAT", "TYR": "Tyr Tyo TYL TRL Tyrol", "LVP": "Lvp Lpl Livp", "LVN": "Lvn lna LVA LVO Livo",
		"SMY": "Smy Smyrna", "NWY": "Norw", "STP": "StP Petersburg", "RUM": "Romania", "TUN": "Tunisia",
		"HEL": "Heligoland", "IRI": "IRS", "MAR": "Marseille", "SPA": "SPN", "YOR": "York", "PIE": "PID",
	} {
		for text := range strings.FieldsSeq(texts) {
			check(text, code)
		}
	}
	check("Liv", "LVN LVP")
	check("Nor", "NTH NWG NWY")
	check("Gul", "BOT LYO")
	check("Gulf", "BOT LYO")
	check("NA", "NAF NAO")
	for _, text := range []string{"stp/nc", "stp(nc)", "StP (nc)", "St Petersburg (north coast)", "st. petersburg/nc", "stp-nc"} {
		check(text, "STP/NC")
	}
	check("spa-sc", "SPA/SC")
	check("Spain south coast", "SPA/SC")
	check("bul/ec", "BUL/EC")
	check("bulgaria(sc)", "BUL/SC")
}

func TestParseFaults(t *testing.T) {
	good := string(packText("standard"))
	bad := func(old, replacement, want string) {
		t.Helper()
		if !strings.Contains(good, old) {
			t.Fatalf("the pack has no %q", old)
		}
		b, err := ParseBoard([]byte(strings.Replace(good, old, replacement, 1)))
		if b != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q for %q: error %v, want %q", replacement, old, err, want)
		}
	}
	bad(`fleet  = "ALB APU ION TRI VEN"`, `fleet  = "ALB APU ION TRI"`, "VEN: a fleet can go to ADR, but not back")
	bad(`army   = "FIN LVN MOS NWY"`, `army   = "FIN LVN MOS"`, "NWY: an army can go to STP, but not back")
	bad(`"BAR NWY"`, `"BAR NWY BAR"`, "fleet of STP/NC: BAR comes twice")
	bad(`"BAR NWY"`, `"BAR NWY XYZ"`, "fleet of STP/NC: there is no space XYZ")
	bad(`"BUL/SC CON EAS`, `"BUL CON EAS`, "fleet of AEG: a fleet cannot stand in BUL")
	bad(`code   = "AEG"`, `code   = "ADR"`, "Aegean Sea: the code ADR is taken by Adriatic Sea")
	bad(`code   = "AEG"`, `code   = "aeg"`, `"aeg" is no code`)
	bad(`homes = "BUD TRI VIE"`, `homes = "BUD TRI VEN"`, "homes of Italy: VEN is a home already")
	bad(`homes = "BUD TRI VIE"`, `homes = "BUD TRI BOH"`, "homes of Austria: BOH is no centre")
	bad(`name  = "Austria"`, `name  = "Habsburg"`, "power England: powers stand in alphabetical order")
	bad(`coasts = { NC = "BAR NWY", SC = "BOT FIN LVN" }`, `coasts = { NC = "BAR NWY" }`, "land STP: one coast alone")
	bad(`coasts = { NC = "BAR NWY", SC`, `coasts = { XC = "BAR NWY", SC`, "no [[coast]] has the code XC")
	bad(`name   = "Aegean Sea"`, `name   = ""`, `"AEG": it has no name`)
	bad(`victory    = 18`, `victory    = 35`, "victory = 35")
	bad(`victory    = 18`, `victori    = 18`, "victori: no such entry")
	bad(`victory    = 18`, `victory    = `, "toml")
	if _, err := ParseBoard(nil); err == nil {
		t.Error("an empty pack is a board")
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range BoardNames() {
		f.Add(packText(name))
	}
	f.Add([]byte("victory = 1\n[[power]]\nname = \"A\"\nhomes = \"X\"\n[[land]]\nname = \"X\"\ncode = \"X\"\ncentre = true\n"))
	f.Fuzz(func(t *testing.T, pack []byte) {
		b, err := ParseBoard(pack)
		if (b == nil) == (err == nil) {
			t.Fatalf("board %v, error %v", b, err)
		}
		if b == nil {
			return
		}
		for l := range Loc(b.Locs()) {
			if b.Lookup(b.Code(l)) != l {
				t.Errorf("%q does not find its location", b.Code(l))
			}
			b.Touching(b.Province(l))
		}
	})
}
