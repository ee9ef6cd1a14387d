package gm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"deaddrop/gm/store"
)

// keyRecord is where the service's key is kept. It is no game's name.
const keyRecord = "service/key"

const keyLen = 32

// LoadKey gives the key of a store for Master.Key. If it has none yet, one is made from random and kept, so that the
// letters of all workers, now and later, know each other.
func LoadKey(ctx context.Context, s store.Store, random io.Reader) ([]byte, error) {
	for range MaxConflicts {
		g, err := s.Load(ctx, keyRecord)
		if err != nil {
			return nil, fmt.Errorf("loading the key: %w", err)
		}
		if g.Rev > 0 {
			return g.Head, nil
		}
		key := make([]byte, keyLen)
		if _, err := io.ReadFull(random, key); err != nil {
			return nil, fmt.Errorf("making a key: %w", err)
		}
		if _, err := s.Commit(ctx, keyRecord, store.Change{Head: key}); err == nil {
			return key, nil
		} else if !errors.Is(err, store.ErrConflict) {
			return nil, fmt.Errorf("keeping the key: %w", err)
		}
	}
	return nil, fmt.Errorf("others changed the key %d times running", MaxConflicts)
}

// SiteField is the field of the note in a mailbox's folder for handled letters by which services find each other: it
// says whose mailbox that is, as SiteOf names it.
const SiteField = "x-deaddrop-site"

// SiteOf names the site that a key is of, without telling anything else of it.
func SiteOf(key []byte) string {
	sum := sha256.Sum256(append([]byte("site\x00"), key...))
	return hex.EncodeToString(sum[:8])
}

// SameSite reports whether two stores have the games of one site, as a store and a backup of it have: they have the
// same key.
func SameSite(ctx context.Context, a, b store.Store) (bool, error) {
	x, err := a.Load(ctx, keyRecord)
	if err != nil {
		return false, fmt.Errorf("loading the key: %w", err)
	}
	y, err := b.Load(ctx, keyRecord)
	if err != nil {
		return false, fmt.Errorf("loading the key: %w", err)
	}
	return x.Rev > 0 && y.Rev > 0 && bytes.Equal(x.Head, y.Head), nil
}
