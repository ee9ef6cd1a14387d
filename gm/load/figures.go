package load

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// Figures are the measurements of a run. Durations are in seconds, sizes in bytes.
type Figures struct {
	Date    string `json:",omitempty"` // date of the run, such as 2030-12-24
	Machine string `json:",omitempty"` // description of the machine
	Store   string `json:",omitempty"` // store engine

	Games     int
	Left      int `json:",omitempty"` // number of games that were not over when the run was interrupted
	Workers   int
	Processes int // number of worker processes; 0 if there was only this process
	Wall      float64
	CPU       float64 // processor time of all workers, including killed ones; 0 if unknown
	Drawn     bool    `json:",omitempty"` // whether maps and films were drawn

	Turns     int // number of phases that were played
	In, Out   int // number of letters received and sent
	Pictures  int // number of letters sent with a map
	Settles   int // number of tasks that were done
	Copies    int // number of letters that were sent again, under the same Message-ID
	Kills     int
	Redone    int // number of jobs done again because their worker was killed
	Commits   int
	Conflicts int
	Entries   int
	Log       int // total size of all games' log entries
	Head      int // total final size of all games' heads
	Size      int `json:",omitempty"` // size of the store at the end; 0 if unknown

	Titles map[string]*Title
	Took   map[string]Quantiles

	heads map[string]int // bytes of each game's head, by game
}

// A Title holds the figures of one title.
type Title struct {
	Games, Turns, In, Out, Commits, Log, BytesOut int
}

// Quantiles describe a distribution of durations: half of them are at most P50, and so on.
type Quantiles struct {
	Count              int
	P50, P95, P99, Max float64
	Sum                float64
}

// quantiles sorts its argument.
func quantiles(took []time.Duration) Quantiles {
	if len(took) == 0 {
		return Quantiles{}
	}
	slices.Sort(took)
	at := func(part int) float64 { return took[min(len(took)*part/100, len(took)-1)].Seconds() }
	q := Quantiles{Count: len(took), P50: at(50), P95: at(95), P99: at(99), Max: took[len(took)-1].Seconds()}
	for _, d := range took {
		q.Sum += d.Seconds()
	}
	return q
}

// add adds the measurements of a job. title returns the figures of a game's title, nil for a record that is not a
// game.
func (f *Figures) add(s Seen, title func(game string) *Title) {
	f.Conflicts += s.Conflicts
	for game, g := range s.Games {
		f.Commits += g.Commits
		t := title(game)
		if t == nil {
			continue
		}
		f.Turns, f.Entries, f.Log = f.Turns+g.Turns, f.Entries+g.Entries, f.Log+g.Log
		t.Turns, t.Commits, t.Log = t.Turns+g.Turns, t.Commits+g.Commits, t.Log+g.Log
		if f.heads == nil {
			f.heads = map[string]int{}
		}
		f.heads[game] = cmp.Or(g.Head, f.heads[game])
	}
}

// sum computes the totals and quantiles at the end of a run.
func (f *Figures) sum(took map[string][]time.Duration) {
	f.Took = map[string]Quantiles{}
	for what, d := range took {
		f.Took[what] = quantiles(d)
	}
	f.Settles = f.Took["settle"].Count
	for _, n := range f.heads {
		f.Head += n
	}
}

// measures returns the names of the measures with their descriptions, in the order in which they are printed.
func measures() [][2]string {
	return [][2]string{
		{"receive", "a letter taken in and answered"},
		{"receive with turn", "one that ends a turn"},
		{"turn", "a turn played, with all its letters"},
		{"commit", "store: Commit"},
		{"take", "store: Take"},
		{"settle", "store: Settle"},
		{"draw", "a letter drawn and laid out"},
	}
}

// Print writes the figures for people.
func (f Figures) Print(w io.Writer) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	per := func(n int) string { return fmt.Sprintf("%.1f/s", float64(n)/max(f.Wall, 0.001)) }
	each := func(n, of int) string { return fmt.Sprintf("%.1f", float64(n)/float64(max(of, 1))) }
	p("%s on %s, %s in %s, %.1f s", many(f.Games, "game"), f.Store, many(f.Workers, "worker"),
		many(max(f.Processes, 1), "process"), f.Wall)
	if f.Left > 0 {
		p("It was interrupted: these are the figures so far, and %d of the games were not over.", f.Left)
	}
	p("")
	p("                    games   turns  letters in     out  a turn: in    out  commits           log")
	row := func(name string, t *Title) {
		p("  %-16s %6d  %6d  %10d  %6d  %10s %6s  %7s  %12s", name, t.Games, t.Turns, t.In, t.Out,
			each(t.In, t.Turns), each(t.Out, t.Turns), each(t.Commits, t.Turns), size(t.Log, t.Turns))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Titles)) {
		row(name, f.Titles[name])
	}
	row("all", &Title{Games: f.Games, Turns: f.Turns, In: f.In, Out: f.Out, Commits: f.Commits, Log: f.Log})
	p("  a second:                 %6s  %10s  %6s", per(f.Turns), per(f.In), per(f.Out))
	p("")
	p("                                               count   p50 ms   p95 ms   p99 ms   most ms")
	for _, m := range measures() {
		if q, ok := f.Took[m[0]]; ok {
			p("  %-42s %7d %8.2f %8.2f %8.2f %9.2f", m[1], q.Count, q.P50*1000, q.P95*1000, q.P99*1000, q.Max*1000)
		}
	}
	p("")
	p("  conflicts in the store %d; letters that came twice %d; workers killed %d, jobs done anew for it %d",
		f.Conflicts, f.Copies, f.Kills, f.Redone)
	if f.Kills > 0 {
		p("  what those who were killed had measured and not told yet is lost, so some turns, commits and times are " +
			"missing above")
	}
	p("  a game: %s of log, %s of head", size(f.Log, f.Games), size(f.Head, f.Games))
	if f.Size > 0 {
		p("  the store: %s, %s a game", size(f.Size, 1), size(f.Size, f.Games))
	}
	if f.CPU > 0 {
		p("  processors: %.1f s in all workers, %.1f ms a turn with its letters; that of a database server not counted",
			f.CPU, 1000*f.CPU/float64(max(f.Turns, 1)))
	}
	p("  A turn is a phase that was played to its end; a letter out is an answer, a report, a reminder or the like.")
	if !f.Drawn {
		p("  no map was drawn (--draw draws them); the service draws them when letters are sent")
	}
}

// many formats a number with a noun, in the singular or plural.
func many(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s"):
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// size formats the average size of things: bytes divided by their number.
func size(bytes, of int) string {
	b := float64(bytes) / float64(max(of, 1))
	switch {
	case b >= 999.5e6:
		return fmt.Sprintf("%.1f GB", b/1e9)
	case b >= 999.5e3:
		return fmt.Sprintf("%.1f MB", b/1e6)
	case b >= 9950:
		return fmt.Sprintf("%.0f KB", b/1e3)
	case b >= 1000:
		return fmt.Sprintf("%.1f KB", b/1e3)
	}
	return fmt.Sprintf("%.0f bytes", b)
}
