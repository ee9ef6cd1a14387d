package successors

import (
	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// A turn is one player's turn while it is played, or the set-up.
type turn struct {
	*position
	t      *adjudicator.Table
	mover  string
	sheets map[string]sheet  // what each has filed, by seat; standing orders of those who were not asked
	lent   map[foot]int      // units of allies that the mover moves and fights with (SU-13)
	walked map[foot][]walker // those units there that have moved or sailed in this turn; the others are fresh
	landed map[foot]int      // how many of them came ashore in this turn, and stand where they did (SU-19)
	rode   int               // movement points that the mover's leader has used
	start  string            // where they were when the movement began
	loaned []Loan            // what the mover was told of others' units that they may use
	fought map[Area]int      // battles that were fought there in this turn
	shot   map[Area]bool     // seas in which there was a battle in this turn
}

// A foot is where units of one side and type stand.
type foot struct {
	at   Area
	side string
	unit Type
}

// begin is a turn that begins, with the standing orders of all.
func (p *position) begin(t *adjudicator.Table, mover string) *turn {
	r := &turn{position: p, t: t, mover: mover, sheets: map[string]sheet{},
		lent: map[foot]int{}, walked: map[foot][]walker{}, landed: map[foot]int{}, fought: map[Area]int{},
		shot: map[Area]bool{}}
	for _, s := range p.Secrets {
		r.sheets[s.Seat] = sheet{rules: p.standing(s.Seat)}
	}
	return r
}

// Play plays a player's turn: event, revenue, then what they have written (K4); or the set-up.
func (p *position) Play(t *adjudicator.Table) {
	r := p.begin(t, p.Mover)
	if p.Turn == 0 {
		founding{r}.settlers()
		return
	}
	r.opening()
	if r.isBankrupt() {
		r.eliminate()
		r.close()
		return
	}
	r.collect()
	r.alliances()
	r.loans()
	r.gifts()
	r.ransom()
	r.chits(InTurn)
	r.chits(AnyTurn)
	r.purchases(r.mover)
	r.moves()
	r.battles()
	r.close()
}

// opening is what happens before a player is asked: chits at the start of a game turn, their event, their revenue.
func (r *turn) opening() {
	r.position.event, r.Offer = nil, false
	for i := range r.Players {
		r.Players[i].March = 0
	}
	if !r.Opened {
		r.Opened = true
		r.tell("round", begun{Turn: r.Turn, Turns: r.Turns, Order: r.left()})
		r.chits(AtTurnStart)
	}
	r.event()
	if r.Turn > 1 {
		r.revenue()
		r.maintenance()
	}
}

// collect asks the mover for their turn and, unless the game is fast, all others for their standing orders. Everybody
// is asked, whatever they hold, so that it tells nothing.
func (r *turn) collect() {
	r.loans()
	reqs := []adjudicator.Request{queue.Turn(r.mover, r.secret(r.mover).Standing, passes, false)}
	for _, seat := range r.left() {
		if seat == r.mover || r.is(optSpeed, fast) {
			continue
		}
		reqs = append(reqs, queue.Standing(seat, r.secret(seat).Standing, noOrders))
	}
	answers := r.ask(reqs...)
	for i, answer := range answers {
		r.file(string(reqs[i].Seat), reqs[i].Kind, answer)
	}
	r.silent(r.mover)
}

// file puts what a player has answered on file. Their standing orders stay until they change them; what they give in
// another's turn they give once.
func (r *turn) file(seat, kind, answer string) {
	if kind == "standing" && answer == r.secret(seat).Standing {
		return // as they were read when the turn began
	}
	s := strict.Must(parseSheet(r.edition(), kind, answer))
	r.sheets[seat] = s
	r.secret(seat).Standing = s.rules.words(r.edition())
}

// within asks a player within a turn, and all others, whatever they hold, for their standing orders, for which nobody
// waits. They are in force from then on; but when somebody retreats was settled as the battle began.
func (r *turn) within(req adjudicator.Request) (answer string) {
	reqs := []adjudicator.Request{req}
	for _, seat := range r.left() {
		if seat != string(req.Seat) {
			other := queue.Standing(seat, r.secret(seat).Standing, noOrders)
			other.Short, other.Aside = true, true
			reqs = append(reqs, other)
		}
	}
	answers := r.ask(reqs...)
	for i, other := range reqs[1:] {
		r.amend(string(other.Seat), answers[i+1])
	}
	return answers[0]
}

// amend changes a player's standing orders in the middle of a turn. What they have filed for the turn stays.
func (r *turn) amend(seat, answer string) {
	if answer == r.secret(seat).Standing {
		return
	}
	s := r.sheets[seat]
	s.rules = strict.Must(parseSheet(r.edition(), "standing", answer)).rules
	r.sheets[seat], r.secret(seat).Standing = s, s.rules.words(r.edition())
}

// silent tells a player and the game master if nothing came from them.
func (r *turn) silent(seat string) {
	if !r.t.Responded(adjudicator.Seat(seat)) {
		queue.Silent(r.t, seat)
	}
}

// close is the end of a player's turn, when leaders and fleets were caught: who is out, who holds what, and who is
// next.
func (r *turn) close() {
	r.homecoming()
	if r.is(optOut, "turn") && r.isBeaten() {
		r.eliminate()
	}
	r.mark()
	r.Offer, r.position.event = false, nil
	r.next()
}

// next is whose turn comes: the next player who is not out, in the next game turn if there is none in this. After the
// last one, or when only one player is left, the game is over.
func (r *turn) next() {
	if len(r.left()) < 2 {
		r.score()
		return
	}
	for {
		if r.Next++; r.Next == len(r.Players) {
			if r.Turn == r.Turns {
				r.score()
				return
			}
			r.Next, r.Turn, r.Opened = 0, r.Turn+1, false
		}
		if p := r.Players[r.Next]; !p.Out {
			r.Mover = p.Seat
			return
		}
	}
}

// tell tells everybody.
func (r *turn) tell(kind string, data any) {
	r.t.Tell(adjudicator.Event{Kind: kind, Data: data}, adjudicator.All())
}

// skip tells a player why a line of theirs was not carried out, or not whole. To others that is a secret.
func (r *turn) skip(seat, line, why string) { queue.Skip(r.t, seat, line, why) }

// roll throws a die. Dice of one label are one stream: those of a battle are its own, whatever else was thrown.
func (r *turn) roll(label string) int { return r.t.Roll(label, 6) }
