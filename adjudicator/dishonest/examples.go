package dishonest

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// mostExamples is how many examples a letter shows at the most.
const mostExamples = 6

// An exhibit is a kind of order that letters show, with lines that may show it, the best first.
type exhibit struct {
	kind  string
	tries func(*View) []string
}

// exhibits are what letters show of each question, the most worth knowing first.
var exhibits = map[string][]exhibit{
	"income":   {{"income", (*View).incomes}},
	"bid":      {{"bid", (*View).bids}},
	"ideology": {{"tile", (*View).tilesLeft}},
	"turn": {{"score", (*View).scorings}, {"play", (*View).plays}, {"attack", (*View).attacks},
		{"build", (*View).mobilizations}, {"garrison", (*View).garrisons}, {"ideology", (*View).idealism},
		{"pass", always("PASS")}},
	"standing": {{"ahead", (*View).mobilizations}, {"defend", (*View).defences}, {"secondary", always("SECONDARY ANY: NO")},
		{"losses", always("LOSE INF, FTR, ARM")}, {"stop", always("STOP IF ATTACKED")}},
	"defence":   {{"commit", (*View).commitments}, {"retreat", (*View).retreats}},
	"commit":    {{"commit", (*View).commitments}},
	"secondary": {{"use", (*View).uses}, {"decline", always("NO")}},
}

// Examples are orders out of the reader's own position, each of which can be sent as it stands.
func (v View) Examples(kind string) []adjudicator.Example {
	if v.player(v.Seat) == nil {
		return nil
	}
	var out []adjudicator.Example
	for _, x := range exhibits[kind] {
		tries := x.tries(&v)
		i := slices.IndexFunc(tries, func(text string) bool { return v.canSend(kind, text) })
		if i >= 0 && len(out) < mostExamples {
			out = append(out, adjudicator.Example{Kind: x.kind, Lines: strings.Split(tries[i], "\n")})
		}
	}
	return out
}

// Examples are rulings on the card or ideology that the game master is asked about, for the player whose it is.
func (v Truth) Examples(kind string) []adjudicator.Example {
	if kind != "ruling" || v.Ruling == nil {
		return nil
	}
	seat := v.Ruling.Seat
	tries := []adjudicator.Example{{Kind: "ruling gain", Lines: []string{"GAIN " + seat + " 2 MONEY"}}}
	for _, c := range v.edition().Cards {
		if c.Title == v.Ruling.Card && len(c.Scoring) > 0 {
			tries = slices.Insert(tries, 0, adjudicator.Example{Kind: "ruling score", Lines: []string{"SCORE"}})
		}
	}
	theirs := v.View
	theirs.Seat = seat
	for _, a := range theirs.held() {
		if v.force(a, seat).Total() > 0 {
			line := fmt.Sprintf("UNITS %s 1 INF AT %s", seat, v.edition().Name(a))
			tries = append(tries, adjudicator.Example{Kind: "ruling units", Lines: []string{line}})
			break
		}
	}
	tries = append(tries, adjudicator.Example{Kind: "ruling nothing", Lines: []string{noEffect}})
	return slices.DeleteFunc(tries, func(e adjudicator.Example) bool {
		r := v.Read(kind, "", e.Lines[0])
		return r.Answer == "" || slices.ContainsFunc(r.Parts, adjudicator.Part.Open)
	})
}

// canSend reports whether a text is filed whole, and can be carried out as far as the reader knows.
func (v *View) canSend(kind, text string) bool {
	r := v.Read(kind, "", text)
	spoilt := slices.ContainsFunc(r.Parts, func(p adjudicator.Part) bool { return p.Open() || p.Why != "" })
	return r.Answer != "" && !spoilt && len(r.Notes) == 0
}

// always is a line that needs nothing.
func always(line string) func(*View) []string { return func(*View) []string { return []string{line} } }

// held are the regions that the reader controls.
func (v *View) held() []Area {
	var out []Area
	for a := range v.Areas {
		if !v.edition().IsSea(Area(a)) && v.controls(Area(a), v.Seat) {
			out = append(out, Area(a))
		}
	}
	return out
}

// incomes are whole letters for the income phase: the pool for three units if there is supply for it.
func (v *View) incomes() (out []string) {
	var names []string
	for _, t := range v.edition().Tiles[:min(3, len(v.edition().Tiles))] {
		names = append(names, t.Name)
	}
	ally := "\nALLY " + v.partner()
	for _, bid := range []string{"\nBID 1 MONEY", ""} {
		for n := min(3, v.Stock[Supply]); n > 0; n-- {
			out = append(out, fmt.Sprintf("DRAW 2\nPOOL %d%s\nIDEOLOGY %s", n, bid, strings.Join(names, ", ")+ally))
		}
		out = append(out, "DRAW 2"+bid+"\nIDEOLOGY "+strings.Join(names, ", ")+ally)
	}
	return out
}

// partner is another player, whom a letter may name as an ally.
func (v *View) partner() string {
	others := slices.DeleteFunc(v.order(), func(seat string) bool { return seat == v.Seat })
	return others[0]
}

// bids are of one cube of each kind that the reader has, and of nothing.
func (v *View) bids() (out []string) {
	for _, r := range Resources {
		if v.Stock[r] > 0 {
			out = append(out, "BID 1 "+strings.ToUpper(r.String()))
		}
	}
	return append(out, "BID 0")
}

// tilesLeft name the ideologies that can still be taken.
func (v *View) tilesLeft() []string {
	if v.League == nil || len(v.League.Tiles) == 0 {
		return nil
	}
	tiles := v.League.Tiles
	return []string{"IDEOLOGY " + strings.Join(tiles[:min(2, len(tiles))], ", "), "IDEOLOGY " + tiles[0]}
}

