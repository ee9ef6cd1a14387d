package postgres_test

import (
	"strings"
	"testing"

	"deaddrop/gm/store"
	"deaddrop/gm/store/postgres"
	"deaddrop/gm/store/storetest"
)

// TestPool has a pgbouncer in between, which hands fewer connections round than there are clients, after each transaction,
// with a DSN that says nothing of it.
func TestPool(t *testing.T) {
	t.Parallel()
	p := postgres.Shared.Server(t).Pool(t, "transaction")
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, p.Through(postgres.Used(t))) })
}

// TestPoolBegun looks through a pool whether there is a store already, which is how a move begins.
func TestPoolBegun(t *testing.T) {
	t.Parallel()
	s := postgres.Shared.Server(t)
	dsn := s.Pool(t, "transaction").Through(s.DSN(t))
	for _, want := range []bool{false, true} {
		if begun, err := postgres.Begun(t.Context(), dsn); begun != want || err != nil {
			t.Errorf("begun: %v, %v; want %v", begun, err, want)
		}
		open(t, dsn)
	}
}

// TestPoolRestart is like TestRestart, with a pool that loses its server; calls that only read do not notice. No
// other test runs at the time.
func TestPoolRestart(t *testing.T) {
	s := postgres.Shared.Server(t)
	p := s.Pool(t, "transaction")
	dsn := p.Through(s.DSN(t))
	reader := open(t, dsn)
	crash(t, dsn, func() {
		s.Kill()
		read := make(chan error, 1)
		go func() { _, err := reader.Load(t.Context(), "g0"); read <- err }()
		refused(t, dsn+"&connect_timeout=1", "a pool listens there") // which says so or waits, as it has tried before or not
		s.Restart(t)
		if err := <-read; err != nil {
			t.Errorf("a read meanwhile: %v", err)
		}
	})
	if err := reader.Close(); err != nil {
		t.Error(err)
	}
}

// TestPoolRefused says what an operator is told of a pool that is of no use.
func TestPoolRefused(t *testing.T) {
	t.Parallel()
	s := postgres.Shared.Server(t)
	dsn := s.DSN(t)
	refused(t, s.Pool(t, "statement").Through(dsn), "the pool between here and the server gives a connection to each statement: set pool_mode = transaction in its settings")
	refused(t, s.Pool(t, "transaction").Through(dsn)+"&synchronous_commit=remote_apply",
		`the pool between here and the server does not pass it on: take it out of the DSN and set it for the account: alter role "postgres" set synchronous_commit = ...`)
}

func refused(t *testing.T, dsn, want string) {
	t.Helper()
	_, err := postgres.Open(t.Context(), dsn, postgres.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "opening the database: ") || !strings.Contains(err.Error(), want) {
		t.Errorf("%s:\n got %v\nwant %s", dsn, err, want)
	}
}
