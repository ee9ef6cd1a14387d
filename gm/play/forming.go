package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/writing"
)

// CheckForming returns an error unless the game is taking players.
func CheckForming(s *gm.Step) (*adjudicator.Rules, error) {
	if s.Game.State != game.Forming {
		return nil, refusal.New("%s takes no players: it is %s.", s.Name, s.Game.State)
	}
	return s.Master.RulesOf(s.Game.Rules)
}

// Apply adds an applicant on the game master's behalf, and asks them to confirm unless they have confirmed already.
func Apply(s *gm.Step, rules *adjudicator.Rules, who game.Player, w game.Wishes, confirmed bool) error {
	s.SettleTopic(game.TopicOf(game.AboutJoining, who.Address))
	switch u := s.Game.SignUp; {
	case s.Master.CheckAddress(who.Address) != nil:
		return s.Master.CheckAddress(who.Address)
	case who.Seat != "" && !slices.Contains(u.SeatsFor(rules), who.Seat):
		return refusal.New("There is no free seat %q; there are %s.", who.Seat, game.Listed(u.SeatsFor(rules)))
	case who.Seat != "" && slices.ContainsFunc(u.Asked, func(a *game.Applicant) bool {
		return !a.Left && a.Seat == who.Seat && a.Address != who.Address
	}):
		return refusal.New("%s is promised to somebody else.", who.Seat)
	case u.Applicant(who.Address) == nil && len(u.Asked) >= MaxApplicants:
		return refusal.New("%d people have asked for a place in %s, and no more are taken down.", MaxApplicants, s.Name)
	}
	a := s.Game.SignUp.Add(who.Address, s.Now)
	a.Seat, a.Wishes = who.Seat, w
	if confirmed && a.Confirmed.IsZero() {
		a.Confirmed = s.Now
	}
	stage := game.StageAsked
	if a.In() {
		stage = game.StageIn
	}
	writing.Invite(s, a, stage, writing.WithReason(s, "The game master has signed you up for this game."), nil)
	StartIfFull(s)
	return nil
}

// StartIfFull schedules the start of the game if enough applicants have confirmed.
func StartIfFull(s *gm.Step) {
	if s.Game.SignUp.Ready() {
		s.Task(gm.TaskStart, s.Now)
	} else {
		s.Task(gm.TaskStart, time.Time{})
	}
}

// StartDue starts a game with enough players. If that fails, it tells the game master, and the game waits for them.
func StartDue(ctx context.Context, m *gm.Master, now time.Time, name string) error {
	err := Do(ctx, m, now, name, nil, func(s *gm.Step) error {
		if s.Game == nil || s.Game.State != game.Forming || !s.Game.SignUp.Ready() {
			return gm.ErrNothing
		}
		return Start(s, false)
	})
	refused := (*refusal.Error)(nil)
	switch {
	case errors.Is(err, gm.ErrHeld): // the game master was told
		return nil
	case errors.As(err, &refused):
		return Do(ctx, m, now, name, nil, func(s *gm.Step) error {
			if s.Game == nil || s.Game.State != game.Forming {
				return gm.ErrNothing
			}
			stall(s, nil, failed(refused.Text, false))
			return nil
		})
	}
	return err
}

// stall makes a forming game wait for the game master, and tells them why.
func stall(s *gm.Step, l *letter.Letter, f failure) {
	s.Game.SignUp.Stalled = f.line
	s.Task(gm.TaskStart, time.Time{})
	tellFault(s, l, f, "The game can't begin: "+f.line+" It waits for you; gm start "+s.Name+" tries again.",
		"The game master has been told. Please send your letter again later.")
	if l == nil {
		s.Item("", game.Item{About: game.AboutStart, Why: "The game can't begin, and waits for you: " + f.line})
	}
}

