package gm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/refusal"
	"deaddrop/parser"
	"deaddrop/templates"
)

// A standby is somebody who would take a seat over. He is written to at the address that the game master gave, and knows
// nothing of the game before he sits.
type standby struct {
	Address string
	Sent    int              // the number of the last letter to him
	Doubted int              `json:",omitempty"` // and of the last that asks whether a letter is his; 0: none does
	Seat    adjudicator.Seat `json:",omitempty"` // that he is offered; "": none
	Until   time.Time        `json:",omitzero"`  // when the offer goes on to the next
}

const (
	offerTime   = 48 * time.Hour
	maxStandbys = 50
)

func (b *standby) withdraw() { b.Seat, b.Until = "", time.Time{} }

// standby finds one by his address.
func (g *game) standby(addr string) *standby {
	for _, b := range g.Standbys {
		if b.Address == addr {
			return b
		}
	}
	return nil
}

// sits reports whether an address has a seat.
func (g *game) sits(addr string) bool {
	return slices.ContainsFunc(g.Seats, func(s *seat) bool { return s.of(addr) })
}

// wanting are the seats that a standby is looked for: nobody sits there, or it has been silent for too long.
func (g *game) wanting() []*seat {
	var out []*seat
	for _, s := range g.Seats {
		if s.Name != adjudicator.GM && (s.Address == "" || g.Missing.Standby > 0 && s.Silent >= g.Missing.Standby) {
			out = append(out, s)
		}
	}
	return out
}

// offered is the standby who is offered a seat; nil if nobody is.
func (g *game) offered(seat adjudicator.Seat) *standby {
	for _, b := range g.Standbys {
		if b.Seat == seat {
			return b
		}
	}
	return nil
}

// offers offers each seat that wants a player to the next standby who has no offer yet. Nobody else learns of it.
func (s *step) offers() error {
	if len(s.g.Standbys) == 0 {
		return nil
	}
	for _, seat := range s.g.wanting() {
		if s.g.State == over || s.g.offered(seat.Name) != nil {
			continue
		}
		i := slices.IndexFunc(s.g.Standbys, func(b *standby) bool { return b.Seat == "" })
		if i < 0 {
			continue
		}
		b := s.g.Standbys[i]
		b.Seat, b.Until = seat.Name, s.now.Add(offerTime)
		if err := s.writeTo(b, "offer", ""); err != nil {
			return err
		}
	}
	var next time.Time
	for _, b := range s.g.Standbys {
		if s.g.State != over && !b.Until.IsZero() && (next.IsZero() || b.Until.Before(next)) {
			next = b.Until
		}
	}
	s.task(taskOffer, next)
	return nil
}

// writeTo writes a letter to a standby. It says no more of the game than what its kind is, and until when he may answer.
func (s *step) writeTo(b *standby, kind, notice string) error {
	page := s.page(nil, &seat{})
	page.Phase, page.Seat, page.Options, page.Notice = "", "", nil, notice
	page.Deadline = b.Until.In(s.g.Clock.Location())
	rules, err := s.m.rules(s.g.Rules)
	if err != nil {
		return err
	}
	page.Receipt = &templates.Receipt{Doc: rules.Doc}
	words, err := s.m.Words.Letter(kind, page)
	if err != nil {
		return fmt.Errorf("writing to a standby: %w", err)
	}
	b.Sent = max(b.Sent+1, int(s.now.Unix())) // a number that was never used for him, and tells nothing of others
	t := letter.Token{Kind: letter.Offer, Game: s.name, Letter: b.Sent}.Signed(s.m.Key, intake.Standby(b.Address))
	s.out(letter.Letter{ID: s.m.id(t.Encrypted(s.m.Key)), ReplyTo: s.m.at(t), To: b.Address, Subject: words.Subject, Text: words.Text, HTML: words.HTML})
	return nil
}

// lapse passes on offers that nobody has answered in time. Whoever has not is a standby no more, so that nobody is
// written to for ever.
func (s *step) lapse() error {
	if s.g == nil || s.g.State == over {
		return errNothing
	}
	for _, b := range slices.Clone(s.g.Standbys) {
		if !b.Until.IsZero() && !s.now.Before(b.Until) {
			s.item("", Item{Seat: b.Seat, Why: b.Address + " has not answered the offer of this seat, and is no standby of the game any more. " + s.whoIsNext(b)})
			s.strike(b)
		}
	}
	return s.offers()
}

func (s *step) strike(b *standby) {
	s.g.Standbys = slices.DeleteFunc(s.g.Standbys, func(o *standby) bool { return o == b })
}

// whoIsNext says to the game master to whom an offer goes on.
func (s *step) whoIsNext(after *standby) string {
	for _, b := range s.g.Standbys {
		if b != after && b.Seat == "" {
			return b.Address + " is asked next."
		}
	}
	return "There is no standby left; gm standby " + s.name + " add ADDRESS puts one on the list, and gm seat gives the seat to somebody."
}

