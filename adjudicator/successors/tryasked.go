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
	play    func(tr trial, t *adjudicator.Table, orders map[string]string) (r *turn, said []string)
	suppose string // as an answer to which kind of question words about others are read
	assumed string // what others are taken to do of whom nothing is supposed
}

// rehearsals are what can be tried, by the kind of the question.
var rehearsals = map[string]rehearsal{
	"home": {trial.playHome, "home", "Of what the other players would like, nothing is assumed."},
	"turn": {trial.playTurn, "standing", "All other players are assumed to have no standing orders: they stay in a " +
		"battle until they are weaker."},
	"standing": {trial.playOthers, "turn", "All other players are assumed to do nothing."},
	"battle": {trial.playBattle, "standing", "From then on, everybody is assumed to stay in the battle until they are " +
		"weaker."},
}

// open reports whether the view has what a question of a kind is about.
func (tr trial) open() bool {
	if rehearsals[tr.Kind].play == nil || tr.view.board == nil || tr.view.player(tr.view.Seat) == nil {
		return false
	}
	switch tr.Kind {
	case "turn":
		return tr.view.Mover == tr.view.Seat
	case "battle":
		return tr.view.Battle != nil
	case "home":
		return tr.view.player(tr.view.Seat).Home == ""
	}
	return tr.view.Turn > 0
}

// table returns a turn from what the view knows. Others have the standing orders that are supposed of them, if any.
func (tr trial) table(t *adjudicator.Table, mover string, standing map[string]string) *turn {
	p := &position{State: tr.view.State.copy(), Options: tr.view.rules, board: tr.view.board, event: tr.view.Event}
	for _, x := range p.Players {
		s := Secret{Seat: x.Seat, Standing: standing[x.Seat]}
		if x.Seat == tr.view.Seat {
			s.Hand, s.Standing = slices.Clone(tr.view.Hand), tr.view.Standing
		}
		p.Secrets = append(p.Secrets, s)
	}
	for _, chit := range tr.view.board.Chits {
		if len(p.Draw) < tr.view.Deck && !slices.Contains(tr.view.Hand, chit.Number) {
			p.Draw = append(p.Draw, chit.Number)
		}
	}
	return p.begin(t, mover)
}

// playTurn plays the player's turn up to the end of its battles.
func (tr trial) playTurn(t *adjudicator.Table, orders map[string]string) (*turn, []string) {
	r := tr.table(t, tr.view.Seat, orders)
	r.file(tr.view.Seat, "turn", tr.Answer)
	s := r.sheets[tr.view.Seat]
	r.carryOut()
	if s.pass {
		return r, []string{"You pass"}
	}
	s.rules = standing{}
	return r, []string{"Carried out, except for what is said below: " +
		queue.Skipped{Line: s.words(r.edition())}.Whole()}
}

// playOthers plays the turns that are supposed of others against the player's standing orders.
func (tr trial) playOthers(t *adjudicator.Table, orders map[string]string) (*turn, []string) {
	r := tr.table(t, tr.view.Mover, nil)
	r.file(tr.view.Seat, "standing", tr.Answer)
	if len(orders) == 0 {
		return r, []string{"Standing orders come to nothing before others act: SUPPOSE, another player's name, a colon and " +
			"a turn of theirs tries them"}
	}
	for _, seat := range tr.rivals() {
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
func (tr trial) playHome(t *adjudicator.Table, orders map[string]string) (*turn, []string) {
	r := tr.table(t, tr.view.Mover, nil)
	var said []string
	unknown := 0
	for _, seat := range tr.view.seats() { // in the order of choosing
		text := orders[seat]
		if tr.view.player(seat).Home != "" {
			continue
		}
		if seat == tr.view.Seat {
			text = tr.Answer
		}
		if text == "" {
			unknown++
			continue
		}
		r.sheets[seat] = strict.Must(parseSheet(r.edition(), "home", text))
		founding{r}.home(seat)
		if seat != tr.view.Seat {
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
func (tr trial) playBattle(t *adjudicator.Table, orders map[string]string) (*turn, []string) {
	asked := tr.view.Battle
	r := tr.table(t, tr.view.Mover, orders)
	b := &battle{turn: r, told: *asked, label: "battle of " + asked.At}
	b.told.Rounds = slices.Clone(asked.Rounds)
	for i := range b.told.Rounds {
		b.told.Rounds[i].Retreats = slices.Clone(b.told.Rounds[i].Retreats)
	}
	b.at, _ = r.edition().Area(asked.At)
	b.bands[1] = r.defenders(b.at, asked.Defender)
	b.bands[0] = r.attackers(b.at, b.bands[1])
	for s, bands := range b.bands {
		for _, x := range bands {
			x.limit = r.sheets[x.side].rules.limitAt(b.at)
			commands := x.side == tr.view.Seat || s == 0 && tr.view.Seat == tr.view.Mover && x == b.chief()
			if d := strict.Must(parseDecision(r.edition(), tr.Answer)); commands && len(d.retreat) > 0 {
				b.flee(s, x, d)
			}
		}
	}
	b.count()
	b.rounds()
	return r, nil
}
