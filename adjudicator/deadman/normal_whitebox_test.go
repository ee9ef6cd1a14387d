package deadman

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
	kit "deaddrop/parser/order"
)

// Every order that the map allows is read from its normal form, and from other spellings of it, for what it is.
func TestEverySpelling(t *testing.T) {
	b := standard()
	v := View{Power: "Nobody", Phase: "Fall 1902", own: diplomacy.Nobody, Peeks: 1}
	n := 0
	for kind := range diplomacy.Fleet + 1 {
		for at := range diplomacy.Loc(b.Locs()) {
			if !b.CanStand(kind, at) {
				continue
			}
			u := diplomacy.Unit{Power: diplomacy.Nobody, Type: kind, At: at}
			for _, o := range ordersOf(u) {
				if b.Possible(u, o.resolved(), diplomacy.Rules{}) != nil {
					continue
				}
				n++
				for _, text := range spellings(o, n) {
					c := kit.Read(words(), v.author("orders", sheet{}).thenAuthor(), kit.NewSheet(), text)
					open := slices.ContainsFunc(c.Parts, func(p kit.Part) bool { return p.Fate == kit.Asked || p.Fate == kit.Refused })
					if got := strings.Join(c.Sheet.Lines(), "\n"); got != o.text("") || open {
						t.Errorf("%q is read as %q, want %q; %q %v", text, got, o.text(""), c.Notes, c.Parts)
					}
				}
			}
		}
	}
	t.Logf("%d orders", n)
}

// ordersOf returns orders for a unit, of which not all are possible.
func ordersOf(u diplomacy.Unit) []order {
	b := standard()
	one := func(v verb) order {
		return order{unit: u.Type, at: u.At, verb: v, target: diplomacy.NoLoc, to: diplomacy.NoLoc, on: diplomacy.Nobody}
	}
	out := []order{one(hold), one(disband)}
	for i := range b.Powers() {
		o := one(spy)
		o.on = diplomacy.Power(i)
		out = append(out, o)
	}
	for _, to := range b.Reach(u.Type, u.At) {
		o := one(move)
		o.to = to
		out = append(out, o)
	}
	for _, target := range b.Provinces() {
		for _, said := range []string{"A ", "F ", ""} {
			o := one(support)
			o.said, o.target = said, target
			out = append(out, o)
		}
		for _, to := range b.Touching(target) {
			o := one(support)
			o.said, o.target, o.to = "A ", target, to
			c := one(convoy)
			c.said, c.target, c.to = "A ", target, to
			out = append(out, o, c)
		}
	}
	return out
}

// spellings returns an order as different people write it. The number chooses those that are tried.
func spellings(o order, n int) []string {
	b := standard()
	full := []string{o.text("")}
	for l := range diplomacy.Loc(b.Locs()) {
		if slices.Contains([]diplomacy.Loc{o.at, o.target, o.to}, l) {
			abbr := b.Abbr(l)
			full[0] = strings.Replace(full[0], " "+abbr, " "+b.Name(l), 1)
			full[0] = strings.Replace(full[0], "-"+abbr, " to "+b.Name(l), 1)
		}
	}
	text := o.text("")
	words := strings.NewReplacer("A ", "army ", "F ", "fleet ", " S ", " supports ", " C ", " convoys ", " E ", " spies on ", " DB", " disbands", "-", " -> ")
	all := []string{
		text, full[0], strings.ToUpper(text), strings.ToLower(text), words.Replace(text), strings.ReplaceAll(text, "-", " - "), strings.ReplaceAll(text, "-", "/"), "1. " + text + ".",
		"Hi Mo! " + text, text + " (good luck)", strings.Join(parser.Words(text), " "), "- " + strings.ReplaceAll(text, "-", "–"),
	}
	return []string{all[0], all[1], all[2+n%8]}
}
