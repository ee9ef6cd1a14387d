package load

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"deaddrop/adjudicator"
	"deaddrop/gm/letter"
	"deaddrop/parser"
)

// A conductor simulates the players and the clock.
type conductor struct {
	Options
	tables []*table
	seats  map[string]*sitting // players by address
	lag    time.Duration       // how far the clock has moved ahead within a round because of killed workers
	turn   atomic.Int64        // counter for assigning jobs to workers in turn

	mu      sync.Mutex // guards the fields below, and those of sittings and tables
	took    map[string][]time.Duration
	figures Figures
}

// A table is a game with its players.
type table struct {
	Game
	seats   []*sitting
	reports map[string]bool // headlines of received reports
	over    bool
}

// A sitting is a player at a seat, with their mail.
type sitting struct {
	Player
	table   *table
	seat    adjudicator.Seat
	address string
	had     map[string]uint64 // checksums of received letters, by Message-ID
	fresh   []Mail            // unread letters
	sent    int
}

func newConductor(o Options) *conductor {
	c := &conductor{Options: o, seats: map[string]*sitting{}, took: map[string][]time.Duration{}}
	c.figures.Games = len(o.Games)
	c.figures.Titles = map[string]*Title{}
	for _, g := range o.Games {
		t := &table{Game: g, reports: map[string]bool{}}
		for i, p := range g.Plan.Players {
			s := &sitting{Player: g.Players[i], table: t, seat: p.Seat, address: p.Address, had: map[string]uint64{}}
			t.seats = append(t.seats, s)
			c.seats[p.Address] = s
		}
		c.tables = append(c.tables, t)
		c.title(g.Plan.Rules).Games++
	}
	slices.SortFunc(c.tables, func(a, b *table) int { return strings.Compare(a.Plan.Name, b.Plan.Name) })
	return c
}

func (c *conductor) title(name string) *Title {
	if c.figures.Titles[name] == nil {
		c.figures.Titles[name] = &Title{}
	}
	return c.figures.Titles[name]
}

// each calls fn for all running games, as many at once as there are workers.
func (c *conductor) each(ctx context.Context, fn func(*table) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(c.Crew.Size())
	for _, t := range c.tables {
		if t.over {
			continue
		}
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return fn(t)
		})
	}
	return group.Wait()
}

// job has a worker do a job, and another one if the first is killed.
func (c *conductor) job(ctx context.Context, j Job) (Report, error) {
	for {
		r, err := c.Crew.Do(ctx, int(c.turn.Add(1))%c.Crew.Size(), j, c.take)
		if errors.Is(err, ErrKilled) {
			c.count(func() { c.figures.Redone++ })
			j.Again = true
			continue
		}
		c.note(r)
		return r, err
	}
}

