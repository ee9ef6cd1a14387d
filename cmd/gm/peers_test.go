package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"deaddrop/mailer/peertest"
)

// A street is a game master and players with Postfix and Dovecot: their mailboxes are real, and so is the way to them.
type street struct {
	dovecot *peertest.Dovecot
	postfix *peertest.Postfix
	config  string
}

const streetDomain = "street.invalid"

// newStreet sets up a street. The service has a mailbox, or lets Postfix hand letters in if listen says where.
func newStreet(t testing.TB, listen string, players ...string) *street {
	t.Helper()
	w := &street{}
	w.dovecot = peertest.StartDovecot(t, peertest.DovecotOptions{Users: append([]string{"desk"}, players...)})
	o := peertest.PostfixOptions{Domain: streetDomain, Next: w.dovecot.LMTP, Auth: w.dovecot.Auth, Certificate: w.dovecot.Certificate}
	in := fmt.Sprintf("[imap]\naddr = %q\ntls = \"starttls\"\nuser = \"gm\"\npassword = %q\nca_file = %q\n", w.dovecot.IMAP, peertest.Password, w.dovecot.Certificate.File)
	if listen != "" {
		o.Mine, o.MineAt = "gm@"+streetDomain, listen
		in = fmt.Sprintf("[lmtp]\nlisten = %q\n", listen)
	}
	w.postfix = peertest.StartPostfix(t, o)
	text := fmt.Sprintf("address = %q\ngm = \"desk@%s\"\npoll = \"5s\"\n%s[smtp]\naddr = %q\ntls = \"starttls\"\nuser = \"gm\"\npassword = %q\nca_file = %q\n",
		"gm@"+streetDomain, streetDomain, in, w.postfix.Submission, peertest.Password, w.postfix.Certificate.File)
	w.config = begunSite(t, text)
	return w
}

// play runs the service until the test ends, and begins a game for which all but Turkey have addresses that exist.
func (w *street) play(t *testing.T) {
	t.Helper()
	child(t, "gm", w.config)
	args := []string{"-c", w.config, "new", "d1", "deadman", "--every", "1h", "--remind", "0h"}
	for _, p := range powers() {
		domain := streetDomain
		if p == "Turkey" {
			domain = "elsewhere.invalid"
		}
		args = append(args, "--player", p+"="+strings.ToLower(p)+"@"+domain)
	}
	mustRun(t, args...)
}

func (w *street) player(name string) peertest.Player {
	return peertest.Player{Name: name, Address: name + "@" + streetDomain, User: name, IMAP: w.dovecot.IMAP, SMTP: w.postfix.MX}
}

// mail waits for a mail in a player's mailbox that has all of the words.
func (w *street) mail(t *testing.T, player string, words ...string) string {
	t.Helper()
	for range 1200 {
		for _, raw := range w.dovecot.Mails(t, player, "") {
			if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(raw, word) }) {
				return raw
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s gets no mail with %q, but these:\n%s", player, words, strings.Join(w.dovecot.Mails(t, player, ""), "\n"))
	return ""
}

// headerField returns a field of a mail's header.
func headerField(raw, name string) string {
	for line := range strings.Lines(strings.ReplaceAll(raw, "\r\n", "\n")) {
		if strings.TrimSpace(line) == "" {
			break
		}
		if n, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(n, name) {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// A service lives with Postfix and Dovecot: players write with swaks and neomutt, and have their receipts in their
// mailboxes.
func TestPostfixAndDovecotCarryAGame(t *testing.T) {
	w := newStreet(t, "", "austria", "england", "france", "germany", "italy", "russia")
	w.play(t)

	// An answer by a program that knows nothing of threads but the one field.
	welcome := w.mail(t, "france", "Subject:", "you are France")
	w.player("france").Swaks(t, strings.Trim(headerField(welcome, "Reply-To"), "<>"), "orders", "A Par-Bur\nF Bre-MAO\nA Mar-Spa\n", "In-Reply-To: "+headerField(welcome, "Message-ID"))
	receipt := w.mail(t, "france", "revision 1")
	if got := headerField(receipt, "Auto-Submitted"); got != "auto-replied" {
		t.Errorf("the receipt says Auto-Submitted: %s", got)
	}

	// And one by a person's program, which quotes the letter with its form.
	w.mail(t, "england", "you are England")
	w.player("england").Neomutt(t, "F Edi-NTH\nA Lvp-Yor\nF Lon-ENG\n")
	receipt = w.mail(t, "england", "revision 1")
	if strings.Contains(receipt, "NOT ACCEPTED") {
		t.Errorf("something in the answer was not taken:\n%s", receipt)
	}

	// A letter that answers nothing proves nothing, until its writer says that it is theirs.
	w.mail(t, "italy", "you are Italy")
	w.player("italy").Swaks(t, "gm@"+streetDomain, "[d1] orders", "A Rom-Apu\nF Nap-ION\nA Ven-Tyr\n")
	w.mail(t, "italy", "A Rom-Apu", "YES")
	w.player("italy").Neomutt(t, "YES\n")
	w.mail(t, "italy", "revision 1")

	if list := mustRun(t, "-c", w.config, "list"); !strings.Contains(list, "3 of 7 in") {
		t.Errorf("the games stand so:\n%s", list)
	}

	// Postfix says later that nobody has Turkey's address.
	for range 1200 {
		if strings.Contains(mustRun(t, "-c", w.config, "inbox"), "turkey@elsewhere.invalid, came back: 5.4.4") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("the game master is not told that a letter came back:\n%s", mustRun(t, "-c", w.config, "inbox"))
}

// With Postfix handing letters in there is no mailbox; everything else is as usual.
func TestPostfixHandsLettersToTheService(t *testing.T) {
	w := newStreet(t, peertest.FreeAddr(t), "austria", "england", "france", "germany", "italy", "russia")
	w.play(t)
	w.mail(t, "france", "you are France")
	w.player("france").Neomutt(t, "A Par-Bur\nF Bre-MAO\nA Mar-Spa\n")
	w.mail(t, "france", "revision 1")
	if n := w.dovecot.Count("gm", ""); n != 0 {
		t.Errorf("%d letters lie in a mailbox", n)
	}
}
