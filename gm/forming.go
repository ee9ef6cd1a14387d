package gm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/templates"
)

// begun reports whether a game has a position.
func (g *game) begun() bool { return g.Position > 0 }

// Open announces a game that takes players: who wants to play writes JOIN and its name, and confirms that by an answer;
// with approve, the game master takes each of them himself. It begins by itself when as many have confirmed as are
// wanted; 0 is as many as the title has seats. Players that the plan has already are asked, too, and a seat in the plan is
// promised to its player. A wrong plan is a [*Refusal].
func (d *Desk) Open(ctx context.Context, now time.Time, plan Plan, wanted int, approve bool) error {
	rules, err := d.planned(&plan)
	if err != nil {
		return err
	}
	wanted = cmp.Or(wanted, len(rules.Seats))
	if least := max(2, rules.Min); wanted < least || wanted > min(len(rules.Seats), maxDealt) {
		return refusal.New("%s is for %d to %d players, not for %d.", rules.Title, least, min(len(rules.Seats), maxDealt), wanted)
	}
	table := adjudicator.NewTable(adjudicator.Luck{Secret: plan.Secret}, adjudicator.Record{})
	chairs, err := rules.Chairs(wanted, plan.Pack)
	if err != nil {
		return refusal.New("%s.", err)
	}
	config := adjudicator.Config{Options: plan.Options, Pack: plan.Pack, Seats: chairs}
	if _, config, err = setUp(rules, table, config); err != nil { // now, and not when everybody has come
		return err
	}
	var desk []Player
	if plan.Desk != "" {
		desk = compared([]Player{{adjudicator.GM, plan.Desk}})
	}
	if err := d.free(ctx, plan.Name, desk); err != nil {
		return err
	}
	err = d.create(ctx, now, plan.Name, func(s *step) error {
		s.g = &game{Name: plan.Name, Rules: plan.Rules, Options: config.Options, Secret: plan.Secret, State: forming, Clock: plan.Clock, Trust: plan.Trust,
			PressRules: plan.Press, Missing: plan.Missing, SignUp: &signUp{Wanted: wanted, Seats: chairs, Approve: approve}}
		for _, who := range desk {
			s.g.Seats = append(s.g.Seats, &seat{Name: who.Seat, Address: who.Address})
		}
		if len(plan.Pack) > 0 {
			s.g.Pack = s.write(kindPack, "", plan.Pack)
		}
		for _, who := range plan.Players {
			if err := s.apply(rules, who, nil, false); err != nil {
				return err
			}
		}
		s.act("new "+plan.Name+" --open", fmt.Sprintf("%s for %d", plan.Rules, wanted), "end", plan.Name)
		return nil
	})
	if err != nil || d.Dry {
		return err
	}
	return d.list(ctx, now, plan.Name)
}

// list notes that a game takes players, for those who ask.
func (m *Master) list(ctx context.Context, now time.Time, name string) error {
	return m.do(ctx, now, lobby, nil, func(s *step) error {
		if slices.Contains(s.lobby.Forming, name) {
			return errNothing
		}
		var still []string
		for _, other := range s.lobby.Forming {
			if g, err := m.brief(ctx, other); err == nil && g != nil && g.SignUp != nil {
				still = append(still, other)
			}
		}
		s.lobby.Forming = append(still, name)
		return nil
	})
}

// forming refuses an act on a game that does not take players any more.
func (s *step) forming() (*adjudicator.Rules, error) {
	if s.g.State != forming {
		return nil, refusal.New("%s takes no players: it is %s.", s.name, s.g.State)
	}
	return s.m.rules(s.g.Rules)
}

