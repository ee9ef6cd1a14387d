package adjudicatortest

import (
	"errors"
	"fmt"
	"slices"

	"deaddrop/adjudicator"
)

// charted checks the charts of all views that have one.
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

// checkChart says what is wrong with a chart.
func checkChart(c adjudicator.Chart) error {
	var errs []error
	if c.Board == "" {
		errs = append(errs, errors.New("it does not name its board"))
	}
	var names []string
	for _, p := range c.Places {
		if p.Name == "" || slices.Contains(names, p.Name) {
			errs = append(errs, fmt.Errorf("place %q has no name, or is there twice", p.Name))
		}
		names = append(names, p.Name)
		for _, piece := range p.Pieces {
			if piece.Kind == "" || piece.Count < 1 {
				errs = append(errs, fmt.Errorf("%s has %d of piece %q", p.Name, piece.Count, piece.Kind))
			}
		}
	}
	for _, a := range c.Arrows {
		if !slices.Contains(names, a.From) || !slices.Contains(names, a.To) || a.Kind == "" {
			errs = append(errs, fmt.Errorf("arrow %q from %q to %q: it has no kind, or an end that is no place of the chart", a.Kind, a.From, a.To))
		}
	}
	return errors.Join(errs...)
}
