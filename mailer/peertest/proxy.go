package peertest

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// A Proxy stands before a server and cuts connections, in the middle of whatever is being said.
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

// NewProxy stands before the server at target until the test ends.
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

// Cut ends all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		_ = c.Close()
		p.cuts.Add(1)
	}
	clear(p.conns)
}

// Limit has each connection that is made from now on cut after so many bytes as f says when it begins; 0 is for ever.
func (p *Proxy) Limit(f func() int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limit = f
}

// Calm ends limits and traps, for connections that are made from now on.
func (p *Proxy) Calm() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.limit, p.trap = nil, nil
}

// Untrap takes a trap away that was not sprung.
func (p *Proxy) Untrap() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trap = nil
}

// Trap waits for a client to say word, and then lets no more pass on that connection: not the word itself, unless
// passOn says so, nor what the server answers. The connection stays open. A new trap takes the place of one that
// was not sprung.
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

// Cuts is how many connections were cut.
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

// A stretch is one connection with the one behind it.
type stretch struct {
	*Proxy
	client, server net.Conn
	limited        bool
	left           int64 // bytes that both sides may still say
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

// pass passes on what one side says, until what is left for both of them is used up.
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

// silent reports whether something that was said is kept back, and looks whether it springs the trap.
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
