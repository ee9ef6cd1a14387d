package gm_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deadman"
	"deaddrop/gm"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
)

// A reading in advance says what becomes of a letter when it comes, and leaves no trace. A reader without a site says
// the same about the letter alone.
func TestReadAs(t *testing.T) {
	m := started(t)
	reader := reception.Reader{Rules: m.Rules, Words: m.Words}
	position := opening(t)
	var old []string
	revision, seen := 0, map[string]bool{}
	for i, text := range []string{
		"A Par-Bur\nF Bre-Mid\n\nCheers,\nFrank\n-- \nA Mar-Spa",
		"> A Par-Pic\nThanks, that is all I have for now.\n",
		"A Mar maybe to Spain?\nGM: may I be away on Friday?\n",
		"Mar Spa or Gas",
		"YES 1",
		"PRESS TO ALL\nA Par-Gas\nENDPRESS\nA Mar S A Par-Bur\n",
		"ORDER FORM [d1.1] France, revision %d\nSETUP F Bre, A Mar, A Par\nF Bre - Eng\nA Par - Bur\nEND OF FORM\n",
		"Join me in Burgundy\nObserve the border\n",
		"ON orders DO A Par H\nWAIT",
		"READY",
		"PRESS TO ALL\nno end",
		"CLEAR\nF Bre H",
		"ORDERS\nA Par H\nA Mar H\nF Bre H\nA Ber H",
		"ORDER FORM [d1.1] Germany, revision 0\nA Ber - Mun\nEND OF FORM\n",
		"CLEAR",
		"",
	} {
		if strings.Contains(text, "%d") {
			text = fmt.Sprintf(text, revision)
		}
		before := kept(t, m)
		tried, err := inspect.ReadAs(t.Context(), m, noon, "d1", "france", text, false)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if !bytes.Equal(kept(t, m), before) {
			t.Fatalf("%q leaves something behind", text)
		}
		tried.Details = nil
		sample := reception.Sample{Title: "deadman", Position: position, Seat: "France", Kind: "orders", Old: strings.Join(old, "\n"), Text: text}
		alone, err := reader.Read(t.Context(), sample)
		if text != "YES 1" { // it answers an earlier letter
			alone.Settled = tried.Settled // and so do points
			if got, want := asJSON(t, alone), asJSON(t, tried); err != nil || got != want {
				t.Errorf("%q, without a site: %v\n%s\nand not\n%s", text, err, got, want)
			}
		}
		if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: fmt.Sprint(i), From: "france@example.org", Subject: "[d1]", Text: text}); err != nil {
			t.Fatal(err)
		}
		france := seatOf(t, m, "France")
		if france.Orders != strings.Join(tried.Filed, "\n") || asJSON(t, france.Missing) != asJSON(t, tried.Missing) && len(tried.Missing) > 0 || france.In != tried.Settled {
			t.Errorf("%q was to leave\n%s\nand has left\n%+v", text, asJSON(t, tried), france)
		}
		if france.Orders != strings.Join(old, "\n") {
			revision++
		}
		old = tried.Filed
		for what, is := range map[string]bool{"filed": len(tried.Filed) > 2, "asked": len(tried.Asked) > 0, "refused": len(tried.Refused) > 0,
			"talk": len(tried.Talk) > 0, "to the game master": tried.ToGM, "settled": tried.Settled, "open": !tried.Settled} {
			seen[what] = seen[what] || is
		}
	}
	if len(seen) != 7 || slices.Contains(slices.Collect(maps.Values(seen)), false) {
		t.Errorf("of what may become of a letter there was %v", seen)
	}
}

// A letter that is read on trial counts as an answer to our last one, so that a YES accepts what that offers.
func TestReadAsYes(t *testing.T) {
	m := started(t)
	if err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "1", From: "france@example.org", Subject: "[d1]", Text: "A Mar-Spa, maybe"}); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"YES": "A Mar-Spa", "NO": ""} {
		if tried, err := inspect.ReadAs(t.Context(), m, noon, "d1", "France", text, false); err != nil || strings.Join(tried.Filed, "\n") != want {
			t.Errorf("%s is read as %+v, %v", text, tried, err)
		}
	}
}

// A quoted form without its head may be an old one: nothing of it is filed before the player says that it counts, and
// a YES files all of it.
func TestHeadlessForm(t *testing.T) {
	m := started(t)
	const form = "Thanks, see below.\n\n> Fill in this form in your answer, or write your orders above it:\n>   A Par - Bur\n>   F Bre - Mao\n> END OF FORM\n"
	err := reception.Receive(t.Context(), m, noon, letter.Letter{ID: "1", From: "france@example.org", Subject: "[d1]", Text: form})
	if err != nil {
		t.Fatal(err)
	}
	if france := seatOf(t, m, "France"); france.Orders != "" || len(france.Open) == 0 {
		t.Errorf("the form has left %+v", france)
	}
	tried, err := inspect.ReadAs(t.Context(), m, noon, "d1", "France", "YES", false)
	if want := "F Bre-Mao\nA Par-Bur"; err != nil || strings.Join(tried.Filed, "\n") != want {
		t.Errorf("YES files %q, and not %q: %v", tried.Filed, want, err)
	}
}

// seatOf returns how the game master sees a seat of d1.
func seatOf(t *testing.T, m *gm.Master, name adjudicator.Seat) inspect.SeatOverview {
	t.Helper()
	o, err := inspect.OverviewOf(t.Context(), m, "d1")
	if err != nil {
		t.Fatal(err)
	}
	return o.Seats[slices.IndexFunc(o.Seats, func(s inspect.SeatOverview) bool { return s.Name == name })]
}

// opening returns the position of Deadman at its start, as a game saves it, without its options.
func opening(t *testing.T) []byte {
	t.Helper()
	p, err := deadman.Rules.Setup(adjudicator.NewTable(adjudicator.Luck{}, adjudicator.Record{}), adjudicator.Config{Seats: deadman.Rules.Seats})
	if err != nil {
		t.Fatal(err)
	}
	var saved map[string]any
	if err := json.Unmarshal([]byte(asJSON(t, p)), &saved); err != nil {
		t.Fatal(err)
	}
	delete(saved, "Options")
	return []byte(asJSON(t, saved))
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	js, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(js)
}
