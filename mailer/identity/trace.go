package identity

import (
	"strings"

	"deaddrop/mailer"
)

// found is what our own mail server found out about a letter.
type found struct {
	failed    bool   // dmarc=fail
	dmarc     bool   // DMARC passed, by a signature or by SPF
	spf       string // the envelope's domain, if SPF passed and it is of the organisation in From; otherwise ""
	another   bool   // SPF passed for another address than the one in From
	signer    string // the domain of a valid DKIM signature, of the same organisation; otherwise ""
	dkim      bool   // there is a result about signatures
	undecided bool   // DMARC was inconclusive, or about another domain, so that SPF alone proves nothing
	broken    bool   // its field cannot be parsed
}

// keep drops proofs by other domains of the organisation than the one in From, if want requires the exact domain.
func (f *found) keep(from string, want strict) {
	if want.spf && f.spf != from {
		f.spf = ""
	}
	if want.dkim && f.signer != from {
		f.signer = ""
	}
}

// spfOf reports whether SPF passed for the very address in From. An organisation's servers also forward what its
// other users receive: such a letter may have any From, but its envelope sender is that user.
func (f found) spfOf() bool { return f.spf != "" && !f.another }

// passes reports whether a letter satisfies its domain's policy, whoever at that domain wrote it.
func (f found) passes() bool { return f.dmarc || f.spf != "" }

// lax reports whether a proof is by another domain of the organisation than the one in From.
func (f found) lax(from string) bool {
	other := func(domain string) bool { return domain != "" && domain != from }
	return other(f.spf) || other(f.signer)
}

// believe reads the fields of our own server, and no others (RFC 8601 section 5). Fields above the first foreign
// Received were written by our servers, or passed to them. Only the topmost result can prove a letter, since our
// server puts its own above whatever a sender forged. Any of them can show that the letter is forged, as nobody would
// fake that. If the topmost says only that DMARC passed, another one may say by which signature.
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

// said is the content of one field of our own server. With an error, it is what precedes the error.
type said struct {
	results
	err error
}

// said returns the fields of our own server, the topmost first.
func (c *Checker) said(head mailer.Header) (all []said) {
	id := fold(c.Authserv)
	if c.Authserv == "" {
		return nil
	}
	if id == "" {
		id = lower(c.Authserv) // some servers add no domain
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

// take adds the proofs for a letter from a domain that are among the results. Two DMARC results prove nothing, as a
// server has only one.
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

// decide adds a result of DMARC (RFC 7489 section 11.2). Microsoft writes bestguesspass for a domain without a
// policy.
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

// sends reports whether the envelope sender is the address in From, according to our server's result, which may name
// only the domain, or to Return-Path.
func sends(l mailer.Letter, said string) bool {
	if !strings.Contains(said, "@") {
		said = l.Sender
	}
	sender, author := localPart(said), localPart(l.From)
	return sender == "" || sender == author && domainOf(said) == domainOf(l.From)
}

// localPart returns the part of an address before the "@", in lower case, or "".
func localPart(address string) string {
	return lower(strings.TrimPrefix(address[:max(0, strings.LastIndexByte(address, '@'))], "<"))
}

// better returns the better of two domains that a method vouches for: the domain in From, if it is one of them.
func better(was string, one result, said, from string) string {
	domain := domainOf(said)
	if one.value != "pass" || !aligned(domain, from) || was == from {
		return was
	}
	return domain
}

// foreign reports whether a Received field (RFC 5321 section 4.4) was written outside our servers' network. LMTP is
// spoken only within one.
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
			key = "" // the word belonged to the key
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
