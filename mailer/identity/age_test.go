package identity_test

import (
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/identity"
)

// A signature proves something for some days after the date that it covers, until our server took the letter in:
// how long it has lain there since does not matter.
func TestOldSignature(t *testing.T) {
	ed := signer("example.net", "ed25519")
	z := &zone{records: map[string][]string{"_dmarc.example.net": {"v=DMARC1; p=reject"}}}
	publish(z, ed, "")
	const house, dkim, spf = "mx.example.org", "dkim=pass header.d=example.net; dmarc=pass header.from=example.net",
		"spf=pass smtp.mailfrom=example.net"
	for _, one := range []struct {
		name     string
		age      time.Duration // of the letter when it came to us
		received string        // how old it was by the topmost Received field; "": there is none
		said     string        // by our server
		want     identity.Result
	}{
		{"at once", time.Minute, "", "", identity.Proved},
		{"a server tried for days", 6 * 24 * time.Hour, "", "", identity.Proved},
		{"of last week", 8 * 24 * time.Hour, "", "", identity.Unknown},
		{"of ten years ago", 3650 * 24 * time.Hour, "", "", identity.Unknown},
		{"we were away", 30 * 24 * time.Hour, "1m", "", identity.Proved},
		{"we were away, and so was its server", 30 * 24 * time.Hour, "200h", "", identity.Unknown},
		{"a server whose clock is fast", time.Minute, "300h", "", identity.Proved},
		{"another zone", -13 * time.Hour, "", "", identity.Proved},
		{"of next year", -365 * 24 * time.Hour, "", "", identity.Unknown},
		{"old, and our server found the signature good", 8 * 24 * time.Hour, "200h", dkim, identity.Unknown},
		{"old, and it came from a server of the domain", 8 * 24 * time.Hour, "200h", spf, identity.Proved},
	} {
		t.Run(one.name, func(t *testing.T) {
			written := morning.Add(-one.age)
			raw := sign(t, ed, strings.Replace(netLetter, "Mon, 5 Jan 2026 08:59:58 +0000",
				written.Format(time.RFC1123Z), 1))
			if one.said != "" {
				raw = "Authentication-Results: " + house + "; " + one.said + "\r\n" + raw
			}
			if age, err := time.ParseDuration(one.received); err == nil {
				raw = "Received: from mail.example.net\r\n\tby " + house + " with ESMTPS; " +
					written.Add(age).Format(time.RFC1123Z) + "\r\n" + raw
			}
			v := check(t, checker(z), raw)
			if v.Result != one.want || v.Seal == "" {
				t.Errorf("got %+v, want %v", v, one.want)
			}
		})
	}
	undated := sign(t, ed, strings.Replace(netLetter, "Mon, 5 Jan 2026 08:59:58 +0000", "some day", 1))
	if v := check(t, checker(z), undated); v.Result != identity.Unknown {
		t.Errorf("without a date: %+v", v)
	}
	l, err := mailer.Read([]byte(undated), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if v := checker(z).Check(t.Context(), l); v.Result != identity.Proved {
		t.Errorf("nobody knows when it came: %+v", v)
	}
}
