//go:build !unix

package oauth

import "os"

// lock does nothing here: only one program should use a file with tokens.
func lock(*os.File) error { return nil }
