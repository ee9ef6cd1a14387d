package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/calendar"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/length"
	"deaddrop/gm/letter"
	"deaddrop/gm/play"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
)

// A Plan describes a game to be started.
type Plan struct {
	Name    string // its name, the tag of its letters
	Rules   string
	Players []game.Player
	Robots  bool // whether robots play the seats that are left
	Seats   int  // with Robots, the number of players in all; 0: as many as the title has seats
	Options map[string]string
	Pack    []byte
	Clock   calendar.Clock
	Secret  []byte            // 32 random bytes, the seed of all random numbers of the game
	Desk    string            // address of the game master; "": none
	Press   map[string]string // options about press: see PressOptions
	Trust   intake.Trust      // which letters are believed; "": TrustReply
	Missing game.Ladder       // what to do about missing players
	// a game master who plays sees no secrets of the game
	Blindfold bool
	House     string // house rules, for the players
}

// New starts a game. Players without a seat in the plan get one at random, and every player is written to. An invalid
// plan is a [*refusal.Error].
func (d *Operator) New(ctx context.Context, now time.Time, plan Plan) error {
	rules, err := d.planned(&plan)
	if err != nil {
		return err
	}
	table := adjudicator.NewTable(adjudicator.Luck{Secret: plan.Secret}, adjudicator.Record{})
	players, err := seated(table, rules, plan.Pack, plan.Players)
	if err != nil {
		return err
	}
	config := adjudicator.Config{Options: plan.Options, Pack: plan.Pack}
	for _, p := range players {
		config.Seats = append(config.Seats, p.Seat)
	}
	p, config, err := play.SetUp(rules, table, config)
	if err != nil {
		return err
	}
	if plan.Desk != "" {
		players = append(players, game.Player{Seat: adjudicator.GM, Address: plan.Desk})
	}
	players = compared(players)
	if err := d.free(ctx, plan.Name, players); err != nil {
		return err
	}
	err = d.create(ctx, now, plan.Name, func(s *gm.Step) error {
		begin(s, plan, config.Options, game.Running, players)
		logAct(s, done{what: "new " + plan.Name, detail: plan.Rules})
		s.Begins = true
		play.Begin(s, p)
		s.News = table.News()
		lasts(s, len(config.Seats), plan)
		remindedOtherwise(s)
		return play.Advance(s)
	})
	if err == nil && d.Dry {
		d.Effect.undrawn(plan.Players)
	}
	return err
}

// begin makes the game of a plan, with its rulings as the rules have completed them, and seats for some of its people.
func begin(s *gm.Step, plan Plan, rulings map[string]string, state game.State, sit []game.Player) {
	s.Game = &game.Game{
		Name: plan.Name, Rules: plan.Rules, Options: rulings, State: state, Trust: plan.Trust, House: plan.House,
		Blindfold: plan.Blindfold, EditionKept: true,
		Chance:   game.Chance{Secret: plan.Secret},
		Timing:   game.Timing{Clock: plan.Clock},
		PressBox: game.PressBox{PressRules: plan.Press},
		People:   game.People{Missing: plan.Missing},
	}
	for _, who := range sit {
		s.Game.Seats = append(s.Game.Seats, seatOf(who))
	}
	if len(plan.Pack) > 0 {
		s.Game.Pack = s.Write(gm.KindPack, "", plan.Pack)
	}
	noteWhoIsBlind(s)
}

// lasts adds a note on how long such a game takes. It knows nothing about editions other than the house edition.
func lasts(s *gm.Step, players int, plan Plan) {
	if len(plan.Pack) > 0 {
		return
	}
	clock := plan.Clock
	note := length.Note(plan.Rules, players, s.Game.Options, clock.Every, cmp.Or(clock.Short, clock.Every))
	if note != "" {
		s.Notes = append(s.Notes, note)
	}
}

// undrawn removes from the effect of a dry run which seats were assigned at random: the real start will use another
// secret.
func (e *Effect) undrawn(players []game.Player) {
	lots := map[string]bool{}
	for _, who := range players {
		if who.Seat == "" {
			lots[letter.Address(who.Address)] = true
		}
	}
	for i, f := range e.Changes {
		if strings.HasSuffix(f.Name, ": address") && lots[f.Is] {
			e.Changes[i].Is = "by lot"
		}
	}
	for i, l := range e.Letters {
		headline, _ := parser.Headline(l.Text)
		_, seat, _ := strings.Cut(headline, "] ")
		if seat, _, ok := strings.Cut(seat, ":"); ok && lots[l.To] {
			e.Letters[i].To = "whoever gets " + seat
		}
	}
	note := "The luck of the game is drawn when this is done for real, so whatever depends on it in these letters, " +
		"such as the SHA-256, will be different then."
	if len(lots) > 0 {
		note = "The lot for seats and all other luck of the game are drawn when this is done for real, so whatever " +
			"depends on them in these letters, such as the SHA-256, will be different then."
	}
	e.Notes = append(e.Notes, note)
}

