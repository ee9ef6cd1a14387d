package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"deaddrop/gm/config"
	"deaddrop/gm/serve"
	"deaddrop/gm/serve/control"
	"deaddrop/gm/towntest"
)

// A notebook is a log that can be read while it is written.
type notebook struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (n *notebook) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.Write(p)
}

func (n *notebook) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.String()
}

// watched has a town's service tell its figures on a socket, and log all that it can.
type watched struct {
	*towntest.Town
	client *http.Client
	log    notebook
}

func newWatched(t *testing.T, players ...string) *watched {
	t.Helper()
	w := &watched{Town: towntest.New(t, players...)}
	w.Configure(t, towntest.Set(`poll = "5s"`, `poll = "1s"`))
	w.Configure(t, towntest.Last("[metrics]\nlisten = \"./watch.sock\"\n[log]\nformat = \"json\"\nlevel = \"debug\""))
	socket := filepath.Join(filepath.Dir(w.Config), "watch.sock")
	w.client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", socket)
	}}}
	return w
}

// serve runs the service until the test ends, or stop is called.
func (w *watched) serve(t *testing.T) (stop func()) {
	t.Helper()
	c, err := config.Read(w.Config)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve.Run(ctx, serviceOf(w.Config, c, c.Logger(&w.log))) }()
	stop = sync.OnceFunc(func() {
		end()
		if err := <-done; err != nil {
			t.Errorf("the service ended with: %v", err)
		}
	})
	t.Cleanup(stop)
	w.until(t, "the service does not tell figures", func() bool {
		resp, err := w.client.Get("http://localhost/healthz")
		if err == nil {
			resp.Body.Close()
		}
		return err == nil
	})
	return stop
}

func (w *watched) until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for range 6000 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s; the log has\n%s", what, w.log.String())
}

// get asks the service.
func (w *watched) get(t *testing.T, path string) (status int, body string) {
	t.Helper()
	resp, err := w.client.Get("http://localhost" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// figures returns the figures of the service, as Prometheus reads them: "name" or "name label" with the labels'
// values in the order of their names.
func (w *watched) figures(t *testing.T) map[string]float64 {
	t.Helper()
	_, text := w.get(t, "/metrics")
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for name, f := range families {
		for _, m := range f.GetMetric() {
			labels := m.GetLabel()
			slices.SortFunc(labels, func(a, b *dto.LabelPair) int { return strings.Compare(a.GetName(), b.GetName()) })
			full := name
			for _, l := range labels {
				full += " " + l.GetValue()
			}
			switch f.GetType() {
			case dto.MetricType_HISTOGRAM:
				out[full] = float64(m.GetHistogram().GetSampleCount())
			case dto.MetricType_COUNTER:
				out[full] = m.GetCounter().GetValue()
			default:
				out[full] = m.GetGauge().GetValue()
			}
		}
	}
	return out
}

// The figures count what has happened in a game, and neither they nor the log have a word of it: no orders, no press,
// no subject, no secret, and no address.
func TestFiguresOfAGame(t *testing.T) {
	t.Parallel()
	w := newWatched(t, "austria", "england", "france", "germany", "italy", "russia", "eve") // Turkey has no mailbox
	newGame(t, w.Town)
	var sent atomic.Int64
	w.Office.Delivered(func(from string, _ []string, _ []byte) {
		if strings.HasPrefix(from, "gm") {
			sent.Add(1)
		}
	})
	stop := w.serve(t)
	for i, l := range []struct{ from, subject, text string }{
		{"france", "[d1.1] zanzibarsubject", "A Par-Bur\nzanzibarorder\nPRESS TO England\nzanzibarpress\nENDPRESS"},
		{"england", "[d1.1] zanzibarsubject", "F Lon-Nth\nREADY"},
		{"eve", "zanzibarsubject of a stranger", "zanzibartext"},
	} {
		if err := w.Write(t.Context(), l.from, string(rune('a'+i))+"@zanzibarid.invalid", l.subject, l.text); err != nil {
			t.Fatal(err)
		}
	}
	mustRun(t, "-c", w.Config, "resolve", "d1")
	var f map[string]float64
	w.until(t, "the figures do not say what happened", func() bool {
		f = w.figures(t)
		return f["deaddrop_letters_received_total taken imap"] == 2 && f["deaddrop_letters_received_total aside imap"] == 1 &&
			f["deaddrop_letters_tried_total given_up"] >= 2 && f["deaddrop_tasks_due"] == 0 &&
			f["deaddrop_server_reached imap"] == 1 && f["deaddrop_letters_tried_total sent"] == float64(sent.Load()) &&
			f["deaddrop_mailbox_looked_timestamp_seconds"] > 0 && f["deaddrop_games running"] == 1
	})
	want := map[string]float64{
		"deaddrop_turn_seconds deadman": 1, "deaddrop_server_reached smtp": 1, "deaddrop_clock_believed": 1, "deaddrop_healthy": 1,
		"deaddrop_games held": 0, "deaddrop_letters_received_total error imap": 0,
	}
	for name, n := range want {
		if f[name] != n {
			t.Errorf("%s is %v, want %v", name, f[name], n)
		}
	}
	looked, round := time.Unix(int64(f["deaddrop_mailbox_looked_timestamp_seconds"]), 0), time.Unix(int64(f["deaddrop_round_timestamp_seconds"]), 0)
	if time.Since(looked) > time.Minute || time.Since(round) > time.Minute || f["deaddrop_store_seconds take"] == 0 || f["go_goroutines"] == 0 || f["deaddrop_draw_seconds"] < f["deaddrop_letters_tried_total sent"] {
		t.Errorf("the figures are %v", f)
	}
	if unseen := f["deaddrop_mailbox_unseen_seconds"]; !(unseen >= 0 && unseen < 60) {
		t.Errorf("the mailbox was not looked through for %v s", unseen)
	}
	_, metrics := w.get(t, "/metrics")
	c, err := config.Read(w.Config)
	if err != nil || !control.Running(c.Socket()) {
		t.Fatalf("it does not take commands, %v", err)
	}
	status, health := w.get(t, "/healthz")
	stop()
	if log := w.log.String(); strings.Contains(log, "could not be read") || strings.Count(log, `"serving has ended"`) != 1 {
		t.Errorf("after somebody has looked whether it runs, and its end, the log has\n%s", log)
	}
	if status != http.StatusOK || health != "ok\n" {
		t.Errorf("healthz says %d %q", status, health)
	}
	for what, text := range map[string]string{"the figures": metrics, "healthz": health, "the log": w.log.String()} {
		text = strings.ReplaceAll(text, "zanzibarid", "")
		for _, word := range []string{"zanzibar", "Par-Bur", "secret", "france@", "turkey@", "eve@", "desk@"} {
			if at := strings.Index(text, word); at >= 0 {
				t.Errorf("%s have %q: …%s…", what, word, text[max(0, at-200):min(len(text), at+200)])
			}
		}
		if what != "the log" && (strings.Contains(text, "d1") || strings.Contains(text, "France")) {
			t.Errorf("%s name a game or a seat:\n%s", what, text)
		}
	}
}
