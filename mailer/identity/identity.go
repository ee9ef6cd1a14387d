// Package identity is in charge of one question: was a letter written by the author in its From field? It trusts our
// own mail server's findings first, then a signature by the author's domain, and knows how both can be forged.
//
// A proof is about the domain: keeping its users from writing in each other's names is the domain's responsibility.
// What to do with an unproved letter is the caller's decision.
package identity

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"deaddrop/mailer"
)

// A Result says whether a letter is from the author that it names.
type Result int

// The results. Unknown is common: it is the result when the author's domain neither signs nor publishes a policy.
const (
	Unknown Result = iota
	Proved         // the domain in From vouches for this letter
	Failed         // the letter is forged, or the domain in From asks to treat it so
)

func (r Result) String() string {
	switch r {
	case Unknown:
		return "unknown"
	case Proved:
		return "proved"
	case Failed:
		return "failed"
	}
	return fmt.Sprintf("Result(%d)", int(r))
}

// A Verdict is what Check found.
type Verdict struct {
	Result Result
	// Why is one plain sentence for the operator, short and without control characters. It may name the author's
	// domain, but nothing else from the letter.
	Why string
	// Seal is the same for all copies of one signed letter, even if fields outside the signature, such as the
	// Message-ID, differ; "" for a letter that its domain has not signed. It proves nothing. Callers that act on a
	// letter should remember its seal, because anybody with a copy of a signed letter can send it again.
	Seal string
	// Signed lists the fields, in lower case, that are covered by the signature that proves the letter. Anybody with
	// a copy can change the others. It is nil for a letter that is not proved, or is proved otherwise than by a
	// signature; in the latter case all fields are authentic.
	Signed []string
}

// A Checker checks letters. It is safe for concurrent use, but its fields must not be changed then.
type Checker struct {
	// Authserv is the name that our own mail server writes into its Authentication-Results fields (RFC 8601 section
	// 2.5); "" if no such fields are to be trusted. That server must remove incoming fields under this name.
	Authserv string
	// Self is our address. A signed letter proves something only if this address is in To or Cc, with or without a
	// part after a plus sign.
	Self string
	// Lookup returns the TXT records of a name, as the function DNS does. A *net.DNSError with IsNotFound set means
	// that there are none, any other error that the answer is unknown. When Lookup is nil, only our own mail server
	// can prove anything.
	Lookup func(ctx context.Context, name string) ([]string, error)
	// Now returns the time, so that DNS answers can be cached: for an hour, and for five minutes if there are no
	// records. When nil, they are not cached.
	Now func() time.Time

	mu      sync.Mutex
	answers map[string]answer
	names   []string           // the keys of the cache, the oldest first
	waits   map[string]waiting // waiting queries, by organisation; the total by ""
}

const notToUs = "it is signed, but not addressed to us, so anybody may have sent it on"

// Check determines whether a letter is from its author. It queries the DNS about the domain in From, for at most five
// seconds, only if our own mail server's findings are not conclusive. If the DNS does not answer, the result is
// Unknown.
func (c *Checker) Check(ctx context.Context, l mailer.Letter) Verdict {
	if l.From == "" {
		return Verdict{Result: Failed,
			Why: "It is not plain who wrote this letter: there must be one From field with one address."}
	}
	e := c.gather(l)
	result, signed, why := c.judge(ctx, e)
	if key := repeated(l.Header); result == Proved && key != "" {
		result, why = Unknown, "the letter has the field "+key+" more than once, and only one of them can be signed"
	}
	v := Verdict{Result: result, Why: sentence(why)}
	if result == Proved {
		v.Signed = signed
	}
	if len(e.sigs) > 0 {
		v.Seal = seal(l.Header, e.body)
	}
	return v
}

