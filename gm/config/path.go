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

// anchorSocket makes the path of a socket relative to a directory. A path is recognised by a slash, which the result
// contains as well.
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

// IsHere reports whether a host is certainly this machine.
func IsHere(host string) bool {
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// HostOf returns the host of an address, or an error if the port is invalid.
func HostOf(listen string) (host string, err error) {
	host, port, err := net.SplitHostPort(listen)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	return host, err
}
