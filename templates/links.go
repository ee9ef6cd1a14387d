package templates

import (
	"fmt"
	"strings"

	"deaddrop/parser"
)

// A Link opens a prepared answer to a letter in the reader's mail program.
type Link struct {
	Word string // the word that the answer consists of, such as "READY"
	URL  string // a mailto: URL
	Form bool   // whether the answer contains the order form, so that the URL is too long for plain text
	Long bool   // whether the URL is too long to be printed beside its word
}

const (
	maxLink   = 1800 // largest length of a link in characters, since some mail programs accept no more than 2,000
	maxBeside = 66   // largest length of a link that is printed beside its word
)

// Links returns links for prepared answers to the letter. They are addressed to the game master's plain address, not
// to the one with a secret token that proves who answers: a player who shows the letter to others must not let them
// answer in their name.
func (p Page) Links() []Link {
	if p.Reply == "" || p.Game == "" || p.Seat == "" {
		return nil
	}
	if p.Over || p.Desk {
		return nil
	}
	var out []Link
	add := func(word, body string) {
		url := p.mailto(body)
		out = append(out, Link{Word: word, URL: url, Long: len(url) > maxBeside})
	}
	if a := p.Ask; p.linksForm() {
		lines := append([]string{formHead(p.Game, a.Number, p.Seat, a.Revision)}, a.Form...)
		if url := p.mailto(strings.Join(append(lines, parser.FormEnd), "\r\n")); len(url) <= maxLink {
			out = append(out, Link{Word: "ORDERS", URL: url, Form: true})
		}
	}
	if a := p.Ask; a != nil && !a.Now && !a.Stands {
		for _, point := range a.Points {
			for _, o := range point.Offers {
				yes := fmt.Sprint("YES ", o.Number)
				add(yes, yes)
			}
		}
		if !a.Ready {
			add("READY", "READY")
		}
		atOnce := a.Brisk && a.After == ""
		if p.Early && !a.Wait && !atOnce {
			add("WAIT", "WAIT")
		}
	}
	add("STATUS", "STATUS")
	return out
}

// linksForm reports whether one of the links contains the order form. It is omitted when nobody is waiting for the
// reader, because it would make up a tenth of the letter.
func (p Page) linksForm() bool {
	a := p.Ask
	if a == nil || a.Now || len(a.Form) == 0 {
		return false
	}
	return !p.Between || !a.Stands
}

// mailto returns a link (RFC 6068) that writes to the game for the seat.
func (p Page) mailto(body string) string {
	subject := tag(p.Game, p.Number())
	if p.Several {
		subject = strings.TrimSuffix(subject, "]") + " " + p.Seat + "]"
	}
	return "mailto:" + p.Reply + "?subject=" + escapeURL(subject) + "&body=" + escapeURL(body)
}

// escapeURL escapes all characters with a meaning in URLs.
func escapeURL(text string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(2 * len(text))
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z',
			'0' <= c && c <= '9', strings.IndexByte("-._~", c) >= 0:
			b.WriteByte(c)
		default:
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}
