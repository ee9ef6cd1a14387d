package atlas

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"deaddrop/adjudicator"
)

func open(t *testing.T) *Atlas {
	t.Helper()
	a, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// planOf returns a plan of what is drawn on a board, with the numbers that it shows.
func planOf(b *Board) *adjudicator.Plan {
	p := &adjudicator.Plan{House: b.Name}
	number := map[int]int{}
	for k, a := range b.Areas {
		if a.Name == "" {
			continue
		}
		number[k] = len(p.Sites)
		s := adjudicator.Site{Name: a.Name, Sea: a.Kind == Sea, Region: a.Region, Value: a.Value, Rough: a.Rough, Port: a.Port, Raises: a.Raises}
		for _, m := range a.Symbols {
			s.Marks = append(s.Marks, adjudicator.SiteMark{Kind: m.Kind, Count: m.Count})
		}
		p.Sites = append(p.Sites, s)
	}
	t := newTracing(&adjudicator.Plan{}, b)
	for k, near := range t.drawn {
		for other := range b.Areas {
			i, named := number[k]
			j, ok := number[other]
			if named && ok && near[other] && i < j {
				p.Sites[i].Links = append(p.Sites[i].Links, j)
			}
		}
	}
	for _, c := range b.Crossings {
		i, j := number[areaNamed(b, c.From)], number[areaNamed(b, c.To)]
		i, j = min(i, j), max(i, j)
		p.Sites[i].Arrows = append(p.Sites[i].Arrows, j)
	}
	if b.Name == "Decatur" {
		for i := range p.Sites {
			t.shape = map[int]int{i: slices.IndexFunc(b.Areas, func(a Area) bool { return a.Name == p.Sites[i].Name })}
			for _, ocean := range t.drawnCoasts(i) {
				if !p.Sites[i].Sea {
					p.Sites[i].Coasts = append(p.Sites[i].Coasts, slices.IndexFunc(p.Sites, func(s adjudicator.Site) bool { return s.Name == ocean }))
				}
			}
		}
	}
	return p
}

// house returns the boards that editions can differ from.
func house() []string {
	return []string{"Decatur", "successors", "dishonest", "dealers-europe", "dealers-america"}
}

// invented returns a plan of so many places with names of its own.
func invented(name string, wide, high, seas int) *adjudicator.Plan {
	luck := rand.New(rand.NewSource(int64(wide*high + seas)))
	parts := []string{"ka", "lo", "mi", "ra", "tu", "ves", "don", "ari", "pel", "gor", "hin", "sa", "be"}
	p := &adjudicator.Plan{House: name}
	for i := range wide * high {
		s := adjudicator.Site{Name: fmt.Sprintf("Z%s%s%c", parts[luck.Intn(len(parts))], parts[i/26%len(parts)], 'a'+i%26), Value: "3", Port: i%2 == 0, Region: parts[i%wide*5/wide]}
		if i%4 == 0 {
			s.Name = "Great " + s.Name
		}
		if i%5 == 0 && i/5 < seas {
			s = adjudicator.Site{Name: s.Name + " Sea", Sea: true}
		}
		if i%wide+1 < wide {
			s.Links = append(s.Links, i+1)
		}
		if i+wide < wide*high {
			s.Links = append(s.Links, i+wide)
		}
		p.Sites = append(p.Sites, s)
	}
	return p
}

// drawn makes the board of a plan and finds what is wrong with its picture: each place and its label must be there once,
// no two labels overlap, no card covers a label or another card, and each link is a line or a common border.
func checked(t *testing.T, a *Atlas, name string, plan *adjudicator.Plan) (*plate, Drawing) {
	t.Helper()
	c := adjudicator.Chart{Board: name, Plan: plan}
	for _, s := range plan.Sites {
		c.Places = append(c.Places, adjudicator.Place{Name: s.Name, Owner: "Red"})
	}
	pl, d, err := a.plateOf(c)
	if err != nil {
		t.Fatal(name, err)
	}
	svg, err := a.SVG(Picture{Chart: c, Title: name})
	if err != nil {
		t.Fatal(name, err)
	}
	for _, s := range plan.Sites {
		named := 0
		for _, area := range pl.board.Areas {
			if area.Name == s.Name {
				named++
				for line := range strings.SplitSeq(area.Label, "\n") {
					if line == "" || !bytes.Contains(svg, []byte(">"+line+"</text>")) {
						t.Errorf("%s: the label of %s lacks %q", name, s.Name, line)
					}
				}
			}
		}
		if named != 1 {
			t.Errorf("%s: %s is there %d times", name, s.Name, named)
		}
	}
	labels := 0
	for _, area := range pl.board.Areas {
		if area.Label != "" {
			labels++
		}
	}
	if labels != len(plan.Sites) {
		t.Errorf("%s: %d labels of %d places", name, labels, len(plan.Sites))
	}
	for i, x := range pl.board.Areas {
		for _, y := range pl.board.Areas[:i] {
			if x.Label == "" || y.Label == "" {
				continue
			}
			if pl.touches(blockOf(at(x.Text), pl.labelSize(&x)), []block{blockOf(at(y.Text), pl.labelSize(&y))}, 0) {
				t.Errorf("%s: the labels of %s and %s overlap, or leave the picture", name, x.Name, y.Name)
			}
		}
	}
	for i, s := range plan.Sites {
		for _, k := range s.Links {
			if !joined(pl.board, s.Name, plan.Sites[k].Name) {
				t.Errorf("%s: nothing joins %s (%d) and %s", name, s.Name, i, plan.Sites[k].Name)
			}
		}
	}
	return pl, d
}

// joined reports whether a line or a border joins two places.
func joined(b *Board, x, y string) bool {
	is := func(l Link) bool { return l.From == x && l.To == y || l.From == y && l.To == x }
	if slices.ContainsFunc(b.Links, is) || slices.ContainsFunc(b.Crossings, is) {
		return true
	}
	i, k := areaNamed(b, x), areaNamed(b, y)
	return !slices.ContainsFunc(b.Walls, is) && slices.ContainsFunc(b.Arcs, func(a Arc) bool {
		return a.Left == i && a.Right == k || a.Left == k && a.Right == i
	})
}

// A plan of the house edition itself is drawn as that, without lines and walls.
func TestPlanOfHouse(t *testing.T) {
	a := open(t)
	for _, name := range house() {
		b := a.plates[name].board
		plan := planOf(b)
		pl, d, err := a.plateOf(adjudicator.Chart{Board: "as " + name, Plan: plan})
		if err != nil || d.Shapes != len(plan.Sites) || len(d.Cards) > 0 {
			t.Fatalf("%s: %+v, %v", name, d, err)
		}
		if pl.board.Joined || len(pl.board.Walls) > 0 || len(pl.board.Links) != len(b.Links) || len(pl.board.Crossings) != len(b.Crossings) {
			t.Errorf("%s: lines %d of %d, arrows %d of %d, walls %d", name, len(pl.board.Links), len(b.Links), len(pl.board.Crossings), len(b.Crossings), len(pl.board.Walls))
		}
		for k := range b.Areas {
			if !slices.Equal(b.Areas[k].Symbols, pl.board.Areas[k].Symbols) || b.Areas[k].Text != pl.board.Areas[k].Text {
				t.Errorf("%s: %s changed to %v", name, b.Areas[k].Name, pl.board.Areas[k].Symbols)
			}
		}
	}
}

// without returns a plan without a place.
func without(p *adjudicator.Plan, gone int) *adjudicator.Plan {
	out := *p
	out.Sites = nil
	shifted := func(list []int) []int {
		var to []int
		for _, k := range list {
			if k != gone {
				to = append(to, k-map[bool]int{true: 1}[k > gone])
			}
		}
		return to
	}
	for i, s := range p.Sites {
		if i != gone {
			s.Links, s.Arrows, s.Coasts = shifted(s.Links), shifted(s.Arrows), shifted(s.Coasts)
			out.Sites = append(out.Sites, s)
		}
	}
	return &out
}

// An edition with other names, links or places than the house has its shapes, and what has none is a card.
func TestPlanInShapes(t *testing.T) {
	a := open(t)
	for _, name := range house() {
		plan := planOf(a.plates[name].board)
		plan.Sites[3].Name, plan.Sites[9].Name = "New Name of Old Land", "Elsewhere"
		if _, d := checked(t, a, name+" renamed", plan); d.Shapes != len(plan.Sites) {
			t.Errorf("%s renamed: cards of %v", name, d.Cards)
		}
		plan = planOf(a.plates[name].board)
		cut := plan.Sites[0].Links[0]
		plan.Sites[0].Links = append(plan.Sites[0].Links[1:], 20)
		plan.Sites[4].Value, plan.Sites[5].Port = "6", true
		pl, _ := checked(t, a, name+" with other links", plan)
		if joined(pl.board, plan.Sites[0].Name, plan.Sites[cut].Name) {
			t.Errorf("%s: %s and %s are joined as in the house edition", name, plan.Sites[0].Name, plan.Sites[cut].Name)
		}
		fewer := without(planOf(a.plates[name].board), 7)
		checked(t, a, name+" with fewer places", fewer)
		more := planOf(a.plates[name].board)
		for i, extra := range []string{"Lake Country", "Far Isles", "Hinterland"} {
			more.Sites[2+i].Links = append(more.Sites[2+i].Links, len(more.Sites))
			more.Sites = append(more.Sites, adjudicator.Site{Name: extra})
		}
		if _, d := checked(t, a, name+" with more places", more); len(d.Cards) != 3 {
			t.Errorf("%s: cards of %v", name, d.Cards)
		}
	}
}

// A board that is like none is drawn as cards: none lies on another, and those that are next to each other are near.
func TestPlanOfCards(t *testing.T) {
	a := open(t)
	for i, plan := range []*adjudicator.Plan{
		invented("Decatur", 6, 4, 0), invented("successors", 8, 6, 5), invented("dishonest", 12, 9, 12), invented("dealers-europe", 9, 6, 6),
		invented("", 3, 2, 1), invented("no such board", 13, 13, 9), {Sites: []adjudicator.Site{{Name: "Alone"}}}, {Sites: []adjudicator.Site{{Name: "One"}, {Name: "Two"}}},
	} {
		pl, d := checked(t, a, fmt.Sprint("invented ", i), plan)
		if len(d.Cards) != len(plan.Sites) || d.House != "" {
			t.Errorf("%d: %+v", i, d)
		}
		var cards []block
		for _, area := range pl.board.Areas {
			if area.Over {
				low, high := extent([][]vec{positions(pl.board.Ring(area.Rings[0]))})
				if pl.touches(block{low, high}, cards, 0) {
					t.Errorf("%d: the card of %s lies on another, or leaves the picture", i, area.Name)
				}
				cards = append(cards, block{low, high})
			}
		}
		for _, s := range plan.Sites {
			for _, k := range s.Links {
				from, _ := pl.board.Area(s.Name)
				to, _ := pl.board.Area(plan.Sites[k].Name)
				if far := at(from.Unit).minus(at(to.Unit)).length(); far > 480 {
					t.Errorf("%d: from %s to %s it is %.0f px", i, s.Name, to.Name, far)
				}
			}
		}
	}
}

// The same plan gives the same picture in every process, and a picture shows nothing but the chart and its plan.
func TestPlanIsSteady(t *testing.T) {
	plan := invented("successors", 7, 5, 4)
	one, other := open(t), open(t)
	p := Picture{Chart: adjudicator.Chart{Board: "x", Plan: plan, Places: []adjudicator.Place{{Name: plan.Sites[3].Name, Owner: "Red"}}}}
	for name, draw := range map[string]func(a *Atlas) ([]byte, error){"SVG": func(a *Atlas) ([]byte, error) { return a.SVG(p) }, "PNG": func(a *Atlas) ([]byte, error) { return a.PNG(p) },
		"text": func(a *Atlas) ([]byte, error) { s, err := a.Text(p); return []byte(s), err }} {
		x, err := draw(one)
		y, failed := draw(other)
		if err != nil || failed != nil || !bytes.Equal(x, y) {
			t.Errorf("%s: %v, %v, the same: %v", name, err, failed, bytes.Equal(x, y))
		}
	}
}

// A plan that can't be drawn is an error, and no fault of the program.
func TestPlanBroken(t *testing.T) {
	a := open(t)
	for name, plan := range map[string]*adjudicator.Plan{"empty": {}, "loose": {Sites: []adjudicator.Site{{Name: "A", Links: []int{7}}}}, "huge": invented("", 20, 20, 0)} {
		if _, err := a.PNG(Picture{Chart: adjudicator.Chart{Board: name, Plan: plan}}); err == nil {
			t.Errorf("%s: it is drawn", name)
		}
	}
}

// Films of an edition's board can be drawn, too, and its picture of letters has every place.
func TestFilmOfPlan(t *testing.T) {
	a := open(t)
	for _, plan := range []*adjudicator.Plan{invented("successors", 5, 4, 3), without(planOf(a.plates["Decatur"].board), 4)} {
		c := adjudicator.Chart{Board: "x", Plan: plan, Places: []adjudicator.Place{{Name: plan.Sites[2].Name, Owner: "Red"}}}
		page, err := a.Page(Film{Title: "x", Phases: []string{"One"}, Reels: []Reel{{Name: "The truth", Charts: []adjudicator.Chart{c}}}})
		if err != nil || !bytes.Contains(page, []byte(plan.Sites[1].Name)) {
			t.Errorf("%s: %d bytes, %v", plan.House, len(page), err)
		}
		if _, err := a.Animation([]Picture{{Chart: c}, {Chart: c}}, 1); err != nil {
			t.Errorf("%s: %v", plan.House, err)
		}
		text, err := a.Text(Picture{Chart: c})
		for _, s := range plan.Sites {
			if err != nil || !strings.Contains(strings.ToUpper(text), strings.ToUpper(s.Name)) {
				t.Errorf("%s: %v: the picture of letters lacks %s\n%s", plan.House, err, s.Name, text)
				break
			}
		}
	}
}
