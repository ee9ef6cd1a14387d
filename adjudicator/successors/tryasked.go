package successors

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// A rehearsal plays on from a question of some kind with the player's answer to it.
type rehearsal struct {
	play    func(v View, t *adjudicator.Table, answer string, orders map[string]string) (r *turn, said []string)
	suppose string // as an answer to which kind of question words about others are read
	assumed string // what others are taken to do of whom nothing is supposed
}

// rehearsals are what can be tried, by the kind of the question.
var rehearsals = map[string]rehearsal{
	"home": {View.playHome, "home", "Of what the other players would like, nothing is assumed."},
	"turn": {View.playTurn, "standing", "All other players are assumed to have no standing orders: they stay in a " +
		"battle until they are weaker."},
	"standing": {View.playOthers, "turn", "All other players are assumed to do nothing."},
	"battle": {View.playBattle, "standing", "From then on, everybody is assumed to stay in the battle until they are " +
		"weaker."},
}

// open reports whether the view has what a question of a kind is about.
func (v View) open(kind string) bool {
	if rehearsals[kind].play == nil || v.board == nil || v.player(v.Seat) == nil {
		return false
	}
	switch kind {
	case "turn":
		return v.Mover == v.Seat
	case "battle":
		return v.Battle != nil
	case "home":
		return v.player(v.Seat).Home == ""
	}
	return v.Turn > 0
}

// table returns a turn from what the view knows. Others have the standing orders that are supposed of them, if any.
func (v View) table(t *adjudicator.Table, mover string, standing map[string]string) *turn {
	p := &position{State: v.State.copy(), Options: v.rules, board: v.board, event: v.Event}
	for _, x := range p.Players {
		s := Secret{Seat: x.Seat, Standing: standing[x.Seat]}
		if x.Seat == v.Seat {
			s.Hand, s.Standing = slices.Clone(v.Hand), v.Standing
		}
		p.Secrets = append(p.Secrets, s)
	}
	for _, chit := range v.board.Chits {
		if len(p.Draw) < v.Deck && !slices.Contains(v.Hand, chit.Number) {
			p.Draw = append(p.Draw, chit.Number)
		}
	}
	return p.begin(t, mover)
}

// playTurn plays the player's turn up to the end of its battles.
func (v View) playTurn(t *adjudicator.Table, answer string, orders map[string]string) (*turn, []string) {
	r := v.table(t, v.Seat, orders)
	r.file(v.Seat, "turn", answer)
	s := r.sheets[v.Seat]
	r.carryOut()
	if s.pass {
		return r, []string{"You pass"}
	}
	s.rules = standing{}
	return r, []string{"Carried out, except for what is said below: " +
		queue.Skipped{Line: s.words(r.edition())}.Whole()}
}

// playOthers plays the turns that are supposed of others against the player's standing orders.
func (v View) playOthers(t *adjudicator.Table, answer string, orders map[string]string) (*turn, []string) {
	r := v.table(t, v.Mover, nil)
	r.file(v.Seat, "standing", answer)
	if len(orders) == 0 {
		return r, []string{"Standing orders come to nothing before others act: SUPPOSE, another player's name, a colon and " +
			"a turn of theirs tries them"}
	}
	for _, seat := range v.rivals() {
		if orders[seat] == "" {
			continue
		}
		r = r.begin(t, seat)
		r.file(seat, "turn", orders[seat])
		r.carryOut()
	}
	return r, nil
}

// playHome has the player and those of whom a choice is supposed choose their homes, in the order of choice.
func (v View) playHome(t *adjudicator.Table, answer string, orders map[string]string) (*turn, []string) {
	r := v.table(t, v.Mover, nil)
	var said []string
	unknown := 0
	for _, seat := range v.seats() { // in the order of choosing
		text := orders[seat]
		if v.player(seat).Home != "" {
			continue
		}
		if seat == v.Seat {
			text = answer
		}
		if text == "" {
			unknown++
			continue
		}
		r.sheets[seat] = strict.Must(parseSheet(r.edition(), "home", text))
		founding{r}.home(seat)
		if seat != v.Seat {
			continue
		}
		line := "Your home is " + r.player(seat).Home
		if unknown > 0 {
			line += fmt.Sprintf(", unless somebody who chooses before you takes it (%s)", players(unknown))
		}
		said = append(said, line)
	}
	return r, said
}

// players counts players.
func players(n int) string {
	if n == 1 {
		return "1 player"
	}
	return fmt.Sprintf("%d players", n)
}

// playBattle plays on a battle in which the player is asked whether they retreat.
func (v View) playBattle(t *adjudicator.Table, answer string, orders map[string]string) (*turn, []string) {
	r := v.table(t, v.Mover, orders)
	b := &battle{turn: r, told: *v.Battle, label: "battle of " + v.Battle.At}
	b.told.Rounds = slices.Clone(v.Battle.Rounds)
	for i := range b.told.Rounds {
		b.told.Rounds[i].Retreats = slices.Clone(b.told.Rounds[i].Retreats)
	}
	b.at, _ = r.edition().Area(v.Battle.At)
	b.bands[1] = r.defenders(b.at, v.Battle.Defender)
	b.bands[0] = r.attackers(b.at, b.bands[1])
	for s, bands := range b.bands {
		for _, x := range bands {
			x.limit = r.sheets[x.side].rules.limitAt(b.at)
			commands := x.side == v.Seat || s == 0 && v.Seat == v.Mover && x == b.chief()
			if d := strict.Must(parseDecision(r.edition(), answer)); commands && len(d.retreat) > 0 {
				b.flee(s, x, d)
			}
		}
	}
	b.count()
	b.rounds()
	return r, nil
}
