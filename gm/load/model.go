package load

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
)

// Measured is what a turn of a game needed in a measurement. A turn includes everything up to the end of a phase:
// incoming letters, their answers, the resolution, and the reports.
type Measured struct {
	What    string // what was played: a title, or several
	From    string // the file of a run; "" for a built-in measurement
	MapFrom string // when and where the cost of a map was measured; "" if in the same run
	Date    string // date of the measurement, such as 2030-12-24
	Machine string // machine of the measurement

	In, Out  float64 // letters per turn, incoming and outgoing
	Pictures float64 // outgoing letters per turn that have a map
	Writes   float64 // changes of the store per turn: commits and settled tasks
	Log      float64 // bytes per turn in the game's log, as stored
	Head     float64 // bytes that a game takes besides its log, at its end

	PlayCPU   float64 // seconds to play a turn and to write its letters
	LetterCPU float64 // seconds to take in a letter and to answer it
	MapCPU    float64 // seconds to draw the map of a letter
}

// Measured converts the figures of a run for use in a model. If the run drew no maps, their cost is taken from other.
func (f Figures) Measured(other Measured) (Measured, error) {
	nothing := min(f.Turns, f.In, f.Out, f.Games) == 0
	if nothing || f.CPU == 0 {
		return Measured{},
			fmt.Errorf("in that run no turns were played, or by no processes of their own, so nothing is known of " +
				"what they need")
	}
	if f.Kills > 0 {
		return Measured{},
			errors.New("in that run workers were killed, and what those had measured is lost; gm load without --kill " +
				"tells all")
	}
	turns := float64(f.Turns)
	m := Measured{What: f.what(), Date: f.Date, Machine: f.Machine, In: float64(f.In) / turns,
		Out: float64(f.Out) / turns, Pictures: float64(f.Pictures) / float64(f.Out),
		Writes: float64(f.Commits+f.Settles) / turns, Log: float64(f.Log) / turns,
		Head: float64(f.Head) / float64(f.Games), MapCPU: other.MapCPU, MapFrom: other.Date + ", " + other.Machine}
	all, last := f.Took["receive"], f.Took["receive with turn"]
	// mean duration for a letter that does not end a turn
	letter := (all.Sum - last.Sum) / float64(max(all.Count-last.Count, 1))
	play, letters, maps := max(f.Took["turn"].Sum-letter*float64(last.Count), 0), letter*float64(all.Count),
		f.Took["draw"].Sum
	// with more workers than processors, everything takes longer than its processor time
	share := f.CPU / (play + letters + maps)
	m.PlayCPU, m.LetterCPU = share*play/turns, share*letters/float64(f.In)
	if f.Drawn && f.Pictures > 0 {
		m.MapCPU, m.MapFrom = share*maps/float64(f.Pictures), ""
	}
	return m, nil
}

// A Site holds the assumptions about a site.
type Site struct {
	Games  int
	Days   float64 // days from one turn of a game to the next
	Length float64 // number of turns in a game; a running game is assumed to be half over
	// fraction of the letters with a map whose map is really drawn, since some players want none; 1 for all
	Maps     float64
	Archive  float64 // size of a finished game in the archive, relative to its log
	Database float64 // bytes in a database per byte of the log, with indexes
	Peak     float64 // hours within which all turns of a day end, in the worst case
	Cores    int     // processors per machine
	Busy     float64 // how much of a machine may be used at the peak, from 0 to 1
	MailCPU  float64 // seconds to fetch a letter from or pass it to a mail server, besides the game master's own work

	Bolt, Postgres float64 // writes per second that one machine can do
	WriteCPU       float64 // seconds of a database server's processor time per write
	Backup         float64 // size of a file in bytes above which its backups and restarts take too long
}

// A Need is the estimate of what a site needs. Rates are averages per second, unless noted otherwise.
type Need struct {
	Turns    float64
	InDaily  float64 // letters per day
	OutDaily float64
	Writes   float64
	// processors busy with the games and their letters, with mail servers, and with maps
	Play, Mail, Map float64
	Database        float64 // processors busy in the database server
	Yearly          float64 // bytes of logs per year
	Archived        float64 // bytes in the archive per year
	Active          float64 // bytes in the store for the running games

	PeakTurns, PeakWrites, PeakCores, PeakOut float64
	Engine                                    string
	Machines                                  int // machines that run workers
	// database servers, each with a standby; 0 if the games are in a file
	Databases int
	TooMuch   bool // whether the load is too much for one database
}

