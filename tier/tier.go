// Package tier tells tests how much to try. There are three tiers:
//
//   - short: go test ./... on a machine with only Go. Each kind of test runs, on few examples.
//   - full: .ci/run, which sets DEADDROP_TESTS=full. Every example runs, with real servers and the race detector.
//   - long: .ci/long, which a person runs by hand, part by part. It sets DEADDROP_TESTS=full, too, and gives tests that
//     play at random the flags that make them long.
//
// The package is for tests only. It does not say what a test needs beside time: see mailer/peertest and
// gm/store/postgres/postgrestest for servers.
package tier

import (
	"os"
	"runtime/debug"
	"testing"
)

// Full reports whether tests try everything, as DEADDROP_TESTS=full asks them to.
func Full() bool { return os.Getenv("DEADDROP_TESTS") == "full" }

// Pick returns short in the short tier, and full in the others.
func Pick[T any](short, full T) T {
	if Full() {
		return full
	}
	return short
}

// Main is the TestMain of packages whose tests compute for seconds. It has garbage collected less often than in
// the program, which would take a quarter of their time.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
