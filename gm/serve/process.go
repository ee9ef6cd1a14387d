package serve

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"deaddrop/gm/config"
	"deaddrop/gm/refusal"
)

// A process is the gm serve that runs on a machine for a configuration; there is only one, but others may serve the
// same games on other machines. Its name stays the same when it restarts.
type process struct {
	name string
	file *os.File // lock file, locked while the process runs
}

// lockGames makes this process the one that serves the games on this machine. It returns a refusal if another process
// does.
func lockGames(c config.Config) (p *process, err error) {
	dir := filepath.Dir(c.Socket())
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making a directory for what runs: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "process"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("noting that gm serve runs: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	if !lock(f) {
		return nil, &refusal.Error{Text: "gm serve is already running for the games in " + c.Games() +
			". The other commands work while it runs."}
	}
	name, err := io.ReadAll(io.LimitReader(f, 100))
	if err == nil && len(name) == 0 {
		host, unknown := os.Hostname()
		if unknown != nil {
			host = "?"
		}
		// several machines may have the same host name
		name = fmt.Appendf(nil, "%.60s#%s", strings.ToValidUTF8(host, "?"), rand.Text()[:8])
		_, err = f.Write(name)
	}
	if err != nil {
		return nil, fmt.Errorf("noting that gm serve runs: %w", err)
	}
	return &process{name: string(name), file: f}, nil
}

// release allows another process to serve the games.
func (p *process) release() error { return p.file.Close() }
