package identity

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/emersion/go-msgauth/dkim"

	"deaddrop/mailer"
)

// Limits beyond which a letter counts as unsigned. Honest mail is far below them; beyond them the library takes
// quadratic time.
const (
	maxFields     = 500
	maxLines      = 200 // lines of one field
	maxNames      = 100 // names of fields in one signature
	maxSignatures = 5
	maxKey        = 800 // characters, for 4096 bits (RFC 8301 section 3.2): a key of 8 KB takes half a second
)

// A field is one header field exactly as it was written, with its line ends.
type field struct {
	key   string // in lower case
	raw   []byte
	lines int
}

// split splits a mail into the same fields and body as mailer.Read, but leaves the fields unchanged: what the letter
// says and what was signed must be the same. ok is false if nothing can have been signed.
func split(raw []byte) (fields []field, body []byte, ok bool) {
	if bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")) {
		return nil, nil, false
	}
	open := false // the previous line belongs to a field
	junk := false // there are lines after the last field that are not fields and are read as text
	for rest := raw; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n') + 1
		if end == 0 {
			break
		}
		line := rest[:end]
		rest = rest[end:]
		text := bytes.TrimRight(line[:end-1], "\r")
		if len(raw)-len(rest) > mailer.MaxHeader || len(fields) > maxFields {
			break
		}
		if len(text) == 0 {
			return fields, rest, !junk
		}
		if text[0] != ' ' && text[0] != '\t' {
			key := fieldName(text)
			if open = key != ""; open {
				fields = append(fields, field{key: key, raw: line, lines: 1})
			}
			junk = !open && (junk || !bytes.Contains(text, []byte(":")))
			continue
		}
		if !open {
			continue
		}
		last := &fields[len(fields)-1]
		last.raw = last.raw[:len(last.raw)+len(line)] // the lines are adjacent in memory
		if last.lines++; last.lines > maxLines {
			break
		}
	}
	return nil, nil, false
}

// fieldName returns the name of the field that a line begins, or "".
func fieldName(line []byte) string {
	name, _, found := bytes.Cut(line, []byte(":"))
	name = bytes.TrimRight(name, " \t")
	if !found || bytes.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return ""
	}
	return lower(string(name))
}

// A signature is a DKIM-Signature field (RFC 6376 section 3.5) by the organisation of the domain in From, not yet
// verified.
type signature struct {
	raw    []byte
	domain string   // d=, folded
	names  []string // h=, in lower case
	weak   string   // why it proves nothing, even if it is valid; or ""

	another bool // i= names another address of the domain than the one in From
}

// signatures returns the signatures that could prove the domain in From. Others show only who relayed the letter, and
// looking up their keys would make us query strangers' servers.
func signatures(fields []field, author string) []signature {
	var all []signature
	from := domainOf(author)
	for _, f := range fields {
		if f.key != "dkim-signature" || len(all) == maxSignatures {
			continue
		}
		_, value, _ := strings.Cut(string(f.raw), ":")
		tags, ok := Tags(value)
		domain := fold(tags["d"])
		if !ok || !aligned(domain, from) {
			continue
		}
		s := signature{raw: f.raw, domain: domain}
		if strings.Count(tags["h"], ":") < maxNames {
			s.names = strings.Split(lower(tags["h"]), ":")
		}
		user := localPart(tags["i"])
		s.another = user != "" && user != localPart(author)
		_, short := tags["l"]
		switch {
		case short:
			s.weak = "the signature leaves the end of the text open (l=)"
		case strings.HasSuffix(lower(tags["a"]), "-sha1"):
			s.weak = "the signature uses SHA-1"
		case !slices.Contains(s.names, "from"):
			s.weak = "the signature does not cover From"
		case slices.Contains(s.names, "dkim-signature"):
			s.weak = "the signature covers other signatures"
		}
		all = append(all, s)
	}
	return all
}

// Tags parses a tag list "a=b; c=d" of a signature or key record, with all spaces removed (RFC 6376 section 3.2). ok
// is false if the list is malformed or repeats a tag.
func Tags(value string) (tags map[string]string, ok bool) {
	tags = make(map[string]string)
	for part := range strings.SplitSeq(value, ";") {
		name, value, found := strings.Cut(part, "=")
		name = strings.TrimSpace(name)
		if !found {
			if name != "" {
				return nil, false
			}
			continue
		}
		if _, twice := tags[name]; twice {
			return nil, false
		}
		tags[name] = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) {
				return -1
			}
			return r
		}, value)
	}
	return tags, true
}

