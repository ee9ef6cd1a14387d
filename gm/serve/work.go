package serve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/store/transfer"
	"deaddrop/gm/work"
)

// maxFailures is the number of consecutive failures of the store that end the service, since a file that has failed
// may have to be reopened. It does not apply to a database that does not answer, which the service waits for, nor to
// a damaged file, which could not be reopened: what still works goes on until the operator has restored a backup.
const maxFailures = 30

// work does what is due, and looks again when it is woken or a tick has passed.
func (s *Service) work(ctx context.Context) error {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for failures := 0; ; {
		n, err := s.round(ctx)
		if sent, failed := s.sent.Swap(0), s.failed.Swap(0); sent+failed > 0 {
			s.log.Info("letters were sent", "sent", sent, "failed", failed)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			s.log.Error("the store fails", "error", err)
			if failures++; failures >= maxFailures && !s.config.Shared() && !errors.Is(err, store.ErrDamaged) {
				return fmt.Errorf("the store fails, so nothing can be done until it is opened again: %w", err)
			}
		case n > 0:
			failures = 0
			continue
		default:
			failures = 0
		}
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		case <-ticker.C:
		}
	}
}

// round does everything that is due now.
func (s *Service) round(ctx context.Context) (int, error) {
	s.began.Store(s.now().UnixNano())
	if err := s.checkMovedIfStale(ctx); err != nil {
		return 0, err
	}
	if s.mailbox != nil {
		if err := s.mailbox.refresh(ctx); err != nil {
			return 0, err
		}
	}
	return work.Due(ctx, s.master, s.now(), s.send)
}

// watchForMove ends the service when somebody moves its games to another store. A move waits a minute for that.
func (s *Service) watchForMove(ctx context.Context) error {
	for range every(ctx, moveCheckEvery) {
		away := (*transfer.Away)(nil)
		if errors.As(s.checkMoved(ctx), &away) { // other errors of the check are reported by the work itself
			return &refusal.Error{Text: away.Error()}
		}
	}
	return nil
}
