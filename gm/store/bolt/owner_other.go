//go:build !unix

package bolt

import "io/fs"

// chown is for systems on which a file's owner is not a number.
func chown(string, fs.FileInfo) error { return nil }