// apply puts somebody down for a game as the game master says, and asks him to confirm unless he has.
func (s *step) apply(rules *adjudicator.Rules, who Player, w wishes, confirmed bool) error {
	switch u := s.g.SignUp; {
	case s.m.noAddress(who.Address) != nil:
		return s.m.noAddress(who.Address)
	case who.Seat != "" && !slices.Contains(u.chairs(rules), who.Seat):
		return refusal.New("There is no seat %q to be had; there are %s.", who.Seat, listed(u.chairs(rules)))
	case who.Seat != "" && slices.ContainsFunc(u.Asked, func(a *applicant) bool {
		return !a.Left && a.Seat == who.Seat && a.Address != who.Address
	}):
		return refusal.New("%s is promised to somebody else.", who.Seat)
	case u.applicant(who.Address) == nil && len(u.Asked) >= maxApplicants:
		return refusal.New("%d people have asked for a place in %s, and no more are taken down.", maxApplicants, s.name)
	}
	a := s.g.SignUp.add(who.Address, s.now)
	a.Seat, a.Wishes = who.Seat, w
	if confirmed && a.Confirmed.IsZero() {
		a.Confirmed = s.now
	}
	stage := stageAsked
	if a.in() {
		stage = stageIn
	}
	s.invite(a, stage, s.because("The game master has put you down for this game."), nil)
	s.full()
	return nil
}

// full has the game begin if everybody is there.
func (s *step) full() {
	if s.g.SignUp.ready() {
		s.task(taskStart, s.now)
	} else {
		s.task(taskStart, time.Time{})
	}
}

// Apply puts somebody down for a game that is forming, with what he wishes ("France, Italy or Turkey"), or a seat that he
// is promised. He is asked to confirm, unless the game master knows that he will play.
func (d *Desk) Apply(ctx context.Context, now time.Time, name string, who Player, wish string, confirmed bool) error {
	who.Address = letter.Address(who.Address)
	if !d.Dry && confirmed && isAddress(who.Address) {
		if _, err := d.load(ctx, name); err != nil {
			return err
		}
		if err := d.enter(ctx, who.Address, name); err != nil {
			return err
		}
	}
	return d.act(ctx, now, name, func(s *step) error {
		rules, err := s.forming()
		if err != nil {
			return err
		}
		w, faults := wished(s.g.SignUp.chairs(rules), wish)
		if len(faults) > 0 {
			return &refusal.Error{Text: faults[0]}
		}
		undo := []string{"seat", name, "drop", who.Address}
		if was := s.g.SignUp.applicant(who.Address); was != nil && !was.Left {
			undo = was.again(name)
		}
		if err := s.apply(rules, who, w, confirmed); err != nil {
			return err
		}
		s.act("seat "+name+" add", who.Address+" "+s.g.SignUp.applicant(who.Address).standing(), undo...)
		return nil
	})
}

// again is the command that puts somebody down as he was.
func (a *applicant) again(game string) []string {
	words := []string{"seat", game, "add", a.Address}
	if a.Seat != "" {
		words[3] = string(a.Seat) + "=" + a.Address
	}
	if w := a.Wishes.String(); w != "" {
		words = append(words, w)
	}
	if a.in() {
		words = append(words, "--confirmed")
	}
	return words
}

// Withdraw takes somebody off a game that is forming. He is told if he had confirmed. In a game that has begun it takes away a
// player's second address.
func (d *Desk) Withdraw(ctx context.Context, now time.Time, name, addr string) error {
	addr = letter.Address(addr)
	s, err := d.load(ctx, name)
	if err != nil {
		return err
	}
	if s.g.begun() {
		return d.dropSecond(ctx, now, name, addr)
	}
	return d.act(ctx, now, name, func(s *step) error {
		if _, err := s.forming(); err != nil {
			return err
		}
		a := s.g.SignUp.applicant(addr)
		if a == nil || a.Left {
			return refusal.New("Nobody of the address %q is put down for %s.", addr, name)
		}
		undo := a.again(name)
		known := a.in()
		a.Left, a.Confirmed = true, time.Time{}
		if known {
			s.invite(a, stageOut, s.because("The game master has taken you off this game."), nil)
		}
		s.full()
		s.act("seat "+name+" drop", a.Address, undo...)
		return nil
	})
}

