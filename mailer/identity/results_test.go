package identity

import (
	"fmt"
	"strings"
	"testing"

	"deaddrop/mailer"
)

// String writes results on one line: "id: method=value name=value; ...".
func (r results) String() string {
	parts := make([]string, len(r.list))
	for i, one := range r.list {
		parts[i] = one.method + "=" + one.value
		for _, p := range one.props {
			parts[i] += " " + p.name + "=" + p.value
		}
	}
	return r.id + ": " + strings.Join(parts, "; ")
}

// honest are fields in the shapes that real servers give them, and what they say.
var honest = []struct{ server, field, want string }{
	{"gmail", `mx.google.com;
       dkim=pass header.i=@example.org header.s=s1 header.b=hRk+/3Aa;
       spf=pass (google.com: domain of ann@example.org designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@example.org;
       dmarc=pass (p=QUARANTINE sp=NONE dis=NONE) header.from=example.org`,
		"mx.google.com: dkim=pass header.i=@example.org header.s=s1 header.b=hRk+/3Aa; spf=pass smtp.mailfrom=ann@example.org; dmarc=pass header.from=example.org"},
	{"outlook", `spf=pass (sender IP is 192.0.2.1)
 smtp.mailfrom=example.org; dkim=pass (signature was verified)
 header.d=example.org;dmarc=pass action=none
 header.from=example.org;compauth=pass reason=100`, "error"},
	{"outlook with a name", `mx.microsoft.com 1; spf=pass (sender ip is 192.0.2.1) smtp.rcpttodomain=example.net smtp.mailfrom=example.org;
 dmarc=pass (p=none sp=none pct=100) action=none header.from=example.org; dkim=pass (signature was verified) header.d=example.org; arc=none (0)`,
		"mx.microsoft.com: spf=pass smtp.rcpttodomain=example.net smtp.mailfrom=example.org; dmarc=pass action=none header.from=example.org; dkim=pass header.d=example.org; arc=none"},
	{"fastmail", `mx5.messagingengine.com;
    dkim=pass (2048-bit rsa key sha256) header.d=example.org
    header.i=@example.org header.b=Abc+/d= header.a=rsa-sha256
    header.s=fm1 x-bits=2048;
    dmarc=pass policy.published-domain-policy=reject
    policy.applied-disposition=none policy.evaluated-disposition=none
    (p=reject,d=none,d.eval=none) policy.policy-from=p
    header.from=example.org;
    iprev=pass smtp.remote-ip=2001:db8::25 (mail.example.org);
    spf=pass smtp.mailfrom=ann@example.org
    smtp.helo=mail.example.org`,
		"mx5.messagingengine.com: dkim=pass header.d=example.org header.i=@example.org header.b=Abc+/d= header.a=rsa-sha256 header.s=fm1 x-bits=2048; dmarc=pass policy.published-domain-policy=reject policy.applied-disposition=none policy.evaluated-disposition=none policy.policy-from=p header.from=example.org; iprev=pass smtp.remote-ip=2001:db8::25; spf=pass smtp.mailfrom=ann@example.org smtp.helo=mail.example.org"},
	{"yahoo", `atlas-production.v2-mail-prod1-gq1.omega.yahoo.com;
 dkim=pass header.i=@example.org header.s=20230601;
 spf=pass smtp.mailfrom=example.org;
 dmarc=pass(p=NONE,sp=QUARANTINE) header.from=example.org;`,
		"atlas-production.v2-mail-prod1-gq1.omega.yahoo.com: dkim=pass header.i=@example.org header.s=20230601; spf=pass smtp.mailfrom=example.org; dmarc=pass header.from=example.org"},
	{"proton", `mail.protonmail.ch; dkim=pass (Good ed25519-sha256
 signature) header.d=example.org header.i=@example.org header.a=ed25519-sha256; dmarc=pass (p=none dis=none) header.from=example.org`,
		"mail.protonmail.ch: dkim=pass header.d=example.org header.i=@example.org header.a=ed25519-sha256; dmarc=pass header.from=example.org"},
	{"rspamd", `mx.example.net;
	dkim=pass header.d=example.org header.s=s1 header.b="Ab/c+D1e";
	dmarc=fail reason="SPF not aligned (relaxed), No valid DKIM; \"none\"" header.from=example.com (policy=reject);
	spf=pass (mx.example.net: domain of "ann b"@example.org designates 192.0.2.1 as permitted sender) smtp.mailfrom="ann b"@example.org`,
		`mx.example.net: dkim=pass header.d=example.org header.s=s1 header.b=Ab/c+D1e; dmarc=fail reason=SPF not aligned (relaxed), No valid DKIM; "none" header.from=example.com; spf=pass smtp.mailfrom=ann b@example.org`},
	{"opendkim", `mx.example.net;
	dkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org header.b="dzdVyOfA";
	dkim-atps=neutral`,
		"mx.example.net: dkim=pass header.d=example.org header.i=@example.org header.b=dzdVyOfA; dkim-atps=neutral"},
	{"opendmarc", `mx.example.net; dmarc=pass (p=reject dis=none) header.from=example.org`,
		"mx.example.net: dmarc=pass header.from=example.org"},
	{"opendmarc with spf", `OpenDMARC; spf=pass smtp.mailfrom=<>`, "OpenDMARC: spf=pass smtp.mailfrom=<>"},
	{"policyd-spf", `mx.example.net; spf=pass (sender SPF authorized) smtp.mailfrom=example.org (client-ip=192.0.2.1; helo=mail.example.org; envelope-from=ann@example.org; receiver=<UNKNOWN>)`,
		"mx.example.net: spf=pass smtp.mailfrom=example.org"},
	{"amavis", `mx.example.net (amavisd-new); dkim=pass (2048-bit key)
 header.d=example.org; domainkeys=fail (1024-bit key) reason="fail (message has been altered)"
 header.sender=ann@example.org`,
		"mx.example.net: dkim=pass header.d=example.org; domainkeys=fail reason=fail (message has been altered) header.sender=ann@example.org"},
	{"exim", `mx.example.net;
	iprev=pass (mail.example.org) smtp.remote-ip=192.0.2.1;
	auth=pass (PLAIN) smtp.auth=ann;
	dkim=pass header.d=example.org header.s=s1 header.a=rsa-sha256;
	dmarc=pass header.from=example.org`,
		"mx.example.net: iprev=pass smtp.remote-ip=192.0.2.1; auth=pass smtp.auth=ann; dkim=pass header.d=example.org header.s=s1 header.a=rsa-sha256; dmarc=pass header.from=example.org"},
	{"none", `mx.example.net 1; none`, "mx.example.net: "},
	{"comments everywhere", `(a (b) \) c) mx.example.net (d) 1 (e); (f) dkim (g) / (h) 1 (i) = (j) pass (k) reason (l) = (m) "n" (o) header (p) . (q) d (r) = (s) example.org (t)`,
		"mx.example.net: dkim=pass reason=n header.d=example.org"},
	{"quoted name", `"mx.example.net"; spf=none`, "mx.example.net: spf=none"},
	{"empty sender", `mx.example.net; spf=none smtp.mailfrom=; dkim=none`,
		"mx.example.net: spf=none smtp.mailfrom=; dkim=none"},
	{"a plus, an equals sign", `mx.example.net; spf=pass smtp.mailfrom=a+b=c@example.org`,
		"mx.example.net: spf=pass smtp.mailfrom=a+b=c@example.org"},
	{"UTF-8", `mx.example.net; spf=pass smtp.mailfrom=ann@bücher.example`,
		"mx.example.net: spf=pass smtp.mailfrom=ann@bücher.example"},
	{"semicolons", `mx.example.net;; spf=none;;`, "mx.example.net: spf=none"},
}

