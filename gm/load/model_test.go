package load

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// envelope returns a site as it was reckoned by hand before there was one: a phase in three days; of each 7 letters
// in, 14 out, 22 writes and 72.5 KB; 15 phases of each game that is on; archives of a third.
func envelope(games int) (Site, Measured) {
	return Site{Games: games, Days: 3, Length: 30, Maps: 1, Archive: 1. / 3, Database: 1, Peak: 24, Cores: 2, Busy: 0.5, Bolt: 390 * 22, Postgres: 158 * 22, WriteCPU: 0.007 / 22, Backup: 20e9},
		Measured{In: 7, Out: 14, Writes: 22, Log: 72.5e3}
}

func TestEnvelope(t *testing.T) {
	near := func(what string, games int, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 0.07*want { // by hand, two figures were enough
			t.Errorf("%d games: %s is %g, not %g", games, what, got, want)
		}
	}
	for _, c := range []struct {
		games                               int
		turns, writes, out, active, archive float64
		yearly                              float64
		engine                              string
	}{
		{1e2, 0.0004, 0.0085, 470, 0.11e9, 0.036e9, 0.88e9, "a file"},
		{1e4, 0.039, 0.85, 47e3, 11e9, 3.6e9, 88e9, "a file"},
		{1e5, 0.39, 8.5, 470e3, 109e9, 36e9, 0.88e12, "PostgreSQL"},
		{1e6, 3.9, 85, 4.7e6, 1.09e12, 0.36e12, 8.8e12, "PostgreSQL"},
		{1e7, 39, 850, 47e6, 10.9e12, 3.6e12, 88e12, "PostgreSQL"},
	} {
		s, m := envelope(c.games)
		n := s.Need(m)
		near("turns a second", c.games, n.Turns, c.turns)
		near("writes a second", c.games, n.Writes, c.writes)
		near("letters out a day", c.games, n.OutDaily, c.out)
		near("what is active", c.games, n.Active, c.active)
		near("the archive of what is active", c.games, n.Active*s.Archive, c.archive)
		near("what is new a year", c.games, n.Yearly, c.yearly)
		near("the archive of a year", c.games, n.Archived*3, c.yearly)
		if n.Engine != c.engine {
			t.Errorf("%d games are in %s", c.games, n.Engine)
		}
	}
	s, m := envelope(1e6)
	n := s.Need(m)
	near("databases", 1e6, float64(n.Databases), 1)
	near("processors of databases", 1e6, n.Database, 0.027)
	if s.Peak = 1; n.TooMuch || !s.Need(m).TooMuch { // 93 turns a second; one with half of its 158 does 79
		t.Errorf("for 333,000 turns in an hour one database is enough, or not for as many in a day")
	}
}

// Each processor that is needed for something shows, and at the peak, too.
func TestNeedOfProcessors(t *testing.T) {
	s, m := envelope(1e6)
	s.Peak, s.MailCPU, s.Maps, s.Cores = 6, 0.001, 0.5, 8
	m.PlayCPU, m.LetterCPU, m.MapCPU, m.Pictures = 0.010, 0.002, 0.050, 0.25
	n := s.Need(m)
	turns := 1e6 / 3 / 86400.
	for what, pair := range map[string][2]float64{
		"play":     {n.Play, turns * (0.010 + 7*0.002)},
		"mail":     {n.Mail, turns * 21 * 0.001},
		"maps":     {n.Map, turns * 14 * 0.25 * 0.5 * 0.050},
		"the peak": {n.PeakCores, 4 * (n.Play + n.Mail + n.Map)},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 {
			t.Errorf("%s takes %g, not %g", what, pair[0], pair[1])
		}
	}
	if want := 2; n.Machines != want {
		t.Errorf("%d machines, not %d", n.Machines, want)
	}
}

