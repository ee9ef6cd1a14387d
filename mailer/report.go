package mailer

import (
	"slices"
	"strings"
)

// A Report is the content of a delivery report (DSN, RFC 3464). It is untrusted: only OriginalID, and the address
// that the report was sent to, can show that it is about a mail of ours.
type Report struct {
	// Failed says that delivery has failed for good (5.x.x). It is false for a delay.
	Failed bool
	// Status is the enhanced status code such as "5.1.1", or "".
	Status string
	// Recipient is the address to which the mail was sent, or "".
	Recipient string
	// Why is the diagnostic, on one line, or "".
	Why string
	// OriginalID is the Message-ID of the bounced mail, without brackets, or "".
	OriginalID string
}

// maxReported is the number of bytes of a part that are searched for a report.
const maxReported = 32 << 10

// report extracts a delivery report. Six in ten follow RFC 3464; the others are prose with a status code in it. It
// returns nil for any other mail, above all for one that a person wrote, even about a bounce.
func report(root part, l *Letter) *Report {
	switch strings.ToLower(root.param.get("report-type")) {
	case "disposition-notification", "feedback-report":
		return nil
	}
	var (
		r      Report
		fields bool
	)
	root.each(func(p part) bool {
		if p.kind == "message/delivery-status" || p.kind == "message/global-delivery-status" {
			fields = r.readStatus(p) || fields
		}
		return p.kind == "message/rfc822" // an attached mail reports something else
	})
	if !fields && (!mayReport(root, l) || !r.readProse(l)) {
		return nil
	}
	r.OriginalID = originalID(root, l)
	return &r
}

// mayReport reports whether a mail without the fields of RFC 3464 may be a delivery report.
func mayReport(root part, l *Letter) bool {
	if l.Automatic == "" || !isReporter(l) || isAwaySubject(l.Subject) {
		return false
	}
	return isMailSystem(l.From) || !isAway(root, l.Subject)
}

// isReporter reports whether the sender of a mail is a mail server.
func isReporter(l *Letter) bool {
	for _, why := range []string{"null return path", "report: ", "x-failed-recipients", "returned: "} {
		if strings.HasPrefix(l.Automatic, why) {
			return true
		}
	}
	if l.Sender == "<>" || isReturnedSubject(l.Subject) {
		return true
	}
	return isMailSystem(l.From) || isMailSystem(rawAddress(l.Header.Get("from")))
}

// readStatus fills in r from the fields about the first recipient for whom delivery failed, or else about the first
// recipient. It reports whether there were any.
func (r *Report) readStatus(p part) bool {
	body := p.decoded()
	text := strings.ReplaceAll(toUTF8("", body[:min(len(body), maxReported)]), "\r", "")
	found := false
	for group := range strings.SplitSeq(text, "\n\n") {
		fields, _ := readFields(group)
		one, ok := reported(fields)
		if !ok {
			continue
		}
		if !found || one.Failed && !r.Failed {
			*r = one
		}
		found = true
	}
	return found
}

// reported returns the report in one group of fields. ok is false if the group is not about a recipient.
func reported(fields Header) (Report, bool) {
	r := Report{
		Status:    statusCode(fields.Get("status")),
		Recipient: typed(fields.Get("original-recipient")),
		Why:       oneLine(decodeWords(untyped(fields.Get("diagnostic-code"))), maxSubject),
	}
	if r.Recipient == "" {
		r.Recipient = typed(fields.Get("final-recipient"))
	}
	if r.Recipient == "" {
		r.Recipient = typed(fields.Get("x-actual-recipient"))
	}
	action, _, _ := strings.Cut(strings.ToLower(fields.Get("action")), " ")
	if r.Recipient == "" && r.Status == "" && action == "" {
		return r, false
	}
	code := statusCode(r.Why)
	finer := strings.HasSuffix(r.Status, ".0.0") && strings.HasPrefix(code, r.Status[:1])
	if r.Status == "" || finer {
		r.Status = code
	}
	switch {
	case hasPrefix(action, "delay", "deliver", "relay", "expand"):
	case strings.HasPrefix(action, "fail"):
		r.Failed = !strings.HasPrefix(r.Status, "2")
	default:
		r.Failed = strings.HasPrefix(r.Status, "5")
	}
	return r, true
}

