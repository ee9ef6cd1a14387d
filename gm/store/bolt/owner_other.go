//go:build !unix

package bolt

import "io/fs"

// chown does nothing on systems without numeric file owners.
func chown(string, fs.FileInfo) error { return nil }
