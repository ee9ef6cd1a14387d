package robot

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/dealers"
	"deaddrop/adjudicator/robots/robotstest"
	"deaddrop/tier"
)

// The robot reads from its letters exactly what its view has, for each question of the first years of a game of three
// and, in the full tier, of a game of five.
func TestDealersRobotReads(t *testing.T) {
	t.Parallel()
	asked := map[string]int{}
	sizes := tier.Pick([]int{3}, []int{3, 5})
	robotstest.ReadAlong(t, dealers.Rules, sizes, 150, func(v dealers.View, req adjudicator.Request, letter string, luck *rand.Rand) (got, want dealers.View, lines string) {
		if asked[req.Kind]++; req.Kind == "standing" {
			return got, want, ""
		}
		r := &player{seat: string(req.Seat), rand: luck, board: dealers.House(), Robot: Robot{Ahead: true}}
		lines, _ = r.Answer(letter)
		return dealt(r.view(letter), req.Kind), dealt(v, req.Kind), lines
	}, nil)
	robotstest.Asked(t, asked, "draft", "turn", "more", "defence", "winter")
}

// dealt returns what a robot needs of a view, as far as its letter tells it: cards without the mark of a faction's
// own, and in no order where a letter has none.
func dealt(v dealers.View, kind string) dealers.View {
	cards := func(list []string) []string {
		var out []string
		for _, c := range list {
			out = append(out, dealers.Plain(c))
		}
		slices.Sort(out)
		return out
	}
	out := dealers.View{Seat: v.Seat, Draft: v.Draft}
	if kind == "draft" {
		out.Draft = &dealers.Draft{Factions: v.Draft.Factions, Cities: cards(v.Draft.Cities)}
		return out
	}
	out.State.Map, out.Year, out.Turn, out.Mover, out.Passes, out.Starter = v.State.Map, v.Year, v.Turn, v.Mover, v.Passes, v.Starter
	out.Owners, out.Hand, out.Discard = v.Owners, cards(v.Hand), cards(v.Discard)
	for _, layer := range v.Draw {
		out.Draw = append(out.Draw, cards(layer))
	}
	for _, p := range v.Players {
		q := dealers.Player{Seat: p.Seat, Faction: p.Faction, Capital: p.Capital, Points: p.Points, Cubes: p.Cubes, Leader: p.Leader, Token: p.Token, Hand: p.Hand, Draw: p.Draw, Discard: p.Discard,
			Top: dealers.Plain(p.Top), Play: cards(p.Play), Ready: cards(p.Ready), Locations: cards(p.Locations), Masters: cards(p.Masters), Shield: p.Shield}
		q.Markers[dealers.Defence] = p.Markers[dealers.Defence]
		if p.Seat == v.Seat {
			q.Pieces = p.Pieces
		}
		out.Players = append(out.Players, q)
	}
	if a := v.Acting; a != nil && kind == "more" {
		out.Acting = &dealers.Acting{Action: a.Action, Did: a.Did, Trained: a.Trained, Dismissed: a.Dismissed, Readied: a.Readied, Used: cards(a.Used), Fought: a.Fought, Left: a.Left}
	}
	if v.Battle != nil {
		b := *v.Battle
		b.Oversea = false
		out.Battle = &b
	}
	if v.Battle != nil || kind == "winter" {
		return out // and the letter is short
	}
	out.Families, out.Placed, out.Masses, out.Spoils = v.Families, v.Placed, v.Masses, v.Spoils
	out.Supply = append(out.Supply, v.Supply...)
	slices.SortFunc(out.Supply, func(x, y dealers.Pile) int { return cmp.Compare(x.Card, y.Card) })
	return out
}
