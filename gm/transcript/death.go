package transcript

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"deaddrop/gm/inspect"
)

// A Death is that of a game that can't go on, because its rules or templates failed. A game that its game master has
// paused, or that waits for players, is not dead.
type Death struct {
	Game    string
	Section string // in which it died, "clock 72h"
	Nth     int    // of the sections of that name
	Why     string // the fault: the panic's text, or the template's with its line and column
	Where   string // the lines of source code, if the log names them: "play.go:12 < table.go:90"
}

func (d *Death) Error() string {
	text := fmt.Sprintf("the game %s died in section -- %s --", d.Game, d.Section)
	if d.Nth > 1 {
		text += fmt.Sprintf(" (number %d of that name)", d.Nth)
	}
	text += ": " + d.Why
	if d.Where != "" {
		text += "\n\tat " + d.Where
	}
	return text
}

// recordDeaths looks which games stand still after a section, of those whose rules failed in it or earlier.
func (p *player) recordDeaths(section string) error {
	for _, f := range p.faults.take() {
		known := slices.ContainsFunc(p.dead, func(d *Death) bool { return d.Game == f.game })
		if !known {
			p.dead = append(p.dead, &Death{Game: f.game, Section: section, Nth: p.times[section], Where: f.where})
		}
	}
	var dead []*Death
	for _, d := range p.dead {
		o, err := inspect.OverviewOf(p.ctx, p.m, d.Game)
		if err != nil {
			return fmt.Errorf("looking whether %s goes on: %w", d.Game, err)
		}
		if !isHeld(o) {
			continue
		}
		d.Why = cmp.Or(d.Why, o.Why)
		d.Where = strings.TrimPrefix(d.Where, d.Why+" < ")
		dead = append(dead, d)
	}
	p.dead = dead
	return nil
}

// isHeld reports whether a game on which the program failed waits for its game master.
func isHeld(o inspect.Overview) bool {
	if o.SignUp != nil {
		return o.Why != ""
	}
	return o.State == "held"
}

// A fault is what the log tells of a game on which the program failed.
type fault struct{ game, where string }

// faults are kept until they are taken. Any number of goroutines may add some.
type faults struct {
	mu  sync.Mutex
	all []fault
}

func (f *faults) add(one fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, one)
}

func (f *faults) take() []fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := f.all
	f.all = nil
	return all
}

// An errorLog passes on what is logged, and keeps the errors of games.
type errorLog struct {
	slog.Handler
	saw *faults
}

// Enabled implements slog.Handler.
func (w *errorLog) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelError || w.Handler.Enabled(ctx, l)
}

// Handle implements slog.Handler.
func (w *errorLog) Handle(ctx context.Context, r slog.Record) error {
	var f fault
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case "game":
			f.game = a.Value.String()
		case "why":
			f.where = a.Value.String()
		}
		return true
	})
	if r.Level >= slog.LevelError && f.game != "" {
		w.saw.add(f)
	}
	if !w.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return w.Handler.Handle(ctx, r)
}