// Start starts a game that is forming.
func Start(s *gm.Step, anyway bool) error {
	rules, err := CheckForming(s)
	if err != nil {
		return err
	}
	u := s.Game.SignUp
	who, err := u.Chosen(rules, s.Name, anyway)
	if err != nil {
		return err
	}
	pack, err := PackOf(s)
	if err != nil {
		return err
	}
	table := s.Lots()
	chairs, err := rules.SeatsFor(len(who), pack)
	if err != nil {
		return refusal.New("%s.", err)
	}
	if u.Dealt, err = game.Deal(table, LotForSeats, chairs, who); err != nil {
		return err
	}
	config := adjudicator.Config{Options: s.Game.Options, Pack: pack}
	seats := slices.DeleteFunc(s.Game.Seats, func(seat *game.Seat) bool { return seat.Name != adjudicator.GM })
	for i, name := range chairs {
		at := slices.IndexFunc(u.Dealt, func(p game.Player) bool { return p.Seat == name })
		sits := &game.Seat{Name: name, Asked: u.Deals * askedApart, Owner: game.Owner{Address: u.Dealt[at].Address},
			Correspondence: game.Correspondence{Sent: u.Deals * sentApart}}
		sits.Newest = sits.Sent
		seats = slices.Insert(seats, i, sits)
		config.Seats = append(config.Seats, name)
	}
	p, _, err := SetUp(rules, table, config)
	if err != nil {
		return err
	}
	for _, a := range u.Confirmed() {
		if !slices.Contains(who, a) && s.Game.StandbyAt(a.Address) == nil && len(s.Game.Standbys) < MaxStandbys {
			b := &game.Standby{Address: a.Address}
			s.Game.Standbys = append(s.Game.Standbys, b)
			if err := WriteTo(s, b, "standby", "This game has begun with the players who confirmed before you. You "+
				"are on its standby list, and will get a letter when a seat is free. If you would rather not be, "+
				"answer NO."); err != nil {
				return err
			}
		}
	}
	u.Stalled = ""
	s.Game.Formed = s.Write(gm.KindSignUp, "", u)
	s.Game.Seats, s.Game.SignUp, s.Game.State = seats, nil, game.Running
	s.Task(gm.TaskStart, time.Time{})
	s.SettleAll(game.AboutStart, game.AboutJoining, game.AboutSharing)
	s.Begins = true
	Begin(s, p)
	s.News = table.News()
	if err := Advance(s); err != nil {
		return err
	}
	return Offers(s)
}

// First numbers of questions and letters when a game starts again after its start was undone. They must differ from
// those of the first start; continuing those would reveal how many there were.
const (
	askedApart = 100
	sentApart  = 100000
)

// PackOf returns the edition (pack) with which a game starts, or nil for the house edition.
func PackOf(s *gm.Step) ([]byte, error) {
	if s.Game.Pack == 0 {
		return nil, nil
	}
	var pack []byte
	return pack, s.Read(s.Game.Pack, gm.KindPack, &pack)
}

// SignedUp returns the sign-up from which a running game began, with its present players. For a game without one, it
// makes one up.
func SignedUp(s *gm.Step, rules *adjudicator.Rules) (*game.SignUp, error) {
	u := &game.SignUp{Wanted: len(s.Game.Players()), Approve: true}
	if s.Game.Formed > 0 {
		u = &game.SignUp{}
		if err := s.Read(s.Game.Formed, gm.KindSignUp, u); err != nil {
			return nil, err
		}
	}
	for _, name := range s.Game.Players() {
		seat := s.Game.Seat(name)
		if u.Applicant(seat.Address) == nil && gm.IsAddress(seat.Address) { // a later player
			u.Add(seat.Address, s.Now).Confirmed = s.Now
		}
	}
	for _, a := range u.Asked {
		if !slices.ContainsFunc(s.Game.Seats, func(seat *game.Seat) bool {
			return seat.Name != adjudicator.GM && seat.Address == a.Address
		}) {
			// They played in this game, and have left it.
			if slices.ContainsFunc(u.Dealt, func(p game.Player) bool { return p.Address == a.Address }) {
				a.Left = true
			}
		} else if a.Confirmed.IsZero() { // the game was started without their confirmation
			a.Confirmed = s.Now
		}
	}
	if u.Wanted < max(2, rules.Min) {
		return nil, refusal.New("%s has too few players to begin anew.", s.Name)
	}
	return u, nil
}

// FirstTurn reports whether no question has been closed since the game began.
func FirstTurn(s *gm.Step, u *game.SignUp) bool {
	put, open := 0, 0
	for _, seat := range s.Game.Seats {
		if seat.Name == adjudicator.GM {
			continue
		}
		put += seat.Asked - u.Deals*askedApart
	}
	for _, q := range s.Game.Open {
		if q.Seat != adjudicator.GM {
			open++
		}
	}
	return put == open
}

// SetUp returns the opening position.
func SetUp(rules *adjudicator.Rules, table *adjudicator.Table,
	c adjudicator.Config) (adjudicator.Position, adjudicator.Config, error) {
	c, err := rules.Configure(c)
	if err != nil {
		return nil, c, refusal.New("%s.", err)
	}
	var p adjudicator.Position
	stack, err := gm.Guarded(func() error { p, err = rules.Setup(table, c); return err })
	if stack != "" {
		return nil, c, fmt.Errorf("setting up %s: the rules failed: %s", rules.Name, stack)
	}
	if err != nil {
		return nil, c, refusal.New("%s.", err)
	}
	return p, c, nil
}
