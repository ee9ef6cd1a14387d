package dishonest

import (
	"reflect"
	"testing"
)

// A pool gets the cubes that are named first, and then others as long as the stock has them: supply, and oil in
// its place (DD-7).
func TestPoolOfNamedCubesAndOthers(t *testing.T) {
	want := bundle{any: 2}
	want.cubes[Supply] = 2
	for _, c := range []struct{ supply, oil, outSupply, outOil int }{
		{supply: 5, oil: 1, outSupply: 4},
		{supply: 3, oil: 1, outSupply: 3, outOil: 1},
		{supply: 2, outSupply: 2},
		{supply: 1, oil: 1, outSupply: 1, outOil: 1},
	} {
		var stock Cubes
		stock[Supply], stock[Oil] = c.supply, c.oil
		_, out := want.filled(stock)
		if out[Supply] != c.outSupply || out[Oil] != c.outOil {
			t.Errorf("of %d supply and %d oil the pool gets %v, want %d and %d", c.supply, c.oil, out, c.outSupply, c.outOil)
		}
	}
}

// Of the defences on file, one for the place has precedence over one against the power, and of two of the same kind
// the later one counts.
func TestDefenceOnFile(t *testing.T) {
	place, power, any, last := order{at: 7, lose: []Type{Infantry}}, order{at: nowhere, against: "USSR"}, order{at: nowhere}, order{at: 7}
	for _, c := range []struct {
		what  string
		filed []order
		want  int // which of them; -1: none
		at    Area
		by    string
	}{
		{"place before power", []order{place, power}, 0, 7, "USSR"},
		{"place before power, filed the other way round", []order{power, place}, 1, 7, "USSR"},
		{"power before any", []order{power, any}, 0, 7, "USSR"},
		{"any, where no other fits", []order{place, power, any}, 2, 3, "UK"},
		{"the last of two for a place", []order{place, last}, 1, 7, "USSR"},
		{"none that fits", []order{place}, -1, 3, "USSR"},
	} {
		got, found := standing{defend: c.filed}.defence(c.at, c.by)
		if found != (c.want >= 0) {
			t.Errorf("%s: found is %v", c.what, found)
			continue
		}
		if found && !reflect.DeepEqual(got, c.filed[c.want]) {
			t.Errorf("%s: %+v counts", c.what, got)
		}
	}
}
