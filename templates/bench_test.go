package templates_test

import (
	"testing"

	"deaddrop/adjudicator/deadman"
	"deaddrop/templates"
)

// BenchmarkReceipt writes the letter of which a game master writes most: the receipt of a few orders.
//
//	go test ./templates -run '^$' -bench Receipt
func BenchmarkReceipt(b *testing.B) {
	set, err := templates.New()
	if err != nil {
		b.Fatal(err)
	}
	page := receipt(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := set.Letter("receipt", page); err != nil {
			b.Fatal(err)
		}
	}
}

// receipt returns a page with orders that have just been put on file for the second time.
func receipt(t testing.TB) templates.Page {
	t.Helper()
	p := opening(t, deadman.Rules, nil)
	view := p.View("France")
	read := view.Read("orders", "", "A Par-Bur\nF Bre-MAO\nA Mar-Spa")
	page := pages(t)["receipt France"]
	page.View, page.History, page.Press, page.Events, page.Reply = view, nil, nil, nil, "gm@deaddrop.example"
	page.Receipt = &templates.Receipt{Subject: "Re: [dm1.1] France", New: []string{"A Par-Bur", "A Mar-Spa"}, Gone: []string{"A Par-Pic"}}
	page.Ask = &templates.Ask{Kind: "orders", Number: 1, Revision: 2, Answer: read.Answer, Missing: read.Missing, Form: read.Form}
	return page
}