// The resources of a run are divided among what used them.
func TestMeasured(t *testing.T) {
	f := Figures{Games: 2, Turns: 10, In: 40, Out: 60, Pictures: 20, Commits: 50, Settles: 60, Log: 1000, Head: 100, CPU: 2, Drawn: true,
		Took: map[string]Quantiles{"receive": {Count: 40, Sum: 1}, "receive with turn": {Count: 5, Sum: 0.65}, "turn": {Count: 10, Sum: 1.05}, "draw": {Count: 60, Sum: 2.6}}}
	// A letter takes 0.35 s/35 = 10 ms, so all take 0.4 s, and the turns 1.05 s - 5 x 10 ms = 1 s: 4 s in all, for 2
	// s of processors.
	m, err := f.Measured(Measured{MapCPU: 77})
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]float64{"play": {m.PlayCPU, 0.05}, "letter": {m.LetterCPU, 0.005}, "map": {m.MapCPU, 0.065}, "writes": {m.Writes, 11}, "pictures": {m.Pictures, 1. / 3}} {
		if math.Abs(pair[0]-pair[1]) > 1e-9 {
			t.Errorf("%s is %g, not %g", what, pair[0], pair[1])
		}
	}
	f.Drawn, f.Took["draw"] = false, Quantiles{}
	if m, err = f.Measured(Measured{MapCPU: 77}); err != nil || m.MapCPU != 77 {
		t.Errorf("without maps it is %g, %v", m.MapCPU, err)
	}
	if m.MapFrom == "" {
		t.Error("it is not said that the cost of a map is not from that run")
	}
	f.Kills = 1
	if _, err := f.Measured(Measured{}); err == nil {
		t.Error("a run is taken of which those who were killed have told nothing")
	}
	f.Kills, f.CPU = 0, 0
	if _, err := f.Measured(Measured{}); err == nil {
		t.Error("a run of which nobody knows what it used is taken")
	}
}

func TestQuantiles(t *testing.T) {
	var took []time.Duration
	for i := range 200 {
		took = append(took, time.Duration(200-i)*time.Second)
	}
	q := quantiles(took)
	if q.P50 != 101 || q.P95 != 191 || q.P99 != 199 || q.Max != 200 || q.Sum != 20100 || q.Count != 200 {
		t.Errorf("%+v", q)
	}
}

func TestPrintModel(t *testing.T) {
	s, m := envelope(1e6)
	var b bytes.Buffer
	for _, wrong := range []func(*Site){
		func(s *Site) { s.Days = math.Inf(1) }, func(s *Site) { s.Days = math.NaN() }, func(s *Site) { s.Days = 0 }, func(s *Site) { s.Days = 1e-300 },
		func(s *Site) { s.Maps = 3 }, func(s *Site) { s.Backup = math.NaN() }, func(s *Site) { s.Archive = -1 }, func(s *Site) { s.Peak = 25 },
	} {
		other := s
		if wrong(&other); s.Check() != "" || other.Check() == "" {
			t.Errorf("%+v is taken", other)
		}
	}
	s.Peak = 1
	m.What, m.Date, m.Machine = "whist", "2030-12-24", "a machine"
	PrintModel(&b, m, []Site{s}, [][2]string{{"days", "3 of them"}})
	for _, want := range []string{"whist, 2030-12-24, a machine", "days        3 of them", "4.67 million", "PostgreSQL", "8821", "BUILT IN", "too much for 1", "more than one PostgreSQL can do", "so that one may fail"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, b.String())
		}
	}
}

func TestPrintFigures(t *testing.T) {
	for _, c := range []struct {
		bytes, of int
		want      string
	}{{0, 1, "0 bytes"}, {1500, 1, "1.5 KB"}, {182192, 1, "182 KB"}, {36e6, 2, "18.0 MB"}, {12345, 0, "12 KB"}, {9999999, 10, "1.0 MB"}, {3e9, 1, "3.0 GB"}} {
		if got := size(c.bytes, c.of); got != c.want {
			t.Errorf("%d of %d are %s, want %s", c.bytes, c.of, got, c.want)
		}
	}
	var b bytes.Buffer
	Figures{Games: 1, Workers: 16, Processes: 2}.Print(&b)
	if want := "1 game on , 16 workers in 2 processes, "; !strings.HasPrefix(b.String(), want) {
		t.Errorf("it begins %.60q", b.String())
	}
}

// Progress is reported now and then while something runs, and no longer when it has ended.
func TestTell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []Progress
		c := newConductor(Options{Now: time.Now, Every: 10 * time.Second, Tell: func(p Progress) { told = append(told, p) }})
		c.tables = []*table{{over: true}, {}}
		silence := c.tell(time.Now())
		c.count(func() { c.figures.Turns = 7 })
		time.Sleep(25 * time.Second)
		silence()
		time.Sleep(time.Minute)
		if want := (Progress{Took: 20 * time.Second, Games: 2, Over: 1, Turns: 7}); len(told) != 2 || told[1] != want {
			t.Errorf("told %+v", told)
		}
	})
}