// evidence is everything about a letter that can show who wrote it.
type evidence struct {
	from   string // the domain, folded
	mx     found
	place  string // the field that contains our address, "to" or "cc", or ""
	fields []field
	body   []byte
	sigs   []signature // signatures by the organisation of from
	head   mailer.Header
	whole  bool   // the body is complete
	stale  string // why the signatures are too old or too new, or ""
}

func (c *Checker) gather(l mailer.Letter) evidence {
	e := evidence{from: domainOf(l.From), place: c.place(l.Header), head: l.Header, whole: !l.TooLarge, stale: stale(l)}
	e.mx = c.believe(l, e.from)
	if e.whole {
		var ok bool
		if e.fields, e.body, ok = split(l.Raw); ok {
			e.sigs = signatures(e.fields, l.From)
		}
	}
	return e
}

func (c *Checker) judge(ctx context.Context, e evidence) (result Result, signed []string, why string) {
	switch {
	case e.mx.failed:
		return Failed, nil, "our mail server says that " + e.from + " did not send this letter (DMARC fails)"
	case e.from == "":
		return Unknown, nil, "the domain in From cannot exist"
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	want, unsure := c.wanted(ctx, e)
	e.mx.keep(e.from, want)
	switch {
	case e.mx.spfOf():
		return Proved, nil, "our mail server says that it came from a server of " + e.from + " (SPF)"
	case e.mx.signer != "" && e.place == "":
		return Unknown, nil, notToUs
	}
	gap := ""
	if e.mx.signer != "" {
		if gap = e.gap(); gap == "" {
			return Proved, e.signed(), "our mail server says that " + e.from + " signed it (DKIM)"
		}
	}
	result, signed, why = c.look(ctx, e, want, unsure)
	if result != Proved && gap != "" { // we may be stricter than our server, never more lenient
		result, why = Unknown, "our mail server says that "+e.from+" signed it, but "+gap
	}
	if result == Failed && e.mx.passes() {
		result, why = Unknown, "our mail server says that it passes DMARC or SPF, but not that it came from this "+
			"address, and "+why
	}
	if result == Unknown && e.mx.broken {
		why += "; what our mail server says about it cannot be read"
	}
	return result, signed, why
}

// signed returns the fields that all signatures cover, as our server does not say which of them it found valid.
func (e evidence) signed() []string {
	names := e.sigs[0].names
	for _, s := range e.sigs[1:] {
		names = slices.DeleteFunc(slices.Clone(names),
			func(name string) bool { return !slices.Contains(s.names, name) })
	}
	return names
}

// wanted returns for which proofs the domain in From requires its own exact name, as far as that matters for this
// letter. If the DNS does not answer, it returns true for all, and sets unsure.
func (c *Checker) wanted(ctx context.Context, e evidence) (want strict, unsure bool) {
	if !e.mx.lax(e.from) && !slices.ContainsFunc(e.sigs, func(s signature) bool { return s.domain != e.from }) {
		return strict{}, false
	}
	p, err := c.policy(ctx, e.from)
	if err != nil {
		return strict{dkim: true, spf: true}, true
	}
	return p.strict, false
}

// gap returns the reason if a signature that our server found valid does not bind the author; otherwise "". As the
// server does not say which signature that is, all of them must be good enough.
func (e evidence) gap() string {
	if e.stale != "" {
		return e.stale
	}
	for _, s := range e.sigs {
		if s.weak != "" {
			return s.weak
		}
		if s.another {
			return "its signature" + forAnother
		}
		if name := missing(s.names, e.place); name != "" {
			return "the signature does not cover the field " + name
		}
		if why := unshown(e.head, e.body, s.names); why != "" {
			return why
		}
	}
	if len(e.sigs) == 0 {
		return "there is no signature of it in the letter"
	}
	return ""
}

// look judges a letter by its own content and the DNS.
func (c *Checker) look(ctx context.Context, e evidence, want strict,
	unsure bool) (result Result, signed []string, why string) {
	switch {
	case special(e.from):
		return Unknown, nil, "nothing can be asked about " + e.from + ", which is not in the public DNS"
	case !e.whole:
		return Unknown, nil, "it is too large to be checked"
	case c.Lookup == nil:
		return Unknown, nil, "our mail server does not vouch for it, and the DNS is not asked"
	}
	sigs := e.sigs
	if want.dkim {
		sigs = slices.DeleteFunc(slices.Clone(sigs), func(s signature) bool { return s.domain != e.from })
	}
	state, signed, why := c.verify(ctx, sigs, e)
	switch {
	case state == binding && e.stale != "":
		return Unknown, nil, "it bears a valid signature of " + e.from + " (DKIM), but " + e.stale
	case state == binding:
		return Proved, signed, "it bears a valid signature of " + e.from + " (DKIM)"
	case state != unsigned:
		return Unknown, nil, why
	}
	nothing := e.unsigned(sigs, unsure)
	p, err := c.policy(ctx, e.from)
	switch {
	case err != nil:
		return Unknown, nil, nothing + ", and the DNS did not tell what that domain wants to be done then"
	case p.wish == "none":
		return Unknown, nil, nothing
	}
	return Failed, nil, fmt.Sprintf("%s, and that domain wants such mail to be refused (DMARC p=%s)", nothing, p.wish)
}

// unsigned returns what is missing in a letter without a valid signature. counted are the signatures that could have
// proved it.
func (e evidence) unsigned(counted []signature, unsure bool) string {
	switch {
	case len(counted) > 0 && counted[0].weak != "":
		return "it bears a signature of " + e.from + " that counts for nothing: " + counted[0].weak
	case len(counted) > 0:
		return "the signature of " + e.from + " is not valid"
	case len(e.sigs) > 0 && !unsure:
		return "it bears a signature of " + e.sigs[0].domain + ", but " + e.from + " wants its own (DMARC adkim=s)"
	}
	return "it bears no signature of " + e.from
}

// place returns the field that contains our address: "to", "cc" or "".
func (c *Checker) place(head mailer.Header) string {
	for _, key := range []string{"to", "cc"} {
		for _, value := range head.All(key) {
			if c.addressed(value) {
				return key
			}
		}
	}
	return ""
}

func (c *Checker) addressed(value string) bool {
	local, domain, found := strings.Cut(lower(c.Self), "@")
	if !found || len(value) > 16<<10 || !strings.Contains(lower(value), local) {
		return false
	}
	parser := mail.AddressParser{WordDecoder: &mime.WordDecoder{
		CharsetReader: func(_ string, r io.Reader) (io.Reader, error) { return r, nil }, // names do not matter
	}}
	list, err := parser.ParseList(value)
	if err != nil {
		return false
	}
	for _, a := range list {
		at := strings.LastIndexByte(a.Address, '@')
		to := lower(a.Address[:at])
		if fold(a.Address[at+1:]) == fold(domain) && (to == local || strings.HasPrefix(to, local+"+")) {
			return true
		}
	}
	return false
}

// repeated returns the name of a relevant field that occurs more than once, against RFC 5322 section 3.6, or "". A
// signature covers the last occurrence, while readers may use another.
func repeated(head mailer.Header) string {
	seen := make(map[string]bool)
	for _, f := range head {
		switch f.Key {
		case "subject", "date", "to", "cc", "content-type", "content-transfer-encoding", "message-id",
			"reply-to", "in-reply-to", "references":
			if seen[f.Key] {
				return f.Key
			}
			seen[f.Key] = true
		}
	}
	return ""
}

// sentence turns a reason into one sentence that is safe to display anywhere.
func sentence(why string) string {
	const most = 240
	why = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '?'
		}
		return r
	}, why)
	if len(why) > most {
		why = strings.ToValidUTF8(why[:most], "") + ".."
	}
	if why == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(why)
	return string(unicode.ToUpper(first)) + why[size:] + "."
}
