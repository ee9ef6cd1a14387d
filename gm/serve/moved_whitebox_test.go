package serve

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"deaddrop/gm"
	"deaddrop/gm/refusal"
	"deaddrop/gm/store"
	"deaddrop/gm/store/bolt"
	"deaddrop/gm/store/transfer"
)

// A service ends within a minute when its games are moved away.
func TestServiceHeedsMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stores []store.Store
		for range 2 {
			db, err := bolt.Open(filepath.Join(t.TempDir(), "games"), bolt.Options{NoSync: true})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			stores = append(stores, db)
		}
		s := &Service{master: &gm.Master{Store: stores[0]}, now: time.Now}
		ended := make(chan error, 1)
		go func() { ended <- s.watchForMove(t.Context()) }()
		time.Sleep(10 * time.Minute)
		select {
		case err := <-ended:
			t.Fatalf("it ended though nothing was moved: %v", err)
		default:
		}
		if _, err := transfer.Move(t.Context(), stores[0], stores[1],
			transfer.Options{From: "here", To: "there", ID: "x", Now: time.Now}); err != nil {
			t.Fatal(err)
		}
		moved := time.Now()
		err := <-ended
		if refused := (*refusal.Error)(nil); !errors.As(err, &refused) || !strings.Contains(refused.Text, "there") ||
			time.Since(moved) > time.Minute {
			t.Errorf("after %v it ended: %v", time.Since(moved), err)
		}
	})
}
