package identity

import (
	"strings"

	"deaddrop/mailer"
)

// found is what our own mail server says about a letter.
type found struct {
	failed    bool   // dmarc=fail
	dmarc     bool   // DMARC passed, which a replay passes too
	spf       string // the envelope's domain, if SPF passed and it is of the same organisation; "": none
	signer    string // the domain of a DKIM signature that passed, likewise
	undecided bool   // DMARC came to no end, or is about another domain, so that SPF alone tells nothing
	broken    bool   // its field cannot be read
}

// keep drops what is of another domain of the organisation than the one in From, where that one wants its own name.
func (f *found) keep(from string, want strict) {
	if want.spf && f.spf != from {
		f.spf = ""
	}
	if want.dkim && f.signer != from {
		f.signer = ""
	}
}

// signature says whether the server vouches for a signature, or for one or the other.
func (f found) signature() bool { return f.dmarc || f.signer != "" }

// lax says whether a proof is of another domain of the organisation than the one in From.
func (f found) lax(from string) bool {
	other := func(domain string) bool { return domain != "" && domain != from }
	return other(f.spf) || other(f.signer)
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
				f.take(r, from)
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

// take takes in the proofs for mail from a domain that the results hold. Two results of DMARC are one too many: a
// server has one opinion.
func (f *found) take(r results, from string) {
	opinions := 0
	for _, one := range r.list {
		switch one.method {
		case "dmarc":
			opinions++
			f.decide(one, from)
		case "dkim":
			signer := one.prop("header.d")
			if signer == "" {
				signer = one.prop("header.i")
			}
			f.signer = better(f.signer, one, signer, from)
		case "spf":
			f.spf = better(f.spf, one, one.prop("smtp.mailfrom"), from)
		}
	}
	if opinions > 1 {
		f.dmarc, f.signer, f.undecided = false, "", true
	}
	if f.undecided {
		f.spf = ""
	}
}

// decide takes in a result of DMARC (RFC 7489 section 11.2). Microsoft writes bestguesspass where there is no policy.
func (f *found) decide(one result, from string) {
	about := domainOf(one.prop("header.from"))
	switch {
	case one.value == "pass" && from != "" && about == from:
		f.dmarc = true
	case one.value == "none", one.value == "bestguesspass":
	default:
		f.undecided = true
	}
}

// better is the domain that a method vouches for, of two that are of From's organisation: From's own, if it can be.
func better(was string, one result, said, from string) string {
	domain := domainOf(said)
	if one.value != "pass" || !aligned(domain, from) || was == from {
		return was
	}
	return domain
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
