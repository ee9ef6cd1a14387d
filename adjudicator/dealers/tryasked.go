package dealers

import (
	"fmt"
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// A rehearsal plays on from a question of some kind with the player's answer to it.
type rehearsal struct {
	play    func(tr trial, r *turn, orders map[string]string) (said []string)
	suppose string // as an answer to which kind of question words about others are read
	assumed string // what others are taken to do of whom nothing is supposed
}

// rehearsals are what can be tried, by the kind of the question.
var rehearsals = map[string]rehearsal{
	"draft":    {trial.playDraft, "draft", "Of what the other players would like, nothing is assumed."},
	"turn":     {trial.playTurns, "standing", readyRivals},
	"standing": {trial.playStanding, "standing", readyRivals},
	"more":     {trial.playRest, "standing", readyRivals},
	"defence":  {trial.playDefence, "standing", "The attacker is assumed to play nothing more in a last step."},
	"final":    {trial.playFinal, "standing", "The defender has played already."},
	"winter": {trial.playWinter, "standing", "The discard pile goes under the draw pile, in an order that nobody " +
		"knows."},
}

const readyRivals = "Other players are assumed to defend with the cards of their ready area and their spoils, if " +
	"that is enough, and with none from their hands."

// open reports whether the view has what a question of a kind is about.
func (tr trial) open() bool {
	if rehearsals[tr.Kind].play == nil || tr.view.player(tr.view.Seat) == nil || tr.view.on() == nil {
		return false
	}
	switch tr.Kind {
	case "draft":
		return tr.view.Draft != nil
	case "more":
		return tr.view.Acting != nil
	case "defence", "final":
		return tr.view.Battle != nil
	}
	return tr.view.Year > 0
}

// table returns a phase from what the view knows; shuffled says whether the draw pile is put in random order. Other
// players have the cards that what is supposed of them names.
func (tr trial) table(t *adjudicator.Table, orders map[string]string, shuffled bool) *turn {
	p := &position{State: tr.view.State.copy(), Options: tr.view.rules}
	p.board = tr.view.edition()
	standing := rehearsals[tr.Kind].suppose == "standing"
	for _, x := range p.Players {
		s := Secret{OnFile: queue.OnFile{Seat: x.Seat}}
		if standing {
			s.Standing = orders[x.Seat]
		}
		if x.Seat == tr.view.Seat {
			s = Secret{OnFile: queue.OnFile{Seat: x.Seat, Standing: tr.view.Standing}, Hand: slices.Clone(tr.view.Hand), Discard: slices.Clone(tr.view.Discard)}
			for i, layer := range tr.view.Draw {
				layer = slices.Clone(layer)
				if shuffled {
					deck.Shuffle(t, fmt.Sprintf("layer %d", i), layer)
				}
				s.Draw = append(s.Draw, layer)
			}
		}
		p.Secrets = append(p.Secrets, s)
	}
	p.Pile = slices.Repeat([]string{tr.view.Masses.Top}, tr.view.Masses.N)
	r := p.begin(t)
	for seat := range orders {
		r.secret(seat).Hand = named(r.sheets[seat])
		r.player(seat).Hand = len(r.secret(seat).Hand)
	}
	if tr.view.Acting != nil && tr.Kind != "standing" {
		acting := *tr.view.Acting
		acting.Used = slices.Clone(acting.Used)
		r.acting = &acting
	}
	return r
}

// named returns the cards that orders on file name, except those in the ready area.
func named(s sheet) []string {
	var plays []play
	for _, d := range s.rules.defend {
		plays = append(plays, d.plays...)
	}
	for _, plan := range s.turns {
		for _, d := range plan {
			for _, x := range d.steps {
				plays = slices.Concat(plays, []play{x.play}, x.battle.first, x.battle.final)
			}
		}
	}
	var out []string
	for _, p := range plays {
		if !p.use && !p.ready && p.card != "" {
			out = append(out, p.card)
		}
	}
	slices.Sort(out)
	return out
}

// playDraft has the player and those of whom lists are supposed take leaders and cities, in the order of choice.
func (tr trial) playDraft(r *turn, orders map[string]string) []string {
	pick := *tr.view.Draft
	pick.Factions, pick.Cities = slices.Clone(pick.Factions), slices.Clone(pick.Cities)
	pick.Taken = slices.Clone(pick.Taken)
	r.pick = &pick
	var said []string
	unknown := map[string]bool{}
	for _, seat := range pick.Order[len(pick.Taken):] {
		text := orders[seat]
		if seat == tr.view.Seat {
			text = tr.Answer
		}
		if text == "" {
			unknown[seat] = true
			continue
		}
		list := slices.DeleteFunc(strict.Must(parseDraft(r.board, r.on(), text)),
			func(name string) bool { return !slices.Contains(r.pick.left(seat), name) })
		if len(list) == 0 {
			if seat == tr.view.Seat {
				said = append(said, "You take one of these by lot: "+adjudicator.Listed(r.pick.left(seat), "or"))
			}
			continue
		}
		took := drafting{r}.chooses(seat, list)
		if seat != tr.view.Seat {
			continue
		}
		line := "You take " + took.What
		if len(unknown) > 0 {
			line += fmt.Sprintf(", unless somebody who chooses before you does (%s)", count(len(unknown), "player"))
		}
		said = append(said, line)
	}
	return said
}

// playTurns plays the player's turn, and then those that are supposed of others.
func (tr trial) playTurns(r *turn, _ map[string]string) []string {
	r.File(tr.view.Seat, tr.Kind, tr.Answer)
	done := tr.playTurn(r, tr.view.Seat)
	for _, seat := range tr.rivals() {
		tr.playTurn(r, seat)
	}
	if done == "" {
		done = "You pass"
	}
	return []string{done}
}

// playStanding plays the turns that are supposed of others against the player's standing orders, and then the player's
// next turn.
func (tr trial) playStanding(r *turn, _ map[string]string) []string {
	r.File(tr.view.Seat, tr.Kind, tr.Answer)
	acted := false
	for _, seat := range tr.rivals() {
		acted = tr.playTurn(r, seat) != "" || acted
	}
	if done := tr.playTurn(r, tr.view.Seat); done != "" {
		return []string{done}
	}
	if acted {
		return nil
	}
	return []string{"It comes to nothing before others act: SUPPOSE, another player's name, a colon and a turn of " +
		"theirs tries it"}
}

// playTurn plays a player's next turn, and says what they do in it; "" if nothing of it is possible, or they pass.
func (tr trial) playTurn(r *turn, seat string) string {
	s := r.sheets[seat]
	r.Mover = seat
	view := r.viewOf(seat)
	against := view.check
	if len(s.turns) > 0 {
		against = view.against(s.turns[0])
	}
	d, ok := s.turns.Next(against, func(d deed, why error) { r.skip(seat, d, why) })
	r.sheets[seat] = s
	if !ok || d.pass != passNot {
		return ""
	}
	r.carry(seat, d)
	return "Carried out: " + d.words(r.on())
}

// playRest plays the rest of the player's turn after they have got cards.
func (tr trial) playRest(r *turn, _ map[string]string) []string {
	var d deed
	if p := strict.Must(parseRest(r.board, r.on(), tr.Answer)); len(p) > 0 {
		n := p.First(r.viewOf(tr.view.Seat).against(p))
		for _, skipped := range p[:n] {
			r.skip(tr.view.Seat, skipped, r.viewOf(tr.view.Seat).against(p)(skipped))
		}
		d = p[min(n, len(p)-1)]
	}
	rest := r.steps(tr.view.Seat, d)
	r.dues(tr.view.Seat, r.era().action(r.acting.Action))
	r.finish(tr.view.Seat, rest)
	return nil
}

// fight returns the assault about which the player is asked.
func (tr trial) fight(r *turn) (*fight, error) {
	asked := tr.view.Battle
	at, _ := r.on().Area(asked.Area)
	from, _ := r.on().Area(asked.From)
	b := battle{at: at, from: from}
	if asked.Oversea && r.owner(from) != asked.Attacker {
		b.from = nowhere
	}
	w, err := r.route(asked.Attacker, b)
	return &fight{turn: r, route: w, order: b, attacker: asked.Attacker}, err
}

// playDefence plays the player's defence in an assault, and then ends it.
func (tr trial) playDefence(r *turn, _ map[string]string) []string {
	f, err := tr.fight(r)
	if err != nil {
		return []string{"The assault can't be played out: " + err.Error()}
	}
	d := strict.Must(parseDefence(r.board, r.on(), tr.Answer))
	for f.holds(d) {
		d.plays = nil
	}
	if f.wins() {
		f.conquer(false)
		return nil
	}
	f.fail()
	return []string{fmt.Sprintf("%s would need %d more attack in a last step", f.attacker, f.short())}
}

// playFinal plays the player's last step in an assault, and then ends it.
func (tr trial) playFinal(r *turn, _ map[string]string) []string {
	f, err := tr.fight(r)
	if err != nil {
		return []string{"The assault can't be played out: " + err.Error()}
	}
	f.finally(strict.Must(parseFinal(r.board, r.on(), tr.Answer)))
	if f.wins() {
		f.conquer(false)
	} else {
		f.fail()
	}
	return nil
}

// playWinter discards the hand cards that the player does not want, and refills their hand.
func (tr trial) playWinter(r *turn, _ map[string]string) []string {
	x := r.secret(tr.view.Seat)
	gone := strict.Must(parseTidy(r.board, tr.Answer)).drops(x.Hand)
	r.discardFrom(tr.view.Seat, gone)
	kept := len(x.Hand)
	r.sweep(tr.view.Seat)
	pile := x.Discard
	x.Discard = nil
	r.bury("discards", x, pile)
	r.count(tr.view.Seat)
	r.refill(tr.view.Seat)
	return []string{fmt.Sprintf("You discard %s, keep %s, and draw %d", count(len(gone), "card"), count(kept, "card"),
		len(x.Hand)-kept)}
}
