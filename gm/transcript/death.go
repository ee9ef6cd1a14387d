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

// A Death records that a game was stopped because its rules or templates failed.
type Death struct {
	Game    string
	Section string // the section of the transcript in which the game stopped, such as "clock 72h"
	Nth     int    // number of that section among those of the same name
	Why     string // the panic's text, or the template's error with line and column
	Where   string // source lines, if the log has them, such as "play.go:12 < table.go:90"
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

// recordDeaths records a Death for each game that is held after a section because the program failed.
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

// isHeld reports whether a game is held because of a failure of the program.
func isHeld(o inspect.Overview) bool {
	if o.SignUp != nil {
		return o.Why != ""
	}
	return o.State == "held"
}

// A fault is what the log says about a failure.
type fault struct{ game, where string }

// faults collects faults until they are taken. It is safe for concurrent use.
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

// An errorLog passes log entries on, and collects errors of games.
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