// answersOffer deals with a letter that answers one to a standby.
func (m *Master) answersOffer(ctx context.Context, now time.Time, l letter.Letter, in intake.Intent) (taking, error) {
	answer := false
	err := m.changePlayer(ctx, l.From, func(head *playerHead) bool { // two programs that answer each other would never end
		answer = head.Lost.take(now, 1, maxLost)
		return answer
	})
	if err != nil {
		return taking{}, err
	}
	if !answer {
		return taking{why: "It answers the offer of a seat. It was not answered, as others were before it."}, nil
	}
	says := in.Words.Verdict
	if says == parser.Yes {
		if err := m.enter(ctx, l.From, in.Game); err != nil {
			return taking{}, err
		}
	}
	return taking{game: in.Game, step: func(s *step) error { return s.answered(l, says, in.Token) }}, nil
}

// answered does what a standby says to an offer, or to being one.
func (s *step) answered(l letter.Letter, says parser.Verdict, t letter.Token) error {
	b := s.g.standby(l.From)
	if b == nil && says == "" || s.g.State == over {
		return s.notNow(l)
	}
	if b != nil {
		if why := s.doubts(l, t, b.Doubted); why != "" {
			return s.doubtStandby(l, b, why)
		}
		b.Doubted = 0
	}
	s.write(kindLetter, l.Key(), l)
	switch {
	case b == nil:
		return s.writeTo(&standby{Address: l.From}, "standby", "You are no standby of this game any more.")
	case says == "NO":
		seat := b.Seat
		s.item("", Item{Seat: seat, Why: b.Address + " does not want to be a standby of this game any more." + s.after(seat, b)})
		s.strike(b)
		if err := s.writeTo(b, "standby", "Thank you. You are no standby of this game any more."); err != nil {
			return err
		}
		return s.offers()
	case says == "" && b.Seat != "":
		return s.writeTo(b, "standby", "Please answer with the one word YES if you take the seat, or NO. Nothing else can be read from you before you have one.")
	case s.g.State == held:
		return s.writeTo(b, "standby", "The game waits for its game master just now. Please answer again in some days.")
	case b.Seat == "" && says == "YES":
		return s.writeTo(b, "standby", "No seat is to be had at the moment. You stay on the list, and are asked when there is one.")
	case b.Seat == "":
		return s.notNow(l)
	}
	who := s.g.seat(b.Seat)
	s.strike(b)
	was := who.Address
	if err := s.reseat(who, b.Address, "As nothing has come from you for some time, your seat in this game was given to a standby. Thank you for having played."); err != nil {
		return err
	}
	text := b.Address + " has taken this seat over."
	if was != "" {
		text = b.Address + " has taken this seat over from " + was + "."
	}
	s.item("", Item{Seat: who.Name, Why: text})
	return s.offers()
}

// doubtStandby puts a letter aside that answers one of ours to a standby, and may be another's. The standby is asked.
func (s *step) doubtStandby(l letter.Letter, b *standby, why string) error {
	if err := s.writeTo(b, "standby", doubted(why)); err != nil {
		return err
	}
	b.Doubted = b.Sent
	s.stray(l.HeldKey(), Item{Seat: b.Seat, Why: "It answers a letter to a standby. " + why, Letter: &l})
	return nil
}

// after says to the game master what becomes of the offer of a seat that was turned down.
func (s *step) after(seat adjudicator.Seat, b *standby) string {
	if seat == "" {
		return ""
	}
	return " This seat was offered to him. " + s.whoIsNext(b)
}

// notNow puts a letter aside that has nothing to say to an offer.
func (s *step) notNow(l letter.Letter) error {
	key := l.HeldKey()
	l.Shorten()
	s.stray(key, Item{Why: "It answers a letter to a standby, and says neither YES nor NO to anything.", Letter: &l})
	return nil
}

// What can be done with a game's list of addresses: of standbys, or of observers.
const (
	ListAdd    = "add"
	ListRemove = "remove"
	ListSet    = "set"
)

// Standby puts addresses on the list of those who would take a seat over in a game, takes them off it, or makes them the
// whole of it, in that order. Whoever comes onto it or leaves it is written to; a seat that wants a player is offered to the
// first at once.
func (d *Desk) Standby(ctx context.Context, now time.Time, name, verb string, addresses []string) error {
	addresses = letter.Addresses(addresses)
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.unfinished(); err != nil {
			return err
		}
		undo := []string{"standby", name, ListSet}
		for _, b := range s.g.Standbys {
			undo = append(undo, b.Address)
		}
		list, err := s.listed(verb, addresses)
		if err != nil {
			return err
		}
		was := s.g.Standbys
		s.g.Standbys = list
		for _, b := range was {
			if !slices.Contains(list, b) {
				b.withdraw()
				if err := s.writeTo(b, "standby", s.because("The game master has taken you off the list of standbys of this game.")); err != nil {
					return err
				}
			}
		}
		for _, b := range list {
			if slices.Contains(was, b) {
				continue
			}
			if err := s.writeTo(b, "standby", "The game master has put you on the list of those who would take a seat over in this game when a player is missing. You get a letter when there is one. If you would rather not, answer NO."); err != nil {
				return err
			}
		}
		s.act("standby "+name+" "+verb, strings.Join(addresses, " "), undo...)
		return s.offers()
	})
}

