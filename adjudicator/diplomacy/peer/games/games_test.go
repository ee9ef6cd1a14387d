package games

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/diplomacy"
)

func TestParse(t *testing.T) {
	phases, err := Parse(Text{Game: "g", Text: `PHASE 1901 Fall Movement
POSITIONS
France: fleet mid
France: army gas
France: fleet wes
France: fleet naf
Italy: army tun
Russia: fleet stp/sc
Russia: supply mos
ORDERS
mid convoy gas move por
gas move por via convoy
wes convoy naf move tun
naf support wes move tun
tun hold
stp move bot
remove bal
PHASE 1901 Fall Retreat
POSITIONS
ORDERS
`})
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(phases[0])
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"src":"droidippy","game":"g","phase":"F1901M","units":[` +
		`{"power":"FRANCE","type":"F","loc":"MAO"},{"power":"FRANCE","type":"A","loc":"GAS"},` +
		`{"power":"FRANCE","type":"F","loc":"WES"},{"power":"FRANCE","type":"F","loc":"NAF"},` +
		`{"power":"ITALY","type":"A","loc":"TUN"},{"power":"RUSSIA","type":"F","loc":"STP/SC"}],` +
		`"supply_centers":{"MOS":"RUSSIA"},"orders":[` +
		`"FRANCE F MAO C A GAS - POR","FRANCE A GAS - POR VIA","FRANCE F WES C F NAF - TUN",` +
		`"FRANCE F NAF S F WES - TUN","ITALY A TUN H","RUSSIA F STP/SC - BOT"],` +
		`"next_units":[],"next_dislodged":[],"next_supply_centers":{}}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestParseRetreats(t *testing.T) {
	phases, err := Parse(Text{Game: "g", Text: `PHASE 1902 Spring Movement
POSITIONS
France: fleet wes
France: fleet ion
Italy: army tun
England: army rom
Turkey: army ven
Russia: army tri
Austria: fleet alb
Austria: fleet gre
Austria: army ser
ORDERS
wes move tun
ion support wes move tun
rom move tus
ven move tus
ser move tri
alb support ser move tri
PHASE 1902 Spring Retreat
POSITIONS
France: fleet tun
France: fleet ion
Italy: army/dislodged tun
England: army rom
Turkey: army ven
Russia: army/dislodged tri
Austria: army tri
Austria: fleet alb
Austria: fleet gre
ORDERS
tun move naf
tri disband
wes support tun
PHASE 1902 Fall Adjustment
POSITIONS
Italy: army naf
Italy: supply ven
Russia: fleet stp/nc
ORDERS
build Fleet ven
remove stp
build Army mos
remove dan
`})
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(phases[1:])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"dislodged":[{"power":"ITALY","type":"A","loc":"TUN","attacker_from":"WES"},{"power":"RUSSIA","type":"A","loc":"TRI","attacker_from":"SER"}],"contested":["TUS"]`,
		`"orders":["ITALY A TUN R NAF","RUSSIA A TRI D"]`,
		`"phase":"W1902A"`,
		`"orders":["ITALY F VEN B","RUSSIA F STP/NC D"]}`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s\nin %s", want, got)
		}
	}
}

func TestParseFaults(t *testing.T) {
	bad := func(text, want string) {
		t.Helper()
		if _, err := Parse(Text{Game: "g", Text: text}); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	bad("POSITIONS", `g:1: "POSITIONS" stands before the first phase`)
	bad("PHASE 1901 Summer Movement", `g:1: "1901 Summer Movement" is no phase`)
	bad("PHASE 1901 Spring Fever", `g:1: "Fever" is no kind of phase`)
	const head = "PHASE 1901 Spring Movement\nPOSITIONS\n"
	bad(head+"Turkey: balloon ank", `g:3: "Turkey: balloon ank" is no position`)
	bad(head+"Turkey: army xyz", `g:3: "Turkey: army xyz" is no position`)
	bad(head+"ORDERS\nank waits", `g:4: "ank waits" is no order`)
}

// Orders of each kind come to the board as they are written.
func TestPosition(t *testing.T) {
	b := diplomacy.Standard()
	at := b.Lookup
	moves := Phase{
		Name:   "S1901M",
		Units:  []Unit{{"FRANCE", "F", "SPA/SC"}},
		Orders: []string{"FRANCE A GAS - SPA VIA", "FRANCE F MAO C A GAS - SPA", "FRANCE A PAR S A BUR", "FRANCE A PAR S F WES - SPA/SC"},
	}
	pos, err := moves.Position()
	if err != nil {
		t.Fatal(err)
	}
	want := []diplomacy.Order{
		{Unit: at("GAS"), Verb: diplomacy.Move, Target: diplomacy.NoLoc, To: at("SPA"), Via: true},
		{Unit: at("MAO"), Verb: diplomacy.Convoy, Target: at("GAS"), To: at("SPA")},
		{Unit: at("PAR"), Verb: diplomacy.Support, Target: at("BUR"), To: diplomacy.NoLoc},
		{Unit: at("PAR"), Verb: diplomacy.Support, Target: at("WES"), To: at("SPA/SC")},
	}
	if !slices.Equal(pos.Moves, want) {
		t.Errorf("moves %v, want %v", pos.Moves, want)
	}
	retreats := Phase{
		Name:      "F1901R",
		Dislodged: []Dislodged{{Unit{"FRANCE", "A", "GAS"}, "SPA"}},
		Contested: []string{"BRE", "PAR"},
		Orders:    []string{"FRANCE A GAS R MAR"},
	}
	if pos, err = retreats.Position(); err != nil {
		t.Fatal(err)
	}
	if d := pos.Dislodged[0]; d.From != at("SPA") || d.Open != diplomacy.SetOf(at("BUR"), at("MAR")) {
		t.Errorf("dislodged: %v", d)
	}
	winter := Phase{Name: "W1901A", Centres: map[string]string{"PAR": "FRANCE"}, Orders: []string{"FRANCE A PAR B", "FRANCE A GAS D"}}
	if pos, err = winter.Position(); err != nil {
		t.Fatal(err)
	}
	if !pos.Adjustments[0].Build || pos.Adjustments[1].Build || pos.Owner[at("PAR")] != b.Power("France") || pos.Owner[at("MAR")] != diplomacy.Nobody {
		t.Errorf("winter: %v", pos)
	}
}

func TestPositionFaults(t *testing.T) {
	bad := func(p Phase, want string) {
		t.Helper()
		if _, err := p.Position(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	bad(Phase{Name: "S1901M", Units: []Unit{{"FRANCE", "A", "MAO"}}}, `"FRANCE A MAO" is no unit of the standard board`)
	bad(Phase{Name: "S1901M", Units: []Unit{{"SPAIN", "A", "SPA"}}}, `"SPAIN A SPA" is no unit of the standard board`)
	bad(Phase{Name: "S1901M", Orders: []string{"FRANCE A GAS B"}}, `"FRANCE A GAS B" is no order of phase S1901M`)
	bad(Phase{Name: "S1901R", Orders: []string{"FRANCE A GAS H"}}, `"FRANCE A GAS H" is no order of phase S1901R`)
	bad(Phase{Name: "W1901A", Orders: []string{"FRANCE"}}, `"FRANCE" is no order of phase W1901A`)
}

// The opening is the same in every game, and a reader may stop anywhere.
func TestRead(t *testing.T) {
	archive, err := Archive(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for p, err := range Read(archive) {
		if err != nil {
			t.Fatal(err)
		}
		pos, err := p.Position()
		units := pos.Units
		if err != nil || p.Name != "S1901M" || len(units) != 22 || len(p.Centres) != 22 || len(p.NextUnits) != 22 {
			t.Errorf("%s %s: %d units, %d centres, %v", p.Game, p.Name, len(units), len(p.Centres), err)
		}
		if b := diplomacy.Standard(); units[0].Power != b.Power("Turkey") || units[0].At != b.Lookup("ANK") {
			t.Errorf("the first unit is %v", units[0])
		}
		break
	}
	for _, err := range Read("nothing.tar.bz2") {
		if err == nil {
			t.Error("there is no such archive")
		}
	}
}
