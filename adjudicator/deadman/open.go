package deadman

import (
	"slices"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/diplomacy"
)

// Diplomacy contains the rules of ordinary Diplomacy, with an open board. What Deadman adds is left out, what it
// hides is told to everybody, players are asked for retreats, and the Winter is a phase of its own.
var Diplomacy = &adjudicator.Rules{
	Name:      "diplomacy",
	Title:     "Diplomacy",
	Doc:       summaryOpen,
	Published: "the rules and the board",
	Seats:     Rules.Seats,
	Min:       7,
	Discloses: true,
	Options:   openOptions,
	Setup:     openSetup,
	Blank:     func() adjudicator.Position { return &position{open: true} },
	Winners:   winners,
	Switch:    Rules.Switch,
}

const optBuilds = "builds"

// openOptions are the options that Diplomacy shares with Deadman, followed by its own.
var openOptions = append([]adjudicator.Option{
	{Name: optBuilds, Rule: "DM-28", Values: []string{"home", "any"},
		Doc: "whether units are built in home centres only, or in any owned centre",
		Means: []string{"units are built in vacant home centres only",
			"units are built in any vacant centre that the power owns"}},
	{Name: optNMR, Rule: "DM-33", Values: []string{"on", "off"},
		Doc:   "whether everybody is told who sent no orders",
		Means: []string{"everybody is told who sent no orders", "only the game master is told who sent no orders"}},
}, shared(optRulebook, optNoList, optDisorder, optVotes, optNoVote, optProposals, optCentres, optLastYear)...)

// shared returns the options of Deadman with some names. On an open board they reveal nothing, and removals follow
// the rulebook (see farthest).
func shared(names ...string) []adjudicator.Option {
	var out []adjudicator.Option
	for _, o := range options {
		if slices.Contains(names, o.Name) {
			o.Tells = ""
			if o.Name == optRulebook {
				o.Doc = "the rulebook that decides how movement is resolved, and which units go if a removal was " +
					"not ordered; the default is that of 2023, with Szykman's rule for paradoxes"
				o.Means = withRemovals(o.Means)
			}
			out = append(out, o)
		}
	}
	return out
}

// withRemovals adds to the meanings of the rulebooks which units they remove first (DATC 4.D.8), which matters only
// on an open board.
func withRemovals(means []string) []string {
	const owned, home = "the power's centres", "the power's home centres"
	out := slices.Clone(means)
	out[0] = "movement is resolved by the rulebook of 2023, with Szykman's rule for paradoxes"
	// in the order of the option's values
	for i, centres := range []string{owned, home, home, home, owned, owned, owned} {
		out[i] += "; if removals are not ordered, the units farthest from " + centres + " go"
	}
	return out
}

func openSetup(t *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, error) {
	made, err := setup(t, c)
	if err != nil {
		return nil, err
	}
	p := made.(*position)
	p.open, p.Units = true, standard().Start()
	p.Units.sort()
	return p, nil
}

// playWinter plays the Winter of an open game: builds and removals by powers that have any.
func (p *position) playWinter(t *adjudicator.Table) {
	s := &season{position: p, phase: p.Phase()}
	s.collect(t)
	s.setUp()
	s.adjust()
	p.Units = s.was
	s.keepFiles()
	t.Tell(adjudicator.Event{Kind: "winter", Data: s.board()}, adjudicator.All())
	p.Season, p.Year, p.Wintered = spring, p.Year+1, s.wintered()
	s.eliminate(t)
}

// now returns the position as it is shown on an open board and to the game master. While retreats are being asked
// for, the units have already moved.
func (p *position) now() *position {
	if p.retreating == nil {
		return p
	}
	moved := *p
	moved.Units = slices.Clone(p.retreating.m.Units)
	moved.Units.sort()
	return &moved
}

// adjusting reports whether some power must build or remove units after a Fall of an open game.
func (p *position) adjusting() bool {
	for power := range p.seats() {
		if builds, removals, _ := p.due(power, p.Units.of(power)); builds+removals > 0 {
			return true
		}
	}
	return false
}

// tellMoves tells everybody the orders of a season of an open game, before anybody retreats.
func (s *season) tellMoves(t *adjudicator.Table) {
	if !s.open {
		return
	}
	b := standard()
	m := Season{Phase: s.phase}
	for power := range s.seats() {
		part := PowerSeason{Power: b.power(power), Silent: s.silent[power] && s.is(optNMR, "on"), Lines: s.lines(power)}
		m.Powers = append(m.Powers, part)
		for _, w := range s.ways(s.mustRetreat(power)) {
			m.Retreats = append(m.Retreats, Way{Unit: part.Power + " " + w.Unit, To: w.To})
		}
	}
	t.Tell(adjudicator.Event{Kind: "moves", Data: m}, adjudicator.All())
}

// board returns the positions of all units and centres after a phase, and what happened except for the orders.
func (s *season) board() Season {
	b := standard()
	out := Season{Phase: s.phase}
	for power := range s.seats() {
		part := PowerSeason{Power: b.power(power), Built: s.winter[power].Built, Removed: s.winter[power].Removed,
			Units: b.unitNames(s.Units.of(power)), Centres: b.abbrs(s.centres(power))}
		if s.Season != winter {
			part.Lost = s.losses(power, false)
		}
		if s.year != nil {
			part.Year = s.yearOf(power)
		}
		out.Powers = append(out.Powers, part)
	}
	return out
}

// outcome returns the result of an order in a few words, for an open board; "" if it succeeded.
func (s *season) outcome(i int) string {
	why := s.why(i)
	if s.lost[i] == nil {
		return why
	}
	by := "dislodged by " + standard().power(s.by[i])
	if why != "" {
		return why + ", " + by
	}
	return by
}

// why returns the reason why an order failed, other than that its unit was dislodged.
func (s *season) why(i int) string {
	switch why := s.result[i].Why; {
	case why == diplomacy.Dislodgement:
		return ""
	case why == diplomacy.Void, why == diplomacy.Illegal && s.orders[i].verb != move:
		return s.misplaced(i)
	case why == diplomacy.Illegal: // the map allows the move, so fleets for a convoy are missing
		return diplomacy.NoConvoy.String()
	case why == diplomacy.Disrupted:
		return "convoy disrupted"
	case why == diplomacy.Paradox:
		return "its convoy hangs on its own outcome"
	default:
		return why.String()
	}
}

// misplaced returns what is wrong with the unit that a support or convoy is for.
func (s *season) misplaced(i int) string {
	b, o, j := standard(), s.orders[i], s.number(s.orders[i].target)
	if j < 0 {
		return "there is no unit in " + b.Abbr(o.target)
	}
	unit := b.unit(s.was[j])
	switch {
	case s.result[i].Why == diplomacy.Void:
		return unit + " did something else"
	case o.verb == support:
		return unit + " can't go to " + b.Abbr(o.to)
	case s.was[j].Type == diplomacy.Fleet:
		return unit + " is no army"
	}
	return "no route of " + unit + " needs it"
}

// ways returns where dislodged units could go, in alphabetical order: in Deadman by the map alone (DM-26), on an open
// board only open spaces.
func (s *season) ways(us units) []Way {
	b := standard()
	var out []Way
	for _, u := range us {
		to := b.Reach(u.Type, u.At)
		if s.open {
			to = s.openTo(u)
		}
		out = append(out, Way{Unit: b.unit(u), To: slices.Sorted(slices.Values(b.abbrs(to)))})
	}
	return out
}
