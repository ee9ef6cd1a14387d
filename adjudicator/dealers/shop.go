package dealers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// This file has the methods that letters use to print what can be chosen: boxes of the action board, cards to train,
// and territories to attack.

// A Column is a group of the action board as letters print it.
type Column struct {
	Group string
	Free  []string // boxes with room, each with what it gives
	Names []string // names of the boxes with room, without what they give
}

// Columns returns the groups of the action board of the era, with the boxes that have room.
func (v View) Columns() []Column {
	era := v.era()
	out := []Column{{Group: "Assault"}, {Group: "Train"}, {Group: "Reorganize"}}
	for i := range era.Actions {
		a := &era.Actions[i]
		if v.free(a) == 0 {
			continue
		}
		k := slices.Index([]Group{Assault, Train, Reorganize}, a.Group)
		text := a.Name
		if does := a.gives(); does != "" {
			text += " (" + does + ")"
		}
		out[k].Free, out[k].Names = append(out[k].Free, text), append(out[k].Names, a.Name)
	}
	return out
}

// Bonus returns the bonus before each reorganize action of an era, in words: "dismiss up to 2 cards"; "" if none.
func (e *Era) Bonus() string {
	var out []string
	if e.Dismiss > 0 {
		out = append(out, "up to "+count(e.Dismiss, "card")+" may be dismissed")
	}
	if e.Points > 0 {
		out = append(out, count(e.Points, "point")+" is scored")
	}
	return strings.Join(out, ", and ")
}

