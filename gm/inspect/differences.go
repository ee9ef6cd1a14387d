package inspect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"deaddrop/gm/game"
)

// Differences returns the values that differ between two JSON texts, each with its path, in a fixed order.
func Differences(was, is []byte) ([]game.Fact, error) {
	a, err := unfolded(was)
	if err != nil {
		return nil, err
	}
	b, err := unfolded(is)
	if err != nil {
		return nil, err
	}
	var out []game.Fact
	compare("", a, b, func(at, was, is string) { out = append(out, game.Fact{Name: at, Was: was, Is: is}) })
	return out, nil
}

func unfolded(js []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(js))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("reading JSON: %w", err)
	}
	return v, nil
}

// compare calls tell for each difference between two JSON values. nothing stands for a missing value.
func compare(at string, a, b any, tell func(at, was, is string)) {
	objectA, okA := a.(map[string]any)
	objectB, okB := b.(map[string]any)
	if okA && okB {
		all := maps.Clone(objectA)
		maps.Copy(all, objectB)
		for _, key := range slices.Sorted(maps.Keys(all)) {
			within := key
			if at != "" {
				within = at + "." + key
			}
			one, hasOne := objectA[key]
			two, hasTwo := objectB[key]
			switch {
			case hasOne && hasTwo:
				compare(within, one, two, tell)
			case hasOne:
				tell(within, game.InJSON(one), "")
			default:
				tell(within, "", game.InJSON(two))
			}
		}
		return
	}
	listA, okA := a.([]any)
	listB, okB := b.([]any)
	switch {
	case okA && okB && len(listA) == len(listB):
		for i := range listA {
			compare(at+"["+strconv.Itoa(i)+"]", listA[i], listB[i], tell)
		}
	case okA && okB:
		compareLists(at, texts(listA), texts(listB), tell)
	default:
		if was, is := game.InJSON(a), game.InJSON(b); was != is {
			tell(at, was, is)
		}
	}
}

// compareLists calls tell for each element that only one of two lists has, in order. Equal elements at both ends are
// skipped; each element between them is looked up after the position of the previous match.
func compareLists(at string, a, b []string, tell func(at, was, is string)) {
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case i < len(a) && !slices.Contains(b[j:], a[i]):
			tell(at+"["+strconv.Itoa(i)+"]", a[i], "")
			i++
		case j < len(b):
			tell(at+"["+strconv.Itoa(j)+"]", "", b[j])
			j++
		default:
			tell(at+"["+strconv.Itoa(i)+"]", a[i], "")
			i++
		}
	}
}

func texts(list []any) []string {
	var out []string
	for _, v := range list {
		out = append(out, game.InJSON(v))
	}
	return out
}
