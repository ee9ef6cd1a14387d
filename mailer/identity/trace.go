package identity

import (
	"strings"

	"deaddrop/mailer"
)

// found is what our own mail server says about a letter.
type found struct {
	failed    bool   // dmarc=fail
	dmarc     bool   // DMARC passed, by a signature or by SPF, it does not say which
	spf       string // the envelope's domain, if SPF passed and it is of the same organisation; "": none
	another   bool   // what SPF passed for is another address than the one in From
	signer    string // the domain of a DKIM signature that passed, likewise
	dkim      bool   // it says what became of signatures
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

// spfOf says whether SPF passed for the address in From itself. One organisation's servers also carry the letters of
// its other users, and forward to us what one of those had from anywhere: whatever From says there, the envelope is
// then that user's.
func (f found) spfOf() bool { return f.spf != "" && !f.another }

// passes says whether a letter has what its domain wants of one in its name, whoever wrote it.
func (f found) passes() bool { return f.dmarc || f.spf != "" }

// lax says whether a proof is of another domain of the organisation than the one in From.
func (f found) lax(from string) bool {
	other := func(domain string) bool { return domain != "" && domain != from }
	return other(f.spf) || other(f.signer)
}

// believe reads the fields of our own server, and no others (RFC 8601 section 5). Above a foreign Received is
// what was written in our house, or handed to it. Only the topmost field can prove anything, for our server puts
// its own above whatever a sender forged; but it may tell in another one that the letter is forged, and nobody
// forges that. Where the topmost says no more than that DMARC passed, another one says by which signature.
func (c *Checker) believe(l mailer.Letter, from string) (f found) {
	for i, one := range c.said(l.Header) {
		f.failed = f.failed || one.fails()
		switch {
		case i == 0 && one.err != nil:
			f.broken = true
		case i == 0:
			f.take(one.results, l, from)
		case one.err == nil && f.dmarc && !f.dkim:
			var other found
			other.take(one.results, l, from)
			f.signer, f.dkim = other.signer, other.dkim
		}
	}
	return f
}

// said is one field of our own server. With an error, it has what stands before the fault.
type said struct {
	results
	err error
}

// said are the fields of our own server, the topmost first.
func (c *Checker) said(head mailer.Header) (all []said) {
	id := fold(c.Authserv)
	if c.Authserv == "" {
		return nil
	}
	if id == "" {
		id = lower(c.Authserv) // some servers give no domain
	}
	for _, field := range head {
		switch field.Key {
		case "received":
			if foreign(field.Value, id) {
				return all
			}
		case "authentication-results":
			r, err := parseResults(field.Value)
			if lower(r.id) == id || fold(r.id) == id {
				all = append(all, said{r, err})
			}
		}
	}
	return all
}

func (r results) fails() bool {
	for _, one := range r.list {
		if one.method == "dmarc" && one.value == "fail" {
			return true
		}
	}
	return false
}

// take takes in the proofs for a letter from a domain that the results hold. Two results of DMARC are one too many: a
// server has one opinion.
func (f *found) take(r results, l mailer.Letter, from string) {
	opinions := 0
	for _, one := range r.list {
		switch one.method {
		case "dmarc":
			opinions++
			f.decide(one, from)
		case "dkim":
			f.dkim = true
			signer := one.prop("header.d")
			if signer == "" {
				signer = one.prop("header.i")
			}
			f.signer = better(f.signer, one, signer, from)
		case "spf":
			said := one.prop("smtp.mailfrom")
			f.spf = better(f.spf, one, said, from)
			f.another = f.another || aligned(domainOf(said), from) && !sends(l, said)
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

// sends says whether the envelope's sender is the address in From, as far as our server says: in its result, which may
// give no more than the domain, or in Return-Path.
func sends(l mailer.Letter, said string) bool {
	if !strings.Contains(said, "@") {
		said = l.Sender
	}
	sender, author := localPart(said), localPart(l.From)
	return sender == "" || sender == author && domainOf(said) == domainOf(l.From)
}

// localPart gives what stands before the "@" of an address, in lower case; "" where there is none.
func localPart(address string) string {
	return lower(strings.TrimPrefix(address[:max(0, strings.LastIndexByte(address, '@'))], "<"))
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
