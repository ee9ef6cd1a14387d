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
	"deaddrop/templates"
)

// A gallery is from where a game is watched. It has no seat: what its observers get is what the rules say is public, and
// press to all, whoever they are. They are written to last, so that nobody's letter is sooner or later for them.
type gallery struct {
	Observers []*observer `json:",omitempty"`
	Read      int         `json:",omitempty"` // how many pieces of the press that waits they have got
	Unheard   *mark       `json:",omitempty"` // from where on they have yet to be told; nil: they have been told all
}

// An observer is somebody who watches a game, or has asked to.
type observer struct {
	Address   string
	At        time.Time // when he asked, or the game master let him in
	Confirmed time.Time `json:",omitzero"`  // when that was sure; zero: it is not
	Sent      int       `json:",omitempty"` // letters to him
	Thread    string    `json:",omitempty"` // Message-ID of the first
	Doubted   int       `json:",omitempty"` // the number of the last that asks whether a letter is his; 0: none does
	Answered  day       `json:",omitzero"`  // his letters that were answered
	Back      int       `json:",omitempty"` // letters to him that came back, with none from him since
	Noted     int       `json:",omitempty"` // letters to him when the last of them was noted
}

const (
	maxObservers       = 50 // of a game
	maxObserverAnswers = 10 // letters that one gets in a day for his own
	unconfirmedAge     = 7 * 24 * time.Hour
)

// Who may watch a game, as the values of the choice "observe" about press.
const (
	observeNo   = "no"
	observeDesk = "gm"
	observeMail = "mail"
)

// anew is a gallery at the beginning of a game.
func (g *gallery) anew() *gallery {
	if g == nil {
		return nil
	}
	return &gallery{Observers: g.Observers}
}

// brief is so much of a gallery as says who looks on.
func (g *gallery) brief() *gallery {
	if g == nil {
		return nil
	}
	out := &gallery{}
	for _, o := range g.Observers {
		out.Observers = append(out.Observers, &observer{Address: o.Address})
	}
	return out
}

// observer finds one by his address; nil if he is none.
func (g *game) observer(addr string) *observer {
	if g.Gallery == nil {
		return nil
	}
	for _, o := range g.Gallery.Observers {
		if o.Address == addr {
			return o
		}
	}
	return nil
}

// admitObserver puts somebody among the observers, who is written to at the end of the step. Whoever has asked and never confirmed
// makes room. It reports whether there is any.
func (s *step) admitObserver(addr string, sure bool) (*observer, bool) {
	if s.g.Gallery == nil {
		s.g.Gallery = &gallery{Read: len(s.g.Press)}
	}
	g := s.g.Gallery
	g.Observers = slices.DeleteFunc(g.Observers, func(o *observer) bool {
		return o.Confirmed.IsZero() && s.now.Sub(o.At) > unconfirmedAge
	})
	o := s.g.observer(addr)
	if o == nil {
		if len(g.Observers) >= maxObservers {
			return nil, false
		}
		o = &observer{Address: addr, At: s.now}
		o.Sent = int(s.now.Unix()) // a number that was never used for him, and tells nothing of others
		g.Observers = append(g.Observers, o)
	}
	if sure && o.Confirmed.IsZero() {
		o.Confirmed = s.now
	}
	return o, true
}

// strikeObserver has somebody watch no more.
func (s *step) strikeObserver(addr string) {
	if s.g.Gallery != nil {
		s.g.Gallery.Observers = slices.DeleteFunc(s.g.Gallery.Observers, func(o *observer) bool { return o.Address == addr })
	}
}

// watched are those who are written to: nobody where the game is not open to observers.
func (g *game) watched() []*observer {
	if g.Gallery == nil || g.pressRule("observe") == observeNo {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(g.Gallery.Observers), func(o *observer) bool { return o.Confirmed.IsZero() })
}

// watcher stands for all observers where a seat is wanted.
func (g *game) watcher() *seat {
	return &seat{Name: adjudicator.Observer, Read: g.Gallery.Read, Unheard: g.Gallery.Unheard}
}

