package parser_test

import (
	"slices"
	"testing"
	"time"

	"deaddrop/parser"
)

func TestReadDays(t *testing.T) {
	today := time.Date(2026, 11, 22, 15, 0, 0, 0, time.UTC)
	read := func(text string) string {
		d, why := parser.ReadDays(text, today)
		if why != "" {
			return why
		}
		return d.From.Format(time.DateOnly) + " " + d.To.Format(time.DateOnly)
	}
	good := func(text, want string) {
		t.Helper()
		if got := read(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{
		"24 Dec to 6 Jan", "24 dec - 6 jan", "Dec 24 to Jan 6", "December 24th until January 6th",
		"from 24 Dec to 6 Jan.",
		"24.12. bis 6.1.", "24.12.-6.1.", "24.12. - 6.1.2027", "24. Dezember bis 6. Januar",
		"2026-12-24 to 2027-01-06", "2026-12-24 – 2027-01-06", "24 Dec 2026 to 6 Jan", "du 24 décembre au 6 janvier",
	} {
		good(text, "2026-12-24 2027-01-06")
	}
	good("24 to 30 Dec", "2026-12-24 2026-12-30")
	good("Dec 24 to 30", "2026-12-24 2026-12-30")
	good("24-30 Dec", "2026-12-24 2026-12-30")
	good("24 Dec", "2026-12-24 2026-12-24")
	good("22 Nov", "2026-11-22 2026-11-22")           // today
	good("15 Nov to 30 Nov", "2026-11-22 2026-11-30") // it is on
	good("1 Sept to 3 Sept 2027", "2027-09-01 2027-09-03")
	good("1 to 3 Sept", "2027-09-01 2027-09-03") // the next one
	good("27 Feb to 1 Mar", "2027-02-27 2027-03-01")

	const how = "Write the days as in ABSENCE 24 Dec to 6 Jan, or ABSENCE 2026-12-24 to 2027-01-06."
	for _, text := range []string{"", "soon", "24", "24/12 to 6/1", "32 Dec", "24 Dec to", "to 6 Jan", "24 to 30",
		"30 to 6 Jan", "24 Dec 26", "24 Dec to 6 Jan please", "jui 3"} {
		good(text, how)
	}
	good("15 Nov", "15 November 2027 is more than 300 days away; write again when it is nearer.")
	good("1 Feb to 1 Sept", "From 1 February 2027 to 1 September 2027 are 213 days, and an absence has 120 at most.")
	good("2026-11-01 to 2026-11-05", "5 November 2026 is over.")
	good("2026-12-05 to 2026-12-01", "5 December 2026 is after 1 December 2026.")
	good("31 Nov to 6 Dec", "There is no 31 November in that year.")
	good("2028-12-24", "24 December 2028 is more than 300 days away; write again when it is nearer.")
}

func TestStanding(t *testing.T) {
	l := parser.Read("", "ON bid DO pass\non Loss do: levy, infantry\nON bid OFF\nOn we go\nOn Monday\nABSENCE "+
		"24 Dec to 6 Jan\nAbsence makes the heart grow fonder\nABSENCE OFF\nresign\nRESIGN YES\nResign or fight")
	var got []string
	for _, c := range l.Commands {
		got = append(got, c.Name+" "+c.Args)
		if kind, answer := parser.Standing(c.Args); c.Name == "ON" {
			got = append(got, kind+": "+answer)
		}
	}
	want := []string{"ON bid DO pass", "bid: pass", "ON Loss do: levy, infantry", "loss: levy, infantry",
		"ON bid OFF", "bid: ",
		"ABSENCE 24 Dec to 6 Jan", "ABSENCE OFF", "RESIGN ", "RESIGN YES"}
	if !slices.Equal(got, want) || len(l.Lines) != 4 {
		t.Errorf("commands %q, want %q; lines %q", got, want, l.Lines)
	}
}

func FuzzReadDays(f *testing.F) {
	today := time.Date(2028, 2, 29, 23, 0, 0, 0, time.UTC)
	for _, text := range []string{"24 Dec to 6 Jan", "29 Feb", "30 feb", "24.-30.12.", "2026-12-24 to 6 jan"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, why := parser.ReadDays(text, today)
		if why != "" {
			return
		}
		again, why := parser.ReadDays(d.From.Format(time.DateOnly)+" to "+d.To.Format(time.DateOnly), today)
		if why != "" || again != d || d.Count() < 1 || d.Count() > 120 || d.To.Before(today.AddDate(0, 0, -1)) {
			t.Errorf("%q is %v, and that is %v, %v", text, d, again, why)
		}
	})
}
