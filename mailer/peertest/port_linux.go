package peertest

import (
	"errors"
	"strconv"
	"syscall"
	"testing"
)

// freePort finds a port of this machine that nobody listens on, and keeps it until the test ends: it is bound to a
// socket that does not listen. So the system gives it to nobody else, neither who connects nor who listens
// anywhere, also while the server that it is for is down; but who asks for this very port, with SO_REUSEADDR as
// servers do, gets it.
func freePort(t testing.TB) string {
	t.Helper()
	s, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(s) })
	err = errors.Join(syscall.SetsockoptInt(s, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1),
		syscall.Bind(s, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	if err != nil {
		t.Fatal(err)
	}
	at, err := syscall.Getsockname(s)
	if err != nil {
		t.Fatal(err)
	}
	return strconv.Itoa(at.(*syscall.SockaddrInet4).Port)
}