// show writes to the observers what a report has for them: as to a seat of which nothing is asked. Whether they are written to
// hangs on what is public, and so does when.
func (s *step) show(p adjudicator.Position) error {
	g := s.g.Gallery
	if g == nil {
		return nil
	}
	if len(s.g.watched()) == 0 {
		g.Read, g.Unheard = len(s.g.Press), nil
		return nil
	}
	who := s.g.watcher()
	if s.g.aside() && !s.g.forgotten(who) {
		if g.Unheard == nil {
			from := s.from
			g.Unheard = &from
		}
		return nil
	}
	events, err := s.events(who)
	if err != nil {
		return err
	}
	press := s.press(who)
	g.Read, g.Unheard = who.Read, who.Unheard
	if len(events) == 0 && len(press) == 0 && s.g.State != over {
		return nil
	}
	s.toObservers(func() templates.Page {
		page := s.page(p, who)
		page.Events, page.Press = events, press
		page.Watch = &templates.Watch{Stage: templates.WatchReport}
		return page
	})
	return nil
}

// tellObservers has a word of the game master's for the observers.
func (s *step) tellObservers(p adjudicator.Position, notice string) {
	s.toObservers(func() templates.Page {
		page := s.page(p, &seat{Name: adjudicator.Observer})
		page.Notice, page.Watch = notice, &templates.Watch{Stage: templates.WatchWord}
		return page
	})
}

// toObservers writes to each observer. When they are written to must not tell how many others were before.
func (s *step) toObservers(page func() templates.Page) {
	s.wait = time.Duration(len(s.g.Seats)) * reminderGap
	for _, o := range s.g.watched() {
		s.tellObserver(o, page(), nil)
	}
	s.wait = 0
}

// tellObserver writes to an observer, or to somebody who was one or may become one. An answer to his own letter is only written
// so often in a day.
func (s *step) tellObserver(o *observer, page templates.Page, answer *letter.Letter) {
	if answer != nil && !o.Answered.take(s.now, 1, maxObserverAnswers) {
		return
	}
	page.Ask, page.Watch.Mail = nil, s.g.pressRule("observe") == observeMail
	picture := s.illustrate(&seat{Name: adjudicator.Observer}, "observer", &page)
	words, err := s.m.Words.Letter("observer", page)
	if err != nil {
		panic(fmt.Sprintf("gm: writing to an observer of %s: %v", s.name, err))
	}
	o.Sent++
	t := letter.Token{Kind: letter.Watch, Game: s.g.Name, Letter: o.Sent}.Signed(s.m.Key, intake.Observer(o.Address))
	l := letter.Letter{ID: s.m.id(t.Encrypted(s.m.Key)), ReplyTo: s.m.at(t), Return: s.m.at(t), To: o.Address, Subject: words.Subject, Text: words.Text, HTML: words.HTML, Answer: answer != nil, Picture: picture}
	letter.Thread{Root: o.Thread}.Refer(&l, answer)
	if o.Thread == "" {
		o.Thread = l.ID
	}
	s.out(l)
}

// observed is the letter to an observer that says how he stands, and if he watches, how the game does.
func (s *step) observed(stage, notice string, notes ...string) (templates.Page, error) {
	var p adjudicator.Position
	if stage == templates.WatchIn && s.g.State != held {
		var err error
		if p, err = s.view(); err != nil {
			return templates.Page{}, err
		}
	}
	page := s.page(p, &seat{Name: adjudicator.Observer})
	page.Notice, page.Watch = notice, &templates.Watch{Stage: stage, Notes: notes}
	if stage == templates.WatchIn {
		page.Options = rulings(s.title(), s.g.Options)
	}
	return page, nil
}

// cameBackFromObserver notes that a letter to an observer came back. After some he is written to no more. One that only names the
// letter counts for nothing where the letter had a secret address: whoever has it, as it was forwarded to them, can write so.
func (m *Master) cameBackFromObserver(l letter.Letter, t letter.Token) taking {
	if l.Report == nil || !l.Report.Failed || !noMailbox(l.Report) || t.Named {
		m.Log.Info("a machine answered a letter to an observer", "game", t.Game, "id", l.ID)
		return taking{}
	}
	return taking{game: t.Game, step: func(s *step) error {
		watch := s.g.observers()
		i := slices.IndexFunc(watch, func(o *observer) bool { return t.Letter <= o.Sent && t.Genuine(m.Key, intake.Observer(o.Address)) })
		if i < 0 || t.Letter <= watch[i].Noted { // as for players, each must be newer than the note of the one before
			return errNothing
		}
		o := watch[i]
		o.Noted = o.Sent
		s.write(kindLetter, l.Key(), l)
		if o.Back++; o.Back >= hardLimit {
			s.strikeObserver(o.Address)
			s.item("", Item{Why: o.Address + " watches this game no more: nobody gets mail there."})
		}
		return nil
	}}
}

