package successors

import (
	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// A turn is one player's turn while it is played, or the set-up.
type turn struct {
	*position
	queue.Asker
	mover  string
	sheets map[string]sheet  // filed sheets by seat; the standing orders of players who were not asked
	lent   map[foot]int      // units of allies that the mover moves and fights with (SU-13)
	walked map[foot][]walker // units that have moved or sailed in this turn; the others are fresh
	landed map[foot]int      // number of units that came ashore in this turn, and are still there (SU-19)
	rode   int               // movement points that the mover's leader has used
	start  string            // where the mover's leader was when movement began
	loaned []Loan            // units of others that the mover was told they may use
	fought map[Area]int      // number of battles fought in each area in this turn
	shot   map[Area]bool     // seas in which there was a battle in this turn
}

// A foot identifies the units of one side and type in an area.
type foot struct {
	at   Area
	side string
	unit Type
}

// begin returns a new turn, with everybody's standing orders. In an even-paced game, the time of an
// answer reveals nothing (SU-34).
func (p *position) begin(t *adjudicator.Table, mover string) *turn {
	r := &turn{position: p, Asker: queue.Asker{Table: t, Rulings: p.Options}, mover: mover, sheets: map[string]sheet{},
		lent: map[foot]int{}, walked: map[foot][]walker{}, landed: map[foot]int{}, fought: map[Area]int{},
		shot: map[Area]bool{}}
	for _, s := range p.Secrets {
		r.sheets[s.Seat] = sheet{rules: p.standing(s.Seat)}
	}
	return r
}

// Play plays a player's turn: event, revenue, then the filed orders (K4); or the set-up.
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
	r.carryOut()
	r.close()
}

// carryOut carries out the mover's orders up to the end of their battles.
func (r *turn) carryOut() {
	r.alliances()
	r.loans()
	r.gifts()
	r.ransom()
	r.chits(InTurn)
	r.chits(AnyTurn)
	r.purchases(r.mover)
	r.moves()
	r.battles()
}

// opening carries out the steps before a player is asked: chits at the start of a game turn, the player's event and
// revenue.
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

// collect asks the mover for orders and, unless the game is fast, everybody else for standing orders. Everybody is
// asked, whatever they hold, so that the requests reveal nothing.
func (r *turn) collect() {
	r.loans()
	reqs := []adjudicator.Request{queue.Turn(r.mover, r.secret(r.mover).Standing, passes, false)}
	for _, seat := range r.left() {
		if seat == r.mover || r.is(optSpeed, fast) {
			continue
		}
		reqs = append(reqs, queue.Standing(seat, r.secret(seat).Standing, noOrders))
	}
	answers := r.Put(reqs...)
	for i, answer := range answers {
		r.file(string(reqs[i].Seat), reqs[i].Kind, answer)
	}
	r.silent(r.mover)
}

// file files a player's answer. Standing orders stay until the player changes them; gifts in another player's turn
// are made once.
func (r *turn) file(seat, kind, answer string) {
	if kind == "standing" && answer == r.secret(seat).Standing {
		return // orders, as they were read when the turn began
	}
	s := strict.Must(parseSheet(r.edition(), kind, answer))
	r.sheets[seat] = s
	r.secret(seat).Standing = s.rules.words(r.edition())
}

// within asks a player something within a turn and returns the answer; everybody else, whatever they hold, is asked
// for standing orders, for which nobody waits. They are in force from then on, but the conditions for retreats were
// fixed when the battle began.
func (r *turn) within(req adjudicator.Request) (answer string) {
	reqs := []adjudicator.Request{req}
	for _, seat := range r.left() {
		if seat != string(req.Seat) {
			other := queue.Standing(seat, r.secret(seat).Standing, noOrders)
			other.Short, other.Aside = true, true
			reqs = append(reqs, other)
		}
	}
	answers := r.Put(reqs...)
	for i, other := range reqs[1:] {
		r.amend(string(other.Seat), answers[i+1])
	}
	return answers[0]
}

// amend changes a player's standing orders in the middle of a turn. The orders for the turn stay.
func (r *turn) amend(seat, answer string) {
	if answer == r.secret(seat).Standing {
		return
	}
	s := r.sheets[seat]
	s.rules = strict.Must(parseSheet(r.edition(), "standing", answer)).rules
	r.sheets[seat], r.secret(seat).Standing = s, s.rules.words(r.edition())
}

// silent tells a player and the game master if the player sent nothing.
func (r *turn) silent(seat string) {
	if !r.Table.Responded(adjudicator.Seat(seat)) {
		queue.Silent(r.Table, seat)
	}
}

// close ends a player's turn, after leaders and fleets were caught: it determines who is out, who holds what, and who
// is next.
func (r *turn) close() {
	r.homecoming()
	if r.is(optOut, "turn") && r.isBeaten() {
		r.eliminate()
	}
	r.mark()
	r.Offer, r.position.event = false, nil
	r.next()
}

// next sets whose turn comes: the next player who is still in, in the next game turn if there is none in this one.
// After the last turn, or when only one player is left, the game is over.
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
	r.Table.Tell(adjudicator.Event{Kind: kind, Data: data}, adjudicator.All())
}

// skip tells a player that a line was not carried out, or not whole, and why. It is secret from others.
func (r *turn) skip(seat, line, why string) { queue.Skip(r.Table, seat, line, why) }

// roll rolls a die. Dice with one label are one stream, so the dice of a battle don't depend on any others.
func (r *turn) roll(label string) int { return r.Table.Roll(label, 6) }
