package robot

import (
	"math/rand/v2"
	"slices"
	"strings"

	"deaddrop/adjudicator/deadman"
	"deaddrop/adjudicator/diplomacy"
)

// dumb plays as David Norman describes his DumbBot, which robots of Diplomacy are measured by to this day: places have
// values by what is near them and by how many units of its own and of the strongest rival can go there; units take the
// best place or now and then the next best, and support each other there; retreats, builds and removals go by the same
// values. It looks no turn ahead.
func dumb(v deadman.View, kind string, r *rand.Rand) string {
	o := openPlayer{ground: standard(), v: v, r: r}
	o.me = o.power(v.Power)
	o.world = o.seen()
	switch kind {
	case "retreats":
		return o.retreats()
	case "adjustments":
		return dumbWinter(o)
	}
	by := springWeights
	if strings.HasPrefix(v.Phase, "Fall") {
		by = fallWeights
	}
	own := o.world.of(o.me)
	press := o.pressure(o.world.units)
	plan := o.drafted(own, o.worth(o.world, o.me, by), press.rivals(o.me), r)
	var out []string
	for i, order := range plan {
		out = append(out, o.written(own[i], order, own))
	}
	return strings.Join(out, "\n")
}

// dumbWinter builds one unit after another, each in the best place or now and then in the next best, and removes the
// units that stand worst.
func dumbWinter(o openPlayer) string {
	worth := o.worth(o.world, o.me, winterWeights)
	var lines []string
	for vacant := slices.Clone(o.v.Vacant); len(lines) < o.v.Builds && len(vacant) > 0; {
		var sites []diplomacy.Unit
		for l := range diplomacy.Loc(o.Locs()) {
			for kind := range diplomacy.Fleet + 1 {
				if o.CanStand(kind, l) && slices.Contains(vacant, o.Abbr(o.Province(l))) {
					sites = append(sites, diplomacy.Unit{Type: kind, At: l})
				}
			}
		}
		slices.SortStableFunc(sites, func(x, y diplomacy.Unit) int {
			if worth.of(x) > worth.of(y) {
				return -1
			}
			return 1
		})
		var values []float64
		for _, u := range sites {
			values = append(values, worth.of(u))
		}
		u := sites[pick(values, o.r)]
		lines = append(lines, "Build "+o.name(u))
		vacant = slices.DeleteFunc(vacant, func(abbr string) bool { return abbr == o.Abbr(o.Province(u.At)) })
	}
	for _, u := range o.removed(worth, o.world.of(o.me), o.v.Removals) {
		lines = append(lines, o.removal(u))
	}
	return strings.Join(lines, "\n")
}
