package peertest

import (
	"path/filepath"
	"slices"
	"testing"
)

// StartSink starts smtp-sink and returns its address. It discards mail, or fails as its flags say.
func StartSink(t testing.TB, flags ...string) (addr string) {
	t.Helper()
	program := find(t, "smtp-sink", "postfix")
	addr = "127.0.0.1:" + freePort(t)
	as := ordinary(t)
	out := filepath.Join(directory(t), "out")
	p := launch(t, &as, out, nil, slices.Concat([]string{program}, flags, []string{addr, "128"})...)
	t.Cleanup(func() {
		p.end(t)
		if t.Failed() {
			tell(t, out)
		}
	})
	if !p.listens(addr) {
		t.Fatal("smtp-sink does not start")
	}
	return addr
}
