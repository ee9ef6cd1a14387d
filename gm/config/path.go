package config

import (
	"net"
	"path/filepath"
	"strings"
)

// anchor makes a path relative to a directory, unless it is empty or absolute.
func anchor(path *string, dir string) {
	if *path != "" && !filepath.IsAbs(*path) {
		*path = filepath.Join(dir, *path)
	}
}

// anchorSocket makes the path of a socket, which has a slash in it, relative to a directory. It has one afterwards,
// too.
func anchorSocket(listen *string, dir string) {
	if !IsSocket(*listen) {
		return
	}
	if anchor(listen, dir); !IsSocket(*listen) {
		*listen = "./" + *listen
	}
}

// IsSocket reports whether an address is the path of a socket.
func IsSocket(listen string) bool { return strings.Contains(listen, "/") }

// IsHere reports whether a host is this machine and nothing else.
func IsHere(host string) bool {
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// HostOf is the host of an address with a port that there can be.
func HostOf(listen string) (host string, err error) {
	host, port, err := net.SplitHostPort(listen)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	return host, err
}