// listed is the list of standbys as it would be.
func (s *step) listed(verb string, addresses []string) ([]*standby, error) {
	list := slices.Clone(s.g.Standbys)
	if verb == ListSet {
		list = nil
	}
	for _, addr := range addresses {
		b := s.g.standby(addr)
		switch {
		case verb == ListRemove && b == nil:
			return nil, refusal.New("%s is no standby of %s; gm standby %s lists them.", addr, s.name, s.name)
		case verb == ListRemove:
			list = slices.DeleteFunc(list, func(o *standby) bool { return o == b })
			continue
		case s.m.noAddress(addr) != nil:
			return nil, s.m.noAddress(addr)
		case s.g.sits(addr):
			return nil, refusal.New("%s plays in %s already.", addr, s.name)
		case slices.ContainsFunc(list, func(o *standby) bool { return o.Address == addr }):
			return nil, refusal.New("%s is a standby of %s already.", addr, s.name)
		case len(list) >= maxStandbys:
			return nil, refusal.New("%s has %d standbys, which is all that there can be.", s.name, maxStandbys)
		}
		if b == nil {
			b = &standby{Address: addr}
		}
		list = append(list, b)
	}
	return list, nil
}

// Eject takes a seat from its player. It is offered to the standbys; until one takes it, or the game master gives it to
// somebody, it sends nothing, and the turn goes on with what the rules have for that. The other players are told nothing.
func (d *Desk) Eject(ctx context.Context, now time.Time, name, seat string) error {
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.unfinished(); err != nil {
			return err
		}
		who, err := s.player(seat)
		if err != nil {
			return err
		}
		if who.Address == "" {
			return refusal.New("Nobody sits in the seat of %s.", who.Name)
		}
		if err := s.farewell(who, s.because("The game master has taken your seat in this game. Thank you for having played."), nil); err != nil {
			return err
		}
		s.act("eject "+name, string(who.Name)+"="+who.Address, "seat", name, string(who.Name)+"="+who.Address)
		return s.vacate(who)
	})
}

// vacate leaves a seat without a player.
func (s *step) vacate(who *seat) error {
	for _, d := range who.Doubts {
		s.settle(d.Entry)
	}
	s.empty(who)
	who.Address = ""
	if err := s.offers(); err != nil {
		return err
	}
	if s.g.State == running {
		return s.goOn()
	}
	return nil
}

// empty forgets what a seat has of its player.
func (s *step) empty(who *seat) {
	who.Thread, who.Talks, who.Ready, who.Wait = "", nil, false, false
	who.Zone, who.Maps, who.Language = "", "", ""
	who.Doubts, who.Withheld, who.Unasked, who.Muted, who.Crossed = nil, 0, 0, nil, nil
	who.Pressed, who.Answered, who.Confirms, who.Held, who.Back = day{}, day{}, day{}, day{}, day{}
	who.Unproved, who.Bytes, who.Locked = day{}, day{}, false
	who.Also, who.Asking, who.Seconds = "", nil, day{}
	who.Away, who.Absences, who.Standing = nil, day{}, nil
	who.Wrote, who.Silent, who.Missed, who.Late, who.Resigns = time.Time{}, 0, 0, 0, time.Time{}
}

const resignTime = 7 * 24 * time.Hour // for which RESIGN waits for its YES

// resign does what RESIGN says. The seat is left when the letter has been answered.
func (in *incoming) resign(args string) {
	sure := strings.EqualFold(args, "YES")
	switch {
	case in.seat.Name == adjudicator.GM:
		in.note("A game master can't resign by mail.")
	case in.g.State == over:
		in.note("The game is over.")
	case !sure || in.seat.Resigns.IsZero() || in.now.Sub(in.seat.Resigns) > resignTime:
		in.seat.Resigns = in.now
		in.note("You have asked to leave the game. If you mean it, answer with a line RESIGN YES: then your seat is no longer yours, and nobody but the game master and who takes it over is told. If you do not, you need do nothing.")
	default:
		in.resigned = true
	}
}

// left leaves the seat of a player who has resigned.
func (in *incoming) left() error {
	in.item("", Item{Seat: in.seat.Name, Why: in.seat.Address + " has resigned. Until somebody takes the seat over, it sends nothing. " + in.whoIsNext(nil)})
	if desk := in.g.seat(adjudicator.GM); desk != nil {
		in.notice(desk, "desk", string(in.seat.Name)+" has resigned. gm inbox says more.", nil)
	}
	return in.vacate(in.seat)
}

// standbys are those of a game, for the game master.
func (g *game) standbys() []Standby {
	var out []Standby
	for _, b := range g.Standbys {
		out = append(out, Standby{b.Address, b.Seat, b.Until})
	}
	return out
}

// A Standby is somebody who would take a seat over, for the game master.
type Standby struct {
	Address string
	Seat    adjudicator.Seat `json:",omitempty"` // that he is offered
	Until   time.Time        `json:",omitzero"`
}
