package dishonest

import (
	"fmt"
	"slices"
	"strings"

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
	"turn":     {trial.playTurns, "standing", idleRivals},
	"standing": {trial.playStanding, "standing", idleRivals},
	"income": {trial.playIncome, "income", "Other players are assumed to draw two cards, to bid nothing and to name no " +
		"ally."},
	"bid":       {trial.playBid, "bid", "Other players are assumed to bid nothing."},
	"ideology":  {trial.playChoice, "ideology", "Those before you have chosen."},
	"secondary": {trial.playSecondary, "standing", "Nobody else's reaction is looked at."},
	"defence":   {trial.playBattle, "commit", sealedRivals},
	"commit":    {trial.playBattle, "commit", sealedRivals},
}

const (
	idleRivals   = "Other players are assumed to deploy no fighters and to commit nothing."
	sealedRivals = "The other side is assumed to commit nothing, unless you suppose that, as in SUPPOSE UK: SUPPLY 2."
)

// open reports whether the view has what a question of a kind is about.
func (tr trial) open() bool {
	switch tr.Kind {
	case "defence", "commit":
		return tr.view.Battle != nil
	case "secondary":
		return tr.view.Tile != nil
	case "ideology":
		return tr.view.League != nil
	}
	return true
}

// table returns a phase from what the view knows. Cards are drawn at random from those that the player does not see.
func (tr trial) table(t *adjudicator.Table, orders map[string]string) *turn {
	p := &position{State: tr.view.State.copy(), Options: tr.view.rules}
	p.board = tr.view.edition()
	unseen := tr.unseen()
	if tr.Kind == "income" {
		deck.Shuffle(t, "unseen", unseen)
	}
	standing := rehearsals[tr.Kind].suppose == "standing"
	for _, x := range p.Players {
		s := Secret{OnFile: queue.OnFile{Seat: x.Seat, Standing: tr.view.Standing}, Hand: slices.Clone(tr.view.Hand), Stock: tr.view.Stock}
		if x.Seat != tr.view.Seat {
			s = Secret{OnFile: queue.OnFile{Seat: x.Seat}}
			if orders[x.Seat] != "" {
				s.Hand, s.Stock = slices.Clone(unseen), plenty()
			}
			if standing {
				s.Standing = orders[x.Seat]
			}
		}
		p.Secrets = append(p.Secrets, s)
	}
	p.Draw = unseen[:min(tr.view.Deck, len(unseen))]
	return p.begin(t)
}

