package games

import (
	"fmt"
	"strings"
)

// Parse reads the text of one game. An order that belongs to another kind of phase or to no unit is left out, as
// godip ignores it; there are a few of these in all the games.
func Parse(t Text) ([]Phase, error) {
	r := reader{game: t.Game}
	n := 0
	for line := range strings.Lines(t.Text) {
		n++
		if err := r.line(strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", t.Game, n, err)
		}
	}
	for i := range r.phases[:max(len(r.phases)-1, 0)] {
		r.phases[i].link(&r.phases[i+1])
	}
	return r.phases, nil
}

// link records next as the phase that follows p.
func (p *Phase) link(next *Phase) {
	if p.Kind() == 'M' && next.Kind() == 'R' {
		next.explain(p)
	}
	p.NextUnits, p.NextCentres = next.Units, next.Centres
	p.NextDislodged = append([]Dislodged{}, next.Dislodged...)
}

// A reader processes the lines of a game.
type reader struct {
	game     string
	phases   []Phase
	inOrders bool
	standing map[string]Unit // the unit in each province in this phase; in retreats, the unit that must leave it
}

func (r *reader) line(line string) error {
	switch {
	case line == "":
		return nil
	case strings.HasPrefix(line, "PHASE "):
		return r.begin(strings.Fields(line)[1:])
	case len(r.phases) == 0:
		return fmt.Errorf("%q stands before the first phase", line)
	case line == "POSITIONS":
		return nil
	case line == "ORDERS":
		r.inOrders = true
		return nil
	case r.inOrders:
		return r.order(line)
	}
	return r.position(line)
}

// begin begins a phase from a line such as "1901 Spring Movement".
func (r *reader) begin(w []string) error {
	if len(w) != 3 || w[1] != "Spring" && w[1] != "Fall" {
		return fmt.Errorf("%q is no phase", strings.Join(w, " "))
	}
	season := w[1][:1]
	if w[2] == "Adjustment" {
		season = "W" // the log calls this season fall
	} else if w[2] != "Movement" && w[2] != "Retreat" {
		return fmt.Errorf("%q is no kind of phase", w[2])
	}
	r.phases = append(r.phases, Phase{
		Source:  "droidippy",
		Game:    r.game,
		Name:    season + w[0] + w[2][:1],
		Centres: make(map[string]string, 34),
		Units:   []Unit{},
		Orders:  []string{},
	})
	r.inOrders = false
	r.standing = make(map[string]Unit, 34)
	return nil
}

// position parses "Turkey: fleet ank", "Turkey: supply ank" or "Turkey: fleet/dislodged ank".
func (r *reader) position(line string) error {
	power, what, _ := strings.Cut(line, ": ")
	kind, place, _ := strings.Cut(what, " ")
	loc, ok := code(place)
	if power = strings.ToUpper(power); !ok || power == "" {
		return fmt.Errorf("%q is no position", line)
	}
	p := &r.phases[len(r.phases)-1]
	unit := Unit{Power: power, Type: "A", Loc: loc}
	if strings.HasPrefix(kind, "fleet") {
		unit.Type = "F"
	}
	switch kind {
	case "supply":
		p.Centres[loc] = power
	case "army", "fleet":
		p.Units = append(p.Units, unit)
		if p.Kind() != 'R' {
			r.standing[province(loc)] = unit
		}
	case "army/dislodged", "fleet/dislodged":
		p.Dislodged = append(p.Dislodged, Dislodged{Unit: unit})
		r.standing[province(loc)] = unit
	default:
		return fmt.Errorf("%q is no position", line)
	}
	return nil
}

// order parses an order line and adds the order in its neutral form.
func (r *reader) order(line string) error {
	o, err := readOrder(line)
	if err != nil {
		return err
	}
	p := &r.phases[len(r.phases)-1]
	text := ""
	switch p.Kind() {
	case 'M':
		text = r.move(o)
	case 'R':
		text = r.retreat(o)
	case 'A':
		text = r.adjustment(o, p.Centres)
	}
	if text != "" {
		p.Orders = append(p.Orders, text)
	}
	return nil
}

// move returns the order of a movement phase, or "".
func (r *reader) move(o logged) string {
	unit, ok := r.standing[province(o.unit)]
	if !ok {
		return ""
	}
	switch o.verb {
	case "hold":
		return unit.String() + " H"
	case "move":
		return unit.String() + " - " + o.to + o.via
	case "support":
		text := unit.String() + " S " + r.typeAt(o.target) + o.target
		if o.to != "" {
			text += " - " + o.to
		}
		return text
	case "convoy":
		return unit.String() + " C " + r.typeAt(o.target) + o.target + " - " + o.to
	}
	return ""
}

// typeAt returns the type of the unit in a place, followed by a space. If there is no unit, it returns the type of an
// army.
func (r *reader) typeAt(loc string) string {
	if unit, ok := r.standing[province(loc)]; ok {
		return unit.Type + " "
	}
	return "A "
}

// retreat returns the order of a dislodged unit, or "".
func (r *reader) retreat(o logged) string {
	unit, ok := r.standing[province(o.unit)]
	switch {
	case ok && o.verb == "move":
		return unit.String() + " R " + o.to
	case ok && o.verb == "disband":
		return unit.String() + " D"
	}
	return ""
}

// adjustment returns the order of a winter, or "". The power of a build is the owner of the centre.
func (r *reader) adjustment(o logged, owner map[string]string) string {
	unit, ok := r.standing[province(o.unit)]
	switch {
	case ok && o.verb == "disband":
		return unit.String() + " D"
	case o.verb == "build" && owner[province(o.unit)] != "":
		return Unit{Power: owner[province(o.unit)], Type: o.build, Loc: o.unit}.String() + " B"
	}
	return ""
}

// String returns the unit as in an order: "ENGLAND F NTH".
func (u Unit) String() string { return u.Power + " " + u.Type + " " + u.Loc }
