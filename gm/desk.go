package gm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/calendar"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A Plan is a game to be started.
type Plan struct {
	Name    string // what its letters are tagged with
	Rules   string
	Players []Player
	Options map[string]string
	Pack    []byte
	Clock   calendar.Clock
	Secret  []byte            // 32 random bytes, from which all luck of the game comes
	Desk    string            // address of the game master; "": nobody is written to
	Press   map[string]string // what is chosen about press, by option: see PressOptions
	Trust   intake.Trust      // whose letters are believed; "": TrustReply
	Missing Ladder            // what becomes of players who are
}

// A Player is who wants to play: at a seat, or at any if Seat is empty.
type Player struct {
	Seat    adjudicator.Seat
	Address string
}

// New starts a game: seats that nobody asked for are given by lot, and every player is written to. A
// wrong plan is a [*Refusal].
func (d *Desk) New(ctx context.Context, now time.Time, plan Plan) error {
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
	p, config, err := setUp(rules, table, config)
	if err != nil {
		return err
	}
	if plan.Desk != "" {
		players = append(players, Player{adjudicator.GM, plan.Desk})
	}
	players = compared(players)
	if err := d.free(ctx, plan.Name, players); err != nil {
		return err
	}
	err = d.create(ctx, now, plan.Name, func(s *step) error {
		s.g = &game{Name: plan.Name, Rules: plan.Rules, Options: config.Options, Secret: plan.Secret, State: running, Clock: plan.Clock, Trust: plan.Trust, PressRules: plan.Press, Missing: plan.Missing}
		for _, who := range players {
			s.g.Seats = append(s.g.Seats, &seat{Name: who.Seat, Address: who.Address})
		}
		s.act("new "+plan.Name, plan.Rules)
		s.begins = true
		s.begin(p)
		s.news = table.News()
		return s.advance()
	})
	if err == nil && d.Dry {
		d.Effect.undrawn(plan.Players)
	}
	return err
}

// undrawn has the effect of a dry run not tell what the lot has given to players who ask for no seat: when it is done, the
// secret is another one.
func (e *Effect) undrawn(players []Player) {
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
	note := "All luck of the game is drawn when it is done, so what hangs on it in these letters, such as the SHA-256, will be different then."
	if len(lots) > 0 {
		note = "The lot for seats and all other luck of the game are drawn when it is done, so what hangs on them in these letters, such as the SHA-256, will be different then."
	}
	e.Notes = append(e.Notes, note)
}

// planned checks all of a plan but its players, and fills in what it leaves open.
func (d *Desk) planned(plan *Plan) (*adjudicator.Rules, error) {
	plan.Name = strings.ToLower(plan.Name)
	if !IsGame(plan.Name) {
		return nil, refusal.New("%q can't be a game's name; it is of letters, digits, - and _, up to 40.", plan.Name)
	}
	rules, err := d.rules(plan.Rules)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(d.checkClock(plan.Clock, plan.Rules), plan.Trust.Check()); err != nil {
		return nil, err
	}
	if len(d.Key) < letter.MinKey {
		return nil, errors.New("the game master has no key, so nobody's answers could be known; see gm.LoadKey")
	}
	if len(plan.Secret) < 16 {
		return nil, refusal.New("A game needs a secret of 16 random bytes or more, not of %d.", len(plan.Secret))
	}
	if plan.Press, err = pressRules(rules, plan.Press); err != nil {
		return nil, err
	}
	if plan.Desk == "" {
		plan.Desk = d.Master.Desk
	}
	if plan.Clock.Ends == "" {
		plan.Clock.Ends = endingOf(rules)
	}
	return rules, plan.Missing.check(rules.Blind, plan.Clock.Ends)
}

// endingOf is what ends the phases of a game unless its game master chooses.
func endingOf(rules *adjudicator.Rules) calendar.Ending {
	if rules.Blind {
		return calendar.AtDeadline
	}
	return calendar.WhenIn
}

// setUp is the opening position.
func setUp(rules *adjudicator.Rules, table *adjudicator.Table, c adjudicator.Config) (adjudicator.Position, adjudicator.Config, error) {
	c, err := rules.Configure(c)
	if err != nil {
		return nil, c, refusal.New("%s.", err)
	}
	var p adjudicator.Position
	stack, err := guarded(func() error { p, err = rules.Setup(table, c); return err })
	if stack != "" {
		return nil, c, fmt.Errorf("setting up %s: the rules failed: %s", rules.Name, stack)
	}
	if err != nil {
		return nil, c, refusal.New("%s.", err)
	}
	return p, c, nil
}

