// Package examples has games as correspondence, each of which a test plays: what people wrote to them, and all letters
// that went out.
package examples

import "embed"

// Stories are the correspondences, *.txtar; package transcript plays them. In testdata are whole games of Decatur and
// of Successors and of Dealers in Hope, a busy one of Deadman and a patient one of Dishonest Decade, for gm letters.
//
//go:embed *.txtar testdata/decatur-2.txtar testdata/successors-4.txtar testdata/dealers-3.txtar
//go:embed testdata/busy.txtar testdata/patient.txtar
var Stories embed.FS
