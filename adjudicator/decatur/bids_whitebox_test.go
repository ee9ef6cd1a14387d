package decatur

import "testing"

// A bid made for a silent player is one that they could have written: it discards only where cards come into play,
// and under the ruling that no bid is too high, adds no factor to cards that need none.
func TestRaise(t *testing.T) {
	check := func(overbid string, l ladder, want string) {
		t.Helper()
		p := &position{board: House(), Options: map[string]string{optOverbid: overbid, optSpeed: fast}}
		p.Players, p.Secrets = []Player{{Seat: "Red"}, {Seat: "Blue"}}, []Secret{{Seat: "Red", Hand: []Commonwealth{Orient}}, {Seat: "Blue"}}
		for _, at := range p.board.Locations {
			p.Locations = append(p.Locations, Holding{Location: at.Name})
		}
		from, _ := p.board.Loc("India")
		to, _ := p.board.Loc("Indo-China")
		*p.at(from), *p.at(to) = Holding{"India", "Red", 6, ""}, Holding{"Indo-China", "Blue", 4, ""}
		c := &contest{round: &round{position: p}, venture: venture{from, to, l}, kind: Orient, told: Takeover{Contender: "Red", Defender: "Blue"}}
		c.weigh()
		c.contends(true)
		bid := c.told.Bids[0]
		if got := (bidding{concede: bid.Concedes, commit: c.told.Committed, play: bid.Plays}).words(); got != want {
			t.Errorf("%s, %s: the bid is %s, want %s", overbid, l.words(), got, want)
		}
	}
	check("allowed", ladder{commit: 4, max: unset, play: []Commonwealth{Orient}, move: unset}, "COMMIT 4 PLAY Orient")
	check("exact", ladder{commit: 4, max: unset, play: []Commonwealth{Orient}, move: unset}, "COMMIT 3 PLAY Orient")
	check("exact", ladder{commit: 4, max: unset, move: unset}, "CONCEDE")
	check("exact", ladder{commit: 6, max: unset, move: unset}, "COMMIT 5")
	if got := (bidding{commit: 5, discard: []Commonwealth{Russian}}).tidied().words(); got != "COMMIT 5" {
		t.Errorf("where no card is played, nothing is to be discarded: %s", got)
	}
}