// Observer lets addresses watch a game, takes them off the list of those who do, or makes them the whole of it. Whoever comes onto
// it or leaves it is written to; nobody else is.
func (d *Desk) Observer(ctx context.Context, now time.Time, name, verb string, addresses []string) error {
	addresses = letter.Addresses(addresses)
	return d.act(ctx, now, name, func(s *step) error {
		if err := s.unfinished(); err != nil {
			return err
		}
		if !s.g.begun() {
			return refusal.New("%s has not begun, so there is nothing to watch yet.", name)
		}
		undo := []string{"observer", name, ListSet}
		for _, o := range s.g.observers() {
			if !o.Confirmed.IsZero() {
				undo = append(undo, o.Address)
			}
		}
		if verb == ListSet {
			var err error
			if addresses, err = s.onlyObservers(addresses); err != nil {
				return err
			}
		}
		for _, addr := range addresses {
			if err := s.changeObserver(verb, addr); err != nil {
				return err
			}
		}
		s.act("observer "+name+" "+verb, strings.Join(addresses, " "), undo...)
		return nil
	})
}

// onlyObservers takes off the list who is not to be on it, and returns who is yet to come onto it.
func (s *step) onlyObservers(addresses []string) (more []string, err error) {
	for _, o := range s.g.observers() {
		if !slices.ContainsFunc(addresses, func(a string) bool { return a == o.Address }) {
			err = s.changeObserver(ListRemove, o.Address)
		}
		if err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(slices.Clone(addresses), func(a string) bool {
		o := s.g.observer(a)
		return o != nil && !o.Confirmed.IsZero()
	}), nil
}

// changeObserver lets somebody watch, or takes him off the list.
func (s *step) changeObserver(verb, addr string) error {
	o := s.g.observer(addr)
	switch {
	case verb == ListRemove && o == nil:
		return refusal.New("%s does not watch %s; gm observer %s lists who does.", addr, s.name, s.name)
	case verb == ListRemove:
		s.strikeObserver(addr)
		if o.Confirmed.IsZero() { // he was only asked
			return nil
		}
		page, err := s.observed(templates.WatchOut, s.because("The game master has taken you off the list of those who watch this game."))
		if err == nil {
			s.tellObserver(o, page, nil)
		}
		return err
	case s.g.pressRule("observe") == observeNo:
		return refusal.New("Nobody may watch %s. gm press-rules %s observe=gm has you let people in, observe=mail lets everybody; the players are told.", s.name, s.name)
	case s.m.noAddress(addr) != nil:
		return s.m.noAddress(addr)
	case s.g.sits(addr):
		return refusal.New("%s has a seat in %s, and so gets all that an observer gets.", addr, s.name)
	case o != nil && !o.Confirmed.IsZero():
		return refusal.New("%s watches %s already.", addr, s.name)
	}
	o, ok := s.admitObserver(addr, true)
	if !ok {
		return refusal.New("%s has %d observers, which is all that there can be.", s.name, maxObservers)
	}
	page, err := s.observed(templates.WatchIn, s.because("The game master lets you watch this game. If you would rather not, answer OBSERVE OFF."))
	if err == nil {
		s.tellObserver(o, page, nil)
	}
	return err
}

// observers are all who watch a game or have asked to.
func (g *game) observers() []*observer {
	if g.Gallery == nil {
		return nil
	}
	return slices.Clone(g.Gallery.Observers)
}

// An Observer is somebody who watches a game, for the game master.
type Observer struct {
	Address   string
	At        time.Time // when he asked, or was let in
	Confirmed time.Time `json:",omitzero"` // zero: he was asked whether he wants to, and has not answered
}

func (g *game) observerOverviews() []Observer {
	var out []Observer
	for _, o := range g.observers() {
		out = append(out, Observer{o.Address, o.At.In(g.Clock.Location()), o.Confirmed})
	}
	return out
}

// observerFacts are what a game master sees change of who watches.
func (g *game) observerFacts() []Fact {
	var out []Fact
	for _, o := range g.observers() {
		is := "watches"
		if o.Confirmed.IsZero() {
			is = "asked to watch, not confirmed"
		}
		out = append(out, Fact{Name: "observer " + o.Address, Is: is})
	}
	return out
}
