package gm

import (
	"sync"
	"time"

	"deaddrop/gm/game"
)

// An Extension is how far the deadlines were extended that an outage has cost time. Where there are many games that
// takes minutes: it is done by one of several processes, some games at a time, and goes on where it was when that
// process dies.
type Extension struct {
	To    time.Time // when the outage ended
	After string    // the last game that it was made good in
	By    string    // the process that does it
	Until time.Time // when another one may, if By is not heard of
}

// A Heartbeat says up to when the service is known to have run.
type Heartbeat struct {
	Busy    sync.Mutex // held by whoever changes it, also while games are changed by that
	Loaded  bool
	Rev     uint64
	Written time.Time // up to when it ran, as it is in the store as far as known
	Read    time.Time // when that was read last

	mu   sync.Mutex // of the head, for whoever only wants to know
	head HeartbeatRecord
}

// HeartbeatRecord is the heartbeat as the store has it.
type HeartbeatRecord struct {
	Seen time.Time // up to then the service ran and had taken in all letters, or that was made good
	// up to then it ran and took letters in, though some may have waited; zero: up to Seen
	Heard   time.Time  `json:",omitzero"`
	Stopped time.Time  `json:",omitzero"`  // what the clock said that was not believed; zero: it is
	Mending *Extension `json:",omitempty"` // how far the time since Seen was made good; nil: not at all
}

// Since is the time up to which the service is known to have run, or its outages were made good.
func (h HeartbeatRecord) Since() time.Time { return game.Later(h.Seen, h.Heard) }

// After is the heartbeat when letters were taken in up to a moment, and all of them up to another.
func (h HeartbeatRecord) After(upTo, heard time.Time) HeartbeatRecord {
	n := HeartbeatRecord{Seen: game.Later(h.Seen, upTo), Heard: game.Later(h.Heard, heard)}
	if !n.Heard.After(n.Seen) {
		n.Heard = time.Time{}
	}
	return n
}

func (w *Heartbeat) Now() HeartbeatRecord {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.head
}

func (w *Heartbeat) Set(head HeartbeatRecord) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.head = head
}

// ClockStopped reports whether the machine's clock is not trusted, so that nothing may be done by it.
func (m *Master) ClockStopped() bool {
	return m.OutageThreshold > 0 && !m.Heartbeat.Now().Stopped.IsZero()
}
