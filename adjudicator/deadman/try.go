package deadman

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// A supposed unit is one of another power, with the order that it is taken to have.
type supposed struct {
	unit  diplomacy.Unit
	order order
	given bool // whether the player supposes the order; otherwise the unit holds
	vague bool // whether the type of the unit is not known
}

// Try predicts the results of orders from what the player knows and supposes. Without a supposition, it assumes only
// that units of others that the player sees are in their places, and says what the result depends on.
func (v View) Try(t adjudicator.Trial) adjudicator.Tried {
	var out adjudicator.Tried
	switch {
	case v.own == diplomacy.Nobody || !v.asked(t.Kind):
		return out
	case t.Kind == "adjustments":
		return v.tryWinter(t)
	case t.Kind == retreats:
		return v.tryRetreats(t)
	}
	var others []supposed
	for _, line := range t.Suppose {
		read, fault := v.suppose(line)
		for i := range read {
			read[i].given = true
		}
		others = append(others, read...)
		if fault != "" {
			out.Faults = append(out.Faults, adjudicator.Fault{Line: "SUPPOSE " + line, Text: fault})
		}
	}
	f := v.foresight(t.Answer, others)
	out.Lines = v.adjusted(v.sheetOf(t.Kind, t.Answer))
	for i, o := range f.orders[:f.own] {
		out.Lines = append(out.Lines, o.text("")+": "+f.comesTo(i, o))
	}
	out.Assumed = f.assumed()
	chart := f.chart()
	out.Chart = &chart
	return out
}

// asked reports whether a power is asked for something that can be tried: orders always, the rest in its phase.
func (v View) asked(kind string) bool {
	switch kind {
	case "orders":
		return true
	case "adjustments":
		return v.inWinter
	}
	return kind == retreats && len(v.Dislodged) > 0
}

// assumed says what others are taken to do.
func (f foresight) assumed() []string {
	var out []string
	others := 0
	for i := f.own; i < len(f.units); i++ {
		if !f.given[i] {
			others++
			continue
		}
		if comes := "it fails"; f.orders[i].verb != hold {
			if f.Results[i].OK {
				comes = "it succeeds"
			}
			out = append(out, fmt.Sprintf("You suppose %s: %s.", f.whose(i), comes))
		} else {
			out = append(out, fmt.Sprintf("You suppose %s.", f.whose(i)))
		}
	}
	switch {
	case f.open:
		out = append(out, "All other units are assumed to hold.")
	case others > 0:
		out = append(out, "The other units that you know of, from the last season, are assumed to hold. What you "+
			"don't know of is left out.")
	default:
		out = append(out, "What you don't know of is left out.")
	}
	return out
}

// seen returns the units of others that the player sees: on an open board all, otherwise those that were found in the
// last season.
func (v View) seen() []supposed {
	b := standard()
	var out []supposed
	for _, h := range v.Board {
		for _, text := range h.Units {
			u, ok := b.unitOf(text)
			if u.Power = b.Board.Power(h.Power); ok && u.Power != v.own {
				out = append(out, supposed{unit: u, order: holding(u)})
			}
		}
	}
	for _, k := range v.Known {
		at, known := b.abbreviated[k.Space]
		if !known || !k.Occupied || k.Phase != v.Last || v.open {
			continue
		}
		u := diplomacy.Unit{Power: b.Board.Power(k.Power), Type: diplomacy.Army, At: at}
		if b.Terrain(at) == diplomacy.Sea {
			u.Type = diplomacy.Fleet
		}
		vague := b.Terrain(at) != diplomacy.Sea && b.Terrain(at) != diplomacy.Inland
		out = append(out, supposed{unit: u, order: holding(u), vague: vague})
	}
	return out
}

// suppose reads what a player supposes of others: "Germany: A Mun-Bur, F Kie H", or without the power.
func (v View) suppose(text string) (out []supposed, fault string) {
	b := standard()
	power := diplomacy.Nobody
	if name, rest, named := strings.Cut(text, ":"); named {
		found := b.powers.Find(name)
		if len(found) != 1 {
			return nil, fmt.Sprintf("%s is not a power in this game.", strings.TrimSpace(name))
		}
		power, text = found[0], rest
	} else if name, rest, _ := strings.Cut(text, " "); len(b.powers.Find(name)) == 1 { // "Germany's A Mun-Bur"
		if _, typed, ok := b.begins(rest); ok && typed {
			power, text = b.powers.Find(name)[0], rest
		}
	}
	if power != diplomacy.Nobody && power == v.own {
		return nil, "That is your own power: write your own orders without SUPPOSE."
	}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		part = strings.TrimSpace(part)
		x, why := v.supposeOne(power, part)
		if why != "" {
			return out, why
		}
		out = append(out, x)
	}
	return out, ""
}

