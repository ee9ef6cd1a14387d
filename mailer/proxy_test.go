package mailer_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// serveEach serves each connection to an address of this machine, several at once, and closes it then; at the end
// of the test all of them.
func serveEach(t *testing.T, serve func(net.Conn)) (addr string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var going sync.WaitGroup
	going.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			stop := context.AfterFunc(t.Context(), func() { _ = conn.Close() })
			going.Go(func() {
				defer func() { stop(); _ = conn.Close() }()
				serve(conn)
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		going.Wait()
	})
	return listener.Addr().String()
}

// A proxy stands between us and a server, and makes trouble.
type proxy struct {
	listens, target string
	end             <-chan struct{} // of the test

	mu     sync.Mutex
	conns  []net.Conn
	count  int
	refuse bool          // closes what connects
	stall  chan struct{} // not nil: nothing passes until it is closed
	// said sees, and may change, what the client or the server says; nil cuts
	// the connection.
	said func(client bool, b []byte) []byte
}

func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	p := &proxy{target: target, end: t.Context().Done()}
	p.listens = serveEach(t, p.serve)
	return p
}

func (p *proxy) addr() string { return p.listens }

func (p *proxy) serve(client net.Conn) {
	server := p.connect(client)
	if server == nil {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { p.copy(server, client, true) })
	both.Go(func() { p.copy(client, server, false) })
	both.Wait()
}

// connect returns the connection to the server behind, nil if there is none.
func (p *proxy) connect(client net.Conn) net.Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	if p.refuse {
		return nil
	}
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		return nil
	}
	p.conns = append(p.conns, client, server)
	return server
}

func (p *proxy) copy(to, from net.Conn, client bool) {
	defer func() { _ = to.Close(); _ = from.Close() }()
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		p.mu.Lock()
		stall, said := p.stall, p.said
		p.mu.Unlock()
		if stall != nil {
			select {
			case <-stall:
			case <-p.end:
			}
		}
		b := buf[:n]
		if said != nil {
			if b = said(client, b); b == nil {
				return
			}
		}
		if _, err := to.Write(b); err != nil {
			return
		}
	}
}

// cut closes all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
}

// flow lets bytes pass or stops them, with the connections still open.
func (p *proxy) flow(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if on && p.stall != nil {
		close(p.stall)
		p.stall = nil
	} else if !on && p.stall == nil {
		p.stall = make(chan struct{})
	}
}

func (p *proxy) set(f func(p *proxy)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f(p)
}

func (p *proxy) connections() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count
}

// blackHole takes connections and never says a word.
func blackHole(t *testing.T) string {
	t.Helper()
	return serveEach(t, func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
}

func openOffice(t *testing.T, o postoffice.Options) *postoffice.Office {
	t.Helper()
	o.Domain = "post.test"
	office, err := postoffice.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := office.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	})
	for _, name := range []string{"gm", "ann"} {
		if err := office.Add(name, "secret"); err != nil {
			t.Fatal(err)
		}
	}
	return office
}

func local(addr string) mailer.Server {
	return mailer.Server{Addr: addr, TLS: "none", User: "gm@post.test", Password: "secret"}
}

// logTo writes the log into the test's output.
func logTo(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(5 * time.Millisecond) {
		if f() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}
