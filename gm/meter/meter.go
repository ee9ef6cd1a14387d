// Package meter counts what a service does, for Prometheus or a compatible program. It is in charge of the names and
// the format of the metrics; the game master, the store and the service report the events.
//
// No metric names a game, a seat or an address, and none is about a single game: in a blind game, even the time of a
// letter is secret from other players. With few games, metrics may still show whose letter came, so they are for the
// operator only.
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

// Ways by which letters arrive.
const (
	IMAP = "imap"
	LMTP = "lmtp"
)

// A Meter implements gm.Meter. It is safe for concurrent use.
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

// New returns a meter with a clock, for games of the given rules and connections to the given servers, such as
// "imap". Counters exist from the beginning, with zero; gauges that have to be looked up are unknown until then.
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

// build sets the metric that identifies the program.
func (m *Meter) build() {
	info, _ := debug.ReadBuildInfo() // nil if the program was built without build information
	b := BuiltFrom(info)
	g := m.gauge("build_info", "Which program it is.", "version", "revision", "modified")
	known := func(s string) string { return cmp.Or(s, "unknown") }
	g.WithLabelValues(known(b.Version), known(b.Revision), known(b.Modified)).Set(1)
}

// zero sets all metrics to zero whose labels are known in advance.
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

// namespace is the prefix of the metrics' names.
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

// one returns a gauge without labels, not set yet.
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

// quick and slow return the upper bounds of histogram buckets, in seconds: for calls of the store, and for work of
// the program.
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

// Draw is called when the drawing of a letter's map and its conversion to a mail begin; drawn must be called when
// they end.
func (m *Meter) Draw() (drawn func()) { return m.timed(m.drawn) }

func (m *Meter) timed(h prometheus.Observer) (ended func()) {
	from := m.now()
	return func() { h.Observe(m.now().Sub(from).Seconds()) }
}

// Kinds of errors of a store.
const (
	conflict  = "conflict"
	duplicate = "duplicate"
	other     = "other"
)

// Call counts a call of the store; see metered.Tell.
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

// Tallied records how many games there were at a time.
func (m *Meter) Tallied(t site.Tally, at time.Time) {
	for _, state := range gm.States() {
		m.games.WithLabelValues(state).Set(float64(t.Games[state]))
	}
	m.waits.Set(float64(t.Waits))
	m.counted.Set(seconds(at))
}

// Reached records whether the last attempt to reach a server succeeded.
func (m *Meter) Reached(server string, ok bool) { m.reached.WithLabelValues(server).Set(truth(ok)) }

// A Standing holds values that are looked up when metrics are requested. A zero time means that it is not known.
type Standing struct {
	Due      int           // number of due tasks; negative: not known
	Oldest   time.Duration // how long the oldest of them has been due
	Mailbox  bool          // whether a mailbox has to be read
	Looked   time.Time     // start of the last complete look through the mailbox
	Round    time.Time     // start of the last round of work
	Believed bool          // whether the clock is trusted
	Healthy  bool          // whether all checks of /healthz pass
}

// ContentType returns the content type of the output of Write.
func ContentType() string { return string(expfmt.NewFormat(expfmt.TypeTextPlain)) }

// Write writes all metrics in the text format of Prometheus. It omits a metric that can't be determined, and reports
// that in the error.
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