// free sees that a game's name is free and that letters can be sent to those who take part, and notes that they do.
func (d *Desk) free(ctx context.Context, name string, players []Player) error {
	for _, who := range players {
		if err := d.noAddress(who.Address); err != nil {
			return err
		}
	}
	if _, err := d.load(ctx, name); err == nil {
		return refusal.New("There is a game called %s already.", name)
	}
	return d.enterAll(ctx, name, players)
}

// compared are players with their addresses as these are compared.
func compared(players []Player) []Player {
	players = slices.Clone(players)
	for i, who := range players {
		players[i].Address = letter.Address(who.Address)
	}
	return players
}

// enterAll notes that players take part in a game, unless it is a dry run.
func (d *Desk) enterAll(ctx context.Context, name string, players []Player) error {
	for _, who := range players {
		if d.Dry {
			break
		}
		if err := d.enter(ctx, who.Address, name); err != nil {
			return err
		}
	}
	return nil
}

// seated gives players their seats: those they ask for, the others by lot. They come back in the order of
// the table.
func seated(table *adjudicator.Table, rules *adjudicator.Rules, pack []byte, players []Player) ([]Player, error) {
	switch n := len(players); {
	case rules.Min == len(rules.Seats) && n != rules.Min:
		return nil, refusal.New("%s is for %d players, not for %d.", rules.Title, rules.Min, n)
	case n < rules.Min || n > len(rules.Seats):
		return nil, refusal.New("%s is for %d to %d players, not for %d.", rules.Title, rules.Min, len(rules.Seats), n)
	}
	seats, err := rules.Chairs(len(players), pack)
	if err != nil {
		return nil, refusal.New("%s.", err)
	}
	free, out := slices.Clone(seats), slices.Clone(players)
	for _, p := range out {
		if !isAddress(p.Address) {
			return nil, refusal.New("%q is no mail address.", p.Address)
		}
		if p.Seat == "" {
			continue
		}
		i := slices.Index(free, p.Seat)
		switch {
		case !slices.Contains(seats, p.Seat):
			return nil, refusal.New("There is no seat %q to be had; there are %s.", p.Seat, listed(seats))
		case i < 0:
			return nil, refusal.New("%s is given to two players.", p.Seat)
		}
		free = slices.Delete(free, i, i+1)
	}
	table.Shuffle("seats", len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for i := range out {
		if out[i].Seat == "" {
			out[i].Seat, free = free[0], free[1:]
		}
	}
	slices.SortFunc(out, func(a, b Player) int {
		return slices.Index(rules.Seats, a.Seat) - slices.Index(rules.Seats, b.Seat)
	})
	return out, nil
}

// listed are names in a sentence: "Austria, England and Turkey".
func listed[S ~string](names []S) string { return adjudicator.Listed(names, "and") }

// ours reports whether an address is the one that letters to us go to, also with a plus in it.
func (m *Master) ours(addr string) bool {
	local, domain, _ := strings.Cut(letter.Address(addr), "@")
	own, ownDomain, _ := strings.Cut(letter.Address(m.Address), "@")
	if m.Plus {
		local, _, _ = strings.Cut(local, "+")
	}
	return local == own && domain == ownDomain
}

// noAddress refuses what is no address that somebody could be written to; nil if it is one.
func (m *Master) noAddress(addr string) error {
	if !isAddress(addr) {
		return refusal.New("%q is no mail address.", addr)
	}
	if m.ours(addr) {
		return refusal.New("%s is the address that this service itself reads and writes from, so its letters would come back to it. Give another address.", addr)
	}
	return nil
}

// isAddress reports whether text is a mail address as it stands in a letter's From.
func isAddress(text string) bool {
	a, err := mail.ParseAddress(text)
	return err == nil && letter.ASCII(text) && a.Name == "" && a.Address == text && store.CheckName(player(text)) == nil
}

// running refuses an act on a game that is not running.
func (s *step) running() error {
	switch s.g.State {
	case over:
		return refusal.New("%s is over.", s.name)
	case held:
		return refusal.New("%s is held: %s", s.name, s.g.Why)
	case forming:
		return refusal.New("%s has not begun: it takes players. gm start %s begins it.", s.name, s.name)
	}
	return nil
}

// Press sends press from the game master: at once, to the seats named, or to all for "ALL".
func (d *Desk) Press(ctx context.Context, now time.Time, name, to, text string) error {
	if strings.TrimSpace(text) == "" {
		return refusal.New("There is nothing to send.")
	}
	return d.act(ctx, now, name, func(s *step) error {
		if !s.g.begun() {
			return refusal.New("%s has not begun, so there is nobody to write to.", name)
		}
		p, err := s.g.addressed(to)
		if err != nil {
			return whom(err, s.name, s.g.names())
		}
		p.From, p.Text = string(adjudicator.GM), strings.TrimSpace(text)
		s.deliver(p)
		s.act("press "+name+" "+to, text)
		return nil
	})
}

// one is the seat that a game master names.
func (s *step) one(name string) (*seat, error) { return s.oneOf(name, s.g.names()) }

// oneOf is one, where there are those names to be had.
func (s *step) oneOf(name string, names []string) (*seat, error) {
	found, err := s.g.named(name)
	switch {
	case err != nil:
		return nil, whom(err, s.name, names)
	case len(found) > 1:
		return nil, refusal.New("Name one seat; these are %s.", listed(found))
	}
	return s.g.seat(found[0]), nil
}

// player is the seat that a game master names, which is a player's.
func (s *step) player(name string) (*seat, error) {
	var players []string
	for _, p := range s.g.players() {
		players = append(players, string(p))
	}
	who, err := s.oneOf(name, players)
	if err == nil && who.Name == adjudicator.GM {
		return nil, refusal.New("The game master is no player; %s has %s.", s.name, listed(players))
	}
	return who, err
}

const dateTime = "Monday 2 January 2006, 15:04 MST"

// Resolve resolves the turn now, with what is on file. The phase must be the one that the game is in,
// so that two game masters, or one in a hurry, don't resolve two; "" takes any.
func (d *Desk) Resolve(ctx context.Context, now time.Time, name, phase string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.running(); err != nil {
			return err
		}
		if err := s.inPhase(phase); err != nil {
			return err
		}
		if s.g.Paused != nil {
			return refusal.New("%s is paused. gm resume %s lets it go on; then it can be resolved.", name, name)
		}
		if d.stopped() {
			return refusal.New("The clock of the machine is not believed, so the next deadline would be wrong. gm inbox says more; gm clock --is-right says that it is right.")
		}
		if q := s.g.waitsForDesk(); q != nil {
			return refusal.New("%s waits for an answer of the %s (%s).", name, q.Seat, q.Kind)
		}
		s.act("resolve "+name, s.g.Phase, "rollback", name, s.g.Phase)
		return s.close()
	})
}

