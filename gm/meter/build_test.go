package meter_test

import (
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"deaddrop/gm/meter"
)

// How much is known of a program's version depends on how it was built.
func TestBuiltFrom(t *testing.T) {
	const commit = "3acde225e097ab969a382bd61a8330c089eebc5c"
	clone := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: commit},
			{Key: "vcs.time", Value: "2026-11-23T02:50:14Z"}, {Key: "vcs.modified", Value: modified}}
	}
	date := time.Date(2026, 11, 23, 2, 50, 14, 0, time.UTC)
	for _, c := range []struct {
		made, version string
		settings      []debug.BuildSetting
		want          meter.Build
	}{
		{"in a clone", "v0.0.0-20261123025014-3acde225e097", clone("false"),
			meter.Build{"v0.0.0-20261123025014-3acde225e097", commit, date, "false"}},
		{"in a changed clone", "v0.0.0-20261123025014-3acde225e097+dirty", clone("true"),
			meter.Build{"v0.0.0-20261123025014-3acde225e097+dirty", commit, date, "true"}},
		{"in a clone at a tag", "v0.3.0", clone("false"), meter.Build{"v0.3.0", commit, date, "false"}},
		{"in a clone by an older Go", "(devel)", clone("false"), meter.Build{"(devel)", commit, date, "false"}},
		{"from a module without a tag", "v0.0.0-20261123025014-3acde225e097", nil,
			meter.Build{"v0.0.0-20261123025014-3acde225e097", commit[:12], date, ""}},
		{"from a module after a tag", "v0.3.1-0.20261123025014-3acde225e097", nil,
			meter.Build{"v0.3.1-0.20261123025014-3acde225e097", commit[:12], date, ""}},
		{"from a module after a release candidate", "v0.4.0-rc.1.0.20261123025014-3acde225e097", nil,
			meter.Build{"v0.4.0-rc.1.0.20261123025014-3acde225e097", commit[:12], date, ""}},
		{"from a module at a tag", "v0.3.0", nil, meter.Build{Version: "v0.3.0"}},
		{"from a module at a release candidate", "v0.4.0-rc.1", nil, meter.Build{Version: "v0.4.0-rc.1"}},
		{"by go run", "(devel)", nil, meter.Build{Version: "(devel)"}},
		{"by go run of a file", "", nil, meter.Build{}},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.version}, Settings: c.settings}
		if got := meter.BuiltFrom(info); got != c.want {
			t.Errorf("of a program made %s is known %+v, want %+v", c.made, got, c.want)
		}
	}
	if got := meter.BuiltFrom(nil); got != (meter.Build{}) {
		t.Errorf("of nothing is known %+v", got)
	}
}

// The figure of the build has all its labels, also where nothing is known.
func TestBuildInfo(t *testing.T) {
	m := meter.New(time.Now, nil, nil)
	labels := scrape(t, m, meter.Standing{})["deaddrop_build_info"].GetMetric()[0].GetLabel()
	var names []string
	for _, l := range labels {
		if names = append(names, l.GetName()); l.GetValue() == "" {
			t.Errorf("the label %s is empty", l.GetName())
		}
	}
	if want := []string{"modified", "revision", "version"}; !slices.Equal(names, want) {
		t.Errorf("the labels are %v, want %v", names, want)
	}
}
