package jsonl

import (
	"encoding/json"
	"strings"
	"testing"

	"deaddrop/adjudicator/diplomacy"
)

// Random games on all boards run without a fault, and all lines are read back as meant.
func TestBoards(t *testing.T) {
	for _, name := range diplomacy.BoardNames() {
		b := diplomacy.BoardNamed(name)
		r := newReader(newNames(b))
		for _, line := range playLines(t, b, 12, 200, false) {
			if err := checkLine(t, r, []byte(line)); err != nil {
				t.Fatalf("%s: %v: %s", name, err, line)
			}
		}
	}
}

// oddBoard has names that are long, of several words, and not in ASCII.
const oddBoard = `
title = "Odd"
victory = 2
[[power]]
name = "Papal"
homes = "ABCDEFGHI"
units = "A ABCDEFGHI"
[[power]]
name = "Papal States"
homes = "B"
units = "F B/NORTH"
[[power]]
name = "Österreich-Ungarn und Böhmen"
homes = "SEVENTEENLETTERS1"
units = "A SEVENTEENLETTERS1"
[[coast]]
code = "NORTH"
name = "north coast"
[[coast]]
code = "SOUTH"
name = "south coast"
[[sea]]
name = "Sea"
code = "Ü"
fleet = "B/NORTH ABCDEFGHI B/SOUTH"
[[land]]
name = "First"
code = "ABCDEFGHI"
centre = true
army = "B SEVENTEENLETTERS1"
fleet = "Ü"
[[land]]
name = "Second"
code = "B"
centre = true
army = "ABCDEFGHI"
coasts = { NORTH = "Ü", SOUTH = "Ü" }
[[land]]
name = "Third"
code = "SEVENTEENLETTERS1"
centre = true
army = "ABCDEFGHI"
`

