package mailer

import (
	"fmt"
	"strings"
)

// maxHops is how many Received fields a mail has that does not go in circles.
const maxHops = 25

// automatic says why a machine seems to have written a mail (RFC 3834 and what
// is common beyond it), or "". No one sign is enough: of real returned mails,
// only six in ten have a null return path.
func automatic(head header, from, subject string) string {
	return oneLine(machine(head, from, subject), maxSubject) // parts of it are a stranger's words
}

func machine(head header, from, subject string) string {
	for _, f := range head {
		if why := automaticField(f.key, strings.ToLower(strings.TrimSpace(f.value))); why != "" {
			return why
		}
	}
	if n := len(head.all("received")); n > maxHops {
		return fmt.Sprintf("%d hops", n)
	}
	if kind, _ := contentType(head, "text/plain"); kind == "multipart/report" || kind == "message/delivery-status" {
		return "report: " + kind
	}
	sender := strings.Trim(head.get("return-path"), "<> ")
	for _, address := range []string{from, sender, rawAddress(head.get("from"))} {
		if isDaemon(address) {
			return "sender: " + address
		}
	}
	if isAutomaticSubject(subject) {
		return "subject: " + subject
	}
	return ""
}

func automaticField(key, value string) string {
	word, _, _ := strings.Cut(value, ";")
	word = strings.TrimSpace(word)
	switch key {
	case "return-path":
		if strings.ReplaceAll(value, " ", "") == "<>" {
			return "null return path"
		}
	case "auto-submitted":
		if word != "no" && word != "" {
			return "auto-submitted: " + word
		}
	case "precedence":
		switch word {
		case "bulk", "junk", "list", "auto_reply":
			return "precedence: " + word
		}
	case "x-autoreply", "x-autorespond", "x-autoresponder", "x-autoreply-from", "x-mail-autoreply",
		"x-auto-response-suppress", "x-failed-recipients":
		return key
	case "x-deaddrop":
		return "a mail of our own"
	}
	if strings.HasPrefix(key, "list-") {
		return "mailing list: " + key
	}
	return ""
}

// rawAddress gives what stands between the first angle brackets, for a sender
// whose field is too odd to be believed but plain enough to be left alone.
func rawAddress(value string) string {
	if _, after, found := strings.Cut(value, "<"); found {
		value, _, _ = strings.Cut(after, ">")
	}
	return strings.TrimSpace(value)
}

func isDaemon(address string) bool {
	local, _, _ := strings.Cut(strings.ToLower(address), "@")
	local, _, _ = strings.Cut(local, "+")
	switch strings.NewReplacer("-", "", "_", "", ".", "").Replace(local) {
	case "mailerdaemon", "postmaster", "noreply", "donotreply", "bounce", "bounces", "maildaemon", "autoreply":
		return true
	}
	for _, mark := range []string{"-request", "-bounces", "-bounce", "-owner"} {
		if strings.HasSuffix(local, mark) {
			return true
		}
	}
	return strings.HasPrefix(local, "owner-") || strings.HasPrefix(local, "bounce-") || strings.HasPrefix(local, "bounces-")
}

func isAutomaticSubject(subject string) bool {
	s := strings.ToLower(subject)
	for _, mark := range []string{
		"out of office", "out-of-office", "out of the office", "automatic reply", "automatic response",
		"auto reply", "autoreply", "auto-reply", "auto response", "autoresponse", "vacation reply",
		"auto: ", "abwesenheit", "automatische antwort", "réponse automatique", "absence du bureau",
		"respuesta automática", "risposta automatica", "automatisch antwoord", "autosvar",
		"delivery status notification", "mail delivery failed", "mail delivery failure",
		"undeliverable", "undelivered mail", "returned mail", "failure notice",
		"delivery failure", "warning: could not send message", "unzustellbar",
	} {
		if strings.HasPrefix(s, mark) {
			return true
		}
	}
	return false
}
