// Package robot plays the seats that robots have in the games of the service. A robot is handed the letter that a
// player in its seat would get, which is made of the seat's view and of nothing else. What it writes is filed as a
// player's orders are, and logged, so that nothing needs a robot to tell the game again.
//
// A robot answers in a step of its own, right after its seat was asked. The step files all that robots are asked or
// nothing, so no question is answered twice, whoever is killed meanwhile. Robots have no memory, write no press, and
// draw from random numbers of their own: they depend on the game's secret, the seat and the number of the question,
// none of which depends on what others do in secret.
package robot

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"deaddrop/adjudicator"
	"deaddrop/adjudicator/robots"
	"deaddrop/gm"
	"deaddrop/gm/game"
	"deaddrop/gm/play"
	"deaddrop/gm/writing"
	"deaddrop/parser"
	"deaddrop/templates"
)

// wholeGame is a number of game years after which robots vote for a draw of themselves: so high that they never do.
const wholeGame = 1000

// wording returns the program's own templates, which robots understand whatever wording a site has.
var wording = sync.OnceValues(func() (*templates.Set, error) { return templates.New() })

// Answer lets the robots of a game answer what they are asked, and plays the game on if nobody else is waited for.
func Answer(ctx context.Context, m *gm.Master, now time.Time, name string) error {
	words, err := wording()
	if err != nil {
		return fmt.Errorf("reading the templates for robots: %w", err)
	}
	return play.Do(ctx, m, now, name, nil, func(s *gm.Step) error {
		if s.Game == nil || len(s.Game.ForRobots()) == 0 {
			return gm.ErrNothing
		}
		title := m.RobotsOf(s.Game.Rules)
		if title == nil {
			return fmt.Errorf("%s: this program has no robots that play %s", name, s.Game.Rules)
		}
		p, err := s.View()
		if err != nil {
			return err
		}
		filed := false
		for _, q := range s.Game.ForRobots() {
			text := write(s, words, *title, p, q)
			filed = file(s, p.View(q.Seat), q, text) || filed
		}
		if !filed {
			return gm.ErrNothing
		}
		return play.GoOn(s)
	})
}

// write returns what a robot answers to a question, "" if it leaves the answer to the rules. A robot that fails must
// not stop the game, so it leaves the answer to the rules, too.
func write(s *gm.Step, words *templates.Set, title robots.Game, p adjudicator.Position, q *game.Question) string {
	seat := s.Game.Seat(q.Seat)
	page := writing.PageFor(s, p, seat)
	page.Ask = writing.AskFor(s, q, seat, page.View)
	text := ""
	stack, err := gm.Guarded(func() error {
		asks, err := words.Letter("turn", page)
		if err != nil {
			return err
		}
		if title.By != nil {
			title = title.By(p.View(q.Seat))
		}
		if orders, ok := title.New(string(q.Seat), luck(s, q), wholeGame).Answer(asks.Text); ok {
			text = strings.Join(parser.Read("", orders).Lines, "\n")
		}
		return nil
	})
	if failed(s, stack, err) {
		return ""
	}
	if title.Votes != nil {
		text = strings.TrimSpace(text + "\n" + title.Votes(s.Game.Phase, q.Kind))
	}
	return text
}

// failed reports, and logs, whether something that a robot did has failed.
func failed(s *gm.Step, stack string, err error) bool {
	if stack == "" && err == nil {
		return false
	}
	s.Master.Log.Error("a robot failed", "game", s.Name, "why", gm.TopFrame(stack), "error", err)
	return true
}

// luck returns the random numbers with which a robot answers a question.
func luck(s *gm.Step, q *game.Question) *rand.Rand {
	mac := hmac.New(sha256.New, s.Game.Luck(s.Game.Count).Secret)
	fmt.Fprintf(mac, "robot\x00%s\x00%d", q.Seat, q.Number)
	return rand.New(rand.NewChaCha8([sha256.Size]byte(mac.Sum(nil))))
}

// file puts on file what a robot has written for its seat, or else what the rules provide for players who send nothing.
// It reports whether the question is answered then.
func file(s *gm.Step, view adjudicator.View, q *game.Question, text string) bool {
	var read adjudicator.Reading
	stack, err := gm.Guarded(func() error { read = view.Read(q.Kind, q.Answer, text); return nil })
	if failed(s, stack, err) || read.Answer == "" {
		read = view.Read(q.Kind, "", q.Default)
	}
	if read.Answer == "" {
		return false
	}
	s.Write(gm.KindRobot, "", gm.RobotOrders{Seat: q.Seat, Kind: q.Kind, Number: q.Number, Text: text})
	if read.Answer != q.Answer {
		play.FileAnswer(s, q, view, read)
		s.Fill(q, read.Form)
	}
	q.Clear()
	q.Ahead, q.Heard = false, true
	s.Game.Seat(q.Seat).Ready = true
	return true
}
