package deadman

import (
	"fmt"
	"strings"

	"deaddrop/adjudicator/diplomacy"
	"deaddrop/parser"
)

// unitAt is the writer's own unit in a place. Before Spring 1901 the order itself may choose it (DM-3).
func (r *reader) unitAt(t diplomacy.UnitType, typed bool, at diplomacy.Loc, order []string) (diplomacy.Unit, error) {
	home := r.Province(at)
	if r.anyUnit {
		return r.unitThen(t, typed, at)
	}
	if len(r.homes) > 0 {
		return r.startingAt(t, typed, at, order)
	}
	u, ok := r.standing(r.sheet).in(home)
	if !ok { // DM-39
		return u, complain("You have no unit in %s.", r.the(home))
	}
	if at != home && u.Type == diplomacy.Fleet && u.At != at {
		r.notes = append(r.notes, fmt.Sprintf("Your fleet in %s is %s.", r.Name(home), r.board.unit(u)))
	}
	if typed && u.Type != t {
		r.notes = append(r.notes, fmt.Sprintf("Your unit in %s is %s.", r.Name(home), noun(u.Type)))
	}
	return u, nil
}

// unitThen is a unit of another time, of which only the map can say whether it may be there.
func (r *reader) unitThen(t diplomacy.UnitType, typed bool, at diplomacy.Loc) (diplomacy.Unit, error) {
	switch terrain := r.Terrain(r.Province(at)); {
	case !typed && terrain == diplomacy.Sea:
		t = diplomacy.Fleet
	case !typed && terrain == diplomacy.Coastal:
		return diplomacy.Unit{}, ask("An army or a fleet in %s? Write A %s or F %s.", r.Name(at), r.Abbr(at), r.Abbr(at))
	}
	at, err := r.stand(t, at)
	return diplomacy.Unit{Power: r.own, Type: t, At: at}, err
}

func (r *reader) startingAt(t diplomacy.UnitType, typed bool, at diplomacy.Loc, order []string) (diplomacy.Unit, error) {
	home := r.Province(at)
	found := false
	for _, h := range r.homes {
		found = found || h == home
	}
	if !found {
		return diplomacy.Unit{}, complain("You start in %s only.", strings.Join(r.Homes, ", "))
	}
	for _, u := range r.setup {
		if r.Province(u.At) == home {
			if typed && u.Type != t {
				return u, complain("Your set-up has %s there. To change it, write the whole SETUP again.", r.board.unit(u))
			}
			return u, nil
		}
	}
	if !typed {
		u := r.starting(r.sheet, home)
		return u, nil
	}
	if t == diplomacy.Fleet && at == home && len(r.Coasts(home)) > 0 {
		at = r.coastFor(home, order)
	}
	at, err := r.stand(t, at)
	return diplomacy.Unit{Power: r.own, Type: t, At: at}, err
}

// coastFor is the only coast of a home centre from which a fleet could obey, if there is just one.
func (r *reader) coastFor(home diplomacy.Loc, order []string) diplomacy.Loc {
	if len(order) < 2 || order[0] != parser.Dash {
		return home
	}
	to, used := r.places.Prefix(order[1:])
	if used == 0 || len(to) != 1 {
		return home
	}
	coast := home
	for _, c := range r.Coasts(home) {
		if r.CanReach(diplomacy.Fleet, c, to[0]) {
			if coast != home {
				return home
			}
			coast = c
		}
	}
	return coast
}
