package jsonl

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"deaddrop/adjudicator/diplomacy"
)

// lineOf makes a line from units and orders, parted by commas: "ITALY A ROM".
func lineOf(phase, units, orders, more string) string {
	split := func(s string) (parts []string) {
		for p := range strings.SplitSeq(s, ",") {
			if p = strings.TrimSpace(p); p != "" {
				parts = append(parts, p)
			}
		}
		return parts
	}
	us := []jsonUnit{}
	for _, u := range split(units) {
		w := strings.Fields(u)
		us = append(us, jsonUnit{Power: w[0], Type: w[1], Loc: w[2]})
	}
	text, err := json.Marshal(map[string]any{"phase": phase, "units": us, "orders": append([]string{}, split(orders)...)})
	if err != nil {
		panic(err)
	}
	return strings.TrimSuffix(string(text), "}") + more + "}"
}

func rulesOf(t testing.TB, text string) diplomacy.Rules {
	t.Helper()
	r, err := diplomacy.ParseRules(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// summary writes the results with their reasons: "ok", "fail bounced MUN".
func summary(t testing.TB, line []byte) string {
	t.Helper()
	r := decodeRecord(t, line)
	if r.Error != "" {
		return r.Error
	}
	var all []string
	for i, res := range r.Results {
		s := *res
		if y := r.Reasons[i]; y != nil {
			s += fmt.Sprint(" ", y["why"])
			for _, key := range []string{"by", "dislodged_by"} {
				if y[key] != nil {
					s += fmt.Sprint(" ", strings.TrimSuffix(key, "by"), y[key])
				}
			}
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

// The choices that are the reader's, by their numbers in DATC: what comes out
// by the preferred rules, and what by others.
var ruleCases = []struct{ rules, phase, units, orders, more, preferred, other string }{
	{"4.B.5=illegal", "S1901M", "FRANCE F SPA/SC", "FRANCE F SPA/NC - LYO", "", "ok", "fail illegal"},
	{"4.B.5=illegal", "S1901M", "FRANCE F SPA/SC", "FRANCE F SPA/WC - LYO", "", "ok", "fail illegal"},
	{"4.B.5=illegal", "S1901M", "FRANCE F SPA/SC", "FRANCE F SPA - LYO", "", "ok", "ok"},
	{"4.B.5=illegal", "S1901M", "FRANCE A GAS", "FRANCE A GAS/NC - SPA", "", "ok", "fail illegal"},
	{"4.B.5=illegal", "W1901A", "FRANCE F SPA/SC", "FRANCE F SPA/NC D", "", "ok", "fail illegal"},
	{"4.B.6=illegal", "S1901M", "FRANCE A GAS", "FRANCE A GAS - SPA/NC", "", "ok", "fail illegal"},
	{"4.B.6=illegal", "S1901M", "FRANCE A GAS", "FRANCE A GAS - PAR/NC", "", "ok", "fail illegal"},
	{"4.B.6=illegal", "S1901M", "FRANCE F MAO", "FRANCE F MAO - BRE/EC", "", "ok", "fail illegal"},
	{"4.B.6=illegal", "S1901M", "FRANCE F MAO", "FRANCE F MAO - SPA/NC", "", "ok", "ok"},
	{"4.B.6=illegal", "S1901M", "FRANCE A GAS, FRANCE A MAR", "FRANCE A GAS - SPA, FRANCE A MAR S A GAS - SPA/SC", "", "ok, ok", "ok, fail illegal"},
	{"4.B.6=illegal", "S1901M", "FRANCE A GAS, FRANCE A MAR", "FRANCE A MAR S A GAS/WC", "", "ok", "fail illegal"},
	{"4.B.6=illegal", "S1901M", "FRANCE F SPA/SC, FRANCE A MAR", "FRANCE A MAR S F SPA/SC", "", "ok", "ok"},
	{"4.B.6=illegal", "S1901M", "FRANCE A MAR", "FRANCE A MAR S F SPA/WC", "", "fail illegal", "fail illegal"},
	{"4.B.6=illegal", "S1901M", "FRANCE F MAO, FRANCE A GAS", "FRANCE F MAO C A GAS - SPA/NC, FRANCE A GAS - SPA", "", "ok, ok", "fail illegal, ok"},
	{"4.B.6=illegal", "W1901A", "", "FRANCE A PAR/NC B", `,"supply_centers":{"PAR":"FRANCE"}`, "ok", "fail illegal"},
	{"4.B.6=illegal", "W1901A", "", "RUSSIA A STP/NC B", `,"supply_centers":{"STP":"RUSSIA"}`, "ok", "fail illegal"},
	{"4.B.6=illegal", "W1901A", "", "RUSSIA F STP/NC B", `,"supply_centers":{"STP":"RUSSIA"}`, "ok", "ok"},
	{"4.B.6=illegal", "S1901R", "", "FRANCE A MAR R SPA/SC", `,"dislodged":[{"power":"FRANCE","type":"A","loc":"MAR"}]`, "ok", "illegal illegal"},
	{"4.C.1=illegal", "S1901M", "FRANCE A GAS, FRANCE A MAR", "FRANCE GAS H, FRANCE A MAR S GAS", "", "ok, ok", "fail illegal, ok"},
	{"4.C.1=illegal", "W1901A", "FRANCE A GAS", "FRANCE GAS D", "", "ok", "fail illegal"},
	{"4.C.1=illegal", "S1901R", "", "FRANCE MAR R SPA", `,"dislodged":[{"power":"FRANCE","type":"A","loc":"MAR"}]`, "ok", "illegal illegal"},
	{"4.C.2=illegal", "S1901M", "FRANCE A GAS, FRANCE A MAR", "FRANCE F GAS H, FRANCE A MAR S F GAS", "", "ok, ok", "fail illegal, ok"},
	{"4.C.2=illegal", "W1901A", "FRANCE A GAS", "FRANCE F GAS D", "", "ok", "fail illegal"},
	{"4.C.3=inland", "W1901A", "", "FRANCE PAR B", `,"supply_centers":{"PAR":"FRANCE"}`, "ok", "ok"},
	{"4.C.3=fails", "W1901A", "", "FRANCE PAR B", `,"supply_centers":{"PAR":"FRANCE"}`, "ok", "fail no unit type"},
	{"4.C.3=inland", "W1901A", "", "RUSSIA STP/SC B", `,"supply_centers":{"STP":"RUSSIA"}`, "ok", "fail no unit type"},
	{"4.C.3=fails", "W1901A", "", "RUSSIA STP B", `,"supply_centers":{"STP":"RUSSIA"}`, "fail no unit type", "fail no unit type"},
	{"4.C.3=inland", "W1901A", "", "FRANCE BRE B", `,"supply_centers":{"BRE":"FRANCE"}`, "fail no unit type", "fail no unit type"},
	{"4.C.4=army", "W1901A", "", "FRANCE F PAR B", `,"supply_centers":{"PAR":"FRANCE"}`, "fail bad type", "ok"},
	{"4.C.5=illegal", "S1901M", "FRANCE A GAS, ITALY A MAR", "ITALY A MAR S A GAS", "", "ok", "fail illegal"},
	{"4.C.5=illegal", "S1901M", "FRANCE A GAS, ITALY A MAR", "ITALY A MAR S FRANCE A GAS", "", "ok", "ok"},
	{"4.C.5=illegal", "S1901M", "ITALY A GAS, ITALY A MAR", "ITALY A MAR S A GAS", "", "ok", "ok"},
	{"4.C.5=illegal", "S1901M", "FRANCE A GAS, ITALY F MAO", "ITALY F MAO C A GAS - NAF, FRANCE A GAS - NAF", "", "ok, ok", "fail illegal, fail no convoy"},
	{"4.C.6=illegal", "S1901M", "FRANCE A GAS, ITALY A MAR", "ITALY A MAR S TURKEY A GAS", "", "ok", "fail illegal"},
	{"4.C.6=illegal", "S1901M", "FRANCE A GAS, ITALY F MAO", "ITALY F MAO C ITALY A GAS - NAF, FRANCE A GAS - NAF", "", "ok, ok", "fail illegal, fail no convoy"},
	{"4.D.3=first", "S1901M", "FRANCE A GAS", "FRANCE A GAS - PAR, FRANCE A GAS - BUR, FRANCE A GAS - LON", "", "fail replaced, ok, fail replaced", "ok, fail replaced, fail replaced"},
	{"4.D.3=hold", "S1901M", "FRANCE A GAS", "FRANCE A GAS - PAR, FRANCE A GAS - BUR", "", "fail replaced, ok", "fail several orders, fail several orders"},
	{"4.D.3=hold", "S1901M", "FRANCE A GAS", "FRANCE A GAS - PAR, FRANCE A GAS - PAR", "", "ok, ok", "ok, ok"},
	{"4.D.3=hold", "S1901M", "FRANCE A GAS", "FRANCE A GAS - LON, FRANCE A GAS - BUR, FRANCE A GAS D", "", "fail replaced, ok, fail replaced", "fail replaced, ok, fail replaced"},
	{"4.D.3=first", "S1901R", "", "FRANCE A MAR R SPA, FRANCE A MAR D", `,"dislodged":[{"power":"FRANCE","type":"A","loc":"MAR"}]`, "fail replaced, ok", "ok, fail replaced"},
	{"4.D.3=hold", "S1901R", "", "FRANCE A MAR R SPA, FRANCE A MAR D", `,"dislodged":[{"power":"FRANCE","type":"A","loc":"MAR"}]`, "fail replaced, ok", "fail several orders, fail several orders"},
	// 4.A.6: NTH is dislodged or not on the route; the other fleet is on another one.
	{"4.A.6=binds", "S1901M", twoRoutes, "ENGLAND A LON - BEL VIA NTH, ENGLAND F NTH C A LON - BEL, ENGLAND F ENG C A LON - BEL", "", "ok, ok, ok", "ok, ok, fail void"},
	{"4.A.6=binds", "S1901M", twoRoutes, "ENGLAND A LON - BEL VIA MAO IRI, ENGLAND F NTH C A LON - BEL, ENGLAND F ENG C A LON - BEL", "", "ok, ok, ok", "fail no convoy, fail void, fail void"},
	{"4.B.6=illegal", "S1901M", "FRANCE A PAR", "FRANCE A PAR/NC - BUR", "", "ok", "fail illegal"},
	{"4.B.6=illegal", "S1901M", "FRANCE F BRE", "FRANCE F BRE/EC - ENG", "", "ok", "fail illegal"},
	{"4.A.6=binds", "S1901M", twoRoutes, "ENGLAND A LON - BEL VIA NTH, ENGLAND F NTH C A LON - BEL, ENGLAND F ENG C A LON - BEL, ENGLAND F ENG C A LON - BEL", "", "ok, ok, ok, ok", "ok, ok, fail void, fail void"},
	{"4.A.6=binds,4.D.3=hold", "S1901M", twoRoutes, "ENGLAND A LON - BEL VIA NTH, ENGLAND A LON - BEL VIA NTH, ENGLAND F NTH C A LON - BEL", "", "ok, ok, ok", "ok, ok, ok"},
	{"4.A.6=binds", "S1901M", twoRoutes, "ENGLAND F NTH - ENG - BEL", "", "fail illegal", "fail illegal"},
	{"4.A.6=binds", "S1901M", twoRoutes, "ENGLAND A LON - NTH - YOR", "", "fail no convoy", "fail no convoy"},
	{"4.A.6=binds", "S1901M", twoRoutes, "ENGLAND A LON - BEL VIA NTH NWG, ENGLAND F NTH C A LON - BEL", "", "ok, ok", "fail no convoy, fail void"},
	{"4.A.6=binds", "S1901M", twoRoutes, "ENGLAND A LON - BEL VIA YOR NTH, ENGLAND F NTH C A LON - BEL", "", "ok, ok", "fail no convoy, fail void"},
	{"4.A.6=binds", "S1901M", twoRoutes, "ENGLAND A LON - BEL, ENGLAND F NTH C A LON - BEL, ENGLAND F ENG C A LON - BEL", "", "ok, ok, ok", "ok, ok, ok"},
	{"4.A.6=binds", "S1901M", twoRoutes, "ENGLAND A LON - BEL VIA ENG, ENGLAND F ENG C A LON - HOL, ENGLAND F NTH C A LON - LON", "", "fail no convoy, fail illegal, fail illegal", "fail no convoy, fail illegal, fail illegal"},
	{"4.A.6=required", "S1901M", twoRoutes, "ENGLAND A LON - BEL VIA, ENGLAND F NTH C A LON - BEL, ENGLAND F ENG C A LON - BEL", "", "ok, ok, ok", "fail no convoy, fail void, fail void"},
	{"4.A.6=required", "S1901M", twoRoutes, "ENGLAND A LON - BEL VIA ENG, ENGLAND F NTH C A LON - BEL, ENGLAND F ENG C A LON - BEL", "", "ok, ok, ok", "ok, fail void, ok"},
	{"4.A.6=required", "S1901M", twoRoutes, "ENGLAND A LON - YOR VIA, ENGLAND F NTH C A LON - YOR", "", "ok, ok", "fail no convoy, fail void"},
	{"4.A.6=required", "S1901M", twoRoutes, "ENGLAND A LON - YOR, ENGLAND F NTH C A LON - YOR", "", "ok, ok", "ok, fail void"},
	{"4.A.6=required", "S1901M", twoRoutes, "ENGLAND A LON - NTH - YOR, ENGLAND F NTH C A LON - YOR", "", "ok, ok", "ok, ok"},
	{"4.A.6=binds", "S1901M", twoRoutes + ", FRANCE F BRE, FRANCE F MAO", "ENGLAND A LON - NTH - ENG - BEL, ENGLAND F NTH C A LON - BEL, ENGLAND F ENG C A LON - BEL, FRANCE F BRE - ENG, FRANCE F MAO S F BRE - ENG", "",
		"ok, ok, fail dislodged BRE, ok, ok", "fail disrupted BRE, ok, fail dislodged BRE, ok, ok"},
	{"4.A.6=binds", "S1901M", twoRoutes + ", FRANCE F BEL, FRANCE F HOL", "ENGLAND A LON - NWY VIA SKA, ENGLAND F NTH C A LON - NWY, FRANCE F BEL - NTH, FRANCE F HOL S F BEL - NTH", "",
		"fail disrupted BEL, fail dislodged BEL, ok, ok", "fail no convoy, fail void dislodged_BEL, ok, ok"},
}

const twoRoutes = "ENGLAND A LON, ENGLAND F NTH, ENGLAND F ENG"

func TestRules(t *testing.T) {
	for _, c := range ruleCases {
		line := lineOf(c.phase, c.units, c.orders, c.more)
		t.Run(c.rules+" "+c.orders, func(t *testing.T) {
			if got := summary(t, run(t, line, Options{})[0]); got != c.preferred {
				t.Errorf("by the preferred rules %s, want %s", got, c.preferred)
			}
			if got := summary(t, run(t, line, Options{Rules: rulesOf(t, c.rules)})[0]); got != c.other {
				t.Errorf("%s, want %s", got, c.other)
			}
		})
	}
}