// scorings score a card of the reader's, beside what may have to be done with it.
func (v *View) scorings() (out []string) {
	for _, n := range v.Hand {
		if v.Meets(n) {
			out = append(out, fmt.Sprintf("SCORE %d", n))
			for _, build := range v.mobilizations() {
				out = append(out, fmt.Sprintf("SCORE %d\n%s", n, build))
			}
		}
	}
	return out
}

// plays play a card of the reader's for its strategy effect, before an action.
func (v *View) plays() (out []string) {
	actions := append(v.garrisons(), v.mobilizations()...)
	can := slices.IndexFunc(actions, func(text string) bool { return v.canSend("turn", text) })
	if can < 0 {
		return nil
	}
	for _, c := range v.Cards() {
		if len(c.Strategy) == 0 || c.Action {
			continue
		}
		for _, choice := range append([]string{""}, v.choices()...) {
			out = append(out, fmt.Sprintf("PLAY %d%s\n%s", c.Number, choice, actions[can]))
		}
	}
	return out
}

// attacks go from a region of the reader's into one next to it that is neutral or an enemy's, objectives first, where
// they are stronger than what stands there, and make it a colony.
func (v *View) attacks() []string {
	var first, then []string
	b := v.edition()
	for _, from := range v.held() {
		f := v.force(from, v.Seat)
		for _, to := range b.Next(from) {
			for _, t := range []Type{Infantry, Armour} {
				if b.IsSea(to) || f[t] == 0 || f[t]*t.Strength() <= v.defended(to) {
					continue
				}
				text := fmt.Sprintf("TACTICS 1: %d %s %s-%s", f[t], t.short(), b.Name(from), b.Name(to))
				list := &then
				if b.Places[to].Objective {
					list = &first
				}
				*list = append(*list, text+"\nANNEX "+b.Name(to), text)
			}
		}
	}
	return append(first, then...)
}

// defended is the strength of what stands in a region, or more than anything can have where the reader would not go.
func (v *View) defended(a Area) int {
	const never = 99
	switch holder := v.holder(a); {
	case v.closed(a), holder == v.Seat, v.allied(v.Seat, holder):
		return never
	}
	n := v.Areas[a].Neutral + v.Areas[a].Garrison
	for _, k := range v.Areas[a].Stacks {
		n += k.Force.Strength()
	}
	return n
}

// mobilizations build a unit in a region of the reader's that can supply one more.
func (v *View) mobilizations() (out []string) {
	for _, t := range []Type{Infantry, Armour} {
		for _, a := range v.held() {
			if v.full(a) {
				continue
			}
			out = append(out, fmt.Sprintf("MOBILIZE 1 %s AT %s", t.short(), v.edition().Name(a)))
		}
	}
	return out
}

// full reports whether a unit more in an area would be lost at the end of the turn.
func (v *View) full(a Area) bool { return v.burden(a, v.Seat) >= v.limit(v.Seat) }

// garrisons fortify a region of the reader's where no unit is lost by it.
func (v *View) garrisons() (out []string) {
	for _, a := range v.held() {
		if v.Areas[a].Garrison == 0 && v.full(a) {
			continue
		}
		out = append(out, "GARRISON "+v.edition().Name(a))
	}
	return out
}

// idealism plays the reader's tile, with what it may ask for.
func (v *View) idealism() []string {
	if v.Me().Tile == "" || v.Me().Spent {
		return nil
	}
	var out []string
	for _, choice := range v.choices() {
		out = append(out, "IDEOLOGY"+choice)
	}
	return append(out, "IDEOLOGY")
}

// uses say yes to what another's tile gives, with what it may ask for.
func (v *View) uses() []string {
	var out []string
	for _, choice := range v.choices() {
		out = append(out, "YES"+choice)
	}
	return append(out, "YES")
}

// choices are what a tile may ask for, one thing at a time.
func (v *View) choices() []string {
	b := v.edition()
	out := []string{" TAKE MONEY"}
	for _, build := range v.mobilizations() {
		out = append(out, " BUILD"+strings.TrimPrefix(build, "MOBILIZE"))
	}
	for _, a := range v.held() {
		out = append(out, " AT "+b.Name(a))
	}
	for _, seat := range v.order() {
		if seat != v.Seat {
			out = append(out, " ON "+seat)
		}
	}
	return out
}

// defences are standing orders for the reader's regions with units, objectives first.
func (v *View) defences() []string {
	var first, then []string
	for _, a := range v.held() {
		line := "DEFEND " + v.edition().Name(a) + ": SUPPLY 1"
		switch {
		case v.force(a, v.Seat).Total() == 0:
		case v.edition().Places[a].Objective:
			first = append(first, line)
		default:
			then = append(then, line)
		}
	}
	return append(first, then...)
}

// commitments are what the reader may put into the battle that goes on: supply and a card, or one of them, or nothing.
func (v *View) commitments() (out []string) {
	supply := min(2, v.Stock[Supply])
	for _, c := range v.Cards() {
		if c.Battle != nil {
			out = append(out, fmt.Sprintf("SUPPLY %d CARD %d", supply, c.Number))
		}
	}
	return append(out, fmt.Sprintf("SUPPLY %d", supply))
}

// retreats say where the defender goes who loses the battle that goes on.
func (v *View) retreats() (out []string) {
	if v.Battle == nil {
		return nil
	}
	at, _ := v.edition().Area(v.Battle.Area)
	for _, a := range v.edition().Next(at) {
		if !v.edition().IsSea(a) && v.holder(a) == v.Seat {
			out = append(out, fmt.Sprintf("SUPPLY %d; RETREAT %s", min(1, v.Stock[Supply]), v.edition().Name(a)))
		}
	}
	return out
}