const dayLength = 24 * time.Hour

// Need estimates what a site needs.
func (s Site) Need(m Measured) Need {
	day := dayLength.Seconds()
	turns := float64(s.Games) / s.Days / day
	n := Need{Turns: turns, InDaily: turns * m.In * day, OutDaily: turns * m.Out * day, Writes: turns * m.Writes}
	n.Play = turns * (m.PlayCPU + m.In*m.LetterCPU)
	n.Mail = turns * (m.In + m.Out) * s.MailCPU
	n.Map = turns * m.Out * m.Pictures * s.Maps * m.MapCPU
	n.Database = n.Writes * s.WriteCPU
	n.Yearly = turns * day * 365 * m.Log
	n.Archived = n.Yearly * s.Archive
	n.Active = float64(s.Games) * (m.Log*s.Length/2 + m.Head) * s.Database

	rise := 24 / s.Peak
	n.PeakTurns, n.PeakWrites, n.PeakOut = turns*rise, n.Writes*rise, turns*m.Out*rise
	n.PeakCores = (n.Play + n.Mail + n.Map) * rise
	n.Machines = max(1, int(math.Ceil(n.PeakCores/(float64(s.Cores)*s.Busy))))
	if n.Machines == 1 && n.PeakWrites <= s.Bolt*s.Busy && n.Active <= s.Backup {
		n.Engine = "a file"
		return n
	}
	n.Engine, n.Machines = "PostgreSQL", max(2, n.Machines) // a second machine, because one may fail
	n.Databases, n.TooMuch = 1, n.PeakWrites > s.Postgres*s.Busy || n.Database*rise > float64(s.Cores)*s.Busy
	return n
}

// PrintModel writes what sites need, and the measurements and assumptions behind it. assumed lists the assumptions as
// pairs of value and meaning.
func PrintModel(w io.Writer, m Measured, sites []Site, assumed [][2]string) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	m.print(p)
	p("ASSUMED, also of what a file, a database and mail servers can do: each can be given otherwise")
	for _, a := range assumed {
		p("  %-11s %s", a[0], a[1])
	}
	p("")
	var needs []Need
	for _, s := range sites {
		needs = append(needs, s.Need(m))
	}
	printNeeds(p, sites, needs)
	p("")
	p("Machines that work run gm serve. On a database they are at least 2, also where one would do, so that one may " +
		"fail; the")
	p("database and its standby have machines of their own.")
	if slices.ContainsFunc(needs, func(n Need) bool { return n.TooMuch }) {
		p("Too much for 1 is more than one PostgreSQL can do. A site has one: make several sites then, each with " +
			"an address of its")
		p("own, and ask for each.")
	}
}

// print writes what was measured.
func (m Measured) print(p func(format string, args ...any)) {
	if m.From == "" {
		p("BUILT IN, as it was measured once, not here: %s, %s, %s", m.What, m.Date, m.Machine)
	} else {
		p("MEASURED, in %s: %s, %s, %s", m.From, m.What, m.Date, m.Machine)
	}
	p("  a turn: %.1f letters in, %.1f out, %.1f writes, %.0f KB of log", m.In, m.Out, m.Writes, m.Log/1000)
	p("  processors: %.1f ms to play a turn and write its letters, %.1f ms a letter in; %.0f%% of the letters "+
		"have a map", m.PlayCPU*1000, m.LetterCPU*1000, m.Pictures*100)
	if m.From != "" && m.MapFrom != "" {
		p("BUILT IN, as no map was drawn in that run (gm load --draw): %s", m.MapFrom)
	}
	p("  processors: %.1f ms a map", m.MapCPU*1000)
	p("")
}

