// Package examples has games as correspondence, each of which a test plays: what people wrote to them, and all letters
// that went out.
package examples

import "embed"

// Stories are the correspondences, *.txtar; package transcript plays them.
//
//go:embed *.txtar
var Stories embed.FS