func TestOddNames(t *testing.T) {
	b, err := diplomacy.ParseBoard([]byte(oddBoard))
	if err != nil {
		t.Fatal(err)
	}
	const line = `{"phase":"S1901M","units":[{"power":"papal","type":"A","loc":"abcdefghi"},{"power":"Papal States","type":"F","loc":"B/north"},` +
		`{"power":"ÖSTERREICH-Ungarn und böhmen","type":"A","loc":"seventeenletters1"}],` +
		`"supply_centers":{"B":"PAPAL STATES","seventeenletters1":"Papal"},` +
		`"orders":["PAPAL A ABCDEFGHI S PAPAL STATES F B - ü","papal  states F B/North - Ü","österreich-ungarn UND Böhmen A SEVENTEENLETTERS1 - abcdefghi",` +
		`"Papal States B - Ü","PAPAL STATE B H","PAPAL B H","PAPAL WAIVE","Papal States WAIVE","PAPAL ABCDEFGHI/WC - SEVENTEENLETTERS1/SOUTH"]}`
	if err := checkLine(t, newReader(newNames(b)), []byte(line)); err != nil {
		t.Error(err)
	}
	got := string(run(t, line, Options{Board: b})[0])
	const want = `{"phase":"S1901M","results":["fail","ok","fail","ok","fail","fail","fail","fail","fail"],` +
		`"reasons":[{"why":"replaced"},null,{"why":"bounced","by":"ABCDEFGHI"},null,{"why":"unreadable"},{"why":"not yours"},{"why":"illegal"},{"why":"illegal"},` +
		`{"why":"bounced","by":"SEVENTEENLETTERS1"}],"next_units":[{"power":"PAPAL","type":"A","loc":"ABCDEFGHI"},{"power":"PAPAL STATES","type":"F","loc":"Ü"},` +
		`{"power":"ÖSTERREICH-UNGARN UND BÖHMEN","type":"A","loc":"SEVENTEENLETTERS1"}],"next_dislodged":[],"next_contested":[],"retreats":{},` +
		`"next_supply_centers":{"B":"PAPAL STATES","SEVENTEENLETTERS1":"PAPAL"},"next_phase":"F1901M"}`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Words of an order may be in any case and parted by several spaces, and parts
// may be left out.
func TestOrderForms(t *testing.T) {
	const units = "ITALY A ROM, ITALY F TYS, FRANCE A MAR, FRANCE F SPA/SC"
	for orders, want := range map[string]string{
		"italy a rom - tun via, ITALY TYS C rom - TUN":                     "ok, ok",
		" ITALY   ROM  -  TUN  VIA  TYS , ITALY F TYS c ITALY A ROM - TUN": "ok, ok",
		"FRANCE A MAR S SPA/SC, FRANCE SPA H":                              "ok, ok",
		"FRANCE A MAR s france f spa":                                      "ok",
		"FRANCE A MAR S ITALY ROM - PIE":                                   "fail illegal",
		"FRANCE A MAR":                                                     "fail unreadable",
		"FRANCE A MAR -":                                                   "fail unreadable",
		"FRANCE A MAR - PIE BUR":                                           "fail unreadable",
		"FRANCE A MAR - PIE VIA X":                                         "fail unreadable",
		"FRANCE A MAR H H":                                                 "fail unreadable",
		"FRANCE A MAR S":                                                   "fail unreadable",
		"FRANCE A MAR S GERMANY":                                           "fail unreadable",
		"FRANCE A MAR S A SPA -":                                           "fail unreadable",
		"FRANCE A MAR C A SPA":                                             "fail unreadable",
		"FRANCE A A MAR H":                                                 "fail unreadable",
		"FRANCE X MAR H":                                                   "fail unreadable",
		"FRANCE":                                                           "fail unreadable",
		"A MAR H":                                                          "fail unreadable",
		"FRANCE A MAR R PIE, FRANCE A MAR D, FRANCE WAIVE":                 "fail replaced, fail illegal, fail illegal",
		"FRANCE A MAR WAIVE, FRANCE A LON H, FRANCE A ROM H":               "fail illegal, fail no unit, fail not yours",
	} {
		line := lineOf("S1901M", units, orders, "")
		if got := summary(t, run(t, line, Options{})[0]); got != want {
			t.Errorf("%s: %s, want %s", orders, got, want)
		}
	}
}

// Characters that editors and spreadsheets add, such as a byte order mark, do not matter.
func TestForeignMarks(t *testing.T) {
	line := `{"phase":"S1901M","units":[{"power":"FRANCE","type":"A","loc":"PAR"}],"orders":["FRANCE\tA PAR - BUR"]}`
	out := run(t, "\uFEFF"+line+"\r\n"+line, Options{})
	for i := range out {
		if r := decodeRecord(t, out[i]); r.Error != "" || *r.Results[0] != "ok" {
			t.Errorf("line %d: %s", i+1, out[i])
		}
	}
	if r := decodeRecord(t, run(t, line+"\n\uFEFF"+line, Options{})[1]); r.Error == "" {
		t.Error("a byte order mark in the middle is accepted")
	}
}

// A unit dislodged by a convoyed army may retreat to where that came from, also
// if the outcome of the moves is given back as the retreat phase.
func TestOriginOpen(t *testing.T) {
	moves := `{"phase":"S1901M","units":[{"power":"FRANCE","type":"A","loc":"GAS"},{"power":"FRANCE","type":"A","loc":"BUR"},{"power":"FRANCE","type":"F","loc":"MAO"},{"power":"FRANCE","type":"F","loc":"WES"},{"power":"FRANCE","type":"F","loc":"LYO"},{"power":"ITALY","type":"A","loc":"MAR"}],"orders":["FRANCE A GAS - MAR VIA","FRANCE A BUR S A GAS - MAR","FRANCE F MAO C A GAS - MAR","FRANCE F WES C A GAS - MAR","FRANCE F LYO C A GAS - MAR"]}`
	m := decodeRecord(t, run(t, moves, Options{})[0])
	for _, open := range []any{true, false, nil} {
		m.Dislodged[0]["origin_open"] = open
		phase, err := json.Marshal(map[string]any{"phase": m.Next, "units": m.Units, "dislodged": m.Dislodged, "contested": m.Contested, "orders": []string{"ITALY A MAR R GAS"}})
		if err != nil {
			t.Fatal(err)
		}
		want := "illegal"
		if open == true {
			want = "ok"
		}
		if r := decodeRecord(t, run(t, string(phase), Options{})[0]); r.Error != "" || *r.Results[0] != want {
			t.Errorf("origin_open %v: %s %v, want %s", open, r.Error, r.Results, want)
		}
	}
}

func TestPhaseNames(t *testing.T) {
	for in, want := range map[string]string{
		"S1901M": "F1901M", "F1901M": "S1902M", "S0009R": "F0009M", "F1999R": "S2000M", "W0999A": "S1000M", "F1901A": "S1902M", "F9999M": "S10000M", "S12345M": "F12345M",
	} {
		got := decodeRecord(t, run(t, `{"phase":"`+in+`"}`, Options{})[0])
		if got.Next != want || !strings.HasPrefix(in, got.Phase) {
			t.Errorf("%s is followed by %s, want %s", in, got.Next, want)
		}
	}
}
