package gm

import (
	"sync"
	"time"

	"deaddrop/gm/game"
)

// An Extension records how far the extension of deadlines after an outage has got. With many games this takes
// minutes. One of several processes does it, in batches of games; if that process dies, another one continues where
// it stopped.
type Extension struct {
	To    time.Time // end of the outage
	After string    // the last game whose deadline was extended
	By    string    // the process that extends the deadlines
	Until time.Time // when another process may take over, if this one has not reported
}

// A Heartbeat caches up to when the service is known to have run.
type Heartbeat struct {
	Busy    sync.Mutex // held while the heartbeat is changed, and while games are changed because of it
	Loaded  bool
	Rev     uint64
	Written time.Time // up to when the service ran, according to the last known state of the store
	Read    time.Time // when the record was last read

	mu   sync.Mutex // protects the record, for callers that only read it
	head HeartbeatRecord
}

// A HeartbeatRecord is the heartbeat as it is stored.
type HeartbeatRecord struct {
	// up to then, the service ran and had taken in all letters, or the deadlines were extended for the time when it
	// did not
	Seen time.Time
	// up to then, the service ran and took letters in, though some may have been waiting; zero if equal to Seen
	Heard   time.Time `json:",omitzero"`
	Stopped time.Time `json:",omitzero"` // an implausible time that the clock has shown; zero if the clock is trusted
	// progress of extending deadlines for the outage since Seen; nil if there is none
	Mending *Extension `json:",omitempty"`
}

// Since returns the time up to which the service is known to have run, or its outages were made up for.
func (h HeartbeatRecord) Since() time.Time { return game.Later(h.Seen, h.Heard) }

// After returns the heartbeat after all letters up to upTo, and some up to heard, were taken in.
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

// ClockStopped reports whether the machine's clock is implausible, so that nothing may be done because of the time.
func (m *Master) ClockStopped() bool {
	return m.OutageThreshold > 0 && !m.Heartbeat.Now().Stopped.IsZero()
}
