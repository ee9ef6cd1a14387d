package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// said is all that a reader has read.
type said struct {
	name, caseName, game string
	has                  [2]bool
	units, dislodged     any
	contested, owner     any
	orders               []string
}

func (p *phase) said() said {
	s := said{
		name: string(p.name), caseName: string(p.caseName.bytes), game: string(p.game.bytes),
		has:   [2]bool{p.caseName.given, p.game.given},
		units: slices.Clone(p.units), dislodged: slices.Clone(p.dislodged),
		contested: slices.Clone(p.contested), owner: slices.Clone(p.owner),
	}
	for _, o := range p.orders {
		s.orders = append(s.orders, string(o))
	}
	return s
}

// checkLine checks that the scanner reads a line, if it does, as encoding/json
// has it, also when it knows the shape of the units already.
func checkLine(t *testing.T, r *reader, line []byte) (scanned bool) {
	t.Helper()
	text := padded(string(line) + "\n")[:len(line)]
	for range 2 {
		if !r.scan(text) {
			return false
		}
		got := r.said()
		if !json.Valid(line) {
			t.Fatalf("%q is scanned, but no JSON", line)
		}
		if err := r.decode(text); err != nil {
			t.Fatalf("%q is scanned, but %v", line, err)
		}
		if want := r.said(); !reflect.DeepEqual(got, want) && fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%q is scanned as\n%v\nand decoded as\n%v", line, got, want)
		}
	}
	return true
}

// seeds are lines of all kinds.
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

// FuzzLine: whatever the scanner reads, encoding/json reads in the same way.
func FuzzLine(f *testing.F) {
	for _, line := range seeds(f) {
		f.Add([]byte(line))
	}
	c := newCodec(standard)
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.IndexByte(line, '\n') < 0 {
			checkLine(t, newReader(c), line)
		}
	})
}

// The scanner reads all lines of the plain form, and a line of it with a byte
// changed no differently from encoding/json.
func TestScanner(t *testing.T) {
	r := newReader(newCodec(standard))
	datc, err := os.ReadFile("testdata/datc.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(datc) {
		if !checkLine(t, r, bytes.TrimSuffix(line, []byte{'\n'})) {
			t.Errorf("not scanned: %s", line)
		}
	}
	for i, line := range playLines(t, standard, 9, 100, false) {
		if !checkLine(t, r, []byte(line)) {
			t.Fatalf("not scanned: %s", line)
		}
		compact := strings.NewReplacer(", ", ",", ": ", ":").Replace(line)
		if !checkLine(t, r, []byte(compact)) {
			t.Fatalf("not scanned: %s", compact)
		}
		if i%50 > 0 {
			continue
		}
		const changes = "\"\\ {}[],:x0\x01\xff"
		for at := range line {
			changed := []byte(line)
			changed[at] = changes[at*7%len(changes)]
			checkLine(t, r, changed)
			checkLine(t, r, []byte(line[:at]))
		}
	}
}

// FuzzOrder: the short cut for orders gives what reading them word by word does.
func FuzzOrder(f *testing.F) {
	for _, o := range []string{
		"ITALY A ROM - APU", "ITALY F TYS C A ROM - TUN", "FRANCE A MAR S A PAR - BUR", "FRANCE A MAR S A PAR", "TURKEY A CON H",
		"RUSSIA F STP/SC - BOT", "RUSSIA WAIVE", "GERMANY KIE - DEN VIA BAL", "ENGLAND F NTH S FRANCE A PIC - BEL", "ITALY A ROM R APU",
		"ITALY  A ROM - APU ", "italy a rom - apu", "ITALY A ROM -  APU", "ITALY A ROM S", "ITALY A ROM C A TUN", "A ROM H", "ITALY A ROM HX", "", " A CON H",
	} {
		f.Add(o)
	}
	c := newCodec(standard)
	f.Fuzz(func(t *testing.T, text string) {
		var quick, full order
		given := padded(text)
		isQuick := c.quickOrder(given, &quick)
		isOrder := c.parseWords(given, &full)
		if isQuick && (!isOrder || quick != full) {
			t.Errorf("%q is %+v by the short cut, else %v %+v", text, quick, isOrder, full)
		}
	})
}

// FuzzRun: every line that is not empty gives one line of JSON, and the same
// by whatever way it comes.
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
