package successors

import (
	"fmt"
	"slices"
	"strings"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/deck"
	"deaddrop/adjudicator/pack"
	"deaddrop/adjudicator/queue"
	"deaddrop/parser/strict"
)

// purse is the money of each player at the start, in talents (SU-2).
const purse = 5

// setup returns the initial position: the pieces are off the board, the chits are shuffled, and dice decide who
// chooses a home first (SU-1).
func setup(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
	b, err := house.Of(string(c.Pack))
	if err != nil {
		return nil, fmt.Errorf("reading the board: %w", err)
	}
	p := &position{Pack: string(c.Pack), board: b}
	p.Ruled = pack.Precedents{}
	p.rule(c.Options)
	for _, place := range b.Places {
		p.Areas = append(p.Areas, Holding{Area: place.Name})
	}
	for _, s := range c.Seats {
		p.Players = append(p.Players, Player{Seat: string(s)})
		p.Secrets = append(p.Secrets, Secret{Seat: string(s)})
	}
	for _, chit := range b.Chits {
		p.Draw = append(p.Draw, chit.Number)
	}
	deck.Shuffle(t, "chits", p.Draw)
	p.Deck = len(p.Draw)
	r := p.begin(t, "")
	for _, s := range c.Seats {
		r.pay(bank, string(s), purse)
	}
	founding{r}.lots()
	return p, nil
}

// A founding is the set-up in progress: players choose their homes, and the order of play is set.
type founding struct{ *turn }

// lots rolls for the order of choosing homes; players who tie roll again (SU-1).
func (r founding) lots() {
	var told choosing
	tied := [][]string{r.seats()}
	for len(tied) < len(r.Players) {
		var next [][]string
		var thrown []Thrown
		for _, group := range tied {
			if len(group) == 1 {
				next = append(next, group)
				continue
			}
			by := map[int][]string{}
			for _, seat := range group {
				n := r.roll("choice of homes")
				by[n] = append(by[n], seat)
				thrown = append(thrown, Thrown{seat, n})
			}
			for n := 6; n > 0; n-- {
				if len(by[n]) > 0 {
					next = append(next, by[n])
				}
			}
		}
		tied, told.Throws = next, append(told.Throws, thrown)
	}
	r.Choose = slices.Concat(tied...)
	r.line(r.Choose)
	told.Order = r.Choose
	r.tell("choosing", told)
}

// line sets the order of the players.
func (s *State) line(seats []string) {
	slices.SortFunc(s.Players, func(x, y Player) int {
		return slices.Index(seats, x.Seat) - slices.Index(seats, y.Seat)
	})
	for a := range s.Areas {
		slices.SortStableFunc(s.Areas[a].Stacks, func(x, y Stack) int { return s.rank(x.Side) - s.rank(y.Side) })
	}
}

// settlers has the players whose choice it is choose their homes: all at once by lists, or the next one where they
// are asked one after another. When everybody has a home, the first turn follows.
func (r founding) settlers() {
	choosers := r.Choose
	if r.is(optSpeed, patient) {
		choosers = choosers[:1]
	}
	r.choices(choosers)
	for _, seat := range choosers {
		r.home(seat)
	}
	if r.Choose = r.Choose[len(choosers):]; len(r.Choose) > 0 {
		return
	}
	r.order()
	r.mark()
	r.Turn, r.Mover = 1, r.Players[0].Seat
}

// choices asks the players whose choice it is for their lists. Where players are asked one after another, the later
// ones can file their lists ahead, and nobody waits for a player whose list has a free home.
func (r founding) choices(choosers []string) {
	var reqs []adjudicator.Request
	for _, seat := range choosers {
		filed := r.listed(seat)
		if r.choosesHome(filed) && r.is(optPace, "swift") {
			r.file(seat, "home", filed)
			continue
		}
		reqs = append(reqs, adjudicator.Request{Seat: adjudicator.Seat(seat), Kind: "home", Default: passes,
			Filed: filed})
	}
	asked := len(reqs)
	if asked > 0 && r.is(optSpeed, patient) {
		reqs = append(reqs, r.meanwhile()...)
	}
	for i, answer := range r.Put(reqs...) {
		seat := string(reqs[i].Seat)
		switch {
		case i < asked:
			if answer != reqs[i].Filed || !r.choosesHome(answer) {
				r.silent(seat)
			}
			r.file(seat, "home", answer)
		case answer != reqs[i].Filed:
			r.secret(seat).Ahead = answer
		}
	}
	for _, seat := range choosers {
		r.secret(seat).Ahead = ""
	}
}

// listed returns the list that a player has filed ahead, without homes that are taken; "" if nothing is left.
func (r founding) listed(seat string) string {
	filed := r.secret(seat).Ahead
	if filed == "" {
		return ""
	}
	s := strict.Must(parseSheet(r.edition(), "home", filed))
	s.home = slices.DeleteFunc(slices.Clone(s.home), func(a Area) bool { return r.homeOf(a) != "" })
	return s.words(r.edition())
}

// choosesHome reports whether a filed sheet names a home.
func (r founding) choosesHome(filed string) bool {
	return filed != "" && len(strict.Must(parseSheet(r.edition(), "home", filed)).home) > 0
}

// meanwhile returns requests for the lists of players who choose later. Nobody waits for them (SU-36).
func (r founding) meanwhile() []adjudicator.Request {
	var out []adjudicator.Request
	for _, seat := range r.Choose[1:] {
		q := queue.Standing(seat, r.listed(seat), passes)
		q.Kind = "home"
		out = append(out, q)
	}
	return out
}

// home gives a player the first free home on their list, with their leader, and carries out their first purchases
// (SU-1, SU-2).
func (r founding) home(seat string) {
	b, s := r.edition(), r.sheets[seat]
	at := nowhere
	var taken []string
	for _, a := range s.home {
		if owner := r.homeOf(a); owner == "" {
			at = a
			break
		} else {
			taken = append(taken, fmt.Sprintf("%s is %s's home", b.Name(a), owner))
		}
	}
	if len(taken) > 0 {
		why := strings.Join(taken, ", ") + ", who chose before you (SU-1)."
		r.skip(seat, sheet{home: s.home[:len(taken)]}.words(b), why)
	}
	told := settled{Seat: seat, Listed: at != nowhere}
	if at == nowhere {
		at = r.bestHome()
	}
	p := r.player(seat)
	p.Home, told.Home = b.Name(at), b.Name(at)
	p.Leader = Leader{At: p.Home}
	r.tell("home", told)
	r.purchases(seat)
}

// bestHome returns the default home for a player whose list has none that is free: the one of the highest value, then
// the one that can raise the most types, then a port, then the first by name.
func (r founding) bestHome() Area {
	best, most := nowhere, -1
	for i, place := range r.edition().Places {
		if place.Sea || r.homeOf(Area(i)) != "" {
			continue
		}
		worth := 100*place.Value + 10*len(place.Raise)
		if place.Port {
			worth++
		}
		if worth > most {
			best, most = Area(i), worth
		}
	}
	return best
}

// order sets the order of play for the whole game: the player who chose last moves first (SU-3).
func (r founding) order() {
	chosen := r.seats()
	last := chosen[len(chosen)-1]
	slices.Reverse(chosen)
	if r.is(optOrder, "clockwise") {
		i := slices.IndexFunc(r.Secrets, func(s Secret) bool { return s.Seat == last })
		for n := range chosen {
			chosen[n] = r.Secrets[(i+n)%len(r.Secrets)].Seat
		}
	}
	r.line(chosen)
	r.tell("order", ordered{chosen})
}
