// Package meter counts what a service does, for an operator who watches it with Prometheus or a program of that kind.
// It is in charge of the names of the figures and of how they are written; what happens it is told, by the game master,
// by the store and by the service.
//
// No figure has the name of a game, a seat or an address, and there is none of a single game: in a blind game even when
// somebody writes is a secret of the players from each other. Whoever runs few games may still guess from the figures
// whose letter came, so they are for the operator alone.
package meter

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"

	"deaddrop/gm"
	"deaddrop/gm/letter"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
	"deaddrop/gm/store/metered"
)

// Ways are by which letters come in.
const (
	IMAP = "imap"
	LMTP = "lmtp"
)

// A Meter counts. It is the game master's gm.Meter. Its methods may be called by any number of goroutines at once.
type Meter struct {
	now      func() time.Time
	began    time.Time
	registry *prometheus.Registry
	received *prometheus.CounterVec
	tried    *prometheus.CounterVec
	turns    *prometheus.HistogramVec
	drawn    prometheus.Histogram
	calls    *prometheus.HistogramVec
	faults   *prometheus.CounterVec
	games    *prometheus.GaugeVec
	waits    prometheus.Gauge
	counted  prometheus.Gauge
	due      prometheus.Gauge
	oldest   prometheus.Gauge
	reached  *prometheus.GaugeVec
	looked   prometheus.Gauge
	unseen   prometheus.Gauge
	round    prometheus.Gauge
	believed prometheus.Gauge
	healthy  prometheus.Gauge
}

var _ gm.Meter = (*Meter)(nil)

// New is a meter that goes by a clock, for games of the given rules, and connections to the given servers, such as
// "imap". What it counts is there from the beginning, as zero, and what it looks up as not known.
func New(now func() time.Time, rules, servers []string) *Meter {
	m := &Meter{now: now, began: now(), registry: prometheus.NewRegistry()}
	m.received = m.counter("letters_received_total", "Letters that came in, by their way and what became of them.",
		"way", "fate")
	m.tried = m.counter("letters_tried_total", "Attempts to send a letter, by what came of them.", "outcome")
	m.turns = m.histogram("turn_seconds", "Turns that were resolved: how long it took, letters and disk included.",
		slow(), "rules")
	draws := m.histogram("draw_seconds", "Letters that were made into mails: how long it took to draw their maps.",
		slow())
	m.drawn = draws.WithLabelValues().(prometheus.Histogram)
	m.calls = m.histogram("store_seconds", "Calls of the store, by kind.", quick(), "call")
	m.faults = m.counter("store_errors_total", "Calls of the store that failed, by kind and error.", "call", "error")
	m.games = m.gauge("games", "Games by state, when they were last counted.", "state")
	m.waits = m.one("inbox_items", "What waits for game masters, when the games were last counted.")
	m.counted = m.one("games_counted_timestamp_seconds", "When the games were last counted.")
	m.due = m.one("tasks_due", "Letters and deadlines that should have been seen to by now, up to 10000.")
	m.oldest = m.one("tasks_due_oldest_seconds", "For how long the oldest of them has waited.")
	m.reached = m.gauge("server_reached", "Whether a mail server was reached when it was last tried.", "server")
	m.looked = m.one("mailbox_looked_timestamp_seconds",
		"When the last look through the mailbox began that saw all letters.")
	m.unseen = m.one("mailbox_unseen_seconds",
		"For how long the mailbox was not looked through: since the last look that saw all letters, or else since "+
			"the service began.")
	m.round = m.one("round_timestamp_seconds", "When the last round of work began.")
	m.believed = m.one("clock_believed", "0 while no turn is resolved because the clock can't be right.")
	m.healthy = m.one("healthy", "1 where /healthz says ok.")
	m.build()
	m.registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.zero(rules, servers)
	return m
}

// build sets the figure that names the program.
func (m *Meter) build() {
	info, _ := debug.ReadBuildInfo() // nil where there is none
	b := BuiltFrom(info)
	g := m.gauge("build_info", "Which program it is.", "version", "revision", "modified")
	known := func(s string) string { return cmp.Or(s, "unknown") }
	g.WithLabelValues(known(b.Version), known(b.Revision), known(b.Modified)).Set(1)
}

// zero sets all figures to zero whose labels are known beforehand.
func (m *Meter) zero(rules, servers []string) {
	for _, f := range letter.Fates() {
		m.received.WithLabelValues(IMAP, string(f))
		m.received.WithLabelValues(LMTP, string(f))
	}
	for _, o := range gm.Outcomes() {
		m.tried.WithLabelValues(string(o))
	}
	for _, r := range rules {
		m.turns.WithLabelValues(r)
	}
	for _, kind := range metered.Kinds() {
		m.calls.WithLabelValues(kind)
		for _, why := range []string{conflict, duplicate, other} {
			m.faults.WithLabelValues(kind, why)
		}
	}
	for _, state := range gm.States() {
		m.games.WithLabelValues(state).Set(math.NaN())
	}
	for _, server := range servers {
		m.reached.WithLabelValues(server).Set(math.NaN())
	}
}