// typed returns the address in a field such as "rfc822; ann@example.org".
func typed(value string) string {
	value = untyped(value)
	if i := strings.IndexByte(value, '<'); i >= 0 {
		value = rawAddress(value)
	}
	value, _, _ = strings.Cut(strings.TrimSpace(value), " ")
	return foldDomain(strings.Trim(value, "\"';,."))
}

func untyped(value string) string {
	if kind, rest, found := strings.Cut(value, ";"); found && len(kind) < 30 && !strings.ContainsAny(kind, "@ ") {
		return strings.TrimSpace(rest)
	}
	return value
}

// readProse looks for the reason in a report written for people. It reports whether the mail is a delivery report: it
// gives a reason, or has the subject of one.
func (r *Report) readProse(l *Letter) bool {
	text := l.Subject + "\n" + l.Text
	text = text[:min(len(text), maxReported)]
	r.Recipient = typed(l.Header.Get("x-failed-recipients"))
	var reason string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(strings.TrimLeft(line, "> |"))
		if r.Recipient == "" {
			r.Recipient = lineAddress(line)
		}
		if isReturnedField(line) {
			break // the bounced mail begins here
		}
		code, bad := statusCode(line), isReason(line)
		if code == "" && !bad {
			continue
		}
		if r.Why == "" || r.Status == "" && code != "" {
			r.Status, r.Why = code, oneLine(line, maxSubject)
		}
		if reason == "" && bad {
			reason = line
		}
	}
	permanent := r.Status == "" || r.Status[0] == '5'
	r.Failed = !isDelay(text) && (permanent || isGivenUp(text))
	return r.Why != "" || isReturnedSubject(l.Subject)
}

// statusCode returns the enhanced status code (RFC 3463) in s, or one made from an SMTP reply code: "550" gives
// "5.0.0".
func statusCode(s string) string {
	basic := ""
	for i := 0; i < len(s); i++ {
		inWord := i > 0 && wordBytes[s[i-1]]
		if inWord || strings.IndexByte("245", s[i]) < 0 {
			continue
		}
		end := i
		for end < len(s) && codeBytes[s[end]] {
			end++
		}
		word := strings.TrimRight(s[i:end], ".")
		if end < len(s) && wordBytes[s[end]] {
			i = end
			continue
		}
		alone := end == len(s) || strings.IndexByte(" -:)", s[end]) >= 0
		switch {
		case isEnhanced(word):
			return word
		case basic == "" && alone && isRefusal(word):
			basic = word[:1] + ".0.0"
		}
		i = end
	}
	return basic
}

// isRefusal reports whether s is a reply code of an SMTP error, such as 450 or 554.
func isRefusal(s string) bool {
	if len(s) != 3 || !isNumber(s) {
		return false
	}
	return s[0] != '2' && s[1] <= '5'
}

