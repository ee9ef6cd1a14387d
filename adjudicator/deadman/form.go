package deadman

import "slices"

// form returns the order form: a line for each decision, filled in from the sheet or blank. Read accepts each line as
// it is, and ignores blank ones.
func (v View) form(s sheet) []string {
	b := standard()
	us := v.ordered(s)
	var out []string
	if len(v.homes) > 0 {
		for _, home := range v.homes {
			us = append(us, v.starting(s, home))
		}
		slices.SortFunc(us, b.byProvince) // in the order in which they are filed
		out = append(out, "SETUP "+joinUnits(us))
		us.sort()
	}
	out = append(out, v.winterForm(s)...)
	for _, u := range us {
		out = append(out, formLine(b.unit(u), s.of(b.Province(u.At))))
	}
	for i := range v.Peeks {
		line := "PAS-"
		if i < len(s.peeks) {
			line += b.Abbr(s.peeks[i])
		}
		out = append(out, line)
	}
	return out
}

// winterForm returns a line for each build or removal that is due.
func (v View) winterForm(s sheet) []string {
	b := standard()
	var out []string
	for _, u := range s.builds {
		out = append(out, "Build "+b.unit(u))
	}
	switch open := v.Builds - len(s.builds); {
	case open > 0 && s.waives:
		out = append(out, "Waive")
	default:
		for range open {
			out = append(out, "Build ")
		}
	}
	for _, at := range s.removes {
		out = append(out, "Remove "+b.Abbr(at))
	}
	for range v.Removals - len(s.removes) {
		out = append(out, "Remove ")
	}
	return out
}

func formLine(unit string, o *order) string {
	switch {
	case o == nil:
		return unit + " - "
	case o.verb == none && len(o.retreat) == 0 && !o.off:
		return unit + " - "
	case o.verb == none:
		return unit + " -" + o.retreats()
	case o.verb == move:
		return unit + " - " + standard().Abbr(o.to) + o.byConvoy() + o.retreats()
	}
	return o.text("") + o.retreats()
}
