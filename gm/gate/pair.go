package gate

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/robots"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/desk"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/reception"
)

// A pair is two worlds with the same game.
type pair struct {
	Gate
	ctx     context.Context
	seed    uint64
	secret  []byte // secret from which the game's luck is derived
	watcher adjudicator.Seat
	robot   bool // whether a robot plays the watcher's seat
	// whose part a seat plays in the second world; a seat that is not listed plays its own
	parts     map[adjudicator.Seat]adjudicator.Seat
	worlds    [2]*World
	clock     calendar.Clock
	free      []adjudicator.Option // options that were chosen at random
	deadline  time.Time            // time until which answers are accepted
	asks      string               // text that identifies the current turn
	phase     string
	n         int                       // number of turns so far
	questions map[adjudicator.Seat]int  // number of questions that each seat was asked so far
	absent    map[adjudicator.Seat]bool // seats for which an absence was recorded
	// players who have lost their seat before or during the turn, in one world or both
	gone     map[adjudicator.Seat]bool
	alike    bool
	compared int // number of mails compared
	shown    int // number of these that went to an observer
	tally    Tally
}

// drawn returns a random source for a purpose. For the watcher and for public events it is the same in both worlds.
func (p *pair) drawn(purpose ...any) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprint(h, purpose...)
	return rand.New(rand.NewPCG(p.seed, h.Sum64()))
}

// pair begins a game in two worlds.
func (g Gate) pair(ctx context.Context, dir string, seed uint64) (*pair, error) {
	p := &pair{Gate: g, ctx: ctx, seed: seed, questions: map[adjudicator.Seat]int{},
		absent: map[adjudicator.Seat]bool{}, secret: fmt.Appendf(nil, "the secret of seed %08d", seed)}
	p.draw()
	one, err := truly(g.Rules, p.Config, p.secret)
	if err != nil {
		return nil, err
	}
	p.watcher = p.Config.Seats[p.drawn("watcher").IntN(len(p.Config.Seats))]
	if g.Watcher != nil {
		p.watcher = g.Watcher(one.at.View(adjudicator.GM), p.drawn("watcher"))
	}
	p.robot = p.seatsRobot()
	parts := map[adjudicator.Seat]adjudicator.Seat{}
	for i, rules := range []*adjudicator.Rules{g.Rules, p.twin(parts)} {
		w := &World{}
		p.worlds[i] = w
		if !g.Dry {
			err = w.open(g, filepath.Join(dir, fmt.Sprintf("%d.db", i)))
		}
		if err == nil {
			w.truth, err = truly(rules, p.Config, p.secret)
			p.parts = maps.Clone(parts) // begin sets up a second game, which would change the map
		}
		if err == nil && !g.Dry {
			err = p.begin(w, rules, i == 1)
		}
		if err != nil {
			return nil, errors.Join(err, p.close())
		}
	}
	return p, nil
}

// seatsRobot reports whether a robot plays the watcher's seat. If turns could end before their deadline, a robot who is
// asked alone would play on before the gate has looked.
func (p *pair) seatsRobot() bool {
	return p.Robots != nil && !p.Dry && p.sealed() && p.drawn("robot").IntN(2) == 0
}

// twin returns the rules of the second world, with its different initial position. When the game is set up, they
// record who plays whose part.
func (p *pair) twin(parts map[adjudicator.Seat]adjudicator.Seat) *adjudicator.Rules {
	if p.Twin == nil {
		return p.Rules
	}
	r := *p.Rules
	r.Setup = func(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
		start, err := p.Rules.Setup(t, c)
		if err != nil {
			return nil, err
		}
		start, as := p.Twin(start, p.watcher, p.drawn("twin"))
		maps.Copy(parts, as)
		return start, nil
	}
	return &r
}

