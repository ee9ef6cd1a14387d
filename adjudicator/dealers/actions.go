package dealers

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator/pack"
)

// eraText is the text form of a side of the action board.
type eraText struct {
	Dismiss, Points int
	Action          []actionText
}

// actionText is the text form of a box of the action board.
type actionText struct {
	Name, Also, Group, From                                                      string
	Slots, Attack, Defence, Support, Least, Most, Spoils, Dismiss, Ready, Points int
	Shuffle                                                                      bool
}

// groups returns the columns of the action board.
func groups() []Group { return []Group{Assault, Train, Reorganize} }

// eraNames has the names of the sides of the action board.
var eraNames = [...]string{"early", "late"}

// era reads a side of the action board (U7).
func (r *packReader) era(side int, g eraText) {
	e, where := &r.board.Eras[side], eraNames[side]
	e.Dismiss = r.number(where+": dismiss", g.Dismiss, 0, maxAmount)
	e.Points = r.number(where+": points", g.Points, 0, maxAmount)
	if n := len(g.Action); n > maxBoxes {
		r.Fault("%s: at most %d boxes, %d given (U7)", where, maxBoxes, n)
		return
	}
	spelt := map[string]string{}
	for _, a := range g.Action {
		box := fmt.Sprintf("%s: %s", where, pack.Named("box", a.Name))
		e.Actions = append(e.Actions, r.action(box, a))
		for _, name := range append([]string{a.Name}, pack.List[string](a.Also)...) {
			if !isBoxName(name) {
				r.Fault("%s: %q is no name of letters, numbers, single spaces and hyphens, which begins with a "+
					"capital, and has at most %d of all", box, name, maxName)
			}
			if other, twice := spelt[loose(name)]; twice {
				r.Fault("%s: it is called %s, and that is %s", box, name, other)
			}
			spelt[loose(name)] = a.Name
		}
	}
	for _, group := range groups() {
		if !slices.ContainsFunc(e.Actions, func(a Action) bool { return a.Group == group && a.Slots == 0 }) {
			r.Fault("%s: the group %s needs an action without slots, for any number of cubes (DH-6, U7)", where, group)
		}
	}
}

// action reads a box, and checks that it has the fields of its group.
func (r *packReader) action(where string, g actionText) Action {
	a := Action{Name: g.Name, Also: pack.List[string](g.Also), Group: Group(g.Group),
		Slots: r.number(where+": slots", g.Slots, 0, maxAmount), Attack: g.Attack, Defence: g.Defence,
		Support: g.Support, Least: g.Least, Most: g.Most, From: Source(g.From), Spoils: g.Spoils, Dismiss: g.Dismiss,
		Shuffle: g.Shuffle, Ready: g.Ready, Points: g.Points}
	r.Word(where, "group", g.Group, []string{string(Assault), string(Train), string(Reorganize)})
	r.Word(where, "from", g.From, []string{"", string(FromDiscard), string(FromDismiss)})
	shuffle := 0
	if g.Shuffle {
		shuffle = 1
	}
	does := 0
	for _, x := range []struct {
		entry string
		of    Group
		n     int
	}{
		{"attack", Assault, g.Attack}, {"defence", Assault, g.Defence},
		{"support", Train, g.Support}, {"least", Train, g.Least}, {"most", Train, g.Most}, {"from", Train, len(g.From)},
		{"spoils", Reorganize, g.Spoils}, {"dismiss", Reorganize, g.Dismiss}, {"shuffle", Reorganize, shuffle},
		{"ready", Reorganize, g.Ready}, {"points", Reorganize, g.Points},
	} {
		switch {
		case x.n == 0:
		case x.of != a.Group:
			r.Fault("%s: %s is for the group %s", where, x.entry, x.of)
		default:
			does++
			r.number(where+": "+x.entry, x.n, 0, maxAmount)
		}
	}
	switch {
	case a.Group == Train && (a.Least < 1 || a.Most < a.Least):
		r.Fault("%s: least is %d and most is %d, and it must train at least 1 card, and not less at most (DH-18)",
			where, a.Least, a.Most)
	case a.Group == Reorganize && does == 0:
		r.Fault("%s: it needs spoils, dismiss, shuffle, ready or points (U7)", where)
	}
	return a
}
