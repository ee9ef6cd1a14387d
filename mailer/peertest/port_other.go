//go:build !linux

package peertest

import (
	"net"
	"strconv"
	"testing"
)

// freePort finds a port of this machine that nobody listens on. Until a server does, somebody else may get it.
func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}