// draw chooses the options and the clock of the game at random.
func (p *pair) draw() {
	r := p.drawn("options")
	options := map[string]string{}
	for _, o := range p.Rules.Options {
		if options[o.Name] = p.Config.Options[o.Name]; options[o.Name] == "" {
			options[o.Name] = o.Values[r.IntN(len(o.Values))]
			p.free = append(p.free, o)
		}
	}
	p.Config.Options = options
	p.clock = calendar.Clock{Every: time.Duration(24+r.IntN(100)) * time.Hour, Ends: calendar.AtDeadline}
	when := r.IntN(4)
	open := when == 0 || when == 1 && !p.Rules.Blind
	if open && !p.Deadlines {
		p.clock.Ends = calendar.WhenIn
		p.clock.Delay = time.Duration(r.IntN(2)) * time.Hour
	} else if when == 2 {
		p.clock.At, p.clock.Zone = "20:00", "Europe/Berlin"
	}
	if p.even() && p.drawn("even").IntN(2) == 0 { // with an even pace, nothing ends early whatever the clock says
		p.clock.Ends, p.clock.Delay = calendar.WhenIn, time.Hour
	}
	p.clock.Remind = time.Duration(r.IntN(3)) * 10 * time.Hour
	p.clock.Short = time.Duration(r.IntN(2)) * 12 * time.Hour
	if r := p.drawn("grace"); p.sealed() && r.IntN(3) == 0 { // otherwise the time of a report might reveal who was late
		p.clock.Grace = time.Duration(1+r.IntN(12)) * time.Hour
	}
	if p.drawn("days").IntN(4) == 0 {
		p.clock.Days = "Mon Wed Fri"
	}
}

// sealed reports whether the time of a report reveals nothing about who has answered.
func (p *pair) sealed() bool { return p.clock.Ends == calendar.AtDeadline || p.even() }

// even reports whether the options of the game give it an even pace.
func (p *pair) even() bool { return p.Config.Options["pace"] == "even" }

// begin starts the game. In the second world it also starts another game, in which everybody but the watcher plays.
func (p *pair) begin(w *World, rules *adjudicator.Rules, second bool) error {
	w.Master.Rules, w.Watcher = []*adjudicator.Rules{rules}, address(p.watcher)
	if p.Alter != nil {
		p.Alter(w)
	}
	plan := desk.Plan{Name: gameName, Rules: rules.Name, Options: p.Config.Options, Pack: p.Config.Pack, Clock: p.clock,
		Secret: p.secret, Desk: gmAddress, Trust: intake.TrustOpen,
		Press: map[string]string{"sign": "choice", "observe": "mail"}}
	if p.sealed() {
		if p.drawn("guard").IntN(3) == 0 {
			w.Master.OutageThreshold = guard
		}
		plan.Missing.Standby = p.drawn("standby").IntN(3)
	}
	other := plan
	other.Name, other.Secret, other.Clock.Every = "g0", []byte("the secret of another game"), 10_000*time.Hour
	other.Press = nil // otherwise LIST would show the other game to observers
	switch {
	case p.robot:
		w.Master.Robots = append(w.Master.Robots, *p.Robots)
	case p.Robots != nil: // before one that Alter has planted for the watcher's seat
		w.Master.Robots = slices.Insert(w.Master.Robots, 0, robots.Game{Rules: p.Robots.Rules, New: content})
	}
	for _, s := range p.Config.Seats {
		who := game.Player{Seat: s, Address: address(s)}
		if p.robot && s == p.watcher {
			plan.Players = append(plan.Players, game.Player{Seat: s, Robot: true})
		} else {
			plan.Players = append(plan.Players, who)
		}
		if s == p.watcher {
			who.Address = "somebody.else@players.example"
		}
		other.Players = append(other.Players, who)
	}
	if err := desk.At(w.Master, gm.ActOptions{}).New(p.ctx, begun, plan); err != nil {
		return err
	}
	if err := desk.At(w.Master, gm.ActOptions{}).Standby(p.ctx, begun, w.Game, reception.ListAdd,
		[]string{"idle@players.example"}); err != nil {
		return err
	}
	if err := desk.At(w.Master, gm.ActOptions{}).Observer(p.ctx, begun, w.Game, reception.ListAdd,
		[]string{observer}); err != nil {
		return err
	}
	if second {
		if err := desk.At(w.Master, gm.ActOptions{}).New(p.ctx, begun, other); err != nil {
			return err
		}
	}
	return w.until(p.ctx, begun)
}

// content returns a robot that leaves what is on file as it is.
func content(string, *rand.Rand, int) robots.Player { return contented{} }

type contented struct{}

func (contented) Answer(string) (string, bool) { return "", true }

func (p *pair) close() error {
	var errs []error
	for _, w := range p.worlds {
		if w != nil && w.Master != nil {
			errs = append(errs, w.Master.Store.Close())
		}
	}
	return errors.Join(errs...)
}