// chosen are those who play: who has confirmed, in that order; with anyway also who has not, and fewer than are wanted.
// Where the rules want more, seats stay free.
func (u *signUp) chosen(rules *adjudicator.Rules, name string, anyway bool) ([]*applicant, error) {
	who := u.confirmed()
	if len(who) < u.Wanted && !anyway {
		have := "have"
		if len(who) == 1 {
			have = "has"
		}
		return nil, refusal.New("%s wants %d players, and %d %s confirmed. gm start %s --anyway begins it with who has asked.", name, u.Wanted, len(who), have, name)
	}
	for _, a := range u.Asked {
		if anyway && !a.Left && !a.in() {
			who = append(who, a)
		}
	}
	if len(who) == 0 {
		return nil, refusal.New("Nobody has asked for a place in %s. gm seat %s add puts somebody down.", name, name)
	}
	for len(who) < rules.Min {
		who = append(who, &applicant{}) // whoever takes that seat later
	}
	return who[:min(len(who), u.Wanted)], nil
}

// Start begins a game that is forming: with all players, or with anyway also with those who have not confirmed, or with
// fewer.
func (d *Desk) Start(ctx context.Context, now time.Time, name string, anyway bool) error {
	before, err := d.load(ctx, name)
	if err != nil {
		return err
	}
	if rules, err := before.forming(); err == nil {
		who, err := before.g.SignUp.chosen(rules, name, anyway)
		if err != nil {
			return err
		}
		var players []Player
		for _, a := range who {
			if a.Address != "" {
				players = append(players, Player{Address: a.Address})
			}
		}
		if err := d.enterAll(ctx, name, players); err != nil {
			return err
		}
	}
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.start(anyway); err != nil {
			return err
		}
		s.act("start "+name, "", "unstart", name)
		return nil
	})
}

// startDue begins a game for which everybody has signed up. If it can't be, the game master is told, and it waits for
// him.
func (m *Master) startDue(ctx context.Context, now time.Time, name string) error {
	err := m.do(ctx, now, name, nil, func(s *step) error {
		if s.g == nil || s.g.State != forming || !s.g.SignUp.ready() {
			return errNothing
		}
		return s.start(false)
	})
	refused := (*refusal.Error)(nil)
	switch {
	case errors.Is(err, errHeld): // and told
		return nil
	case errors.As(err, &refused):
		return m.do(ctx, now, name, nil, func(s *step) error {
			if s.g == nil || s.g.State != forming {
				return errNothing
			}
			s.stall(nil, failed(refused.Text, false))
			return nil
		})
	}
	return err
}

// stall has a game that is forming wait for the game master, who is told why.
func (s *step) stall(l *letter.Letter, f failure) {
	s.g.SignUp.Stalled = f.line
	s.task(taskStart, time.Time{})
	s.tellFault(l, f, "The game can't begin: "+f.line+" It waits for you; gm start "+s.name+" tries again.", "The game master has been told. Please send your letter again later.")
	if l == nil {
		s.item("", Item{Why: "The game can't begin, and waits for you: " + f.line})
	}
}

