package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deaddrop/adjudicator/robots"
	"deaddrop/gm/amount"
	"deaddrop/gm/files"
	"deaddrop/gm/letter"
	"deaddrop/gm/load"
	"deaddrop/gm/refusal"
	"deaddrop/gm/setup"
)

// loadOptions are the options of gm load.
type loadOptions struct {
	games     int
	titles    string
	store     string
	workers   int
	processes int
	seed      uint64
	turns     int
	years     int
	kill      time.Duration
	twice     bool
	draw      bool
	json      string
	tell      io.Writer // where progress is reported; nil for nowhere
}

func newLoad(d *console) *cobra.Command {
	o := loadOptions{}
	cmd := &cobra.Command{
		Use:   "load",
		Short: "Have robots play many games at once, and measure the load",
		Long: `load plays games between robots with no mail servers, on a clock of its own, as fast as the machine can:
robots read letters and answer them, and workers do what a service does, in processes of their own. It prints how many
turns and letters it managed a second, how long each kind of work took, and how much disk space the games take. The same
seed plays the same games.

The games are kept in a new file that is removed afterwards. With --store they are kept instead, in a file, or in a
database such as postgres://user@host/name, which must be empty. On a database several processes can work at once, and
with --kill one of them is killed again and again, which must not harm the games.

Maps are drawn only with --draw: that takes far longer than all the rest. With --json the figures are also written to a
file for gm model, which estimates what a site needs. When interrupted, it prints the figures so far but writes no file.
If it is killed, its games are left behind, in a directory deaddrop-load-… among the temporary files.

A turn is a phase that is played to the end. A report is a letter that tells how a game stands; in some titles the first
of them tells how it begins, so that with --turns 1 no turn is played there.`,
		Example: "  gm load --games 6 --turns 2\n  gm load --games 2 --titles deadman,decatur --turns 2 --workers " +
			"4 --json figures.json",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if d.master != nil {
				return errors.New("gm load can't run inside gm serve")
			}
			o.tell = cmd.ErrOrStderr()
			return o.run(cmd.Context(), cmd.OutOrStdout(), d.config, d.now)
		},
	}
	cmd.Flags().IntVar(&o.games, "games", 12, "the number of games played at once")
	cmd.Flags().StringVar(&o.titles, "titles", "all", "the titles, separated by commas")
	cmd.Flags().StringVar(&o.store, "store", "",
		"the file or database in which the games are kept (a new file, removed afterwards)")
	cmd.Flags().IntVar(&o.workers, "workers", 16, "the number of tasks done at once")
	cmd.Flags().IntVar(&o.processes, "processes", 1, "the number of processes; 0 for this one alone")
	cmd.Flags().Uint64Var(&o.seed, "seed", 1, "of all luck")
	cmd.Flags().IntVar(&o.turns, "turns", 0,
		"end each game after this many reports, including the first (0: when it ends by itself)")
	cmd.Flags().IntVar(&o.years, "years", 1, "game years after which robots vote for a draw (deadman, diplomacy)")
	cmd.Flags().DurationVar(&o.kill, "kill", 0, "kill one process at this interval, such as 1s (never)")
	cmd.Flags().BoolVar(&o.twice, "twice", false, "hand each letter to two workers at once, as two mail servers may")
	cmd.Flags().BoolVar(&o.draw, "draw", false, "draw maps, too")
	cmd.Flags().StringVar(&o.json, "json", "", "write the figures to this file, for gm model")
	cmd.AddCommand(newLoadWorker(d))
	return cmd
}

// check returns a refusal of options that are contradictory or out of range.
func (o loadOptions) check() error {
	switch {
	case o.games < 1 || o.games > maxLoad:
		return &refusal.Error{Text: fmt.Sprintf("gm load can't play %d games; give 1 to %d.", o.games, maxLoad)}
	case o.workers < 1 || o.workers > maxLoadWorkers, o.processes < 0 || o.processes > o.workers:
		return &refusal.Error{
			Text: fmt.Sprintf("%d workers in %d processes won't do: give 1 to %d workers, and no more processes than workers.",
				o.workers, o.processes, maxLoadWorkers),
		}
	case o.processes > 1 && !o.place().Shared():
		return &refusal.Error{
			Text: "Only one process can work on a file. Name a database: --store postgres://user@host/name.",
		}
	case o.kill > 0 && o.processes == 0:
		return &refusal.Error{Text: "This very process can't be killed. Give --processes 1, or more on a database."}
	case o.overwritesStore():
		return &refusal.Error{
			Text: o.json + " can't hold both the games and the figures. Give another file with --json.",
		}
	case o.kill < 0 || o.turns < 0 || o.years < 0:
		return &refusal.Error{Text: "--kill, --turns and --years can't be negative."}
	}
	return nil
}

const (
	maxLoad        = 100000
	maxLoadWorkers = 1000
)

// place returns where and how the games are stored and played.
func (o loadOptions) place() load.Place {
	return load.Place{Store: o.store, Seed: o.seed, Draw: o.draw}
}

// overwritesStore reports whether the figures would overwrite the file with the games.
func (o loadOptions) overwritesStore() bool {
	if o.json == "" || o.store == "" || o.place().Shared() {
		return false
	}
	return files.SamePlace(o.json, o.store) || files.Same(o.json, o.store)
}

