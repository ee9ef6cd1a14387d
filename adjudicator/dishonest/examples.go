package dishonest

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// mostExamples is the largest number of examples in a letter.
const mostExamples = 6

// An exhibit is a kind of order of which letters show an example, with candidate lines, the best first.
type exhibit struct {
	kind  string
	tries func(sampler) []string
}

// A sampler finds orders that the reader of a view could send now.
type sampler struct{ view *View }

// exhibits has the kinds of orders shown for each question, the most useful first.
var exhibits = map[string][]exhibit{
	"income":   {{"income", sampler.incomes}},
	"bid":      {{"bid", sampler.bids}},
	"ideology": {{"tile", sampler.tilesLeft}},
	"turn": {{"score", sampler.scorings}, {"play", sampler.plays}, {"attack", sampler.attacks},
		{"build", sampler.mobilizations}, {"garrison", sampler.garrisons}, {"ideology", sampler.idealism},
		{"pass", always("PASS")}},
	"standing": {{"ahead", sampler.mobilizations}, {"defend", sampler.defences},
		{"secondary", always("SECONDARY ANY: YES TAKE MONEY")}, {"losses", always("LOSE INF, FTR, ARM")}, {"stop", always("STOP IF ATTACKED")}},
	"defence":   {{"commit", sampler.commitments}, {"retreat", sampler.retreats}},
	"commit":    {{"commit", sampler.commitments}},
	"secondary": {{"use", sampler.uses}, {"decline", always("NO")}},
}

// Examples returns orders for the reader's own position, each of which can be sent as it stands.
func (v View) Examples(kind string) []adjudicator.Example {
	if v.player(v.Seat) == nil {
		return nil
	}
	s := sampler{&v}
	var out []adjudicator.Example
	for _, x := range exhibits[kind] {
		tries := x.tries(s)
		i := slices.IndexFunc(tries, func(text string) bool { return s.canSend(kind, text) })
		if i >= 0 && len(out) < mostExamples {
			out = append(out, adjudicator.Example{Kind: x.kind, Lines: strings.Split(tries[i], "\n")})
		}
	}
	return out
}

