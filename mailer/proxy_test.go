package mailer_test

import (
	"io"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/postoffice"
)

// A proxy stands between us and a server, and makes trouble.
type proxy struct {
	listener net.Listener
	target   string

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
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, target: target}
	t.Cleanup(func() {
		_ = listener.Close()
		p.flow(true)
		p.cut()
	})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.serve(conn)
		}
	}()
	return p
}

func (p *proxy) addr() string { return p.listener.Addr().String() }

func (p *proxy) serve(client net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count++
	if p.refuse {
		_ = client.Close()
		return
	}
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		_ = client.Close()
		return
	}
	p.conns = append(p.conns, client, server)
	go p.copy(server, client, true)
	go p.copy(client, server, false)
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
			<-stall
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
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(io.Discard, conn) }()
		}
	}()
	return listener.Addr().String()
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
	for range 1000 {
		if f() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}
