package dealers

import (
	"testing"

	"deaddrop/adjudicator"
)

// Abilities are used in one's own turn, and once (DH-8); a card or spoils as often as they are there.
func TestAble(t *testing.T) {
	q, _ := script().Begin(t, "faction Black Idris\nfaction Blue Idris\nfaction Green Navaa\nhand Black Tutor, Tutor*\nhand Blue Tutor\nlocations Black Fort\nlocations Blue Fort")
	p := q.(*position)
	p.acting = &Acting{Action: "Assault"}
	uses := func(name string) play { return play{card: name, use: true, choice: choice{ready: []string{"Tutor"}}} }
	plays := []play{{card: "Tutor"}, {card: "Tutor"}, {card: "Tutor"}, {card: "Fort", use: true}, {card: "Fort", use: true}}
	for seat, want := range map[string][3]int{"Black": {3, 1, 0}, "Blue": {2, 0, 0}} {
		v := p.View(adjudicator.Seat(seat)).(View)
		leader := v.player(seat).Faction
		cards, left := v.able(plays)
		abilities, _ := v.able([]play{uses(leader), uses(leader)})
		if got := [3]int{len(cards), len(abilities), len(left.hand) + len(left.spoils)}; got != want {
			t.Errorf("%s: cards and spoils, abilities, and what is left: %v, not %v", seat, got, want)
		}
	}
}
