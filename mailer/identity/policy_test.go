package identity_test

import (
	"errors"
	"strings"
	"testing"

	"deaddrop/mailer/identity"
)

// A domain may want proofs in its own name, and not in that of another one of its organisation: RFC 7489 section
// 3.1, for a signature that the letter bears.
func TestStrictSignature(t *testing.T) {
	const own, sub = "example.net", "students.example.net"
	for _, one := range []struct {
		name, policy, at string // the record, and of which domain it is
		from, signer     string
		want             identity.Result
	}{
		{"a host, no policy", "", own, own, sub, identity.Proved},
		{"a host, relaxed by default", "v=DMARC1; p=reject", own, own, sub, identity.Proved},
		{"a host, relaxed", "v=DMARC1; p=reject; adkim=r", own, own, sub, identity.Proved},
		{"a host, strict for SPF alone", "v=DMARC1; p=reject; aspf=s", own, own, sub, identity.Proved},
		{"a host, strict", "v=DMARC1; p=reject; adkim=s; aspf=s", own, own, sub, identity.Failed},
		{"a host, strict, spelt anyhow", "v=DMARC1;p=reject ;ADKIM = S", own, own, sub, identity.Failed},
		{"a host, strict, nothing refused", "v=DMARC1; p=none; adkim=s", own, own, sub, identity.Unknown},
		{"the domain itself, strict", "v=DMARC1; p=reject; adkim=s", own, own, own, identity.Proved},
		{"an odd value", "v=DMARC1; p=reject; adkim=x", own, own, sub, identity.Proved},
		{"the last word counts", "v=DMARC1; p=reject; adkim=s; adkim=r", own, own, sub, identity.Proved},
		{"the organisation for its host, strict", "v=DMARC1; p=reject; adkim=s", own, sub, own, identity.Failed},
		{"the organisation for its host, strict, and sp=none", "v=DMARC1; p=reject; sp=none; adkim=s", own, sub, own,
			identity.Unknown},
		{"the organisation for its host, whose own record is lax", "v=DMARC1; p=reject", sub, sub, own,
			identity.Proved},
		{"the organisation for its host, whose own record is strict", "v=DMARC1; p=reject; adkim=s", sub, sub, own,
			identity.Failed},
		{"a neighbour, strict", "v=DMARC1; p=reject; adkim=s", own, "mail.example.net", sub, identity.Failed},
	} {
		t.Run(one.name, func(t *testing.T) {
			z := &zone{records: map[string][]string{}}
			key := signer(one.signer, "ed25519")
			publish(z, key, "")
			if one.policy != "" {
				z.records["_dmarc."+one.at] = []string{one.policy}
			}
			v := check(t, checker(z), sign(t, key, strings.Replace(netLetter, "ann@example.net", "ann@"+one.from, 1)))
			if v.Result != one.want {
				t.Errorf("got %v, want %v: %s", v.Result, one.want, v.Why)
			}
			if v.Seal == "" {
				t.Error("it has no seal")
			}
		})
	}
}

// The same for what our own server says, without a signature that we could look at. SPF alone counts only in From's
// domain, or in its organisation where that is all the same to it, and where DMARC says nothing else.
func TestStrictServer(t *testing.T) {
	const lax, strict, none = "v=DMARC1; p=reject", "v=DMARC1; p=reject; adkim=s; aspf=s", ""
	for _, one := range []struct {
		said, policy string
		want         identity.Result
	}{
		{"spf=pass smtp.mailfrom=example.net", none, identity.Proved},
		{"spf=pass smtp.mailfrom=Ann@example.net", strict, identity.Proved},
		{"spf=pass smtp.mailfrom=hosted.example.net", none, identity.Proved},
		{"spf=pass smtp.mailfrom=hosted.example.net", lax, identity.Proved},
		{"spf=pass smtp.mailfrom=hosted.example.net", strict, identity.Failed},
		{"spf=pass smtp.mailfrom=x@hosted.example.net", strict, identity.Failed},
		{"spf=pass smtp.mailfrom=hosted.example.net; spf=pass smtp.mailfrom=example.net", strict, identity.Proved},
		{"spf=pass smtp.mailfrom=x@example.net", none, identity.Unknown},
		{"spf=pass smtp.mailfrom=x@example.net", lax, identity.Unknown},
		{"spf=pass smtp.mailfrom=ann@hosted.example.net", lax, identity.Unknown},
		{"spf=pass smtp.mailfrom=x+caf_=gm=deaddrop.example@example.net; dmarc=pass header.from=example.net", lax,
			identity.Unknown},
		{"spf=pass smtp.mailfrom=x@example.net; spf=pass smtp.mailfrom=example.net", lax, identity.Unknown},
		{"spf=pass smtp.mailfrom=example.org", lax, identity.Failed},
		{"spf=pass smtp.mailfrom=example.net; dmarc=none header.from=example.net", none, identity.Proved},
		{"spf=pass smtp.mailfrom=example.net; dmarc=bestguesspass header.from=example.net", none, identity.Proved},
		{"spf=pass smtp.mailfrom=example.net; dmarc=pass header.from=example.net", strict, identity.Proved},
		{"spf=pass smtp.mailfrom=example.net; dmarc=temperror header.from=example.net", none, identity.Unknown},
		{"spf=pass smtp.mailfrom=example.net; dmarc=permerror header.from=example.net", none, identity.Unknown},
		{"spf=pass smtp.mailfrom=example.net; dmarc=pass header.from=example.org", none, identity.Unknown},
		{"spf=pass smtp.mailfrom=example.net; dmarc=none; dmarc=pass header.from=example.net", none, identity.Unknown},
		{"spf=pass smtp.mailfrom=example.net; dmarc=fail header.from=example.net", none, identity.Failed},
		{"dkim=pass header.d=students.example.net", strict, identity.Failed},
	} {
		t.Run(one.said+" "+one.policy, func(t *testing.T) {
			z := &zone{records: map[string][]string{}}
			if one.policy != none {
				z.records["_dmarc.example.net"] = []string{one.policy}
			}
			v := check(t, checker(z), "Authentication-Results: mx.example.org; "+one.said+"\r\n"+netLetter)
			if v.Result != one.want {
				t.Errorf("got %v, want %v: %s", v.Result, one.want, v.Why)
			}
		})
	}
}

// If the DNS does not tell a domain's policy, another name of its organisation proves nothing, and nobody is accused.
func TestStrictUntold(t *testing.T) {
	key := signer("students.example.net", "ed25519")
	z := &zone{records: map[string][]string{},
		errs: map[string]error{"_dmarc.example.net": errors.New("server misbehaving")}}
	publish(z, key, "")
	for _, raw := range []string{
		sign(t, key, netLetter),
		"Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=x@hosted.example.net\r\n" + netLetter,
	} {
		if v := check(t, checker(z), raw); v.Result != identity.Unknown {
			t.Errorf("%+v", v)
		}
	}
	if v := check(t, checker(z), "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=ann@example.net\r\n"+netLetter); v.Result != identity.Proved {
		t.Errorf("From's own domain: %+v", v)
	}
}