// namespace is what the names of our figures begin with.
const namespace = "deaddrop"

func (m *Meter) counter(name, help string, labels ...string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
	m.registry.MustRegister(c)
	return c
}

func (m *Meter) gauge(name, help string, labels ...string) *prometheus.GaugeVec {
	g := prometheus.NewGaugeVec(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help}, labels)
	m.registry.MustRegister(g)
	return g
}

// one is a gauge without labels that is not set yet.
func (m *Meter) one(name, help string) prometheus.Gauge {
	g := m.gauge(name, help).WithLabelValues()
	g.Set(math.NaN())
	return g
}

func (m *Meter) histogram(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
	h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help,
		Buckets: bounds}, labels)
	m.registry.MustRegister(h)
	return h
}

// quick and slow are the upper bounds, in seconds, by which durations are counted: of what the store does, and of what
// the program thinks about.
func quick() []float64 {
	return []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 5}
}

func slow() []float64 {
	return []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
}

// Received implements gm.Meter.
func (m *Meter) Received(way string, f letter.Fate) { m.received.WithLabelValues(way, string(f)).Inc() }

// Tried implements gm.Meter.
func (m *Meter) Tried(o gm.Outcome) { m.tried.WithLabelValues(string(o)).Inc() }

// Turn implements gm.Meter.
func (m *Meter) Turn(rules string) (resolved func()) { return m.timed(m.turns.WithLabelValues(rules)) }

// Draw is called when a letter begins to be drawn: its maps, and its form as a mail. What it returns is called when
// that is done.
func (m *Meter) Draw() (drawn func()) { return m.timed(m.drawn) }

func (m *Meter) timed(h prometheus.Observer) (ended func()) {
	from := m.now()
	return func() { h.Observe(m.now().Sub(from).Seconds()) }
}

// The kinds of errors of a store that are told apart.
const (
	conflict  = "conflict"
	duplicate = "duplicate"
	other     = "other"
)

// Call is told of a call of the store; see metered.Tell.
func (m *Meter) Call(kind string, took time.Duration, err error) {
	m.calls.WithLabelValues(kind).Observe(took.Seconds())
	switch {
	case err == nil:
	case errors.Is(err, store.ErrConflict):
		m.faults.WithLabelValues(kind, conflict).Inc()
	case errors.Is(err, store.ErrDuplicate):
		m.faults.WithLabelValues(kind, duplicate).Inc()
	default:
		m.faults.WithLabelValues(kind, other).Inc()
	}
}

// Tallied notes how many games there were at a time.
func (m *Meter) Tallied(t site.Tally, at time.Time) {
	for _, state := range gm.States() {
		m.games.WithLabelValues(state).Set(float64(t.Games[state]))
	}
	m.waits.Set(float64(t.Waits))
	m.counted.Set(seconds(at))
}

// Reached notes whether a server was reached when it was last tried.
func (m *Meter) Reached(server string, ok bool) { m.reached.WithLabelValues(server).Set(truth(ok)) }

// A Standing is what is looked up when somebody asks for the figures. A time that is zero is not known.
type Standing struct {
	Due      int           // tasks that are due; below zero: not known
	Oldest   time.Duration // for how long the oldest of them has been
	Mailbox  bool          // there is one that is looked through
	Looked   time.Time     // when the last look through the mailbox began that was completed
	Round    time.Time     // when the last round of work began
	Believed bool          // the clock is
	Healthy  bool          // nothing is wrong, as /healthz says
}

// ContentType is what Write writes.
func ContentType() string { return string(expfmt.NewFormat(expfmt.TypeTextPlain)) }

// Write writes all figures in the text format of Prometheus. One that can't be had is left out, and told in the error.
func (m *Meter) Write(w io.Writer, s Standing) error {
	m.due.Set(math.NaN())
	m.oldest.Set(math.NaN())
	if s.Due >= 0 {
		m.due.Set(float64(s.Due))
		m.oldest.Set(s.Oldest.Seconds())
	}
	m.looked.Set(seconds(s.Looked))
	m.unseen.Set(math.NaN())
	if s.Mailbox {
		from := s.Looked
		if from.IsZero() {
			from = m.began
		}
		m.unseen.Set(max(0, m.now().Sub(from).Seconds()))
	}
	m.round.Set(seconds(s.Round))
	m.believed.Set(truth(s.Believed))
	m.healthy.Set(truth(s.Healthy))
	families, err := m.registry.Gather()
	for _, f := range families {
		if _, failed := expfmt.MetricFamilyToText(w, f); failed != nil {
			return fmt.Errorf("writing figures: %w", failed)
		}
	}
	return err
}

func seconds(at time.Time) float64 {
	if at.Unix() <= 0 {
		return math.NaN()
	}
	return float64(at.UnixMilli()) / 1000
}

func truth(ok bool) float64 {
	if ok {
		return 1
	}
	return 0
}
