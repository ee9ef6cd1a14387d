package decatur

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// This file says what answers to questions within a turn would come to: bids, and where factors and cards go.

// tryAnswer plays on from a question within a turn, with the player's answer to it.
func (tr trial) tryAnswer() adjudicator.Tried {
	if tr.Kind == "excess" && tr.view.Excess == nil || tr.Kind != "excess" && tr.view.Takeover == nil {
		return adjudicator.Tried{}
	}
	return tr.Turn(adjudicator.TurnTrial{Rivals: tr.rivals(), Read: tr.supposedOf, Play: tr.oddsOf, Lines: tr.comesTo,
		Others: tr.opposed})
}

// oddsOf plays on from a question, with what others are supposed to have on file.
func (tr trial) oddsOf(orders map[string]string) (*adjudicator.Tally, bool, error) {
	tally := &adjudicator.Tally{}
	exact, err := adjudicator.Playout{
		Play: func(table *adjudicator.Table) func(float64, []adjudicator.EventRecord) {
			r := tr.table(table, orders)
			return tr.takesIn(tally, r, tr.goOn(r))
		},
		Answer: func(req adjudicator.Request) string {
			if req.Seat == adjudicator.Seat(tr.view.Seat) && req.Kind == tr.Kind {
				return tr.Answer
			}
			return ""
		},
	}.Run(tr.Stream())
	return tally, exact, err
}

// goOn plays on from a question with the player's answer to it, and says what comes of it besides what is told.
func (tr trial) goOn(r *round) []string {
	if tr.Kind == "excess" {
		told := turn{Seat: tr.view.Seat}
		r.part(tr.view.Seat, &told)
		return []string{"Into play: " + cardsOr(told.Played) + ". From play to the discards: " + cardsOr(told.Dropped)}
	}
	c := tr.contest(r)
	out := takenOver{}
	switch tr.Kind {
	case "bid":
		return tr.bidsOn(c, strict.Must(parseBid(tr.Answer)))
	case "advance":
		c.advance(&out)
		return []string{fmt.Sprintf("%s into %s; %s then has %d", moves(out.MovedIn), c.told.To, c.told.From,
			c.at(c.from).Factors)}
	}
	c.relocate(&out)
	said := "None of your factors can stay on the board"
	if out.Relocated != "" {
		said = fmt.Sprintf("%s to %s", moves(out.RelocatedN), out.Relocated)
	}
	if out.Relocated != "" && out.Removed > 0 {
		said += fmt.Sprintf("; of the others, %d in all, none stays on the board", out.Removed)
	}
	if out.Port {
		said += fmt.Sprintf("; your port is lost, with the fleet in the %s Ocean", out.Fleet)
	}
	return []string{said}
}

// moves says that some factors move.
func moves(n int) string {
	if n == 1 {
		return "1 factor moves"
	}
	return fmt.Sprintf("%d factors move", n)
}

// cardsOr lists cards, or says that there are none.
func cardsOr(cards []Commonwealth) string {
	if len(cards) == 0 {
		return "none"
	}
	return strings.Join(names(cards), ", ")
}

// names returns the names of cards.
func names(cards []Commonwealth) []string {
	var out []string
	for _, c := range cards {
		out = append(out, string(c))
	}
	return out
}

// contest returns the takeover about which the player is asked. What a contender may do that is not the player is
// taken from what is supposed of them.
func (tr trial) contest(r *round) *contest {
	k := *tr.view.Takeover
	k.Bids = slices.Clone(k.Bids)
	c := &contest{round: r, told: k}
	c.from, _ = tr.view.board.Loc(k.From)
	c.to, _ = tr.view.board.Loc(k.To)
	c.kind = tr.view.board.Locations[c.to].Commonwealth
	c.ladder = ladder{commit: k.Committed, max: unset, move: unset}
	for _, alt := range r.sheets[k.Contender].turn {
		if a, ok := alt.do.(venture); ok && a.from == c.from && a.to == c.to {
			c.ladder = a.ladder
		}
	}
	c.ladder.interactive = tr.Kind == "advance"
	for _, b := range k.Bids {
		if b.Seat == k.Defender {
			c.defended += len(b.Plays)
		}
	}
	r.takeover = &c.told
	return c
}

// bidsOn makes the player's bid, and the other side's answer to it by what is supposed of them: they concede unless
// they have orders for more. If they bid more, the player would be asked again.
func (tr trial) bidsOn(c *contest, bid bidding) []string {
	contends := c.told.Contender == tr.view.Seat
	if !c.carry(Bid{Seat: tr.view.Seat, Commits: 0}, bid) {
		c.finish(!contends)
		return nil
	}
	said := []string{fmt.Sprintf("Your bid makes it %d for %s against %d for %s", c.told.Strength, c.told.Contender,
		c.told.Against, c.told.Defender)}
	other, most, enough := c.told.Defender, c.told.Against+c.unplayed(c.told.Defender), c.told.Strength
	if !contends {
		other, most, enough = c.told.Contender, c.potential(), c.told.Against+1
	}
	if most < enough {
		said = append(said, fmt.Sprintf("%s can reach %d at most, which is not enough", other, most))
	} else {
		said = append(said, fmt.Sprintf("%s can still reach %d, if they have the cards", other, most))
	}
	goesOn := c.defends
	if !contends {
		goesOn = func() bool { return c.contends(false) }
	}
	if !goesOn() {
		c.finish(contends)
		return said
	}
	return append(said, fmt.Sprintf("%s goes on: it is %d for %s against %d for %s, and you are asked again", other,
		c.told.Strength, c.told.Contender, c.told.Against, c.told.Defender))
}

// unplayed returns what a player's hand may add at most in this takeover, by public information.
func (c *contest) unplayed(seat string) int {
	p := c.player(seat)
	return 2 * max(0, min(p.Hand, maxInPlay-p.matching(c.kind)))
}

// opposed says what others are taken to do about the player's answer.
func (tr trial) opposed(orders map[string]string) []string {
	out := tr.supposes(orders)
	if tr.view.Excess != nil {
		return out
	}
	return append(out, "The other side is assumed to bid no more, unless you suppose orders of theirs.")
}

// supposes lists what is supposed of others.
func (tr trial) supposes(orders map[string]string) []string {
	var out []string
	for _, seat := range tr.rivals() {
		if orders[seat] != "" {
			out = append(out, fmt.Sprintf("Assumed for %s: %s. Their hand is dealt at random from the cards that you "+
				"don't see.", seat, queue.Skipped{Line: orders[seat]}.Whole()))
		}
	}
	return out
}
