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

// mostDue is how many tasks that are due are counted.
const mostDue = 10_000

// standing is what is looked up for each that asks for the figures.
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

// observed answers an operator's programs. By TCP it answers only who asks for this machine by name: else a page in a
// browser here could ask, under a name of its own that it has pointed here.
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
	answerTime = 2 * time.Second  // that the store has to answer
	askTime    = 10 * time.Second // that somebody who asks has for it, and for reading the answer
	lastTime   = time.Second / 2  // and when the service ends
)

// observe answers until ctx ends.
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
		_ = server.Close() // who still reads has had their time
	}
	<-ended
	return nil
}
