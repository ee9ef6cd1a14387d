package adjudicatortest

import (
	"errors"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
)

// charted checks the charts of all views.
func (g *game) charted(p adjudicator.Position) {
	g.t.Helper()
	for _, s := range append([]adjudicator.Seat{adjudicator.GM, adjudicator.Observer}, g.Config.Seats...) {
		v, ok := p.View(s).(adjudicator.Charted)
		if !ok {
			continue
		}
		chart := v.Chart()
		if err := checkChart(chart); err != nil {
			g.t.Fatalf("seed %x: the chart of %s: %v", g.luck.Secret, s, err)
		}
		js := string(marshal(g.t, chart))
		for _, again := range []adjudicator.View{p.View(s), p.View(s)} {
			if other := string(marshal(g.t, again.(adjudicator.Charted).Chart())); other != js {
				g.t.Fatalf("seed %x: two charts of one view of %s:\n%s\n%s", g.luck.Secret, s, js, other)
			}
		}
	}
}

// checkChart returns an error if a chart is invalid.
func checkChart(c adjudicator.Chart) error {
	var errs []error
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if c.Board == "" {
		wrong("it does not name its board")
	}
	var names []string
	for _, p := range c.Places {
		if p.Name == "" || slices.Contains(names, p.Name) {
			wrong("place %q has no name, or is there twice", p.Name)
		}
		names = append(names, p.Name)
		if p.Since != "" && !p.Unknown {
			wrong("what is known of %s is of %s, but it is not unknown now", p.Name, p.Since)
		}
		for _, piece := range p.Pieces {
			if piece.Kind == "" || piece.Count < 1 {
				wrong("%s has %d of piece %q", p.Name, piece.Count, piece.Kind)
			}
		}
	}
	for _, a := range c.Arrows {
		checkArrow(a, names, wrong)
	}
	return errors.Join(errs...)
}

// checkArrow reports an arrow with fields that arrows of its kind do not have, or without fields that they need.
func checkArrow(a adjudicator.Arrow, places []string, wrong func(string, ...any)) {
	for _, name := range append([]string{a.From, a.To, a.Of}, a.Via...) {
		if name != "" && !slices.Contains(places, name) {
			wrong("arrow %+v: %q is no place of the chart", a, name)
		}
	}
	to, of := a.To != "", a.Of != ""
	fits := false
	switch a.Kind {
	case "move", "retreat", "venture":
		fits = to && !of
	case "convoy":
		fits = to && of
	case "support":
		fits = of
	case "spy":
		fits = !of
	case "hold", "build", "disband", "peek":
		fits = !to && !of
	}
	misplaced := len(a.Via) > 0 && a.Kind != "move"
	if misplaced || !fits || a.From == "" {
		wrong("arrow %+v is not as arrows of its kind are", a)
	}
}
