package decatur

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/pack"
)

// namedLocations are the locations that the rules mention (K8), as the reverse alphabetical list spells them (K9).
var namedLocations = []string{
	"Arabia", "Congo Basin", "East Australia", "Egypt", "Iceland", "India", "Indo-China", "New Guinea", "Persia",
	"Russia", "Scandinavia", "Siberia", "South Africa", "Urals", "West Africa", "West Australia", "West China",
	"West Europe", "Yakutia",
}

// lastNames are the first names in the reverse alphabetical list (K9).
var lastNames = []string{"Yakutia", "West Europe", "West China", "West Australia", "West Africa"}

// toldCoasts lists coasts that are known (K10).
var toldCoasts = []struct {
	location string
	oceans   []Ocean
}{
	{"Egypt", []Ocean{Atlantic, Indian}},
	{"South Africa", []Ocean{Atlantic, Indian}},
	{"Indo-China", []Ocean{Indian, Pacific}},
	{"Iceland", []Ocean{Atlantic}},
	{"Russia", []Ocean{Atlantic}},
	{"Scandinavia", []Ocean{Atlantic}},
	{"Persia", []Ocean{Indian}},
	{"West Australia", []Ocean{Indian}},
	{"East Australia", []Ocean{Pacific}},
	{"Siberia", nil},
	{"Urals", nil},
	{"Yakutia", nil},
}

// known checks that an edition agrees with what the rules say about the board.
func (r *packReader) known() {
	b := r.board
	var missing []string
	for _, name := range namedLocations {
		if _, ok := b.Loc(name); !ok {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		r.Fault("locations: the rules name %d, %d of them given (K8); missing: %s", len(namedLocations),
			len(namedLocations)-len(missing), adjudicator.Listed(missing, "and"))
	}
	r.knownOrder()
	r.knownCoasts()
	r.knownLinks()
	for _, of := range []struct {
		location     string
		commonwealth Commonwealth
	}{{"Indo-China", Orient}, {"Iceland", Independent}} {
		if l, ok := b.Loc(of.location); ok && b.Locations[l].Commonwealth != of.commonwealth {
			r.Fault("%s: its commonwealth must be %s (K12)", of.location, of.commonwealth)
		}
	}
	for _, of := range []struct {
		kind  Commonwealth
		least int
	}{{British, 3}, {Independent, 2}, {Orient, 2}} {
		if n := b.Influence[of.kind]; 0 < n && n < of.least {
			r.Fault("influence: %d cards or more of %s needed, %d given (K14)", of.least, of.kind, n)
		}
	}
}

// knownOrder checks the list of names that finally breaks ties (DC-29).
func (r *packReader) knownOrder() {
	for i := range r.board.Locations {
		l := r.board.Locations[len(r.board.Locations)-1-i]
		if l.Name < lastNames[len(lastNames)-1] {
			return
		}
		if l.Name != "" && !slices.Contains(lastNames, l.Name) {
			r.Fault("%s: it comes too late, as in reverse alphabetical order the locations must begin %s (K9)",
				l.Name, adjudicator.Listed(lastNames, "and"))
		}
	}
}

func (r *packReader) knownCoasts() {
	b := r.board
	told := map[string]bool{}
	for _, c := range toldCoasts {
		told[c.location] = true
		l, ok := b.Loc(c.location)
		switch {
		case !ok || slices.Equal(b.Locations[l].Oceans, c.oceans):
		case len(c.oceans) == 0:
			r.Fault("%s: it must have no coast (K10)", c.location)
		default:
			r.Fault("%s: its coast must be %s (K10)", c.location, adjudicator.Listed(c.oceans, "and"))
		}
	}
	for _, l := range b.Locations {
		if len(l.Oceans) > 1 && !told[l.Name] {
			r.Fault("%s: its coast is on %d oceans, and of all locations only Egypt, South Africa and Indo-China "+
				"are on two (K10)", pack.Named("location", l.Name), len(l.Oceans))
		}
	}
	if l, ok := b.Loc("Arabia"); ok && slices.Contains(b.Locations[l].Oceans, Atlantic) {
		r.Fault("Arabia: its coast must not be Atlantic (K10)")
	}
}

// knownLinks checks what is known about dashed lines. That a venture from Scandinavia reaches West Australia, but
// East Australia only by such a line, follows from their coasts.
func (r *packReader) knownLinks() {
	b := r.board
	for _, link := range []struct {
		from, to, rule string
		linked         bool
	}{{"India", "Indo-China", "K11", true}, {"Persia", "Iceland", "K11", false},
		{"Scandinavia", "East Australia", "K10", false}} {
		x, ok := b.Loc(link.from)
		y, there := b.Loc(link.to)
		switch {
		case !ok || !there:
		case link.linked && !b.Adjacent(x, y):
			r.Fault("%s: a link to %s is needed (%s)", link.from, link.to, link.rule)
		case !link.linked && b.Adjacent(x, y):
			r.Fault("%s: it has a link to %s, and they are not adjacent (%s)", link.from, link.to, link.rule)
		}
	}
}