// drain does everything that is due at a time: all workers work until they find nothing. Tasks that killed workers
// had taken are done after that.
func (c *conductor) drain(ctx context.Context, at time.Time) error {
	for c.lag = 0; ; c.lag += lagStep {
		var killed atomic.Bool
		group, ctx := errgroup.WithContext(ctx)
		for worker := range c.Crew.Size() {
			group.Go(func() error {
				for {
					r, err := c.Crew.Do(ctx, worker, Job{Do: DoWork, At: at.Add(c.lag)}, c.take)
					if errors.Is(err, ErrKilled) {
						killed.Store(true)
						continue
					}
					c.note(r)
					if err != nil || r.Tasks == 0 {
						return err
					}
				}
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		if !killed.Load() {
			return nil
		}
	}
}

// take receives a letter from a worker. It may come twice, under the same Message-ID, if the worker is killed.
func (c *conductor) take(m Mail) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.seats[m.To]
	if s == nil {
		return fmt.Errorf("letter %s is for %s, who plays nowhere", m.ID, m.To)
	}
	if !strings.Contains(m.Text, ": you are "+string(s.seat)+".\n") {
		return fmt.Errorf("letter %s is for %s, but not about that seat", m.ID, m.To)
	}
	h := fnv.New64a()
	h.Write([]byte(m.Subject + "\x00" + m.Text))
	if sum, copied := s.had[m.ID]; copied {
		c.figures.Copies++
		if sum != h.Sum64() {
			return fmt.Errorf("letter %s has come to %s twice, with another text", m.ID, m.To)
		}
		return nil
	}
	s.had[m.ID] = h.Sum64()
	s.fresh = append(s.fresh, m)
	title := c.title(s.table.Plan.Rules)
	title.Out++
	title.BytesOut += m.Size
	if m.Picture {
		c.figures.Pictures++
	}
	c.figures.Out++
	headline, _ := parser.Headline(m.Text)
	if _, news, _ := strings.Cut(headline, ": "); m.Report && !s.table.reports[news] {
		s.table.reports[news] = true
	}
	if strings.HasSuffix(headline, ": the game is over") {
		s.table.over = true
	}
	return nil
}

// answer makes the players answer their letters, those of one game one after another.
func (c *conductor) answer(ctx context.Context, at time.Time) error {
	return c.each(ctx, func(t *table) error {
		for _, s := range t.seats {
			fresh := s.fresh
			s.fresh = nil
			slices.SortStableFunc(fresh, func(a, b Mail) int { return a.number() - b.number() })
			for _, m := range fresh {
				text, writes := s.Reply(m.Text)
				if !writes {
					continue
				}
				l := s.letter(m, text, at)
				if c.Hand != nil && c.Hand(t.Plan.Name, &l) {
					continue
				}
				if err := c.hand(ctx, Job{Do: DoReceive, At: at, Letter: &l}); err != nil {
					return fmt.Errorf("%s: a letter of %s: %w", t.Plan.Name, s.seat, err)
				}
				c.count(func() {
					c.figures.In++
					c.title(t.Plan.Rules).In++
				})
			}
		}
		return nil
	})
}

// hand delivers a letter to a worker.
func (c *conductor) hand(ctx context.Context, j Job) error {
	group, ctx := errgroup.WithContext(ctx)
	again := 0
	if c.Twice {
		again = 1
	}
	for range 1 + again {
		group.Go(func() error {
			_, err := c.job(ctx, j)
			return err
		})
	}
	return group.Wait()
}

// letter returns an answer as a mail server would deliver it.
func (s *sitting) letter(to Mail, text string, at time.Time) letter.Letter {
	s.sent++
	detail := ""
	if local, _, ok := strings.Cut(to.ReplyTo, "@"); ok {
		_, detail, _ = strings.Cut(local, "+")
	}
	return letter.Letter{ID: fmt.Sprintf("%d.%s", s.sent, s.address), From: s.address, FromName: string(s.seat),
		Subject: "Re: " + to.Subject, Text: text, Date: at, InReplyTo: to.ID,
		References: append(slices.Clone(to.References), to.ID), Detail: detail}
}

// number returns the number of a letter to its seat, the fourth part of its Message-ID.
func (m Mail) number() int {
	parts := strings.Split(m.ID, ".")
	if len(parts) < 4 {
		return 0
	}
	n, err := strconv.Atoi(parts[3])
	if err != nil {
		return 0 // a letter of another kind
	}
	return n
}

// closeLong ends the games that have lasted for Turns reports.
func (c *conductor) closeLong(ctx context.Context, at time.Time) error {
	return c.each(ctx, func(t *table) error {
		if c.Turns == 0 || len(t.reports) < c.Turns {
			return nil
		}
		_, err := c.job(ctx, Job{Do: DoEnd, At: at, Game: t.Plan.Name})
		c.count(func() { t.over = err == nil })
		return err
	})
}

// chronicles passes the chronicle of each game to Options.Chronicle.
func (c *conductor) chronicles(ctx context.Context) error {
	for _, t := range c.tables {
		r, err := c.job(ctx, Job{Do: DoChronicle, Game: t.Plan.Name})
		if err == nil {
			err = c.Chronicle(t.Plan.Name, r.Text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unrest kills a worker at intervals until calm is called.
func (c *conductor) unrest(ctx context.Context) (calm func()) {
	mortal, ok := c.Crew.(Mortal)
	if !ok || c.Kill <= 0 {
		return func() {}
	}
	ctx, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		ticker := time.NewTicker(c.Kill)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if mortal.Kill(c.Luck) {
					c.count(func() { c.figures.Kills++ })
				}
			}
		}
	})
	return func() { stop(); all.Wait() }
}

// tell reports progress at intervals until silence is called.
func (c *conductor) tell(began time.Time) (silence func()) {
	if c.Tell == nil || c.Every <= 0 {
		return func() {}
	}
	over := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		ticker := time.NewTicker(c.Every)
		defer ticker.Stop()
		for {
			select {
			case <-over:
				return
			case <-ticker.C:
			}
			p := Progress{Took: c.Now().Sub(began)}
			c.count(func() {
				p.Games, p.Over, p.Turns, p.In, p.Out = len(c.tables), len(c.tables)-c.left(), c.figures.Turns,
					c.figures.In, c.figures.Out
			})
			c.Tell(p)
		}
	})
	return func() { close(over); all.Wait() }
}

func (c *conductor) count(fn func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fn()
}

// note adds the measurements of a job.
func (c *conductor) note(r Report) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for what, took := range r.Seen.Took {
		c.took[what] = append(c.took[what], took...)
	}
	c.figures.add(r.Seen, func(game string) *Title {
		i, ok := slices.BinarySearchFunc(c.tables, game, func(t *table, game string) int {
			return strings.Compare(t.Plan.Name, game)
		})
		if !ok {
			return nil
		}
		return c.title(c.tables[i].Plan.Rules)
	})
}

func (c *conductor) over() bool { return c.left() == 0 }

// left returns the number of running games.
func (c *conductor) left() int {
	n := 0
	for _, t := range c.tables {
		if !t.over {
			n++
		}
	}
	return n
}

func (c *conductor) anyLeft() string {
	i := slices.IndexFunc(c.tables, func(t *table) bool { return !t.over })
	return c.tables[i].Plan.Name + " (" + c.tables[i].Plan.Rules + ")"
}
