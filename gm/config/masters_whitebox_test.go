package config

import (
	"strings"
	"testing"
)

// Game masters whom the configuration names have an address, rights, and games where the rights are for some.
func TestMasters(t *testing.T) {
	for _, test := range []struct {
		addr, want string
		is         GameMaster
	}{
		{"ann@example.org", "", GameMaster{Rights: "site"}},
		{"ann@example.org", "", GameMaster{Rights: "read", Games: []string{"dm1"}, Notify: "now"}},
		{"ann", "is not a mail address", GameMaster{Rights: "site"}},
		{"ann@example.org", `rights = "all"`, GameMaster{Rights: "all"}},
		{"ann@example.org", "games is missing", GameMaster{Rights: "game"}},
		{"ann@example.org", "games has no meaning", GameMaster{Rights: "site", Games: []string{"dm1"}}},
		{"ann@example.org", `notify = "never"`, GameMaster{Rights: "site", Notify: "never"}},
	} {
		err := Config{GM: "boss@example.org", Masters: map[string]GameMaster{test.addr: test.is}}.checkMasters()
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, %+v: %v", test.addr, test.is, err)
		}
	}
	if err := (Config{Masters: map[string]GameMaster{"ann@example.org": {Rights: "site"}}}).checkMasters(); err == nil {
		t.Error("there are further game masters, and none with all rights")
	}
}