// start begins a game that is forming.
func (s *step) start(anyway bool) error {
	rules, err := s.forming()
	if err != nil {
		return err
	}
	u := s.g.SignUp
	who, err := u.chosen(rules, s.name, anyway)
	if err != nil {
		return err
	}
	pack, err := s.pack()
	if err != nil {
		return err
	}
	table := s.lots()
	chairs, err := rules.Chairs(len(who), pack)
	if err != nil {
		return refusal.New("%s.", err)
	}
	if u.Dealt, err = deal(table, lotForSeats, chairs, who); err != nil {
		return err
	}
	config := adjudicator.Config{Options: s.g.Options, Pack: pack}
	seats := slices.DeleteFunc(s.g.Seats, func(seat *seat) bool { return seat.Name != adjudicator.GM })
	for i, name := range chairs {
		at := slices.IndexFunc(u.Dealt, func(p Player) bool { return p.Seat == name })
		sits := &seat{Name: name, Address: u.Dealt[at].Address, Asked: u.Deals * askedApart, Sent: u.Deals * sentApart}
		sits.Newest = sits.Sent
		seats = slices.Insert(seats, i, sits)
		config.Seats = append(config.Seats, name)
	}
	p, _, err := setUp(rules, table, config)
	if err != nil {
		return err
	}
	for _, a := range u.confirmed() {
		if !slices.Contains(who, a) && s.g.standby(a.Address) == nil && len(s.g.Standbys) < maxStandbys {
			b := &standby{Address: a.Address}
			s.g.Standbys = append(s.g.Standbys, b)
			if err := s.writeTo(b, "standby", "This game has begun with those who confirmed before you. You are on the list of those who would take a seat over in it when a player is missing; you get a letter when there is one. If you would rather not, answer NO."); err != nil {
				return err
			}
		}
	}
	u.Stalled = ""
	s.g.Formed = s.write(kindSignUp, "", u)
	s.g.Seats, s.g.SignUp, s.g.State = seats, nil, running
	s.task(taskStart, time.Time{})
	s.begins = true
	s.begin(p)
	s.news = table.News()
	if err := s.advance(); err != nil {
		return err
	}
	return s.offers()
}

// The questions and letters of a game that begins anew are counted from here on, to keep them apart from those that went
// out when it began before: a number of those would tell somebody else how many there were.
const (
	askedApart = 100
	sentApart  = 100000
)

// pack is the one that a game is to begin with; nil for the house edition.
func (s *step) pack() ([]byte, error) {
	if s.g.Pack == 0 {
		return nil, nil
	}
	var pack []byte
	return pack, s.read(s.g.Pack, kindPack, &pack)
}

// Unstart takes the start of a game back, before its first turn is over: it takes players again, and those who were in it
// are signed up as they were. When it begins anew, seats are dealt anew, and all luck is another.
func (d *Desk) Unstart(ctx context.Context, now time.Time, name string) error {
	err := d.act(ctx, now, name, func(s *step) error {
		if err := s.running(); err != nil {
			return err
		}
		rules, err := s.m.rules(s.g.Rules)
		if err != nil {
			return err
		}
		u, err := s.signedUp(rules)
		if err != nil {
			return err
		}
		if !s.firstTurn(u) {
			return refusal.New("The first turn of %s is over, or a part of it. gm rollback %s goes back to its start.", name, name)
		}
		s.tellAll(nil, func(page *templates.Page, _ *seat) {
			page.Ask, page.Phase = nil, ""
			page.Notice = s.because("The game master has taken the start of this game back, so nobody has a seat in it now. You are still signed up; " +
				"when it begins again, seats are dealt anew.")
		})
		s.noDeadline()
		for _, b := range s.g.Standbys {
			b.withdraw()
		}
		s.task(taskOffer, time.Time{})
		desk := slices.DeleteFunc(slices.Clone(s.g.Seats), func(seat *seat) bool { return seat.Name != adjudicator.GM })
		u.Deals, u.Dealt = u.Deals+1, nil
		u.Was = s.write(kindHead, "", s.g)
		u.Stalled = "Its start was taken back."
		secret := sha256.Sum256(append([]byte("a start that was taken back\x00"), s.g.Secret...))
		before := append(slices.Clone(s.g.Lucks), luck{From: 1, Secret: s.g.Secret})
		s.g = &game{Former: s.g.Former, Letters: s.g.Letters, Name: s.g.Name, Rules: s.g.Rules, Options: s.g.Options, Seats: desk, Secret: secret[:], State: forming, Clock: s.g.Clock,
			Trust: s.g.Trust, PressRules: s.g.PressRules, Missing: s.g.Missing, Standbys: s.g.Standbys, Gallery: s.g.Gallery.anew(), Inbox: s.g.Inbox, Strays: s.g.Strays, Acts: s.g.Acts, Pack: s.g.Pack, SignUp: u,
			Turns: s.g.Turns + 1, Void: s.void(1, nil)}
		s.g.retire(before)
		s.act("unstart "+name, "", "start", name, "--again")
		return nil
	})
	if err != nil || d.Dry {
		return err
	}
	return d.list(ctx, now, name)
}