// planned validates a plan except for its players, and fills in defaults and robots.
func (d *Operator) planned(plan *Plan) (*adjudicator.Rules, error) {
	plan.Name = strings.ToLower(plan.Name)
	if !game.IsGame(plan.Name) {
		return nil, refusal.New("%q can't be a game's name, which is up to 40 letters, digits, - and _.", plan.Name)
	}
	rules, err := d.Master.RulesOf(plan.Rules)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(CheckClock(d.Master, plan.Clock, plan.Rules), plan.Trust.Check()); err != nil {
		return nil, err
	}
	if len(d.Master.Key) < letter.MinKey {
		return nil, errors.New("the game master has no key, so nobody's answers could be recognized; see gm.LoadKey")
	}
	if len(plan.Secret) < 16 {
		return nil, refusal.New("A game needs a secret of at least 16 random bytes, not %d.", len(plan.Secret))
	}
	if plan.Press, err = game.PressRules(rules, plan.Press); err != nil {
		return nil, err
	}
	if plan.Desk == "" {
		plan.Desk = d.Master.Desk
	}
	if err := d.addRobots(plan, rules); err != nil {
		return nil, err
	}
	if plan.Clock.Ends == "" {
		plan.Clock.Ends = endingOf(rules, plan.Players)
	}
	return rules, plan.Missing.Check(rules.Blind, plan.Clock.Ends)
}

// endingOf returns what ends the turns of a game if nobody says otherwise. A person who plays against robots alone need
// not wait for the deadline of a blind game, as there is nobody else whose letter an early end could reveal.
func endingOf(rules *adjudicator.Rules, players []game.Player) calendar.Ending {
	if len(people(players)) == 1 && len(players) > 1 {
		return calendar.WhenIn
	}
	return game.EndingOf(rules)
}

// free checks that a game's name is free and that letters can be sent to its players, and records that they take
// part.
func (d *Operator) free(ctx context.Context, name string, players []game.Player) error {
	var addrs []string
	for _, who := range people(players) {
		if err := d.Master.CheckAddress(who.Address); err != nil {
			return err
		}
		addrs = append(addrs, who.Address)
	}
	if _, err := d.Master.Load(ctx, name); err == nil {
		return refusal.New("There is a game called %s already.", name)
	}
	return d.enter(ctx, name, addrs...)
}

// addRobots adds robots to the players of a plan, for the seats that are left.
func (d *Operator) addRobots(plan *Plan, rules *adjudicator.Rules) error {
	if plan.Robots {
		seats := cmp.Or(plan.Seats, len(rules.Seats))
		plan.Players = slices.Clone(plan.Players)
		for len(plan.Players) < min(seats, len(rules.Seats)) {
			plan.Players = append(plan.Players, game.Player{Robot: true})
		}
		if len(plan.Players) != seats {
			return refusal.New("%s can't be played by %d with those players; it has %d seats.", rules.Title, seats,
				len(rules.Seats))
		}
	}
	if slices.ContainsFunc(plan.Players, func(p game.Player) bool { return p.Robot }) || plan.Missing.Robot {
		return play.CheckRobots(d.Master, rules.Name)
	}
	return nil
}

// seatOf returns the seat of a player, or of a robot of which everybody is told.
func seatOf(who game.Player) *game.Seat {
	if who.Robot {
		return &game.Seat{Name: who.Seat, Owner: game.Owner{Robot: game.KnownRobot}}
	}
	return &game.Seat{Name: who.Seat, Owner: game.Owner{Address: who.Address}}
}

// people returns the players who are not robots.
func people(players []game.Player) []game.Player {
	return slices.DeleteFunc(slices.Clone(players), func(p game.Player) bool { return p.Robot })
}

// compared returns the players with addresses in canonical form.
func compared(players []game.Player) []game.Player {
	players = slices.Clone(players)
	for i, who := range players {
		players[i].Address = letter.Address(who.Address)
	}
	return players
}

// seated assigns seats to players: those in the plan, and others at random. It returns the players in the order of
// the table.
func seated(table *adjudicator.Table, rules *adjudicator.Rules, pack []byte,
	players []game.Player) ([]game.Player, error) {
	switch n := len(players); {
	case rules.Min == len(rules.Seats) && n != rules.Min:
		return nil, refusal.New("%s is for %d players, not for %d.", rules.Title, rules.Min, n)
	case n < rules.Min || n > len(rules.Seats):
		return nil, refusal.New("%s is for %d to %d players, not for %d.", rules.Title, rules.Min, len(rules.Seats), n)
	}
	seats, err := rules.SeatsFor(len(players), pack)
	if err != nil {
		return nil, refusal.New("%s.", err)
	}
	free, out := slices.Clone(seats), slices.Clone(players)
	for _, p := range out {
		if !p.Robot && !gm.IsAddress(p.Address) {
			return nil, refusal.New("%q is not a mail address.", p.Address)
		}
		if p.Seat == "" {
			continue
		}
		i := slices.Index(free, p.Seat)
		switch {
		case !slices.Contains(seats, p.Seat):
			return nil, refusal.New("There is no free seat %q; there are %s.", p.Seat, game.Listed(seats))
		case i < 0:
			return nil, refusal.New("%s is given to two players; give each a seat of their own.", p.Seat)
		}
		free = slices.Delete(free, i, i+1)
	}
	table.Shuffle("seats", len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for i := range out {
		if out[i].Seat == "" {
			out[i].Seat, free = free[0], free[1:]
		}
	}
	slices.SortFunc(out, func(a, b game.Player) int {
		return slices.Index(rules.Seats, a.Seat) - slices.Index(rules.Seats, b.Seat)
	})
	return out, nil
}
