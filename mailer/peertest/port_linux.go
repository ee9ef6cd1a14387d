package peertest

import (
	"errors"
	"strconv"
	"syscall"
	"testing"
)

// freePort returns a port of this machine on which nobody listens, and reserves it until the test ends by a bound
// socket that does not listen. The system assigns such a port to nobody else, even while the server that it is for is
// down. A program that asks for this very port with SO_REUSEADDR, as servers do, gets it.
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
