package games

import (
	"fmt"
	"slices"
	"strings"
)

// A logged is an order of the log, with codes for places. If a place is unknown, its verb is "".
type logged struct {
	verb             string // "hold", "move", "support", "convoy", "disband", "build"
	unit, target, to string // target is the unit that is supported or convoyed
	via              string // " VIA" or ""
	build            string // "A" or "F"
}

// readOrder parses an order line, in the forms that godip accepts.
func readOrder(line string) (logged, error) {
	w := strings.Fields(line)
	var o logged
	switch {
	case len(w) == 3 && w[0] == "build" && slices.Contains([]string{"Army", "Fleet"}, w[1]):
		o = logged{verb: "build", unit: w[2], build: w[1][:1]}
	case len(w) == 2 && w[0] == "remove":
		o = logged{verb: "disband", unit: w[1]}
	case len(w) == 2 && (w[1] == "hold" || w[1] == "disband"):
		o = logged{verb: w[1], unit: w[0]}
	case len(w) == 3 && w[1] == "move":
		o = logged{verb: "move", unit: w[0], to: w[2]}
	case len(w) == 5 && w[1] == "move" && w[3]+" "+w[4] == "via convoy":
		o = logged{verb: "move", unit: w[0], to: w[2], via: " VIA"}
	case len(w) == 3 && w[1] == "support":
		o = logged{verb: "support", unit: w[0], target: w[2]}
	case len(w) == 5 && slices.Contains([]string{"support", "convoy"}, w[1]) && w[3] == "move":
		o = logged{verb: w[1], unit: w[0], target: w[2], to: w[4]}
	default:
		return o, fmt.Errorf("%q is no order", line)
	}
	for _, place := range []*string{&o.unit, &o.target, &o.to} {
		if *place == "" {
			continue
		}
		var ok bool
		if *place, ok = code(*place); !ok {
			return logged{}, nil
		}
	}
	return o, nil
}

// province returns the province of a place: "STP" for "STP/NC".
func province(loc string) string {
	p, _, _ := strings.Cut(loc, "/")
	return p
}

// code converts a place of the log, "mid" or "stp/nc", to a code, "MAO" or "STP/NC".
func code(place string) (string, bool) {
	switch place {
	case "gol":
		return "LYO", true
	case "mid":
		return "MAO", true
	case "nat":
		return "NAO", true
	case "nrg":
		return "NWG", true
	}
	loc := strings.ToUpper(place)
	return loc, onMap(loc)
}