// run plays the games and prints the figures.
func (o loadOptions) run(ctx context.Context, out io.Writer, config string, now func() time.Time) (err error) {
	if err := o.check(); err != nil {
		return err
	}
	if o.json != "" { // checked before the games are played
		if err := theFigures.MayWrite(o.json, config); err != nil {
			return err
		}
		if err := setup.Writable(filepath.Dir(o.json)); err != nil {
			return files.Unwritten(o.json, err)
		}
	}
	if o.store == "" {
		dir, failed := os.MkdirTemp("", "deaddrop-load-")
		if failed != nil {
			return failed
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
		o.store = filepath.Join(dir, "games.db")
	}
	figures, err := o.play(ctx, now, nil, nil)
	if ctx.Err() != nil && figures.Games > 0 {
		figures.Print(out)
		return interrupted(o.json)
	}
	if err != nil {
		return err
	}
	figures.Print(out)
	if o.json == "" {
		return nil
	}
	js, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return err
	}
	return theFigures.Write(o.json, config, append(js, '\n'))
}

// interrupted returns the error if the games were not played to their end; json is the file for the figures.
func interrupted(json string) error {
	text := "The load was interrupted."
	if json != "" {
		text += " No figures were written to " + json + ", as those of a part of the games say too little."
	}
	return &refusal.Error{Text: text}
}

// tellEvery is the interval of progress reports.
const tellEvery = 10 * time.Second

// progress returns a function that reports progress, or nil if nobody wants reports.
func (o loadOptions) progress() func(load.Progress) {
	if o.tell == nil {
		return nil
	}
	return func(p load.Progress) {
		fmt.Fprintf(o.tell, "after %s: %d of %s over, %s, %s in, %d out\n", p.Took.Truncate(time.Second), p.Over,
			amount.Count(p.Games, "game", "games"), amount.Count(p.Turns, "turn", "turns"),
			amount.Count(p.In, "letter", "letters"), p.Out)
	}
}

// play plays the games. hand may change letters in transit, and chronicle gets the chronicle of each game at the end;
// both may be nil.
func (o loadOptions) play(ctx context.Context, now func() time.Time, hand func(string,
	*letter.Letter) bool, chronicle func(game, text string) error) (load.Figures, error) {
	games, err := o.tables()
	if err != nil {
		return load.Figures{}, err
	}
	if err := o.place().Prepare(ctx); err != nil {
		return load.Figures{}, err
	}
	crew, err := o.crew(ctx, now)
	if err != nil {
		return load.Figures{}, err
	}
	f, err := load.Run(ctx, load.Options{
		Games: games, Crew: crew, Now: now, Turns: o.turns, Twice: o.twice, Kill: o.kill,
		Luck: robots.Luck(o.seed, "kills"), Hand: hand, Chronicle: chronicle, Tell: o.progress(), Every: tellEvery,
	})
	f.Date, f.Machine, f.Store = now().UTC().Format(time.DateOnly), fmt.Sprintf("%d processors, %s/%s",
		runtime.NumCPU(), runtime.GOOS, runtime.GOARCH), "PostgreSQL"
	f.Workers, f.Processes, f.Drawn = o.workers, o.processes, o.draw
	if !o.place().Shared() {
		f.Store = "bbolt"
		if at, err := os.Stat(o.store); err == nil {
			f.Size = int(at.Size())
		}
	}
	return f, err
}

// tables returns the games to be played.
func (o loadOptions) tables() ([]load.Game, error) {
	titles := robotGames()
	if o.titles != "all" && o.titles != "" {
		titles = nil
		for name := range strings.SplitSeq(o.titles, ",") {
			r, err := titleNamed(strings.TrimSpace(name))
			if err != nil {
				return nil, err
			}
			i := slices.IndexFunc(robotGames(), func(g robots.Game) bool { return g.Rules == r })
			if i < 0 {
				return nil, &refusal.Error{Text: fmt.Sprintf("No robot plays %s.", r.Name)}
			}
			titles = append(titles, robotGames()[i])
		}
	}
	for i := range titles { // robots need not look ahead: the service is measured, not their play
		titles[i] = titles[i].Plainly()
	}
	return load.Tables(o.games, titles, o.years, o.seed)
}

// crew starts the workers.
func (o loadOptions) crew(ctx context.Context, now func() time.Time) (load.Crew, error) {
	if o.processes == 0 {
		w, err := o.place().Worker(ctx, now, titles())
		if err != nil {
			return nil, err
		}
		return load.Here(w, o.workers), nil
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return load.NewChildren(o.processes, o.workers, func() *exec.Cmd {
		cmd := exec.CommandContext(ctx, exe, "load", "worker")
		cmd.Stderr = os.Stderr
		return cmd
	}, o.place())
}

// newLoadWorker returns the hidden command that gm load runs in its worker processes.
func newLoadWorker(d *console) *cobra.Command {
	return &cobra.Command{
		Use:    "worker",
		Short:  "Work for gm load",
		Long:   "worker is started by gm load, reports on standard output what is done, and ends with it.",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// an interrupt from the terminal is for gm load, which ends this process when it ends
			signal.Ignore(os.Interrupt)
			from := json.NewDecoder(cmd.InOrStdin())
			var place load.Place
			if err := from.Decode(&place); err != nil {
				return fmt.Errorf("gm load starts this itself: %w", err)
			}
			w, err := place.Worker(cmd.Context(), d.now, titles())
			if err != nil {
				return err
			}
			return errors.Join(load.Serve(cmd.Context(), from, cmd.OutOrStdout(), w), w.Close())
		},
	}
}
