package letter_test

import (
	"slices"
	"strings"
	"testing"

	"deaddrop/gm/letter"
)

func TestAddress(t *testing.T) {
	for address, want := range map[string]string{
		" Ann@Example.ORG ":     "ann@example.org",
		"\u212aarl@example.org": "\u212aarl@example.org", // the Kelvin sign is no k
	} {
		if got := letter.Address(address); got != want {
			t.Errorf("%q is %q, want %q", address, got, want)
		}
	}
	if letter.ASCII("\u212aarl@example.org") || letter.ASCII("a b@example.org") || !letter.ASCII("karl@example.org") {
		t.Error("what is ASCII and what is not")
	}
	if got := letter.Domain("Ann@Example.ORG"); got != "example.org" {
		t.Errorf("the domain is %q", got)
	}
}

// A letter is taken apart once, also by those who get a copy of it afterwards.
func TestWordsOnce(t *testing.T) {
	l := letter.Letter{Text: "READY"}
	words := l.Words()
	l.Text = "WAIT"
	copied := l
	if copied.Words() != words || !words.Has("READY") {
		t.Errorf("it says %+v", copied.Words())
	}
}

// A letter counts once per writer and Message-ID, regardless of the case of the address; a signed one counts once
// under whatever Message-ID.
func TestKey(t *testing.T) {
	l := letter.Letter{ID: "1@example.org", From: "Ann@example.org", Subject: "[dm1]", Text: "A Par-Bur", Seal: "s"}
	same, other := l, l
	same.From, other.ID = "ann@example.org", "2@example.org"
	if l.Key() != same.Key() || l.Key() == other.Key() || l.Key() == l.HeldKey() || l.Signed() != other.Signed() {
		t.Error("the keys of letters")
	}
	other.Text += "\nA Mar H"
	if unsealed := (letter.Letter{From: l.From, Text: l.Text}); unsealed.Signed() == l.Signed() {
		t.Error("a letter without a signature has the key of one with it")
	}
}

func TestShorten(t *testing.T) {
	l := letter.Letter{Text: strings.Repeat("ä", 5000)}
	l.Shorten()
	if !l.Cut || len(l.Text) > 4<<10 || strings.ContainsRune(l.Text, '\ufffd') {
		t.Errorf("%d bytes are left, %t", len(l.Text), l.Cut)
	}
	short := letter.Letter{Text: "Hello"}
	if short.Shorten(); short.Cut || short.Text != "Hello" {
		t.Errorf("%+v", short)
	}
}

// A token is read back as it was written, and is genuine for whom it was made and for nobody else.
func TestToken(t *testing.T) {
	key, ann := []byte("sixteen bytes or more"), letter.Reader{Name: "England", Address: "ann@example.org"}
	made := letter.Token{Kind: letter.Reply, Game: "dm1", Seat: 1, Letter: 7, Question: 3}.Signed(key, ann)
	read, ok := letter.ParseToken(strings.ToUpper(made.String()))
	if !ok || read != made || !read.Genuine(key, ann) {
		t.Fatalf("%s is read as %+v, %t", made, read, ok)
	}
	forged := made
	forged.Letter++
	for what, genuine := range map[string]bool{
		"another reader's": made.Genuine(key, letter.Reader{Name: "England", Address: "eve@example.org"}),
		"another seat's":   made.Genuine(key, letter.Reader{Name: "France", Address: "ann@example.org"}),
		"another key's":    made.Genuine([]byte("another key of a site"), ann),
		"a short key's":    made.Genuine(nil, ann),
		"a changed one":    forged.Genuine(key, ann),
	} {
		if genuine {
			t.Errorf("%s token is genuine", what)
		}
	}
	for _, s := range []string{"", "r.dm1.1.7.3", "r.dm1.01.7.3.x", "r.dm1.-1.7.3.x", "r.DM 1.1.7.3.x", "r.dm1.1.7.3.x.y"} {
		if got, ok := letter.ParseToken(s); ok {
			t.Errorf("%q is read as %+v", s, got)
		}
	}
	l := letter.Letter{Detail: made.String(), InReplyTo: "x@elsewhere.example", References: []string{forged.String() + "@site.example", "y@site.example"}}
	forged.Place = letter.InThread
	if got := l.Tokens("site.example", key); !slices.Equal(got, []letter.Token{made, forged}) {
		t.Errorf("the tokens are %v", got)
	}
}

// A encrypted token tells nothing of what it is, not even how many letters there were before, and is read with its
// key alone.
func TestEncrypted(t *testing.T) {
	key, ann := []byte("sixteen bytes or more"), letter.Reader{Name: "England", Address: "ann@example.org"}
	made := letter.Token{Kind: letter.Reply, Game: "dm1", Seat: 1, Letter: 7, Question: 3}.Signed(key, ann)
	encrypted := made.Encrypted(key)
	next := made
	next.Letter++
	if other := next.Signed(key, ann).Encrypted(key); other[:20] == encrypted[:20] || other[len(other)-20:] == encrypted[len(encrypted)-20:] {
		t.Errorf("the next letter has %s after %s", other, encrypted)
	}
	if strings.ContainsAny(encrypted, ".@<> ") || encrypted != made.Encrypted(key) || len(encrypted) > 120 {
		t.Errorf("it is %s, and then %s", encrypted, made.Encrypted(key))
	}
	for _, s := range []string{encrypted, strings.ToUpper(encrypted)} {
		if read, ok := letter.Decrypt(key, s); !ok || read != made {
			t.Errorf("%s is read as %+v, %t", s, read, ok)
		}
	}
	changed := []byte(encrypted)
	for i := range changed {
		changed[i] ^= 1
		if read, ok := letter.Decrypt(key, string(changed)); ok {
			t.Errorf("changed to %s, it is read as %+v", changed, read)
		}
		changed[i] ^= 1
	}
	for what, key := range map[string][]byte{"another": []byte("another key of a site"), "no": nil, "a short": key[:8]} {
		if read, ok := letter.Decrypt(key, encrypted); ok {
			t.Errorf("with %s key it is read as %+v", what, read)
		}
	}
	for _, s := range []string{"", "a", encrypted[:10], strings.Repeat("a", 1000), "failed.0123", made.String()} {
		if read, ok := letter.Decrypt(key, s); ok {
			t.Errorf("%q is read as %+v", s, read)
		}
	}
	for _, id := range []string{encrypted + "@Site.example", made.String() + "@site.example"} { // the second as earlier versions wrote it
		if read, ok := letter.TokenOf(id, "site.example", key); !ok || read != made {
			t.Errorf("%s is read as %+v, %t", id, read, ok)
		}
	}
	if read, ok := letter.TokenOf(encrypted+"@elsewhere.example", "site.example", key); ok {
		t.Errorf("another site's is read as %+v", read)
	}
}

// Addresses of one mailbox, by the rules of its provider.
func TestMailbox(t *testing.T) {
	for addr, want := range map[string]string{
		"Ann@gmail.com":                 "ann@gmail.com",
		"a.n.n@gmail.com":               "ann@gmail.com",
		"ann+2@gmail.com":               "ann@gmail.com",
		"A.nn+diplomacy@Googlemail.com": "ann@gmail.com",
		"ann+2@example.org":             "ann@example.org",
		"a.n.n@example.org":             "a.n.n@example.org",
		"an.n@protonmail.com":           "ann@proton.me",
		"ann@me.com":                    "ann@icloud.com",
		"+@example.org":                 "+@example.org",
	} {
		if got := letter.Mailbox(addr); got != want {
			t.Errorf("letters to %s go to %s, not to %s", addr, got, want)
		}
	}
}
