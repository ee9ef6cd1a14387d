package peertest

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// A Proxy relays connections to a server and can cut them at any point.
type Proxy struct {
	Addr string // host:port

	target string
	going  sync.WaitGroup
	cuts   atomic.Int64

	mu    sync.Mutex
	conns map[net.Conn]bool
	limit func() int
	trap  *trap
}

// NewProxy starts a proxy for the server at target. It runs until the test ends.
func NewProxy(t testing.TB, target string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{Addr: l.Addr().String(), target: target, conns: map[net.Conn]bool{}}
	p.going.Go(func() { p.serve(l) })
	t.Cleanup(func() {
		_ = l.Close()
		p.Cut()
		p.going.Wait()
	})
	return p
}

// Cut closes all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		_ = c.Close()
		p.cuts.Add(1)
	}
	clear(p.conns)
}

// Limit makes each new connection be cut after a number of bytes, which f returns for it; 0 means no limit.
func (p *Proxy) Limit(f func() int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limit = f
}

// Calm removes limits and traps, for new connections.
func (p *Proxy) Calm() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limit, p.trap = nil, nil
}

// Untrap removes a trap that was not sprung.
func (p *Proxy) Untrap() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trap = nil
}

// Trap waits until a client sends word, and then relays nothing more on that connection in either direction, although
// it stays open; passOn says whether word itself is still relayed. A new trap replaces one that was not sprung.
func (p *Proxy) Trap(word string, passOn bool) (sprung <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trap = &trap{[]byte(word), passOn, make(chan struct{})}
	return p.trap.sprung
}

// A trap is sprung once.
type trap struct {
	word   []byte
	passOn bool
	sprung chan struct{}
}

// Cuts returns how many connections were cut.
func (p *Proxy) Cuts() int { return int(p.cuts.Load()) }

func (p *Proxy) serve(l net.Listener) {
	for {
		client, err := l.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.target)
		if err != nil {
			_ = client.Close()
			continue
		}
		s := &stretch{Proxy: p, client: client, server: server}
		p.mu.Lock()
		p.conns[client] = true
		if p.limit != nil {
			s.left = int64(p.limit())
			s.limited = s.left > 0
		}
		p.mu.Unlock()
		p.going.Go(s.run)
	}
}

// A stretch is a client's connection together with the proxy's connection to the server.
type stretch struct {
	*Proxy
	client, server net.Conn
	limited        bool
	left           int64 // bytes that may still be relayed, in both directions together
	mute           atomic.Bool
}

func (s *stretch) run() {
	var both sync.WaitGroup
	both.Go(func() { s.pass(s.server, s.client) })
	both.Go(func() { s.pass(s.client, s.server) })
	both.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, s.client)
}

// pass relays what one side sends, until the limit for both is used up.
func (s *stretch) pass(to, from net.Conn) {
	defer func() { _ = to.Close(); _ = from.Close() }()
	buf := make([]byte, 16<<10)
	for {
		n, err := from.Read(buf)
		if s.limited {
			if rest := int(atomic.AddInt64(&s.left, int64(-n))); rest < 0 {
				_, _ = to.Write(buf[:max(0, n+rest)])
				s.cuts.Add(1)
				return
			}
		}
		if !s.silent(buf[:n], from == s.client) {
			if _, failed := to.Write(buf[:n]); failed != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// silent reports whether data must be withheld because a trap is or was sprung.
func (s *stretch) silent(said []byte, byClient bool) bool {
	if s.mute.Load() {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.trap
	if t == nil || !byClient || !bytes.Contains(said, t.word) {
		return false
	}
	s.trap = nil
	s.mute.Store(true)
	close(t.sprung)
	return !t.passOn
}
