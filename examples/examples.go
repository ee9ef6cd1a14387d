// Package examples has games as correspondence, each of which a test plays: what people wrote to them, and all letters
// that went out.
package examples

import "embed"

// Stories are the correspondences, *.txtar; package transcript plays them. One in testdata is a whole game of Decatur.
//
//go:embed *.txtar testdata/decatur-2.txtar
var Stories embed.FS