// gives returns what a box gives and demands, as it stands in brackets after its name: "2 cards, 2 support"; "" if
// nothing.
func (a *Action) gives() string {
	var out []string
	add := func(n int, format string, args ...any) {
		if n != 0 {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(a.Attack, "%d attack", a.Attack)
	add(a.Defence, "%d defence until winter", a.Defence)
	if a.Group == Train {
		out = append(out, a.cards())
	}
	add(a.Support, "%d support", a.Support)
	switch a.From {
	case FromDiscard:
		out = append(out, "and the level before it may be in your discard pile")
	case FromDismiss:
		out = append(out, "for nothing, but the level before it is dismissed from your hand or discard pile")
	}
	add(a.Spoils, "%d spoils of value 3", a.Spoils)
	add(a.Dismiss, "dismiss %d from hand or discard pile", a.Dismiss)
	if a.Shuffle {
		out = append(out, "discard pile and draw pile together")
	}
	add(a.Ready, "up to %s from your hand", count(a.Ready, "card"))
	add(a.Points, "%s", count(a.Points, "point"))
	return strings.Join(out, ", ")
}

// Taken returns the cubes on the action board in words: "Train 2 (Blue), Storm (Red's leader cube)"; "" if none.
func (v View) Taken() string {
	var out []string
	for _, c := range v.Placed {
		switch c.By {
		case ByLeader:
			out = append(out, fmt.Sprintf("%s (%s, leader cube)", c.Action, c.Seat))
		case ByToken:
			out = append(out, fmt.Sprintf("%s (%s, token)", c.Action, c.Seat))
		default:
			out = append(out, fmt.Sprintf("%s (%s)", c.Action, c.Seat))
		}
	}
	return strings.Join(out, ", ")
}

// A Shelf is a family in the supply, with its prices for the reader.
type Shelf struct {
	Name   string
	Levels [2]string // price, values and number of each level, such as "4: 4/1/1 x5"
	Master string    // price and points of the master, such as "4: 3 points"; "yours" if the reader has it
}

// Shelves returns the families in play.
func (v View) Shelves() []Shelf {
	b := v.edition()
	var out []Shelf
	for _, name := range v.Families {
		f := b.family(name)
		s := Shelf{Name: name}
		for i := range s.Levels {
			s.Levels[i] = v.priced(b.level(name, i+1))
		}
		s.Master = fmt.Sprintf("%d: %s", v.cost(name, f.Cost), count(f.Points, "point"))
		if slices.Contains(v.mine().Masters, name) {
			s.Master = "yours"
		}
		out = append(out, s)
	}
	return out
}

// priced returns a card of the supply in words: its price for the reader, its values, and the number left: "3: 1/1/3
// x17".
func (v View) priced(c *Card) string {
	return fmt.Sprintf("%d: %s x%d", v.cost(c.Name, c.Cost), c.Values, v.pile(c.Name))
}

// cost returns the reader's price of a card or master; the printed price for an observer.
func (v View) cost(name string, printed int) int {
	if v.mine().Faction == "" {
		return printed
	}
	return v.price(v.Seat, name)
}

// Citizens returns the citizens in the supply, and the top card of the masses: "Tutor 3: 1/1/3 x17".
func (v View) Citizens() []string {
	var out []string
	b := v.edition()
	for _, p := range v.Supply {
		if c := b.card(p.Card); c.Kind == Citizen {
			out = append(out, c.Name+" "+v.priced(c))
		}
	}
	if c := b.card(v.Masses.Top); c != nil && v.Masses.N > 0 {
		out = append(out, fmt.Sprintf("%s %d: %s, the top of %s", c.Name, v.cost(c.Name, c.Cost),
			c.Values, count(v.Masses.N, "Masses card")))
	}
	return out
}

// Affordable returns the cards that the reader could train with what they have, each with its price; cards of level 2
// and masters only if the reader has a card that they need.
func (v View) Affordable() []string {
	var out []string
	add := func(name string, cost int) {
		if v.Can(name) && cost <= v.Purse() {
			out = append(out, fmt.Sprintf("%s for %d", name, cost))
		}
	}
	for _, c := range v.edition().Cards {
		if isBasic := c.Kind == Citizen || c.Kind == Professional && c.Level == 1; isBasic {
			add(c.Name, v.Price(c.Name))
		}
	}
	owned := slices.Concat(v.Hand, v.mine().Ready, v.mine().Play)
	for _, name := range v.Families {
		for i := range 2 {
			if !slices.Contains(plainly(owned), v.edition().level(name, i+1).Name) {
				continue
			}
			if next := v.edition().level(name, 2).Name; i == 0 {
				add(next, v.Price(next))
			} else if v.Can(name) && v.Price(name) <= v.Purse() {
				out = append(out, fmt.Sprintf("%s master %d", name, v.Price(name)))
			}
		}
	}
	return out
}

// Offers returns the effects of cards and masters that the reader might train soon: those of level 1 that they can
// pay for with what they have, and the next level of cards that they have.
func (v View) Offers() []Thing {
	b, most := v.edition(), v.Purse()
	owned := slices.Concat(v.Hand, v.mine().Ready, v.Discard, v.mine().Play)
	has := func(f *Family, level int) bool {
		return slices.ContainsFunc(owned, func(name string) bool {
			c := b.card(name)
			return c != nil && c.Family == f.Name && c.Level >= level
		})
	}
	var out []Thing
	add := func(name, text string) {
		if text != "" {
			out = append(out, Thing{name, text})
		}
	}
	for _, name := range v.Families {
		f := b.family(name)
		one, two := b.level(name, 1), b.level(name, 2)
		if v.pile(one.Name) > 0 && v.cost(one.Name, one.Cost) <= most {
			add(one.Name, one.Text)
		}
		if v.pile(two.Name) > 0 && has(f, 1) {
			add(two.Name, two.Text)
		}
		if has(f, 2) && !slices.Contains(v.mine().Masters, name) {
			add(name+" master", f.Text)
		}
	}
	return out
}

// Purse returns the most support that the reader can have in a train action now: from cards, spoils, the best box
// with room, and the bonuses of leader, cities and masters; within a turn, it includes the current markers.
func (v View) Purse() int {
	if v.mine().Faction == "" || v.Going() {
		return v.mine().Markers[Support] + v.Most()[Support]
	}
	return v.Most()[Support] + v.best(func(a *Action) int { return a.Support }) + v.passive(v.Seat).Support
}

// best returns the largest value of something that any box with room gives.
func (v View) best(of func(*Action) int) int {
	most := 0
	for i := range v.era().Actions {
		if a := &v.era().Actions[i]; v.free(a) != 0 {
			most = max(most, of(a))
		}
	}
	return most
}

// mostReaches is the number of lines of territories in reach in a short letter.
const mostReaches = 3

// Nearest returns the territories in reach that need the least attack, as far as the reader's cards could suffice.
func (v View) Nearest() []Reach {
	out := v.enough()
	return out[:min(mostReaches, len(out))]
}

// Farther returns the number of territories for which the reader's cards could suffice, and which Nearest leaves out.
func (v View) Farther() int {
	n := 0
	for _, r := range v.enough()[len(v.Nearest()):] {
		n += len(r.Goals)
	}
	return n
}

// enough returns the territories for which the reader's cards could suffice, those that need the least attack first.
func (v View) enough() []Reach {
	out := slices.DeleteFunc(v.Within(), func(r Reach) bool { return r.Need > v.Force() })
	slices.SortStableFunc(out, func(x, y Reach) int { return cmp.Compare(x.Need, y.Need) })
	return out
}

// A Goal is a territory that the reader can attack.
type Goal struct {
	Name    string
	Need    int
	Oversea bool
	Prize   string // what is won there, and its holder, such as "spoils 2" or "Blue's, start city"
}

// A Reach is the territories that need the same attack, either over land or over sea.
type Reach struct {
	Need    int
	Oversea bool
	Goals   []Goal
}

// String returns a reach as in a list: "5, by sea: Algiers, Rome (spoils 2), Milan (Blue's, spoils 3)".
func (r Reach) String() string {
	goals := slices.Clone(r.Goals)
	slices.SortStableFunc(goals, func(x, y Goal) int { return cmp.Compare(x.Prize, y.Prize) })
	var out []string
	for i, g := range goals {
		if i == len(goals)-1 || goals[i+1].Prize != g.Prize {
			out = append(out, g.Name+" ("+g.Prize+")")
		} else {
			out = append(out, g.Name)
		}
	}
	over := ""
	if r.Oversea {
		over = ", by sea"
	}
	return fmt.Sprintf("%d%s: %s", r.Need, over, strings.Join(out, ", "))
}

// prize returns what is won with a territory, by its native defence (DH-21).
func (p Place) prize() string {
	switch p.Native {
	case 5:
		return "start city"
	case 6:
		return "prize city"
	}
	return fmt.Sprintf("spoils %d", p.Native)
}

// Force returns the most attack that the reader can have in an assault now: from cards, spoils and the best box with
// room; within a turn, it includes the current markers. The bonuses of leader, cities and masters are already
// deducted from what goals need.
func (v View) Force() int {
	if v.Going() {
		return v.mine().Markers[Attack] + v.Most()[Attack]
	}
	return v.Most()[Attack] + v.best(func(a *Action) int { return a.Attack })
}

// Attacks reports whether the reader can order an assault: in the middle of their turn only if it is for one that is
// still to come.
func (v View) Attacks() bool {
	if !v.Going() {
		return v.Seat != "" && v.Turn > 0
	}
	a := v.era().action(v.Acting.Action)
	return a != nil && a.Group == Assault && !v.Acting.Fought
}

// goal returns a territory as a goal of the reader; ok is false if there is no path, it can't be attacked, or it lies
// over sea and needs more than they can have.
func (v View) goal(a Area) (g Goal, ok bool) {
	b := battle{at: a, from: nowhere}
	w, err := v.route(v.Seat, b)
	if err != nil {
		return Goal{}, false
	}
	p := v.on().Places[a]
	g = Goal{Name: p.Name, Oversea: w.oversea, Prize: p.prize()}
	if w.holder != "" {
		g.Prize = w.holder + "'s, " + g.Prize
	}
	g.Need, _ = v.need(b)
	return g, !w.oversea || g.Need <= v.Force()
}

// Within returns the territories that the reader can attack, by what they need: first all those over land, then those
// over sea for which their cards could suffice.
func (v View) Within() []Reach {
	var out []Reach
	for a := range v.Owners {
		g, ok := v.goal(Area(a))
		if !ok {
			continue
		}
		i := slices.IndexFunc(out, func(r Reach) bool { return r.Need == g.Need && r.Oversea == g.Oversea })
		if i < 0 {
			i, out = len(out), append(out, Reach{Need: g.Need, Oversea: g.Oversea})
		}
		out[i].Goals = append(out[i].Goals, g)
	}
	slices.SortFunc(out, func(x, y Reach) int {
		switch {
		case x.Oversea == y.Oversea:
			return cmp.Compare(x.Need, y.Need)
		case y.Oversea:
			return -1
		}
		return 1
	})
	return out
}
