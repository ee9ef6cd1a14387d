package load

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/desk"
	"deaddrop/gm/inspect"
	"deaddrop/gm/letter"
	"deaddrop/gm/reception"
	"deaddrop/gm/refusal"
	"deaddrop/gm/work"
)

// Kinds of jobs.
const (
	DoNew       = "new"       // begin a game
	DoReceive   = "receive"   // take a letter in
	DoWork      = "work"      // do a part of what is due
	DoEnd       = "end"       // end a game
	DoChronicle = "chronicle" // write the chronicle of a game
)

// A Job is a task for a worker at a simulated time.
type Job struct {
	Do     string
	At     time.Time
	Game   string         `json:",omitempty"`
	Plan   *desk.Plan     `json:",omitempty"`
	Letter *letter.Letter `json:",omitempty"`
	Again  bool           `json:",omitempty"` // whether another worker was killed during the job, and may have done it
}

// A Mail is the part of a letter that its simulated reader needs.
type Mail struct {
	ID, To, Subject, Text, ReplyTo string

	References []string `json:",omitempty"`
	// whether the letter reports the state of the game, rather than answering one
	Report  bool `json:",omitempty"`
	Picture bool `json:",omitempty"` // whether the letter has a map
	Size    int  // bytes of the letter's text, plain and as HTML
}

// A Report is the result of a job.
type Report struct {
	Tasks int    `json:",omitempty"` // number of tasks done
	Text  string `json:",omitempty"`
	Seen  Seen
}

// A Worker does jobs on a store. It is safe for concurrent use.
type Worker struct {
	master *gm.Master
	now    func() time.Time
	draw   func(letter.Letter)
}

// NewWorker returns a worker for a Master, whose LeaseTimeout must be [Retake] and whose Parallel must be 1; calls of
// its Store are measured from now on. draw, if not nil, is called with each letter that is sent.
func NewWorker(m *gm.Master, now func() time.Time, draw func(letter.Letter)) *Worker {
	m.Store = &meter{m.Store, now}
	return &Worker{m, now, draw}
}

// Close closes the store.
func (w *Worker) Close() error { return w.master.Store.Close() }

// Do does a job. take gets the letters that are sent.
func (w *Worker) Do(ctx context.Context, j Job, take func(Mail) error) (r Report, err error) {
	s := &span{mark: w.now()}
	began := s.mark
	ctx = context.WithValue(ctx, spanKey{}, s)
	switch j.Do {
	case DoNew:
		err = desk.At(w.master, gm.ActOptions{}).New(ctx, j.At, *j.Plan)
	case DoReceive:
		err = reception.Receive(ctx, w.master, j.At, *j.Letter)
		s.took("receive", w.now().Sub(began))
		s.turned("receive with turn", w.now().Sub(began))
	case DoWork:
		var astray error
		r.Tasks, err = work.Due(ctx, w.master, j.At, func(_ context.Context, l letter.Letter) error {
			if w.draw != nil {
				drawn := w.now()
				w.draw(l)
				s.took("draw", w.now().Sub(drawn))
			}
			failed := take(mailOf(l))
			s.since(w.now())
			astray = errors.Join(astray, failed)
			return failed
		})
		err = errors.Join(err, astray)
	case DoEnd:
		err = desk.At(w.master, gm.ActOptions{}).End(ctx, j.At, j.Game, false)
	case DoChronicle:
		var b strings.Builder
		err = inspect.Chronicle(ctx, w.master, j.Game, &b)
		r.Text = b.String()
	default:
		err = fmt.Errorf("a worker knows no %q", j.Do)
	}
	// the job was done by the worker that was killed
	if refused := (*refusal.Error)(nil); j.Again && errors.As(err, &refused) {
		err = nil
	}
	r.Seen = s.seen()
	return r, err
}

func mailOf(l letter.Letter) Mail {
	return Mail{ID: l.ID, To: l.To, Subject: l.Subject, Text: l.Text, ReplyTo: l.ReplyTo, References: l.References,
		Report: l.State, Picture: l.Picture != nil, Size: len(l.Text) + len(l.HTML)}
}