func TestParseHonest(t *testing.T) {
	for _, one := range honest {
		t.Run(one.server, func(t *testing.T) {
			for _, field := range []string{one.field, strings.Join(strings.Fields(one.field), " "),
				strings.ReplaceAll(one.field, "\n", "\r\n")} {
				r, err := parseResults(field)
				got := r.String()
				if err != nil {
					got = "error"
				}
				if got != one.want {
					t.Errorf("got  %s\nwant %s", got, one.want)
				}
			}
		})
	}
}

// Malformed results prove nothing, but do not hide who wrote the letter.
func TestParseBroken(t *testing.T) {
	for field, want := range map[string]string{
		``:                                               ": ",
		`;`:                                              ": ",
		`(mx.example.net`:                                ": ",
		`"mx.example.net`:                                ": ",
		"mx\x00.example.net; spf=none":                   ": ",
		`mx.example.net`:                                 "mx.example.net: ",
		`mx.example.net 1 2; spf=none`:                   "mx.example.net: error",
		`mx.example.net spf=none`:                        "mx.example.net: error",
		`mx.example.net; spf`:                            "mx.example.net: error",
		`mx.example.net; spf=`:                           "mx.example.net: error",
		`mx.example.net; spf=none none`:                  "mx.example.net: error",
		`mx.example.net; dkim=pass; spf=none x`:          "mx.example.net: dkim=pass error",
		`mx.example.net; dkim=pass"x"`:                   "mx.example.net: error",
		`mx.example.net; dkim="pass"`:                    "mx.example.net: error",
		`mx.example.net; dkim=pass.x`:                    "mx.example.net: error",
		`mx.example.net; dkim=pass header.d=a"b"`:        "mx.example.net: error",
		`mx.example.net; dkim=pass header.d="a"b`:        "mx.example.net: error",
		`mx.example.net; dkim=pass header.d="a`:          "mx.example.net: error",
		`mx.example.net; dkim=pass header.d=a)`:          "mx.example.net: error",
		`mx.example.net; dkim=pass header.d=a\b`:         "mx.example.net: error",
		`mx.example.net; dkim=pass (a`:                   "mx.example.net: error",
		`mx.example.net; dkim=pass (a\`:                  "mx.example.net: error",
		`mx.example.net; dkim=pass (a" )`:                "mx.example.net: error",
		"mx.example.net; dkim=pass (a\x00)":              "mx.example.net: error",
		"mx.example.net; dkim=pass (a\\\x00)":            "mx.example.net: error",
		"mx.example.net; dkim=pass reason=\"\x01\"":      "mx.example.net: error",
		"mx.example.net; dkim=pass reason=\"\\\x01\"":    "mx.example.net: error",
		"mx.example.net; dkim=pass header.d=a\x7f":       "mx.example.net: error",
		`mx.example.net; dkim=none reason="a"header.d=v`: "mx.example.net: error",
		"mx.example.net; dkim=pass\x7f":                  "mx.example.net: error",
		"mx.example.net; dkim=pass header.d=a\x00":       "mx.example.net: error",
		`mx.example.net; dkim=none reason="a "@x; dmarc=pass header.from=v`:   "mx.example.net: error",
		`mx.example.net; dkim=none reason="a "x; dmarc=pass header.from=v`:    "mx.example.net: error",
		`mx.example.net; spf=none smtp.mailfrom=x; y z=pass header.from=v@e`:  "mx.example.net: spf=none smtp.mailfrom=x error",
		`mx.example.net; spf=none smtp.mailfrom=x; z=pass header.from=v w@e.`: "mx.example.net: spf=none smtp.mailfrom=x error",
	} {
		r, err := parseResults(field)
		got := r.String()
		if err != nil && r.id != "" {
			if len(r.list) > 0 {
				got += " "
			}
			got += "error"
		}
		if got != want || err == nil && want == ": " {
			t.Errorf("%q\ngot  %s\nwant %s", field, got, want)
		}
	}
}

func TestAligned(t *testing.T) {
	for _, one := range []struct {
		a, b string
		want bool
	}{
		{"example.org", "example.org", true}, {"a.example.org", "b.c.example.org", true},
		{"example.org", "a.example.org", true}, {"example.org", "example.com", false}, {"a.co.uk", "b.co.uk", false},
		{"a.github.io", "b.github.io", false}, {"co.uk", "co.uk", true}, {"co.uk", "a.co.uk", false},
		{"org", "example.org", false}, {"box", "box", true}, {"box", "a.box", false},
		{"192.0.2.1", "198.51.2.1", false}, {"", "", false}, {"example.org", "", false},
		{"xn--bcher-kva.example", "mail.xn--bcher-kva.example", true},
	} {
		if got := aligned(one.a, one.b); got != one.want || aligned(one.b, one.a) != one.want {
			t.Errorf("%s, %s: %v", one.a, one.b, got)
		}
	}
}

func TestFold(t *testing.T) {
	for domain, want := range map[string]string{
		"Example.ORG": "example.org", "b\u00fccher.example": "xn--bcher-kva.example",
		"B\u00dcCHER\u3002example": "xn--bcher-kva.example",
		"XN--Bcher-KVA.example":    "xn--bcher-kva.example", "a_b.example": "a_b.example",
		"\u212aelvin.example": "kelvin.example",
		"":                    "", "a..b": "", ".a": "", "a.": "", "a b": "", "a\x00": "", "[192.0.2.1]": "", strings.Repeat("a", 64): "",
		strings.Repeat("a.", 130): "", "\u2260.example\u200d\u0000": "",
	} {
		if got := fold(domain); got != want {
			t.Errorf("%q: %q, want %q", domain, got, want)
		}
	}
}

func TestSentence(t *testing.T) {
	for why, want := range map[string]string{
		"": "", "it is so": "It is so.", "a\x00b\r\nc\u202ed\u00a0e\xff": "A?b??c?d?e?.",
		strings.Repeat("\u00e9", 200): "\u00c9" + strings.Repeat("\u00e9", 119) + "...",
	} {
		if got := sentence(why); got != want {
			t.Errorf("%q: %q, want %q", why, got, want)
		}
	}
}

// quote masks any words as a quoted string, and comment as a comment, the way a server should.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

func comment(s string) string {
	return `(` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `(`, `\(`, `)`, `\)`).Replace(s) + `)`
}

