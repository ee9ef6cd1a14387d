package gm

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"deaddrop/gm/game"
	"deaddrop/gm/store"
)

// A Notice is something public of a game, for a chat or another program of a club. It has nothing out of letters, and
// nobody's address.
type Notice struct {
	ID       string    `json:"id"` // the same when it is sent again
	Event    Event     `json:"event"`
	Game     string    `json:"game"`
	Title    string    `json:"title"`
	Phase    string    `json:"phase,omitempty"` // that is played now
	Deadline time.Time `json:"deadline,omitzero"`
	At       time.Time `json:"at"`
	Text     string    `json:"text"` // all of that in a sentence or two
}

// An Event is what a notice is about.
type Event string

// The events.
const (
	EventTurn     Event = "turn"     // a report is out
	EventDeadline Event = "deadline" // the deadline was moved, or the clock stopped or started
	EventPlayers  Event = "players"  // the game looks for players
	EventOver     Event = "over"
)

// Notices is where notices go. Its methods may be called by several goroutines at once.
type Notices struct {
	Except []string                            // games of which there are none
	Post   func(context.Context, Notice) error // sends one

	mu     sync.Mutex
	inHand map[string]bool // tasks that are being done, by game and name
	all    sync.WaitGroup
}

// TaskNotice is what the names of tasks begin with that send a notice. The notice is in the task's body.
const TaskNotice = "notice/"

// Wants reports whether there are notices of a game. On nil there are none.
func (n *Notices) Wants(name string) bool {
	return n != nil && game.IsGame(name) && !slices.Contains(n.Except, name)
}

// maxInHand is how many notices are on their way at once.
const maxInHand = 4

// Go does a task beside the caller, unless it is being done or there are enough: then it reports false.
func (n *Notices) Go(task string, do func()) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.inHand[task] || len(n.inHand) >= maxInHand {
		return false
	}
	if n.inHand == nil {
		n.inHand = map[string]bool{}
	}
	n.inHand[task] = true
	n.all.Go(func() {
		do()
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.inHand, task)
	})
	return true
}

// Wait waits until nothing is on its way. On nil nothing is.
func (n *Notices) Wait() {
	if n != nil {
		n.all.Wait()
	}
}

// noticeGap is how much later a notice is due for each seat of a game, so that its time does not tell how many letters
// went out before it. It comes behind them all.
const noticeGap = 5 * time.Second

// Publish queues a notice of the game, if anybody wants it. Of a copy of a game there are none.
func (s *Step) Publish(n Notice) {
	if !s.Master.Notices.Wants(s.Name) || s.Game.Copy {
		return
	}
	s.Game.Noticed++
	n.ID, n.Game, n.At = fmt.Sprintf("%s/%d", s.Name, s.Game.Noticed), s.Name, s.Now.UTC()
	n.Title = s.Game.Rules
	if rules, err := s.Master.RulesOf(s.Game.Rules); err == nil {
		n.Title = rules.Title
	}
	n.Deadline = n.Deadline.UTC()
	n.Text = fmt.Sprintf("%s (%s): %s", s.Name, n.Title, n.Text)
	body, err := json.Marshal(n)
	if err != nil {
		panic(fmt.Sprintf("gm: a notice can't be saved: %v", err))
	}
	due := s.Now.Add(time.Duration(len(s.Game.Seats)+1) * noticeGap)
	s.Tasks = append(s.Tasks, store.Task{Name: fmt.Sprintf("%s%012d", TaskNotice, s.Game.Noticed), Due: due, Body: body})
}

// A NoticeTask is what the body of a task has that sends a notice.
type NoticeTask struct {
	Notice
	Failed int       `json:"failed,omitempty"` // attempts
	Since  time.Time `json:"since,omitzero"`   // when the first of them was
}

// IsNotice reports whether a task sends a notice.
func IsNotice(t store.Task) bool { return strings.HasPrefix(t.Name, TaskNotice) }
