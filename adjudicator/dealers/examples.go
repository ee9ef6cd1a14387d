package dealers

import (
	"cmp"
	"slices"
	"strings"

	"deaddrop/adjudicator"
)

// This file makes the examples of orders in letters, which fit the player's own position and can be sent as they
// stand.

// A sampler finds orders that the reader of a view could send now.
type sampler struct{ view *View }

// Examples returns answers to a request of a kind that the reader could send now; see [adjudicator.Exemplar].
func (v View) Examples(kind string) []adjudicator.Example {
	if v.on() == nil || v.player(v.Seat) == nil {
		return nil
	}
	s := sampler{&v}
	var all []adjudicator.Example
	switch {
	case v.Draft != nil:
		all = examples("draft", "TAKE "+v.Wish())
	case one(kind, "turn", "standing"):
		all = slices.Concat(s.training(), s.assaults(), s.reorganizing(), examples("pass", "PASS"),
			examples("defend", "DEFEND ANY: READY, HAND"))
	case kind == "more":
		all = slices.Concat(s.further(), examples("done", "DONE"))
	case kind == "defence":
		all = slices.Concat(examples("defence", v.Best()), examples("all", "READY, HAND"), examples("none", "NOTHING"))
	case kind == "final":
		all = slices.Concat(examples("final", v.Best()), examples("none", "NONE"))
	case kind == "winter":
		all = examples("tidy", "DISCARD ALL", "KEEP ALL")
	}
	return s.sound(kind, all)
}

// Examples returns rulings on the card that the game master is asked about, for its player.
func (v Truth) Examples(kind string) []adjudicator.Example {
	if kind != "ruling" || v.Ruling == nil {
		return nil
	}
	seat := v.Ruling.Seat
	all := slices.Concat(examples("ruling gain", "GAIN "+seat+" 2 ATTACK"), examples("ruling draw", "DRAW "+seat+" 1"),
		examples("ruling nothing", noEffect))
	return slices.DeleteFunc(all, func(e adjudicator.Example) bool {
		r := v.Read(kind, "", e.Lines[0])
		return r.Answer == "" || slices.ContainsFunc(r.Parts, adjudicator.Part.Open)
	})
}

// examples returns examples of one kind, each of one line.
func examples(kind string, lines ...string) []adjudicator.Example {
	var out []adjudicator.Example
	for _, line := range lines {
		out = append(out, adjudicator.Example{Kind: kind, Lines: []string{line}})
	}
	return out
}

// sound returns the examples that would be filed without objection and can be carried out: the first of each kind, or
// all for short questions.
func (s sampler) sound(kind string, all []adjudicator.Example) []adjudicator.Example {
	var out []adjudicator.Example
	for _, e := range all {
		isShown := slices.ContainsFunc(out, func(o adjudicator.Example) bool { return o.Kind == e.Kind })
		if isShown && kind != "winter" {
			continue
		}
		e.Lines = folded(e.Lines)
		r := s.view.Read(kind, "", strings.Join(e.Lines, "\n"))
		isFiled := func(p adjudicator.Part) bool { return p.Fate == adjudicator.Filed && !p.Open() }
		isOther := func(p adjudicator.Part) bool { return !isFiled(p) }
		if r.Answer != "" && !slices.ContainsFunc(r.Parts, isOther) {
			out = append(out, e)
		}
	}
	return out
}

// folded joins the parts of an order into as few lines as fit the width of letters.
func folded(parts []string) []string {
	const wide = 66
	var out []string
	for _, p := range parts {
		if n := len(out) - 1; n >= 0 && len(out[n])+len("; ")+len(p) <= wide {
			out[n] += "; " + p
		} else {
			out = append(out, p)
		}
	}
	return out
}

// boxes returns the actions of a group that the reader has a cube for, with the lines that order them; those for the
// leader cube come last.
func (s sampler) boxes(group Group) (lines []string, actions []*Action) {
	me := s.view.mine()
	var last []string
	var lastActions []*Action
	for i := range s.view.era().Actions {
		a := &s.view.era().Actions[i]
		switch isFree := s.view.free(a) != 0; {
		case a.Group != group:
		case isFree && (me.Cubes > 0 || me.Token):
			lines, actions = append(lines, "ACTION "+a.Name), append(actions, a)
		case me.Leader:
			last, lastActions = append(last, "ACTION "+a.Name+" BY LEADER"), append(lastActions, a)
		}
	}
	return append(lines, last...), append(actions, lastActions...)
}

// strongest returns the cards in ready area and hand with a value, the highest first; cards without it are left out.
func (v View) strongest(x Strength) []string {
	cards := slices.DeleteFunc(slices.Concat(v.mine().Ready, v.Hand), func(c string) bool {
		return v.edition().card(c).Values[x] == 0
	})
	slices.SortStableFunc(cards, func(c, d string) int {
		return cmp.Compare(v.edition().card(d).Values[x], v.edition().card(c).Values[x])
	})
	return cards
}

// plays returns a line that plays the strongest cards, as few as give the needed amount; "" if none.
func (s sampler) plays(x Strength, letter string, need int) string {
	var out []string
	for _, c := range s.view.strongest(x) {
		if need <= 0 {
			break
		}
		out, need = append(out, plain(c)+"="+letter), need-s.view.edition().card(c).Values[x]
	}
	if len(out) == 0 {
		return ""
	}
	return "PLAY " + strings.Join(out, ", ")
}

