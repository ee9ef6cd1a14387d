package dishonest

import (
	"slices"

	"deaddrop/parser/strict"
)

// What is refused since the rules never allow it, as far as the writer can know.

// checkOther refuses a power that is none of this game, or the writer's own.
func (r *reader) checkOther(seat string) error {
	switch {
	case seat == r.v.Seat:
		return complain("You are %s yourself.", seat)
	case r.v.player(seat) == nil:
		return complain("Nobody plays %s in this game.", seat)
	}
	return nil
}

// checkOthers refuses powers of which one is none of this game, or the writer's own.
func (r *reader) checkOthers(list []string) error {
	for _, seat := range list {
		if err := r.checkOther(seat); err != nil {
			return err
		}
	}
	return nil
}

// checkDefence refuses fighters that come from where none can (DD-26).
func (r *reader) checkDefence(o order) error {
	if o.at == nowhere {
		return nil
	}
	for _, d := range o.deploy {
		if !r.b.Linked(d.from, o.at) {
			return complain("%s is not next to %s, so no fighters are deployed from there (DD-26).", r.b.Name(d.from), r.b.Name(o.at))
		}
	}
	return nil
}

// checkWanted refuses an answer within a battle that can't be carried out. A card may be on file from when its player had it.
func (v *View) checkWanted(o order) error {
	b := v.edition()
	if v.Battle == nil {
		return nil
	}
	at, _ := b.Area(v.Battle.Area)
	switch {
	case len(o.deploy) > 0 && v.Battle.Attacker == v.Seat:
		return complain("Only the defender deploys fighters (DD-26).")
	case len(o.deploy) > 0 && v.Battle.Committing:
		return complain("Fighters have been deployed already. Now supply and a card are committed (DD-27).")
	}
	for _, d := range o.deploy {
		if v.deployable(d.from, at, v.Seat) == 0 {
			return complain("No fighters of yours can be deployed from %s to %s (DD-26).", b.Name(d.from), b.Name(at))
		}
	}
	filed := strict.Must(parseSheet(b, "standing", v.Standing))
	for _, k := range o.stakes {
		known := slices.ContainsFunc(filed.rules.defend, func(o order) bool {
			return slices.ContainsFunc(o.stakes, func(x stake) bool { return x.card == k.card })
		})
		switch {
		case k.card == 0 || known:
		case !slices.Contains(v.Hand, k.card):
			return complain("You don't have card %d.", k.card)
		case b.card(k.card).Battle == nil:
			return complain("Card %d has no battle effect (DD-27).", k.card)
		}
	}
	return nil
}
