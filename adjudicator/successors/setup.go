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

// purse is what each player begins with, in talents (SU-2).
const purse = 5

// setup is the start of a game: the pieces are off the board, the chits are shuffled, and dice say who chooses a home
// first (SU-1).
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

// A founding is the set-up while it is played: players choose their homes, and are put into an order.
type founding struct{ *turn }

// lots has all throw for who chooses first; those who have thrown the same throw again (SU-1).
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

// line puts the players into an order.
func (s *State) line(seats []string) {
	slices.SortFunc(s.Players, func(x, y Player) int {
		return slices.Index(seats, x.Seat) - slices.Index(seats, y.Seat)
	})
	for a := range s.Areas {
		slices.SortStableFunc(s.Areas[a].Stacks, func(x, y Stack) int { return s.rank(x.Side) - s.rank(y.Side) })
	}
}

// settlers has those choose their homes whose choice it is: all by lists, or the next of them where they are asked one
// after another. The first turn follows when all have one.
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

// choices asks those for their lists whose choice it is. Where they are asked one after another, those
// who choose later file ahead meanwhile, and nobody waits for those whose list has a home that is free.
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
	for i, answer := range r.ask(reqs...) {
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

// listed is what a player has filed ahead for their choice, without homes that are taken; "" for nothing.
func (r founding) listed(seat string) string {
	filed := r.secret(seat).Ahead
	if filed == "" {
		return ""
	}
	s := strict.Must(parseSheet(r.edition(), "home", filed))
	s.home = slices.DeleteFunc(slices.Clone(s.home), func(a Area) bool { return r.homeOf(a) != "" })
	return s.words(r.edition())
}

// choosesHome reports whether a sheet that was filed names a home.
func (r founding) choosesHome(filed string) bool {
	return filed != "" && len(strict.Must(parseSheet(r.edition(), "home", filed)).home) > 0
}

// meanwhile asks those who are to choose later for their lists. Nobody waits for them.
func (r founding) meanwhile() []adjudicator.Request {
	var out []adjudicator.Request
	for _, seat := range r.Choose[1:] {
		q := queue.Standing(seat, r.listed(seat), passes)
		q.Kind = "home"
		out = append(out, q)
	}
	return out
}

// home gives a player the first home of their list that is free, with their leader, and what they buy at once (SU-1,
// SU-2).
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

// bestHome is the home of whoever has named none that is free: the one of the highest value, then one where more can be
// raised, then a port, then the first by name.
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

// order puts the players into the order of play, which stays for the game: who chose last moves first (SU-3).
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
