package play

import (
	"fmt"
	"slices"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/intake"
	"deaddrop/gm/letter"
	"deaddrop/gm/writing"
	"deaddrop/templates"
)

const (
	MaxObservers       = 50 // largest number of observers per game
	MaxObserverAnswers = 10 // largest number of answers per day to an observer's letters
	unconfirmedAge     = 7 * 24 * time.Hour
)

// AdmitObserver adds an observer, who gets a letter at the end of the step. If the list is full, it drops somebody
// who never confirmed; ok is false if there is no room.
func AdmitObserver(s *gm.Step, addr string, sure bool) (*game.Observer, bool) {
	if s.Game.Gallery == nil {
		s.Game.Gallery = &game.Spectators{Read: len(s.Game.Press)}
	}
	s.SettleTopic(game.TopicOf(game.AboutWatching, addr))
	g := s.Game.Gallery
	g.Observers = slices.DeleteFunc(g.Observers, func(o *game.Observer) bool {
		return o.Confirmed.IsZero() && s.Now.Sub(o.At) > unconfirmedAge
	})
	o := s.Game.Observer(addr)
	if o == nil {
		if len(g.Observers) >= MaxObservers {
			return nil, false
		}
		o = &game.Observer{Address: addr, At: s.Now}
		o.Sent = int(s.Now.Unix()) // never used for them before, and reveals nothing about others
		g.Observers = append(g.Observers, o)
	}
	if sure && o.Confirmed.IsZero() {
		o.Confirmed = s.Now
	}
	return o, true
}

// StrikeObserver removes an observer.
func StrikeObserver(s *gm.Step, addr string) {
	s.SettleTopic(game.TopicOf(game.AboutWatching, addr))
	if s.Game.Gallery != nil {
		s.Game.Gallery.Observers = slices.DeleteFunc(s.Game.Gallery.Observers, func(o *game.Observer) bool {
			return o.Address == addr
		})
	}
}

// show writes a report to the observers, as to a seat without questions. Whether and when they get one depends only
// on public facts.
func show(s *gm.Step, p adjudicator.Position) error {
	g := s.Game.Gallery
	if g == nil {
		return nil
	}
	if len(s.Game.Watched()) == 0 {
		g.Read, g.Unheard = len(s.Game.Press), nil
		return nil
	}
	who := s.Game.Watcher()
	if s.Game.Aside() && !s.Game.Forgotten(who) {
		if g.Unheard == nil {
			from := s.NewsFrom
			g.Unheard = &from
		}
		return nil
	}
	events, err := Events(s, who)
	if err != nil {
		return err
	}
	press := press(s, who)
	g.Read, g.Unheard = who.Read, who.Unheard
	if len(events) == 0 && len(press) == 0 && s.Game.State != game.Over {
		return nil
	}
	toObservers(s, func() templates.Page {
		page := writing.PageFor(s, p, who)
		page.Events, page.Press = events, press
		page.Watch = &templates.Watch{Stage: templates.WatchReport}
		return page
	})
	return nil
}

// TellObservers sends a notice from the game master to the observers.
func TellObservers(s *gm.Step, p adjudicator.Position, notice string) {
	toObservers(s, func() templates.Page {
		page := writing.PageFor(s, p, &game.Seat{Name: adjudicator.Observer})
		page.Notice, page.Watch = notice, &templates.Watch{Stage: templates.WatchWord}
		return page
	})
}

// toObservers writes to each observer. The order of sending must not reveal how many players were written to before.
func toObservers(s *gm.Step, page func() templates.Page) {
	s.SendAfter = time.Duration(len(s.Game.Seats)) * reminderGap
	for _, o := range s.Game.Watched() {
		TellObserver(s, o, page(), nil)
	}
	s.SendAfter = 0
}

// TellObserver writes to a present, former or prospective observer. Answers to their letters are limited per day.
func TellObserver(s *gm.Step, o *game.Observer, page templates.Page, answer *letter.Letter) {
	if answer != nil && !o.Answered.Allow(s.Now, 1, MaxObserverAnswers) {
		return
	}
	page.Ask, page.Watch.Mail = nil, s.Game.PressRule("observe") == game.ObserveMail
	picture := writing.Illustrate(s, &game.Seat{Name: adjudicator.Observer}, "observer", &page)
	words, err := s.Master.Words.Letter("observer", page)
	if err != nil {
		panic(fmt.Sprintf("gm: writing to an observer of %s: %v", s.Name, err))
	}
	o.Sent++
	t := letter.Token{Kind: letter.Watch, Game: s.Game.Name, Letter: o.Sent}.Signed(s.Master.Key,
		intake.Observer(o.Address))
	l := letter.Letter{
		ID: s.Master.MessageID(t.Encrypted(s.Master.Key)), ReplyTo: s.Master.AddressOf(t),
		Return: s.Master.AddressOf(t), To: o.Address, Subject: words.Subject, Text: words.Text,
		HTML: words.HTML, Answer: answer != nil, Picture: picture,
	}
	letter.Thread{Root: o.Thread}.Refer(&l, answer)
	if o.Thread == "" {
		o.Thread = l.ID
	}
	s.Out(l)
}

// Observed returns the page that tells an observer their own state and, if they watch, that of the game.
func Observed(s *gm.Step, stage, notice string, notes ...string) (templates.Page, error) {
	var p adjudicator.Position
	if stage == templates.WatchIn && s.Game.State != game.Held {
		var err error
		if p, err = s.View(); err != nil {
			return templates.Page{}, err
		}
	}
	page := writing.PageFor(s, p, &game.Seat{Name: adjudicator.Observer})
	page.Notice, page.Watch = notice, &templates.Watch{Stage: stage, Notes: notes}
	if stage == templates.WatchIn {
		page.Options = game.Rulings(s.Title(), s.Game.Options)
	}
	return page, nil
}
