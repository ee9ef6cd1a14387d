package oauth

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/oauth2"
)

// A record is what the file has.
type record struct {
	Access     string    `json:"access_token"`
	Refresh    string    `json:"refresh_token,omitempty"`
	Obtained   time.Time `json:"obtained"`
	Expiry     time.Time `json:"expiry,omitzero"`
	RefreshEnd time.Time `json:"refresh_end,omitzero"`
	Refused    *Refused  `json:"refused,omitempty"`
}

// recordOf returns what is kept of an answer of the token server.
func recordOf(t *oauth2.Token, now time.Time) record {
	now = now.Round(0).UTC()
	r := record{Access: t.AccessToken, Refresh: t.RefreshToken, Obtained: now}
	if t.ExpiresIn > 0 {
		r.Expiry = now.Add(time.Duration(t.ExpiresIn) * time.Second)
	}
	// the names that Google and Keycloak use
	for _, name := range []string{"refresh_token_expires_in", "refresh_expires_in"} {
		if seconds, ok := t.Extra(name).(float64); ok && seconds > 0 {
			r.RefreshEnd = now.Add(time.Duration(seconds) * time.Second)
		}
	}
	return r
}

// renewAt returns when another access token is to be had.
func (r record) renewAt() time.Time {
	if r.Expiry.IsZero() {
		return r.Obtained.AddDate(100, 0, 0)
	}
	return r.Obtained.Add(r.Expiry.Sub(r.Obtained) / 2)
}

// load reads the file.
func (c *Client) load() (r record, err error) {
	text, err := os.ReadFile(c.File)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(text) == 0 {
		return r, ErrNone
	}
	if err != nil {
		return r, fmt.Errorf("reading the access token: %w", err)
	}
	if json.Unmarshal(text, &r) != nil { // the error may quote the file, so it is not passed on
		return r, fmt.Errorf("%s contains something other than access tokens", c.File)
	}
	return r, nil
}

// save writes the file, whole or not at all, so that only its owner can read it.
func (c *Client) save(r record) (err error) {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("keeping the access token: %w", err)
	}
	dir := filepath.Dir(c.File)
	f, err := os.CreateTemp(dir, filepath.Base(c.File)+".new-*") // CreateTemp makes the file with mode 0600
	if err != nil {
		return fmt.Errorf("keeping the access token: %w", err)
	}
	_, err = f.Write(append(text, '\n'))
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), c.File)
	}
	if err != nil {
		return fmt.Errorf("keeping the access token: %w", errors.Join(err, os.Remove(f.Name())))
	}
	if d, err := os.Open(dir); err == nil { // not everywhere can a directory be synced
		_ = d.Sync()
		_ = d.Close()
	}
	return nil
}

// locked calls f while no other goroutine and no other program uses the file: of two that renew tokens at the same
// time, the second one would do so with a refresh token that counts no more.
func (c *Client) locked(f func() error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	l, err := os.OpenFile(c.File+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("locking the access token: %w", err)
	}
	defer func() { _ = l.Close() }() // closing the file unlocks it
	if err := lock(l); err != nil {
		return fmt.Errorf("locking the access token: %w", err)
	}
	return f()
}
