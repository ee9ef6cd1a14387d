package jsonl

import (
	"strings"
	"testing"
)

// Each of these lines gives exactly this sentence.
var faults = []struct{ line, want string }{
	{`{`, `byte 1: unexpected end of JSON input`},
	{`{"phase":"S1901M",}`, `byte 19: invalid character '}' looking for beginning of object key string`},
	{`{"phase":"S1901M"} {}`, `byte 20: invalid character '{' after top-level value`},
	{`{"phase":"S1901M","x":01}`, `byte 24: invalid character '1' after object key:value pair`},
	{`{"phase":"S1901M","x":"\q"}`, `byte 25: invalid character 'q' in string escape code`},
	{`{"phase":"S1901M","x":"\`, `byte 24: invalid character ' ' in string escape code`},
	{`{"phase":"S1901M","units":[{"power":"FRANCE","type":"A","loc":"ſPA"}]}`, `units[0]: there is no location "ſPA"`},
	{"{\"phase\":\"S1901M\",\"x\":\"\t\"}", `byte 24: invalid character '\t' in string literal`},
	{`[]`, `the line is no JSON object`},
	{`null`, `the line is no JSON object`},
	{`"S1901M"`, `the line is no JSON object`},
	{`{}`, `phase: "" is none; phases are such as S1901M, F1901R and W1901A`},
	{`{"Phase":"S1901M"}`, `phase: "" is none; phases are such as S1901M, F1901R and W1901A`},
	{`{"phase":1901}`, `phase: not a string`},
	{`{"phase":"X1901M"}`, `phase: "X1901M" is none; phases are such as S1901M, F1901R and W1901A`},
	{`{"phase":"W1901M"}`, `phase: "W1901M" is none; phases are such as S1901M, F1901R and W1901A`},
	{`{"phase":"S1901A"}`, `phase: "S1901A" is none; phases are such as S1901M, F1901R and W1901A`},
	{`{"phase":"S19O1M"}`, `phase: "S19O1M" is none; phases are such as S1901M, F1901R and W1901A`},
	{`{"phase":"S190M"}`, `phase: "S190M" is none; phases are such as S1901M, F1901R and W1901A`},
	{`{"phase":"s1901m"}`, `phase: "s1901m" is none; phases are such as S1901M, F1901R and W1901A`},
	{`{"phase":"S1901M","units":{}}`, `units: not a list`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"A","loc":"ROM"},5]}`, `units[1]: not an object`},
	{`{"phase":"S1901M","units":[null]}`, `units[0]: not an object`},
	{`{"phase":"S1901M","units":[{"type":"A","loc":"ROM"}]}`, `units[0]: there is no power ""`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"A","loc":"ROM"},{"power":"","type":"A","loc":"TUN"}]}`, `units[1]: there is no power ""`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"A","loc":"ROM"},{"power":"ITALY","type":"","loc":"TUN"}]}`, `units[1]: the type is A or F, not ""`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"A","loc":"ROM"},{"power":"ITALY","type":"A","loc":""}]}`, `units[1]: there is no location ""`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"A","loc":"ROM"},{"power":"ITALYANDMORE","type":"A","loc":"TUN"}]}`, `units[1]: there is no power "ITALYANDMORE"`},
	{`{"phase":"S1901M","supply_centers":{"":"FRANCE"}}`, `supply_centers: there is no location ""`},
	{`{"phase":"S1901M","units":[{"power":7,"type":"A","loc":"ROM"}]}`, `units[0]: power: not a string`},
	{`{"phase":"S1901M","units":[{"power":"SPAIN","type":"A","loc":"ROM"}]}`, `units[0]: there is no power "SPAIN"`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"G","loc":"ROM"}]}`, `units[0]: the type is A or F, not "G"`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"A","loc":"XYZ"}]}`, `units[0]: there is no location "XYZ"`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"F","loc":"BRE/NC"}]}`, `units[0]: there is no location "BRE/NC"`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"A","loc":"NTH"}]}`, `units[0]: an army cannot be in NTH`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"A","loc":"STP/NC"}]}`, `units[0]: an army cannot be in STP/NC`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"F","loc":"MUN"}]}`, `units[0]: a fleet cannot be in MUN`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"F","loc":"STP"}]}`, `units[0]: a fleet cannot be in STP, only in STP/NC or STP/SC`},
	{`{"phase":"S1901M","units":[{"power":"ITALY","type":"A","loc":"STP"},{"power":"ITALY","type":"F","loc":"STP/NC"}]}`, `units[1]: another unit is in STP already`},
	{`{"phase":"S1901M","dislodged":[{"power":"ITALY","type":"A","loc":"ROM"}]}`, `dislodged: only in a retreat phase are there dislodged units`},
	{`{"phase":"S1901R","dislodged":7}`, `dislodged: not a list`},
	{`{"phase":"S1901R","dislodged":[{"power":"ITALY","type":"A","loc":"TYS"}]}`, `dislodged[0]: an army cannot be in TYS`},
	{`{"phase":"S1901R","dislodged":[{"power":"ITALY","type":"A","loc":"ROM","attacker_from":"X"}]}`, `dislodged[0]: attacker_from: there is no location "X"`},
	{`{"phase":"S1901R","dislodged":[{"power":"ITALY","type":"A","loc":"ROM","attacker_from":[]}]}`, `dislodged[0]: attacker_from: not a string`},
	{`{"phase":"S1901R","dislodged":[{"power":"ITALY","type":"A","loc":"ROM"},{"power":"ITALY","type":"F","loc":"ROM"}]}`, `dislodged[1]: another unit is in ROM already`},
	{`{"phase":"S1901R","contested":["MUN","X"]}`, `contested[1]: there is no location "X"`},
	{`{"phase":"S1901R","contested":[1]}`, `contested[0]: not a string`},
	{`{"phase":"S1901M","supply_centers":[]}`, `supply_centers: not an object`},
	{`{"phase":"S1901M","supply_centers":{"PIC":"FRANCE"}}`, `supply_centers: PIC is no supply centre`},
	{`{"phase":"S1901M","supply_centers":{"STP/NC":"RUSSIA"}}`, `supply_centers: STP/NC is no supply centre`},
	{`{"phase":"S1901M","supply_centers":{"ABC":"FRANCE"}}`, `supply_centers: there is no location "ABC"`},
	{`{"phase":"S1901M","supply_centers":{"PAR":"GAUL"}}`, `supply_centers: there is no power "GAUL"`},
	{`{"phase":"S1901M","supply_centers":{"PAR":4}}`, `supply_centers: PAR: not a string`},
	{`{"phase":"S1901M","orders":"ITALY A ROM H"}`, `orders: not a list`},
	{`{"phase":"S1901M","orders":["ITALY A ROM H",null]}`, `orders[1]: not a string`},
	{"{\"phase\":\"S1901M\",\"units\":[{\"power\":\"\xff\",\"type\":\"A\",\"loc\":\"ROM\"}]}", "units[0]: there is no power \"\uFFFD\""},
}

func TestFaults(t *testing.T) {
	const sound = `{"phase":"S1901M"}`
	var in, want []string
	for _, f := range faults {
		in = append(in, f.line, "", sound)
	}
	for i, line := range run(t, strings.Join(in, "\n"), Options{}) {
		if i%2 == 1 {
			if !strings.HasPrefix(string(line), `{"phase":"S1901M","results":[]`) {
				t.Errorf("%s behind %s", line, faults[i/2].line)
			}
			continue
		}
		f := faults[i/2]
		full := `{"line":` + itoa(i/2*3+1) + `,"error":` + string(appendQuoted(nil, f.want)) + `}`
		if string(line) != full {
			t.Errorf("%s\n gives %s\n  want %s", f.line, line, full)
		}
		want = append(want, f.want)
	}
	if len(want) != len(faults) {
		t.Errorf("%d of %d lines came out", len(want), len(faults))
	}
}

// Missing, empty and null fields are the same, and whatever is unknown is passed over.
func TestEmptyFields(t *testing.T) {
	const want = `{"phase":"S1901M","results":[],"reasons":[],"next_units":[],"next_dislodged":[],` +
		`"next_contested":[],"retreats":{},"next_supply_centers":{},"next_phase":"F1901M"}`
	for _, line := range []string{
		`{"phase":"S1901M"}`,
		` { "phase" : "S1901M" } `,
		"\t{\"phase\":\"S1901M\",\r\"units\":[]}\r",
		`{"phase":"S1901M","units":null,"dislodged":null,"contested":null,"supply_centers":null,"orders":null,"case":null,"game":3}`,
		`{"phase":"S1901M","units":[],"dislodged":[],"contested":[],"supply_centers":{},"orders":[],"text":"a\n\u00e9\\","n":[1,-0.5e+3,{"x":[[],{}]},true,false,null]}`,
		`{"phase":"F1901R","phase":"S1901M","Units":7,"units ":8}`,
		`{"p\u0068ase":"S1901M"}`,
		`{"phase":"S1901M","supply_centers":{"PAR":null,"MUN":""}}`,
	} {
		if got := run(t, line, Options{}); len(got) != 1 || string(got[0]) != want {
			t.Errorf("%s gives\n%s", line, got)
		}
	}
}

func TestEcho(t *testing.T) {
	for in, want := range map[string]string{
		`"game":"g 1","phase":"S1901M"`:                    `{"game":"g 1","phase"`,
		`"phase":"S1901M","case":"6.A.1","game":"x"`:       `{"case":"6.A.1","game":"x","phase"`,
		`"phase":"S1901M","case":"","game":7`:              `{"case":"","phase"`,
		`"phase":"S1901M","case":"a","case":null`:          `{"phase"`,
		`"phase":"S1901M","case":"Zürich\t\"1\"\\\u0001"`:  `{"case":"Zürich\u0009\"1\"\\\u0001","phase"`,
		"\"phase\":\"S1901M\",\"case\":\"\xffx\"":          "{\"case\":\"\uFFFDx\",\"phase\"",
		`"phase":"S1901M","case":"\ud83d\ude00\ud83d</>&"`: "{\"case\":\"\U0001F600\uFFFD</>&\",\"phase\"",
	} {
		if got := run(t, "{"+in+"}", Options{}); !strings.HasPrefix(string(got[0]), want) {
			t.Errorf("%s gives\n%s", in, got[0])
		}
	}
}