// printNeeds writes what sites need, in a column for each.
func printNeeds(p func(format string, args ...any), sites []Site, needs []Need) {
	row := func(what string, value func(Site, Need) string) {
		var b strings.Builder
		for i, n := range needs {
			fmt.Fprintf(&b, " %15s", value(sites[i], n))
		}
		p("%-34s%s", what, b.String())
	}
	number := func(of func(Need) float64) func(Site, Need) string {
		return func(_ Site, n Need) string { return short(of(n)) }
	}
	row("GAMES", func(s Site, _ Need) string { return fmt.Sprint(s.Games) })
	row("turns a second", number(func(n Need) float64 { return n.Turns }))
	row("letters in a day", number(func(n Need) float64 { return n.InDaily }))
	row("letters out a day", number(func(n Need) float64 { return n.OutDaily }))
	row("writes a second", number(func(n Need) float64 { return n.Writes }))
	row("busy processors: games, letters", number(func(n Need) float64 { return n.Play }))
	row("  mail", number(func(n Need) float64 { return n.Mail }))
	row("  maps", number(func(n Need) float64 { return n.Map }))
	row("  database", number(func(n Need) float64 { return n.Database }))
	row("new a year, GB", number(func(n Need) float64 { return n.Yearly / 1e9 }))
	row("  in the archive, GB", number(func(n Need) float64 { return n.Archived / 1e9 }))
	row("in the store, GB", number(func(n Need) float64 { return n.Active / 1e9 }))
	row("AT THE PEAK: turns a second", number(func(n Need) float64 { return n.PeakTurns }))
	row("  letters out a second", number(func(n Need) float64 { return n.PeakOut }))
	row("  writes a second", number(func(n Need) float64 { return n.PeakWrites }))
	row("  busy processors, no database", number(func(n Need) float64 { return n.PeakCores }))
	row("the games are in", func(_ Site, n Need) string { return n.Engine })
	row("machines that work", func(_ Site, n Need) string { return fmt.Sprint(n.Machines) })
	row("databases, each with a standby", func(_ Site, n Need) string {
		switch {
		case n.Databases == 0:
			return "-"
		case n.TooMuch:
			return "too much for 1"
		}
		return fmt.Sprint(n.Databases)
	})
}

// short formats a number with three significant digits.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.3g million", v/1e6)
	case v >= 1000:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// what describes the games that were played.
func (f Figures) what() string {
	if len(f.Titles) == 1 {
		for name := range f.Titles {
			return name
		}
	}
	return fmt.Sprintf("%d titles", len(f.Titles))
}

// Check returns the reason if an assumption is invalid, or "".
func (s Site) Check() string {
	positive := []float64{s.Days, s.Length, s.Peak, s.Busy, s.Database, s.Bolt, s.Postgres, float64(s.Cores)}
	for _, v := range slices.Concat(positive, []float64{s.Maps, s.Archive, s.MailCPU, s.WriteCPU, s.Backup}) {
		if !(math.Abs(v) <= mostAssumed) { // also false if v is NaN
			return "What is assumed must be numbers, and none of them endless."
		}
	}
	if slices.Min(positive) < leastAssumed {
		return fmt.Sprintf("Days, turns, hours, processors and what they can do must be more than 0, and at least %v.",
			leastAssumed)
	}
	if min(s.Maps, s.Archive, s.MailCPU, s.WriteCPU, s.Backup) < 0 {
		return "Nothing that is assumed can be negative."
	}
	if s.Maps > 1 {
		return "Maps are drawn for 100 percent of the letters that have one at most."
	}
	if s.Peak > 24 || s.Busy > 1 {
		return "A day has 24 hours, and a machine is in use by 100 percent at most."
	}
	return ""
}

// Limits of assumptions.
const (
	leastAssumed = 0.001
	mostAssumed  = 1e15
)

// Mean returns the average needs if equally many turns of each title are played.
func Mean(of []Measured) Measured {
	out := of[0]
	for _, m := range of[1:] {
		out.In, out.Out, out.Writes, out.Log, out.Head = out.In+m.In, out.Out+m.Out, out.Writes+m.Writes,
			out.Log+m.Log, out.Head+m.Head
		out.PlayCPU += m.PlayCPU
	}
	letters, maps, pictures := 0., 0., 0.
	for _, m := range of {
		letters += m.In * m.LetterCPU
		maps += m.Out * m.Pictures * m.MapCPU
		pictures += m.Out * m.Pictures
	}
	n := float64(len(of))
	if n == 1 {
		return out
	}
	out.What = fmt.Sprintf("as many turns of %d titles each", len(of))
	out.LetterCPU, out.Pictures = letters/out.In, pictures/out.Out
	if pictures > 0 {
		out.MapCPU = maps / pictures
	}
	out.In, out.Out, out.Writes, out.Log, out.Head, out.PlayCPU = out.In/n, out.Out/n, out.Writes/n,
		out.Log/n, out.Head/n, out.PlayCPU/n
	return out
}
