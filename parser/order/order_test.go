package order_test

import (
	"fmt"
	"testing"

	"deaddrop/parser/order"
)

func TestNumeral(t *testing.T) {
	for word, want := range map[string]int{"0": 0, "12": 12, "5000": order.MaxNumber, "99999999999999999999": order.MaxNumber, "twelve": 12, "zwolf": 12, "fuenf": 5, "funf": 5} {
		if n, ok := order.Numeral(word); n != want || !ok {
			t.Errorf("%q is %d, %v", word, n, ok)
		}
	}
	for _, word := range []string{"", "3rd", "both", "1.5"} {
		if n, ok := order.Numeral(word); ok {
			t.Errorf("%q is %d", word, n)
		}
	}
}

func TestNotes(t *testing.T) {
	var many []string
	for n := range 60 {
		many = append(many, fmt.Sprint(n))
	}
	if got := order.Unique(append([]string{"0", "1", "0"}, many...)); len(got) != 50 || got[0] != "0" || got[49] != "49" {
		t.Errorf("%q", got)
	}
}
