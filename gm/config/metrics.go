package config

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"

	"deaddrop/gm/refusal"
)

// Metrics is the address at which monitoring programs can query the service.
type Metrics struct {
	// address such as "127.0.0.1:9180", or the path of a Unix socket, which must contain a slash; "" for none
	Listen string
}

// check returns an error for an address that other machines can reach.
func (m Metrics) check() error {
	if m.Listen == "" || IsSocket(m.Listen) {
		return nil
	}
	host, err := HostOf(m.Listen)
	if err != nil {
		return fmt.Errorf("listen = %q: write an address of this machine with a port, as in \"127.0.0.1:9180\", or "+
			"the path of a socket with a slash in it", m.Listen)
	}
	if !IsHere(host) {
		return fmt.Errorf("listen = %q: machines other than this one could connect there, and the figures tell "+
			"when letters come, which players must not learn about each other; write \"127.0.0.1:9180\" or the "+
			"path of a socket, and have a program on this machine, or a tunnel, fetch them", m.Listen)
	}
	return nil
}

// Open listens on the address or socket. Only its user can use the socket. It first removes a socket that a dead
// process left behind.
func (m Metrics) Open() (net.Listener, error) {
	if !IsSocket(m.Listen) {
		on, err := net.Listen("tcp", m.Listen)
		return on, m.deaf(err)
	}
	if at, err := os.Lstat(m.Listen); err == nil && at.Mode()&os.ModeSocket != 0 {
		conn, err := net.Dial("unix", m.Listen)
		if err == nil {
			_ = conn.Close()
		}
		// A socket that can't be opened belongs to another user or, if it has the wrong type, to another program.
		if err == nil || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EPROTOTYPE) {
			return nil, m.refused("another program listens there, such as another gm serve. End it, or name " +
				"another path")
		}
		if err := os.Remove(m.Listen); err != nil {
			return nil, err
		}
	}
	on, err := net.Listen("unix", m.Listen)
	if err != nil {
		return nil, m.deaf(err)
	}
	if err := os.Chmod(m.Listen, 0o600); err != nil {
		return nil, errors.Join(err, on.Close())
	}
	return on, nil
}

// deaf explains known system errors in a sentence, and returns others unchanged.
func (m Metrics) deaf(err error) error {
	why := ""
	switch dir := filepath.Dir(m.Listen); {
	case errors.Is(err, syscall.EADDRINUSE) && IsSocket(m.Listen):
		why = "that is a file, and no socket. Name another path"
	case errors.Is(err, syscall.EADDRINUSE):
		why = "another program listens there (ss -lptn tells which). End it, or name another port"
	case errors.Is(err, fs.ErrNotExist):
		why = "there is no directory " + dir + ". Make it, or name another path"
	case errors.Is(err, fs.ErrPermission):
		why = "you may not do that there. Name another place"
	case errors.Is(err, syscall.EINVAL) && IsSocket(m.Listen):
		why = "that path is too long for a socket. Name one of less than 100 letters"
	default:
		return err
	}
	return m.refused(why)
}

// refused returns a refusal with the reason in a sentence.
func (m Metrics) refused(why string) error {
	return &refusal.Error{Text: fmt.Sprintf("The figures can't be told at %s: %s behind listen under [metrics].",
		m.Listen, why)}
}