// Examples returns rulings on the card or ideology that the game master is asked about, for the player who plays it.
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
	for _, a := range (sampler{&theirs}).held() {
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

// canSend reports whether a text would be filed without objection, and can be carried out as far as the reader knows.
func (s sampler) canSend(kind, text string) bool {
	r := s.view.Read(kind, "", text)
	spoilt := slices.ContainsFunc(r.Parts, func(p adjudicator.Part) bool { return p.Open() || p.Why != "" })
	return r.Answer != "" && !spoilt && len(r.Notes) == 0
}

// always returns a function for a line that is possible in every position.
func always(line string) func(sampler) []string {
	return func(sampler) []string { return []string{line} }
}

// held returns the regions that the reader controls.
func (s sampler) held() []Area {
	var out []Area
	for a := range s.view.Areas {
		if !s.view.edition().IsSea(Area(a)) && s.view.controls(Area(a), s.view.Seat) {
			out = append(out, Area(a))
		}
	}
	return out
}

// incomes returns complete letters for the income phase, with a pool for three units if there is enough supply.
func (s sampler) incomes() (out []string) {
	var names []string
	for _, t := range s.view.edition().Tiles[:min(3, len(s.view.edition().Tiles))] {
		names = append(names, t.Name)
	}
	ally := "\nALLY " + s.partner()
	for _, bid := range []string{"\nBID 1 MONEY", ""} {
		for n := min(3, s.view.Stock[Supply]); n > 0; n-- {
			out = append(out, fmt.Sprintf("DRAW 2\nPOOL %d%s\nIDEOLOGY %s", n, bid, strings.Join(names, ", ")+ally))
		}
		out = append(out, "DRAW 2"+bid+"\nIDEOLOGY "+strings.Join(names, ", ")+ally)
	}
	return out
}

// partner returns another player, as an example of an ally.
func (s sampler) partner() string {
	others := slices.DeleteFunc(s.view.order(), func(seat string) bool { return seat == s.view.Seat })
	return others[0]
}

// bids returns bids of one cube of each kind that the reader has, and of nothing.
func (s sampler) bids() (out []string) {
	for _, r := range Resources {
		if s.view.Stock[r] > 0 {
			out = append(out, "BID 1 "+strings.ToUpper(r.String()))
		}
	}
	return append(out, "BID 0")
}

// tilesLeft returns orders for the ideologies that are still free.
func (s sampler) tilesLeft() []string {
	if s.view.League == nil || len(s.view.League.Tiles) == 0 {
		return nil
	}
	tiles := s.view.League.Tiles
	return []string{"IDEOLOGY " + strings.Join(tiles[:min(2, len(tiles))], ", "), "IDEOLOGY " + tiles[0]}
}

// scorings returns turns that score one of the reader's cards, with everything that is needed for it.
func (s sampler) scorings() (out []string) {
	for _, n := range s.view.Hand {
		if s.view.Meets(n) {
			out = append(out, fmt.Sprintf("SCORE %d", n))
			for _, build := range s.mobilizations() {
				out = append(out, fmt.Sprintf("SCORE %d\n%s", n, build))
			}
		}
	}
	return out
}

// plays play a card of the reader's for its strategy effect, before an action.
func (s sampler) plays() (out []string) {
	actions := append(s.garrisons(), s.mobilizations()...)
	can := slices.IndexFunc(actions, func(text string) bool { return s.canSend("turn", text) })
	if can < 0 {
		return nil
	}
	for _, c := range s.view.Cards() {
		if len(c.Strategy) == 0 || c.Action {
			continue
		}
		for _, choice := range append([]string{""}, s.choices()...) {
			out = append(out, fmt.Sprintf("PLAY %d%s\n%s", c.Number, choice, actions[can]))
		}
	}
	return out
}

// attacks returns turns that attack an adjacent region that is neutral or an enemy's with superior strength,
// objectives first, and annex it.
func (s sampler) attacks() []string {
	var first, then []string
	b := s.view.edition()
	for _, from := range s.held() {
		f := s.view.force(from, s.view.Seat)
		for _, to := range b.Next(from) {
			for _, t := range []Type{Infantry, Armour} {
				if b.IsSea(to) || f[t] == 0 || f[t]*t.Strength() <= s.defended(to) {
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

// defended returns the strength of the defence of a region; a very large number where the reader would not attack.
func (s sampler) defended(a Area) int {
	const never = 99
	switch holder := s.view.holder(a); {
	case s.view.closed(a), holder == s.view.Seat, s.view.allied(s.view.Seat, holder):
		return never
	}
	n := s.view.Areas[a].Neutral + s.view.Areas[a].Garrison
	for _, k := range s.view.Areas[a].Stacks {
		n += k.Force.Strength()
	}
	return n
}

// mobilizations returns turns that build a unit in a region of the reader that can supply one more.
func (s sampler) mobilizations() (out []string) {
	for _, t := range []Type{Infantry, Armour} {
		for _, a := range s.held() {
			if s.full(a) {
				continue
			}
			out = append(out, fmt.Sprintf("MOBILIZE 1 %s AT %s", t.short(), s.view.edition().Name(a)))
		}
	}
	return out
}

// full reports whether another unit in an area would be lost at the end of the turn.
func (s sampler) full(a Area) bool { return s.view.burden(a, s.view.Seat) >= s.view.limit(s.view.Seat) }

// garrisons returns turns that fortify a region of the reader where this loses no unit.
func (s sampler) garrisons() (out []string) {
	for _, a := range s.held() {
		if s.view.Areas[a].Garrison == 0 && s.full(a) {
			continue
		}
		out = append(out, "GARRISON "+s.view.edition().Name(a))
	}
	return out
}

// idealism returns turns that play the reader's tile, with a possible choice.
func (s sampler) idealism() []string {
	if s.view.Me().Tile == "" || s.view.Me().Spent {
		return nil
	}
	var out []string
	for _, choice := range s.choices() {
		out = append(out, "IDEOLOGY"+choice)
	}
	return append(out, "IDEOLOGY")
}

// uses returns answers that accept what another player's tile gives, with a possible choice.
func (s sampler) uses() []string {
	var out []string
	for _, choice := range s.choices() {
		out = append(out, "YES"+choice)
	}
	return append(out, "YES")
}

// choices returns possible choices for a tile, one thing at a time.
func (s sampler) choices() []string {
	b := s.view.edition()
	out := []string{" TAKE MONEY"}
	for _, build := range s.mobilizations() {
		out = append(out, " BUILD"+strings.TrimPrefix(build, "MOBILIZE"))
	}
	for _, a := range s.held() {
		out = append(out, " AT "+b.Name(a))
	}
	for _, seat := range s.view.order() {
		if seat != s.view.Seat {
			out = append(out, " ON "+seat)
		}
	}
	return out
}

// defences returns standing orders for the reader's regions with units, objectives first.
func (s sampler) defences() []string {
	var first, then []string
	for _, a := range s.held() {
		line := "DEFEND " + s.view.edition().Name(a) + ": SUPPLY 1"
		switch {
		case s.view.force(a, s.view.Seat).Total() == 0:
		case s.view.edition().Places[a].Objective:
			first = append(first, line)
		default:
			then = append(then, line)
		}
	}
	return append(first, then...)
}

// commitments returns what the reader may commit to the current battle: supply and a card, one of them, or nothing.
func (s sampler) commitments() (out []string) {
	supply := min(2, s.view.Stock[Supply])
	for _, c := range s.view.Cards() {
		if c.Battle != nil {
			out = append(out, fmt.Sprintf("SUPPLY %d CARD %d", supply, c.Number))
		}
	}
	return append(out, fmt.Sprintf("SUPPLY %d", supply))
}

// retreats returns orders for where the reader retreats if they lose the current battle.
func (s sampler) retreats() (out []string) {
	if s.view.Battle == nil {
		return nil
	}
	at, _ := s.view.edition().Area(s.view.Battle.Area)
	for _, a := range s.view.edition().Next(at) {
		if !s.view.edition().IsSea(a) && s.view.holder(a) == s.view.Seat {
			out = append(out, fmt.Sprintf("SUPPLY %d; RETREAT %s", min(1, s.view.Stock[Supply]), s.view.edition().Name(a)))
		}
	}
	return out
}
