package meter_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"deaddrop/gm"
	"deaddrop/gm/letter"
	"deaddrop/gm/meter"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
)

// scrape reads the figures as Prometheus does.
func scrape(t *testing.T, m *meter.Meter, s meter.Standing) map[string]*dto.MetricFamily {
	t.Helper()
	var b bytes.Buffer
	if err := m.Write(&b, s); err != nil {
		t.Fatal(err)
	}
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(&b)
	if err != nil {
		t.Fatal(err)
	}
	return families
}

// value returns a figure with all its labels given, "a=b,c=d" in the order of their names; of a histogram how much it
// counted.
func value(families map[string]*dto.MetricFamily, name, labels string) float64 {
	for _, m := range families[name].GetMetric() {
		var got []string
		for _, l := range m.GetLabel() {
			got = append(got, l.GetName()+"="+l.GetValue())
		}
		if slices.Sort(got); strings.Join(got, ",") != labels {
			continue
		}
		switch families[name].GetType() {
		case dto.MetricType_COUNTER:
			return m.GetCounter().GetValue()
		case dto.MetricType_GAUGE:
			return m.GetGauge().GetValue()
		case dto.MetricType_HISTOGRAM:
			return float64(m.GetHistogram().GetSampleCount())
		}
	}
	return -1
}

// Prometheus reads what the meter was told; anything else is zero, or unknown where zero would be misleading.
func TestWrite(t *testing.T) {
	now := time.Unix(2_000_000_000, 0)
	m := meter.New(func() time.Time { now = now.Add(time.Second); return now }, []string{"deadman", "decatur"}, []string{"imap", "smtp"})
	before := scrape(t, m, meter.Standing{Due: -1})
	m.Received("imap", letter.FateTaken)
	m.Received("imap", letter.FateTaken)
	m.Received("lmtp", letter.FateAside)
	m.Tried(gm.OutcomeGivenUp)
	m.Turn("deadman")()
	m.Turn("decatur") // never resolved
	m.Draw()()
	m.Call("commit", time.Millisecond, nil)
	m.Call("commit", time.Millisecond, fmt.Errorf("d1: %w", store.ErrConflict))
	m.Call("commit", time.Millisecond, store.ErrDuplicate)
	m.Call("load", time.Hour, store.ErrClosed)
	m.Tallied(site.Tally{Games: map[string]int{"running": 3}, Waits: 7}, time.Unix(1_900_000_000, 500e6))
	m.Reached("imap", true)
	m.Reached("smtp", false)
	after := scrape(t, m, meter.Standing{Due: 12, Oldest: 90 * time.Second, Mailbox: true, Looked: time.Unix(1_800_000_000, 0), Round: time.Unix(1_800_000_001, 0), Healthy: true})
	nan := math.NaN()
	for _, c := range []struct {
		name, labels string
		was, is      float64
	}{
		{"deaddrop_letters_received_total", "fate=taken,way=imap", 0, 2},
		{"deaddrop_letters_received_total", "fate=aside,way=lmtp", 0, 1},
		{"deaddrop_letters_received_total", "fate=aside,way=imap", 0, 0},
		{"deaddrop_letters_tried_total", "outcome=given_up", 0, 1},
		{"deaddrop_letters_tried_total", "outcome=sent", 0, 0},
		{"deaddrop_turn_seconds", "rules=deadman", 0, 1},
		{"deaddrop_turn_seconds", "rules=decatur", 0, 0},
		{"deaddrop_draw_seconds", "", 0, 1},
		{"deaddrop_store_seconds", "call=commit", 0, 3},
		{"deaddrop_store_seconds", "call=load", 0, 1},
		{"deaddrop_store_errors_total", "call=commit,error=conflict", 0, 1},
		{"deaddrop_store_errors_total", "call=commit,error=duplicate", 0, 1},
		{"deaddrop_store_errors_total", "call=commit,error=other", 0, 0},
		{"deaddrop_store_errors_total", "call=load,error=other", 0, 1},
		{"deaddrop_games", "state=running", nan, 3},
		{"deaddrop_games", "state=held", nan, 0},
		{"deaddrop_inbox_items", "", nan, 7},
		{"deaddrop_games_counted_timestamp_seconds", "", nan, 1_900_000_000.5},
		{"deaddrop_tasks_due", "", nan, 12},
		{"deaddrop_tasks_due_oldest_seconds", "", nan, 90},
		{"deaddrop_server_reached", "server=imap", nan, 1},
		{"deaddrop_server_reached", "server=smtp", nan, 0},
		{"deaddrop_mailbox_looked_timestamp_seconds", "", nan, 1_800_000_000},
		{"deaddrop_round_timestamp_seconds", "", nan, 1_800_000_001},
		{"deaddrop_clock_believed", "", 0, 0},
		{"deaddrop_healthy", "", 0, 1},
	} {
		for i, families := range []map[string]*dto.MetricFamily{before, after} {
			got, want := value(families, c.name, c.labels), []float64{c.was, c.is}[i]
			if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("scrape %d: %s{%s} is %v, want %v", i+1, c.name, c.labels, got, want)
			}
		}
	}
	if h := after["deaddrop_turn_seconds"].GetMetric()[0].GetHistogram(); h.GetSampleSum() != 1 {
		t.Errorf("a turn of a second is counted as %v", h.GetSampleSum())
	}
	if got := value(after, "deaddrop_mailbox_unseen_seconds", ""); got < 2e8 || got > 2e8+60 {
		t.Errorf("the mailbox was not looked through for %v s", got)
	}
	never := scrape(t, m, meter.Standing{Mailbox: true})
	if got := value(never, "deaddrop_mailbox_unseen_seconds", ""); !(got > 1 && got < 60) || !math.IsNaN(value(before, "deaddrop_mailbox_unseen_seconds", "")) {
		t.Errorf("a mailbox that was never looked through was not for %v s since the beginning; without a mailbox: %v", got, value(before, "deaddrop_mailbox_unseen_seconds", ""))
	}
	for _, name := range []string{"go_goroutines", "go_memstats_heap_alloc_bytes", "go_gc_duration_seconds", "deaddrop_build_info"} {
		if after[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
}

// The manual explains each figure, and none that there is not.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("../../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	m := meter.New(time.Now, []string{"deadman"}, []string{"imap"})
	families := scrape(t, m, meter.Standing{})
	var told, there []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([a-z]+) \\|").FindAllStringSubmatch(string(text), -1) {
		told = append(told, row[1])
		if kind := families[row[1]].GetType().String(); kind != strings.ToUpper(row[2]) {
			t.Errorf("%s is a %s, and a %s in the manual", row[1], kind, row[2])
		}
	}
	for name := range families {
		if strings.HasPrefix(name, "deaddrop_") {
			there = append(there, name)
		}
	}
	slices.Sort(told)
	slices.Sort(there)
	if !slices.Equal(told, there) {
		t.Errorf("the manual has\n%v\nwhere there are\n%v", told, there)
	}
	for _, f := range letter.Fates() {
		if !strings.Contains(string(text), "`"+string(f)+"`") {
			t.Errorf("the manual does not have the fate %s", f)
		}
	}
	for _, o := range gm.Outcomes() {
		if !strings.Contains(string(text), "`"+string(o)+"`") {
			t.Errorf("the manual does not have the outcome %s", o)
		}
	}
	for _, state := range gm.States() {
		if !strings.Contains(string(text), state) {
			t.Errorf("the manual does not have the state %s", state)
		}
	}
}