// supposeOne reads the order of one unit of another power.
func (v View) supposeOne(power diplomacy.Power, text string) (x supposed, fault string) {
	b := standard()
	u, typed, ok := b.begins(text)
	if !ok {
		return x, fmt.Sprintf("I don't know which unit %q is about. Write it as in SUPPOSE A Mun-Bur.", text)
	}
	at := b.Province(u.At)
	if _, own := v.units.in(at); own {
		return x, fmt.Sprintf("%s is your own unit: write its order without SUPPOSE.", b.Abbr(at))
	}
	i := slices.IndexFunc(v.seen(), func(x supposed) bool { return b.Province(x.unit.At) == at })
	switch {
	case i >= 0 && v.open:
		u = v.seen()[i].unit
	case v.open:
		return x, fmt.Sprintf("There is no unit in %s.", b.the(at))
	case !typed || !b.CanStand(u.Type, u.At):
		return x, fmt.Sprintf("Say whether an army or a fleet is in %s, as in SUPPOSE A Mun-Bur or SUPPOSE F "+
			"Kie-Hol.", b.the(at))
	case i >= 0:
		u.Power = v.seen()[i].unit.Power
	}
	if power != diplomacy.Nobody {
		if u.Power != diplomacy.Nobody && u.Power != power {
			return x, fmt.Sprintf("The unit in %s is not %s's.", b.the(at), b.power(power))
		}
		u.Power = power
	}
	return v.asOrdered(u, text)
}

// asOrdered reads an order as the owner of a unit would give it.
func (v View) asOrdered(u diplomacy.Unit, text string) (x supposed, fault string) {
	b := standard()
	theirs := View{Phase: v.Phase, Board: v.Board, own: u.Power, rules: v.rules, units: units{u}, open: v.open}
	if u.Power == diplomacy.Nobody {
		theirs.own = (v.own + 1) % diplomacy.Power(len(b.Board.Powers()))
	}
	r := theirs.Read("orders", "", text)
	if s := theirs.sheetOf("orders", r.Answer); r.Answer != "" && len(s.orders) == 1 && len(r.Faults()) == 0 {
		return supposed{unit: u, order: s.orders[0]}, ""
	}
	why := "I don't understand that order."
	for _, f := range r.Faults() {
		why = f.Text
	}
	return x, fmt.Sprintf("%s: %s", b.unit(u), why)
}

// begins returns the unit that a text begins with: "A Mun-Bur", "fleet Kiel holds" or "Munich to Burgundy". typed says
// whether it names the type.
func (b board) begins(text string) (u diplomacy.Unit, typed, ok bool) {
	u = diplomacy.Unit{Power: diplomacy.Nobody, Type: diplomacy.Army}
	words := parser.Words(text)
	for len(words) > 1 {
		kind, known := typeWords[words[0]]
		if !known {
			break
		}
		if kind != "" {
			typed = true
		}
		if kind == "F" {
			u.Type = diplomacy.Fleet
		}
		words = words[1:]
	}
	found, _ := b.places.Prefix(words)
	if len(found) == 0 {
		return u, typed, false
	}
	u.At = found[0]
	if u.Type == diplomacy.Army {
		u.At = b.Province(u.At)
	}
	return u, typed, true
}

// typeWords are words before the place of a unit, with the type that they say.
var typeWords = map[string]string{"a": "A", "army": "A", "armee": "A", "f": "F", "fleet": "F", "flotte": "F", "the": "", "die": "", "in": ""}

// chart returns the board with the orders and their expected results.
func (f foresight) chart() adjudicator.Chart {
	v := f.View
	v.Deeds = nil
	if v.whole != nil {
		whole := *v.whole
		whole.Deeds, v.whole = nil, &whole
	}
	c := &charter{board: f.board, Chart: v.Chart()}
	for i := f.own; i < len(f.units); i++ {
		if u := f.units[i]; !v.open && f.given[i] {
			*c.at(f.Abbr(f.Province(u.At))) = adjudicator.Place{Name: f.Abbr(f.Province(u.At))}
			c.stand(f.ownerOf(i), f.unit(u), false, false)
		}
	}
	for i, o := range f.orders {
		if i < f.own || f.given[i] {
			c.line(Line{Text: o.told("", false), Failed: !f.Results[i].OK}, adjudicator.Seat(f.ownerOf(i)), f.orders)
		}
	}
	return c.Chart
}

// ownerOf returns the name of a unit's power, or "" for a power that the player has not named.
func (f foresight) ownerOf(i int) string {
	if p := f.units[i].Power; p < unnamed {
		return f.power(p)
	}
	return ""
}
