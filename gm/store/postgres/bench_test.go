package postgres_test

import (
	"testing"

	"deaddrop/gm/store"
	"deaddrop/gm/store/postgres"
	"deaddrop/gm/store/postgres/postgrestest"
	"deaddrop/gm/store/storetest"
)

// BenchmarkStore measures a server as in service: it waits for the disk.
func BenchmarkStore(b *testing.B) {
	s := postgrestest.Start(b, postgrestest.Options{Sync: true})
	benchmark(b, s)
}

// BenchmarkStandby measures a server that also waits for its standby's disk. Both are on this machine.
func BenchmarkStandby(b *testing.B) {
	s := postgrestest.Start(b, postgrestest.Options{Sync: true, Standby: true})
	benchmark(b, s)
}

func benchmark(b *testing.B, s *postgrestest.Server) {
	dsns := map[string]string{}
	storetest.Benchmark(b, func(b *testing.B, dir string) store.Store {
		if dsns[dir] == "" {
			dsns[dir] = s.DSN(b)
		}
		db, err := postgres.Open(b.Context(), dsns[dir], postgres.Options{})
		if err != nil {
			b.Fatal(err)
		}
		return db
	})
}