// playTurns plays the player's turn, and then those that are supposed of others.
func (tr trial) playTurns(r *turn, _ map[string]string) []string {
	r.File(tr.view.Seat, "turn", tr.Answer)
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
	r.File(tr.view.Seat, "standing", tr.Answer)
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

// playTurn plays a player's next turn, and says what they do in it; "" if nothing of it is possible.
func (tr trial) playTurn(r *turn, seat string) string {
	s := r.sheets[seat]
	r.Mover = seat
	d, ok := s.turns.Next(r.viewOf(seat).check, func(d deed, why error) {
		queue.Skip(r.Table, seat, d.words(r.board), why.Error())
	})
	r.sheets[seat] = s
	if !ok {
		return ""
	}
	r.carry(seat, d)
	return carriedOut + d.words(r.board)
}

// carriedOut begins the sentence that says which orders are carried out.
const carriedOut = "Carried out: "

// playIncome plays the income phase up to the alliances.
func (tr trial) playIncome(r *turn, orders map[string]string) []string {
	phase := r.incomePhase()
	bids := map[string]*bundle{}
	for _, seat := range r.Seats() {
		text := orders[seat]
		if seat == tr.view.Seat {
			text = tr.Answer
		}
		r.sheets[seat] = strict.Must(parseSheet(r.board, "income", text))
	}
	phase.draws()
	phase.pools()
	for _, seat := range r.Seats() {
		if bids[seat] = phase.decided(seat).bid; bids[seat] == nil {
			bids[seat] = &bundle{}
		}
	}
	phase.convene(bids)
	said := tr.takes(phase, orders)
	phase.alliances()
	if ally := phase.decided(tr.view.Seat).ally; len(ally) > 0 && r.player(tr.view.Seat).Ally == "" {
		said = append(said, fmt.Sprintf("You have no ally: it takes %s to name you, too", adjudicator.Listed(ally, "or")))
	}
	return said
}

// takes says which ideology the player takes: the first on their list that those before them don't take, as is
// supposed.
func (tr trial) takes(phase *incomePhase, orders map[string]string) []string {
	var gone []string
	unknown := 0
	for _, seat := range phase.order() {
		list := slices.DeleteFunc(slices.Clone(phase.decided(seat).ideology),
			func(name string) bool { return slices.Contains(gone, name) })
		switch {
		case seat != tr.view.Seat && len(list) == 0:
			unknown++
		case seat != tr.view.Seat:
			gone = append(gone, list[0])
		case len(list) == 0:
			return []string{"You take the first ideology that is left"}
		case unknown == 0:
			return []string{"You take " + list[0]}
		default:
			return []string{fmt.Sprintf("You take %s, unless somebody before you does: %s", list[0],
				count(unknown, "player"))}
		}
	}
	return nil
}

// playBid puts the players in the order of their bids.
func (tr trial) playBid(r *turn, orders map[string]string) []string {
	bids := map[string]*bundle{tr.view.Seat: strict.Must(parseSheet(r.board, "bid", tr.Answer)).income.bid}
	for seat, text := range orders {
		bids[seat] = strict.Must(parseSheet(r.board, "bid", text)).income.bid
	}
	r.incomePhase().reveal(bids)
	return nil
}

// playChoice takes the first ideology on the player's list that is free.
func (tr trial) playChoice(r *turn, orders map[string]string) []string {
	for _, name := range strict.Must(parseSheet(r.board, "ideology", tr.Answer)).income.ideology {
		if slices.Contains(tr.view.League.Tiles, name) {
			return []string{"You take " + name}
		}
	}
	return []string{"You take the first ideology that is left"}
}

// playSecondary has the player use the secondary effects of a tile, or decline them.
func (tr trial) playSecondary(r *turn, orders map[string]string) []string {
	x := strict.Must(parseSecondary(r.board, tr.Answer))
	if x.no {
		return []string{"You decline"}
	}
	r.second(*r.board.tile(tr.view.Tile.Tile), tr.view.Tile.Seat, tr.view.Seat, x)
	return nil
}

// playBattle plays the battle about which the player is asked, up to the losses.
func (tr trial) playBattle(r *turn, orders map[string]string) []string {
	asked := tr.view.Battle
	at, _ := r.board.Area(asked.Area)
	b := &battle{turn: r, assault: assault{at: at, attacker: asked.Attacker}, committing: asked.Committing}
	b.told.At, b.told.Attacker, b.told.Defender = asked.Area, asked.Attacker, asked.Defender
	b.told.Sides[defending].Garrison = asked.Garrison
	for side := range b.orders {
		text, kind := orders[b.seat(side)], "commit"
		if b.seat(side) == tr.view.Seat {
			text = tr.Answer
			if !asked.Committing {
				kind = "defence"
			}
		}
		if text != "" {
			b.orders[side] = strict.Must(parseOrder(r.board, kind, text))
		}
		b.told.Sides[side].Units = b.here(side)
	}
	b.deploy()
	stakes := [2]stake{b.stake(attacking), b.stake(defending)}
	for side := range stakes {
		b.commit(side, stakes[side])
	}
	b.tally()
	b.casualties()
	b.tell("battle", b.told)
	return nil
}

// decided says what an event in the income phase decides for the player; nil for others. own says whether it was told
// to them alone.
func (tr trial) decided(event any, own bool) (out []string) {
	switch x := event.(type) {
	case pools:
		for _, p := range x.Pools {
			if p.Seat == tr.view.Seat {
				out = append(out, "Your pool gets "+cubesOr(p.Cubes))
			}
		}
	case revealed:
		if x.Symbol {
			return []string{"Bids are made"}
		}
		return []string{"No bids are made, because the next card has no League symbol"}
	case auction:
		at := slices.Index(x.Order, tr.view.Seat)
		for _, b := range x.Bids {
			if b.Seat == tr.view.Seat {
				out = append(out, fmt.Sprintf("You bid %s, and are number %d in the new order", cubesOr(b.Cubes), at+1))
			}
		}
	case cut:
		if own {
			out = append(out, fmt.Sprintf("Your %s: of %s you have only %s", strings.ToLower(x.What), x.Wrote, cubesOr(x.Have)))
		}
	case allied:
		for _, p := range x.Pairs {
			for _, pair := range [][2]string{{p.X, p.Y}, {p.Y, p.X}} {
				if pair[0] == tr.view.Seat {
					out = append(out, "You and "+pair[1]+" are allies")
				}
			}
		}
	}
	return out
}

// cubesOr names cubes, or says that there are none.
func cubesOr(c Cubes) string {
	if c.Total() == 0 {
		return "nothing"
	}
	return c.String()
}
