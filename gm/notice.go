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

// A Notice is a public event of a game, for a chat or another program of a club. It contains nothing from letters and
// no addresses.
type Notice struct {
	ID       string    `json:"id"` // stays the same when the notice is sent again
	Event    Event     `json:"event"`
	Game     string    `json:"game"`
	Title    string    `json:"title"`
	Phase    string    `json:"phase,omitempty"` // the current phase
	Deadline time.Time `json:"deadline,omitzero"`
	At       time.Time `json:"at"`
	Text     string    `json:"text"` // the whole notice in a sentence or two
}

// An Event is the kind of event that a notice reports.
type Event string

// Kinds of events.
const (
	EventTurn     Event = "turn"     // a report was sent
	EventDeadline Event = "deadline" // the deadline was moved, or the clock stopped or started
	EventPlayers  Event = "players"  // the game looks for players
	EventOver     Event = "over"
	EventMail     Event = "mail" // belongs to no game: letters will be late
)

// Notices publishes notices. It is safe for concurrent use.
type Notices struct {
	Except []string                            // games that are excluded
	Post   func(context.Context, Notice) error // sends a notice

	mu     sync.Mutex
	inHand map[string]bool // keys of tasks that are being done
	all    sync.WaitGroup
}

// TaskNotice begins the names of tasks that send a notice. The notice is in the task's body.
const TaskNotice = "notice/"

// Wants reports whether notices are published for a game. It may be called on nil.
func (n *Notices) Wants(name string) bool {
	return n != nil && game.IsGame(name) && !slices.Contains(n.Except, name)
}

// maxInHand is the largest number of notices that are sent concurrently.
const maxInHand = 4

// Go runs a task in a goroutine. It returns false without running it if the same task is running, or if maxInHand
// tasks are.
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

// Wait waits until no task is running. It may be called on nil.
func (n *Notices) Wait() {
	if n != nil {
		n.all.Wait()
	}
}

// noticeGap is the time per seat of a game by which a notice is delayed. It is sent after all letters, so that its
// time does not reveal how many letters were sent.
const noticeGap = 5 * time.Second

// Publish queues a notice about the game, if notices are wanted and the game is not a copy.
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

// A NoticeTask is the body of a task that sends a notice.
type NoticeTask struct {
	Notice
	Failed int       `json:"failed,omitempty"` // number of failed attempts
	Since  time.Time `json:"since,omitzero"`   // time of the first failed attempt
}

// IsNotice reports whether a task sends a notice.
func IsNotice(t store.Task) bool { return strings.HasPrefix(t.Name, TaskNotice) }
