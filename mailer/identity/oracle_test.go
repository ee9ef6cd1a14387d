package identity

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer"
	"deaddrop/mailer/peertest"
)

// python runs a script with Debian's Python, which has the libraries that its packages bring.
func python(t *testing.T, module, script string, input any, output any) {
	t.Helper()
	program := ""
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(name, "-c", "import "+module).Run() == nil {
			program = name
			break
		}
	}
	if program == "" {
		peertest.Skip(t, "there is no python3 with %s here. Install it with: apt-get install python3-dkim python3-nacl python3-authres.", module)
	}
	in, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "-c", script)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", module, err)
	}
	if err := json.Unmarshal(out, output); err != nil {
		t.Fatalf("%s said %q: %v", module, out, err)
	}
}

// We read what authres reads in the same way. It does not know fields without a name, nor everything that servers
// write.
func TestAuthres(t *testing.T) {
	const script = `
import sys, json, authres
out = []
for field in json.load(sys.stdin):
    try:
        h = authres.AuthenticationResultsHeader.parse("Authentication-Results: " + field)
        out.append([h.authserv_id] + [r.method + "=" + r.result + "".join(" %s.%s=%s" % (p.type, p.name, p.value) for p in r.properties) for r in h.results if r.method != "none"])
    except Exception as e:
        out.append([])
json.dump(out, sys.stdout)`
	var fields []string
	for _, one := range honest {
		fields = append(fields, strings.Join(strings.Fields(one.field), " "))
	}
	fields = append(fields,
		`mx.example.org; spf=pass smtp.mailfrom="x; dmarc=pass header.from=victim.example"@evil.example`,
		`mx.example.org; dkim=fail reason="key; dmarc=pass header.from=victim.example" header.d=evil.example`,
		`mx.example.org; dkim=none (a (b \) ) ; dmarc=pass header.from=victim.example \() ; spf=none`,
		`(mx.example.org; ) mx.evil.example; dmarc=pass header.from=victim.example`,
	)
	var answers [][]string
	python(t, "authres", script, fields, &answers)
	read := 0
	for i, field := range fields {
		if len(answers[i]) == 0 {
			t.Logf("authres cannot read %s", field)
			continue
		}
		read++
		r, err := parseResults(field)
		got := []string{r.id}
		for _, one := range r.list {
			s := one.method + "=" + one.value
			for _, p := range one.props {
				if strings.Contains(p.name, ".") {
					s += " " + p.name + "=" + p.value
				}
			}
			got = append(got, s)
		}
		if err != nil || strings.Join(got, "; ") != strings.ReplaceAll(strings.Join(answers[i], "; "), `"`, "") {
			t.Errorf("%s\nwe      %q, %v\nauthres %q", field, got, err, answers[i])
		}
	}
	if read < 10 {
		t.Errorf("authres could read only %d", read)
	}
}

const oracleLetter = "From: Ann <ann@example.net>\r\nTo: gm@deaddrop.example\r\nSubject: dm1 \r\n =?utf-8?q?Fran=C3=A7e?=\r\n" +
	"Date: Mon, 5 Jan 2026 08:59:58 +0000\r\nMessage-ID: <a@example.net>\r\n\r\n  A PAR  - BUR \t\r\n\r\n.\r\n \r\n\r\n"

// dkimpy accepts our signatures and we accept its; neither does after a word was changed.
func TestDkimpy(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	edKey := ed25519.NewKeyFromSeed([]byte("this key signs nothing but tests"))
	signers := map[string]*mailer.Signer{
		"rsa-sha256":     {Domain: "example.net", Selector: "r", Key: rsaKey},
		"ed25519-sha256": {Domain: "example.net", Selector: "e", Key: edKey},
	}
	zone := map[string]string{}
	type task struct{ Algorithm, Selector, Key, Mail, Changed, Plain string }
	var tasks []task
	for _, algorithm := range []string{"rsa-sha256", "ed25519-sha256"} {
		s := signers[algorithm]
		zone[s.Name()+"."] = s.Value()
		signed, err := s.Sign([]byte(oracleLetter))
		if err != nil {
			t.Fatal(err)
		}
		key := string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY",
			Bytes: x509.MarshalPKCS1PrivateKey(rsaKey)}))
		if algorithm == "ed25519-sha256" {
			key = "dGhpcyBrZXkgc2lnbnMgbm90aGluZyBidXQgdGVzdHM=" // the seed
		}
		tasks = append(tasks, task{algorithm, s.Selector, key, string(signed),
			strings.Replace(string(signed), "BUR", "PIC", 1), oracleLetter})
	}
	const script = `
import sys, json, dkim
job = json.load(sys.stdin)
dns = lambda name, timeout=5: job["Zone"].get(name.decode() if isinstance(name, bytes) else name, "").encode() or None
out = []
for t in job["Tasks"]:
    good, bad = (dkim.verify(t[k].encode(), dnsfunc=dns) for k in ("Mail", "Changed"))
    signed = []
    for c in ((b"relaxed", b"relaxed"), (b"simple", b"simple")):
        plain = t["Plain"].encode()
        field = dkim.sign(plain, t["Selector"].encode(), b"example.net", t["Key"].encode(), canonicalize=c, signature_algorithm=t["Algorithm"].encode())
        signed.append((field + plain).decode())
    out.append({"Good": good, "Bad": bad, "Signed": signed})
json.dump(out, sys.stdout)`
	var answers []struct {
		Good, Bad bool
		Signed    []string
	}
	python(t, "dkim, nacl", script, map[string]any{"Zone": zone, "Tasks": tasks}, &answers)
	c := &Checker{Self: "gm@deaddrop.example", Lookup: func(_ context.Context, name string) ([]string, error) {
		if record := zone[name+"."]; record != "" {
			return []string{record}, nil
		}
		return nil, &net.DNSError{IsNotFound: true}
	}}
	for i, a := range answers {
		if !a.Good || a.Bad {
			t.Errorf("%s: dkimpy finds our signature valid: %v, and over another text: %v", tasks[i].Algorithm,
				a.Good, a.Bad)
		}
		for _, raw := range append(a.Signed, tasks[i].Mail) {
			l, err := mailer.Read([]byte(raw), time.Time{})
			if err != nil {
				t.Error(err)
			}
			if v := c.Check(t.Context(), l); v.Result != Proved {
				t.Errorf("%s: dkimpy's signature: %+v\n%s", tasks[i].Algorithm, v, raw)
			}
			l.Raw = bytes.Replace(l.Raw, []byte("BUR"), []byte("PIC"), 1)
			if v := c.Check(t.Context(), l); v.Result != Unknown {
				t.Errorf("%s: another text: %+v", tasks[i].Algorithm, v)
			}
		}
	}
}