// Whatever a sender lets an honest server write, no result comes of it.
func FuzzResults(f *testing.F) {
	for _, one := range honest {
		f.Add(one.field)
	}
	for _, s := range []string{
		`x; dmarc=pass header.from=victim.example`, `x"; dmarc=pass header.from=victim.example; "`, `a\`, `(`, `)`,
		"\x00", `" ;`,
		`\"; dmarc=pass header.from=victim.example`, `) ; dmarc=pass header.from=victim.example (`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		_, _ = parseResults(s)
		foreign(s, "mx.example.net")
		for _, field := range []string{
			fmt.Sprintf("mx.example.net; spf=pass %s smtp.mailfrom=%s@evil.example; dkim=none", comment(s), quote(s)),
			fmt.Sprintf("mx.example.net; spf=pass reason=%s smtp.mailfrom=a.%s.b@evil.example %s; dkim=none",
				quote(s), quote(s), comment(s)),
		} {
			r, err := parseResults(field)
			if err != nil {
				if !strings.ContainsFunc(s, func(c rune) bool { return c < 0x80 && control(byte(c)) }) {
					t.Errorf("%q is refused", field)
				}
				continue
			}
			if len(r.list) != 2 || r.list[0].method != "spf" || r.list[1].method != "dkim" ||
				!strings.HasSuffix(r.list[0].prop("smtp.mailfrom"), "@evil.example") {
				t.Errorf("%q is read as %v", field, r)
			}
			var f found
			if f.take(r, mailer.Letter{}, "victim.example"); f.passes() || f.signer != "" {
				t.Errorf("%q proves something", field)
			}
		}
	})
}
