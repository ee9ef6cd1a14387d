package meter

import (
	"regexp"
	"runtime/debug"
	"time"
)

// A Build says from what a program was built. Unknown fields are empty.
type Build struct {
	Version  string    // such as "v1.2.3", a pseudo-version, or "(devel)"
	Revision string    // the commit; only its first 12 digits if it comes from a pseudo-version
	Date     time.Time // time of the commit, in UTC
	Modified string    // "true" or "false": whether files differed from that commit
}

// pseudo matches a pseudo-version, which ends with the time and the hash of a commit.
var pseudo = regexp.MustCompile(`^v\d+\.\d+\.\d+-(?:[^+]*\.)?(\d{14})-([0-9a-f]{12})(?:\+.*)?$`)

// BuiltFrom extracts the build from what the Go command has recorded in a program. info may be nil.
func BuiltFrom(info *debug.BuildInfo) Build {
	if info == nil {
		return Build{}
	}
	b := Build{Version: info.Main.Version}
	date := ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.time":
			date = s.Value
		case "vcs.modified":
			b.Modified = s.Value
		}
	}
	layout := time.RFC3339
	if m := pseudo.FindStringSubmatch(b.Version); m != nil && b.Revision == "" { // the program was built as a module
		b.Revision, date, layout = m[2], m[1], "20060102150405"
	}
	if t, err := time.Parse(layout, date); err == nil {
		b.Date = t.UTC()
	}
	return b
}