// Trusting sets what it takes to believe who wrote a letter of a game.
func (d *Desk) Trusting(ctx context.Context, now time.Time, name string, trust intake.Trust) error {
	if err := trust.Check(); err != nil {
		return err
	}
	return d.act(ctx, now, name, func(s *step) error {
		s.act("trust "+name, string(trust), "trust", name, string(cmp.Or(s.g.Trust, intake.TrustReply)))
		s.g.Trust = trust
		return nil
	})
}

// An Overview is how a game stands, for the game master.
type Overview struct {
	Name, Rules, State, Why, Phase string
	Deadline                       time.Time // zero: there is none now
	Paused                         time.Time `json:",omitzero"` // since when the game master has stopped the clock; zero: it runs
	Seats                          []SeatOverview
	Secret                         string // its hash, as told to the players
	Rulings                        []templates.Option
	Clock                          calendar.Clock
	Trust                          intake.Trust
	Missing                        Ladder
	Standbys                       []Standby       `json:",omitempty"`
	Observers                      []Observer      `json:",omitempty"` // who watch, or have asked to
	SignUp                         *SignUpOverview `json:",omitempty"` // while it is forming
	Waits                          int             `json:",omitzero"`  // how many things of it are in the game master's inbox
	Press                          []string        `json:",omitempty"` // what is chosen about press, as sentences, but for the default
}

// A SeatOverview is how a seat stands.
type SeatOverview struct {
	Name      adjudicator.Seat
	Address   string
	Also      string    `json:",omitempty"` // its player's second address
	Asking    string    `json:",omitempty"` // an address that is asked whether it is to be that
	Suspended time.Time `json:",omitzero"`  // since when letters to the address come back, so that none are sent; zero: they are
	Asked     bool
	In        bool // nothing has to be waited for
	Wait      bool
	Orders    string // on file
	Missing   []string
	Open      []string `json:",omitempty"` // of its player's letters, in their words: the turn waits for more about it
	Lateness
}

