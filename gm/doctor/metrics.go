package doctor

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"deaddrop/gm/config"
	"deaddrop/gm/setup"
)

// metrics examines the address for monitoring, and whether the service says there that it is healthy.
func (d *Doctor) metrics(ctx context.Context) {
	listen := d.c.Metrics.Listen
	who := "anybody on this machine"
	if config.IsSocket(listen) {
		if who = "its user alone"; !d.privateSocket(listen) {
			return
		}
	}
	status, body, err := ask(ctx, listen, "/healthz")
	known := err == nil && (status == http.StatusOK || status == http.StatusServiceUnavailable)
	body = strings.TrimSpace(body)
	switch {
	case !d.serving && err != nil:
		d.ok("gm serve publishes its metrics at %s for %s when it runs; it does not run now.", listen, who)
	case !d.serving:
		d.fault("Find out which program that is (ss -lptn), and end it, or give another address with listen.",
			"Another program already listens at %s, where gm serve is to publish its metrics.", listen)
	case err != nil:
		d.fault("Start gm serve again, as it may have been started before [metrics] was added, and look at what it "+
			"prints.", "gm serve runs, but does not publish its metrics at %s: %v.", listen, plain(err))
	case !known:
		d.fault("Find out which program that is (ss -lptn); if it is gm serve, start it again.",
			"What listens at %s is not gm serve.", listen)
	case status == http.StatusServiceUnavailable:
		d.fault("Look at what gm serve prints.", "gm serve reports a problem: %s",
			strings.ReplaceAll(body, "\n", " "))
	default:
		d.ok("gm serve publishes its metrics at %s for %s, and reports no problem.", listen, who)
		if _, notes, ok := strings.Cut(body, "\n"); ok {
			d.advise("Look at what gm serve prints.", "It notes: %s", strings.ReplaceAll(notes, "\n", " "))
		}
	}
}

// privateSocket examines a socket and its directory, and reports whether only the user of gm serve can use the
// socket.
func (d *Doctor) privateSocket(path string) bool {
	dir := filepath.Dir(path)
	if err := setup.Writable(dir); err != nil {
		d.fault("Make that directory, make the user who runs gm its owner (chown), or give another path with listen.",
			"The socket for the metrics of gm serve can't be in %s: %v.", dir, plain(err))
		return false
	}
	at, err := os.Lstat(path)
	switch {
	case err != nil: // the socket does not exist yet
	case at.Mode()&os.ModeSocket == 0:
		d.fault("Give another path with listen under [metrics].", "%s is no socket.", path)
		return false
	case runtime.GOOS != "windows" && at.Mode().Perm()&0o077 != 0:
		d.fault("Keep it to yourself: chmod 600 "+path,
			"Others on this machine can read the metrics of gm serve: %s has the mode %04o.", path, at.Mode().Perm())
		return false
	}
	return true
}

// answerWithin is the time limit for a service to answer about its health.
const answerWithin = 10 * time.Second

// maxAnswer is the largest number of bytes that are read from that answer.
const maxAnswer = 4 << 10

// ask requests a page over HTTP from an address or a socket.
func ask(ctx context.Context, listen, path string) (status int, body string, err error) {
	ctx, stop := context.WithTimeout(ctx, answerWithin)
	defer stop()
	url := "http://" + listen + path
	direct := &http.Transport{DisableKeepAlives: true}
	if config.IsSocket(listen) {
		url = "http://localhost" + path
		direct.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", listen)
		}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, "", err
	}
	answer, err := (&http.Client{Transport: direct}).Do(request)
	if err != nil {
		return 0, "", errors.Unwrap(err) // without the URL, which is useless for a socket
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	return answer.StatusCode, string(text), err
}
