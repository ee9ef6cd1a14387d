//go:build !linux

package peertest

import (
	"net"
	"strconv"
	"testing"
)

// freePort returns a port of this machine on which nobody listens. Another program may take it before the server
// does.
func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}
