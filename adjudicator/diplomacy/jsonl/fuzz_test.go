package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// said returns all that a reader has read.
func (r *reader) said() string {
	return fmt.Sprintf("%q %q %t %q %t %v %v %v %v %q",
		r.name, r.caseName, r.caseName == nil, r.game, r.game == nil, r.units, r.dislodged, r.contested, r.owner, r.orders)
}

// checkLine reads a line twice, as it is and as encoding/json writes what it reads in it, and checks that both say the same.
func checkLine(t *testing.T, r *reader, line []byte) error {
	t.Helper()
	err := r.read(slices.Concat(line, []byte("\n")))
	if isJSON := err == nil || !strings.HasPrefix(err.Error(), "byte "); isJSON != json.Valid(line) {
		t.Fatalf("%q: %v", line, err)
	}
	got := r.said()
	var o map[string]any
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if !json.Valid(line) || d.Decode(&o) != nil || o == nil {
		return err
	}
	again, marshalErr := json.Marshal(o)
	if marshalErr != nil {
		t.Fatal(marshalErr)
	}
	if err2 := r.read(append(again, '\n')); (err == nil) != (err2 == nil) {
		t.Fatalf("%q: %v\nbut %q: %v", line, err, again, err2)
	}
	if want := r.said(); err == nil && got != want && !sameCentre(o) {
		t.Fatalf("%q is read as\n%v\nbut %q as\n%v", line, got, again, want)
	}
	return err
}

// sameCentre reports whether a line names the same centre twice, in other capitals: then the last one counts, and encoding/json
// does not keep their sequence.
func sameCentre(line map[string]any) bool {
	seen := map[string]bool{}
	centres, _ := line["supply_centers"].(map[string]any)
	for code := range centres {
		seen[strings.ToUpper(code)] = true
	}
	return len(seen) < len(centres)
}

// seeds returns lines of all kinds.
func seeds(t testing.TB) []string {
	lines := playLines(t, standard, 8, 60, false)
	for _, f := range faults {
		lines = append(lines, f.line)
	}
	compact := strings.NewReplacer(", ", ",", ": ", ":")
	return append(lines,
		compact.Replace(lines[0]), compact.Replace(lines[59]),
		`{"phase":"S1901M","units":[{"loc":"ROM","power":"Italy","type":"a"},{"loc":"nap","power":"ITALY","type":"f"}],"orders":["italy rom - nap via tys ion"]}`,
		`{"phase":"S1901M","units":[{"power":"ITALY","power":"FRANCE","type":"A","loc":"PAR","x":[{"y":"\u00e9"}]}],"units":[]}`,
		`{"phase":"S1901M","supply_centers":{"PAR":"ITALY","PAR":"FRANCE","par":"GERMANY"},"case":"é","game":"\ud800"}`,
		`{"phase":"S1901R","dislodged":[{"power":"ITALY","type":"A","loc":"PAR","attacker_from":"SPA/SC"}],"contested":["STP/NC"]}`,
		`{"phase":"W1901A","orders":["RUSSIA F STP/SC B","RUSSIA WAIVE","RUSSIA A MOS D"],"n":[-0,0.10,1e9,1E-2,true,false,null,{"a":{}}]}`,
	)
}

// FuzzLine: what is read of a line is what encoding/json reads in it.
func FuzzLine(f *testing.F) {
	for _, line := range seeds(f) {
		f.Add([]byte(line))
	}
	n := newNames(standard)
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.IndexByte(line, '\n') < 0 {
			checkLine(t, newReader(n), line)
		}
	})
}

// Lines of all kinds are read, and a line with a byte changed no differently from encoding/json.
func TestRead(t *testing.T) {
	r := newReader(newNames(standard))
	datc, err := os.ReadFile("testdata/datc.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(datc) {
		if err := checkLine(t, r, bytes.TrimSuffix(line, []byte{'\n'})); err != nil {
			t.Errorf("%v: %s", err, line)
		}
	}
	for i, line := range playLines(t, standard, 9, 100, false) {
		for _, form := range []string{line, strings.NewReplacer(", ", ",", ": ", ":").Replace(line)} {
			if err := checkLine(t, r, []byte(form)); err != nil {
				t.Fatalf("%v: %s", err, form)
			}
		}
		if i%50 > 0 {
			continue
		}
		const changes = "\"\\ {}[],:x0\x01\xff"
		for at := range line {
			changed := []byte(line)
			changed[at] = changes[at*7%len(changes)]
			_ = checkLine(t, r, changed)
			_ = checkLine(t, r, []byte(line[:at]))
		}
	}
}

// FuzzRun checks that every non-empty line gives one line of JSON, the same one however the input is divided among
// workers.
func FuzzRun(f *testing.F) {
	all := seeds(f)
	for i := range all {
		f.Add([]byte(strings.Join(all[i:min(i+3, len(all))], "\n")), uint8(i))
	}
	f.Fuzz(func(t *testing.T, text []byte, workers uint8) {
		got := run(t, string(text), Options{Workers: 1 + int(workers%4), Explain: workers&8 != 0})
		n := 0
		for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\uFEFF"))) {
			if len(bytes.Trim(line, " \t\r\n")) > 0 {
				n++
			}
		}
		if len(got) != n {
			t.Fatalf("%d lines come out for %d", len(got), n)
		}
		for _, line := range got {
			if !json.Valid(line) {
				t.Fatalf("%q comes out", line)
			}
			if bytes.Contains(line, []byte("broke the program")) {
				t.Fatalf("%s", line)
			}
		}
	})
}