// lineAddress returns the address if a line consists of one, as in "<ann@example.org>:"; otherwise "".
func lineAddress(line string) string {
	if strings.HasPrefix(line, "<") {
		return foldDomain(rawAddress(line))
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	ends := strings.HasSuffix(word, ":") || rest == ""
	if !ends && strings.IndexByte("(-", rest[0]) < 0 {
		return ""
	}
	return foldDomain(strings.Trim(word, "<>:;,'\""))
}

func isReason(line string) bool {
	return containsAny(strings.ToLower(line),
		"user unknown", "unknown user", "no such user", "no such address", "no such recipient", "does not exist",
		"doesn't exist", "mailbox unavailable", "mailbox not found", "unknown recipient", "recipient unknown",
		"unknown address", "address unknown", "unknown local part", "unrouteable", "unroutable", "recipient rejected",
		"address rejected", "not our customer", "host unknown", "host not found", "no such domain",
		"domain not found", "name or service not known", "mailbox is full", "mailbox full", "over quota",
		"quota exceeded", "exceeded storage", "account is disabled", "account disabled", "inactive", "not listed in",
		"no mailbox", "invalid recipient", "could not be delivered", "couldn't be delivered",
		"wasn't able to deliver", "was not delivered", "wasn't delivered", "not delivered to", "unable to deliver",
		"cannot be delivered", "could not deliver", "delivery failed", "delivery to the following recipient",
		"undeliverable", "permanent error", "fatal error", "relaying denied", "message rejected", "rejected by",
		"retry timeout", "timed out", "nicht zugestellt", "unbekannter empf", "n'a pas pu être",
		"no se pudo entregar", "не удалось доставить", "niet worden bezorgd", "non è stato possibile",
		"não foi possível entregar", "kunde inte levereras")
}

func isDelay(text string) bool {
	return containsAny(strings.ToLower(text), "will be retried", "will retry", "will continue to try",
		"will keep trying", "still trying", "you do not need to resend", "no need to resend",
		"has not yet been delivered", "delivery attempts will continue", "delayed", "warning message only",
		"could not send message for past", "not been delivered after", "notification: warning")
}

func isGivenUp(text string) bool {
	return containsAny(strings.ToLower(text), "giving up", "given up", "gave up", "too long", "retry timeout",
		"permanent", "fatal error", "could not be delivered", "cannot be delivered", "undeliver", "returned",
		"failed")
}

func containsAny(s string, marks ...string) bool {
	for _, mark := range marks {
		if strings.Contains(s, mark) {
			return true
		}
	}
	return false
}

// isReturnedField reports whether a line looks like a header field of the bounced mail, as reports quote it.
func isReturnedField(line string) bool {
	name, _, found := strings.Cut(line, ":")
	switch strings.ToLower(name) {
	case "received", "message-id", "mime-version", "return-path":
		return found
	}
	return false
}

// originalID returns the Message-ID of the bounced mail: from the attached copy, from the report's fields, or from
// its text. It prefers an ID with the domain to which the report was sent, as that is ours.
func originalID(root part, l *Letter) string {
	var found []string
	root.each(func(p part) bool {
		switch p.kind {
		case "message/rfc822", "message/global":
			if len(p.parts) > 0 {
				found = append(found, messageIDs(p.parts[0].head.Get("message-id"))...)
			}
		case "text/rfc822-headers", "message/rfc822-headers", "message/global-headers", "message/partial":
			head, _, _ := splitHeader(p.decoded())
			found = append(found, messageIDs(head.Get("message-id"))...)
		case "message/delivery-status":
			found = append(found, quotedIDs(string(p.body[:min(len(p.body), maxReported)]))...)
		}
		return false
	})
	found = append(found, quotedIDs(l.Text)...)
	if l.InReplyTo != "" {
		found = append(found, l.InReplyTo)
	}
	for _, id := range found {
		_, domain, _ := strings.Cut(id, "@")
		for _, to := range append([]string{l.DeliveredTo}, l.To...) {
			if _, ours, _ := strings.Cut(to, "@"); ours != "" && strings.EqualFold(ours, domain) {
				return id
			}
		}
	}
	if len(found) > 0 {
		return found[0]
	}
	return ""
}

// quotedIDs returns the IDs in lines such as "> Message-ID: <a@b>". The ID may be on the next line.
func quotedIDs(text string) []string {
	var ids []string
	due := false
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, "> |*\t")
		name, value, found := strings.Cut(line, ":")
		name = strings.ToLower(strings.TrimRight(name, "* "))
		switch {
		case found && slices.Contains([]string{"message-id", "original-message-id", "x-original-message-id"}, name):
			got := messageIDs(value)
			ids, due = append(ids, got...), len(got) == 0
		case due:
			ids, due = append(ids, messageIDs(line)...), false
		}
		if len(ids) >= 10 {
			break
		}
	}
	return ids
}
