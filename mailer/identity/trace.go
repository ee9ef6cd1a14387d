package identity

import (
	"strings"

	"deaddrop/mailer"
)

// found is what our own mail server says about a letter.
type found struct {
	failed    bool // dmarc=fail
	spf       bool // the envelope's domain is aligned and SPF passed
	signature bool // DMARC or an aligned DKIM signature passed, which a replay passes too
	broken    bool // its field cannot be read
}

// believe reads the fields of our own server, and no others (RFC 8601 section 5). Above a foreign Received is
// what was written in our house, or handed to it. Only the topmost field can prove anything, for our server puts
// its own above whatever a sender forged; but it may tell in another one that the letter is forged, and nobody
// forges that.
func (c *Checker) believe(head mailer.Header, from string) found {
	var f found
	id := fold(c.Authserv)
	if c.Authserv == "" {
		return f
	}
	if id == "" {
		id = lower(c.Authserv) // some servers give no domain
	}
	top := true
	for _, field := range head {
		switch field.Key {
		case "received":
			if foreign(field.Value, id) {
				return f
			}
		case "authentication-results":
			r, err := parseResults(field.Value)
			if lower(r.id) != id && fold(r.id) != id {
				continue
			}
			f.failed = f.failed || r.fails()
			if top && err == nil {
				f.spf, f.signature = r.proves(from)
			}
			f.broken = f.broken || top && err != nil
			top = false
		}
	}
	return f
}

func (r results) fails() bool {
	for _, one := range r.list {
		if one.method == "dmarc" && one.value == "fail" {
			return true
		}
	}
	return false
}

// proves says which proofs for mail from a domain the results hold. Two results of DMARC are one too many:
// a server has one opinion.
func (r results) proves(from string) (spf, signature bool) {
	opinions := 0
	for _, one := range r.list {
		if one.method == "dmarc" {
			opinions++
		}
		if one.value != "pass" {
			continue
		}
		switch one.method {
		case "dmarc":
			signature = signature || from != "" && domainOf(one.prop("header.from")) == from
		case "dkim":
			signer := one.prop("header.d")
			if signer == "" {
				signer = one.prop("header.i")
			}
			signature = signature || aligned(domainOf(signer), from)
		case "spf":
			spf = spf || aligned(domainOf(one.prop("smtp.mailfrom")), from)
		}
	}
	if opinions > 1 {
		return false, false
	}
	return spf, signature
}

// foreign says whether a Received field (RFC 5321 section 4.4) was written outside the house of our server. LMTP
// is spoken only within one.
func foreign(value, id string) bool {
	s := &scanner{s: value}
	by, key := "", ""
	for s.skip(); s.i < len(s.s) && s.peek() != ';'; s.skip() {
		word := ""
		if s.peek() == '"' {
			word = s.quoted()
		} else {
			word = s.run(plain)
		}
		if !s.end() {
			s.fail()
		}
		switch {
		case key == "by" && by == "":
			by = word
		case key == "with" && s.err == nil && strings.HasPrefix(lower(word), "lmtp"):
			return false
		}
		if key != "" {
			key = "" // the word belonged to it
		} else {
			key = lower(word)
		}
	}
	if s.err != nil || by == "" {
		return true
	}
	host := fold(by)
	return host != id && !inside(by) && !aligned(host, id)
}
