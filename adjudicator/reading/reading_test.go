package reading_test

import (
	"reflect"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/reading"
	"deaddrop/parser/order"
)

func TestParts(t *testing.T) {
	have := reading.Parts([]order.Part{
		{Fate: order.Filed, Quote: "a"}, {Fate: order.Asked, Quote: "b", Why: "Which?", Suggest: []string{"B", "C"}},
		{Fate: order.Refused, Quote: "c", Why: "Too far."}, {Fate: order.Talk, Quote: "d"}, {Fate: order.ToGM, Quote: "e"},
	})
	want := []adjudicator.Part{
		{Fate: adjudicator.Filed, Quote: "a"}, {Fate: adjudicator.Unsure, Quote: "b", Why: "Which?", Suggest: []string{"B", "C"}},
		{Fate: adjudicator.Refused, Quote: "c", Why: "Too far."}, {Fate: adjudicator.Talk, Quote: "d"}, {Fate: adjudicator.ToGM, Quote: "e"},
	}
	if !reflect.DeepEqual(have, want) {
		t.Errorf("want %v\nhave %v", want, have)
	}
}

func TestSaysNone(t *testing.T) {
	for text, want := range map[string]bool{"NONE": true, " no orders.\n": true, "Nothing!": true, "nmr": true,
		"": false, "None of them moves": false, "NO ORDERS\nPASS": false} {
		if reading.SaysNone(text) != want {
			t.Errorf("%q: want %t", text, want)
		}
	}
}