// training returns turns that train cards, starting with the most expensive that the hand can pay for.
func (s sampler) training() []adjudicator.Example {
	have := 0
	for _, c := range s.view.strongest(Support) {
		have += s.view.edition().card(c).Values[Support]
	}
	var out []adjudicator.Example
	lines, actions := s.boxes(Train)
	for i, a := range actions {
		if a.From != FromPlay {
			continue
		}
		for _, name := range s.payable((have + a.Support) / a.Least) {
			need := a.Least*s.view.Price(name) - a.Support - s.view.passive(s.view.Seat).Support
			order := []string{lines[i], s.plays(Support, "S", need), "TRAIN " +
				strings.Join(slices.Repeat([]string{name}, a.Least), ", ")}
			out = append(out, adjudicator.Example{Kind: "train", Lines: slices.DeleteFunc(order, isEmpty)})
		}
	}
	return out
}

func isEmpty(line string) bool { return line == "" }

// payable returns a few cards of the supply that cost at most so much, the most expensive first.
func (s sampler) payable(most int) []string {
	var out []string
	for _, c := range s.view.edition().Cards {
		if isBasic := c.Kind == Citizen || c.Kind == Professional && c.Level == 1; !isBasic {
			continue
		}
		if s.view.Can(c.Name) && s.view.Price(c.Name) <= most {
			out = append(out, c.Name)
		}
	}
	slices.SortStableFunc(out, func(x, y string) int { return cmp.Compare(s.view.Price(y), s.view.Price(x)) })
	return out[:min(3, len(out))]
}

// assaults returns assaults on the weakest territories in reach for which the hand suffices: first those that nobody
// holds, and over land.
func (s sampler) assaults() []adjudicator.Example {
	var goals []Goal
	for _, r := range s.view.Within() {
		goals = append(goals, r.Goals[0])
	}
	distance := func(g Goal) int {
		n := 0
		if a, ok := s.view.on().Area(g.Name); ok && s.view.owner(a) != "" {
			n += 2
		}
		if g.Oversea {
			n++
		}
		return n
	}
	slices.SortStableFunc(goals, func(x, y Goal) int {
		return cmp.Or(cmp.Compare(distance(x), distance(y)), cmp.Compare(x.Need, y.Need))
	})
	var out []adjudicator.Example
	lines, actions := s.boxes(Assault)
	for _, g := range goals[:min(3, len(goals))] {
		for i, a := range actions {
			order := []string{lines[i], s.plays(Attack, "A", g.Need-a.Attack), "ASSAULT " + g.Name}
			out = append(out, adjudicator.Example{Kind: "assault", Lines: slices.DeleteFunc(order, isEmpty)})
		}
	}
	return out
}

// reorganizing returns the other actions that the reader's cards allow.
func (s sampler) reorganizing() []adjudicator.Example {
	masses := slices.DeleteFunc(slices.Concat(s.view.Hand, s.view.Discard), func(c string) bool {
		return s.view.edition().card(c).Kind != Masses
	})
	var out []adjudicator.Example
	lines, actions := s.boxes(Reorganize)
	for i, a := range actions {
		order := []string{lines[i]}
		switch best := s.view.strongest(Defence); {
		case a.Ready > 0 && len(s.view.Hand) > 0:
			order = append(order, "READY "+plain(slices.MaxFunc(s.view.Hand, func(c, d string) int {
				return cmp.Compare(slices.Index(best, d), slices.Index(best, c))
			})))
		case a.Dismiss > 0 && len(masses) >= a.Dismiss:
			order = append(order, "DISMISS "+strings.Join(plainly(masses[:a.Dismiss]), ", "))
		case a.Spoils == 0:
			continue
		}
		out = append(out, adjudicator.Example{Kind: "reorganize", Lines: order})
	}
	return out
}

func plainly(cards []string) []string {
	var out []string
	for _, c := range cards {
		out = append(out, plain(c))
	}
	return out
}

// isSpent reports whether spoils give nothing but a strength for which it is too late in this turn.
func (s sampler) isSpent(l *Location) bool {
	useful := map[string]bool{Attack.String(): s.view.Attacks(), Defence.String(): true,
		Support.String(): s.view.edition().groupOf(s.view.Acting.Action) == Train}
	return !slices.ContainsFunc(l.Effects, func(e Effect) bool { return e.Op != OpGain || useful[e.What] })
}

// Undoes returns an order that takes one thing back in the middle of a turn, of a kind that such a turn can have.
func (v View) Undoes() string {
	switch {
	case v.Attacks():
		return "DROP ASSAULT"
	case v.Acting != nil && v.edition().groupOf(v.Acting.Action) == Train:
		return "DROP TRAIN"
	}
	return "DROP DISCARD"
}

// further returns ways to continue a turn.
func (s sampler) further() []adjudicator.Example {
	var out []adjudicator.Example
	show := func(lines ...string) {
		out = append(out, adjudicator.Example{Kind: "more", Lines: slices.DeleteFunc(lines, isEmpty)})
	}
	have := s.view.mine().Markers
	if s.view.Attacks() {
		for _, r := range s.view.Nearest() {
			show(s.plays(Attack, "A", r.Need-have[Attack]), "ASSAULT "+r.Goals[0].Name)
		}
	}
	for _, name := range s.payable(s.view.Purse()) {
		show(s.plays(Support, "S", s.view.Price(name)-have[Support]), "TRAIN "+name)
	}
	for _, name := range s.view.mine().Locations {
		if l := s.view.edition().location(name); l != nil && l.Spoils() && !s.isSpent(l) {
			show("USE " + name)
		}
	}
	show("DISCARD ALL")
	return out
}
