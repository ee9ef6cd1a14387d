package order

import (
	"slices"
	"testing"
)

// A column that counts the rows of a table is left out, and one with numbers that mean something is not.
func TestCountColumn(t *testing.T) {
	const counted = "No. | Item | Value\n1 | Pool | 4 supply\n2 | Bid | 2 money"
	for text, want := range map[string]string{
		counted: "item | value \n pool | 4 supply \n bid | 2 money",
		"| No. | Item | Value |\n| 1 | Pool | 4 supply |\n| 2 | Bid | 2 money |": "| item | value | \n | pool | 4 supply | \n | bid | 2 money |",
		"| Turn | Box | Cards |\n| 1 | Spoils | - |\n| 2 | Storm | - |":          "| turn | box | cards | \n | 1 | spoils | - | \n | 2 | storm | - |",
		"1 | Paris\n2 | Rome": "| paris \n | rome",
	} {
		got := ""
		for _, x := range withoutCounts(Scan(text)) {
			got += " " + x.Word
		}
		if got != " "+want {
			t.Errorf("%q becomes\n%q, and not\n%q", text, got, " "+want)
		}
	}
	items := withoutCounts(Scan(counted))
	if slices.ContainsFunc(items, func(x Lexeme) bool { return x.Item != 0 }) {
		t.Error("a number that counts a row is still that of a list item")
	}
}

// Labels of items within others are left out, and the number behind one is not.
func TestOutlineLabels(t *testing.T) {
	for text, want := range map[string]string{
		"1.1 Tactics\n1.1.1 2 inf": "tactics \n 2 inf",
		"(2a) one armour\n2b) two": "one armour \n two",
	} {
		got := ""
		for _, x := range Scan(text) {
			got += " " + x.Word
		}
		if got != " "+want {
			t.Errorf("%q becomes %q, and not %q", text, got, " "+want)
		}
	}
}