// Overview tells the game master how a game stands.
func (m *Master) Overview(ctx context.Context, name string) (Overview, error) {
	s, err := m.load(ctx, name)
	if err != nil {
		return Overview{}, err
	}
	return s.overview(func(addr string) (time.Time, error) { return m.suspended(ctx, addr) })
}

// overview tells how the step's game stands. suspended tells since when nothing is sent to an address, as Master.suspended does.
func (s *step) overview(suspended func(addr string) (time.Time, error)) (Overview, error) {
	o := Overview{Name: s.g.Name, Rules: s.g.Rules, State: string(s.g.State), Why: s.g.Why, Phase: s.g.Phase, Deadline: s.g.Deadline.In(s.g.Clock.Location()), Secret: s.g.hash(), Clock: s.g.Clock, Trust: cmp.Or(s.g.Trust, intake.TrustReply), Missing: s.g.Missing, Standbys: s.g.standbys(), Observers: s.g.observerOverviews(), Press: pressWords(s.g.PressRules), Waits: len(s.g.Inbox)}
	if s.g.Paused != nil {
		o.Paused = s.g.Paused.Since.In(s.g.Clock.Location())
	}
	if rules, err := s.m.rules(s.g.Rules); err == nil { // else the program no longer has them
		o.Rulings = rulings(rules, s.g.Options)
	}
	if s.g.State == forming {
		o.Why, o.SignUp = s.g.SignUp.Stalled, s.g.SignUp.overview(s.g.Clock.Location())
	}
	for _, seat := range s.g.Seats {
		so := SeatOverview{Name: seat.Name, Address: seat.Address, Also: seat.Also, Wait: seat.Wait, Lateness: seat.lateness()}
		if seat.asks(s.now) {
			so.Asking = seat.Asking.Address
		}
		var err error
		if so.Suspended, err = suspended(seat.Address); err != nil {
			return Overview{}, err
		}
		if q := s.g.question(seat, 0); q != nil {
			so.Asked, so.In, so.Orders, so.Missing = true, s.g.in(q), q.Answer, q.Missing
			for _, p := range q.Points {
				so.Open = append(so.Open, p.Quote)
			}
		}
		o.Seats = append(o.Seats, so)
	}
	return o, nil
}

// As returns what a seat knows now: as its letters say it, and its view as JSON.
func (m *Master) As(ctx context.Context, now time.Time, name string, as string) (text string, view []byte, err error) {
	return m.AsAt(ctx, now, name, as, "")
}

// AsAt returns what a seat knew when a phase had begun, before anybody had answered; "" is now.
func (m *Master) AsAt(ctx context.Context, now time.Time, name, as, phase string) (text string, view []byte, err error) {
	s, err := m.load(ctx, name)
	if err != nil {
		return "", nil, err
	}
	if s.now = now; !s.g.begun() {
		return "", nil, refusal.New("%s has not begun, so there is nothing to know yet.", name)
	}
	if err := s.goTo(phase); err != nil {
		return "", nil, err
	}
	who, err := s.knower(as)
	if err != nil {
		return "", nil, err
	}
	stack, err := guarded(func() error {
		p, _, err := s.replay()
		if err != nil {
			return err
		}
		page := s.page(p, who)
		words, err := m.Words.Letter("state", page)
		if err != nil {
			return fmt.Errorf("writing the state: %w", err)
		}
		text = words.Text
		view, err = json.MarshalIndent(page.View, "", "  ")
		return err
	})
	if stack != "" {
		return "", nil, refusal.New("The rules of %s fail: %s", name, firstLine(stack))
	}
	return text, view, err
}

// knower is a seat by its name. The game master and observers know something in every game, also when nobody sits there.
func (s *step) knower(name string) (*seat, error) {
	for _, always := range []adjudicator.Seat{adjudicator.GM, adjudicator.Observer} {
		if strings.EqualFold(name, string(always)) && s.g.seat(always) == nil {
			return &seat{Name: always}, nil
		}
	}
	names := s.g.names()
	for _, always := range []adjudicator.Seat{adjudicator.GM, adjudicator.Observer} {
		if s.g.seat(always) == nil {
			names = append(names, string(always))
		}
	}
	return s.oneOf(name, names)
}