const forAnother = " is for another address than the one in From (i=)"

// missing returns the name of a field that a signature must cover and does not, or "". It demands the date, because a
// letter that can be given a new date can be sent again and again. place is the field that contains our address.
func missing(names []string, place string) string {
	for _, name := range []string{"from", "subject", "date", place} {
		if !slices.ContainsFunc(names, func(s string) bool { return strings.EqualFold(s, name) }) {
			return name
		}
	}
	return ""
}

// verdictOn is the result of our own check of the signatures.
type verdictOn int

const (
	unsigned verdictOn = iota // none is valid
	untold                    // the DNS did not answer
	valid                     // one is valid, but does not prove that the letter was written to us
	binding                   // one is valid and binds its author
)

// verify looks for a valid signature, and returns the fields that it covers.
func (c *Checker) verify(ctx context.Context, sigs []signature,
	e evidence) (best verdictOn, signed []string, why string) {
	for _, s := range sigs {
		if s.weak != "" {
			continue
		}
		got, reason := c.verifyOne(ctx, s, e)
		if got > best {
			best, signed, why = got, s.names, reason
		}
		if best == binding {
			break
		}
	}
	return best, signed, why
}

func (c *Checker) verifyOne(ctx context.Context, s signature, e evidence) (verdictOn, string) {
	var (
		head    bytes.Buffer
		trouble error
		testing bool
	)
	head.Write(s.raw)
	for _, f := range e.fields {
		if f.key != "dkim-signature" && slices.Contains(s.names, f.key) {
			head.Write(f.raw)
		}
	}
	head.WriteString("\r\n")
	options := &dkim.VerifyOptions{
		MaxVerifications: maxSignatures,
		LookupTXT: func(name string) ([]string, error) {
			var records []string
			records, testing, trouble = c.keys(ctx, name)
			return records, trouble
		},
	}
	list, err := dkim.VerifyWithOptions(io.MultiReader(&head, bytes.NewReader(e.body)), options)
	switch {
	case trouble != nil:
		return untold, "the DNS did not tell the key of " + s.domain
	case err != nil || !proves(list, s.domain):
		return unsigned, ""
	case testing:
		return valid, "the domain " + s.domain + " says that it only tries its signatures out (t=y)"
	case s.another:
		return valid, "the signature of " + s.domain + forAnother
	case e.place == "":
		return valid, notToUs
	}
	if name := missing(list[0].HeaderKeys, e.place); name != "" {
		return valid, "the signature of " + s.domain + " does not cover the field " + name
	}
	if why := unshown(e.head, e.body, s.names); why != "" {
		return valid, why
	}
	return binding, ""
}

// keys returns the key records for a name. testing reports whether the domain only tests signatures (t=y).
func (c *Checker) keys(ctx context.Context, name string) (records []string, testing bool, err error) {
	if !sound(name) {
		return nil, false, nil // such a name cannot exist
	}
	all, err := c.txt(ctx, name)
	for _, r := range all {
		tags, _ := Tags(r)
		testing = testing || slices.Contains(strings.Split(tags["t"], ":"), "y")
		if len(tags["p"]) <= maxKey {
			records = append(records, r)
		}
	}
	return records, testing, err
}

// proves reports whether list is exactly one valid verification, for that domain.
func proves(list []*dkim.Verification, domain string) bool {
	return len(list) == 1 && list[0].Err == nil && fold(list[0].Domain) == domain
}

// seal returns the same string for every copy of one signed letter. It hashes the signed content rather than the
// signature, because a letter may have several signatures, and an attacker can drop one. It ignores white space, as
// signatures do (relaxed, RFC 6376 section 3.4).
func seal(head mailer.Header, body []byte) string {
	sum := sha256.New()
	for _, key := range []string{"from", "date", "subject"} {
		_, _ = io.WriteString(sum, strings.Join(strings.Fields(head.Get(key)), " ")+"\n")
	}
	squeezed := make([]byte, 0, len(body))
	space := false
	for _, c := range body {
		switch c {
		case ' ', '\t', '\r', '\n':
			space = true
			continue
		}
		if space {
			squeezed = append(squeezed, ' ')
			space = false
		}
		squeezed = append(squeezed, c)
	}
	_, _ = sum.Write(squeezed)
	return hex.EncodeToString(sum.Sum(nil))
}
