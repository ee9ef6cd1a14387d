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

// keyRecord is the name of the record that holds the service's key. It can't be the name of a game.
const keyRecord = "service/key"

const keyLen = 32

// LoadKey returns the key of a store, for use as Master.Key. If there is none yet, it makes one from random and
// stores it, so that all workers recognise each other's letters, now and later.
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

// SiteField is the header field by which services that share a mailbox detect each other. It is in a note in the
// mailbox's folder for handled letters, and contains the site of the service that owns the mailbox; see SiteOf.
const SiteField = "x-deaddrop-site"

// SiteOf returns a name for the site with a key. It reveals nothing else about the key.
func SiteOf(key []byte) string {
	sum := sha256.Sum256(append([]byte("site\x00"), key...))
	return hex.EncodeToString(sum[:8])
}

// SameSite reports whether two stores belong to the same site, as a store and its backup do: they have the same key.
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
