package deadman

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/tier"
)

// samePlain says that a text that is plain to a reader is read as if it had been read freely. plain is false if it isn't.
func samePlain(t *testing.T, r func() *reader, text string) (plain bool) {
	t.Helper()
	got, want := r(), r()
	if plain = got.plain(text); plain {
		want.free(text)
	}
	got.board, want.board = board{}, board{} // which has functions in it
	slices.SortStableFunc(got.parts, before)
	slices.SortStableFunc(want.parts, before)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, plainly:\n%s\nfreely:\n%s", text, described(got), described(want))
	}
	return plain
}

func described(r *reader) string {
	return fmt.Sprintf("%q parts %v notes %q given %v several %v lists %v asks %v", r.sheet.String(), r.parts, r.notes, r.given, r.several, r.lists, r.asks)
}

// Every order that the map allows is plain in normal form, and means what it does in any other letter; so does what
// looks like one and is none, and what has another place than was meant.
func TestPlainOrders(t *testing.T) {
	b := standard()
	elsewhere := func() *reader {
		return View{Power: "Nobody", Phase: "Fall 1902", own: diplomacy.Nobody, Peeks: 1}.reader("").elsewhere()
	}
	n, plain := 0, 0
	for kind := range diplomacy.Fleet + 1 {
		for at := range diplomacy.Loc(b.Locs()) {
			u := diplomacy.Unit{Power: diplomacy.Nobody, Type: kind, At: at}
			for i, o := range ordersOf(u) {
				possible := b.CanStand(kind, at) && b.Possible(u, o.resolved(), diplomacy.Rules{}) == nil
				if !possible && i%9 != 0 {
					continue
				}
				for _, text := range plainSpellings(o, i) {
					if is := samePlain(t, elsewhere, text); possible && o.said != "" {
						n++
						if is {
							plain++
						}
					}
				}
			}
		}
	}
	t.Logf("%d of %d are plain", plain, n)
	if plain < n*9/10 {
		t.Errorf("only %d of %d orders are plain", plain, n)
	}
}

// plainSpellings are an order with its places in capital letters, small letters and as the board has them, and with a
// list of retreats.
func plainSpellings(o order, n int) []string {
	b := standard()
	text := o.text("")
	upper, lower := text, text
	for l := range diplomacy.Loc(b.Locs()) {
		if l == o.at || l == o.target || l == o.to {
			upper = strings.ReplaceAll(upper, b.Abbr(l), strings.ToUpper(b.Abbr(l)))
			lower = strings.ReplaceAll(lower, b.Abbr(l), strings.ReplaceAll(strings.ToLower(b.Abbr(l)), "(", "/"))
		}
	}
	o.retreat, o.off = b.Reach(o.unit, o.at), n%2 == 0
	o.retreat = o.retreat[:min(len(o.retreat), n%4)]
	return []string{text, upper, strings.ReplaceAll(lower, ")", ""), text + o.retreats(), o.unit.String() + " " + b.Abbr(o.at) + o.retreats()}
}

// Letters of several orders, with some that are none, are read against what is on file as they are read freely.
func TestPlainLetters(t *testing.T) {
	b := standard()
	random := rand.New(rand.NewPCG(1, 2))
	var us units
	for _, text := range []string{"A Par", "F Bre", "A Mar", "F Spa(sc)", "A Bur", "F StP(nc)", "A Nor", "F NTH"} {
		if u, ok := b.unitOf(text); ok {
			us = append(us, u)
		}
	}
	v := View{Power: "France", Phase: "Spring 1903", own: b.Power("France"), Peeks: 1, units: us}
	owes := v
	owes.Removals = 2
	start := View{Power: "France", Phase: "Spring 1901", own: v.own, homes: b.Homes(v.own), Homes: b.abbrs(b.Homes(v.own))}
	russia := View{Power: "Russia", Phase: "Spring 1901", own: b.Power("Russia")}
	russia.homes, russia.Homes = b.Homes(russia.own), b.abbrs(b.Homes(russia.own))
	open := v
	open.open = true
	spies := v
	spies.Peeks = 2
	all := []View{v, owes, start, russia, open, spies}
	var files []string
	plain := 0
	for i := range tier.Pick(1000, 4000) {
		v := all[i%len(all)]
		letter := v.randomLetter(random)
		old := ""
		if len(files) > 0 && i%3 == 0 {
			old = files[random.IntN(len(files))]
		}
		if samePlain(t, func() *reader { return v.reader(old) }, letter) {
			plain++
		}
		if s := v.written(letter).String(); s != "" && i%10 == 0 {
			files = append(files, s)
		}
	}
	t.Logf("%d letters are plain", plain)
	if plain < tier.Pick(100, 500) {
		t.Errorf("only %d letters are plain", plain)
	}
}

// randomLetter has orders that are mostly possible.
func (v View) randomLetter(random *rand.Rand) string {
	us := v.units
	for _, home := range v.homes {
		us = append(us[:len(us):len(us)], standardUnit(home))
	}
	others := []string{"", "R Kie, Ber", "PAS-Nth", "PAS-STP", "PAS-Nth", "PAS-Stp/sc", "PAS-Nth, Bel", "A Par", "A Lon-Nwy", "Build A Par", "SETUP A Par", "F Stp/sc-BOT", "F StP(sc)-Fin", "A Par-Bur ?", "A Par - Bur", "A Par-Bur R", "a par-bur", "NEXT A Par-Bur", "A Par S Bur", "A Par E France", "A Par-", "Mun", "VOTE DRAW", "A Par -Bur"}
	var lines []string
	for range 1 + random.IntN(4) {
		if random.IntN(12) == 0 {
			lines = append(lines, others[random.IntN(len(others))])
			continue
		}
		u := us[random.IntN(len(us))]
		orders := ordersOf(u)
		o := orders[random.IntN(min(len(orders), 20))] // moves, more than supports
		if random.IntN(4) == 0 {
			o = orders[random.IntN(len(orders))]
		}
		spellings := plainSpellings(o, random.IntN(8))
		lines = append(lines, spellings[random.IntN(len(spellings))])
	}
	return strings.Join(lines, "\n")
}

// BenchmarkReadPlain reads an ordinary letter onto what is on file.
func BenchmarkReadPlain(b *testing.B) {
	v := View{Power: "Russia", Phase: "Spring 1901", own: standard().Power("Russia")}
	v.homes, v.Homes = standard().Homes(v.own), standard().abbrs(standard().Homes(v.own))
	for b.Loop() {
		v.Read("orders", "A Mos-StP\nF Sev-Rum\nF StP(sc)-Fin\nA War-Ukr", "A Mos-Ukr\nF Sev-BLA\nF Stp/sc-BOT\nA War-Gal\n")
	}
}