// signedUp is the sign-up that a running game began with, for those who sit in it now; of one that began without, one that
// might have been.
func (s *step) signedUp(rules *adjudicator.Rules) (*signUp, error) {
	u := &signUp{Wanted: len(s.g.players()), Approve: true}
	if s.g.Formed > 0 {
		u = &signUp{}
		if err := s.read(s.g.Formed, kindSignUp, u); err != nil {
			return nil, err
		}
	}
	for _, name := range s.g.players() {
		seat := s.g.seat(name)
		if u.applicant(seat.Address) == nil && isAddress(seat.Address) { // he has taken over since
			u.add(seat.Address, s.now).Confirmed = s.now
		}
	}
	for _, a := range u.Asked {
		if !slices.ContainsFunc(s.g.Seats, func(seat *seat) bool { return seat.Name != adjudicator.GM && seat.Address == a.Address }) {
			if slices.ContainsFunc(u.Dealt, func(p Player) bool { return p.Address == a.Address }) { // he was in it, and is no more
				a.Left = true
			}
		} else if a.Confirmed.IsZero() { // it began anyway
			a.Confirmed = s.now
		}
	}
	if u.Wanted < max(2, rules.Min) {
		return nil, refusal.New("%s has too few players to begin anew.", s.name)
	}
	return u, nil
}

// firstTurn reports whether no question was closed yet since a game began.
func (s *step) firstTurn(u *signUp) bool {
	put, open := 0, 0
	for _, seat := range s.g.Seats {
		if seat.Name == adjudicator.GM {
			continue
		}
		put += seat.Asked - u.Deals*askedApart
	}
	for _, q := range s.g.Open {
		if q.Seat != adjudicator.GM {
			open++
		}
	}
	return put == open
}

// Again puts a start in force again that was taken back: the seats, the luck and what was on file are what they were.
// Players get time anew if their deadline has passed.
func (d *Desk) Again(ctx context.Context, now time.Time, name string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if _, err := s.forming(); err != nil {
			return err
		}
		if s.g.SignUp.Was == 0 {
			return refusal.New("%s has not begun before; gm start %s begins it.", name, name)
		}
		var was game
		if err := s.read(s.g.SignUp.Was, kindHead, &was); err != nil {
			return err
		}
		was.Inbox, was.Strays, was.Acts, was.Turns = s.g.Inbox, s.g.Strays, s.g.Acts, max(was.Turns, s.g.Turns)
		if desk := s.g.seat(adjudicator.GM); desk != nil {
			was.Seats[slices.IndexFunc(was.Seats, func(seat *seat) bool { return seat.Name == adjudicator.GM })] = desk
		}
		was.Gallery, was.Former, was.Letters = s.g.Gallery, s.g.Former, s.g.Letters
		was.retire([]luck{{From: 1, Secret: s.g.Secret}})
		s.g = &was
		if s.how.Dry {
			s.rehearses()
		}
		s.renew()
		p, _, err := s.replay()
		if err != nil {
			return err
		}
		switch {
		case s.g.Paused != nil: // and stays so
		case s.g.Deadline.After(now):
			s.due(s.g.Deadline)
		default:
			s.due(s.g.deadline(now))
		}
		s.task(taskStart, time.Time{})
		s.tellAll(p, func(page *templates.Page, seat *seat) {
			page.Notice = s.because("The start of this game is in force again: your seat is " + string(seat.Name) + ", and all is as it was.")
			if seat.Name == adjudicator.GM {
				page.Notice = s.because("The start of this game is in force again, and all is as it was.")
			}
		})
		s.act("start "+name+" --again", "", "unstart", name)
		return s.goOn()
	})
}
