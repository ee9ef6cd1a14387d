package identity_test

import (
	"testing"

	"deaddrop/mailer/identity"
)

func TestAuthserv(t *testing.T) {
	for field, want := range map[string]string{
		"mx.example.org; dmarc=pass":                 "mx.example.org",
		" mx.example.org 1; none":                    "mx.example.org",
		"mx.example.org; dmarc=(":                    "mx.example.org",
		"(we (think) so) mx_1.example.org; spf=pass": "mx_1.example.org",
		`"mx.example.org"; none`:                     "mx.example.org",
		`(a \) b) mx.example.org; x`:                 "mx.example.org",
		"spf=pass smtp.mailfrom=x@example.org":       "",
		"dkim = pass":                                "",
		"":                                           "",
		"(no end":                                    "",
		`"no end`:                                    "",
	} {
		if got := identity.Authserv(field); got != want {
			t.Errorf("%q: %q, want %q", field, got, want)
		}
	}
}

// Domains may be spelt in any case when others ask about them.
func TestDomains(t *testing.T) {
	for _, c := range []struct {
		a, b         string
		aligned      bool
		organisation string // of a
		public       bool   // a
	}{
		{"Mail.Example.ORG", "example.org", true, "example.org", true},
		{"example.org", "example.net", false, "example.org", true},
		{"a.co.uk", "b.co.uk", false, "a.co.uk", true},
		{"_dmarc.example.org", "example.org", true, "example.org", true},
		{"bücher.example.org", "xn--bcher-kva.example.org", true, "example.org", true},
		{"town.invalid", "town.invalid", true, "town.invalid", false},
		{"printer.local", "", false, "printer.local", false},
		{"localhost", "localhost", true, "", false},
		{"[192.0.2.1]", "[192.0.2.1]", false, "", false},
		{"", "", false, "", false},
	} {
		if got := identity.Aligned(c.a, c.b); got != c.aligned {
			t.Errorf("%q and %q aligned: %v", c.a, c.b, got)
		}
		if got := identity.Organisation(c.a); got != c.organisation {
			t.Errorf("organisation of %q: %q", c.a, got)
		}
		if got := identity.Public(c.a); got != c.public {
			t.Errorf("%q is public: %v", c.a, got)
		}
	}
}

func TestTags(t *testing.T) {
	tags, ok := identity.Tags("v=DKIM1; k = rsa ;p=MII\r\n B;")
	if !ok || tags["k"] != "rsa" || tags["p"] != "MIIB" || tags["t"] != "" {
		t.Errorf("%v %v", tags, ok)
	}
	if tags, ok := identity.Tags("p=a; p=b"); ok || tags["p"] != "" {
		t.Errorf("twice the same: %v", tags)
	}
}
