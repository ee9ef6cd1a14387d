package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"deaddrop/gm/meter"
)

// version returns the version of the program, as far as it is known.
func version() string {
	info, _ := debug.ReadBuildInfo() // nil if the program was built without build information
	return versionOf(meter.BuiltFrom(info)) + ", made with " + runtime.Version()
}

// versionOf returns a name for a build.
func versionOf(b meter.Build) string {
	text := "gm " + cmp.Or(b.Version, "(devel)")
	switch {
	case b.Revision != "":
		text += ", commit " + b.Revision[:min(12, len(b.Revision))]
		if !b.Date.IsZero() {
			text += " of " + b.Date.Format(time.DateOnly)
		}
	case !strings.HasPrefix(b.Version, "v"):
		text += ", commit not recorded (go build -buildvcs=true ./cmd/gm in a git clone records it)"
	}
	if b.Modified == "true" {
		text += ", with local changes"
	}
	return text
}
