package serve

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"deaddrop/gm/config"
	"deaddrop/gm/meter"
	"deaddrop/gm/site"
	"deaddrop/gm/store"
)

// mostDue is the number up to which due tasks are counted.
const mostDue = 10_000

// standing looks up the values that are not counted all the time, for each request for metrics.
func (s *Service) standing(ctx context.Context) meter.Standing {
	ctx, stop := context.WithTimeout(ctx, answerTime)
	defer stop()
	now := s.now()
	wrong, _ := s.health(ctx)
	st := meter.Standing{Due: -1, Round: at(s.began.Load()), Believed: site.ClockAccepted(s.master),
		Healthy: len(wrong) == 0}
	if s.mailbox != nil {
		st.Mailbox, st.Looked = true, s.mailbox.lookedAt()
	}
	dues, ok := store.As[store.Dues](s.master.Store)
	if !ok {
		return st
	}
	if n, oldest, err := dues.Due(ctx, now, mostDue); err == nil {
		st.Due = n
		if n > 0 {
			st.Oldest = max(0, now.Sub(oldest))
		}
	}
	return st
}

// observed returns the HTTP handler for monitoring programs. Over TCP it answers only requests that address this
// machine by a local name. Otherwise, a web page in a local browser could send requests under a name of its own that
// resolves to this machine.
func (s *Service) observed() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", meter.ContentType())
		if err := s.meter.Write(w, s.standing(r.Context())); err != nil {
			s.log.Debug("not all figures could be told", "error", err)
		}
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		ctx, stop := context.WithTimeout(r.Context(), answerTime)
		defer stop()
		wrong, notes := s.health(ctx)
		if len(wrong) > 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
		} else {
			wrong = []string{"ok"}
		}
		_, _ = io.WriteString(w, strings.Join(append(wrong, notes...), "\n")+"\n")
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if !config.IsSocket(s.config.Metrics.Listen) && !config.IsHere(host) {
			http.Error(w, "ask for 127.0.0.1 or localhost", http.StatusForbidden)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		mux.ServeHTTP(w, r)
	})
}

const (
	answerTime = 2 * time.Second  // time limit for the store's answer
	askTime    = 10 * time.Second // time limit for a client to send a request and read the answer
	lastTime   = time.Second / 2  // time limit for open requests when the service ends
)

// observe answers requests until ctx ends.
func (s *Service) observe(ctx context.Context, on net.Listener) error {
	server := &http.Server{Handler: s.observed(), ReadTimeout: askTime, WriteTimeout: askTime, IdleTimeout: time.Minute,
		MaxHeaderBytes: 8 << 10,
		ErrorLog:       slog.NewLogLogger(s.log.Handler(), slog.LevelDebug)}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(on) }()
	s.log.Info("telling figures", "on", on.Addr().String())
	select {
	case err := <-ended:
		return fmt.Errorf("telling figures: %w", err)
	case <-ctx.Done():
	}
	last, stop := context.WithTimeout(context.WithoutCancel(ctx), lastTime)
	defer stop()
	if server.Shutdown(last) != nil {
		_ = server.Close() // clients that are still reading have had their time
	}
	<-ended
	return nil
}
